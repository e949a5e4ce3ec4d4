//! Branches on real threads.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

use lawful_core::run::Runner;
use lawful_machine::shared::{Machine, Step, StepResult};
use lawful_parallel::{Consistency, Parallel};

/// Loses what another one counts in between.
fn next_losing(last: &mut u32, step: Step<Arc<AtomicU32>>) -> StepResult {
    let next = step.call((), |count, _, ()| {
        let next = count.load(SeqCst) + 1;
        for _ in 0..20 {
            thread::yield_now();
        }
        count.store(next, SeqCst);
        next
    })?;
    *last += 1;
    next.returns(*last)
}

fn next(last: &mut u32, step: Step<Arc<AtomicU32>>) -> StepResult {
    let next = step.call((), |count, _, ()| count.fetch_add(1, SeqCst) + 1)?;
    *last += 1;
    next.returns(*last)
}

fn machine() -> Machine<u32, Arc<AtomicU32>> {
    Machine::new(|| 0, Arc::<AtomicU32>::default)
}

#[test]
fn a_lost_update_is_found_and_made_small() {
    let law = Parallel::threads(machine().command(next_losing));
    let summary = Runner::named("losing").seed(1).tests(1_000).first_failure().run(&law);
    let failure = summary.failure().expect("an update is lost");
    let law = &failure.reason.title;
    assert_eq!(law, "not linearizable: no order of the calls explains what they returned");
    let branches: Vec<Option<u32>> = failure.calls().iter().map(|step| step.column).collect();
    assert_eq!(branches, [Some(0), Some(1)]);
    assert_eq!(failure.calls()[0].result, failure.calls()[1].result);
}

#[test]
fn what_is_right_holds_in_either_order() {
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let law = Parallel::threads(machine().command(next)).consistency(order).repeat(2);
        let summary = Runner::named("counting").seed(1).tests(40).run(&law);
        assert!(summary.is_success(), "{order:?} {:?}", summary.stopped);
    }
}

/// What was returned before it should have been, or after, is told by the times of the calls alone.
#[test]
fn the_times_of_calls_count_unless_said_otherwise() {
    /// Writes are seen one write later.
    #[derive(Default)]
    struct Late {
        values: Mutex<(u32, u32)>,
    }
    fn write(model: &mut u32, step: Step<Arc<Late>>) -> StepResult {
        step.call((), |late, _, ()| {
            let mut values = late.values.lock().expect("nobody panics");
            *values = (values.1, values.1 + 1);
        })?;
        *model += 1;
        Ok(())
    }
    fn read(model: &mut u32, step: Step<Arc<Late>>) -> StepResult {
        let seen = step.call((), |late, _, ()| late.values.lock().expect("nobody panics").0)?;
        seen.returns(*model)
    }
    // One who only writes and one who only reads, each at most once.
    let machine = || Machine::new(|| 0, Arc::<Late>::default).command(write).command(read);
    let law = |order| {
        Parallel::threads(machine()).consistency(order).prefix(0).branches(2).commands(1).repeat(3)
    };
    let check = Runner::named("late").seed(1).tests(60).first_failure();
    assert!(check.run(&law(Consistency::Sequential)).is_success());
    assert!(check.run(&law(Consistency::Linearizable)).failure().is_some());
}

#[test]
fn each_case_runs_as_often_as_it_should() {
    let runs = Arc::new(AtomicU32::new(0));
    let counted = runs.clone();
    let machine = Machine::new(
        || 0,
        move || {
            counted.fetch_add(1, SeqCst);
            Arc::<AtomicU32>::default()
        },
    );
    let law = Parallel::threads(machine.command(next)).repeat(7);
    let summary = Runner::named("often").seed(1).tests(30).run(&law);
    assert!(summary.is_success());
    let runs = runs.load(SeqCst);
    assert!(runs >= 7 * 30 && runs.is_multiple_of(7), "{runs}");
}

#[test]
fn a_panic_in_a_branch_is_told_with_its_own_message_and_place() {
    fn next_panicking(_: &mut u32, step: Step<Arc<AtomicU32>>) -> StepResult {
        step.call((), |count, _, ()| {
            let before = count.load(SeqCst);
            for _ in 0..20 {
                thread::yield_now();
            }
            assert!(count.fetch_add(1, SeqCst) == before, "it is busy");
        })?;
        Ok(())
    }
    let law = Parallel::threads(machine().command(next_panicking));
    let summary = Runner::named("panicking").seed(1).tests(1_000).first_failure().run(&law);
    let failure = summary.failure().expect("two come at once");
    let (message, location) = failure.reason.panic().expect("it panics");
    assert_eq!(message, "it is busy");
    assert!(location.starts_with(file!()), "{location}");
    let mut results: Vec<Option<&str>> =
        failure.calls().iter().map(|step| step.result.as_deref()).collect();
    results.sort_unstable();
    assert_eq!(results, [Some("()"), Some("does not return")]);
}
