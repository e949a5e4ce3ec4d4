//! Derived types as arguments of generated functions.

use std::cell::Cell;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

use lawful::generate::{FuncKey, KeyDigest};
use lawful::prelude::*;

#[derive(Clone, Debug, Arbitrary)]
enum Shape {
    Dot,
    Circle { radius: f64 },
    Group(Vec<Shape>, HashMap<u8, HashSet<u8>>),
}

/// Only hashed, and not at all.
#[derive(Clone, Debug, Hash, Default)]
struct Hashed(u8);
#[derive(Clone, Debug, Default)]
struct Opaque(#[expect(dead_code, reason = "it is made, not read")] u8);

#[derive(Clone, Debug, Arbitrary)]
struct Pair<T> {
    #[from(any::<u8>().mapped(Hashed))]
    hashed: Hashed,
    #[from(any::<u8>().mapped(Opaque))]
    opaque: Opaque,
    rest: T,
}

fn row<T: FuncKey>(value: &T) -> u64 {
    let mut digest = KeyDigest::default();
    value.digest(&mut digest);
    digest.row()
}

#[test]
fn every_field_is_digested() {
    let shapes = [
        Shape::Dot,
        Shape::Circle { radius: 0.0 },
        Shape::Circle { radius: 1.0 },
        Shape::Group(vec![], HashMap::new()),
        Shape::Group(vec![Shape::Dot], HashMap::new()),
        Shape::Group(vec![Shape::Circle { radius: 1.0 }], HashMap::new()),
        Shape::Group(vec![], HashMap::from([(1, HashSet::from([2]))])),
    ];
    let rows: BTreeSet<u64> = shapes.iter().map(row).collect();
    assert_eq!(rows.len(), shapes.len());
}

#[test]
fn what_cannot_be_digested_is_left_out() {
    let pair =
        |hashed, opaque, rest| row(&Pair { hashed: Hashed(hashed), opaque: Opaque(opaque), rest });
    assert_eq!(pair(1, 1, 5), pair(1, 2, 5));
    assert_ne!(pair(1, 1, 5), pair(2, 1, 5));
    assert_ne!(pair(1, 1, 5), pair(1, 1, 6));
}

#[test]
fn functions_take_derived_types() {
    let mut source = Source::from_seed(1, 100);
    let function: Func<Shape, i32> = source.any();
    let generic: Func<Pair<u8>, i32> = source.any();
    for _ in 0..50 {
        let (shape, pair): (Shape, Pair<u8>) = source.any();
        assert_eq!(function(shape.clone()), function(shape));
        assert_eq!(generic(pair.clone()), generic(pair));
    }
}

#[test]
fn functions_of_derived_types_shrink() {
    let law = for_all(any::<Func<Shape, bool>>(), |function| {
        !function(Shape::Circle { radius: 1.0 }) || function(Shape::Dot)
    });
    let summary = Runner::named("derived").first_failure().seed(1).run(&law);
    let shown = &summary.failure().expect("the law is broken").arguments[0].debug;
    assert_eq!(shown, "|x| match x { Circle { radius: 1.0 } => true, _ => false }");
}

#[test]
fn unordered_collections_are_digested_in_no_order() {
    let forth: HashSet<u32> = (0..100).collect();
    let back: HashSet<u32> = (0..100).rev().collect();
    assert_eq!(row(&forth), row(&back));
    assert_ne!(row(&forth), row(&(0..99).collect::<HashSet<u32>>()));
    let map = |range: std::ops::Range<u32>| range.map(|x| (x, x)).collect::<HashMap<u32, u32>>();
    assert_ne!(row(&map(0..5)), row(&HashMap::from([(0, 1), (1, 0), (2, 2), (3, 3), (4, 4)])));
    assert_eq!(row(&BinaryHeap::from([3, 1, 2])), row(&BinaryHeap::from([1, 2, 3])));
    assert_eq!(row(&Cell::new(3)), row(&3));
}

/// Somebody else's idea of an argument.
#[derive(Debug, Arbitrary)]
#[arbitrary(own_func_key)]
struct Own(u8);

impl FuncKey for Own {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.word(u64::from(self.0 % 2));
    }
}

#[test]
fn an_own_argument_stays() {
    assert_eq!(row(&Own(1)), row(&Own(3)));
}
