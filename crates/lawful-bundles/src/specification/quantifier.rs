//! Quantifiers over what is finite.

/// There is an element of which it holds.
///
/// ```
/// use lawful_bundles::specification::exists;
///
/// assert!(exists(2..10, |factor| 91 % factor == 0));
/// ```
pub fn exists<I: IntoIterator>(domain: I, holds: impl FnMut(I::Item) -> bool) -> bool {
    domain.into_iter().any(holds)
}

/// It holds of every element.
///
/// ```
/// use lawful_bundles::specification::for_every;
///
/// assert!(for_every(2..10, |factor| 97 % factor != 0));
/// ```
pub fn for_every<I: IntoIterator>(domain: I, holds: impl FnMut(I::Item) -> bool) -> bool {
    domain.into_iter().all(holds)
}

/// It holds of one element and of no other.
///
/// ```
/// use lawful_bundles::specification::exactly_one;
///
/// assert!(exactly_one([1, 2, 3], |x| x % 2 == 0));
/// assert!(!exactly_one([1, 2, 3], |x| x % 2 == 1));
/// ```
pub fn exactly_one<I: IntoIterator>(domain: I, mut holds: impl FnMut(&I::Item) -> bool) -> bool {
    domain.into_iter().filter(|element| holds(element)).take(2).count() == 1
}

/// The one element of which it holds; nothing if there is none, or more than one.
///
/// ```
/// use lawful_bundles::specification::the;
///
/// assert_eq!(the(1..100, |root| root * root == 49), Some(7));
/// assert_eq!(the(1..100, |root| *root > 49), None);
/// ```
pub fn the<I: IntoIterator>(domain: I, mut holds: impl FnMut(&I::Item) -> bool) -> Option<I::Item> {
    let mut found = domain.into_iter().filter(|element| holds(element));
    let first = found.next();
    match found.next() {
        None => first,
        Some(_) => None,
    }
}
