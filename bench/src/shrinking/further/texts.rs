//! Bytes and characters, which are one block on the tape.

use lawful::Generator;
use lawful::any;
use lawful::generate::{just, one_of, string_of, vec};

use crate::shrinking::case::{Case, exactly, law};

pub const CASES: &[Case] = &[
    Case {
        name: "two_bytes_in_block",
        law: || law(vec(any::<u8>(), 4_096), |bytes| bytes[1_000] < 100 || bytes[3_000] < 200),
        smallest: || {
            let mut bytes = vec![0u8; 4_096];
            (bytes[1_000], bytes[3_000]) = (100, 200);
            exactly(format!("{bytes:?}"))
        },
    },
    Case {
        name: "awkward_character",
        law: || law(any::<String>(), |text| text.encode_utf16().count() == text.chars().count()),
        smallest: || exactly(format!("{:?}", "\u{10000}")),
    },
    // A byte order mark anywhere but at the start.
    Case {
        name: "byte_order_mark",
        law: || law(any::<String>(), |text| !text.chars().skip(1).any(|c| c == '\u{feff}')),
        smallest: || exactly(format!("{:?}", "a\u{feff}")),
    },
    Case {
        name: "anagrams",
        law: || {
            let word = || string_of("abcd", ..=6);
            law((word(), word()), |(one, other)| one == other || letters(&one) != letters(&other))
        },
        smallest: || exactly(r#"("ab", "ba")"#),
    },
    Case {
        name: "proper_prefix",
        law: || {
            let word = || string_of("abc", 1..=8);
            law((word(), word()), |(one, other)| one == other || !other.starts_with(&one))
        },
        smallest: || exactly(r#"("a", "aa")"#),
    },
    // A number and a text that must stay alike.
    Case {
        name: "number_as_text",
        law: || {
            law((field(), field()), |fields| match fields {
                (Field::Integer(number), Field::Text(text)) => {
                    number < 5 || text != number.to_string()
                }
                _ => true,
            })
        },
        smallest: || exactly(r#"(Integer(5), Text("5"))"#),
    },
];

fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[derive(Clone, Debug)]
enum Field {
    Missing,
    Integer(u32),
    Text(String),
}

fn field() -> impl Generator<Value = Field> {
    one_of([
        just(Field::Missing).boxed(),
        (0..=99).mapped(Field::Integer).boxed(),
        string_of("0123456789", 1..=3).mapped(Field::Text).boxed(),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let texts = |numbers, lengths, weight| Within { size: 10, numbers, lengths, weight };
        check(
            CASES,
            &[
                ("awkward_character", texts(0x1_0000, 1, 2)),
                ("anagrams", texts(3, 3, 6)),
                ("proper_prefix", texts(2, 3, 5)),
                ("number_as_text", texts(12, 1, 5)),
            ],
        );
    }
}
