//! Processes killed at any moment, and what is left of what they had reported.

use std::process::Command;

use super::Count;

pub fn thousand_kills() -> Count {
    let times = 1_000;
    let run = move || {
        // The check builds a project of its own and runs it; here it only runs for longer.
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../checks/Cargo.toml");
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--quiet", "--manifest-path", manifest, "--test", "projects"]);
        cargo.args(["--", "killed::"]).env("CHECKS_KILLS", times.to_string());
        let output = cargo.output().expect("cargo can be started");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "a killed process lost a failure\n{said}");
        assert!(said.contains("1 passed"), "the check was not run\n{said}");
    };
    Count { name: "thousand_kills", times, run: Box::new(run) }
}
