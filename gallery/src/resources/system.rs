//! Five resources.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The numbers of the resources.
pub const NUMBERS: RangeInclusive<u8> = 1..=5;

/// Which resources are in use.
#[derive(Debug, Default)]
pub struct Resources {
    in_use: BTreeSet<u8>,
}

impl Resources {
    /// Uses a resource, now and for ever.
    pub fn take(&mut self, number: u8) {
        self.in_use.insert(number);
    }

    /// Whether nobody uses a resource.
    pub fn is_available(&self, number: u8) -> bool {
        !self.in_use.contains(&number)
    }
}
