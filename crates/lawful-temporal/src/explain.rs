//! Explanations: the guilty parts of a formula that a trace does not satisfy, with the events that broke them.
//!
//! A second pass over the trace, on the formula as it is written. Each operator has a rule for why it is false and one
//! for why it is true, since under a negation the other one is asked for:
//!
//! | operator | why it is false |
//! |---|---|
//! | always | the first event at which it fails |
//! | and | the part with the shortest reason |
//! | or | all parts, in the order of their events |
//! | eventually | "never ..", with the events that came nearest |
//! | unless, until | the first event that should not have been before the goal, or "never .." |
//! | a binding | the event with its values, and what is wrong with what was said of them |
//!
//! The antecedent of an implication is context: the event that it holds at is named, and no more.

use std::fmt::{self, Debug};
use std::rc::Rc;

#[cfg(feature = "laws")]
use lawful_core::data::Mark;

use crate::atom::Atom;
use crate::compile::Until;
use crate::evaluate::{Evaluation, View};
use crate::formula::{Formula, Limit, Quantifier, Shape, Step};
use crate::{Ending, EventTrace, Monitor, Stamp, Verdict};

/// Positions that are looked at before an explanation of a long trace is given up for a brief one: about a second.
const BUDGET: usize = 30_000_000;
/// Longest text of an event in an explanation.
const LONGEST_TEXT: usize = 160;
/// Most events that are shown beside a "never ..".
const MOST_NEAR: usize = 2;
/// Most events that are listed for a count.
const MOST_COUNTED: usize = 4;

/// Reason why a trace does not satisfy a formula.
///
/// ```
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// enum Chat { Sent { id: u32 }, Received { id: u32 } }
/// use Chat::*;
///
/// let delivered = always(when!(Sent { id } => eventually(is!(Received { id: =id }))));
/// let trace = [Sent { id: 1 }, Sent { id: 2 }, Received { id: 1 }].into_iter().collect();
/// let explanation = delivered.explain(&trace).unwrap();
/// assert_eq!(explanation.lines(), [
///     "event 2: Sent { id: 2 }",
///     "  never Received { id: 2 }   [events 2 to 3, where the trace ended]",
///     "  near: event 3: Received { id: 1 }",
/// ]);
/// assert_eq!(explanation.events(), [1]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
struct Line {
    depth: usize,
    /// Event that the line is about, by its place in the trace.
    event: Option<usize>,
    /// First and last event of a line about several.
    range: Option<(usize, usize)>,
    text: String,
    /// A near miss, or what the trace lacks: not an event that broke the formula.
    beside: bool,
}

impl Explanation {
    /// Returns the lines of the explanation, indented. Events are numbered from 1.
    pub fn lines(&self) -> Vec<String> {
        self.lines.iter().map(|line| format!("{:1$}{2}", "", 2 * line.depth, line.text)).collect()
    }

    /// Returns the lines as marks on events, which a reporter shows beside the trace. Events have the labels `event 1`,
    /// `event 2` and so on.
    ///
    /// ```
    /// use lawful::data::{Block, Page};
    /// use lawful::temporal::*;
    ///
    /// let drains = always(is!(&"filled").implies(eventually(is!(&"drained"))));
    /// let trace = ["filled", "drained", "filled"].into_iter().collect();
    /// let explanation = drains.explain(&trace).unwrap();
    /// assert_eq!(explanation.marks()[0].from.as_deref(), Some("event 3"));
    ///
    /// let mut page = Page::new("history", "tank.jsonl", "the tank is not drained");
    /// page.document.push(Block::Marks(explanation.marks()));
    /// assert_eq!(page.document.lines().len(), explanation.lines().len());
    /// ```
    #[cfg(feature = "laws")]
    pub fn marks(&self) -> Vec<Mark> {
        self.marks_with(number)
    }

    /// Returns the lines as marks on events, whose labels `label` makes of their places.
    #[cfg(feature = "laws")]
    pub(crate) fn marks_with(&self, label: impl Fn(usize) -> String) -> Vec<Mark> {
        let marks = self.lines.iter().flat_map(|line| {
            let (from, to) = match line.range {
                Some((first, last)) => (Some(first), Some(last)),
                None => (line.event, None),
            };
            // Names of formulas may have line breaks, and a mark is one line.
            line.text.lines().enumerate().map({
                let label = &label;
                move |(part, text)| {
                    let depth = if part == 0 { line.depth as u32 } else { 0 };
                    let mut mark = Mark::new(text, depth);
                    mark.from = from.map(label);
                    mark.to = to.map(label);
                    mark.is_beside = line.beside;
                    mark
                }
            })
        });
        marks.collect()
    }

    /// Returns the events that broke the formula, by their places in the trace, from 0.
    pub fn events(&self) -> Vec<usize> {
        sorted(self.lines.iter().filter(|line| !line.beside).filter_map(|line| line.event))
    }

    /// Returns the events that the lines name, near misses included.
    #[cfg(feature = "pulse")]
    pub(crate) fn mentioned(&self) -> Vec<usize> {
        sorted(self.lines.iter().filter_map(|line| line.event))
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.lines().join("\n"))
    }
}

impl<E: Debug + 'static> Formula<E> {
    /// Explains why a trace does not satisfy the formula; none if it does.
    ///
    /// See [`Explanation`] for an example.
    pub fn explain(&self, trace: &EventTrace<E>) -> Option<Explanation> {
        let explainer = Explainer { evaluation: Evaluation::with_budget(trace, BUDGET) };
        let holds = explainer.holds(self, View::start());
        if !explainer.evaluation.is_exhausted() {
            if holds {
                return None;
            }
            let lines = explainer.why(self, View::start(), false);
            if !explainer.evaluation.is_exhausted() {
                return Some(Explanation { lines: tidied(lines) });
            }
        }
        self.brief(trace)
    }

    /// Explains by a monitor alone, which takes time in proportion to the trace: the event at which the formula became
    /// false, or since which something is owed.
    fn brief(&self, trace: &EventTrace<E>) -> Option<Explanation> {
        let mut monitor = Monitor::new(self);
        let explainer = Explainer { evaluation: Evaluation::new(trace) };
        let told = |at: usize, text: &str| {
            let mut lines = explainer.event_line(View::start().to(at));
            lines.push(note(format!("{text}; the trace is too long to say more")));
            Some(Explanation { lines })
        };
        for (at, entry) in trace.entries.iter().enumerate() {
            if monitor.step(&entry.event, entry.at) == Verdict::False {
                return told(at, "here the formula is false, whatever comes");
            }
        }
        monitor.advance(explainer.evaluation.end());
        if monitor.holds_at(trace.ending) {
            return None;
        }
        let since = monitor.oldest_owed().map_or(trace.len() as u64, |owed| owed.event);
        let since = View::start().to((since as usize).saturating_sub(1));
        let owed = Explainer { evaluation: Evaluation::with_budget(trace, BUDGET) };
        let lines = owed.why_owed(self, since);
        match owed.evaluation.is_exhausted() || lines.is_empty() {
            true => told(since.at, "something is owed since then"),
            false => Some(Explanation { lines: tidied(lines) }),
        }
    }
}

/// Drops lines that say nothing more: an event that the line before names already at the same depth.
fn tidied(lines: Vec<Line>) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        let is_again = kept.last().is_some_and(|last| last.text == line.text)
            || kept.iter().any(|other| other.text == line.text && other.depth == line.depth);
        if !is_again {
            kept.push(line);
        }
    }
    kept
}

fn sorted(events: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut events: Vec<usize> = events.collect();
    events.sort_unstable();
    events.dedup();
    events
}

fn deeper(mut lines: Vec<Line>) -> Vec<Line> {
    lines.iter_mut().for_each(|line| line.depth += 1);
    lines
}

fn first_event(lines: &[Line]) -> usize {
    lines.iter().filter(|line| !line.beside).find_map(|line| line.event).unwrap_or(usize::MAX)
}

struct Explainer<'a, E> {
    evaluation: Evaluation<'a, E>,
}

impl<E: Debug + 'static> Explainer<'_, E> {
    fn len(&self) -> usize {
        self.evaluation.len()
    }

    fn holds(&self, formula: &Formula<E>, view: View) -> bool {
        self.evaluation.holds(formula, view)
    }

    /// Why something is owed since an event, if an `always` at the top of the formula fails there.
    fn why_owed(&self, formula: &Formula<E>, since: View) -> Vec<Line> {
        let conjuncts = formula.conjuncts();
        let bodies = conjuncts.iter().filter_map(|conjunct| match conjunct.shape() {
            Shape::Always(body) => Some(body),
            Shape::Named(_, named) => match named.shape() {
                Shape::Always(body) => Some(body),
                _ => None,
            },
            _ => None,
        });
        let broken = bodies.into_iter().find(|body| !self.holds(body, since));
        broken.map_or_else(Vec::new, |body| self.at_event(since, self.why(body, since, false)))
    }

    /// Positions from a view on.
    fn positions(&self, view: View) -> impl Iterator<Item = View> + use<E> {
        (view.at..self.len()).map(move |at| view.to(at))
    }

    /// Why a formula has a truth value at a position, which it has.
    fn why(&self, formula: &Formula<E>, view: View, value: bool) -> Vec<Line> {
        match formula.shape() {
            Shape::Holds => vec![note(format!("`{}` was said", constant(value)))],
            Shape::NonEmpty if value => self.event_line(view),
            Shape::NonEmpty => vec![note(format!("{} is the last", number(view.at)))],
            Shape::Atom(atom) => self.why_atom(&**atom, view, value),
            Shape::Not(body) => self.why(body, view, !value),
            Shape::Named(name, body) => self.why_named(name, body, view, value),
            Shape::And(parts) => self.why_joined(parts, view, value, !value),
            Shape::Or(parts) => self.why_joined(parts, view, value, value),
            Shape::Implies(first, then) => self.why_implied(first, then, view, value),
            Shape::Next(step, body) => self.why_next(*step, body, view, value),
            Shape::Always(body) => self.why_throughout(body, view, true, value),
            Shape::Never(body) => self.why_throughout(body, view, false, value),
            Shape::Eventually(body) => self.why_somewhere(body, view, value),
            Shape::Until { hold, goal, .. } => self.why_until(hold, goal, view, value),
            Shape::Release { release, hold } => self.why_released(release, hold, view, value),
            Shape::LeadsTo(first, then) => self.why_led(first, then, view, value),
            Shape::Count { least, most, body } => {
                self.why_counted((*least, *most), body, view, value)
            }
            Shape::Order(first, second) => self.why_ordered(first, second, view, value),
            Shape::Within(limit, body) => self.why_in_time(*limit, body, view, value),
            Shape::Stays(limit, body) => self.why_staying(*limit, body, view, value),
            Shape::Bind(quantifier, _) => self.why_bound(*quantifier, formula, view, value),
            Shape::Each(_) => self.why_each(formula, view, value),
        }
    }

    /// The event at a position, on a line of its own.
    fn event_line(&self, view: View) -> Vec<Line> {
        match self.evaluation.trace.entries.get(view.at) {
            None => vec![note(format!("nothing happens after {}", number_before(view.at)))],
            Some(entry) => {
                let text = format!("{}: {}", number(view.at), shown(&entry.event));
                vec![Line { event: Some(view.at), ..note(text) }]
            }
        }
    }

    /// Lines about a position, with its event first if they do not name it.
    fn at_event(&self, view: View, lines: Vec<Line>) -> Vec<Line> {
        if view.at >= self.len() || first_event(&lines) == view.at {
            return lines;
        }
        let mut all = self.event_line(view);
        all.extend(deeper(lines));
        all
    }

    fn why_atom(&self, atom: &dyn Atom<E>, view: View, value: bool) -> Vec<Line> {
        let mut lines = self.event_line(view);
        if value {
            return lines;
        }
        match lines.first_mut() {
            Some(line) if line.event.is_some() => {
                line.text.push_str(&format!(", not {}", atom.text()));
            }
            _ => return vec![note(format!("no {} after {}", atom.text(), number_before(view.at)))],
        }
        lines
    }

    fn why_named(&self, name: &str, body: &Formula<E>, view: View, value: bool) -> Vec<Line> {
        let lines = self.why(body, view, value);
        // The name of the whole formula is the title of the failure.
        if view.at == 0 && !value {
            return lines;
        }
        let word = if value { "" } else { "not " };
        let mut all = vec![note(format!("{word}\"{name}\":"))];
        all.extend(deeper(lines));
        all
    }

    /// A conjunction or disjunction: one part is enough for the reason, or all are needed.
    fn why_joined(&self, parts: &[Formula<E>], view: View, value: bool, one: bool) -> Vec<Line> {
        let guilty = parts.iter().filter(|part| self.holds(part, view) == value);
        let reasons = guilty.map(|part| self.why(part, view, value));
        if one {
            return reasons.min_by_key(Vec::len).unwrap_or_default();
        }
        self.together(reasons.collect())
    }

    /// Several reasons in the order of their events. Parts that only say where the trace ends go where others say more.
    fn together(&self, mut reasons: Vec<Vec<Line>>) -> Vec<Line> {
        reasons.sort_by_key(|lines| first_event(lines));
        if reasons.iter().any(|lines| first_event(lines) != usize::MAX) {
            reasons.retain(|lines| !lines.iter().all(|line| line.text.ends_with("is the last")));
        }
        reasons.concat()
    }

    fn why_implied(
        &self,
        first: &Formula<E>,
        then: &Formula<E>,
        view: View,
        value: bool,
    ) -> Vec<Line> {
        if !value {
            let mut lines = self.context(first, view);
            lines.extend(deeper(self.why(then, view, false)));
            return lines;
        }
        match self.holds(then, view) {
            true => self.why(then, view, true),
            false => self.why(first, view, false),
        }
    }

    /// The antecedent of an implication: its event, and what else it says of the trace.
    fn context(&self, formula: &Formula<E>, view: View) -> Vec<Line> {
        let lines = self.why(formula, view, true);
        let is_here = lines.iter().all(|line| line.event == Some(view.at));
        if is_here { self.event_line(view) } else { self.at_event(view, lines) }
    }

    fn why_next(&self, step: Step, body: &Formula<E>, view: View, value: bool) -> Vec<Line> {
        let is_last = view.at + 1 >= self.len();
        if view.at >= self.len() || is_last && step != Step::Rest {
            return vec![note(format!("{} is the last", number_before(self.len())))];
        }
        self.why(body, view.to(view.at + 1), value)
    }

    /// `always` of a formula that should hold, and `never` of one that should not.
    fn why_throughout(&self, body: &Formula<E>, view: View, good: bool, value: bool) -> Vec<Line> {
        let fails = self.positions(view).find(|here| self.holds(body, *here) != good);
        match fails {
            Some(here) if !value => {
                let lines = self.why(body, here, !good);
                self.at_event(here, lines)
            }
            _ => {
                let word = if good { "always" } else { "never" };
                vec![self.range(word, body, view)]
            }
        }
    }

    fn why_somewhere(&self, body: &Formula<E>, view: View, value: bool) -> Vec<Line> {
        match self.positions(view).find(|here| self.holds(body, *here)) {
            Some(here) if value => {
                let lines = self.why(body, here, true);
                self.at_event(here, lines)
            }
            _ => self.never(body, view),
        }
    }

    /// A formula that holds at no event from here on, and what came nearest to it.
    fn never(&self, body: &Formula<E>, view: View) -> Vec<Line> {
        let mut lines = vec![self.range("never", body, view)];
        // A binding that matched and whose body failed is nearer than any pattern.
        if let Shape::Bind(Quantifier::Some, bind) = body.shape() {
            let matches =
                |here: &View| self.evaluation.event(*here).is_some_and(|e| bind.is_match(e));
            if let Some(here) = self.positions(view).find(matches) {
                lines.extend(deeper(self.why(body, here, false)));
                return lines;
            }
        }
        lines.extend(self.near_misses(body, view));
        lines
    }

    fn near_misses(&self, body: &Formula<E>, view: View) -> Vec<Line> {
        let mut atoms = Vec::new();
        collect_atoms(body, &mut atoms);
        let nearness = |here: &View| {
            let event = self.evaluation.event(*here)?;
            atoms.iter().filter_map(|atom| atom.nearness(event)).max()
        };
        let mut near: Vec<(usize, View)> = self
            .positions(view)
            .filter_map(|here| nearness(&here).map(|nearness| (nearness, here)))
            .collect();
        // The nearest first; of equally near ones the earliest.
        near.sort_by_key(|(nearness, here)| (usize::MAX - nearness, here.at));
        near.truncate(MOST_NEAR);
        near.sort_by_key(|(_, here)| here.at);
        let miss = |here: View| {
            let mut lines = self.event_line(here);
            lines.iter_mut().for_each(|line| {
                line.text.insert_str(0, "near: ");
                line.beside = true;
            });
            lines
        };
        near.into_iter().flat_map(|(_, here)| miss(here)).collect()
    }

    /// A statement about the events from here on.
    fn range(&self, word: &str, body: &Formula<E>, view: View) -> Line {
        let ended = match self.evaluation.trace.ending {
            Ending::Ended => "where the trace ended",
            Ending::Cut => "where the trace was cut",
        };
        let last = self.len();
        let events = match last.saturating_sub(view.at) {
            0 if last == 0 => String::from("no event"),
            0 => format!("nothing happened after event {last}"),
            1 => format!("event {last}, {ended}"),
            _ => format!("events {} to {last}, {ended}", view.at + 1),
        };
        let range = (view.at < last).then(|| (view.at, last - 1));
        Line { range, ..note(format!("{word} {body}   [{events}]")) }
    }

    fn why_until(
        &self,
        hold: &Formula<E>,
        goal: &Formula<E>,
        view: View,
        value: bool,
    ) -> Vec<Line> {
        let reached = self.positions(view).find(|here| self.holds(goal, *here));
        let before = |here: &View| reached.is_none_or(|reached| here.at < reached.at);
        let broken = self.positions(view).filter(before).find(|here| !self.holds(hold, *here));
        match (value, broken, reached) {
            (false, Some(here), _) => {
                let mut lines = self.at_event(here, self.why(hold, here, false));
                lines.push(note(format!("before any {goal}")));
                lines
            }
            (true, _, Some(reached)) => self.at_event(reached, self.why(goal, reached, true)),
            (true, ..) => vec![self.range("always", hold, view)],
            (false, None, _) => self.never(goal, view),
        }
    }

    fn why_released(
        &self,
        release: &Formula<E>,
        hold: &Formula<E>,
        view: View,
        value: bool,
    ) -> Vec<Line> {
        match self.positions(view).find(|here| !self.holds(hold, *here)) {
            Some(here) if !value => {
                let mut lines = self.at_event(here, self.why(hold, here, false));
                lines.push(note(format!("before any {release}")));
                lines
            }
            Some(_) => self.why_somewhere(release, view, true),
            None => vec![self.range("always", hold, view)],
        }
    }

    fn why_led(&self, first: &Formula<E>, then: &Formula<E>, view: View, value: bool) -> Vec<Line> {
        let comes = |here: View| self.positions(here).any(|later| self.holds(then, later));
        let last = self.positions(view).filter(|here| self.holds(then, *here)).last();
        // What is owed is owed from the first event after the last answer, or from one with no answer at all.
        let from = last.map_or(view, |last| view.to(last.at + 1));
        let owed = self.positions(from).find(|here| self.holds(first, *here));
        match owed.filter(|here| !value && !comes(*here)) {
            Some(here) => {
                let mut lines = self.context(first, here);
                lines.extend(deeper(self.never(then, here)));
                lines
            }
            None => vec![note(format!("{first} always leads to {then}"))],
        }
    }

    fn why_counted(
        &self,
        (least, most): (usize, Option<usize>),
        body: &Formula<E>,
        view: View,
        value: bool,
    ) -> Vec<Line> {
        let found: Vec<View> =
            self.positions(view).filter(|here| self.holds(body, *here)).collect();
        let count = found.len();
        let demand = match (least, most) {
            (least, Some(most)) if least == most => format!("not {least}"),
            (least, Some(most)) if value => format!("{least} to {most}"),
            (_, Some(most)) if count > most => format!("more than {most}"),
            (least, _) => format!("not {least} or more"),
        };
        let demand = if value { String::new() } else { format!(", {demand}") };
        if count == 0 {
            return self.never(body, view);
        }
        // So many are enough; of too many the last ones are those that should not have been.
        let needed = if value && least > 0 { least.min(count) } else { count };
        let times = match (count, needed == count) {
            (1, _) => String::from("once"),
            (_, true) => format!("{count} times"),
            (_, false) => format!("{count} times, {needed} of which are"),
        };
        let mut lines = vec![note(format!("{times}{demand}: {body}"))];
        let skipped = needed.saturating_sub(MOST_COUNTED);
        let shown = found.into_iter().take(needed).skip(skipped);
        lines.extend(shown.flat_map(|here| deeper(self.event_line(here))));
        if skipped > 0 {
            lines.splice(1..1, deeper(vec![note(format!("{skipped} more before these"))]));
        }
        lines
    }

    fn why_ordered(
        &self,
        first: &Formula<E>,
        second: &Formula<E>,
        view: View,
        value: bool,
    ) -> Vec<Line> {
        let late = self.positions(view).filter(|here| self.holds(first, *here)).last();
        let early = self.positions(view).find(|here| self.holds(second, *here));
        match (early, late) {
            (Some(early), Some(late)) if !value => {
                let mut lines = self.at_event(early, self.why(second, early, true));
                lines.push(note(format!("before {}", number(late.at))));
                lines.extend(self.at_event(late, self.why(first, late, true)));
                lines
            }
            _ => vec![note(format!("all {first} before any {second}"))],
        }
    }

    fn why_in_time(&self, limit: Limit, body: &Formula<E>, view: View, value: bool) -> Vec<Line> {
        let Some(here) = self.positions(view).find(|here| self.holds(body, *here)) else {
            let mut lines = self.never(body, view);
            lines[0] = self.range(&format!("not within {limit}:"), body, view);
            return lines;
        };
        let mut lines = self.at_event(here, self.why(body, here, true));
        if !value && view.at < self.len() {
            let (from, to) = (self.evaluation.stamp(view), self.evaluation.stamp(here));
            let late = format!("too late: {} after {}", elapsed(limit, from, to), number(view.at));
            lines.push(note(format!("{late}, not within {limit}")));
        }
        lines
    }

    fn why_staying(&self, limit: Limit, body: &Formula<E>, view: View, value: bool) -> Vec<Line> {
        if value || view.at >= self.len() {
            return vec![self.range("always", body, view)];
        }
        let until = Until::new(limit, self.evaluation.stamp(view));
        let in_time = |here: &View| !until.is_over(self.evaluation.stamp(*here));
        let fails = self.positions(view).filter(in_time).find(|here| !self.holds(body, *here));
        match fails {
            Some(here) => {
                let mut lines = self.at_event(here, self.why(body, here, false));
                let (from, to) = (self.evaluation.stamp(view), self.evaluation.stamp(here));
                let after = elapsed(limit, from, to);
                let since = number(view.at);
                lines.push(note(format!("{after} after {since}: it has to stay for {limit}")));
                lines
            }
            None => vec![note(format!(
                "the trace ends before {limit} are over since {}",
                number(view.at)
            ))],
        }
    }

    fn why_bound(
        &self,
        quantifier: Quantifier,
        formula: &Formula<E>,
        view: View,
        value: bool,
    ) -> Vec<Line> {
        let Shape::Bind(_, bind) = formula.shape() else { return Vec::new() };
        let event = self.evaluation.event(view);
        match event.and_then(|event| bind.instance(event)) {
            Some(instance) => {
                let mut lines = self.event_line(view);
                lines.extend(deeper(self.why(&instance.formula, view, value)));
                // The values of the event may be alive here only.
                self.evaluation.keep(instance);
                lines
            }
            None if quantifier == Quantifier::All || event.is_none() => {
                vec![note(format!("no {} at {}", bind.text(), number(view.at)))]
            }
            None => {
                let mut lines = self.event_line(view);
                lines.iter_mut().for_each(|line| {
                    line.text.push_str(&format!(", not {}", bind.text()));
                });
                lines
            }
        }
    }

    fn why_each(&self, formula: &Formula<E>, view: View, value: bool) -> Vec<Line> {
        let Shape::Each(bind) = formula.shape() else { return Vec::new() };
        if value {
            return vec![note(format!("{formula}"))];
        }
        let appearances = self.evaluation.appearances(formula, view);
        let broken = appearances.into_iter().find(|(body, view)| !self.holds(&body.formula, *view));
        let Some((instance, seen)) = broken else { return Vec::new() };
        let values =
            self.evaluation.event(seen.to(seen.visible)).map(|event| bind.values_at(event));
        let mut lines = vec![note(format!("for {}:", values.unwrap_or_default()))];
        lines.extend(deeper(self.why(&instance.formula, seen, false)));
        lines
    }
}

/// Atoms of a formula that are not negated, for near misses.
fn collect_atoms<E>(formula: &Formula<E>, atoms: &mut Vec<Rc<dyn Atom<E>>>) {
    match formula.shape() {
        Shape::Atom(atom) => atoms.push(atom.clone()),
        Shape::Named(_, body) => collect_atoms(body, atoms),
        Shape::And(parts) | Shape::Or(parts) => {
            parts.iter().for_each(|part| collect_atoms(part, atoms));
        }
        _ => {}
    }
}

fn note(text: String) -> Line {
    Line { depth: 0, event: None, range: None, text, beside: false }
}

fn constant(value: bool) -> &'static str {
    if value { "holds()" } else { "fails()" }
}

fn number(at: usize) -> String {
    format!("event {}", at + 1)
}

fn number_before(at: usize) -> String {
    if at == 0 { String::from("the beginning") } else { format!("event {at}") }
}

/// Time or rounds between two moments, in the unit of a limit.
fn elapsed(limit: Limit, from: Stamp, to: Stamp) -> String {
    match limit {
        Limit::Time(_) => format!("{:?}", to.time.saturating_sub(from.time)),
        Limit::Rounds(_) => Limit::Rounds(to.round.saturating_sub(from.round)).to_string(),
    }
}

/// Text of an event on one line.
pub(crate) fn shown(event: &impl Debug) -> String {
    let text = format!("{event:?}");
    let text = text.replace('\n', " ");
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}
