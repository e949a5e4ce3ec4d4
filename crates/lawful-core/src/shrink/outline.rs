//! Where the spans, lists and choices of a tape are.

use crate::choice::{Block, Kind, Scalar, Tape, Token};
use crate::generate::sequence_label;

/// A place on a tape: a section (the main tape, then the rows by key) and an index in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// 0 for the main tape, then one for each row.
    pub section: usize,
    /// The index of the token.
    pub index: usize,
}

/// A span on a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanAt {
    /// Place where the span opens.
    pub open: At,
    /// The index of its closing token, in the same section.
    pub close: usize,
    /// Its label.
    pub label: u64,
    /// The span around it.
    pub parent: Option<usize>,
}

impl SpanAt {
    /// Returns whether `other` lies inside.
    pub fn contains(&self, other: &SpanAt) -> bool {
        self.open.section == other.open.section
            && self.open.index < other.open.index
            && other.close < self.close
    }
}

/// A length and the spans of the elements that follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Place of the length.
    pub length: At,
    /// The indices in [`Outline::spans`] of the elements.
    pub elements: Vec<usize>,
    /// The span that holds the list, if any.
    pub parent: Option<usize>,
}

/// Index of a tape: its spans, lists and choices.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// Every scalar, in order.
    pub scalars: Vec<(At, Scalar)>,
    /// Every block, in order.
    pub blocks: Vec<At>,
    /// Every span, outer ones first.
    pub spans: Vec<SpanAt>,
    /// Every list, in order of its length.
    pub lists: Vec<List>,
}

impl Outline {
    /// Reads a tape.
    pub fn new(tape: &Tape) -> Self {
        let mut outline = Outline::default();
        for (section, tokens) in sections(tape).enumerate() {
            outline.read(section, tokens);
        }
        outline
    }

    fn read(&mut self, section: usize, tokens: &[Token]) {
        let mut open: Vec<usize> = Vec::new();
        // For each open span (and the section itself) the list it holds, if a length was read.
        let mut lists: Vec<Option<usize>> = vec![None];
        for (index, token) in tokens.iter().enumerate() {
            let at = At { section, index };
            match token {
                Token::Open(label) => {
                    let span = self.spans.len();
                    if let Some(list) = lists.last().copied().flatten() {
                        self.lists[list].elements.push(span);
                    }
                    let parent = open.last().copied();
                    let close = tokens.len();
                    self.spans.push(SpanAt { open: at, close, label: *label, parent });
                    open.push(span);
                    lists.push(None);
                }
                Token::Close => {
                    if let Some(span) = open.pop() {
                        self.spans[span].close = index;
                        lists.pop();
                    }
                }
                Token::Scalar(scalar) => {
                    self.scalars.push((at, *scalar));
                    if scalar.kind == Kind::Length {
                        let parent = open.last().copied();
                        if let Some(last) = lists.last_mut() {
                            *last = Some(self.lists.len());
                        }
                        self.lists.push(List { length: at, elements: Vec::new(), parent });
                    }
                }
                Token::Block(_) => self.blocks.push(at),
                Token::Lane(_) | Token::Keyed(_) => {}
            }
        }
    }

    /// Returns whether a list is a [sequence](crate::extend::Choices::sequence) of steps.
    pub fn is_sequence(&self, list: &List) -> bool {
        let (Some(parent), Some(&first)) = (list.parent, list.elements.first()) else {
            return false;
        };
        self.spans[parent].label == sequence_label(self.spans[first].label)
    }

    /// Indices of the lists that are sequences of steps.
    pub fn sequences(&self) -> Vec<usize> {
        (0..self.lists.len()).filter(|list| self.is_sequence(&self.lists[*list])).collect()
    }

    /// Returns whether a span is a step of a sequence.
    pub fn is_step(&self, span: &SpanAt) -> bool {
        span.parent.is_some_and(|parent| self.spans[parent].label == sequence_label(span.label))
    }

    /// The step that a place is in, if it is in one.
    pub fn step_of(&self, at: At) -> Option<usize> {
        let holds = |span: &SpanAt| {
            let (open, close) = (span.open, span.close);
            open.section == at.section && (open.index..close).contains(&at.index)
        };
        self.spans.iter().position(|span| self.is_step(span) && holds(span))
    }

    /// The scalars that are not 0 and could be another value.
    pub fn non_zero(&self) -> Vec<(At, Scalar)> {
        let movable = |scalar: &Scalar| !scalar.is_zero() && !scalar.is_forced();
        self.scalars.iter().filter(|(_, scalar)| movable(scalar)).copied().collect()
    }

    /// The numbers and floats that are not 0.
    pub fn non_zero_numbers(&self) -> Vec<(At, Scalar)> {
        let mut scalars = self.non_zero();
        scalars.retain(|(_, scalar)| matches!(scalar.kind, Kind::Number | Kind::Float));
        scalars
    }
}

fn sections(tape: &Tape) -> impl Iterator<Item = &[Token]> {
    let rows = tape.rows.values().map(Vec::as_slice);
    std::iter::once(tape.main.as_slice()).chain(rows)
}

/// Changes to a copy of a tape. All of them leave the other places where they were, except
/// [`replace`](Edit::replace), which is therefore used from the back to the front.
pub trait Edit {
    /// The tokens of a section.
    fn section(&self, section: usize) -> &[Token];
    /// Returns the part for changing it.
    fn section_mut(&mut self, section: usize) -> &mut Vec<Token>;
    /// Puts a scalar into its place.
    fn set(&mut self, at: At, scalar: Scalar);
    /// The block at a place.
    fn block(&self, at: At) -> &Block;
    /// Returns the part for changing it.
    fn block_mut(&mut self, at: At) -> &mut Block;
    /// Puts other tokens in the place of a range.
    fn replace(&mut self, section: usize, range: std::ops::Range<usize>, tokens: Vec<Token>);
}

impl Edit for Tape {
    fn section(&self, section: usize) -> &[Token] {
        sections(self).nth(section).unwrap_or_default()
    }

    fn section_mut(&mut self, section: usize) -> &mut Vec<Token> {
        match section.checked_sub(1).and_then(|row| self.rows.values_mut().nth(row)) {
            Some(row) => row,
            None => &mut self.main,
        }
    }

    fn set(&mut self, at: At, scalar: Scalar) {
        self.section_mut(at.section)[at.index] = Token::Scalar(scalar);
    }

    fn block(&self, at: At) -> &Block {
        match &self.section(at.section)[at.index] {
            Token::Block(block) => block,
            other => unreachable!("the outline says a block is at {at:?}, not {other:?}"),
        }
    }

    fn block_mut(&mut self, at: At) -> &mut Block {
        match &mut self.section_mut(at.section)[at.index] {
            Token::Block(block) => block,
            other => unreachable!("the outline says a block is at {at:?}, not {other:?}"),
        }
    }

    fn replace(&mut self, section: usize, range: std::ops::Range<usize>, tokens: Vec<Token>) {
        self.section_mut(section).splice(range, tokens);
    }
}
