//! The same programs under all schedules and on threads: each outcome on threads is one of the schedules.
//!
//! Between two operations of a process on a thread there is always time for others. A schedule has none between, say, two
//! messages that are sent one after the other, so no program here can be ended in between.

use std::collections::BTreeSet;

use lawful_pulse::process::{
    Down, Exit, Message, Order, Pid, Reason, exit, exit_self, is_alive, kill, link, monitor, order,
    receive, receive_as, register, self_pid, send, spawn, spawn_link, spawn_monitor, trap_exits,
    whereis,
};

use super::on_threads;
use crate::exploring;

/// Figure 2.1 of the paper.
fn spawn_then_link() -> String {
    let other = spawn(|| exit_self(receive_as()));
    send(other, Reason::Kill);
    trap_exits(true);
    link(other);
    receive_as::<Exit>().reason.to_string()
}

fn three_senders() -> String {
    let own = self_pid();
    for name in ["a", "b", "c"] {
        let _ = spawn(move || send(own, name));
    }
    (0..3).map(|_| receive_as::<&str>()).collect()
}

fn kill_a_sender() -> String {
    let own = self_pid();
    let (child, _) = spawn_monitor(move || send(own, "a"));
    kill(child);
    let next = || {
        receive(|message: Message| {
            message.take(Some::<&str>).or_else(|message| message.take(|_: Down| None))
        })
    };
    std::iter::from_fn(next).collect()
}

fn race_for_a_name() -> String {
    let own = self_pid();
    let takers = ["a", "b"].map(|text| {
        spawn(move || {
            send(own, (text, register("a name of the race", self_pid()).is_ok()));
            receive_as::<()>();
        })
    });
    let mut told = [(); 2].map(|()| receive_as::<(&str, bool)>());
    told.sort();
    takers.into_iter().for_each(kill);
    format!("{told:?} {}", whereis("a name of the race").is_some())
}

fn two_kill_each_other() -> String {
    let body = || {
        let other: Pid = receive_as();
        kill(other);
        exit_self("alive".into());
    };
    let ((one, first), (other, second)) = (spawn_monitor(body), spawn_monitor(body));
    send(one, other);
    send(other, one);
    let reason = |monitor| {
        receive(|message| {
            message.take_if(|down: &Down| down.monitor == monitor, |down| down.reason)
        })
    };
    format!("{} {}", reason(first), reason(second))
}

fn two_link_to_each_other() -> String {
    let body = || {
        link(receive_as());
        receive_as::<()>();
    };
    let ((one, first), (other, second)) = (spawn_monitor(body), spawn_monitor(body));
    send(one, other);
    send(other, one);
    kill(one);
    let reason = |monitor| {
        receive(|message| {
            message.take_if(|down: &Down| down.monitor == monitor, |down| down.reason)
        })
    };
    format!("{} {}", reason(first), reason(second))
}

fn exit_before_or_after_trapping() -> String {
    let (child, _) = spawn_monitor(|| {
        trap_exits(true);
        let Exit { reason, .. } = receive_as();
        exit_self(Reason::Other(format!("trapped {reason}")));
    });
    exit(child, "stop".into());
    receive_as::<Down>().reason.to_string()
}

fn a_server_that_may_be_gone() -> String {
    let server = spawn(|| {
        let client: Pid = receive_as();
        send(client, "served");
    });
    let _ = spawn(move || kill(server));
    let watch = monitor(server);
    send(server, self_pid());
    let answer = receive(|message: Message| {
        message.take(|text: &str| text.to_string()).or_else(|message| {
            message.take_if(|down: &Down| down.monitor == watch, |down| down.reason.to_string())
        })
    });
    format!("{answer} {}", is_alive(server) && answer == "killed")
}

fn overtaking_with_a_promise() -> String {
    order(Order::Causal);
    let own = self_pid();
    let friend = spawn(move || send(own, receive_as::<&str>()));
    let _ = spawn(move || {
        send(own, "first ");
        send(friend, "second");
    });
    receive_as::<&str>().to_string() + receive_as::<&str>()
}

fn children_take_their_parent_along() -> String {
    spawn_monitor(|| {
        spawn_link(|| exit_self("a".into()));
        spawn_link(|| exit_self("b".into()));
        receive_as::<()>();
    });
    receive_as::<Down>().reason.to_string()
}

type Program = fn() -> String;

const PROGRAMS: [(&str, Program); 10] = [
    ("spawn_then_link", spawn_then_link),
    ("three_senders", three_senders),
    ("kill_a_sender", kill_a_sender),
    ("race_for_a_name", race_for_a_name),
    ("two_kill_each_other", two_kill_each_other),
    ("two_link_to_each_other", two_link_to_each_other),
    ("exit_before_or_after_trapping", exit_before_or_after_trapping),
    ("a_server_that_may_be_gone", a_server_that_may_be_gone),
    ("overtaking_with_a_promise", overtaking_with_a_promise),
    ("children_take_their_parent_along", children_take_their_parent_along),
];

#[test]
fn threads_come_to_what_schedules_come_to() {
    for (name, program) in PROGRAMS {
        let scheduled = exploring::outcomes(program);
        let threads: BTreeSet<String> = (0..200).map(|_| on_threads(program)).collect();
        assert!(threads.is_subset(&scheduled), "{name}: {threads:?} of {scheduled:?}");
        assert!(!threads.is_empty());
    }
}
