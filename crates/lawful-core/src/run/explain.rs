//! Why does the smallest case break the law? What can be changed about it without mending it, and
//! what mends it (telecoms-2006, section 2).
//!
//! A part is free if the law stays broken in the same way whatever stands in its place: other values
//! for it are drawn and tried. A neighbour is the smallest case with one choice changed a little,
//! for which the law holds.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::site::{Feed, Judged, Site};
use crate::choice::{Kind, Scalar, Tape, Token, mix};
use crate::data::Failure;
use crate::data::Identity;
use crate::data::Limit;
use crate::data::{CaseRecord, Document, Explanation, FreePart, NearestPassing, ShownValue};
use crate::generate::{Listed, sort_by};
use crate::law::Outcome;
use crate::shrink::{At, Edit, Outline, SpanAt};

/// How many values are drawn to put into the places of parts.
const DONORS: u64 = 16;
/// How many of them must still break the law, and at how many tries the search for them ends.
const STILL_BROKEN: usize = 5;
const TRIES: usize = 16;
/// The same for a part of a program: its steps depend on each other, so that more goes unnoticed.
const STILL_BROKEN_PROGRAMS: usize = 12;
const PROGRAM_TRIES: usize = 32;
/// How many steps of a value's program are looked at.
const STEPS_OF_DONOR: usize = 4;
/// How many values related to the case itself are among those.
const RELATED: usize = 8;
/// How many parts of arguments are looked at, and how many neighbours.
const MOST_PARTS: usize = 16;
const MOST_NEIGHBOURS: usize = 60;
/// How many neighbours are told.
const TOLD: usize = 3;
/// The most time for all of it.
const TIME: Duration = Duration::from_secs(2);

/// Explains a failure at its smallest case.
pub(super) fn explain(site: &mut dyn Site, failure: &Failure) -> (Explanation, Option<Limit>) {
    let outline = Outline::new(&failure.tape);
    let arguments: Vec<usize> = match failure.calls().is_empty() {
        true => top_level(&outline),
        false => of_steps(&outline),
    };
    let shown: Vec<String> = looks(&failure.arguments, &failure.document).cloned().collect();
    // Laws that draw more than their arguments have no parts that could be named.
    let lanes = failure.tape.main.iter().any(|token| matches!(token, Token::Lane(_)));
    if arguments.len() != shown.len() || arguments.is_empty() || lanes {
        return Default::default();
    }
    let started = Instant::now();
    let donors = Vec::new();
    let mut explaining =
        Explaining { site, failure, outline, arguments, shown, donors, started, over: false };
    let free = explaining.free_parts();
    let nearest_passing = explaining.neighbours(&free);
    let limit = explaining.over.then_some(Limit::Explaining(TIME));
    (Explanation::new(free, nearest_passing), limit)
}

struct Explaining<'a> {
    site: &'a mut dyn Site,
    failure: &'a Failure,
    outline: Outline,
    /// The spans of the arguments; in a program, of those of each step.
    arguments: Vec<usize>,
    /// What the arguments look like.
    shown: Vec<String>,
    /// Fresh tapes, whose spans are put into the places of parts.
    donors: Vec<(Tape, Outline)>,
    started: Instant,
    over: bool,
}

impl Explaining<'_> {
    fn free_parts(&mut self) -> Vec<FreePart> {
        self.draw_donors();
        let mut free: Vec<(usize, FreePart)> = Vec::new();
        let mut looked = 0;
        for (argument, span) in self.arguments.clone().into_iter().enumerate() {
            if let Some(others) = self.is_free(argument, span) {
                free.push((span, FreePart::new(argument, true, others)));
                continue;
            }
            for part in self.parts_of(span) {
                looked += 1;
                if looked > MOST_PARTS {
                    break;
                }
                let inside = |(outer, _): &(usize, FreePart)| {
                    self.outline.spans[*outer].contains(&self.outline.spans[part])
                };
                if free.iter().any(inside) {
                    continue;
                }
                if let Some(others) = self.is_free(argument, part) {
                    free.push((part, FreePart::new(argument, false, others)));
                }
            }
        }
        // What is free alone need not be free together with the rest.
        while free.len() > 1 && !self.are_free_together(&free) {
            free.pop();
        }
        free.into_iter().map(|(_, free)| free).listed()
    }

    fn draw_donors(&mut self) {
        for index in 0..DONORS {
            let size = 1 + 3 * index as u32;
            let drawn =
                self.site.draw(Feed::Seed { seed: mix(0x0065_7870_6c61_696e, index), size });
            if drawn.misuse.is_none() {
                let outline = Outline::new(&drawn.tape);
                self.donors.push((drawn.tape, outline));
            }
        }
    }

    /// The spans inside of a span that hold choices, outer ones first.
    fn parts_of(&self, span: usize) -> Vec<usize> {
        let whole = &self.outline.spans[span];
        let is_part = |part: &usize| {
            let part = &self.outline.spans[*part];
            whole.contains(part) && has_choices(&self.failure.tape, part)
        };
        (0..self.outline.spans.len()).filter(is_part).listed()
    }

    /// Tries other values for a span. Gives some that still break the law, if all do.
    fn is_free(&mut self, argument: usize, span: usize) -> Option<Vec<String>> {
        let at = self.outline.spans[span];
        let own = &self.failure.tape.main[range(&at)];
        let in_program = !self.failure.calls().is_empty();
        let (tries, still_broken) = match in_program {
            true => (PROGRAM_TRIES, STILL_BROKEN_PROGRAMS),
            false => (TRIES, STILL_BROKEN),
        };
        let mut others = self.related(&at);
        for (tape, outline) in &self.donors {
            let is_argument = !in_program && self.arguments.contains(&span);
            let alike = outline.spans.iter().filter(|other| other.label == at.label);
            let donors: Vec<&SpanAt> = match (is_argument, in_program) {
                (true, _) => {
                    let argument = top_level(outline).get(argument).copied();
                    argument.map(|argument| &outline.spans[argument]).into_iter().listed()
                }
                (_, true) => alike.take(STEPS_OF_DONOR).listed(),
                _ => alike.take(1).listed(),
            };
            for donor in donors.into_iter().filter(|donor| donor.open.section == 0) {
                let tokens = tape.main[range(donor)].to_vec();
                if donor.label == at.label && tokens != own && !others.contains(&tokens) {
                    others.push(tokens);
                }
            }
        }
        let mut texts = Vec::new();
        for tokens in others.into_iter().take(tries) {
            let mut candidate = self.failure.tape.clone();
            candidate.replace(0, range(&at), tokens);
            let shown = self.run(&candidate)?;
            match shown.outcome {
                Outcome::Discarded => continue,
                // Among other calls the part has another meaning.
                _ if !self.has_same_calls(&shown) => continue,
                Outcome::Failed(_) if self.is_same(&shown) => {
                    let CaseRecord { arguments, document, .. } = &shown.record;
                    let mut looks = looks(arguments, document);
                    texts.push(looks.nth(argument)?.clone());
                }
                _ => return None,
            }
        }
        let mine = &self.shown[argument];
        texts.retain(|text| text != mine);
        (texts.len() >= still_broken).then_some(texts)
    }

    /// What is most likely to mend the case in the place of a span: what stands elsewhere in it, and
    /// numbers that differ by one.
    fn related(&self, at: &SpanAt) -> Vec<Vec<Token>> {
        let tape = &self.failure.tape;
        let own = &tape.main[range(at)];
        let alike = |other: &&SpanAt| other.label == at.label && other.open.section == 0;
        let elsewhere =
            self.outline.spans.iter().filter(alike).map(|span| tape.main[range(span)].to_vec());
        let mut related: Vec<Vec<Token>> = elsewhere.filter(|tokens| tokens != own).listed();
        for (index, token) in own.iter().enumerate() {
            let Token::Scalar(scalar) = token else { continue };
            for changed in nearby(*scalar) {
                let mut tokens = own.to_vec();
                tokens[index] = Token::Scalar(changed);
                related.push(tokens);
            }
        }
        sort_by(&mut related, &|one, other| one.len().cmp(&other.len()));
        related.dedup();
        related.truncate(RELATED);
        related
    }

    fn are_free_together(&mut self, free: &[(usize, FreePart)]) -> bool {
        for donor in 0..STILL_BROKEN.min(self.donors.len()) {
            let mut candidate = self.failure.tape.clone();
            // From the back, so that the places before stay where they are.
            let mut spans: Vec<usize> = free.iter().map(|(span, _)| *span).listed();
            let open = |span: &usize| self.outline.spans[*span].open;
            sort_by(&mut spans, &|one, other| open(other).cmp(&open(one)));
            for span in spans {
                let at = self.outline.spans[span];
                let (tape, outline) = &self.donors[donor];
                if let Some(other) = outline.spans.iter().find(|other| other.label == at.label) {
                    candidate.replace(0, range(&at), tape.main[range(other)].to_vec());
                }
            }
            match self.run(&candidate) {
                Some(shown) if shown.outcome == Outcome::Discarded || self.is_same(&shown) => {}
                Some(shown) if !self.has_same_calls(&shown) => {}
                _ => return false,
            }
        }
        true
    }

    /// The arguments of cases nearby for which the law holds.
    fn neighbours(&mut self, free: &[FreePart]) -> Vec<NearestPassing> {
        let mut nearest_passing: Vec<NearestPassing> = Vec::new();
        let mut looked = 0;
        for (at, scalar) in self.outline.scalars.clone() {
            let Some(argument) = self.argument_at(at) else { continue };
            let is_free = free.iter().any(|free| free.whole && free.argument == argument);
            for changed in nearby(scalar) {
                if is_free
                    || nearest_passing.iter().any(|one| one.argument == argument)
                    || looked >= MOST_NEIGHBOURS
                {
                    break;
                }
                looked += 1;
                let mut candidate = self.failure.tape.clone();
                candidate.set(at, changed);
                let Some(shown) = self.run(&candidate) else { break };
                let record = &shown.record;
                let other: Vec<&String> = looks(&record.arguments, &record.document).collect();
                let differs = |one: usize| other.get(one) != Some(&&self.shown[one]);
                let only = self.has_same_calls(&shown)
                    && (0..self.shown.len()).all(|one| differs(one) == (one == argument));
                let instead = match self.failure.calls().is_empty() {
                    true => record.arguments.get(argument),
                    false => record.document.calls().get(argument).map(|call| &call.arguments),
                };
                let instead = instead.filter(|_| only).cloned();
                if let (Outcome::Passed, Some(shown)) = (&shown.outcome, instead) {
                    nearest_passing.push(NearestPassing::new(argument, shown));
                }
            }
        }
        // Choices come in the order of the arguments.
        nearest_passing.truncate(TOLD);
        nearest_passing
    }

    fn argument_at(&self, at: At) -> Option<usize> {
        let inside = |span: &usize| {
            let span = &self.outline.spans[*span];
            at.section == 0 && span.open.index < at.index && at.index < span.close
        };
        self.arguments.iter().position(inside)
    }

    fn run(&mut self, candidate: &Tape) -> Option<Judged> {
        if self.over || self.started.elapsed() >= TIME {
            self.over = true;
            return None;
        }
        Some(self.site.show(candidate, false))
    }

    /// Returns whether the calls are the same but for their arguments.
    fn has_same_calls(&self, shown: &Judged) -> bool {
        let names = |document: &Document| -> Vec<String> {
            document.calls().iter().map(|call| call.name.clone()).collect()
        };
        names(&shown.record.document) == names(&self.failure.document)
    }

    fn is_same(&self, shown: &Judged) -> bool {
        shown.reason().map(Identity::of).as_ref() == Some(&self.failure.identity)
            && !shown.record.is_known()
    }
}

/// The spans that no other span holds.
fn top_level(outline: &Outline) -> Vec<usize> {
    let is_outer = |index: &usize| {
        let span = &outline.spans[*index];
        span.parent.is_none() && span.open.section == 0
    };
    (0..outline.spans.len()).filter(is_outer).listed()
}

/// The spans of the arguments of all steps.
fn of_steps(outline: &Outline) -> Vec<usize> {
    let is_argument = |index: &usize| {
        let parent = outline.spans[*index].parent;
        parent.is_some_and(|parent| outline.is_step(&outline.spans[parent]))
    };
    (0..outline.spans.len()).filter(is_argument).listed()
}

/// `Debug` texts of the arguments, and of those of the calls.
fn looks<'a>(
    arguments: &'a [ShownValue],
    document: &'a Document,
) -> impl Iterator<Item = &'a String> {
    let of_calls = document.calls().iter().map(|call| &call.arguments);
    arguments.iter().chain(of_calls).map(|shown| &shown.debug)
}

fn range(span: &SpanAt) -> Range<usize> {
    span.open.index..span.close + 1
}

fn has_choices(tape: &Tape, span: &SpanAt) -> bool {
    let tokens = tape.main.get(range(span)).unwrap_or_default();
    tokens.iter().any(|token| matches!(token, Token::Scalar(_) | Token::Block(_)))
}

/// A choice changed a little, the nearest first.
fn nearby(scalar: Scalar) -> Vec<Scalar> {
    if scalar.kind == Kind::Float {
        return if scalar.is_zero() { Vec::new() } else { vec![scalar.with(0, false)] };
    }
    let Scalar { magnitude, negative, .. } = scalar;
    let mut changed = Vec::new();
    if let Some(nearer) = magnitude.checked_sub(1) {
        changed.push(scalar.with(nearer, negative));
    }
    changed.push(scalar.with(magnitude.saturating_add(1), negative));
    changed.push(scalar.with(0, false));
    changed.retain(|other| *other != scalar);
    changed.dedup();
    changed
}
