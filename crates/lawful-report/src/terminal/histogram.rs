//! How the arguments were distributed, as bars.

use lawful_data::Ordered;
use lawful_data::{Distribution, Feature};
use lawful_data::{Listed, sort_by};

use super::line;

/// The longest bar.
const WIDTH: u64 = 40;
/// How many rows are shown of one argument.
const ROWS: usize = 20;

pub(super) fn write(distributions: &[Distribution]) -> String {
    let mut text = String::new();
    for distribution in distributions {
        let name = match distribution.argument {
            "" => "the argument",
            name => name,
        };
        let (what, rows) = counted(distribution);
        line(&mut text, &format!("  {name}, by {what}:"));
        write_rows(&mut text, &rows);
    }
    text
}

/// What is counted of an argument, and labels with their counts in the order of the values.
pub(crate) fn counted(distribution: &Distribution) -> (&'static str, Vec<(String, u64)>) {
    (what(&distribution.counts), rows(&distribution.counts))
}

/// What is counted, if it is the same everywhere.
fn what(counts: &Ordered<Feature, u64>) -> &'static str {
    let of = |feature: &Feature| match feature {
        Feature::Digits { .. } => "value",
        Feature::Length(_) => "length",
        Feature::Variant(_) => "variant",
        _ => "kind",
    };
    let mut kinds = counts.keys().map(of);
    let first = kinds.next().unwrap_or("kind");
    if kinds.all(|kind| kind == first) { first } else { "kind" }
}

/// Labels and counts, in the order of the values. Lengths share rows that double in width.
fn rows(counts: &Ordered<Feature, u64>) -> Vec<(String, u64)> {
    let mut rows: Vec<((u64, i64), String, u64)> = Vec::new();
    for (feature, &count) in counts.iter() {
        let (key, label) = row(feature);
        match rows.iter_mut().find(|(other, text, _)| *other == key && *text == label) {
            Some((_, _, sum)) => *sum += count,
            None => rows.push((key, label, count)),
        }
    }
    sort_by(&mut rows, &|one, other| one.0.cmp(&other.0).then_with(|| one.1.cmp(&other.1)));
    rows.into_iter().map(|(_, label, count)| (label, count)).listed()
}

fn row(feature: &Feature) -> ((u64, i64), String) {
    match feature {
        Feature::Digits { negative, digits } => {
            let key = i64::from(*digits) * if *negative { -1 } else { 1 };
            let label = match (digits, negative) {
                (0, _) => String::from("0"),
                (1, false) => String::from("1 to 9"),
                (2, false) => String::from("10 to 99"),
                (3, false) => String::from("100 to 999"),
                (1, true) => String::from("-9 to -1"),
                (2, true) => String::from("-99 to -10"),
                (3, true) => String::from("-999 to -100"),
                (digits, false) => format!("{digits} digits"),
                (digits, true) => format!("negative, {digits} digits"),
            };
            ((0, key), label)
        }
        Feature::Length(length) => {
            let power = length.checked_ilog2().unwrap_or(0);
            let (low, high) = (1u64 << power, (2u64 << power) - 1);
            let label = match length {
                0 | 1 => length.to_string(),
                _ => format!("{low} to {high}"),
            };
            ((1, (*length).min(low) as i64), label)
        }
        Feature::Variant(name) => ((2, 0), name.clone()),
        _ => ((3, 0), String::from("other")),
    }
}

fn write_rows(text: &mut String, rows: &[(String, u64)]) {
    let (mut total, mut most, mut width) = (0, 1, 0);
    for (index, (label, count)) in rows.iter().enumerate() {
        total += count;
        most = most.max(*count);
        if index < ROWS {
            width = width.max(label.chars().count());
        }
    }
    for (label, count) in rows.iter().take(ROWS) {
        let bar = "#".repeat((count * WIDTH).div_ceil(most) as usize);
        let share = 100.0 * *count as f64 / total.max(1) as f64;
        line(text, &format!("    {label:>width$} {share:>5.1}% {bar}"));
    }
    if let Some(more @ 1..) = rows.len().checked_sub(ROWS) {
        line(text, &format!("    and {more} more"));
    }
}
