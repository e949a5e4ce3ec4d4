//! Every kind of type.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use lawful::prelude::*;

use super::{check_smallest, values};

#[derive(Debug, Arbitrary)]
struct Unit;

#[derive(Debug, Arbitrary)]
struct Tuple(u8, String);

#[derive(Debug, Arbitrary)]
struct Named {
    tuple: Tuple,
    r#type: Option<Unit>,
}

#[derive(Debug, Arbitrary)]
enum Mixed {
    Nothing,
    One(i32),
    Both { left: Tuple, right: u8 },
}

#[derive(Debug, Arbitrary)]
enum Single {
    Only(u8),
}

#[derive(Debug, Arbitrary)]
struct Pair<A, B: Clone = u8>
where
    A: Ord,
{
    first: A,
    second: Vec<B>,
}

#[derive(Debug, Arbitrary)]
struct Fixed<T, const N: usize> {
    items: [T; N],
}

#[derive(Debug, Arbitrary)]
struct Borrowed<'a> {
    text: Cow<'a, str>,
    list: Vec<Cow<'a, str>>,
}

#[derive(Debug, Arbitrary)]
struct Tagged<T> {
    tag: PhantomData<T>,
    number: u8,
}

#[derive(Debug, Arbitrary)]
#[repr(C, packed)]
struct Packed {
    small: u8,
    large: u32,
}

#[test]
fn structs_draw_their_fields() {
    let Unit = Source::from_seed(1, 100).any();
    check_smallest::<Tuple>("Tuple(10, \"aa\")", |value| {
        value.0 < 10 || value.1.chars().count() < 2
    });
    check_smallest::<Named>("Named { tuple: Tuple(0, \"\"), type: Some(Unit) }", |value| {
        value.r#type.is_none() || value.tuple.0 > 200
    });
    let packed: Packed = Source::from_seed(1, 100).any();
    assert_eq!(format!("{packed:?}"), format!("{packed:?}"));
    let (small, large) = (packed.small, packed.large);
    assert!(u64::from(small) + u64::from(large) < 1 << 33);
}

#[test]
fn enums_draw_every_variant_and_shrink_to_the_first() {
    let seen: BTreeSet<usize> = values::<Mixed>(100, 100)
        .map(|value| match value {
            Mixed::Nothing => 0,
            Mixed::One(_) => 1,
            Mixed::Both { .. } => 2,
        })
        .collect();
    assert_eq!(seen.len(), 3);
    check_smallest::<Mixed>("Nothing", |_| false);
    check_smallest::<Mixed>("One(7)", |value| !matches!(value, Mixed::One(7..)));
    let both = |value: &Mixed| match value {
        Mixed::Both { left, right } => left.0 < *right,
        _ => true,
    };
    check_smallest::<Mixed>("Both { left: Tuple(0, \"\"), right: 0 }", both);
    check_smallest::<Single>("Only(3)", |Single::Only(number)| *number < 3);
}

#[test]
fn generic_types_ask_for_arbitrary_parameters() {
    check_smallest::<Pair<u8, bool>>("Pair { first: 3, second: [false] }", |pair| {
        pair.first < 3 || pair.second.is_empty()
    });
    check_smallest::<Pair<BTreeSet<u8>>>("Pair { first: {0}, second: [] }", |pair| {
        pair.first.is_empty()
    });
    check_smallest::<Fixed<u8, 3>>("Fixed { items: [0, 0, 9] }", |fixed| fixed.items[2] < 9);
    assert!(values::<Fixed<u8, 0>>(100, 1).all(|fixed| fixed.items.is_empty()));
    check_smallest::<Tagged<u8>>("Tagged { tag: PhantomData<u8>, number: 0 }", |_| false);
}

#[test]
fn lifetimes_are_tolerated() {
    check_smallest::<Borrowed<'_>>("Borrowed { text: \"a\", list: [] }", |borrowed| {
        borrowed.text.is_empty() && borrowed.list.len() < 100
    });
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Order {
    lines: BTreeMap<u8, u16>,
    note: Option<String>,
}

#[law]
fn derived_types_are_arguments_of_laws(order: Order) {
    assert_eq!(order.clone(), order);
}

/// Two types of one name in one function are two types.
#[test]
fn types_of_one_name() {
    let first = {
        #[derive(Debug, Arbitrary)]
        struct Local<T>(Option<Box<Local<T>>>, T);
        fn length<T>(local: &Local<T>) -> usize {
            1 + local.0.as_ref().map_or(0, |next| length(next))
        }
        values::<Local<u8>>(100, 20).map(|local| length(&local)).max()
    };
    let second = {
        #[derive(Debug, Arbitrary)]
        struct Local<T>(Vec<T>);
        values::<Local<u8>>(100, 20).map(|local| local.0.len()).max()
    };
    assert!(first > Some(3) && second > Some(50), "{first:?} {second:?}");
}
