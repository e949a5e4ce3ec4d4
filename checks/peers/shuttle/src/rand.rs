//! `shuttle::rand`: random data that belongs to a schedule.

use std::cell::Cell;

pub use rand::{Rng, RngCore};

thread_local! {
    static STATE: Cell<Option<u64>> = const { Cell::new(None) };
}

/// Begins a schedule, with data from a seed or without any.
pub(crate) fn begin(seed: Option<u64>) {
    STATE.set(seed);
}

/// Generators.
pub mod rngs {
    use super::{RngCore, STATE};

    /// Generator of the current schedule.
    #[derive(Clone, Debug, Default)]
    pub struct ThreadRng(());

    impl RngCore for ThreadRng {
        fn next_u32(&mut self) -> u32 {
            self.next_u64() as u32
        }

        fn next_u64(&mut self) -> u64 {
            // SplitMix64.
            let state = STATE.get().expect("requested random data from DFS scheduler");
            let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            STATE.set(Some(state));
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        }

        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            bytes.fill_with(|| self.next_u64() as u8);
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand::Error> {
            self.fill_bytes(bytes);
            Ok(())
        }
    }
}

/// Returns the generator of the current schedule.
pub fn thread_rng() -> rngs::ThreadRng {
    rngs::ThreadRng::default()
}
