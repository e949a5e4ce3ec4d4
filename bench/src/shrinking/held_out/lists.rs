//! Lists and maps: relations between neighbours, ends, rows, keys and alternatives.

use std::collections::BTreeMap;

use lawful::any;
use lawful::generate::vec;

use crate::shrinking::case::{Case, exactly, law, law_assuming};

pub const CASES: &[Case] = &[
    Case {
        name: "consecutive_run",
        law: || {
            law_assuming(
                vec(0..=20, 0..=6),
                |list| list.is_sorted(),
                |list| {
                    let run = |three: &[i32]| three[1] == three[0] + 1 && three[2] == three[1] + 1;
                    list.windows(3).all(|three| three[0] < 3 || !run(three))
                },
            )
        },
        smallest: || exactly("[3, 4, 5]"),
    },
    Case {
        name: "palindrome",
        law: || {
            law(vec(0..5, ..), |list| {
                let alike = list.windows(2).all(|pair| pair[0] == pair[1]);
                list.len() < 4 || alike || !list.iter().eq(list.iter().rev())
            })
        },
        smallest: || exactly("[0, 1, 1, 0]"),
    },
    Case {
        name: "ragged_rows",
        law: || {
            law(any::<Vec<Vec<i32>>>(), |rows| {
                rows.windows(2).all(|pair| pair[0].len() == pair[1].len())
            })
        },
        smallest: || exactly("[[], [0]]"),
    },
    Case {
        name: "option_after_none",
        law: || {
            law(any::<Vec<Option<u8>>>(), |list| {
                list.windows(2).all(|pair| !matches!(pair, [None, Some(7..)]))
            })
        },
        smallest: || exactly("[None, Some(7)]"),
    },
    Case {
        name: "results_disagree",
        law: || {
            law(any::<Vec<Result<u8, String>>>(), |results| {
                let errors = results.iter().filter_map(|result| result.as_ref().err());
                let lengths: Vec<usize> = errors.map(String::len).collect();
                lengths.windows(2).all(|pair| pair[0] == pair[1])
            })
        },
        smallest: || exactly(r#"[Err(""), Err("a")]"#),
    },
    // Two keys of one value become one.
    Case {
        name: "map_inverted",
        law: || law(any::<BTreeMap<u8, u8>>(), |map| inverted(&inverted(&map)) == map),
        smallest: || exactly("{0: 0, 1: 0}"),
    },
];

fn inverted(map: &BTreeMap<u8, u8>) -> BTreeMap<u8, u8> {
    map.iter().map(|(key, value)| (*value, *key)).collect()
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
                ("consecutive_run", lists(6, 4, 5)),
                ("palindrome", lists(2, 5, 5)),
                ("ragged_rows", lists(1, 3, 5)),
                ("option_after_none", lists(8, 2, 5)),
                ("results_disagree", lists(1, 2, 6)),
                ("map_inverted", lists(2, 3, 6)),
            ],
        );
    }
}
