//! Going through all cases, against counts by hand and by brute force.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use lawful_core::choice::Source;
use lawful_core::generate::{Func, Generator, any, elements, vec};
use lawful_core::law::{Law, exists, for_all};
use lawful_core::run::{Config, Exhausted, Found, Runner, Stopped, Summary};
use lawful_core::{assume, cover, for_all};

fn walk(size: u32, law: &dyn Law) -> Summary {
    let config = Config::default().with(|config| config.exhaustive = Some(size));
    Runner::named("walk").with(config).run(law)
}

/// The cases of the last size, as texts.
fn cases<T: std::fmt::Debug>(size: u32, generator: impl Generator<Value = T>) -> Vec<String> {
    let seen = RefCell::new(Vec::new());
    let law = for_all(generator, |value| seen.borrow_mut().push(format!("{value:?}")));
    let summary = walk(size, &law);
    let count = summary.exhausted.expect("all cases were gone through").cases as usize;
    let mut seen = seen.into_inner();
    // Before the walks two cases are drawn to look for misuse, but their bodies are not run.
    seen.split_off(seen.len() - count)
}

#[test]
fn every_case_up_to_a_size_is_met_once() {
    // Numbers from -2 to 2 in lists of up to 2 of them: 1 + 5 + 25.
    let lists = cases(2, any::<Vec<i32>>());
    let mut expected = BTreeSet::from(["[]".to_string()]);
    for x in -2..=2 {
        expected.insert(format!("[{x}]"));
        expected.extend((-2..=2).map(|y| format!("[{x}, {y}]")));
    }
    assert_eq!((lists.len(), lists.iter().cloned().collect()), (31, expected));
    assert_eq!(cases(3, (any::<bool>(), elements(["a", "b", "c"]))).len(), 6);
    // A table of two rows with three answers each; the default is one of them.
    assert_eq!(cases(1, any::<Option<i8>>()).len(), 4);
}

#[test]
fn sizes_come_one_after_the_other() {
    let law =
        for_all(any::<Vec<u16>>(), |list| list.iter().map(|x| u32::from(*x)).sum::<u32>() < 6);
    let summary = walk(4, &law);
    let failure = summary.failure().unwrap();
    // The sum 6 is first reached at size 3, as 3 + 3; a 6 itself is not among the cases up to 4.
    assert!(matches!(failure.found, Found::Walk { size: Some(3), .. }), "{:?}", failure.found);
    assert_eq!(failure.arguments[0].debug, "[6]", "shrinking knows no size");
}

#[test]
fn functions_are_gone_through_row_by_row() {
    let table = RefCell::new(BTreeSet::new());
    let law = for_all(any::<Func<bool, bool>>(), |f| {
        table.borrow_mut().insert((f(false), f(true)));
    });
    assert!(walk(1, &law).is_success());
    assert_eq!(table.into_inner().len(), 4, "all functions from bool to bool");
}

#[test]
fn a_small_space_is_gone_through_instead_of_drawn_from() {
    let runs = RefCell::new(BTreeSet::new());
    let law = for_all!(x: u8, y: bool => { let _ = y; x < 255 || !y });
    let summary = Runner::named("small").tests(512).run(&law);
    assert_eq!(summary.failures().len(), 1, "one case of 512, met for sure");
    assert_eq!(summary.failure().unwrap().again, 0);
    let law = for_all(any::<u8>(), |x| runs.borrow_mut().insert(x));
    let summary = Runner::named("once").tests(256).run(&law);
    // `insert` would say false for a case that is met twice.
    assert!(matches!(summary.exhausted, Some(Exhausted { size: None, cases: 256, .. })));
    assert!(summary.is_success());
    let law = for_all(any::<u8>(), |_| true);
    assert_eq!(Runner::named("more").tests(255).run(&law).exhausted, None);
    // What looks small at first and is not falls back to random tests.
    let sometimes_large = |source: &mut Source| match source.any::<bool>() {
        true => 0,
        false => source.any::<u64>(),
    };
    let summary = Runner::named("large").tests(300).run(&for_all(sometimes_large, |_| true));
    assert_eq!((summary.exhausted, summary.passed), (None, 300));
}

#[test]
fn demands_on_all_cases_are_met_by_one() {
    let law = |limit: u8| {
        for_all(any::<u8>(), move |x| {
            assume!(x < 200);
            cover!(x == 7, 5.0, "seven");
            cover!(x > limit, 5.0, "beyond");
        })
    };
    assert!(walk(200, &law(198)).is_success());
    assert!(matches!(walk(200, &law(199)).stopped, Stopped::NotCovered(_)));
    let nothing = for_all(any::<u8>(), |_| assume!(false));
    assert!(matches!(Runner::named("none").run(&nothing).stopped, Stopped::GaveUp { .. }));
}

/// All cases are run if they are no more than the tests; but a demand is about random ones, and is judged
/// in the same way with one test more and one less.
#[test]
fn demands_are_judged_on_random_cases() {
    for tests in [255, 256, 257] {
        let rare = for_all(any::<u8>(), |x| cover!(x == 255, 50.0, "max"));
        let summary = Runner::named("rare").tests(tests).run(&rare);
        assert!(matches!(summary.stopped, Stopped::NotCovered(_)), "{tests}: {summary:?}");
        let often = for_all(any::<u8>(), |x| cover!(x < 128, 20.0, "low"));
        let summary = Runner::named("often").tests(tests).run(&often);
        assert!(summary.is_success(), "{tests}: {summary:?}");
        assert_eq!(summary.exhausted.is_some(), tests >= 256);
    }
    // Both halves are run although one is never drawn: the law is broken in a case that random tests do not meet.
    let law = for_all(any::<u8>().mapped(|x| u16::from(x) * 256), |x| {
        cover!(x > 0, 1.0, "some");
        x != 256 * 77
    });
    assert!(Runner::named("one of all").run(&law).failure().is_some());
}

/// The numbers of tests and runs of a law are the same, whatever its cases are like.
#[test]
fn a_law_runs_as_often_as_it_says() {
    fn expression(source: &mut Source, depth: u32) -> u64 {
        match depth > 0 && source.any::<bool>() {
            false => 1,
            true => expression(source, depth - 1) + expression(source, depth - 1),
        }
    }
    let runs = Cell::new(0);
    let run = |tests: u64, law: &dyn Law| {
        runs.set(0);
        let summary = Runner::named("counted").tests(tests).run(law);
        assert!(summary.is_success(), "{summary:?}");
        (summary.passed, runs.get())
    };
    let count = || runs.set(runs.get() + 1);
    // By hand: as many choices as the first ones say. The space looks small at first, and is not.
    let by_hand = for_all(|source: &mut Source| expression(source, 4), |_| count());
    assert_eq!(run(256, &by_hand), (256, 256));
    let numbers = for_all(any::<u64>(), |_| count());
    assert_eq!(run(256, &numbers), (256, 256));
    let all = for_all(any::<u8>(), |_| count());
    assert_eq!(run(300, &all), (256, 256));
    // The body draws more than the arguments.
    let inner = for_all(any::<bool>(), |_| {
        |source: &mut Source| {
            expression(source, 4);
            count();
        }
    });
    assert_eq!(run(256, &inner), (256, 256));
    // Everything is drawn while the law runs.
    let closure = |source: &mut Source| {
        expression(source, 4);
        count();
    };
    assert_eq!(run(256, &closure), (256, 256));
    let one_number = |source: &mut Source| {
        source.any::<u64>();
        count();
    };
    assert_eq!(run(256, &one_number), (256, 256));
}

#[test]
fn existential_laws() {
    // Every list has a reverse; not every list has a different one.
    let reversed = |list: &Vec<bool>| list.iter().rev().copied().collect::<Vec<_>>();
    let some = for_all(any::<Vec<bool>>(), move |list| {
        exists(any::<Vec<bool>>(), move |other| reversed(&list) == other)
    });
    assert!(walk(3, &some).is_success());
    let other = for_all(any::<Vec<bool>>(), move |list| {
        exists(any::<Vec<bool>>(), move |other| reversed(&list) == other && other != list)
    });
    assert_eq!(walk(3, &other).failure().unwrap().arguments[0].debug, "[]");
    let message = match Runner::named("random").run(&some).stopped {
        Stopped::Misused(misuse) => misuse.to_string(),
        other => panic!("{other:?}"),
    };
    assert!(message.contains("exhaustive = n"), "{message}");
    let filtered =
        for_all(0..=1u8, |_| exists(any::<u8>().filtered(|y| y % 2 == 1), |y| y > 2).up_to(3));
    assert!(Runner::named("filtered").run(&filtered).is_success());
}

#[test]
fn the_walk_of_a_list_of_lists_agrees_with_brute_force() {
    fn lists(depth: u32, size: usize) -> Vec<String> {
        let elements = match depth {
            0 => (0..=size).map(|x| x.to_string()).collect(),
            _ => lists(depth - 1, size),
        };
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..size {
            let longer = |list: &String| {
                let comma = if list.is_empty() { "" } else { ", " };
                elements.iter().map(move |element| format!("{list}{comma}{element}")).collect()
            };
            last = last.iter().flat_map(|list| -> Vec<String> { longer(list) }).collect();
            all.extend(last.clone());
        }
        all.iter().map(|list| format!("[{list}]")).collect()
    }
    let mut walked = cases(2, vec(vec(any::<u8>(), ..), ..));
    let mut expected = lists(1, 2);
    walked.sort();
    expected.sort();
    assert_eq!(walked, expected);
}
