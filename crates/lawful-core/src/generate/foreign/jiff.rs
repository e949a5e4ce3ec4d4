//! The crate `jiff`. `Zoned` is left out, because the zones are those of the machine; a law about it can
//! take a `Timestamp` and name the zone. So is `Span`, of which each use allows other units.

use ::jiff::civil::{Date, DateTime, Time, Weekday};
use ::jiff::tz::Offset;
use ::jiff::{SignedDuration, Timestamp};

use super::{by_hash, calendar};
use crate::choice::Source;
use crate::generate::Arbitrary;

/// From [`Date::MIN`] to [`Date::MAX`], with ends of months, leap days and awkward years often. The
/// simplest is 1970-01-01.
impl Arbitrary for Date {
    fn arbitrary(source: &mut Source) -> Self {
        let year = calendar::year(source, Date::MIN.year().into(), Date::MAX.year().into());
        let (month, day) = calendar::month_and_day(source, year);
        Date::new(year as i16, month as i8, day as i8).unwrap_or_default()
    }
}

/// The simplest is midnight.
impl Arbitrary for Time {
    fn arbitrary(source: &mut Source) -> Self {
        let (hour, minute, second) = calendar::hour_minute_second(source);
        let nanoseconds = calendar::nanoseconds(source) as i32;
        Time::new(hour as i8, minute as i8, second as i8, nanoseconds).unwrap_or_default()
    }
}

impl Arbitrary for DateTime {
    fn arbitrary(source: &mut Source) -> Self {
        DateTime::from_parts(source.any(), source.any())
    }
}

/// From [`Timestamp::MIN`] to [`Timestamp::MAX`]; the simplest is 1970-01-01T00:00:00Z.
impl Arbitrary for Timestamp {
    fn arbitrary(source: &mut Source) -> Self {
        let time = source.any::<DateTime>();
        // The first and the last hours of what can be written down are no moments.
        let nearest = if time.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
        Offset::UTC.to_timestamp(time).unwrap_or(nearest)
    }
}

/// Any; the simplest is none.
impl Arbitrary for SignedDuration {
    fn arbitrary(source: &mut Source) -> Self {
        let seconds = source.any::<i64>();
        let nanoseconds = calendar::nanoseconds(source) as i32;
        SignedDuration::new(seconds, if seconds < 0 { -nanoseconds } else { nanoseconds })
    }
}

/// Monday is the simplest.
impl Arbitrary for Weekday {
    fn arbitrary(source: &mut Source) -> Self {
        Weekday::from_monday_zero_offset(source.branch(7) as i8).unwrap_or(Weekday::Monday)
    }
}

by_hash!(Date, Time, DateTime, Timestamp, SignedDuration, Weekday);
