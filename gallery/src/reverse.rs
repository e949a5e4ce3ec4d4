//! Reversing, composing and cycling: quickcheck-2000, sections 2.1, 2.2 and 2.5.
//!
//! Where the paper prints a function as `<<function>>`, here the failure shows the part of it that
//! matters. Infinite lists are iterators, and where the law ranges over them, streams.

use lawful::data::ShownValue;
use lawful::generate::Stream;
use lawful::{Func, assume, for_all};

use crate::exhibit::{Exhibit, Study};
use crate::finding::{arguments, reason};

/// The elements in the opposite order.
pub fn reverse(xs: &[i32]) -> Vec<i32> {
    xs.iter().rev().copied().collect()
}

/// The elements of the one, then those of the other.
pub fn append(xs: &[i32], ys: &[i32]) -> Vec<i32> {
    [xs, ys].concat()
}

/// The elements again and again.
pub fn cycle(xs: &[i32]) -> impl Iterator<Item = i32> {
    xs.iter().copied().cycle()
}

/// An element of the one, an element of the other, and so on.
pub fn interleave<T>(
    mut one: impl Iterator<Item = T>,
    mut other: impl Iterator<Item = T>,
) -> impl Iterator<Item = T> {
    let mut first = false;
    std::iter::from_fn(move || {
        first = !first;
        if first { one.next() } else { other.next() }
    })
}

fn compose<A, B, C>(outer: impl Fn(B) -> C, inner: impl Fn(A) -> B) -> impl Fn(A) -> C {
    move |x| outer(inner(x))
}

type Function = Func<i32, i32>;

/// Sums that are too large for a number, and numbers that are none, are left out: they differ for another reason.
fn doubles_are_associative(x: f64, y: f64, z: f64) {
    let (left, right) = ((x + y) + z, x + (y + z));
    assume!(left.is_finite() && right.is_finite());
    assert_eq!(left, right);
}

fn composition_is_associative(f: Function, g: Function, h: Function, x: i32) {
    let right = compose(&*f, compose(&*g, &*h));
    let left = compose(compose(&*f, &*g), &*h);
    assert_eq!(right(x), left(x));
}

fn composition_commutes(f: Function, g: Function, x: i32) {
    assert_eq!(compose(&*f, &*g)(x), compose(&*g, &*f)(x));
}

fn cycling_twice_as_much(xs: Vec<i32>, n: usize) {
    assume!(!xs.is_empty());
    let twice = append(&xs, &xs);
    assert!(cycle(&xs).take(n).eq(cycle(&twice).take(n)));
}

fn interleaving_keeps_both(one: Stream<i32>, other: Stream<i32>, n: usize) {
    let both = || interleave(one.iter(), other.iter());
    assert!(both().step_by(2).take(n).eq(one.iter().take(n)));
    assert!(both().skip(1).step_by(2).take(n).eq(other.iter().take(n)));
}

fn interleaving_commutes(one: Stream<i32>, other: Stream<i32>, n: usize) {
    let this_way: Vec<i32> = interleave(one.iter(), other.iter()).take(n).collect();
    let that_way: Vec<i32> = interleave(other.iter(), one.iter()).take(n).collect();
    assert_eq!(this_way, that_way);
}

static STUDY: Study =
    Study::of("reverse", "quickcheck-2000, 2.1, 2.2 and 2.5", "append_without_swapping");

/// The laws of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "unit",
            "Reversing a list of one element changes nothing.",
            for_all!(x: i32 => assert_eq!(reverse(&[x]), [x])),
        ),
        STUDY.holds(
            "append",
            "Reversing two lists in a row reverses each and swaps them.",
            for_all!(xs: Vec<i32>, ys: Vec<i32> => {
                assert_eq!(reverse(&append(&xs, &ys)), append(&reverse(&ys), &reverse(&xs)));
            }),
        ),
        STUDY.breaks(
            "append_without_swapping",
            "Reversing two lists in a row, with the parts not swapped. The paper prints [2] and [-2,1]; the smallest \
             case has one element in each.",
            for_all!(xs: Vec<i32>, ys: Vec<i32> => {
                assert_eq!(reverse(&append(&xs, &ys)), append(&reverse(&xs), &reverse(&ys)));
            }),
        )
        .finds(arguments(["[0]", "[1]"])),
        STUDY.holds(
            "twice",
            "Reversing twice changes nothing.",
            for_all!(xs: Vec<i32> => assert_eq!(reverse(&reverse(&xs)), xs)),
        ),
        STUDY.holds(
            "addition_of_integers_is_associative",
            "Section 2.1: a law is tested at a type. Addition is associative for integers,",
            for_all!(x: i32, y: i32, z: i32 => {
                assert_eq!(x.wrapping_add(y).wrapping_add(z), x.wrapping_add(y.wrapping_add(z)));
            }),
        ),
        STUDY.breaks(
            "addition_of_doubles_is_associative",
            "but not for floating-point numbers: the sum is rounded at another place.",
            for_all!(x: f64, y: f64, z: f64 => doubles_are_associative(x, y, z)),
        )
        .tests(10_000)
        .finds(reason(["left == right"]).such_that("three finite numbers", |failure| {
            let number = |argument: &ShownValue| argument.debug.parse::<f64>().unwrap_or(f64::NAN);
            let [x, y, z] = [0, 1, 2].map(|at| number(&failure.arguments[at]));
            [x, y, z].iter().all(|number| number.is_finite()) && (x + y) + z != x + (y + z)
        })),
        STUDY.holds(
            "composition_is_associative",
            "A law over all functions, which are generated like any other value.",
            for_all!(f: Function, g: Function, h: Function, x: i32 => {
                composition_is_associative(f, g, h, x)
            }),
        ),
        STUDY.breaks(
            "composition_commutes",
            "It does not. The paper could tell, but not show it: it printed <<function>>. Look \
             for two functions and a number on which they do not commute.",
            for_all!(f: Function, g: Function, x: i32 => composition_commutes(f, g, x)),
        )
        .finds(arguments(["|_| 0", "|_| 1", "0"]).or_arguments(["|_| 1", "|_| 0", "0"])),
        STUDY.holds(
            "double_cycle",
            "Infinite lists cannot be compared, but all their beginnings can.",
            for_all!(xs: Vec<i32>, n: usize = 0..=300 => cycling_twice_as_much(xs, n)),
        ),
        STUDY.holds(
            "interleaving_keeps_both",
            "A law over all infinite lists, which are drawn as far as they are looked at.",
            for_all!(one: Stream<i32>, other: Stream<i32>, n: usize = 0..=50 => {
                interleaving_keeps_both(one, other, n)
            }),
        )
        .ours(),
        STUDY.breaks(
            "interleaving_commutes",
            "It does not. Of two infinite lists only the elements that were used are shown.",
            for_all!(one: Stream<i32>, other: Stream<i32>, n: usize = 0..=50 => {
                interleaving_commutes(one, other, n)
            }),
        )
        .ours()
        .finds(arguments(["[0, ..]", "[1, ..]", "1"]).or_arguments(["[1, ..]", "[0, ..]", "1"])),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checking::{assert_as_expected, assert_smallest, lists, smallest};

    #[test]
    fn every_exhibit_is_as_expected() {
        assert_as_expected(&exhibits());
    }

    #[test]
    fn appending_without_swapping_fails_for_one_element_each() {
        assert_smallest(exhibits(), "append_without_swapping", &["[0]", "[1]"]);
        // Nothing smaller fails: a list must not be empty, and the elements must differ.
        let holds =
            |xs: &[i32], ys: &[i32]| reverse(&append(xs, ys)) == append(&reverse(xs), &reverse(ys));
        for list in lists(&[0, 1], 2) {
            assert!(holds(&list, &[]) && holds(&[], &list));
        }
        assert!(holds(&[0], &[0]) && !holds(&[0], &[1]));
    }

    #[test]
    fn two_constant_functions_do_not_commute() {
        for arguments in smallest(exhibits(), "composition_commutes") {
            // Which of the two gives 1 is all the same.
            let (f, g) = (arguments[0].as_str(), arguments[1].as_str());
            assert!(matches!((f, g), ("|_| 0", "|_| 1") | ("|_| 1", "|_| 0")), "{f} {g}");
            assert_eq!(arguments[2], "0");
        }
    }

    #[test]
    fn only_the_used_part_of_a_stream_is_shown() {
        for arguments in smallest(exhibits(), "interleaving_commutes") {
            let (one, other) = (arguments[0].as_str(), arguments[1].as_str());
            let are_minimal =
                matches!((one, other), ("[0, ..]", "[1, ..]") | ("[1, ..]", "[0, ..]"));
            assert!(are_minimal, "{one} {other}");
            assert_eq!(arguments[2], "1");
        }
    }
}
