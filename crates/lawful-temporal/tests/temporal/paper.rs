//! Examples and equations of using-quickcheck-2008, section 2.2, on every short path and on random ones.

use lawful::generate::vec;
use lawful::law;
use lawful::temporal::*;

use crate::agreement::{Event, Random, Timed, trace_of, translated};

/// State of a path: the values of two propositional variables.
#[derive(Clone, Copy, Debug)]
struct State {
    p: bool,
    q: bool,
}

fn p() -> Formula<State> {
    is!(State { p: true, .. })
}

fn q() -> Formula<State> {
    is!(State { q: true, .. })
}

/// All paths of up to four states.
fn paths() -> Vec<Vec<State>> {
    let states = [(false, false), (false, true), (true, false), (true, true)];
    let (mut all, mut last) = (vec![Vec::new()], vec![Vec::new()]);
    for _ in 0..4 {
        let with = |path: &Vec<State>| {
            let path = path.clone();
            states.map(move |(p, q)| [&path[..], &[State { p, q }]].concat())
        };
        last = last.iter().flat_map(with).collect();
        all.extend_from_slice(&last);
    }
    all
}

/// Judges a formula on every path by its definition and by a monitor.
fn means(formula: &Formula<State>, meaning: impl Fn(&[State]) -> bool) {
    for path in paths() {
        let trace: EventTrace<State> = path.iter().copied().collect();
        assert_eq!(formula.satisfied_by(&trace), meaning(&path), "definition, on {path:?}");
        assert_eq!(formula.verdict(&trace).holds(), meaning(&path), "monitor, on {path:?}");
    }
}

#[test]
fn example_1_never_p() {
    means(&always(!p()), |path| !path.iter().any(|state| state.p));
    means(&never(p()), |path| !path.iter().any(|state| state.p));
}

#[test]
fn example_2_p_or_q_in_each_state() {
    means(&always(p() | q()), |path| path.iter().all(|state| state.p || state.q));
}

#[test]
fn example_3_a_state_without_both_is_the_opposite_of_example_2() {
    let somewhere = eventually(!p() & !q());
    means(&somewhere, |path| path.iter().any(|state| !state.p && !state.q));
    means(&!always(p() | q()), |path| path.iter().any(|state| !state.p && !state.q));
}

#[test]
fn example_4_always_p_from_the_second_state() {
    let meaning = |path: &[State]| !path.is_empty() && path[1..].iter().all(|state| state.p);
    means(&next(always(p())), meaning);
}

#[test]
fn example_5_infinitely_often_is_the_last_state_of_a_finite_path() {
    means(&always(eventually(p())), |path| path.last().is_none_or(|state| state.p));
}

#[test]
fn example_6_always_from_one_point_on_is_the_last_state_of_a_finite_path() {
    means(&eventually(always(p())), |path| path.last().is_some_and(|state| state.p));
}

#[test]
fn example_7_true_is_not_empty() {
    means(&nonempty(), |path| !path.is_empty());
    means(&empty(), <[State]>::is_empty);
}

#[test]
fn example_8_next_true_is_two_states() {
    means(&next(nonempty()), |path| path.len() >= 2);
}

#[test]
fn example_9_no_finite_path_is_infinite() {
    means(&(nonempty() & always(next(nonempty()))), |_| false);
}

#[test]
fn example_10_at_least_twice() {
    let twice = |path: &[State]| path.iter().filter(|state| state.p).count() >= 2;
    means(&eventually(p() & next(eventually(p()))), twice);
    means(&at_least(2, p()), twice);
}

/// The section gives three meanings of until: its definition, an equation and example 11. This is the definition.
#[test]
fn until_is_as_it_is_defined() {
    means(&paper_until(p(), q()), |path| {
        let first = path.iter().position(|state| state.p);
        first.is_none_or(|first| path[..first].iter().all(|state| state.q))
    });
}

/// Asserts that two formulas have one value on a trace and on all its prefixes, by definition and by monitor.
fn are_equal_on(one: &Formula<Event>, other: &Formula<Event>, timed: &[Timed], least: usize) {
    for length in least..=timed.len() {
        let trace = trace_of(&timed[..length]);
        let truth = one.satisfied_by(&trace);
        assert_eq!(truth, other.satisfied_by(&trace), "definition, after {length} events");
        assert_eq!(truth, one.verdict(&trace).holds(), "monitor of one, after {length} events");
        assert_eq!(truth, other.verdict(&trace).holds(), "monitor of other, after {length} events");
    }
}

#[law(tests = 500, max_size = 8)]
fn equation_1_always_unfolds_on_paths_that_are_not_empty(
    random: Random,
    #[from(vec(lawful::any::<Timed>(), 1..=6))] timed: Vec<Timed>,
) {
    let a = translated(&random, &[]);
    are_equal_on(&always(&a), &(&a & next(always(&a))), &timed, 1);
}

#[law(tests = 500, max_size = 8)]
fn equation_2_eventually_is_not_always_not(
    random: Random,
    #[from(vec(lawful::any::<Timed>(), 0..=6))] timed: Vec<Timed>,
) {
    let a = translated(&random, &[]);
    are_equal_on(&eventually(&a), &!always(!&a), &timed, 0);
}
