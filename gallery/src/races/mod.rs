//! Programs with known races, under the scheduler.
//!
//! [`programs`] has some forty small programs with one mistake each, with what is known of them: how they
//! fail, and how few switches it takes. The exhibits are a handful of them, which differ in what it takes to
//! find the mistake.

mod imports {
    pub use lawful_pulse::{sync, thread, tokio};
}

pub mod asynchronous;
pub mod programs;

#[cfg(test)]
mod tests;

use lawful::pulse::scheduled;

use crate::exhibit::{Exhibit, Study};
use crate::finding::{Finding, reason};
use programs::sctbench::reorder;
use programs::{
    Failure, PROGRAMS, lost_update, philosophers, stalled_reader, work_stealing, wrong_notify,
};

static STUDY: Study = Study::ours("races", "work_stealing");

/// Finding of a known program: how it fails, and with how few context switches.
fn known(name: &str) -> Finding {
    let program = PROGRAMS.iter().find(|program| program.name == name);
    let program = program.expect("there is a program of that name");
    let failure = match program.failure {
        Failure::Assertion => reason(["the law panicked"]),
        Failure::Deadlock => reason(["for ever"]),
    };
    match program.fewest_switches {
        Some(fewest) => failure.with_switches(u64::from(fewest)),
        None => failure,
    }
}

/// The laws of this study. One that holds is run under a dozen cases of 64 schedules each.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "lost_update",
            "Two tasks add one with a load and a store. One switch, between the two, loses an addition; the \
             report says that with none it does not happen.",
            scheduled(lost_update::run),
        )
        .finds(known("lost_update")),
        STUDY
            .holds(
                "lost_update_put_right",
                "The same with one operation that does both.",
                scheduled(lost_update::run_right),
            )
            .tests(12),
        STUDY.breaks(
            "philosophers_wait_for_each_other",
            "Dijkstra's philosophers, three of them, who all take the left fork first. Two switches, and \
             each holds one fork; the report says who waits for what.",
            scheduled(|| philosophers::run(3)),
        )
        .finds(known("philosophers_3")),
        STUDY
            .holds(
                "philosophers_with_an_order",
                "All take the fork with the lower number first.",
                scheduled(|| philosophers::run_right(3)),
            )
            .tests(12),
        STUDY.breaks(
            "one_is_woken_and_two_wait",
            "A gate that wakes one of the two who wait. Not a switch is needed: look at who sleeps when the \
             gate opens.",
            scheduled(wrong_notify::run),
        )
        .finds(known("wrong_notify")),
        STUDY.breaks(
            "stalled_reader",
            "A reader that looks twice, and twenty writes that must all come between. Schedules that switch \
             at every other point do not find it in thousands of runs; a sparse one does.",
            scheduled(|| stalled_reader::run(20)),
        )
        .finds(known("stalled_reader_20")),
        STUDY.breaks(
            "reorder_5",
            "SCTBench's four tasks that set two variables, and a fifth that must look when one of them has set \
             the first and none has set the second: the more tasks there are, the rarer.",
            scheduled(|| reorder::run(5)),
        )
        .finds(known("reorder_5_bad")),
        STUDY.breaks(
            "work_stealing",
            "The deque of Chase and Lev, whose owner here takes the last item without competing for it. Two \
             switches: look for the item that thief and owner both take.",
            scheduled(work_stealing::run),
        )
        .finds(known("work_stealing")),
        STUDY
            .holds(
                "work_stealing_put_right",
                "The owner competes for the last item, as in the paper.",
                scheduled(work_stealing::run_right),
            )
            .tests(12),
    ]
}
