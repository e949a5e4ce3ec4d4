//! Mutation points of the anonymiser: section 5.2.
//!
//! The paper identified 18 places of its model program where a change makes a fault, some of them with several
//! faults to choose from, and some that exclude others, and so got 3128 programs. It does not say which places.
//! These are 18 others. Points that change one and the same expression of the program exclude each other; there
//! are eight such groups, and [`count`] says how many programs they make.

use std::ops::Range;

/// A place of the program where the code can be made faulty.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// Short name.
    pub name: &'static str,
    /// Number of the expression that the point changes. Two points of one group are never faulty together.
    pub group: usize,
    /// Effects of the faults, one for each faulty variant.
    pub faults: &'static [&'static str],
}

const fn point(name: &'static str, group: usize, faults: &'static [&'static str]) -> Point {
    Point { name, group, faults }
}

const LETTERS: usize = 0;
const UNDERSCORE: usize = 1;
const DOT: usize = 2;
const HYPHEN: usize = 3;
const FIRST_RUN: usize = 4;
const LAST_RUN: usize = 5;
const COUNT: usize = 6;
const PARTS: usize = 7;
const DOMAIN: usize = 8;
const ADDRESSES: usize = 9;
const HALVES: usize = 10;
const KEPT: usize = 11;
const WORDS: usize = 12;
const MASK: usize = 13;
const SEPARATORS: usize = 14;
const LENGTH: usize = 15;
const OTHER_TEXT: usize = 16;
const CRASH: usize = 17;

/// Mutation points in the order in which the program comes to them, those of a group side by side.
pub const POINTS: [Point; 18] = [
    point(
        "letters",
        0,
        &[
            "digits are no address characters",
            "letters and digits beyond ASCII are word characters",
        ],
    ),
    point("underscore", 0, &["`_` is no address character", "`_` separates words, as `.` does"]),
    point("dot", 0, &["`.` is no address character", "`.` is a word character"]),
    point("hyphen", 0, &["`-` is an address character, which separates words"]),
    point("first run", 1, &["an address at the very beginning of the text is overlooked"]),
    point("last run", 1, &["an address at the very end of the text is overlooked"]),
    point(
        "count",
        2,
        &[
            "an address may have several `@`",
            "an address may lack its `@`",
            "an address may have any number of `@`",
        ],
    ),
    point("parts", 2, &["no address begins with `@`", "no address ends with `@`"]),
    point("domain", 2, &["an address has a `.` after its `@`"]),
    point(
        "addresses",
        3,
        &["only the first address is blanked out", "only the last address is blanked out"],
    ),
    point(
        "halves",
        3,
        &["only the part before the first `@` is blanked out", "only the part after it is"],
    ),
    point(
        "kept",
        4,
        &["the first character of a word is not kept", "the first two characters are kept"],
    ),
    point("words", 4, &["no word begins after a `.`", "no word begins after an `@`"]),
    point("mask", 5, &["digits are not masked", "masked characters are discarded"]),
    point("separators", 5, &["the dots of an address are discarded", "its `@` is discarded"]),
    point("length", 5, &["a word ends with its third character: others are discarded"]),
    point(
        "other text",
        6,
        &["text after the last run is discarded", "white space becomes a single space"],
    ),
    point(
        "crash",
        7,
        &["the empty text makes it panic", "a run that ends with `@` makes it panic"],
    ),
];

/// Weight of leaving a group of points unchanged, against 1 for each of its points.
const UNCHANGED: u64 = 5;

/// Variant of the anonymiser: for each of the [`POINTS`], 0 for the right code or the number of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mutant([u8; 18]);

/// Returns the number of mutants, [`Mutant::MODEL`] included.
pub fn count() -> u64 {
    groups().map(|group| 1 + group.map(|at| POINTS[at].faults.len() as u64).sum::<u64>()).product()
}

/// Points of each group, as a range of places in [`POINTS`].
fn groups() -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    POINTS.chunk_by(|one, next| one.group == next.group).map(move |points| {
        let group = start..start + points.len();
        start = group.end;
        group
    })
}

impl Mutant {
    /// Program without a fault.
    pub const MODEL: Mutant = Mutant([0; 18]);

    /// Returns all programs with exactly one fault.
    pub fn single_faults() -> impl Iterator<Item = Mutant> {
        (0..POINTS.len()).flat_map(|at| {
            (1..=POINTS[at].faults.len()).map(move |fault| Mutant::MODEL.with(at, fault))
        })
    }

    /// Draws a program; `next(n)` returns a number below `n`.
    ///
    /// Each point is left unchanged 5 times as likely as it is made faulty, and the faults of a point are equally
    /// likely. Of a group of points that exclude each other one is made faulty at most: the chances are those of
    /// drawing point by point until no two exclude each other, which takes one number here.
    pub fn random(next: &mut dyn FnMut(u64) -> u64) -> Mutant {
        groups().fold(Mutant::MODEL, |mutant, group| {
            match next(UNCHANGED + group.len() as u64).checked_sub(UNCHANGED) {
                None => mutant,
                Some(index) => {
                    let at = group.start + index as usize;
                    mutant.with(at, 1 + next(POINTS[at].faults.len() as u64) as usize)
                }
            }
        })
    }

    fn with(mut self, at: usize, fault: usize) -> Mutant {
        self.0[at] = fault as u8;
        self
    }

    /// Returns the name of each faulty point with the effect of its fault, in the order of [`POINTS`].
    pub fn mutation_names(&self) -> Vec<(&'static str, &'static str)> {
        let named = |(point, &fault): (&Point, &u8)| {
            let fault = usize::from(fault).checked_sub(1)?;
            Some((point.name, point.faults[fault]))
        };
        POINTS.iter().zip(&self.0).filter_map(named).collect()
    }

    /// Blanks out the email addresses in a text, with the faults of this mutant.
    ///
    /// # Panics
    ///
    /// If the point "crash" is faulty, on the texts that its fault names.
    ///
    /// ```
    /// use lawful_gallery::ranking::anonymizer::points::Mutant;
    ///
    /// assert_eq!(Mutant::MODEL.run("pelle@foretag.se"), "p____@f______.s_");
    /// ```
    pub fn run(&self, text: &str) -> String {
        assert!(!(self.0[CRASH] == 1 && text.is_empty()), "the text has no first character");
        // Found beforehand only by the mutant that needs it: going over the text twice takes twice as long.
        let last = if self.0[ADDRESSES] == 2 { self.last_address(text) } else { None };
        let mut anonymous = String::with_capacity(text.len());
        let mut is_first_address = true;
        let mut at = 0;
        while at < text.len() {
            let run = self.next_run(text, at);
            let is_discarded = self.0[OTHER_TEXT] == 1 && run.is_empty();
            if !is_discarded {
                self.copy_other_text(&text[at..run.start], &mut anonymous);
            }
            at = run.end;
            let is_address = self.is_address(text, &run);
            let is_wanted = match self.0[ADDRESSES] {
                1 => is_first_address,
                2 => last.as_ref() == Some(&run),
                _ => true,
            };
            is_first_address &= !is_address;
            if is_address && is_wanted {
                self.blank_out(&text[run], &mut anonymous);
            } else {
                anonymous.push_str(&text[run]);
            }
        }
        anonymous
    }

    fn is_word_character(&self, character: char) -> bool {
        match character {
            '_' => self.0[UNDERSCORE] == 0,
            '.' => self.0[DOT] == 2,
            '0'..='9' => self.0[LETTERS] != 1,
            _ if character.is_ascii() => character.is_ascii_alphabetic(),
            _ => self.0[LETTERS] == 2 && character.is_alphanumeric(),
        }
    }

    fn is_address_character(&self, character: char) -> bool {
        match character {
            '@' => true,
            '.' => self.0[DOT] != 1,
            '_' => self.0[UNDERSCORE] != 1,
            '-' => self.0[HYPHEN] == 1,
            _ => self.is_word_character(character),
        }
    }

    /// Finds the next run of address characters from `at` on; an empty one at the end of the text if there is none.
    fn next_run(&self, text: &str, at: usize) -> Range<usize> {
        let is_in_run = |character| self.is_address_character(character);
        let start = text[at..].find(is_in_run).map_or(text.len(), |other| at + other);
        let length = text[start..].find(|character| !is_in_run(character));
        start..length.map_or(text.len(), |length| start + length)
    }

    fn last_address(&self, text: &str) -> Option<Range<usize>> {
        let mut at = 0;
        let runs = std::iter::from_fn(|| {
            let run = self.next_run(text, at);
            at = run.end;
            (!run.is_empty()).then_some(run)
        });
        runs.filter(|run| self.is_address(text, run)).last()
    }

    /// Decides whether a run of address characters in `text` is an address.
    fn is_address(&self, text: &str, run: &Range<usize>) -> bool {
        let (begins_text, ends_text) = (run.start == 0, run.end == text.len());
        let run = &text[run.clone()];
        assert!(!(self.0[CRASH] == 2 && run.ends_with('@')), "nothing follows the `@`");
        if (self.0[FIRST_RUN] == 1 && begins_text) || (self.0[LAST_RUN] == 1 && ends_text) {
            return false;
        }
        let has_count = match run.bytes().filter(|&byte| byte == b'@').count() {
            0 => matches!(self.0[COUNT], 2 | 3),
            1 => true,
            _ => matches!(self.0[COUNT], 1 | 3),
        };
        let has_parts = match self.0[PARTS] {
            1 => !run.starts_with('@'),
            2 => !run.ends_with('@'),
            _ => true,
        };
        let has_domain = self.0[DOMAIN] == 0
            || run.split_once('@').is_some_and(|(_, domain)| domain.contains('.'));
        has_count && has_parts && has_domain
    }

    fn copy_other_text(&self, other: &str, anonymous: &mut String) {
        if self.0[OTHER_TEXT] != 2 {
            return anonymous.push_str(other);
        }
        let mut is_in_space = false;
        for character in other.chars() {
            if !character.is_whitespace() {
                anonymous.push(character);
            } else if !is_in_space {
                anonymous.push(' ');
            }
            is_in_space = character.is_whitespace();
        }
    }

    fn blank_out(&self, address: &str, anonymous: &mut String) {
        // Number of characters of the word so far.
        let mut length = 0;
        let mut is_before_at = true;
        for character in address.chars() {
            if self.is_word_character(character) {
                length += 1;
                let is_blanked = match self.0[HALVES] {
                    1 => is_before_at,
                    2 => !is_before_at,
                    _ => true,
                };
                if is_blanked {
                    self.copy_word_character(character, length, anonymous);
                } else {
                    anonymous.push(character);
                }
                continue;
            }
            is_before_at &= character != '@';
            let (is_dot, is_at) = (character == '.', character == '@');
            if !((self.0[WORDS] == 1 && is_dot) || (self.0[WORDS] == 2 && is_at)) {
                length = 0;
            }
            if !((self.0[SEPARATORS] == 1 && is_dot) || (self.0[SEPARATORS] == 2 && is_at)) {
                anonymous.push(character);
            }
        }
    }

    /// Appends a character that is the `length`-th one of its word, or the mask for it.
    fn copy_word_character(&self, character: char, length: usize, anonymous: &mut String) {
        let kept = match self.0[KEPT] {
            0 => 1,
            1 => 0,
            _ => 2,
        };
        if length <= kept || (self.0[MASK] == 1 && character.is_numeric()) {
            anonymous.push(character);
        } else if self.0[MASK] != 2 && !(self.0[LENGTH] == 1 && length > 3) {
            anonymous.push('_');
        }
    }
}
