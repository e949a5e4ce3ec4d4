//! Monitors of temporal formulas beside the definitions.

use std::process::Command;

use super::Count;

pub fn monitors_agree() -> Count {
    let formulas = 200_000;
    let run = move || {
        // The test runs a hundredth of it; here it only runs for longer.
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
        let mut cargo = Command::new("cargo");
        cargo.args(["test", "--release", "--quiet", "--manifest-path", manifest]);
        cargo.args(["-p", "lawful-temporal", "--all-features", "--test", "temporal"]);
        cargo.args(["--", "agreement::"]).env("LAWFUL_TEMPORAL_FORMULAS", formulas.to_string());
        let output = cargo.output().expect("cargo can be started");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "a monitor disagrees with the definition\n{said}");
        assert!(said.contains("1 passed"), "the test was not run\n{said}");
    };
    // Without data and with data.
    Count { name: "temporal_agreement", times: 2 * formulas, run: Box::new(run) }
}
