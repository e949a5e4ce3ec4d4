//! The same cases on every platform and in every version: changing a hash here changes what every
//! stored seed means, and belongs into the changelog.

use lawful_core::choice::Recording;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use lawful_core::choice::{Source, mix, mix_bytes};
use lawful_core::generate::{
    Arbitrary, Func, Generator, Stream, any, ascii, distinct_vec, elements, floats, frequency,
    permutation, recursive, sorted_vec, string_of, subsequence, vec,
};
use lawful_core::law::Plan;

/// A digest of the `Debug` texts of 1,000 cases, sizes growing as in a run.
fn digest<G: Generator<Value: Debug>>(generator: G) -> u64 {
    let plan = Plan::new(1, "golden", 100);
    (0..1_000).fold(0, |digest, index| {
        let mut plain = Source::from_seed(plan.seed(index), plan.size(index));
        let mut recorded = Recording::new(plan.seed(index), plan.size(index));
        let text = format!("{:?}", plain.draw(&generator));
        assert_eq!(text, format!("{:?}", recorded.draw(&generator)), "test {index}");
        mix(digest, mix_bytes(text.as_bytes()))
    })
}

fn any_digest<T: Arbitrary + Debug>() -> u64 {
    digest(any::<T>())
}

/// Which characters `Debug` escapes depends on the version of Unicode that std knows.
fn code_points(text: String) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}

/// Draws from a function and a stream, whose values are made when they are asked for.
fn lazy_digest() -> u64 {
    digest(|source: &mut Source| {
        let function: Func<i32, u8> = source.any();
        let stream: Stream<u16> = source.any();
        (function(3), function(-1), function(3), stream.get(5), stream.get(0))
    })
}

#[test]
fn cases_are_the_same_everywhere() {
    #[derive(Clone, Debug)]
    #[expect(dead_code, reason = "it is made and shown, not read")]
    enum Tree {
        Leaf(u8),
        Fork(Vec<Tree>),
    }
    let tree =
        recursive(any::<u8>().mapped(Tree::Leaf), |tree| vec(tree, 0..=3).mapped(Tree::Fork));
    let tuple = any::<(u8, (bool, i64), String)>();
    let tuple = tuple.mapped(|(first, second, text)| (first, second, code_points(text)));
    let found = [
        ("i8", any_digest::<i8>()),
        ("i16", any_digest::<i16>()),
        ("i32", any_digest::<i32>()),
        ("i64", any_digest::<i64>()),
        ("i128", any_digest::<i128>()),
        ("isize", any_digest::<isize>()),
        ("u8", any_digest::<u8>()),
        ("u16", any_digest::<u16>()),
        ("u32", any_digest::<u32>()),
        ("u64", any_digest::<u64>()),
        ("u128", any_digest::<u128>()),
        ("usize", any_digest::<usize>()),
        ("f32", any_digest::<f32>()),
        ("f64", any_digest::<f64>()),
        ("bool", any_digest::<bool>()),
        ("char", digest(any::<char>().mapped(u32::from))),
        ("String", digest(any::<String>().mapped(code_points))),
        ("Vec<u8>", any_digest::<Vec<u8>>()),
        ("Vec<i64>", any_digest::<Vec<i64>>()),
        (
            "Vec<char>",
            digest(any::<Vec<char>>().mapped(|list| code_points(String::from_iter(list)))),
        ),
        ("Option<Result<u8, i8>>", any_digest::<Option<Result<u8, i8>>>()),
        ("[i16; 3]", any_digest::<[i16; 3]>()),
        ("tuple", digest(tuple)),
        ("BTreeMap", any_digest::<BTreeMap<i8, bool>>()),
        ("BTreeSet", any_digest::<BTreeSet<i16>>()),
        ("usize range", digest(3..=1_000_000usize)),
        ("i64 range", digest(-5_000..7_000i64)),
        ("f64 range", digest(-1.5..2.5f64)),
        ("char range", digest('a'..='z')),
        ("finite floats", digest(floats::<f64>().finite())),
        ("ascii", digest(ascii(..))),
        ("string of", digest(string_of("abc", 0..=9))),
        ("elements", digest(elements([1, 2, 3]))),
        ("frequency", digest(frequency([(3, 0..10), (1, 90..100)]))),
        ("sorted", digest(sorted_vec(any::<i32>(), ..))),
        ("distinct", digest(distinct_vec(0..1_000, ..))),
        ("permutation", digest(permutation(0..9))),
        ("subsequence", digest(subsequence(0..9))),
        ("recursive", digest(tree)),
        ("function and stream", lazy_digest()),
    ];
    let expected = include_str!("golden.txt");
    let found: String = found.iter().map(|(name, hash)| format!("{name} {hash:016x}\n")).collect();
    assert_eq!(found, expected, "cases differ from the golden ones:\n{found}");
}
