//! `cargo lawful init` in projects: what it writes compiles, runs, and leaves alone what is there.

use std::fs;
use std::path::Path;
use std::process::Command;

use checks::{Output, Project, subcommand};

/// Functions of a library, with the law that each gets.
const LIBRARY: &str = r#"//! A shop.
mod price;
pub mod basket;
pub use price::{Price, parse_price};

use std::collections::{BTreeMap, HashMap};
use std::io::{Read, Write};

pub fn total(prices: &[u32]) -> u64 { prices.iter().map(|price| u64::from(*price)).sum() }
pub fn normalize(text: &str) -> String { text.trim().to_string() }
pub fn reverse<T: Clone>(list: &[T]) -> Vec<T> { list.iter().rev().cloned().collect() }
pub fn add(x: i32, y: i32) -> i32 { x.wrapping_add(y) }
pub fn longest(one: String, other: String) -> usize { one.len().max(other.len()) }
pub fn sorted(mut list: Vec<String>) -> Vec<String> { list.sort(); list }
pub fn encode(bytes: &[u8]) -> Vec<u8> { bytes.iter().map(|byte| byte ^ 1).collect() }
pub fn decode(bytes: Vec<u8>) -> Result<Vec<u8>, Unreadable> { Ok(encode(&bytes)) }
pub struct Unreadable;
pub fn count(words: &[&str]) -> HashMap<String, usize> {
    words.iter().map(|word| (word.to_string(), word.len())).collect()
}
pub fn keep(list: Vec<i32>, is_kept: impl Fn(&i32) -> bool) -> Vec<i32> {
    list.into_iter().filter(|number| is_kept(number)).collect()
}
pub fn map_all<A, B, F: FnMut(A) -> B>(list: Vec<A>, f: F) -> Vec<B> { list.into_iter().map(f).collect() }
pub fn fold<A>(list: &[A], f: &dyn Fn(u32, &A) -> u32) -> u32 { list.iter().fold(0, |sum, one| f(sum, one)) }
pub fn each(numbers: &[u8], f: &dyn Fn(u8), g: impl Fn(u8) -> u8 + Send + 'static) {
    numbers.iter().for_each(|number| f(g(*number)));
}
pub fn sort(list: &mut [i64]) { list.sort() }
pub fn clear(list: &mut Vec<u8>, text: &mut String) { list.clear(); text.clear() }
pub fn read_number<T: std::str::FromStr>(text: &str) -> Option<T> { text.parse().ok() }
pub fn join(parts: impl IntoIterator<Item = impl AsRef<str>>, by: char) -> String {
    parts.into_iter().map(|part| format!("{}{by}", part.as_ref())).collect()
}
pub fn exists(path: impl AsRef<std::path::Path>) -> bool { path.as_ref().is_absolute() }
pub fn window<const N: usize>(values: [u8; N]) -> [u8; N] { values }
pub fn lookup<'a>(map: &'a BTreeMap<String, u32>, key: &str) -> Option<&'a u32> { map.get(key) }
pub async fn later(x: u8) -> u8 { x }
pub fn copy(mut input: impl Read, output: &mut dyn Write, prefix: Option<&str>) -> std::io::Result<()> {
    let mut text = prefix.unwrap_or_default().as_bytes().to_vec();
    input.read_to_end(&mut text)?;
    output.write_all(&text)
}
pub fn evens(limit: u32) -> impl Iterator<Item = u32> { (0..limit).step_by(2) }
pub fn weekday(name: &'static str) -> usize { name.len() }
pub fn is_hidden(text: &str) -> bool { hidden(text) }
fn hidden(text: &str) -> bool { text.starts_with('.') }
"#;

const PRICE: &str = r#"use std::fmt;
use std::str::FromStr;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price { cents: u32 }

#[derive(Debug)]
pub struct NoPrice;

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{} cents", self.cents) }
}
impl FromStr for Price {
    type Err = NoPrice;
    fn from_str(text: &str) -> Result<Self, Self::Err> { parse_price(text).ok_or(NoPrice) }
}
pub fn parse_price(text: &str) -> Option<Price> {
    Some(Price { cents: text.strip_suffix(" cents")?.parse().ok()? })
}
impl Price {
    pub fn to_bytes(&self) -> [u8; 4] { self.cents.to_le_bytes() }
    pub fn from_bytes(bytes: [u8; 4]) -> Self { Price { cents: u32::from_le_bytes(bytes) } }
    pub fn plus(&self, other: &Price) -> Price { Price { cents: self.cents.wrapping_add(other.cents) } }
}
"#;

const BASKET: &str = r#"#[derive(Clone, Debug, PartialEq)]
pub struct Item { pub name: String, pub count: u32, pub tags: Vec<Tag> }
#[derive(Clone, Debug, PartialEq)]
pub struct Tag(pub String);

#[derive(Clone, Debug, PartialEq)]
pub enum Size { Small, Large }

pub fn sizes(all: &[Size], one: Size) -> usize { all.iter().filter(|size| **size == one).count() }

pub fn weight(items: &[Item], each: u8) -> u128 {
    items.iter().map(|item| u128::from(item.count) * u128::from(each)).sum()
}

mod inner {
    pub(super) fn shelf(text: String) -> usize { text.len() }
}

pub fn shelves(texts: Vec<String>) -> usize { texts.into_iter().map(inner::shelf).max().unwrap_or(0) }
"#;

/// Functions that are named, and the laws that they get.
const LAWS: [(&str, &str, &str); 33] = [
    ("total", "tests/laws.rs", "total_does_not_panic"),
    ("shop::normalize", "tests/laws.rs", "normalize_does_not_panic"),
    ("reverse", "tests/laws.rs", "reverse_does_not_panic"),
    ("add", "tests/laws.rs", "add_does_not_panic"),
    ("longest", "tests/laws.rs", "longest_does_not_panic"),
    ("sorted", "tests/laws.rs", "sorted_does_not_panic"),
    ("decode", "tests/laws.rs", "decode_inverts_encode"),
    ("count", "tests/laws.rs", "count_does_not_panic"),
    ("keep", "tests/laws.rs", "keep_does_not_panic"),
    ("map_all", "tests/laws.rs", "map_all_does_not_panic"),
    ("fold", "tests/laws.rs", "fold_does_not_panic"),
    ("each", "tests/laws.rs", "each_does_not_panic"),
    ("sort", "tests/laws.rs", "sort_does_not_panic"),
    ("clear", "tests/laws.rs", "clear_does_not_panic"),
    ("read_number", "tests/laws.rs", "read_number_does_not_panic"),
    ("join", "tests/laws.rs", "join_does_not_panic"),
    ("exists", "tests/laws.rs", "exists_does_not_panic"),
    ("window", "tests/laws.rs", "window_does_not_panic"),
    ("lookup", "tests/laws.rs", "lookup_does_not_panic"),
    ("later", "tests/laws.rs", "later_does_not_panic"),
    ("copy", "tests/laws.rs", "copy_does_not_panic"),
    ("evens", "tests/laws.rs", "evens_does_not_panic"),
    ("weekday", "tests/laws.rs", "weekday_does_not_panic"),
    ("hidden", "src/lib.rs", "hidden_does_not_panic"),
    ("parse_price", "src/price.rs", "parse_price_reads_what_display_prints"),
    ("Price::from_str", "src/price.rs", "price_from_str_reads_what_display_prints"),
    ("shop::Price::from_bytes", "src/price.rs", "price_from_bytes_inverts_to_bytes"),
    ("Price::plus", "src/price.rs", "price_plus_does_not_panic"),
    ("basket::weight", "tests/laws.rs", "weight_does_not_panic"),
    ("sizes", "tests/laws.rs", "sizes_does_not_panic"),
    ("shelf", "src/basket.rs", "shelf_does_not_panic"),
    ("shelves", "tests/laws.rs", "shelves_does_not_panic"),
    ("is_hidden", "tests/laws.rs", "is_hidden_does_not_panic"),
];

/// A project as it is before the first law, in place of the one that an earlier run left. Its target directory is
/// shared, so that Lawful is built once.
fn project(name: &str, files: &[(&str, &str)]) -> Project {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    Project::depending(env!("CARGO_TARGET_TMPDIR"), name, "", files)
}

fn lawful() -> String {
    Project::repository().path("crates/lawful").display().to_string()
}

/// Runs `cargo lawful init` with Lawful from this repository.
fn init(project: &Project, words: &str) -> Output {
    subcommand(project, &format!("init {words}")).args(["--path", &lawful()]).run()
}

fn text(project: &Project, file: &str) -> String {
    fs::read_to_string(project.path(file)).unwrap_or_default()
}

/// The text with each law stating what its comments say, where those are whole.
fn with_statements(text: &str) -> (String, usize) {
    let mut lines: Vec<String> = Vec::new();
    let mut stated = 0;
    for law in text.split("#[law]") {
        let is_whole = law.contains("// assert_eq!") && !law.contains("/*");
        stated += usize::from(is_whole);
        let line = |line: &str| match line.trim().strip_prefix("// ") {
            Some(code) if is_whole && code.ends_with(';') => code.to_string(),
            _ if is_whole && line.trim().starts_with("let _ = ") => String::new(),
            _ => line.to_string(),
        };
        lines.push(law.lines().map(line).collect::<Vec<_>>().join("\n"));
    }
    (lines.join("#[law]"), stated)
}

#[test]
fn laws_of_all_kinds_of_signatures_compile_and_pass() {
    let files = [("src/lib.rs", LIBRARY), ("src/price.rs", PRICE), ("src/basket.rs", BASKET)];
    let project = project("shop", &files);
    let listed = init(&project, "").expect_success();
    assert!(
        listed.stdout.contains("added the dev-dependency `lawful` to Cargo.toml"),
        "{}",
        listed.all()
    );
    assert!(
        listed.stdout.contains("public functions of `shop` can have a first law"),
        "{}",
        listed.all()
    );
    // A round trip comes first.
    let (_, first) = listed.stdout.split_once("first law:\n\n  ").expect("there is a list");
    assert!(first.starts_with("shop::encode  (src/lib.rs:"), "{}", listed.all());

    for (name, file, law) in LAWS {
        let written = init(&project, name).expect_success();
        let expected = format!("wrote the law `{law}` to {file}:");
        assert!(written.stdout.contains(&expected), "{name}: {}", written.all());
        assert!(written.stdout.contains("`shop` depends on Lawful already\n"), "{}", written.all());
        let (_, rest) = written.stdout.split_once(&expected).expect("it is there");
        let line: usize =
            rest.split(':').next().and_then(|line| line.parse().ok()).expect("a line");
        let text = text(&project, file);
        let line = text.lines().nth(line - 1).expect("the line is there");
        assert!(line.contains(&format!("fn {law}(")), "{line}");
    }
    let before = text(&project, "src/lib.rs");
    assert!(before.starts_with(LIBRARY), "{before}");

    let tested = project.cargo("test").run();
    assert!(tested.success, "{}", tested.all());
    assert!(!tested.stderr.contains("warning: unused"), "{}", tested.all());
    for (_, _, law) in LAWS {
        assert!(tested.stdout.contains(&format!("{law} ... ok\n")), "{law}\n{}", tested.all());
    }

    let (stated, count) = with_statements(&text(&project, "tests/laws.rs"));
    assert!(count >= 5, "{stated}");
    project.write("tests/laws.rs", &stated);
    let tested = project.cargo("test --test laws").run();
    // `reverse` undoes itself, `add` does not mind the order, and so on: what the comments offer is true here.
    assert!(tested.success, "{}\n{stated}", tested.all());
}

/// A function for each row of types, which together are those that `init` knows of std.
const STANDARD: [&str; 6] = [
    "a: Box<str>, b: std::borrow::Cow<'_, str>, c: std::cell::Cell<u8>, d: std::cell::OnceCell<u8>, \
     e: std::cell::RefCell<u8>, f: std::cmp::Ordering, g: std::cmp::Reverse<u8>, h: Result<u8, String>, i: Option<u8>",
    "a: BTreeMap<u8, u8>, b: BTreeSet<u8>, c: BinaryHeap<u8>, d: HashMap<u8, u8>, e: HashSet<u8>, f: LinkedList<u8>, \
     g: VecDeque<u8>, h: Vec<String>, i: std::task::Poll<u8>",
    "a: std::ffi::CString, b: std::ffi::OsString, c: std::marker::PhantomData<u8>, d: std::path::PathBuf, \
     e: std::rc::Rc<[u8]>, f: std::sync::Arc<str>, g: std::time::Duration, h: std::time::SystemTime, i: (u128, char)",
    "a: std::net::IpAddr, b: std::net::Ipv4Addr, c: std::net::Ipv6Addr, d: std::net::SocketAddr, \
     e: std::net::SocketAddrV4, f: std::net::SocketAddrV6, g: std::sync::Mutex<u8>, h: std::sync::OnceLock<u8>, \
     i: std::sync::RwLock<u8>",
    "a: NonZero<u8>, b: NonZeroI32, c: NonZeroI64, d: NonZeroU8, e: NonZeroU16, f: NonZeroU32, g: NonZeroU64, \
     h: NonZeroUsize, i: Saturating<u8>, j: Wrapping<u8>",
    "a: Bound<u8>, b: ControlFlow<u8, u8>, c: Range<u8>, d: RangeFrom<u8>, e: RangeFull, f: RangeInclusive<u8>, \
     g: RangeTo<u8>, h: RangeToInclusive<u8>, i: &std::ffi::CStr, j: &std::ffi::OsStr",
];

#[test]
fn every_type_of_std_that_is_known_can_be_drawn() {
    let mut library =
        String::from("use std::collections::*;\nuse std::num::*;\nuse std::ops::*;\n");
    for (number, arguments) in STANDARD.iter().enumerate() {
        library.push_str(&format!("pub fn row_{number}({arguments}) {{}}\n"));
    }
    let project = project("standard", &[("src/lib.rs", &library)]);
    for number in 0..STANDARD.len() {
        init(&project, &format!("row_{number}")).expect_success();
    }
    let tested = project.cargo("test --test laws").run().expect_success();
    assert!(tested.stdout.contains("test result: ok. 6 passed"), "{}", tested.all());
    assert!(!tested.stderr.contains("warning: unused import"), "{}", tested.all());
}

#[test]
fn a_program_has_its_laws_beside_its_functions() {
    let main = "fn main() {\n    println!(\"{}\", double(2));\n}\n\nfn double(x: u32) -> u32 {\n    x + x\n}\n";
    let project = project("tool", &[("src/main.rs", main)]);
    let listed = init(&project, "").expect_success();
    assert!(
        listed.stdout.contains("1 function of `tool` can have a first law"),
        "{}",
        listed.all()
    );
    assert!(listed.stdout.contains("cargo lawful init tool::double\n"), "{}", listed.all());
    let written = init(&project, "tool::double").expect_success();
    assert!(
        written.stdout.ends_with("\nNext:\n\n  cargo test double_does_not_panic\n"),
        "{}",
        written.all()
    );
    let tested = project.cargo("test double_does_not_panic").run();
    let report = tested.failure("laws::double_does_not_panic");
    assert!(report.contains("x = 2147483648") && report.contains("overflow"), "{report}");
}

#[test]
fn what_is_there_is_not_overwritten() {
    let laws =
        "use lawful::prelude::*;\n\n#[law]\nfn f_does_not_panic(x: u8) {\n    let _ = x;\n}\n";
    let library = "pub fn f(x: u8) -> u8 { x }\npub fn g(f: u16) {}\nmod laws {}\nfn h(x: u8) {}\n";
    let project = project("taken", &[("src/lib.rs", library), ("tests/laws.rs", laws)]);
    let manifest = text(&project, "Cargo.toml");
    let refused = |words: &str, why: &str| {
        let refused = init(&project, words);
        assert_eq!(refused.code, Some(2), "{}", refused.all());
        assert!(refused.stderr.contains(why), "{why}\n{}", refused.all());
        assert_eq!(text(&project, "Cargo.toml"), manifest, "{}", refused.all());
        assert_eq!(text(&project, "tests/laws.rs"), laws);
        assert_eq!(text(&project, "src/lib.rs"), library);
    };
    refused("f", "tests/laws.rs:4 has a function `f_does_not_panic` already");
    refused("h", "has a module `laws` that is not for tests alone");
    refused("missing", "there is no function `missing` in the sources");
    refused("f --version 1", "cannot be used with");
    refused("-p other", "no package of the workspace is named `other`; there are: taken");

    let written = init(&project, "g").expect_success();
    assert!(
        text(&project, "tests/laws.rs").starts_with("use lawful::prelude::*;\nuse taken::g;\n")
    );
    assert!(
        written.stdout.contains("wrote the law `g_does_not_panic` to tests/laws.rs:10"),
        "{}",
        written.all()
    );

    project.write("tests/laws.rs", "fn (");
    let refused = init(&project, "f");
    assert!(
        refused.code == Some(2) && refused.stderr.contains("is not Rust that can be read"),
        "{}",
        refused.all()
    );
}

#[test]
fn a_type_that_cannot_be_drawn_is_told_with_the_line_to_add() {
    let library = "#[derive(Debug)]\npub enum Coin {\n    Penny,\n    Other(u32),\n}\n\npub fn value(coin: &Coin) -> u32 {\n    \
                   match coin {\n        Coin::Penny => 1,\n        Coin::Other(value) => *value,\n    }\n}\n";
    let project = project("coins", &[("src/lib.rs", library)]);
    let refused = init(&project, "value");
    assert_eq!(refused.code, Some(2), "{}", refused.all());
    let expected = "error: no law was written for `value`: no `Coin` can be drawn: it is not arbitrary\n  \
                    at src/lib.rs:2, above `Coin`, add:\n    #[cfg_attr(test, derive(lawful::Arbitrary))]\n";
    assert_eq!(refused.stderr, expected);
    let derived =
        library.replace("pub enum", "#[cfg_attr(test, derive(lawful::Arbitrary))]\npub enum");
    project.write("src/lib.rs", &derived);
    let written = init(&project, "value").expect_success();
    assert!(written.stdout.contains("to src/lib.rs:"), "{}", written.all());
    project.cargo("test").run().expect_success();
}

#[test]
fn git_is_told_to_leave_out_the_target_directory() {
    let project =
        project("versioned", &[("src/lib.rs", "pub fn f(x: u8) {}\npub fn g(x: u8) {}\n")]);
    let git = Command::new("git").args(["init", "--quiet"]).current_dir(project.path("")).status();
    if !git.is_ok_and(|status| status.success()) {
        eprintln!("skipped: git is not installed");
        return;
    }
    let in_own_target = |words: &str| {
        let command = subcommand(&project, &format!("init {words}")).with_own_target();
        command.args(["--path", &lawful()]).run().expect_success()
    };
    let first = in_own_target("f");
    assert!(first.stdout.contains("added `/target` to .gitignore: "), "{}", first.all());
    assert_eq!(text(&project, ".gitignore"), "/target\n");
    let second = in_own_target("g");
    assert!(second.stdout.contains("git ignores target already"), "{}", second.all());
    assert_eq!(text(&project, ".gitignore"), "/target\n");
    // A target directory that is elsewhere is not the repository's.
    fs::remove_file(project.path(".gitignore")).expect("it can be removed");
    let outside = init(&project, "");
    assert!(outside.success && !outside.stdout.contains("git"), "{}", outside.all());
}

#[test]
fn a_package_of_a_workspace_is_named() {
    let root = "[workspace]\nresolver = \"3\"\nmembers = [\"one\", \"two\"]\n";
    let manifest = |name: &str| {
        format!("[package]\nname = {name:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n")
    };
    let (one, two) = (manifest("one"), manifest("two"));
    let renamed = format!(
        "{two}\n[dev-dependencies]\nlw = {{ package = \"lawful\", path = {:?} }}\nautotests = false\n",
        lawful()
    );
    let renamed = renamed
        .replace("\nautotests = false\n", "\n")
        .replace("edition", "autotests = false\nedition");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("several");
    let _ = fs::remove_dir_all(&directory);
    let files = [
        ("Cargo.toml", root),
        ("Cargo.lock", &Project::root_lock()),
        ("one/Cargo.toml", &one),
        ("one/src/lib.rs", "pub fn f(x: u8) {}\n"),
        ("two/Cargo.toml", &renamed),
        ("two/src/lib.rs", "pub fn f(x: u8) {}\n"),
    ];
    let project = Project::of_files(env!("CARGO_TARGET_TMPDIR"), "several", &files);
    let unnamed = init(&project, "f");
    assert_eq!(unnamed.code, Some(2), "{}", unnamed.all());
    assert!(unnamed.stderr.contains("name one with `-p`: one, two"), "{}", unnamed.all());

    let written = init(&project, "f -p two").expect_success();
    assert!(written.stdout.contains("`two` depends on Lawful already"), "{}", written.all());
    assert!(written.stdout.contains("add to two/Cargo.toml:\n\n  [[test]]\n"), "{}", written.all());
    assert!(written.stdout.ends_with("cargo test -p two f_does_not_panic\n"), "{}", written.all());
    let target = "\n[[test]]\nname = \"laws\"\npath = \"tests/laws.rs\"\n";
    project.write("two/Cargo.toml", &format!("{renamed}{target}"));
    let tested = project.cargo("test -p two f_does_not_panic").run().expect_success();
    assert!(tested.stdout.contains("f_does_not_panic ... ok"), "{}", tested.all());

    let inside = subcommand(&project, "init f")
        .args(["--path", &lawful()])
        .in_directory(&project.path("one"))
        .run();
    assert!(inside.success && inside.stdout.contains("to tests/laws.rs:"), "{}", inside.all());
}

#[test]
fn a_dependency_that_cannot_be_added_changes_nothing() {
    let project = project("offline", &[("src/lib.rs", "pub fn f(x: u8) {}\n")]);
    let manifest = text(&project, "Cargo.toml");
    let failed = subcommand(&project, "init f --path ./nowhere").run();
    assert_eq!(failed.code, Some(3), "{}", failed.all());
    assert!(
        failed.stderr.contains("`cargo add` failed, and nothing was changed"),
        "{}",
        failed.all()
    );
    assert_eq!(text(&project, "Cargo.toml"), manifest);
    assert!(!project.path("tests").exists());
}
