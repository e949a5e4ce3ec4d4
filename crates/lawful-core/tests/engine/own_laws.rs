//! The engine tested with itself, beside brute force.

use lawful_core::choice::Recording;
use lawful_core::choice::float::{NARROW, WIDE};
use lawful_core::choice::{Kind, Scalar, Source, Tape};
use lawful_core::generate::Func3;
use lawful_core::law::Law;
use lawful_core::run::{About, ReplayToken, Runner};
use lawful_core::{assume, classify, for_all};

#[track_caller]
fn check(name: &str, law: impl Law) {
    let summary = Runner::named(name).tests(500).run(&law);
    assert!(summary.is_success(), "{name}: {:?}", summary.stopped);
}

type Drawn = (Vec<Option<i64>>, usize, String, Vec<u8>, usize, Result<bool, char>);

/// Spans of all sorts, with choices right behind some of them.
fn drawn(source: &mut Source) -> Drawn {
    (source.any(), source.branch(7), source.any(), source.any(), source.branch(7), source.any())
}

fn tape(seed: u64, size: u8) -> (Drawn, Tape) {
    let mut source = Recording::new(seed, u32::from(size % 30));
    let value = drawn(&mut source);
    (value, source.finish().tape)
}

#[test]
fn what_is_recorded_is_what_is_replayed() {
    check(
        "replay",
        for_all!(seed: u64, size: u8 => {
            let (value, tape) = tape(seed, size);
            let mut source = Recording::replay(&tape);
            assert_eq!(drawn(&mut source), value);
            assert_eq!(source.finish().tape, tape);
            let plain = drawn(&mut Source::from_seed(seed, u32::from(size % 30)));
            assert_eq!(plain, value);
        }),
    );
}

#[test]
fn a_token_is_its_case() {
    let about = About::new("own", "", 0);
    check(
        "token",
        for_all!(seed: u64, size: u8 => {
            let (value, tape) = tape(seed, size);
            let read = ReplayToken::read(&about, &ReplayToken::write(&about, &tape)).unwrap();
            assert_eq!(drawn(&mut Recording::replay(&read)), value);
        }),
    );
}

#[test]
fn tapes_are_in_one_order() {
    check(
        "order",
        for_all!(seeds: [u64; 3], size: u8 = 0..6 => {
            let [a, b, c] = seeds.map(|seed| tape(seed, size).1);
            classify!(a.weight() == b.weight(), "equal weight");
            assert_eq!(a.order(&b), b.order(&a).reverse());
            assert!(a.order(&a).is_eq());
            if a.order(&b).is_le() && b.order(&c).is_le() {
                assert!(a.order(&c).is_le());
            }
            assert!(Tape::default().order(&a).is_le());
        }),
    );
}

#[test]
fn every_float_has_its_place() {
    check(
        "floats",
        for_all!(x: f64, y: f32 => {
            assume!(!x.is_nan() && !y.is_nan());
            let x = if x == 0.0 { x } else { x.abs() };
            assert_eq!(WIDE.at(WIDE.index_of(x)).to_bits(), x.to_bits());
            let y = f64::from(if y == 0.0 { y } else { y.abs() });
            assert_eq!(NARROW.at(NARROW.index_of(y)).to_bits(), y.to_bits());
        }),
    );
}

#[test]
fn a_scalar_keeps_its_bounds() {
    check(
        "bounds",
        for_all!(bounds: (u32, u32), origin: i64, value: u64 => {
            let (down, up) = (u64::from(bounds.0), u64::from(bounds.1));
            let scalar = Scalar::simplest(Kind::Number, origin as u64, down, up).with_value(value);
            assert!(scalar.magnitude <= if scalar.negative { down } else { up });
            let distance = value.wrapping_sub(origin as u64);
            if distance <= up || distance.wrapping_neg() <= down {
                assert_eq!(scalar.value(), value);
            }
        }),
    );
}

/// Any predicate on three small numbers is a law; what shrinking ends on breaks it, and brute force
/// finds nothing broken among what is one number lower.
#[test]
fn no_single_number_can_be_lowered() {
    check(
        "minima",
        for_all!(holds: Func3<u8, u8, u8, bool>, seed: u64 => {
            let same = holds.clone();
            let broken = |x: u8, y: u8, z: u8| !same(x, y, z);
            let law = for_all!(x: u8 = 0..7, y: u8 = 0..7, z: u8 = 0..7 => holds(x, y, z));
            let summary = Runner::named("inner").first_failure().tests(60).seed(seed).run(&law);
            let Some(failure) = summary.failure() else {
                return;
            };
            let numbers: Vec<u8> = failure.arguments.iter().map(|a| a.debug.parse().unwrap()).collect();
            let [x, y, z] = numbers[..] else { panic!("three arguments") };
            assert!(broken(x, y, z));
            for (index, number) in numbers.iter().enumerate() {
                for lower in [0, number.saturating_sub(1)] {
                    let mut other = numbers.clone();
                    other[index] = lower;
                    assert!(other == numbers || !broken(other[0], other[1], other[2]), "{other:?}");
                }
            }
        }),
    );
}
