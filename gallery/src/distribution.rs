//! Generators and what they make: quickcheck-2000, section 3.2.
//!
//! The paper's own first generators of lists and trees, with the figures that it gives for them. The figures follow from
//! the weights, so the tests compute them; here they are seen to come out.

use lawful::generate::{frequency, just};
use lawful::{Source, classify, for_all};

use crate::exhibit::{Exhibit, Study};

/// A list that ends after each element with a probability of `ends` to `goes_on`; the elements do not matter here.
fn list(source: &mut Source, ends: u32, goes_on: u32) -> Vec<()> {
    let more = frequency([(ends, just(false)), (goes_on, just(true))]);
    let mut list = Vec::new();
    while source.draw(&more) {
        list.push(());
    }
    list
}

/// Mean length of lists, drawn from one seed.
fn mean_length(seed: u64, ends: u32, goes_on: u32) -> f64 {
    let mut source = Source::from_seed(seed, 100);
    let total: usize = (0..LISTS).map(|_| list(&mut source, ends, goes_on).len()).sum();
    total as f64 / f64::from(LISTS)
}

/// With so many lists the mean is known to a twentieth: with a variance of 20, the deviation is a hundredth.
const LISTS: u32 = 200_000;

/// Nodes after which a tree is taken to have no end.
const ENDLESS: usize = 500;

/// Draws the paper's first tree, `frequency [(1, Leaf), (2, Branch)]`, node by node. Returns its number of nodes, or none if
/// there is no end in sight.
fn unbounded_tree(source: &mut Source) -> Option<usize> {
    let branches = frequency([(1, just(false)), (2, just(true))]);
    let (mut open, mut nodes) = (1_usize, 0);
    while open > 0 {
        if nodes == ENDLESS {
            return None;
        }
        nodes += 1;
        open = if source.draw(&branches) { open + 1 } else { open - 1 };
    }
    Some(nodes)
}

/// Draws the paper's second tree, whose size is halved at each branch. Returns its number of nodes.
fn sized_tree(source: &mut Source, size: u32) -> usize {
    let branches = frequency([(1, just(false)), (4, just(true))]);
    if size == 0 || !source.draw(&branches) {
        return 1;
    }
    1 + sized_tree(source, size / 2) + sized_tree(source, size / 2)
}

static STUDY: Study = Study::of("distribution", "quickcheck-2000, 3.2", "tree_without_size");

/// The generators of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.tells(
            "lists_of_mean_one",
            "`oneof [return [], liftM2 (:) ..]` is not really satisfactory, since it produces lists with an average \
             length of one element.",
            |seed| vec![format!("mean length {:.1}", mean_length(seed, 1, 1))],
            ["mean length 1.0"],
        ),
        STUDY.tells(
            "lists_of_mean_four",
            "With `frequency` the list goes on four times as often as it ends, which leads to an average of four.",
            |seed| vec![format!("mean length {:.1}", mean_length(seed, 1, 4))],
            ["mean length 4.0"],
        ),
        STUDY
            .holds(
                "tree_without_size",
                "A tree that branches twice as often as it ends: this definition only has a 50% chance of \
                 terminating. Here a tree of 500 nodes is taken to have no end.",
                for_all!(nodes: Option<usize> = unbounded_tree => {
                    classify!(nodes.is_some(), "terminates");
                }),
            )
            .tests(10_000)
            .share("terminates", 47.0, 53.0),
        STUDY
            .holds(
                "tree_with_size",
                "The tree as the paper has it in the end, with a size that is halved at each branch. Its nodes are \
                 fewer than four times the size, whatever is drawn.",
                for_all!(size: u32 = 1..=100, seed: u64 => {
                    let nodes = sized_tree(&mut Source::from_seed(seed, 1), size);
                    assert!(nodes < 4 * size as usize);
                }),
            )
            .tests(1_000),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checking::assert_as_expected;

    #[test]
    fn every_exhibit_is_as_expected() {
        assert_as_expected(&exhibits());
    }

    #[test]
    fn the_figures_follow_from_the_weights() {
        // The length is geometric: the mean is the odds of going on.
        for (goes_on, expected) in [(1.0, 1.0), (4.0, 4.0)] {
            let p: f64 = goes_on / (1.0 + goes_on);
            let mean: f64 =
                (1..2_000).map(|length| f64::from(length) * p.powi(length) * (1.0 - p)).sum();
            assert!((mean - expected).abs() < 1e-9, "{mean}");
        }
        // The chance t of ending is the least root of t = 1/3 + 2/3 t^2.
        let chance = (0..10_000).fold(0.0, |t: f64, _| 1.0 / 3.0 + 2.0 / 3.0 * t * t);
        assert!((chance - 0.5).abs() < 1e-6, "{chance}");
    }
}
