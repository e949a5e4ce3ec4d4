//! Runs one workload many times, for a profiler: `speed ping walk 10000`.

use futures_channel::mpsc as channels;
use lawful_pulse::cell::RaceCell;
use lawful_pulse::sync::atomic::AtomicU32;
use lawful_pulse::sync::atomic::Ordering::{Acquire, Release, SeqCst};
use lawful_pulse::sync::{Arc, Mutex, mpsc};
use lawful_pulse::{Search, future, process, scheduled, thread};

fn mutex() {
    let lock = Arc::new(Mutex::new(0));
    let threads = [(); 2].map(|()| {
        let lock = lock.clone();
        thread::spawn(move || (0..10).for_each(|_| *lock.lock().unwrap() += 1))
    });
    threads.into_iter().for_each(|one| one.join().unwrap());
}

fn atomic(times: u32) {
    let count = Arc::new(AtomicU32::new(0));
    let threads = [(); 2].map(|()| {
        let count = count.clone();
        thread::spawn(move || {
            (0..times).for_each(|_| {
                count.fetch_add(1, SeqCst);
            })
        })
    });
    threads.into_iter().for_each(|one| one.join().unwrap());
}

/// A value that is handed to and fro in a cell, by an atomic.
fn cell() {
    let turn = Arc::new((AtomicU32::new(0), RaceCell::new(0)));
    let take = |turn: &(AtomicU32, RaceCell<u32>), own: u32| {
        for round in 0..10 {
            while turn.0.load(Acquire) != 2 * round + own {
                thread::yield_now();
            }
            // SAFETY: it is this task's turn.
            turn.1.with_mut(|place| unsafe { *place += 1 });
            turn.0.store(2 * round + own + 1, Release);
        }
    };
    let other = turn.clone();
    let thread = thread::spawn(move || take(&other, 1));
    take(&turn, 0);
    thread.join().unwrap();
}

fn ping() {
    let (sender, receiver) = mpsc::channel();
    let (back, replies) = mpsc::channel();
    let thread = thread::spawn(move || {
        (0..100).for_each(|_| back.send(receiver.recv().unwrap() + 1).unwrap())
    });
    (0..100).for_each(|number: u32| {
        sender.send(number).unwrap();
        assert_eq!(replies.recv().unwrap(), number + 1);
    });
    thread.join().unwrap();
}

fn processes() {
    let (echo, _) = process::spawn_monitor(|| {
        for _ in 0..100 {
            let (client, number): (process::Pid, u32) = process::receive_as();
            process::send(client, number + 1);
        }
    });
    for number in 0..100 {
        process::send(echo, (process::self_pid(), number));
        assert_eq!(process::receive_as::<u32>(), number + 1);
    }
    process::receive_as::<process::Down>();
}

async fn next<T>(receiver: &mut channels::UnboundedReceiver<T>) -> T {
    let received = std::future::poll_fn(|context| {
        futures_core::Stream::poll_next(std::pin::Pin::new(&mut *receiver), context)
    });
    received.await.unwrap()
}

fn awaiting() {
    future::block_on(async {
        let (sender, mut receiver) = channels::unbounded::<u32>();
        let (back, mut replies) = channels::unbounded();
        let echo = future::spawn(async move {
            for _ in 0..100 {
                back.unbounded_send(next(&mut receiver).await + 1).unwrap();
            }
        });
        for number in 0..100 {
            sender.unbounded_send(number).unwrap();
            assert_eq!(next(&mut replies).await, number + 1);
        }
        echo.await.unwrap();
    });
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let body = match arguments[0].as_str() {
        "empty" => || thread::yield_now(),
        "spawn" => || thread::spawn(|| ()).join().unwrap(),
        "mutex" => mutex,
        "atomic" => || atomic(10),
        "atomics" => || atomic(1_000),
        "cell" => cell,
        "ping" => ping,
        "processes" => processes,
        _ => awaiting,
    };
    let search = match arguments[1].as_str() {
        "walk" => Search::Random,
        "uniform" => Search::UniformWalk,
        _ => Search::Pct { depth: 3 },
    };
    let runs = arguments[2].parse().unwrap();
    let started = std::time::Instant::now();
    let explored = scheduled(body).search(search).schedules(runs).explore(1);
    let time = started.elapsed().as_nanos() as f64;
    println!(
        "{:.1} ns a point, {:.0} a run",
        time / explored.points as f64,
        time / explored.schedules as f64
    );
}
