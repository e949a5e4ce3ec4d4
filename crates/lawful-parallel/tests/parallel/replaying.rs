//! Under the scheduler a failure comes again, whenever and wherever it is run.

use lawful_core::law::Law;
use lawful_core::run::{About, Config, Runner, Stopped, Summary, run, run_built};
use lawful_machine::symbolic::*;
use lawful_parallel::Parallel;
use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_report::terminal;

type Count = Arc<AtomicU32>;

/// Forgets to count at once what it has seen, from the third on.
fn next(last: &mut u32, step: Step<Count>) -> StepResult {
    let next = step.call((), |count, _, ()| match count.load(SeqCst) {
        before @ 2.. => {
            count.store(before + 1, SeqCst);
            before + 1
        }
        _ => count.fetch_add(1, SeqCst) + 1,
    })?;
    *last += 1;
    next.returns(*last)
}

fn get(last: &mut u32, step: Step<Count>) -> StepResult {
    step.call((), |count, _, ()| count.load(SeqCst))?.returns(*last)
}

fn law() -> impl Law {
    Parallel::scheduled(Machine::new(|| 0, Count::default).command(get).command(next))
}

fn about() -> About {
    About::new("counts", "src/counts.rs", 1)
}

fn summary(config: &Config) -> Summary {
    run(&law(), &about(), config, &mut |_| {})
}

#[test]
fn the_same_seed_gives_the_same_report() {
    for seed in 0..3 {
        let config = Config::default().with(|config| {
            config.seed = Some(seed);
            config.max_failures = 1;
        });
        let report = terminal::report(&summary(&config));
        assert!(report.contains("law broken"), "{report}");
        assert_eq!(report, terminal::report(&summary(&config)));
    }
}

#[test]
fn the_same_failure_is_found_on_any_number_of_threads() {
    let build = |run: &mut dyn FnMut(&dyn Law)| run(&law());
    for seed in 0..2 {
        let found = |jobs| {
            let config = Config::default().with(|config| {
                config.seed = Some(seed);
                config.max_failures = 1;
                config.jobs = jobs;
            });
            let summary = run_built(&build, &[], &about(), &config, &mut |_| {});
            let failure = summary.failure().expect("one is lost");
            (failure.token.clone(), failure.found, failure.trace().cloned())
        };
        assert_eq!(found(1), found(4));
    }
}

#[test]
fn a_token_brings_the_failure_back() {
    let found = summary(&Config::default().with(|config| {
        config.seed = Some(1);
        config.max_failures = 1;
    }));
    let failure = found.failure().expect("one is lost");
    let config = Config::default().with(|config| config.replay = Some(failure.token.clone()));
    let again = Runner::named("counts").with(config).run(&law());
    let replayed = again.failure().expect("it comes again");
    assert_eq!((replayed.calls(), &replayed.trace()), (failure.calls(), &failure.trace()));
    assert_eq!(replayed.reason, failure.reason);
}

#[test]
fn laws_made_from_it_are_laws_too() {
    let right = || {
        let machine = Machine::new(|| 0, Count::default);
        Parallel::scheduled(machine.command(get)).schedules(2)
    };
    let check = |law: &dyn Law| Runner::named("made").seed(1).first_failure().run(law).stopped;
    assert!(matches!(check(&law().expect_failure()), Stopped::Failed(_)));
    assert!(Runner::named("made").seed(1).run(&law().expect_failure()).is_success());
    let Stopped::Failed(failures) = check(&right().and(law())) else { panic!("the second breaks") };
    assert_eq!(failures[0].calls().len(), 4);
    assert!(matches!(check(&law().or(right())), Stopped::Passed));
    let Stopped::Failed(failures) = check(&Law::repeat(law(), 2)) else { panic!("it breaks") };
    // In a row of its own it is not made small as far.
    assert!(failures[0].calls().len() >= 4);
}
