//! Programs under the scheduler.

use std::sync::atomic::{AtomicBool as Plain, Ordering::Relaxed};
use std::time::Duration;

use lawful_pulse::sync::atomic::{AtomicU16, Ordering::SeqCst, fence};
use lawful_pulse::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use lawful_pulse::sync::tracked::{Arc, Weak};
use lawful_pulse::sync::{Condvar, Mutex, OnceLock, RwLock};
use lawful_pulse::time::Instant;
use lawful_pulse::{future, thread};

use super::interpreter::{DISCONNECTED, NOTHING, Seen, TIMED_OUT, changed, number};
use super::program::{Program, Step, Step::*};

/// Objects that all tasks share.
struct Shared {
    atomics: [AtomicU16; 2],
    locks: [Mutex<u16>; 2],
    readable: RwLock<u16>,
    condition: Condvar,
    once: OnceLock<u16>,
    started: Instant,
    shows_time: bool,
    first: thread::Thread,
    /// Whether the value behind the `Arc`s was dropped, until the task that did it has seen that.
    dropped: Plain,
}

/// Value behind the `Arc`s.
struct Value(std::sync::Arc<Shared>);

impl Drop for Value {
    fn drop(&mut self) {
        self.0.dropped.store(true, Relaxed);
    }
}

/// Handles of one task.
struct Own {
    task: usize,
    shared: std::sync::Arc<Shared>,
    others: Vec<thread::Thread>,
    sender: Option<SyncSender<u16>>,
    receiver: Option<Receiver<u16>>,
    arcs: Vec<Arc<Value>>,
    weak: Option<Weak<Value>>,
    seen: Seen,
}

/// Runs a program as the body of a scheduled law. Returns what each task saw.
pub fn run(program: &Program) -> Vec<Seen> {
    let shared = std::sync::Arc::new(Shared {
        atomics: [AtomicU16::new(0), AtomicU16::new(0)],
        locks: [Mutex::new(0), Mutex::new(0)],
        readable: RwLock::new(0),
        condition: Condvar::new(),
        once: OnceLock::new(),
        started: Instant::now(),
        shows_time: program.shows_time(),
        first: thread::current(),
        dropped: Plain::new(false),
    });
    let tasks = program.tasks.len();
    let (mut senders, mut receivers) = handles_of_channel(program);
    let (mut arcs, mut weaks) = handles_of_counts(program, &shared);
    let mut own = |task: usize| Own {
        task,
        shared: shared.clone(),
        others: Vec::new(),
        sender: senders[task].take(),
        receiver: receivers[task].take(),
        arcs: std::mem::take(&mut arcs[task]),
        weak: weaks[task].take(),
        seen: Vec::new(),
    };
    let mut first = own(0);
    let others: Vec<_> = (1..tasks)
        .map(|task| {
            let (own, steps) = (own(task), program.tasks[task].clone());
            thread::spawn(move || own.run(&steps))
        })
        .collect();
    first.others = others.iter().map(|other| other.thread().clone()).collect();
    let mut all = vec![first.run(&program.tasks[0])];
    all.extend(others.into_iter().map(|other| other.join().unwrap()));
    all
}

type Handles<T> = Vec<Option<T>>;

/// Returns the sender or the receiver of each task.
fn handles_of_channel(program: &Program) -> (Handles<SyncSender<u16>>, Handles<Receiver<u16>>) {
    let tasks = program.tasks.len();
    let mut receivers: Handles<_> = (0..tasks).map(|_| None).collect();
    let Some((bound, owner)) = program.channel else {
        return ((0..tasks).map(|_| None).collect(), receivers);
    };
    let (sender, receiver) = sync_channel(bound);
    receivers[owner] = Some(receiver);
    let senders = (0..tasks).map(|task| (task != owner).then(|| sender.clone())).collect();
    // No other task runs yet, so that the drop of this one is seen by none.
    drop(sender);
    (senders, receivers)
}

/// Returns the `Arc`s and the `Weak` of each task.
fn handles_of_counts(
    program: &Program,
    shared: &std::sync::Arc<Shared>,
) -> (Vec<Vec<Arc<Value>>>, Handles<Weak<Value>>) {
    let tasks = program.tasks.len();
    let Some(handles) = program.handles else {
        return ((0..tasks).map(|_| Vec::new()).collect(), (0..tasks).map(|_| None).collect());
    };
    let arc = Arc::new(Value(shared.clone()));
    let handles = &handles[..tasks];
    let arcs = handles.iter().map(|(strong, _)| strong.then(|| arc.clone()).into_iter().collect());
    let arcs = arcs.collect();
    let weaks = handles.iter().map(|(_, weak)| weak.then(|| Arc::downgrade(&arc))).collect();
    drop(arc);
    shared.dropped.store(false, Relaxed);
    (arcs, weaks)
}

impl Own {
    /// Runs the steps of the task, and drops its handles one by one.
    fn run(mut self, steps: &[Step]) -> Seen {
        for (index, step) in steps.iter().enumerate() {
            self.step(*step, number(self.task, index));
        }
        while let Some(arc) = self.arcs.pop() {
            self.drop_arc(arc);
        }
        drop(self.weak.take());
        drop(self.sender.take());
        drop(self.receiver.take());
        self.seen
    }

    fn see(&mut self, value: u16) {
        self.seen.push(value);
    }

    fn see_inside(&mut self, inside: Option<usize>) {
        if let Some(which) = inside {
            let value = self.shared.atomics[which].load(SeqCst);
            self.see(value);
        }
    }

    /// Sees the time. That is part of the step before it.
    fn see_time(&mut self) {
        if self.shared.shows_time {
            let elapsed = self.shared.started.elapsed().as_secs() as u16;
            self.see(elapsed);
        }
    }

    fn drop_arc(&mut self, arc: Arc<Value>) {
        drop(arc);
        let last = self.shared.dropped.swap(false, Relaxed);
        self.see(u16::from(last));
    }

    /// Runs one operation. `own` is the value that it writes or sends.
    fn step(&mut self, step: Step, own: u16) {
        let shared = self.shared.clone();
        match step {
            Load(which) => self.see(shared.atomics[which].load(SeqCst)),
            Store(which) => shared.atomics[which].store(own, SeqCst),
            FetchAdd(which) => self.see(shared.atomics[which].fetch_add(own, SeqCst)),
            CompareExchange(which) => {
                let result = shared.atomics[which].compare_exchange(0, own, SeqCst, SeqCst);
                self.see(result.unwrap_or_else(|found| found));
            }
            Fence => fence(SeqCst),
            Lock(which, inside) => {
                let mut held = shared.locks[which].lock().unwrap();
                *held = changed(*held, own);
                self.see(*held);
                self.see_inside(inside);
            }
            Nested(which, inside) => {
                let _first = shared.locks[which].lock().unwrap();
                let mut second = shared.locks[1 - which].lock().unwrap();
                *second = changed(*second, own);
                self.see(*second);
                self.see_inside(inside);
            }
            TryLock(which, inside) => match shared.locks[which].try_lock() {
                Err(_) => self.see(NOTHING),
                Ok(mut held) => {
                    *held = changed(*held, own);
                    self.see(*held);
                    self.see_inside(inside);
                }
            },
            Read(inside) => {
                let held = shared.readable.read().unwrap();
                self.see(*held);
                self.see_inside(inside);
            }
            NestedRead(inside) => {
                let first = shared.readable.read().unwrap();
                self.see(*first);
                let second = shared.readable.read().unwrap();
                self.see(*second);
                self.see_inside(inside);
            }
            Write(inside) => {
                let mut held = shared.readable.write().unwrap();
                *held = changed(*held, own);
                self.see(*held);
                self.see_inside(inside);
            }
            TryRead(inside) => match shared.readable.try_read() {
                Err(_) => self.see(NOTHING),
                Ok(held) => {
                    self.see(*held);
                    self.see_inside(inside);
                }
            },
            TryWrite(inside) => match shared.readable.try_write() {
                Err(_) => self.see(NOTHING),
                Ok(mut held) => {
                    *held = changed(*held, own);
                    self.see(*held);
                    self.see_inside(inside);
                }
            },
            Send | TrySend | Receive | TryReceive | ReceiveFor(_) | ReceiveInLoop(_) => {
                self.step_of_channel(step, own);
            }
            CloneArc | DropArc | Upgrade | StrongCount | GetMut => self.step_of_counts(step),
            Yield => thread::yield_now(),
            Sleep(seconds) => {
                thread::sleep(Duration::from_secs(seconds.into()));
                self.see_time();
            }
            ParkFor(seconds) => {
                thread::park_timeout(Duration::from_secs(seconds.into()));
                self.see_time();
            }
            Unpark(0) => shared.first.unpark(),
            Unpark(other) => self.others[other - 1].unpark(),
            SpinUntilSet(which) => loop {
                let value = shared.atomics[which].load(SeqCst);
                if value != 0 {
                    break self.see(value);
                }
                thread::yield_now();
            },
            WaitFor(_) | NotifyOne | Once | Scope | Await => self.step_without_model(step, own),
        }
    }

    fn step_of_channel(&mut self, step: Step, own: u16) {
        let seen = match (step, &self.sender, &self.receiver) {
            (Send, Some(sender), _) => u16::from(sender.send(own).is_ok()),
            (TrySend, Some(sender), _) => match sender.try_send(own) {
                Ok(()) => 1,
                Err(TrySendError::Full(_)) => NOTHING,
                Err(TrySendError::Disconnected(_)) => DISCONNECTED,
            },
            (Receive, _, Some(receiver)) => receiver.recv().unwrap_or(DISCONNECTED),
            (TryReceive, _, Some(receiver)) => {
                receiver.try_recv().unwrap_or_else(|error| match error {
                    TryRecvError::Empty => NOTHING,
                    TryRecvError::Disconnected => DISCONNECTED,
                })
            }
            (ReceiveFor(seconds), _, Some(receiver)) => received(receiver, seconds),
            (ReceiveInLoop(seconds), _, Some(receiver)) => loop {
                let message = received(receiver, seconds);
                if message != TIMED_OUT {
                    break message;
                }
            },
            _ => unreachable!("{step:?} without its end of the channel"),
        };
        self.see(seen);
        if let ReceiveFor(_) = step {
            self.see_time();
        }
    }

    fn step_of_counts(&mut self, step: Step) {
        match (step, self.arcs.last_mut(), &self.weak) {
            (CloneArc, Some(arc), _) => {
                let clone = arc.clone();
                self.arcs.push(clone);
            }
            (GetMut, Some(arc), _) => {
                let unique = Arc::get_mut(arc).is_some();
                self.see(u16::from(unique));
            }
            (DropArc, Some(_), _) => {
                if let Some(arc) = self.arcs.pop() {
                    self.drop_arc(arc);
                }
            }
            (Upgrade, _, Some(weak)) => {
                let arc = weak.upgrade();
                self.see(u16::from(arc.is_some()));
                self.arcs.extend(arc);
            }
            (StrongCount, _, Some(weak)) => {
                let count = weak.strong_count();
                self.see(count as u16);
            }
            (StrongCount, Some(arc), None) => {
                let count = Arc::strong_count(arc);
                self.see(count as u16);
            }
            _ => {}
        }
    }

    fn step_without_model(&mut self, step: Step, own: u16) {
        let shared = self.shared.clone();
        match step {
            WaitFor(seconds) => {
                let held = shared.locks[0].lock().unwrap();
                let limit = Duration::from_secs(seconds.into());
                let (held, result) = shared.condition.wait_timeout(held, limit).unwrap();
                self.see(*held);
                self.see(u16::from(result.timed_out()));
            }
            NotifyOne => shared.condition.notify_one(),
            Once => {
                let value = *shared.once.get_or_init(|| own);
                self.see(value);
            }
            Scope => {
                let old = thread::scope(|scope| {
                    scope.spawn(|| shared.atomics[0].fetch_add(1, SeqCst)).join().unwrap()
                });
                self.see(old);
            }
            _ => {
                let spawned = future::spawn(async move {
                    future::yield_now().await;
                    own
                });
                let value = future::block_on(spawned).unwrap();
                self.see(value);
            }
        }
    }
}

/// Receives with a time-out.
fn received(receiver: &Receiver<u16>, seconds: u8) -> u16 {
    let limit = Duration::from_secs(seconds.into());
    receiver.recv_timeout(limit).unwrap_or_else(|error| match error {
        RecvTimeoutError::Timeout => TIMED_OUT,
        RecvTimeoutError::Disconnected => DISCONNECTED,
    })
}
