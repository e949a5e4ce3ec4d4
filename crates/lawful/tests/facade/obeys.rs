//! `obeys!`: one line for a type.

use std::collections::BTreeMap;
use std::num::Wrapping;

use lawful::prelude::*;

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Version {
    major: u32,
    minor: u32,
    tag: Option<String>,
}

impl Arbitrary for Version {
    fn arbitrary(source: &mut Source) -> Self {
        Version { major: source.any(), minor: source.any(), tag: source.any() }
    }
}

obeys!(mod version_laws, Version: PartialEq + Eq + PartialOrd + Ord + Hash + Clone + Default);
obeys!(mod map_laws, BTreeMap<u8, Vec<char>>: Eq + Ord + Hash + Clone + Default,);
obeys!(mod number_laws, Wrapping<u8>: Add + AddAssign);
obeys!(mod text_laws, i64: FromStr);
obeys!(mod even_laws, u8: Eq, from (0..100u8).mapped(|n| n * 2));

#[cfg(feature = "serde")]
obeys!(mod json_laws, Vec<Option<char>>: Serde);

mod inside {
    // The type is named from here, and not from the module of the tests.
    lawful::obeys!(mod laws, super::Version: Eq);
}

/// A bundle that needs more than a type is what a law without arguments returns.
#[law]
fn every_third_is_an_iterator() -> impl Law {
    lawful::bundles::iterator(any::<Vec<u8>>(), |list| list.clone().into_iter().step_by(3))
}

#[test]
fn a_broken_law_of_a_bundle_is_named() {
    /// Ordered the wrong way round by `<`, as only a hand-written one can be.
    #[derive(Debug, PartialEq)]
    struct Height(u8);
    impl PartialOrd for Height {
        fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
            Some(other.0.cmp(&self.0).reverse())
        }
        fn lt(&self, other: &Self) -> bool {
            self.0 > other.0
        }
    }
    super::report::check(
        &lawful::bundles::partial_ord(any::<u8>().mapped(Height)),
        lawful::run::Config::default(),
        r#"
law broken: shop::tests::a_law  (src/shop.rs:12)

    a = Height(0)
    b = Height(1)
    c = Height(0)

  PartialOrd: < does not agree with partial_cmp:
    a.partial_cmp(&b) = Some(Less), but a < b is false

  Still broken with any c, as far as tried.
  It passes with a = Height(1), or with b = Height(0).

  Found by test N of N, shrunk N times in N runs; root seed 0x1.
  N more cases broke the law in the same way.
  Replay: LAWFUL_REPLAY='a_law:TOKEN' cargo test -p shop --lib tests::a_law -- --exact
  Keep:   #[law(replay = "a_law:TOKEN")]
"#,
    );
}
