//! Peak memory of one discovery, in a process that does nothing else.

use std::process::Command;

use lawful::discovery::Signature;

/// The case and the subject that a child is asked, in this variable.
const ASKED: &str = "BENCH_DISCOVERY";

/// Greatest resident memory of a child, before its discovery and after it.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    pub baseline_mb: f64,
    pub peak_mb: f64,
}

/// The case and subject, if this process is a child.
pub fn asked() -> Option<(String, String)> {
    let asked = std::env::var(ASKED).ok()?;
    let (case, subject) = asked.split_once(' ')?;
    Some((case.to_string(), subject.to_string()))
}

/// Discovers the laws of a case in a child.
pub fn ask(case: &str, subject: &str) -> Memory {
    let program = std::env::current_exe().expect("a process knows its program");
    let output = Command::new(program)
        .arg("discovery")
        .env(ASKED, format!("{case} {subject}"))
        .output()
        .expect("the program can be started again");
    assert!(output.status.success(), "{case}: {subject} ended with {}", output.status);
    let text = String::from_utf8_lossy(&output.stdout);
    let (baseline, peak) = text.trim().split_once(' ').expect("an answer is two words");
    let megabytes = |word: &str| word.parse::<f64>().expect("kilobytes are a number") / 1024.0;
    Memory { baseline_mb: megabytes(baseline), peak_mb: megabytes(peak) }
}

/// Discovers the laws as a child, and prints the peak of the memory in kilobytes before and after.
pub fn answer(signature: Signature) {
    let baseline = peak_kilobytes();
    let found = signature.discover();
    println!("{baseline} {}", peak_kilobytes());
    drop(found);
}

/// Greatest resident memory of this process so far; 0 where the system does not tell.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
}
