//! Equalities that are no congruences.
//!
//! Equal values share a number, so a function is called for one of them only. If it tells equal values apart, what is
//! found about it depends on which of them came first. So equal values that look different are collected, and every
//! function is called for both.

use lawful_core::extend::{Random, mix};

use crate::domain::{Hardness, Pool};
use crate::names::short_type;
use crate::search::Search;
use crate::table::{Id, PANICKED};
use crate::tests;
use crate::values::Values;

/// Calls of each function that are made to find equal values that look different.
const ROWS: usize = 300;
/// Calls for each pair of them.
const CALLS: usize = 8;

/// A function that tells two equal values apart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Incongruence {
    /// Type of the values.
    pub type_name: String,
    /// Name of the function.
    pub function: String,
    /// One of the values.
    pub one: String,
    /// The other one, which is equal to it.
    pub other: String,
}

impl std::fmt::Display for Incongruence {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Incongruence { type_name, function, one, other } = self;
        write!(
            formatter,
            "`{function}` tells {one} from {other}, which are equal: laws with `{function}` may be wrong; say what can \
             be seen of a value with `.observe(|value: &{type_name}| ..)`"
        )
    }
}

/// Looks for functions that tell equal values apart.
pub(crate) fn incongruences(search: &Search<'_>, seed: u64) -> Vec<Incongruence> {
    let signature = search.signature;
    let types = &signature.types.0;
    let watched: Vec<usize> =
        (0..types.len()).filter(|kind| !is_structural(types[*kind].name())).collect();
    if watched.is_empty() {
        return Vec::new();
    }
    let mut values = Values::forgetful(signature, &search.values.is_partial);
    for kind in &watched {
        values.tables.any_mut(*kind).watch_twins();
    }
    let kinds = tests::drawn_kinds(search.variables);
    let pool = Pool::draw(&mut values.tables, &kinds, types.len(), seed, ROWS, Hardness::Hard);
    let mut random = Random::from_seed(mix(seed, 5));
    let columns = |pool: &Pool, random: &mut Random, symbol: usize, rows: usize| {
        let shape = &signature.symbols[symbol].shape;
        let column = |kind: &usize| (0..rows).map(|_| pool.pick(*kind, random)).collect();
        shape.arguments.iter().map(column).collect::<Option<Vec<Vec<Id>>>>()
    };
    for symbol in 0..signature.symbols.len() {
        let Some(arguments) = columns(&pool, &mut random, symbol, ROWS) else { continue };
        let arguments: Vec<&[Id]> = arguments.iter().map(Vec::as_slice).collect();
        values.call(signature, symbol, &arguments, ROWS);
    }
    let mut found: Vec<Incongruence> = Vec::new();
    for kind in watched {
        for (id, twin) in values.tables.any_mut(kind).take_twins() {
            for symbol in 0..signature.symbols.len() {
                let shape = &signature.symbols[symbol].shape;
                let known = |one: &Incongruence| one.function == signature.symbols[symbol].name;
                if found.iter().any(known) {
                    continue;
                }
                for place in (0..shape.arguments.len()).filter(|at| shape.arguments[*at] == kind) {
                    let Some(mut arguments) = columns(&pool, &mut random, symbol, CALLS) else {
                        continue;
                    };
                    let mut results = [id, twin].map(|id| {
                        arguments[place] = vec![id; CALLS];
                        let arguments: Vec<&[Id]> = arguments.iter().map(Vec::as_slice).collect();
                        values.call(signature, symbol, &arguments, CALLS)
                    });
                    let [one, other] = &mut results;
                    let differ = |(one, other): (&Id, &Id)| {
                        one != other
                            && (*one == PANICKED || *other == PANICKED || {
                                values.tables.hash(shape.result, *one)
                                    != values.tables.hash(shape.result, *other)
                            })
                    };
                    if one.iter().zip(other.iter()).any(differ) {
                        let table = values.tables.any(kind);
                        found.push(Incongruence {
                            type_name: short_type(types[kind].name()),
                            function: signature.symbols[symbol].name.clone(),
                            one: table.show(id),
                            other: table.show(twin),
                        });
                        break;
                    }
                }
            }
        }
    }
    found
}

/// Returns whether a type is made of the standard library's types alone whose equal values are the same in every respect.
/// Floats are not: the zeros are equal.
fn is_structural(type_name: &str) -> bool {
    const KNOWN: [&str; 44] = [
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "isize",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "usize",
        "bool",
        "char",
        "str",
        "alloc",
        "core",
        "std",
        "vec",
        "Vec",
        "string",
        "String",
        "option",
        "Option",
        "result",
        "Result",
        "boxed",
        "Box",
        "collections",
        "btree",
        "btree_map",
        "map",
        "set",
        "BTreeMap",
        "BTreeSet",
        "vec_deque",
        "VecDeque",
        "hash",
        "hash_map",
        "HashMap",
        "HashSet",
        "cmp",
        "Ordering",
        "RandomState",
    ];
    let words = type_name.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| !word.is_empty()).all(|word| KNOWN.contains(&word))
}
