//! Links, monitors and exit reasons: the table of Erlang's documentation, line by line.

use std::time::Duration;

use lawful_core::run::Runner;
use lawful_pulse::process::{
    Down, Exit, Message, Monitor, Pid, Reason, demonitor, exit, exit_self, is_alive, kill, link,
    monitor, receive, receive_as, receive_as_within, self_pid, send, spawn, spawn_link,
    spawn_monitor, trap_exits, unlink,
};
use lawful_pulse::scheduled;

use crate::exploring::{failure, outcomes, set};

/// What an exit signal does to a process.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    GoesOn,
    Message(Reason),
    Exits(Reason),
}

/// How the signal comes.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// A linked process ends with this reason.
    Link,
    /// It is sent.
    Signal,
}

/// The fate of a process, seen from outside.
fn fate(way: Way, reason: Reason, traps: bool) -> Fate {
    let (_, watch) = spawn_monitor(move || {
        trap_exits(traps);
        let victim = self_pid();
        match way {
            Way::Link => drop(spawn_link(move || exit_self(reason))),
            Way::Signal => drop(spawn(move || exit(victim, reason))),
        }
        let helper = spawn(move || send(victim, "go on"));
        // Both are waited for, in whatever order they come. A normal exit is not heard of.
        let mut seen = None;
        let mut told = false;
        while !told || (traps && seen.is_none()) {
            receive(|message| {
                message
                    .take(|exit: Exit| seen = Some(exit.reason))
                    .or_else(|message| message.take(|_: &str| told = true))
            });
        }
        let _ = helper;
        exit_self(Reason::Other(format!("{seen:?}")));
    });
    let Down { monitor, reason, .. } = receive_as();
    assert_eq!(monitor, watch);
    match reason {
        Reason::Other(text) if text == "None" => Fate::GoesOn,
        Reason::Other(text) if text.starts_with("Some(") => {
            let reasons =
                [Reason::Normal, Reason::Kill, Reason::Killed, Reason::NoProcess, "other".into()];
            let of = |reason: &Reason| format!("{:?}", Some(reason)) == text;
            Fate::Message(reasons.into_iter().find(of).expect("a reason of this test"))
        }
        reason => Fate::Exits(reason),
    }
}

#[test]
fn exit_signals_do_what_the_documentation_says() {
    let other = || Reason::from("other");
    let ends = |reason: Reason| Fate::Exits(reason);
    for (way, reason, not_trapping, trapping) in [
        (Way::Link, Reason::Normal, Fate::GoesOn, Fate::Message(Reason::Normal)),
        (Way::Link, other(), ends(other()), Fate::Message(other())),
        (Way::Link, Reason::Kill, ends(Reason::Kill), Fate::Message(Reason::Kill)),
        (Way::Link, Reason::Killed, ends(Reason::Killed), Fate::Message(Reason::Killed)),
        (Way::Signal, Reason::Normal, Fate::GoesOn, Fate::Message(Reason::Normal)),
        (Way::Signal, other(), ends(other()), Fate::Message(other())),
        (Way::Signal, Reason::Kill, ends(Reason::Killed), ends(Reason::Killed)),
    ] {
        for (traps, expected) in [(false, not_trapping), (true, trapping)] {
            let reason = reason.clone();
            let told = format!("{way:?} {reason} {traps}");
            let fates = crate::exploring::some_outcomes(move || fate(way, reason.clone(), traps));
            // A lethal signal may come after the process said that it goes on, if nothing makes it wait.
            let mut allowed = set([expected.clone()]);
            if matches!(expected, Fate::Exits(_)) {
                allowed.insert(Fate::GoesOn);
            }
            assert!(fates.contains(&expected), "{told}: {fates:?}");
            assert!(fates.is_subset(&allowed), "{told}: {fates:?}");
        }
    }
}

#[test]
fn a_normal_signal_to_oneself_ends_it() {
    let reasons = outcomes(|| {
        spawn_monitor(|| {
            exit(self_pid(), Reason::Normal);
            exit_self("not reached".into());
        });
        receive_as::<Down>().reason
    });
    assert_eq!(reasons, set([Reason::Normal]));
}

#[test]
fn links_and_monitors_of_the_dead_say_so() {
    let reasons = outcomes(|| {
        let (dead, first) = spawn_monitor(|| {});
        assert_eq!(receive_as::<Down>().monitor, first);
        trap_exits(true);
        link(dead);
        let linked = receive_as::<Exit>().reason;
        let second = monitor(dead);
        let down: Down = receive_as();
        assert_eq!((down.monitor, down.pid), (second, dead));
        (linked, down.reason, is_alive(dead))
    });
    assert_eq!(reasons, set([(Reason::NoProcess, Reason::NoProcess, false)]));
}

#[test]
fn links_pass_exits_on() {
    let reasons = outcomes(|| {
        let (_, _) = spawn_monitor(|| {
            spawn_link(|| {
                spawn_link(|| exit_self("tired".into()));
                receive_as::<()>();
            });
            receive_as::<()>();
        });
        receive_as::<Down>().reason
    });
    assert_eq!(reasons, set([Reason::from("tired")]));
}

#[test]
fn what_is_unlinked_is_not_heard_of() {
    let alive = outcomes(|| {
        let parent = self_pid();
        let child = spawn_link(move || {
            receive_as::<()>();
            exit_self("tired".into());
        });
        unlink(child);
        send(child, ());
        monitor(child);
        receive_as::<Down>();
        // Nothing but this comes.
        send(parent, 1_u32);
        receive(|message: Message| message.into_value::<u32>())
    });
    assert_eq!(alive, set([1]));
}

/// The exit signal may arrive before, or be on its way; then it never arrives.
#[test]
fn unlinking_stops_a_signal_that_is_on_its_way() {
    let seen = outcomes(|| {
        let parent = self_pid();
        let (_, _) = spawn_monitor(move || {
            let child = spawn_link(|| exit_self("tired".into()));
            unlink(child);
            send(parent, "unlinked");
            monitor(child);
            receive_as::<Down>();
        });
        let reason = receive_as::<Down>().reason;
        let unlinked = receive_as_within::<&str>(Duration::from_secs(1)).is_some();
        (unlinked, reason)
    });
    assert_eq!(seen, set([(false, Reason::from("tired")), (true, Reason::Normal)]));
}

#[test]
fn a_monitor_that_is_taken_back_says_nothing() {
    let seen = outcomes(|| {
        let (child, first) = spawn_monitor(|| {});
        let second = monitor(child);
        // It may be in the mailbox: behind the other one it certainly is not asked for.
        demonitor(first);
        let down: Down = receive_as();
        let more = receive_as_within::<Down>(Duration::from_secs(1));
        (down.monitor == second, more.is_none())
    });
    assert_eq!(seen, set([(true, true)]));
}

#[test]
fn signals_and_messages_of_one_process_keep_their_order() {
    let seen = outcomes(|| {
        let (child, _) = spawn_monitor(|| {
            trap_exits(true);
            let first = receive(|message| {
                message.take(|_: u32| "message").or_else(|message| message.take(|_: Exit| "exit"))
            });
            exit_self(first.into());
        });
        send(child, 1_u32);
        exit(child, "stop".into());
        receive_as::<Down>().reason
    });
    // It may die of the signal before it traps exits, but never sees it before the message.
    assert_eq!(seen, set([Reason::from("message"), Reason::from("stop")]));
}

#[test]
fn the_dead_are_dead_for_who_killed_them() {
    let alive = outcomes(|| {
        let child = spawn(|| {
            receive_as::<()>();
        });
        let before = is_alive(child);
        kill(child);
        (before, is_alive(child))
    });
    assert_eq!(alive, set([(true, false)]));
}

/// Killed before it began: it is told of all the same, and what it would have used is dropped.
#[test]
fn a_process_can_be_killed_at_any_time() {
    let began = outcomes(|| {
        let parent = self_pid();
        let (child, _) = spawn_monitor(move || {
            send(parent, "began");
            receive_as::<()>();
        });
        kill(child);
        assert_eq!(receive_as::<Down>().reason, Reason::Killed);
        receive_as_within::<&str>(Duration::from_secs(1)).is_some()
    });
    assert_eq!(began, set([false, true]));
}

#[test]
fn destructors_of_the_killed_run_once() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    struct Counted(Arc<AtomicU32>);
    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.fetch_add(1, Relaxed);
        }
    }
    let counts = outcomes(|| {
        let dropped = Arc::new(AtomicU32::new(0));
        let counted = Counted(dropped.clone());
        let (child, _): (Pid, Monitor) = spawn_monitor(move || {
            let _counted = counted;
            receive_as::<()>();
        });
        kill(child);
        receive_as::<Down>();
        dropped.load(Relaxed)
    });
    assert_eq!(counts, set([1]));
}

#[test]
fn a_panic_is_the_reason_for_who_is_tied() {
    let reasons = outcomes(|| {
        spawn_monitor(|| panic!("no more"));
        receive_as::<Down>().reason
    });
    assert_eq!(reasons, set([Reason::Panicked("no more".into())]));
}

#[test]
fn a_panic_that_nobody_is_told_of_breaks_the_law() {
    let failure = failure(|| {
        spawn(|| panic!("nobody knows"));
    });
    assert!(failure.reason.get("message") == Some("nobody knows"));
}

#[test]
fn an_exit_that_ends_the_body_breaks_the_law() {
    let failure = failure(|| {
        spawn_link(|| exit_self("tired".into()));
        receive_as::<()>();
    });
    let (message, location) = failure.reason.panic().expect("it panics");
    assert_eq!(message, "the body of the law was ended by an exit signal: tired");
    assert!(location.contains("exits.rs:"), "{location}");
}

/// It waits for a lock that the body holds, not for a message.
#[test]
fn a_process_that_waits_for_a_lock_can_be_killed() {
    use lawful_pulse::sync::{Arc, Mutex};
    let law = scheduled(|| {
        let lock = Arc::new(Mutex::new(()));
        let held = lock.lock().unwrap();
        let own = lock.clone();
        let (child, _) = spawn_monitor(move || drop(own.lock()));
        kill(child);
        let reason = receive_as::<Down>().reason;
        drop(held);
        assert_eq!(reason, Reason::Killed);
    });
    assert!(Runner::named("locks").run(&law).failure().is_none());
}
