//! Floats, the awkward ones included.

use super::{Generator, Ranged};
use crate::choice::float::{NARROW, Order, WIDE};
use crate::choice::{Random, Source};

/// The float types.
pub trait Float: Copy + 'static {
    /// The nearest float of this type, which stays finite if `value` is.
    fn narrow(value: f64) -> Self;
    /// The same number, wider.
    fn widen(self) -> f64;
    /// The bits of a random float of this type.
    fn from_random(word: u64) -> Self;
    /// The least number above 0 that is not subnormal.
    const LEAST_NORMAL: f64;
    /// The greatest finite number.
    const GREATEST: f64;
    /// The distance from 1 to the next float.
    const STEP: f64;
    /// The order of simplicity.
    const ORDER: Order;
}

impl Float for f64 {
    fn narrow(value: f64) -> Self {
        value
    }
    fn widen(self) -> f64 {
        self
    }
    fn from_random(word: u64) -> Self {
        f64::from_bits(word)
    }
    const LEAST_NORMAL: f64 = f64::MIN_POSITIVE;
    const GREATEST: f64 = f64::MAX;
    const STEP: f64 = f64::EPSILON;
    const ORDER: Order = WIDE;
}

impl Float for f32 {
    fn narrow(value: f64) -> Self {
        match value.is_finite() {
            true => value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32,
            false => value as f32,
        }
    }
    fn widen(self) -> f64 {
        f64::from(self)
    }
    fn from_random(word: u64) -> Self {
        f32::from_bits((word >> 32) as u32)
    }
    const LEAST_NORMAL: f64 = f32::MIN_POSITIVE as f64;
    const GREATEST: f64 = f32::MAX as f64;
    const STEP: f64 = f32::EPSILON as f64;
    const ORDER: Order = NARROW;
}

/// Arbitrary floats: whole numbers, fractions, all magnitudes, and what is not a number, each
/// common. What the code under test need not bear is switched off.
///
/// ```
/// use lawful::generate::floats;
/// use lawful::prelude::*;
///
/// check(floats::<f64>().finite(), |number| assert!(number.is_finite()));
/// ```
#[inline]
pub fn floats<T: Float>() -> Floats<T> {
    let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
    Floats { low, high, nan: true, subnormal: true, kind: std::marker::PhantomData }
}

/// See [`floats`].
#[derive(Clone, Copy, Debug)]
pub struct Floats<T> {
    low: f64,
    high: f64,
    nan: bool,
    subnormal: bool,
    kind: std::marker::PhantomData<T>,
}

impl<T: Float> Floats<T> {
    /// Without NaN.
    pub fn without_nan(self) -> Self {
        Floats { nan: false, ..self }
    }

    /// Without the infinities.
    pub fn without_infinities(self) -> Self {
        let (low, high) = (self.low.max(-T::GREATEST), self.high.min(T::GREATEST));
        Floats { low, high, ..self }
    }

    /// Without the numbers so near to 0 that they lose digits.
    pub fn without_subnormals(self) -> Self {
        Floats { subnormal: false, ..self }
    }

    /// Without NaN and the infinities.
    pub fn finite(self) -> Self {
        self.without_nan().without_infinities()
    }

    fn conform(&self, value: f64) -> f64 {
        if value.is_nan() {
            return if self.nan { f64::NAN } else { self.simplest() };
        }
        let value = value.clamp(self.low, self.high);
        let value = T::narrow(value).widen().clamp(self.low, self.high);
        match !self.subnormal && value.abs() < T::LEAST_NORMAL && value != 0.0 {
            true => self.simplest(),
            false => value,
        }
    }

    fn simplest(&self) -> f64 {
        0f64.clamp(self.low, self.high)
    }

    fn is_bounded(&self) -> bool {
        self.low > -T::GREATEST || self.high < T::GREATEST
    }

    fn sample(&self, random: &mut Random) -> f64 {
        let word = random.next_word();
        match self.is_bounded() {
            true => self.conform(self.sample_bounded(word, random)),
            false => self.conform(Self::sample_any(word, random)),
        }
    }

    /// Any float: whole numbers, fractions, all magnitudes, what is not a number.
    fn sample_any(word: u64, random: &mut Random) -> f64 {
        let whole = word as i64 >> 44;
        match word & 15 {
            0..=3 => T::from_random(random.next_word()).widen(),
            4..=7 => whole as f64 / 1024.0,
            8..=11 => (whole >> (word >> 4 & 15)) as f64,
            12 => awkward::<T>(word >> 4),
            _ => (whole as f64 / 1024.0) * 10f64.powi((word >> 8 & 31) as i32 - 16),
        }
    }

    fn sample_bounded(&self, word: u64, random: &mut Random) -> f64 {
        match word & 15 {
            0 => self.low,
            1 => self.high,
            // A whole number or a short fraction, where the range has one.
            2 | 3 => {
                let scale = f64::from(1u32 << (word >> 4 & 7));
                (self.even(random) * scale).round() / scale
            }
            // An even draw from a wide range is never small; any float is, now and then.
            4..=11 => {
                let word = random.next_word();
                let any = T::narrow(Self::sample_any(word, random)).widen();
                match (self.low..=self.high).contains(&any) {
                    true => any,
                    false => self.even(random),
                }
            }
            _ => self.even(random),
        }
    }

    fn even(&self, random: &mut Random) -> f64 {
        let unit = (random.next_word() >> 11) as f64 / (1u64 << 53) as f64;
        // Halves are added so that the width of the range cannot overflow.
        let (low, high) = (self.low.max(-T::GREATEST), self.high.min(T::GREATEST));
        let half = low / 2.0 + (high / 2.0 - low / 2.0) * unit;
        half * 2.0
    }
}

#[cold]
fn awkward<T: Float>(word: u64) -> f64 {
    const COUNT: u64 = 16;
    let value = match word % COUNT {
        0 => f64::NAN,
        1 | 2 => f64::INFINITY,
        3 => 0.0,
        4 => T::GREATEST,
        5 => T::LEAST_NORMAL,
        6 => T::LEAST_NORMAL * T::STEP,
        7 => T::LEAST_NORMAL / 2.0,
        8 => T::STEP,
        9 => 1.0 + T::STEP,
        10 => 1.0 - T::STEP / 2.0,
        11 => 1.0 / T::STEP,
        12 => 2.0 / T::STEP,
        13 => 0.1,
        14 => 1.0 / 3.0,
        _ => 1.0,
    };
    if (word / COUNT) & 1 == 1 { -value } else { value }
}

impl<T: Float> Generator for Floats<T> {
    type Value = T;
    #[inline]
    fn generate(&self, source: &mut Source) -> T {
        let value = source.float(
            T::ORDER,
            self.simplest(),
            |value| self.conform(value),
            |random| self.sample(random),
        );
        T::narrow(value)
    }
}

macro_rules! float_ranges {
    ($($type:ident),*) => {$(
        impl Ranged for $type {
            const LEAST: Self = $type::MIN;
            const GREATEST: Self = $type::MAX;
            fn draw_through(source: &mut Source, low: Self, high: Self) -> Option<Self> {
                // A bound that is NaN compares with nothing, so it makes the range empty.
                let floats = Floats { low: low.widen(), high: high.widen(), ..floats::<$type>() };
                (low <= high).then(|| floats.without_nan().generate(source))
            }
            fn before(self) -> Option<Self> {
                (self > $type::NEG_INFINITY).then(|| self.next_down())
            }
        }
    )*};
}
float_ranges!(f32, f64);
