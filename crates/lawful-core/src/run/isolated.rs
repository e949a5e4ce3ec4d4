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
mod death;
mod lines;
mod output;
mod wire;

use std::io::Write;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

pub(super) use child::{Apart, Child};

use self::channel::{Stream, read_frame, write_frame};
use self::lines::Lines;
use self::wire::{Answer, Hello, Request};
use super::site::{Here, Site};
use super::trail::Trail;
use crate::data::About;
use crate::data::codec::{from_bytes, to_bytes};
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

/// Role of this process for a law. A test may come to several laws of one identity, in a loop or a helper: `ordinal` is
/// the number of those before it.
pub fn role(about: &About, ordinal: u64) -> Role {
    match served() {
        None => Role::Parent,
        // A law that the served one runs inside of its cases is run as ever.
        Some(served) if served.is_serving() => Role::Parent,
        Some(Served { hello, .. }) if hello.law == about.identity() && hello.ordinal == ordinal => {
            Role::Child
        }
        Some(_) => Role::ChildOfAnother,
    }
}

/// Returns whether this process is a child.
pub fn is_child() -> bool {
    served().is_some()
}

/// The child's side of a connection.
struct Served {
    hello: Hello,
    stream: Mutex<Option<Stream>>,
}

impl Served {
    /// Returns whether the law is there that the process is to serve.
    fn is_serving(&self) -> bool {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
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
    let hello: Hello = read_frame(&mut stream).and_then(|bytes| from_bytes(&bytes))?;
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
    // `role` says that there is one.
    let Some((hello, mut reader, writer)) = connection else { lawful_system::exit_at_once(101) };
    // Where the system knows no such limit, there is none.
    let _ = hello.memory.map(lawful_system::limit_memory);
    let trail = hello.trail.as_ref().and_then(|path| Trail::shared(Path::new(path)).ok());
    let has_trail = trail.is_some();
    let trail = trail.unwrap_or_else(Trail::none);
    let plan = Plan::new(0, "", 0);
    let mut settings = settings.clone();
    settings.overridden = true;
    let (running, settings) = (trail.index(), Arc::new(settings));
    let backtraces = Backtraces::read(Some(&hello.backtraces));
    let here = Here { law, plan, running, settings, deadline: None, backtraces };
    let _running = threads::Running::begin();
    let connection = Connection(Arc::new(Mutex::new(writer)));
    let mark = mark(&hello.word);
    mark_output(&mark);
    connection.say(&Answer::Ready { has_trail });
    // Requests are read on a thread of their own, which ends the process and what it started when there is no parent any
    // more: a law that loops for ever must not outlive it.
    let requests = Lines::read(move || read_frame(&mut reader), || lawful_system::end_group(0));
    let mut serving = Serving { here, kept, connection };
    while let Ok(bytes) = requests.next(Duration::MAX) {
        let Some(request) = from_bytes::<Request>(&bytes) else { break };
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
struct Connection(Arc<Mutex<Stream>>);

impl Connection {
    fn say(&self, answer: &Answer) {
        // Without a parent there is nothing to serve.
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if write_frame(&mut *stream, &to_bytes(answer)).is_err() {
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
                let witness = move |written| connection.say(&Answer::Written(written));
                Answer::judged(here.draw_before(feed, runs, Arc::new(witness)))
            }
            Request::Show { feed, reported, kept, notes } => {
                let told = connection.clone();
                let teller = Rc::new(move |part| told.say(&Answer::Part(part)));
                let witness = Arc::new(move |written| connection.say(&Answer::Written(written)));
                let law = kept.and_then(|index| self.kept.get(index)).copied();
                let outer = law.map(|law| std::mem::replace(&mut here.law, law));
                let judged = here.show_told(feed, reported, notes, Some((teller, witness)));
                outer.into_iter().for_each(|law| here.law = law);
                Answer::judged(judged)
            }
            Request::ShowArguments(tape) => Answer::judged(here.show_arguments(&tape)),
        }
    }
}
