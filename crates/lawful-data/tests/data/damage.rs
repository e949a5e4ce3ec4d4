//! Files that are damaged, cut off, or of another version.

use lawful::prelude::*;
use lawful_data::codec::{from_bytes, from_json, to_bytes, to_json};
use lawful_data::file::{Kind, VERSION, head, read, read_part, write};
use lawful_data::{Problem, Record, StoredFailure, Summary};

use crate::generate::in_file;

#[law]
fn a_file_comes_back_whole(#[from(lawful::generate::vec(in_file(), 0..4))] records: Vec<Record>) {
    let text = write(Kind::Results, &records);
    assert_eq!(read(Kind::Results, text.as_bytes()), Ok(records.clone()));
    assert_eq!(read_part(Kind::Results, text.as_bytes()), Ok((records, true)));
    assert_eq!(text.matches('\n').count(), text.lines().count());
}

#[law(tests = 1_000)]
fn a_file_with_another_byte_is_refused(
    #[from(lawful::generate::vec(in_file(), 0..2))] records: Vec<Record>,
    #[from((any(), 0..40usize, 0..3u8))] (anywhere, near, region): (usize, usize, u8),
    byte: u8,
) {
    let mut bytes = write(Kind::Results, &records).into_bytes();
    let at = match region {
        0 => anywhere % bytes.len(),
        // The head and the checksum are short, and the checksum does not cover its own line.
        1 => near,
        _ => bytes.len() - 1 - near,
    };
    assume!(bytes[at] != byte);
    bytes[at] = byte;
    assert!(read::<Record>(Kind::Results, &bytes).is_err());
    // One that may be cut off has no checksum to tell: it is read or refused.
    let _ = read_part::<Record>(Kind::Results, &bytes);
}

#[law(tests = 500)]
fn a_file_that_is_cut_is_refused(#[from(in_file())] stored: StoredFailure, at: usize) {
    let text = stored.to_file();
    let bytes = &text.as_bytes()[..at % text.len()];
    assert!(StoredFailure::from_file(bytes).is_err());
}

#[law(tests = 500)]
fn the_whole_records_of_a_file_that_is_cut_are_read(
    #[from(lawful::generate::vec(in_file(), 0..4))] records: Vec<Record>,
    at: usize,
) {
    let text = write(Kind::Results, &records);
    let head = head(Kind::Results).len();
    let bytes = &text.as_bytes()[..head + at % (text.len() - head)];
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(read_part(Kind::Results, bytes), Ok((records[..lines - 1].to_vec(), false)));
}

#[law(tests = 500)]
fn damage_of_a_value_is_refused_or_read(#[from(in_file())] summary: Summary, at: usize, byte: u8) {
    let mut bytes = to_bytes(&summary);
    let length = bytes.len();
    bytes[at % length] = byte;
    let _ = from_bytes::<Summary>(&bytes);
    let _ = from_bytes::<Summary>(&bytes[..at % length]);
    let mut json = to_json(&summary).into_bytes();
    let length = json.len();
    json[at % length] = byte;
    let _ = from_json::<Summary>(&String::from_utf8_lossy(&json));
}

#[test]
fn another_version_is_told() {
    let told = |version: &str| {
        let text = head(Kind::Failure).replace(&VERSION.to_string(), version);
        StoredFailure::from_file(text.as_bytes()).unwrap_err().to_string()
    };
    let newer = "it was written by a newer version of Lawful";
    assert_eq!(told("6"), format!("{newer} (format 6, and this one reads 5)"));
    assert_eq!(
        told("18446744073709551615"),
        format!("{newer} (format 18446744073709551615, and this one reads 5)")
    );
    assert_eq!(
        told("3"),
        "it was written by an older version of Lawful (format 3, and this one reads 5)"
    );
    let not_ours = "it is not a file of Lawful of this kind";
    for version in ["5.0", "-5", "null", "[5]", "true", "99999999999999999999"] {
        assert_eq!(told(version), not_ours, "{version}");
    }
}

#[test]
fn other_files_are_told() {
    let problem = |bytes: &[u8]| StoredFailure::from_file(bytes).unwrap_err();
    let results = write::<Record>(Kind::Results, &[]);
    for other in [&b""[..], b"\n", b"{}\n", b"\xff\xfe", b"[package]\n", results.as_bytes()] {
        assert_eq!(problem(other), Problem::NotOurs, "{other:?}");
    }
    // No record, or one too many.
    let none = write::<StoredFailure>(Kind::Failure, &[]);
    assert_eq!(problem(none.as_bytes()), Problem::Damaged);
    let (about, tape) = (lawful_data::About::new("law", "src/lib.rs", 1), Default::default());
    let stored = StoredFailure::of_tape(&about, tape);
    let two = write(Kind::Failure, &[stored.clone(), stored]);
    assert_eq!(problem(two.as_bytes()), Problem::Damaged);
}
