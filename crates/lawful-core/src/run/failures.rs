//! The different failures of one law.

use super::failure::Failure;
use super::identity::Identity;
use super::shape::Shape;

/// After so many cases in a row of one identity that were nothing new, no more of it are shrunk.
const FRUITLESS: u32 = 4;

/// The failures found so far, in the order in which they were found, none twice.
#[derive(Default)]
pub(super) struct Failures {
    found: Vec<Entry>,
    most: usize,
}

struct Entry {
    failure: Failure,
    shape: Shape,
    /// How many cases in a row turned out to be this failure again.
    fruitless: u32,
}

impl Failures {
    pub fn new(most: usize) -> Self {
        Failures { found: Vec::new(), most: most.max(1) }
    }

    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.found.len() >= self.most
    }

    pub fn knows(&self, identity: &Identity) -> bool {
        self.found.iter().any(|entry| entry.failure.identity == *identity)
    }

    /// Whether another case of this identity is worth shrinking.
    pub fn wants(&self, identity: &Identity) -> bool {
        let mut alike = self.found.iter().filter(|entry| entry.failure.identity == *identity);
        // A case kept in the source has no tape to compare with.
        alike.all(|entry| entry.fruitless < FRUITLESS && !entry.failure.tape.main.is_empty())
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
        let shape = Shape::of(&failure.tape);
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
            (entry.failure, entry.shape) = (Failure { again, found, ..failure }, shape);
        }
        simpler
    }

    pub fn into_list(self) -> Vec<Failure> {
        self.found.into_iter().map(|entry| entry.failure).collect()
    }
}
