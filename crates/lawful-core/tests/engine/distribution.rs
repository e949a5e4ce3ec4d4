//! What is common and what is reachable.

use lawful_core::choice::Source;
use lawful_core::generate::{Generator, any, floats, option_of, vec};

fn share<T>(generator: impl Generator<Value = T>, holds: impl Fn(&T) -> bool) -> f64 {
    let count = 20_000;
    let case = |index| Source::from_seed(lawful_core::choice::mix(3, index), 100).draw(&generator);
    (0..count).map(case).filter(holds).count() as f64 / count as f64
}

#[test]
fn integers_are_small_at_the_edges_and_anywhere() {
    assert!(share(any::<i32>(), |x| x.unsigned_abs() < 100) > 0.3);
    assert!(share(any::<i32>(), |x| *x == i32::MAX || *x == i32::MIN) > 0.01);
    assert!(share(any::<i32>(), |x| x.unsigned_abs() > 1 << 25) > 0.05);
    assert!(share(any::<u64>(), |x| *x == u64::MAX) > 0.01);
    assert!(share(any::<i64>(), |x| *x == 0) > 0.01);
    assert!(share(any::<i8>(), |x| *x < 0) > 0.3);
    assert!(share(any::<u128>(), |x| *x > u128::from(u64::MAX)) > 0.2);
}

#[test]
fn ranges_reach_their_ends() {
    for range in [0..=1u64, 5..=1_000_000, 0..=u64::MAX] {
        let (low, high) = (*range.start(), *range.end());
        assert!(share(range.clone(), |x| *x == low) > 0.005);
        assert!(share(range.clone(), |x| *x == high) > 0.005);
        assert_eq!(share(range.clone(), |x| range.contains(x)), 1.0);
    }
    assert_eq!(share(i64::MIN..=i64::MAX, |_| true), 1.0);
    assert!(share(-1_000_000..=1_000_000i64, |x| x.abs() < 1_000) > 0.05);
}

#[test]
fn wide_ranges_leave_no_number_out() {
    let large = |x: &u64| *x > 1 << 20 && *x < u64::MAX - 20;
    for residue in 0..16 {
        assert!(share(0..=u64::MAX, |x| large(x) && x % 16 == residue) > 0.01, "{residue}");
        assert!(share(any::<u128>(), |x| *x > 1 << 70 && x % 16 == residue.into()) > 0.005);
    }
}

#[test]
fn ranges_without_an_end() {
    assert!(share(0.0..=f64::INFINITY, |x| x.is_finite() && *x > 0.0) > 0.5);
    assert!(share(f64::NEG_INFINITY..=5.0, |x| x.is_finite() && *x < 0.0) > 0.5);
}

#[test]
fn wide_ranges_are_even_and_small_too() {
    let dice = share(0..=9u128, |x| *x == 9);
    assert!((0.05..0.25).contains(&dice), "{dice}");
    assert!(share(0..=1000i128, |x| (1..1000).contains(x)) > 0.8);
    assert!(share(0.0..=1e9f64, |x| (1e-3..1e3).contains(x)) > 0.05);
    assert!(share(0.0.., |x: &f64| (1e-3..1e6).contains(x)) > 0.1);
}

#[test]
fn floats_of_every_sort_are_reached_and_can_be_switched_off() {
    assert!(share(any::<f64>(), |x| x.is_nan()) > 0.002);
    assert!(share(any::<f64>(), |x| x.is_infinite()) > 0.002);
    assert!(share(any::<f64>(), |x| x.is_subnormal()) > 0.002);
    assert!(share(any::<f64>(), |x| x.fract() == 0.0) > 0.2);
    assert!(share(any::<f64>(), |x| x.fract() != 0.0) > 0.2);
    assert!(share(any::<f64>(), |x| x.is_sign_negative()) > 0.2);
    assert!(share(any::<f32>(), |x| x.is_subnormal()) > 0.001);
    let tame = floats::<f64>().finite().without_subnormals();
    assert_eq!(share(tame, |x| x.is_finite() && !x.is_subnormal()), 1.0);
    assert_eq!(share(floats::<f32>().without_nan(), |x| !x.is_nan()), 1.0);
    assert_eq!(share(-2.5..=7.25f64, |x| (-2.5..=7.25).contains(x)), 1.0);
    assert_eq!(share(0.0..1.0f64, |x| (0.0..1.0).contains(x)), 1.0);
}

#[test]
fn texts_hold_the_awkward_characters() {
    assert!(share(any::<String>(), |s| s.is_ascii()) > 0.3);
    assert!(share(any::<String>(), |s| s.contains('\u{200d}')) > 0.005);
    assert!(share(any::<char>(), |c| !c.is_ascii()) > 0.2);
}

#[test]
fn lengths_grow_with_the_size_and_fill_their_range() {
    let list = vec(any::<u8>(), 5..=300);
    assert!(share(list.clone(), |list| list.len() > 250) > 0.1);
    assert_eq!(share(list.resize(0), |list| list.len() == 5), 1.0);
    assert_eq!(share(any::<Vec<u8>>().resize(7), |list| list.len() <= 7), 1.0);
    assert!(share(option_of(0..9), Option::is_none) < 0.2);
}
