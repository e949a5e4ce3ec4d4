//! Bags, also called multisets: sets that count.

use std::collections::BTreeMap;

/// A set that counts how often it has each element. The order of elements does not matter, their
/// number does.
///
/// ```
/// use lawful_bundles::specification::Bag;
///
/// let spent: Bag<_> = [1, 1, 5].into_iter().collect();
/// let purse: Bag<_> = [5, 2, 1, 1, 1].into_iter().collect();
/// assert!(spent.is_subbag(&purse));
/// assert_eq!(purse.difference(&spent), [1, 2].into_iter().collect());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bag<T> {
    /// How often there is each element; none is there 0 times.
    counts: BTreeMap<T, usize>,
}

impl<T: Ord> Bag<T> {
    /// A bag with nothing in it.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// assert!(Bag::<u8>::new().is_empty());
    /// ```
    pub fn new() -> Self {
        Bag { counts: BTreeMap::new() }
    }

    /// Adds an element once more.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// let mut bag = Bag::new();
    /// bag.insert('a');
    /// bag.insert('a');
    /// assert_eq!(bag.count(&'a'), 2);
    /// ```
    pub fn insert(&mut self, element: T) {
        *self.counts.entry(element).or_default() += 1;
    }

    /// Takes an element out once, and says whether it was there.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// let mut bag: Bag<_> = "a".chars().collect();
    /// assert!(bag.remove(&'a') && !bag.remove(&'a'));
    /// ```
    pub fn remove(&mut self, element: &T) -> bool {
        let Some(count) = self.counts.get_mut(element) else { return false };
        *count -= 1;
        if *count == 0 {
            self.counts.remove(element);
        }
        true
    }

    /// How often an element is there.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// assert_eq!("banana".chars().collect::<Bag<_>>().count(&'a'), 3);
    /// ```
    pub fn count(&self, element: &T) -> usize {
        self.counts.get(element).copied().unwrap_or_default()
    }

    /// How many elements there are, each as often as it is there.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// assert_eq!("banana".chars().collect::<Bag<_>>().len(), 6);
    /// ```
    pub fn len(&self) -> usize {
        self.counts.values().sum()
    }

    /// Whether there are none.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// assert!("".chars().collect::<Bag<_>>().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The elements, each once, with how often it is there.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// let bag: Bag<_> = "noon".chars().collect();
    /// assert!(bag.counts().eq([(&'n', 2), (&'o', 2)]));
    /// ```
    pub fn counts(&self) -> impl Iterator<Item = (&T, usize)> {
        self.counts.iter().map(|(element, count)| (element, *count))
    }

    /// Whether the other has every element at least as often.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// let bag = |text: &str| text.chars().collect::<Bag<_>>();
    /// assert!(bag("nab").is_subbag(&bag("banana")) && !bag("nabb").is_subbag(&bag("banana")));
    /// ```
    pub fn is_subbag(&self, other: &Bag<T>) -> bool {
        self.counts().all(|(element, count)| count <= other.count(element))
    }
}

impl<T: Ord + Clone> Bag<T> {
    /// Both together: counts are added.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// let bag = |text: &str| text.chars().collect::<Bag<_>>();
    /// assert_eq!(bag("ab").sum(&bag("bc")), bag("abbc"));
    /// ```
    pub fn sum(&self, other: &Bag<T>) -> Bag<T> {
        self.combine(other, |here, there| here + there)
    }

    /// The smallest bag that both are part of: the greater of the counts.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// let bag = |text: &str| text.chars().collect::<Bag<_>>();
    /// assert_eq!(bag("aab").union(&bag("bc")), bag("aabc"));
    /// ```
    pub fn union(&self, other: &Bag<T>) -> Bag<T> {
        self.combine(other, usize::max)
    }

    /// What both have: the smaller of the counts.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// let bag = |text: &str| text.chars().collect::<Bag<_>>();
    /// assert_eq!(bag("aab").intersection(&bag("abb")), bag("ab"));
    /// ```
    pub fn intersection(&self, other: &Bag<T>) -> Bag<T> {
        self.combine(other, usize::min)
    }

    /// What is left when the other is taken out, as far as it is there.
    ///
    /// ```
    /// use lawful_bundles::specification::Bag;
    ///
    /// let bag = |text: &str| text.chars().collect::<Bag<_>>();
    /// assert_eq!(bag("aab").difference(&bag("abc")), bag("a"));
    /// ```
    pub fn difference(&self, other: &Bag<T>) -> Bag<T> {
        self.combine(other, usize::saturating_sub)
    }

    fn combine(&self, other: &Bag<T>, count: impl Fn(usize, usize) -> usize) -> Bag<T> {
        let elements = self.counts.keys().chain(other.counts.keys());
        let counted = elements.map(|x| (x.clone(), count(self.count(x), other.count(x))));
        Bag { counts: counted.filter(|(_, count)| *count > 0).collect() }
    }
}

impl<T: Ord> Default for Bag<T> {
    fn default() -> Self {
        Bag::new()
    }
}

impl<T: Ord> FromIterator<T> for Bag<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut bag = Bag::new();
        bag.extend(elements);
        bag
    }
}

impl<T: Ord> Extend<T> for Bag<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.insert(element));
    }
}
