//! similar: a diff of two lists, by one of several algorithms, promises to lead from one to the other.
//!
//! #59: the algorithm by longest common subsequences panics where a common prefix and a common suffix overlap.

use lawful::generate::elements;
use lawful::prelude::*;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::bug::Bug;

/// What both bugs share: one law finds them.
const OF_DIFFS: Bug = Bug {
    package: "similar",
    version: "2.3.0",
    fixed: Some("2.4.0"),
    law: "the diff of two lists, by any algorithm, makes the new list of the old one",
    tests: 2_000,
    make: || Box::new(a_diff_leads_to_the_new_list()),
    ..Bug::COMMON
};

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[
    Bug {
        published: "#58",
        defect: "the diff by common subsequences has nothing if one list is empty",
        shows: "left == right",
        minimal: &["algorithm = Algorithm::Lcs, old = vec![], new = vec![0]"],
        ..OF_DIFFS
    },
    Bug {
        published: "#59",
        defect: "the diff by common subsequences overflows if prefix and suffix overlap",
        shows: "overflow",
        minimal: &[
            "algorithm = Algorithm::Lcs, old = vec![0], new = vec![0, 0]",
            "algorithm = Algorithm::Lcs, old = vec![0, 0], new = vec![0]",
        ],
        ..OF_DIFFS
    },
];

/// Does to the old list what a diff says.
fn patched(old: &[u8], new: &[u8], diff: &[DiffOp]) -> Vec<u8> {
    let part = |operation: &DiffOp| match operation {
        DiffOp::Equal { old_index, len, .. } => old[*old_index..old_index + len].to_vec(),
        DiffOp::Delete { .. } => Vec::new(),
        DiffOp::Insert { new_index, new_len, .. } | DiffOp::Replace { new_index, new_len, .. } => {
            new[*new_index..new_index + new_len].to_vec()
        }
    };
    diff.iter().flat_map(part).collect()
}

/// The diff of two lists makes the new one of the old one.
fn a_diff_leads_to_the_new_list() -> impl Law {
    let algorithms = elements(vec![Algorithm::Myers, Algorithm::Patience, Algorithm::Lcs]);
    for_all!(algorithm: Algorithm = algorithms, old: Vec<u8>, new: Vec<u8> => {
        let diff = capture_diff_slices(algorithm, &old, &new);
        assert_eq!(patched(&old, &new, &diff), new);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two elements in both lists together do not panic, so three are the fewest for #59.
    #[test]
    fn two_elements_are_too_few() {
        let lists: [&[u8]; 7] = [&[], &[0], &[1], &[0, 0], &[0, 1], &[1, 0], &[1, 1]];
        for (old, new) in lists.iter().flat_map(|old| lists.iter().map(move |new| (old, new))) {
            if old.len() + new.len() <= 2 {
                capture_diff_slices(Algorithm::Lcs, old, new);
            }
        }
    }
}
