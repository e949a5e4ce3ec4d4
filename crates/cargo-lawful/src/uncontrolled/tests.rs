//! Sources, and what is listed of them.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::declare::Crate;
use super::workspace::{declared_at, languages};
use super::{Advice, Use, catalogue, scan, uses_in_source};

/// Checks the listing of a source: a line for each use, with its place, its name and its conditions.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let uses = uses_in_source(source).expect("the source parses");
    assert_eq!(uses.iter().map(line).collect::<Vec<_>>(), expected, "{source}");
}

fn line(found: &Use) -> String {
    let conditions: Vec<String> =
        found.conditions.iter().map(|condition| format!(" if {condition}")).collect();
    format!("{}:{} {}{}", found.line, found.column, found.name, conditions.concat())
}

/// Checks the listing of a crate with several files, which begins at `src/lib.rs`.
#[track_caller]
fn check_files(files: &[(&str, &str)], expected: &[&str]) {
    let mut of = read_files(files);
    let mut lines = Vec::new();
    for file in 0..of.files.len() {
        let uses = scan::uses(&mut of, file);
        let path = of.files[file].path.display().to_string();
        lines.extend(uses.iter().map(|found| format!("{path}:{}", line(found))));
    }
    lines.extend(of.problems.iter().map(|problem| {
        let (file, message) = (problem.file.display(), &problem.message);
        format!("{file}:{}:{} not read: {message}", problem.line, problem.column)
    }));
    assert_eq!(lines, expected);
}

fn read_files(files: &[(&str, &str)]) -> Crate {
    let files: BTreeMap<PathBuf, String> =
        files.iter().map(|(path, text)| (PathBuf::from(path), text.to_string())).collect();
    let read = |path: &Path| {
        files.get(path).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    };
    let names = catalogue::crates().map(|name| (name.to_string(), name.to_string()));
    Crate::read(Path::new("src/lib.rs"), names.chain(languages()).collect(), &read)
}

#[test]
fn an_import_of_an_item_is_the_place_to_change() {
    check(
        "use std::sync::Mutex;\nfn f() { Mutex::new(0); let _: Mutex<u8>; }",
        &["1:16 std::sync::Mutex"],
    );
    check(
        "use std::{sync::{atomic::{AtomicBool as Flag, Ordering}, Arc, mpsc::{self, channel}}, thread};",
        &[
            "1:27 std::sync::atomic::AtomicBool",
            "1:70 std::sync::mpsc",
            "1:76 std::sync::mpsc::channel",
        ],
    );
    check("use ::core::sync::atomic::AtomicU8;", &["1:27 core::sync::atomic::AtomicU8"]);
    check("use std::time::Instant;\nfn f() { Instant::now(); }", &["1:16 std::time::Instant"]);
    check("fn f() { use std::thread::spawn; spawn(|| ()); }", &["1:27 std::thread::spawn"]);
}

#[test]
fn what_needs_no_control_is_not_listed() {
    check("use std::sync::{Arc, Weak, PoisonError, atomic::Ordering};", &[]);
    check("use std::time::Duration;\nuse std::thread::panicking;", &[]);
    check("use std::time::SystemTime;", &[]);
    check(
        "use lawful_pulse::sync::Mutex;\nuse lawful_pulse::thread;\nfn f() { thread::spawn(g); }",
        &[],
    );
    check("use once_cell::unsync::OnceCell;\nuse crossbeam_utils::CachePadded;", &[]);
}

#[test]
fn a_use_through_a_module_is_listed_at_its_place() {
    check(
        "use std::thread;\nfn f() {\n    thread::spawn(g);\n    thread::panicking();\n}",
        &["3:5 std::thread::spawn"],
    );
    check("use std::sync as s;\nstruct S(s::Mutex<u8>, s::Arc<u8>);", &["2:10 std::sync::Mutex"]);
    check("use std as core_of_all;\ntype T = core_of_all::sync::Once;", &["2:10 std::sync::Once"]);
    check(
        "fn f() -> std::sync::Condvar { std::sync::Condvar::new() }",
        &["1:11 std::sync::Condvar", "1:32 std::sync::Condvar"],
    );
    check(
        "use std::time::SystemTime;\nfn f() { SystemTime::now(); }",
        &["2:10 std::time::SystemTime::now"],
    );
    check(
        "use lawful_pulse::time;\nfn f() { time::SystemTime::now(); }",
        &["2:10 lawful_pulse::time::SystemTime::now"],
    );
    check(
        "use lawful::pulse::time;\nfn f() { time::SystemTime::now(); }",
        &["2:10 lawful::pulse::time::SystemTime::now"],
    );
    check("fn f() { std::hint::spin_loop() }", &["1:10 std::hint::spin_loop"]);
    check("extern crate std as s;\nfn f() { s::thread::park() }", &["2:10 std::thread::park"]);
    // In the root it is a name for all modules, and only there.
    check(
        "extern crate std as s;\nmod a { use s::sync::Mutex; fn f() { ::s::thread::park() } }",
        &["2:22 std::sync::Mutex", "2:40 std::thread::park"],
    );
    check("mod a { extern crate std as s; mod b { use s::sync::Mutex; } }", &[]);
}

#[test]
fn a_glob_brings_the_names_that_are_used() {
    check("use std::sync::*;\nstruct S(Mutex<u8>, Arc<u8>);", &["2:10 std::sync::Mutex"]);
    check(
        "use std::sync::*;\nfn f() { atomic::AtomicU8::new(1); }",
        &["2:10 std::sync::atomic::AtomicU8"],
    );
    check(
        "use std::thread::*;\nfn f() { spawn(g); park(); }",
        &["2:10 std::thread::spawn", "2:20 std::thread::park"],
    );
    // No list says what the crate brings.
    check(
        "use parking_lot::*;\nuse rayon::prelude::*;",
        &["1:18 parking_lot::*", "2:21 rayon::prelude::*"],
    );
    check(
        "mod a { use std::thread; mod b { use super::*; fn f() { thread::park() } } }",
        &["1:57 std::thread::park"],
    );
}

#[test]
fn a_local_name_hides_what_std_has() {
    check("use std::sync::*;\nstruct Mutex;\nfn f(_: Mutex) {}", &[]);
    check("mod thread { pub fn spawn() {} }\nfn f() { thread::spawn() }", &[]);
    check(
        "mod std { pub mod thread { pub fn spawn() {} } }\nfn f() { self::std::thread::spawn() }",
        &[],
    );
    check("use std::sync::*;\nfn f<Mutex>(_: Mutex) {}", &[]);
    check("use std::thread::*;\nfn f(park: u8) -> u8 { let current = park; current }", &[]);
    check("use std::sync::*;\nfn f() { struct Once; Once; }", &[]);
    check("use std::thread;\nfn f() { mod thread { pub fn park() {} } thread::park() }", &[]);
    check("use other::Mutex;\nfn f() { Mutex::new(0); }", &[]);
    check("struct Mutex;\nfn f() { Mutex::new(); Instant::now(); }", &[]);
    check("macro_rules! thread_local { () => {} }\nthread_local! {}", &[]);
    check("use lawful_pulse::thread_local;\nthread_local! { static A: u8 = 0 }", &[]);
}

#[test]
fn comments_strings_and_examples_are_not_listed() {
    check(
        "/// use std::sync::Mutex;\nfn f() { /* std::thread::spawn */ g(\"std::sync::Mutex\"); }",
        &[],
    );
    check("#[doc = \"std::thread::spawn\"]\nfn f() { println!(\"std::sync::Once\"); }", &[]);
}

#[test]
fn macros_are_searched_by_tokens() {
    check(
        "fn f() { assert!(std::thread::spawn(g).join().is_ok()); }",
        &["1:18 std::thread::spawn"],
    );
    check(
        "use std::thread;\nfn f() { vec![thread::current().id()]; }",
        &["2:15 std::thread::current"],
    );
    check("macro_rules! m { () => { ::std::sync::Once::new() } }", &["1:28 std::sync::Once"]);
    check(
        "macro_rules! m { ($x:ident) => { use std::sync::{Arc, Mutex as M}; $x::spawn() } }",
        &["1:55 std::sync::Mutex"],
    );
    check("fn f() { m!(a.std::sync::Once); }", &[]);
    check(
        "thread_local! { static A: u8 = std::sync::Once::new(); }",
        &["1:1 std::thread_local", "1:32 std::sync::Once"],
    );
    check("fn f() { m!(thread_local! { static A: u8 = 0 }); }", &["1:13 std::thread_local"]);
}

#[test]
fn conditions_are_named() {
    check(
        "#[cfg(loom)]\nuse loom::thread;\n#[cfg(not(loom))]\nuse std::thread;\nfn f() { thread::park() }",
        &["5:10 std::thread::park if not(loom)"],
    );
    check(
        "#[cfg(test)]\nmod tests {\n    #[cfg(unix)]\n    use std::sync::Mutex;\n}",
        &["4:20 std::sync::Mutex if test if unix"],
    );
    check(
        "cfg_if::cfg_if! {\n    if #[cfg(loom)] {\n        use loom::sync;\n    } else {\n        use std::sync;\n    }\n}\n\
         struct S(sync::Mutex<u8>);",
        &["8:10 std::sync::Mutex if not(any(loom))"],
    );
    check(
        "struct S {\n    #[cfg(feature = \"std\")]\n    once: std::sync::Once,\n}",
        &["3:11 std::sync::Once if feature = \"std\""],
    );
}

#[test]
fn a_reexport_is_listed_once() {
    check(
        "mod a { pub use std::sync::Mutex; }\nuse crate::a::Mutex;\nfn f(_: Mutex<u8>) {}",
        &["1:28 std::sync::Mutex"],
    );
    check(
        "mod a { pub use std::thread; }\nuse self::a::thread;\nfn f() { thread::park() }",
        &["1:22 std::thread"],
    );
    check(
        "mod a { pub(crate) use std::sync::*; }\nuse a::*;\nfn f(_: Mutex<u8>) {}",
        &["1:35 std::sync::*"],
    );
    // Private names reach children alone, and show where they are used.
    check(
        "use std::thread;\nmod a { fn f() { super::thread::park() } }",
        &["2:18 std::thread::park"],
    );
    check("pub use a::b;\npub use b::a;\nfn f() { a::c(); b::c() }", &[]);
}

#[test]
fn crates_that_synchronise_are_listed() {
    check(
        "use tokio::sync::Mutex;\n#[tokio::main]\nasync fn main() { tokio::spawn(f()); }",
        &["1:18 tokio::sync::Mutex", "2:3 tokio::main", "3:19 tokio::spawn"],
    );
    check("use lawful_pulse::tokio;\nfn f() { tokio::spawn(g()); }", &[]);
    check(
        "use tokio::{net::TcpStream, time::{self, Duration}};\nfn f() { time::sleep(d); }",
        &["1:18 tokio::net::TcpStream", "2:10 tokio::time::sleep"],
    );
    check(
        "use once_cell::sync::Lazy;\nuse flume;\nfn f() { flume::unbounded(); }",
        &["1:22 once_cell::sync::Lazy", "3:10 flume::unbounded"],
    );
    check(
        "use futures::{executor::block_on, channel::mpsc};",
        &["1:25 futures::executor::block_on"],
    );
}

#[test]
fn advice_names_what_takes_the_place() {
    let advice = |source: &str| uses_in_source(source).expect("it parses").remove(0).advice;
    let replace = |path: &str| Advice::Replace(path.to_string());
    assert_eq!(
        advice("use core::sync::atomic::fence;"),
        replace("lawful_pulse::sync::atomic::fence")
    );
    assert_eq!(advice("use std::sync::mpsc::Sender;"), replace("lawful_pulse::sync::mpsc::Sender"));
    assert_eq!(advice("pub use tokio::sync;"), replace("lawful_pulse::tokio::sync"));
    let parking_lot = advice("use parking_lot::Mutex;").to_string();
    assert_eq!(parking_lot, "use lawful_pulse::sync::Mutex (`lock` returns a `Result` there)");
    let Advice::Nothing(why) = advice("use dashmap::DashMap;") else { panic!("it has none") };
    assert!(why.contains("`effect`"), "{why}");
}

#[test]
fn a_comment_with_a_reason_accepts_a_use() {
    check("use std::sync::Mutex; // uncontrolled: only the reporter uses it", &[]);
    check("// uncontrolled: a counter\n// of the tests\n#[cfg(test)]\nuse std::sync::Mutex;", &[]);
    check("use std::sync::Mutex; // uncontrolled:", &["1:16 std::sync::Mutex"]);
    check("// uncontrolled: x\n\nuse std::sync::Mutex;", &["3:16 std::sync::Mutex"]);
    check(
        "use std::sync::Mutex; // uncontrolled: x\nuse std::sync::Once;",
        &["2:16 std::sync::Once"],
    );
    check("fn f() { g(\"// uncontrolled: x\", std::thread::park()) }", &["1:34 std::thread::park"]);
    check(
        "const A: &str = \"\n// uncontrolled: x\n\"; type T = std::sync::Once;",
        &["3:13 std::sync::Once"],
    );
}

#[test]
fn files_are_found_by_modules() {
    let files = [
        (
            "src/lib.rs",
            "mod a;\nmod inline { mod b; }\n#[path = \"other/c.rs\"]\n#[cfg(unix)]\nmod c;\nmod d;\nmod e;",
        ),
        ("src/a.rs", "mod deep;\nuse std::sync::Once;"),
        ("src/a/deep.rs", "use super::super::d::Mutex;\nuse std::sync::Barrier;"),
        ("src/inline/b.rs", "use std::sync::Mutex;"),
        ("src/other/c.rs", "mod beside;"),
        ("src/other/beside.rs", "use std::thread::park;"),
        ("src/d/mod.rs", "pub use std::sync::Mutex;\nmod inner;"),
        ("src/d/inner.rs", "fn f() { super::Mutex::new(0); }\nuse std::sync::RwLock;"),
        ("src/unused.rs", "use std::sync::Mutex;"),
    ];
    check_files(
        &files,
        &[
            "src/a.rs:2:16 std::sync::Once",
            "src/a/deep.rs:2:16 std::sync::Barrier",
            "src/inline/b.rs:1:16 std::sync::Mutex",
            "src/other/beside.rs:1:18 std::thread::park if unix",
            "src/d/mod.rs:1:20 std::sync::Mutex",
            "src/d/inner.rs:2:16 std::sync::RwLock",
            "src/lib.rs:7:5 not read: there is no file for the module `e`",
        ],
    );
}

#[test]
fn a_path_of_an_inline_module_begins_at_the_file() {
    check_files(
        &[
            ("src/lib.rs", "mod a;"),
            ("src/a.rs", "#[path = \"p\"]\nmod inner { mod b; #[path = \"q\"] mod c { mod d; } }"),
            ("src/p/b.rs", "use std::sync::Mutex;"),
            ("src/p/q/d.rs", "use std::sync::Once;"),
        ],
        &["src/p/b.rs:1:16 std::sync::Mutex", "src/p/q/d.rs:1:16 std::sync::Once"],
    );
}

/// Such a module is no error if a condition takes it away.
#[test]
fn a_module_that_leads_back_to_its_file_is_read_once() {
    check_files(
        &[
            ("src/lib.rs", "mod a;\n#[cfg(any())]\n#[path = \"lib.rs\"]\nmod b;"),
            (
                "src/a.rs",
                "#[cfg(any())]\n#[path = \"../src/./lib.rs\"]\nmod c;\nuse std::sync::Once;",
            ),
            ("src/../src/./lib.rs", "mod a;"),
        ],
        &["src/a.rs:4:16 std::sync::Once"],
    );
}

#[test]
fn a_file_that_is_no_text_is_named() {
    let read = |path: &Path| match path.to_str() {
        Some("src/lib.rs") => Ok(String::from("mod a;\nmod b;")),
        Some("src/a.rs") => Err(io::Error::new(io::ErrorKind::InvalidData, "not UTF-8")),
        Some("src/b/mod.rs") => Err(io::Error::from(io::ErrorKind::NotADirectory)),
        Some("src/b.rs") => Ok(String::new()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    let of = Crate::read(Path::new("src/lib.rs"), languages().collect(), &read);
    let problems: Vec<_> =
        of.problems.iter().map(|problem| (problem.file.to_str(), &*problem.message)).collect();
    assert_eq!(problems, [(Some("src/a.rs"), "not UTF-8")]);
}

#[test]
fn a_file_that_does_not_parse_is_named() {
    let files =
        [("src/lib.rs", "mod a;\nuse std::sync::Once;"), ("src/a.rs", "fn f() {\n    let = ;\n}")];
    let of = read_files(&files);
    let [problem] = &of.problems[..] else { panic!("{:?}", of.problems) };
    assert_eq!(
        (problem.file.as_path(), problem.line, problem.column),
        (Path::new("src/a.rs"), 2, 9)
    );
    assert!(uses_in_source("fn f( {").is_err());
}

#[test]
fn many_globs_are_followed_in_time() {
    let globs: String = (0..40).map(|number| format!("use m{number}::*;\n")).collect();
    let modules: String =
        (0..40).map(|number| format!("mod m{number} {{ pub use super::*; }}\n")).collect();
    check(
        &format!("{globs}{modules}use std::sync::*;\nfn f(_: Mutex<u8>, _: Other) {{}}"),
        &["82:9 std::sync::Mutex"],
    );
}

#[test]
fn dependencies_are_found_in_manifests() {
    let manifest = "[package]\nname = \"flume\"\n\n[dependencies]\nflume = \"1\"\n\n\
                    [target.'cfg(unix)'.dependencies.rayon]\nversion = \"1\"\n\n[dev-dependencies]\n\
                    # uncontrolled: sizes alone\ndashmap.workspace = true\n";
    assert_eq!(declared_at(manifest, "flume"), Some((5, false)));
    assert_eq!(declared_at(manifest, "rayon"), Some((7, false)));
    assert_eq!(declared_at(manifest, "dashmap"), Some((12, true)));
    assert_eq!(declared_at(manifest, "spin"), None);
}
