//! Cases in a process of their own, so that nothing they do can end the run.
//!
//! The parent starts the same program again, which comes to the same law and there, in [`serve`],
//! answers requests: run these tests, judge this tape. A request that the child does not survive is a
//! broken case like any other, and is shrunk by asking again.

mod child;
#[allow(clippy::question_mark, reason = "a `?` is two more functions to compile for each type")]
mod coded;
mod death;
mod lines;
#[allow(clippy::question_mark, reason = "as in `coded`, whose macro this uses")]
mod wire;

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub(super) use child::Child;

use self::coded::{read, written};
use self::lines::Lines;
use self::wire::{Answer, Request};
use super::site::{Here, Site};
use super::token::{from_letters, to_letters};
use super::trail::Trail;
use crate::data::About;
use crate::law::{Backtraces, Law, Plan, Settings, threads};

/// Names the law that a child is to serve.
const LAW: &str = "LAWFUL_CHILD";
/// The word that every line of the child's answers begins with.
const WORD: &str = "LAWFUL_CHILD_WORD";
/// Where the trail is.
const TRAIL: &str = "LAWFUL_CHILD_TRAIL";
/// The backtraces that are wanted, as `RUST_BACKTRACE` says it.
const BACKTRACES: &str = "LAWFUL_CHILD_BACKTRACES";
/// Index of the case in the source that a child is to serve, if it is one.
const KEPT: &str = "LAWFUL_CHILD_KEPT";
/// The most memory, in bytes.
const MEMORY: &str = "LAWFUL_CHILD_MEMORY";

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

/// What this process is to a law.
pub fn role(about: &About) -> Role {
    match std::env::var(LAW) {
        Err(_) => Role::Parent,
        Ok(name) if name == about.identity() => Role::Child,
        Ok(_) => Role::ChildOfAnother,
    }
}

/// Index of the case in the source that a child must [`serve`] instead of the law itself.
pub fn kept_case() -> Option<usize> {
    std::env::var(KEPT).ok()?.parse().ok()
}

/// Answers the parent's requests until it has no more, and ends the process.
pub fn serve(law: &dyn Law, settings: &Settings) -> ! {
    if let Some(bytes) = std::env::var(MEMORY).ok().and_then(|bytes| bytes.parse().ok()) {
        // Where the system knows no such limit, there is none.
        let _ = lawful_mapped::limit_memory(bytes);
    }
    let trail = std::env::var_os(TRAIL).and_then(|path| Trail::shared(Path::new(&path)).ok());
    let trail = trail.unwrap_or_else(Trail::none);
    let word = std::env::var(WORD).unwrap_or_default();
    let plan = Plan::new(0, "", 0);
    let mut settings = settings.clone();
    settings.overridden = true;
    let (running, settings) = (trail.index(), Arc::new(settings));
    let variable = std::env::var(BACKTRACES).ok();
    let backtraces = Backtraces::read(variable.as_deref());
    let mut here = Here { law, plan, running, settings, deadline: None, backtraces };
    let _running = threads::Running::begin();
    say(&word, &Answer::Ready);
    let requests = requests();
    while let Ok(line) = requests.next(Duration::MAX) {
        let line = String::from_utf8(line).unwrap_or_default();
        let request = from_letters(line.trim_end()).and_then(|bytes| read(&bytes));
        let Some(request) = request else { break };
        let answer = answer(&mut here, request);
        // What was kept from printing here is told by the parent.
        let unnoticed = threads::take_unnoticed();
        if unnoticed.count > 0 {
            say(&word, &Answer::ThreadsPanicked(unnoticed));
        }
        say(&word, &answer);
    }
    std::process::exit(0)
}

/// The lines of requests. They are read on a thread of their own, which ends the process when there is
/// no parent any more: a law that loops for ever must not outlive it.
fn requests() -> Lines {
    Lines::read(|| line_of(&mut io::stdin().lock()), || std::process::exit(0))
}

/// The next line of a stream, if there is one.
fn line_of(stream: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    stream.read_until(b'\n', &mut line).ok().filter(|count| *count > 0).map(|_| line)
}

fn answer(here: &mut Here<'_>, request: Request) -> Answer {
    match request {
        Request::Batch { plan, start, end } => {
            here.plan = plan;
            match here.run_batch(start, end, end) {
                Ok(stretch) => Answer::Stretch(Box::new(stretch)),
                Err(misuse) => Answer::Misused(misuse),
            }
        }
        Request::Judge(feed) => Answer::judged(here.judge(feed)),
        Request::Draw(feed) => Answer::judged(here.draw(feed)),
        Request::DrawInto { feed, file, runs } => {
            let file = File::options().append(true).create(true).open(file);
            Answer::judged(here.draw_before(
                feed,
                runs,
                Box::new(move |token| {
                    if let Ok(mut file) = file.as_ref() {
                        // What cannot be written is missing at the end of the tape.
                        let _ = file.write_all(&written(token));
                    }
                }),
            ))
        }
        Request::Show { tape, reported } => Answer::judged(here.show(&tape, reported)),
        Request::ShowArguments(tape) => Answer::judged(here.show_arguments(&tape)),
    }
}

/// Writes an answer past the harness's capture, on a line that nothing the law prints can look like.
fn say(word: &str, answer: &Answer) {
    let line = format!("\n{word} {}\n", to_letters(&written(answer)));
    let mut stdout = io::stdout().lock();
    // Without a parent there is nobody to serve.
    if stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()).is_err() {
        std::process::exit(0);
    }
}
