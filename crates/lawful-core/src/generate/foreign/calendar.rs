//! Dates and times of day in parts, for the crates that have such types.
//!
//! The parts are choices of their own and not one number of seconds, so that a date shrinks as people
//! read it: to the simplest year, then the simplest month, then the simplest day. The simplest of all is
//! 1970-01-01T00:00:00.

use crate::choice::{Random, Source};
use crate::generate::Generator;

/// The years that programs stumble over: centuries with and without a leap day, the ends of counters,
/// the ends of the two and the four digits, and years before the first.
const AWKWARD: [i64; 16] =
    [2000, 1900, 2100, 2024, 1999, 2038, 2106, 1969, 1, 0, -1, 9999, 10_000, 1582, 99, 100];

/// A year from `least` to `greatest`: half of them of our time, the rest awkward, at an end, or any.
pub(super) fn year(source: &mut Source, least: i64, greatest: i64) -> i64 {
    let any = |random: &mut Random| least + random.below((greatest - least) as u64 + 1) as i64;
    let sample = |random: &mut Random| match random.below(16) {
        0..8 => 1950 + random.below(151) as i64,
        8..11 => AWKWARD[random.below(AWKWARD.len() as u64) as usize].clamp(least, greatest),
        11 => least,
        12 => greatest,
        _ => any(random),
    };
    let (down, up) = ((1970 - least) as u64, (greatest - 1970) as u64);
    source.number(1970, down, up, |random| sample(random) as u64) as i64
}

/// A month and a day of that year; one day in four is the last of its month.
pub(super) fn month_and_day(source: &mut Source, year: i64) -> (u8, u8) {
    let month = (1..=12u8).generate(source);
    let last = u64::from(days_in_month(year, month));
    let day = source.number(1, 0, last - 1, |random| match random.below(4) {
        0 => last,
        _ => 1 + random.below(last),
    });
    (month, day as u8)
}

fn days_in_month(year: i64, month: u8) -> u8 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Hours, minutes and seconds.
pub(super) fn hour_minute_second(source: &mut Source) -> (u8, u8, u8) {
    ((0..24).generate(source), (0..60).generate(source), (0..60).generate(source))
}

const NANOSECONDS: u64 = 1_000_000_000;

/// A fraction of a second: none as often as not, else milliseconds, microseconds, nanoseconds, or the last
/// one before the next second.
pub(super) fn nanoseconds(source: &mut Source) -> u32 {
    let sample = |random: &mut Random| match random.below(8) {
        0..4 => 0,
        4 => random.below(1_000) * 1_000_000,
        5 => random.below(1_000_000) * 1_000,
        6 => NANOSECONDS - 1,
        _ => random.below(NANOSECONDS),
    };
    source.number(0, 0, NANOSECONDS - 1, sample) as u32
}
