//! Planted mistakes in `Clone` and `Default`.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use lawful_bundles::{clone, default};
use lawful_core::generate::{Generator, any};

use crate::{finds, holds};

#[derive(Debug, PartialEq)]
struct Buffer {
    bytes: Vec<u8>,
    read: usize,
}

fn buffers() -> impl Generator<Value = Buffer> {
    any::<(Vec<u8>, u8)>().mapped(|(bytes, read)| Buffer { bytes, read: usize::from(read) })
}

impl Clone for Buffer {
    fn clone(&self) -> Self {
        Buffer { bytes: self.bytes.clone(), read: 0 }
    }
}

#[test]
fn a_field_is_not_cloned() {
    finds(
        clone(buffers()),
        "Clone: a clone is not equal to the original",
        &["Buffer { bytes: [], read: 1 }", "Buffer { bytes: [], read: 0 }"],
    );
}

#[test]
fn clone_from_keeps_something() {
    #[derive(Debug, PartialEq)]
    struct Stack(Vec<u8>);
    impl Clone for Stack {
        fn clone(&self) -> Self {
            Stack(self.0.clone())
        }
        fn clone_from(&mut self, other: &Self) {
            // What is there is used again, and what is too much of it is forgotten to be dropped.
            self.0.resize(self.0.len().max(other.0.len()), 0);
            self.0[..other.0.len()].copy_from_slice(&other.0);
        }
    }
    finds(
        clone(any::<Vec<u8>>().mapped(Stack)),
        "Clone: clone_from does not do what clone does",
        &["Stack([])", "Stack([0])"],
    );
}

#[test]
fn the_original_changes() {
    #[derive(Debug)]
    struct Counted(u8, Cell<u8>);
    impl PartialEq for Counted {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
    impl Clone for Counted {
        fn clone(&self) -> Self {
            self.1.set(self.1.get() + 1);
            Counted(self.0, Cell::new(0))
        }
    }
    finds(
        clone(any::<u8>().mapped(|number| Counted(number, Cell::new(0)))),
        "Clone: cloning changes the original",
        &["Counted(0, Cell { value: 0 })", "Counted(0, Cell { value: 0 })"],
    );
}

#[test]
fn a_default_that_counts() {
    static MADE: AtomicU32 = AtomicU32::new(0);
    #[derive(Debug, PartialEq)]
    struct Ticket(u32);
    impl Default for Ticket {
        fn default() -> Self {
            Ticket(MADE.fetch_add(1, Ordering::Relaxed))
        }
    }
    finds(default::<Ticket>(), "Default is not the same every time", &["1"]);
}

#[test]
fn right() {
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Right(Vec<u8>, f64);
    holds(clone(any::<(Vec<u8>, f64)>().mapped(|(bytes, weight)| Right(bytes, weight))));
    holds(default::<Right>());
}
