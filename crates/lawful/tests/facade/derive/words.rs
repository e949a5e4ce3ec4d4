//! What the attributes say.

use lawful::generate::{just, vec};
use lawful::prelude::*;

use super::values;

/// Neither arbitrary nor anything else but made somehow.
#[derive(Clone, Debug, Default, PartialEq)]
struct Opaque(u8);

#[derive(Debug, Arbitrary)]
struct Time {
    #[from(0..24)]
    hour: u8,
    #[arbitrary(from(0..60))]
    minute: u8,
    #[from(just(Opaque(7)))]
    zone: Opaque,
    #[from(|source: &mut Source| source.draw(&vec(1..=3, 2)))]
    parts: Vec<i64>,
    #[arbitrary(skip)]
    cache: Opaque,
}

#[test]
fn fields_come_from_generators() {
    for time in values::<Time>(100, 200) {
        assert!(time.hour < 24 && time.minute < 60, "{time:?}");
        assert_eq!((&time.zone, &time.cache), (&Opaque(7), &Opaque(0)));
        assert!(time.parts.len() == 2 && time.parts.iter().all(|part| (1..=3).contains(part)));
    }
}

#[derive(Debug, Arbitrary)]
enum Coin {
    Heads,
    #[arbitrary(weight(8))]
    Tails,
    #[arbitrary(skip)]
    #[expect(dead_code, reason = "it is never made")]
    Edge(Opaque),
    #[arbitrary(weight(1))]
    Lost(#[from(1..=2)] u8),
}

#[test]
fn variants_have_weights() {
    let (mut tails, mut rest) = (0, 0);
    for coin in values::<Coin>(100, 2_000) {
        match coin {
            Coin::Tails => tails += 1,
            Coin::Heads | Coin::Lost(1 | 2) => rest += 1,
            Coin::Edge(_) | Coin::Lost(_) => panic!("{coin:?}"),
        }
    }
    assert!((1_500..1_700).contains(&tails) && rest > 300, "{tails} {rest}");
}

#[derive(Debug, Arbitrary)]
enum Word {
    #[arbitrary(weight(20))]
    Joined(Box<Word>, Box<Word>),
    End,
    #[arbitrary(weight(30))]
    Letter(char),
    Wrapped(Box<Word>),
}

#[test]
fn variants_that_lead_back_have_weights_too() {
    let texts: String = values::<Word>(50, 300).map(|word| format!("{word:?}")).collect();
    let count = |name: &str| texts.matches(name).count();
    assert!(count("Letter") > 10 * count("End"), "{} {}", count("Letter"), count("End"));
    assert!(count("Joined") > 5 * count("Wrapped"), "{} {}", count("Joined"), count("Wrapped"));
    assert!(count("Wrapped") > 0 && count("End") > 0);
}

/// A tag that is not arbitrary.
#[derive(Debug)]
struct Centimetres;

trait Unit {
    const NAME: &'static str;
}

impl Unit for Centimetres {
    const NAME: &'static str = "cm";
}

#[derive(Debug, Arbitrary)]
#[arbitrary(bound(U: Unit))]
struct Length<U> {
    #[from(just(U::NAME))]
    unit: &'static str,
    #[arbitrary(skip)]
    _tag: std::marker::PhantomData<U>,
    count: u32,
}

#[test]
fn bounds_can_be_named() {
    assert!(values::<Length<Centimetres>>(100, 5).all(|length| length.unit == "cm"));
    assert!(values::<Length<Centimetres>>(100, 50).any(|length| length.count > 0));
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
#[arbitrary(recycle)]
enum Tree {
    Leaf(u8),
    Fork(Box<Tree>, Option<Box<Tree>>),
}

#[test]
fn boxes_are_used_again_and_values_stay_the_same() {
    let mut used = Source::from_seed(0, 100);
    for seed in 0..100 {
        let fresh: Tree = Source::from_seed(seed, 100).any();
        used.restart(seed, 100);
        let tree: Tree = used.any();
        assert_eq!(tree, fresh);
        tree.recycle(&mut used);
    }
}

/// A type with a destructor cannot be taken apart, and can be derived.
#[derive(Debug, Arbitrary)]
struct Guard {
    inner: Option<Box<Guard>>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.inner = None;
    }
}

#[test]
fn types_with_a_destructor() {
    assert!(values::<Guard>(100, 50).any(|guard| guard.inner.is_some()));
}
