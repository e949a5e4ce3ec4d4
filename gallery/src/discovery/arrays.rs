//! Erlang's functional arrays: quickspec-2011, section 1.3.
//!
//! The elements are in a list here, instead of a tree. What the laws of the paper tell of the
//! representation is kept: an array knows its size, which [`set`] and [`resize`] change, even if the
//! element is the default one.
//!
//! The paper says that `reset(J,new()) /= new()`, [`reset`] being a [`set`] to the default element, and
//! so it is here. In OTP, R13B03 and later, `reset` leaves a flexible array alone where the index is
//! beyond its end. OTP of that time also kept elements in the tree, unseen, when an array was made
//! smaller, and showed them again when it was made larger; here they are forgotten.

use lawful::generate::vec;
use lawful::{Arbitrary, Source, any};

/// An index into an array, or a size of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(pub u8);

/// From 0 to 6, so that two of them are often equal.
impl Arbitrary for Index {
    fn arbitrary(source: &mut Source) -> Self {
        Index(source.draw(&(0..=6)))
    }
}

impl Index {
    fn place(self) -> usize {
        self.0.into()
    }
}

/// A functional array, which grows when an element is set beyond its end, unless its size is fixed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Array {
    /// One for each index, as many as the size of the array.
    elements: Vec<i32>,
    fixed: bool,
}

/// Flexible and fixed arrays.
impl Arbitrary for Array {
    fn arbitrary(source: &mut Source) -> Self {
        let array = flexible(source);
        if source.any() { fix(&array) } else { array }
    }
}

/// Generates flexible arrays: those of the paper's laws before it adds [`fix`].
pub fn flexible(source: &mut Source) -> Array {
    Array { elements: source.draw(&vec(any::<i32>(), 0..=7)), fixed: false }
}

/// Returns an empty, flexible array.
pub fn new() -> Array {
    Array { elements: Vec::new(), fixed: false }
}

/// Returns the element that is where none was set.
pub fn default_element() -> i32 {
    0
}

/// Returns an element, which beyond the end of a flexible array is the default one.
///
/// # Panics
///
/// If the index is beyond the end of a fixed array.
pub fn get(index: Index, array: &Array) -> i32 {
    match array.elements.get(index.place()) {
        Some(element) => *element,
        None if array.fixed => panic!("{index:?} is beyond the end of a fixed array"),
        None => default_element(),
    }
}

/// Changes an element. A flexible array grows so far that it has one at the index.
///
/// # Panics
///
/// If the index is beyond the end of a fixed array.
pub fn set(index: Index, x: i32, array: &Array) -> Array {
    let mut changed = array.clone();
    if index.place() >= array.elements.len() {
        assert!(!array.fixed, "{index:?} is beyond the end of a fixed array");
        changed.elements.resize(index.place() + 1, default_element());
    }
    changed.elements[index.place()] = x;
    changed
}

/// Fixes the size of an array: it no longer grows when an element is set.
pub fn fix(array: &Array) -> Array {
    Array { fixed: true, ..array.clone() }
}

/// Changes the size of an array, a fixed one's too. New elements are default ones.
pub fn resize(size: Index, array: &Array) -> Array {
    let mut resized = array.clone();
    resized.elements.resize(size.place(), default_element());
    resized
}

/// Changes an element to the default one. A flexible array grows as for [`set`].
///
/// # Panics
///
/// If the index is beyond the end of a fixed array.
pub fn reset(index: Index, array: &Array) -> Array {
    set(index, default_element(), array)
}

#[cfg(test)]
mod tests {
    use lawful::prelude::*;

    use super::super::value_of;
    use super::*;

    #[law]
    fn what_is_set_can_be_got(i: Index, x: i32, y: i32, #[from(flexible)] a: Array) {
        assert_eq!(get(i, &new()), default_element());
        assert_eq!(get(i, &set(i, x, &a)), x);
        assert_eq!(set(i, x, &set(i, y, &a)), set(i, x, &a));
    }

    #[law(tests = 1_000)]
    fn elements_of_a_new_array(i: Index, j: Index, x: i32) {
        assert_eq!(get(i, &set(j, default_element(), &new())), default_element());
        assert_eq!(get(j, &set(i, x, &new())), get(i, &set(j, x, &new())));
    }

    #[law(tests = 1_000)]
    fn setting_twice(i: Index, j: Index, x: i32, y: i32, a: &Array) {
        let this_way = value_of(|| set(j, x, &set(i, x, a)));
        assert_eq!(this_way, value_of(|| set(i, x, &set(j, x, a))));
        let this_way = value_of(|| set(j, y, &set(i, x, a)));
        let that_way = value_of(|| set(i, x, &set(j, y, a)));
        assert!(i == j || this_way == that_way);
        cover!(this_way != that_way, 1.0, "the order matters");
    }

    #[law]
    fn setting_to_the_default_changes_the_representation(j: Index) {
        assert_ne!(set(j, default_element(), &new()), new());
        assert_ne!(reset(j, &new()), new());
        assert_eq!(resize(j, &new()) == new(), j == Index(0));
    }

    #[law]
    fn resetting_is_setting_to_the_default(i: Index, a: &Array) {
        assert_eq!(value_of(|| reset(i, a)), value_of(|| set(i, default_element(), a)));
    }

    #[law]
    fn fixing(i: Index, x: i32, a: &Array) {
        assert_eq!(fix(&fix(a)), fix(a));
        assert_eq!(value_of(|| get(i, &fix(&new()))), None);
        assert_eq!(value_of(|| set(i, x, &fix(&new()))), None);
    }

    #[law(tests = 1_000)]
    fn resizing(i: Index, j: Index, x: i32, a: &Array) {
        assert_eq!(get(i, &resize(j, &new())), default_element());
        let beyond_the_end = value_of(|| get(j, &resize(j, a)));
        assert_eq!(beyond_the_end, value_of(|| get(i, &resize(i, a))));
        assert_eq!(beyond_the_end, (!a.fixed).then(default_element));
        assert_eq!(resize(i, &resize(i, a)), resize(i, a));
        assert_eq!(resize(j, &fix(a)), fix(&resize(j, a)));
        assert_eq!(set(i, x, &resize(i, &new())), set(i, x, &new()));
    }

    #[test]
    fn resizing_forgets_elements() {
        let array = set(Index(0), 1, &new());
        assert_ne!(resize(Index(1), &resize(Index(0), &array)), resize(Index(1), &array));
    }
}
