//! Selective receive, and time limits.

use std::time::Duration;

use lawful_pulse::effect::effect;
use lawful_pulse::process::{
    Message, monitor, receive, receive_as, receive_as_within, receive_within, self_pid, send, spawn,
};

use crate::exploring::{failure, outcomes, set};

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn what_is_not_taken_stays_in_order() {
    let taken = outcomes(|| {
        let own = self_pid();
        for number in 1..=4_u32 {
            send(own, number);
        }
        let even = |message: Message| {
            message.take_if(|number: &u32| number.is_multiple_of(2), |number| number)
        };
        let mut taken = vec![receive(even), receive(even)];
        taken.extend([receive_as::<u32>(), receive_as::<u32>()]);
        taken
    });
    assert_eq!(taken, set([vec![2, 4, 1, 3]]));
}

#[test]
fn types_are_told_apart() {
    let taken = outcomes(|| {
        send(self_pid(), String::from("one"));
        send(self_pid(), 2_u32);
        let number = receive_as::<u32>();
        let text = receive(|message| {
            message
                .take(|number: u32| number.to_string())
                .or_else(|message| message.take(|text: String| text))
        });
        (number, text)
    });
    assert_eq!(taken, set([(2, String::from("one"))]));
}

/// A closure may itself send and receive.
#[test]
fn a_message_can_be_answered_while_it_is_taken() {
    let taken = outcomes(|| {
        send(self_pid(), 1_u32);
        send(self_pid(), 'x');
        receive(|message| {
            message.take(|number: u32| {
                send(self_pid(), number + 1);
                (receive_as::<u32>(), receive_as::<char>())
            })
        })
    });
    assert_eq!(taken, set([(2, 'x')]));
}

#[test]
fn a_limit_is_up_when_nobody_sends() {
    let taken = outcomes(|| receive_as_within::<u32>(SECOND));
    assert_eq!(taken, set([None]));
}

/// Somebody sends at once: the message may come in time, or late. A late one is there afterwards.
#[test]
fn a_limit_can_be_up_before_a_message_that_was_sent() {
    let taken = outcomes(|| {
        let parent = self_pid();
        spawn(move || send(parent, 1_u32));
        let in_time = receive_as_within::<u32>(SECOND);
        (in_time, in_time.or_else(|| Some(receive_as())))
    });
    assert_eq!(taken, set([(Some(1), Some(1)), (None, Some(1))]));
}

/// Of two limits the shorter one is up first, whatever the schedule.
#[test]
fn time_goes_on_in_order() {
    let first = outcomes(|| {
        let parent = self_pid();
        for seconds in [2, 1] {
            spawn(move || {
                let nothing = receive_as_within::<()>(SECOND * seconds);
                assert_eq!(nothing, None);
                send(parent, seconds);
            });
        }
        // Both messages come from different processes, so they may overtake each other; but nothing comes
        // in the first half second.
        receive_as_within::<u32>(SECOND / 2)
    });
    assert_eq!(first, set([None]));
}

/// With a limit of zero it is a look: a message that is on its way may be there or not.
#[test]
fn a_look_does_not_wait() {
    let seen = outcomes(|| {
        assert_eq!(receive_as_within::<u32>(Duration::ZERO), None);
        send(self_pid(), 1_u32);
        receive_as_within::<u32>(Duration::ZERO)
    });
    assert_eq!(seen, set([None, Some(1)]));
}

/// Looking again and again ends, although 0 always means to go on where one is.
#[test]
fn looking_in_a_loop_lets_others_go_on() {
    let law = lawful_pulse::scheduled(|| {
        let parent = self_pid();
        spawn(move || send(parent, 1_u32));
        while receive_within(Duration::ZERO, Message::into_value::<u32>).is_none() {}
    });
    let summary = lawful_core::run::Runner::named("looking").run(&law);
    assert!(summary.failure().is_none(), "{:?}", summary.failure());
}

#[test]
fn to_wait_for_what_nobody_sends_is_a_deadlock() {
    let failure = failure(|| {
        spawn(|| {
            receive_as::<()>();
        });
        receive_as::<u32>();
    });
    let (law, message) = (&failure.reason.title, failure.reason.message());
    assert_eq!(law, "tasks wait for each other for ever");
    assert!(message.contains("`main` waits for a message, at "), "{message}");
}

/// A signal reaches a thread at once, and brings the messages that come before it: here while the thread is about to take
/// the message, which is in its mailbox then and not on its way any more.
#[test]
fn a_message_that_a_signal_brings_along_is_received() {
    let received = outcomes(|| {
        let thread = lawful_pulse::thread::spawn(|| {
            let own = self_pid();
            let child = spawn(move || {
                send(own, 1_u32);
                effect("goes on", || ());
            });
            monitor(child);
            receive_as::<u32>()
        });
        thread.join().unwrap()
    });
    assert_eq!(received, set([1]));
}

/// What is dropped with a process that waits for ever.
#[test]
fn processes_that_are_left_are_unwound() {
    use std::cell::Cell;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    struct Counted(Arc<AtomicU32>);
    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.fetch_add(1, Relaxed);
        }
    }
    let dropped = Arc::new(AtomicU32::new(0));
    let runs = Cell::new(0);
    let seen = outcomes(|| {
        runs.set(runs.get() + 1);
        let counted = Counted(dropped.clone());
        spawn(move || {
            let _counted = counted;
            receive_as::<()>();
        });
    });
    assert_eq!((seen.len(), dropped.load(Relaxed)), (1, runs.get()));
}
