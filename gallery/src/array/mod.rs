//! The needle and the haystack: fun-and-profit-2007, section 11.
//!
//! Functional arrays with up to ten elements in a leaf, whose optimised construction is wrong for
//! trees more than two levels deep, that is, for more than 40 elements. The paper's advice: test
//! with a smaller constant.

pub mod tree;

#[cfg(test)]
mod tests;

use lawful::{Law, Runner, Source, classify, for_all};
use tree::{Array, CAPACITY};

use crate::exhibit::{Exhibit, Study};
use crate::finding::arguments;

/// A capacity at which the boundaries come sooner.
pub const SMALL_CAPACITY: usize = 3;

/// An array has the elements that it was made of, at their indices.
fn has_its_elements(array: &Array<i64>, elements: &[i64]) {
    assert_eq!(array.len(), elements.len());
    for (index, element) in elements.iter().enumerate() {
        assert_eq!(array.get(index), Some(element), "at {index}");
    }
    assert_eq!(array.get(elements.len()), None);
}

/// Setting an element changes that one and no other.
fn setting_changes_one(elements: Vec<i64>, at: usize, element: i64) {
    let array = Array::build(&elements, CAPACITY);
    let changed = array.set(at, element);
    let mut expected = elements.clone();
    expected[at] = element;
    has_its_elements(&changed, &expected);
    has_its_elements(&array, &elements);
}

/// A list of half the size: an array is seldom all there is to a case.
fn list(source: &mut Source) -> Vec<i64> {
    source.smaller(|source| source.any())
}

/// A list of zeros, as `Debug` writes it.
fn zeros(length: usize) -> String {
    format!("{:?}", vec![0; length])
}

static STUDY: Study = Study::of("array", "fun-and-profit-2007, 11", "built_fast_with_small_leaves");

/// The law that an array that is built fast has its elements.
fn fast_is_right(capacity: usize) -> impl Law {
    for_all!(elements: Vec<i64> = list => {
        has_its_elements(&Array::build_fast(&elements, capacity), &elements)
    })
}

/// Returns whether the mistake is found with 100 tests of lists that are hardly longer than it takes.
fn is_found_at_small_sizes(seed: u64) -> bool {
    let runner = Runner::named("small").tests(100).max_size(84).seed(seed).first_failure();
    runner.run(&fast_is_right(CAPACITY)).failure().is_some()
}

/// The laws of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY
            .holds(
                "built_from_the_top",
                "The plain construction. The label tells how seldom a tree is more than two levels \
             deep at the default size.",
                for_all!(elements: Vec<i64> = list => {
                    classify!(elements.len() > 4 * CAPACITY, "more than two levels deep");
                    has_its_elements(&Array::build(&elements, CAPACITY), &elements);
                }),
            )
            .tests(10_000)
            .share("more than two levels deep", 1.0, 3.0),
        STUDY.holds(
            "set",
            "Arrays are not changed: there is a new one, and the old one is what it was.",
            for_all!(elements: Vec<i64> = list, at: usize, element: i64 => {
                lawful::assume!(!elements.is_empty());
                let at = at % elements.len();
                setting_changes_one(elements, at, element)
            }),
        ),
        STUDY.tells(
            "built_fast_at_small_sizes",
            "The optimised construction is wrong for more than 40 elements. At small sizes that is found, but rarely, as the \
             paper says: here with 100 tests of up to 42 elements, bounds that were chosen.",
            |seed| {
                let found = (0..100).filter(|number| is_found_at_small_sizes(seed * 100 + number)).count();
                let rarely = if (1..=40).contains(&found) { "rarely" } else { "not rarely" };
                vec![format!("found {rarely}: with {found} of 100 seeds")]
            },
            ["found rarely"],
        ),
        STUDY
            .breaks(
                "built_fast_at_large_sizes",
                "With larger sizes it is found, and cut down to 41 elements.",
                fast_is_right(CAPACITY),
            )
            .finds(arguments([zeros(41)]))
            .max_size(400),
        STUDY.breaks(
            "built_fast_with_small_leaves",
            "The smaller haystack: three elements in a leaf instead of ten. Now the default size \
             is enough, and 13 elements are.",
            for_all!(elements: Vec<i64> = list => {
                has_its_elements(&Array::build_fast(&elements, SMALL_CAPACITY), &elements)
            }),
        )
        .finds(arguments([zeros(13)])),
    ]
}
