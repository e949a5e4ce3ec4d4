//! Tapes: the choices of a case, with the spans around them. A case is a pure function of its tape.
//!
//! The engine makes a case again from its tape. A tool can compare tapes ([`Tape::order`]), and write and read them; what
//! the choices stand for is known to the generators alone.

use std::cmp::Ordering;

use crate::ordered::Ordered;

mod bytes;
mod digest;

pub use bytes::{Detail, decode, encode, from_letters, to_letters};
pub(crate) use bytes::{read_number, read_token, write_number, write_token};
pub use digest::{fold, mix, mix_bytes};

/// Kind of decision that a scalar choice makes. The kinds are closed: a pass of the shrinker may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A number: an origin, and how far it lies from it on which side.
    Number,
    /// Number of elements that follow, counted from the fewest allowed.
    Length,
    /// Which of several alternatives.
    Pick,
    /// A float, by its place in the order of simplicity.
    Float,
    /// Which of several steps comes next in a sequence of them.
    Step,
    /// Which earlier step made what is used, counted from 1.
    Reference,
}

/// A choice that is one number. Its simplest value is 0: magnitude 0 at the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scalar {
    /// Kind of decision.
    pub kind: Kind,
    /// True if it lies below the origin.
    pub negative: bool,
    /// Distance from the origin.
    pub magnitude: u64,
    /// The greatest magnitude above the origin.
    pub up: u64,
    /// The greatest magnitude below the origin.
    pub down: u64,
    /// The value that magnitude 0 stands for, in two's complement. Only numbers and lengths have
    /// one other than 0.
    pub origin: u64,
}

impl Scalar {
    /// A choice at its simplest value.
    #[inline]
    pub fn simplest(kind: Kind, origin: u64, down: u64, up: u64) -> Self {
        Scalar { kind, negative: false, magnitude: 0, up, down, origin }
    }

    /// This choice with another value, clamped to the bounds; a pick out of bounds becomes 0.
    #[inline]
    pub fn with(mut self, magnitude: u64, negative: bool) -> Self {
        let bound = if negative { self.down } else { self.up };
        self.magnitude = match self.kind {
            Kind::Pick | Kind::Step if magnitude > bound => 0,
            _ => magnitude.min(bound),
        };
        self.negative = negative && self.magnitude > 0;
        self
    }

    /// The actual value, in two's complement.
    #[inline]
    pub fn value(&self) -> u64 {
        match self.negative {
            true => self.origin.wrapping_sub(self.magnitude),
            false => self.origin.wrapping_add(self.magnitude),
        }
    }

    /// This choice with the actual value `value`, clamped to the bounds.
    #[inline]
    pub fn with_value(self, value: u64) -> Self {
        let above = value.wrapping_sub(self.origin);
        let below = self.origin.wrapping_sub(value);
        match above <= self.up || (below > self.down && above < below) {
            true => self.with(above, false),
            false => self.with(below, true),
        }
    }

    /// Returns whether the value is the simplest one.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.magnitude == 0
    }

    /// Returns whether no other value is possible.
    #[inline]
    pub fn is_forced(&self) -> bool {
        self.up == 0 && self.down == 0
    }

    fn order(&self) -> (u64, bool) {
        (self.magnitude, self.negative)
    }
}

/// A run of like choices kept as one: bytes, or the characters of a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// The units, each below `bound`.
    pub units: Vec<u32>,
    /// Bound that every unit stays below.
    pub bound: u32,
    /// The fewest units allowed.
    pub fewest: u64,
    /// The most units allowed.
    pub most: u64,
}

impl Block {
    /// Cuts and pads the units until the bounds hold.
    pub fn clamp(&mut self) {
        let length = (self.units.len() as u64).clamp(self.fewest, self.most);
        self.units.resize(length as usize, 0);
        for unit in &mut self.units {
            *unit = (*unit).min(self.bound.saturating_sub(1));
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        let lengths = self.units.len().cmp(&other.units.len());
        lengths.then_with(|| self.units.cmp(&other.units))
    }
}

/// One step of a tape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// A span opens; the label says what kind of thing it holds.
    Open(u64),
    /// The innermost open span closes.
    Close,
    /// A choice of one number.
    Scalar(Scalar),
    /// A block of like choices.
    Block(Block),
    /// A lane was split off here. Its rows are kept beside the main tape under this name.
    Lane(u64),
    /// Keyed choices other than the simplest, in the order in which they were made.
    Keyed(Vec<KeyedChoice>),
}

/// A choice that is named by its owner and a count instead of by its place on the tape.
///
/// One more or less of them elsewhere leaves the rest as it was, and those that are missing are the simplest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KeyedChoice {
    /// Owner of the choice; the component says what that is.
    pub owner: u32,
    /// Number of choices that the owner came to before this one.
    pub at: u64,
    /// The choice; 0, the simplest, is never written.
    pub choice: u64,
}

/// Place of a row of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowKey {
    /// The lane.
    pub lane: u64,
    /// The row in it: a digest of a generated function's argument, the index in a stream.
    pub row: u64,
}

/// All choices of a run. Replaying it needs nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tape {
    /// The size the run had: generators read it, so the run depends on it.
    pub size: u32,
    /// The choices drawn from the run's own source, in order.
    pub main: Vec<Token>,
    /// The choices of the rows of its lanes. A row that holds nothing but zeros reads the same as
    /// one that is missing; it is here because it was drawn.
    pub rows: Ordered<RowKey, Vec<Token>>,
}

impl Tape {
    /// Size of the tape, in the order that shrinking goes down: fewer steps, then fewer data choices, then
    /// fewer keyed choices that are not 0.
    ///
    /// A pick of 0 does not count: a depth limit that forces the simplest alternative draws
    /// nothing, and a smaller tree must not be a larger tape for that.
    pub fn weight(&self) -> Weight {
        Weight::of(self.tokens())
    }

    /// Every token, the main tape first, then the rows by key.
    pub fn tokens(&self) -> impl Iterator<Item = &Token> {
        self.main.iter().chain(self.rows.values().flatten())
    }

    /// The one order of shrinking: weight first, then smaller values from the left.
    pub fn order(&self, other: &Tape) -> Ordering {
        let weights = self.weight().cmp(&other.weight());
        weights.then_with(|| order_values(self.tokens(), other.tokens()))
    }

    /// A digest of the choices and spans, for caches.
    pub fn digest(&self) -> u64 {
        let rows = self.rows.iter();
        rows.fold(digest_of(&self.main), |digest, (key, tokens)| {
            mix(digest ^ key.lane, mix(key.row, digest_of(tokens)))
        })
    }
}

/// A digest of the values and spans of some tokens. Bounds are left out: they follow from what came
/// before.
pub fn digest_of(tokens: &[Token]) -> u64 {
    tokens.iter().fold(tokens.len() as u64, |digest, token| match token {
        Token::Open(label) => mix(digest, *label),
        Token::Close => mix(digest, 1),
        Token::Lane(name) => mix(digest ^ 2, *name),
        Token::Scalar(scalar) => {
            let kind = scalar.kind as u64 * 2 + u64::from(scalar.negative);
            mix(digest ^ (kind + 3), scalar.magnitude)
        }
        Token::Block(block) => {
            let units = block.units.iter();
            units.fold(mix(digest ^ 29, block.units.len() as u64), |digest, unit| {
                mix(digest, u64::from(*unit))
            })
        }
        Token::Keyed(choices) => {
            let first = mix(digest ^ 31, choices.len() as u64);
            choices.iter().fold(first, |digest, keyed| {
                mix(mix(digest ^ u64::from(keyed.owner), keyed.at), keyed.choice)
            })
        }
    })
}

/// See [`Tape::weight`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    /// Steps of sequences: a shorter sequence is the simpler one, whatever its steps hold.
    pub steps: u64,
    /// Data choices, a block counting its units.
    pub data: u64,
    /// Keyed choices other than the simplest.
    pub keyed: u64,
}

impl Weight {
    /// Returns the weight of some tokens.
    pub fn of<'a>(tokens: impl Iterator<Item = &'a Token>) -> Self {
        let mut weight = Weight::default();
        tokens.for_each(|token| weight.add(token));
        weight
    }

    fn add(&mut self, token: &Token) {
        match token {
            Token::Scalar(scalar) if scalar.kind == Kind::Pick => {
                self.data += u64::from(!scalar.is_zero());
            }
            Token::Scalar(scalar) if scalar.kind == Kind::Step => {
                self.steps += 1;
                self.data += u64::from(!scalar.is_zero());
            }
            // Those that are forced count too, or a value at a depth limit would weigh less.
            Token::Scalar(_) => self.data += 1,
            Token::Block(block) => self.data += 1 + block.units.len() as u64,
            Token::Keyed(choices) => self.keyed += choices.len() as u64,
            Token::Open(_) | Token::Close | Token::Lane(_) => {}
        }
    }
}

/// Compares choices one by one, spans aside.
pub fn order_values<'a>(
    left: impl Iterator<Item = &'a Token>,
    right: impl Iterator<Item = &'a Token>,
) -> Ordering {
    let is_choice =
        |token: &&Token| matches!(token, Token::Scalar(_) | Token::Block(_) | Token::Keyed(_));
    let (mut left, mut right) = (left.filter(is_choice), right.filter(is_choice));
    loop {
        let order = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(Token::Scalar(l)), Some(Token::Scalar(r))) => l.order().cmp(&r.order()),
            (Some(Token::Block(l)), Some(Token::Block(r))) => l.order(r),
            (Some(Token::Keyed(l)), Some(Token::Keyed(r))) => l.cmp(r),
            (Some(Token::Scalar(_)), _) => Ordering::Less,
            (Some(Token::Block(_)), Some(Token::Keyed(_))) => Ordering::Less,
            _ => Ordering::Greater,
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}
