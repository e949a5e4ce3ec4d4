//! The registry as an ordinary program: no scheduler, and threads that use it at once.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use lawful::pulse::process::{Pid, is_alive, receive_as_within, self_pid, send, spawn};

use super::Version;
use super::client::{BadArgument, ProcReg};
use super::specification::{Asked, ask_to_register, kill, subject};

/// More time than anything here takes.
const MINUTE: Duration = Duration::from_secs(60);

/// Runs a test on a thread of its own, which must come to its end within a minute.
fn within_a_minute(test: impl FnOnce() + Send + 'static) {
    let (done, is_done) = channel::<()>();
    let thread = thread::spawn(move || {
        test();
        drop(done);
    });
    assert_eq!(is_done.recv_timeout(MINUTE), Err(RecvTimeoutError::Disconnected), "it still runs");
    thread.join().expect("the test passes");
}

/// Each thread registers itself under names that all of them want. A name is of one of them at a time.
#[test]
fn a_name_is_of_one_thread_at_a_time() {
    within_a_minute(|| {
        let registry = ProcReg::start(Version::OnlyOneself);
        let owners = std::sync::Arc::new(std::sync::Mutex::new([0_u32; 2]));
        let user = |_| {
            let (registry, owners) = (registry.clone(), owners.clone());
            thread::spawn(move || {
                let (mut won, mut lost) = (0, 0);
                while won < 50 {
                    let place = (won + lost) % 2;
                    let name = ["a", "b"][place];
                    match registry.register(name, self_pid()) {
                        Ok(()) => {
                            let add = |number: i32| {
                                let owner = &mut owners.lock().unwrap()[place];
                                *owner = owner.checked_add_signed(number).unwrap();
                                *owner
                            };
                            assert_eq!(add(1), 1, "{name} is of two");
                            assert_eq!(registry.whereis(name), Some(self_pid()));
                            assert_eq!(add(-1), 0);
                            assert_eq!(registry.unregister(name), Ok(()));
                            won += 1;
                        }
                        Err(BadArgument) => lost += 1,
                    }
                }
            })
        };
        let users: Vec<_> = (0..4).map(user).collect();
        users.into_iter().for_each(|user| user.join().expect("all users are served"));
        assert_eq!((registry.whereis("a"), registry.whereis("b")), (None, None));
    });
}

/// Many processes want a name, one gets it, and when that one is killed another can have it.
#[test]
fn the_name_of_a_killed_process_is_free_again() {
    within_a_minute(|| {
        let registry = ProcReg::start(Version::OnlyOneself);
        for _ in 0..20 {
            let own = self_pid();
            let subjects: Vec<_> = (0..4).map(|_| subject(&registry)).collect();
            for pid in subjects.clone() {
                let _ = spawn(move || send(own, (pid, ask_to_register("a", pid))));
            }
            let answers =
                (0..4).map(|_| receive_as_within::<(Pid, Asked)>(MINUTE).expect("an answer"));
            let named: Vec<_> = answers
                .filter(|(_, asked)| *asked == Asked::Registered(Ok(())))
                .map(|(pid, _)| pid)
                .collect();
            let [owner] = named[..] else { panic!("{} processes have the name", named.len()) };
            assert_eq!(registry.whereis("a"), Some(owner));
            assert_eq!(registry.send("a", "a message"), Ok(()));
            subjects.into_iter().for_each(kill);
            assert!(!is_alive(owner));
            assert_eq!(registry.whereis("a"), None);
        }
    });
}
