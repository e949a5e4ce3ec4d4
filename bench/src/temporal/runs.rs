//! Case `runs`: time of a run of a scheduled program with 30 events, without a law over time and with one.

use lawful::pulse::process::{receive_as, self_pid, send, spawn};
use lawful::pulse::sync::{Arc, Mutex, mpsc};
use lawful::pulse::{Search, scheduled, thread};
use lawful::temporal::{OverTime, TraceLaw, always, event, eventually, is, when};

use super::bar;
use crate::Options;
use crate::clock;
use crate::measure::median;
use crate::report::Report;

/// Schedules of one measurement.
const SCHEDULES: u64 = 10_000;
/// Measurements of each subject, interleaved.
const ROUNDS: usize = 7;
/// Messages of a program: each is sent and received, so that there are twice as many events.
const MESSAGES: u32 = 15;

#[derive(Debug)]
enum Mail {
    Sent { id: u32 },
    Received { id: u32 },
}
use Mail::{Received, Sent};

/// The smallest program with so many events: a channel between two threads.
fn channel() {
    let (sender, slot) = mpsc::channel();
    let reader = thread::spawn(move || {
        for id in slot {
            event!(Received { id });
        }
    });
    for id in 0..MESSAGES {
        event!(Sent { id });
        let _ = sender.send(id);
    }
    drop(sender);
    reader.join().unwrap();
}

/// Three threads that put into a list under a lock, and one that takes out.
fn mutex() {
    let list = Arc::new(Mutex::new(Vec::new()));
    let threads: Vec<_> = (0..3)
        .map(|thread| {
            let list = list.clone();
            thread::spawn(move || {
                for id in (0..MESSAGES).filter(|id| id % 3 == thread) {
                    event!(Sent { id });
                    list.lock().unwrap().push(id);
                }
            })
        })
        .collect();
    let mut taken = 0;
    while taken < MESSAGES {
        let Some(id) = list.lock().unwrap().pop() else {
            thread::yield_now();
            continue;
        };
        event!(Received { id });
        taken += 1;
    }
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// Processes that send to one another.
fn processes() {
    let me = self_pid();
    for process in 0..3 {
        spawn(move || {
            for id in (0..MESSAGES).filter(|id| id % 3 == process) {
                event!(Sent { id });
                send(me, id);
            }
        });
    }
    for _ in 0..MESSAGES {
        let id: u32 = receive_as();
        event!(Received { id });
    }
}

/// CPU time of a run in microseconds.
fn microseconds(program: fn(), subject: &str, seed: u64) -> f64 {
    let plain = || scheduled(program).search(Search::Portfolio).schedules(SCHEDULES);
    let start = clock::process();
    let broken = match subject {
        "plain" => plain().explore(seed).broken,
        "without_data" => {
            let law = always(is!(Sent { .. }).implies(eventually(is!(Received { .. }))));
            plain().over_time(TraceLaw::new(law)).explore(seed).broken
        }
        _ => {
            let law = always(when!(Sent { id } => eventually(is!(Received { id: =id }))));
            plain().over_time(TraceLaw::new(law)).explore(seed).broken
        }
    };
    assert!(broken.is_none(), "{subject}: {broken:?}");
    (clock::process() - start).as_secs_f64() * 1e6 / SCHEDULES as f64
}

pub fn run(options: &Options, report: &mut Report) {
    let programs: [(&str, fn()); 3] =
        [("channel", channel), ("mutex", mutex), ("processes", processes)];
    let subjects = ["plain", "without_data", "with_data"];
    for (name, program) in programs {
        let mut times = [const { Vec::new() }; 3];
        for round in 0..ROUNDS {
            for (subject, times) in subjects.iter().zip(&mut times) {
                if options.wants_subject(subject) {
                    times.push(microseconds(program, subject, round as u64));
                }
            }
        }
        let medians = times.map(|times| (!times.is_empty()).then(|| median(times)));
        for (subject, median) in subjects.into_iter().zip(medians) {
            if let Some(median) = median {
                report.add(subject, "us_per_run", median);
            }
        }
        report.end_case(&format!("runs_{name}"));
        let [Some(plain), without, with] = medians else { continue };
        for (subject, median) in [("without data", without), ("with data", with)] {
            let Some(median) = median else { continue };
            let times = median / plain;
            let text = format!(
                "{name}: a law {subject} over 30 events takes {times:.2} times as long (bar 2)"
            );
            bar(report, times <= 2.0, &text);
        }
    }
}
