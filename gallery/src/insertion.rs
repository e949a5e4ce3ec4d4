//! Insertion into ordered lists: quickcheck-2000, sections 2.3 and 2.4.
//!
//! The paper shows how a condition skews the cases that are tested, and how to see it. The wrong
//! insertion is ours; the paper says that one which works for short lists "is easy to define".

use lawful::generate::sorted_vec;
use lawful::{Generator, any, assume, classify, collect, for_all};

use crate::exhibit::{Exhibit, Study};
use crate::finding::arguments;

/// Inserts before the first element that is not smaller.
pub fn insert(x: i32, xs: &[i32]) -> Vec<i32> {
    let at = xs.iter().position(|&other| x <= other).unwrap_or(xs.len());
    [&xs[..at], &[x], &xs[at..]].concat()
}

/// Inserts at one of the ends, which is right for lists of up to one element.
pub fn insert_at_an_end(x: i32, xs: &[i32]) -> Vec<i32> {
    match xs.first() {
        Some(&first) if first < x => [xs, &[x]].concat(),
        _ => [&[x], xs].concat(),
    }
}

/// Whether no element is greater than the next.
pub fn ordered(xs: &[i32]) -> bool {
    xs.is_sorted()
}

fn ordered_list() -> impl Generator<Value = Vec<i32>> {
    sorted_vec(any::<i32>(), ..)
}

fn maximum_of_ordered_pair(x: i32, y: i32) {
    assume!(x <= y);
    assert_eq!(x.max(y), y);
}

fn insertion_keeps_order(x: i32, xs: Vec<i32>) -> bool {
    assume!(ordered(&xs));
    classify!(xs.is_empty(), "trivial");
    let length = xs.len();
    collect!(length);
    ordered(&insert(x, &xs))
}

static STUDY: Study =
    Study::of("insertion", "quickcheck-2000, 2.3 and 2.4", "keeps_order_if_ordered");

/// The laws of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "maximum",
            "A law with a condition: cases that do not meet it are discarded, not counted.",
            for_all!(x: i32, y: i32 => maximum_of_ordered_pair(x, y)),
        ),
        STUDY.holds(
            "keeps_order_if_ordered",
            "Insertion into any list, on condition that it is ordered. It passes, but look at \
             the table: the longer a list, the rarer it is ordered. The paper saw 43% empty \
             lists, and 19% with more than one element.",
            for_all!(x: i32, xs: Vec<i32> => insertion_keeps_order(x, xs)),
        )
        .tests(2_000)
        .share("trivial", 38.0, 54.0),
        STUDY.gives_up(
            "keeps_order_if_ordered_and_long",
            "Section 2.3, \"arguments exhausted\": the same for ordered lists of more than five elements, of which there are \
             too few among all lists. The law gives up, says how many tests passed, and fails unless it is told that \
             this will do. The paper only reports it.",
            for_all!(x: i32, xs: Vec<i32> => {
                assume!(xs.len() > 5);
                insertion_keeps_order(x, xs)
            }),
        ),
        STUDY.holds(
            "keeps_order",
            "The same over a generator of ordered lists. The table shows lists of all lengths.",
            for_all!(x: i32, xs: Vec<i32> = ordered_list() => insertion_keeps_order(x, xs)),
        )
        .tests(2_000)
        .share("trivial", 3.0, 10.0),
        STUDY.breaks(
            "at_an_end",
            "An insertion that is right for lists of up to one element, which is most of what \
             the condition lets through. The generator finds it at once.",
            for_all!(x: i32, xs: Vec<i32> = ordered_list() => ordered(&insert_at_an_end(x, &xs))),
        )
        .ours()
        .finds(arguments(["0", "[-1, 1]"])),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checking::{assert_as_expected, assert_smallest, find, integers, lists};

    #[test]
    fn every_exhibit_is_as_expected() {
        assert_as_expected(&exhibits());
    }

    /// The share of each length, in per cent.
    fn shares(name: &str) -> Vec<f64> {
        let summary = find(exhibits(), name).tests(20_000).run(1);
        let counts = &summary.tables.collected["length"].counts;
        let share = |length: usize| {
            let count = counts.get(&length.to_string()).copied().unwrap_or(0);
            100.0 * count as f64 / summary.passed as f64
        };
        (0..=100).map(share).collect()
    }

    /// The share of each length where sizes are even from 0 to 100, lengths are even up to the
    /// size, and a list of a length is let through with a probability.
    fn expected_shares(let_through: impl Fn(usize) -> f64) -> Vec<f64> {
        let weight = |length: usize| -> f64 {
            (length..=100).map(|size| let_through(length) / (size + 1) as f64).sum()
        };
        let weights: Vec<f64> = (0..=100).map(weight).collect();
        let total: f64 = weights.iter().sum();
        weights.iter().map(|weight| 100.0 * weight / total).collect()
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        for (length, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert!((found - expected).abs() < 2.0, "{length}: {found} instead of {expected}");
        }
    }

    #[test]
    fn the_condition_lets_short_lists_through() {
        let found = shares("keeps_order_if_ordered");
        // One in k! lists of k different elements is ordered.
        let factorial = |length: usize| (1..=length).map(|factor| factor as f64).product::<f64>();
        assert_near(&found, &expected_shares(|length| 1.0 / factorial(length)));
        // The paper's table: 43% or 49% empty, 19% with more than one element.
        assert!((40.0..=52.0).contains(&found[0]), "{}", found[0]);
        let longer = 100.0 - found[0] - found[1];
        assert!((14.0..=26.0).contains(&longer), "{longer}");
    }

    #[test]
    fn the_generator_lets_all_lists_through() {
        let found = shares("keeps_order");
        assert_near(&found, &expected_shares(|_| 1.0));
        assert!(found[0] + found[1] < 12.0);
    }

    #[test]
    fn inserting_at_an_end_fails_between_two() {
        assert_smallest(exhibits(), "at_an_end", &["0", "[-1, 1]"]);
        let mut cases = (0..=2).flat_map(|length| {
            integers(2).into_iter().flat_map(move |x| {
                lists(&integers(2), length).into_iter().map(move |list| (x as i32, list))
            })
        });
        let breaks = |(x, list): &(i32, Vec<i64>)| {
            let mut xs: Vec<i32> = list.iter().map(|&element| element as i32).collect();
            xs.sort();
            !ordered(&insert_at_an_end(*x, &xs))
        };
        assert_eq!(cases.find(breaks), Some((0, vec![1, -1])));
    }
}
