use lawful_core::choice::Source;
use lawful_core::law::Law;
use lawful_core::run::Check;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::{Search, scheduled, thread};
use std::time::Instant;

fn mutex() {
    let lock = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let lock = lock.clone();
            thread::spawn(move || {
                for _ in 0..10 {
                    *lock.lock().unwrap() += 1;
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|one| one.join().unwrap());
    assert_eq!(*lock.lock().unwrap(), 20);
}
fn atomic(n: u32) {
    let count = Arc::new(AtomicU32::new(0));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let count = count.clone();
            thread::spawn(move || {
                for _ in 0..n {
                    count.fetch_add(1, SeqCst);
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|one| one.join().unwrap());
    assert_eq!(count.load(SeqCst), 2 * n);
}
fn lost() {
    let count = Arc::new(AtomicU32::new(0));
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let count = count.clone();
            thread::spawn(move || {
                let old = count.load(SeqCst);
                count.store(old + 1, SeqCst);
            })
        })
        .collect();
    threads.into_iter().for_each(|one| one.join().unwrap());
    assert_eq!(count.load(SeqCst), 2);
}
fn main() {
    for (name, body, points) in [
        ("mutex 2x10", mutex as fn(), 25),
        ("atomic 2x10", || atomic(10), 25),
        ("atomic 2x1000", || atomic(1000), 2005),
    ] {
        for search in
            [Search::Walk, Search::Uniform, Search::Priorities { depth: 3 }, Search::Portfolio]
        {
            let runs = if points > 1000 { 5_000 } else { 200_000 };
            let law = scheduled(body).search(search).schedules(runs);
            let start = Instant::now();
            law.test(&mut Source::fresh(1, 1));
            let time = start.elapsed().as_nanos() as f64;
            println!(
                "{name} {search:?}: {:.0} ns a run, {:.1} ns a point",
                time / runs as f64,
                time / runs as f64 / points as f64
            );
        }
    }
    let summary = Check::new("lost").run(&scheduled(lost));
    let failure = summary.failure().unwrap();
    println!("{:?} {:?} {:#?}", failure.reason, failure.tape, failure.trace);
}
