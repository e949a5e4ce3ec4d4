//! Planted mistakes found by models and by comparison.

use lawful_bundles::{agrees, differs_from, models, models_with};
use lawful_core::generate::{Generator, any, sorted_vec};

use crate::{finds, holds};

/// A queue as two lists, from which its model is read.
#[derive(Clone, Debug)]
struct Queue {
    front: Vec<u8>,
    back: Vec<u8>,
}

fn queues() -> impl Generator<Value = Queue> {
    any::<(Vec<u8>, Vec<u8>)>().mapped(|(front, back)| Queue { front, back })
}

fn contents(queue: &Queue) -> Vec<u8> {
    queue.front.iter().copied().chain(queue.back.iter().rev().copied()).collect()
}

fn pop(mut queue: Queue) -> Queue {
    if queue.front.is_empty() {
        queue.back.reverse();
        queue.front = std::mem::take(&mut queue.back);
    }
    if !queue.front.is_empty() {
        queue.front.remove(0);
    }
    queue
}

/// Forgets to turn the list round.
fn pop_wrongly(mut queue: Queue) -> Queue {
    if queue.front.is_empty() {
        queue.front = std::mem::take(&mut queue.back);
    }
    if !queue.front.is_empty() {
        queue.front.remove(0);
    }
    queue
}

fn pop_model(mut model: Vec<u8>) -> Vec<u8> {
    if !model.is_empty() {
        model.remove(0);
    }
    model
}

#[test]
fn operations() {
    holds(models(queues(), contents, pop, pop_model));
    finds(
        models(queues(), contents, pop_wrongly, pop_model),
        "the operation does not do what its model does",
        &["Queue { front: [], back: [0, 1] }"],
    );
}

#[test]
fn operations_with_an_argument() {
    let insert_model = |mut model: Vec<u8>, x| {
        model.push(x);
        model.sort();
        model
    };
    let law = |insert: fn(Vec<u8>, u8) -> Vec<u8>| {
        models_with(sorted_vec(any::<u8>(), ..), any::<u8>(), Vec::clone, insert, insert_model)
    };
    holds(law(|mut list, x| {
        list.insert(list.partition_point(|y| *y < x), x);
        list
    }));
    finds(
        law(|mut list, x| {
            // A set where a list was asked for.
            if let Err(at) = list.binary_search(&x) {
                list.insert(at, x);
            }
            list
        }),
        "the operation does not do what its model does",
        &["[0]", "0"],
    );
}

#[test]
fn comparison() {
    let slow = |n: u16| (0..16).take_while(|bit| n >> bit != 0).count() as u32;
    holds(agrees(any::<u16>(), |n| 16 - n.leading_zeros(), slow));
    let off = |n: u16| 16 - (n | 1).leading_zeros();
    finds(agrees(any::<u16>(), off, slow), "the two functions do not agree", &["0"]);
    holds(differs_from(any::<u16>(), off, slow));
    let same = differs_from(any::<u16>(), slow, slow);
    assert!(!lawful_core::run::Runner::named("same").run(&same).is_success());
}
