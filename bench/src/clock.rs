//! CPU time, of this process with all its threads and of the processes it has waited for.
//!
//! CPU time rather than wall time, because other work on the machine then hardly counts; of the whole
//! process rather than the thread, because a peer may work in threads of its own.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::{TimeVal, TimeValLike};
use nix::time::{ClockId, clock_gettime};

/// CPU time that this process has used so far.
pub fn process() -> Duration {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)
        .expect("the clock of CPU time can be read")
        .into()
}

/// CPU time, in user and system mode, of all child processes that have ended, and of their children.
pub fn children() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the usage of children can be read");
    duration(usage.user_time()) + duration(usage.system_time())
}

fn duration(time: TimeVal) -> Duration {
    Duration::from_micros(time.num_microseconds() as u64)
}
