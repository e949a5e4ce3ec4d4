//! Mailboxes on threads.

use std::time::{Duration, Instant};

use lawful_pulse::process::{
    Message, Order, order, receive, receive_as, receive_as_within, receive_within, self_pid, send,
    spawn,
};

use super::{MINUTE, on_threads};

#[test]
fn what_is_not_taken_stays_in_order() {
    let taken = on_threads(|| {
        (1..=4_u32).for_each(|number| send(self_pid(), number));
        send(self_pid(), "text");
        let even = |message: Message| {
            message.take_if(|number: &u32| number.is_multiple_of(2), |number| number)
        };
        let mut taken = vec![receive(even), receive(even)];
        assert_eq!(receive_as::<&str>(), "text");
        taken.extend([receive_as::<u32>(), receive_as::<u32>()]);
        taken
    });
    assert_eq!(taken, [2, 4, 1, 3]);
}

/// A closure that takes messages may use the mailbox itself.
#[test]
fn messages_can_be_received_while_one_is_looked_at() {
    let taken = on_threads(|| {
        (1..=4_u32).for_each(|number| send(self_pid(), number));
        let mut inner = Vec::new();
        let outer = receive(|message| {
            inner.extend(receive_as_within::<u32>(Duration::ZERO));
            message.take_if(|number: &u32| *number == 3, |number| number)
        });
        let left = receive_as::<u32>();
        (inner, outer, left)
    });
    assert_eq!(taken, (vec![2, 1], 3, 4));
}

#[test]
fn ten_thousand_messages_are_searched_quickly() {
    let started = Instant::now();
    on_threads(|| {
        (0..10_000_u32).for_each(|number| send(self_pid(), number));
        send(self_pid(), "last");
        (0..10).for_each(|_| {
            receive_as::<&str>();
            send(self_pid(), "last");
        });
        (0..10_000_u32).for_each(|number| assert_eq!(receive_as::<u32>(), number));
    });
    assert!(started.elapsed() < MINUTE);
}

#[test]
fn limits_are_of_real_time() {
    on_threads(|| {
        let (limit, started) = (Duration::from_millis(30), Instant::now());
        assert_eq!(receive_as_within::<u32>(limit), None);
        assert!(started.elapsed() >= limit);
        // Messages that are not wanted do not make it longer.
        let own = self_pid();
        let _ = spawn(move || (0..1_000).for_each(|_| send(own, "other")));
        assert_eq!(receive_as_within::<u32>(limit), None);
        assert!(started.elapsed() < MINUTE);
        // A look takes no time, and finds what is there.
        send(own, 1_u32);
        assert_eq!(receive_as_within(Duration::ZERO), Some(1_u32));
        let _ = spawn(move || send(own, 2_u32));
        assert_eq!(receive_within(MINUTE, Message::into_value), Some(2_u32));
        let _ = spawn(move || send(own, 3_u32));
        assert_eq!(receive_as_within(Duration::MAX), Some(3_u32));
    });
}

/// Many senders: the messages of each come in its order.
#[test]
fn messages_of_one_process_keep_their_order() {
    on_threads(|| {
        order(Order::Mailbox);
        let own = self_pid();
        for sender in 0..8_usize {
            let _ = spawn(move || (0..500_u32).for_each(|number| send(own, (sender, number))));
        }
        let mut next = [0; 8];
        for _ in 0..4_000 {
            let (sender, number): (usize, u32) = receive_as();
            assert_eq!(number, next[sender]);
            next[sender] += 1;
        }
        // Something was sent, and to say this now is no error here.
        order(Order::Pairs);
    });
}

/// A message whose destructor sends: no lock is held while it is dropped.
#[test]
fn destructors_of_messages_may_use_processes() {
    use lawful_pulse::process::{Down, Pid, exit_self, kill, spawn_monitor};
    #[derive(Debug)]
    struct Telling(Pid);
    impl Drop for Telling {
        fn drop(&mut self) {
            let _ = self_pid();
            send(self.0, "dropped");
        }
    }
    on_threads(|| {
        let own = self_pid();
        let (dead, _) = spawn_monitor(|| exit_self("dead".into()));
        receive_as::<Down>();
        // It is dropped here, since it cannot be delivered.
        send(dead, Telling(own));
        assert_eq!(receive_as_within(Duration::ZERO), Some("dropped"));
        // The thread of a process drops what is left in its mailbox. It is dead then, so nothing is sent.
        let (child, _) = spawn_monitor(|| receive_as::<()>());
        send(child, Telling(own));
        kill(child);
        receive_as::<Down>();
        assert_eq!(receive_as_within::<&str>(Duration::from_millis(20)), None);
    });
}
