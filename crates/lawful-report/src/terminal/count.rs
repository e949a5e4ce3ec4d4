//! What the tests of a law counted, in the law's own tables.

use lawful_data::Counter;
use lawful_data::Summary;
use lawful_data::sort_by;

use super::line;

/// How many rows of a table are shown.
const ROWS: usize = 20;
/// How many things are named that never happened, and how many on one line.
const NEVER: usize = 8;
const ONE_LINE_ROWS: usize = 6;

/// A table: its name, and what it counts in the order of the law.
struct Table<'a> {
    name: &'static str,
    rows: Vec<(&'a str, u64)>,
}

impl Table<'_> {
    fn sum(&self) -> u64 {
        self.rows.iter().map(|(_, count)| count).sum()
    }

    fn share(&self, count: u64) -> f64 {
        100.0 * count as f64 / self.sum().max(1) as f64
    }
}

/// All tables, on lines of their own.
pub(super) fn write(summary: &Summary) -> String {
    let mut text = String::new();
    for table in tables(&summary.counts) {
        if table.sum() == 0 {
            continue;
        }
        line(&mut text, &format!("  {}: {}", table.name, table.sum()));
        let mut rows: Vec<(&str, u64)> =
            table.rows.iter().filter(|(_, count)| *count > 0).copied().collect();
        if rows.len() > ROWS {
            sort_by(&mut rows, &|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        }
        for (name, count) in rows.iter().take(ROWS) {
            line(&mut text, &format!("    {:>5.1}% {name}", table.share(*count)));
        }
        if let Some(more) = rows.len().checked_sub(ROWS).filter(|more| *more > 0) {
            line(&mut text, &format!("    and {more} more"));
        }
        let never = table.rows.iter().filter(|(_, count)| *count == 0).map(|(name, _)| *name);
        if let Some(never) = some_of(never.collect()) {
            line(&mut text, &format!("    never: {never}"));
        }
    }
    text
}

/// The first table in few words: `commands in all tests: 480 (40% register, 22% spawn)`.
pub(super) fn one_line(summary: &Summary) -> Option<String> {
    let table = tables(&summary.counts).into_iter().next()?;
    in_few_words(&table, " in all tests")
}

/// The tables that were asked for, in few words each: `states: 480 (60% open, 40% closed)`.
pub(super) fn asked_for(summary: &Summary) -> Vec<String> {
    let asked = summary.counts.get(summary.counted_always..).unwrap_or_default();
    // Tables of steps are for a drawing, and long.
    let asked: Vec<_> = asked.iter().filter(|(row, _)| row.step.is_none()).cloned().collect();
    tables(&asked).iter().filter_map(|table| in_few_words(table, "")).collect()
}

fn in_few_words(table: &Table<'_>, of: &str) -> Option<String> {
    if table.sum() == 0 {
        return None;
    }
    let mut rows = table.rows.clone();
    sort_by(&mut rows, &|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    let shown = rows.iter().filter(|(_, count)| *count > 0).take(ONE_LINE_ROWS);
    let mut shown: Vec<String> =
        shown.map(|(name, count)| format!("{:.0}% {name}", table.share(*count))).collect();
    if let Some(more) = rows.len().checked_sub(ONE_LINE_ROWS).filter(|more| *more > 0) {
        shown.push(format!("and {more} more"));
    }
    Some(format!("{}{of}: {} ({})", table.name, table.sum(), shown.join(", ")))
}

fn tables(counts: &[(Counter, u64)]) -> Vec<Table<'_>> {
    let mut tables: Vec<Table<'_>> = Vec::new();
    for (counted, count) in counts {
        let row = (counted.name.as_str(), *count);
        match tables.iter_mut().find(|table| table.name == counted.table) {
            Some(table) => table.rows.push(row),
            None => tables.push(Table { name: counted.table, rows: vec![row] }),
        }
    }
    tables
}

fn some_of(names: Vec<&str>) -> Option<String> {
    let more = names.len().saturating_sub(NEVER);
    let shown = names.iter().take(NEVER).copied().collect::<Vec<&str>>().join("; ");
    match (names.is_empty(), more) {
        (true, _) => None,
        (_, 0) => Some(shown),
        _ => Some(format!("{shown}; and {more} more")),
    }
}
