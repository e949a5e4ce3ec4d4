use lawful::generate::from_strategy;
use lawful::prelude::{Runner, for_all};
use lawful::run::Stopped;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use super::{check_all, smallest};

#[test]
fn strategies_keep_their_promises() {
    check_all(from_strategy(0..100u8), |number| *number < 100);
    check_all(from_strategy("[a-z]{1,4}"), |text| (1..=4).contains(&text.len()));
    check_all(from_strategy(vec(any::<i64>(), 300..400)), |list| list.len() >= 300);
    check_all(from_strategy(any::<u32>().prop_filter("even", |x| x % 2 == 0)), |x| x % 2 == 0);
    check_all(from_strategy(vec(any::<u8>(), 9).prop_shuffle()), |list| list.len() == 9);
}

#[test]
fn they_shrink_as_generators_do() {
    let sum = |list: &Vec<i32>| list.iter().map(|x| i64::from(*x)).sum::<i64>() < 1_000;
    assert_eq!(smallest(from_strategy(vec(any::<i32>(), 0..100)), sum), "vec![1000]");
}

#[test]
fn pairs_shrink() {
    let pair = (1..100u8).prop_flat_map(|most| (Just(most), 0..=most));
    // The second number depends on the word of the first, so the two do not go down together.
    let shown = smallest(from_strategy(pair), |(_, x)| *x < 7);
    assert!(shown.ends_with(", 7)"), "{shown}");
}

#[test]
fn alternatives_shrink() {
    let either = prop_oneof![Just(0), 10..20, 30..40];
    assert_eq!(smallest(from_strategy(either), |x| *x < 33), "33");
    assert_eq!(smallest(from_strategy(any::<bool>()), |flag| !flag), "true");
}

#[test]
fn texts_shrink() {
    let text = smallest(from_strategy("[a-z]{3,9}"), |text| !text.contains('q'));
    assert!(["aaq", "aqa", "qaa"].iter().any(|least| text.contains(least)), "{text}");
    assert_eq!(text.len(), "String::from(\"aaq\")".len());
}

#[test]
fn maps_shrink() {
    let map = btree_map(any::<u8>(), any::<u8>(), 0..9);
    let map = smallest(from_strategy(map), |map| map.len() < 2);
    assert_eq!(map, "BTreeMap::from([(0, 0), (1, 0)])");
}

#[test]
fn trees_shrink() {
    #[derive(Clone, Debug)]
    enum Tree {
        Leaf(u8),
        Fork(Vec<Tree>),
    }
    fn sum(tree: &Tree) -> u32 {
        match tree {
            Tree::Leaf(number) => (*number).into(),
            Tree::Fork(trees) => trees.iter().map(sum).sum(),
        }
    }
    let leaf = any::<u8>().prop_map(Tree::Leaf);
    let tree = leaf.prop_recursive(4, 64, 8, |tree| vec(tree, 0..8).prop_map(Tree::Fork));
    let shown = smallest(from_strategy(tree), |tree| sum(tree) < 300);
    // Of the many ways to share 300 between two leaves, any will do.
    assert!((2..=3).contains(&shown.matches("Leaf").count()), "{shown}");
    assert!(shown.matches("Fork").count() <= 2, "{shown}");
}

#[test]
fn a_filter_that_refuses_all_discards() {
    let line = line!() + 1;
    let never = from_strategy(any::<u32>().prop_filter("never", |_| false));
    let Stopped::GaveUp { starved: Some(starved) } =
        Runner::named("never").seed(1).run(&for_all(never, |_| true)).stopped
    else {
        panic!("something was drawn")
    };
    assert_eq!(starved.filter.line, line);
}
