//! itertools: adaptors promise what [`Iterator`] and [`DoubleEndedIterator`] say.
//!
//! - #1082: `PadUsing::next_back` gives elements again that `next` gave, or leaves some out.
//! - #552: `DuplicatesBy::size_hint` subtracts more than there is.

use lawful::bundles;
use lawful::prelude::*;

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[
    Bug {
        package: "itertools",
        version: "0.14.0",
        published: "#1082",
        defect: "`PadUsing::next_back` gives elements that `next` gave already",
        fixed: Some("0.15.0"),
        law: "`pad_using` obeys `bundles::double_ended`",
        minimal: &["from = (vec![], 1), back = vec![false, true]"],
        reached: 0,
        make: || Box::new(pad_using_from_both_ends()),
        ..Bug::COMMON
    },
    Bug {
        package: "itertools",
        version: "0.10.1",
        published: "#552",
        defect: "`Duplicates::size_hint` overflows",
        fixed: Some("0.10.3"),
        law: "`duplicates` obeys `bundles::iterator`",
        minimal: &["from = vec![0, 1, 0]"],
        make: || Box::new(duplicates_is_an_iterator()),
        ..Bug::COMMON
    },
];

/// `pad_using` gives the same elements from both ends.
fn pad_using_from_both_ends() -> impl Law {
    use itertools::Itertools;
    bundles::double_ended(any::<(Vec<u8>, u8)>(), |(list, least)| {
        list.clone().into_iter().pad_using(usize::from(*least), |index| index as u8)
    })
}

/// `duplicates` is an iterator.
fn duplicates_is_an_iterator() -> impl Law {
    use itertools_0_10::Itertools;
    bundles::iterator(any::<Vec<u8>>(), |list| list.clone().into_iter().duplicates())
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    /// Shrinking ends at longer lists for #1082, where an empty one is enough.
    #[test]
    fn an_empty_list_is_enough() {
        let mut padded = std::iter::empty::<u8>().pad_using(1, |_| 0);
        assert_eq!((padded.next(), padded.next_back()), (Some(0), Some(0)));
    }
}
