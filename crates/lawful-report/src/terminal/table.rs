//! Labels, collected values and coverage, as quickcheck-2000 prints them in section 2.4.

use lawful_data::{Coverage, Table, Tables};
use lawful_data::{Listed, sort_by};

use super::line;

/// How many rows of a table fit on the one line of a law that holds.
const ONE_LINE_ROWS: usize = 6;
/// How many rows a table has when it has lines of its own.
const ROWS: usize = 20;

/// All tables, each on lines of its own.
pub(super) fn write(tables: &Tables, held: u64) -> String {
    let mut text = String::new();
    for (label, count) in by_count(&tables.labels) {
        line(&mut text, &format!("  {} {label}", percent(count, held)));
    }
    for (name, table) in tables.collected.iter() {
        line(&mut text, &format!("  {name}:"));
        let rows = in_order(table);
        for (value, count) in rows.iter().take(ROWS) {
            line(&mut text, &format!("    {} {value}", percent(*count, held)));
        }
        if let Some(more) = rows.len().checked_sub(ROWS).filter(|&more| more > 0) {
            line(&mut text, &format!("    and {more} more values"));
        }
    }
    for demand in tables.coverage.values() {
        line(&mut text, &format!("  {}", coverage(demand)));
    }
    for told in known(tables) {
        line(&mut text, &format!("  {told}"));
    }
    text
}

/// All tables in few words.
pub(super) fn one_line(tables: &Tables, held: u64) -> Vec<String> {
    let mut parts = Vec::new();
    for (label, count) in by_count(&tables.labels) {
        parts.push(format!("{} {label}", percent(count, held).trim_start()));
    }
    for (name, table) in tables.collected.iter() {
        let rows = in_order(table);
        let shown = rows.iter().take(ONE_LINE_ROWS);
        let mut shown: Vec<String> = shown
            .map(|(value, count)| format!("{} {value}", percent(*count, held).trim_start()))
            .listed();
        if rows.len() > ONE_LINE_ROWS {
            shown.push(format!("and {} more", rows.len() - ONE_LINE_ROWS));
        }
        parts.push(format!("{name}: {}", shown.join(", ")));
    }
    for demand in tables.coverage.values() {
        parts.push(coverage(demand));
    }
    for told in known(tables) {
        parts.push(told);
    }
    parts
}

/// `known failure "issue 17": 12 cases skipped`
fn known(tables: &Tables) -> impl Iterator<Item = String> {
    let occurring = tables.known_bugs.iter().filter(|(_, known)| known.failed > 0);
    occurring.map(|(name, known)| format!("known failure `{name}`: {} cases skipped", known.failed))
}

/// `12.3% long, wanted 10%`
pub(super) fn coverage(coverage: &Coverage) -> String {
    if coverage.all {
        let Coverage { name, hits, cases, percent, .. } = coverage;
        return format!(
            "{name}: {hits} of all {cases} cases (wanted {percent}% of random ones; of all cases, one is needed)"
        );
    }
    let share = 100.0 * coverage.hits as f64 / coverage.cases.max(1) as f64;
    let verdict = match (coverage.is_met(), coverage.is_missed()) {
        (true, _) => "",
        (_, true) => ", too few",
        _ => ", undecided",
    };
    format!(
        "{share:.1}% {} of {} cases, wanted {}%{verdict}",
        coverage.name, coverage.cases, coverage.percent
    )
}

fn percent(count: u64, of: u64) -> String {
    let share = 100.0 * count as f64 / of.max(1) as f64;
    match share {
        // One decimal where whole numbers would hide it.
        0.0..1.0 => format!("{share:>3.1}%"),
        _ => format!("{share:>3.0}%"),
    }
}

fn by_count(labels: &std::collections::BTreeMap<String, u64>) -> Vec<(&str, u64)> {
    let mut rows: Vec<(&str, u64)> = labels.iter().map(|(label, &n)| (label.as_str(), n)).listed();
    sort_by(&mut rows, &|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    rows
}

/// Most frequent first, as in the paper; among equals numbers by value.
fn in_order(table: &Table) -> Vec<(&str, u64)> {
    let mut rows: Vec<(&str, u64)> = table.counts.iter().map(|(v, &n)| (v.as_str(), n)).listed();
    sort_by(&mut rows, &|one, other| {
        let value = |row: &(&str, u64)| row.0.parse::<i128>().ok();
        other.1.cmp(&one.1).then(value(one).cmp(&value(other))).then(one.0.cmp(other.0))
    });
    rows
}
