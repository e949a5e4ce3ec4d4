//! The exhibits, their minimal counterexamples and explanations, and the oracles.

use std::cell::Cell;

use lawful::generate::{elements, vec};
use lawful::prelude::*;
use lawful::pulse::process::{Order, receive_as, self_pid, send, spawn_link};
use lawful::pulse::{Explored, SCHEDULES, Search, scheduled};
use lawful::report::terminal;
use lawful::run::Config;
use lawful::temporal::{EventTrace, OverTime, record};

use super::chat::{self, Fault, Property, all_finish, all_others_receive, order_is_kept};
use super::missile::{
    self, BUTTONS, Button, Controller, pressed_before_launched,
    pressed_before_launched_by_definition,
};
use super::numbers::{self, Event::*, Senders, counts_up, trace_correct};
use super::until::{self, *};
use super::{exhibits, passes, programs, right_programs};
use crate::checking::{SEEDS, assert_as_expected, assert_smallest, lists};

/// Most lines of an explanation.
const MOST_LINES: usize = 15;

#[test]
fn every_law_that_is_broken_is_found_so() {
    let broken = exhibits().into_iter().filter(|exhibit| exhibit.fails());
    assert_as_expected(&broken.collect::<Vec<_>>());
}

#[test]
fn the_laws_of_until_pass() {
    let held = until::exhibits().into_iter().filter(|exhibit| exhibit.passes());
    assert_as_expected(&held.collect::<Vec<_>>());
}

#[test]
fn right_programs_pass() {
    // Few schedules of many cases; `passes` has many schedules of few.
    for program in programs().iter().filter(|program| program.passes()) {
        for seed in SEEDS {
            let config = Config::default().with(|config| {
                config.tests = 50;
                config.seed = Some(seed);
                config.settings.set(&SCHEDULES, 4);
            });
            let summary =
                Runner::named(program.name).with(config).run(program.law().expect("it is a law"));
            assert!(summary.is_success(), "seed {seed}: {}", terminal::report(&summary));
            assert!(summary.warnings.is_empty(), "{}: {:?}", program.name, summary.warnings);
        }
    }
}

/// Number of root seeds that the environment asks for.
fn long_count() -> Option<u64> {
    std::env::var("LAWFUL_TEMPORAL_SEEDS").ok()?.parse().ok()
}

#[test]
fn right_programs_pass_under_many_schedules() {
    let (seeds, schedules) = long_count().map_or((1, 200), |seeds| (seeds, 1_000));
    for name in right_programs() {
        let runs = passes(name, 1..=seeds, schedules).unwrap();
        println!("{name}: {runs} runs with {seeds} seeds passed");
        // A program with few schedules ends earlier, but it is run.
        assert!(runs >= seeds, "{name}");
    }
    assert!(passes("locks_kept", 1..=1, 1).is_err(), "it is not a right program");
}

/// What the explanations say is part of the exhibits; here they are read as a whole.
#[test]
fn failures_are_explained_in_few_lines() {
    for program in programs().iter().filter(|program| program.fails()) {
        for seed in SEEDS {
            let summary = program.run(seed);
            let reason = &summary.failure().expect("the law is broken").reason;
            assert_eq!(reason.component, "temporal", "{}, seed {seed}: {reason:?}", program.name);
            let lines = reason.lines();
            assert!(lines.len() <= MOST_LINES, "{}, seed {seed}: {lines:#?}", program.name);
        }
    }
}

// Numbers: the formula and the paper's function.

fn judged_alike(trace: &EventTrace<numbers::Event>) -> bool {
    let is_correct = trace_correct(trace.events());
    assert_eq!(counts_up().satisfied_by(trace), is_correct, "{trace:?}");
    is_correct
}

#[test]
fn the_formula_and_the_function_of_the_paper_agree_on_short_traces() {
    let alphabet = [Waiting, Sent(0), Received(0), Received(1), Received(2)];
    let traces = (0..=4).flat_map(|length| lists(&alphabet, length));
    let correct = traces.filter(|trace| judged_alike(&trace.iter().copied().collect())).count();
    // Those whose received numbers are the first ones in order. Of length 4, one would need the number 3.
    assert_eq!(correct, 1 + 3 + 9 + 27 + (81 - 1));
}

#[law]
fn the_formula_and_the_function_of_the_paper_agree(
    #[from(vec(elements([Waiting, Received(0), Received(1), Received(2), Received(3)]), 0..=12))]
    trace: Vec<numbers::Event>,
) {
    judged_alike(&trace.into_iter().collect());
}

/// Runs the senders until five numbers are received, and compares the formula with the function on what happened.
fn recorded_run(senders: Senders) -> bool {
    #[derive(Debug)]
    struct Done;
    let ((), trace) = record::<numbers::Event, _>(|| {
        let main = self_pid();
        let receiver = spawn_link(move || {
            (0..5).for_each(|_| numbers::receive_number());
            send(main, Done);
        });
        numbers::send_below(5, receiver, senders);
        let Done = receive_as();
    });
    assert_eq!(trace.events().filter(|event| matches!(event, Received(_))).count(), 5);
    judged_alike(&trace)
}

#[test]
fn the_formula_and_the_function_of_the_paper_agree_on_runs() {
    for senders in [Senders::One, Senders::EvenAndOdd] {
        let [correct, wrong] = [Cell::new(0), Cell::new(0)];
        let explored = scheduled(|| {
            let count = if recorded_run(senders) { &correct } else { &wrong };
            count.set(count.get() + 1);
        });
        assert_eq!(explored.schedules(300).explore(1).broken, None);
        assert!(correct.get() > 0 && (wrong.get() > 0) == (senders == Senders::EvenAndOdd));
    }
}

// Missile: all short sequences of buttons, under all schedules.

fn explore(buttons: &[Button], version: Controller, formula: MissileFormula) -> Explored {
    let program = scheduled(|| missile::simulation(buttons, version)).search(Search::Exhaustive);
    program.over_time(formula()).explore(1)
}

type MissileFormula = fn() -> lawful::temporal::Formula<missile::Event>;

/// Sequences of at most three buttons that break a law, the smallest first.
fn breaking(version: Controller, formula: MissileFormula) -> Vec<Vec<Button>> {
    let all = (0..=3).flat_map(|length| lists(&BUTTONS, length));
    let is_broken = |buttons: &Vec<Button>| {
        let explored = explore(buttons, version, formula);
        // It passes only if every schedule was tried.
        assert!(explored.broken.is_some() || explored.exhausted, "{buttons:?}");
        explored.broken.is_some()
    };
    all.filter(is_broken).collect()
}

#[test]
fn the_right_controller_passes_under_every_schedule() {
    for formula in [pressed_before_launched, pressed_before_launched_by_definition] {
        assert_eq!(breaking(Controller::Right, formula), Vec::<Vec<Button>>::new());
    }
}

#[test]
fn the_wrong_controller_fails_where_it_is_turned_off_before_a_launch() {
    let broken = breaking(Controller::LaunchesWhenTurnedOff, pressed_before_launched);
    let turned_off_first = |buttons: &Vec<Button>| {
        let first = buttons.iter().find(|button| **button != Button::TurnOn);
        first == Some(&Button::TurnOff)
    };
    let all = (0..=3).flat_map(|length| lists(&BUTTONS, length));
    assert_eq!(broken, all.filter(turned_off_first).collect::<Vec<_>>());
    assert_eq!(broken[0], [Button::TurnOff]);
}

#[test]
fn the_definition_of_until_needs_the_button_to_be_pressed_later() {
    use Button::*;
    let broken = breaking(Controller::LaunchesWhenTurnedOff, pressed_before_launched_by_definition);
    let orders = [[TurnOff, Launch, TurnOn], [TurnOff, TurnOn, Launch], [TurnOn, TurnOff, Launch]];
    assert_eq!(broken, orders);
}

// Chat: which promise about the order of messages which property needs.

#[test]
fn the_properties_of_the_chat_need_promises_about_the_order_of_messages() {
    let is_broken = |clients, property: Property, order: Order| {
        let law = chat::law(clients, property, order, None);
        !Runner::named("chat").tests(30).seed(1).first_failure().run(&law).is_success()
    };
    let broken = |property: Property, order: Order| [2, 3].map(|n| is_broken(n, property, order));
    for order in [Order::Pairs, Order::Causal, Order::Mailbox] {
        assert_eq!(broken(all_finish, order), [false, false], "{order:?}");
        assert_eq!(broken(all_others_receive, order), [order == Order::Pairs; 2], "{order:?}");
        // Two messages of different senders and a client that sent neither take three clients. That one was posted before
        // the other is no promise of causality: the one who posted later need not know.
        let expected = [false, order != Order::Mailbox];
        assert_eq!(broken(order_is_kept, order), expected, "{order:?}");
    }
}

#[test]
fn no_table_with_fewer_messages_breaks_the_chat() {
    let cases: [(&[&str], Property, Order, Option<Fault>); 3] = [
        (&["", ""], all_others_receive, Order::Mailbox, Some(Fault::Echoes)),
        (&["", ""], all_others_receive, Order::Pairs, None),
        (&["", "", "a"], order_is_kept, Order::Pairs, None),
    ];
    for (table, property, order, fault) in cases {
        let table: chat::Table = table.iter().map(|messages| messages.chars().collect()).collect();
        let law = scheduled(|| chat::test(&table, order, fault)).schedules(500);
        let explored = law.over_time(property(table.len())).explore(1);
        assert_eq!(explored.broken, None, "{table:?}");
    }
}

// Until: all short paths.

const STATES: [State; 4] = [(false, false), (false, true), (true, false), (true, true)];

/// First path of at most three states on which two meanings differ.
fn difference(one: Meaning, other: Meaning) -> Option<Vec<State>> {
    let mut paths = (0..=3).flat_map(|length| lists(&STATES, length));
    paths.find(|path| one(path) != other(path))
}

#[test]
fn the_meanings_of_until_differ_on_one_state() {
    let pairs: [(&str, Meaning, Meaning, &str); 3] = [
        ("until_definition_and_equation", by_definition, by_equation, "[(false, true)]"),
        ("until_definition_and_words", by_definition, by_words, "[(false, false)]"),
        ("until_equation_and_words", by_equation, by_words, "[(false, false)]"),
    ];
    for (name, one, other, minimal) in pairs {
        let smallest = difference(one, other).expect("they differ");
        assert_eq!(format!("{smallest:?}"), minimal);
        assert_smallest(exhibits(), name, &[minimal]);
    }
}

#[test]
fn the_mended_equation_is_weak_until() {
    assert_eq!(difference(by_mended_equation, by_words), None);
    assert_eq!(difference(by_words, by_unless), None);
    assert_eq!(difference(by_definition, by_paper_until), None);
}

/// Outside of a run there are no events to judge, and the processes are threads: the test of the paper comes to its end.
#[test]
fn the_test_of_the_chat_runs_on_threads() {
    let (done, is_done) = std::sync::mpsc::channel();
    let tester = std::thread::spawn(move || {
        for clients in 1..=4 {
            let table: chat::Table = (0..clients).map(|_| ('a'..='e').collect()).collect();
            chat::test(&table, Order::Mailbox, None);
        }
        let _ = done.send(());
    });
    assert_eq!(is_done.recv_timeout(std::time::Duration::from_secs(60)), Ok(()));
    tester.join().unwrap();
}
