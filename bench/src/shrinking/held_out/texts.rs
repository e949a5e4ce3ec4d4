//! Bytes, which are one block on the tape, in relation to one another and to their number.

use lawful::any;

use crate::shrinking::case::{Case, exactly, law};

pub const CASES: &[Case] = &[
    // The first byte says how many follow.
    Case {
        name: "bytes_declare_length",
        law: || {
            law(any::<Vec<u8>>(), |bytes| match bytes.split_first() {
                Some((declared, body)) => *declared < 3 || usize::from(*declared) != body.len(),
                None => true,
            })
        },
        smallest: || exactly("[3, 0, 0, 0]"),
    },
    Case {
        name: "bytes_equal_neighbours",
        law: || {
            law(any::<Vec<u8>>(), |bytes| {
                bytes.windows(2).all(|pair| pair[0] < 10 || pair[0] != pair[1])
            })
        },
        smallest: || exactly("[10, 10]"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let bytes = |numbers, lengths| Within { size: 10, numbers, lengths, weight: 6 };
        check(
            CASES,
            &[("bytes_declare_length", bytes(4, 5)), ("bytes_equal_neighbours", bytes(12, 3))],
        );
    }
}
