//! A temporal law: every request is answered, under every schedule.
//!
//! ```console
//! cargo run -p lawful --example over_time --features temporal,pulse
//! ```

use std::time::Duration;

use lawful::prelude::*;
use lawful::pulse::sync::mpsc;
use lawful::pulse::{scheduled, thread};
use lawful::report::terminal::report;
use lawful::temporal::*;

#[derive(Debug)]
enum Work {
    Asked { id: u32 },
    Answered { id: u32 },
}
use Work::*;

/// A server with a bug: it stops if no request comes for a while.
fn serve_two() {
    let (sender, receiver) = mpsc::channel();
    let server = thread::spawn(move || {
        while let Ok(id) = receiver.recv_timeout(Duration::from_millis(100)) {
            event!(Answered { id });
        }
    });
    for id in 1..=2 {
        event!(Asked { id });
        let _ = sender.send(id);
        thread::sleep(Duration::from_millis(150));
    }
    drop(sender);
    server.join().unwrap();
}

/// Runs the law, prints its report, and asserts what it found.
pub fn main() {
    let answered = always(when!(Asked { id } => eventually(is!(Answered { id: =id }))));
    // In a test: #[law] fn requests_are_answered() -> impl Law { scheduled(..).over_time(..) }
    let law = scheduled(serve_two).over_time(answered.named("every request is answered"));
    let summary = Runner::named("requests are answered").seed(1).run(&law);
    print!("{}", report(&summary));

    let failure = summary.failure().expect("the law is broken");
    assert_eq!((failure.reason.component, failure.reason.code), ("temporal", "owed-at-end"));
}
