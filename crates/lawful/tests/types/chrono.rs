use chrono::{
    DateTime, Datelike, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta,
    Timelike, Utc, Weekday,
};
use lawful::prelude::*;

use super::{check_all, check_common, check_smallest};

#[test]
fn dates() {
    check_common::<NaiveDate>("a leap day", |date| (date.month(), date.day()) == (2, 29));
    check_common::<NaiveDate>("the end of a year", |date| (date.month(), date.day()) == (12, 31));
    check_common::<NaiveDate>("the first year", |date| date.year() == NaiveDate::MIN.year());
    check_common::<NaiveDate>("the last year", |date| date.year() == NaiveDate::MAX.year());
    check_common::<NaiveDate>("before 1970", |date| date.year() < 1970);
    check_all(any::<NaiveDate>(), |date| date.to_string().parse() == Ok(*date));
    check_smallest!(NaiveDate, |_| false, "1970-01-01".parse::<NaiveDate>().unwrap());
    check_smallest!(
        NaiveDate,
        |date| (date.month(), date.day()) != (12, 31),
        "1970-12-31".parse::<NaiveDate>().unwrap()
    );
    check_smallest!(
        NaiveDate,
        |date| date.year() <= 9_999,
        "+10000-01-01".parse::<NaiveDate>().unwrap()
    );
}

#[test]
fn times() {
    check_common::<NaiveTime>("a leap second", |time| time.nanosecond() >= 1_000_000_000);
    check_common::<NaiveTime>("without a fraction", |time| time.nanosecond() == 0);
    check_smallest!(NaiveTime, |_| false, "00:00:00".parse::<NaiveTime>().unwrap());
    check_smallest!(NaiveTime, |time| time.hour() < 13, "13:00:00".parse::<NaiveTime>().unwrap());
}

#[test]
fn moments() {
    check_all(any::<DateTime<Utc>>(), |time| format!("{time:?}").parse() == Ok(*time));
    check_all(any::<DateTime<FixedOffset>>(), |time| {
        format!("{time:?}").parse::<DateTime<FixedOffset>>() == Ok(*time)
    });
    check_all(any::<DateTime<FixedOffset>>(), |time| time.naive_local().year() > -1_000_000);
    check_smallest!(
        NaiveDateTime,
        |time| time.minute() == 0,
        "1970-01-01T00:01:00".parse::<NaiveDateTime>().unwrap()
    );
    check_smallest!(
        DateTime<Utc>,
        |time| time.timestamp() >= 0,
        "1969-01-01T00:00:00Z".parse::<DateTime<Utc>>().unwrap()
    );
    check_smallest!(
        DateTime<FixedOffset>,
        |time| time.offset().local_minus_utc() < 3_600,
        "1970-01-01T01:00:00+01:00".parse::<DateTime<FixedOffset>>().unwrap()
    );
}

#[test]
fn lengths_and_names() {
    check_common::<FixedOffset>("utc", |offset| offset.local_minus_utc() == 0);
    check_common::<FixedOffset>("no whole hour", |offset| offset.local_minus_utc() % 3_600 != 0);
    check_smallest!(
        FixedOffset,
        |offset| offset.local_minus_utc() >= 0,
        "-00:01".parse::<FixedOffset>().unwrap()
    );
    check_smallest!(TimeDelta, |_| false, TimeDelta::new(0, 0).unwrap());
    check_smallest!(TimeDelta, |length| length.num_seconds() < 9, TimeDelta::new(9, 0).unwrap());
    check_smallest!(Weekday, |day| *day != Weekday::Sun, Weekday::Sun);
    check_smallest!(Month, |month| *month == Month::January, Month::February);
}
