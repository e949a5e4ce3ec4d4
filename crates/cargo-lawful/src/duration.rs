//! Durations on the command line.

use std::time::Duration;

const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// Reads a duration: whole numbers with their units, such as `20s`, `10m` or `1h30m`.
///
/// ```
/// use std::time::Duration;
///
/// use cargo_lawful::duration::read_duration;
///
/// assert_eq!(read_duration("1m30s"), Ok(Duration::from_secs(90)));
/// assert!(read_duration("20").is_err());
/// ```
///
/// # Errors
///
/// If it is not written so, or is zero.
pub fn read_duration(text: &str) -> Result<Duration, String> {
    let fault = || {
        format!(
            "{text:?} is no duration: write whole numbers with their units, such as 20s, 10m or 1h30m"
        )
    };
    let mut rest = text.trim();
    let mut milliseconds = 0u64;
    while !rest.is_empty() {
        let unit = rest.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(fault)?;
        let number: u64 = rest[..unit].parse().map_err(|_| fault())?;
        rest = &rest[unit..];
        let end = rest.find(|letter: char| letter.is_ascii_digit()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (_, factor) = UNITS.iter().find(|(known, _)| *known == name).ok_or_else(fault)?;
        let part = number.checked_mul(*factor).ok_or_else(fault)?;
        milliseconds = milliseconds.checked_add(part).ok_or_else(fault)?;
        rest = after;
    }
    match milliseconds {
        0 => Err(fault()),
        _ => Ok(Duration::from_millis(milliseconds)),
    }
}

/// A duration as it is written, in milliseconds if it has a fraction of a second.
pub fn write_duration(duration: Duration) -> String {
    let milliseconds = duration.as_millis();
    match milliseconds % 1_000 {
        0 => format!("{}s", milliseconds / 1_000),
        _ => format!("{milliseconds}ms"),
    }
}

/// A duration for people: `850ms`, `12.3s`, `4m 20s`, `2h 5m`.
pub fn shown_duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0 => format!("{}ms", duration.as_millis()),
        1..60 => format!("{:.1}s", duration.as_secs_f64()),
        60..3_600 => format!("{}m {}s", seconds / 60, seconds % 60),
        _ => format!("{}h {}m", seconds / 3_600, seconds % 3_600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_they_are_written() {
        for (text, milliseconds) in [
            ("20s", 20_000),
            ("10m", 600_000),
            ("1h30m", 5_400_000),
            ("250ms", 250),
            (" 2s ", 2_000),
        ] {
            let duration = Duration::from_millis(milliseconds);
            assert_eq!(read_duration(text), Ok(duration), "{text}");
            assert_eq!(read_duration(&write_duration(duration)), Ok(duration), "{text}");
        }
        for text in ["", "20", "s", "0s", "20x", "1.5s", "-1s", "99999999999999999999s"] {
            assert!(read_duration(text).is_err(), "{text}");
        }
    }
}
