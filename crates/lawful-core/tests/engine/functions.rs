//! Generated functions and streams.

use lawful_core::choice::{KeyDigest, Source};
use lawful_core::generate::{Arbitrary, Func, Func2, FuncKey, Stream, any};
use lawful_core::law::{Law, for_all};
use lawful_core::run::Runner;

/// The arguments of the smallest case, which must be the same for many seeds.
fn smallest(law: &dyn Law) -> String {
    let found = |seed| {
        let summary = Runner::named("functions").first_failure().tests(10_000).seed(seed).run(law);
        let failure = summary.failure().expect("the law is broken");
        let shown: Vec<&str> = failure.arguments.iter().map(|a| a.debug.as_str()).collect();
        shown.join("; ")
    };
    let first = found(0);
    (1..30).for_each(|seed| assert_eq!(found(seed), first, "seed {seed}"));
    first
}

type Unary = Func<i32, i32>;

#[test]
fn composition_is_associative() {
    let law = for_all(any::<((Unary, Unary), (Unary, i32))>(), |((f, g), (h, x))| {
        let inner = |x| f(g(x));
        let outer = |x| g(h(x));
        f(outer(x)) == inner(h(x))
    });
    assert!(Runner::named("associative").tests(1_000).run(&law).is_success());
}

#[test]
fn composition_does_not_commute_and_shows_why() {
    let law = for_all(any::<(Unary, Unary, i32)>(), |(f, g, x)| f(g(x)) == g(f(x)));
    assert_eq!(smallest(&law), "(|_| 0, |_| 1, 0)");
}

#[test]
fn tables_have_the_fewest_rows() {
    let law = for_all(any::<Func<u8, u8>>(), |f| !(f(3) == 1 && f(5) > 7 && f(9) == 0));
    assert_eq!(smallest(&law), "|x| match x { 3 => 1, 5 => 8, _ => 0 }");
    // A constant needs no row: the default is enough.
    let constant = for_all(any::<Func<u8, u8>>(), |f| (0..9).any(|x| f(x) != 4));
    let summary = Runner::named("constant").tests(10).seed(1).run(&constant);
    assert!(summary.is_success(), "nobody draws nine equal answers by chance");
}

#[test]
fn several_arguments() {
    let law = for_all(any::<Func2<u8, bool, u8>>(), |f| f(1, true) == f(1, false));
    let shown = smallest(&law);
    let either = [
        "|x, y| match (x, y) { (1, true) => 1, _ => 0 }",
        "|x, y| match (x, y) { (1, false) => 1, _ => 0 }",
    ];
    assert!(either.contains(&shown.as_str()), "{shown}");
}

#[test]
fn arguments_of_the_users_own_type() {
    #[derive(Clone, Debug, Hash)]
    enum Colour {
        Red,
        Mixed(u8),
    }
    impl FuncKey for Colour {
        fn digest(&self, digest: &mut KeyDigest) {
            digest.hash(self);
        }
    }
    let law = for_all(any::<Func<Colour, bool>>(), |f| f(Colour::Red) || !f(Colour::Mixed(2)));
    assert_eq!(smallest(&law), "|x| match x { Mixed(2) => true, _ => false }");
}

#[test]
fn functions_of_functions() {
    // Section 3.3 of quickcheck-2000: different functions get independent answers.
    let law =
        for_all(any::<(Func<Unary, bool>, Unary, Unary)>(), |(judge, f, g)| judge(f) == judge(g));
    assert!(!Runner::named("higher").tests(1_000).seed(1).run(&law).is_success());
    let same =
        for_all(any::<(Func<Unary, u64>, Unary)>(), |(judge, f)| judge(f.clone()) == judge(f));
    assert!(Runner::named("same").tests(500).run(&same).is_success());
}

#[test]
fn the_same_argument_gets_the_same_answer() {
    let law = for_all(any::<(Func<(String, Option<f64>), Vec<u8>>, String)>(), |(f, text)| {
        f((text.clone(), Some(0.0))) == f((text, Some(-0.0)))
    });
    assert!(Runner::named("function").run(&law).is_success());
}

#[test]
fn functions_work_in_other_threads() {
    let law = for_all(any::<(Func<u8, u64>, u8)>(), |(f, x)| {
        let there = f.clone();
        let answer = std::thread::spawn(move || there(x)).join().unwrap();
        answer == f(x)
    });
    assert!(Runner::named("threads").tests(50).run(&law).is_success());
}

#[test]
fn streams_show_the_part_that_was_used() {
    let law = for_all(any::<Stream<u8>>(), |stream| {
        stream.iter().take(3).map(u32::from).sum::<u32>() < 300
    });
    assert_eq!(smallest(&law), "[0, 45, 255, ..]");
    // Only what was asked for is shown.
    let law = for_all(any::<Stream<bool>>(), |stream| !stream.get(2));
    assert_eq!(smallest(&law), "[_, _, true, ..]");
}

#[test]
fn functions_inside_structures_keep_their_rows_when_others_drop_out() {
    let law = for_all(any::<Vec<Func<u8, u8>>>(), |functions| {
        functions.iter().all(|function| function(1) < 100)
    });
    assert_eq!(smallest(&law), "[|_| 100]");
}

#[test]
fn a_row_is_a_source_like_any_other() {
    struct Pair(Func<u8, u8>, u8);
    impl Arbitrary for Pair {
        fn arbitrary(source: &mut Source) -> Self {
            Pair(source.any(), source.any())
        }
    }
    let pair: Pair = Source::from_seed(4, 10).any();
    assert_eq!((pair.0)(pair.1), (pair.0)(pair.1));
    let curried: Func<u8, Func<u8, u8>> = Source::from_seed(5, 10).any();
    assert_eq!(curried(1)(2), curried(1)(2));
}
