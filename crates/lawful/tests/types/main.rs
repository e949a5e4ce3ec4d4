//! The types that people have in their types: those of std, and behind a feature each those of other
//! crates. All values are valid, boundaries are reached, and the smallest case is the obvious one.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "num-bigint")]
mod num_bigint;
#[cfg(feature = "regex")]
mod pattern;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;
#[cfg(feature = "serde_json")]
mod serde_json;
mod standard;
#[cfg(feature = "proptest")]
mod strategy;
#[cfg(feature = "arbitrary")]
mod unstructured;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;

use std::fmt::Debug;

use lawful::prelude::*;
use lawful::report::literal::rust_literal;

/// Checks that a law holds, over many cases.
#[track_caller]
pub fn check_all<G: Generator<Value: Debug>>(generator: G, holds: impl Fn(&G::Value) -> bool) {
    let law = for_all(generator, |value| holds(&value));
    let summary = Runner::named("valid").tests(3_000).seed(1).run(&law);
    assert!(summary.failure().is_none(), "{:?}", summary.failure().map(|found| &found.arguments));
}

/// Checks that one value in 500 or more is as wanted.
#[track_caller]
pub fn check_common<T: Arbitrary + Debug>(what: &str, wanted: impl Fn(&T) -> bool) {
    let found = (0..4_000).filter(|seed| wanted(&Source::from_seed(*seed, 50).any())).count();
    assert!(found >= 8, "{what}: {found} of 4000");
}

/// The smallest case that breaks the law, as Rust.
#[track_caller]
pub fn smallest<G: Generator<Value: Debug>>(
    generator: G,
    holds: impl Fn(&G::Value) -> bool,
) -> String {
    let law = for_all(generator, |value| holds(&value));
    let summary = Runner::named("smallest").first_failure().tests(5_000).seed(1).run(&law);
    let shown = &summary.failure().expect("the law is broken").arguments[0];
    rust_literal(shown.type_name, &shown.debug)
}

/// Checks the smallest case that breaks the law against an expression: its text is what is shown, and it
/// is a value that breaks the law. So what is shown can be pasted.
#[allow(unused_macros, reason = "the tests of std have their own")]
macro_rules! check_smallest {
    ($type:ty, $holds:expr, $pasted:expr $(,)?) => {{
        let holds: fn(&$type) -> bool = $holds;
        let pasted: $type = $pasted;
        assert!(!holds(&pasted), "{pasted:?} does not break the law");
        let shown = crate::smallest(lawful::any::<$type>(), holds);
        let dense = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(dense(&shown), dense(stringify!($pasted)));
    }};
}
#[allow(unused_imports, reason = "as above")]
use check_smallest;
