//! What the templates have in common: the shapes of the ten types, and the thirty laws.
//!
//! The types themselves are in `template/types.rs`; a shape that differs from its type fails to build.

use Kind::{Bool, I32, List, Optional, Own, Text, U8, U64};
use Shape::{Enum, Struct};

/// The kind of a field.
pub enum Kind {
    U8,
    U64,
    I32,
    Bool,
    Text,
    Optional(&'static Kind),
    List(&'static Kind),
    /// Another of the ten types.
    Own(&'static str),
}

pub enum Shape {
    /// Name and kind of each field.
    Struct(&'static [(&'static str, Kind)]),
    /// Name of each variant and kinds of its fields.
    Enum(&'static [(&'static str, &'static [Kind])]),
}

pub struct Type {
    pub name: &'static str,
    pub shape: Shape,
}

/// A law: its name, the types of its arguments, which are called `a` and `b`, and its body.
pub struct Law {
    pub name: &'static str,
    pub arguments: &'static [(&'static str, &'static str)],
    pub body: &'static str,
}

pub const TYPES: &[Type] = &[
    Type { name: "Point", shape: Struct(&[("x", I32), ("y", I32)]) },
    Type { name: "Color", shape: Struct(&[("red", U8), ("green", U8), ("blue", U8)]) },
    Type { name: "Interval", shape: Struct(&[("start", U64), ("length", U64)]) },
    Type { name: "Name", shape: Struct(&[("first", Text), ("last", Text)]) },
    Type {
        name: "Account",
        shape: Struct(&[("number", U64), ("owner", Own("Name")), ("balance", I32), ("open", Bool)]),
    },
    Type {
        name: "Figure",
        shape: Enum(&[
            ("Dot", &[Own("Point")]),
            ("Line", &[Own("Point"), Own("Point")]),
            ("Circle", &[Own("Point"), U64]),
        ]),
    },
    Type {
        name: "Entry",
        shape: Enum(&[
            ("Opened", &[U64]),
            ("Deposited", &[U64, I32]),
            ("Renamed", &[U64, Own("Name")]),
            ("Closed", &[]),
        ]),
    },
    Type { name: "Path", shape: Struct(&[("points", List(&Own("Point"))), ("closed", Bool)]) },
    Type {
        name: "Palette",
        shape: Struct(&[("colors", List(&Own("Color"))), ("background", Optional(&Own("Color")))]),
    },
    Type {
        name: "Ledger",
        shape: Struct(&[("accounts", List(&Own("Account"))), ("entries", List(&Own("Entry")))]),
    },
];

pub const LAWS: &[Law] = &[
    law("swapping_twice", A_POINT, "assert_eq!(a.swapped().swapped(), a, \"change 0\");"),
    law("points_add_in_any_order", TWO_POINTS, "assert_eq!(a.plus(&b), b.plus(&a));"),
    law(
        "swapping_spreads_over_plus",
        TWO_POINTS,
        "assert_eq!(a.plus(&b).swapped(), a.swapped().plus(&b.swapped()));",
    ),
    law("inverting_twice", A_COLOR, "assert_eq!(a.inverted().inverted(), a);"),
    law("brightness_is_bounded", A_COLOR, "assert!(a.brightness() <= 765);"),
    law(
        "inverting_turns_brightness",
        A_COLOR,
        "assert_eq!(a.brightness() + a.inverted().brightness(), 765);",
    ),
    law("intervals_end_after_start", AN_INTERVAL, "assert!(a.end() >= a.start);"),
    law("joining_in_any_order", TWO_INTERVALS, "assert_eq!(a.joined(&b), b.joined(&a));"),
    law(
        "joining_covers_both",
        TWO_INTERVALS,
        "let both = a.joined(&b);\nassert!(both.start <= a.start && both.end() >= b.end());",
    ),
    law("full_names_begin_with_the_first", A_NAME, "assert!(a.full().starts_with(&a.first));"),
    law("full_names_end_with_the_last", A_NAME, "assert!(a.full().ends_with(&a.last));"),
    law(
        "full_names_are_one_longer",
        A_NAME,
        "assert_eq!(a.full().len(), a.first.len() + a.last.len() + 1);",
    ),
    law(
        "deposits_are_undone",
        AN_ACCOUNT,
        "let mut b = a.clone();\nb.deposit(7);\nb.deposit(-7);\nassert_eq!(a, b);",
    ),
    law(
        "deposits_keep_the_owner",
        AN_ACCOUNT,
        "let mut b = a.clone();\nb.deposit(a.balance);\nassert_eq!(a.owner, b.owner);",
    ),
    law(
        "accounts_order_by_number",
        TWO_ACCOUNTS,
        "if a.number < b.number {\n    assert!(a < b);\n}",
    ),
    law("moving_by_nothing", A_FIGURE, "assert_eq!(a.moved(&Point { x: 0, y: 0 }), a);"),
    law(
        "moving_keeps_the_form",
        A_FIGURE_AND_A_POINT,
        "assert_eq!(std::mem::discriminant(&a.moved(&b)), std::mem::discriminant(&a));",
    ),
    law(
        "moving_twice_adds",
        A_FIGURE_AND_A_POINT,
        "assert_eq!(a.moved(&b).moved(&b), a.moved(&b.plus(&b)));",
    ),
    law(
        "only_closing_has_no_account",
        AN_ENTRY,
        "assert_eq!(a.account().is_none(), a == Entry::Closed);",
    ),
    law("entries_equal_their_clones", AN_ENTRY, "assert_eq!(a.clone(), a);"),
    law(
        "entries_print_alike",
        TWO_ENTRIES,
        "assert_eq!(a == b, format!(\"{a:?}\") == format!(\"{b:?}\"));",
    ),
    law("reversing_twice", A_PATH, "assert_eq!(a.reversed().reversed(), a);"),
    law(
        "reversing_keeps_the_length",
        A_PATH,
        "assert_eq!(a.reversed().points.len(), a.points.len());",
    ),
    law(
        "reversing_ends_at_the_start",
        A_PATH,
        "assert_eq!(a.reversed().points.last(), a.points.first());",
    ),
    law(
        "palettes_hold_their_background",
        A_PALETTE,
        "assert!(a.background.iter().all(|color| a.all().contains(color)));",
    ),
    law("palettes_count_their_colors", A_PALETTE, "assert!(a.all().len() - a.colors.len() <= 1);"),
    law("palettes_begin_with_their_colors", A_PALETTE, "assert!(a.all().starts_with(&a.colors));"),
    law(
        "ledgers_have_no_more_than_all",
        A_LEDGER,
        "assert!(a.accounts.iter().all(|account| a.entries_of(account) <= a.entries.len()));",
    ),
    law(
        "ledgers_know_nothing_of_strangers",
        A_LEDGER_AND_AN_ACCOUNT,
        "if a.entries.is_empty() {\n    assert_eq!(a.entries_of(&b), 0);\n}",
    ),
    law("ledgers_equal_their_clones", A_LEDGER, "assert_eq!(a.clone(), a);"),
];

type Arguments = &'static [(&'static str, &'static str)];

const A_POINT: Arguments = &[("a", "Point")];
const TWO_POINTS: Arguments = &[("a", "Point"), ("b", "Point")];
const A_COLOR: Arguments = &[("a", "Color")];
const AN_INTERVAL: Arguments = &[("a", "Interval")];
const TWO_INTERVALS: Arguments = &[("a", "Interval"), ("b", "Interval")];
const A_NAME: Arguments = &[("a", "Name")];
const AN_ACCOUNT: Arguments = &[("a", "Account")];
const TWO_ACCOUNTS: Arguments = &[("a", "Account"), ("b", "Account")];
const A_FIGURE: Arguments = &[("a", "Figure")];
const A_FIGURE_AND_A_POINT: Arguments = &[("a", "Figure"), ("b", "Point")];
const AN_ENTRY: Arguments = &[("a", "Entry")];
const TWO_ENTRIES: Arguments = &[("a", "Entry"), ("b", "Entry")];
const A_PATH: Arguments = &[("a", "Path")];
const A_PALETTE: Arguments = &[("a", "Palette")];
const A_LEDGER: Arguments = &[("a", "Ledger")];
const A_LEDGER_AND_AN_ACCOUNT: Arguments = &[("a", "Ledger"), ("b", "Account")];

const fn law(name: &'static str, arguments: Arguments, body: &'static str) -> Law {
    Law { name, arguments, body }
}

/// What is made of each item, joined.
pub fn joined<T>(items: &[T], separator: &str, text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(separator)
}

/// A name for the field at a place of a variant, whose fields have none.
pub fn place(index: usize) -> String {
    format!("field{index}")
}
