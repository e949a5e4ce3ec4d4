//! Recursive types end by size, whatever it is, and have no more nodes than the size.

use lawful::extend::Recording;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use lawful::extend::{mix, mix_bytes};
use lawful::generate::vec;
use lawful::prelude::*;
use lawful::run::Stopped;

use super::values;

#[derive(Debug, Arbitrary)]
enum Expression {
    Number(i64),
    Negated(Box<Expression>),
    Sum(Box<Expression>, Box<Expression>),
    Product(Box<Expression>, Box<Expression>),
}

#[derive(Debug, Arbitrary)]
struct Rose<T> {
    value: T,
    children: Vec<Rose<T>>,
}

#[derive(Debug, Arbitrary)]
enum List<T> {
    Cons(T, Box<List<T>>),
    Nil,
}

/// No variant ends in itself.
#[derive(Debug, Arbitrary)]
enum Statement {
    Block(Vec<Statement>),
    Evaluate(Term),
    If { condition: Term, then: Box<Statement>, otherwise: Option<Box<Statement>> },
}

#[derive(Debug, Arbitrary)]
enum Term {
    Lambda(Rc<Statement>),
    Call(Arc<Term>, Vec<(String, Term)>),
    Name(String),
}

#[derive(Debug, Arbitrary)]
struct Chain {
    next: Option<Box<Chain>>,
    name: String,
}

#[derive(Debug, Arbitrary)]
enum Json {
    Null,
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// Ways back of every other kind.
#[derive(Debug, Arbitrary)]
struct Ways {
    array: Option<Box<[Ways; 2]>>,
    tuple: Vec<(u8, Option<Rc<RefCell<Ways>>>)>,
    nested: Vec<VecDeque<Vec<Ways>>>,
    map: HashMap<u8, Ways>,
    result: Result<Box<Ways>, u8>,
}

trait Nodes {
    fn nodes(&self) -> usize;
}

impl Nodes for Expression {
    fn nodes(&self) -> usize {
        match self {
            Expression::Number(_) => 1,
            Expression::Negated(inner) => 1 + inner.nodes(),
            Expression::Sum(left, right) | Expression::Product(left, right) => {
                1 + left.nodes() + right.nodes()
            }
        }
    }
}

impl<T> Nodes for Rose<T> {
    fn nodes(&self) -> usize {
        1 + self.children.iter().map(Nodes::nodes).sum::<usize>()
    }
}

impl<T> Nodes for List<T> {
    fn nodes(&self) -> usize {
        match self {
            List::Cons(_, rest) => 1 + rest.nodes(),
            List::Nil => 1,
        }
    }
}

impl Nodes for Statement {
    fn nodes(&self) -> usize {
        1 + match self {
            Statement::Block(list) => list.iter().map(Nodes::nodes).sum(),
            Statement::Evaluate(term) => term.nodes(),
            Statement::If { condition, then, otherwise } => {
                let otherwise = otherwise.as_ref().map_or(0, |inner| inner.nodes());
                condition.nodes() + then.nodes() + otherwise
            }
        }
    }
}

impl Nodes for Term {
    fn nodes(&self) -> usize {
        1 + match self {
            Term::Lambda(body) => body.nodes(),
            Term::Call(function, arguments) => {
                function.nodes() + arguments.iter().map(|(_, term)| term.nodes()).sum::<usize>()
            }
            Term::Name(_) => 0,
        }
    }
}

impl Nodes for Chain {
    fn nodes(&self) -> usize {
        1 + self.next.as_ref().map_or(0, |next| next.nodes())
    }
}

impl Nodes for Json {
    fn nodes(&self) -> usize {
        1 + match self {
            Json::Null | Json::Number(_) | Json::Text(_) => 0,
            Json::List(list) => list.iter().map(Nodes::nodes).sum(),
            Json::Object(map) => map.values().map(Nodes::nodes).sum(),
        }
    }
}

impl Nodes for Ways {
    fn nodes(&self) -> usize {
        let array = self.array.iter().flat_map(|array| array.iter()).map(Nodes::nodes);
        let tuple = self.tuple.iter().flat_map(|(_, inner)| inner).map(|way| way.borrow().nodes());
        let nested = self.nested.iter().flatten().flatten().map(Nodes::nodes);
        let map = self.map.values().map(Nodes::nodes);
        let result = self.result.iter().map(|inner| inner.nodes());
        1 + array.chain(tuple).chain(nested).chain(map).chain(result).sum::<usize>()
    }
}

/// The most and the mean number of nodes at a size.
fn nodes<T: Arbitrary + Nodes>(size: u32, count: u64) -> (usize, f64) {
    let all: Vec<usize> = values::<T>(size, count).map(|value| value.nodes()).collect();
    let sum: usize = all.iter().sum();
    (all.into_iter().max().unwrap_or_default(), sum as f64 / count as f64)
}

#[track_caller]
fn check_size<T: Arbitrary + Nodes>(mean_at_hundred: f64) {
    for (size, bound) in [(0, 3), (1, 5), (10, 30), (100, 150), (1_000, 1_300)] {
        let (most, _) = nodes::<T>(size, 300);
        assert!(most <= bound, "{most} nodes at size {size}");
    }
    for size in [10_000, 1_000_000, u32::MAX - 1, u32::MAX] {
        let (most, _) = nodes::<T>(size, 20);
        assert!(most <= 3_000, "{most} nodes at size {size}");
    }
    let (_, mean) = nodes::<T>(100, 2_000);
    assert!(mean >= mean_at_hundred, "{mean} nodes on average");
}

#[test]
fn values_have_no_more_nodes_than_the_size() {
    check_size::<Expression>(25.0);
    check_size::<Rose<u8>>(10.0);
    check_size::<Rose<bool>>(10.0);
    check_size::<List<u8>>(5.0);
    check_size::<Statement>(10.0);
    check_size::<Term>(10.0);
    check_size::<Chain>(5.0);
    check_size::<Json>(5.0);
    check_size::<Ways>(5.0);
}

/// In a large tree the budget is used up at every leaf, and the leaves still hold something.
#[test]
fn leaves_deep_down_have_names() {
    #[derive(Debug, Arbitrary)]
    enum Tree {
        Leaf(String),
        Fork(Box<Tree>, Box<Tree>),
    }
    fn lengths(tree: &Tree) -> Vec<usize> {
        match tree {
            Tree::Leaf(name) => vec![name.chars().count()],
            Tree::Fork(left, right) => [lengths(left), lengths(right)].concat(),
        }
    }
    let large = values::<Tree>(100, 200).map(|tree| lengths(&tree)).filter(|all| all.len() > 25);
    let all: Vec<usize> = large.flatten().collect();
    let long = all.iter().filter(|length| **length > 2).count();
    assert!(all.len() > 1_000 && 2 * long > all.len(), "{long} of {}", all.len());
}

/// A type that holds recursive ones, and is none, does not share its size among them.
#[test]
fn holding_a_recursive_type_is_not_being_one() {
    #[derive(Debug, Arbitrary)]
    struct Both {
        left: Json,
        right: Vec<Json>,
    }
    let mean = |count: usize| count as f64 / 1_000.0;
    let alone = mean(values::<Json>(100, 1_000).map(|json| json.nodes()).sum());
    let held = mean(values::<Both>(100, 1_000).map(|both| both.left.nodes()).sum());
    let listed = mean(values::<Both>(100, 1_000).map(|both| both.right.len()).sum());
    assert!(held > 0.8 * alone && listed > 40.0, "{alone} alone, {held} held, {listed} listed");
}

#[test]
fn all_variants_are_seen_inside() {
    let texts: String = values::<Statement>(100, 200).map(|value| format!("{value:?}")).collect();
    for name in ["Block([E", "Evaluate(Lambda(", "If", "otherwise: Some", "Call(Lambda", "Name("] {
        assert!(texts.contains(name), "{name} never occurs");
    }
}

/// The same choices recorded and replayed give the same value.
#[test]
fn values_replay() {
    fn check<T: Arbitrary + Debug>() {
        for seed in 0..50 {
            let mut recorded = Recording::new(seed, 60);
            let first = format!("{:?}", recorded.any::<T>());
            assert_eq!(first, format!("{:?}", Source::from_seed(seed, 60).any::<T>()));
            let tape = recorded.finish().tape;
            assert_eq!(first, format!("{:?}", Recording::replay(&tape).any::<T>()));
        }
    }
    check::<Expression>();
    check::<Rose<u8>>();
    check::<Statement>();
    check::<Json>();
}

/// The same cases on every platform and in every version; a change belongs into the changelog.
#[test]
fn cases_are_the_same_everywhere() {
    fn digest<T: Arbitrary + Debug>() -> u64 {
        let texts = (0..100).map(|seed| {
            let value: T = Source::from_seed(u64::from(seed), seed).any();
            format!("{value:?}")
        });
        texts.fold(0, |digest, text| mix(digest, mix_bytes(text.as_bytes())))
    }
    let found = [
        digest::<Expression>(),
        digest::<Rose<u8>>(),
        digest::<List<bool>>(),
        digest::<Statement>(),
        digest::<Json>(),
    ];
    let found = found.map(|digest| format!("{digest:016x}"));
    assert_eq!(found, GOLDEN);
}

const GOLDEN: [&str; 5] = [
    "8ee9ecec76ec97a7",
    "342fd3e7851779e3",
    "0057d6a864a71406",
    "ceb29d09f5cd1597",
    "b07baa9092645f3d",
];

/// A type in the middle of a cycle whose `Arbitrary` is written by hand.
#[derive(Debug)]
struct Hidden<T>(#[expect(dead_code, reason = "it is made, not read")] Box<T>);

impl<T: Arbitrary + 'static> Arbitrary for Hidden<T> {
    fn arbitrary(source: &mut Source) -> Self {
        Hidden(source.any())
    }
}

fn misuse<T: Arbitrary + Debug>() -> String {
    match Runner::named("misused")
        .first_failure()
        .seed(1)
        .run(&for_all(any::<T>(), |_| true))
        .stopped
    {
        Stopped::Misused(misuse) => misuse.to_string(),
        other => panic!("not misused: {other:?}"),
    }
}

#[test]
fn a_way_back_that_is_hidden_is_named() {
    #[derive(Debug, Arbitrary)]
    struct Endless {
        first: Option<Hidden<Endless>>,
        second: Option<Hidden<Endless>>,
    }
    let message = misuse::<Endless>();
    assert!(message.contains("::Endless`") && message.contains("Arbitrary::shape"), "{message}");
}

#[test]
fn a_way_back_that_is_told_ends() {
    #[derive(Debug)]
    struct Told<T>(Box<T>);
    impl<T: Arbitrary + 'static> Arbitrary for Told<T> {
        fn arbitrary(source: &mut Source) -> Self {
            Told(source.any())
        }
        fn shape(shapes: &mut lawful::generate::Shapes) -> lawful::generate::Shape {
            T::shape(shapes)
        }
    }
    #[derive(Debug, Arbitrary)]
    struct Ending {
        first: Option<Told<Ending>>,
        second: Option<Told<Ending>>,
    }
    impl Nodes for Ending {
        fn nodes(&self) -> usize {
            let parts = self.first.iter().chain(&self.second);
            1 + parts.map(|part| part.0.nodes()).sum::<usize>()
        }
    }
    check_size::<Ending>(10.0);
}

#[test]
fn a_type_without_an_end_is_named() {
    #[derive(Debug, Arbitrary)]
    struct Endless(Box<Endless>, u8);
    let message = misuse::<Endless>();
    assert!(message.contains("no value of `") && message.contains("`Option`"), "{message}");
    /// A variant that cannot end is never picked.
    #[derive(Debug, Arbitrary)]
    enum Either {
        Never(Endless),
        Always(u8),
    }
    assert!(values::<Either>(100, 50).all(|value| matches!(value, Either::Always(_))));
}

#[test]
fn a_generator_of_a_field_may_lead_back() {
    #[derive(Debug, Arbitrary)]
    struct Few {
        #[from(vec(any::<Few>(), 0..=3))]
        children: Vec<Few>,
    }
    impl Nodes for Few {
        fn nodes(&self) -> usize {
            1 + self.children.iter().map(Nodes::nodes).sum::<usize>()
        }
    }
    let (most, mean) = nodes::<Few>(100, 500);
    assert!(most <= 150 && mean > 3.0, "{most} at most, {mean} on average");
}
