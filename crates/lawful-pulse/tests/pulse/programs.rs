//! Small programs at random: the reduction loses nothing that they come to, and what a schedule comes to it
//! comes to in every run, searched, replayed or shown.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use lawful_core::choice::Random;
use lawful_core::run::Runner;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Condvar, Mutex, OnceLock, RwLock, mpsc};
use lawful_pulse::time::Instant;
use lawful_pulse::{Search, future, scheduled, thread};

#[derive(Clone, Copy, Debug)]
enum Step {
    Load(usize),
    Add(usize),
    Lock(usize),
    Nested,
    TryLock(usize),
    Read,
    Write,
    Send,
    TryReceive,
    WaitForAWhile,
    Notify,
    Sleep,
    Yield,
    ParkForAWhile,
    UnparkMain,
    Once,
    Unwind,
    Scope,
    Await,
    Now,
}

use Step::*;

const STEPS: [Step; 25] = [
    Load(0),
    Load(1),
    Add(0),
    Add(0),
    Add(1),
    Lock(0),
    Lock(1),
    Nested,
    TryLock(0),
    Read,
    Write,
    Send,
    Send,
    TryReceive,
    WaitForAWhile,
    Notify,
    Sleep,
    Yield,
    ParkForAWhile,
    UnparkMain,
    Once,
    Unwind,
    Scope,
    Await,
    Now,
];

type Program = Vec<Vec<Step>>;

fn program(random: &mut Random, most: u64) -> Program {
    let tasks = 2 + random.below(2);
    let step = |random: &mut Random| STEPS[random.below(STEPS.len() as u64) as usize];
    let steps = |random: &mut Random| (0..1 + random.below(most)).map(|_| step(random)).collect();
    (0..tasks).map(|_| steps(random)).collect()
}

struct Shared {
    numbers: [AtomicU32; 2],
    locks: [Mutex<u32>; 2],
    condition: Condvar,
    readable: RwLock<u32>,
    once: OnceLock<usize>,
    receiver: Mutex<mpsc::Receiver<usize>>,
    main: thread::Thread,
    started: Instant,
}

/// Does a step, and says what was seen.
fn step(step: Step, own: usize, shared: &Shared, sender: &mpsc::SyncSender<usize>) -> u32 {
    let second = Duration::from_secs(1);
    match step {
        Load(which) => shared.numbers[which].load(SeqCst),
        Add(which) => {
            let seen = shared.numbers[which].load(SeqCst);
            shared.numbers[which].store(seen * 3 + own as u32 + 1, SeqCst);
            seen
        }
        Lock(which) => {
            let mut held = shared.locks[which].lock().unwrap();
            *held = *held * 3 + own as u32 + 1;
            *held
        }
        Nested => {
            let first = shared.locks[0].lock().unwrap();
            let mut second = shared.locks[1].lock().unwrap();
            *second += *first;
            *second
        }
        TryLock(which) => shared.locks[which].try_lock().map_or(100, |held| *held),
        Read => {
            let first = *shared.readable.read().unwrap();
            first + *shared.readable.read().unwrap()
        }
        Write => {
            let mut held = shared.readable.write().unwrap();
            *held = *held * 3 + own as u32 + 1;
            *held
        }
        Send => sender.try_send(own).is_ok() as u32,
        TryReceive => {
            let receiver = shared.receiver.lock().unwrap();
            receiver.try_recv().map_or(100, |from| from as u32)
        }
        WaitForAWhile => {
            let held = shared.locks[0].lock().unwrap();
            let (held, result) = shared.condition.wait_timeout(held, second).unwrap();
            *held + 100 * u32::from(result.timed_out())
        }
        Notify => {
            shared.condition.notify_one();
            0
        }
        Sleep => {
            thread::sleep(second);
            0
        }
        Yield => {
            thread::yield_now();
            0
        }
        ParkForAWhile => {
            thread::park_timeout(second);
            0
        }
        UnparkMain => {
            shared.main.unpark();
            0
        }
        Once => *shared.once.get_or_init(|| own) as u32,
        Unwind => {
            struct Adds<'a>(&'a AtomicU32);
            impl Drop for Adds<'_> {
                fn drop(&mut self) {
                    self.0.fetch_add(1, SeqCst);
                }
            }
            let unwinds = AssertUnwindSafe(|| {
                let _adds = Adds(&shared.numbers[1]);
                resume_unwind(Box::new(()));
            });
            u32::from(catch_unwind(unwinds).is_err())
        }
        Scope => thread::scope(|scope| {
            let thread = scope.spawn(|| shared.numbers[0].fetch_add(1, SeqCst));
            thread.join().unwrap()
        }),
        Await => {
            let spawned = future::spawn(async move {
                future::yield_now().await;
                own
            });
            future::block_on(spawned).unwrap() as u32
        }
        Now => shared.started.elapsed().as_secs() as u32,
    }
}

/// What each task of a program sees.
fn run(program: &Program) -> Vec<Vec<u32>> {
    let (sender, receiver) = mpsc::sync_channel(1);
    let shared = Arc::new(Shared {
        numbers: [AtomicU32::new(0), AtomicU32::new(0)],
        locks: [Mutex::new(0), Mutex::new(0)],
        condition: Condvar::new(),
        readable: RwLock::new(0),
        once: OnceLock::new(),
        receiver: Mutex::new(receiver),
        main: thread::current(),
        started: Instant::now(),
    });
    let spawn = |(own, steps): (usize, &Vec<Step>)| {
        let (shared, sender, steps) = (shared.clone(), sender.clone(), steps.clone());
        thread::spawn(move || {
            let seen = steps.iter().map(|one| step(*one, own, &shared, &sender));
            seen.collect::<Vec<u32>>()
        })
    };
    let others: Vec<_> = program.iter().enumerate().skip(1).map(spawn).collect();
    let seen = program[0].iter().map(|one| step(*one, 0, &shared, &sender)).collect();
    let mut all = vec![seen];
    all.extend(others.into_iter().map(|one| one.join().unwrap()));
    all
}

/// What a program comes to under all schedules, unless there are too many of them.
fn outcomes(search: Search, program: &Program) -> Option<BTreeSet<Vec<Vec<u32>>>> {
    let seen = RefCell::new(BTreeSet::new());
    let law = scheduled(|| {
        let outcome = run(program);
        seen.borrow_mut().insert(outcome);
    });
    let explored = law.search(search).schedules(3_000).explore(1);
    assert!(explored.broken.is_none(), "{program:?}: {explored:?}");
    explored.exhausted.then(|| seen.into_inner())
}

/// How many programs are tried: more of them where somebody asks for it.
fn count(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn the_reduction_loses_nothing() {
    let mut compared = 0;
    for seed in 0..count("LAWFUL_PULSE_PROGRAMS", 30) {
        let program = program(&mut Random::from_seed(seed), 2);
        let Some(all) = outcomes(Search::ContextBound { switches: 1_000 }, &program) else {
            continue;
        };
        let found = outcomes(Search::Exhaustive, &program);
        assert_eq!(found.as_ref(), Some(&all), "seed {seed}: {program:?}");
        compared += 1;
    }
    assert!(compared > 5, "{compared}");
}

/// Whatever a random schedule comes to is what its replays come to, and the run that is shown at last.
#[test]
fn a_schedule_comes_to_the_same_in_every_run() {
    let mut shown = 0;
    for seed in 0..count("LAWFUL_PULSE_PROGRAMS", 60) {
        let mut random = Random::from_seed(seed);
        let program = program(&mut random, 6);
        let last = RefCell::new(Vec::new());
        let simplest = RefCell::new(None);
        let salt = random.next_word();
        // Some outcomes break the law, so that failing and passing runs lie close to each other; that of the
        // simplest schedule does not.
        let law = scheduled(|| {
            let outcome = run(&program);
            let digest = outcome.iter().flatten().fold(salt, |digest, seen| {
                (digest ^ u64::from(*seen)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
            });
            let broken = simplest.borrow_mut().get_or_insert_with(|| outcome.clone()) != &outcome
                && digest % 4 == 0;
            last.replace(outcome);
            assert!(!broken, "{:?}", last.borrow());
        });
        let summary = Runner::named("program").tests(4).seed(seed).first_failure().run(&law);
        let Some(failure) = summary.failure() else { continue };
        let said = format!("{:?}", failure.reason);
        let seen = format!("{:?}", last.borrow());
        assert!(said.contains(&seen), "seed {seed}: {program:?}\nlast {seen}, but {said}");
        shown += 1;
    }
    assert!(shown > 10, "{shown}");
}
