//! `Duration`, whose `Debug` text is a decimal fraction with a unit, exact to the nanosecond.

use super::expression::Expression;

const NANOSECONDS_PER_SECOND: u128 = 1_000_000_000;

/// The units and how many decimals lead from them to nanoseconds. The plain second comes last: the
/// others end in its `s` too.
const UNITS: [(&str, usize); 4] = [("ns", 0), ("µs", 3), ("ms", 6), ("s", 9)];

/// `text` as a call of the plainest constructor that makes it.
pub(super) fn expression(text: &str) -> Option<Expression> {
    nanoseconds(text).map(of_nanoseconds)
}

pub(super) fn of_nanoseconds(nanoseconds: u128) -> Expression {
    let seconds = nanoseconds / NANOSECONDS_PER_SECOND;
    let fraction = nanoseconds % NANOSECONDS_PER_SECOND;
    Expression::word(if nanoseconds == 0 {
        "Duration::ZERO".to_string()
    } else if fraction == 0 {
        format!("Duration::from_secs({seconds})")
    } else if u64::try_from(nanoseconds).is_ok() {
        format!("Duration::from_nanos({nanoseconds})")
    } else {
        format!("Duration::new({seconds}, {fraction})")
    })
}

fn nanoseconds(text: &str) -> Option<u128> {
    let (unit, decimals) = *UNITS.iter().find(|(unit, _)| text.ends_with(unit))?;
    let number = text.strip_suffix(unit)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let whole: u64 = whole.parse().ok()?;
    let fraction_unit = decimals.checked_sub(fraction.len()).map(power_of_ten)?;
    let fraction: u128 = match fraction {
        "" => 0,
        digits => digits.parse().ok()?,
    };
    Some(u128::from(whole) * power_of_ten(decimals) + fraction * fraction_unit)
}

fn power_of_ten(exponent: usize) -> u128 {
    10u128.pow(exponent as u32)
}
