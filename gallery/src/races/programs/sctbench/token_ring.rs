//! Three tasks hand a value round, and one claims that all have the same in the end, whatever the order.
//!
//! SCTBench `token_ring_bad`. Each step is atomic; only in one order do the values come out equal.

use super::imports::{sync::Mutex, thread};

#[derive(Default)]
struct Ring {
    values: [u32; 3],
    is_done: [bool; 3],
}

/// Fails when all steps were made in another order than round the ring, and the claim comes after.
pub fn run() {
    let ring = Mutex::new(Ring { values: [1, 2, 1], ..Ring::default() });
    let step = |place: usize| {
        let mut ring = ring.lock().unwrap();
        ring.values[place] =
            if place == 0 { (ring.values[2] + 1) % 4 } else { ring.values[place - 1] };
        ring.is_done[place] = true;
    };
    thread::scope(|scope| {
        scope.spawn(|| step(0));
        scope.spawn(|| step(1));
        scope.spawn(|| step(2));
        scope.spawn(|| {
            let ring = ring.lock().unwrap();
            let [first, second, third] = ring.values;
            if ring.is_done == [true; 3] {
                assert!(first == second && second == third, "the values differ");
            }
        });
    });
}
