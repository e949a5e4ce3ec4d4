//! Factors on numbers of tests.

use std::fmt;

/// A factor on a number of tests: a decimal number above zero, kept exactly.
///
/// ```
/// use lawful::data::settings::Factor;
///
/// let half = Factor::parse("0.5").unwrap();
/// assert_eq!(half.of(256), 128);
/// assert_eq!(half.of(1), 1);
/// assert_eq!(half.to_string(), "0.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Factor {
    numerator: u64,
    /// A power of ten, the least one that will do.
    denominator: u64,
}

/// Maximum number of digits after the point.
const DIGITS: usize = 9;
/// Maximum number of digits in all: a number of fifteen is the same to readers that take all numbers for `f64`.
const DIGITS_IN_ALL: u32 = 15;

impl Factor {
    /// The factor that changes nothing.
    pub const ONE: Factor = Factor { numerator: 1, denominator: 1 };

    /// Reads a decimal number such as `10`, `0.5` or `1_000`, with at most nine digits after the point and fifteen in all.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| {
            let mut digits = digits.bytes();
            digits.len() > 0 && digits.all(|digit| digit.is_ascii_digit() || digit == b'_')
        };
        if !is_number(whole) || !is_number(fraction) {
            return None;
        }
        let fraction = fraction.replace('_', "");
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > DIGITS {
            return None;
        }
        let numerator: u64 = format!("{}{fraction}", whole.replace('_', "")).parse().ok()?;
        let denominator = 10_u64.pow(fraction.len() as u32);
        let is_in_range = (1..10_u64.pow(DIGITS_IN_ALL)).contains(&numerator);
        is_in_range.then_some(Factor { numerator, denominator })
    }

    /// Multiplies a number of tests, and rounds. Some tests never become none.
    pub fn of(self, tests: u64) -> u64 {
        let denominator = u128::from(self.denominator);
        let product = u128::from(tests) * u128::from(self.numerator);
        let rounded = (product + denominator / 2) / denominator;
        u64::try_from(rounded).unwrap_or(u64::MAX).max(tests.min(1))
    }
}

impl Default for Factor {
    fn default() -> Self {
        Factor::ONE
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.numerator / self.denominator)?;
        if self.denominator == 1 {
            return Ok(());
        }
        let width = self.denominator.ilog10() as usize;
        write!(formatter, ".{:0width$}", self.numerator % self.denominator)
    }
}
