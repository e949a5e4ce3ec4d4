//! Names for results, in branches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

use lawful_core::data::ShownCall;
use lawful_core::run::{Config, Runner, Stopped};
use lawful_machine::{Ahead, Machine, Symbolic, symbolic};
use lawful_parallel::Parallel;
use lawful_pulse::sync::Arc as PulseArc;
use lawful_pulse::sync::atomic::AtomicU32 as PulseU32;

/// A name of each sort for what a counter gave.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    made: u32,
    whole: Vec<symbolic::Var<(u32, u32)>>,
    part: Vec<symbolic::Var<u32>>,
    value: Vec<symbolic::Var<u32>>,
    error: Vec<symbolic::Var<String>>,
}

/// The commands, once for each kind of machine: their steps are different types.
macro_rules! commands {
    ($name:ident, $kind:ident) => {
        mod $name {
            use super::*;
            use lawful_machine::$kind::{Machine, Step, StepResult};

            fn pair(model: &mut Model, step: Step<Arc<AtomicU32>>) -> StepResult {
                let pair = step.call((), |count, _, ()| {
                    let number = count.fetch_add(1, SeqCst);
                    (number, 2 * number)
                })?;
                model.made += 1;
                pair.ensure("a pair", |(one, two), _| 2 * one == *two)?;
                model.whole.push(pair.var());
                Ok(())
            }

            fn part(model: &mut Model, step: Step<Arc<AtomicU32>>) -> StepResult {
                let pair = step.call((), |count, _, ()| {
                    let number = count.fetch_add(1, SeqCst);
                    (number, 2 * number)
                })?;
                model.made += 1;
                model.part.push(pair.var_of("double", |pair| pair.1));
                Ok(())
            }

            fn value(model: &mut Model, step: Step<Arc<AtomicU32>>) -> StepResult {
                let value =
                    step.call((), |count, _, ()| Ok::<u32, ()>(count.fetch_add(1, SeqCst)))?;
                model.made += 1;
                model.value.push(value.succeeds()?.var());
                Ok(())
            }

            fn error(model: &mut Model, step: Step<Arc<AtomicU32>>) -> StepResult {
                let error = step.call((), |count, _, ()| {
                    Err::<(), String>(count.fetch_add(1, SeqCst).to_string())
                })?;
                model.made += 1;
                model.error.push(error.fails()?.var());
                Ok(())
            }

            fn look(model: &mut Model, step: Step<Arc<AtomicU32>>) -> StepResult {
                let (whole, part) = (step.pick(&model.whole)?, step.pick(&model.part)?);
                let (value, error) = (step.pick(&model.value)?, step.pick(&model.error)?);
                let seen = step.call(
                    (whole, part, value, error),
                    |_, real, (whole, part, value, error)| {
                        let number: u32 = real[error].parse().expect("it is a number");
                        [real[whole].0, real[part] / 2, real[value], number]
                    },
                )?;
                // Nobody got what another one did.
                seen.ensure("different numbers", |seen, _| {
                    (0..4).all(|one| (0..one).all(|other| seen[one] != seen[other]))
                })
            }

            pub fn machine() -> Machine<Model, Arc<AtomicU32>> {
                let machine = Machine::new(Model::default, Arc::<AtomicU32>::default);
                let machine = machine.command(pair).command(part).command(value).command(error);
                machine.command_with(look, |command| command.weight(4))
            }
        }
    };
}

commands!(on_one, symbolic);
commands!(on_several, shared);

#[test]
fn a_branch_uses_what_it_has_made_itself() {
    let law = Parallel::scheduled(on_one::machine())
        .prefix(0..=2)
        .branches(2)
        .commands(4..=6)
        .schedules(4);
    let summary = Runner::named("names").seed(1).tests(100).run(&law.max_states(400));
    assert!(summary.is_success(), "{:?}", summary.stopped);
    let law = Parallel::threads(on_several::machine())
        .prefix(0..=2)
        .branches(2)
        .commands(4..=6)
        .repeat(1);
    let summary = Runner::named("names").seed(1).tests(100).run(&law.max_states(400));
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

/// Gives numbers, and an error where two ask at once.
type Busy = PulseArc<PulseU32>;

fn ask(count: &mut Busy) -> Result<u32, u32> {
    let before = count.load(SeqCst);
    if count.fetch_add(1, SeqCst) == before { Ok(before) } else { Err(before) }
}

fn make(names: &mut Vec<symbolic::Var<u32>>, step: symbolic::Step<Busy>) -> symbolic::StepResult {
    let made = step.call((), |count, _, ()| ask(count))?;
    names.push(made.succeeds()?.var());
    Ok(())
}

/// The same, with a name for something that is always there.
fn make_with_part(
    names: &mut Vec<symbolic::Var<u32>>,
    step: symbolic::Step<Busy>,
) -> symbolic::StepResult {
    let made = step.call((), |count, _, ()| ask(count))?;
    made.var_of("worked", Result::is_ok);
    names.push(made.succeeds()?.var());
    Ok(())
}

fn use_one(
    names: &mut Vec<symbolic::Var<u32>>,
    step: symbolic::Step<Busy>,
) -> symbolic::StepResult {
    let one = step.pick(&*names)?;
    step.call(one, |_, real, one| real[one])?;
    Ok(())
}

/// What should have been made is not there: the branch ends, and the law is broken by what came before.
#[test]
fn a_branch_ends_where_it_has_nothing_to_go_on_with() {
    fn check<K: Ahead>(machine: impl Fn() -> Machine<Vec<symbolic::Var<u32>>, Busy, K>) {
        let mut uncalled = 0;
        for seed in 0..20 {
            let law = Parallel::scheduled(machine())
                .prefix(0)
                .branches(2)
                .commands(2..=3)
                .max_states(400);
            let config = Config::default().with(|config| {
                config.seed = Some(seed);
                config.max_shrink_runs = 0;
            });
            let summary = Runner::named("busy").with(config).first_failure().run(&law);
            let failure = match &summary.stopped {
                Stopped::Failed(failures) => &failures[0],
                other => panic!("{other:?}"),
            };
            let law = &failure.reason.title;
            assert_eq!(law, "not linearizable: no order of the calls explains what they returned");
            let is_uncalled = |step: &&ShownCall| step.result.as_deref() == Some("is not called");
            uncalled += failure.calls().iter().filter(is_uncalled).count();
        }
        assert!(uncalled > 5, "{uncalled}");
    }
    let machine = || Machine::<_, _, Symbolic>::new(Vec::new, Busy::default);
    check(|| machine().command(make).command_with(use_one, |command| command.weight(3)));
    check(|| machine().command(make_with_part).command_with(use_one, |command| command.weight(3)));
}
