use super::*;

/// The outline of a library `shop` with these files.
fn outline(files: &[(&str, &str)]) -> Outline {
    let read = |path: &Path| {
        let found = files.iter().find(|(name, _)| path == Path::new(name));
        found.map(|(_, text)| text.to_string()).ok_or_else(|| std::io::ErrorKind::NotFound.into())
    };
    let crates = ["std", "serde"].map(|name| (name.to_string(), name.to_string()));
    Outline::read_with(Path::new("src/lib.rs"), BTreeMap::from(crates), "shop", &read)
}

/// Compares the public path of each function, or nothing, in the order of the sources.
#[track_caller]
fn check_paths(files: &[(&str, &str)], expected: &[(&str, Option<&str>)]) {
    let outline = outline(files);
    assert_eq!(outline.problems(), [""; 0]);
    let found: Vec<(String, Option<String>)> = outline
        .functions
        .iter()
        .map(|one| {
            let public = outline.public_path(one).map(|path| path.join("::"));
            (outline.path_within(one).join("::"), public)
        })
        .collect();
    let expected: Vec<(String, Option<String>)> = expected
        .iter()
        .map(|(path, public)| (path.to_string(), public.map(String::from)))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn functions_have_the_paths_that_other_crates_name_them_by() {
    check_paths(
        &[
            (
                "src/lib.rs",
                "mod price;\npub mod basket;\npub use price::{parse, deep as below, Price};\npub fn total() {}\nfn own() {}\n",
            ),
            (
                "src/price.rs",
                "pub fn parse() {}\npub fn hidden() {}\npub mod deep { pub fn bottom() {} }\n\
                 pub struct Price;\nimpl Price { pub fn new() {} fn secret() {} }\n",
            ),
            ("src/basket.rs", "mod item;\npub use self::item::*;\npub(crate) fn inner() {}\n"),
            ("src/basket/item.rs", "pub fn weigh() {}\n"),
        ],
        &[
            ("total", Some("shop::total")),
            ("own", None),
            ("price::parse", Some("shop::parse")),
            ("price::hidden", None),
            ("price::deep::bottom", Some("shop::below::bottom")),
            ("price::Price::new", Some("shop::Price::new")),
            ("price::Price::secret", None),
            ("basket::inner", None),
            ("basket::item::weigh", Some("shop::basket::weigh")),
        ],
    );
}

#[test]
fn tests_and_what_is_made_for_them_are_left_out() {
    check_paths(
        &[(
            "src/lib.rs",
            "#[test] fn a() {}\n#[cfg(test)] fn b() {}\n#[cfg(test)] mod tests { fn c() {} }\n\
             #[cfg(all(test, unix))] fn d() {}\n#[cfg(not(test))] pub fn e() {}\n#[cfg(feature = \"test\")] pub fn f() {}\n",
        )],
        &[("e", Some("shop::e")), ("f", Some("shop::f"))],
    );
}

#[test]
fn types_are_followed_through_imports_and_aliases() {
    let outline = outline(&[(
        "src/lib.rs",
        "mod a { pub struct Own; pub type Many<T> = std::vec::Vec<T>; pub use std::collections::HashMap as Map; }\n\
         use a::*;\nuse std::{fmt, io::Write, rc::Rc};\ntype Table = Map<u8, Many<Own>>;\n\
         pub fn f(a: Table, b: Rc<Own>, c: &dyn fmt::Write, d: impl Write, e: serde::Value, g: Nowhere) {}",
    )]);
    let call = outline.call(&outline.functions[0]);
    let kinds: Vec<&Kind> = call.arguments.iter().map(|(_, kind)| kind).collect();
    let own = Kind::Named {
        name: Name::Own(0),
        arguments: Vec::new(),
        written: Written { scope: 0, is_global: false, names: Vec::new(), has_lifetime: false },
    };
    let many = Kind::plain("Vec", vec![own.clone()]);
    assert_eq!(*kinds[0], Kind::plain("HashMap", vec![Kind::plain("u8", Vec::new()), many]));
    assert_eq!(*kinds[1], Kind::plain("Rc", vec![own]));
    let Kind::Reference { of, .. } = kinds[2] else { panic!("{:?}", kinds[2]) };
    let (Kind::Traits { bounds: of_texts, .. }, Kind::Traits { bounds: of_bytes, .. }) =
        (&**of, kinds[3])
    else {
        panic!("{kinds:?}")
    };
    assert_eq!((of_texts[0].last.as_str(), of_texts[0].module.as_deref()), ("Write", Some("fmt")));
    assert_eq!((of_bytes[0].last.as_str(), of_bytes[0].module.as_deref()), ("Write", Some("io")));
    let name = |kind: &Kind| match kind {
        Kind::Named { name, .. } => name.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(name(kinds[4]), Name::Foreign(vec!["serde".into(), "Value".into()]));
    assert_eq!(name(kinds[5]), Name::Unknown("Nowhere".into()));
}

#[test]
fn types_of_std_come_from_globs_too() {
    let outline = outline(&[(
        "src/lib.rs",
        "use std::path::*;\nuse std::collections::*;\npub fn f(a: &Path, b: Rc<u8>, c: BTreeSet<u8>) {}",
    )]);
    let call = outline.call(&outline.functions[0]);
    let names: Vec<Name> = call
        .arguments
        .iter()
        .filter_map(|(_, kind)| match kind {
            Kind::Named { name, .. } => Some(name.clone()),
            Kind::Reference { of, .. } => match &**of {
                Kind::Named { name, .. } => Some(name.clone()),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let standard = |name: &str| Name::Standard(name.to_string());
    assert_eq!(names, [standard("Path"), Name::Unknown("Rc".into()), standard("BTreeSet")]);
}

#[test]
fn aliases_that_lead_to_each_other_come_to_an_end() {
    let outline = outline(&[(
        "src/lib.rs",
        "type A = B;\ntype B = A;\npub use self::C as C;\npub fn f(a: A, c: C) {}\n",
    )]);
    assert_eq!(outline.call(&outline.functions[0]).arguments.len(), 2);
}

#[test]
fn traits_are_derived_or_implemented_in_some_builds() {
    let outline = outline(&[(
        "src/lib.rs",
        "#[derive(Clone, std::fmt::Debug)]\n#[cfg_attr(test, derive(PartialEq))]\n#[cfg_attr(feature = \"x\", derive(Eq))]\n\
         pub struct A;\nimpl std::fmt::Display for A {}\n#[cfg(test)] impl Default for A {}\nimpl !Send for A {}\n",
    )]);
    let expected = [
        ("Clone", Availability::Always),
        ("Debug", Availability::Always),
        ("Display", Availability::Always),
        ("PartialEq", Availability::Tests),
        ("Default", Availability::Tests),
        ("Eq", Availability::Never),
        ("Send", Availability::Never),
        ("Hash", Availability::Never),
    ];
    for (name, availability) in expected {
        assert_eq!(outline.has_trait(0, name, "lawful"), availability, "{name}");
    }
}

#[test]
fn a_library_without_std_is_known() {
    let without = |text: &str| {
        let outline = outline(&[("src/lib.rs", text)]);
        (outline.has_no_prelude, outline.has_no_std)
    };
    assert_eq!(without("#![no_std]\n"), (true, true));
    assert_eq!(without("#![no_std]\n#[cfg(test)] extern crate std;\n"), (true, false));
    assert_eq!(without("#![cfg_attr(not(test), no_std)]\n"), (false, false));
    assert_eq!(without(""), (false, false));
}
