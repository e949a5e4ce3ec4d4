//! A question in a process of its own, which can be ended when it takes too long.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Question;
use crate::measure::median;

/// The case and the subject that a child is asked, in this variable.
const ASKED: &str = "BENCH_LINEARIZABILITY";

/// What a question may take before it is given up.
pub const LIMIT: Duration = Duration::from_secs(2);

/// What a child may take besides, to make the history.
const BUILDING: Duration = Duration::from_millis(500);

/// How long a child repeats a question that is answered quickly.
const REPEATED: Duration = Duration::from_millis(30);

/// Some subjects call themselves for every call of a history.
const STACK: usize = 1 << 30;

/// An answer and the milliseconds it took.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub is_consistent: bool,
    pub milliseconds: f64,
}

/// The case and subject, if this process is a child.
pub fn asked() -> Option<(String, String)> {
    let asked = std::env::var(ASKED).ok()?;
    let (case, subject) = asked.split_once(' ')?;
    Some((case.to_string(), subject.to_string()))
}

/// Asks in a child. Without an answer it was over the limit.
pub fn ask(case: &str, subject: &str) -> Option<Answer> {
    let program = std::env::current_exe().expect("a process knows its program");
    let mut child = Command::new(program)
        .arg("linearizability")
        .env(ASKED, format!("{case} {subject}"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started again");
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break status;
        }
        if started.elapsed() > LIMIT + BUILDING {
            child.kill().expect("a child can be ended");
            child.wait().expect("a child ends");
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(status.success(), "{case}: {subject} ended with {status}");
    let mut text = String::new();
    child.stdout.take()?.read_to_string(&mut text).expect("an answer is text");
    let (is_consistent, milliseconds) =
        text.trim().split_once(' ').expect("an answer is two words");
    let milliseconds: f64 = milliseconds.parse().expect("milliseconds are a number");
    let is_consistent = is_consistent.parse().expect("an answer is yes or no");
    (milliseconds <= LIMIT.as_secs_f64() * 1e3).then_some(Answer { is_consistent, milliseconds })
}

/// Answers as a child.
pub fn answer(question: impl FnOnce() -> Question + Send + 'static) {
    let measured =
        std::thread::Builder::new().stack_size(STACK).spawn(move || measured(question()));
    let Answer { is_consistent, milliseconds } =
        measured.expect("a thread can be started").join().expect("the question is answered");
    println!("{is_consistent} {milliseconds}");
}

fn measured(question: Question) -> Answer {
    let started = Instant::now();
    let mut figures = Vec::new();
    loop {
        let turn = Instant::now();
        let is_consistent = question();
        figures.push(turn.elapsed().as_secs_f64() * 1e3);
        if started.elapsed() >= REPEATED {
            return Answer { is_consistent, milliseconds: median(figures) };
        }
    }
}
