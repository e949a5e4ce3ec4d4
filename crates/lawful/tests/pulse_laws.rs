//! Laws under the scheduler, by the attribute.
#![cfg(feature = "pulse")]

use lawful::prelude::*;
use lawful::pulse::sync::atomic::AtomicU32;
use lawful::pulse::sync::atomic::Ordering::SeqCst;
use lawful::pulse::sync::{Arc, Mutex};
use lawful::pulse::{future, thread};

#[law(scheduled)]
fn a_lock_makes_sums_right(numbers: Vec<u8>) {
    let sum = Arc::new(Mutex::new(0u32));
    let expected: u32 = numbers.iter().copied().map(u32::from).sum();
    let threads: Vec<_> = numbers
        .into_iter()
        .take(4)
        .map(|number| {
            let sum = sum.clone();
            thread::spawn(move || *sum.lock().unwrap() += u32::from(number))
        })
        .collect();
    threads.into_iter().for_each(|one| one.join().unwrap());
    assert!(*sum.lock().unwrap() <= expected);
}

#[law(schedules = 200, expect_failure)]
fn reading_and_writing_loses_updates() {
    let count = Arc::new(AtomicU32::new(0));
    let other = count.clone();
    let thread = thread::spawn(move || other.store(other.load(SeqCst) + 1, SeqCst));
    count.store(count.load(SeqCst) + 1, SeqCst);
    thread.join().unwrap();
    assert_eq!(count.load(SeqCst), 2);
}

#[law(scheduled, tests = 20)]
async fn futures_come_to_their_end(number: u8) -> bool {
    let doubled = future::spawn(async move { u32::from(number) * 2 });
    doubled.await.unwrap() == u32::from(number) * 2
}

#[law(schedules = 4, tests = 20)]
fn borrowed_arguments_are_fresh_for_every_schedule(numbers: &[u8], list: &mut Vec<u8>, name: &str) {
    let before = list.len();
    let (sum, own) = (Arc::new(Mutex::new(0u32)), numbers.len() + name.len());
    let other = sum.clone();
    let thread = thread::spawn(move || *other.lock().unwrap() += 1);
    thread.join().unwrap();
    list.push(1);
    assert_eq!((list.len(), *sum.lock().unwrap()), (before + 1, 1));
    assert!(own < 100_000 && list.len() <= 101);
}

#[law(scheduled, tests = 20)]
async fn futures_borrow(numbers: &[u8], text: &mut String) -> Result<(), String> {
    let sum: u32 = numbers.iter().copied().map(u32::from).sum();
    let doubled = future::spawn(async move { sum * 2 });
    text.push('x');
    if doubled.await.unwrap() == sum * 2 { Ok(()) } else { Err(text.clone()) }
}
