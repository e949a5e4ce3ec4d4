//! Many processes that link to, monitor and kill each other at once. All come to their end.

use lawful_pulse::process::{
    Down, Pid, Reason, exit, is_alive, kill, link, monitor, receive_as, receive_as_within,
    register, self_pid, send, spawn, spawn_link, spawn_monitor, trap_exits, unlink, unregister,
};
use std::time::Duration;

use super::on_threads;

/// Numbers that look random: a linear congruence.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// The processes that a process may do something to.
#[derive(Clone, Debug)]
struct Others(Vec<Pid>);

fn quarrel(seed: u64, steps: u32) {
    let Others(others) = receive_as();
    let mut dice = Dice(seed);
    trap_exits(dice.below(2) == 0);
    for _ in 0..steps {
        let other = others[dice.below(others.len())];
        match dice.below(40) {
            0 => kill(other),
            1 => exit(other, "quarrel".into()),
            2..=9 => link(other),
            10..=15 => unlink(other),
            16..=19 => {
                let _ = monitor(other);
            }
            20..=21 => {
                let _ = spawn_link(|| receive_as::<()>());
            }
            22 => {
                let _ = spawn(move || assert!(is_alive(self_pid()) || is_alive(other)));
            }
            23..=25 => {
                let _ = register(&format!("stress {}", dice.below(4)), self_pid());
            }
            26 => {
                let _ = unregister(&format!("stress {}", dice.below(4)));
            }
            27..=33 => send(other, dice.below(9)),
            34 => {
                let _ = trap_exits(dice.below(2) == 0);
            }
            35 => std::thread::yield_now(),
            _ => {
                let _ = receive_as_within::<usize>(Duration::ZERO);
            }
        }
    }
}

#[test]
fn quarrels_come_to_their_end() {
    for round in 0..8_u64 {
        let reasons = on_threads(move || {
            let processes: Vec<Pid> = (0..40)
                .map(|number| spawn_monitor(move || quarrel(round * 100 + number, 150)).0)
                .collect();
            for process in &processes {
                send(*process, Others(processes.clone()));
            }
            let downs = processes.iter().map(|_| receive_as::<Down>());
            let reasons: Vec<Reason> = downs.map(|down| down.reason).collect();
            assert!(processes.iter().all(|process| !is_alive(*process)));
            reasons
        });
        // Some die of it, and none of anything else.
        let known = [Reason::Normal, Reason::Killed, Reason::NoProcess, "quarrel".into()];
        assert!(reasons.iter().all(|reason| known.contains(reason)), "{reasons:?}");
        assert!(reasons.iter().any(|reason| *reason != Reason::Normal), "{reasons:?}");
    }
}

#[test]
fn two_that_kill_and_link_at_once_do_not_wait_for_each_other() {
    for round in 0..300_u32 {
        on_threads(move || {
            let body = move || {
                let other: Pid = receive_as();
                match round % 3 {
                    0 => kill(other),
                    1 => link(other),
                    _ => {
                        link(other);
                        exit(other, "at once".into());
                    }
                }
            };
            let ((one, _), (other, _)) = (spawn_monitor(body), spawn_monitor(body));
            send(one, other);
            send(other, one);
            receive_as::<Down>();
            receive_as::<Down>();
        });
    }
}
