//! Durations on the command line.

use std::time::Duration;

use lawful_data::settings::duration;

/// Reads a duration as settings have it: a whole number with its unit, such as `20s` or `10m`.
///
/// ```
/// use std::time::Duration;
///
/// use cargo_lawful::duration::read_duration;
///
/// assert_eq!(read_duration("2m"), Ok(Duration::from_secs(120)));
/// assert!(read_duration("20").is_err());
/// ```
///
/// # Errors
///
/// If it is not written so, or is zero.
pub fn read_duration(text: &str) -> Result<Duration, String> {
    duration(text.trim()).filter(|duration| !duration.is_zero()).ok_or_else(|| {
        format!("{text:?} is no duration: it is a whole number with its unit, such as 500ms, 20s, 10m or 2h")
    })
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
        for (text, milliseconds) in
            [("20s", 20_000), ("10m", 600_000), ("2h", 7_200_000), ("250ms", 250), (" 2s ", 2_000)]
        {
            let duration = Duration::from_millis(milliseconds);
            assert_eq!(read_duration(text), Ok(duration), "{text}");
            assert_eq!(read_duration(&write_duration(duration)), Ok(duration), "{text}");
        }
        for text in ["", "20", "s", "0s", "20x", "1.5s", "-1s", "99999999999999999999s"] {
            assert!(read_duration(text).is_err(), "{text}");
        }
    }
}
