//! Numbers alone and a few together: floats, the ends of wide types, and relations that no single number
//! can keep while it is lowered.

use lawful::any;
use lawful::{Generator, Source};

use crate::shrinking::case::{Case, exactly, law};

pub const CASES: &[Case] = &[
    // From 2^53 on every other whole number is missing. Infinity breaks the law too, but is not simple.
    Case {
        name: "float_absorbs_one",
        law: || law(any::<f64>(), |x| x + 1.0 != x),
        smallest: || exactly("9007199254740992.0"),
    },
    // The range holds no whole number, and one half is the simplest fraction.
    Case { name: "float_between", law: || law(0.1..0.9, |x| x < 0.3), smallest: || exactly("0.5") },
    // 2^127 is the first float whose double is infinite. NaN, which is not simple, is no equal of itself.
    Case {
        name: "single_precision_doubling",
        law: || law(any::<f32>(), |x| x * 2.0 / 2.0 == x),
        smallest: || exactly("1.7014118e38"),
    },
    Case {
        name: "near_the_greatest",
        law: || law(any::<u64>(), |x| x.checked_add(1_000).is_some()),
        smallest: || exactly((u64::MAX - 999).to_string()),
    },
    // Wide numbers are two words on the tape. The upper word can be one lower than at 2^100, but only
    // while the lower word is nearly at its greatest.
    Case {
        name: "wide_carry",
        law: || law(any::<i128>(), |x| x <= (1 << 100) - 5),
        smallest: || exactly(((1i128 << 100) - 4).to_string()),
    },
    Case {
        name: "multiple_of_sixty",
        law: || law(1..=100_000, |x| x % 60 != 0),
        smallest: || exactly("60"),
    },
    Case {
        name: "filtered_pair",
        law: || {
            let ascending = (0..1_000, 0..1_000).filtered(|(x, y)| x < y);
            law(ascending, |(x, y)| x < 50 || y - x > 3)
        },
        smallest: || exactly("(50, 51)"),
    },
    Case {
        name: "twice",
        law: || law((1..=1_000, 1..=1_000), |(x, y)| y < 10 || x != 2 * y),
        smallest: || exactly("(20, 10)"),
    },
    Case {
        name: "common_divisor",
        law: || law((1..=500, 1..=500), |(x, y)| greatest_common_divisor(x, y) < 12),
        smallest: || exactly("(12, 12)"),
    },
    Case {
        name: "equal_among_ten",
        law: || {
            let ten: [_; 10] = std::array::from_fn(|_| 0..=1_000);
            law(ten, |numbers| numbers[2] < 300 || numbers[2] != numbers[7])
        },
        smallest: || exactly("[0, 0, 300, 0, 0, 0, 0, 300, 0, 0]"),
    },
    // Intervals as a start and a length; no two overlap without one holding the other.
    Case {
        name: "overlapping_intervals",
        law: || {
            let interval = || (0..100, 1..=20);
            law((interval(), interval()), |((a, a_length), (b, b_length))| {
                !(a < b && b < a + a_length && a + a_length < b + b_length)
            })
        },
        smallest: || exactly("((0, 2), (1, 2))"),
    },
    Case {
        name: "leap_day",
        law: || law(date, |date| date.month != 2 || date.day != 29),
        smallest: || exactly("Date { year: 1972, month: 2, day: 29 }"),
    },
];

fn greatest_common_divisor(x: u32, y: u32) -> u32 {
    if y == 0 { x } else { greatest_common_divisor(y, x % y) }
}

#[derive(Debug)]
#[allow(dead_code, reason = "the year is only shown")]
struct Date {
    year: u32,
    month: u32,
    day: u32,
}

fn date(source: &mut Source) -> Date {
    let year: u32 = source.draw(&(1970..=2100));
    let month = source.draw(&(1..=12));
    let is_leap_year =
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if is_leap_year => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    Date { year, month, day: source.draw(&(1..=days)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let numbers = |numbers, weight| Within { size: 10, numbers, lengths: 0, weight };
        check(
            CASES,
            &[
                ("float_between", numbers(3, 1)),
                ("multiple_of_sixty", numbers(1_000, 1)),
                ("filtered_pair", numbers(55, 2)),
                ("twice", numbers(40, 2)),
                ("common_divisor", numbers(40, 2)),
                ("overlapping_intervals", numbers(6, 4)),
                ("leap_day", numbers(30, 3)),
            ],
        );
    }
}
