//! Generators that see earlier arguments.

use lawful::generate::{elements, text, vec};
use lawful::prelude::*;

use super::{check, check_fails, ran};

#[law]
fn an_index_into_a_list(
    #[from(vec(any::<u8>(), 1..=20))] v: Vec<u8>,
    #[from(0..v.len())] i: usize,
) {
    assert!(i < v.len());
}

#[law]
fn a_number_below_another(
    #[from(1..1_000)] n: u32,
    #[from(0..n)] m: u32,
    #[from(m..=n)] between: u32,
) {
    assert!(m < n && m <= between && between <= n);
}

#[law]
fn elements_of_a_list(
    #[from(vec(any::<u16>(), 1..=5))] v: Vec<u16>,
    #[from(elements(v.clone()))] one: u16,
    #[from(vec(elements(v.clone()), v.len()))] many: Vec<u16>,
) {
    assert!(v.contains(&one) && many.len() == v.len() && many.iter().all(|item| v.contains(item)));
}

#[derive(Clone, Copy, Debug, Arbitrary)]
struct Bounds {
    low: u8,
    #[from(10..20)]
    width: u16,
}

#[derive(Debug, Arbitrary)]
struct Words {
    #[from(vec(any(), 1..4))]
    list: Vec<String>,
}

#[law]
fn fields_and_patterns(
    bounds: Bounds,
    #[from(0..bounds.width)] inside: u16,
    words: Words,
    #[from(0..words.list.len())] word: usize,
    (low, high): (u8, u8),
    #[from(low.min(high)..=high.max(low))] middle: u8,
    Bounds { low: lowest, .. }: Bounds,
    #[from(lowest..=255)] above: u8,
    (name, count): (String, u8),
    #[from(0..=name.len() + usize::from(*count))] upto: usize,
) {
    assert!(inside < bounds.width && word < words.list.len() && above >= lowest);
    assert!(low.min(high) <= middle && middle <= high.max(low));
    assert!(upto <= name.len() + usize::from(count));
    let _ = bounds.low;
}

#[law]
fn of_references(
    #[from(vec(any::<u8>(), 1..=9))] list: &[u8],
    #[from(0..list.len())] index: usize,
    #[from(text(1..=9))] name: &str,
    #[from(name.char_indices().map(|(at, _)| at).collect::<Vec<_>>().len()..=9)] length: &usize,
    #[from(0..=*length)] least: &mut usize,
) {
    assert!(index < list.len() && name.chars().count() <= *length && *least <= *length);
    *least += 1;
}

#[law(for(u8, u32))]
fn generic<T: Ord + Copy + Into<u64>>(
    #[from(vec(any::<T>(), 1..=9))] list: Vec<T>,
    #[from(elements(list.clone()))] one: T,
    #[from(0..=one.into())] below: u64,
) {
    assert!(list.contains(&one) && below <= one.into());
}

/// Names that are something else in a generator than an earlier argument.
#[law]
fn other_uses_of_a_name(
    text: String,
    #[from(lawful::generate::text(0..3))] other: String,
    x: u8,
    #[from(any::<u8>().mapped(|x| x | 1))] odd: u8,
    #[from(|source: &mut Source| { let x = source.any::<u8>(); x | 2 })] second: u8,
) {
    assert!(odd % 2 == 1 && second & 2 == 2 && other.chars().count() < 3);
    assert!(u32::from(x) < 256 && text.len() < 100_000);
}

mod same_names {
    use lawful::generate::text;
    use lawful::prelude::*;

    /// `text` is a function in the generator.
    #[law]
    fn a_function_of_that_name(text: String, #[from(text(0..3))] other: String) {
        assert!(text.len() < 100_000 && other.chars().count() < 3);
    }
}

#[law(seed = 1, tests = 10_000, max_failures = 1)]
#[should_panic(expected = "v[i] < 100")]
fn shrinks_together(#[from(vec(any::<u8>(), 1..=20))] v: Vec<u8>, #[from(0..v.len())] i: usize) {
    ran((&v, i));
    assert!(v[i] < 100);
}

#[law(seed = 1, tests = 10_000, max_failures = 1)]
#[should_panic]
fn shrinks_together_at_a_place(
    #[from(vec(any::<u8>(), 1..=20))] v: Vec<u8>,
    #[from(0..v.len())] i: usize,
    #[from(i..v.len())] j: usize,
) {
    ran((&v, i, j));
    assert!(i == j || v[i] == v[j] || i < 2);
}

#[law(tests = 1, case(vec![1, 2], 1), case(vec![], 7))]
fn kept(#[from(vec(any::<u8>(), 1..=20))] v: Vec<u8>, #[from(0..v.len())] i: usize) {
    ran((v, i));
}

static BUILT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

fn built<G: Generator>(generator: G) -> G {
    BUILT.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    generator
}

#[law(tests = 50)]
fn built_once(x: u8, #[from(built(any::<u8>().mapped(|x| x)))] y: u8) {
    ran((x, y));
}

#[test]
fn a_failure_is_minimal() {
    let last = |law| check_fails(law).pop().unwrap_or_default();
    assert_eq!(last(shrinks_together), "([100], 0)");
    assert_eq!(last(shrinks_together_at_a_place), "([0, 0, 0, 1], 2, 3)");
}

#[test]
fn cases_are_given() {
    assert_eq!(check(kept)[..2], ["([1, 2], 1)", "([], 7)"]);
}

#[test]
fn a_generator_that_depends_on_nothing_is_built_once() {
    BUILT.store(0, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(check(built_once).len(), 50);
    assert!(BUILT.load(std::sync::atomic::Ordering::SeqCst) <= 2, "this test's, and the law's own");
}
