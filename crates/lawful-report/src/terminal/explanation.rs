//! What can be changed about the smallest case without mending it, and what mends it.

use lawful_data::{Explanation, FreePart};
use lawful_data::{Listed, sort_by};
use lawful_data::{ShownCall, ShownValue};

use crate::literal::shown_literal;
use crate::sequence;

/// Lines do not get longer than this where that can be helped.
const WIDTH: usize = 98;

/// The lines of an explanation; none if there is nothing to say. Where the case is a program, its steps
/// are what is explained.
pub(crate) fn lines(
    explanation: &Explanation,
    arguments: &[ShownValue],
    steps: &[ShownCall],
) -> Vec<String> {
    let mut lines = free_lines(explanation, arguments, steps);
    lines.append(&mut passing_lines(explanation, steps));
    lines
}

/// Lines that tell the parts which can be anything.
pub(crate) fn free_lines(
    explanation: &Explanation,
    arguments: &[ShownValue],
    steps: &[ShownCall],
) -> Vec<String> {
    let of_steps = steps.iter().map(|step| &step.arguments);
    let mut free = Vec::new();
    for (index, argument) in arguments.iter().chain(of_steps).enumerate() {
        if let Some(pattern) = pattern(explanation, index, argument, steps) {
            free.push(pattern);
        }
    }
    if free.is_empty() {
        return Vec::new();
    }
    let one_line = format!("Still broken with {}, as far as tried.", joined(&free));
    fitting(one_line, "Still broken with ", "and with ", &free, ", as far as tried.")
}

/// Lines that tell the nearest cases which pass.
fn passing_lines(explanation: &Explanation, steps: &[ShownCall]) -> Vec<String> {
    let nearest_passing: Vec<String> = explanation
        .nearest_passing
        .iter()
        .map(|nearest_passing| match nearest_passing.argument < steps.len() {
            true => {
                in_step(steps, nearest_passing.argument, &shown_literal(&nearest_passing.shown))
            }
            false => named(nearest_passing.shown.name, &shown_literal(&nearest_passing.shown)),
        })
        .listed();
    if nearest_passing.is_empty() {
        return Vec::new();
    }
    let one_line = format!("It passes with {}.", nearest_passing.join(", or with "));
    fitting(one_line, "It passes with ", "or with ", &nearest_passing, ".")
}

/// The one line, or where that is too long a line for each part.
fn fitting(one_line: String, first: &str, other: &str, parts: &[String], end: &str) -> Vec<String> {
    if parts.len() < 2 || one_line.chars().count() <= WIDTH {
        return vec![one_line];
    }
    let line = |(index, part): (usize, &String)| {
        let start = if index == 0 { first.to_string() } else { format!("  {other}") };
        let comma = if index + 1 == parts.len() { end } else { "," };
        format!("{start}{part}{comma}")
    };
    parts.iter().enumerate().map(line).listed()
}

/// `xs = vec![_, 0]`: an argument with its free parts left open.
fn pattern(
    explanation: &Explanation,
    index: usize,
    argument: &ShownValue,
    steps: &[ShownCall],
) -> Option<String> {
    let is_step = index < steps.len();
    let parts: Vec<&FreePart> =
        explanation.free.iter().filter(|free| free.argument == index).listed();
    if parts.is_empty() {
        return None;
    }
    if parts.iter().any(|part| part.whole) {
        return Some(match (argument.name, is_step) {
            (_, true) => in_step(steps, index, "_"),
            ("", false) => {
                format!("anything in place of {}", shown_literal(argument))
            }
            (name, false) => format!("any {name}"),
        });
    }
    let text = shown_literal(argument);
    let mut gaps: Vec<(usize, usize)> =
        parts.iter().filter_map(|part| gap(&text, argument, part)).listed();
    sort_by(&mut gaps, &Ord::cmp);
    let apart = gaps.windows(2).all(|pair| pair[0].1 <= pair[1].0);
    if gaps.is_empty() || !apart {
        return None;
    }
    let mut pattern = text;
    for &(start, end) in gaps.iter().rev() {
        pattern = format!("{}_{}", &pattern[..start], &pattern[end..]);
    }
    Some(match is_step {
        true => in_step(steps, index, &pattern),
        false => named(argument.name, &pattern),
    })
}

/// `put(0, _) in step 2`, or of a branch `put(0, _) in step 1 of B`.
pub(crate) fn in_step(steps: &[ShownCall], index: usize, arguments: &str) -> String {
    let step = &steps[index];
    let call = sequence::call_with(step, arguments);
    let number = 1 + steps[..index].iter().filter(|other| other.column == step.column).count();
    match step.column {
        None => format!("{call} in step {number}"),
        Some(branch) => format!("{call} in step {number} of {}", ShownCall::column_name(branch)),
    }
}

/// Where the text differs from the texts with other things in the place of a part, widened to whole
/// words, so that `10` and `15` differ as a whole.
fn gap(text: &str, argument: &ShownValue, part: &FreePart) -> Option<(usize, usize)> {
    let others = part
        .others
        .iter()
        .map(|other| shown_literal(&ShownValue { debug: other.clone(), ..argument.clone() }));
    let (mut start, mut end) = (text.len(), text.len());
    for other in others {
        let mut before = 0;
        for (one, other) in text.chars().zip(other.chars()) {
            if one != other {
                break;
            }
            before += one.len_utf8();
        }
        let shorter = text.len().min(other.len()) - before.min(other.len());
        let mut after = 0;
        for (one, other) in text.chars().rev().zip(other.chars().rev()) {
            if one != other || after + one.len_utf8() > shorter {
                break;
            }
            after += one.len_utf8();
        }
        start = start.min(before);
        end = end.min(after);
    }
    let end = text.len().checked_sub(end)?;
    let is_word = |letter: char| letter.is_alphanumeric() || "_:.-\"'\\".contains(letter);
    let before = &text[..start.min(end)];
    let start = before.trim_end_matches(is_word).len();
    let end = text.len() - text[end..].trim_start_matches(is_word).len();
    let end = end + unclosed(&text[start..end], &text[end..])?;
    (start < end).then_some((start, end))
}

/// How far what follows a part closes the brackets that are open in it; nothing if the part closes
/// brackets itself.
fn unclosed(part: &str, after: &str) -> Option<usize> {
    let mut depth = 0i32;
    for letter in part.chars() {
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        if depth < 0 {
            return None;
        }
    }
    for (index, letter) in after.char_indices() {
        if depth == 0 {
            return Some(index);
        }
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
    }
    (depth == 0).then_some(after.len())
}

fn named(name: &str, value: &str) -> String {
    match name {
        "" => value.to_string(),
        name => format!("{name} = {value}"),
    }
}

/// `a, b and c`
fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
