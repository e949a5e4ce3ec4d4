//! What ends a branch before its time.

use std::time::Duration;

use lawful_core::law::Law;
use lawful_core::run::{Failure, Runner, Stopped};
use lawful_machine::symbolic::*;
use lawful_parallel::Parallel;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::{fault, thread};

type Count = Arc<AtomicU32>;

fn counting() -> Machine<u32, Count> {
    Machine::new(|| 0, Count::default)
}

#[track_caller]
fn failure(law: &dyn Law) -> Failure {
    let summary = Runner::named("failing").seed(1).first_failure().run(law);
    match summary.stopped {
        Stopped::Failed(mut failures) => failures.remove(0),
        other => panic!("{other:?}"),
    }
}

fn results(failure: &Failure) -> Vec<(Option<u32>, Option<&str>)> {
    failure.calls().iter().map(|step| (step.column, step.result.as_deref())).collect()
}

#[test]
fn a_panic_in_a_branch_is_told_with_its_own_message_and_place() {
    fn add(_: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |count, _, ()| {
            let before = count.load(SeqCst);
            assert!(count.fetch_add(1, SeqCst) == before, "it is busy");
        })?;
        Ok(())
    }
    let failure = failure(&Parallel::scheduled(counting().command(add)));
    let (message, location) = failure.reason.panic().expect("it panics");
    assert_eq!(message, "it is busy");
    assert!(location.starts_with(file!()), "{location}");
    assert_eq!(results(&failure), [(Some(0), Some("does not return")), (Some(1), Some("()"))]);
}

#[test]
fn a_panic_in_the_prefix_marks_its_command() {
    fn add(model: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |count, _, ()| assert!(count.fetch_add(1, SeqCst) < 2, "three calls"))?;
        *model += 1;
        Ok(())
    }
    let failure = failure(&Parallel::scheduled(counting().command(add)));
    assert_eq!(results(&failure), [(None, Some("()")), (None, Some("()")), (None, None)]);
    assert!(failure.calls()[2].failed && failure.calls()[2].before == "2");
}

/// One failure, wherever it happens and however often.
#[test]
fn branches_that_all_panic_are_told_like_one() {
    fn add(_: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |count, _, ()| assert!(count.fetch_add(1, SeqCst) < 2, "three calls"))?;
        Ok(())
    }
    for seed in 0..10 {
        let law = Parallel::scheduled(counting().command(add)).prefix(0).branches(4).schedules(4);
        let summary = Runner::named("failing").seed(seed).tests(20).run(&law);
        assert_eq!(summary.failures().len(), 1);
        let (message, location) = summary.failures()[0].reason.panic().expect("it panics");
        assert_eq!(message, "three calls");
        assert!(location.starts_with(file!()), "{location}");
    }
}

/// Nothing has run yet, but what was made is shown.
#[test]
fn a_model_that_panics_is_told_with_the_commands_before_it() {
    fn lower(left: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |_, _, ()| ())?;
        *left = left.checked_sub(1).expect("there is one left");
        Ok(())
    }
    let failure = failure(&Parallel::scheduled(Machine::new(|| 2, Count::default).command(lower)));
    let (message, _) = failure.reason.panic().expect("it panics");
    assert_eq!(message, "there is one left");
    assert_eq!(results(&failure), [(None, None), (None, None)]);
}

#[test]
fn a_call_that_takes_too_long_breaks_a_promise() {
    const LIMIT: Duration = Duration::from_millis(30);
    fn add(_: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |count, _, ()| {
            let before = count.load(SeqCst);
            if count.fetch_add(1, SeqCst) != before {
                std::thread::sleep(2 * LIMIT);
            }
        })?;
        Ok(())
    }
    let law = Parallel::scheduled(counting().command(add).time_limit(LIMIT));
    let summary = Runner::named("slow").seed(1).first_failure().run(&law);
    let failure = summary.failure().expect("it takes too long");
    let (law, message) = (&failure.reason.title, failure.reason.message());
    assert_eq!(law, "`add` promised to return within 30 ms");
    assert_eq!(message, "it took longer");
    assert_eq!(failure.calls().len(), 2);
}

#[test]
fn branches_that_wait_for_each_other_are_told() {
    type Locks = Arc<(Mutex<u8>, Mutex<u8>)>;
    fn one_way(_: &mut (), step: Step<Locks>) -> StepResult {
        step.call((), |locks, _, ()| {
            let one = locks.0.lock().expect("nobody panics");
            let two = locks.1.lock().expect("nobody panics");
            drop((one, two));
        })?;
        Ok(())
    }
    fn other_way(_: &mut (), step: Step<Locks>) -> StepResult {
        step.call((), |locks, _, ()| {
            let two = locks.1.lock().expect("nobody panics");
            let one = locks.0.lock().expect("nobody panics");
            drop((one, two));
        })?;
        Ok(())
    }
    let machine = Machine::new(|| (), Locks::default).command(one_way).command(other_way);
    let failure = failure(&Parallel::scheduled(machine));
    let law = &failure.reason.title;
    assert_eq!(law, "tasks wait for each other for ever");
    let pending = Some("does not return");
    assert_eq!(results(&failure), [(Some(0), pending), (Some(1), pending)]);
    assert_ne!(failure.calls()[0].name, failure.calls()[1].name);
}

/// All branches but the first are in tasks that can be killed.
fn may_die() {
    if thread::current().name() == Some("B") {
        fault::may_die();
    }
}

fn get(model: &mut u32, step: Step<Count>) -> StepResult {
    step.call((), |count, _, ()| count.load(SeqCst))?.returns(*model)
}

#[test]
fn a_call_that_was_killed_may_have_taken_effect_or_not() {
    fn add(model: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |count, _, ()| {
            may_die();
            count.fetch_add(2, SeqCst);
            may_die();
        })?;
        *model += 2;
        Ok(())
    }
    let law = Parallel::scheduled(
        counting()
            .command(add)
            .command(get)
            .finally("agree", |model, count, _| *model == count.load(SeqCst)),
    );
    let summary = Runner::named("mortal").seed(1).tests(60).run(&law);
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

#[test]
fn a_call_that_was_killed_took_effect_as_a_whole() {
    // While it is not whole others wait.
    type Locked = Arc<Mutex<u32>>;
    fn add_locked(model: &mut u32, step: Step<Locked>) -> StepResult {
        step.call((), |count, _, ()| {
            let mut count = count.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *count += 1;
            may_die();
            *count += 1;
        })?;
        *model += 2;
        Ok(())
    }
    let machine = Machine::new(|| 0, Locked::default).command(add_locked).named_command(
        "get",
        |model, step| {
            let seen = step.call((), |count: &mut Locked, _, ()| {
                *count.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
            })?;
            seen.returns(*model)
        },
    );
    let failure = failure(&Parallel::scheduled(machine));
    let (law, message) = (&failure.reason.title, failure.reason.message());
    assert_eq!(law, "not linearizable: no order of the calls explains what they returned");
    assert!(message.contains("A: get()  // 1"), "{message}");
    assert_eq!(results(&failure), [(Some(0), Some("1")), (Some(1), Some("does not return"))]);
}

/// What a call that never returned would have returned is not known to promises either.
#[test]
fn a_name_for_what_never_returned_breaks_no_promise() {
    type Names = Vec<Var<u32>>;
    fn make(names: &mut Names, step: Step<Count>) -> StepResult {
        let made = step.call((), |count, _, ()| {
            let made = count.fetch_add(1, SeqCst);
            may_die();
            made
        })?;
        made.ensure("a new one", |made, real| names.iter().all(|name| real[*name] != *made))?;
        names.push(made.var());
        Ok(())
    }
    fn look(names: &mut Names, step: Step<Count>) -> StepResult {
        let seen = step.call((), |count, _, ()| count.load(SeqCst))?;
        seen.ensure("all", |seen, real| {
            *seen as usize == names.len() && names.iter().all(|name| real[*name] < *seen)
        })
    }
    let machine = Machine::new(Names::new, Count::default).command(make).command(look);
    let machine = machine.finally("all are known", |names, count, real| {
        names.iter().all(|name| real[*name] < count.load(SeqCst))
    });
    let machine =
        machine.cleanup(|names, _, real| assert!(names.iter().all(|name| real[*name] < 100)));
    let law = Parallel::scheduled(machine).max_states(200).branches(2..=3).commands(1..=3);
    let summary = Runner::named("mortal").seed(1).tests(60).run(&law);
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

/// A branch without calls before it races with nothing, also in a task of its own.
#[test]
fn one_branch_alone_is_no_race() {
    let machine = || {
        counting()
            .named_command("get", |count, step| step.call((), |_, _, ()| 1_u32)?.returns(*count))
    };
    for law in [Parallel::scheduled(machine()), Parallel::scheduled(machine()).own_tasks()] {
        let summary = Runner::named("one").run(&law);
        let failure = summary.failure().unwrap();
        assert_eq!(failure.calls().len(), 1);
        let reason = failure.reason.lines().join("\n");
        assert!(reason.contains("this failure is sequential, not a race"), "{reason}");
    }
}
