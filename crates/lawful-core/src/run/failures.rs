//! The different failures of one law.

use crate::choice::Tape;
use crate::data::Identity;
use crate::data::Shape;
use crate::data::{Failure, Found};

/// So many cases that were nothing new are shrunk of an identity, although a smallest case that is
/// known is contained in them.
const EXPLAINED: u32 = 4;
/// So many of those that no known smallest case explains.
const UNEXPLAINED: u32 = 24;
/// So many tests of a known identity are looked at at all.
const LOOKED_AT: u64 = 1_000;

/// The failures found so far, in the order in which they were found, none twice.
#[derive(Default)]
pub(super) struct Failures {
    found: Vec<Entry>,
    most: usize,
    /// Whether failures of one identity are told apart by their shapes.
    by_shape: bool,
}

struct Entry {
    failure: Failure,
    shape: Shape,
    /// How many cases were shrunk that turned out to be this failure again.
    fruitless: u32,
}

impl Failures {
    pub fn new(most: usize, by_shape: bool) -> Self {
        Failures { found: Vec::new(), most: most.max(1), by_shape }
    }

    fn shape(&self, tape: &Tape) -> Shape {
        if self.by_shape { Shape::of(tape) } else { Shape::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Whether a process died of one of them.
    pub fn is_deadly(&self) -> bool {
        self.found.iter().any(|entry| {
            let died = entry.failure.reason.death().is_some();
            died || entry.failure.found == Found::Left
        })
    }

    pub fn is_full(&self) -> bool {
        self.found.len() >= self.most
    }

    pub fn knows(&self, identity: &Identity) -> bool {
        self.found.iter().any(|entry| entry.failure.identity == *identity)
    }

    fn alike(&self, identity: &Identity) -> impl Iterator<Item = &Entry> {
        self.found.iter().filter(move |entry| entry.failure.identity == *identity)
    }

    /// Whether another test of this identity is worth a look.
    pub fn looks_at(&self, identity: &Identity) -> bool {
        let again: u64 = self.alike(identity).map(|entry| entry.failure.again).sum();
        // A case kept in the source has no tape to compare with.
        let kept = self.alike(identity).any(|entry| entry.failure.tape.main.is_empty());
        again < LOOKED_AT && !kept
    }

    /// Whether a case of this identity is worth shrinking. It is likely to be a known failure again if
    /// the smallest case of that is contained in it.
    pub fn wants(&self, identity: &Identity, tape: &Tape) -> bool {
        let shape = self.shape(tape);
        let explained = self.alike(identity).any(|entry| entry.shape.is_within(&shape));
        let fruitless: u32 = self.alike(identity).map(|entry| entry.fruitless).sum();
        fruitless < if explained { EXPLAINED } else { UNEXPLAINED }
    }

    /// The shapes of this identity that are not contained in a case.
    pub fn other_shapes(&self, identity: &Identity, tape: &Tape) -> Vec<Shape> {
        // What functions are made of has no shape that could be compared.
        if !tape.rows.is_empty() {
            return Vec::new();
        }
        let shape = self.shape(tape);
        let alike = self.alike(identity).map(|entry| &entry.shape);
        alike.filter(|known| !known.is_within(&shape)).cloned().collect()
    }

    /// Whether a case is one of a failure that is known.
    pub fn is_known(&self, identity: &Identity, tape: &Tape) -> bool {
        let shape = self.shape(tape);
        self.alike(identity).any(|entry| entry.shape.is_akin(&shape))
    }

    /// One more case was shrunk that turned out to be known.
    pub fn add_again(&mut self, identity: &Identity) {
        let alike = self.found.iter_mut().find(|entry| entry.failure.identity == *identity);
        if let Some(entry) = alike {
            entry.failure.again += 1;
            entry.fruitless += 1;
        }
    }

    /// One more test broke the law in a way that is known.
    pub fn count(&mut self, identity: &Identity) {
        let alike = self.found.iter_mut().find(|entry| entry.failure.identity == *identity);
        if let Some(entry) = alike {
            entry.failure.again += 1;
        }
    }

    /// Adds a failure at its smallest case. If it is one that is known, the simpler case is kept.
    /// Says whether this case is.
    pub fn add(&mut self, failure: Failure) -> bool {
        let shape = self.shape(&failure.tape);
        let same = self.found.iter_mut().find(|entry| {
            entry.failure.identity == failure.identity && entry.shape.is_akin(&shape)
        });
        let Some(entry) = same else {
            self.found.push(Entry { failure, shape, fruitless: 0 });
            return true;
        };
        entry.failure.again += 1;
        entry.fruitless += 1;
        let simpler = failure.tape.order(&entry.failure.tape).is_lt();
        if simpler {
            let again = entry.failure.again;
            // It stays the failure that was found first, at a smaller case.
            let found = entry.failure.found;
            (entry.failure, entry.shape) = (failure, shape);
            (entry.failure.again, entry.failure.found) = (again, found);
        }
        simpler
    }

    pub fn into_list(self) -> Vec<Failure> {
        self.found.into_iter().map(|entry| entry.failure).collect()
    }
}
