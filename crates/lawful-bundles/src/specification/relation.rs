//! Relations as sets of pairs.

use std::collections::BTreeSet;

/// A relation between elements of one type: a set of pairs.
///
/// ```
/// use lawful_bundles::specification::Relation;
///
/// let parent = Relation::from([("Ada", "Ben"), ("Ben", "Cy")]);
/// let ancestor = parent.transitive_closure();
/// assert!(ancestor.relates(&"Ada", &"Cy") && ancestor.is_transitive());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation<T> {
    pub(super) pairs: BTreeSet<(T, T)>,
}

impl<T: Ord + Clone> Relation<T> {
    /// The pairs of elements of a set for which it holds.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let divides = Relation::on(&BTreeSet::from([2, 3, 4]), |x, y| y % x == 0);
    /// assert!(divides.relates(&2, &4) && !divides.relates(&3, &4));
    /// ```
    pub fn on(set: &BTreeSet<T>, holds: impl Fn(&T, &T) -> bool) -> Self {
        let all = super::product(set, set);
        Relation { pairs: all.into_iter().filter(|(x, y)| holds(x, y)).collect() }
    }

    /// Whether it holds of a pair.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 2)]).relates(&1, &2));
    /// ```
    pub fn relates(&self, x: &T, y: &T) -> bool {
        self.pairs.contains(&(x.clone(), y.clone()))
    }

    /// The pairs.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert_eq!(Relation::from([(1, 2), (1, 2)]).pairs().len(), 1);
    /// ```
    pub fn pairs(&self) -> &BTreeSet<(T, T)> {
        &self.pairs
    }

    /// Every element that is on either side of a pair.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 2), (2, 5)]).field().into_iter().eq([1, 2, 5]));
    /// ```
    pub fn field(&self) -> BTreeSet<T> {
        self.pairs.iter().flat_map(|(x, y)| [x.clone(), y.clone()]).collect()
    }

    /// What an element is related to.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 2), (1, 5)]).image(&1).into_iter().eq([2, 5]));
    /// ```
    pub fn image(&self, x: &T) -> BTreeSet<T> {
        self.pairs.iter().filter(|(from, _)| from == x).map(|(_, to)| to.clone()).collect()
    }

    /// The pairs the other way round.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert_eq!(Relation::from([(1, 2)]).converse(), Relation::from([(2, 1)]));
    /// ```
    pub fn converse(&self) -> Self {
        self.pairs.iter().map(|(x, y)| (y.clone(), x.clone())).collect()
    }

    /// First this one, then the other.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// let then = Relation::from([(1, 2)]).then(&Relation::from([(2, 3)]));
    /// assert_eq!(then, Relation::from([(1, 3)]));
    /// ```
    pub fn then(&self, other: &Self) -> Self {
        let follow = |(x, y): &(T, T)| {
            let x = x.clone();
            other.image(y).into_iter().map(move |z| (x.clone(), z))
        };
        self.pairs.iter().flat_map(follow).collect()
    }

    /// The pairs of both.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// let either = Relation::from([(1, 2)]).union(&Relation::from([(2, 3)]));
    /// assert_eq!(either, Relation::from([(1, 2), (2, 3)]));
    /// ```
    pub fn union(&self, other: &Self) -> Self {
        self.pairs.union(&other.pairs).cloned().collect()
    }

    /// The least relation that contains this one and relates every element of the set to itself.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let set = BTreeSet::from([1, 2]);
    /// assert!(Relation::from([(1, 2)]).reflexive_closure(&set).is_reflexive_on(&set));
    /// ```
    pub fn reflexive_closure(&self, set: &BTreeSet<T>) -> Self {
        self.union(&set.iter().map(|x| (x.clone(), x.clone())).collect())
    }

    /// The least symmetric relation that contains this one.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 2)]).symmetric_closure().relates(&2, &1));
    /// ```
    pub fn symmetric_closure(&self) -> Self {
        self.union(&self.converse())
    }

    /// The least transitive relation that contains this one.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 2), (2, 3), (3, 4)]).transitive_closure().relates(&1, &4));
    /// ```
    pub fn transitive_closure(&self) -> Self {
        let mut closure = self.clone();
        loop {
            let larger = closure.union(&closure.then(self));
            if larger == closure {
                return closure;
            }
            closure = larger;
        }
    }

    /// Whether every element of the set is related to itself.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(!Relation::from([(1, 1)]).is_reflexive_on(&BTreeSet::from([1, 2])));
    /// ```
    pub fn is_reflexive_on(&self, set: &BTreeSet<T>) -> bool {
        set.iter().all(|x| self.relates(x, x))
    }

    /// Whether no element is related to itself.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 2)]).is_irreflexive());
    /// ```
    pub fn is_irreflexive(&self) -> bool {
        self.pairs.iter().all(|(x, y)| x != y)
    }

    /// Whether it holds both ways wherever it holds.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 2), (2, 1)]).is_symmetric());
    /// ```
    pub fn is_symmetric(&self) -> bool {
        self.pairs.iter().all(|(x, y)| self.relates(y, x))
    }

    /// Whether it holds both ways of no two different elements.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 1), (1, 2)]).is_antisymmetric());
    /// ```
    pub fn is_antisymmetric(&self) -> bool {
        self.pairs.iter().all(|(x, y)| x == y || !self.relates(y, x))
    }

    /// Whether what is related by two steps is related by one.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(!Relation::from([(1, 2), (2, 3)]).is_transitive());
    /// ```
    pub fn is_transitive(&self) -> bool {
        self.then(self).pairs.is_subset(&self.pairs)
    }

    /// Whether it is reflexive on the set, symmetric and transitive.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let set = BTreeSet::from([1, 2, 3, 4]);
    /// assert!(Relation::on(&set, |x, y| x % 2 == y % 2).is_equivalence_on(&set));
    /// ```
    pub fn is_equivalence_on(&self, set: &BTreeSet<T>) -> bool {
        self.is_reflexive_on(set) && self.is_symmetric() && self.is_transitive()
    }

    /// Whether no element is related to two.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(Relation::from([(1, 2), (3, 2)]).is_function());
    /// ```
    pub fn is_function(&self) -> bool {
        self.field().iter().all(|x| self.image(x).len() <= 1)
    }

    /// Whether no two elements are related to the same one.
    ///
    /// ```
    /// use lawful_bundles::specification::Relation;
    ///
    /// assert!(!Relation::from([(1, 2), (3, 2)]).is_injective());
    /// ```
    pub fn is_injective(&self) -> bool {
        self.converse().is_function()
    }

    /// Whether it relates every element of one set to one of the other, and none is left over.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    /// use lawful_bundles::specification::Relation;
    ///
    /// let (from, to) = (BTreeSet::from([1, 2]), BTreeSet::from([3, 4]));
    /// assert!(Relation::from([(1, 4), (2, 3)]).is_bijection(&from, &to));
    /// ```
    pub fn is_bijection(&self, from: &BTreeSet<T>, to: &BTreeSet<T>) -> bool {
        let covers = |set: &BTreeSet<T>, side: &BTreeSet<T>| set == side;
        let left = self.pairs.iter().map(|(x, _)| x.clone()).collect();
        let right = self.pairs.iter().map(|(_, y)| y.clone()).collect();
        self.is_function() && self.is_injective() && covers(from, &left) && covers(to, &right)
    }
}

impl<T: Ord> FromIterator<(T, T)> for Relation<T> {
    fn from_iter<I: IntoIterator<Item = (T, T)>>(pairs: I) -> Self {
        Relation { pairs: pairs.into_iter().collect() }
    }
}

impl<T: Ord, const N: usize> From<[(T, T); N]> for Relation<T> {
    fn from(pairs: [(T, T); N]) -> Self {
        pairs.into_iter().collect()
    }
}
