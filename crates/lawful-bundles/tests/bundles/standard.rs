//! What the standard library promises, it keeps.

use std::collections::{BTreeMap, BTreeSet, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::net::Ipv4Addr;
use std::num::Wrapping;
use std::time::Duration;

use lawful_bundles::{
    clone, default, double_ended, eq, exact_size, extend, from, from_iterator, from_str, fused,
    hash, iterator, ord, partial_eq, partial_ord, try_from,
};
use lawful_core::generate::{Arbitrary, Generator, any};
use std::fmt::Debug;
use std::hash::Hash;

use crate::holds;

/// Everything that a type with all the derives promises.
fn derives<T: Arbitrary + Ord + Hash + Clone + Debug>() {
    holds(eq(any::<T>()));
    holds(ord(any::<T>()));
    holds(partial_ord(any::<T>()));
    holds(hash(any::<T>()));
    holds(clone(any::<T>()));
}

#[test]
fn derived_traits() {
    derives::<i32>();
    derives::<(bool, char)>();
    derives::<String>();
    derives::<Vec<u8>>();
    derives::<Option<Result<u8, String>>>();
    derives::<BTreeMap<u8, String>>();
    derives::<BTreeSet<char>>();
    derives::<VecDeque<u16>>();
    derives::<LinkedList<u8>>();
    derives::<Duration>();
    derives::<[Wrapping<i8>; 3]>();
}

#[test]
fn floats() {
    holds(partial_eq(any::<f64>()));
    holds(partial_ord(any::<f64>()));
    holds(partial_ord(any::<(f32, f64)>()));
    holds(clone(any::<f64>()));
    holds(from_str(any::<f64>()));
}

#[test]
fn conversions() {
    holds(default::<Vec<u8>>());
    holds(from::<_, Vec<char>>(any::<VecDeque<char>>().mapped(Vec::from).mapped(VecDeque::from)));
    holds(try_from(any::<i16>(), any::<i64>()));
    holds(try_from(any::<char>(), any::<u32>()));
    holds(from_str(any::<char>()));
    holds(from_str(any::<bool>()));
    holds(from_str(any::<u32>().mapped(Ipv4Addr::from)));
    holds(extend::<BTreeSet<u8>, _, _>(any::<Vec<u8>>()));
    type Fixed = BuildHasherDefault<DefaultHasher>;
    holds(extend::<HashSet<u8, Fixed>, _, _>(any::<Vec<u8>>()));
    holds(extend::<String, char, _>(any::<Vec<char>>()));
    holds(from_iterator::<LinkedList<u8>, _, _>(any::<Vec<u8>>()));
}

#[test]
fn iterators() {
    fn all<T, I>(make: impl Fn(&T) -> I)
    where
        T: Arbitrary + Debug,
        I: DoubleEndedIterator<Item: PartialEq + Debug> + std::iter::FusedIterator,
    {
        holds(iterator(any::<T>(), &make));
        holds(double_ended(any::<T>(), &make));
        holds(fused(any::<T>(), &make));
    }
    all(|list: &Vec<u8>| list.clone().into_iter());
    all(|list: &VecDeque<u8>| list.clone().into_iter());
    all(|map: &BTreeMap<u8, char>| map.clone().into_iter());
    all(|end: &u8| 0..*end);
    all(|(from, to): &(u8, u8)| *from..=*to);
    all(|list: &Vec<u8>| list.clone().into_iter().chain([1, 2, 3]));
    all(|list: &Vec<u8>| list.clone().into_iter().filter(|x| x % 2 == 0));
    all(|list: &Vec<u8>| list.clone().into_iter().enumerate().skip(2));
    holds(iterator(any::<String>(), |text| text.chars().rev().collect::<Vec<_>>().into_iter()));
    holds(iterator(any::<Vec<u8>>(), |list| list.clone().into_iter().step_by(3)));
    holds(double_ended(any::<Vec<u8>>(), |list| list.clone().into_iter().step_by(3)));
    holds(iterator(any::<u8>(), |from| *from as u64..));
    holds(exact_size(any::<Vec<u8>>(), |list| list.clone().into_iter().map(u16::from).rev()));
    holds(exact_size(any::<u16>(), |end| 0..*end % 300));
}
