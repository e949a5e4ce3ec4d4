//! The table of exits, row by row. Signals arrive in the step in which they are sent, so that each row has one outcome.

use std::sync::mpsc::channel;

use lawful_pulse::process::{
    Down, Exit, Pid, Reason, demonitor, exit, exit_self, is_alive, kill, link, monitor, receive,
    receive_as, receive_as_within, register, self_pid, send, spawn, spawn_link, spawn_monitor,
    trap_exits, unlink, whereis,
};
use lawful_pulse::{Killed, effect};

use super::{MINUTE, on_threads};

/// Effect of an exit signal on a process.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    GoesOn,
    GetsMessage(Reason),
    Exits(Reason),
}
use Fate::*;

/// Asks the process for the exits that it got.
#[derive(Debug)]
struct Report(Pid);

/// Lets a process exit.
#[derive(Debug)]
struct ExitNow;

/// A process that says which process it is linked to, and then, when it is asked, which exit it got.
fn victim(parent: Pid, traps: bool, reason: Reason) {
    trap_exits(traps);
    let linked = spawn_link(move || {
        let ExitNow = receive_as();
        exit_self(reason);
    });
    send(parent, linked);
    let Report(asker) = receive_as();
    let exit: Option<Exit> = receive_as_within(std::time::Duration::ZERO);
    send(asker, exit);
}

/// The fate of a process that gets a signal, by `act`, which is given the process and the one that it is linked to.
fn fate(traps: bool, reason: Reason, act: fn(Pid, Pid, Reason)) -> Fate {
    on_threads(move || {
        let (parent, told) = (self_pid(), reason.clone());
        let (pid, watch) = spawn_monitor(move || victim(parent, traps, told));
        let linked: Pid = receive_as();
        act(pid, linked, reason);
        let lives = is_alive(pid);
        send(pid, Report(parent));
        let fate = receive(|message| {
            let fate =
                message.take_if(|down: &Down| down.monitor == watch, |down| Exits(down.reason));
            fate.or_else(|message| {
                message.take(|exit: Option<Exit>| match exit {
                    Some(exit) => GetsMessage(exit.reason),
                    None => GoesOn,
                })
            })
        });
        assert_eq!(lives, !matches!(fate, Exits(_)), "it is dead from the signal on");
        if lives {
            // It ends by itself, and so normally.
            assert_eq!(receive_as::<Down>().reason, Reason::Normal);
        }
        fate
    })
}

fn linked_process_ends(_: Pid, linked: Pid, _: Reason) {
    let watch = monitor(linked);
    send(linked, ExitNow);
    receive(|message| message.take_if(|down: &Down| down.monitor == watch, drop));
}

fn signal_is_sent(pid: Pid, _: Pid, reason: Reason) {
    exit(pid, reason);
}

#[test]
fn every_row_of_the_table_holds() {
    let other = || Reason::from("other");
    let (by_link, by_exit) = (linked_process_ends as fn(Pid, Pid, Reason), signal_is_sent);
    for (act, reason, not_trapping, trapping) in [
        (by_link, Reason::Normal, GoesOn, GetsMessage(Reason::Normal)),
        (by_link, other(), Exits(other()), GetsMessage(other())),
        (by_link, Reason::Kill, Exits(Reason::Kill), GetsMessage(Reason::Kill)),
        (by_link, Reason::Killed, Exits(Reason::Killed), GetsMessage(Reason::Killed)),
        (by_exit, Reason::Normal, GoesOn, GetsMessage(Reason::Normal)),
        (by_exit, Reason::Kill, Exits(Reason::Killed), Exits(Reason::Killed)),
        (by_exit, other(), Exits(other()), GetsMessage(other())),
    ] {
        assert_eq!(fate(false, reason.clone(), act), not_trapping, "{reason}");
        assert_eq!(fate(true, reason.clone(), act), trapping, "{reason}, trapping");
    }
}

#[test]
fn a_normal_signal_ends_the_process_that_sends_it_to_itself() {
    let reason = on_threads(|| {
        spawn_monitor(|| {
            exit(self_pid(), Reason::Normal);
            exit_self("not reached".into());
        });
        receive_as::<Down>().reason
    });
    assert_eq!(reason, Reason::Normal);
}

#[test]
fn the_dead_are_told_of_as_no_process() {
    let told = on_threads(|| {
        let (dead, _) = spawn_monitor(|| {});
        receive_as::<Down>();
        trap_exits(true);
        link(dead);
        let exit: Exit = receive_as();
        let second = monitor(dead);
        let down: Down = receive_as();
        assert_eq!((exit.from, down.pid, down.monitor), (dead, dead, second));
        (exit.reason, down.reason, is_alive(dead))
    });
    assert_eq!(told, (Reason::NoProcess, Reason::NoProcess, false));
}

#[test]
fn who_links_to_the_dead_without_trapping_exits_dies() {
    let reason = on_threads(|| {
        spawn_monitor(|| {
            let (dead, _) = spawn_monitor(|| {});
            receive_as::<Down>();
            link(dead);
            exit_self("not reached".into());
        });
        receive_as::<Down>().reason
    });
    assert_eq!(reason, Reason::NoProcess);
}

#[test]
fn links_and_monitors_are_undone() {
    on_threads(|| {
        let child = spawn_link(|| exit_self(receive_as()));
        let watch = monitor(child);
        unlink(child);
        let kept = monitor(child);
        demonitor(watch);
        send(child, Reason::from("tired"));
        assert_eq!(receive_as::<Down>().monitor, kept);
        // A message that is in the mailbox is taken out of it.
        let late = monitor(child);
        demonitor(late);
        assert_eq!(receive_as_within::<Down>(std::time::Duration::ZERO), None);
    });
}

/// 300 processes in a row, each linked to the next: the reason comes to the first.
#[test]
fn exits_are_passed_on_along_links() {
    fn chain(left: u32) {
        match left {
            0 => exit_self("tired".into()),
            _ => drop(spawn_link(move || chain(left - 1))),
        }
        receive_as::<()>();
    }
    let reason = on_threads(|| {
        spawn_monitor(|| chain(300));
        receive_as::<Down>().reason
    });
    assert_eq!(reason, Reason::from("tired"));
}

#[test]
fn a_panic_is_the_reason_for_who_is_tied() {
    let reasons = on_threads(|| {
        spawn_monitor(|| panic!("no more, of {}", 2));
        let monitored = receive_as::<Down>().reason;
        trap_exits(true);
        spawn_link(|| panic!("no less"));
        (monitored, receive_as::<Exit>().reason)
    });
    let panicked = |text: &str| Reason::Panicked(text.into());
    assert_eq!(reasons, (panicked("no more, of 2"), panicked("no less")));
}

#[test]
fn a_killed_process_is_woken_while_it_receives() {
    on_threads(|| {
        let (dropped, drops) = channel();
        struct Guard(std::sync::mpsc::Sender<Pid>);
        impl Drop for Guard {
            fn drop(&mut self) {
                self.0.send(self_pid()).unwrap();
            }
        }
        let (begin, began) = channel();
        let (child, _) = spawn_monitor(move || {
            let _guard = Guard(dropped);
            begin.send(()).unwrap();
            receive_as::<()>();
        });
        began.recv_timeout(MINUTE).unwrap();
        kill(child);
        assert!(!is_alive(child));
        assert_eq!(receive_as::<Down>().reason, Reason::Killed);
        // Its destructors run on its own thread.
        assert_eq!(drops.recv_timeout(MINUTE), Ok(child));
    });
}

/// A process that is dead and has not noticed: nothing that it does reaches others.
#[test]
fn what_a_killed_process_does_reaches_nobody() {
    type Act = fn(Pid);
    let acts: [Act; 8] = [
        |parent| send(parent, "not sent"),
        |parent| {
            let _ = spawn(move || send(parent, "not sent"));
        },
        |parent| exit(parent, "not sent".into()),
        |parent| {
            link(parent);
            exit_self("not sent".into());
        },
        |parent| {
            let _ = monitor(parent);
        },
        |_| {
            let _ = register("not registered", self_pid());
        },
        |_| {
            let _ = self_pid();
        },
        |parent| effect::effect("not done", || send(parent, "not sent")),
    ];
    for act in acts {
        on_threads(move || {
            let parent = self_pid();
            let ((begin, began), (go, gone)) = (channel(), channel());
            let (done, is_done) = channel::<()>();
            let (child, _) = spawn_monitor(move || {
                begin.send(()).unwrap();
                // It waits for something that is no message.
                gone.recv().unwrap();
                act(parent);
                done.send(()).unwrap();
            });
            began.recv_timeout(MINUTE).unwrap();
            kill(child);
            assert_eq!(receive_as::<Down>().reason, Reason::Killed);
            go.send(()).unwrap();
            // The thread is at its end when this is dropped, and it did not come so far.
            assert!(is_done.recv_timeout(MINUTE).is_err());
            assert_eq!(receive_as_within::<&str>(std::time::Duration::from_millis(20)), None);
            assert_eq!(whereis("not registered"), None);
        });
    }
}

/// Destructors of a process that has ended are not unwound again: that would abort the program.
#[test]
fn destructors_of_the_dead_may_use_processes() {
    struct Guard(Pid, std::sync::mpsc::Sender<Option<u32>>);
    impl Drop for Guard {
        fn drop(&mut self) {
            send(self.0, "not sent");
            spawn_link(|| exit_self("not spawned".into()));
            link(self.0);
            kill(self.0);
            monitor(self.0);
            assert!(!is_alive(self_pid()));
            self.1.send(receive_as_within(MINUTE)).unwrap();
        }
    }
    on_threads(|| {
        let parent = self_pid();
        let (result, results) = channel();
        let (begin, began) = channel();
        let (child, _) = spawn_monitor(move || {
            let _guard = Guard(parent, result);
            begin.send(()).unwrap();
            receive_as::<()>();
        });
        began.recv_timeout(MINUTE).unwrap();
        kill(child);
        assert_eq!(results.recv_timeout(MINUTE), Ok(None));
        assert_eq!(receive_as::<Down>().reason, Reason::Killed);
        assert_eq!(receive_as_within::<&str>(std::time::Duration::ZERO), None);
    });
}

/// One that catches what unwinds it is unwound again at its next operation.
#[test]
fn the_dead_stay_dead() {
    let caught = on_threads(|| {
        let (result, results) = channel();
        let (begin, began) = channel();
        let (child, _) = spawn_monitor(move || {
            begin.send(()).unwrap();
            let times = (0..3)
                .map(|_| std::panic::catch_unwind(receive_as::<()>).unwrap_err())
                .filter(|payload| payload.is::<Killed>());
            result.send(times.count()).unwrap();
        });
        began.recv_timeout(MINUTE).unwrap();
        kill(child);
        results.recv_timeout(MINUTE)
    });
    assert_eq!(caught, Ok(3));
}
