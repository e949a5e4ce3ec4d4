use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ffi::CString;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddrV6};
use std::num::NonZero;
use std::ops::{Bound, ControlFlow, Range};
use std::path::{Component, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::task::Poll;
use std::time::SystemTime;

use lawful::prelude::*;

use super::{check_all, check_common, smallest};

#[test]
fn numbers_that_are_not_zero_have_all_the_others() {
    let drawn: BTreeSet<_> = (0..20_000).map(|seed| Source::from_seed(seed, 9).any()).collect();
    let all: BTreeSet<_> = (i8::MIN..=i8::MAX).filter_map(NonZero::new).collect();
    assert_eq!(drawn, all);
    check_common::<NonZero<u64>>("the greatest", |number| *number == NonZero::<u64>::MAX);
    check_common::<NonZero<i64>>("the least", |number| *number == NonZero::<i64>::MIN);
    check_common::<NonZero<i64>>("the greatest", |number| *number == NonZero::<i64>::MAX);
    check_common::<NonZero<u16>>("one", |number| number.get() == 1);
    check_common::<NonZero<i128>>("below zero", |number| number.get() < 0);
}

#[test]
fn addresses_with_a_meaning_are_common() {
    check_common::<Ipv4Addr>("loopback", Ipv4Addr::is_loopback);
    check_common::<Ipv4Addr>("unspecified", Ipv4Addr::is_unspecified);
    check_common::<Ipv4Addr>("broadcast", Ipv4Addr::is_broadcast);
    check_common::<Ipv4Addr>("private", Ipv4Addr::is_private);
    check_common::<Ipv4Addr>("link-local", Ipv4Addr::is_link_local);
    check_common::<Ipv6Addr>("loopback", Ipv6Addr::is_loopback);
    check_common::<Ipv6Addr>("mapped", |address| address.to_ipv4_mapped().is_some());
    check_common::<SocketAddrV6>("with a scope", |address| address.scope_id() > 0);
    check_all(any::<SocketAddrV6>(), |address| address.to_string().parse() == Ok(*address));
}

#[test]
fn paths_have_parts_of_every_kind() {
    let has = |path: &PathBuf, wanted: Component| path.components().any(|part| part == wanted);
    check_common::<PathBuf>("upwards", |path| has(path, Component::ParentDir));
    check_common::<PathBuf>("here", |path| has(path, Component::CurDir));
    check_common::<PathBuf>("absolute", |path| has(path, Component::RootDir));
    check_common::<PathBuf>("empty", |path| path.as_os_str().is_empty());
    check_common::<PathBuf>("doubled", |path| path.to_string_lossy().contains("//"));
    check_common::<PathBuf>("not ASCII", |path| !path.to_string_lossy().is_ascii());
    check_all(any::<PathBuf>(), |path| !path.to_string_lossy().contains('\0'));
    check_common::<CString>("not UTF-8", |text| text.to_str().is_err());
}

#[test]
fn ranges_are_of_both_orders() {
    check_common::<Range<u8>>("forwards", |range| range.start < range.end);
    check_common::<Range<u8>>("empty", |range| range.start == range.end);
    check_common::<Range<u8>>("backwards", |range| range.start > range.end);
    check_common::<Bound<u8>>("excluded", |bound| matches!(bound, Bound::Excluded(_)));
}

#[test]
fn dates_lie_on_both_sides() {
    check_common::<SystemTime>("before 1970", |time| *time < SystemTime::UNIX_EPOCH);
    check_common::<SystemTime>("after 1970", |time| *time > SystemTime::UNIX_EPOCH);
    check_common::<SystemTime>("at 1970", |time| {
        time.duration_since(SystemTime::UNIX_EPOCH).is_ok_and(|since| since.as_secs() == 0)
    });
}

#[test]
fn cells_shrink_to_what_is_empty() {
    assert_eq!(smallest(any::<OnceCell<u8>>(), |_| false), "OnceCell::new()");
    assert_eq!(smallest(any::<OnceLock<u8>>(), |cell| cell.get().is_none()), "OnceLock::from(0)");
    assert_eq!(smallest(any::<Mutex<u8>>(), |_| false), "Mutex::new(0)");
    assert_eq!(smallest(any::<RwLock<bool>>(), |_| false), "RwLock::new(false)");
    let small = |number: &AtomicI64| number.load(Ordering::Relaxed) < 9;
    assert_eq!(smallest(any::<AtomicI64>(), small), "AtomicI64::new(9)");
}

/// A type that leads back to itself through the types of std that hold something: that it comes to an end
/// shows that they tell their shapes.
#[derive(Debug, Arbitrary)]
#[allow(dead_code)]
enum Tree {
    Leaf,
    Lists(Box<[Tree]>, Rc<[Tree]>, Arc<[Tree]>),
    Perhaps(OnceCell<Box<Tree>>, Poll<Box<Tree>>, Bound<Box<Tree>>),
    Either(ControlFlow<Box<Tree>, u8>),
    Locked(Mutex<Box<Tree>>, RwLock<Box<Tree>>),
    Pinned(std::pin::Pin<Box<Tree>>, std::cmp::Reverse<Box<Tree>>),
}

#[test]
fn recursive_types_come_to_an_end() {
    check_all(any::<Tree>(), |tree| format!("{tree:?}").len() < 1_000_000);
}

#[test]
fn functions_take_them_as_arguments() {
    type Key = (Ipv4Addr, PathBuf, NonZero<u8>, Range<u8>);
    let generator = (any::<Func<(Key, Mutex<u8>), u8>>(), any::<Key>(), any::<u8>());
    check_all(generator, |(function, key, number)| {
        let call = || function((key.clone(), Mutex::new(*number)));
        call() == call()
    });
    check_all((any::<Func<AtomicU8, u8>>(), any::<u8>()), |(function, number)| {
        function(AtomicU8::new(*number)) == function(AtomicU8::new(*number))
    });
}
