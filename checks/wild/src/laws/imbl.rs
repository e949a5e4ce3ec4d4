//! imbl: maps and sets that share their structure promise to do what those of std do.
//!
//! - #176: the length of the consuming iterator of an `OrdSet` panics.
//! - #161: `OrdMap::diff` leaves out differences that come right after parts that both maps share.

use std::collections::{BTreeMap, BTreeSet};

use imbl::ordmap::DiffItem;
use imbl::{OrdMap, OrdSet};
use lawful::bundles;
use lawful::prelude::*;

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[
    Bug {
        package: "imbl",
        version: "7.0.1",
        published: "#176",
        defect: "the consuming iterator of an `OrdSet` has no length",
        fixed: Some("7.0.2"),
        law: "the consuming iterator of an `OrdSet` obeys `bundles::exact_size`",
        minimal: &["from = BTreeSet::new()"],
        make: || Box::new(consuming_a_set_has_a_length()),
        ..Bug::COMMON
    },
    Bug {
        package: "imbl",
        version: "7.0.1",
        published: "#161",
        defect: "`OrdMap::diff` leaves out what follows a part that both maps share",
        fixed: Some("7.0.2"),
        law: "`OrdMap::diff` with a copy in which one entry was set shows that entry alone",
        minimal: &["entries = BTreeMap::from([(0, 0), *, (16, 0)]), key = 8, value = 1"],
        reached: 3,
        make: || Box::new(a_diff_has_what_changed()),
        ..Bug::COMMON
    },
];

/// The consuming iterator of a set knows its length.
fn consuming_a_set_has_a_length() -> impl Law {
    bundles::exact_size(any::<BTreeSet<u8>>(), |set| {
        set.iter().copied().collect::<OrdSet<u8>>().into_iter()
    })
}

/// The diff of a map and a copy with one entry changed has that entry.
fn a_diff_has_what_changed() -> impl Law {
    for_all!(entries: BTreeMap<u8, u8>, key: u8, value: u8 => {
        let map: OrdMap<u8, u8> = entries.clone().into_iter().collect();
        let changed = map.update(key, value);
        let diff: Vec<(u8, Option<u8>, Option<u8>)> = map.diff(&changed).map(change).collect();
        let old = entries.get(&key).copied();
        let expected = (old != Some(value)).then_some((key, old, Some(value)));
        assert_eq!(diff, Vec::from_iter(expected));
    })
}

/// The key of a difference, and its values before and after.
fn change(item: DiffItem<'_, '_, u8, u8>) -> (u8, Option<u8>, Option<u8>) {
    match item {
        DiffItem::Add(key, value) => (*key, None, Some(*value)),
        DiffItem::Update { old: (key, old), new: (_, new) } => (*key, Some(*old), Some(*new)),
        DiffItem::Remove(key, value) => (*key, Some(*value), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No change of a map with up to 16 entries is left out, so 17 are the fewest for #161.
    #[test]
    fn sixteen_entries_are_too_few() {
        for entries in 0..=16 {
            let map: OrdMap<u8, u8> = (0..entries).map(|key| (key, 0)).collect();
            for key in 0..=entries {
                let changed = map.update(key, 1);
                let diff: Vec<_> = map.diff(&changed).map(change).collect();
                assert_eq!(diff, [(key, (key < entries).then_some(0), Some(1))]);
            }
        }
    }
}
