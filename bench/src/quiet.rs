//! Silence on standard error while peers run.
//!
//! Peers report each run there, and the panic of a law that is meant to be broken is printed too. The
//! bench's own output goes to standard output and is not touched.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use nix::unistd::{dup, dup2_stderr};

/// Runs `work` in silence. If it panics, the message is printed afterwards.
pub fn quietly<R>(work: impl FnOnce() -> R) -> R {
    let before = dup(std::io::stderr()).expect("standard error can be duplicated");
    let nowhere =
        File::options().write(true).open("/dev/null").expect("the null device can be opened");
    dup2_stderr(nowhere).expect("standard error can be redirected");
    let result = catch_unwind(AssertUnwindSafe(work));
    dup2_stderr(before).expect("standard error can be restored");
    result.unwrap_or_else(|payload| {
        let message = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or(payload.downcast_ref::<&str>().copied());
        eprintln!("panicked: {}", message.unwrap_or("without a message"));
        resume_unwind(payload)
    })
}
