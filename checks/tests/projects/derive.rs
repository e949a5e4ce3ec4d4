//! `#[derive(Arbitrary)]` in a project of its own: what the compiler says when it is misused, that
//! it gets along with other derives, and that what is printed for a broken law can be pasted.

use checks::Project;

use crate::misuse::{Mistake, check_mistakes};

const MISTAKES: &[Mistake] = &[
    (
        "derive_of_a_union",
        "#[derive(Arbitrary)]\nunion Either { // here\n    a: u8,\n    b: i8,\n}\n",
        "which field of a union is valid cannot be known; implement `Arbitrary` by hand",
    ),
    (
        "derive_without_variants",
        "#[derive(Arbitrary)]\nenum Never {} // here\n",
        "an enum without variants has no values that could be generated",
    ),
    (
        "derive_all_skipped",
        "#[derive(Arbitrary)]\nenum Never { // here\n    #[arbitrary(skip)]\n    One,\n}\n",
        "every variant is skipped, so no value can be generated; leave one in",
    ),
    (
        "derive_unknown_word",
        "#[derive(Arbitrary)]\nstruct Shop {\n    #[arbitrary(form(0..3))] // here\n    x: u8,\n}\n",
        "`form` means nothing to `Arbitrary` here; there are from(..) and skip",
    ),
    (
        "derive_weight_of_a_field",
        "#[derive(Arbitrary)]\nstruct Shop {\n    #[arbitrary(weight(3))] // here\n    x: u8,\n}\n",
        "`weight` belongs on a variant; here there are from(..) and skip",
    ),
    (
        "derive_weight_of_nothing",
        "#[derive(Arbitrary)]\nenum Shop {\n    #[arbitrary(weight(0))] // here\n    Open,\n}\n",
        "a weight is at least 1; `#[arbitrary(skip)]` leaves a variant out",
    ),
    (
        "derive_weight_by_equals",
        "#[derive(Arbitrary)]\nenum Shop {\n    #[arbitrary(weight = 3)] // here\n    Open,\n}\n",
        "`weight` is followed by brackets: `weight(3)`",
    ),
    (
        "derive_from_twice",
        "#[derive(Arbitrary)]\nstruct Shop {\n    #[from(0..3)]\n    #[arbitrary(from(0..4))] // here\n    \
         x: u8,\n}\n",
        "`from` is said twice; take one away",
    ),
    (
        "derive_from_nothing",
        "#[derive(Arbitrary)]\nstruct Shop(#[from()] u8); // here\n",
        "`from` needs a generator: `#[from(0..10)]`",
    ),
    (
        "derive_from_and_skip",
        "#[derive(Arbitrary)]\nstruct Shop(#[arbitrary(skip, from(0..3))] u8); // here\n",
        "what is skipped is not generated; take away `skip` or the other",
    ),
    (
        "derive_from_another_type",
        "#[derive(Arbitrary)]\nstruct Shop {\n    #[from(any::<bool>())] // here\n    x: u8,\n}\n",
        "mismatched types",
    ),
    (
        "derive_from_no_generator",
        "#[derive(Arbitrary)]\nstruct Shop {\n    #[from(String::new())] // here\n    x: u8,\n}\n",
        "`String` is not a generator",
    ),
    (
        "derive_field_without_arbitrary",
        "struct Stock;\n#[derive(Arbitrary)]\nstruct Shop {\n    name: String,\n    stock: Stock, // here\n}\n",
        "no arbitrary `Stock` can be generated",
    ),
    (
        "derive_skip_without_default",
        "enum Stock {}\n#[derive(Arbitrary)]\nstruct Shop {\n    #[arbitrary(skip)]\n    stock: Stock, // here\n}\n",
        "the trait bound `Stock: Default` is not satisfied",
    ),
    (
        "derive_recycle_with_drop",
        "#[derive(Arbitrary)]\n#[arbitrary(recycle)] // here\nstruct Shop(Box<u8>);\n\
         impl Drop for Shop {\n    fn drop(&mut self) {}\n}\n",
        "cannot move out of type `Shop`, which implements the `Drop` trait",
    ),
];

#[test]
fn each_mistake_is_named_on_the_users_line() {
    check_mistakes("misused-derive", MISTAKES);
}

/// Every warning is an error here, and other derives have their own `#[from]` and `#[skip]`.
const STRICT: &str = r#"#![deny(warnings, unused, clippy::all)]
//! Types that derive several things.
use lawful::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Arbitrary)]
#[arbitrary(recycle)]
pub enum Shop<T, const N: usize>
where
    T: Default,
{
    #[default]
    Closed,
    // What is deprecated is generated without a warning.
    #[deprecated]
    Old { r#type: T },
    Open(#[from(0..9)] u8, [u8; N], Vec<Box<Shop<T, N>>>),
}

#[law]
fn shops_equal_their_clones(shop: Shop<u8, 2>, rate: Func<Shop<u8, 2>, u8>) {
    assert_eq!(shop.clone(), shop);
    assert_eq!(rate(shop.clone()), rate(shop));
}
"#;

#[test]
fn it_gets_along_with_others() {
    let tests = [("strict", STRICT)];
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "strict-derive", &tests);
    let output = project.cargo("test --test strict").run();
    assert!(output.success, "{}", output.all());
}

const TYPES: &str = r#"use lawful::prelude::*;
#[allow(unused_imports)]
use std::collections::{BTreeMap, HashSet};
#[allow(unused_imports)]
use std::rc::Rc;

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Tree<T> {
    Leaf(T),
    Fork { left: Box<Tree<T>>, right: Rc<Tree<T>> },
}

impl<T> Tree<T> {
    fn leaves(&self) -> usize {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Fork { left, right } => left.leaves() + right.leaves(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct User {
    name: String,
    nick: Option<String>,
    rates: BTreeMap<u8, f64>,
    friends: HashSet<Vec<u8>>,
    file: Tree<String>,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Kind {
    Guest,
    Member(char, (u8, Vec<User>)),
}

fn is_plain(user: &User) -> bool {
    let rich = user.name.contains('"') && user.nick.is_some() && user.friends.len() > 1;
    let rates = user.rates.values().any(|rate| rate.is_nan());
    !(rich && rates && user.file.leaves() > 2)
}

fn has_no_guests(user: &User) -> bool {
    !matches!(&user.kind, Kind::Member(_, (_, users)) if users.len() > 1)
}
"#;

const LAWS: &str = r#"
#[law(tests = 100_000, seed = 3)]
fn users_are_plain(user: User) {
    assert!(is_plain(&user));
}

#[law(tests = 20_000, seed = 3)]
fn users_have_no_guests(user: User) {
    assert!(has_no_guests(&user));
}
"#;

/// The report of each law is pasted into a test of its own, which must fail just so.
#[test]
fn what_is_printed_can_be_pasted() {
    let text = format!("{TYPES}{LAWS}");
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "printed", &[("laws", &text)]);
    let output = project.cargo("test --test laws").run();
    let pasted = |law: &str| {
        let report = output.failure(law);
        let (_, value) = report.split_once("    user = ").expect("the argument is shown");
        let (value, _) = value.split_once("\n\n").expect("an empty line follows");
        value.to_string()
    };
    let (plain, guests) = (pasted("users_are_plain"), pasted("users_have_no_guests"));
    let tests = format!(
        "{TYPES}
#[test]
fn pasted() {{
    let user = {plain};
    assert!(!is_plain(&user));
    let user = {guests};
    assert!(!has_no_guests(&user));
}}
"
    );
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "pasted", &[("pasted", &tests)]);
    let output = project.cargo("test --test pasted").run();
    assert!(output.success, "{plain}\n{guests}\n{}", output.all());
}
