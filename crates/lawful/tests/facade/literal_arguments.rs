//! What is printed for a value can be pasted: it compiles, and it is the value.

use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{CString, OsString};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZero, NonZeroI32, NonZeroU8, NonZeroU128, Saturating, Wrapping};
use std::ops::{Bound, ControlFlow, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
#[cfg(unix)]
use std::time::SystemTime;

use lawful::prelude::*;
use lawful::report::literal::rust_literal;

/// Looks for the smallest value for which the law is broken, and checks it against an expression
/// and against the text of that expression.
fn check<T: Debug + Clone + 'static>(
    generator: impl Generator<Value = T>,
    holds: impl Fn(&T) -> bool,
    same: impl Fn(&T) -> bool,
    text: &str,
) {
    let last = RefCell::new(None);
    let law = for_all(generator, |value: T| {
        *last.borrow_mut() = Some(value.clone());
        holds(&value)
    });
    let summary = Runner::named("pasted").first_failure().tests(5_000).seed(1).run(&law);
    let shown = &summary.failure().expect("the law is broken").arguments[0];
    assert_eq!(rust_literal(shown.type_name, &shown.debug), text);
    // The last case that is run is the one that is shown.
    let value = last.take().expect("the law was run");
    assert!(same(&value), "{value:?} is not {text}");
}

/// `check`, with the expression both as text and as a value.
macro_rules! check_pasted {
    ($type:ty, $holds:expr, $pasted:expr $(,)?) => {{
        let pasted: $type = $pasted;
        check(any::<$type>(), $holds, move |value| *value == pasted, stringify!($pasted))
    }};
}

#[test]
fn numbers() {
    check_pasted!(u8, |x| *x < 200, 200);
    check_pasted!(i64, |x| *x > -7, -7);
    check_pasted!(u128, |x| *x < 1 << 100, 1267650600228229401496703205376);
    check_pasted!((i8, u16), |(x, y)| i32::from(*x) + i32::from(*y) < 300, (0, 300));
}

#[test]
fn floats() {
    check_pasted!(f64, |x| x + 1.0 != *x || x.is_infinite(), 9007199254740992.0);
    check_pasted!(f32, |x| x.is_finite() || x.is_nan(), f32::INFINITY);
    // Not equal to itself, so it is looked at.
    check(any::<f64>(), |x| !x.is_nan(), |x| x.is_nan(), "f64::NAN");
}

#[test]
fn texts() {
    check_pasted!(char, |x| *x != '\n', '\n');
    check_pasted!(String, |text| !text.contains('"'), String::from("\""));
    check_pasted!(Vec<String>, |list| list.len() < 2, vec![String::from(""), String::from("")]);
    let short = |text: &Option<String>| text.as_ref().is_none_or(|text| text.len() < 3);
    check_pasted!(Option<String>, short, Some(String::from("aaa")));
}

#[test]
fn lists() {
    check_pasted!(Vec<Option<bool>>, |list| list.len() < 2, vec![None, None]);
    check_pasted!(Vec<u8>, |list| list.iter().max() < Some(&9), vec![9]);
    check_pasted!([u8; 3], |list| list[2] < 5, [0, 0, 5]);
    check_pasted!(VecDeque<u8>, |list| list.len() < 2, VecDeque::from([0, 0]));
    check_pasted!(LinkedList<bool>, |list| !list.contains(&true), LinkedList::from([true]));
    check_pasted!(Vec<Vec<u8>>, |list| list.concat().is_empty(), vec![vec![0]]);
}

#[test]
fn sets_and_maps() {
    check_pasted!(BTreeSet<u8>, |set| set.len() < 3, BTreeSet::from([0, 1, 2]));
    check_pasted!(HashSet<u8>, |set| set.len() < 3, HashSet::from([0, 1, 2]));
    check_pasted!(BTreeMap<u8, bool>, |map| !map.contains_key(&2), BTreeMap::from([(2, false)]));
    let small = |map: &HashMap<bool, u8>| map.len() < 2;
    check_pasted!(HashMap<bool, u8>, small, HashMap::from([(false, 0), (true, 0)]));
    let in_order = |heap: &BinaryHeap<u8>| heap.clone().into_sorted_vec();
    check(
        any::<BinaryHeap<u8>>(),
        |heap| heap.len() < 2,
        |heap| in_order(heap) == in_order(&BinaryHeap::from([0, 0])),
        "BinaryHeap::from([0, 0])",
    );
}

#[test]
fn choices() {
    check_pasted!(Option<u8>, |x| x.is_none(), Some(0));
    check_pasted!(Result<u8, String>, |x| x.is_ok(), Err(String::from("")));
}

#[test]
fn wrappers() {
    check_pasted!(Box<u8>, |x| **x < 3, Box::new(3));
    check_pasted!(Rc<bool>, |x| !**x, Rc::new(true));
    check_pasted!(Duration, |x| x.as_secs() < 2, Duration::from_secs(2));
}

#[test]
fn numbers_in_other_types() {
    check_pasted!(NonZero<u8>, |_| false, NonZeroU8::new(1).unwrap());
    check_pasted!(NonZero<i32>, |x| x.get() > -7, NonZeroI32::new(-7).unwrap());
    check_pasted!(NonZero<u128>, |x| x.get() < 9, NonZeroU128::new(9).unwrap());
    check_pasted!(Wrapping<i8>, |x| x.0 < 5, Wrapping(5));
    check_pasted!(Saturating<u16>, |x| x.0 < 5, Saturating(5));
    check_pasted!(Reverse<u16>, |x| x.0 < 5, Reverse(5));
    check_pasted!(Ordering, |x| x.is_eq(), Ordering::Less);
    check_pasted!(Cell<u8>, |x| x.get() < 5, Cell::new(5));
}

#[test]
fn pointers_to_what_has_no_size() {
    check_pasted!(Box<str>, |text| text.is_empty(), Box::from("a"));
    check_pasted!(Arc<[u8]>, |list| list.len() < 2, Arc::from([0, 0]));
    check_pasted!(Rc<str>, |text| !text.contains('b'), Rc::from("b"));
    check_pasted!(Pin<Box<u8>>, |x| **x < 3, Pin::new(Box::new(3)));
    check_pasted!(Box<Path>, |path| path.is_relative(), Box::from(Path::new("/")));
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "such a range is a value too")]
fn ranges() {
    check_pasted!(Range<u8>, |range| range.is_empty(), 0..1);
    check_pasted!(Range<i32>, |range| range.start <= range.end, 1..0);
    check_pasted!(RangeInclusive<i64>, |range| !range.contains(&3), 0..=3);
    check_pasted!(RangeFrom<u8>, |range| range.start < 3, 3..);
    check_pasted!(RangeTo<char>, |range| range.end == 'a', ..'b');
    check_pasted!(RangeToInclusive<i8>, |range| range.end > -2, ..=-2);
    check_pasted!(Bound<u8>, |bound| matches!(bound, Bound::Unbounded), Bound::Included(0));
}

#[test]
fn addresses() {
    check_pasted!(Ipv4Addr, |_| false, Ipv4Addr::new(0, 0, 0, 0));
    check_pasted!(Ipv4Addr, |x| !x.is_loopback(), Ipv4Addr::new(127, 0, 0, 0));
    check_pasted!(Ipv4Addr, |x| !x.is_broadcast(), Ipv4Addr::new(255, 255, 255, 255));
    check_pasted!(Ipv6Addr, |x| !x.is_loopback(), "::1".parse::<Ipv6Addr>().unwrap());
    check_pasted!(Ipv6Addr, |x| !x.is_multicast(), "ff00::".parse::<Ipv6Addr>().unwrap());
    check_pasted!(IpAddr, |x| x.is_ipv4(), "::".parse::<IpAddr>().unwrap());
    check_pasted!(SocketAddr, |x| x.port() < 80, "0.0.0.0:80".parse::<SocketAddr>().unwrap());
    check_pasted!(SocketAddr, |x| x.is_ipv4(), "[::]:0".parse::<SocketAddr>().unwrap());
}

#[test]
fn paths() {
    check_pasted!(PathBuf, |_| false, PathBuf::from(""));
    check_pasted!(PathBuf, |path| !path.ends_with("a/b"), PathBuf::from("a/b"));
    check_pasted!(PathBuf, |path| path.extension().is_none(), PathBuf::from("a.b"));
    check_pasted!(PathBuf, |path| !path.starts_with(".."), PathBuf::from(".."));
    check_pasted!(OsString, |text| text.is_empty(), OsString::from("a"));
    check_pasted!(CString, |text| text.is_empty(), CString::from(c"a"));
    check_pasted!(CString, |text| text.to_str().is_ok(), CString::from(c"\x80"));
}

#[test]
fn outcomes() {
    check_pasted!(ControlFlow<u8, bool>, |flow| flow.is_continue(), ControlFlow::Break(0));
    check_pasted!(Poll<u8>, |poll| poll.is_pending(), Poll::Ready(0));
}

#[cfg(unix)]
#[test]
fn dates() {
    check_pasted!(SystemTime, |_| false, SystemTime::UNIX_EPOCH);
    check_pasted!(
        SystemTime,
        |time| *time >= SystemTime::UNIX_EPOCH,
        SystemTime::UNIX_EPOCH - Duration::from_secs(1)
    );
}
