//! A sender and a receiver that take turns by flags, and count their tries instead of their messages.
//!
//! SCTBench `circular_buffer_bad`. A try out of turn does nothing and is counted all the same, so that the
//! receiver expects a later message than the one that is there.

use super::imports::{sync::Mutex, thread};

const TRIES: usize = 7;

/// The receiver expects the message with the number of its try.
pub fn run() {
    send_and_receive(|tried, _| tried);
}

/// The receiver expects the message after the last that it received, and so the sender must number it.
pub fn run_right() {
    send_and_receive(|_, moved| moved);
}

#[derive(Default)]
struct Log {
    messages: Vec<usize>,
    received: usize,
    receivers_turn: bool,
}

/// `number` makes a message's number from how often was tried and how often it was one's turn.
fn send_and_receive(number: fn(usize, usize) -> usize) {
    let log = Mutex::new(Log::default());
    thread::scope(|scope| {
        scope.spawn(|| {
            for tried in 0..TRIES {
                let mut log = log.lock().unwrap();
                if !log.receivers_turn {
                    let sent = log.messages.len();
                    log.messages.push(number(tried, sent));
                    log.receivers_turn = true;
                }
            }
        });
        scope.spawn(|| {
            for tried in 0..TRIES {
                let mut log = log.lock().unwrap();
                if log.receivers_turn {
                    let message = log.messages[log.received];
                    assert_eq!(message, number(tried, log.received), "not the message expected");
                    log.received += 1;
                    log.receivers_turn = false;
                }
            }
        });
    });
}
