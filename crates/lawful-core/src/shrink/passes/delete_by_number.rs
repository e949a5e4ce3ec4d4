//! Elements of lists whose length was drawn elsewhere drop out, from all lists that share it.

use super::super::groups::controlled_groups;
use super::*;

pub(in super::super) fn run(shrinker: &mut Shrinker<'_>) {
    for group in controlled_groups(shrinker) {
        let before = shrinker.steps();
        super::delete_elements::delete_from(shrinker, &group, u32::MAX);
        // What was deleted moved the places of the groups that follow.
        if shrinker.steps() > before {
            return;
        }
    }
}
