//! Elements of lists whose length was drawn elsewhere drop out, from all lists that share it.

use super::super::groups::controlled_groups;
use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    let mut ordinal = 0;
    while let Some(group) = controlled_groups(shrinker).get(ordinal) {
        super::delete_elements::delete_from(shrinker, group, u32::MAX);
        ordinal += 1;
    }
}
