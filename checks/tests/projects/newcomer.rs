//! A first project: a recursive type, a line of bundles, coverage and a law that is wrong; and the mistakes that
//! people make first, with what they are told. All of them are here; some have variants elsewhere.
//!
//! | mistake | law or file here | variants |
//! |---|---|---|
//! | `#[from(..)]` of another type | `wrong_from` | `arguments`: not a generator at all |
//! | missing `Debug` | `missing_debug` | |
//! | missing `Arbitrary` | `missing_arbitrary` | `arguments`: fields, references |
//! | `&mut T`, `&str`, `&[T]` as arguments | `references`: they work | `arguments`, `kept` |
//! | generic law without types | `generic_law` | `misuse`; `arguments`: `impl Trait` |
//! | law in an `impl` | `method`, `in_an_impl` | `arguments`: a generic one |
//! | error without `Debug` | `error_without_debug` | `arguments`: in a law as a value |
//! | `?` without a result | `question_mark` | `arguments` |
//! | assumption that is never met | `assumption_never_met` | |
//! | `assume!` in a helper | `assume_in_a_helper` | `misuse` |
//! | panic in a generator | `panic_in_a_generator` | |
//! | law without arguments | `no_arguments` | |
//! | argument that is not used | `unused_argument` | |
//! | law in a function, `check` in `main` | `in_a_function`, `examples/check.rs` | |
//! | forgotten feature | `forgotten_feature`, `forgotten_scheduler` | `arguments` |
//! | unknown option | `wrong_option` | `misuse`: options of other tools, twice, without a unit |
//! | wrong attribute of the derive | `wrong_attribute` | `derive` |
//! | nothing to choose from | `empty_range`, `empty_elements`, `zero_weights`, `reversed_lengths`, `starved_filter` | |
//! | derived type without an end | `endless_derive` | |

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

/// A file, its text, and the lines of the compiler's message that matter, in their order.
type Mistake = (&'static str, &'static str, &'static str);

const MISTAKES: &[Mistake] = &[
    (
        "wrong_from",
        "#[law]\nfn law(#[from(0..10u8)] x: u32) {\n    assert!(x < 10);\n}\n",
        r"
error[E0308]: mismatched types
 --> tests/wrong_from.rs:4:15
4 | fn law(#[from(0..10u8)] x: u32) {
  |               ^            --- expected due to this
  |               expected `u32`, found `u8`
",
    ),
    (
        "missing_debug",
        "#[derive(Arbitrary)]\nstruct Point { x: i32 }\n#[law]\nfn law(point: Point) {\n    assert!(point.x < 5);\n}\n",
        r"
error[E0277]: `Point` doesn't implement `Debug`
 --> tests/missing_debug.rs:6:15
6 | fn law(point: Point) {
  |               ^^^^^ the trait `Debug` is not implemented for `Point`
  = note: add `#[derive(Debug)]` to `Point` or manually `impl Debug for Point`
help: consider annotating `Point` with `#[derive(Debug)]`
4 + #[derive(Debug)]
5 | struct Point { x: i32 }
",
    ),
    (
        "missing_arbitrary",
        "#[derive(Debug)]\nstruct Point { x: i32 }\n#[law]\nfn law(point: Point) {\n    assert!(point.x < 5);\n}\n",
        r"
error[E0277]: no arbitrary `Point` can be generated
 --> tests/missing_arbitrary.rs:6:15
6 | fn law(point: Point) {
  |               ^^^^^ `Point` does not implement `Arbitrary`
  = note: derive it with `#[derive(Arbitrary)]`, or name a generator with `#[from(..)]`
",
    ),
    (
        "generic_law",
        "#[law]\nfn law<T: Ord>(x: T) {\n    assert!(x <= x);\n}\n",
        r"
error: a generic law needs its types: `#[law(for(One, Other))]`
 --> tests/generic_law.rs:4:7
4 | fn law<T: Ord>(x: T) {
  |       ^^^^^^^^
",
    ),
    (
        "method",
        "struct Shop;\nimpl Shop {\n    #[law]\n    fn law(&self, x: u8) {\n        assert!(x < 5);\n    }\n}\n",
        r"
error: a law is a function, not a method
 --> tests/method.rs:6:13
6 |     fn law(&self, x: u8) {
  |             ^^^^
",
    ),
    (
        "in_an_impl",
        "struct Shop;\nimpl Shop {\n    #[law]\n    fn law(x: u8) {\n        assert!(x < 5);\n    }\n}\n",
        r"
error: macro definition is not supported in `trait`s or `impl`s
 --> tests/in_an_impl.rs:5:5
5 |     #[law]
  |     ^^^^^^
  = help: consider moving the macro definition out to a nearby module scope
",
    ),
    (
        "error_without_debug",
        "struct Trouble;\n#[law]\nfn law(x: u8) -> Result<(), Trouble> {\n    if x < 5 { Ok(()) } else { Err(Trouble) }\n}\n",
        r"
error[E0277]: `Trouble` doesn't implement `Debug`
 --> tests/error_without_debug.rs:5:29
5 | fn law(x: u8) -> Result<(), Trouble> {
  |                             ^^^^^^^ the trait `Debug` is not implemented for `Trouble`
  = note: add `#[derive(Debug)]` to `Trouble` or manually `impl Debug for Trouble`
help: consider annotating `Trouble` with `#[derive(Debug)]`
3 + #[derive(Debug)]
4 | struct Trouble;
",
    ),
    (
        "question_mark",
        "#[law]\nfn law(text: String) {\n    let number: u8 = text.parse()?;\n    assert!(number < 5);\n}\n",
        r"
 --> tests/question_mark.rs:5:34
4 | fn law(text: String) {
  | -------------------- this function should return `Result` or `Option` to accept `?`
5 |     let number: u8 = text.parse()?;
  |                                  ^ cannot use the `?` operator in a function that returns `()`
help: consider adding return type
4 ~ fn law(text: String) -> Result<(), Box<dyn std::error::Error>> {
5 |     let number: u8 = text.parse()?;
6 |     assert!(number < 5);
7 +     Ok(())
",
    ),
    (
        "assume_in_a_helper",
        "fn half(x: u8) -> u8 {\n    assume!(x % 2 == 0);\n    x / 2\n}\n#[law]\nfn law(x: u8) {\n    assert!(half(x) < 128);\n}\n",
        r"
error[E0277]: `assume!` cannot return from here: `u8` is not what a law returns
 --> tests/assume_in_a_helper.rs:4:5
4 |     assume!(x % 2 == 0);
  = note: `assume!` works in the body of a law; in a helper, call `lawful::discard()` instead
",
    ),
    (
        "unused_argument",
        "#[law]\nfn law(x: u8, y: u8) {\n    assert!(u16::from(x) < 256);\n}\n",
        r"
warning: unused variable: `y`
 --> tests/unused_argument.rs:4:15
4 | fn law(x: u8, y: u8) {
  |               ^ help: if this is intentional, prefix it with an underscore: `_y`
",
    ),
    (
        "in_a_function",
        "#[test]\nfn outer() {\n    #[law]\n    fn law(x: u8) {\n        assert!(x < 5);\n    }\n}\n",
        r"
warning: cannot test inner items
 --> tests/in_a_function.rs:5:5
5 |     #[law]
  |     ^^^^^^
",
    ),
    (
        "forgotten_feature",
        "use lawful::machine::symbolic::*;\n#[law]\nfn law(#[from(lawful::generate::matching(\"[a-z]+\"))] x: String) {\n    assert!(!x.is_empty());\n}\n",
        r#"
error[E0433]: cannot find `machine` in `lawful`
 --> tests/forgotten_feature.rs:3:13
3 | use lawful::machine::symbolic::*;
  |             ^^^^^^^ could not find `machine` in `lawful`
note: found an item that was configured out
    |       ------------------- the item is gated behind the `machine` feature
error[E0277]: `matching` and `matching_bytes` need the feature `regex` of `lawful`
 --> tests/forgotten_feature.rs:5:42
  |               -------------------------- ^^^^^^^^ needs the feature `regex`
  = note: in Cargo.toml: `lawful = { version = "..", features = ["regex"] }`
"#,
    ),
    (
        "forgotten_scheduler",
        "#[law(scheduled)]\nfn law(x: u8) {\n    assert!(u16::from(x) < 256);\n}\n",
        r"
error[E0433]: cannot find `pulse` in `__private`
 --> tests/forgotten_scheduler.rs:3:1
3 | #[law(scheduled)]
note: found an item that was configured out
   |       ----------------- the item is gated behind the `pulse` feature
",
    ),
    (
        "wrong_option",
        "#[law(cases = 500)]\nfn law(x: u8) {\n    assert!(x < 5);\n}\n",
        r"
error: `cases` is not an option of a law: other tools' `cases` is `tests` here; there are tests, max_size, max_discards, seed, max_shrink_runs, max_shrink_time, max_failures, max_time, max_case_time, jobs, exhaustive, isolated, database, statistics, original, report, repeat, for(..), case(..), replay, block_on, scheduled, schedules, reporter, expect_failure, may_give_up, crate, and settings of components
 --> tests/wrong_option.rs:3:7
3 | #[law(cases = 500)]
  |       ^^^^^
",
    ),
    (
        "wrong_attribute",
        "#[derive(Debug, Arbitrary)]\nstruct Point {\n    #[arbitrary(weight(3))]\n    x: i32,\n}\n",
        r"
error: `weight` belongs on a variant; here there are from(..) and skip
 --> tests/wrong_attribute.rs:5:17
5 |     #[arbitrary(weight(3))]
  |                 ^^^^^^
",
    ),
];

/// A line without the width of the column of line numbers.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// First line of a message that what the compiler said does not have in its place.
fn missing<'a>(told: &str, message: &'a str) -> Option<&'a str> {
    let mut lines = told.lines().map(words);
    let is_missing = |line: &&str| {
        let wanted = words(line);
        // The list of options ends with an example.
        !lines.any(|line| line == wanted || wanted.len() > 100 && line.starts_with(&wanted))
    };
    message.lines().filter(|line| !line.is_empty()).find(is_missing)
}

#[test]
fn mistakes_that_the_compiler_finds() {
    let head = "#![allow(dead_code)]\nuse lawful::prelude::*;\n";
    let texts: Vec<(&str, String)> =
        MISTAKES.iter().map(|(name, text, _)| (*name, format!("{head}{text}"))).collect();
    let tests: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "mistaken", &tests);
    // One job, so that messages of different targets do not mix.
    let output = project.cargo("build --tests --keep-going --jobs 1").run();
    for (name, _, message) in MISTAKES {
        // Cargo ends what it prints of a target with a line that names it.
        let end = format!("(test \"{name}\") ");
        let told = output.stderr.split_once(&end).map(|(before, _)| before);
        let told = told.unwrap_or_else(|| panic!("nothing of {name}\n{}", output.stderr));
        let begin = told.rfind("(test \"").map_or(0, |begin| begin);
        let told = &told[begin..];
        let missing = missing(told, message);
        assert!(missing.is_none(), "{name}: no {:?} in\n{told}", missing.unwrap_or_default());
    }
}

const RUN: &str = r#"
use lawful::generate::{elements, frequency, just, vec};
use lawful::prelude::*;

#[law(max_discards = 100)]
fn assumption_never_met(x: u32, y: u32) {
    assume!(x == y && x == 123_456_789);
    assert_eq!(x, y);
}

fn even(source: &mut Source) -> u32 {
    let x = source.draw(&(0..1_000u32));
    assert!(x < 10, "no even number for {x}");
    x * 2
}

#[law]
fn panic_in_a_generator(before: bool, #[from(even)] x: u32) {
    assert!(before || x % 2 == 0);
}

#[law]
fn no_arguments() {
    assert_eq!(1 + 1, 2);
}

#[law]
fn empty_range(#[from(5..5u32)] x: u32) {
    assert!(x < 5);
}

#[law]
fn empty_elements(#[from(elements(Vec::<u8>::new()))] x: u8) {
    assert!(x < 5);
}

#[law]
fn zero_weights(#[from(frequency(((0, just(1u8)), (0, just(2)))))] x: u8) {
    assert!(x < 5);
}

#[law]
fn reversed_lengths(#[from(vec(any::<u8>(), 5..=2))] list: Vec<u8>) {
    assert!(list.len() < 5);
}

#[law]
fn starved_filter(#[from(any::<u32>().filtered(|x| *x == 7_777_777))] x: u32) {
    assert!(x > 0);
}

#[law]
fn references(text: &str, list: &[u8], number: &mut u64) {
    *number /= 2;
    assert!(text.chars().count() < 2 || list.len() < 2 || *number < 50);
}

#[derive(Debug, Arbitrary)]
struct Tree {
    left: Box<Tree>,
    right: Box<Tree>,
}

#[law]
fn endless_derive(tree: Tree) {
    let _ = (tree.left, tree.right);
}
"#;

/// Reports, whole but for what is left to chance: the lines on how a case was found and where it is kept.
const REPORTS: &[(&str, &str)] = &[
    (
        "assumption_never_met",
        "law gave up: misrun::laws::assumption_never_met  (tests/laws.rs:5)

  Gave up after 0 of 256 tests: 101 cases were discarded.
  The assumptions of the law are hardly ever met.
    101 discarded by assume!(x == y && x == 123_456_789)  (tests/laws.rs:7:5)
  Generate cases that meet them, raise max_discards, or say may_give_up if this is fine.",
    ),
    (
        "panic_in_a_generator",
        "law broken: misrun::laws::panic_in_a_generator  (tests/laws.rs:17)

    before = false

  The generator of `x` panicked:
  no even number for 10
  at tests/laws.rs:13:5
",
    ),
    (
        "no_arguments",
        "law misused: misrun::laws::no_arguments  (tests/laws.rs:22)

  the law draws nothing, so every test would be the same; give it an argument, or make it a plain `#[test]`",
    ),
    (
        "empty_range",
        "law misused: misrun::laws::empty_range  (tests/laws.rs:27)

  the range 5..5 is empty, so nothing can be drawn from it; its start must lie below its end",
    ),
    (
        "empty_elements",
        "law misused: misrun::laws::empty_elements  (tests/laws.rs:32)

  the `elements` made at tests/laws.rs:33:26 has nothing to choose from; give it at least one value",
    ),
    (
        "zero_weights",
        "law misused: misrun::laws::zero_weights  (tests/laws.rs:37)

  the `frequency` made at tests/laws.rs:38:24 has only weights of 0, so nothing can be chosen; give at least one alternative a weight above 0",
    ),
    (
        "reversed_lengths",
        "law misused: misrun::laws::reversed_lengths  (tests/laws.rs:42)

  the range of lengths made at tests/laws.rs:43:28 is empty; its start must not lie above its end",
    ),
    (
        "references",
        "law broken: misrun::laws::references  (tests/laws.rs:52)

    text = String::from(\"aa\")
    list = vec![0, 0]
    number = 100

  assertion failed: text.chars().count() < 2 || list.len() < 2 || *number < 50
  at tests/laws.rs:55:5

  It passes with number = 99.
",
    ),
    (
        "endless_derive",
        "law misused: misrun::laws::endless_derive  (tests/laws.rs:64)

  no value of `laws::Tree` comes to an end: each holds another one; put the inner one into an `Option` or a `Vec`, or give the enum a variant without one",
    ),
];

#[test]
fn mistakes_that_running_finds() {
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "misrun", &[("laws", RUN)]);
    let output = project.cargo("test --test laws").env("LAWFUL_SEED", "1").run();
    for (law, expected) in REPORTS {
        let report = output.failure(law);
        let whole = report.split("\n  Found by ").next().unwrap_or_default();
        assert_eq!(whole, *expected, "{report}");
    }
    let report = output.failure("starved_filter");
    let starved = "\n  The filter at tests/laws.rs:48:39 starved: none of 100 values passed it.\n  \
                   Generate values that pass it instead.";
    assert!(report.contains(starved), "{report}");
}

const IN_MAIN: &str = r#"use lawful::prelude::*;

fn main() {
    check((any::<u8>(), any::<u8>()), |(x, y)| x.checked_add(y).is_some());
}
"#;

/// `check` works in `main`, where the program is not a test: nothing is known of the command that runs it.
#[test]
fn a_check_in_main_reports_and_is_replayed() {
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), "in-main", &[]);
    project.write("examples/check.rs", IN_MAIN);
    let output = project.cargo("run --example check").run();
    assert!(!output.success, "{}", output.all());
    let report = "law broken: examples/check.rs:4  (examples/check.rs:4)\n\n    (1, 255)\n\n  \
                  The law returned false.\n\n  It passes with (0, 255).\n\n  Found by ";
    assert!(output.stderr.contains(report), "{}", output.all());
    let (_, token) = output
        .stderr
        .split_once("\n  Replay: run the program again with LAWFUL_REPLAY='")
        .unwrap_or_else(|| panic!("no line to replay\n{}", output.all()));
    let token = token.split('\'').next().unwrap_or_default();
    let replayed = project.cargo("run --example check").env("LAWFUL_REPLAY", token).run();
    assert!(
        replayed.stderr.contains("Replayed as it is, without shrinking."),
        "{}",
        replayed.all()
    );
}
