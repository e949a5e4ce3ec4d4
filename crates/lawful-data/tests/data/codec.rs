//! Values that are written and read again, in both forms.

use std::time::Duration;

use lawful::prelude::*;
use lawful_data::codec::{Coded, from_bytes, from_json, to_bytes, to_json};
use lawful_data::{
    CasePart, CaseRecord, Coverage, Found, Limit, Record, ShownCall, StoredFailure, Summary,
};
use serde_json::Value;

use crate::conform::{Checker, check};
use crate::generate::{Made, in_file, in_memory};

/// Reads a record from what was written of it, and from what another writer of JSON makes of that.
fn check_json<T: Coded + PartialEq + std::fmt::Debug>(record: &T) {
    let json = to_json(record);
    assert!(!json.contains(['\n', '\r']), "a record is a line: {json}");
    assert_eq!(from_json::<T>(&json).as_ref(), Ok(record));
    let value: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(from_json::<T>(&value.to_string()).as_ref(), Ok(record));
    assert_eq!(from_json::<T>(&format!("{value:#}")).as_ref(), Ok(record));
}

#[law]
fn records_come_back_from_json(#[from(in_file())] record: Record) {
    check_json(&record);
}

#[law]
fn stored_failures_come_back_from_json(#[from(in_file())] stored: StoredFailure) {
    check_json(&stored);
    assert_eq!(StoredFailure::from_file(stored.to_file().as_bytes()), Ok(stored));
}

#[law(tests = 100)]
fn later_members_are_ignored_and_missing_ones_are_null(
    #[from(in_file())] record: Record,
    #[from(in_file())] stored: StoredFailure,
) {
    check(&mut Checker::new(), "Record", &record);
    check(&mut Checker::new(), "StoredFailure", &stored);
}

#[law]
fn records_come_back_from_bytes(#[from(in_memory())] record: Record) {
    assert_eq!(from_bytes(&to_bytes(&record)).as_ref(), Some(&record));
}

/// Parts of cases are no part of files. A process hands them to another.
#[law]
fn parts_of_cases_come_back_from_bytes(#[from(parts)] part: CasePart) {
    classify!(matches!(part, CasePart::Drawing(_)), "Drawing");
    classify!(matches!(part, CasePart::Drawn(_)), "Drawn");
    classify!(matches!(part, CasePart::Call(_)), "Call");
    classify!(matches!(part, CasePart::Called(_)), "Called");
    assert_eq!(from_bytes(&to_bytes(&part)).as_ref(), Some(&part));
    assert_eq!(
        to_bytes(&part)[0],
        match part {
            CasePart::Drawing(_) => 0,
            CasePart::Drawn(_) => 1,
            CasePart::Call(_) => 2,
            CasePart::Called(_) => 3,
            _ => panic!("a part that is new: add it here"),
        }
    );
}

fn parts(source: &mut Source) -> CasePart {
    let draw = &mut crate::generate::Draw { source, has_bounds: true };
    match u64::made(draw) % 4 {
        0 => CasePart::Drawing(Made::made(draw)),
        1 => CasePart::Drawn(Box::<CaseRecord>::made(draw)),
        2 => CasePart::Call(Box::<ShownCall>::made(draw)),
        _ => CasePart::Called(Box::<ShownCall>::made(draw)),
    }
}

#[test]
fn numbers_without_a_number_in_json_are_texts() {
    let climb = |score: f64| Found::Climb { target: "t", score };
    let shown =
        |score: f64| to_json(&climb(score)).split("\"score\": ").nth(1).unwrap().to_string();
    assert_eq!(shown(f64::INFINITY), "\"inf\"}}");
    assert_eq!(shown(f64::NEG_INFINITY), "\"-inf\"}}");
    assert_eq!(shown(-f64::NAN), "\"NaN\"}}");
    assert_eq!(shown(-0.0), "-0.0}}");
    let read = |json: &str| match from_json::<Found>(json) {
        Ok(Found::Climb { score, .. }) => Ok(score),
        other => Err(other),
    };
    for score in [f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MIN_POSITIVE / 4.0, f64::MAX] {
        let came_back = read(&to_json(&climb(score))).unwrap();
        assert_eq!(came_back.to_bits(), score.to_bits());
    }
    assert!(read(&to_json(&climb(f64::NAN))).unwrap().is_nan());
    let with = |score: &str| read(&format!(r#"{{"Climb": {{"target": "t", "score": {score}}}}}"#));
    assert_eq!(with("7"), Ok(7.0));
    for wrong in ["1e999", "-1e999", "\"7\"", "\"infinity\"", "\"nan\"", "null", "[1]", "true"] {
        let fault = with(wrong).unwrap_err().unwrap_err().to_string();
        assert_eq!(fault, "`Climb.score` is not a number", "{wrong}");
    }
}

#[test]
fn integers_beyond_what_all_readers_know_are_texts() {
    let test = |index: u64| Found::Test { index };
    for (index, json) in [
        (0, "0"),
        (1 << 53, "9007199254740992"),
        ((1 << 53) + 1, "\"9007199254740993\""),
        (u64::MAX, "\"18446744073709551615\""),
    ] {
        assert_eq!(to_json(&test(index)), format!(r#"{{"Test": {{"index": {json}}}}}"#));
        assert_eq!(from_json(&to_json(&test(index))), Ok(test(index)));
    }
    let with = |index: &str| from_json::<Found>(&format!(r#"{{"Test": {{"index": {index}}}}}"#));
    assert_eq!(with("\"12\""), Ok(test(12)));
    assert_eq!(with("18446744073709551615"), Ok(test(u64::MAX)));
    for wrong in [
        "-1",
        "-0",
        "1.0",
        "1e3",
        "\"+1\"",
        "\"\"",
        "\" 1\"",
        "\"0x1\"",
        "null",
        "true",
        "[]",
        "{}",
        "18446744073709551616",
        "\"18446744073709551616\"",
        "1e999999999999",
    ] {
        let fault = with(wrong).unwrap_err().to_string();
        assert_eq!(fault, "`Test.index` is not a whole number", "{wrong}");
    }
    let fault =
        from_json::<lawful_data::Place>(r#"{"file": "a", "line": 4294967296, "column": 1}"#);
    assert_eq!(fault.unwrap_err().to_string(), "`line` is out of range");
}

#[test]
fn times_beyond_what_is_written_are_the_longest() {
    let longest = Duration::from_nanos(u64::MAX);
    let written = to_json(&Limit::Law(Duration::MAX));
    assert_eq!(from_json(&written), Ok(Limit::Law(longest)));
    assert_eq!(from_bytes(&to_bytes(&Limit::Law(Duration::MAX))), Some(Limit::Law(longest)));
}

#[cfg(unix)]
#[test]
fn paths_that_are_no_text_are_written_as_far_as_they_are() {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::OsStr::from_bytes(b"/tmp/\xff/a");
    let notice = lawful_data::Notice::NoTarget { program: path.into() };
    assert_eq!(to_json(&notice), r#"{"NoTarget": {"program": "/tmp/�/a"}}"#);
}

#[test]
fn faults_say_where_they_are() {
    let fault = |json: &str| from_json::<Summary>(json).unwrap_err().to_string();
    assert_eq!(fault("[]"), "is not an object");
    assert_eq!(fault("{}"), "`about` is missing");
    let about = r#"{"about": {"name": "a", "file": "b", "line": 1, "test": {"path": "c", "target": "Libs"}}}"#;
    assert_eq!(fault(about), "`about.test.target` is \"Libs\", which is not known");
    assert_eq!(fault(r#"{"about": 7"#), "byte 11: `,` or `}` is missing");
    let found = |json: &str| from_json::<Found>(json).unwrap_err().to_string();
    assert_eq!(found(r#"{"Walk": {"size": 1}}"#), "`Walk.index` is missing");
    assert_eq!(found(r#""Test""#), "`Test` is not an object");
    assert_eq!(found(r#"{"Replay": null, "Left": null}"#), "is not a variant");
    assert_eq!(found("7"), "is not a variant");
}

#[test]
fn a_name_that_comes_twice_in_a_map_is_refused() {
    let counts = r#"{"labels": {"a": 1, "b": 2, "a": 3}}"#;
    let fault = from_json::<lawful_data::Tables>(counts).unwrap_err().to_string();
    assert_eq!(fault, "byte 35: the member \"a\" comes twice");
    assert!(from_json::<Coverage>("{}").is_err());
}
