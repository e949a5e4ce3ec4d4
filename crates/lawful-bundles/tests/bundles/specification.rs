//! The words for specifications are held to laws of their own.

use std::collections::BTreeSet;

use lawful_bundles::specification::{
    Bag, Relation, has_no_repeats, is_partition, is_permutation, is_subsequence, linear_extensions,
    partitions, permutations, power_set,
};
use lawful_bundles::{abelian_group, commutative_monoid, extend, idempotent, involution, lattice};
use lawful_core::for_all;
use lawful_core::generate::{Generator, any, btree_set, permutation, subsequence, vec};

use crate::holds;

/// Relations on five elements: small enough for brute force, large enough for cycles.
fn relations() -> impl Generator<Value = Relation<u8>> {
    vec((0..5u8, 0..5u8), 0..=10).mapped(|pairs| pairs.into_iter().collect())
}

fn five() -> BTreeSet<u8> {
    (0..5).collect()
}

/// Whether one element is reached from another by at least one pair: a walk, not a closure.
fn is_reached(relation: &Relation<u8>, from: u8, to: u8) -> bool {
    let mut reached = relation.image(&from);
    for _ in 0..5 {
        let further: Vec<u8> = reached.iter().flat_map(|x| relation.image(x)).collect();
        reached.extend(further);
    }
    reached.contains(&to)
}

#[test]
fn the_transitive_closure_is_reachability() {
    holds(for_all!(relation: Relation<u8> = relations() => {
        let closure = relation.transitive_closure();
        assert!(closure.is_transitive());
        for (x, y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
            assert_eq!(closure.relates(&x, &y), is_reached(&relation, x, y), "{x} to {y}");
        }
    }));
}

#[test]
fn closures_are_closures() {
    holds(idempotent(relations(), |relation| relation.transitive_closure()));
    holds(idempotent(relations(), |relation| relation.symmetric_closure()));
    holds(idempotent(relations(), |relation| relation.reflexive_closure(&five())));
    holds(involution(relations(), |relation| relation.converse()));
    holds(for_all!(relation: Relation<u8> = relations() => {
        let closed = relation.reflexive_closure(&five()).symmetric_closure().transitive_closure();
        assert!(closed.is_equivalence_on(&five()));
    }));
}

#[test]
fn an_acyclic_relation_has_an_order() {
    holds(for_all!(relation: Relation<u8> = relations() => {
        let orders = linear_extensions(&relation, &five());
        // A pair of an element and itself is a cycle that no list can show.
        let strict: Relation<u8> = relation.pairs().iter().filter(|(x, y)| x != y).copied().collect();
        assert_eq!(strict.is_acyclic(), !orders.is_empty());
        if strict.is_acyclic() {
            let order = relation.transitive_closure().reflexive_closure(&five());
            assert!(order.is_partial_order_on(&five()));
            let covers = order.covers().transitive_closure().reflexive_closure(&five());
            assert_eq!(covers, order, "the lines of the drawing are the order");
            assert_eq!(order.is_total_order_on(&five()), orders.len() == 1);
            assert!(orders.iter().all(|list| order.minimal(&five()).contains(&list[0])));
            assert!(orders.iter().all(|list| order.maximal(&five()).contains(&list[4])));
            if let Some(least) = order.least(&five()) {
                assert_eq!(order.minimal(&five()), BTreeSet::from([least]));
            }
        }
    }));
}

#[test]
fn functions() {
    let order = || permutation((0..5u8).collect::<Vec<u8>>());
    holds(for_all!(order: Vec<u8> = order() => {
        let relation: Relation<u8> = (0..5).zip(order).collect();
        assert!(relation.is_bijection(&five(), &five()));
        assert_eq!(relation.then(&relation.converse()), Relation::on(&five(), |x, y| x == y));
    }));
}

#[test]
fn bags() {
    let bags = || any::<Vec<u8>>().mapped(|list| list.iter().map(|x| x % 4).collect::<Bag<u8>>());
    holds(commutative_monoid(bags(), |a, b| a.sum(&b), Bag::new()));
    holds(lattice(bags(), |a, b| a.union(&b), |a, b| a.intersection(&b)));
    holds(extend::<Bag<u8>, _, _>(any::<Vec<u8>>()));
    holds(for_all!(a: Bag<u8> = bags(), b: Bag<u8> = bags() => {
        assert_eq!(a.sum(&b).difference(&b), a);
        assert_eq!(a.union(&b).sum(&a.intersection(&b)), a.sum(&b));
        assert_eq!(a.is_subbag(&b), a.difference(&b).is_empty());
        assert_eq!(a.sum(&b).len(), a.len() + b.len());
        let mut taken = a.clone();
        b.counts().for_each(|(x, count)| _ = (0..count).all(|_| taken.remove(x)));
        assert_eq!(taken, a.difference(&b));
    }));
}

#[test]
fn sequences() {
    let lists = || vec(0..3u8, 0..=5);
    holds(for_all!(a: Vec<u8> = lists(), b: Vec<u8> = lists() => {
        assert_eq!(is_permutation(&a, &b), permutations(&a).contains(&b));
        let bag = |list: &[u8]| list.iter().copied().collect::<Bag<u8>>();
        assert_eq!(is_permutation(&a, &b), bag(&a) == bag(&b));
        assert_eq!(has_no_repeats(&a), a.iter().collect::<BTreeSet<_>>().len() == a.len());
    }));
    holds(for_all!(part: Vec<u8> = subsequence(vec![1, 2, 3, 2, 1]) => {
        is_subsequence(&part, &[1, 2, 3, 2, 1])
    }));
}

#[test]
fn sets() {
    let sets = || btree_set(0..9u8, 0..=4);
    holds(for_all!(set: BTreeSet<u8> = sets() => {
        let subsets = power_set(&set);
        assert_eq!(subsets.len(), 1 << set.len());
        assert!(subsets.iter().all(|subset| subset.is_subset(&set)));
        let divided = partitions(&set);
        assert_eq!(divided.len(), [1, 1, 2, 5, 15][set.len()]);
        assert!(divided.iter().all(|parts| is_partition(parts, &set)));
    }));
    // The symmetric difference makes sets a group in which every set is its own inverse.
    holds(abelian_group(sets(), |a, b| &a ^ &b, BTreeSet::new(), |a| a));
}
