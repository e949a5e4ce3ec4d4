//! The parent's side: starts children, asks, and notices when one does not answer any more.

use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::process::{self, Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use super::channel::{Stream, accept, offer, read_frame, write_frame};
use super::death::cause;
use super::lines::{Lines, NoLine};
use super::output::Output;
use super::wire::{Answer, Hello, Request};
use crate::choice::{Gate, Notes, Tape, Teller, Token, Written};
use crate::data::codec::{from_bytes, to_bytes};
use crate::data::{About, Block, CaseRecord, Death, Reason};
use crate::generate::Misuse;
use crate::law::{Counters, Outcome, Plan, threads};
use crate::run::config::{Config, Isolation};
use crate::run::site::{Feed, Judged, Site, Stretch};
use crate::run::trail::Trail;
use crate::shrink::Decider;

/// Maximum time for a child to come to its law.
const START_TIME: Duration = Duration::from_secs(60);
/// Time between two looks of the parent whether a batch comes on.
const LOOK: Duration = Duration::from_millis(5);
/// Time between two looks whether a silent child is alive: a process that the law started may hold the connection open.
const LOOK_AT_PROCESS: Duration = Duration::from_millis(100);
/// Maximum time for a child to end after it closed its connection.
const GRACE: Duration = Duration::from_millis(200);
/// Time after which a case that may run for as long as it takes is told to be running.
const SLOW: Duration = Duration::from_secs(10);
/// Bytes of a law's output that are passed on, besides that of the cases that are shown.
const MOST_PASSED_ON: usize = 1 << 16;

/// Runs cases in a child process, and in a new one when it dies.
pub(in crate::run) struct Child<'a> {
    isolation: &'a Isolation,
    config: &'a Config,
    about: &'a About,
    plan: Plan,
    trail: &'a Trail,
    limit: TimeLimit,
    running: Option<Running>,
    /// Parts of the case that were told before they ran.
    told: CaseRecord,
    /// Tape of the case, as far as it was told.
    written: Tape,
    /// Notes on the rows of its lanes, as far as they were told.
    notes: Notes,
    /// Told the parts of the case as they come.
    teller: Option<Teller>,
    /// Bytes of output that were passed on.
    passed_on: usize,
    /// Output of the request that runs.
    output: PassedOn,
    /// True if the child writes to the trail.
    shares_trail: bool,
}

/// Which output of a law is passed on. What is only compared, such as the candidates of the shrinker, prints nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PassedOn {
    Nothing,
    /// That of a case that is shown.
    All,
    /// That of a case which kills its process; any other runs again elsewhere, and prints again.
    IfDeadly,
    /// That of tests, up to a bound.
    Bounded,
}

/// Limit on the time of a case.
#[derive(Clone, Copy)]
enum TimeLimit {
    /// A limit of the law: a case that takes longer fails.
    OfLaw(Duration),
    /// Of a case that takes longer nothing is known.
    Patience(Duration),
    None,
}

impl TimeLimit {
    fn time(self) -> Option<Duration> {
        match self {
            TimeLimit::OfLaw(time) | TimeLimit::Patience(time) => Some(time),
            TimeLimit::None => None,
        }
    }
}

struct Running {
    process: process::Child,
    requests: Stream,
    answers: Lines,
    stdout: Output,
    stderr: Output,
    /// Number of marks that the child wrote to its streams.
    marks: u64,
    /// True if the marks arrive. A law may have closed its streams.
    is_marked: bool,
}

/// Why there is no answer.
enum Silence {
    Died(Death),
    Misused(Misuse),
    /// The case took longer than it is waited for, which is no limit of the law.
    Unknown,
}

/// A case that was run apart from the law's own run.
pub(in crate::run) enum Apart {
    Judged(Box<Judged>),
    /// The case did not end in a time that is no limit of the law.
    Unknown {
        case: Box<CaseRecord>,
        time: Duration,
    },
    /// No process could be started that comes to the law.
    NotStarted(Misuse),
}

impl<'a> Child<'a> {
    /// Runs cases with the limits of the law.
    pub fn new(
        isolation: &'a Isolation,
        config: &'a Config,
        about: &'a About,
        plan: Plan,
        trail: &'a Trail,
    ) -> Self {
        let limit = config.case_limit().map_or(TimeLimit::None, TimeLimit::OfLaw);
        let (told, written) = (CaseRecord::default(), Tape::default());
        let (running, teller, passed_on) = (None, None, 0);
        Child {
            isolation,
            config,
            about,
            plan,
            trail,
            limit,
            running,
            told,
            written,
            notes: Notes::default(),
            teller,
            passed_on,
            output: PassedOn::Nothing,
            shares_trail: false,
        }
    }

    /// Waits for so long at most where the law has no limit.
    pub fn with_patience(mut self, time: Duration) -> Self {
        if let TimeLimit::None = self.limit {
            self.limit = TimeLimit::Patience(time);
        }
        self
    }

    fn start(&self) -> Result<Running, Misuse> {
        let failed = |error: &dyn std::fmt::Display| {
            Misuse::new(format!(
                "isolation cannot start {} again: {error}",
                self.isolation.program.display()
            ))
        };
        let word = format!("{:016x}", RandomState::new().hash_one(process::id()));
        let offer = offer(&word).map_err(|error| failed(&error))?;
        let mut command = Command::new(&self.isolation.program);
        command
            .args(&self.isolation.arguments)
            .arg(&offer.argument)
            .stdin(offer.stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // A group of its own, so that what a law starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(|error| failed(&error))?;
        // Its end of the connection must not stay open here.
        drop(command);
        let end = Instant::now() + START_TIME;
        let is_coming = || Instant::now() < end && matches!(process.try_wait(), Ok(None));
        let stream = accept(offer.waiting, is_coming).map_err(|error| failed(&error))?;
        let (Ok(mut requests), Some(stdout), Some(stderr)) =
            (stream.try_clone(), process.stdout.take(), process.stderr.take())
        else {
            return Err(failed(&"its streams are missing"));
        };
        let mark = super::mark(&word);
        let (stdout, stderr) = (Output::read(stdout, mark.clone()), Output::read(stderr, mark));
        let hello = Hello {
            word,
            law: self.about.identity(),
            ordinal: self.isolation.ordinal,
            // A law that is not isolated has no such limit.
            memory: self.config.wants_isolation().then_some(self.isolation.max_memory),
            backtraces: self.config.backtraces.variable().to_string(),
            trail: self.trail.path().map(|path| path.display().to_string()),
        };
        // A child that died since is noticed when it does not answer.
        let _ = write_frame(&mut requests, &to_bytes(&hello));
        let mut stream = stream;
        let answers = Lines::read(move || read_frame(&mut stream), || {});
        Ok(Running { process, requests, answers, stdout, stderr, marks: 1, is_marked: true })
    }

    /// Starts the child if there is none.
    pub fn begin(&mut self) -> Result<(), Misuse> {
        if self.running.is_some() {
            return Ok(());
        }
        self.running = Some(self.start()?);
        let answer = self.wait(Some(Instant::now() + START_TIME), &mut |_| {});
        if let Ok(Answer::Ready { has_trail }) = answer {
            self.shares_trail = has_trail;
            return Ok(());
        }
        let name = &self.about.name;
        let said = match &self.running {
            Some(running) => running.last_words(),
            None => String::new(),
        };
        self.end();
        Err(Misuse::new(format!(
            "isolation started the program again, but it did not come to the law `{name}`; a law can be \
             isolated where it is a test of its own{said}"
        )))
    }

    /// Ends the child, and with it what it started.
    fn end(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        lawful_system::kill_group(running.process.id());
        // It may be dead already.
        let _ = running.process.kill();
        let _ = running.process.wait();
    }

    /// Cause of the death of a child that closed its connection.
    fn dead(&mut self) -> Death {
        let Some(mut running) = self.running.take() else { return Death::Unknown };
        let end = Instant::now() + GRACE;
        let status = loop {
            match running.process.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(1)),
                _ => break None,
            }
        };
        // What it started may still run, and holds its streams open.
        lawful_system::kill_group(running.process.id());
        if status.is_none() {
            let _ = running.process.kill();
            let _ = running.process.wait();
        }
        running.stdout.wait_for_end();
        running.stderr.wait_for_end();
        let last_words = running.stderr.last_words();
        self.pass_on_last(&running);
        cause(status, &last_words)
    }

    /// Passes on what a case printed that does not come to its end.
    fn pass_on_last(&mut self, running: &Running) {
        if let PassedOn::All | PassedOn::IfDeadly = self.output {
            self.output = PassedOn::All;
            self.pass_on(running);
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), Silence> {
        self.begin().map_err(Silence::Misused)?;
        (self.told, self.written, self.notes) = Default::default();
        if let Some(running) = &mut self.running {
            // A child that died since the last answer is noticed when it does not answer.
            let _ = write_frame(&mut running.requests, &to_bytes(request));
        }
        Ok(())
    }

    /// Waits for an answer, until `end` at the latest, and says once if that takes long.
    fn wait(
        &mut self,
        end: Option<Instant>,
        slow: &mut dyn FnMut(&CaseRecord),
    ) -> Result<Answer, Silence> {
        let mut slow_at = Some(Instant::now() + SLOW);
        loop {
            let Some(running) = &mut self.running else {
                return Err(Silence::Died(Death::Unknown));
            };
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            let look = left.map_or(LOOK_AT_PROCESS, |left| left.min(LOOK_AT_PROCESS));
            match running.answers.next(look) {
                Ok(bytes) => match self.received(&bytes)? {
                    Some(answer) => return Ok(answer),
                    None => continue,
                },
                Err(NoLine::AnyMore) => return Err(Silence::Died(self.dead())),
                Err(NoLine::Yet) => {}
            }
            if is_over(&mut running.process) && running.answers.is_empty() {
                return Err(Silence::Died(self.dead()));
            }
            if left.is_some_and(|left| left.is_zero()) {
                if let Some(running) = self.running.take() {
                    self.pass_on_last(&running);
                    self.running = Some(running);
                }
                self.end();
                return Err(match self.limit {
                    TimeLimit::OfLaw(limit) => Silence::Died(Death::TimeLimit(limit)),
                    TimeLimit::Patience(_) | TimeLimit::None => Silence::Unknown,
                });
            }
            if slow_at.is_some_and(|at| Instant::now() >= at) {
                slow_at = None;
                slow(&self.told);
            }
        }
    }

    /// Takes what is told before an answer; gives the answer.
    fn received(&mut self, bytes: &[u8]) -> Result<Option<Answer>, Silence> {
        match from_bytes(bytes).ok_or(Silence::Died(Death::Unknown))? {
            Answer::ThreadsPanicked(unnoticed) => threads::add_unnoticed(unnoticed),
            Answer::Part(part) => {
                if let Some(teller) = &self.teller {
                    teller(part.clone());
                }
                self.told.add(part);
            }
            Answer::Written(Written::Note(key, note)) => {
                self.notes.insert(key, note);
            }
            Answer::Written(written) => written.apply(&mut self.written),
            answer => return Ok(Some(answer)),
        }
        Ok(None)
    }

    fn ask(
        &mut self,
        request: &Request,
        slow: &mut dyn FnMut(&CaseRecord),
    ) -> Result<Judged, Silence> {
        self.output = match request {
            Request::Show { reported: true, .. } => PassedOn::All,
            _ => PassedOn::Nothing,
        };
        self.asked(request, slow)
    }

    /// Asks, and once more if the child died in a first run that took notes of lanes: with these, the next one can tell what
    /// the case looks like.
    fn asked(
        &mut self,
        request: &Request,
        slow: &mut dyn FnMut(&CaseRecord),
    ) -> Result<Judged, Silence> {
        let answer = self.asked_once(request, slow);
        match (&answer, request) {
            (Err(Silence::Died(_)), Request::Show { feed, reported, kept, notes: None })
                if self.told.arguments.is_empty() && is_taking_notes(feed) =>
            {
                let notes = Some(std::mem::take(&mut self.notes));
                let (feed, reported, kept) = (feed.clone(), *reported, *kept);
                self.asked_once(&Request::Show { feed, reported, kept, notes }, slow)
            }
            _ => answer,
        }
    }

    fn asked_once(
        &mut self,
        request: &Request,
        slow: &mut dyn FnMut(&CaseRecord),
    ) -> Result<Judged, Silence> {
        self.send(request)?;
        let end = self.limit.time().and_then(|limit| Instant::now().checked_add(limit));
        let answer = self.wait(end, slow)?;
        if let Some(mut running) = self.running.take() {
            if request.is_shown() {
                running.wait_for_mark();
            }
            self.pass_on(&running);
            self.running = Some(running);
        }
        match answer {
            Answer::Judged(judged) => Ok(*judged),
            _ => Err(Silence::Misused(Misuse::new("the isolated law answered out of turn"))),
        }
    }

    /// Passes on what the child printed, as if the law had printed it here.
    fn pass_on(&mut self, running: &Running) {
        let print = |stream: &Output, text: &str| match std::ptr::eq(stream, &running.stdout) {
            true => print!("{text}"),
            false => eprint!("{text}"),
        };
        for stream in [&running.stdout, &running.stderr] {
            let (text, left_out) = stream.take_fresh();
            let is_wanted = match self.output {
                PassedOn::All => true,
                PassedOn::Bounded => self.passed_on < MOST_PASSED_ON,
                PassedOn::Nothing | PassedOn::IfDeadly => false,
            };
            if text.is_empty() || !is_wanted {
                continue;
            }
            if left_out > 0 {
                print(stream, &format!("[{left_out} bytes that the law printed are left out]\n"));
            }
            print(stream, &text);
            self.passed_on += text.len();
            if self.output == PassedOn::Bounded && self.passed_on >= MOST_PASSED_ON {
                let end = "[what the law prints from here on is left out, but for that of cases that are shown]";
                print(stream, &format!("\n{end}\n"));
            }
        }
    }

    /// Tape of a case as it was when the child died, of drawing more or of what it ran meanwhile; nothing if it
    /// did not die this time.
    fn drawn_before(&mut self, feed: Feed, runs: bool) -> Option<Tape> {
        let size = match &feed {
            Feed::Tape(tape) | Feed::Resampled { tape, .. } => tape.size,
            Feed::Seed { size, .. } | Feed::Walk { size, .. } | Feed::Bytes { size, .. } => *size,
        };
        let died = self.ask(&Request::DrawTold { feed, runs }, &mut |_| {}).is_err();
        let Tape { main, rows, .. } = std::mem::take(&mut self.written);
        died.then(|| Tape { size, main: with_spans_closed(main), rows })
    }

    /// Draws the arguments of a case.
    fn drawn(&mut self, feed: Feed, told: bool) -> Judged {
        match self.ask(&Request::Draw { feed: feed.clone(), told }, &mut |_| {}) {
            Ok(judged) => judged,
            Err(silence) => {
                let tape = match feed {
                    Feed::Tape(tape) | Feed::Resampled { tape, .. } => tape,
                    feed => self.drawn_before(feed, false).unwrap_or_default(),
                };
                self.silent(silence, tape)
            }
        }
    }

    /// A case that had no answer. The child took what it drew with it; the arguments can be drawn again.
    fn lost(&mut self, feed: Feed, silence: Silence) -> Judged {
        if let Silence::Misused(_) = silence {
            let tape = if let Feed::Tape(tape) = feed { tape } else { Tape::default() };
            return self.silent(silence, tape);
        }
        let told = std::mem::take(&mut self.told);
        let drawn = self.draw(feed.clone());
        // But not what is drawn while the body runs, such as answers of functions. Of a tape it is known
        // whether there is any.
        let draws_more = match &feed {
            Feed::Tape(tape) => !tape.rows.is_empty() || drawn.tape.main.len() < tape.main.len(),
            _ => true,
        };
        let died_running = drawn.outcome == Outcome::Skipped;
        let before = match died_running && draws_more {
            true => self.drawn_before(feed, true),
            false => None,
        };
        let tape = before.unwrap_or(drawn.tape);
        Judged { walk: drawn.walk, record: ended_in(told), ..self.silent(silence, tape) }
    }

    /// Outcome of a request that had no answer.
    fn silent(&self, silence: Silence, tape: Tape) -> Judged {
        match silence {
            Silence::Misused(misuse) => Judged::unanswered(Outcome::Discarded, tape, Some(misuse)),
            Silence::Unknown => Judged::unanswered(Outcome::Discarded, tape, None),
            Silence::Died(death) => {
                let outcome = Outcome::failed(Reason::died(&death));
                Judged::unanswered(outcome, tape, None)
            }
        }
    }

    /// Runs a case in order to show it, and says once if that takes long. `kept` is the index of a case in the source
    /// that runs instead of the law. What the case prints is passed on if it is the last that the process does, or
    /// if the law is isolated; else the case runs again, and prints again.
    pub fn show_apart(
        &mut self,
        feed: Feed,
        kept: Option<usize>,
        slow: &mut dyn FnMut(&CaseRecord),
    ) -> Apart {
        let reported = self.config.is_isolated();
        let request = Request::Show { feed: feed.clone(), reported, kept, notes: None };
        self.output = if reported { PassedOn::All } else { PassedOn::IfDeadly };
        match self.asked(&request, slow) {
            Ok(judged) => Apart::Judged(Box::new(judged)),
            Err(Silence::Misused(misuse)) if self.running.is_none() => Apart::NotStarted(misuse),
            Err(Silence::Unknown) => {
                let case = Box::new(ended_in(std::mem::take(&mut self.told)));
                Apart::Unknown { case, time: self.limit.time().unwrap_or_default() }
            }
            // A case in the source draws nothing.
            Err(silence) if kept.is_some() => {
                let told = ended_in(std::mem::take(&mut self.told));
                let judged = Judged { record: told, ..self.silent(silence, Tape::default()) };
                Apart::Judged(Box::new(judged))
            }
            Err(silence) => Apart::Judged(Box::new(self.lost(feed, silence))),
        }
    }

    /// Waits for a batch. Which test is running is in the trail; one that runs too long is ended.
    fn wait_for_batch(&mut self, start: u64) -> Result<Answer, (u64, Death)> {
        let (mut index, mut since) = (start, Instant::now());
        loop {
            let Some(running) = &mut self.running else { return Err((index, Death::Unknown)) };
            match running.answers.next(LOOK) {
                Ok(bytes) => match self.received(&bytes) {
                    Ok(Some(answer)) => return Ok(answer),
                    Ok(None) => continue,
                    Err(_) => return Err((index, Death::Unknown)),
                },
                Err(NoLine::AnyMore) => {
                    let death = self.dead();
                    return Err((self.index_after(start), death));
                }
                Err(NoLine::Yet) => {}
            }
            if is_over(&mut running.process) && running.answers.is_empty() {
                let death = self.dead();
                return Err((self.index_after(start), death));
            }
            let now = self.index_after(start);
            if now != index {
                (index, since) = (now, Instant::now());
            } else if let TimeLimit::OfLaw(limit) = self.limit
                && since.elapsed() >= limit
            {
                self.end();
                return Err((index, Death::TimeLimit(limit)));
            }
        }
    }

    fn index_after(&self, start: u64) -> u64 {
        match self.trail.index().load(Relaxed) {
            u64::MAX => start,
            index => index.max(start),
        }
    }
}

impl Running {
    /// Waits until what was printed before the answer has arrived.
    fn wait_for_mark(&mut self) {
        self.marks += 1;
        let marks = self.marks;
        self.is_marked = self.is_marked
            && self.stdout.wait_for_marks(marks)
            && self.stderr.wait_for_marks(marks);
    }

    /// The end of what it printed, for the message that it did not come to its law.
    fn last_words(&self) -> String {
        let said = self.stdout.last_words() + &self.stderr.last_words();
        match said.trim() {
            "" => String::new(),
            said => format!(" (it printed: {})", said.lines().last().unwrap_or_default().trim()),
        }
    }
}

/// Returns whether a case is run a first time to take notes of its lanes.
fn is_taking_notes(feed: &Feed) -> bool {
    let has_lanes = |tape: &Tape| tape.main.iter().any(|token| matches!(token, Token::Lane(_)));
    matches!(feed, Feed::Tape(tape) if has_lanes(tape))
}

/// The record of a case that ended its process: in the last of the calls that were told.
fn ended_in(mut told: CaseRecord) -> CaseRecord {
    if let Some(Block::Calls(calls)) = told.document.blocks.last_mut()
        && let Some(call) = calls.last_mut()
    {
        call.failed = true;
    }
    told
}

fn is_over(process: &mut process::Child) -> bool {
    // The status is kept for those who ask again.
    matches!(process.try_wait(), Ok(Some(_)))
}

impl Site for Child<'_> {
    fn run_batch(&mut self, start: u64, end: u64, _: u64) -> Result<Stretch, Misuse> {
        self.begin()?;
        // Without a trail it is not known which test of a batch died.
        let end = if self.shares_trail { end } else { start + 1 };
        self.trail.index().store(start, Relaxed);
        self.output = PassedOn::Bounded;
        match self.send(&Request::Batch { plan: self.plan, start, end }) {
            Ok(()) => {}
            Err(Silence::Misused(misuse)) => return Err(misuse),
            Err(Silence::Died(_) | Silence::Unknown) => return Ok(died(start, Death::Unknown)),
        }
        let answer = self.wait_for_batch(start);
        if let Some(running) = self.running.take() {
            self.pass_on(&running);
            self.running = Some(running);
        }
        match answer {
            Ok(Answer::Stretch(stretch)) => Ok(*stretch),
            Ok(Answer::Misused(misuse)) => Err(misuse),
            Ok(_) => Err(Misuse::new("the isolated law answered out of turn")),
            Err((index, death)) => Ok(died(index, death)),
        }
    }

    fn judge(&mut self, feed: Feed) -> Judged {
        match self.ask(&Request::Judge(feed.clone()), &mut |_| {}) {
            Ok(judged) => judged,
            Err(silence) => self.lost(feed, silence),
        }
    }

    fn judge_told(&mut self, feed: Feed, teller: Teller) -> Judged {
        let request =
            Request::Show { feed: feed.clone(), reported: false, kept: None, notes: None };
        (self.teller, self.output) = (Some(teller), PassedOn::Bounded);
        let judged = self.asked(&request, &mut |_| {});
        self.teller = None;
        judged.unwrap_or_else(|silence| self.lost(feed, silence))
    }

    fn draw(&mut self, feed: Feed) -> Judged {
        self.drawn(feed, false)
    }

    fn draw_told(&mut self, feed: Feed, teller: Teller) -> Judged {
        self.teller = Some(teller);
        let judged = self.drawn(feed, true);
        self.teller = None;
        judged
    }

    fn show_feed(&mut self, feed: Feed, reported: bool) -> Judged {
        let request = Request::Show { feed: feed.clone(), reported, kept: None, notes: None };
        match (self.ask(&request, &mut |_| {}), feed) {
            (Ok(judged), _) => judged,
            (Err(silence), Feed::Tape(tape)) => {
                let record = ended_in(std::mem::take(&mut self.told));
                Judged { record, ..self.silent(silence, tape) }
            }
            (Err(silence), feed) => self.lost(feed, silence),
        }
    }

    fn show_arguments(&mut self, tape: &Tape) -> Judged {
        match self.ask(&Request::ShowArguments(tape.clone()), &mut |_| {}) {
            Ok(judged) => judged,
            Err(silence) => self.silent(silence, tape.clone()),
        }
    }

    fn judge_decided(&mut self, _: Tape, _: Decider) -> Option<Judged> {
        None
    }

    fn judge_behind(&mut self, feed: Feed, gate: Rc<RefCell<dyn Gate>>) -> Judged {
        let drawn = self.draw(feed.clone());
        if drawn.outcome != Outcome::Skipped {
            return drawn;
        }
        let rest: &[Token] = if let Feed::Tape(tape) = &feed { &tape.main } else { &[] };
        match gate.borrow_mut().admit(&drawn.tape.main, rest) {
            true => self.judge(feed),
            false => drawn,
        }
    }
}

impl Drop for Child<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

fn died(index: u64, death: Death) -> Stretch {
    let ended = (Outcome::failed(Reason::died(&death)), CaseRecord::default());
    let counters = Counters::default();
    Stretch { upto: index, counters, ended: Some(ended), is_out_of_time: false }
}

/// The tokens with the spans closed that were still open.
fn with_spans_closed(mut tokens: Vec<Token>) -> Vec<Token> {
    let opened = tokens.iter().filter(|token| matches!(token, Token::Open(_))).count();
    let closed = tokens.iter().filter(|token| **token == Token::Close).count();
    tokens.extend((closed..opened).map(|_| Token::Close));
    tokens
}
