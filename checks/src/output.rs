//! What a command printed.

use std::collections::BTreeMap;

/// What a command printed, and whether it was a success.
#[derive(Debug)]
pub struct Output {
    /// Whether it was a success.
    pub success: bool,
    /// Its exit code, if it was not ended by a signal.
    pub code: Option<i32>,
    /// What the test harness prints.
    pub stdout: String,
    /// What cargo and the compiler print, and what is written past the harness's capture.
    pub stderr: String,
}

impl Output {
    pub(crate) fn new(output: std::process::Output) -> Self {
        Output {
            success: output.status.success(),
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// All of it, for the message of an assertion.
    pub fn all(&self) -> String {
        format!("success: {}\n{}\n{}", self.success, self.stdout, self.stderr)
    }

    /// Returns the output of a command that must succeed.
    pub fn expect_success(self) -> Self {
        assert!(self.success, "{}", self.all());
        self
    }

    /// What each test that failed printed, by the test's name.
    pub fn failures(&self) -> BTreeMap<String, String> {
        let mut failures = BTreeMap::new();
        let mut parts = self.stdout.split("\n---- ").skip(1);
        for part in &mut parts {
            let Some((name, text)) = part.split_once(" stdout ----\n") else { continue };
            let text = text.split("\n\nfailures:\n").next().unwrap_or_default();
            failures.insert(name.to_string(), text.trim().to_string());
        }
        failures
    }

    /// What the test that failed printed.
    pub fn failure(&self, name: &str) -> String {
        let mut failures = self.failures();
        failures.remove(name).unwrap_or_else(|| panic!("{name} did not fail:\n{}", self.all()))
    }

    /// The lines that laws wrote past the capture, in order of their texts: the laws run in any.
    pub fn remarks(&self) -> Vec<&str> {
        let lines = self.stderr.lines().filter(|line| line.starts_with("law "));
        let mut lines: Vec<&str> = lines.collect();
        lines.sort();
        lines
    }

    /// Standard output without what is a matter of time.
    pub fn timeless(&self) -> String {
        let lines = self.stdout.lines().map(|line| match line.split_once("; finished in ") {
            Some((before, _)) => before,
            None => line,
        });
        lines.map(|line| format!("{line}\n")).collect()
    }
}
