//! Names, threads that are processes, and what stays apart from runs.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use lawful_core::law::for_all;
use lawful_core::run::Runner;
use lawful_pulse::process::{
    Down, Monitor, NotRegistered, Pid, Reason, demonitor, exit_self, is_alive, kill, link, monitor,
    named, receive_as, receive_as_within, register, registered, self_pid, send, spawn, spawn_link,
    spawn_monitor, unregister, whereis,
};
use lawful_pulse::{Killed, effects, fault, scheduled};

use super::{MINUTE, on_threads};

fn wait() {
    receive_as::<()>();
}

/// Other tests use no names that begin like this.
#[test]
fn a_name_is_of_one_process_and_a_process_has_one_name() {
    on_threads(|| {
        let (one, other) = (spawn(wait), spawn(wait));
        assert_eq!(register("own a", one), Ok(()));
        assert_eq!(register("own a", other), Err(NotRegistered::NameInUse));
        assert_eq!(register("own b", one), Err(NotRegistered::HasName));
        assert_eq!(register("own b", other), Ok(()));
        assert_eq!((whereis("own a"), whereis("own c")), (Some(one), None));
        let own: Vec<String> =
            registered().into_iter().filter(|name| name.starts_with("own ")).collect();
        assert_eq!(own, ["own a", "own b"]);
        assert!(unregister("own a") && !unregister("own a"));
        assert_eq!(register("own c", one), Ok(()));
        kill(one);
        assert_eq!((whereis("own c"), is_alive(one)), (None, false));
        assert_eq!(register("own c", one), Err(NotRegistered::NoProcess));
        kill(other);
        assert_eq!(whereis("own b"), None);
    });
}

#[test]
fn every_thread_is_a_process_and_ends_with_it() {
    on_threads(|| {
        let (pids, pid) = channel();
        let (stop, stopped) = channel::<()>();
        let thread = thread::spawn(move || {
            pids.send(self_pid()).unwrap();
            let _ = stopped.recv();
        });
        let other: Pid = pid.recv_timeout(MINUTE).unwrap();
        let watch = monitor(other);
        assert!(is_alive(other) && other != self_pid());
        drop(stop);
        thread.join().unwrap();
        let down: Down = receive_as();
        assert_eq!((down.monitor, down.reason), (watch, Reason::Normal));
        assert!(!is_alive(other));
    });
}

#[test]
fn a_signal_ends_a_thread_that_is_a_process() {
    let ended = on_threads(|| {
        let (pids, pid) = channel();
        let thread = thread::spawn(move || {
            pids.send(self_pid()).unwrap();
            receive_as::<()>();
        });
        let other: Pid = pid.recv_timeout(MINUTE).unwrap();
        kill(other);
        thread.join().unwrap_err().is::<Killed>()
    });
    assert!(ended);
}

/// The body of a law under no scheduler is a thread, which its linked child takes with it.
#[test]
fn an_exit_ends_the_thread_that_is_linked() {
    let ended = on_threads(|| {
        let thread = thread::spawn(|| {
            let child = spawn(|| exit_self(receive_as()));
            link(child);
            send(child, Reason::from("tired"));
            receive_as::<()>();
        });
        thread.join().unwrap_err().is::<Killed>()
    });
    assert!(ended);
}

/// The thread of a runner goes on with the next case, which is a process of its own: the case that is shown is one that
/// fails by itself.
#[test]
fn a_thread_that_goes_on_after_an_exit_is_a_new_process() {
    let (shown, pids) = on_threads(|| {
        let law = for_all(0..1000_u32, |number| {
            let parent = self_pid();
            spawn_link(move || match number {
                0..500 => send(parent, ()),
                _ => exit_self("too large".into()),
            });
            receive_as::<()>();
        });
        let summary = Runner::named("linked").run(&law);
        let shown = summary.failure().unwrap().arguments[0].debug.clone();
        let pid = || {
            let own = self_pid();
            let killed = catch_unwind(|| kill(own)).unwrap_err();
            assert!(killed.is::<Killed>());
            own
        };
        (shown, [pid(), pid()])
    });
    assert_eq!(shown, "500");
    assert_ne!(pids[0], pids[1]);
}

/// Messages that were not taken are dropped at the end of the thread, where a panic would abort the program.
#[test]
fn a_message_that_is_left_may_panic_when_it_is_dropped() {
    #[derive(Debug)]
    struct Bomb(Sender<()>);
    impl Drop for Bomb {
        fn drop(&mut self) {
            let _ = self.0.send(());
            panic!("a message is dropped");
        }
    }
    on_threads(|| {
        let (sender, dropped) = channel();
        let (child, _) = spawn_monitor(wait);
        for _ in 0..2 {
            send(child, Bomb(sender.clone()));
        }
        send(child, ());
        assert_eq!(receive_as::<Down>().reason, Reason::Normal);
        let thread = thread::spawn(move || send(self_pid(), Bomb(sender)));
        thread.join().unwrap();
        assert_eq!(dropped.iter().count(), 3);
    });
}

#[test]
fn pids_print_as_names_and_numbers() {
    on_threads(|| {
        let server = named("ser\0ver").spawn(wait);
        let (number, text) = (format!("{server:?}"), "<ser\u{fffd}ver #");
        assert!(number.starts_with(text) && number.ends_with('>'), "{number}");
        let name: Option<String> = {
            let own = self_pid();
            let _ = named("worker").spawn(move || {
                send(own, thread::current().name().map(String::from));
            });
            receive_as()
        };
        assert_eq!(name.as_deref(), Some("worker"));
        // Without a name it is called after its body.
        let waiting = format!("{:?}", spawn(wait));
        assert!(waiting.starts_with("<wait #"), "{waiting}");
        kill(server);
        assert!(format!("{server:?}").starts_with("<process #"), "{server:?}");
    });
}

effects! {
    /// Adds two numbers.
    fn sum(one: u32, other: u32) -> u32 {
        one + other
    }
}

#[test]
fn faults_do_nothing_and_effects_are_calls() {
    on_threads(|| {
        fault::may_lose_messages(9);
        fault::may_delay_messages(9, MINUTE);
        fault::may_poison_locks(9);
        let (child, _) = spawn_monitor(|| {
            fault::may_die();
            wait();
        });
        fault::may_kill(child);
        let thread = lawful_pulse::thread::spawn(|| 7);
        fault::may_kill(&thread);
        assert_eq!((thread.join().unwrap(), sum(3, 4)), (7, 7));
        (0..50_u32).for_each(|number| send(self_pid(), number));
        (0..50_u32).for_each(|number| assert_eq!(receive_as::<u32>(), number));
        assert_eq!(receive_as_within::<Down>(Duration::ZERO), None);
        assert!(is_alive(child));
        kill(child);
    });
}

fn message_of(panicking: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(panicking)).expect_err("it panics");
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).expect("a text")
}

/// A run on this thread has processes of its own.
#[test]
fn processes_of_runs_and_of_threads_are_apart() {
    on_threads(|| {
        let outside = self_pid();
        send(outside, "of the thread");
        let (pids, pid) = channel();
        let law = scheduled(move || {
            let _ = pids.send(self_pid());
            assert_eq!(receive_as_within::<&str>(Duration::ZERO), None);
        });
        let _ = Runner::named("apart").run(&law);
        let inside = pid.recv_timeout(MINUTE).unwrap();
        assert_ne!(inside, outside);
        let text = message_of(|| send(inside, 1_u32));
        assert!(text.contains("a process of a scheduled run is used outside"), "{text}");
        assert_eq!(receive_as::<&str>(), "of the thread");
    });
}

/// Monitors are numbered in each world, so that the number of another one may be that of a monitor here.
#[test]
fn monitors_of_runs_and_of_threads_are_apart() {
    on_threads(|| {
        let (monitors, inside) = channel::<Monitor>();
        let law = scheduled(move || {
            let _ = monitors.send(spawn_monitor(wait).1);
        });
        let _ = Runner::named("apart").run(&law);
        let inside = inside.recv_timeout(MINUTE).unwrap();
        let text = message_of(|| demonitor(inside));
        assert!(text.contains("a process of a scheduled run is used outside"), "{text}");

        let (child, outside) = spawn_monitor(wait);
        let law = scheduled(move || demonitor(outside));
        let summary = Runner::named("apart").run(&law);
        let text = summary.failure().unwrap().reason.lines().join("\n");
        assert!(text.contains("a process of another run is used"), "{text}");
        kill(child);
        assert_eq!(receive_as::<Down>().monitor, outside);
    });
}
