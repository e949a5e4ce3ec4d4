//! List functions: quickspec-2011, sections 1.1, 2.10 and 3.1.2.
//!
//! The paper does not print `merge`. Of the two that differ in which list goes first where elements
//! are equal, only the one here satisfies its law `merge (xs++ys) xs == merge xs xs++ys`.
//!
//! Its law `merge (map f xs) (map f ys) == map f (merge xs ys)` for all monotone `f` and unordered
//! lists is false, whichever list goes first: where `f` makes different elements equal, `merge` may
//! take the other one first. It is true of injective functions, and of ordered lists.

use lawful::generate::vec;
use lawful::{Arbitrary, Func, Source};

/// Returns the elements of `xs`, then those of `ys`.
pub fn append(xs: &[i32], ys: &[i32]) -> Vec<i32> {
    [xs, ys].concat()
}

/// Returns the list that begins with `x` and goes on as `xs`.
pub fn cons(x: i32, xs: &[i32]) -> Vec<i32> {
    append(&[x], xs)
}

/// Returns the list of one element.
pub fn unit(x: i32) -> Vec<i32> {
    vec![x]
}

/// Returns the elements in the opposite order.
pub fn reverse(xs: &[i32]) -> Vec<i32> {
    xs.iter().rev().copied().collect()
}

/// Returns the elements in ascending order.
pub fn sort(xs: &[i32]) -> Vec<i32> {
    let mut sorted = xs.to_vec();
    sorted.sort_unstable();
    sorted
}

/// Returns the elements in ascending order, without duplicates.
pub fn usort(xs: &[i32]) -> Vec<i32> {
    let mut sorted = sort(xs);
    sorted.dedup();
    sorted
}

/// Merges two ordered lists by comparing their first elements, that of `ys` going first if they are
/// equal. The lists need not be ordered.
pub fn merge(mut xs: &[i32], mut ys: &[i32]) -> Vec<i32> {
    let mut merged = Vec::with_capacity(xs.len() + ys.len());
    while let ([x, more_xs @ ..], [y, more_ys @ ..]) = (xs, ys) {
        if x < y {
            merged.push(*x);
            xs = more_xs;
        } else {
            merged.push(*y);
            ys = more_ys;
        }
    }
    // One of the two is empty.
    merged.extend(xs.iter().chain(ys));
    merged
}

/// Returns the results of `f` for all elements.
pub fn map(f: &Func<i32, i32>, xs: &[i32]) -> Vec<i32> {
    xs.iter().map(|&x| f(x)).collect()
}

/// Inserts `x` before the first element that is not less: the paper's `insertL`. The list need not be
/// ordered.
pub fn insert_sorted(x: i32, xs: &[i32]) -> Vec<i32> {
    let place = xs.iter().position(|&y| x <= y).unwrap_or(xs.len());
    [&xs[..place], &[x], &xs[place..]].concat()
}

/// Returns the first element.
///
/// # Panics
///
/// If there is none.
pub fn head(xs: &[i32]) -> i32 {
    *xs.first().expect("the head of an empty list")
}

/// Returns the elements but the first.
///
/// # Panics
///
/// If there is none.
pub fn tail(xs: &[i32]) -> Vec<i32> {
    xs.split_first().expect("the tail of an empty list").1.to_vec()
}

/// Returns whether the elements are in ascending order; equal ones may follow each other.
pub fn is_sorted(xs: &[i32]) -> bool {
    xs.is_sorted()
}

/// Returns whether `ys` begins with `xs`.
pub fn is_prefix_of(xs: &[i32], ys: &[i32]) -> bool {
    ys.starts_with(xs)
}

/// Returns whether `x` is an element.
pub fn elem(x: i32, xs: &[i32]) -> bool {
    xs.contains(&x)
}

/// Returns the list without the first occurrence of `x`.
pub fn delete(x: i32, xs: &[i32]) -> Vec<i32> {
    let mut others = xs.to_vec();
    if let Some(place) = xs.iter().position(|&y| y == x) {
        others.remove(place);
    }
    others
}

/// Returns whether there are no elements.
pub fn null(xs: &[i32]) -> bool {
    xs.is_empty()
}

/// A monotone function: a line that does not descend, plus a staircase that does not either.
///
/// The value is computed exactly and then brought into the range of `i32`, which is monotone too. A
/// monotone function from `i32` to itself that is injective on all of `i32` is the identity, so those
/// of slope 1 and 2 are injective on numbers away from the ends of the range only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Monotone {
    slope: u8,
    /// The value at 0 of the line.
    base: i32,
    /// Thresholds, ascending and distinct, and by how much the value is higher from there on.
    steps: Vec<(i32, u32)>,
}

/// Constants, staircases and lines, the injective functions being two in three.
impl Arbitrary for Monotone {
    fn arbitrary(source: &mut Source) -> Self {
        let slope = source.draw(&(0..=2));
        with_slope(slope, source)
    }
}

/// Generates monotone functions that are injective on numbers away from the ends of the range.
pub fn increasing(source: &mut Source) -> Monotone {
    let slope = source.draw(&(1..=2));
    with_slope(slope, source)
}

fn with_slope(slope: u8, source: &mut Source) -> Monotone {
    let base = source.draw(&(-20..=20));
    let mut steps = source.draw(&vec((-20..=20, 1..=20u32), 0..=4));
    steps.sort_unstable();
    steps.dedup_by_key(|(threshold, _)| *threshold);
    Monotone { slope, base, steps }
}

/// Returns the value of a monotone function.
pub fn apply_monotone(f: &Monotone, x: i32) -> i32 {
    let line = i64::from(f.slope) * i64::from(x) + i64::from(f.base);
    let passed = f.steps.iter().take_while(|(threshold, _)| *threshold <= x);
    let staircase: i64 = passed.map(|(_, height)| i64::from(*height)).sum();
    (line + staircase).clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Returns the values of a monotone function for all elements.
pub fn map_monotone(f: &Monotone, xs: &[i32]) -> Vec<i32> {
    xs.iter().map(|&x| apply_monotone(f, x)).collect()
}

#[cfg(test)]
mod tests {
    use lawful::prelude::*;

    use super::*;

    #[law]
    fn append_is_a_monoid(x: i32, xs: &[i32], ys: &[i32], zs: &[i32]) {
        assert_eq!(append(xs, &[]), xs);
        assert_eq!(append(&[], xs), xs);
        assert_eq!(append(&append(xs, ys), zs), append(xs, &append(ys, zs)));
        assert_eq!(append(&cons(x, xs), ys), cons(x, &append(xs, ys)));
        assert_eq!(unit(x), cons(x, &[]));
    }

    #[law]
    fn reverse_swaps(x: i32, xs: &[i32], ys: &[i32]) {
        assert_eq!(reverse(&[]), Vec::<i32>::new());
        assert_eq!(reverse(&reverse(xs)), xs);
        assert_eq!(append(&reverse(xs), &reverse(ys)), reverse(&append(ys, xs)));
        assert_eq!(reverse(&unit(x)), unit(x));
    }

    #[law]
    fn sorting_forgets_the_order(x: i32, xs: &[i32], ys: &[i32]) {
        for sort in [sort, usort] {
            assert_eq!(sort(&[]), Vec::<i32>::new());
            assert_eq!(sort(&reverse(xs)), sort(xs));
            assert_eq!(sort(&sort(xs)), sort(xs));
            assert_eq!(sort(&append(ys, xs)), sort(&append(xs, ys)));
            assert_eq!(sort(&unit(x)), unit(x));
            assert!(is_sorted(&sort(xs)));
        }
        assert_eq!(usort(&append(xs, xs)), usort(xs));
    }

    #[law]
    fn merging_ordered_lists_sorts(x: i32, xs: &[i32], ys: &[i32]) {
        assert_eq!(merge(&unit(x), &sort(xs)), sort(&cons(x, xs)));
        assert_eq!(merge(&sort(xs), &sort(ys)), sort(&append(xs, ys)));
        assert_eq!(insert_sorted(x, &sort(xs)), sort(&cons(x, xs)));
    }

    /// Elements from a small domain, so that many are equal.
    fn few_elements(source: &mut Source) -> Vec<i32> {
        source.draw(&vec(0..=3, 0..=8))
    }

    #[law(tests = 10_000)]
    fn merging_an_extended_list_with_itself(
        #[from(few_elements)] xs: Vec<i32>,
        #[from(few_elements)] ys: Vec<i32>,
    ) {
        assert_eq!(merge(&append(&xs, &ys), &xs), append(&merge(&xs, &xs), &ys));
    }

    #[law]
    fn map_commutes(f: Func<i32, i32>, x: i32, xs: &[i32], ys: &[i32]) {
        assert_eq!(map(&f, &[]), Vec::<i32>::new());
        assert_eq!(map(&f, &reverse(xs)), reverse(&map(&f, xs)));
        assert_eq!(append(&map(&f, xs), &map(&f, ys)), map(&f, &append(xs, ys)));
        assert_eq!(cons(f(x), &map(&f, xs)), map(&f, &cons(x, xs)));
    }

    #[law]
    fn taking_lists_apart(x: i32, xs: &[i32]) {
        assert_eq!(head(&cons(x, xs)), x);
        assert_eq!(tail(&cons(x, xs)), xs);
        assert!(null(&[]) && !null(&cons(x, xs)));
        assert!(elem(x, &cons(x, xs)) && !elem(x, &[]));
        assert_eq!(delete(x, &cons(x, xs)), xs);
        assert_eq!(delete(x, &insert_sorted(x, xs)), xs);
    }

    #[test]
    #[should_panic(expected = "the head of an empty list")]
    fn the_empty_list_has_no_head() {
        head(&[]);
    }

    #[test]
    #[should_panic(expected = "the tail of an empty list")]
    fn the_empty_list_has_no_tail() {
        tail(&[]);
    }

    #[law(tests = 2_000)]
    fn a_prefix_is_what_something_can_be_appended_to(
        #[from(few_elements)] xs: Vec<i32>,
        #[from(few_elements)] ys: Vec<i32>,
    ) {
        assert!(is_prefix_of(&xs, &append(&xs, &ys)));
        let begins = is_prefix_of(&xs, &ys);
        assert_eq!(begins, xs.len() <= ys.len() && append(&xs, &ys[xs.len()..]) == ys);
        // The paper's law from too careless a generator would be that only empty lists are prefixes.
        cover!(begins && !null(&xs), 0.5, "a prefix with elements");
    }

    #[law(tests = 1_000)]
    fn monotone_functions_are_monotone(f: &Monotone, x: i32, y: i32) {
        assert!(apply_monotone(f, x.min(y)) <= apply_monotone(f, x.max(y)));
        cover!(x != y && apply_monotone(f, x) == apply_monotone(f, y), 5.0, "not injective");
    }

    #[law]
    fn monotone_functions_commute_with_sorting(f: &Monotone, x: i32, xs: &[i32], ys: &[i32]) {
        assert_eq!(map_monotone(f, &sort(xs)), sort(&map_monotone(f, xs)));
        let (mapped, others) = (map_monotone(f, &sort(xs)), map_monotone(f, &sort(ys)));
        assert_eq!(merge(&mapped, &others), map_monotone(f, &merge(&sort(xs), &sort(ys))));
        assert_eq!(map_monotone(f, &unit(x)), unit(apply_monotone(f, x)));
    }

    #[law(tests = 2_000)]
    fn increasing_functions_commute_with_merging(
        #[from(increasing)] f: Monotone,
        #[from(few_elements)] xs: Vec<i32>,
        #[from(few_elements)] ys: Vec<i32>,
    ) {
        let merged = merge(&map_monotone(&f, &xs), &map_monotone(&f, &ys));
        assert_eq!(merged, map_monotone(&f, &merge(&xs, &ys)));
    }

    #[test]
    fn monotone_functions_do_not_commute_with_merging() {
        let sign = Monotone { slope: 0, base: 0, steps: vec![(1, 1)] };
        assert_eq!(map_monotone(&sign, &merge(&[1, 0], &[2])), [1, 0, 1]);
        let merged = merge(&map_monotone(&sign, &[1, 0]), &map_monotone(&sign, &[2]));
        assert_eq!(merged, [1, 1, 0]);
    }
}
