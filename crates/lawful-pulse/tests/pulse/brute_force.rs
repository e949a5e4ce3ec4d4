//! Exhaustive search loses no outcome and adds none: 10,000 random programs against brute force.
//!
//! Small programs over atomics, locks, channels, counted references, yields and time-outs run under
//! `Search::Exhaustive`, which leaves out schedules that differ in the order of independent steps only. The set of
//! outcomes must be that of an interpreter that walks through all interleavings (`brute_force/interpreter.rs`). For
//! operations without a model there, it must be that of the same scheduler without the reduction.
//!
//! More programs, which is worth a release build:
//!
//! ```text
//! LAWFUL_PULSE_PROGRAMS=10000 cargo test --release -p lawful-pulse --all-features --test pulse brute_force
//! ```

mod interpreter;
mod program;
mod scheduled;

use std::cell::RefCell;
use std::collections::BTreeSet;

use lawful_core::choice::Random;
use lawful_pulse::{Search, scheduled as law};

use interpreter::{Interpreter, Outcome, Rules};
use program::{Program, Selection, Step, program};

/// Whether the scheduler is fair to tasks that others wait for with `yield_now` or with time-outs, so that programs
/// with such loops end.
const IS_FAIR: bool = true;
/// Whether no reader of an `RwLock` enters while a writer waits.
const WRITERS_FIRST: bool = true;

/// Maximum number of states of a program in the interpreter.
const MAX_STATES: usize = 20_000;
/// Maximum number of schedules of a program under exhaustive search, and without its reduction.
const MAX_SCHEDULES: u64 = 20_000;
const MAX_ALL_SCHEDULES: u64 = 3_000;

/// Outcomes of a program under the scheduler.
#[derive(Debug, PartialEq, Eq)]
struct Explored {
    /// Outcomes of the runs that ended.
    ended: BTreeSet<Outcome>,
    /// Whether a run ended in a deadlock, which ends the search as well.
    has_deadlock: bool,
    schedules: u64,
}

/// Runs all schedules of a program. Returns none if there are too many.
fn explore(program: &Program, search: Search) -> Option<Explored> {
    let seen = RefCell::new(BTreeSet::new());
    let body = law(|| {
        let outcome = Outcome::Ended(scheduled::run(program));
        seen.borrow_mut().insert(outcome);
    });
    let most = if let Search::Exhaustive = search { MAX_SCHEDULES } else { MAX_ALL_SCHEDULES };
    let explored = body.search(search).schedules(most).max_scheduling_points(20_000).explore(1);
    let code = explored.broken.as_ref().map(|reason| reason.code);
    if code == Some("livelock") {
        // A loop that waits for a task that waits for ever.
        return None;
    }
    assert!(matches!(code, None | Some("deadlock")), "{program:?}: {explored:?}");
    let has_deadlock = code.is_some();
    let ended = seen.into_inner();
    let schedules = explored.schedules;
    (explored.exhausted || has_deadlock).then_some(Explored { ended, has_deadlock, schedules })
}

/// Result of comparing one program.
enum Compared {
    /// Too large for one of the two.
    TooLarge,
    Same {
        outcomes: usize,
        has_deadlock: bool,
        schedules: u64,
        states: usize,
    },
    Different(String),
}

/// Returns whether the rule of fairness may leave outcomes out: a task yields twice at one line. Where it does so in one
/// loop alone, the other tasks can always go before it.
fn fairness_may_lose(program: &Program) -> bool {
    let is_repeated = |steps: &Vec<Step>| {
        let mut kinds = steps.iter().filter_map(|step| step.kind_of_yield());
        let mut known = Vec::new();
        kinds.any(|kind| {
            known.contains(&kind) || {
                known.push(kind);
                false
            }
        })
    };
    program.tasks.iter().any(is_repeated)
}

/// Compares exhaustive search with the interpreter.
fn compare_with_model(program: &Program) -> Compared {
    let fair = IS_FAIR && fairness_may_lose(program);
    let silent_steps = fair || WRITERS_FIRST;
    let rules = Rules { fair, silent_steps, writers_first: WRITERS_FIRST };
    let Some((all, states)) = Interpreter::new(program, rules).outcomes(MAX_STATES) else {
        return Compared::TooLarge;
    };
    let Some(found) = explore(program, Search::Exhaustive) else { return Compared::TooLarge };
    compare(all, &found, states)
}

/// Compares exhaustive search with the same scheduler without the reduction.
fn compare_with_all_schedules(program: &Program) -> Compared {
    let Some(all) = explore(program, Search::ContextBound { switches: 1_000 }) else {
        return Compared::TooLarge;
    };
    let Some(found) = explore(program, Search::Exhaustive) else { return Compared::TooLarge };
    let states = all.schedules as usize;
    let mut outcomes = all.ended;
    if all.has_deadlock {
        // Both searches end at their first deadlock, each with some of the other outcomes.
        outcomes.insert(Outcome::Deadlock);
        outcomes.extend(found.ended.iter().cloned());
    }
    compare(outcomes, &found, states)
}

/// Compares all outcomes with those that were found.
fn compare(mut all: BTreeSet<Outcome>, found: &Explored, states: usize) -> Compared {
    let outcomes = all.len();
    let has_deadlock = all.remove(&Outcome::Deadlock);
    let missed: Vec<_> = all.difference(&found.ended).collect();
    let invented: Vec<_> = found.ended.difference(&all).collect();
    // The search ends at the first deadlock, so that nothing can be missed then but the deadlock.
    let is_missed = !has_deadlock && !missed.is_empty();
    if has_deadlock != found.has_deadlock || is_missed || !invented.is_empty() {
        return Compared::Different(format!(
            "deadlock expected {has_deadlock}, found {}\nmissed {missed:?}\ntoo many {invented:?}",
            found.has_deadlock
        ));
    }
    Compared::Same { outcomes, has_deadlock, schedules: found.schedules, states }
}

/// Removes steps as long as the two differ.
fn reduce(program: Program, compare: fn(&Program) -> Compared) -> (Program, String) {
    let differs = |program: &Program| match compare(program) {
        Compared::Different(difference) => Some(difference),
        _ => None,
    };
    let mut difference = differs(&program).unwrap_or_default();
    let mut smallest = program;
    loop {
        let smaller = smallest.smaller().into_iter();
        let Some((program, found)) =
            smaller.filter_map(|program| differs(&program).map(|found| (program, found))).next()
        else {
            return (smallest, difference);
        };
        (smallest, difference) = (program, found);
    }
}

/// Number of programs, unless the environment says another one.
fn count(default: u64) -> u64 {
    std::env::var("LAWFUL_PULSE_PROGRAMS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// Compares until there were so many programs, and fails with the smallest that differs.
fn compare_all(
    programs: u64,
    selection: Selection,
    mut wanted: impl FnMut(&Program) -> bool,
    compare: fn(&Program) -> Compared,
) {
    let (mut compared, mut too_large, mut deadlocks) = (0, 0, 0);
    let (mut outcomes, mut schedules, mut states, mut differences) = (0, 0, 0, Vec::new());
    for seed in 0.. {
        if compared == programs || differences.len() == 5 {
            break;
        }
        let program = program(&mut Random::from_seed(seed), selection);
        if !wanted(&program) {
            continue;
        }
        match compare(&program) {
            Compared::TooLarge => too_large += 1,
            Compared::Same { outcomes: some, has_deadlock, schedules: runs, states: visited } => {
                compared += 1;
                deadlocks += u64::from(has_deadlock);
                outcomes += some;
                schedules += runs;
                states += visited;
            }
            Compared::Different(_) => {
                compared += 1;
                let (program, difference) = reduce(program, compare);
                differences.push(format!("seed {seed}: {program:?}\n{difference}"));
            }
        }
    }
    println!(
        "{compared} programs ({deadlocks} with a deadlock), {outcomes} outcomes, {schedules} schedules against \
         {states}; {too_large} programs too large"
    );
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
    assert!(too_large <= 5 + compared, "{too_large} programs are too large, {compared} are not");
}

const MODELLED: Selection =
    Selection { unmodelled: false, loops: false, nested_reads: WRITERS_FIRST };

#[test]
fn exhaustive_search_has_the_outcomes_of_all_interleavings() {
    compare_all(count(300), MODELLED, |_| true, compare_with_model);
}

/// Programs that need more steps than random ones have.
#[test]
fn known_programs_have_the_outcomes_of_all_interleavings() {
    use Step::*;
    let programs = [
        // A sender that waited for room puts its message in a step of its own.
        Program {
            tasks: vec![vec![Send, Send, Store(0)], vec![Receive, TryReceive, Load(0)]],
            channel: Some((1, 1)),
            handles: None,
        },
        // A receiver that waited in vain looks at the channel in a step of its own.
        Program {
            tasks: vec![vec![ReceiveFor(1)], vec![Send]],
            channel: Some((1, 0)),
            handles: None,
        },
    ];
    let differences = programs.into_iter().filter_map(|program| {
        let Compared::Different(difference) = compare_with_model(&program) else { return None };
        Some(format!("{program:?}\n{difference}"))
    });
    let differences: Vec<String> = differences.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

#[test]
fn operations_without_a_model_have_the_outcomes_of_all_schedules() {
    let selection = Selection { unmodelled: true, ..MODELLED };
    let has_none = |program: &Program| !program.steps().all(Step::has_model);
    compare_all(count(300).div_ceil(10), selection, has_none, compare_with_all_schedules);
}

/// Programs that wait in a loop end by the rule of fairness, and lose no outcome by it.
#[test]
fn loops_have_the_outcomes_of_all_interleavings() {
    if IS_FAIR {
        let selection = Selection { loops: true, ..MODELLED };
        compare_all(count(300).div_ceil(30), selection, |_| true, compare_with_model);
    }
}

/// The rule of fairness adds no outcome, and loses none where tasks wait in one loop each: in the interpreter, with and
/// without it.
#[test]
fn fairness_loses_no_outcome_of_a_loop() {
    let selection = Selection { loops: true, ..MODELLED };
    let (programs, mut compared, mut lost) = (count(200), 0, 0);
    for seed in 0..programs {
        let program = program(&mut Random::from_seed(seed), selection);
        let outcomes = |rules| Interpreter::new(&program, rules).outcomes(50_000);
        let fair = Rules { fair: true, silent_steps: true, ..Rules::PLAIN };
        let (Some((all, _)), Some((fair, _))) = (outcomes(Rules::PLAIN), outcomes(fair)) else {
            continue;
        };
        assert!(fair.is_subset(&all), "seed {seed}: {program:?}: {fair:?} and {all:?}");
        let may_lose = fairness_may_lose(&program);
        assert!(may_lose || fair == all, "seed {seed}: {program:?}: {fair:?} of {all:?}");
        compared += 1;
        lost += u64::from(fair != all);
    }
    println!("{compared} programs, {lost} with fewer outcomes by fairness");
    assert!(compared * 2 > programs, "{compared}");
}
