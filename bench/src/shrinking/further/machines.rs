//! Functions, and sequences of operations against a model.

use std::collections::VecDeque;

use lawful::generate::{just, one_of, vec};
use lawful::{Func, any};
use lawful::{Generator, Law};

use crate::shrinking::case::{Case, exactly, law};

pub const CASES: &[Case] = &[
    // The default is 0, so that no third row is needed, and both rows are as low as they can be.
    Case {
        name: "func_two_rows",
        law: || {
            law(any::<Func<u8, u8>>(), |f| {
                let [zero, ten, twenty] = [0, 10, 20].map(|x| u32::from(f(x)));
                twenty <= zero || ten < twenty + 5
            })
        },
        smallest: || exactly("|x| match x { 10 => 6, 20 => 1, _ => 0 }"),
    },
    // Four elements must be got to run over the end. They are put as early as the capacity allows: a
    // put is the simpler operation.
    Case {
        name: "ring_buffer",
        law: ring_buffer,
        smallest: || exactly("[Put(0), Put(0), Put(0), Get, Put(0), Get, Get, Get]"),
    },
];

#[derive(Clone, Debug)]
enum Operation {
    Put(u8),
    Get,
}

fn ring_buffer() -> Box<dyn Law> {
    let put = any::<u8>().mapped(Operation::Put);
    let operation = one_of([put.boxed(), just(Operation::Get).boxed()]);
    law(vec(operation, ..), |operations| {
        let (mut ring, mut model) = (Ring::default(), VecDeque::new());
        operations.into_iter().all(|operation| match operation {
            Operation::Put(byte) => {
                if model.len() < CAPACITY {
                    model.push_back(byte);
                }
                ring.put(byte);
                ring.count == model.len()
            }
            Operation::Get => ring.get() == model.pop_front(),
        })
    })
}

const CAPACITY: usize = 3;

/// A queue of at most three bytes.
#[derive(Default)]
struct Ring {
    slots: [u8; CAPACITY],
    first: usize,
    count: usize,
}

impl Ring {
    fn put(&mut self, byte: u8) {
        if self.count < CAPACITY {
            self.slots[(self.first + self.count) % CAPACITY] = byte;
            self.count += 1;
        }
    }

    fn get(&mut self) -> Option<u8> {
        if self.count == 0 {
            return None;
        }
        let byte = self.slots[self.first];
        self.count -= 1;
        self.first += 1;
        // The fault that is to be found: it should wrap around one step sooner.
        if self.first > CAPACITY {
            self.first = 0;
        }
        Some(byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        check(
            CASES,
            &[
                ("func_two_rows", Within { size: 10, numbers: 7, lengths: 0, weight: 5 }),
                ("ring_buffer", Within { size: 10, numbers: 0, lengths: 9, weight: 10 }),
            ],
        );
    }
}
