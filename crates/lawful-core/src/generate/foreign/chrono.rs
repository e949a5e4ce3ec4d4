//! The crate `chrono`.

use ::chrono::{
    DateTime, Datelike, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc,
    Weekday,
};

use super::{by_hash, calendar};
use crate::choice::{KeyDigest, Random, Source};
use crate::generate::{Arbitrary, FuncKey, Generator};

/// From [`NaiveDate::MIN`] to [`NaiveDate::MAX`], with ends of months, leap days and awkward years often.
/// The simplest is 1970-01-01.
impl Arbitrary for NaiveDate {
    fn arbitrary(source: &mut Source) -> Self {
        date(source, 0)
    }
}

/// A date that keeps away from the ends by so many years.
fn date(source: &mut Source, margin: i64) -> NaiveDate {
    let least = i64::from(NaiveDate::MIN.year()) + margin;
    let greatest = i64::from(NaiveDate::MAX.year()) - margin;
    let year = calendar::year(source, least, greatest);
    let (month, day) = calendar::month_and_day(source, year);
    NaiveDate::from_ymd_opt(year as i32, month.into(), day.into()).unwrap_or_default()
}

/// Any time of day, a leap second now and then. The simplest is midnight.
impl Arbitrary for NaiveTime {
    fn arbitrary(source: &mut Source) -> Self {
        let (hour, minute, second) = calendar::hour_minute_second(source);
        let nanoseconds = calendar::nanoseconds(source);
        let is_leap = second == 59 && source.pick(2, |random| random.one_in(4).into()) == 1;
        let nanoseconds = nanoseconds + if is_leap { 1_000_000_000 } else { 0 };
        NaiveTime::from_hms_nano_opt(hour.into(), minute.into(), second.into(), nanoseconds)
            .unwrap_or_default()
    }
}

impl Arbitrary for NaiveDateTime {
    fn arbitrary(source: &mut Source) -> Self {
        source.any::<NaiveDate>().and_time(source.any())
    }
}

/// The simplest is 1970-01-01T00:00:00Z.
impl Arbitrary for DateTime<Utc> {
    fn arbitrary(source: &mut Source) -> Self {
        source.any::<NaiveDateTime>().and_utc()
    }
}

/// The first and the last year are left out: there the local time may not exist, and chrono panics when
/// it is asked for.
impl Arbitrary for DateTime<FixedOffset> {
    fn arbitrary(source: &mut Source) -> Self {
        let time = date(source, 1).and_time(source.any());
        DateTime::from_naive_utc_and_offset(time, source.any())
    }
}

/// Up to a day less a minute to both sides, in whole minutes: more cannot be written down in most
/// formats. The simplest is UTC.
impl Arbitrary for FixedOffset {
    fn arbitrary(source: &mut Source) -> Self {
        const MOST: u64 = 24 * 60 - 1;
        let sample = |random: &mut Random| {
            let minutes = match random.below(8) {
                0..4 => 60 * (random.below(27) as i64 - 12),
                4 => 15 * (random.below(105) as i64 - 48),
                5 => MOST as i64,
                6 => -(MOST as i64),
                _ => random.below(2 * MOST + 1) as i64 - MOST as i64,
            };
            minutes as u64
        };
        let minutes = source.number(0, MOST, MOST, sample) as i64;
        let utc = const { FixedOffset::east_opt(0).unwrap() };
        FixedOffset::east_opt(60 * minutes as i32).unwrap_or(utc)
    }
}

/// From [`TimeDelta::MIN`] to [`TimeDelta::MAX`]; the simplest is none.
impl Arbitrary for TimeDelta {
    fn arbitrary(source: &mut Source) -> Self {
        const MOST: i64 = i64::MAX / 1_000;
        let seconds = (-MOST..=MOST).generate(source);
        TimeDelta::new(seconds, calendar::nanoseconds(source)).unwrap_or(TimeDelta::MAX)
    }
}

/// Monday is the simplest.
impl Arbitrary for Weekday {
    fn arbitrary(source: &mut Source) -> Self {
        Weekday::try_from(source.branch(7) as u8).unwrap_or(Weekday::Mon)
    }
}

/// January is the simplest.
impl Arbitrary for Month {
    fn arbitrary(source: &mut Source) -> Self {
        Month::try_from(source.branch(12) as u8 + 1).unwrap_or(Month::January)
    }
}

by_hash!(NaiveDate, NaiveTime, NaiveDateTime, FixedOffset, TimeDelta, Weekday, Month);

/// Two that are the same moment are equal, and share an answer, whatever their offsets.
impl<Z: ::chrono::TimeZone> FuncKey for DateTime<Z> {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.hash(self);
    }
}
