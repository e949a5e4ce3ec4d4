//! Small domains: values that meet each other, with troublemakers among them.
//!
//! A false law is refuted by values that have something to do with one another: equal elements, a list that is the
//! beginning of another. Among integers of full width those do not occur; 100 tests from a small domain refute more
//! than 1,000 from a wide one. But a small domain is blind for what happens at its type's ends. So the domain is small,
//! and now and then there is a least or greatest number, a NaN, a zero with a sign, or a letter whose capital is longer.
//!
//! The domain is a feeder: it answers the requests of any generator, and knows no types.

use std::sync::{Arc, Mutex};

use lawful_core::extend::{
    Enumeration, Feeder, Kind, Random, Recording, Scalar, Source, Token, UnitBlock, mix,
};

use crate::table::{Id, Tables};

/// Size that generators are told; lengths are up to the domain.
pub(crate) const SIZE: u32 = 12;

/// After so many choices every further one is the simplest, so that a recursive value ends.
const MOST_CHOICES: u32 = 2_000;

/// Numbers with at most so many values have a spread of their own.
const SMALL_BOUND: u64 = 64;
const SMALL_SPREAD: u64 = 4;

/// Number of characters, as bound of a choice: all code points but the surrogates.
const CHARACTERS: u64 = 0x11_0000 - 0x800;

/// Places of characters in the order of simplicity that text-handling code stumbles over: capitals, digits, space, line
/// end, letters that change their length with their case (ß, İ, ı, ŉ, final and other sigma, a ligature), a combining
/// mark, a space that is not ASCII, and one outside of the basic plane.
const ODD_CHARACTERS: [u32; 14] =
    [26, 27, 52, 62, 95, 0xdf, 0x130, 0x131, 0x149, 0x3a3, 0x3c2, 0x301, 0xa0, 0x1_f4a5 - 0x800];

/// What values of a domain are like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// Most elements of a collection.
    pub length: u64,
    /// Greatest distance of a number from its simplest value.
    pub spread: u64,
    /// One choice in so many is a troublemaker.
    pub trouble: u64,
}

impl Style {
    /// Values of some size that differ from each other: these tell most terms apart at once.
    pub const VARIED: Style = Style { length: 6, spread: 9, trouble: u64::MAX };
    /// Collections of up to three parts, each one of three. A text has `a` and one odd character.
    pub const TINY: Style = Style { length: 3, spread: 1, trouble: 40 };
    /// Values that are often equal or contained in each other.
    pub const SMALL: Style = Style { length: 3, spread: 2, trouble: 24 };
    /// Values with least and greatest numbers and odd characters.
    pub const TROUBLE: Style = Style { length: 4, spread: 2, trouble: 3 };
    /// Long values out of few different parts.
    pub const LONG: Style = Style { length: 12, spread: 3, trouble: 16 };
    /// Numbers of some hundreds, with digits of all kinds.
    pub const WIDE: Style = Style { length: 5, spread: 5_000, trouble: 24 };

    fn harder(self, hardness: Hardness) -> Style {
        let Style { length, spread, trouble } = self;
        match hardness {
            Hardness::Harder => {
                Style { length: length + 2, spread: spread + 1, trouble: trouble.min(5) }
            }
            Hardness::Tiny => Style::TINY,
            _ => self,
        }
    }

    /// The style of the value with this number in a pool.
    fn of(number: usize) -> Style {
        const FIRST: [Style; 8] = [Style::VARIED; 8];
        const OTHERS: [Style; 10] = [
            Style::SMALL,
            Style::VARIED,
            Style::TROUBLE,
            Style::SMALL,
            Style::WIDE,
            Style::LONG,
            Style::SMALL,
            Style::VARIED,
            Style::TROUBLE,
            Style::SMALL,
        ];
        FIRST.get(number).copied().unwrap_or(OTHERS[number % OTHERS.len()])
    }
}

/// Answers the requests of generators with values of a style.
pub(crate) struct Domain {
    random: Random,
    style: Style,
    choices: u32,
    /// The odd character of tiny texts.
    odd: u32,
}

impl Domain {
    pub fn new(seed: u64, style: Style) -> Self {
        let mut random = Random::from_seed(seed);
        let odd = ODD_CHARACTERS[random.below(ODD_CHARACTERS.len() as u64) as usize];
        Domain { random, style, choices: 0, odd }
    }

    fn is_over(&mut self) -> bool {
        self.choices += 1;
        self.choices > MOST_CHOICES
    }

    fn number(&mut self, request: Scalar) -> Scalar {
        if request.up == CHARACTERS - 1 && request.down == 0 {
            return request.with(u64::from(self.character(request.up as u32 + 1)), false);
        }
        let negative = match (request.down > 0, request.up > 0) {
            (true, true) => self.random.one_in(2),
            (below, _) => below,
        };
        let bound = if negative { request.down } else { request.up };
        let magnitude = match self.random.one_in(self.style.trouble) {
            true => match self.random.below(8) {
                0..4 => bound,
                4 => bound.saturating_sub(1),
                5 => bound / 2 + 1,
                _ => self.random.below(bound.saturating_add(1)),
            },
            // Wide numbers are two words, of which the upper one is often 0.
            false if self.style.spread >= Style::WIDE.spread && self.random.one_in(3) => 0,
            // A number with few values is an index or a number of digits: most of those near its end lead nowhere.
            false if bound <= SMALL_BOUND => self.random.below(bound.min(SMALL_SPREAD) + 1),
            false => self.random.below(self.style.spread.min(bound) + 1),
        };
        request.with(magnitude, negative)
    }

    fn float(&mut self, request: Scalar) -> Scalar {
        // The bounds of a float's choice are the places of NaN and of -0.0 in the order of simplicity; infinity and the
        // greatest number come just before NaN, fractions after the whole numbers (`choice/float.rs`).
        let (nan, negative_zero) = (request.down, request.up);
        let negative = self.random.one_in(2);
        if self.random.one_in(self.style.trouble.min(8)) {
            let magnitude = match self.random.below(5) {
                0 => return request.with(negative_zero, false),
                1 => nan,
                2 => nan - 1,
                _ => self.random.below(nan),
            };
            return request.with(magnitude, negative);
        }
        request.with(self.random.below(self.style.spread + 1), negative)
    }

    fn character(&mut self, bound: u32) -> u32 {
        if self.style.spread == Style::TINY.spread {
            let unit = if self.random.one_in(2) { 0 } else { self.odd };
            return unit.min(bound.saturating_sub(1));
        }
        let odd = self.random.one_in(self.style.trouble.min(5));
        let unit = match odd {
            true if u64::from(bound) == CHARACTERS => {
                ODD_CHARACTERS[self.random.below(ODD_CHARACTERS.len() as u64) as usize]
            }
            true => bound - 1,
            false => self.random.below(self.style.spread.min(25) + 1) as u32,
        };
        unit.min(bound.saturating_sub(1))
    }

    fn length(&mut self, fewest: u64, most: u64) -> u64 {
        fewest + self.random.below((most - fewest).min(self.style.length) + 1)
    }
}

impl Feeder for Domain {
    fn scalar(&mut self, request: Scalar) -> Scalar {
        if self.is_over() || request.is_forced() {
            return request;
        }
        match request.kind {
            Kind::Number => self.number(request),
            Kind::Float => self.float(request),
            Kind::Length => {
                let length = self.length(0, request.up);
                request.with(length, false)
            }
            Kind::Pick | Kind::Step | Kind::Reference => {
                request.with(self.random.below(request.up.saturating_add(1)), false)
            }
        }
    }

    fn block(&mut self, mut request: UnitBlock) -> UnitBlock {
        if !self.is_over() {
            let length = self.length(request.fewest, request.most);
            let bound = request.bound;
            // Half of the texts have one or two different characters: texts of white space alone, say.
            let few = [self.character(bound), self.character(bound)];
            let has_few = self.random.one_in(2);
            let mut unit = |_| match has_few {
                true => few[self.random.below(2) as usize],
                false => self.character(bound),
            };
            request.units = (0..length).map(&mut unit).collect();
        }
        request.clamp();
        request
    }
}

/// How much variety the values of a pool have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hardness {
    /// Small domains alone, for the search.
    Plain,
    /// A quarter of the values are as the engine draws them: of full width, and some long.
    Hard,
    /// All values are tiny: collections of up to three parts, each one of three. Most ways in which values can be equal to
    /// each other, or contained in each other, then occur.
    Tiny,
    /// Half of the values are as the engine draws them, and the domains have other lengths and more troublemakers: for tests that are to find what
    /// the others did not.
    Harder,
}

impl Hardness {
    fn takes_from_engine(self, number: usize) -> bool {
        match self {
            Hardness::Plain | Hardness::Tiny => false,
            Hardness::Hard => number % 4 == 3,
            Hardness::Harder => number % 2 == 1,
        }
    }
}

/// Values of every type, from which tests are put together.
pub(crate) struct Pool {
    pub values: Vec<Vec<Id>>,
    seed: u64,
}

impl Pool {
    /// Draws `count` values of each of some types.
    pub fn draw(
        tables: &mut Tables,
        kinds: &[usize],
        types: usize,
        seed: u64,
        count: usize,
        hardness: Hardness,
    ) -> Self {
        let mut pool = Pool { values: vec![Vec::new(); types], seed };
        for kind in kinds {
            let mut draws_functions = false;
            for number in 0..count {
                // Few functions are enough, since each has many answers.
                if draws_functions && number > count / 6 {
                    break;
                }
                let seed = pool.seed_of(*kind, number);
                // A function from a plain source is quicker to call. Those from the domain, whose answers are near each
                // other, are among the hard ones.
                let hard = hardness != Hardness::Plain;
                let is_plain = hardness.takes_from_engine(number)
                    || draws_functions && (!hard || number % 3 != 0);
                let mut drawn = None;
                if !is_plain {
                    let domain = Domain::new(seed, Style::of(number).harder(hardness));
                    let (id, holds_functions) = draw_from(tables, *kind, domain);
                    draws_functions |= holds_functions;
                    drawn = id.filter(|_| hard || !holds_functions);
                }
                let drawn = drawn.or_else(|| draw_plain(tables, *kind, seed, hardness));
                pool.values[*kind].extend(drawn);
            }
        }
        pool
    }

    fn seed_of(&self, kind: usize, number: usize) -> u64 {
        mix(self.seed, (kind as u64) << 32 | number as u64)
    }

    /// A value of the pool.
    #[inline]
    pub fn pick(&self, kind: usize, random: &mut Random) -> Option<Id> {
        let values = &self.values[kind];
        values.get(random.below(values.len() as u64) as usize).copied()
    }
}

/// Draws a value from a feeder; also tells whether it holds a function.
fn draw_from(tables: &mut Tables, kind: usize, domain: Domain) -> (Option<Id>, bool) {
    let mut recording = Recording::fed(Arc::new(Mutex::new(domain)), SIZE);
    let id = drawn(tables, kind, &mut recording);
    let tape = recording.finish().tape;
    (id, tape.main.iter().any(|token| matches!(token, Token::Lane(_))))
}

fn draw_plain(tables: &mut Tables, kind: usize, seed: u64, hardness: Hardness) -> Option<Id> {
    let size = match hardness {
        Hardness::Plain | Hardness::Tiny => 6,
        Hardness::Hard => 4 + (seed % 24) as u32,
        Hardness::Harder => 2 + (seed % 40) as u32,
    };
    drawn(tables, kind, &mut Source::from_seed(seed, size))
}

/// Draws a value. A generator may unwind: a filter that finds nothing does.
fn drawn(tables: &mut Tables, kind: usize, source: &mut Source) -> Option<Id> {
    let draw = std::panic::AssertUnwindSafe(|| tables.any_mut(kind).draw(source));
    std::panic::catch_unwind(draw).ok()
}

/// All values of a type, if there are at most `most`.
pub(crate) fn complete(tables: &mut Tables, kind: usize, most: usize) -> Option<Vec<Id>> {
    let enumeration = Arc::new(Mutex::new(Enumeration::whole()));
    let mut found: Vec<Id> = Vec::new();
    for _ in 0..most {
        let mut recording = Recording::fed(enumeration.clone(), 1);
        let id = drawn(tables, kind, &mut recording)?;
        let tape = recording.finish().tape;
        // A list, a text, a function, or a choice of very many: there is no end to them.
        let is_endless = |token: &Token| match token {
            Token::Scalar(scalar) => scalar.up.saturating_add(scalar.down) >= most as u64,
            Token::Block(_) | Token::Lane(_) => true,
            _ => false,
        };
        if tape.main.iter().any(is_endless) {
            return None;
        }
        if !found.contains(&id) {
            found.push(id);
        }
        if !enumeration.lock().is_ok_and(|mut enumeration| enumeration.advance()) {
            return Some(found);
        }
    }
    None
}

/// The smallest values of a type, by the enumeration source.
pub(crate) fn smallest(tables: &mut Tables, kind: usize, count: usize) -> Vec<Id> {
    let mut found: Vec<Id> = Vec::new();
    for size in 0..=3 {
        let enumeration = Arc::new(Mutex::new(Enumeration::new(size)));
        for _ in 0..4 * count {
            let mut recording = Recording::fed(enumeration.clone(), size);
            let id = drawn(tables, kind, &mut recording);
            // What a function answers is drawn when it is called: no list of all functions.
            let tape = recording.finish().tape;
            if tape.main.iter().any(|token| matches!(token, Token::Lane(_))) {
                return Vec::new();
            }
            found.extend(id.filter(|id| !found.contains(id)));
            let more = enumeration.lock().is_ok_and(|mut enumeration| enumeration.advance());
            if found.len() >= count || !more {
                break;
            }
        }
        if found.len() >= count {
            break;
        }
    }
    found
}
