use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::{SignedDuration, Timestamp};
use lawful::prelude::*;

use super::{check_all, check_common, check_smallest, smallest};

#[test]
fn civil_dates_and_times() {
    check_common::<Date>("a leap day", |date| (date.month(), date.day()) == (2, 29));
    check_common::<Date>("the first year", |date| date.year() == -9999);
    check_common::<Date>("the last year", |date| date.year() == 9999);
    check_common::<Time>("without a fraction", |time| time.subsec_nanosecond() == 0);
    check_all(any::<DateTime>(), |time| time.to_string().parse::<DateTime>().ok() == Some(*time));
    check_smallest!(Date, |_| false, "1970-01-01".parse::<Date>().unwrap());
    check_smallest!(Date, |date| date.day() < 31, "1970-01-31".parse::<Date>().unwrap());
    check_smallest!(Time, |time| time.minute() < 5, "00:05:00".parse::<Time>().unwrap());
    check_smallest!(
        DateTime,
        |time| time.year() <= 1970,
        "1971-01-01T00:00:00".parse::<DateTime>().unwrap()
    );
    check_smallest!(Weekday, |day| *day == Weekday::Monday, Weekday::Tuesday);
}

#[test]
fn timestamps() {
    check_common::<Timestamp>("before 1970", |time| time.as_second() < 0);
    check_all(any::<Timestamp>(), |time| time.to_string().parse::<Timestamp>().ok() == Some(*time));
    check_smallest!(Timestamp, |_| false, "1970-01-01T00:00:00Z".parse::<Timestamp>().unwrap());
}

#[test]
fn durations() {
    check_common::<SignedDuration>("below none", SignedDuration::is_negative);
    check_all(any::<SignedDuration>(), |length| {
        length.as_secs().signum() * i64::from(length.subsec_nanos()).signum() >= 0
    });
    assert_eq!(smallest(any::<SignedDuration>(), |_| false), "0s");
}
