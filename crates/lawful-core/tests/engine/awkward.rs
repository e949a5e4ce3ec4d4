//! What people do that a tool does not expect.

use lawful_core::choice::Recording;
use std::cell::Cell;
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::time::{Duration, Instant};

use lawful_core::choice::{Source, Tape};
use lawful_core::data::Reason;
use lawful_core::generate::{
    Arbitrary, Boxed, Func, Generator, Stream, any, distinct_vec, elements, frequency, just, lazy,
    one_of, vec,
};
use lawful_core::law::{Law, discard, for_all};
use lawful_core::run::{About, Config, Failure, ReplayToken, Runner, Stopped, Summary};
use lawful_core::{assume, collect, cover};

fn run(law: &dyn Law) -> Summary {
    Runner::named("awkward").tests(2_000).seed(1).run(law)
}

fn failure(law: &dyn Law) -> Failure {
    let summary = run(law);
    summary.failure().unwrap_or_else(|| panic!("not broken: {:?}", summary.stopped)).clone()
}

fn smallest(law: &dyn Law) -> String {
    failure(law).arguments.iter().map(|a| a.debug.clone()).collect::<Vec<_>>().join("; ")
}

fn misuse(law: &dyn Law) -> String {
    match run(law).stopped {
        Stopped::Misused(misuse) => misuse.to_string(),
        other => panic!("not misused: {other:?}"),
    }
}

#[test]
fn a_panic_in_a_row_is_recorded() {
    let repeated = for_all(any::<i32>(), |x| assert!(x < 100)).repeat(3);
    assert_eq!(smallest(&repeated), "100");
    #[derive(Debug)]
    struct Fussy;
    impl Arbitrary for Fussy {
        fn arbitrary(source: &mut Source) -> Self {
            let x: u8 = source.any();
            assert!(x < 50, "too much");
            Fussy
        }
    }
    let law = for_all(any::<Func<u8, Fussy>>(), |f| {
        f(1);
    });
    assert_eq!(failure(&law).reason.get("message"), Some("too much"));
}

/// Values that differ from one another may run out; what is drawn after them must not move.
#[test]
fn distinct_values_replay_as_they_were() {
    let about = About::new("distinct", "", 0);
    fn check<T: fmt::Debug>(about: &About, generator: impl Generator<Value = T>) {
        let generator = (generator, any::<i32>());
        for seed in 0..300 {
            let mut source = Recording::new(seed, 20);
            let drawn = format!("{:?}", source.draw(&generator));
            let tape = source.finish().tape;
            let replayed = |tape: &Tape| format!("{:?}", Recording::replay(tape).draw(&generator));
            assert_eq!(replayed(&tape), drawn);
            let token = ReplayToken::write(about, &tape);
            assert_eq!(replayed(&ReplayToken::read(about, &token).unwrap()), drawn);
        }
    }
    check(&about, any::<BTreeSet<bool>>());
    check(&about, distinct_vec(any::<Option<bool>>(), ..));
    let skewed = frequency([(100, just(1)), (1, just(2)), (1, just(3))]);
    check(&about, distinct_vec(skewed, ..=4usize));
}

/// A length that outer and inner lists share.
#[test]
fn lists_in_lists_that_share_a_length() {
    let square = || (1..6usize).flat_mapped(|n| vec(vec(0..100i32, n), n));
    for seed in 0..20 {
        let law = for_all(square(), |rows| rows.iter().flatten().all(|x| *x < 50));
        let summary = Runner::named("square").tests(2_000).seed(seed).run(&law);
        assert_eq!(summary.failure().unwrap().arguments[0].debug, "[[50]]");
    }
}

#[test]
fn filters_over_functions_shrink() {
    let law = for_all(any::<Func<u8, u8>>().filtered(|f| f(0) > 100), |f| f(1) < 100);
    assert_eq!(smallest(&law), "|_| 101");
}

#[test]
fn what_is_around_a_repeated_law_is_shown_too() {
    let law = for_all(any::<u8>(), |x| for_all(any::<u8>(), move |y| x < 10 || y < 10).repeat(2));
    assert_eq!(smallest(&law), "10; 10");
}

#[test]
fn recursion_that_ends_is_not_refused() {
    fn list() -> Boxed<'static, u32> {
        let more = |source: &mut Source| match source.size() {
            0 => 0,
            size => source.resize(size - 1, |source| source.draw(&lazy(list)) + 1),
        };
        more.boxed()
    }
    let law = for_all((list(), any::<u8>()), |(length, _)| length <= 400);
    assert!(Runner::named("long").tests(401).max_size(400).run(&law).is_success());
    // Levels that a panic left behind do not count.
    let panics = || for_all(lazy(|| |_: &mut Source| -> u8 { panic!("in there") }), |_| true);
    let law = for_all(any::<u8>(), move |_| {
        for_all(any::<u8>(), move |_| panics().or(for_all(any::<u8>(), |_| true))).many(400)
    });
    assert!(Runner::named("panics").tests(3).run(&law).is_success());
}

/// Neither values nor laws need to be `'static`.
#[test]
fn laws_over_borrowed_values() {
    let words: Vec<String> = ["to", "be", "or", "not"].map(String::from).to_vec();
    let picked = vec(elements(words.iter().map(String::as_str)), 0..=3);
    let law =
        for_all(picked, |list: Vec<&str>| list.iter().all(|word| words.iter().any(|w| w == word)));
    assert!(Runner::named("borrowed").run(&law).is_success());
    let summary =
        Runner::named("borrowed").run(&for_all(elements(&words), |word: &String| word != "or"));
    assert_eq!(summary.failure().unwrap().arguments[0].debug, "\"or\"");
}

#[test]
fn an_error_that_is_a_number_is_one_failure() {
    let law = for_all(0..1000, |x| if x >= 10 { Err(x) } else { Ok(()) });
    let summary = Runner::named("numbers").run(&law);
    assert_eq!((summary.failures().len(), &*summary.failures()[0].arguments[0].debug), (1, "10"));
}

#[test]
fn a_debug_that_panics_does_not_hide_the_failure() {
    struct Shy(u8);
    impl fmt::Debug for Shy {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("not to be seen")
        }
    }
    impl Arbitrary for Shy {
        fn arbitrary(source: &mut Source) -> Self {
            Shy(source.any())
        }
    }
    assert_eq!(
        failure(&for_all(any::<Func<u8, Shy>>(), |f| f(1).0 < 50)).reason,
        Reason::returned_false()
    );
    let error = for_all(any::<u8>(), |x| if x < 50 { Ok(()) } else { Err(Shy(x)) });
    assert_eq!(failure(&error).reason.code, "error");
    let law = for_all(any::<u8>().mapped(Shy), |shy| assert!(shy.0 < 100, "too large"));
    let failure = failure(&law);
    assert_eq!(failure.reason.get("message"), Some("too large"));
    assert!(failure.arguments[0].debug.contains("panicked"));
}

#[test]
fn an_action_that_panics_does_not_hide_the_failure() {
    let law = for_all(any::<u8>(), |x| x < 100).when_fail(|| panic!("in the action"));
    assert_eq!(failure(&law).reason, Reason::returned_false());
}

#[test]
fn a_panic_that_the_law_caught_is_not_the_failure() {
    let law = for_all(any::<u8>(), |x| {
        let inner = std::panic::catch_unwind(|| panic!("inner"));
        assert!(inner.is_err());
        if x >= 10 {
            std::panic::resume_unwind(Box::new("outer"));
        }
    });
    assert_eq!(failure(&law).reason.get("message"), Some("outer"));
}

#[test]
fn telling_every_case_does_not_hide_misuse() {
    #[expect(clippy::reversed_empty_ranges, reason = "that is the misuse")]
    let sometimes = (0..100).flat_mapped(|n| if n > 70 { 5..=3 } else { 0..=3 });
    let config = Config::default().with(|config| {
        config.verbose = true;
        config.seed = Some(1);
    });
    let summary = Runner::named("told").with(config).run(&for_all(sometimes, |_| true));
    assert!(matches!(summary.stopped, Stopped::Misused(_)));
}

#[test]
fn a_replayed_case_that_is_discarded_does_not_hold() {
    let law = |least: u8| {
        for_all(any::<u8>(), move |x| {
            assume!(x >= least);
            x < 100
        })
    };
    let token = Runner::named("replay").seed(1).run(&law(0)).failure().unwrap().token.clone();
    let config = Config::default().with(|config| config.replay = Some(token));
    let summary = Runner::named("replay").with(config).run(&law(200));
    assert!(matches!(summary.stopped, Stopped::Misused(_)) && !summary.is_success());
}

#[test]
fn unordered_collections_look_the_same_in_every_run() {
    let law = for_all(any::<Func<u8, HashSet<u8>>>(), |f| {
        collect!(f(0));
        f(0).len() < 4 || f(1).len() < 3
    });
    let once = format!("{:?}", run(&law));
    (0..5).for_each(|_| assert_eq!(format!("{:?}", run(&law)), once));
}

#[test]
fn many_alternatives_are_searched() {
    let law = for_all(elements(0..20_000), |x| x < 7_777);
    let failure = failure(&law);
    assert_eq!(failure.arguments[0].debug, "7777");
    assert!(failure.runs < 200, "{} runs", failure.runs);
}

#[test]
fn streams_may_be_read_anywhere() {
    let law = for_all(any::<Stream<u8>>(), |s| s.get(0) < 1 || s.get(usize::MAX) < 7);
    let shown = format!("[1, .., {}: 7, ..]", usize::MAX);
    assert_eq!(smallest(&law), shown);
}

#[test]
fn inner_values_may_be_discarded() {
    let law = for_all(any::<u8>(), |_| {
        for_all(any::<u8>(), |y| {
            assume!(y % 2 == 0);
            true
        })
        .many(20)
    });
    assert!(run(&law).is_success());
    let unwinding = for_all(any::<u8>(), |_| {
        for_all(any::<u8>(), |y| if y % 2 == 1 { discard() } else { true }).many(20)
    });
    assert!(Runner::named("unwinding").tests(20).run(&unwinding).is_success());
}

#[test]
fn nothing_is_not_a_test() {
    assert!(misuse(&for_all(any::<u8>(), |_| false).repeat(0)).contains("repeat(0)"));
    let none = for_all(any::<u8>(), |_| for_all(any::<u8>(), |_| false).many(0));
    assert!(misuse(&none).contains("many(0)"));
    let summary = Runner::named("none").tests(0).run(&for_all(any::<u8>(), |_| false));
    assert!(matches!(summary.stopped, Stopped::Misused(_)));
    assert!(misuse(&for_all(just(1), |_| true)).contains("draws nothing"));
}

#[test]
fn laws_made_from_laws() {
    assert!(run(&for_all(any::<u8>(), |x| x < 9).expect_failure().repeat(2)).is_success());
    // A discarded law is no reason for the other not to count.
    let discarded = for_all(any::<u8>(), |x| {
        assume!(x > 250);
        true
    });
    let summary = run(&discarded.or(for_all(any::<u8>(), |_| true)));
    assert_eq!((summary.is_success(), summary.discarded), (true, 0));
    // The size that a law had when it panicked is not that of the one after it.
    let sizes = Cell::new(0);
    let first =
        for_all(|source: &mut Source| source.resize(3, |_| panic!("in there")), |_: u8| true);
    let second = for_all(
        |source: &mut Source| {
            sizes.set(sizes.get().max(source.size()));
            source.any::<u8>()
        },
        |_| true,
    );
    assert!(run(&first.or(second)).is_success());
    assert_eq!(sizes.get(), 100);
}

#[test]
fn coverage_and_assumptions_together() {
    let law = for_all(any::<u32>(), |x| {
        assume!(x % 4 != 0);
        cover!(x % 2 == 1, 30.0, "odd");
    });
    assert!(Runner::named("both").seed(1).run(&law).is_success());
}

#[test]
fn a_lazy_generator_without_an_end_is_named() {
    #[derive(Debug)]
    #[expect(dead_code, reason = "it is never made")]
    enum Tree {
        Leaf,
        Fork(Vec<Tree>),
    }
    fn tree() -> Boxed<'static, Tree> {
        let fork =
            (lazy(tree), lazy(tree), lazy(tree)).mapped(|(a, b, c)| Tree::Fork(vec![a, b, c]));
        one_of([just(()).mapped(|()| Tree::Leaf).boxed(), fork.boxed()]).boxed()
    }
    assert!(misuse(&for_all(tree(), |_| true)).contains("lazy"));
}

#[test]
fn the_limit_of_time_is_kept_for_large_cases() {
    let law = for_all(vec(any::<u32>(), 3_000), |list| list.iter().all(|x| *x < 1 << 30));
    let limit = Duration::from_millis(300);
    let config = Config::default().with(|config| {
        config.max_shrink_time = limit;
        config.seed = Some(1);
    });
    let started = Instant::now();
    assert!(!Runner::named("limit").with(config).run(&law).is_success());
    let took = started.elapsed();
    assert!(took < 20 * limit, "{took:?}");
}

#[test]
fn lengths_beyond_all_bounds() {
    assert!(run(&for_all(vec(any::<u8>(), 0..=usize::MAX).resize(3), |_| true)).is_success());
    let long = vec(just(()), 200_000..).resize(2);
    assert!(
        Runner::named("long").tests(3).run(&for_all((long, any::<u8>()), |_| true)).is_success()
    );
}

/// Tells this program, in a process of its own, to run a law that ends the process.
const DIES: &str = "LAWFUL_TEST_OF_A_LAW_THAT_DIES";

/// A destructor that panics while a law unwinds ends the process. What was kept from printing is printed then: there will
/// be no report.
#[test]
fn panics_are_printed_where_the_process_ends() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("the second panic");
        }
    }
    fn explode() {
        let _bomb = Bomb;
        panic!("the first panic");
    }
    if let Ok(on_thread) = std::env::var(DIES) {
        Runner::named("dies").run(&for_all(any::<u64>(), move |_| match on_thread.as_str() {
            "thread" => drop(std::thread::spawn(explode).join()),
            _ => explode(),
        }));
        return;
    }
    for place in ["law", "thread"] {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "awkward::panics_are_printed_where_the_process_ends"])
            .env(DIES, place)
            .output()
            .unwrap();
        let seen = [output.stdout, output.stderr].concat();
        let seen = String::from_utf8_lossy(&seen);
        assert!(!output.status.success());
        for message in ["the first panic", "the second panic", "during cleanup"] {
            assert!(seen.contains(message), "{place}: {message:?} is not in {seen}");
        }
    }
}
