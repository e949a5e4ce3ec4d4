//! Lines that keep a case in the source: each is put into the attribute of its law, compiles, and fails at once.

use checks::{Output, Project};

/// Way in which a case is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// By `#[law(case(..))]`.
    Case,
    /// By `#[law(replay = "..")]`.
    Token,
}

use Kept::{Case, Token};

/// Laws of the integration test, by the names that the harness has.
const LAWS: &[(&str, Kept)] = &[
    ("numbers", Case),
    ("not_a_number", Case),
    ("texts", Case),
    ("boxes", Case),
    ("a_pattern", Case),
    ("borrowed", Case),
    ("dependent", Case),
    ("asynchronous", Case),
    ("derived", Case),
    ("of_the_parent::derived", Case),
    ("of_the_parent::deeper::derived", Case),
    ("generic_types", Case),
    ("raw_names", Case),
    ("on_several_lines", Case),
    ("elsewhere", Token),
    ("debug_by_hand", Token),
    ("debug_of_fewer_fields", Token),
    ("by_hand", Token),
    ("maps", Token),
    ("functions", Token),
    ("addresses", Token),
    ("a_law_in_a_law", Token),
    ("generic::string", Token),
    ("generic::u8", Token),
    ("machine", Token),
    ("scheduled", Token),
    ("too_long", Token),
];

/// Each attribute has a place for the line of its law.
const SOURCE: &str = r#"
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;

use lawful::generate::{just, vec};
use lawful::machine::symbolic::*;
use lawful::prelude::*;
use lawful::pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful::pulse::sync::Arc;

#[law(/* numbers */ seed = 1, max_failures = 1)]
fn numbers(a: i8, b: u128, c: f64, d: char, e: bool) {
    assert!(a >= 0 || b < 1 << 70 || c < 1.5 || d < 'z' || !e);
}

#[law(/* not_a_number */ seed = 1, max_failures = 1, tests = 5_000)]
fn not_a_number(x: f32, y: f64) {
    assert!(!x.is_nan() && y > f64::NEG_INFINITY);
}

#[law(/* texts */ seed = 1, max_failures = 1)]
fn texts(
    #[from(just(String::from("\"quotes\" and \\ and \n and \u{301}")))] special: String,
    text: String,
    option: Option<String>,
    result: Result<u8, String>,
) {
    assert!(text.len() < 2 || special.is_empty() || option.is_none() || result.is_ok());
}

#[law(/* boxes */ seed = 1, max_failures = 1)]
fn boxes(
    number: Box<u16>,
    text: Box<str>,
    list: Box<[u8]>,
    array: [u8; 3],
    nested: Vec<Vec<Option<(u8, Box<i8>)>>>,
) {
    let is_full = nested.iter().flatten().flatten().count() > 1;
    assert!(*number < 5 || text.is_empty() || list.len() < 2 || array[1] < 7 || !is_full);
}

#[law(/* a_pattern */ seed = 1, max_failures = 1)]
fn a_pattern((list, index): (Vec<u8>, usize), [low, _]: [u8; 2]) {
    assert!(list.get(index).is_none_or(|item| *item < 50) || low == 0);
}

#[law(/* borrowed */ seed = 1, max_failures = 1)]
fn borrowed(text: &str, list: &[u8], other: &mut Vec<u8>, number: &u64) {
    other.push(0);
    assert!(text.len() < 2 || list.len() < 2 || other.len() < 3 || *number < 1_000);
}

#[law(/* dependent */ seed = 1, max_failures = 1)]
fn dependent(#[from(vec(any::<u8>(), 1..=20))] list: Vec<u8>, #[from(0..list.len())] index: usize) {
    assert!(list[index] < 100);
}

#[law(/* asynchronous */ seed = 1, max_failures = 1)]
async fn asynchronous(x: u16, y: Option<i64>) -> Result<(), String> {
    if x > 1_000 && y.is_some() { Err(format!("{x} is too much")) } else { Ok(()) }
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
struct Point {
    x: i32,
    name: String,
    next: Option<Box<Point>>,
    shape: Shape,
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Shape {
    Dot,
    Circle(u32, f64),
    Square { side: u8, inner: Vec<Shape> },
}

fn is_wrong(point: &Point) -> bool {
    let is_nested = |shape: &Shape| match shape {
        Shape::Square { side, inner } => *side > 3 && inner.iter().any(|one| matches!(one, Shape::Circle(..))),
        Shape::Dot | Shape::Circle(..) => false,
    };
    point.next.as_ref().is_some_and(|next| next.name.len() > 1 && is_nested(&next.shape))
}

#[law(/* derived */ seed = 1, max_failures = 1, tests = 20_000)]
fn derived(point: Point, shape: Shape) {
    assert!(!is_wrong(&point) || shape == Shape::Dot);
}

mod of_the_parent {
    use lawful::prelude::*;

    #[law(/* of_the_parent::derived */ seed = 1, max_failures = 1, tests = 20_000)]
    fn derived(point: super::Point) {
        assert!(!super::is_wrong(&point));
    }

    mod deeper {
        use lawful::prelude::*;

        #[law(/* of_the_parent::deeper::derived */ seed = 1, max_failures = 1, tests = 20_000)]
        fn derived(point: crate::Point) {
            assert!(!crate::is_wrong(&point));
        }
    }
}

#[derive(Debug, Arbitrary)]
struct Pair<A, B>(A, B);

#[derive(Debug, Arbitrary)]
struct Buffer<const N: usize> {
    bytes: [u8; N],
}

#[law(/* generic_types */ seed = 1, max_failures = 1)]
fn generic_types(pair: Pair<u8, Vec<Pair<bool, String>>>, buffer: Buffer<3>) {
    assert!(pair.1.iter().all(|pair| !pair.0 || pair.1.is_empty()) || pair.0 < 9 || buffer.bytes[2] < 9);
}

#[derive(Debug, Arbitrary)]
#[allow(non_camel_case_types)]
enum r#Match {
    r#fn { r#type: u8 },
    Unit,
    Empty(),
}

#[law(/* raw_names */ seed = 1, max_failures = 1)]
fn raw_names(found: Match, other: Match) {
    assert!(!matches!(found, Match::r#fn { r#type } if r#type > 3) || !matches!(other, Match::Empty()));
}

#[derive(Debug, Arbitrary)]
struct Order {
    number_of_the_order: u64,
    name_of_the_customer: String,
    names_of_the_articles: Vec<String>,
    prices_of_the_articles: Vec<(u32, u8)>,
    remark_of_the_customer: Option<String>,
    origin: Point,
}

#[law(/* on_several_lines */ seed = 1, max_failures = 1, tests = 5_000)]
fn on_several_lines(order: Order) {
    assert!(order.number_of_the_order < 5 || order.name_of_the_customer.is_empty() || order.names_of_the_articles.len() < 2);
}

mod apart {
    use lawful::prelude::*;

    #[derive(Debug, Arbitrary)]
    pub struct Hidden {
        inner: u8,
    }

    impl Hidden {
        pub fn inner(&self) -> u8 {
            self.inner
        }
    }
}

#[law(/* elsewhere */ seed = 1, max_failures = 1)]
fn elsewhere(hidden: apart::Hidden) {
    assert!(hidden.inner() < 9);
}

#[derive(Arbitrary)]
struct Celsius(i16);

impl std::fmt::Debug for Celsius {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} degrees", self.0)
    }
}

#[law(/* debug_by_hand */ seed = 1, max_failures = 1)]
fn debug_by_hand(temperature: Celsius) {
    assert!(temperature.0 < 100);
}

#[derive(Arbitrary)]
struct Account {
    balance: i64,
    secret: u64,
}

impl std::fmt::Debug for Account {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Account").field("balance", &self.balance).finish_non_exhaustive()
    }
}

#[law(/* debug_of_fewer_fields */ seed = 1, max_failures = 1)]
fn debug_of_fewer_fields(account: Account) {
    assert!(account.balance < 100 || account.secret == 0);
}

#[derive(Debug)]
struct Graph {
    nodes: usize,
    edges: Vec<(usize, usize)>,
}

fn graph(source: &mut Source) -> Graph {
    let nodes = source.draw(&(1..=5usize));
    let edges = source.draw(&vec((0..nodes, 0..nodes), 0..=6));
    Graph { nodes, edges }
}

#[law(/* by_hand */ seed = 1, max_failures = 1)]
fn by_hand(#[from(graph)] graph: Graph) {
    assert!(graph.nodes < 3 || graph.edges.len() < 2);
}

#[law(/* maps */ seed = 1, max_failures = 1)]
fn maps(map: HashMap<u8, String>, set: HashSet<u16>, tree: BTreeMap<u8, u8>) {
    assert!(map.len() < 2 || set.is_empty() || tree.is_empty());
}

#[law(/* functions */ seed = 1, max_failures = 1)]
fn functions(f: Func<u8, u8>, x: u8) {
    assert!(f(x) < 100 || x < 7);
}

#[law(/* addresses */ seed = 1, max_failures = 1)]
fn addresses(address: IpAddr) {
    assert!(address.is_ipv4());
}

#[law(/* a_law_in_a_law */ seed = 1, max_failures = 1)]
fn a_law_in_a_law(#[from(vec(any::<u8>(), 1..=9))] list: Vec<u8>) -> impl Law {
    for_all(0..list.len(), move |index| list[index] < 200)
}

#[law(/* generic */ seed = 1, max_failures = 1, for(u8, String))]
fn generic<T: Ord>(list: Vec<T>) {
    assert!(list.is_sorted());
}

fn push(model: &mut Vec<u8>, step: Step<Vec<u8>>) -> StepResult {
    let item = step.draw(any::<u8>());
    step.call(item, |list, _, item| list.push(item % 100))?;
    model.push(item);
    Ok(())
}

fn pop(model: &mut Vec<u8>, step: Step<Vec<u8>>) -> StepResult {
    step.call((), |list, _, ()| list.pop())?.returns(model.pop())
}

#[law(/* machine */ seed = 1, max_failures = 1)]
fn machine() -> impl Law {
    Machine::new(Vec::new, Vec::new).command(push).command(pop)
}

#[law(/* scheduled */ seed = 1, max_failures = 1, scheduled)]
fn scheduled(#[from(1..=3u32)] by: u32) {
    let count = Arc::new(AtomicU32::new(0));
    let other = count.clone();
    let thread = lawful::pulse::thread::spawn(move || other.store(other.load(SeqCst) + by, SeqCst));
    count.store(count.load(SeqCst) + by, SeqCst);
    thread.join().unwrap();
    assert_eq!(count.load(SeqCst), 2 * by);
}

#[law(/* too_long */ seed = 1, max_failures = 1)]
fn too_long(orders: Vec<Order>) {
    assert!(orders.len() < 4);
}

mod of_a_bundle {
    use lawful::prelude::*;

    #[derive(Clone, Debug, Arbitrary)]
    pub struct Never(u8);

    impl PartialEq for Never {
        fn eq(&self, _: &Self) -> bool {
            false
        }
    }

    impl Eq for Never {}

    obeys!(mod never_laws, Never: Eq);
}
"#;

/// Laws of a library, whose types are in the parent of the module of tests.
const LIBRARY: &str = r#"
#[cfg_attr(test, derive(Debug, lawful::Arbitrary))]
pub struct Version {
    #[cfg_attr(test, from(1..=30))]
    major: u8,
    minor: u8,
}

impl Version {
    pub fn number(&self) -> u32 {
        u32::from(self.major) * 10 + u32::from(self.minor)
    }
}

#[cfg(test)]
mod tests {
    use lawful::prelude::*;

    use super::Version;

    #[law(/* tests::versions */ seed = 1, max_failures = 1)]
    fn versions(one: Version, other: Vec<Version>) {
        assert!(other.iter().all(|other| one.major == other.major || one.number() != other.number()));
    }
}
"#;

/// Laws whose cases end the process.
const DEADLY: &str = r#"
use lawful::prelude::*;

#[law(/* deadly */ seed = 1, max_failures = 1, isolated)]
fn deadly(x: u16) {
    if x > 100 {
        std::process::abort();
    }
}

#[law(/* deadly_with_a_map */ seed = 1, max_failures = 1, isolated)]
fn deadly_with_a_map(map: std::collections::BTreeMap<u8, u8>) {
    if map.len() > 1 {
        std::process::abort();
    }
}
"#;

fn project(name: &str, files: &[(&str, &str)]) -> Project {
    let lawful = Project::dependency_on("lawful", &["machine", "pulse"]);
    let dependencies = format!("[dev-dependencies]\n{lawful}\n");
    Project::depending(env!("CARGO_TARGET_TMPDIR"), name, &dependencies, files)
}

/// Text of the line, which may be several.
fn line_to_keep(report: &str) -> Option<String> {
    let (_, rest) = report.split_once("\n  Keep:   ")?;
    let one = rest.lines().next()?;
    match one.ends_with(")]") {
        true => Some(one.to_string()),
        false => {
            rest.split_once("\n          ))]").map(|(text, _)| format!("{text}\n          ))]"))
        }
    }
}

/// Part of a report that shows the case.
fn case(report: &str) -> &str {
    let case = report.split_once("\n\n").and_then(|(_, rest)| rest.split_once("\n\n"));
    case.unwrap_or_else(|| panic!("no case in\n{report}")).0
}

/// Puts the lines of all laws into their attributes, and returns the new source and the reports.
fn keep_all(output: &Output, laws: &[(&str, Kept)], source: &str) -> String {
    let mut source = source.to_string();
    for (law, kept) in laws {
        let report = output.failure(law);
        let line = line_to_keep(&report).unwrap_or_else(|| panic!("no line to keep\n{report}"));
        println!("{law}: {line}");
        let options = line.strip_prefix("#[law(").and_then(|line| line.strip_suffix(")]"));
        let options = options.unwrap_or_else(|| panic!("not an attribute: {line}"));
        let begins = match kept {
            Case => "case(",
            Token => "replay = \"",
        };
        assert!(options.starts_with(begins), "{law}: {line}");
        // A generic law has the lines of all its types.
        let law = law.strip_prefix("generic::").map_or(*law, |_| "generic");
        let place = format!("/* {law} */");
        assert_eq!(source.matches(&place).count(), 1, "{law}");
        source = source.replace(&place, &format!("{place} {options},"));
    }
    source
}

fn check_fails_at_once(before: &Output, after: &Output, laws: &[(&str, Kept)]) {
    for (law, kept) in laws {
        let (found, report) = (before.failure(law), after.failure(law));
        let how = match kept {
            Case => "\n  It is case 1 of the source.",
            Token => "\n  Found by the replay token in `#[law(replay = ..)]`, already minimal; ",
        };
        assert!(report.contains(how), "{law}\n{report}");
        assert_eq!(case(&found), case(&report), "{law}");
    }
}

#[test]
fn every_line_compiles_and_fails_at_once() {
    let files = [("src/lib.rs", LIBRARY), ("tests/laws.rs", SOURCE)];
    let project = project("kept", &files);
    let of_library = [("tests::versions", Case)];
    let laws = project.cargo("test --test laws").run();
    let library = project.cargo("test --lib").run();
    let sources = [keep_all(&library, &of_library, LIBRARY), keep_all(&laws, LAWS, SOURCE)];
    // A bundle has no attribute that a line could be put into.
    let report = laws.failure("of_a_bundle::never_laws::eq");
    assert_eq!(line_to_keep(&report), None, "{report}");

    project.write("src/lib.rs", &sources[0]);
    project.write("tests/laws.rs", &sources[1]);
    check_fails_at_once(&library, &project.cargo("test --lib").run(), &of_library);
    check_fails_at_once(&laws, &project.cargo("test --test laws").run(), LAWS);
}

#[test]
fn a_case_that_ends_the_process_is_kept_too() {
    let files = [("src/lib.rs", ""), ("tests/laws.rs", DEADLY)];
    let project = project("kept-deadly", &files);
    let laws = [("deadly", Case), ("deadly_with_a_map", Token)];
    let found = project.cargo("test --test laws").run();
    project.write("tests/laws.rs", &keep_all(&found, &laws, DEADLY));
    check_fails_at_once(&found, &project.cargo("test --test laws").run(), &laws);
}
