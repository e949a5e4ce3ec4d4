//! A queue and a list of what was put in, at places that count tries instead of items.
//!
//! SCTBench `queue_bad`. A try out of turn does nothing and is counted all the same, so that the two get out
//! of step.

use std::collections::VecDeque;

use super::imports::{sync::Mutex, thread};

const SIZE: usize = 20;

/// Notes an item at the place of the try.
pub fn run() {
    put_and_take(|tried, _| tried);
}

/// Notes an item at the place of the item.
pub fn run_right() {
    put_and_take(|_, moved| moved);
}

struct State {
    queue: VecDeque<usize>,
    noted: [usize; SIZE],
    takers_turn: bool,
}

/// `place` says where an item is noted, from how often was tried and how many items were moved before.
fn put_and_take(place: fn(usize, usize) -> usize) {
    let state = State { queue: VecDeque::new(), noted: [0; SIZE], takers_turn: false };
    let state = Mutex::new(state);
    thread::scope(|scope| {
        scope.spawn(|| {
            // The first item is put in without a turn, and the taker is not told of it.
            state.lock().unwrap().queue.push_back(0);
            let mut item = 0;
            for tried in 1..SIZE {
                let mut state = state.lock().unwrap();
                if !state.takers_turn {
                    item += 1;
                    state.queue.push_back(item);
                    state.noted[place(tried, item)] = item;
                    state.takers_turn = true;
                }
            }
        });
        scope.spawn(|| {
            let mut taken = 0;
            for tried in 0..SIZE {
                let mut state = state.lock().unwrap();
                if state.takers_turn {
                    let item = state.queue.pop_front().expect("a turn comes with an item");
                    let noted = state.noted[place(tried, taken)];
                    assert_eq!(item, noted, "not the item that was noted");
                    taken += 1;
                    state.takers_turn = false;
                }
            }
        });
    });
}
