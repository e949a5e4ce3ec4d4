//! Planted mistakes in conversions.

use std::fmt;
use std::str::FromStr;

use lawful_bundles::{from, from_str, normal_form, try_from};
use lawful_core::generate::{Generator, any};

use crate::{finds, holds};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Celsius(i16);
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tenths(i16);

impl From<Celsius> for Tenths {
    fn from(celsius: Celsius) -> Self {
        Tenths(celsius.0.saturating_mul(10))
    }
}
impl From<Tenths> for Celsius {
    fn from(tenths: Tenths) -> Self {
        Celsius(tenths.0 / 10)
    }
}

#[test]
fn from_loses_something() {
    finds(
        from::<_, Tenths>(any::<i16>().mapped(Celsius)),
        "From: there and back is not the same",
        &["Celsius(3277)"],
    );
    finds(
        from::<_, Celsius>(any::<i16>().mapped(Tenths)),
        "From: there and back is not the same",
        &["Tenths(1)"],
    );
    holds(from::<_, Tenths>((-3276..=3276i16).mapped(Celsius)));
}

/// A number below a hundred.
#[derive(Clone, Debug, PartialEq)]
struct Percent<const LENIENT: bool>(u8);

impl<const LENIENT: bool> From<Percent<LENIENT>> for i32 {
    fn from(percent: Percent<LENIENT>) -> i32 {
        i32::from(percent.0)
    }
}
impl<const LENIENT: bool> TryFrom<i32> for Percent<LENIENT> {
    type Error = i32;
    fn try_from(number: i32) -> Result<Self, i32> {
        match number {
            0..100 => Ok(Percent(number as u8)),
            // Takes what it should refuse.
            256..300 if LENIENT => Ok(Percent(number as u8)),
            _ => Err(number),
        }
    }
}

#[test]
fn try_from_takes_too_little_or_too_much() {
    let percents = || (0..100u8).mapped(Percent::<false>);
    holds(try_from(percents(), any::<i32>()));
    finds(
        try_from((0..=100u8).mapped(Percent::<false>), any::<i32>()),
        "TryFrom does not take back what From gave",
        &["Percent(100)", "0"],
    );
    finds(
        try_from((0..100u8).mapped(Percent::<true>), 0..1_000),
        "TryFrom takes what From does not give back",
        &["Percent(0)", "256"],
    );
}

/// A time of day, written in one of several ways.
#[derive(Debug, PartialEq)]
struct Time<const WAY: u8> {
    hour: u8,
    minute: u8,
}

impl<const WAY: u8> fmt::Display for Time<WAY> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Time { hour, minute } = self;
        match WAY {
            0 => write!(formatter, "{hour:02}:{minute:02}"),
            // Without the zero, 9:05 is written as 9:5.
            1 => write!(formatter, "{hour}:{minute}"),
            // The hour of a clock with twelve.
            _ => write!(formatter, "{:02}:{minute:02}", hour % 12),
        }
    }
}
impl<const WAY: u8> FromStr for Time<WAY> {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (hour, minute) = text.split_once(':').ok_or("no colon")?;
        if minute.len() != 2 {
            return Err(format!("{minute:?} is no minute"));
        }
        let number = |text: &str| text.parse::<u8>().map_err(|error| error.to_string());
        Ok(Time { hour: number(hour)?, minute: number(minute)? })
    }
}
fn times<const WAY: u8>() -> impl Generator<Value = Time<WAY>> {
    (0..24u8, 0..60u8).mapped(|(hour, minute)| Time { hour, minute })
}

#[test]
fn display_and_from_str() {
    holds(from_str(times::<0>()));
    finds(
        from_str(times::<1>()),
        "FromStr does not read what Display writes",
        &["Time { hour: 0, minute: 0 }"],
    );
    finds(
        from_str(times::<2>()),
        "FromStr reads something else than Display wrote",
        &["Time { hour: 12, minute: 0 }"],
    );
}

#[test]
fn what_was_read_reads_again() {
    let texts = || (0..24, 0..60).mapped(|(hour, minute)| format!("{hour}:{minute:02}"));
    holds(normal_form::<Time<0>, _>(texts()));
    finds(
        normal_form::<Time<2>, _>(texts()),
        "FromStr does not read again what it read and Display wrote",
        &["\"12:00\""],
    );
}
