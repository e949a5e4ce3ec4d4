//! Finite sets: quickspec-2011, sections 2.7.2 and 2.8.
//!
//! `add_element` is redundant beside `union`, and makes for more laws than `unit` does.

use std::collections::BTreeSet;

/// A finite set of numbers.
pub type Set = BTreeSet<i32>;

/// Returns the empty set.
pub fn new() -> Set {
    Set::new()
}

/// Returns the set with one more element.
pub fn add_element(x: i32, set: &Set) -> Set {
    union(set, &unit(x))
}

/// Returns the set of one element.
pub fn unit(x: i32) -> Set {
    Set::from([x])
}

/// Returns the elements of either set.
pub fn union(one: &Set, other: &Set) -> Set {
    one | other
}

/// Returns the elements that the two sets have in common.
pub fn intersection(one: &Set, other: &Set) -> Set {
    one & other
}

#[cfg(test)]
mod tests {
    use lawful::prelude::*;

    use super::*;

    #[law]
    fn union_is_a_semilattice(s: &Set, t: &Set, u: &Set) {
        assert_eq!(union(s, t), union(t, s));
        assert_eq!(union(s, s), *s);
        assert_eq!(union(s, &new()), *s);
        assert_eq!(union(s, &union(t, u)), union(t, &union(s, u)));
    }

    #[law]
    fn intersection_is_a_semilattice(s: &Set, t: &Set, u: &Set) {
        assert_eq!(intersection(s, t), intersection(t, s));
        assert_eq!(intersection(s, s), *s);
        assert_eq!(intersection(s, &new()), new());
        assert_eq!(intersection(s, &intersection(t, u)), intersection(t, &intersection(s, u)));
    }

    #[law]
    fn union_and_intersection_absorb_and_distribute(s: &Set, t: &Set, u: &Set) {
        assert_eq!(union(s, &intersection(s, t)), *s);
        assert_eq!(intersection(s, &union(s, t)), *s);
        let union_of_both = union(&intersection(s, t), &intersection(s, u));
        assert_eq!(union_of_both, intersection(s, &union(t, u)));
        let common_of_both = intersection(&union(s, t), &union(s, u));
        assert_eq!(common_of_both, union(s, &intersection(t, u)));
    }

    #[law]
    fn adding_an_element(x: i32, y: i32, s: &Set, t: &Set) {
        let both = add_element(y, &add_element(x, s));
        assert_eq!(both, add_element(x, &add_element(y, s)));
        assert_eq!(union(s, &add_element(x, t)), union(t, &add_element(x, s)));
        assert_eq!(union(s, &add_element(x, t)), add_element(x, &union(s, t)));
        assert_eq!(intersection(s, &add_element(x, s)), *s);
        let (more, others) = (add_element(x, s), add_element(x, t));
        assert_eq!(intersection(&more, &others), add_element(x, &intersection(s, t)));
        assert_eq!(union(&more, &others), add_element(x, &union(s, t)));
    }

    #[law]
    fn adding_an_element_is_defined_by_union(x: i32, s: &Set) {
        assert_eq!(add_element(x, s), union(s, &add_element(x, &new())));
        assert_eq!(add_element(x, &new()), unit(x));
    }
}
