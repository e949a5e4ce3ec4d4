//! The loop: laws as values, labels, coverage, limits.

use std::cell::{Cell, RefCell};

use lawful_core::data::Reason;
use lawful_core::generate::{any, vec};
use lawful_core::law::{Law, discard, for_all, note};
use lawful_core::run::{Config, Event, Found, Runner, Stopped};
use lawful_core::shrink::Stop;
use lawful_core::{assume, classify, collect, cover, note};

#[test]
fn a_law_is_broken_in_four_ways() {
    let reason = |law: &dyn Law| {
        Runner::named("ways").seed(1).run(law).failure().expect("broken").reason.clone()
    };
    assert_eq!(reason(&for_all(any::<u8>(), |x| x < 9)), Reason::returned_false());
    let error = reason(&for_all(any::<u8>(), |x| if x < 9 { Ok(()) } else { Err("too many") }));
    assert_eq!(error, Reason::returned_error("\"too many\"".into()));
    let panicked = reason(&for_all(any::<u8>(), |x| {
        assert!(x < 9, "{x} is too many");
    }));
    let (message, location) = panicked.panic().expect("it panics");
    assert_eq!(message, "9 is too many");
    assert!(location.contains("running.rs"), "{location}");
    let nested = for_all(any::<u8>(), |x| Ok::<_, String>(x < 9));
    assert_eq!(reason(&nested), Reason::returned_false());
}

#[test]
fn laws_are_values() {
    let small = || for_all(0..=20u8, |x| x < 15);
    let even = || for_all(0..=20u8, |x| x % 2 == 0);
    let holds = |law: &dyn Law| Runner::named("values").tests(500).seed(3).run(law).is_success();
    assert!(!holds(&small().and(even())));
    assert!(holds(&for_all(any::<u8>(), |_| true).and(for_all(any::<u8>(), |_| true))));
    let panics = for_all(any::<u8>(), |x| assert!(x > 255u8.saturating_add(x), "never"));
    assert!(holds(&panics.or(for_all(any::<u8>(), |_| true))));
    assert!(!holds(&for_all(any::<u8>(), |_| false).or(small())));
    assert!(holds(&small().expect_failure()));
    assert!(!holds(&for_all(any::<u8>(), |_| true).expect_failure()));
    let boxed: Vec<Box<dyn Law>> = vec![Box::new(small()), Box::new(even())];
    assert!(boxed.iter().all(|law| !holds(&**law)));
}

#[test]
fn always_runs_the_same_case_again() {
    let seen = RefCell::new(Vec::new());
    let law = for_all(any::<u64>(), |x| seen.borrow_mut().push(x)).repeat(3);
    assert!(Runner::named("always").tests(20).run(&law).is_success());
    let seen = seen.take();
    assert!(seen.chunks(3).all(|chunk| chunk.iter().all(|x| *x == chunk[0])));
    // A law that is broken only now and then is caught, and its case is shrunk.
    let calls = Cell::new(0u32);
    let racy = for_all(any::<u16>(), |x| {
        calls.set(calls.get() + 1);
        x < 1_000 || !calls.get().is_multiple_of(3)
    });
    let summary = Runner::named("racy").tests(1_000).seed(1).run(&racy.repeat(9));
    assert_eq!(summary.failure().expect("caught").arguments[0].debug, "1000");
}

#[test]
fn when_fail_acts_once_for_the_smallest_case() {
    let acted = Cell::new(0);
    let last = Cell::new(0);
    let law = for_all(any::<u32>(), |x| {
        last.set(x);
        assert!(x < 77);
    });
    let law = law.when_fail(|| {
        acted.set(acted.get() + 1);
        assert_eq!(last.get(), 77);
    });
    assert!(!Runner::named("when fail").run(&law).is_success());
    assert_eq!(acted.get(), 1);
    let told = Config::default().with(|config| {
        config.verbose = true;
        config.seed = Some(1);
    });
    assert!(!Runner::named("when fail").with(told).run(&law).is_success());
    assert_eq!(acted.get(), 2, "cases that are told are not reported");
}

#[test]
fn inner_generators_depend_on_outer_values() {
    let law = for_all(vec(any::<u8>(), 1..), |list| {
        for_all(0..list.len(), move |index| index < 3 || list[index] < 10)
    });
    let summary = Runner::named("nested").tests(2_000).seed(1).run(&law);
    let shown: Vec<&str> =
        summary.failure().unwrap().arguments.iter().map(|a| a.debug.as_str()).collect();
    assert_eq!(shown, ["[0, 0, 0, 10]", "3"]);
}

#[test]
fn one_outer_value_serves_many_inner_ones() {
    let outer = Cell::new(0);
    let inner = Cell::new(0);
    let law = for_all(any::<u8>(), |_| {
        outer.set(outer.get() + 1);
        for_all(any::<u32>(), |_| inner.set(inner.get() + 1)).many(50)
    });
    assert!(Runner::named("many").tests(10).run(&law).is_success());
    assert_eq!((outer.get(), inner.get()), (10, 500));
    let broken =
        for_all(any::<u8>(), |limit| for_all(any::<u32>(), move |x| x < limit.into()).many(50));
    let summary = Runner::named("many").seed(1).run(&broken);
    let failure = summary.failure().unwrap();
    let shown: Vec<&str> = failure.arguments.iter().map(|a| a.debug.as_str()).collect();
    assert_eq!(shown, ["0", "0"]);
}

#[test]
fn labels_are_counted_over_the_cases_that_held() {
    let law = for_all((0..=9u8, any::<u32>()), |(x, _)| {
        assume!(x != 5);
        classify!(x < 3, "low");
        classify!(x < 3, "low");
        collect!(x % 2);
    });
    let summary = Runner::named("labels").tests(1_000).seed(1).run(&law);
    let table = &summary.tables.collected["x % 2"];
    assert_eq!(table.counts.values().sum::<u64>(), 1_000);
    assert!((200..450).contains(&summary.tables.labels["low"]));
    assert!(summary.discarded > 50);
}

#[test]
fn coverage_runs_more_tests_until_it_is_clear() {
    let law = |percent: f64| {
        for_all((0..=99u8, any::<u32>()), move |(x, _)| cover!(x < 20, percent, "low"))
    };
    let run = |percent| Runner::named("coverage").tests(100).seed(1).run(&law(percent));
    assert!(run(15.0).is_success());
    assert!(run(15.0).passed > 100, "a hundred tests settle nothing");
    assert!(matches!(run(40.0).stopped, Stopped::NotCovered(_)));
    assert!(!run(40.0).is_success());
}

#[test]
fn notes_and_discards_from_below() {
    fn below(x: u8) -> u8 {
        if x == 200 {
            discard();
        }
        note(format!("saw {x}"));
        x
    }
    let law = for_all(any::<u8>(), |x| {
        let x = below(x);
        note!("twice is {}", u32::from(x) * 2);
        x < 100
    });
    let summary = Runner::named("notes").tests(2_000).seed(1).run(&law);
    assert_eq!(summary.failure().unwrap().notes, ["saw 100", "twice is 200"]);
}

#[test]
fn limits_of_shrinking_are_told() {
    let law = for_all(vec(any::<u64>(), 20..=40), |list| list.iter().all(|x| *x < 1 << 40));
    let config = Config::default().with(|config| {
        config.max_shrink_runs = 5;
        config.seed = Some(1);
    });
    let summary = Runner::named("limits").with(config).run(&law);
    let failure = summary.failure().unwrap();
    assert_eq!((failure.stop, failure.runs), (Stop::Runs, 5));
}

#[test]
fn another_failure_met_on_the_way_is_kept_apart() {
    let law = for_all(any::<u32>(), |x| {
        assert!(x < 10_000, "large");
        assert!(x != 17 && x != 0, "odd one");
        assert!(x < 500, "middle");
    });
    // From a large case shrinking meets 0, which fails elsewhere.
    let config = Config::default().with(|config| config.seed = Some(11));
    let mut met = 0;
    for seed in 0..50 {
        let config = config.clone().with(|config| config.seed = Some(seed));
        let summary = Runner::named("identities").with(config).run(&law);
        let mut messages: Vec<&str> = Vec::new();
        for failure in summary.failures() {
            let (message, _) = failure.reason.panic().expect("it panics");
            let expected = match message {
                "large" => "10000",
                "middle" => "500",
                _ => "0",
            };
            assert_eq!(failure.arguments[0].debug, expected);
            messages.push(message);
            met += u32::from(failure.found == Found::Shrinking);
        }
        messages.sort_unstable();
        let all = messages.clone();
        messages.dedup();
        assert_eq!(messages, all, "none twice");
    }
    assert!(met > 0);
}

#[test]
fn every_case_is_told_when_asked() {
    let law = for_all((0..5u8, 0..5u8), |(x, y)| x + y < 100);
    let config = Config::default().with(|config| {
        config.verbose = true;
        config.tests = 7;
    });
    let mut cases = 0;
    let mut held = 0;
    Runner::named("verbose").with(config).run_with(&law, &mut |event| match event {
        Event::Case { index, case, .. } => {
            assert_eq!((*index, case.arguments.len()), (cases, 1));
            cases += 1;
        }
        Event::Progress { passed, .. } => held = *passed,
        _ => {}
    });
    assert_eq!((cases, held), (7, 7));
}

#[test]
fn a_law_may_run_laws() {
    let law = for_all(any::<u8>(), |x| {
        classify!(x < 100, "outer");
        let inner = for_all(any::<u8>(), |y| {
            classify!(true, "inner");
            y < 3
        });
        assert!(!Runner::named("inner").tests(500).seed(1).run(&inner).is_success());
        x < 250
    });
    let summary = Runner::named("outer").tests(10).seed(3).run(&law);
    assert!(!summary.tables.labels.contains_key("inner"));
    assert!(summary.tables.labels.contains_key("outer"));
}

#[test]
fn a_replayed_case_is_run_as_it_is() {
    let law = |limit: u16| for_all(any::<u16>(), move |x| x < limit);
    let token = Runner::named("replay").seed(1).run(&law(100)).failure().unwrap().token.clone();
    let config = Config::default().with(|config| config.replay = Some(token));
    let summary = Runner::named("replay").with(config.clone()).run(&law(50));
    let failure = summary.failure().unwrap();
    assert_eq!((failure.found, failure.arguments[0].debug.as_str()), (Found::Replay, "100"));
    let mended = Runner::named("replay").with(config).run(&law(101));
    assert!(matches!(mended.stopped, Stopped::ReplayPassed));
}

/// A hundredth of the ten million of the bench's suite `soak`.
#[test]
fn many_tests_run_in_constant_memory() {
    let law = for_all(any::<(u16, u16)>(), |(x, y)| x.wrapping_add(y) == y.wrapping_add(x));
    let summary = Runner::named("many").tests(100_000).run(&law);
    assert_eq!(summary.passed, 100_000);
}
