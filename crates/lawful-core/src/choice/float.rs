//! The order of simplicity of floats, as a bijection between non-negative floats and indices.
//!
//! Whole numbers come first, in their own order, and go on with the large floats, which are whole
//! too; so lowering an index below infinity lowers the number, and a search by halving finds every
//! threshold. Then come the fractions `n / 2^k` with odd `n`, those with fewer binary digits first
//! (0.5, 1.5, 2.5, …, 0.25, 0.75, …), then infinity and NaN. Hypothesis orders floats in the same
//! spirit; its encoding aliases indices, this one does not, so equal tapes are equal values.

const FIRST_LARGE: f64 = 9_007_199_254_740_992.0; // 2^53: from here on every float is whole
const LARGE: u64 = 1 << 53;
const FRACTIONS: u64 = LARGE + (f64::MAX.to_bits() - FIRST_LARGE.to_bits()) + 1;
const PER_DIGIT: u64 = 1 << 52;
const MOST_DIGITS: u64 = 1_074;

/// The index of infinity.
pub const INFINITY: u64 = FRACTIONS + MOST_DIGITS * PER_DIGIT;
/// The index of NaN, the least simple float.
pub const NAN: u64 = INFINITY + 1;
/// The index of the greatest finite float.
pub const GREATEST: u64 = FRACTIONS - 1;

/// The place of `value`, which must not be negative, in the order of simplicity.
pub fn index_of(value: f64) -> u64 {
    if value.is_nan() {
        return NAN;
    }
    if value.is_infinite() {
        return INFINITY;
    }
    if value >= FIRST_LARGE {
        return LARGE + (value.to_bits() - FIRST_LARGE.to_bits());
    }
    if value.fract() == 0.0 {
        return value as u64;
    }
    let (numerator, digits) = binary_fraction(value);
    FRACTIONS + (digits - 1) * PER_DIGIT + numerator / 2
}

/// The float at `index`; indices past the last read as NaN.
pub fn at_index(index: u64) -> f64 {
    match index {
        0..LARGE => index as f64,
        LARGE..FRACTIONS => f64::from_bits(FIRST_LARGE.to_bits() + (index - LARGE)),
        FRACTIONS..INFINITY => {
            let digits = (index - FRACTIONS) / PER_DIGIT + 1;
            let numerator = (index - FRACTIONS) % PER_DIGIT * 2 + 1;
            divide_by_power_of_two(numerator as f64, digits)
        }
        INFINITY => f64::INFINITY,
        _ => f64::NAN,
    }
}

/// Simpler floats near `index`, for the shrinker: the whole part, fewer binary digits, and the
/// greatest finite float for those that are not finite.
pub fn simpler(index: u64) -> Vec<u64> {
    let value = at_index(index);
    if !value.is_finite() {
        return vec![GREATEST];
    }
    if index < FRACTIONS {
        return Vec::new();
    }
    let mut candidates = vec![index_of(value.trunc()), index_of(value.trunc() + 1.0)];
    for digits in [1, 2, 4, 8, 16] {
        let scale = f64::from(1u32 << digits);
        candidates.push(index_of((value * scale).round() / scale));
    }
    candidates.retain(|&candidate| candidate < index);
    candidates.dedup();
    candidates
}

/// Writes a fraction as `numerator / 2^digits` with an odd numerator.
fn binary_fraction(value: f64) -> (u64, u64) {
    let bits = value.to_bits();
    let exponent = bits >> 52;
    let stored = bits & (PER_DIGIT - 1);
    let (mantissa, digits) = match exponent {
        0 => (stored, MOST_DIGITS),
        _ => (stored | PER_DIGIT, 1_075 - exponent),
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

    #[test]
    fn indices_and_floats_are_in_bijection() {
        let mut random = Random::from_seed(3);
        for _ in 0..100_000 {
            let value = f64::from_bits(random.next_word() >> 1);
            if value.is_nan() {
                continue;
            }
            assert_eq!(at_index(index_of(value)).to_bits(), value.to_bits(), "{value:e}");
            let index = random.below(INFINITY);
            let back = index_of(at_index(index));
            // A numerator too wide for its digits rounds to a simpler float.
            assert!(back <= index, "{index} reads {:e} at {back}", at_index(index));
        }
        for value in [0.0, 0.5, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY] {
            assert_eq!(at_index(index_of(value)), value);
        }
        assert!(at_index(NAN).is_nan());
    }

    #[test]
    fn simple_floats_come_first() {
        let order = [0.0, 1.0, 2.0, 1e15, 1e300, f64::MAX, 0.5, 1.5, 0.25, 0.1, f64::INFINITY];
        assert!(order.is_sorted_by_key(|&value| index_of(value)));
    }
}
