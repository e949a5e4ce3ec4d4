//! Values of derived types are printed as Rust that can be pasted.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use lawful::prelude::*;
use lawful::report::literal::shown_literal;

/// The text of the smallest value that breaks the law.
fn printed<T: fmt::Debug>(
    generator: impl Generator<Value = T>,
    holds: impl Fn(&T) -> bool,
) -> String {
    let law = for_all(generator, |value: T| holds(&value));
    let summary = Runner::named("printed").first_failure().tests(20_000).seed(1).run(&law);
    shown_literal(&summary.failure().expect("the law is broken").arguments[0])
}

fn unspaced(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Checks an expression against its own text: it is what is printed, and it compiles.
macro_rules! check_pasted {
    ($type:ty, $holds:expr, $pasted:expr $(,)?) => {{
        let pasted: $type = $pasted;
        let holds = $holds;
        assert!(!holds(&pasted), "the pasted value does not break the law");
        let printed = printed(any::<$type>(), holds);
        // `stringify!` breaks long lines in places of its own.
        assert_eq!(unspaced(&printed), unspaced(stringify!($pasted)), "{printed}");
    }};
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Tree {
    Leaf(u8),
    Fork(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn leaves(&self) -> usize {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Fork(left, right) => left.leaves() + right.leaves(),
        }
    }
}

#[derive(Debug, PartialEq, Arbitrary)]
struct User {
    name: String,
    tags: Vec<String>,
    r#type: Kind,
    seen: Option<Duration>,
}

#[derive(Debug, PartialEq, Arbitrary)]
enum Kind {
    Guest,
    Member { since: f64, friends: HashMap<u8, Rc<User>> },
    Empty(),
    Braced {},
}

#[derive(Debug, PartialEq, Arbitrary)]
struct Rose<T> {
    value: T,
    children: Vec<Rose<T>>,
}

#[test]
fn boxes_and_variants() {
    check_pasted!(
        Tree,
        |tree: &Tree| tree.leaves() < 2,
        Tree::Fork(Box::new(Tree::Leaf(0)), Box::new(Tree::Leaf(0)))
    );
    check_pasted!(Option<Tree>, |tree: &Option<Tree>| tree.is_none(), Some(Tree::Leaf(0)));
    check_pasted!(Vec<Kind>, |kinds: &Vec<Kind>| kinds.is_empty(), vec![Kind::Guest]);
}

#[test]
fn variants_without_fields() {
    check_pasted!(Kind, |kind: &Kind| !matches!(kind, Kind::Empty()), Kind::Empty());
    check_pasted!(Kind, |kind: &Kind| !matches!(kind, Kind::Braced {}), Kind::Braced {});
}

#[test]
fn fields() {
    check_pasted!(
        User,
        |user: &User| user.name.is_empty() || user.tags.is_empty(),
        User {
            name: String::from("a"),
            tags: vec![String::from("")],
            r#type: Kind::Guest,
            seen: None
        }
    );
    check_pasted!(
        Kind,
        |kind: &Kind| !matches!(kind, Kind::Member { since, friends }
            if since.is_infinite() && friends.contains_key(&1)),
        Kind::Member {
            since: f64::INFINITY,
            friends: HashMap::from([(
                1,
                Rc::new(User {
                    name: String::from(""),
                    tags: vec![],
                    r#type: Kind::Guest,
                    seen: None
                })
            )])
        }
    );
}

#[test]
fn generic_types() {
    check_pasted!(
        Rose<Option<String>>,
        |rose: &Rose<Option<String>>| rose.children.is_empty(),
        Rose { value: None, children: vec![Rose { value: None, children: vec![] }] }
    );
    check_pasted!(
        BTreeMap<u8, Rose<Tree>>,
        |map: &BTreeMap<u8, Rose<Tree>>| map.is_empty(),
        BTreeMap::from([(0, Rose { value: Tree::Leaf(0), children: vec![] })])
    );
}

/// However it is drawn, the types of what is drawn are known.
#[test]
fn behind_other_generators() {
    let pair = (0..3u8, any::<Tree>()).mapped(|(number, tree)| (tree, number));
    assert_eq!(printed(pair, |_| false), "(Tree::Leaf(0), 0)");
}

/// A text of the user's own is left as it is.
#[test]
fn own_texts() {
    #[derive(Arbitrary)]
    struct Own {
        number: u8,
    }
    impl fmt::Debug for Own {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "Own {{ hidden: {} }}", self.number)
        }
    }
    #[derive(Debug, Arbitrary)]
    struct Around(Vec<Own>, String);
    let text = printed(any::<Around>(), |around| around.0.is_empty());
    assert_eq!(text, "Around(vec![Own { hidden: 0 }], String::from(\"\"))");
}

/// The entries of a hash map in a field come in the same order in every run.
#[test]
fn hashed_fields_are_sorted() {
    #[derive(Debug, Arbitrary)]
    struct Shop {
        open: HashSet<u8>,
    }
    let law = for_all(any::<Shop>(), |shop| shop.open.len() < 5);
    let summary = Runner::named("sorted").first_failure().seed(1).run(&law);
    let shown = &summary.failure().expect("the law is broken").arguments[0];
    assert_eq!(shown.debug, "Shop { open: {0, 1, 2, 3, 4} }");
    assert_eq!(shown_literal(shown), "Shop { open: HashSet::from([0, 1, 2, 3, 4]) }");
}
