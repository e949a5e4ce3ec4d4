//! Two fields are made known by a flag that is set after the first of them.
//!
//! Publication by flag is right when the flag comes last. With one field the window is one point wide; the
//! reader here must also get between the flag and the second field.

use super::imports::{
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    thread,
};

#[derive(Default)]
struct Message {
    length: AtomicUsize,
    checksum: AtomicUsize,
    is_there: AtomicBool,
}

/// Sets the flag before the checksum.
pub fn run() {
    publish(|message| {
        message.length.store(3, SeqCst);
        message.is_there.store(true, SeqCst);
        message.checksum.store(9, SeqCst);
    });
}

/// Sets the flag last.
pub fn run_right() {
    publish(|message| {
        message.length.store(3, SeqCst);
        message.checksum.store(9, SeqCst);
        message.is_there.store(true, SeqCst);
    });
}

fn publish(write: fn(&Message)) {
    let message = Message::default();
    thread::scope(|scope| {
        scope.spawn(|| write(&message));
        scope.spawn(|| {
            if message.is_there.load(SeqCst) {
                let (length, checksum) =
                    (message.length.load(SeqCst), message.checksum.load(SeqCst));
                assert_eq!(checksum, length * length, "seen before it was whole");
            }
        });
    });
}
