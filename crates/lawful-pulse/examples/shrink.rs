use lawful_core::run::Check;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_pulse::{scheduled, thread};
use std::time::Instant;

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
fn philosophers(n: usize) {
    let forks: Arc<Vec<Mutex<()>>> = Arc::new((0..n).map(|_| Mutex::new(())).collect());
    let threads: Vec<_> = (0..n)
        .map(|i| {
            let forks = forks.clone();
            thread::spawn(move || {
                let _left = forks[i].lock().unwrap();
                let _right = forks[(i + 1) % n].lock().unwrap();
            })
        })
        .collect();
    threads.into_iter().for_each(|one| one.join().unwrap());
}
fn cas_chain() {
    let x = Arc::new(AtomicU32::new(0));
    let y = x.clone();
    let one = thread::spawn(move || {
        let _ = x.compare_exchange(0, 1, SeqCst, SeqCst);
        let _ = x.compare_exchange(2, 3, SeqCst, SeqCst);
        let _ = x.compare_exchange(4, 5, SeqCst, SeqCst);
    });
    let z = y.clone();
    let other = thread::spawn(move || {
        let _ = y.compare_exchange(1, 2, SeqCst, SeqCst);
        let _ = y.compare_exchange(3, 4, SeqCst, SeqCst);
    });
    one.join().unwrap();
    other.join().unwrap();
    assert_ne!(z.load(SeqCst), 5);
}
fn main() {
    for (name, body) in [
        ("lost", lost as fn()),
        ("phil2", || philosophers(2)),
        ("phil3", || philosophers(3)),
        ("phil5", || philosophers(5)),
        ("cas", cas_chain),
    ] {
        for seed in 0..6 {
            let start = Instant::now();
            let summary = Check::new(name).seed(seed).first_failure().run(&scheduled(body));
            match summary.failure() {
                None => println!("{name}: not found"),
                Some(failure) => println!(
                    "{name}: {} switches, proven {}, {:?}, {} runs, {:?} {:?} {:?}",
                    failure.tape.weight().switches,
                    failure.proven,
                    failure.searched,
                    failure.runs,
                    start.elapsed(),
                    failure.found,
                    failure.reason
                ),
            }
        }
    }
}
