//! The table, called from Rust: the only unsafe code.

#![expect(unsafe_code, reason = "a call of a function in C is unsafe")]

use std::marker::{PhantomData, PhantomPinned};
use std::ptr::NonNull;

use crate::specification::Store;

/// What a table gets wrong: `enum table_mistake` of `table.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Mistake {
    /// Nothing.
    None,
    /// Deletion leaves no tombstone, so that a search does not come to what lies behind it.
    LeavesNoTombstone,
    /// Tombstones do not count when the table grows. If no slot is empty, a search does not end.
    CountsNoTombstones,
    /// A search goes on to the slot after the last one.
    WrapsLate,
}

/// There is no memory for another slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// A `struct table`.
#[derive(Debug)]
pub struct Table {
    /// It was made by `table_new`, and nobody else has it.
    table: NonNull<Raw>,
}

/// What C alone can look into.
#[repr(C)]
struct Raw {
    data: [u8; 0],
    marker: PhantomData<(*mut u8, PhantomPinned)>,
}

unsafe extern "C" {
    /// Every mistake will do.
    safe fn table_new(mistake: Mistake) -> Option<NonNull<Raw>>;
    fn table_free(table: NonNull<Raw>);
    fn table_get(table: NonNull<Raw>, key: i32, value: &mut i32) -> i32;
    fn table_put(table: NonNull<Raw>, key: i32, value: i32, old: &mut i32) -> i32;
    fn table_delete(table: NonNull<Raw>, key: i32, old: &mut i32) -> i32;
    fn table_count(table: NonNull<Raw>) -> u32;
}

impl Table {
    /// An empty table.
    ///
    /// # Panics
    ///
    /// If there is no memory for it.
    pub fn new(mistake: Mistake) -> Self {
        Table { table: table_new(mistake).expect("there is memory for four slots") }
    }
}

impl Store for Table {
    type Failure = OutOfMemory;

    fn get(&mut self, key: i32) -> Result<Option<i32>, OutOfMemory> {
        let mut value = 0;
        // SAFETY: the table is alive as long as `self`, and nobody else uses it.
        let result = unsafe { table_get(self.table, key, &mut value) };
        found(result, value)
    }

    fn put(&mut self, key: i32, value: i32) -> Result<Option<i32>, OutOfMemory> {
        let mut old = 0;
        // SAFETY: as in `get`.
        let result = unsafe { table_put(self.table, key, value, &mut old) };
        found(result, old)
    }

    fn delete(&mut self, key: i32) -> Result<Option<i32>, OutOfMemory> {
        let mut old = 0;
        // SAFETY: as in `get`.
        let result = unsafe { table_delete(self.table, key, &mut old) };
        found(result, old)
    }

    fn count(&mut self) -> Result<u32, OutOfMemory> {
        // SAFETY: as in `get`.
        Ok(unsafe { table_count(self.table) })
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: it was made by `table_new`, and is not used any more.
        unsafe { table_free(self.table) }
    }
}

/// What the calls return, as `table.h` has it.
fn found(result: i32, value: i32) -> Result<Option<i32>, OutOfMemory> {
    match result {
        0 => Ok(None),
        1 => Ok(Some(value)),
        _ => Err(OutOfMemory),
    }
}
