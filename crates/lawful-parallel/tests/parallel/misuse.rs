//! Parallel machines that cannot test anything, and what is said of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use lawful_core::generate::Misuse;
use lawful_core::law::Law;
use lawful_core::run::{Runner, Stopped};
use lawful_machine::{shared, symbolic};
use lawful_parallel::Parallel;

fn next(last: &mut u32, step: symbolic::Step<Arc<AtomicU32>>) -> symbolic::StepResult {
    let next = step.call((), |count, _, ()| count.fetch_add(1, SeqCst) + 1)?;
    *last += 1;
    next.returns(*last)
}

fn next_on_threads(last: &mut u32, step: shared::Step<Arc<AtomicU32>>) -> shared::StepResult {
    let next = step.call((), |count, _, ()| count.fetch_add(1, SeqCst) + 1)?;
    *last += 1;
    next.returns(*last)
}

fn machine() -> symbolic::Machine<u32, Arc<AtomicU32>> {
    symbolic::Machine::new(|| 0, Arc::<AtomicU32>::default).command(next)
}

fn on_threads() -> shared::Machine<u32, Arc<AtomicU32>> {
    shared::Machine::new(|| 0, Arc::<AtomicU32>::default).command(next_on_threads)
}

/// What is said of a law when it runs.
#[track_caller]
fn misuse(law: &dyn Law) -> String {
    match Runner::named("misused").seed(1).run(law).stopped {
        Stopped::Misused(misuse) => misuse.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn there_are_no_more_branches_and_commands_than_can_be_told_apart() {
    let told = |branches: u64, commands: u64| {
        format!(
            "a parallel machine has up to 8 branches with up to 255 commands each, and this one asks for \
             {branches} with {commands}"
        )
    };
    assert_eq!(misuse(&Parallel::scheduled(machine()).branches(9)), told(9, 8));
    assert_eq!(misuse(&Parallel::threads(on_threads()).branches(2..=100)), told(100, 8));
    assert_eq!(misuse(&Parallel::scheduled(machine()).commands(256)), told(4, 256));
    let law = Parallel::scheduled(machine()).branches(8).commands(1..=255).schedules(1);
    assert!(Runner::named("many").tests(20).run(&law).is_success());
}

#[test]
fn what_is_wrong_with_the_machine_is_said() {
    let empty = symbolic::Machine::<u32, Arc<AtomicU32>>::new(|| 0, Arc::<AtomicU32>::default);
    let told = "a machine without commands tests nothing; add some with `.command(..)`";
    assert_eq!(misuse(&Parallel::scheduled(empty)), told);
    let told = "`repeat(0)` runs no case at all; give it at least 1";
    assert_eq!(misuse(&Parallel::threads(on_threads()).repeat(0)), told);
}

/// Whatever branch it happens in.
#[test]
fn misuse_in_a_branch_is_misuse() {
    fn misused(_: &mut u32, step: symbolic::Step<Arc<AtomicU32>>) -> symbolic::StepResult {
        step.call((), |count, _, ()| {
            if count.fetch_add(1, SeqCst) == 1 {
                Misuse::raise("the second call is one too many");
            }
        })?;
        Ok(())
    }
    fn misused_on_threads(_: &mut u32, step: shared::Step<Arc<AtomicU32>>) -> shared::StepResult {
        step.call((), |count, _, ()| {
            if count.fetch_add(1, SeqCst) == 1 {
                Misuse::raise("the second call is one too many");
            }
        })?;
        Ok(())
    }
    let machine = symbolic::Machine::new(|| 0, Arc::<AtomicU32>::default).command(misused);
    let law = Parallel::scheduled(machine).prefix(0).commands(1);
    assert_eq!(misuse(&law), "the second call is one too many");
    let machine = shared::Machine::new(|| 0, Arc::<AtomicU32>::default).command(misused_on_threads);
    let law = Parallel::threads(machine).prefix(0).commands(1);
    assert_eq!(misuse(&law), "the second call is one too many");
}

#[test]
fn a_case_without_anything_at_once_is_remarked_on() {
    let remarks = |law: &dyn Law| {
        let summary = Runner::named("remarks").seed(1).tests(50).run(law);
        assert!(summary.is_success());
        format!("{:?}", summary.warnings)
    };
    let told = remarks(&Parallel::scheduled(machine()).branches(1).schedules(1));
    assert!(told.contains("since no more than one is asked for"), "{told}");
    let once = machine().until(|last| *last == 1);
    let told = remarks(&Parallel::scheduled(once).prefix(0));
    assert!(
        told.contains("the preconditions of every command are refused in some order"),
        "{told}"
    );
    // Atomics of std are no points.
    let told = remarks(&Parallel::scheduled(machine()).schedules(1));
    assert!(told.contains("no call passed a point"), "{told}");
}
