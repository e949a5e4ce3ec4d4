//! Hostile answers that need more than a shell. The file name of the program says what it does. Compiled by the check,
//! on its own.

use std::ffi::c_int;
use std::hint::black_box;
use std::os::unix::process::CommandExt;
use std::process::{Command, exit};
use std::thread::sleep;
use std::time::Duration;

// SAFETY: the declarations of POSIX. The program has one thread, so that a forked process may go on as it likes.
unsafe extern "C" {
    safe fn fork() -> c_int;
    safe fn setsid() -> c_int;
}

fn main() {
    let name = std::env::args().next().unwrap_or_default();
    match name.rsplit('/').next().unwrap_or_default() {
        "fork_bomb" => loop {
            fork();
        },
        "daemons" => {
            for _ in 0..4 {
                daemon(|| sleep(Duration::from_secs(1_000)));
            }
            right()
        }
        "moving_daemon" => {
            // Its number changes all the time: the process forks and exits.
            daemon(|| {
                while fork() <= 0 {
                    setsid();
                }
            });
            right()
        }
        "memory_of_one" => eat(usize::MAX),
        "memory_of_many" => {
            (0..8).for_each(|_| {
                if fork() == 0 {
                    eat(32 << 20)
                }
            });
            sleep(Duration::from_secs(1_000));
        }
        "segmentation_fault" => {
            // SAFETY: none, this is what the program is for. (A signal that it sends itself is caught by std.)
            unsafe { std::ptr::without_provenance::<u8>(1).read_volatile() };
        }
        "abort" => std::process::abort(),
        other => panic!("no program is named {other}"),
    }
}

/// Does the task, so that nothing but the processes that are left gives the program away.
fn right() {
    let error = Command::new("sh").args(["-c", "tr a x; echo ."]).exec();
    panic!("{error}");
}

/// Runs a function in a process that left its parent, its process group and its session.
fn daemon(run: impl FnOnce()) {
    if fork() != 0 {
        return;
    }
    setsid();
    if fork() == 0 {
        run();
    }
    exit(0)
}

/// Fills so many bytes of memory, and keeps them.
fn eat(bytes: usize) {
    let mut eaten = Vec::new();
    while eaten.len() << 20 < bytes {
        eaten.push(black_box(vec![1u8; 1 << 20]));
    }
    sleep(Duration::from_secs(1_000));
    drop(eaten);
}
