//! Assertions: what must be true of a place between two characters.

use regex_syntax::hir::Look;
use regex_syntax::{is_word_byte, is_word_character};

/// The assertions that a written string has to meet, each with its place.
#[derive(Debug, Default)]
pub(super) struct Looks(Vec<(usize, Look)>);

impl Looks {
    pub(super) fn add(&mut self, place: usize, look: Look) {
        self.0.push((place, look));
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn hold(&self, written: &[u8]) -> bool {
        self.0.iter().all(|(place, look)| holds(*look, &written[..*place], &written[*place..]))
    }
}

fn holds(look: Look, before: &[u8], after: &[u8]) -> bool {
    let (last, first) = (before.last().copied(), after.first().copied());
    let ascii = || (last.is_some_and(is_word_byte), first.is_some_and(is_word_byte));
    let unicode = || (ends_in_word(before), starts_with_word(after));
    match look {
        Look::Start => before.is_empty(),
        Look::End => after.is_empty(),
        Look::StartLF => matches!(last, None | Some(b'\n')),
        Look::EndLF => matches!(first, None | Some(b'\n')),
        Look::StartCRLF => match last {
            None | Some(b'\n') => true,
            last => last == Some(b'\r') && first != Some(b'\n'),
        },
        Look::EndCRLF => match first {
            None | Some(b'\r') => true,
            first => first == Some(b'\n') && last != Some(b'\r'),
        },
        Look::WordAscii => ascii().0 != ascii().1,
        Look::WordAsciiNegate => ascii().0 == ascii().1,
        Look::WordUnicode => unicode().0 != unicode().1,
        Look::WordUnicodeNegate => unicode().0 == unicode().1,
        Look::WordStartAscii => ascii() == (false, true),
        Look::WordEndAscii => ascii() == (true, false),
        Look::WordStartUnicode => unicode() == (false, true),
        Look::WordEndUnicode => unicode() == (true, false),
        Look::WordStartHalfAscii => !ascii().0,
        Look::WordEndHalfAscii => !ascii().1,
        Look::WordStartHalfUnicode => !unicode().0,
        Look::WordEndHalfUnicode => !unicode().1,
    }
}

fn starts_with_word(text: &[u8]) -> bool {
    let first = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    first.is_some_and(is_word_character)
}

/// The last character begins within the last four bytes.
fn ends_in_word(text: &[u8]) -> bool {
    let tail = (1..=text.len().min(4)).filter_map(|length| {
        let mut characters = str::from_utf8(&text[text.len() - length..]).ok()?.chars();
        characters.next_back()
    });
    tail.take(1).any(is_word_character)
}
