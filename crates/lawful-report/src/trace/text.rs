//! Texts of a trace, which may hold anything, made to fit.

use lawful_data::Listed;

/// A text on one line that steers no terminal. Of what cannot be shown a mark is left.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.trim().chars() {
        plain.push(visible(letter));
    }
    plain
}

fn visible(letter: char) -> char {
    match letter {
        letter if letter.is_whitespace() => ' ',
        // These turn around the direction of what follows them, and with it the columns.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        letter if letter.is_control() => '\u{fffd}',
        letter => letter,
    }
}

/// How many columns a text takes, as far as that is known without a table of all letters.
pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text on lines of at most `width` letters, broken between words where that can be, and on no more
/// lines than `most`: what is left then ends in `…`.
pub(super) fn wrapped(text: &str, width: usize, most: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let (mut line, mut used) = (String::new(), 0);
    for (index, word) in plain(text).split(' ').enumerate() {
        if index > 0 && used + 1 + length(word) > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        } else if index > 0 {
            line.push(' ');
            used += 1;
        }
        for letter in word.chars() {
            if used == width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(letter);
            used += 1;
        }
        if lines.len() > most {
            break;
        }
    }
    lines.push(line);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(last, width);
        }
    }
    lines
}

/// As much of a text as leaves room for the `…` behind it.
fn cut(text: &str, width: usize) -> String {
    format!("{}…", text.split_at(place(text, width - 1)).0)
}

/// Where the letter with this index begins.
fn place(text: &str, letter: usize) -> usize {
    text.char_indices().nth(letter).map_or(text.len(), |(place, _)| place)
}

/// The start of a text, on one line.
pub(super) fn start(text: &str, width: usize) -> String {
    let text = plain(text);
    match length(&text) <= width {
        true => text,
        false => cut(&text, width.max(1)),
    }
}

/// The end of a text, on one line. Of a place the end says most.
pub(super) fn end(text: &str, width: usize) -> String {
    let text = plain(text);
    let more = (length(&text) + 1).saturating_sub(width.max(1));
    match length(&text) <= width {
        true => text,
        false => format!("…{}", text.split_at(place(&text, more)).1),
    }
}

/// `` `a`, `b` and `c` ``
pub(super) fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).listed();
    match quoted.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words_and_long_words_anywhere() {
        assert_eq!(wrapped("reads count: 3", 20, 3), ["reads count: 3"]);
        assert_eq!(wrapped("reads count: 3", 12, 3), ["reads count:", "3"]);
        assert_eq!(wrapped("reads abcdefghij", 5, 9), ["reads", "abcde", "fghij"]);
        assert_eq!(wrapped("a  b", 9, 3), ["a  b"]);
        assert_eq!(wrapped("", 9, 3), [""]);
        assert_eq!(wrapped("one two three four", 5, 2), ["one", "two…"]);
        assert_eq!(wrapped("onetwothreefour", 5, 2), ["onetw", "othr…"]);
        assert_eq!(wrapped("one two", 0, 1), ["…"]);
    }

    #[test]
    fn a_text_keeps_its_start_and_a_place_its_end() {
        assert_eq!(start("worker of the queue", 9), "worker o…");
        assert_eq!(end("src/queue/worker.rs:17", 12), "…orker.rs:17");
        assert_eq!(end("src/bank.rs:1", 13), "src/bank.rs:1");
        assert_eq!(end("src/bank.rs:1", 0), "…");
    }

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(plain("a\nb\t\u{1b}[31m\u{202e}c\0"), "a b \u{fffd}[31m\u{fffd}c\u{fffd}");
    }
}
