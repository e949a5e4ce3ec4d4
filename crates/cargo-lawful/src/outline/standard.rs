//! Types of std and of other crates for which Lawful has `Arbitrary`.

/// A type of std that is arbitrary where its parameters are.
pub(crate) struct StandardType {
    pub(crate) name: &'static str,
    /// Module to import it from; empty for those of the prelude.
    pub(crate) module: &'static str,
    /// True if it is `Copy` where its parameters are.
    pub(crate) is_copy: bool,
    /// True if values can be compared where those of its parameters can.
    pub(crate) is_comparable: bool,
}

const fn row(
    module: &'static str,
    name: &'static str,
    is_copy: bool,
    is_comparable: bool,
) -> StandardType {
    StandardType { name, module, is_copy, is_comparable }
}

/// The table of `generate/standard` in `lawful-core`, as names.
const STANDARD: [StandardType; 54] = [
    row("", "Box", false, true),
    row("", "Option", true, true),
    row("", "Result", true, true),
    row("", "String", false, true),
    row("", "Vec", false, true),
    row("std::borrow", "Cow", false, true),
    row("std::cell", "Cell", false, true),
    row("std::cell", "OnceCell", false, true),
    row("std::cell", "RefCell", false, true),
    row("std::cmp", "Ordering", true, true),
    row("std::cmp", "Reverse", true, true),
    row("std::collections", "BTreeMap", false, true),
    row("std::collections", "BTreeSet", false, true),
    row("std::collections", "BinaryHeap", false, false),
    row("std::collections", "HashMap", false, true),
    row("std::collections", "HashSet", false, true),
    row("std::collections", "LinkedList", false, true),
    row("std::collections", "VecDeque", false, true),
    row("std::ffi", "CString", false, true),
    row("std::ffi", "OsString", false, true),
    row("std::marker", "PhantomData", true, true),
    row("std::net", "IpAddr", true, true),
    row("std::net", "Ipv4Addr", true, true),
    row("std::net", "Ipv6Addr", true, true),
    row("std::net", "SocketAddr", true, true),
    row("std::net", "SocketAddrV4", true, true),
    row("std::net", "SocketAddrV6", true, true),
    row("std::num", "NonZero", true, true),
    row("std::num", "NonZeroI32", true, true),
    row("std::num", "NonZeroI64", true, true),
    row("std::num", "NonZeroU8", true, true),
    row("std::num", "NonZeroU16", true, true),
    row("std::num", "NonZeroU32", true, true),
    row("std::num", "NonZeroU64", true, true),
    row("std::num", "NonZeroUsize", true, true),
    row("std::num", "Saturating", true, true),
    row("std::num", "Wrapping", true, true),
    row("std::ops", "Bound", true, true),
    row("std::ops", "ControlFlow", true, true),
    row("std::ops", "Range", false, true),
    row("std::ops", "RangeFrom", false, true),
    row("std::ops", "RangeFull", true, true),
    row("std::ops", "RangeInclusive", false, true),
    row("std::ops", "RangeTo", true, true),
    row("std::ops", "RangeToInclusive", true, true),
    row("std::path", "PathBuf", false, true),
    row("std::rc", "Rc", false, true),
    row("std::sync", "Arc", false, true),
    row("std::sync", "Mutex", false, false),
    row("std::sync", "OnceLock", false, true),
    row("std::sync", "RwLock", false, false),
    row("std::task", "Poll", true, true),
    row("std::time", "Duration", true, true),
    row("std::time", "SystemTime", true, true),
];

/// Types of std without a size, with what is drawn in their place behind a reference.
const UNSIZED: [(&str, &str, &str); 4] = [
    ("Path", "std::path", "PathBuf"),
    ("OsStr", "std::ffi", "OsString"),
    ("CStr", "std::ffi", "CString"),
    ("str", "", "String"),
];

/// Types of other crates: package, names, and the feature of Lawful that makes them arbitrary.
const FOREIGN: [(&str, &[&str]); 8] = [
    ("bytes", &["Bytes", "BytesMut"]),
    (
        "chrono",
        &[
            "DateTime",
            "Duration",
            "FixedOffset",
            "Month",
            "NaiveDate",
            "NaiveDateTime",
            "NaiveTime",
            "TimeDelta",
            "Weekday",
        ],
    ),
    ("jiff", &["Date", "DateTime", "SignedDuration", "Time", "Timestamp", "Weekday"]),
    ("num-bigint", &["BigInt", "BigUint"]),
    ("rust_decimal", &["Decimal"]),
    ("serde_json", &["Map", "Number", "Value"]),
    ("url", &["Url"]),
    ("uuid", &["Uuid"]),
];

/// An arbitrary type of std, as far as it is known.
pub(crate) fn standard_type(name: &str) -> Option<&'static StandardType> {
    STANDARD.iter().find(|known| known.name == name)
}

/// Path of a type of std, sized or not, to import it by.
pub(crate) fn standard_path(name: &str) -> Option<String> {
    let sized = standard_type(name).map(|known| known.module);
    let module = sized.or_else(|| UNSIZED.iter().find(|row| row.0 == name).map(|row| row.1))?;
    Some(if module.is_empty() { name.to_string() } else { format!("{module}::{name}") })
}

/// Type that is drawn for a reference to a type of std without a size.
pub(crate) fn owned_form(name: &str) -> Option<&'static str> {
    UNSIZED.iter().find(|row| row.0 == name).map(|row| row.2)
}

/// Feature of Lawful that makes a type of another crate arbitrary.
pub(crate) fn feature_for(path: &[String]) -> Option<&'static str> {
    let (package, name) = (path.first()?.replace('_', "-"), path.last()?);
    let mut rows = FOREIGN.iter();
    let found = rows.find(|(known, names)| {
        known.replace('_', "-") == package && names.contains(&name.as_str())
    });
    found.map(|(feature, _)| *feature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_by_name_and_in_order() {
        assert!(
            STANDARD
                .windows(2)
                .all(|pair| (pair[0].module, pair[0].name) < (pair[1].module, pair[1].name)
                    || pair[0].module == pair[1].module)
        );
        assert_eq!(standard_path("HashMap").as_deref(), Some("std::collections::HashMap"));
        assert_eq!(standard_path("Path").as_deref(), Some("std::path::Path"));
        assert_eq!(standard_path("Vec").as_deref(), Some("Vec"));
        assert_eq!(standard_path("Instant"), None);
    }

    #[test]
    fn features_are_those_of_lawful() {
        let path = |path: &str| path.split("::").map(String::from).collect::<Vec<_>>();
        assert_eq!(feature_for(&path("uuid::Uuid")), Some("uuid"));
        assert_eq!(feature_for(&path("num-bigint::BigInt")), Some("num-bigint"));
        assert_eq!(feature_for(&path("rust-decimal::Decimal")), Some("rust_decimal"));
        assert_eq!(feature_for(&path("uuid::Builder")), None);
    }
}
