//! Runs of command sequences in the hands of a law: history, final state, result.

use std::cell::RefCell;
use std::rc::Rc;

use lawful_core::choice::Source;
use lawful_core::data::About;
use lawful_core::law::{Law, Outcome};
use lawful_core::run::{
    Config, Exhausted, Found, Isolation, Role, Runner, Summary, role, run, serve,
};
use lawful_core::{label, note};
use lawful_machine::{Dynamic, Kind, Machine, Step, StepResult, Symbolic, Var};
use lawful_report::sequence;

/// Counters by number. One that is at the limit stays there, which the model does not know.
#[derive(Default)]
struct Counters {
    values: Vec<u32>,
    limit: u32,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    counters: Vec<(Var<usize>, u32)>,
}

fn make<K: Kind>(model: &mut Model, step: Step<'_, Counters, K>) -> StepResult {
    let counter = step.call((), |counters: &mut Counters, _, ()| {
        counters.values.push(0);
        counters.values.len() - 1
    })?;
    model.counters.push((counter.var(), 0));
    Ok(())
}

fn add<K: Kind>(model: &mut Model, step: Step<'_, Counters, K>) -> StepResult {
    let (counter, value) = step.pick(&model.counters)?;
    let more = step.draw(1..=2u32);
    let sum = step.call((counter, more), |counters, real, (counter, more)| {
        let limit = counters.limit;
        let value = &mut counters.values[real[counter]];
        *value = (*value + more).min(limit);
        *value
    })?;
    sum.returns(value + more)?;
    let known = model.counters.iter_mut().find(|known| known.0 == counter);
    known.expect("it was picked").1 += more;
    Ok(())
}

fn counters<K: Kind>(limit: u32) -> Machine<Model, Counters, K> {
    Machine::new(Model::default, move || Counters { limit, ..Counters::default() })
        .command(make)
        .command(add)
}

/// The law of the paper: look at the run, clean up, return what came of it.
fn law<K: Kind>(limit: u32) -> impl Law {
    counters::<K>(limit).for_all_commands(|mut run| {
        label!("run");
        if run.result().is_failed() {
            note!("{run}");
        }
        run.system().values.clear();
        run.outcome()
    })
}

/// The model and the results by going through the calls as they look: `add(v1, 2)` adds 2 to the counter of call 1.
fn interpreted(calls: &[(String, String)], limit: u32) -> Vec<(String, String)> {
    let (mut values, mut history): (Vec<(usize, u32)>, _) = (Vec::new(), Vec::new());
    for (index, (name, arguments)) in calls.iter().enumerate() {
        let parts = values.iter().map(|(call, value)| format!("(v{call}, {value})"));
        let counters = parts.collect::<Vec<_>>().join(", ");
        let before = format!("Model {{ counters: [{counters}] }}");
        let result = match name.as_str() {
            "make" => {
                values.push((index + 1, 0));
                (values.len() - 1).to_string()
            }
            _ => {
                let inner = arguments.trim_matches(['(', ')']);
                let (counter, more) = inner.split_once(", ").expect("two arguments");
                let call: usize = counter[1..].parse().expect("a variable");
                let value = values.iter_mut().find(|value| value.0 == call).expect("made before");
                value.1 += more.parse::<u32>().expect("a number");
                value.1.min(limit).to_string()
            }
        };
        history.push((before, result));
    }
    history
}

#[test]
fn the_history_is_that_of_the_model() {
    let machine = counters::<Symbolic>(3);
    let (mut passed, mut failed) = (0, 0);
    for seed in 0..300 {
        let commands = machine.sequence(&mut Source::from_seed(seed, 12));
        let mut run = machine.run_commands(&commands);
        let calls = run.history().iter();
        let calls: Vec<(String, String)> =
            calls.map(|call| (call.name.clone(), call.arguments.debug.clone())).collect();
        let history: Vec<(String, String)> = run
            .history()
            .iter()
            .map(|call| (call.before.clone(), call.result.clone().expect("every call returns")))
            .collect();
        assert_eq!(history, interpreted(&calls, 3), "seed {seed}");
        let (model, system, real) = run.parts();
        assert_eq!(system.values.len(), model.counters.len());
        let has_failed = {
            let differs = |(counter, value): &(Var<usize>, u32)| {
                // The command that failed had not changed the model yet.
                system.values[real[*counter]] != *value
            };
            model.counters.iter().any(differs)
        };
        assert!(run.history().iter().rev().skip(1).all(|call| !call.failed));
        if run.result().is_passed() {
            passed += 1;
            assert!(!has_failed && history.len() == commands.len());
            assert!(run.to_string().ends_with("ok"));
        } else {
            failed += 1;
            assert!(run.history().last().expect("a call failed").failed);
            let title = run.result().reason().expect("it failed").title.clone();
            assert!(run.to_string().contains(&title), "{run}");
            // Outside of a law the calls are part of the reason.
            let calls = run.history().to_vec();
            assert_eq!(run.outcome().reason().expect("it failed").document.calls(), calls);
        }
    }
    assert!(passed > 50 && failed > 50, "{passed}, {failed}");
}

#[track_caller]
fn calls(summary: &Summary) -> Vec<String> {
    sequence::calls(summary.failure().expect("the limit is met").calls())
}

#[track_caller]
fn assert_same_failure(machine: &Summary, law: &Summary) {
    let (one, other) = (machine.failure(), law.failure());
    let (one, other) = (one.expect("the machine fails"), other.expect("the law fails"));
    assert_eq!(one.reason, other.reason);
    assert_eq!(one.calls(), other.calls());
    assert_eq!(one.tape, other.tape);
    assert_eq!(one.found, other.found);
}

/// By going through all command sequences with at most three commands: without `make` there is nothing to add to, two
/// `add` of 1 or one of 2 stay at the limit, and one of 2 fails first.
#[test]
fn the_law_finds_what_the_machine_finds() {
    fn check<K: Kind>() {
        for seed in 0..20 {
            let runner = Runner::named("counters").tests(500).seed(seed);
            let (machine, law) = (runner.run(&counters::<K>(1)), runner.run(&law::<K>(1)));
            assert_eq!(calls(&law), ["let v1 = make();", "add(v1, 2);"], "seed {seed}");
            assert_same_failure(&machine, &law);
            assert_eq!(machine.counts, law.counts);
            let notes = &law.failure().expect("the limit is met").notes;
            assert!(notes[0].contains("add(v1, 2) -> 1"), "{notes:?}");
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_law_over_sequences_finds_the_same_and_shows_results() {
    for seed in 0..20 {
        let runner = Runner::named("counters").tests(500).seed(seed);
        let law = counters::<Symbolic>(1).for_all_sequences(|commands| {
            counters::<Symbolic>(1).run_commands(&commands).outcome()
        });
        let (machine, law) = (runner.run(&counters::<Symbolic>(1)), runner.run(&law));
        let (machine, failure) = (machine.failure().unwrap(), law.failure().unwrap());
        assert_eq!(machine.reason, failure.reason, "seed {seed}");
        assert_eq!(machine.calls(), failure.calls(), "seed {seed}");
        assert_eq!(failure.document.blocks.len(), 1, "calls are shown once");
    }
}

#[test]
fn tests_that_pass_are_counted_as_those_of_the_machine() {
    fn check<K: Kind>() {
        let runner = Runner::named("counters").tests(200).seed(3);
        let (machine, law) =
            (runner.run(&counters::<K>(u32::MAX)), runner.run(&law::<K>(u32::MAX)));
        assert!(machine.is_success() && law.is_success());
        assert_eq!(machine.counts, law.counts);
        assert_eq!(law.tables.labels.get("run"), Some(&200));
    }
    check::<Symbolic>();
    check::<Dynamic>();
    let runner = Runner::named("counters").tests(200).seed(3);
    let machine = counters::<Symbolic>(u32::MAX);
    let law = counters::<Symbolic>(u32::MAX).for_all_sequences(|commands| {
        counters::<Symbolic>(u32::MAX).run_commands(&commands).outcome()
    });
    assert_eq!(runner.run(&machine).counts, runner.run(&law).counts);
}

#[test]
fn a_failure_replays_from_its_token() {
    fn check<K: Kind>() {
        let found = Runner::named("counters").seed(1).run(&law::<K>(2));
        let token = found.failure().expect("the limit is met").token.clone();
        let config = Config::default().with(|config| config.replay = Some(token));
        let again = Runner::named("counters").with(config).run(&law::<K>(2));
        assert_eq!(again.failure().expect("it fails again").found, Found::Replay);
        assert_same_failure_apart_from_test(&found, &again);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[track_caller]
fn assert_same_failure_apart_from_test(found: &Summary, again: &Summary) {
    let (found, again) = (found.failure().unwrap(), again.failure().unwrap());
    assert_eq!((&found.reason, found.calls()), (&again.reason, again.calls()));
}

#[test]
fn an_exhaustive_search_goes_through_the_same_cases() {
    fn check<K: Kind>() {
        for limit in [2, u32::MAX] {
            let config = Config::default().with(|config| config.exhaustive = Some(3));
            let runner = Runner::named("counters").with(config);
            let machine = runner.run(&counters::<K>(limit).commands(0..=3));
            let law = counters::<K>(limit).commands(0..=3).for_all_commands(|run| run.outcome());
            let law = runner.run(&law);
            assert_eq!(machine.passed, law.passed);
            assert_eq!(machine.is_success(), law.is_success());
            if limit == u32::MAX {
                assert!(matches!(law.exhausted, Some(Exhausted { .. })));
            } else {
                assert_same_failure(&machine, &law);
            }
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_promise_of_the_law_shrinks_by_commands() {
    fn check<K: Kind>() {
        let law = counters::<K>(u32::MAX).for_all_commands(|run| {
            let few = |model: &Model, _: &mut Counters, _: &_| model.counters.len() < 3;
            run.ensure("few counters", few).outcome()
        });
        for seed in 0..5 {
            let summary = Runner::named("few").tests(500).seed(seed).run(&law);
            let failure = summary.failure().expect("some case has three");
            assert_eq!(failure.reason.title, "the law promised `few counters`");
            let three = ["let v1 = make();", "let v2 = make();", "let v3 = make();"];
            assert_eq!(calls(&summary), three);
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// A promise of the law is judged only if the commands kept theirs, and those before it.
#[test]
fn the_first_promise_that_fails_is_reported() {
    let machine = counters::<Symbolic>(1);
    let commands = machine.build_sequence().command("make", ()).build();
    let run = machine.run_commands(&commands).ensure("first", |_, _, _| false);
    let outcome = run.ensure("second", |_, _, _| unreachable!("it is not judged")).outcome();
    assert_eq!(outcome.reason().expect("it failed").title, "the law promised `first`");
}

/// A panic in the body is a failure like others, and the calls are shown.
#[test]
fn an_assertion_of_the_law_shows_the_calls() {
    fn check<K: Kind>() {
        let law = counters::<K>(u32::MAX).for_all_commands(|mut run| {
            assert!(run.system().values.iter().all(|value| *value < 3), "too much");
            run.outcome()
        });
        let summary = Runner::named("much").tests(500).seed(1).run(&law);
        let (message, _) = summary.failure().unwrap().reason.panic().expect("it panics");
        assert_eq!(message, "too much");
        assert_eq!(calls(&summary), ["let v1 = make();", "add(v1, 1);", "add(v1, 2);"]);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn the_cleanup_of_the_machine_comes_after_that_of_the_law() {
    let log = Rc::new(RefCell::new(Vec::new()));
    let (cleanup, body) = (log.clone(), log.clone());
    let machine = counters::<Symbolic>(2)
        .commands(3)
        .cleanup(move |_, _, _| cleanup.borrow_mut().push("machine"));
    let law = machine.for_all_commands(move |run| {
        body.borrow_mut().push("law");
        run.outcome()
    });
    Runner::named("cleanup").tests(100).seed(1).run(&law);
    let log = log.take();
    assert!(log.len() > 20 && log.chunks(2).all(|pair| pair == ["law", "machine"]));
}

/// The body decides: one that expects failures says so.
#[test]
fn the_body_decides_what_becomes_of_a_failure() {
    let law = counters::<Symbolic>(1).for_all_commands(|run| match run.result() {
        Outcome::Failed(_) => Outcome::Discarded,
        _ => run.outcome(),
    });
    let summary = Runner::named("decides").tests(50).seed(1).run(&law);
    assert!(summary.failure().is_none() && summary.discarded > 0);
}

/// Runs a law in a process of its own, from the test of that name.
fn isolated(test: &str, law: &dyn Law) -> Summary {
    let about = About::new(format!("machines::run_commands::{test}"), file!(), line!());
    if role(&about, 0) == Role::Child {
        serve(law, &[], &Config::default().settings);
    }
    let test = format!("run_commands::{test}");
    let arguments = [&test, "--exact", "--test-threads=1", "--nocapture"];
    let isolation = Isolation {
        program: std::env::current_exe().unwrap(),
        arguments: arguments.map(String::from).to_vec(),
        max_memory: 1 << 28,
        is_direct: true,
        ordinal: 0,
    };
    let config = Config::default().with(|config| {
        config.isolated = true;
        config.isolation = Some(isolation);
        config.seed = Some(1);
        config.max_failures = 1;
    });
    run(law, &about, &config, &mut |_| {})
}

#[test]
fn a_law_over_runs_fails_in_a_process_of_its_own() {
    let summary = isolated("a_law_over_runs_fails_in_a_process_of_its_own", &law::<Symbolic>(1));
    assert_eq!(calls(&summary), ["let v1 = make();", "add(v1, 2);"]);
    let same = Runner::named("here").seed(1).first_failure().run(&law::<Symbolic>(1));
    assert_same_failure_apart_from_test(&summary, &same);
}

#[test]
fn a_dynamic_law_over_runs_fails_in_a_process_of_its_own() {
    let test = "a_dynamic_law_over_runs_fails_in_a_process_of_its_own";
    assert_eq!(calls(&isolated(test, &law::<Dynamic>(1))), ["let v1 = make();", "add(v1, 2);"]);
}
