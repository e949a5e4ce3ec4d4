//! The parent's side: starts children, asks, and notices when one does not answer any more.

use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufReader, Read, Write};
use std::process::{self, ChildStdin, Command, Stdio};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::coded::{read, read_tokens, written};
use super::death::cause;
use super::lines::{Lines, NoLine};
use super::wire::{Answer, Request};
use super::{BACKTRACES, KEPT, LAW, MEMORY, TRAIL, WORD, line_of};
use crate::choice::{Gate, Tape, Token, whole_keyed};
use crate::data::{About, CaseRecord, Death, Reason};
use crate::generate::Misuse;
use crate::law::{Backtraces, Counters, Outcome, Plan, threads};
use crate::run::config::Isolation;
use crate::run::site::{Feed, Judged, Site, Stretch};
use crate::run::token::{from_letters, to_letters};
use crate::run::trail::Trail;
use crate::shrink::Decider;

/// How long a case may run where nobody says; without a limit one that loops would never end.
const CASE_TIME: Duration = Duration::from_secs(10);
/// How long a child may take to come to its law.
const START_TIME: Duration = Duration::from_secs(60);
/// How often the parent looks whether a batch comes on.
const LOOK: Duration = Duration::from_millis(5);
/// How much of what a child wrote is kept.
const LAST_WORDS: usize = 1 << 14;

/// Runs cases in a child process, and in a new one when it dies.
pub(in crate::run) struct Child<'a> {
    isolation: &'a Isolation,
    limit: Duration,
    backtraces: Backtraces,
    about: &'a About,
    plan: Plan,
    trail: &'a Trail,
    /// Index of the case in the source that is run instead of the law.
    kept: Option<usize>,
    running: Option<Running>,
}

struct Running {
    process: process::Child,
    requests: ChildStdin,
    answers: Lines,
    last_words: JoinHandle<String>,
}

/// Why there is no answer.
enum Silence {
    Died(Death),
    Misused(Misuse),
}

impl<'a> Child<'a> {
    pub fn new(
        isolation: &'a Isolation,
        limit: Option<Duration>,
        about: &'a About,
        plan: Plan,
        trail: &'a Trail,
    ) -> Self {
        let (limit, backtraces) = (limit.unwrap_or(CASE_TIME), Backtraces::Off);
        Child { isolation, limit, backtraces, about, plan, trail, kept: None, running: None }
    }

    /// Lets the child capture backtraces of cases that are shown.
    pub fn with_backtraces(mut self, backtraces: Backtraces) -> Self {
        self.backtraces = backtraces;
        self
    }

    /// Lets the child run a case that is kept in the source.
    pub fn of_kept(mut self, index: usize) -> Self {
        self.kept = Some(index);
        self
    }

    fn start(&self) -> Result<Running, Misuse> {
        let failed = |error: &dyn std::fmt::Display| {
            Misuse::new(format!(
                "isolation cannot start {} again: {error}",
                self.isolation.program.display()
            ))
        };
        let word = format!("lawful-{:016x}", RandomState::new().hash_one(process::id()));
        let mut command = Command::new(&self.isolation.program);
        command
            .args(&self.isolation.arguments)
            .env(LAW, self.about.identity())
            .env(WORD, &word)
            .env(BACKTRACES, self.backtraces.variable())
            .env(MEMORY, self.isolation.max_memory.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        match self.trail.path() {
            Some(path) => command.env(TRAIL, path),
            None => command.env_remove(TRAIL),
        };
        match self.kept {
            Some(index) => command.env(KEPT, index.to_string()),
            None => command.env_remove(KEPT),
        };
        let mut process = command.spawn().map_err(|error| failed(&error))?;
        let (Some(requests), Some(stdout), Some(stderr)) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take())
        else {
            return Err(failed(&"its streams are missing"));
        };
        let mut stdout = BufReader::new(stdout);
        let next_answer = move || loop {
            let line = line_of(&mut stdout)?;
            let letters = line.strip_prefix(word.as_bytes()).map(str::from_utf8);
            if let Some(Ok(letters)) = letters {
                return Some(from_letters(letters.trim()).unwrap_or_default());
            }
        };
        let answers = Lines::read(next_answer, || {});
        let last_words = std::thread::spawn(move || keep_last(stderr));
        Ok(Running { process, requests, answers, last_words })
    }

    /// The child, started if there is none.
    fn running(&mut self) -> Result<&mut Running, Silence> {
        if self.running.is_none() {
            self.running = Some(self.start().map_err(Silence::Misused)?);
            match self.wait(Instant::now() + START_TIME) {
                Ok(Answer::Ready) => {}
                _ => {
                    let name = &self.about.name;
                    self.end();
                    return Err(Silence::Misused(Misuse::new(format!(
                        "isolation started the program again, but it did not come to the law \
                         `{name}`; a law can be isolated where it is a test of its own"
                    ))));
                }
            }
        }
        Ok(self.running.as_mut().expect("it was started just now"))
    }

    fn end(&mut self) -> (Option<process::ExitStatus>, String) {
        let Some(mut running) = self.running.take() else { return (None, String::new()) };
        drop(running.requests);
        // It may be dead already.
        let _ = running.process.kill();
        let status = running.process.wait().ok();
        (status, running.last_words.join().unwrap_or_default())
    }

    fn send(&mut self, request: &Request) -> Result<(), Silence> {
        let line = format!("{}\n", to_letters(&written(request)));
        let running = self.running()?;
        // A child that died since the last answer is noticed when it does not answer.
        let _ = running.requests.write_all(line.as_bytes()).and_then(|()| running.requests.flush());
        Ok(())
    }

    /// Waits for an answer, until `end` at the latest.
    fn wait(&mut self, end: Instant) -> Result<Answer, Death> {
        let Some(running) = &self.running else { return Err(Death::Unknown) };
        let left = end.saturating_duration_since(Instant::now());
        match running.answers.next(left) {
            Ok(bytes) => match read(&bytes).ok_or(Death::Unknown)? {
                Answer::ThreadsPanicked(unnoticed) => {
                    threads::add_unnoticed(unnoticed);
                    self.wait(end)
                }
                answer => Ok(answer),
            },
            Err(NoLine::Yet) => {
                self.end();
                Err(Death::TimeLimit(self.limit))
            }
            Err(NoLine::AnyMore) => Err(self.dead()),
        }
    }

    /// What a child died of that closed its output.
    fn dead(&mut self) -> Death {
        let Some(mut running) = self.running.take() else { return Death::Unknown };
        drop(running.requests);
        let status = running.process.wait().ok();
        cause(status, &running.last_words.join().unwrap_or_default())
    }

    fn ask(&mut self, request: &Request) -> Result<Judged, Silence> {
        self.send(request)?;
        match self.wait(Instant::now() + self.limit) {
            Ok(Answer::Judged(judged)) => Ok(*judged),
            Ok(_) => Err(Silence::Misused(Misuse::new("the isolated law answered out of turn"))),
            Err(death) => Err(Silence::Died(death)),
        }
    }

    /// What was drawn before the child died, of drawing more or of what it ran meanwhile.
    fn drawn_before(&mut self, feed: Feed, runs: bool) -> Tape {
        let size = match &feed {
            Feed::Tape(tape) | Feed::Resampled { tape, .. } => return tape.clone(),
            Feed::Seed { size, .. } | Feed::Walk { size, .. } | Feed::Bytes { size, .. } => *size,
        };
        static MADE: AtomicU64 = AtomicU64::new(0);
        let name = format!("lawful-{}-{}.tokens", process::id(), MADE.fetch_add(1, Relaxed));
        let file = std::env::temp_dir().join(name);
        let request = Request::DrawInto { feed, file: file.display().to_string(), runs };
        let died = self.ask(&request).is_err();
        let bytes = std::fs::read(&file).unwrap_or_default();
        // It is ours, and of no use any more.
        let _ = std::fs::remove_file(&file);
        let main = if died { whole_keyed(read_tokens(&bytes)) } else { Vec::new() };
        Tape { size, main, ..Tape::default() }
    }

    /// What a request came to that had no answer.
    fn silent(&self, silence: Silence, tape: Tape) -> Judged {
        match silence {
            Silence::Misused(misuse) => Judged::unanswered(Outcome::Discarded, tape, Some(misuse)),
            Silence::Died(death) => {
                let outcome = Outcome::failed(Reason::died(&death));
                Judged::unanswered(outcome, tape, None)
            }
        }
    }

    /// Waits for a batch. Which test is running is in the trail; one that runs too long is ended.
    fn wait_for_batch(&mut self, start: u64) -> Result<Answer, (u64, Death)> {
        let (mut index, mut since) = (start, Instant::now());
        loop {
            let Some(running) = &self.running else { return Err((index, Death::Unknown)) };
            match running.answers.next(LOOK.min(self.limit)) {
                Ok(bytes) => match read(&bytes).ok_or((index, Death::Unknown))? {
                    Answer::ThreadsPanicked(unnoticed) => threads::add_unnoticed(unnoticed),
                    answer => return Ok(answer),
                },
                Err(NoLine::AnyMore) => {
                    let death = self.dead();
                    return Err((self.index_after(start), death));
                }
                Err(NoLine::Yet) => {}
            }
            let now = self.index_after(start);
            if now != index {
                (index, since) = (now, Instant::now());
            } else if since.elapsed() >= self.limit {
                self.end();
                return Err((index, Death::TimeLimit(self.limit)));
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

impl Site for Child<'_> {
    fn run_batch(&mut self, start: u64, end: u64, _: u64) -> Result<Stretch, Misuse> {
        // Without a trail nobody knows which test of a batch died.
        let end = if self.trail.path().is_some() { end } else { start + 1 };
        self.trail.index().store(start, Relaxed);
        match self.send(&Request::Batch { plan: self.plan, start, end }) {
            Ok(()) => {}
            Err(Silence::Misused(misuse)) => return Err(misuse),
            Err(Silence::Died(death)) => return Ok(died(start, death)),
        }
        match self.wait_for_batch(start) {
            Ok(Answer::Stretch(stretch)) => Ok(*stretch),
            Ok(Answer::Misused(misuse)) => Err(misuse),
            Ok(_) => Err(Misuse::new("the isolated law answered out of turn")),
            Err((index, death)) => Ok(died(index, death)),
        }
    }

    fn judge(&mut self, feed: Feed) -> Judged {
        match self.ask(&Request::Judge(feed.clone())) {
            Ok(judged) => judged,
            Err(silence) => {
                // The child took what it drew with it; the arguments can be drawn again.
                let drawn = self.draw(feed.clone());
                // But not if they are drawn while the body runs.
                let asks_first = drawn.outcome == Outcome::Skipped && drawn.tape.main.is_empty();
                let tape = if asks_first { self.drawn_before(feed, true) } else { drawn.tape };
                Judged { walk: drawn.walk, ..self.silent(silence, tape) }
            }
        }
    }

    fn draw(&mut self, feed: Feed) -> Judged {
        match self.ask(&Request::Draw(feed.clone())) {
            Ok(judged) => judged,
            Err(silence) => {
                let tape = self.drawn_before(feed, false);
                self.silent(silence, tape)
            }
        }
    }

    fn show(&mut self, tape: &Tape, reported: bool) -> Judged {
        match self.ask(&Request::Show { tape: tape.clone(), reported }) {
            Ok(judged) => judged,
            Err(silence) => {
                let mut judged = self.silent(silence, tape.clone());
                judged.record = self.show_arguments(tape).record;
                judged
            }
        }
    }

    fn show_arguments(&mut self, tape: &Tape) -> Judged {
        match self.ask(&Request::ShowArguments(tape.clone())) {
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

/// Reads a stream to its end and keeps the last of it.
fn keep_last(mut stream: impl Read) -> String {
    let mut last = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut buffer) {
        last.extend_from_slice(&buffer[..count]);
        if last.len() > 2 * LAST_WORDS {
            last.drain(..last.len() - LAST_WORDS);
        }
    }
    String::from_utf8_lossy(&last).into_owned()
}
