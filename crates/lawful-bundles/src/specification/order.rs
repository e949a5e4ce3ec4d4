//! Orders: relations that are reflexive, antisymmetric and transitive.

use std::collections::BTreeSet;

use super::Relation;
use super::sequence::permutations;

impl<T: Ord + Clone> Relation<T> {
    /// Whether it is reflexive on the set, antisymmetric and transitive.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let set = BTreeSet::from([1, 2, 3, 6]);
    /// let divides = Relation::on(&set, |x, y| y % x == 0);
    /// assert!(divides.is_partial_order_on(&set) && !divides.is_total_order_on(&set));
    /// ```
    pub fn is_partial_order_on(&self, set: &BTreeSet<T>) -> bool {
        self.is_reflexive_on(set) && self.is_antisymmetric() && self.is_transitive()
    }

    /// Whether it is a partial order in which any two elements of the set are related.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let set = BTreeSet::from([1, 2, 3]);
    /// assert!(Relation::on(&set, |x, y| x >= y).is_total_order_on(&set));
    /// ```
    pub fn is_total_order_on(&self, set: &BTreeSet<T>) -> bool {
        let related = |x: &T, y: &T| self.relates(x, y) || self.relates(y, x);
        self.is_partial_order_on(set) && set.iter().all(|x| set.iter().all(|y| related(x, y)))
    }

    /// The elements of the set that no other is before.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let set = BTreeSet::from([2, 3, 4, 6]);
    /// let divides = Relation::on(&set, |x, y| y % x == 0);
    /// assert_eq!(divides.minimal(&set), BTreeSet::from([2, 3]));
    /// ```
    pub fn minimal(&self, set: &BTreeSet<T>) -> BTreeSet<T> {
        let is_minimal = |x: &&T| set.iter().all(|y| y == *x || !self.relates(y, x));
        set.iter().filter(is_minimal).cloned().collect()
    }

    /// The elements of the set that are before no other.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let set = BTreeSet::from([2, 3, 4, 6]);
    /// let divides = Relation::on(&set, |x, y| y % x == 0);
    /// assert_eq!(divides.maximal(&set), BTreeSet::from([4, 6]));
    /// ```
    pub fn maximal(&self, set: &BTreeSet<T>) -> BTreeSet<T> {
        self.converse().minimal(set)
    }

    /// The element of the set that is before all others.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let set = BTreeSet::from([2, 4, 6]);
    /// let divides = Relation::on(&set, |x, y| y % x == 0);
    /// assert_eq!((divides.least(&set), divides.greatest(&set)), (Some(2), None));
    /// ```
    pub fn least(&self, set: &BTreeSet<T>) -> Option<T> {
        let is_least = |x: &&T| set.iter().all(|y| y == *x || self.relates(x, y));
        set.iter().find(is_least).cloned()
    }

    /// The element of the set that all others are before.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let set = BTreeSet::from([1, 2, 3]);
    /// assert_eq!(Relation::on(&set, |x, y| x <= y).greatest(&set), Some(3));
    /// ```
    pub fn greatest(&self, set: &BTreeSet<T>) -> Option<T> {
        self.converse().least(set)
    }

    /// The pairs of an order with nothing between them: what a drawing of it has as lines.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let order = Relation::on(&BTreeSet::from([1, 2, 3]), |x, y| x <= y);
    /// assert_eq!(order.covers(), Relation::from([(1, 2), (2, 3)]));
    /// ```
    pub fn covers(&self) -> Relation<T> {
        let strict: Relation<T> = self.pairs.iter().filter(|(x, y)| x != y).cloned().collect();
        let by_two_steps = strict.then(&strict);
        strict.pairs.difference(&by_two_steps.pairs).cloned().collect()
    }

    /// Whether following the pairs never leads back.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(!Relation::from([(1, 2), (2, 3), (3, 1)]).is_acyclic());
    /// ```
    pub fn is_acyclic(&self) -> bool {
        self.transitive_closure().is_irreflexive()
    }

    /// Whether a list has every element of the set once, none after one that it is before.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let before = Relation::from([("shirt", "tie"), ("tie", "coat")]);
    /// let set = BTreeSet::from(["shirt", "shoes", "tie", "coat"]);
    /// assert!(before.is_linear_extension(&["shirt", "tie", "shoes", "coat"], &set));
    /// assert!(!before.is_linear_extension(&["tie", "shirt", "shoes", "coat"], &set));
    /// ```
    pub fn is_linear_extension(&self, list: &[T], set: &BTreeSet<T>) -> bool {
        let elements: Vec<T> = set.iter().cloned().collect();
        let in_order = |x: &T, y: &T| !self.relates(y, x);
        super::is_permutation(list, &elements) && super::is_sorted_by(list, in_order)
    }
}

/// All topological orders of a set: the lists with every element once and none after one that it is
/// before. There is none if the relation leads back to where it began.
///
/// ```
/// use std::collections::BTreeSet;
/// use lawful_bundles::specification::{Relation, linear_extensions};
///
/// let orders = linear_extensions(&Relation::from([(1, 3), (2, 3)]), &BTreeSet::from([1, 2, 3]));
/// assert_eq!(orders, [vec![1, 2, 3], vec![2, 1, 3]]);
/// ```
pub fn linear_extensions<T: Ord + Clone>(relation: &Relation<T>, set: &BTreeSet<T>) -> Vec<Vec<T>> {
    let elements: Vec<T> = set.iter().cloned().collect();
    let all = permutations(&elements).into_iter();
    all.filter(|list| relation.is_linear_extension(list, set)).collect()
}
