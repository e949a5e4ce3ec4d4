//! Following a tape span by span.
//!
//! A tape that was cut or changed no longer matches what the generator asks for, word by word.
//! Aligning by span keeps the rest of the structure in place: on opening a span the cursor jumps
//! to the next recorded sibling of that kind, on closing it jumps past what was not read. What is
//! missing reads 0. Without that (a flat replay), deleting one element shifts every later one.

use lawful_data::tape::{Block, KeyedChoice, Scalar, Token};

/// A cursor on the tokens of one lane.
#[derive(Debug)]
pub(super) struct Replay {
    tokens: Vec<Token>,
    /// For an `Open` the index of its `Close`.
    closes: Vec<u32>,
    at: usize,
    /// How the spans that are open now were found.
    open: Vec<Found>,
    /// A tape without spans (a replay token) is followed choice by choice.
    flat: bool,
}

#[derive(Debug)]
enum Found {
    /// The span was recorded and ends at this index.
    Recorded { close: usize, outer_end: usize },
    /// It was not: all it asks for is missing, and the cursor of the span around it stays.
    Missing,
}

impl Replay {
    pub fn new(tokens: Vec<Token>) -> Self {
        let closes = matching_closes(&tokens);
        let flat = !tokens.iter().any(|token| matches!(token, Token::Open(_)));
        Replay { tokens, closes, at: 0, open: Vec::new(), flat }
    }

    pub fn open(&mut self, label: u64) {
        if self.flat {
            return;
        }
        let outer_end = self.end();
        let found = match self.find_span(label, outer_end) {
            Some(open) => {
                self.at = open + 1;
                Found::Recorded { close: self.closes[open] as usize, outer_end }
            }
            None => Found::Missing,
        };
        self.open.push(found);
    }

    pub fn close(&mut self) {
        if self.flat {
            return;
        }
        if let Some(Found::Recorded { close, .. }) = self.open.pop() {
            self.at = close + 1;
        }
    }

    /// The recorded choice that answers `request`, clamped to its bounds.
    pub fn scalar(&mut self, request: Scalar) -> Scalar {
        match self.next_choice() {
            Some(Token::Scalar(found)) => {
                let (magnitude, negative) = (found.magnitude, found.negative);
                request.with(magnitude, negative)
            }
            _ => request,
        }
    }

    pub fn block(&mut self, mut request: Block) -> Block {
        if let Some(Token::Block(found)) = self.next_choice() {
            request.units.clone_from(&found.units);
        }
        request.clamp();
        request
    }

    /// The name under which the tape keeps the rows of the lane that opens here.
    pub fn lane(&mut self) -> Option<u64> {
        let end = self.end();
        while self.at < end && matches!(self.tokens[self.at], Token::Scalar(_) | Token::Block(_)) {
            self.at += 1;
        }
        match self.tokens.get(self.at) {
            Some(&Token::Lane(name)) if self.at < end => {
                self.at += 1;
                Some(name)
            }
            _ => None,
        }
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// What is left to read: part of what the run after this point depends on.
    pub fn rest(&self) -> &[Token] {
        &self.tokens[self.at.min(self.tokens.len())..]
    }

    pub fn next_choice(&mut self) -> Option<&Token> {
        let end = self.end();
        if self.at >= end {
            return None;
        }
        match &self.tokens[self.at] {
            found @ (Token::Scalar(_) | Token::Block(_)) => {
                self.at += 1;
                Some(found)
            }
            Token::Open(_) | Token::Close | Token::Lane(_) | Token::Keyed(_) => None,
        }
    }

    /// The next keyed choices of the span; choices before them that were not read are passed over.
    pub fn keyed(&mut self) -> Vec<KeyedChoice> {
        let end = self.end();
        while self.at < end && matches!(self.tokens[self.at], Token::Scalar(_) | Token::Block(_)) {
            self.at += 1;
        }
        match self.tokens.get_mut(self.at) {
            Some(Token::Keyed(choices)) if self.at < end => {
                self.at += 1;
                std::mem::take(choices)
            }
            _ => Vec::new(),
        }
    }

    fn find_span(&self, label: u64, end: usize) -> Option<usize> {
        let mut at = self.at;
        while at < end {
            match self.tokens[at] {
                Token::Open(found) if found == label => return Some(at),
                Token::Open(_) => at = self.closes[at] as usize + 1,
                _ => at += 1,
            }
        }
        None
    }

    /// Where the innermost open span ends; nothing is left of one that is missing.
    fn end(&self) -> usize {
        match self.open.last() {
            None => self.tokens.len(),
            Some(Found::Recorded { close, outer_end }) => (*close).min(*outer_end),
            Some(Found::Missing) => 0,
        }
    }
}

/// For every `Open` the index of its `Close`; unbalanced tokens (a tape from elsewhere) close at
/// the end.
pub(crate) fn matching_closes(tokens: &[Token]) -> Vec<u32> {
    let mut closes = vec![tokens.len() as u32; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Open(_) => open.push(at),
            Token::Close => {
                if let Some(opened) = open.pop() {
                    closes[opened] = at as u32;
                }
            }
            _ => {}
        }
    }
    closes
}
