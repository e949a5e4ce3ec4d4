//! Names for results, and the values they stand for.

use std::cell::RefCell;

use lawful_core::run::{Runner, Stopped};
use lawful_machine::{Dynamic, Kind, Machine, Step, StepResult, Symbolic, Var, var, var_of};

/// A pair of numbers, which a maker never makes twice.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pair {
    left: u32,
    right: String,
}

#[derive(Default)]
struct Maker {
    made: Vec<Pair>,
}

/// What the model knows of the pairs, by their places.
#[derive(Debug, Default)]
struct Known {
    pairs: Vec<Var<Pair>>,
    lefts: Vec<Var<u32>>,
    rights: Vec<Var<String>>,
}

fn make<K: Kind>(known: &mut Known, step: Step<'_, Maker, K>) -> StepResult {
    let pair = step.call((), |maker: &mut Maker, _, ()| {
        let number = maker.made.len() as u32;
        maker.made.push(Pair { left: number, right: format!("r{number}") });
        maker.made[number as usize].clone()
    })?;
    let left = pair.var_of("left", |pair| pair.left);
    assert_eq!(left, pair.var_of("left", |pair| pair.left), "it is the same variable");
    known.lefts.push(left);
    known.rights.push(pair.var_of("right", |pair| pair.right.clone()));
    known.pairs.push(pair.var());
    Ok(())
}

/// What is made but for an error, which is the other half of all results.
fn try_to_make<K: Kind>(known: &mut Known, step: Step<'_, Maker, K>) -> StepResult {
    let result = step.call((), |maker: &mut Maker, _, ()| -> Result<Pair, u8> {
        let number = maker.made.len() as u32;
        maker.made.push(Pair { left: number, right: format!("r{number}") });
        Ok(maker.made[number as usize].clone())
    })?;
    let pair = result.succeeds()?;
    known.lefts.push(pair.var_of("left", |pair| pair.left));
    known.rights.push(pair.var_of("right", |pair| pair.right.clone()));
    known.pairs.push(pair.var());
    Ok(())
}

fn look<K: Kind>(known: &mut Known, step: Step<'_, Maker, K>) -> StepResult {
    let pair = step.pick(&known.pairs)?;
    let place = known.pairs.iter().position(|other| *other == pair).expect("it was picked");
    let all = (pair, known.lefts[place], known.rights[place], place);
    step.call(all, |maker, real, (pair, left, right, place)| {
        let made = &maker.made[place];
        real[pair] == *made && real[left] == made.left && real[right] == made.right
    })?
    .returns(true)
}

fn machine<K: Kind>() -> Machine<Known, Maker, K> {
    Machine::new(Known::default, Maker::default).command(make).command(try_to_make).command(look)
}

#[test]
fn a_variable_stands_for_the_result_it_names_in_later_calls_and_in_conditions() {
    fn check<K: Kind>() {
        let machine = machine::<K>().invariant("all are there", |known, maker, real| {
            let pairs = known.pairs.iter().map(|pair| &real[*pair]);
            pairs.eq(maker.made.iter())
        });
        let machine = machine.finally("so are the parts", |known, maker, real| {
            let lefts = known.lefts.iter().map(|left| real[*left]);
            lefts.eq(maker.made.iter().map(|pair| pair.left))
        });
        let summary = Runner::named("variables").seed(1).run(&machine);
        assert!(summary.is_success(), "{:?}", summary.stopped);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn cleaning_up_knows_the_values_too() {
    thread_local! {
        static LEFT: RefCell<Vec<(usize, usize)>> = const { RefCell::new(Vec::new()) };
    }
    let machine = machine::<Symbolic>().cleanup(|known, maker, real| {
        let there = known.pairs.iter().filter(|pair| maker.made.contains(&real[**pair]));
        LEFT.with_borrow_mut(|left| left.push((there.count(), maker.made.len())));
    });
    assert!(Runner::named("variables").seed(1).run(&machine).is_success());
    let left = LEFT.take();
    assert!(left.iter().any(|(_, made)| *made > 10));
    assert!(left.iter().all(|(there, made)| there == made));
}

#[test]
fn variables_are_equal_if_they_name_the_same_part_of_the_same_result() {
    let one: Var<u8> = var(1);
    assert_eq!(one, var(1));
    assert_ne!(one, var(2));
    assert_ne!(one, var_of(1, "left"));
    assert_eq!(var_of::<u8>(1, "left"), var_of(1, "left"));
    assert_ne!(var_of::<u8>(1, "left"), var_of(1, "right"));
    // Of the same length, and from another place in memory.
    let part: &'static str = Box::leak(String::from("left").into_boxed_str());
    assert_eq!(var_of::<u8>(1, part), var_of(1, "left"));
    let mut all = vec![var_of(2, "a"), var::<u8>(2), var_of(1, "b"), var(1)];
    all.sort();
    assert_eq!(format!("{all:?}"), "[v1, v1.b, v2, v2.a]");
}

#[test]
fn a_variable_of_another_case_has_no_value() {
    let machine = Machine::<Known, Maker, Symbolic>::new(Known::default, Maker::default)
        .named_command("ask", |_, step: Step<'_, Maker, Symbolic>| {
            step.call(var::<Pair>(7), |_, real, pair| real[pair].left)?;
            Ok(())
        })
        .commands(1..=3);
    let summary = Runner::named("variables").seed(1).run(&machine);
    let Stopped::Misused(misuse) = summary.stopped else { panic!("{:?}", summary.stopped) };
    assert_eq!(
        misuse.to_string(),
        "v7 has no value in this program: a variable is of use only in the case that it was made in"
    );
}

#[test]
fn a_dynamic_machine_can_look_at_a_result_that_it_names_too() {
    let machine = Machine::<Vec<(Var<u32>, u32)>, u32, Dynamic>::new(Vec::new, || 0)
        .named_command("make", |model, step| {
            let number = step.call((), |system, _, ()| {
                *system += 7;
                *system
            })?;
            model.push((number.var(), *number.value()));
            Ok(())
        })
        .invariant("what was seen is what is kept", |model, _, real| {
            model.iter().all(|(name, value)| real[*name] == *value)
        });
    assert!(Runner::named("variables").seed(1).run(&machine).is_success());
}

#[test]
fn what_is_promised_of_a_result_is_told_with_the_result() {
    let told = |machine: Machine<(), (), Symbolic>| {
        let machine = machine.commands(1..=1);
        let summary = Runner::named("variables").seed(1).run(&machine);
        let failure = summary.failure().expect("the promise is broken");
        (failure.reason.title.clone(), failure.reason.message())
    };
    let machine = || Machine::<(), (), Symbolic>::new(|| (), || ());
    let named = |law: &str, message: &str| (String::from(law), String::from(message));
    assert_eq!(
        told(machine().named_command("one", |(), step| step.call((), |_, _, ()| 1)?.returns(2))),
        named("`one` promised to return what the model says", "it returned 1\ninstead of  2")
    );
    assert_eq!(
        told(machine().named_command("one", |(), step| {
            step.call((), |_, _, ()| 1)?.ensure("two", |number, _| *number == 2)
        })),
        named("`one` promised two", "it returned 1")
    );
    assert_eq!(
        told(machine().named_command("one", |(), step| {
            step.call((), |_, _, ()| Err::<u8, &str>("no"))?.succeeds()?;
            Ok(())
        })),
        named("`one` promised to succeed", "it returned Err(\"no\")")
    );
    assert_eq!(
        told(machine().named_command("one", |(), step| {
            step.call((), |_, _, ()| Ok::<u8, &str>(1))?.fails()?;
            Ok(())
        })),
        named("`one` promised to fail", "it returned Ok(1)")
    );
    assert_eq!(
        told(machine().named_command("one", |(), step| {
            step.call((), |_, _, ()| Err::<u8, &str>("no"))?.fails()?.returns("never")
        })),
        named(
            "`one` promised to return what the model says",
            "it returned \"no\"\ninstead of  \"never\""
        )
    );
}

/// The name would stand for something that is no longer there.
#[test]
fn a_result_that_has_a_name_cannot_be_taken_apart() {
    #[track_caller]
    fn assert_misused<K: Kind>(machine: Machine<(), (), K>) {
        let summary = Runner::named("variables").seed(1).run(&machine);
        let Stopped::Misused(misuse) = summary.stopped else { panic!("{:?}", summary.stopped) };
        assert_eq!(
            misuse.to_string(),
            "`make` names a result with `var()` and then takes it apart with `succeeds()` or \
             `fails()`; call `var()` on what these give"
        );
    }
    fn check<K: Kind>() {
        let machine = || Machine::<(), (), K>::new(|| (), || ());
        assert_misused(machine().named_command("make", |(), step| {
            let made = step.call((), |_, _, ()| Ok::<u8, u8>(1))?;
            made.var();
            made.succeeds()?;
            Ok(())
        }));
        assert_misused(machine().named_command("make", |(), step| {
            let made = step.call((), |_, _, ()| Err::<u8, u8>(1))?;
            made.var();
            made.fails()?;
            Ok(())
        }));
    }
    check::<Symbolic>();
    check::<Dynamic>();
}
