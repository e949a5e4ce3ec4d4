//! Programs without a mistake, to measure what a scheduler costs.
//!
//! One source for every scheduler: whoever includes the file has a module `imports` beside it with `sync`
//! and `thread`. Only what loom has too is used, so tasks own what they share.

use super::imports::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
        mpsc::channel,
    },
    thread,
};

/// Two tasks that add to a number under a lock, ten times each.
pub fn mutex_2x10() {
    let sum = Arc::new(Mutex::new(0));
    let tasks: Vec<_> = (0..2)
        .map(|_| {
            let sum = Arc::clone(&sum);
            thread::spawn(move || (0..10).for_each(|_| *sum.lock().unwrap() += 1))
        })
        .collect();
    for task in tasks {
        task.join().unwrap();
    }
    assert_eq!(*sum.lock().unwrap(), 20);
}

/// Five philosophers with three meals each, who take the fork with the lower number first.
pub fn philosophers_5x3() {
    let forks: Arc<Vec<Mutex<()>>> = Arc::new((0..5).map(|_| Mutex::new(())).collect());
    let tasks: Vec<_> = (0..5)
        .map(|place: usize| {
            let forks = Arc::clone(&forks);
            let (left, right) = (place, (place + 1) % 5);
            thread::spawn(move || {
                for _ in 0..3 {
                    let _first = forks[left.min(right)].lock().unwrap();
                    let _second = forks[left.max(right)].lock().unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.join().unwrap();
    }
}

/// Two tasks that send a number to and fro a hundred times, through two channels.
pub fn ping_pong_100() {
    let (ping, pings) = channel();
    let (pong, pongs) = channel();
    let echo = thread::spawn(move || {
        for _ in 0..100 {
            let number: u32 = pings.recv().unwrap();
            pong.send(number + 1).unwrap();
        }
    });
    let mut number = 0;
    for _ in 0..100 {
        ping.send(number).unwrap();
        number = pongs.recv().unwrap();
    }
    echo.join().unwrap();
    assert_eq!(number, 100);
}

/// Two tasks that add to an atomic number, ten times each.
pub fn atomic_2x10() {
    atomic(10);
}

/// Two tasks that add to an atomic number, a thousand times each.
pub fn atomic_2x1000() {
    atomic(1000);
}

fn atomic(times: usize) {
    let sum = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<_> = (0..2)
        .map(|_| {
            let sum = Arc::clone(&sum);
            thread::spawn(move || {
                (0..times).for_each(|_| {
                    sum.fetch_add(1, SeqCst);
                })
            })
        })
        .collect();
    for task in tasks {
        task.join().unwrap();
    }
    assert_eq!(sum.load(SeqCst), 2 * times);
}
