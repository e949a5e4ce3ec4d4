//! Texts that nobody's `Debug` would write: whatever comes in, text comes out.

use super::super::{rust_literal, rust_literal_wrapped};

/// A linear congruential generator; what it gives only has to be varied and the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, among: &[&'a str]) -> &'a str {
        among[self.below(among.len())]
    }

    fn text(&mut self, pieces: &[&str]) -> String {
        let count = self.below(24);
        (0..count).map(|_| self.pick(pieces)).collect()
    }

    fn bytes(&mut self) -> String {
        let count = self.below(40);
        let bytes: Vec<u8> = (0..count).map(|_| self.below(256) as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// `text` with a part of it missing.
    fn damaged(&mut self, text: &str) -> String {
        let start = self.below(text.len() + 1);
        let length = self.below(4);
        let kept = |(index, _): &(usize, char)| !(start..start + length).contains(index);
        text.char_indices().filter(kept).map(|(_, c)| c).collect()
    }

    /// The `Debug` text of some value without braces, which have no order of their own.
    fn value(&mut self, depth: usize) -> String {
        let items = |numbers: &mut Self| {
            let count = 1 + numbers.below(3);
            let items: Vec<String> = (0..count).map(|_| numbers.value(depth - 1)).collect();
            items.join(", ")
        };
        match self.below(if depth == 0 { 2 } else { 6 }) {
            0 | 1 => self.pick(WORDS).to_string(),
            2 => format!("[{}]", items(self)),
            3 => format!("Name({})", items(self)),
            4 => format!("({}, 0)", items(self)),
            _ => {
                let value = self.value(depth - 1);
                format!("Name {{ one: {value}, other: {} }}", self.pick(WORDS))
            }
        }
    }
}

const WORDS: &[&str] = &[
    "0",
    "-17",
    "1.5",
    "1e-7",
    "inf",
    "-inf",
    "NaN",
    "true",
    "Unit",
    "()",
    "[]",
    "'a'",
    "'\\''",
    "\"\"",
    "\"a, \\\"b\\\"]\"",
    "1..2",
    "..",
    "1.5ms",
    "0xff",
];

const DEBUG_PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    " { ",
    " }",
    ", ",
    ",",
    ": ",
    "..",
    "..=",
    "=",
    "\"",
    "'",
    "\\",
    "-",
    "1",
    "9.5",
    "e",
    "s",
    "µs",
    "inf",
    "NaN",
    "A",
    "a",
    "PhantomData<",
    "<",
    ">",
    "é",
    "0x",
];

const TYPE_PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "; 4",
    "<",
    ">",
    "{{",
    "}}",
    ", ",
    ",",
    "::",
    "&",
    "&mut ",
    "'_",
    "'>'",
    "dyn ",
    "fn(",
    " -> ",
    "*const ",
    "!",
    "core",
    "alloc",
    "std",
    "::Vec<",
    "::Box<",
    "Cow<",
    "u8",
    "str",
    "f64",
    "::HashMap<",
    "::Duration",
    "::Option<",
    "::Range<",
    "é",
];

const TYPES: &[&str] = &[
    "alloc::vec::Vec<core::option::Option<f64>>",
    "std::collections::hash::map::HashMap<alloc::string::String, (u8, [core::time::Duration; 2])>",
    "alloc::boxed::Box<dyn Fn(u8) -> core::result::Result<u8, ()>>",
    "my::Tree<'_, '>', core::ops::range::Range<i32>>",
];

const VALUES: &[&str] = &[
    "[Some(1.5), None, Some(-inf)]",
    "{\"a\": (1, [1.5s, 0ns]), \"b\\\"\": (2, [1µs, 3ms])}",
    "Node { left: Leaf, range: 1..=5, set: {'a', '\\u{301}'}, .. }",
    "Mutex { data: PhantomData<(u8, fn() -> u8)>, poisoned: false, .. }",
];

#[test]
fn no_text_panics() {
    let mut numbers = Numbers(1);
    for _ in 0..40_000 {
        let type_name = match numbers.below(4) {
            0 => numbers.bytes(),
            1 => numbers.text(TYPE_PIECES),
            2 => numbers.damaged(TYPES[1]),
            _ => numbers.pick(TYPES).to_string(),
        };
        let debug = match numbers.below(4) {
            0 => numbers.bytes(),
            1 => numbers.text(DEBUG_PIECES),
            2 => numbers.value(3),
            _ => {
                let value = numbers.pick(VALUES);
                numbers.damaged(value)
            }
        };
        rust_literal(&type_name, &debug);
        rust_literal_wrapped(&type_name, &debug, numbers.below(9), numbers.below(30));
    }
}

#[test]
fn without_its_type_a_value_is_printed_as_it_was_read() {
    let mut numbers = Numbers(2);
    for _ in 0..5_000 {
        let debug = numbers.value(4);
        assert_eq!(rust_literal("", &debug), debug);
    }
}

#[test]
fn wrapping_changes_only_spaces_and_last_commas() {
    let dense = |text: &str| {
        let dense: String = text.split_whitespace().collect();
        dense.replace(",)", ")").replace(",]", "]").replace(",}", "}")
    };
    let mut numbers = Numbers(3);
    for _ in 0..5_000 {
        let debug = numbers.value(4);
        let wrapped = rust_literal_wrapped("", &debug, numbers.below(9), numbers.below(60));
        assert_eq!(dense(&wrapped), dense(&debug));
    }
}

#[test]
fn extreme_columns_do_not_overflow() {
    let wide = rust_literal_wrapped("", "[10, 20]", 0, usize::MAX);
    assert_eq!(wide, "[10, 20]");
    let narrow = rust_literal_wrapped("", "[10, 20]", 0, 0);
    assert_eq!(narrow, "[\n    10,\n    20,\n]");
}

#[test]
fn deep_nesting_falls_back_to_the_text() {
    let nested = |open: &str, close: &str, depth| open.repeat(depth) + "1" + &close.repeat(depth);
    let shallow = nested("[", "]", 150);
    let vectors = nested("alloc::vec::Vec<", ">", 150).replace('1', "u8");
    let source = nested("vec![", "]", 150);
    assert_eq!(rust_literal(&vectors, &shallow), source);

    for (open, close) in [("[", "]"), ("A(", ")"), ("A { a: ", " }"), ("{", "}"), ("(", ",)")] {
        for depth in [200, 201, 100_000] {
            let debug = nested(open, close, depth);
            assert_eq!(rust_literal("alloc::vec::Vec<u8>", &debug), debug);
            let truncated = open.repeat(depth);
            assert_eq!(rust_literal("", &truncated), truncated);
        }
    }
    for (open, close) in [("alloc::boxed::Box<", ">"), ("&", ""), ("(", ")"), ("[", "]")] {
        let type_name = nested(open, close, 100_000);
        assert_eq!(rust_literal(&type_name, "[1]"), "[1]");
        assert_eq!(rust_literal(&open.repeat(100_000), "[1]"), "[1]");
    }
}

#[test]
fn long_text_takes_linear_time() {
    let items: Vec<String> = (0..200_000).map(|item| item.to_string()).collect();
    let debug = format!("[{}]", items.join(", "));
    let source = rust_literal("alloc::vec::Vec<i32>", &debug);
    assert_eq!(source, format!("vec!{debug}"));
    let wrapped = rust_literal_wrapped("alloc::vec::Vec<i32>", &debug, 0, 100);
    assert!(wrapped.lines().all(|line| line.len() <= 100));
}
