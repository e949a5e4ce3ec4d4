//! Files of Lawful: stored failures, and the results of runs.
//!
//! A file is lines of JSON. The first is a head that says what the file holds and in which version of the format:
//! `{"lawful": "failure", "version": 5}`. Records follow, one a line. The last is `{"crc32": 3735928559}`, the checksum
//! (CRC-32, as in gzip and PNG) of all bytes before that line. A file without its last line was cut off: its writer was
//! ended, and the records that are there are whole. The whole format is in [`format`](mod@crate::format).

use std::borrow::Cow;

use crate::codec::{Coded, from_parsed, to_json};
use crate::{Json, Problem};

/// Content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// A stored failure.
    Failure,
    /// Results of a run, or of a shard of one.
    Results,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Failure => "failure",
            Kind::Results => "results",
        }
    }
}

/// Version of the format. It changes when a reader of before would misread a file.
///
/// Versions 1 to 3 were files of bytes that began with `lawful tape`.
pub const VERSION: u64 = 5;

/// First line of a file, with its end.
pub fn head(kind: Kind) -> String {
    let version = Json::Number(VERSION.to_string());
    format!("{}\n", Json::object([("lawful", Json::text(kind.name())), ("version", version)]))
}

/// Last line of a file that begins with these bytes.
pub fn end(before: &[u8]) -> String {
    format!("{{\"crc32\": {}}}\n", crc32(before))
}

/// Content of a file with these records.
pub fn write<T: Coded>(kind: Kind, records: &[T]) -> String {
    let mut text = head(kind);
    for record in records {
        text.push_str(&to_json(record));
        text.push('\n');
    }
    let end = end(text.as_bytes());
    text + &end
}

/// The records of a whole file.
///
/// # Errors
///
/// If it is not such a file, of another version, cut off or damaged.
pub fn read<T: Coded>(kind: Kind, bytes: &[u8]) -> Result<Vec<T>, Problem> {
    match read_part(kind, bytes)? {
        (records, true) => Ok(records),
        (_, false) => Err(Problem::Damaged),
    }
}

/// The records of a file that may be cut off, and whether it is whole.
///
/// # Errors
///
/// If it is not such a file, of another version, or damaged.
pub fn read_part<T: Coded>(kind: Kind, bytes: &[u8]) -> Result<(Vec<T>, bool), Problem> {
    check_head(kind, bytes)?;
    let bytes = &*without_carriage_returns(bytes);
    let mut records = Vec::new();
    let mut at = 0;
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        // The writer was ended in the middle of this line.
        let Some(text) = line.strip_suffix(b"\n") else { return Ok((records, false)) };
        let json = std::str::from_utf8(text).ok().and_then(|text| Json::parse(text).ok());
        let json = json.ok_or(Problem::Damaged)?;
        if json.get("crc32").is_some() {
            // The checksum does not cover its own line, so that has to be right in every byte.
            let (before, rest) = bytes.split_at(at);
            let is_right = rest == end(before).as_bytes();
            return if is_right { Ok((records, true)) } else { Err(Problem::Damaged) };
        }
        if number > 0 {
            records.push(from_parsed(&json).map_err(|_| Problem::Damaged)?);
        }
        at += line.len();
    }
    Ok((records, false))
}

/// The bytes as they were written. Version control may end lines with a carriage return and a line feed on Windows; JSON
/// of ours has no carriage return as it is.
fn without_carriage_returns(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.contains(&b'\r') {
        return Cow::Borrowed(bytes);
    }
    let is_kept = |at: &usize| bytes[*at] != b'\r' || bytes.get(at + 1) != Some(&b'\n');
    Cow::Owned((0..bytes.len()).filter(is_kept).map(|at| bytes[at]).collect())
}

fn check_head(kind: Kind, bytes: &[u8]) -> Result<(), Problem> {
    if let Some(rest) = bytes.strip_prefix(b"lawful tape ") {
        let digits: String = rest
            .iter()
            .map_while(|byte| char::from(*byte).to_digit(10))
            .map(|digit| digit.to_string())
            .collect();
        let found = digits.parse().unwrap_or(0);
        return Err(Problem::AnotherVersion { found, read: VERSION });
    }
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let head = std::str::from_utf8(line).ok().and_then(|line| Json::parse(line).ok());
    let head = head.ok_or(Problem::NotOurs)?;
    if head.get("lawful") != Some(&Json::text(kind.name())) {
        return Err(Problem::NotOurs);
    }
    match head.get("version").map(from_parsed::<u64>) {
        Some(Ok(VERSION)) => Ok(()),
        Some(Ok(found)) => Err(Problem::AnotherVersion { found, read: VERSION }),
        _ => Err(Problem::NotOurs),
    }
}

/// CRC-32 of some bytes, bit by bit: files are small, and a table would be more code than this.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 };
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_one_of_gzip() {
        // The check value of CRC-32/ISO-HDLC in every catalogue.
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_file_of_another_kind_or_version_is_refused_by_name() {
        let failures = write::<String>(Kind::Failure, &[]);
        assert_eq!(read::<String>(Kind::Results, failures.as_bytes()), Err(Problem::NotOurs));
        let newer = failures.replacen("5", "6", 1);
        let newer = read::<String>(Kind::Failure, newer.as_bytes()).unwrap_err();
        assert_eq!(
            newer.to_string(),
            "it was written by a newer version of Lawful (format 6, and this one reads 5)"
        );
        let older = read::<String>(Kind::Failure, b"lawful tape 3\na::law\n\n\0\0").unwrap_err();
        assert_eq!(
            older.to_string(),
            "it was written by an older version of Lawful (format 3, and this one reads 5)"
        );
    }

    #[test]
    fn lines_may_end_as_windows_has_them() {
        let text = write(Kind::Results, &["a\rb".to_string()]);
        let windows = text.replace('\n', "\r\n");
        assert_eq!(read(Kind::Results, windows.as_bytes()), Ok(vec!["a\rb".to_string()]));
        let damaged = windows.replace("rb", "rc");
        assert_eq!(read::<String>(Kind::Results, damaged.as_bytes()), Err(Problem::Damaged));
    }

    #[test]
    fn each_byte_of_the_checksum_line_counts() {
        let text = write(Kind::Results, &["a".to_string()]);
        let spaced = text.replace("\"crc32\": ", "\"crc32\":  ");
        assert_eq!(read::<String>(Kind::Results, spaced.as_bytes()), Err(Problem::Damaged));
        let doubled = format!("{text}{}", end(text.as_bytes()));
        assert_eq!(read::<String>(Kind::Results, doubled.as_bytes()), Err(Problem::Damaged));
    }

    #[test]
    fn a_file_that_is_cut_off_gives_its_whole_records() {
        let text = write(Kind::Results, &["a".to_string(), "b".to_string()]);
        for length in 0..text.len() {
            let part = read_part::<String>(Kind::Results, &text.as_bytes()[..length]);
            let lines = text[..length].matches('\n').count();
            match lines {
                0 => assert_eq!(part, Err(Problem::NotOurs).or(part.clone()), "{length}"),
                lines => assert_eq!(part.unwrap().0.len(), lines - 1, "{length}"),
            }
        }
        assert!(read_part::<String>(Kind::Results, text.as_bytes()).unwrap().1);
    }
}
