//! Lists and what is made from lists: their lengths, sums, orders, and relations between elements.

use lawful::Generator;
use lawful::any;
use lawful::generate::{btree_set, permutation, sorted_vec, subsequence, vec};

use crate::shrinking::case::{Case, exactly, law, one_of};

pub const CASES: &[Case] = &[
    Case {
        name: "longer_than_forty",
        law: || law(any::<Vec<i32>>(), |list| list.len() <= 40),
        smallest: || exactly(format!("{:?}", [0; 41])),
    },
    // One list of 31 has fewer choices than any two lists that hold as much.
    Case {
        name: "nested_total",
        law: || law(any::<Vec<Vec<i32>>>(), |lists| lists.concat().len() <= 30),
        smallest: || exactly(format!("{:?}", [[0; 31]])),
    },
    // Two elements come to 200 at most, so there are three, and the first is as small as the others
    // allow.
    Case {
        name: "sum_of_many",
        law: || law(vec(0..=100, ..), |list| list.iter().sum::<i32>() <= 250),
        smallest: || exactly("[51, 100, 100]"),
    },
    Case {
        name: "distance_among_many",
        law: || {
            law(vec(0..=1_000, ..), |list: Vec<i32>| {
                let later = |place: usize| list[place + 1..].iter();
                let mut low = list.iter().enumerate().filter(|(_, x)| **x >= 20);
                low.all(|(place, x)| later(place).all(|y| y - x != 17))
            })
        },
        smallest: || exactly("[20, 37]"),
    },
    Case {
        name: "sorted_gap",
        law: || {
            law(sorted_vec(any::<i32>(), ..), |list| {
                list.windows(2).all(|pair| pair[0].abs_diff(pair[1]) < 1_000)
            })
        },
        smallest: || exactly("[0, 1000]"),
    },
    Case {
        name: "set_sum",
        law: || law(btree_set(0..=6, ..=7), |set| set.iter().sum::<i32>() < 15),
        smallest: || exactly("{4, 5, 6}"),
    },
    // Of two places off the diagonal the later one is raised.
    Case {
        name: "asymmetric_matrix",
        law: || {
            let sides = (1..=6usize, 1..=6usize);
            let matrix = sides.flat_mapped(|(rows, columns)| vec(vec(0..10u8, columns), rows));
            law(matrix, |matrix| matrix.len() != matrix[0].len() || matrix == transposed(&matrix))
        },
        smallest: || exactly("[[0, 0], [1, 0]]"),
    },
    // Two descents need three elements out of order, and the last three are out of order with the
    // smallest choices: each choice says how far behind lies what comes next.
    Case {
        name: "permutation_descents",
        law: || {
            law(permutation(0..8), |order| {
                order.windows(2).filter(|pair| pair[0] > pair[1]).count() < 2
            })
        },
        smallest: || exactly("[0, 1, 2, 3, 4, 7, 6, 5]"),
    },
    // Two elements come to 23 at most; of three, those at the end leave most choices at the left at 0.
    Case {
        name: "subsequence_sum",
        law: || law(subsequence(1..=12), |list| list.iter().sum::<i32>() < 30),
        smallest: || exactly("[10, 11, 12]"),
    },
    // Two faults in one law; a failure must be shrunk as the one that it is.
    Case {
        name: "two_panics",
        law: || {
            law(vec(any::<i32>(), 1..), |list| {
                let add = |sum: i32, x: &i32| sum.checked_add(*x).expect("the sum is too large");
                let sum = list.iter().fold(0, add);
                sum / (list.len() as i32 - 3) != 7_777_777
            })
        },
        smallest: || one_of(["[1, 2147483647]", "[0, 0, 0]"]),
    },
];

fn transposed(matrix: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let column = |place: usize| matrix.iter().map(|row| row[place]).collect();
    (0..matrix[0].len()).map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let lists = |numbers, lengths, weight| Within { size: 10, numbers, lengths, weight };
        check(
            CASES,
            &[
                ("distance_among_many", lists(40, 2, 3)),
                ("set_sum", lists(6, 4, 4)),
                ("asymmetric_matrix", lists(2, 2, 6)),
                ("permutation_descents", lists(7, 0, 7)),
                ("subsequence_sum", lists(0, 0, 4)),
                ("two_panics", lists(1, 2, 4)),
            ],
        );
    }
}
