//! The order of simplicity of floats, as a bijection between non-negative floats and indices.
//!
//! Whole numbers come first, in their own order, and go on with the large floats, which are whole
//! too; so lowering an index below infinity lowers the number, and a search by halving finds every
//! threshold. Then come the fractions `n / 2^k` with odd `n`, those with fewer binary digits first
//! (0.5, 1.5, 2.5, …, 0.25, 0.75, …), then infinity and NaN. Hypothesis orders floats in the same
//! spirit; its encoding aliases indices, this one does not, so equal tapes are equal values.

use lawful_data::tape::Scalar;

/// The order of one float type: every float of the type has an index, and neighbours differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// How many bits a numerator may have: 53 or 24.
    precision: u32,
    /// How many binary digits the smallest fraction has.
    most_digits: u64,
    /// How many large floats there are.
    large: u64,
}

/// The order of `f64`.
pub const WIDE: Order = Order {
    precision: f64::MANTISSA_DIGITS,
    most_digits: 1_074,
    large: f64::MAX.to_bits() - FIRST_LARGE.to_bits() + 1,
};

/// The order of `f32`.
pub const NARROW: Order = Order {
    precision: f32::MANTISSA_DIGITS,
    most_digits: 149,
    large: (f32::MAX.to_bits() - FIRST_LARGE_NARROW.to_bits() + 1) as u64,
};

/// From here on every float is whole.
const FIRST_LARGE: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;
const FIRST_LARGE_NARROW: f32 = (1u64 << f32::MANTISSA_DIGITS) as f32;

impl Order {
    /// The order that the bounds of a choice belong to.
    pub fn of(choice: &Scalar) -> Order {
        if choice.up == NARROW.last() { NARROW } else { WIDE }
    }

    /// The index of the greatest finite float.
    pub fn greatest(self) -> u64 {
        self.fractions() - 1
    }

    /// The index of infinity.
    pub fn infinity(self) -> u64 {
        self.fractions() + self.most_digits * self.per_digit()
    }

    /// The index of NaN.
    pub fn nan(self) -> u64 {
        self.infinity() + 1
    }

    /// The index of -0.0, the one float whose sign is not that of its choice: 0 has none.
    pub fn last(self) -> u64 {
        self.nan() + 1
    }

    /// The first index of a fraction.
    pub fn fractions(self) -> u64 {
        self.whole() + self.large
    }

    /// How many whole numbers come before the large floats.
    fn whole(self) -> u64 {
        1 << self.precision
    }

    fn per_digit(self) -> u64 {
        1 << (self.precision - 1)
    }

    /// The place of `value`, a float of this type that is not negative.
    pub fn index_of(self, value: f64) -> u64 {
        if value == 0.0 && value.is_sign_negative() {
            return self.last();
        }
        if value.is_nan() {
            return self.nan();
        }
        if value.is_infinite() {
            return self.infinity();
        }
        if value >= self.whole() as f64 {
            return self.whole() + self.large_index(value);
        }
        if value.fract() == 0.0 {
            return value as u64;
        }
        let (numerator, digits) = binary_fraction(value);
        self.fractions() + (digits - 1) * self.per_digit() + numerator / 2
    }

    /// The float at `index`; indices past the last read as NaN.
    pub fn at(self, index: u64) -> f64 {
        if index < self.whole() {
            return index as f64;
        }
        if index < self.fractions() {
            return self.large_at(index - self.whole());
        }
        if index < self.infinity() {
            let digits = (index - self.fractions()) / self.per_digit() + 1;
            let numerator = (index - self.fractions()) % self.per_digit() * 2 + 1;
            return divide_by_power_of_two(numerator as f64, digits);
        }
        match index - self.infinity() {
            0 => f64::INFINITY,
            2 => -0.0,
            _ => f64::NAN,
        }
    }

    /// The first index of the stretch around `index` in which a lower index is a lower number:
    /// whole numbers are one, the fractions with so many digits another.
    pub fn stretch(self, index: u64) -> u64 {
        let fractions = self.fractions();
        match index {
            _ if index < fractions => 0,
            _ if index >= self.infinity() => index,
            _ => fractions + (index - fractions) / self.per_digit() * self.per_digit(),
        }
    }

    /// Simpler floats near `index`: the whole part, fewer binary digits, and the greatest finite
    /// float for those that are not finite.
    pub fn simpler(self, index: u64) -> Vec<u64> {
        let value = self.at(index);
        if !value.is_finite() {
            return vec![self.greatest(), self.infinity()];
        }
        if index < self.fractions() || value == 0.0 {
            return Vec::new();
        }
        let mut candidates = Vec::new();
        for digits in [0, 1, 2, 4, 8, 16] {
            let scale = f64::from(1u32 << digits);
            for rounded in [(value * scale).floor() / scale, (value * scale).ceil() / scale] {
                candidates.push(self.index_of(rounded));
            }
        }
        candidates.retain(|&candidate| candidate < index);
        candidates.dedup();
        candidates
    }

    fn large_index(self, value: f64) -> u64 {
        match self == NARROW {
            true => u64::from((value as f32).to_bits() - FIRST_LARGE_NARROW.to_bits()),
            false => value.to_bits() - FIRST_LARGE.to_bits(),
        }
    }

    fn large_at(self, index: u64) -> f64 {
        match self == NARROW {
            true => f64::from(f32::from_bits(FIRST_LARGE_NARROW.to_bits() + index as u32)),
            false => f64::from_bits(FIRST_LARGE.to_bits() + index),
        }
    }
}

/// Writes a fraction as `numerator / 2^digits` with an odd numerator.
fn binary_fraction(value: f64) -> (u64, u64) {
    let bits = value.to_bits();
    let exponent = bits >> 52;
    let stored = bits & ((1 << 52) - 1);
    let (mantissa, digits) = match exponent {
        0 => (stored, 1_074),
        _ => (stored | 1 << 52, 1_075 - exponent),
    };
    let even = u64::from(mantissa.trailing_zeros());
    (mantissa >> even, digits - even)
}

fn divide_by_power_of_two(numerator: f64, digits: u64) -> f64 {
    // Powers below 2^-1022 are subnormal; two exact steps avoid losing bits on the way.
    let first = digits.min(1_000);
    let power = |digits: u64| f64::from_bits((1_023 - digits) << 52);
    numerator * power(first) * power(digits - first)
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;

    fn check(order: Order, value: f64) {
        let back = order.at(order.index_of(value));
        assert_eq!(back.to_bits(), value.to_bits(), "{value:e} in {order:?}");
    }

    #[test]
    fn indices_and_floats_are_in_bijection() {
        let mut random = Random::from_seed(3);
        for _ in 0..100_000 {
            let wide = f64::from_bits(random.next_word() >> 1);
            let narrow = f64::from(f32::from_bits((random.next_word() >> 33) as u32));
            if !wide.is_nan() && !narrow.is_nan() {
                check(WIDE, wide);
                check(NARROW, narrow);
            }
            for order in [WIDE, NARROW] {
                let index = random.below(order.infinity());
                let back = order.index_of(order.at(index));
                // A numerator too wide for its digits rounds to a simpler float.
                assert!(back <= index, "{index} reads {:e} at {back}", order.at(index));
            }
        }
        for value in [0.0, 0.5, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, -0.0] {
            check(WIDE, value);
        }
        assert!(WIDE.at(WIDE.nan()).is_nan());
        check(NARROW, f64::from(f32::MAX));
        check(NARROW, f64::from(f32::from_bits(1)));
    }

    #[test]
    fn simple_floats_come_first() {
        let order = [0.0, 1.0, 2.0, 1e15, 1e300, f64::MAX, 0.5, 1.5, 0.25, 0.1, f64::INFINITY];
        assert!(order.is_sorted_by_key(|&value| WIDE.index_of(value)));
    }
}
