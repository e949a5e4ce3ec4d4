//! A ranking as text and as JSON.

use std::fmt::{self, Display};

use lawful_core::extend::Json;

use crate::panel::{OracleKind, Reply, Verdict};
use crate::ranking::{Bug, Ranking};
use crate::search::SearchEnd;

/// Bugs that have a column of their own in the table, at most.
const COLUMNS: usize = 40;
/// Letters of an output that are shown, at most.
const LETTERS: usize = 72;
/// Names that are listed in one line, at most.
const NAMES: usize = 8;

impl Display for Ranking {
    /// Prints the table of answers, each bug with its smallest test and the outputs side by side, and the order.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{}, {}, judged by {}",
            counted(self.answers.len(), "answer", "answers"),
            counted(self.bugs.len(), "bug", "bugs"),
            self.oracle
        )?;
        if self.oracle == OracleKind::Majority {
            writeln!(
                out,
                "  Nothing but agreement says what is right: a bug that most answers have is not seen. Left out for want \
                 of a majority: {}.",
                counted(self.undecided as usize, "test", "tests")
            )?;
        }
        self.write_table(out)?;
        for (number, bug) in self.bugs.iter().enumerate() {
            self.write_bug(out, number, bug)?;
        }
        self.write_order(out)?;
        writeln!(out, "\n{}", self.ended())?;
        self.remarks.iter().try_for_each(|remark| writeln!(out, "note: {remark}"))
    }
}

impl Ranking {
    fn write_table(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> =
            self.answers.iter().map(|answer| printable(&answer.name)).collect();
        let name = names.iter().map(|name| width(name)).max().unwrap_or(0).max(6);
        let all = self.bugs.len();
        let columns = if all <= COLUMNS { all } else { 0 };
        let digits = columns.to_string().len();
        write!(out, "\n  place  {:name$}  bugs  {:>9}", "answer", "passed")?;
        let headings: String = (1..=columns).map(|bug| format!(" {bug:>digits$}")).collect();
        writeln!(out, "{}", if columns == 0 { String::new() } else { format!(" {headings}") })?;
        for (row, answer) in self.answers.iter().enumerate() {
            let bugs = answer.bugs.len();
            let passed = format!("{} of {all}", answer.score);
            let marks: String = self.bugs[..columns]
                .iter()
                .map(|bug| format!(" {:>digits$}", mark(bug.verdict(row))))
                .collect();
            let marks = if columns == 0 { marks } else { format!(" {marks}") };
            writeln!(
                out,
                "  {:>5}  {}{:pad$}  {bugs:>4}  {passed:>9}{marks}",
                answer.place,
                names[row],
                "",
                pad = name - width(&names[row])
            )?;
        }
        if columns > 0 {
            writeln!(
                out,
                "\n  · passed   × wrong output   ! crashed   t timed out   m over a limit"
            )?;
        }
        Ok(())
    }

    fn write_bug(&self, out: &mut fmt::Formatter<'_>, number: usize, bug: &Bug) -> fmt::Result {
        writeln!(out, "\nbug {}   {}", number + 1, cut(&bug.test))?;
        let rows = self.outcomes(bug);
        let left = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0).min(40);
        for (name, text) in rows {
            writeln!(out, "  {name}{:pad$}  {text}", "", pad = left.saturating_sub(width(&name)))?;
        }
        Ok(())
    }

    /// Output that is right for the test of a bug, where it is known, and the outcomes of the answers that have the bug, each
    /// with its answers.
    pub(crate) fn outcomes(&self, bug: &Bug) -> Vec<(String, String)> {
        let mut rows: Vec<(String, String)> = Vec::new();
        rows.extend(bug.expected.as_ref().map(|text| ("expected".into(), cut(text))));
        // Answers that did the same share a line.
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        for place in bug.answers.iter() {
            let text = bug.replies.get(place).map(told).unwrap_or_default();
            match groups.iter_mut().find(|(other, _)| *other == text) {
                Some((_, places)) => places.push(place),
                None => groups.push((text, vec![place])),
            }
        }
        let expected = bug.expected.as_deref().unwrap_or_default();
        for (mut text, places) in groups {
            // Texts that are cut may look like the right one.
            if bug.expected.is_some() && text == cut(expected) {
                let output = bug.replies.get(places[0]).map_or("", |reply| reply.text.as_str());
                let same =
                    output.chars().zip(expected.chars()).take_while(|(one, other)| one == other);
                text = format!("{text} (differs from letter {} on)", same.count() + 1);
            }
            rows.push((self.listed(&places), text));
        }
        rows
    }

    fn write_order(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.diagram.edges.is_empty() {
            return Ok(());
        }
        writeln!(out, "\norder (better passes all that worse passes, and the test that is named)")?;
        let name = |class: usize| self.class_name(class);
        let edges = &self.diagram.edges;
        let left = edges.iter().map(|edge| width(&name(edge.above))).max().unwrap_or(0).min(40);
        let right = edges.iter().map(|edge| width(&name(edge.below))).max().unwrap_or(0).min(40);
        for edge in edges {
            let above = name(edge.above);
            let others = match edge.others {
                0 => String::new(),
                others => format!(" and {}", counted(others, "other", "others")),
            };
            let below = name(edge.below);
            let pads =
                [(left, &above), (right, &below)].map(|(to, name)| to.saturating_sub(width(name)));
            let [pad, pad_below] = pads;
            let test = cut(&self.bugs[edge.smallest].test);
            writeln!(out, "  {above}{:pad$} > {below}{:pad_below$}   {test}{others}", "", "")?;
        }
        Ok(())
    }

    /// Names of the answers of a class.
    pub(crate) fn class_name(&self, class: usize) -> String {
        self.listed(&self.diagram.classes[class].answers)
    }

    fn listed(&self, places: &[usize]) -> String {
        let names = places.iter().take(NAMES).map(|place| printable(&self.answers[*place].name));
        let names = names.collect::<Vec<_>>().join(", ");
        match places.len().saturating_sub(NAMES) {
            0 => names,
            more => format!("{names} and {more} more"),
        }
    }

    pub(crate) fn ended(&self) -> String {
        let tests = counted(self.tests as usize, "test", "tests");
        let seed = self.seed;
        match self.end {
            SearchEnd::NoNews(last) => {
                format!("{tests}; the last {} showed no other bug (seed {seed})", grouped(last))
            }
            SearchEnd::MaxTests(most) => format!(
                "{tests}; stopped at the limit of {} tests, so there may be more bugs (seed {seed})",
                grouped(most)
            ),
            SearchEnd::OutOfTime(time) => format!(
                "{tests}; stopped by the limit of time after {time:?}, so there may be more bugs and another run may \
                 differ (seed {seed})"
            ),
        }
    }

    /// The ranking as JSON: answers, bugs with tests and replies, and the edges of the diagram.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let ranking = Assignment::new(0..9u8).reference(|x| *x).answer("none", |_| 0).rank();
    /// assert!(ranking.to_json().contains(r#""answers": [{"name": "none", "place": 1, "score": 0, "bugs": [0]}]"#));
    /// ```
    pub fn to_json(&self) -> String {
        let numbers = |set: &crate::AnswerSet| Json::list(set.iter().map(Json::count));
        let answer = |answer: &crate::RankedAnswer| {
            Json::object([
                ("name", Json::text(&answer.name)),
                ("place", Json::count(answer.place)),
                ("score", Json::count(answer.score)),
                ("bugs", numbers(&answer.bugs)),
            ])
        };
        let reply = |reply: &Reply| {
            Json::object([
                ("verdict", Json::text(reply.verdict.name())),
                ("text", Json::text(&reply.text)),
            ])
        };
        let bug = |bug: &Bug| {
            Json::object([
                ("test", Json::text(&bug.test)),
                ("expected", Json::optional(bug.expected.as_deref())),
                ("answers", numbers(&bug.answers)),
                ("replies", Json::list(bug.replies.iter().map(reply))),
            ])
        };
        let class = |class: &crate::AnswerClass| {
            Json::list(class.answers.iter().map(|answer| Json::count(*answer)))
        };
        let edge = |edge: &crate::Edge| {
            Json::object([
                ("above", Json::count(edge.above)),
                ("below", Json::count(edge.below)),
                ("smallest", Json::count(edge.smallest)),
                ("others", Json::count(edge.others)),
            ])
        };
        let end = match self.end {
            SearchEnd::NoNews(_) => "no news",
            SearchEnd::MaxTests(_) => "max tests",
            SearchEnd::OutOfTime(_) => "out of time",
        };
        Json::object([
            ("oracle", Json::text(self.oracle.to_string())),
            ("answers", Json::list(self.answers.iter().map(answer))),
            ("bugs", Json::list(self.bugs.iter().map(bug))),
            ("classes", Json::list(self.diagram.classes.iter().map(class))),
            ("edges", Json::list(self.diagram.edges.iter().map(edge))),
            ("seed", Json::Number(self.seed.to_string())),
            ("tests", Json::Number(self.tests.to_string())),
            ("undecided", Json::Number(self.undecided.to_string())),
            ("end", Json::text(end)),
            ("remarks", Json::list(self.remarks.iter().map(Json::text))),
        ])
        .to_string()
    }
}

impl Bug {
    /// Verdict on an answer. One that failed before and passed when it was shown counts as failing.
    fn verdict(&self, place: usize) -> Verdict {
        match self.replies.get(place).map(|reply| reply.verdict) {
            Some(Verdict::Passed) | None if self.answers.contains(place) => Verdict::WrongOutput,
            verdict => verdict.unwrap_or(Verdict::Passed),
        }
    }
}

fn mark(verdict: Verdict) -> char {
    match verdict {
        Verdict::Passed => '·',
        Verdict::WrongOutput => '×',
        Verdict::Crashed => '!',
        Verdict::TimedOut => 't',
        Verdict::OverLimit => 'm',
    }
}

/// The outcome of an answer as a line, which may be untrusted text.
fn told(reply: &Reply) -> String {
    match reply.verdict {
        Verdict::WrongOutput => cut(&reply.text),
        Verdict::Passed => format!("{} (this time)", cut(&reply.text)),
        Verdict::TimedOut => "timed out".into(),
        Verdict::Crashed | Verdict::OverLimit => {
            cut(&format!("{}: {}", reply.verdict.name(), reply.text))
        }
    }
}

/// A text in one line that is not too long.
pub(crate) fn cut(text: &str) -> String {
    let line = printable(&text.lines().collect::<Vec<_>>().join(" "));
    match line.char_indices().nth(LETTERS) {
        Some((at, _)) => {
            format!("{}… ({} letters)", &line[..at], grouped(line.chars().count() as u64))
        }
        None => line,
    }
}

/// A text without control characters, with which a hostile output could write over the table.
pub(crate) fn printable(text: &str) -> String {
    match text.contains(char::is_control) {
        false => text.to_string(),
        true => text
            .chars()
            .flat_map(|letter| match letter.is_control() {
                true => letter.escape_default().collect::<Vec<_>>(),
                false => vec![letter],
            })
            .collect(),
    }
}

/// Columns that a text takes, one a letter.
pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

pub(crate) fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{} {}", grouped(count as u64), if count == 1 { one } else { more })
}

/// A number with commas between thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
