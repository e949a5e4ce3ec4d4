//! An anonymiser of email addresses: sections 2.2.1 and 5.3.
//!
//! A *word character* is an ASCII letter or digit or `_`; an *address character* is a word character, `.` or `@`.
//! An *address* is a maximal run of address characters with exactly one `@`; a lone `@` is one. In an address each
//! maximal run of word characters keeps its first character, and each other one becomes `_`. The rest of the text
//! stays as it is.
//!
//! The paper prints `p____@f_____.s_` for `pelle@foretag.se`, with an underscore too few; the model never
//! changes the length of a text.
//!
//! # The order of the 16 mutants
//!
//! [`mutants`] are all combinations of the four mutations of table 3.1. If the mutations were independent bugs, a
//! program would be at least as good as another exactly if its mutations were a subset of the other's (figure
//! 3.11). All strings of up to 7 characters over `a`, `@`, `.`, `_` and the space give another order, in which a
//! program is at least as good as another if it fails on a subset of the strings.
//!
//! Four pairs fail on the same strings, as in the paper. "take 1" makes each address shorter and so always wrong, whether
//! or not "_" changes its letters too:
//!
//! - A2 = A10 fail on texts with an address, or with two characters side by side that are no address characters.
//! - A4 = A12 fail on texts with a run without dots that has exactly one `@`, or with two such characters or dots side by
//!   side.
//! - A6 = A14 fail where A2 does, and on all texts with an `@`.
//! - A8 = A16 fail where A4 does, and on all texts with an `@`.
//!
//! Figure 3.12 orders programs by their mutations, with such pairs as one: A9 is above A10, so it is above A2, and
//! likewise A11 is above A4, A13 above A6, and A15 above A8. One class of pairs is ordered beyond that: A3, A7, A11 and A15
//! are above A6 = A14, which lack their ".". They fail only on texts with an `@`, and there A6 always fails. The
//! paper names A7 and A6, and A15 and A14; the others follow.
//!
//! Five pairs are incomparable although the first has a subset of the second's mutations, because "." hides text
//! from another fault:
//!
//! | pair | passed by the second only | the reason |
//! |---|---|---|
//! | A5, A7 | `@@.aa` | "@" takes it for an address; for "." the word is outside of it |
//! | A5, A15 | `@@.aa` | likewise; `@@` has no word for "_" to spoil |
//! | A13, A15 | `@@.a` | likewise, where "_" needs one letter only |
//! | A9, A11 | `@.a` | "_" blanks out the letter; for "." it is outside of the address |
//! | A9, A15 | `@.a` | likewise |
//!
//! The paper tells of A5 and A7, and of A13 and A15.
//!
//! The order that is left, without what follows from it: A1 is above A3, A5 and A9; A3 above A7 and A11; A5 above A13;
//! A7 above A15; A9 above A13 and A2 = A10; A11 above A15 and A4 = A12; A2 = A10 above A4 = A12 and A6 = A14; A13 and
//! A15 above A6 = A14; A4 = A12 and A6 = A14 above A8 = A16. A0, which always panics, is below them all.
//!
//! # What "take 1" does
//!
//! Table 3.1 says that it discards parts of the text, and shows an address without its `@` and dot. Section 5.3 adds that it
//! "also mutilates text outside of email addresses". Here it keeps one character of each stretch of text between
//! runs of address characters. If it changed addresses alone, A6 and A8 would be equal, which the paper does not say.

pub mod points;

use lawful::Generator;
use lawful::generate::string_of;
use lawful::rank::{Assignment, Functions, Interactions, Ranking};

/// Mutations of table 3.1, each of which makes one fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mutations {
    /// The paper's "take 1": the `@` and the dots of an address are discarded, and of each stretch of text between two
    /// runs of address characters all but the first character.
    pub take_one: bool,
    /// The paper's ".": a dot is no address character.
    pub dot: bool,
    /// The paper's "@": an address may have several `@`.
    pub at: bool,
    /// The paper's "_": the first character of a word becomes `_` too.
    pub underscore: bool,
}

impl Mutations {
    fn is_address_character(self, character: char) -> bool {
        is_word_character(character) || character == '@' || (character == '.' && !self.dot)
    }

    fn is_address(self, run: &str) -> bool {
        match run.chars().filter(|&character| character == '@').count() {
            0 => false,
            1 => true,
            _ => self.at,
        }
    }
}

fn is_word_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Blanks out the email addresses in a text, with the faults of `mutations`.
///
/// ```
/// use lawful_gallery::ranking::anonymizer::{Mutations, anonymize};
///
/// let model = Mutations::default();
/// assert_eq!(anonymize("pelle@foretag.se", model), "p____@f______.s_");
/// assert_eq!(anonymize("Hi johnny.cash@music.org!", model), "Hi j_____.c___@m____.o__!");
/// ```
pub fn anonymize(text: &str, mutations: Mutations) -> String {
    let mut anonymous = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let is_in_run = |character| mutations.is_address_character(character);
        let (other, from_run) = rest.split_at(rest.find(is_in_run).unwrap_or(rest.len()));
        let after_run = from_run.find(|character| !is_in_run(character));
        let (run, after) = from_run.split_at(after_run.unwrap_or(from_run.len()));
        let kept = if mutations.take_one { 1 } else { usize::MAX };
        anonymous.extend(other.chars().take(kept));
        if mutations.is_address(run) {
            blank_out(run, mutations, &mut anonymous);
        } else {
            anonymous.push_str(run);
        }
        rest = after;
    }
    anonymous
}

/// Appends an address with its words blanked out.
fn blank_out(address: &str, mutations: Mutations, anonymous: &mut String) {
    let mut is_in_word = false;
    for character in address.chars() {
        if is_word_character(character) {
            let is_kept = !is_in_word && !mutations.underscore;
            anonymous.push(if is_kept { character } else { '_' });
            is_in_word = true;
        } else {
            if !mutations.take_one {
                anonymous.push(character);
            }
            is_in_word = false;
        }
    }
}

/// Returns the programs A1 to A16 of table 3.2 with their names; A1 is the model.
///
/// The bits of a program's number less one are its mutations: "take 1", ".", "@", "_", the lowest bit first.
pub fn mutants() -> Vec<(String, Mutations)> {
    let mutant = |bits: u32| Mutations {
        take_one: bits & 1 != 0,
        dot: bits & 2 != 0,
        at: bits & 4 != 0,
        underscore: bits & 8 != 0,
    };
    (0..16).map(|bits| (format!("A{}", bits + 1), mutant(bits))).collect()
}

/// Panics on every text: the program A0 of section 5.3.
pub fn undefined(text: &str) -> String {
    panic!("nothing is done about {text:?}")
}

/// Ranks A0 to A16 on strings of up to 7 characters over `a`, `@`, `.`, `_` and the space.
///
/// ```
/// use lawful_gallery::ranking::anonymizer::mutants_task;
///
/// let ranking = mutants_task(1).rank();
/// assert_eq!(ranking.answers()[0].name, "A1");
/// assert_eq!(ranking.bugs().len(), 12);
/// ```
pub fn mutants_task(
    seed: u64,
) -> Assignment<impl Generator<Value = String>, Functions<'static, String, String>> {
    let task = Assignment::new(string_of("a@._ ", 0..=7))
        .reference(|text: &String| anonymize(text, Mutations::default()))
        .answer("A0", |text| undefined(text));
    let task = mutants().into_iter().fold(task, |task, (name, mutations)| {
        task.answer(name, move |text| anonymize(text, mutations))
    });
    task.seed(seed)
}

/// Finds mutations that subsume or cancel each other in a ranking of [`mutants_task`].
pub fn interactions(ranking: &Ranking) -> Interactions {
    let named = |mutations: Mutations| {
        let all = [
            (mutations.take_one, "take 1"),
            (mutations.dot, "."),
            (mutations.at, "@"),
            (mutations.underscore, "_"),
        ];
        all.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect::<Vec<_>>()
    };
    let known: Vec<(String, Vec<&str>)> =
        mutants().into_iter().map(|(name, mutations)| (name, named(mutations))).collect();
    let known: Vec<(&str, &[&str])> =
        known.iter().map(|(name, faults)| (name.as_str(), faults.as_slice())).collect();
    ranking.interactions(&known)
}

/// Texts in which addresses are frequent, for all programs of this study.
///
/// Beside the characters that addresses are made of there are some that addresses in practice have and these do
/// not (`-`, and a letter beyond ASCII), and white space. The simplest character is `a`.
pub fn texts() -> impl Generator<Value = String> {
    // Every second character or so should be a letter or an `@`, or hardly a word is long enough to be blanked.
    string_of("aaaa@@@._ 7-\né", 0..=12)
}

/// Returns all strings of up to `longest` characters over an alphabet, shorter ones first.
///
/// ```
/// use lawful_gallery::ranking::anonymizer::all_strings;
///
/// let strings: Vec<String> = all_strings(&['a', '@'], 2).collect();
/// assert_eq!(strings, ["", "a", "@", "aa", "a@", "@a", "@@"]);
/// ```
pub fn all_strings(alphabet: &[char], longest: usize) -> impl Iterator<Item = String> {
    // The digits of `number` in the base of the alphabet are the characters of the string.
    let spelled = move |length: u32, number: usize| {
        let digit = |place| number / alphabet.len().pow(place) % alphabet.len();
        (0..length).rev().map(|place| alphabet[digit(place)]).collect()
    };
    (0..=longest as u32).flat_map(move |length| {
        (0..alphabet.len().pow(length)).map(move |number| spelled(length, number))
    })
}
