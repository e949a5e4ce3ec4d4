//! What cases are made of: shapes that were asked for, and commands that make sense wherever they may come.

use std::collections::BTreeSet;

use lawful_core::data::ShownCall;
use lawful_core::law::Law;
use lawful_core::run::{About, Config, Event, run};
use lawful_machine::symbolic::*;
use lawful_parallel::Parallel;
use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};

/// A prefix and branches, as they look.
#[derive(Debug)]
struct Drawn {
    prefix: Vec<ShownCall>,
    branches: Vec<Vec<ShownCall>>,
}

/// The cases of a law, none of which breaks it.
fn drawn(law: &dyn Law, tests: u64) -> Vec<Drawn> {
    let about = About::new("drawn", file!(), line!());
    let config = Config::default().with(|config| {
        config.seed = Some(1);
        config.tests = tests;
        config.verbose = true;
    });
    let mut cases = Vec::new();
    let summary = run(law, &about, &config, &mut |event| {
        let Event::Case { case, .. } = event else { return };
        let branches = case
            .document
            .calls()
            .iter()
            .filter_map(|step| step.column)
            .max()
            .map_or(0, |most| most + 1);
        let of = |branch: Option<u32>| -> Vec<ShownCall> {
            case.document.calls().iter().filter(|step| step.column == branch).cloned().collect()
        };
        let branches = (0..branches).map(|branch| of(Some(branch))).collect();
        cases.push(Drawn { prefix: of(None), branches });
    });
    assert!(summary.is_success(), "{:?}", summary.stopped);
    cases
}

/// A schedule for each case is enough to see it.
fn quick<M: Clone + PartialEq + std::fmt::Debug + 'static, S: lawful_parallel::Share + 'static>(
    machine: Machine<M, S>,
) -> Parallel<M, S, lawful_machine::Symbolic, lawful_parallel::Schedules> {
    Parallel::scheduled(machine).schedules(1)
}

impl Drawn {
    /// Goes through all orders, with all states that there are at each position.
    fn all_orders<M: Clone + Ord>(
        &self,
        start: M,
        mut after: impl FnMut(&M, &ShownCall) -> Option<M>,
    ) -> Option<BTreeSet<(Vec<usize>, M)>> {
        let mut start = start;
        for step in &self.prefix {
            start = after(&start, step)?;
        }
        let mut seen = BTreeSet::new();
        let mut open = vec![(vec![0; self.branches.len()], start)];
        while let Some((done, model)) = open.pop() {
            if !seen.insert((done.clone(), model.clone())) {
                continue;
            }
            for branch in 0..self.branches.len() {
                let Some(step) = self.branches[branch].get(done[branch]) else { continue };
                let mut done = done.clone();
                done[branch] += 1;
                open.push((done, after(&model, step)?));
            }
        }
        Some(seen)
    }

    fn lengths(&self) -> Vec<usize> {
        self.branches.iter().map(Vec::len).collect()
    }
}

/// Tokens that are put on a table and taken from it.
fn put(model: &mut i64, step: Step<Arc<()>>) -> StepResult {
    // What is refused leaves no trace, also if the model was changed before.
    *model += 1;
    step.require(*model <= 4)?;
    step.call((), |_, _, ()| ())?;
    Ok(())
}

fn take(model: &mut i64, step: Step<Arc<()>>) -> StepResult {
    let several = step.draw(1..=3i64);
    step.require(*model >= several)?;
    step.call(several, |_, _, _| ())?;
    *model -= several;
    Ok(())
}

fn double(model: &mut i64, step: Step<Arc<()>>) -> StepResult {
    let expected = step.pick(&[*model])?;
    step.call(expected, |_, _, _| ())?;
    *model = 2 * *model % 5;
    Ok(())
}

fn table(model: &i64, step: &ShownCall) -> Option<i64> {
    let argument = step.arguments.debug.parse::<i64>();
    match step.name.as_str() {
        "put" => (*model < 4).then_some(model + 1),
        "take" => argument.ok().filter(|several| several <= model).map(|several| model - several),
        "double" => argument.ok().filter(|expected| expected == model).map(|_| 2 * model % 5),
        other => panic!("{other}"),
    }
}

#[test]
fn every_precondition_holds_in_every_order() {
    let machine = Machine::new(|| 0, || Arc::new(())).command(put).command(take).command(double);
    let cases = drawn(&quick(machine), 300);
    for case in &cases {
        assert!(case.all_orders(0, table).is_some(), "{case:?}");
    }
    let many =
        |case: &&Drawn| case.branches.len() >= 2 && case.lengths().iter().sum::<usize>() >= 4;
    assert!(cases.iter().filter(many).count() > 100);
    for name in ["put", "take", "double"] {
        let has = |case: &&Drawn| case.branches.iter().flatten().any(|step| step.name == name);
        assert!(cases.iter().filter(has).count() > 50, "{name}");
    }
}

/// A command that weighs nothing in a state is never chosen there, whatever else runs.
#[test]
fn what_weighs_nothing_in_a_state_does_not_come_there() {
    fn halve(model: &mut i64, step: Step<Arc<()>>) -> StepResult {
        step.call((), |_, _, ()| ())?;
        assert!(*model % 2 == 0);
        *model /= 2;
        Ok(())
    }
    fn add_two(model: &mut i64, step: Step<Arc<()>>) -> StepResult {
        step.call((), |_, _, ()| ())?;
        *model += 2;
        Ok(())
    }
    let machine = Machine::new(|| 8, || Arc::new(()))
        .command(add_two)
        .command_with(halve, |command| command.weight_by(|model| u32::from(model % 2 == 0)));
    let cases = drawn(&quick(machine), 300);
    let halves = |case: &&Drawn| {
        case.branches.len() > 1 && case.branches.iter().flatten().any(|step| step.name == "halve")
    };
    assert!(cases.iter().filter(halves).count() > 20);
}

/// What is called may depend on the model; then nothing may come in between that changes it.
#[test]
fn a_command_calls_the_same_in_every_order() {
    fn turn(model: &mut bool, step: Step<Arc<()>>) -> StepResult {
        let is_on = *model;
        let turned = match is_on {
            true => step.call((), |_, _, ()| "off")?,
            false => step.call((), |_, _, ()| "on")?,
        };
        *model = !is_on;
        turned.returns(if is_on { "off" } else { "on" })
    }
    fn turn_later(model: &mut bool, step: Step<Arc<()>>) -> StepResult {
        let is_on = *model;
        let turned = match is_on {
            true => step.call_async((), async |_, _, ()| "off")?,
            false => step.call_async((), async |_, _, ()| "on")?,
        };
        *model = !is_on;
        turned.returns(if is_on { "off" } else { "on" })
    }
    fn look(_: &mut bool, step: Step<Arc<()>>) -> StepResult {
        step.call((), |_, _, ()| ())?;
        Ok(())
    }
    let machine = || Machine::new(|| false, || Arc::new(())).command(look);
    for machine in [machine().command(turn), machine().command(turn_later)] {
        let cases = drawn(&quick(machine), 200);
        for case in &cases {
            let turning =
                case.branches.iter().filter(|branch| branch.iter().any(|step| step.name != "look"));
            assert!(turning.count() <= 1, "{case:?}");
        }
        assert!(cases.iter().any(|case| case.branches.len() > 1));
    }
}

type Names = Vec<Var<u8>>;

fn make(model: &mut Names, step: Step<Arc<()>>) -> StepResult {
    let made = step.call((), |_, _, ()| 1u8)?;
    model.push(made.var());
    Ok(())
}

fn use_some(model: &mut Names, step: Step<Arc<()>>) -> StepResult {
    let used = step.pick_several(&*model, 1..=2)?;
    step.call(used, |_, real, used| used.iter().map(|used| u32::from(real[*used])).sum::<u32>())?;
    Ok(())
}

#[test]
fn no_branch_uses_what_another_one_makes() {
    let machine = Machine::new(Vec::new, || Arc::new(()))
        .command(make)
        .command_with(use_some, |command| command.weight(2));
    let cases = drawn(&quick(machine).max_states(200), 200);
    let (mut of_own, mut of_prefix) = (0, 0);
    for case in &cases {
        let named = |steps: &[ShownCall]| -> Vec<String> {
            steps.iter().filter_map(|step| step.variable.clone()).collect()
        };
        let from_prefix = named(&case.prefix);
        for branch in &case.branches {
            for (index, step) in branch.iter().enumerate() {
                let own = named(&branch[..index]);
                let text = step.arguments.debug.trim_matches(['[', ']', '(', ')']);
                for used in text.split(", ").filter(|used| used.starts_with('v')) {
                    let is = |names: &[String]| names.iter().any(|name| name == used);
                    assert!(is(&own) || is(&from_prefix), "{used} in {case:?}");
                    of_own += u32::from(is(&own));
                    of_prefix += u32::from(is(&from_prefix));
                }
            }
        }
    }
    assert!(of_own > 50 && of_prefix > 50, "{of_own} {of_prefix}");
}

fn count(model: &mut i64, step: Step<Arc<()>>) -> StepResult {
    step.call((), |_, _, ()| ())?;
    *model += 1;
    Ok(())
}

#[test]
fn nothing_comes_after_a_state_in_which_all_is_over() {
    let machine = Machine::new(|| 0, || Arc::new(())).command(count).until(|model| *model == 3);
    let cases = drawn(&quick(machine), 200);
    let all = |case: &Drawn| case.prefix.len() + case.lengths().iter().sum::<usize>();
    assert!(cases.iter().all(|case| all(case) <= 3));
    assert!(cases.iter().any(|case| all(case) == 3 && case.branches.len() > 1));
}

fn counting() -> Machine<i64, Arc<()>> {
    Machine::new(|| 0, || Arc::new(())).command(count)
}

#[test]
fn cases_have_the_shape_that_was_asked_for() {
    for case in drawn(&quick(counting()).prefix(1).branches(3).commands(2), 50) {
        assert_eq!((case.prefix.len(), case.lengths()), (1, vec![2, 2, 2]));
    }
    let cases = drawn(&quick(counting()).prefix(2..=4).branches(2..=5).commands(1..=3), 300);
    let mut seen = BTreeSet::new();
    for case in &cases {
        assert!((2..=4).contains(&case.prefix.len()) && (2..=5).contains(&case.branches.len()));
        assert!(case.lengths().iter().all(|length| (1..=3).contains(length)));
        seen.extend([("prefix", case.prefix.len()), ("branches", case.branches.len())]);
        seen.extend(case.lengths().into_iter().map(|length| ("commands", length)));
    }
    assert_eq!(seen.len(), 3 + 4 + 3, "{seen:?}");
    let cases = drawn(&quick(counting()), 300);
    assert!(
        cases.iter().all(|case| case.prefix.len() <= 8 && (2..=4).contains(&case.branches.len()))
    );
    assert!(cases.iter().all(|case| case.lengths().iter().all(|length| (1..=8).contains(length))));
}

#[test]
fn there_are_no_more_orders_than_may_be() {
    let cases =
        drawn(&quick(counting()).branches(2..=4).commands(1..=5).max_interleavings(30), 200);
    for case in &cases {
        let mut orders = 1;
        let mut total = 0;
        for length in case.lengths() {
            for index in 1..=length {
                total += 1;
                orders = orders * total / index;
            }
        }
        assert!(orders <= 30, "{orders} of {:?}", case.lengths());
    }
    assert!(cases.iter().any(|case| case.branches.len() == 4));
}

#[test]
fn there_are_no_more_states_than_may_be() {
    /// The order of all that was added.
    fn add(model: &mut Vec<u8>, step: Step<Arc<()>>) -> StepResult {
        let one = step.draw(0..=200u8);
        step.call(one, |_, _, _| ())?;
        model.push(one);
        Ok(())
    }
    let machine = || Machine::new(Vec::new, || Arc::new(())).command(add);
    let after = |model: &Vec<u8>, step: &ShownCall| {
        let one = step.arguments.debug.parse().expect("it is a number");
        Some(model.iter().copied().chain([one]).collect())
    };
    for most in [10, 50] {
        let cases = drawn(&quick(machine()).max_states(most).branches(2..=3).commands(1..=3), 100);
        let states =
            |case: &Drawn| case.all_orders(Vec::new(), after).expect("all is allowed").len();
        let largest = cases.iter().map(states).max();
        assert!(
            largest.is_some_and(|largest| largest <= most && largest > most / 2),
            "{largest:?}"
        );
    }
}

/// Known bugs are for those who look at one call after the other.
#[test]
fn a_known_bug_is_not_provoked() {
    fn count_to_three(model: &mut i64, step: Step<Arc<()>>) -> StepResult {
        step.known_bug(*model == 3, "three is too much")?;
        step.call(*model, |_, _, model| assert!(model < 3))?;
        *model += 1;
        Ok(())
    }
    let machine = Machine::new(|| 0, || Arc::new(())).command(count_to_three);
    for case in drawn(&quick(machine), 200) {
        assert!(case.prefix.len() + case.lengths().iter().sum::<usize>() <= 3, "{case:?}");
    }
}

#[test]
fn negative_commands_run_only_where_they_are_asked_for() {
    let machine = |testing| {
        Machine::new(|| 0, || Arc::new(()))
            .command(put)
            .command_with(count, |command| command.negative())
            .testing(testing)
    };
    let counts = |testing| {
        let cases = drawn(&quick(machine(testing)), 100);
        cases
            .iter()
            .flat_map(|case| case.branches.iter().flatten())
            .filter(|step| step.name == "count")
            .count()
    };
    assert_eq!(counts(Testing::Positive), 0);
    assert!(counts(Testing::Negative) > 50);
}

/// Arguments that hold a hash set look different whenever they are made, and are the same all the same.
#[test]
fn arguments_are_the_same_whatever_the_order_of_a_hash_set() {
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Tags(std::collections::HashSet<u8>);
    fn tag(count: &mut u32, step: Step<Arc<AtomicU32>>) -> StepResult {
        let most = step.draw(5..=8u8);
        // Made anew every time, with a hasher of its own.
        let tags = Tags((0..most).collect());
        let before = step.call(tags, |system, _, _| system.fetch_add(1, SeqCst))?;
        *count += 1;
        before.returns(*count - 1)
    }
    let law = || {
        let machine = Machine::new(|| 0, Arc::<AtomicU32>::default).command(tag);
        Parallel::scheduled(machine).branches(3).commands(2).prefix(0).schedules(1)
    };
    let commands = |seed: u64| {
        let summary = lawful_core::run::Runner::named("tags").seed(seed).tests(20).run(&law());
        let of_commands =
            |(counted, _): &&(lawful_core::law::Counter, u64)| counted.table == "commands";
        summary.counts.iter().filter(of_commands).map(|(_, count)| *count).sum::<u64>()
    };
    for seed in 1..=5 {
        assert_eq!(commands(seed), 20 * 6, "no command is left out");
    }
}

/// What a machine demands of its cases is demanded of those with branches too.
#[test]
fn coverage_is_told_of_cases_with_branches() {
    fn add(count: &mut u32, step: Step<Arc<AtomicU32>>) -> StepResult {
        step.call((), |system, _, ()| system.fetch_add(1, SeqCst))?.returns(*count)?;
        *count += 1;
        Ok(())
    }
    let machine = |percent| {
        Machine::new(|| 0, Arc::<AtomicU32>::default)
            .command(add)
            .states(|count: &u32| if *count > 2 { "many" } else { "few" })
            .cover(percent, "many", |counts| counts.of("add") > 4 && counts.visited("many") > 0)
    };
    let run = |percent| {
        let law = Parallel::scheduled(machine(percent)).prefix(0..=4).schedules(1);
        lawful_core::run::Runner::named("covered").seed(1).run(&law)
    };
    assert!(run(20.0).is_success());
    assert!(!run(99.9).is_success(), "some cases have few commands");
}
