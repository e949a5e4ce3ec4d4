//! Lawful under another name, and re-exported by a crate of test support.

use checks::Project;

/// Laws of a crate in which `lw` is Lawful.
const LAWS: &str = r#"
use lw::generate::vec;
use lw::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
#[arbitrary(crate = lw, recycle)]
enum Expression {
    Number(#[from(0..10)] u8),
    Sum(Box<Expression>, Vec<Expression>),
}

#[derive(Clone, Debug, Arbitrary)]
#[arbitrary(crate = "lw")]
struct Pair<T> {
    one: T,
    #[from(vec(any::<T>(), 1..=2))]
    others: Vec<T>,
}

#[law(crate = lw, tests = FEW, case(Expression::Number(1)), database = "failures", max_time = "1m")]
fn expressions(expression: Expression) {
    label!("{}", matches!(expression, Expression::Number(_)));
    assume!(expression == expression.clone());
}

const FEW: u32 = 20;

#[law(for(u8, String), crate = lw, repeat = 2)]
fn pairs<T: Clone + PartialEq>(pair: Pair<T>, #[from(vec(any::<T>(), 3))] list: Vec<T>) -> bool {
    pair.others.len() <= 2 && list.len() == 3
}

#[law(crate = lw)]
async fn futures(x: u8) -> Result<(), String> {
    if u16::from(x) < 256 { Ok(()) } else { Err(x.to_string()) }
}

#[law(crate = lw, schedules = 5, tests = 3)]
fn scheduled(x: u8) {
    let thread = lw::pulse::thread::spawn(move || x);
    assert_eq!(thread.join().unwrap(), x);
}

#[law(crate = lw)]
fn laws_as_values() -> impl Law {
    for_all!(x: u8, f: Func<Expression, u8> => f(Expression::Number(x)) == f(Expression::Number(x)))
}

#[law(crate = lw, expect_failure)]
fn broken(point: Point) {
    note!("{}", point.x);
    collect!(point.x);
    classify!(point.x > 5, "large");
    target!(point.x);
    sometimes!(point.x == 0, "zero");
    cover!(point.x >= 0, 1.0, "positive");
    assert!(point.x < 5);
}

#[derive(Debug)]
struct Point {
    x: i32,
}

impl Arbitrary for Point {
    fn arbitrary(source: &mut Source) -> Self {
        source.draw(&structure!(Point { x: 0..100 }))
    }
}

obeys!(mod expression_laws, Expression: Eq + Hash + Clone);
"#;

const TESTS: [&str; 10] = [
    "broken",
    "expression_laws::clone",
    "expression_laws::eq",
    "expression_laws::hash",
    "expressions",
    "futures",
    "laws_as_values",
    "pairs::string",
    "pairs::u8",
    "scheduled",
];

fn check_passes(project: &Project) {
    let output = project.cargo("test --test laws").run();
    assert!(output.success, "{}", output.all());
    for test in TESTS {
        let passed = format!("test {test} ... ok\n");
        assert!(output.stdout.contains(&passed), "{test}\n{}", output.all());
    }
}

#[test]
fn a_dependency_of_another_name() {
    let dependency = Project::dependency_on("lawful", &["pulse"]);
    let dependency = dependency.replacen("lawful = {", "lw = { package = \"lawful\",", 1);
    let dependencies = format!("[dependencies]\n{dependency}\n");
    let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
    check_passes(&Project::depending(
        env!("CARGO_TARGET_TMPDIR"),
        "renamed",
        &dependencies,
        &files,
    ));
}

#[test]
fn re_exported_by_a_support_crate() {
    let dependency = Project::dependency_on("lawful", &["pulse"]);
    let support = format!(
        "[package]\nname = \"support\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\n{dependency}\n"
    );
    let laws = format!("use support::lw;\n{}", LAWS.replace("use lw::", "use support::lw::"));
    let files = [
        ("src/lib.rs", ""),
        ("support/Cargo.toml", support.as_str()),
        ("support/src/lib.rs", "pub use lawful as lw;\n"),
        ("tests/laws.rs", laws.as_str()),
    ];
    let dependencies = "[dependencies]\nsupport = { path = \"support\" }\n";
    check_passes(&Project::depending(
        env!("CARGO_TARGET_TMPDIR"),
        "supported",
        dependencies,
        &files,
    ));
}
