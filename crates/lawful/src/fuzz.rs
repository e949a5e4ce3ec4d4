//! Laws as targets of a fuzzer.

use lawful_core::run::{About, Build, Config, run_bytes};
use lawful_report::terminal;

/// What `#[law]` expands to in a build for a fuzzer: judges the case that the bytes stand for. One that
/// breaks the law is made small and reported, and ends the process as fuzzers expect it.
pub fn fuzz_built(about: About, config: Config, build: &Build<'_>, bytes: &[u8]) {
    if let Some(fault) = Config::fault_of_workspace() {
        panic!("law misused: {}: {fault}", about.name);
    }
    build(&mut |law| {
        if let Some(summary) = run_bytes(law, &about, &config, bytes) {
            eprint!("\n{}", terminal::report(&summary));
            panic!("law broken: {}", about.name);
        }
    });
}

/// Keeps its items in a build for a fuzzer (`--cfg fuzzing`, which `cargo fuzz` sets) and only there.
#[cfg(fuzzing)]
#[doc(hidden)]
#[macro_export]
macro_rules! when_fuzzing {
    ($($item:item)*) => { $($item)* };
}

/// Keeps its items in a build for a fuzzer (`--cfg fuzzing`, which `cargo fuzz` sets) and only there.
#[cfg(not(fuzzing))]
#[doc(hidden)]
#[macro_export]
macro_rules! when_fuzzing {
    ($($item:item)*) => {};
}
