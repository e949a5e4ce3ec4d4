//! Peak memory, in a process that does nothing else.

use std::process::Command;

use lawful::temporal::{Monitor, Stamp};

use super::{data, plain};

/// The case and the subject that a child is asked, in this variable.
const ASKED: &str = "BENCH_TEMPORAL";
/// Rounds that are open where memory is divided by their number.
const OPEN: u64 = 50_000;

/// The case and subject, if this process is a child.
pub fn asked() -> Option<(String, String)> {
    let asked = std::env::var(ASKED).ok()?;
    let (case, subject) = asked.split_once(' ')?;
    Some((case.to_string(), subject.to_string()))
}

/// Runs a case in a child; returns its peak in megabytes, or bytes for each obligation.
pub fn ask(case: &str, subject: &str) -> f64 {
    let program = std::env::current_exe().expect("a process knows its program");
    let output = Command::new(program)
        .arg("temporal")
        .env(ASKED, format!("{case} {subject}"))
        .output()
        .expect("the program can be started again");
    assert!(output.status.success(), "{case}: {subject} ended with {}", output.status);
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().expect("an answer is a number")
}

pub fn answer((case, subject): &(String, String)) {
    match case.as_str() {
        "bytes_per_obligation" => println!("{}", bytes(subject)),
        "without_data" => {
            plain::stream().run(subject);
            println!("{}", kilobytes("VmHWM:") / 1024.0);
        }
        _ => {
            data::stream(data::open_of(case)).run(subject);
            println!("{}", kilobytes("VmHWM:") / 1024.0);
        }
    }
}

/// Resident bytes of a law for each thing that it has to remember, at the end of a stream that keeps many open.
fn bytes(name: &str) -> f64 {
    let stream = data::stream(OPEN);
    let law = stream.laws.iter().find(|(known, _)| *known == name).expect("a child knows its law");
    let before = kilobytes("VmRSS:");
    let mut monitor = Monitor::new(&law.1);
    // As many rounds again as are open, so that all that can be remembered is.
    for number in 0..OPEN * 16 * 3 {
        let at = Stamp { time: std::time::Duration::from_micros(number), round: number };
        monitor.step(&(stream.event)(number), at);
    }
    let bytes = (kilobytes("VmRSS:") - before) * 1024.0;
    bytes / monitor.open() as f64
}

/// A line of the status of this process, in kilobytes; 0 where the system does not tell.
fn kilobytes(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0.0)
}
