//! Lines and pages: a study on one line, an exhibit on a page.

use lawful_gallery::{Exhibit, Expected, Origin, Visit};

/// Columns of a line.
const WIDTH: usize = 100;

/// A study on one line: its name, how much of it there is, and what stands for it.
pub fn line(study: &[Exhibit], visits: &[Visit]) -> String {
    let name = study[0].study.name;
    let mark = if visits.iter().any(|visit| visit.difference.is_some()) { "!" } else { " " };
    let highlight = study[0].study.highlight;
    let shown = study.iter().position(|exhibit| exhibit.name == highlight).unwrap_or(0);
    let (exhibit, visit) = (&study[shown], &visits[shown]);
    let verb = if exhibit.fails() { " fails with" } else { ":" };
    let found = format!("{}{verb} {}", exhibit.name.replace('_', " "), one_line(&visit.found));
    let head = format!("{mark} {:15} {:>3}  ", name.replace('_', " "), study.len());
    let left = WIDTH.saturating_sub(head.chars().count());
    format!("{head}{}", cut(&found, left))
}

/// An exhibit with its story and all that came of it.
pub fn page(exhibit: &Exhibit, visit: &Visit) -> String {
    let origin = match exhibit.origin {
        Origin::Paper(sections) => sections,
        Origin::Ours => "ours",
    };
    let mut page = format!("== {}::{} ({origin})\n", exhibit.study.name, exhibit.name);
    wrapped(exhibit.story, WIDTH - 4).iter().for_each(|line| page += &format!("    {line}\n"));
    page += &format!("    -> {}\n", verdict(exhibit, visit));
    // A report that is wider than the line keeps its own breaks.
    visit.text.lines().for_each(|line| page += &format!("{}\n", line.trim_end()));
    page
}

fn verdict(exhibit: &Exhibit, visit: &Visit) -> String {
    match (&visit.difference, &exhibit.expected) {
        (Some(difference), _) => format!("other than expected: {difference}"),
        (None, Expected::Passes(_)) => format!("passes, as expected: {}", visit.found),
        (None, Expected::Fails(_)) => String::from("fails, with the finding that was expected"),
        (None, Expected::GivesUp) => String::from("gives up, as expected"),
        (None, Expected::Tells(_)) => format!("as expected: {}", visit.found),
    }
}

/// The text on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text, cut to so many characters.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_string(),
        Some(_) => text.chars().take(most.saturating_sub(2)).collect::<String>() + " …",
    }
}

/// The text on lines of a width, broken between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_string());
        } else {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_and_wrapped_by_characters() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüäöü", 5), "äöü …");
        assert_eq!(wrapped("one two  three", 7), ["one two", "three"]);
    }
}
