//! Every public item has a doc summary that stands alone in a list: a verb with its object, or a noun phrase.
//!
//! The items are those that can be reached from `lawful` with all components, as rustdoc sees them. Their examples
//! import `lawful` and none of the crates that it is made of.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Crates whose items `lawful` shows.
const CRATES: [&str; 12] = [
    "lawful",
    "lawful_bundles",
    "lawful_core",
    "lawful_data",
    "lawful_discovery",
    "lawful_history",
    "lawful_machine",
    "lawful_parallel",
    "lawful_pulse",
    "lawful_rank",
    "lawful_report",
    "lawful_temporal",
];

/// Openings of summaries that need their neighbours, or say nothing.
const OPENINGS: [&str; 8] = ["What", "How", "Where", "Who", "Whether", "It", "Those", "The same"];

/// Maximum number of names in the prelude.
const PRELUDE: usize = 22;

#[test]
fn every_public_item_has_a_summary_that_stands_alone() {
    let documents = documents();
    let mut walk = Walk { documents: &documents, seen: BTreeSet::new(), found: Vec::new() };
    walk.visit("lawful", &root(&documents["lawful"]), "");
    println!("{} public items", walk.seen.len());
    assert!(walk.seen.len() > 2_000, "only {} items were seen", walk.seen.len());
    assert!(walk.found.is_empty(), "{} items:\n{}", walk.found.len(), walk.found.join("\n"));
}

#[test]
fn the_prelude_is_small() {
    let documents = documents();
    let index = &documents["lawful"]["index"];
    let is_prelude = |item: &&Value| item["name"] == "prelude";
    let prelude = index.as_object().unwrap().values().find(is_prelude).expect("there is a prelude");
    let names: BTreeSet<String> = list(&prelude["inner"]["module"]["items"])
        .map(|id| index[id.to_string()]["inner"]["use"]["name"].as_str().unwrap().to_string())
        .collect();
    println!("{names:?}");
    assert!(names.len() <= PRELUDE, "{} names: {names:?}", names.len());
}

/// Documents of rustdoc, by crate. Its JSON needs a nightly compiler, or a stable one that is told to be one.
fn documents() -> BTreeMap<&'static str, Value> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("documents");
    let features = [
        "discovery",
        "machine",
        "parallel",
        "formats",
        "pulse",
        "rank-command",
        "regex",
        "serde",
        "temporal",
        "tracing",
        "json-lines",
    ];
    let features = features.map(|name| format!("lawful/{name}"));
    let status = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["doc", "--workspace", "--no-deps", "--features", &features.join(",")])
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTDOCFLAGS", "-Z unstable-options --output-format json")
        .env("RUSTUP_AUTO_INSTALL", "0")
        .env("CARGO_TARGET_DIR", &target)
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the documentation cannot be built");
    let read = |name: &'static str| {
        let file = target.join("doc").join(format!("{name}.json"));
        let text = std::fs::read_to_string(&file).expect("rustdoc has written the file");
        (name, serde_json::from_str(&text).expect("the file is JSON"))
    };
    CRATES.map(read).into_iter().collect()
}

fn root(document: &Value) -> Value {
    document["root"].clone()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

struct Walk<'a> {
    documents: &'a BTreeMap<&'static str, Value>,
    seen: BTreeSet<(String, String)>,
    found: Vec<String>,
}

impl Walk<'_> {
    /// Looks at an item of a crate, and at what is in it.
    fn visit(&mut self, name: &str, id: &Value, path: &str) {
        let Some(document) = self.documents.get(name) else { return };
        let item = &document["index"][id.to_string()];
        if item.is_null() || is_hidden(item) || !self.seen.insert((name.into(), id.to_string())) {
            return;
        }
        let (kind, inner) = item["inner"].as_object().and_then(|one| one.iter().next()).unwrap();
        if kind == "use" {
            return self.follow(name, inner, path);
        }
        if kind == "impl" {
            if inner["trait"].is_null() {
                list(&inner["items"]).for_each(|id| self.member(name, id, path, false));
            }
            return;
        }
        if item["visibility"] != "public" {
            return;
        }
        let path = format!("{path}::{}", item["name"].as_str().unwrap_or_default());
        self.check(item, &path);
        for field in ["items", "impls"] {
            for id in list(&inner[field]) {
                match kind == "trait" {
                    true => self.member(name, id, &path, true),
                    false => self.visit(name, id, &path),
                }
            }
        }
        list(&inner["kind"]["plain"]["fields"]).for_each(|id| self.member(name, id, &path, false));
        for id in list(&inner["variants"]) {
            self.member(name, id, &path, true);
            let variant = &document["index"][id.to_string()];
            list(&variant["inner"]["variant"]["kind"]["struct"]["fields"])
                .for_each(|id| self.member(name, id, &path, true));
        }
    }

    /// Goes on where an import leads to.
    fn follow(&mut self, name: &str, import: &Value, path: &str) {
        let document = &self.documents[name];
        let id = &import["id"];
        if !document["index"][id.to_string()].is_null() {
            return self.visit(name, id, path);
        }
        let target = &document["paths"][id.to_string()];
        let source = import["source"].as_str().unwrap_or_default();
        let other = match target["path"][0].as_str() {
            Some(other) => other,
            None => source.split("::").next().unwrap_or_default(),
        };
        let Some(document) = self.documents.get(other) else { return };
        let is_target = |entry: &Value| {
            entry["crate_id"] == 0
                && entry["path"] == target["path"]
                && entry["kind"] == target["kind"]
        };
        let paths = document["paths"].as_object().unwrap();
        let found = paths.iter().find(|(_, entry)| is_target(entry));
        let id = match found {
            Some((id, _)) => serde_json::from_str(id).unwrap(),
            None => root(document),
        };
        self.visit(other, &id, path);
    }

    fn member(&mut self, name: &str, id: &Value, path: &str, always: bool) {
        let item = &self.documents[name]["index"][id.to_string()];
        if item.is_null() || is_hidden(item) || !(always || item["visibility"] == "public") {
            return;
        }
        self.seen.insert((name.into(), id.to_string()));
        self.check(item, &format!("{path}::{}", item["name"].as_str().unwrap_or_default()));
    }

    fn check(&mut self, item: &Value, path: &str) {
        let summary = item["docs"].as_str().unwrap_or_default().lines().next().unwrap_or_default();
        let opens = |opening: &str| {
            let rest = summary.strip_prefix(opening);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        let imports = |line: &str| {
            let inner = CRATES.iter().filter(|name| !["lawful", "lawful_pulse"].contains(*name));
            inner.into_iter().any(|name| line.contains(&format!("{name}::")))
                && !line.contains("](")
                // Programs that are tested emit their events with this one.
                && !line.contains("use lawful_temporal::event;")
        };
        let docs = item["docs"].as_str().unwrap_or_default();
        let is_example = |line: &&str| !line.starts_with('[') && imports(line);
        if let Some(line) = docs.lines().find(is_example) {
            self.found.push(format!("{path}: {line:?}"));
        }
        if summary.is_empty() || OPENINGS.iter().any(|opening| opens(opening)) {
            let span = &item["span"];
            let file = span["filename"].as_str().unwrap_or_default();
            self.found.push(format!("{file}:{} {path}: {summary:?}", span["begin"][0]));
        }
    }
}

fn is_hidden(item: &Value) -> bool {
    list(&item["attrs"]).any(|attribute| attribute.to_string().contains("hidden"))
}
