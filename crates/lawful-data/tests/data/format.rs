//! `FORMAT.md` against the code: every type with all of its members, and examples that are files.

use std::collections::BTreeMap;

use lawful_data::codec::Coded;
use lawful_data::file::{self, Kind};
use lawful_data::{Death, Reason, Record, StoredFailure};

use crate::page::{Members, PAGE, types};

/// Sources in which types say how they are written.
const CODED: [&str; 3] = [
    include_str!("../../src/coded.rs"),
    include_str!("../../src/results.rs"),
    include_str!("../../src/stored.rs"),
];

/// Sources in which the types are declared.
const DECLARED: [&str; 16] = [
    include_str!("../../src/case.rs"),
    include_str!("../../src/counter.rs"),
    include_str!("../../src/document.rs"),
    include_str!("../../src/event.rs"),
    include_str!("../../src/failure.rs"),
    include_str!("../../src/graph.rs"),
    include_str!("../../src/history.rs"),
    include_str!("../../src/identity.rs"),
    include_str!("../../src/page.rs"),
    include_str!("../../src/reason.rs"),
    include_str!("../../src/results.rs"),
    include_str!("../../src/statement.rs"),
    include_str!("../../src/stored.rs"),
    include_str!("../../src/summary.rs"),
    include_str!("../../src/tables.rs"),
    include_str!("../../src/trace.rs"),
];

/// Types that no file has: parts of a case that a child process tells, and where a tape keeps a row of a lane.
const NOT_IN_FILES: [&str; 2] = ["CasePart", "RowKey"];

#[test]
fn the_page_has_each_type_with_each_of_its_members() {
    let mut expected: BTreeMap<String, Members> = BTreeMap::new();
    for name in CODED.iter().flat_map(|source| coded(source)) {
        if !NOT_IN_FILES.contains(&&*name) {
            let declared = declared(&name);
            expected.insert(name, declared);
        }
    }
    assert!(expected.len() > 45, "{}", expected.len());
    let page = types();
    assert_eq!(page.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, members) in &expected {
        assert_eq!(&page[name].members, members, "{name}");
    }
}

/// Names of the types in the invocations of `coded!`.
fn coded(source: &str) -> Vec<String> {
    let invocations = source.split("\ncoded! {\n").skip(1);
    let lines = invocations.flat_map(|text| text.split("\n}\n").next().unwrap_or_default().lines());
    let names = lines.filter_map(|line| {
        let line = line.trim();
        let rest = line.strip_prefix("struct ").or_else(|| line.strip_prefix("enum "))?;
        rest.split_whitespace().next().map(String::from)
    });
    names.collect()
}

/// Members of a type that is declared in one of the sources.
fn declared(name: &str) -> Members {
    for source in DECLARED {
        for keyword in ["struct", "enum"] {
            if let Some((_, rest)) = source.split_once(&format!("\npub {keyword} {name} {{\n")) {
                let body = rest.split("\n}\n").next().unwrap_or_default();
                return match keyword {
                    "struct" => fields(body).into_iter().collect(),
                    _ => variants(body),
                };
            }
        }
    }
    panic!("{name} is declared in none of the sources");
}

/// Fields with their types, in order.
fn fields(body: &str) -> Vec<(String, String)> {
    let lines = body.lines().map(str::trim).filter(|line| !line.starts_with(['/', '#']));
    let field = |line: &str| {
        let (name, kind) =
            line.trim_start_matches("pub ").trim_end_matches(',').split_once(": ")?;
        Some((name.to_string(), on_page(kind)))
    };
    lines.filter_map(field).collect()
}

fn variants(body: &str) -> Members {
    let mut variants = Members::new();
    let mut rest = body;
    while let Some(line) = rest.lines().next() {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        let line = line.trim();
        if line.is_empty() || line.starts_with(['/', '#']) {
            continue;
        }
        if let Some(name) = line.strip_suffix(" {") {
            let (body, after) = rest.split_once("\n    }").expect("a variant has an end");
            rest = after.split_once('\n').map_or("", |(_, rest)| rest);
            let members = fields(body).into_iter().map(|(name, kind)| format!("`{name}`: {kind}"));
            variants.insert(name.into(), members.collect::<Vec<_>>().join("; "));
        } else if let Some((name, kind)) = line.trim_end_matches(',').split_once('(') {
            let kind = kind.strip_suffix(')').expect("a variant has an end");
            variants.insert(name.into(), on_page(kind));
        } else {
            variants.insert(line.trim_end_matches(',').into(), "none".into());
        }
    }
    variants
}

/// A type of Rust as the page writes it.
fn on_page(kind: &str) -> String {
    let inside = |prefix: &str| kind.strip_prefix(prefix)?.strip_suffix('>');
    let pair = |kind: &str| {
        let pair = kind.strip_prefix('(')?.strip_suffix(')')?;
        let (one, other) = pair.split_once(", ")?;
        Some(format!("{} and {}", on_page(one), on_page(other)))
    };
    if let Some(kind) = inside("Option<") {
        return format!("{} or null", on_page(kind));
    }
    if let Some(kind) = inside("Box<") {
        return on_page(kind);
    }
    if let Some(item) = inside("Vec<") {
        return match (pair(item), item.strip_prefix("Vec<")) {
            (Some(pair), _) => format!("list of pairs of {pair}"),
            (_, Some(item)) => format!("list of lists of {}", on_page(item.trim_end_matches('>'))),
            _ => format!("list of {}", on_page(item)),
        };
    }
    if let Some(map) = inside("Ordered<").or_else(|| inside("BTreeMap<")) {
        let (key, value) = map.split_once(", ").expect("a map has keys and values");
        return match on_page(key).as_str() {
            "text" => format!("map of {}", on_page(value)),
            key => format!("list of pairs of {key} and {}", on_page(value)),
        };
    }
    if let Some(pair) = pair(kind) {
        return format!("pair of {pair}");
    }
    match kind {
        "u8" | "u32" | "u64" | "usize" => "integer".into(),
        "f64" | "Factor" => "number".into(),
        "bool" => "boolean".into(),
        "String" | "&'static str" | "PathBuf" | "Misuse" => "text".into(),
        "Duration" => "duration".into(),
        "Tape" => "tape".into(),
        name => name.into(),
    }
}

#[test]
fn the_page_has_the_fields_of_each_code_of_the_engine() {
    let deaths = [
        Death::TimeLimit(std::time::Duration::from_secs(1)),
        Death::StackOverflow,
        Death::OutOfMemory,
        Death::Exit(1),
        Death::Signal(9),
        Death::Unknown,
    ];
    let mut reasons: Vec<Reason> = deaths.iter().map(Reason::died).collect();
    reasons.push(Reason::panicked("too large".into(), "src/lib.rs:7:5".into()));
    reasons.push(Reason::returned_false());
    reasons.push(Reason::returned_error("Full(7)".into()));
    let (_, table) = PAGE.split_once("| code | fields | meaning |\n").expect("a table of codes");
    for reason in reasons {
        let code = format!("`{}`", reason.code);
        let mut rows = table.lines().take_while(|line| line.starts_with('|'));
        let cells = rows.find_map(|row| {
            let mut cells = row.trim_matches('|').split('|').map(str::trim);
            cells.next()?.split(", ").any(|known| known == code).then(|| cells.next())
        });
        let fields: Vec<String> =
            reason.fields.iter().map(|(name, _)| format!("`{name}`")).collect();
        assert_eq!(cells, Some(Some(&*fields.join(", "))), "{code}");
    }
}

#[test]
fn the_examples_are_files_as_they_are_written() {
    let mut examples = PAGE.split("\n```json\n").skip(1);
    let mut example = || {
        let text = examples.next().and_then(|text| text.split("```").next());
        text.expect("an example").to_string()
    };
    let (results, failure) = (example(), example());
    let records = whole::<Record>(Kind::Results, &results);
    let (passed, failed) = match &records[..] {
        [
            Record::Results(_),
            Record::Event(_),
            Record::Summary(passed),
            _,
            Record::Summary(failed),
        ] => (passed, failed),
        _ => panic!("{records:?}"),
    };
    assert!(passed.is_success() && passed.seed == u64::MAX);
    assert_eq!(failed.failures()[0].arguments[0].debug, "1000");
    let [stored] = &whole::<StoredFailure>(Kind::Failure, &failure)[..] else { panic!() };
    assert_eq!(stored.failure.token, failed.failures()[0].token);
    assert_eq!(stored.to_file(), failure);
}

/// Records of a file, which must be written again as it is.
fn whole<T: Coded>(kind: Kind, text: &str) -> Vec<T> {
    let records = file::read::<T>(kind, text.as_bytes()).expect("a whole file");
    assert_eq!(file::write(kind, &records), text);
    records
}

#[test]
fn the_page_is_of_this_version() {
    assert!(PAGE.contains(&format!("\nThe version is {}. ", file::VERSION)));
    assert!(PAGE.contains(&format!("\"version\": {}}}", file::VERSION)));
}
