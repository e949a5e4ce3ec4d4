//! One part of a law's run in a process of its own.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lawful_data::codec::from_json;
use lawful_data::{Event, Record, Stopped, Summary};
use lawful_report::terminal;

use super::schedule::{Part, PartEnd};
use crate::cargo::Executable;
use crate::duration::write_duration;
use crate::laws::FoundLaw;

/// Time that a process has beyond its own for the test that it is in.
const GRACE: Duration = Duration::from_secs(10);
/// Time that a process has beyond its own where it found a failure, which it shrinks.
const SHRINKING_GRACE: Duration = Duration::from_secs(90);
/// Lines that are shown of what a process printed before it died.
const LAST_LINES: usize = 12;
/// Exit code of the test harness if a test failed.
const FAILED_TESTS: i32 = 101;
/// Largest part of its output that is looked at.
const LAST_BYTES: u64 = 64 << 10;

/// A worker's place for one process at a time, with the files that the process writes.
#[derive(Debug)]
pub struct Slot {
    results: PathBuf,
    output: PathBuf,
    running: Mutex<Option<Running>>,
}

/// A process that runs.
#[derive(Clone, Debug)]
struct Running {
    process: u32,
    started: Instant,
    time: Option<Duration>,
    is_killed: bool,
}

impl Slot {
    /// The place of a worker in a directory.
    pub fn new(directory: &Path, worker: usize) -> Self {
        let file = |end: &str| directory.join(format!("{worker}.{end}"));
        Slot { results: file("jsonl"), output: file("out"), running: Mutex::new(None) }
    }

    /// Runs a part to its end.
    pub fn run(
        &self,
        executable: &Executable,
        law: &FoundLaw,
        part: &Part,
        environment: &[(String, String)],
    ) -> PartEnd {
        let started = Instant::now();
        let run = self.start_and_wait(executable, law, part, environment);
        let mut end = self.read(law);
        end.elapsed = started.elapsed();
        match run {
            Ok((_, true)) => end.is_killed = true,
            Ok((status, false)) => {
                if !agree(&mut end, status.success(), status.code(), law.is_law) {
                    let last = self.last_lines();
                    end.death = Some(format!("its process ended with {status}{last}"));
                }
            }
            Err(error) => {
                let path = executable.path.display();
                end.death = Some(format!("{path} cannot be run: {error}"));
            }
        }
        end
    }

    fn start_and_wait(
        &self,
        executable: &Executable,
        law: &FoundLaw,
        part: &Part,
        environment: &[(String, String)],
    ) -> io::Result<(std::process::ExitStatus, bool)> {
        let _ = fs::remove_file(&self.results);
        let output = File::create(&self.output)?;
        let mut command = executable.command();
        command.args([law.path.as_str(), "--exact", "--nocapture", "--include-ignored"]);
        command.arg("--test-threads=1");
        command.stdout(Stdio::from(output.try_clone()?)).stderr(Stdio::from(output));
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        command.env("LAWFUL_RESULTS", &self.results);
        if let Some(tests) = &part.tests {
            command.env("LAWFUL_FIRST_TEST", tests.start.to_string());
            command.env("LAWFUL_LAST_TEST", tests.end.to_string());
        }
        if let Some(time) = part.time {
            command.env("LAWFUL_MAX_TIME", write_duration(time));
        }
        lawful_system::end_with_parent(&mut command);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (process, started) = (child.id(), Instant::now());
        let running = Running { process, started, time: part.time, is_killed: false };
        *self.running() = Some(running);
        let status = child.wait()?;
        let running = self.running().take();
        // What the law started ends with it.
        lawful_system::kill_group(process);
        Ok((status, running.is_some_and(|running| running.is_killed)))
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills the process, if there is one.
    pub fn kill(&self) {
        if let Some(running) = &mut *self.running() {
            running.is_killed = true;
            lawful_system::kill_group(running.process);
        }
    }

    /// Kills a process that does not end after its time.
    pub fn kill_if_late(&self) {
        let Some(Running { started, time: Some(time), .. }) = self.running().clone() else {
            return;
        };
        let late = started.elapsed().saturating_sub(time);
        if late > SHRINKING_GRACE || late > GRACE && !self.is_shrinking() {
            self.kill();
        }
    }

    /// Returns whether the process shrinks a failure: it told that a test failed, and did not store the failure since.
    fn is_shrinking(&self) -> bool {
        let text = fs::read_to_string(&self.results).unwrap_or_default();
        let told = text.lines().rev().find_map(|line| match from_json(line) {
            Ok(Record::Event(recorded)) => match recorded.event {
                Event::Failed { .. } => Some(true),
                Event::Stored { .. } => Some(false),
                _ => None,
            },
            _ => None,
        });
        told.unwrap_or(false)
    }

    /// Reads what the process told.
    fn read(&self, law: &FoundLaw) -> PartEnd {
        let mut end = PartEnd::default();
        let bytes = fs::read(&self.results).unwrap_or_default();
        for line in String::from_utf8_lossy(&bytes).lines() {
            // The head is no record, and neither is a line that the process was killed in.
            let Ok(record) = from_json::<Record>(line) else { continue };
            match record {
                Record::Summary(summary) if is_of(&summary, law) => end.summaries.push(*summary),
                Record::Page(page) => end.pages.push(*page),
                Record::Event(recorded) => match &recorded.event {
                    Event::Stored { .. } => end.stored.push(Record::Event(recorded)),
                    Event::Progress { .. } => end.progress.push(*recorded),
                    other => end.notices.extend(terminal::event(other)),
                },
                _ => {}
            }
        }
        end
    }

    /// Last lines that the process printed.
    fn last_lines(&self) -> String {
        let bytes = last_bytes(&self.output).unwrap_or_default();
        last_lines(&String::from_utf8_lossy(&bytes))
    }
}

/// Last lines of an output under a heading, to be added to the sentence about the process; empty if it printed nothing.
fn last_lines(output: &str) -> String {
    let lines: Vec<&str> = output.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    match last.is_empty() {
        true => String::new(),
        // The first line of a problem is its headline in lists, so the output begins on the next.
        false => format!("\n    It printed last:\n    {}", last.join("\n    ")),
    }
}

/// Brings what the laws of a test came to in line with how its process ended, which may know more. Returns false if the
/// process failed for a reason that no law gives: it died at its exit, or a plain test failed beside its laws.
fn agree(end: &mut PartEnd, is_success: bool, code: Option<i32>, is_law: bool) -> bool {
    if is_success {
        end.summaries.iter_mut().for_each(expect);
        end.is_without_law = end.summaries.is_empty() && is_law;
        return true;
    }
    if end.summaries.iter().any(|summary| !summary.is_success()) {
        return true;
    }
    // The test of a law that passed has nothing else that could fail than the expectation of a panic.
    let is_expectation = is_law && code == Some(FAILED_TESTS) && !end.summaries.is_empty();
    if is_expectation {
        end.summaries.iter_mut().for_each(|summary| summary.expect_failure = true);
    }
    is_expectation
}

/// Makes a law that is not as it should be one that is: its test expects the panic.
fn expect(summary: &mut Summary) {
    match summary.stopped {
        _ if summary.is_success() => {}
        Stopped::Failed(_) | Stopped::Unstable(_) => summary.expect_failure = true,
        _ => {
            (summary.stopped, summary.expect_failure) = (Stopped::Passed, false);
            summary.may_give_up = true;
        }
    }
}

/// Returns whether a summary is that of a law which the test runs: a law may start a program with laws of its own.
fn is_of(summary: &Summary, law: &FoundLaw) -> bool {
    summary.about.test.as_ref().is_some_and(|test| test.path == law.path)
}

fn last_bytes(file: &Path) -> io::Result<Vec<u8>> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = File::open(file)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LAST_BYTES)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use lawful_data::About;

    use super::*;

    fn end(summaries: &[Stopped]) -> PartEnd {
        let summary = |stopped: &Stopped| {
            Summary::new(About::new("law".to_string(), "laws.rs", 1), 0, 256, stopped.clone())
        };
        PartEnd { summaries: summaries.iter().map(summary).collect(), ..PartEnd::default() }
    }

    #[test]
    fn a_law_that_passed_where_a_panic_was_expected_is_not_as_it_should_be() {
        let mut passed = end(&[Stopped::Passed]);
        assert!(agree(&mut passed, false, Some(FAILED_TESTS), true));
        assert!(!passed.summaries[0].is_success());
    }

    #[test]
    fn the_last_output_is_on_lines_of_its_own() {
        assert_eq!(last_lines(" \n\n"), "");
        let told = last_lines("running 1 test\n\nthread 'law' panicked\n");
        assert_eq!(told, "\n    It printed last:\n    running 1 test\n    thread 'law' panicked");
        let many = "line\n".repeat(2 * LAST_LINES);
        assert_eq!(last_lines(&many).lines().count(), 2 + LAST_LINES);
    }

    #[test]
    fn a_process_that_fails_after_its_law_passed_died() {
        for code in [None, Some(1)] {
            assert!(!agree(&mut end(&[Stopped::Passed]), false, code, true));
        }
        assert!(!agree(&mut end(&[]), false, Some(FAILED_TESTS), true));
    }

    #[test]
    fn a_plain_test_may_fail_beside_its_laws() {
        let gave_up = Stopped::GaveUp { starved: None };
        for laws in [&[][..], &[Stopped::Passed]] {
            assert!(!agree(&mut end(laws), false, Some(FAILED_TESTS), false));
        }
        assert!(agree(&mut end(&[Stopped::Passed, gave_up]), false, Some(FAILED_TESTS), false));
        assert!(agree(&mut end(&[]), true, Some(0), false));
    }
}
