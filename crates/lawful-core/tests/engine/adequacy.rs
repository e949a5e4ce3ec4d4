//! Warnings: each is given where it is due, and a law that is tested well gets none.

use std::collections::BTreeMap;

use lawful_core::choice::Source;
use lawful_core::data::About;
use lawful_core::generate::{Generator, any, frequency, just, vec};
use lawful_core::law::{Law, for_all};
use lawful_core::run::{Config, Feature, Limit, Runner, Stopped, Warning, run_built};
use lawful_core::{assume, for_all, sometimes};

fn warnings(law: &dyn Law) -> Vec<Warning> {
    warnings_of(256, law)
}

fn warnings_of(tests: u64, law: &dyn Law) -> Vec<Warning> {
    let summary = Runner::named("adequate").tests(tests).seed(1).run(law);
    assert!(summary.is_success());
    summary.warnings
}

#[test]
fn duplicates() {
    let few = frequency([(99, (5..=9u64).boxed()), (1, any::<u64>().boxed())]);
    let warnings = warnings(&for_all(few, |_| true));
    let [Warning::Duplicates { different, of }] = warnings[..] else { panic!("{warnings:?}") };
    assert!(different < 20 && of == 100);
}

#[test]
fn trivial_cases() {
    let mostly = frequency([(9, just(vec![]).boxed()), (1, any::<Vec<u64>>().boxed())]);
    let warnings = warnings(&for_all(mostly, |_| true));
    let [Warning::Trivial { trivial, of }] = warnings[..] else { panic!("{warnings:?}") };
    assert!(trivial > 80 && of == 100);
}

#[test]
fn an_argument_that_hardly_varies() {
    let law = for_all!(
        list: Vec<u32>,
        mode: u64 = frequency([(199, just(0u64).boxed()), (1, any::<u64>().boxed())])
            => { let _ = (list, mode); }
    );
    let warnings = warnings(&law);
    let [Warning::Constant { argument: "mode", same, of: 100 }] = warnings[..] else {
        panic!("{warnings:?}")
    };
    assert!(same > 90);
}

#[test]
fn discards() {
    let law = for_all(any::<u32>(), |x| assume!(x % 8 == 0));
    let warnings = warnings(&law);
    let [Warning::Discards { discarded, passed: 256 }] = warnings[..] else {
        panic!("{warnings:?}")
    };
    assert!(discarded > 1_024);
}

#[test]
fn slow_generators() {
    let slow = |source: &mut Source| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        source.any::<u64>()
    };
    let warnings = warnings_of(60, &for_all(slow, |_| true));
    assert!(matches!(warnings[..], [Warning::SlowGeneration { .. }]), "{warnings:?}");
    let law = for_all(any::<u64>(), |_| std::thread::sleep(std::time::Duration::from_millis(20)));
    assert!(warnings_of(60, &law).is_empty());
}

/// A generator that would take minutes is stopped at the law's limit, and named.
#[test]
fn a_limit_in_time_is_looked_at_while_a_value_is_made() {
    fn long(source: &mut Source) -> usize {
        source.draw(&vec(vec(vec(any::<bool>(), 1_000), 1_000), 1_000)).len()
    }
    fn slow(source: &mut Source) -> usize {
        let element = |_: &mut Source| std::thread::sleep(std::time::Duration::from_millis(1));
        source.draw(&vec(element, 100_000)).len() + source.any::<usize>()
    }
    /// Only the test of index 20, after the look for misuse and in the middle of a batch.
    fn later(source: &mut Source) -> usize {
        if source.size() == 20 { long(source) } else { source.any() }
    }
    type Draw = fn(&mut Source) -> usize;
    let limit = std::time::Duration::from_millis(300);
    for (draw, held) in [(long as Draw, 0), (slow, 0), (later, 20)] {
        for jobs in [1, 2] {
            let config = Config::default().with(|config| {
                config.max_time = Some(limit);
                config.jobs = jobs;
            });
            let started = std::time::Instant::now();
            let about = About::new("slow", file!(), line!());
            let build = |run: &mut dyn FnMut(&dyn Law)| run(&for_all(draw, |_| true));
            let summary = run_built(&build, &[], &about, &config, &mut |_| {});
            assert_eq!(summary.limits, [Limit::Generation(limit)]);
            assert_eq!((summary.passed, summary.discarded), (held, 0));
            // A law that was not tested at all is not one that passed.
            assert_eq!(summary.is_success(), held > 0, "{:?}", summary.stopped);
            assert!(started.elapsed() < 5 * limit, "{:?}", started.elapsed());
        }
    }
}

/// Cases that are told one by one, and those of a walk, end in time as well.
#[test]
fn a_limit_in_time_is_looked_at_while_a_case_is_told_or_walked_to() {
    fn long_at_20(source: &mut Source) -> usize {
        match source.size() {
            20 => source.draw(&vec(vec(vec(any::<bool>(), 1_000), 1_000), 1_000)).len(),
            _ => source.draw(&(0..=300usize)),
        }
    }
    let limit = std::time::Duration::from_millis(300);
    for exhaustive in [None, Some(20)] {
        let config = Config::default().with(|config| {
            (config.max_time, config.exhaustive) = (Some(limit), exhaustive);
            config.verbose = exhaustive.is_none();
        });
        let (started, about) = (std::time::Instant::now(), About::new("slow", file!(), line!()));
        let law = for_all(long_at_20, |_| true);
        let summary = lawful_core::run::run(&law, &about, &config, &mut |_| {});
        assert_eq!(summary.limits, [Limit::Generation(limit)]);
        assert!(summary.is_success(), "{:?}", summary.stopped);
        assert!(started.elapsed() < 5 * limit, "{:?}", started.elapsed());
    }
}

/// The walk looks at the clock after every case, and not only after 256.
#[test]
fn a_limit_in_time_is_looked_at_between_cases_of_a_walk() {
    let law = for_all(0..=200u8, |_| std::thread::sleep(std::time::Duration::from_millis(10)));
    let limit = std::time::Duration::from_millis(100);
    let config = Config::default().with(|config| config.max_time = Some(limit));
    let about = About::new("slow", file!(), line!());
    let summary = lawful_core::run::run(&law, &about, &config, &mut |_| {});
    assert_eq!(summary.limits, [Limit::Law(limit)]);
    assert!((1..100).contains(&summary.passed), "{}", summary.passed);
}

#[test]
fn a_law_whose_time_ends_before_a_test_passed_gave_up() {
    let limit = std::time::Duration::from_millis(50);
    let law = for_all(any::<u64>(), |_| {
        std::thread::sleep(std::time::Duration::from_millis(60));
        assume!(false);
    });
    let about = About::new("slow", file!(), line!());
    for may_give_up in [false, true] {
        let config = Config::default().with(|config| {
            (config.max_time, config.may_give_up) = (Some(limit), may_give_up);
        });
        let summary = lawful_core::run::run(&law, &about, &config, &mut |_| {});
        assert!(matches!(summary.stopped, Stopped::GaveUp { .. }), "{:?}", summary.stopped);
        assert_eq!(
            (summary.is_success(), &summary.limits[..]),
            (may_give_up, &[Limit::Law(limit)][..])
        );
    }
}

/// Between tests the limit is looked at too, whatever a batch would hold.
#[test]
fn a_limit_in_time_is_looked_at_between_tests() {
    let law = for_all(any::<u64>(), |_| std::thread::sleep(std::time::Duration::from_millis(20)));
    let limit = std::time::Duration::from_millis(100);
    let config = Config::default().with(|config| {
        config.max_time = Some(limit);
        config.seed = Some(1);
    });
    let about = About::new("slow", file!(), line!());
    let summary = lawful_core::run::run(&law, &about, &config, &mut |_| {});
    assert_eq!(summary.limits, [Limit::Law(limit)]);
    assert!((1..20).contains(&summary.passed), "{}", summary.passed);
}

#[test]
fn a_promise_that_is_not_kept() {
    let law = for_all(any::<Vec<u8>>(), |list| {
        sometimes!(list.len() > 3, "long");
        sometimes!(list.len() > 3_000, "very long");
    });
    let expected = Warning::Never { promise: "very long".into(), cases: 256 };
    assert_eq!(warnings(&law), [expected]);
}

#[test]
fn laws_that_are_tested_well_get_none() {
    let none: [Warning; 0] = [];
    assert_eq!(warnings(&for_all(any::<(Vec<i32>, bool)>(), |_| true)), none);
    assert_eq!(warnings(&for_all(any::<String>(), |_| true)), none);
    assert_eq!(
        warnings(
            &for_all!(x: i64, flag: bool, list: Vec<Option<u8>> => { let _ = (x, flag, list); })
        ),
        none
    );
    assert_eq!(warnings(&for_all(vec(0..10u8, 3..6), |_| true)), none);
    assert_eq!(warnings(&for_all(any::<u32>(), |x| assume!(x % 2 == 0))), none);
}

#[test]
fn distributions_are_counted_on_request() {
    let law =
        for_all!(list: Vec<u8>, x: i32, chance: Option<u64> => { let _ = (list, x, chance); });
    let config = Config::default().with(|config| {
        config.statistics = true;
        config.seed = Some(1);
    });
    let summary = Runner::named("distribution").with(config).run(&law);
    let counts: BTreeMap<&str, _> =
        summary.distribution.iter().map(|one| (one.argument, &one.counts)).collect();
    let total = |name: &str| counts[name].values().sum::<u64>();
    assert_eq!((total("list"), total("x"), total("chance")), (256, 256, 256));
    let longest = counts["list"].keys().last();
    assert!(matches!(longest, Some(Feature::Length(80..=100))), "{longest:?}");
    assert!(counts["x"].contains_key(&Feature::Digits { negative: true, digits: 1 }));
    let variants: Vec<&Feature> = counts["chance"].keys().collect();
    let variant = |name: &str| Feature::Variant(name.to_string());
    assert_eq!(variants, [&variant("None"), &variant("Some")]);
    assert!(Runner::named("not asked").run(&law).distribution.is_empty());
}

#[test]
fn numbers_that_are_not_finite_are_counted_by_name() {
    let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5];
    let law = for_all((any::<u64>(), 0..4usize).mapped(move |(_, index)| numbers[index]), |_| true);
    let config = Config::default().with(|config| {
        config.statistics = true;
        config.seed = Some(1);
    });
    let summary = Runner::named("not finite").with(config).run(&law);
    let features: Vec<Feature> = summary.distribution[0].counts.keys().cloned().collect();
    let variant = |name: &str| Feature::Variant(name.to_string());
    let number = Feature::Digits { negative: false, digits: 1 };
    assert_eq!(features, [number, variant("-inf"), variant("NaN"), variant("inf")]);
}

#[test]
fn a_law_that_fails_has_distributions_for_a_report_alone() {
    let law = for_all!(list: Vec<u8> => list.len() < 9);
    let run = |set: fn(&mut Config)| {
        let config = Config::default().with(|config| {
            config.seed = Some(1);
            set(config);
        });
        Runner::named("fails").with(config).run(&law)
    };
    let summary = run(|config| config.details = true);
    let [list] = &summary.distribution[..] else { panic!("{:?}", summary.distribution) };
    assert_eq!(list.counts.values().sum::<u64>(), summary.next_test.min(500));
    assert!(run(|_| ()).distribution.is_empty());
}
