//! Programs of SCTBench, rebuilt in Rust.
//!
//! SCTBench is the collection of Thomson, Donaldson and Betts, *Concurrency testing using schedule bounding*
//! (2014), which papers on schedulers have measured on ever since. These are of its group CS, which comes
//! from the tests of the model checker ESBMC. Each is rebuilt as far as its mistake goes: variables that the
//! original shares without a lock are atomics here, so that each access is a point where tasks may switch,
//! those that are always locked are in the lock, and a section that ESBMC calls atomic is one under a lock.
//!
//! Some fail under every schedule or under nearly all. They are kept: papers count them.

use super::imports;

pub mod account;
pub mod bluetooth_driver;
pub mod carter01;
pub mod circular_buffer;
pub mod deadlock01;
pub mod din_phil;
pub mod lazy01;
pub mod phase01;
pub mod queue;
pub mod reorder;
pub mod stack;
pub mod sync01;
pub mod sync02;
pub mod token_ring;
pub mod twostage;
pub mod wronglock;
