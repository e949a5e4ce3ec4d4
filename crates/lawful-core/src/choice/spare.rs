//! Allocations that a value gave back, for the next one to use.
//!
//! A law that borrows its arguments lets the engine keep them. Making a tree costs little beside
//! allocating and freeing its nodes, and the next test needs about as many. What is in a spare box
//! is never seen: it is overwritten before the box is used.

use std::any::Any;

/// Spare boxes, by type.
#[derive(Default)]
pub(super) struct Spares {
    /// Each a `Vec<Box<T>>` for another `T`. There are few, so a search is quicker than a hash.
    lists: Vec<Box<dyn Any>>,
}

/// More spare boxes of a type than this are freed.
const MOST: usize = 4096;

impl Spares {
    pub fn take<T: 'static>(&mut self) -> Option<Box<T>> {
        self.list().and_then(Vec::pop)
    }

    pub fn put<T: 'static>(&mut self, spare: Box<T>) {
        match self.list() {
            Some(list) if list.len() < MOST => list.push(spare),
            Some(_) => {}
            None => self.lists.push(Box::new(vec![spare])),
        }
    }

    #[inline]
    fn list<T: 'static>(&mut self) -> Option<&mut Vec<Box<T>>> {
        self.lists.iter_mut().find_map(|list| list.downcast_mut())
    }
}
