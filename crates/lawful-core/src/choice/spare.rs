//! Allocations that a value gave back, for the next one to use.
//!
//! A law that borrows its arguments lets the engine keep them. Making a tree costs little beside
//! allocating and freeing its nodes, and the next test needs about as many. What is in a spare box
//! is never seen: it is overwritten before the box is used.

use std::any::Any;

/// Spare boxes of any type, the last given back on top. (Kept in lists by type, finding the list
/// cost as much as an allocation.)
#[derive(Default)]
pub(super) struct Spares {
    boxes: Vec<Box<dyn Any>>,
}

/// More spare boxes than this are freed.
const MOST: usize = 4096;
/// How far down a box of the right type is looked for; neighbours are of few types.
const NEAR: usize = 4;

impl Spares {
    #[inline(always)]
    pub fn take<T: 'static>(&mut self) -> Option<Box<T>> {
        match self.boxes.pop()?.downcast() {
            Ok(spare) => Some(spare),
            Err(other) => self.take_near(other),
        }
    }

    #[cold]
    fn take_near<T: 'static>(&mut self, top: Box<dyn Any>) -> Option<Box<T>> {
        let found = self.boxes.iter().rev().take(NEAR).position(|spare| spare.is::<T>());
        let found = found.map(|depth| self.boxes.swap_remove(self.boxes.len() - 1 - depth));
        self.boxes.push(top);
        found.and_then(|spare| spare.downcast().ok())
    }

    #[inline(always)]
    pub fn put<T: 'static>(&mut self, spare: Box<T>) {
        if self.boxes.len() < MOST {
            self.boxes.push(spare);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_come_back_by_type() {
        let mut spares = Spares::default();
        assert!(spares.take::<u8>().is_none());
        spares.put(Box::new(1u8));
        spares.put(Box::new("two"));
        assert_eq!(spares.take::<u8>(), Some(Box::new(1)));
        assert!(spares.take::<u8>().is_none());
        assert_eq!(spares.take::<&str>(), Some(Box::new("two")));
    }
}
