//! The arguments of a law: names, patterns, generators, attributes around them.

use lawful::generate::{Func2, Stream, elements, vec};
use lawful::prelude::*;

use super::{check, check_fails, ran};

#[law]
fn a_mutable_argument(mut list: Vec<u8>) {
    list.sort();
    list.dedup();
    assert!(list.is_sorted());
}

#[law]
fn a_tuple_taken_apart((low, high): (u8, u8), [first, .., last]: [u8; 3]) -> bool {
    u32::from(low) + u32::from(high) + u32::from(first) + u32::from(last) <= 4 * 255
}

#[law]
fn an_argument_without_a_name(_: u8, _ignored: u8) {
    ran(());
}

mod shapes {
    use lawful::prelude::*;

    #[derive(Debug)]
    pub struct Point {
        pub across: i8,
        pub down: i8,
    }

    #[derive(Debug)]
    pub struct Wrapped(pub u8);

    impl Arbitrary for Point {
        fn arbitrary(source: &mut Source) -> Self {
            Point { across: source.any(), down: source.any() }
        }
    }

    impl Arbitrary for Wrapped {
        fn arbitrary(source: &mut Source) -> Self {
            Wrapped(source.any())
        }
    }
}

#[law]
fn structures_taken_apart(
    shapes::Point { across, down }: shapes::Point,
    self::shapes::Wrapped(inside): shapes::Wrapped,
) {
    let sum = i32::from(across) + i32::from(down) + i32::from(inside);
    assert!((-256..=509).contains(&sum));
}

#[law]
fn a_trailing_comma_and_a_path(list: std::vec::Vec<std::option::Option<u8>>) {
    assert_eq!(
        list.iter().flatten().count(),
        list.len() - list.iter().filter(|x| x.is_none()).count()
    );
}

/// A generator of the module, to be named by `#[from(..)]`.
fn even() -> impl Generator<Value = u32> {
    (0..=1_000u32).mapped(|half| 2 * half)
}

#[law]
fn generators_by_name(
    #[from(even())] number: u32,
    #[from(1..=6)] eyes: u8,
    #[from((0..24, 0..60))] (hour, minute): (i32, i32),
    #[from(vec(elements(["red", "green"]), 1..=3))] colours: Vec<&'static str>,
    #[from(|source: &mut Source| source.any::<u8>() | 1)] odd: u8,
) {
    assert_eq!(number % 2, 0);
    assert!((1..=6).contains(&eyes) && (0..24).contains(&hour) && (0..60).contains(&minute));
    assert!((1..=3).contains(&colours.len()));
    assert_eq!(odd % 2, 1);
}

#[law]
fn twelve_arguments(
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    i: u8,
    j: u8,
    k: u8,
    l: u8,
) {
    let all = [a, b, c, d, e, f, g, h, i, j, k, l];
    assert!(all.iter().map(|&x| u32::from(x)).sum::<u32>() <= 12 * 255);
}

#[law]
fn functions_and_streams(f: Func<u8, u8>, g: Func2<u8, bool, u8>, dice: Stream<bool>) {
    assert_eq!(f(g(1, true)), f(g(1, true)));
    assert_eq!(dice.get(3), dice.iter().nth(3).unwrap());
}

/// The comment of a law is the comment of its test.
#[law]
#[doc(alias = "commented")]
#[allow(clippy::absurd_extreme_comparisons, unused_comparisons)]
fn documented(x: u8) {
    assert!(x >= 0);
}

#[law]
#[cfg(any())]
fn left_out(x: TypeThatDoesNotExist) {}

#[law]
#[should_panic(
    expected = "law broken: lawful::facade::attribute::patterns::a_broken_law_panics_as_a_test_does: \
                assertion failed: x < 100"
)]
fn a_broken_law_panics_as_a_test_does(x: u8) {
    ran(x);
    assert!(x < 100);
}

/// Visibility is accepted; a test has no use for it.
#[law]
pub(crate) fn visible(x: u8) -> bool {
    x.count_ones() <= 8
}

mod inner {
    use lawful::law;

    /// Without the prelude: the expansion brings its own names.
    #[law]
    fn a_law_in_a_module(x: u8, y: u8) -> bool {
        x.wrapping_add(y) == y.wrapping_add(x)
    }
}

#[law]
fn names_of_the_expansion_are_free(
    source: u8,
    case: u8,
    config: u8,
    generator_0: u8,
    argument_1: u8,
) -> bool {
    [source, case, config, generator_0, argument_1].len() == 5
}

#[test]
fn arguments_are_drawn_for_every_test() {
    assert_eq!(check(an_argument_without_a_name).len(), 256);
}

#[test]
fn a_broken_law_ends_with_its_smallest_case() {
    let cases = check_fails(a_broken_law_panics_as_a_test_does);
    assert_eq!(cases.last().map(String::as_str), Some("100"));
}
