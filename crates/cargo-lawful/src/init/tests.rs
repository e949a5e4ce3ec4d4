use std::collections::BTreeMap;
use std::path::Path;

use super::draw::{Names, Side};
use super::edit::{Module, new_file};
use super::law::first_law;
use crate::outline::{Function, Outline};

fn outline(source: &str) -> Outline {
    let root = Path::new("src/lib.rs");
    let read = |path: &Path| match path == root {
        true => Ok(source.to_string()),
        false => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
    };
    let crates = ["std", "core", "alloc", "uuid", "regex", "lawful", "serde", "anyhow"];
    let crates: BTreeMap<String, String> =
        crates.iter().map(|name| (name.to_string(), name.to_string())).collect();
    let outline = Outline::read_with(root, crates, "shop", &read);
    assert_eq!(outline.problems(), [""; 0], "{source}");
    outline
}

fn function<'a>(outline: &'a Outline, name: &str) -> &'a Function {
    let mut functions = outline.functions.iter();
    let found = functions.find(|function| outline.path_within(function).join("::").ends_with(name));
    found.unwrap_or_else(|| panic!("there is no {name}"))
}

/// The imports, attributes, head and code of a law, without comments; or why there is none.
fn law(source: &str, name: &str, side: Side) -> Result<String, String> {
    let outline = outline(source);
    let function = function(&outline, name);
    let features = [String::from("uuid")];
    let mut names = Names::new(&outline, side, function, "lawful", &features);
    let law = first_law(&mut names, function).map_err(|obstacle| obstacle.why)?;
    let imports = names.imports().into_iter().map(|path| format!("use {path};"));
    let lines = law.lines("lawful", 0).into_iter().map(|line| line.trim().to_string());
    let lines = lines.filter(|line| !line.starts_with("//") && line != "#[law]" && line != "}");
    Ok(imports.chain(lines).collect::<Vec<_>>().join("\n"))
}

/// Compares the law of a public function, which is the last word before the first bracket.
#[track_caller]
fn check(source: &str, expected: &str) {
    let name = source.rsplit_once("fn ").expect("there is a function").1;
    let name = name.split(['(', '<']).next().expect("it has a name");
    let found = law(source, name, Side::Integration);
    assert_eq!(found.as_deref(), Ok(expected), "{source}");
}

#[track_caller]
fn check_refused(source: &str, name: &str, side: Side, why: &str) {
    let found = law(source, name, side);
    let told = found.expect_err("a law was written");
    assert!(told.contains(why), "{source}: {told}");
}

#[test]
fn arguments_are_drawn_by_their_types() {
    check(
        "pub fn f(x: u32, list: Vec<Option<String>>) -> bool { true }",
        "use shop::f;\nfn f_does_not_panic(x: u32, list: Vec<Option<String>>) {\nlet _ = f(x, list);",
    );
    check(
        "use std::collections::HashMap;\npub fn f(map: HashMap<String, [u8; 3]>, pair: (i8, char)) {}",
        "use shop::f;\nuse std::collections::HashMap;\n\
         fn f_does_not_panic(map: HashMap<String, [u8; 3]>, pair: (i8, char)) {\nf(map, pair);",
    );
    check(
        "use std::time::{Duration as Span, *};\npub fn f(time: Span) -> u8 { 0 }",
        "use shop::f;\nuse std::time::Duration;\nfn f_does_not_panic(time: Duration) {\nlet _ = f(time);",
    );
    check(
        "type Row<T> = Vec<T>;\npub type Grid = Row<Row<u8>>;\npub fn f(grid: &Grid) -> u8 { 0 }",
        "use shop::f;\nfn f_does_not_panic(grid: Vec<Vec<u8>>) {\nlet _ = f(&grid);",
    );
    check(
        "pub fn f(id: uuid::Uuid) -> u8 { 0 }",
        "use shop::f;\nuse uuid::Uuid;\nfn f_does_not_panic(id: Uuid) {\nlet _ = f(id);",
    );
}

#[test]
fn references_are_lent() {
    check(
        "pub fn f<'a>(text: &'a str, list: &[u8], x: &u8) -> &'a str { text }",
        "use shop::f;\nfn f_does_not_panic(text: &str, list: &[u8], x: &u8) {\nlet _ = f(text, list, x);",
    );
    check(
        "pub fn f(list: &mut Vec<u8>, x: &mut u8, all: &mut [u8], text: &String) {}",
        "use shop::f;\nfn f_does_not_panic(mut list: Vec<u8>, x: &mut u8, all: &mut [u8], text: String) {\n\
         f(&mut list, x, all, &text);",
    );
    check(
        "use std::path::Path;\npub fn f(path: &Path, names: &[&str], one: Option<&str>, two: Option<&u8>) {}",
        "use shop::f;\nuse std::path::Path;\n\
         fn f_does_not_panic(path: &Path, names: Vec<String>, one: Option<String>, two: Option<u8>) {\n\
         f(path, &names.iter().map(String::as_str).collect::<Vec<_>>(), one.as_deref(), two.as_ref());",
    );
    check(
        "pub fn f(word: &'static str) {}",
        "use lawful::generate::elements;\nuse shop::f;\n\
         fn f_does_not_panic(#[from(elements([\"\", \"a\", \"a text\"]))] word: &'static str) {\nf(word);",
    );
}

#[test]
fn parameters_have_examples() {
    check(
        "pub fn f<T: Ord + Clone, const N: usize>(list: &[T], all: [T; N]) -> usize { N }",
        "use shop::f;\nfn f_does_not_panic(list: &[i32], all: [i32; 4]) {\nlet _ = f(list, all);",
    );
    check(
        "pub fn f<T>(text: &str) -> Option<T> where T: std::str::FromStr { None }",
        "use shop::f;\nfn f_does_not_panic(text: &str) {\nlet _ = f::<i32>(text);",
    );
    check(
        "pub fn f<S: AsRef<str>, X: Into<f64>>(s: S, x: X, t: impl Into<String>) {}",
        "use shop::f;\nfn f_does_not_panic(s: String, x: f64, t: String) {\nf(s, x, t);",
    );
    check(
        "pub fn f<T, F>(list: Vec<T>, g: F) -> Vec<T> where F: Fn(&T, u8) -> bool { list }",
        "use lawful::generate::Func2;\nuse shop::f;\n\
         fn f_does_not_panic(list: Vec<i32>, g: Func2<i32, u8, bool>) {\nlet _ = f(list, |x, y| g(*x, y));",
    );
    check(
        "pub fn f(words: impl Iterator<Item = u8>, texts: impl IntoIterator<Item = impl AsRef<str>>) {}",
        "use shop::f;\nfn f_does_not_panic(words: Vec<u8>, texts: Vec<String>) {\nf(words.into_iter(), texts);",
    );
    check(
        "use std::io::{Read, Write};\npub fn f(input: &mut dyn Read, mut output: impl Write) {}",
        "use shop::f;\nfn f_does_not_panic(input: Vec<u8>) {\nf(&mut input.as_slice(), Vec::new());",
    );
    check(
        "pub fn f(g: impl FnMut(u8) -> u8, h: &dyn Fn(u8), i: impl Fn(u8) + 'static) {}",
        "use shop::f;\nfn f_does_not_panic(g: Func<u8, u8>, h: Func<u8, ()>, i: Func<u8, ()>) {\n\
         f(&*g, &*h, move |x| i(x));",
    );
    check(
        "pub fn f<I>(words: I, range: impl std::ops::RangeBounds<usize>) -> Option<I::Item> where I: IntoIterator, I::Item: AsRef<str> { None }",
        "use shop::f;\nuse std::ops::Range;\nfn f_does_not_panic(words: Vec<String>, range: Range<usize>) {\n\
         let _ = f(words, range);",
    );
    check(
        "pub fn f<I: Iterator>(words: I, one: I::Item) where I::Item: Ord {}",
        "use shop::f;\nfn f_does_not_panic(words: Vec<i32>, one: i32) {\nf(words.into_iter(), one);",
    );
    check(
        "pub trait Area {}\nimpl Area for u16 {}\npub fn f<A: Area>(shape: A) {}",
        "use shop::f;\nfn f_does_not_panic(shape: u16) {\nf(shape);",
    );
    check(
        "pub fn f(g: Box<dyn Fn(u8) -> u8>, h: &dyn Fn() -> String) {}",
        "use shop::f;\nfn f_does_not_panic(g: Func<u8, u8>, h: String) {\n\
         f(Box::new(move |x| g(x)), &|| h.clone());",
    );
}

#[test]
fn results_are_used_up() {
    check(
        "pub async fn f(x: u8) -> Result<u8, String> { Ok(x) }",
        "use shop::f;\nasync fn f_does_not_panic(x: u8) {\nlet _ = f(x).await;",
    );
    check(
        "pub fn f(x: u8) -> impl Iterator<Item = u8> { 0..x }",
        "use shop::f;\nfn f_does_not_panic(x: u8) {\nf(x).take(100).for_each(drop);",
    );
}

#[test]
fn names_of_arguments_mean_no_other_thing() {
    check(
        "pub fn f(f: u8, (x, y): (u8, u8), _z: u8) {}",
        "use shop::f;\nfn f_does_not_panic(f_value: u8, second: (u8, u8), z: u8) {\nf(f_value, second, z);",
    );
}

#[test]
fn own_types_are_drawn_by_their_derive_or_their_public_fields() {
    check(
        "#[derive(Debug, lawful::Arbitrary)] pub struct A { x: u8 }\npub fn f(all: &[A]) {}",
        "use shop::A;\nuse shop::f;\nfn f_does_not_panic(all: &[A]) {\nf(all);",
    );
    check(
        "#[derive(Debug)] pub struct A { pub x: u8, pub b: Option<B> }\n#[derive(Debug)] pub struct B(pub i8, pub i8);\n\
         pub fn f(a: &A) {}",
        "use lawful::generate::option_of;\nuse shop::A;\nuse shop::B;\nuse shop::f;\nfn f_does_not_panic(\n\
         #[from(structure!(A { x: any(), b: option_of((any(), any()).mapped(|drawn| B(drawn.0, drawn.1))) }))]\n\
         a: &A,\n) {\nf(a);",
    );
    check(
        "#[derive(Debug, Clone)] pub enum A { X, Y }\npub fn f(all: &[A]) {}",
        "use lawful::generate::elements;\nuse lawful::generate::vec;\nuse shop::A;\nuse shop::f;\n\
         fn f_does_not_panic(#[from(vec(elements([A::X, A::Y]), 0..9))] all: &[A]) {\nf(all);",
    );
    let private = "#[derive(Debug)] pub struct A { x: u8 }\npub fn f(a: A) {}";
    check_refused(private, "f", Side::Integration, "no `A` can be drawn");
    assert_eq!(
        law(private, "f", Side::Unit).as_deref(),
        Ok(
            "use super::A;\nuse super::f;\nfn f_does_not_panic(#[from(structure!(A { x: any() }))] a: A) {\nf(a);"
        )
    );
    let in_tests = "#[derive(Debug)] #[cfg_attr(test, derive(lawful::Arbitrary))] pub enum A { X }\npub fn f(a: A) {}";
    check_refused(in_tests, "f", Side::Integration, "no `A` can be drawn");
    assert_eq!(
        law(in_tests, "f", Side::Unit).as_deref(),
        Ok("use super::A;\nuse super::f;\nfn f_does_not_panic(a: A) {\nf(a);")
    );
    // The trait of that name of another crate.
    let other = "#[derive(Debug, proptest_derive::Arbitrary)] pub enum A { X }\npub fn f(a: A) {}";
    check_refused(other, "f", Side::Unit, "no `A` can be drawn");
}

#[test]
fn a_library_without_std_imports_the_prelude_in_its_tests() {
    let source = "#![no_std]\n#[cfg(test)] extern crate std;\nfn f(x: u8) {}";
    assert_eq!(
        law(source, "f", Side::Unit).as_deref(),
        Ok("use std::prelude::rust_2021::*;\nuse super::f;\nfn f_does_not_panic(x: u8) {\nf(x);")
    );
}

#[test]
fn methods_are_called_on_what_is_drawn() {
    let stack = "#[derive(Debug, Clone, lawful::Arbitrary)] pub struct Stack<T> { items: Vec<T> }\n\
                 impl<T: Clone> Stack<T> {\n pub fn push(&mut self, item: T) {}\n pub fn join(self, other: &Self) -> Self { self }\n\
                  pub fn of(items: Vec<T>) -> Self { Stack { items } }\n}";
    let law = |name: &str| law(stack, name, Side::Integration).expect("a law is written");
    assert_eq!(
        law("push"),
        "use shop::Stack;\nfn stack_push_does_not_panic(stack: &mut Stack<i32>, item: i32) {\nstack.push(item);"
    );
    assert_eq!(
        law("join"),
        "use shop::Stack;\nfn stack_join_does_not_panic(stack: Stack<i32>, other: &Stack<i32>) {\nlet _ = stack.join(other);"
    );
    assert_eq!(
        law("of"),
        "use shop::Stack;\nfn stack_of_does_not_panic(items: Vec<i32>) {\nlet _ = Stack::<i32>::of(items);"
    );
}

#[test]
fn pairs_are_round_trips() {
    check(
        "pub fn decode(bytes: &[u8]) -> Result<String, E> { Err(E) }\n#[derive(Debug)] pub struct E;\n\
         pub fn encode(text: &str) -> Vec<u8> { vec![] }",
        "use shop::decode;\nuse shop::encode;\nfn decode_inverts_encode(text: &str) {\nlet encoded = encode(text);\n\
         assert_eq!(decode(&encoded).unwrap(), text);",
    );
    check(
        "pub fn pack(x: u32, key: u8) -> Option<u64> { None }\npub fn unpack(y: u64, key: u8) -> u32 { 0 }",
        "use shop::pack;\nuse shop::unpack;\nfn unpack_inverts_pack(x: u32, key: u8) {\n\
         let Some(encoded) = pack(x, key) else { return };\nassert_eq!(unpack(encoded, key), x);",
    );
    check(
        "#[derive(Debug, PartialEq, Clone, lawful::Arbitrary)] pub struct Point(u8);\nimpl Point {\n\
         pub fn to_text(&self) -> String { String::new() }\npub fn from_text(text: &str) -> Option<Self> { None }\n}",
        "use shop::Point;\nfn point_from_text_inverts_to_text(point: &Point) {\nlet encoded = point.to_text();\n\
         assert_eq!(&Point::from_text(&encoded).unwrap(), point);",
    );
    // Not the types of a round trip, and floats, of which one is not equal to itself.
    check(
        "pub fn encode(x: u8) -> u16 { 0 }\npub fn decode(x: u32) -> u8 { 0 }",
        "use shop::decode;\nfn decode_does_not_panic(x: u32) {\nlet _ = decode(x);",
    );
    check(
        "pub fn encode(x: f64) -> u64 { 0 }\npub fn decode(x: u64) -> f64 { 0.0 }",
        "use shop::decode;\nfn decode_does_not_panic(x: u64) {\nlet _ = decode(x);",
    );
}

#[test]
fn parsers_read_what_display_prints() {
    let price = |derives: &str| {
        format!(
            "#[derive(Debug, PartialEq, Eq{derives})] pub struct Price {{ cents: u32 }}\n\
             impl std::fmt::Display for Price {{}}\n\
             impl std::str::FromStr for Price {{ type Err = (); fn from_str(text: &str) -> Result<Self, ()> {{ Err(()) }} }}\n\
             pub fn parse(text: &str) -> Option<Price> {{ None }}"
        )
    };
    check(
        &price(", lawful::Arbitrary"),
        "use shop::Price;\nuse shop::parse;\nfn parse_reads_what_display_prints(price: Price) {\n\
         assert_eq!(parse(&price.to_string()).unwrap(), price);",
    );
    let found = law(&price(", lawful::Arbitrary"), "from_str", Side::Integration);
    assert_eq!(
        found.as_deref(),
        Ok("use shop::Price;\nfn price_from_str_reads_what_display_prints(price: Price) {\n\
            assert_eq!(price.to_string().parse::<Price>().unwrap(), price);")
    );
    check(
        &price(""),
        "use shop::Price;\nuse shop::parse;\nfn parse_reads_what_display_prints(text: &str) {\n\
         let Some(price) = parse(text) else { return };\nassert_eq!(parse(&price.to_string()).unwrap(), price);",
    );
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_reason() {
    let refused = |source: &str, why: &str| {
        check_refused(&format!("pub {source}"), "f", Side::Integration, why)
    };
    refused("fn f() -> u8 { 0 }", "takes no arguments");
    refused("unsafe fn f(x: *const u8) {}", "is unsafe");
    refused("fn f(x: u8) -> ! { panic!() }", "does not return");
    refused("fn f(x: *const u8) {}", "no value of `*const u8` can be drawn");
    refused(
        "fn f(x: regex::Regex) {}",
        "no `regex::Regex` can be drawn: it is a type of another crate",
    );
    refused("fn f(x: std::fs::File) {}", "no value of `File` can be drawn");
    refused("fn f(x: Missing) {}", "it cannot be told what `Missing` stands for");
    refused(
        "fn f<T: serde::Serializer>(x: T) {}",
        "no type is known that can stand for `T: Serializer`",
    );
    refused("fn f<T>(x: T) where Vec<T>: Into<u8> {}", "can stand for `Vec<T>: Into`");
    refused(
        "fn f<I: Iterator>(x: I) where I::Item: serde::Serializer {}",
        "can stand for `I::Item: Serializer`",
    );
    refused("fn f(x: &dyn std::error::Error) {}", "can stand for `Error`");
    refused("fn f(x: Vec<Box<dyn Send>>) {}", "no value of `impl Send` can be drawn");
    refused("fn f(x: std::slice::Iter<u8>) {}", "no value of `Iter` can be drawn");
    refused("fn f(x: &'static [u8]) {}", "lives for ever");
    refused("fn f(g: impl Fn(u8) -> &'static str) {}", "must return a reference");
    refused(
        "fn f(t: Token<'_>) {}\n#[derive(Debug)] pub struct Token<'a>(pub &'a str);",
        "it borrows",
    );
}

#[test]
fn the_advice_names_every_type_that_lacks_the_derive() {
    let source = "pub struct A { b: Vec<B> }\n\n#[derive(Debug)]\npub enum B { X(C), Y }\n\
                  #[derive(Debug, lawful::Arbitrary)]\npub struct C;\npub fn f(a: A) {}";
    let outline = outline(source);
    let function = function(&outline, "f");
    let mut names = Names::new(&outline, Side::Unit, function, "lawful", &[]);
    let obstacle = first_law(&mut names, function).expect_err("it cannot be written");
    assert_eq!(
        obstacle.advice,
        [
            "at src/lib.rs:1, above `A`, add:",
            "  #[cfg_attr(test, derive(Debug, lawful::Arbitrary))]",
            "at src/lib.rs:4, above `B`, add:",
            "  #[cfg_attr(test, derive(lawful::Arbitrary))]",
            "or, where not all values of the fields are valid, `impl lawful::Arbitrary for A` by its constructors",
        ]
    );
}

#[test]
fn comments_say_what_to_state_instead() {
    let comments = |source: &str| {
        let outline = outline(source);
        let function = function(&outline, "f");
        let mut names = Names::new(&outline, Side::Integration, function, "lawful", &[]);
        let law = first_law(&mut names, function).expect("it can be written");
        let code = law.body.iter().filter_map(|line| line.strip_prefix("// "));
        let code: Vec<&str> = code.filter(|line| line.ends_with(';')).collect();
        code.join("\n")
    };
    assert_eq!(
        comments("pub fn f(text: &str) -> String { text.into() }"),
        "let once = f(text);\nassert_eq!(f(&once), once);"
    );
    assert_eq!(
        comments("pub fn f(list: Vec<u8>) -> Vec<u8> { list }"),
        "let once = f(list.clone());\nassert_eq!(f(once.clone()), once);"
    );
    assert_eq!(comments("pub fn f(x: u8, y: u8) -> u8 { x }"), "assert_eq!(f(x, y), f(y, x));");
    assert_eq!(
        comments("pub fn f(x: &str) -> Option<u8> { None }"),
        "let Some(result) = f(x) else { return };\nassert!(/* what is true of every result */);"
    );
    assert_eq!(
        comments("pub fn f(x: &str) -> bool { true }"),
        "assert_eq!(f(x), /* the same, told in a simpler way */);"
    );
}

/// A source with a law of `f` added at the end of the module that ends where the mark `@` stands, or of the file.
fn added(marked: &str) -> (String, usize) {
    let outline = outline("pub fn f(x: u8) {}");
    let function = function(&outline, "f");
    let end = marked.find('@').map(|at| {
        let line = marked[..at].matches('\n').count() + 1;
        (line, at - marked[..at].rfind('\n').map_or(0, |newline| newline + 1) + 1)
    });
    let text = marked.replace('@', "");
    let module = match end {
        None => Module::of_file(&text).expect("it is Rust"),
        Some(end) => Module::with_end(&text, end).expect("it is Rust").expect("it is found"),
    };
    let mut names = Names::new(&outline, Side::Integration, function, "lawful", &[])
        .knowing(module.names.clone());
    let law = first_law(&mut names, function).expect("it can be written");
    let edited = module.with_law(&text, &law, "lawful", &names.imports());
    let line = edited.text.lines().nth(edited.line - 1).expect("the line is there");
    assert!(line.trim().starts_with("fn f_does_not_panic"), "{line}\n{}", edited.text);
    let indent = line.len() - line.trim_start().len();
    (edited.text.split("// This").next().expect("it has a beginning").to_string(), indent)
}

#[test]
fn a_law_is_added_without_a_change_of_what_is_there() {
    let law = "#[law]\nfn f_does_not_panic(x: u8) {\n";
    let start = |text: &str| {
        let (added, _) = added(text);
        let end = added.find(law).unwrap_or_else(|| panic!("no law in\n{added}"));
        added[..end].to_string()
    };
    assert_eq!(start(""), "use lawful::prelude::*;\nuse shop::f;\n\n");
    assert_eq!(
        start("//! Laws.\n\nfn a() {}\n"),
        "//! Laws.\n\nuse lawful::prelude::*;\nuse shop::f;\n\nfn a() {}\n\n"
    );
    assert_eq!(
        start("use lawful::prelude::*;\nuse shop::{a, f};\n\nfn b() {}"),
        "use lawful::prelude::*;\nuse shop::{a, f};\n\nfn b() {}\n\n"
    );
    assert_eq!(
        start("use lawful::prelude::*;\nuse shop::e;\nuse std::fmt;\n\n#[test]\nfn b() {}\n"),
        "use lawful::prelude::*;\nuse shop::e;\nuse shop::f;\nuse std::fmt;\n\n#[test]\nfn b() {}\n\n"
    );
}

#[test]
fn a_name_that_is_taken_is_written_as_a_path() {
    let (text, _) = added("use lawful::prelude::*;\nfn f() {}\n");
    assert!(text.ends_with("    shop::f(x);\n    "), "{text}");
    let (text, _) = added("use lawful::prelude::*;\nuse other::f;\n");
    assert!(text.ends_with("    shop::f(x);\n    "), "{text}");
}

#[test]
fn a_law_is_added_inside_of_a_module() {
    let (text, indent) =
        added("fn a() {}\n\nmod laws {\n    use lawful::prelude::*;\n@}\n\nfn z() {}\n");
    assert_eq!(indent, 4);
    assert!(
        text.starts_with(
            "fn a() {}\n\nmod laws {\n    use lawful::prelude::*;\n    use shop::f;\n\n    #[law]\n"
        ),
        "{text}"
    );
    let (_, indent) = added("mod outer {\n    mod laws { fn g() {} @}\n}\n");
    assert_eq!(indent, 8);
}

#[test]
fn a_module_for_laws_is_made_at_the_end_of_another() {
    let outline = outline("fn f(x: u8) {}");
    let function = function(&outline, "f");
    let law = |text: &str, end: Option<(usize, usize)>| {
        let module = match end {
            None => Module::of_file(text).expect("it is Rust"),
            Some(end) => Module::with_end(text, end).expect("it is Rust").expect("it is found"),
        };
        let mut names = Names::new(&outline, Side::Unit, function, "lawful", &[]);
        let law = first_law(&mut names, function).expect("it can be written");
        let edited = module.with_module(text, &law, "lawful", &names.imports());
        let line = edited.text.lines().nth(edited.line - 1).expect("the line is there");
        assert!(line.trim().starts_with("fn f_does_not_panic"), "{line}");
        syn::parse_file(&edited.text).expect("it is Rust");
        edited.text
    };
    let text = law("fn f(x: u8) {}\n", None);
    assert!(
        text.starts_with(
            "fn f(x: u8) {}\n\n#[cfg(test)]\nmod laws {\n    use lawful::prelude::*;\n\n    use super::f;\n\n    \
             #[law]\n    fn f_does_not_panic(x: u8) {\n        f(x);\n"
        ),
        "{text}"
    );
    let text = law("mod inner {\n    fn f(x: u8) {}\n}\n", Some((3, 1)));
    assert!(
        text.starts_with("mod inner {\n    fn f(x: u8) {}\n\n    #[cfg(test)]\n    mod laws {\n        use lawful"),
        "{text}"
    );
    assert!(text.ends_with("        }\n    }\n}\n"), "{text}");
}

#[test]
fn a_new_file_begins_with_what_it_is() {
    let outline = outline("pub mod deep { pub fn f(x: u8) {} }");
    let function = function(&outline, "f");
    let mut names = Names::new(&outline, Side::Integration, function, "lw", &[]);
    let law = first_law(&mut names, function).expect("it can be written");
    let edited = new_file("shop", &law, "lw", &names.imports());
    assert!(
        edited.text.starts_with(
            "//! Laws of `shop`.\n\nuse lw::prelude::*;\nuse shop::deep::f;\n\n#[law(crate = lw)]\nfn f_does_not_panic(x: u8) {\n"
        ),
        "{}",
        edited.text
    );
    assert_eq!(edited.line, 7);
}
