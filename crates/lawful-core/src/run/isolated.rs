//! Cases in a process of their own, so that nothing they do can end the run.
//!
//! The parent starts the same program again, which comes to the same law and there, in [`serve`],
//! answers requests: run these tests, judge this tape. A request that the child does not survive is a
//! broken case like any other, and is shrunk by asking again.
//!
//! ```text
//! parent                                   child, in a process group of its own
//!   Hello ─────────────────────────────────► which law, memory limit, trail
//!                                    Ready ◄─ the test harness came to the law
//!   Request ───────────────────────────────► runs the case
//!              Part, Token, ThreadsPanicked ◄─ while it runs
//!                         Judged or Stretch ◄─ the answer; a closed connection is a death
//! ```

mod channel;
mod child;
#[allow(clippy::question_mark, reason = "a `?` is two more functions to compile for each type")]
mod coded;
mod death;
mod lines;
mod output;
#[allow(clippy::question_mark, reason = "as in `coded`, whose macro this uses")]
mod wire;

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

pub(super) use child::{Apart, Child};

use self::channel::{Stream, read_frame, write_frame};
use self::coded::{read, written};
use self::lines::Lines;
use self::wire::{Answer, Hello, Request};
use super::site::{Here, Site};
use super::trail::Trail;
use crate::data::About;
use crate::law::{Backtraces, Law, Plan, Settings, threads};

/// Whether this process is the child of a run with isolation, and for this law or for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is no child.
    Parent,
    /// It must [`serve`] this law.
    Child,
    /// It serves another law, and this one is to be left out.
    ChildOfAnother,
}

/// Role of this process for a law.
pub fn role(about: &About) -> Role {
    match served() {
        None => Role::Parent,
        Some(served) if served.hello.law == about.identity() => Role::Child,
        Some(_) => Role::ChildOfAnother,
    }
}

/// Returns whether this process is a child.
pub(super) fn is_child() -> bool {
    served().is_some()
}

/// The child's side of a connection.
struct Served {
    hello: Hello,
    stream: Mutex<Option<Stream>>,
}

/// The connection to the parent, if this process is a child.
fn served() -> Option<&'static Served> {
    static SERVED: OnceLock<Option<Served>> = OnceLock::new();
    let served = SERVED.get_or_init(|| {
        let marked = channel::marked()?;
        let Some(served) = greeted(&marked) else {
            // Going on would be a run that was not asked for, or no run that looks like a success.
            let text = "lawful: this process was started to run cases for another one, which is not there; \
                        remove the argument that begins with `lawful-child-`\n";
            // Past the harness, which would keep it to itself.
            let _ = std::io::stderr().write_all(text.as_bytes());
            lawful_system::exit_at_once(101);
        };
        Some(served)
    });
    served.as_ref()
}

fn greeted(marked: &str) -> Option<Served> {
    let (mut stream, word) = channel::connect(marked).ok()?;
    let hello: Hello = read_frame(&mut stream).and_then(|bytes| read(&bytes))?;
    (hello.word == word).then(|| Served { hello, stream: Mutex::new(Some(stream)) })
}

/// Text that a child writes to its streams, so that the parent knows how far it has read them. It begins with a letter that is
/// hardly ever printed: what may be its beginning is held back until more is read.
fn mark(word: &str) -> String {
    format!("\u{2}lawful-mark-{word}\n")
}

/// Answers the parent's requests until it has no more, and ends the process. `kept` are the cases of the law in
/// the source.
pub fn serve(law: &dyn Law, kept: &[&dyn Law], settings: &Settings) -> ! {
    let connection = served().and_then(|served| {
        let stream = served.stream.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        Some((&served.hello, stream.try_clone().ok()?, stream))
    });
    // A law that runs itself again inside of its own case finds the connection taken.
    let Some((hello, mut reader, writer)) = connection else { lawful_system::exit_at_once(101) };
    // Where the system knows no such limit, there is none.
    let _ = lawful_system::limit_memory(hello.memory);
    let trail = hello.trail.as_ref().and_then(|path| Trail::shared(Path::new(path)).ok());
    let trail = trail.unwrap_or_else(Trail::none);
    let plan = Plan::new(0, "", 0);
    let mut settings = settings.clone();
    settings.overridden = true;
    let (running, settings) = (trail.index(), Arc::new(settings));
    let backtraces = Backtraces::read(Some(&hello.backtraces));
    let here = Here { law, plan, running, settings, deadline: None, backtraces };
    let _running = threads::Running::begin();
    let connection = Connection(Rc::new(RefCell::new(writer)));
    let mark = mark(&hello.word);
    mark_output(&mark);
    connection.say(&Answer::Ready);
    // Requests are read on a thread of their own, which ends the process and what it started when there is no parent any
    // more: a law that loops for ever must not outlive it.
    let requests = Lines::read(move || read_frame(&mut reader), || lawful_system::end_group(0));
    let mut serving = Serving { here, kept, connection };
    while let Ok(bytes) = requests.next(Duration::MAX) {
        let Some(request) = read::<Request>(&bytes) else { break };
        let is_shown = request.is_shown();
        let answer = serving.answer(request);
        // What was kept from printing here is told by the parent.
        let unnoticed = threads::take_unnoticed();
        if unnoticed.count > 0 {
            serving.connection.say(&Answer::ThreadsPanicked(unnoticed));
        }
        if is_shown {
            mark_output(&mark);
        }
        serving.connection.say(&answer);
    }
    lawful_system::end_group(0)
}

/// Marks this place of both streams. Not by way of std's handles: a law may have locked one for good.
fn mark_output(mark: &str) {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let streams = [
            std::io::stdout().as_fd().try_clone_to_owned(),
            std::io::stderr().as_fd().try_clone_to_owned(),
        ];
        // A law may have closed them.
        for stream in streams.into_iter().flatten() {
            let _ = std::fs::File::from(stream).write_all(mark.as_bytes());
        }
    }
    #[cfg(not(unix))]
    {
        let _ = std::io::stdout().write_all(mark.as_bytes());
        let _ = std::io::stdout().flush();
        let _ = std::io::stderr().write_all(mark.as_bytes());
    }
}

/// The writing end of the child's connection.
#[derive(Clone)]
struct Connection(Rc<RefCell<Stream>>);

impl Connection {
    fn say(&self, answer: &Answer) {
        // Without a parent there is nothing to serve.
        if write_frame(&mut *self.0.borrow_mut(), &written(answer)).is_err() {
            lawful_system::end_group(0);
        }
    }
}

struct Serving<'a> {
    here: Here<'a>,
    kept: &'a [&'a dyn Law],
    connection: Connection,
}

impl Serving<'_> {
    fn answer(&mut self, request: Request) -> Answer {
        let (here, connection) = (&mut self.here, self.connection.clone());
        match request {
            Request::Batch { plan, start, end } => {
                here.plan = plan;
                match here.run_batch(start, end, end) {
                    Ok(stretch) => Answer::Stretch(Box::new(stretch)),
                    Err(misuse) => Answer::Misused(misuse),
                }
            }
            Request::Judge(feed) => Answer::judged(here.judge(feed)),
            Request::Draw { feed, told: false } => Answer::judged(here.draw(feed)),
            Request::Draw { feed, told: true } => {
                let teller = Rc::new(move |part| connection.say(&Answer::Part(part)));
                Answer::judged(here.draw_told(feed, teller))
            }
            Request::DrawTold { feed, runs } => {
                let witness = move |token: &_| connection.say(&Answer::Token(Clone::clone(token)));
                Answer::judged(here.draw_before(feed, runs, Box::new(witness)))
            }
            Request::Show { feed, reported, kept } => {
                let teller = Rc::new(move |part| connection.say(&Answer::Part(part)));
                let law = kept.and_then(|index| self.kept.get(index)).copied();
                let outer = law.map(|law| std::mem::replace(&mut here.law, law));
                let judged = here.show_told(feed, reported, Some(teller));
                outer.into_iter().for_each(|law| here.law = law);
                Answer::judged(judged)
            }
            Request::ShowArguments(tape) => Answer::judged(here.show_arguments(&tape)),
        }
    }
}
