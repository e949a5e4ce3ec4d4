//! A first project: a recursive type, a line of bundles, coverage and a law that is wrong; and the
//! mistakes that people make first, with what they are told.

use checks::Project;

const CALCULATOR: &str = r#"
use std::fmt;
use std::str::FromStr;

use lawful::prelude::*;

/// An expression, written in Polish notation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Arbitrary)]
enum Expression {
    Number(i8),
    Negate(Box<Expression>),
    Add(Box<Expression>, Box<Expression>),
    Sum(Vec<Expression>),
}

use Expression::{Add, Negate, Number, Sum};

impl Expression {
    fn value(&self) -> i64 {
        match self {
            Number(number) => i64::from(*number),
            Negate(inner) => -inner.value(),
            Add(left, right) => left.value() + right.value(),
            Sum(parts) => parts.iter().map(Expression::value).sum(),
        }
    }

    /// Wrong: the sign of a negated sum is lost.
    fn simplified(&self) -> Expression {
        match self {
            Number(number) => Number(*number),
            Negate(inner) => match inner.simplified() {
                Negate(inner) => *inner,
                Add(left, right) => Add(left, right),
                other => Negate(Box::new(other)),
            },
            Add(left, right) => Add(Box::new(left.simplified()), Box::new(right.simplified())),
            Sum(parts) => Sum(parts.iter().map(Expression::simplified).collect()),
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number(number) => write!(formatter, "{number}"),
            Negate(inner) => write!(formatter, "neg {inner}"),
            Add(left, right) => write!(formatter, "add {left} {right}"),
            Sum(parts) => {
                write!(formatter, "sum {}", parts.len())?;
                parts.iter().try_for_each(|part| write!(formatter, " {part}"))
            }
        }
    }
}

impl FromStr for Expression {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut words = text.split(' ');
        let expression = parse(&mut words)?;
        words.next().is_none().then_some(expression).ok_or(())
    }
}

fn parse<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Expression, ()> {
    Ok(match words.next().ok_or(())? {
        "neg" => Negate(Box::new(parse(words)?)),
        "add" => Add(Box::new(parse(words)?), Box::new(parse(words)?)),
        "sum" => {
            let count: usize = words.next().ok_or(())?.parse().map_err(drop)?;
            Sum((0..count).map(|_| parse(words)).collect::<Result<_, _>>()?)
        }
        number => Number(number.parse().map_err(drop)?),
    })
}

obeys!(mod expression_laws, Expression: Eq + Ord + Hash + Clone + FromStr);

#[law]
fn simplifying_twice_changes_no_more(expression: Expression) {
    cover!(matches!(expression, Add(..)), 5.0, "a sum of two");
    let once = expression.simplified();
    assert_eq!(once.simplified(), once);
}

#[law(seed = 1)]
fn simplifying_keeps_the_value(expression: Expression) {
    assert_eq!(expression.simplified().value(), expression.value());
}
"#;

#[test]
fn a_first_project_finds_its_bug() {
    let project =
        Project::new(env!("CARGO_TARGET_TMPDIR"), "newcomer", &[("calculator", CALCULATOR)]);
    let output = project.cargo("test --test calculator").run();
    let text = &output.stdout;
    for test in ["eq", "ord", "hash", "clone", "from_str"] {
        let passed = format!("test expression_laws::{test} ... ok");
        assert!(text.contains(&passed), "{text}\n{}", output.stderr);
    }
    assert!(text.contains("test simplifying_twice_changes_no_more ... ok"), "{text}");
    let report = r"law broken: newcomer::calculator::simplifying_keeps_the_value  (tests/calculator.rs:87)

    expression = Expression::Negate(Box::new(Expression::Add(
        Box::new(Expression::Number(0)),
        Box::new(Expression::Number(1)),
    )))

  assertion `left == right` failed
    left: 1
   right: -1
  at tests/calculator.rs:89:5
";
    assert!(text.contains(report), "{text}");
}

/// What a person is told, whole. `// here` marks the line that it must name.
const MISTAKES: &[(&str, &str, &[&str])] = &[
    (
        "forgot_the_derive",
        "#[derive(Debug)]\nstruct Point { x: i32 }\n#[law]\nfn law(point: Point) { // here\n    assert!(point.x < 5);\n}\n",
        &[
            "error[E0277]: no arbitrary `Point` can be generated",
            "`Point` does not implement `Arbitrary`",
            "derive it with `#[derive(Arbitrary)]`, or name a generator with `#[from(..)]`",
        ],
    ),
    (
        "forgot_debug",
        "#[derive(Arbitrary)]\nstruct Point { x: i32 }\n#[law]\nfn law(point: Point) { // here\n    assert!(point.x < 5);\n}\n",
        &["error[E0277]: `Point` doesn't implement `Debug`"],
    ),
    (
        "a_generator_of_another_type",
        "#[law]\nfn law(#[from(0..10u8)] x: u32) { // here\n    assert!(x < 10);\n}\n",
        &["mismatched types", "expected `u32`, found `u8`"],
    ),
    (
        "a_misspelled_option",
        "#[law(test = 500)] // here\nfn law(x: u8) {}\n",
        &["`test` is not an option of a law; did you mean `tests`? There are tests, max_size, "],
    ),
    (
        "not_a_generator",
        "#[law]\nfn law(#[from(5)] x: u32) {} // here\n",
        &["`5` is not a generator: a single value is `just(5)`"],
    ),
];

#[test]
fn mistakes_that_the_compiler_finds() {
    let head = "#![allow(unused)]\nuse lawful::prelude::*;\n";
    let texts: Vec<(&str, String)> =
        MISTAKES.iter().map(|(name, text, _)| (*name, format!("{head}{text}"))).collect();
    let tests: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "mistaken", &tests);
    let output = project.cargo("build --tests --keep-going").run();
    for ((name, text), (_, _, told)) in texts.iter().zip(MISTAKES) {
        let line = 1 + text.lines().position(|line| line.contains("// here")).expect("marked");
        let place = format!("--> tests/{name}.rs:{line}:");
        let blocks = output.stderr.split("\n\n");
        let told_all =
            |block: &str| block.contains(&place) && told.iter().all(|part| block.contains(part));
        assert!({ blocks }.any(told_all), "{name}: {told:?} at {place}\n{}", output.stderr);
    }
}

const RUN: &str = r#"
use lawful::prelude::*;

#[law]
fn an_empty_range(#[from(5..5u32)] x: u32) {
    assert!(x < 5);
}

#[law(max_discards = 100)]
fn an_assumption_that_is_hardly_met(x: u32, y: u32) {
    assume!(x == y && x == 123_456_789);
    assert_eq!(x, y);
}

#[law]
fn nothing_to_draw() {
    assert_eq!(1 + 1, 2);
}

#[law]
fn a_filter_that_starves(#[from(any::<u32>().filtered(|x| *x == 7_777_777))] x: u32) {
    assert!(x > 0);
}
"#;

#[test]
fn mistakes_that_running_finds() {
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "misrun", &[("laws", RUN)]);
    let output = project.cargo("test --test laws").run();
    for report in [
        "law misused: misrun::laws::an_empty_range  (tests/laws.rs:4)\n\n  the range 5..5 is empty, so \
         nothing can be drawn from it; its start must lie below its end\n",
        "law gave up: misrun::laws::an_assumption_that_is_hardly_met  (tests/laws.rs:9)\n\n  Gave up after \
         0 of 256 tests: 101 cases were discarded.\n  The assumptions of the law are hardly ever \
         met.\n    101 discarded by assume!(x == y && x == 123_456_789)  (tests/laws.rs:11:5)\n  Generate cases that meet them, raise max_discards, or say may_give_up if this is \
         fine.\n",
        "law misused: misrun::laws::nothing_to_draw  (tests/laws.rs:15)\n\n  the law draws nothing, so \
         every test would be the same; give it an argument, or make it a plain `#[test]`\n",
        "  The filter at tests/laws.rs:21:46 starved: none of 100 values passed it.\n  Generate \
         values that pass it instead.\n",
    ] {
        assert!(output.stdout.contains(report), "{report}\n{}", output.stdout);
    }
}
