//! smallvec: a `Vec` that keeps a few elements in place promises to do what a `Vec` does.
//!
//! RUSTSEC-2021-0003: `insert_many` takes room for as many elements as the iterator promises, and writes all it gives.

use lawful::prelude::*;
use smallvec::SmallVec;

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[Bug {
    package: "smallvec",
    version: "1.6.0",
    published: "RUSTSEC-2021-0003",
    defect: "`insert_many` writes past its memory if the iterator gives more than it promised",
    fixed: Some("1.6.1"),
    law: "`insert_many` of any iterator does what `splice` does to a `Vec`",
    minimal: &[
        "place = (vec![0], 0), items = Items { list: vec![0, 0, 0, 0], hides_length: true }",
        "place = (vec![0, 0], 0), items = Items { list: vec![0, 0, 0], hides_length: true }",
    ],
    isolated: true,
    make: || Box::new(insert_many_is_splice()),
    ..Bug::COMMON
}];

/// Elements to insert.
#[derive(Clone, Debug, Arbitrary)]
struct Items {
    list: Vec<u8>,
    hides_length: bool,
}

impl Items {
    /// An iterator that knows how many elements it has, or one that does not, such as a filter.
    fn iter(&self) -> Box<dyn Iterator<Item = u8> + '_> {
        let all = self.list.iter().copied();
        if self.hides_length { Box::new(all.filter(|_| true)) } else { Box::new(all) }
    }
}

/// `insert_many` does what `splice` does to a `Vec`.
fn insert_many_is_splice() -> impl Law {
    let places = |source: &mut Source| {
        let before: Vec<u8> = source.any();
        let index = source.draw(&(0..=before.len()));
        (before, index)
    };
    for_all!(place: (Vec<u8>, usize) = places, items: Items => {
        let (mut expected, index) = place;
        let mut small: SmallVec<[u8; 4]> = SmallVec::from_slice(&expected);
        small.insert_many(index, items.iter());
        expected.splice(index..index, items.iter());
        assert_eq!(small.as_slice(), expected);
    })
}
