mod hostile;
mod wrapping;

use std::any::type_name;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{
    BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque, hash_map,
};
use std::ffi::{CStr, CString, OsString};
use std::fmt::Debug;
use std::hash::BuildHasherDefault;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZero, NonZeroI128, NonZeroU8, NonZeroUsize, Saturating, Wrapping};
use std::ops::{Bound, ControlFlow, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU8};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::task::Poll;
use std::time::{Duration, SystemTime};

use super::rust_literal;

fn shown<T: Debug>(value: &T) -> String {
    rust_literal(type_name::<T>(), &format!("{value:?}"))
}

#[track_caller]
fn check<T: Debug>(value: &T, expected: &str) {
    assert_eq!(shown(value), expected, "for {value:?}");
}

#[track_caller]
fn check_text(type_name: &str, debug: &str, expected: &str) {
    assert_eq!(rust_literal(type_name, debug), expected, "for {type_name}");
}

/// Checks that each expression, once evaluated, is printed as the very expression it was: what is
/// printed compiles, and is the value. Spaces are not compared, `stringify!` has its own.
macro_rules! check_pasted {
    ($($type:ty: $source:expr;)*) => {$({
        let value: $type = $source;
        let dense = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(dense(&shown(&value)), dense(stringify!($source)), "for {value:?}");
    })*};
}

#[test]
fn words() {
    check_pasted! {
        (): ();
        bool: true;
        char: 'x';
        char: '\'';
        char: '\u{301}';
        i8: -128;
        u128: 340282366920938463463374607431768211455;
        &str: "it's \"quoted\"\n\t\\ \u{301} é 😀";
        String: String::from("a, b] }) \0");
        String: String::from("");
        f64: 1.5;
        f64: -0.0;
        f32: 3.4028235e38;
        f64: 5e-324;
        f64: f64::INFINITY;
        f64: f64::NEG_INFINITY;
        f64: f64::NAN;
        f32: f32::NEG_INFINITY;
        f32: f32::NAN;
    }
}

#[test]
fn collections() {
    check_pasted! {
        Vec<u8>: vec![];
        Vec<i32>: vec![1, -2, 3];
        Vec<char>: vec!['\u{301}', '\'', '\\'];
        Vec<Vec<&str>>: vec![vec![], vec!["a"]];
        [u8; 0]: [];
        [f64; 2]: [f64::NAN, 1.0];
        &[i32]: &[1, 2];
        VecDeque<i32>: VecDeque::from([1, 2]);
        VecDeque<i32>: VecDeque::new();
        LinkedList<String>: LinkedList::from([String::from("a")]);
        BinaryHeap<i32>: BinaryHeap::from([3, 1, 2]);
        BTreeSet<char>: BTreeSet::from(['a', 'b']);
        BTreeSet<char>: BTreeSet::new();
        HashSet<u8>: HashSet::from([7]);
        HashSet<u8>: HashSet::new();
        BTreeMap<u8, String>: BTreeMap::from([(1, String::from("one")), (2, String::from("two"))]);
        BTreeMap<u8, u8>: BTreeMap::new();
        HashMap<&str, f32>: HashMap::from([("a", f32::NAN)]);
        HashMap<u8, u8>: HashMap::new();
    }
}

#[test]
fn tuples_options_and_results() {
    check_pasted! {
        (u8,): (1,);
        (String,): (String::from("a"),);
        (u8, (), (char, String)): (1, (), ('b', String::from("c")));
        Option<Option<u8>>: Some(None);
        Option<String>: Some(String::from("None"));
        Option<()>: Some(());
        Result<Vec<u8>, String>: Ok(vec![1]);
        Result<Vec<u8>, String>: Err(String::from("x"));
        Result<Option<u8>, ()>: Ok(None);
    }
}

#[test]
fn pointers_and_cells() {
    check_pasted! {
        Box<i32>: Box::new(1);
        Box<str>: Box::from("a");
        Box<[String]>: Box::from([String::from("a")]);
        Rc<Option<String>>: Rc::new(Some(String::from("a")));
        Arc<[u8]>: Arc::from([]);
        Arc<Path>: Arc::from(Path::new("a"));
        Cell<u8>: Cell::new(1);
        RefCell<Vec<u8>>: RefCell::new(vec![1]);
        Mutex<String>: Mutex::new(String::from("a"));
        RwLock<Box<u8>>: RwLock::new(Box::new(1));
        OnceCell<String>: OnceCell::from(String::from("a"));
        OnceLock<u8>: OnceLock::from(1);
        Cow<str>: Cow::Borrowed("a");
        Cow<[String]>: Cow::Owned(vec![String::from("a")]);
        Cow<Path>: Cow::Borrowed(Path::new("a"));
        Pin<Box<u8>>: Pin::new(Box::new(1));
        &u8: &1;
        &&str: &"a";
        &Vec<u8>: &vec![1];
        &mut u8: &mut 1;
        &mut [u8]: &mut [1, 2];
    }
}

#[test]
fn other_types_of_std() {
    check_pasted! {
        Wrapping<i32>: Wrapping(-3);
        Saturating<u8>: Saturating(3);
        NonZero<u8>: NonZeroU8::new(3).unwrap();
        Option<NonZero<usize>>: Some(NonZeroUsize::new(3).unwrap());
        NonZero<i128>: NonZeroI128::new(-3).unwrap();
        AtomicU8: AtomicU8::new(3);
        AtomicBool: AtomicBool::new(true);
        Ordering: Ordering::Less;
        Reverse<String>: Reverse(String::from("a"));
        Bound<String>: Bound::Included(String::from("a"));
        Bound<u8>: Bound::Unbounded;
        Poll<Vec<u8>>: Poll::Ready(vec![1]);
        ControlFlow<u8, String>: ControlFlow::Continue(String::from("a"));
        PathBuf: PathBuf::from("a/b");
        &Path: Path::new("a/b");
        OsString: OsString::from("a");
        CString: CString::from(c"a\x7f");
        &CStr: c"a";
        PhantomData<fn(u8) -> u8>: PhantomData;
    }
}

#[test]
fn ranges() {
    check_pasted! {
        Range<i32>: -1..5;
        RangeInclusive<char>: 'a'..='z';
        RangeFrom<u8>: 1..;
        RangeTo<f64>: ..f64::INFINITY;
        RangeFull: ..;
        Range<String>: String::from("a")..String::from("b");
        Vec<Range<f64>>: vec![1.5..2.0, -0.5..1e300];
        (RangeFrom<u8>, RangeFull): (1.., ..);
        Option<RangeTo<u8>>: Some(..3);
        BTreeMap<u8, RangeFrom<u8>>: BTreeMap::from([(1, 1..)]);
    }
}

#[test]
fn durations() {
    check_pasted! {
        Duration: Duration::ZERO;
        Duration: Duration::from_secs(90);
        Duration: Duration::from_nanos(1500000000);
        Duration: Duration::from_nanos(1);
        Duration: Duration::from_nanos(1001);
        Duration: Duration::from_nanos(1000001);
        Duration: Duration::from_nanos(1000000001);
        Duration: Duration::new(18446744073709551615, 999999999);
        Vec<Option<Duration>>: vec![Some(Duration::from_secs(1)), None];
    }
}

#[test]
fn addresses_and_times() {
    check_pasted! {
        Ipv4Addr: Ipv4Addr::new(127, 0, 0, 1);
        Ipv6Addr: "::".parse::<Ipv6Addr>().unwrap();
        Ipv6Addr: "fe80::a".parse::<Ipv6Addr>().unwrap();
        Ipv6Addr: "::ffff:127.0.0.1".parse::<Ipv6Addr>().unwrap();
        IpAddr: "10.0.0.1".parse::<IpAddr>().unwrap();
        SocketAddrV4: "10.0.0.1:80".parse::<SocketAddrV4>().unwrap();
        SocketAddrV6: "[::1%7]:80".parse::<SocketAddrV6>().unwrap();
        SocketAddr: "[::]:0".parse::<SocketAddr>().unwrap();
        Vec<Option<SocketAddr>>: vec![Some("[::1]:80".parse::<SocketAddr>().unwrap()), None];
        BTreeMap<Ipv6Addr, Ipv4Addr>: BTreeMap::from([
            ("::".parse::<Ipv6Addr>().unwrap(), Ipv4Addr::new(0, 0, 0, 0))
        ]);
        Range<Ipv4Addr>: Ipv4Addr::new(0, 0, 0, 0)..Ipv4Addr::new(0, 0, 0, 9);
        OnceCell<u8>: OnceCell::new();
    }
    #[cfg(unix)]
    check_pasted! {
        SystemTime: SystemTime::UNIX_EPOCH;
        SystemTime: SystemTime::UNIX_EPOCH + Duration::from_secs(1);
        SystemTime: SystemTime::UNIX_EPOCH - Duration::from_nanos(100);
    }
}

#[test]
fn what_only_looks_like_an_address_stays_as_it_is() {
    for (type_name, debug, expected) in [
        ("my::Address", "127.0.0.1", "127.0.0.1"),
        ("alloc::vec::Vec<my::Address>", "[::1, a::b]", "vec![::1, a::b]"),
        ("my::Job", "Job { at: 12:00:00, to: [::1]:80 }", "Job { at: 12:00:00, to: [::1]:80 }"),
        ("my::Tree", r#"Array [Object {"a": b"c"}]"#, r#"Array [Object {"a": b"c"}]"#),
        ("my::Uuid", "0-1", "0-1"),
    ] {
        check_text(type_name, debug, expected);
    }
}

#[test]
fn nested() {
    check_pasted! {
        BTreeMap<String, Vec<Option<(i8, char)>>>: BTreeMap::from([
            (String::from("a"), vec![Some((-1, '\'')), None]), (String::from("b"), vec![])
        ]);
        Vec<Result<Box<[f64]>, Cow<str>>>: vec![
            Ok(Box::from([f64::NAN, 1.0])), Err(Cow::Borrowed("no, [it] {is: not}"))
        ];
        Rc<RefCell<VecDeque<Option<Duration>>>>: Rc::new(RefCell::new(VecDeque::from([
            Some(Duration::from_secs(2))
        ])));
        (HashMap<(), BTreeSet<Reverse<u8>>>, Ordering): (
            HashMap::from([((), BTreeSet::from([Reverse(2), Reverse(1)]))]), Ordering::Equal
        );
    }
}

#[test]
fn equal_elements_are_counted() {
    check_pasted! {
        Vec<u8>: vec![0; 4096];
        Vec<f64>: vec![f64::NAN; 9];
        [char; 10]: ['a'; 10];
        &[bool]: &[true; 9];
        VecDeque<i8>: VecDeque::from([-1; 9]);
        Vec<u8>: vec![0, 0, 0, 0, 0, 0, 0, 0];
        Vec<u8>: vec![0, 0, 0, 0, 0, 0, 0, 0, 1];
    }
    let boxes: [Box<u8>; 9] = std::array::from_fn(|_| Box::new(0));
    check(&boxes, &format!("[{}]", ["Box::new(0)"; 9].join(", ")));
    let nones = vec![None::<u8>; 9];
    check(&nones, &format!("vec![{}]", ["None"; 9].join(", ")));
}

#[test]
fn unordered_collections_are_sorted() {
    let numbers = [170, -3, 20, 9, -30, 0];
    let strings = ["b", "a", "c"].map(String::from);
    for _ in 0..20 {
        check(&HashSet::from(numbers), "HashSet::from([-30, -3, 0, 9, 20, 170])");
        check(
            &HashMap::from(numbers.map(|number| (number, ()))),
            "HashMap::from([(-30, ()), (-3, ()), (0, ()), (9, ()), (20, ()), (170, ())])",
        );
        check(
            &HashSet::from(strings.clone()),
            r#"HashSet::from([String::from("a"), String::from("b"), String::from("c")])"#,
        );
        check(
            &HashSet::from([(10, 'a'), (9, 'b'), (9, 'a')]),
            "HashSet::from([(9, 'a'), (9, 'b'), (10, 'a')])",
        );
        check(
            &HashSet::from([Some(u128::MAX), None, Some(2)]),
            "HashSet::from([None, Some(2), Some(340282366920938463463374607431768211455)])",
        );
    }
    let by_reverse = BTreeSet::from([Reverse(1), Reverse(2)]);
    check(&by_reverse, "BTreeSet::from([Reverse(2), Reverse(1)])");
}

#[test]
fn collections_with_another_hasher() {
    type Fixed = BuildHasherDefault<hash_map::DefaultHasher>;
    check_pasted! {
        HashMap<u8, String, Fixed>: HashMap::from_iter([(1, String::from("a"))]);
        HashMap<u8, String, Fixed>: HashMap::default();
        HashSet<u8, Fixed>: HashSet::from_iter([1]);
    }
    check_text(
        "std::collections::hash::map::HashMap<u8, u8, std::hash::random::RandomState>",
        "{2: 1, 1: 2}",
        "HashMap::from([(1, 2), (2, 1)])",
    );
}

#[derive(Debug)]
#[allow(dead_code)]
enum Shape {
    Circle { radius: f64 },
    Polygon(Vec<Point>),
    Empty,
}

#[derive(Clone, Debug)]
#[allow(dead_code)]
struct Point {
    x: i32,
    r#type: &'static str,
}

#[derive(Debug)]
#[allow(dead_code)]
struct Tagged<'a, T, const MARK: char>(&'a str, T, PhantomData<T>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Unit;

#[test]
fn types_of_the_user() {
    let point = Point { x: -1, r#type: "corner" };
    let point_source = r#"Point { x: -1, r#type: "corner" }"#;
    check(&point, point_source);
    check(&vec![Some(point.clone())], &format!("vec![Some({point_source})]"));
    check(&Shape::Circle { radius: 1.0 }, "Shape::Circle { radius: 1.0 }");
    check(&Shape::Polygon(vec![point]), &format!("Shape::Polygon([{point_source}])"));
    check(&[Shape::Empty], "[Shape::Empty]");
    check(&Unit, "Unit");
    check(&HashSet::from([Unit]), "HashSet::from([Unit])");
    check(
        &Tagged::<_, '>'>("a", String::from("b"), PhantomData),
        r#"Tagged("a", "b", PhantomData)"#,
    );
    check(&f64::NAN.classify(), "FpCategory::Nan");
}

#[test]
fn what_is_not_known_is_not_guessed_at() {
    for (type_name, debug, expected) in [
        ("my::Shape", "Circle { r: 1 }", "Shape::Circle { r: 1 }"),
        ("my::Shape<u8>", "Leaf", "Shape::Leaf"),
        ("my::Tree", "Node(Leaf, 1)", "Tree::Node(Leaf, 1)"),
        ("my::Shape", "Shape { r: NaN, .. }", "Shape { r: NaN, .. }"),
        ("my::Flag", "true", "true"),
        ("my::Float", "NaN", "NaN"),
        ("my::Name", r#""a""#, r#""a""#),
        ("my::Stack<alloc::string::String>", r#"["a"]"#, r#"["a"]"#),
        ("my::Vec<u8>", "[1]", "[1]"),
        ("my::Job", "Job { limit: 1.5s }", "Job { limit: 1.5s }"),
        ("my::Job", "Job { step: 1..=2 }", "Job { step: 1..=2 }"),
        ("my::Job", "Job { all: .. }", "Job { all: .. }"),
        ("my::Maps", "Maps({2: {3, 1}})", "Maps({2: {1, 3}})"),
        ("my::Maps", "Maps({10: 1, 9: 2})", "Maps({9: 2, 10: 1})"),
        ("indexmap::map::IndexMap<u8, u8>", "{2: 1, 1: 2}", "{2: 1, 1: 2}"),
        ("hashbrown::map::HashMap<u8, u8>", "{2: 1, 1: 2}", "{1: 2, 2: 1}"),
        ("my::main::{{closure}}::Inner", "Inner", "Inner"),
        ("my::outer<u8>::Inner<u8>", "First", "Inner::First"),
        ("my::main::{{closure}}", "Odd", "Odd"),
        ("[my::Shape<'_, '>', ','>; 1]", "[Leaf]", "[Shape::Leaf]"),
        ("fn(u8) -> alloc::vec::Vec<u8>", "0x55ba3291e9b0", "0x55ba3291e9b0"),
        ("alloc::vec::Vec<fn(u8, u8) -> u8>", "[0x1]", "vec![0x1]"),
        ("(dyn my::A + my::B, alloc::vec::Vec<u8>)", "(A, [1])", "(A, vec![1])"),
        ("alloc::boxed::Box<dyn Fn(u8) -> u8 + core::marker::Send>", "A", "Box::new(A)"),
        ("&dyn core::fmt::Debug + core::marker::Send", "[1]", "&[1]"),
        ("*const u8", "0x0", "0x0"),
        ("alloc::borrow::Cow<str>", r#""a""#, r#"Cow::Borrowed("a")"#),
        ("alloc::borrow::Cow<'_, str>", r#""a""#, r#"Cow::Borrowed("a")"#),
        ("[alloc::vec::Vec<u8>; 2]", "[[], [1]]", "[vec![], vec![1]]"),
        ("core::num::nonzero::NonZeroU8", "3", "NonZeroU8::new(3).unwrap()"),
        ("core::num::wrapping::Wrapping<u8>", "Wrapping(3)", "Wrapping(3)"),
    ] {
        check_text(type_name, debug, expected);
    }
}

#[test]
fn a_text_that_its_type_does_not_print_stays_as_it_is() {
    for (type_name, debug) in [
        ("alloc::vec::Vec<u8>", "7"),
        ("alloc::string::String", "[1]"),
        ("[u8; 9]", "[(), (), (), (), (), (), (), (), ()]"),
        ("(u8, u8)", "(1, 2, 3)"),
        ("[u8; 2]", "{1, 2}"),
        ("core::sync::atomic::AtomicPtr<u8>", "0x0"),
        ("core::time::Duration", "-1s"),
        ("core::time::Duration", "0.0000000001s"),
        ("alloc::collections::btree::map::BTreeMap<u8, u8>", "{1, 2}"),
        ("alloc::vec::Vec<u8", "[1]"),
        ("", "[1]"),
    ] {
        check_text(type_name, debug, debug);
    }
}

#[test]
fn text_outside_the_grammar_is_returned_unchanged() {
    let poisoned = "Mutex { data: 1, poisoned: true, .. }";
    check_text("std::sync::poison::mutex::Mutex<u8>", poisoned, poisoned);
    check_text("alloc::vec::Vec<u8>", "", "");
    for debug in [
        " ",
        "1 ",
        "[1,2]",
        "[1, 2",
        "[1, ]",
        "(1)",
        "(1, )",
        "A()",
        "A{ a: 1 }",
        "A { a: 1 , b: 2 }",
        "A { a }",
        "{1: 2, 3}",
        "{1, 2: 3}",
        "1..2..3",
        "1..=1 (exhausted)",
        "RefCell { value: <borrowed> }",
        "a::Type",
        "2024-02-29 12:00",
        "PhantomData<u8",
        "\"open",
        "\"open\\\"",
        "'ab'",
        "''",
        "'''",
        "-",
        "1.",
        "1e",
        "0x",
        "[\n    1,\n]",
    ] {
        let in_a_list = format!("[{debug}]");
        check_text("alloc::vec::Vec<u8>", debug, debug);
        check_text("alloc::vec::Vec<u8>", &in_a_list, &in_a_list);
    }
}
