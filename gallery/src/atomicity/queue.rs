//! A queue with a lock for each end that counts an item before it is in its place.
//!
//! The design is that of Java's `LinkedBlockingQueue`: those who put items in and those who take them out do
//! not wait for each other, and know by a count whether there is room, or an item. So whoever raises the
//! count says that the item is there. Raised too early, it hands out what was in that place before.

use lawful::machine::shared::*;
use lawful::pulse::sync::atomic::Ordering::SeqCst;
use lawful::pulse::sync::atomic::{AtomicU8, AtomicUsize};
use lawful::pulse::sync::{Arc, Mutex};

use super::Version;

/// How many items there is room for.
const CAPACITY: usize = 2;

/// A queue of small numbers, with room for two.
#[derive(Debug)]
pub struct Queue {
    version: Version,
    places: [AtomicU8; CAPACITY],
    /// How many items are in the queue.
    count: AtomicUsize,
    /// Where the next item is taken out.
    head: Mutex<usize>,
    /// Where the next item is put in.
    tail: Mutex<usize>,
}

impl Queue {
    /// An empty queue.
    pub fn new(version: Version) -> Self {
        Queue {
            version,
            places: std::array::from_fn(|_| AtomicU8::new(0)),
            count: AtomicUsize::new(0),
            head: Mutex::default(),
            tail: Mutex::default(),
        }
    }

    /// Puts an item in at the end, if there is room. Says whether there was.
    pub fn enqueue(&self, item: u8) -> bool {
        let mut tail = self.tail.lock().unwrap();
        if self.count.load(SeqCst) == CAPACITY {
            return false;
        }
        match self.version {
            Version::Mistaken => {
                self.count.fetch_add(1, SeqCst);
                self.places[*tail].store(item, SeqCst);
            }
            Version::Right => {
                self.places[*tail].store(item, SeqCst);
                self.count.fetch_add(1, SeqCst);
            }
        }
        *tail = (*tail + 1) % CAPACITY;
        true
    }

    /// Takes the first item out.
    pub fn dequeue(&self) -> Option<u8> {
        let mut head = self.head.lock().unwrap();
        if self.count.load(SeqCst) == 0 {
            return None;
        }
        let item = self.places[*head].load(SeqCst);
        *head = (*head + 1) % CAPACITY;
        self.count.fetch_sub(1, SeqCst);
        Some(item)
    }

    /// How many items are in the queue.
    pub fn count(&self) -> usize {
        self.count.load(SeqCst)
    }
}

/// The items, the first one first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    items: Vec<u8>,
}

/// What the calls of a queue do, one after the other.
pub fn machine(version: Version) -> Machine<Model, Arc<Queue>> {
    Machine::new(Model::default, move || Arc::new(Queue::new(version)))
        .command(count)
        .command(dequeue)
        .command_with(enqueue, |command| command.weight(2))
}

fn count(model: &mut Model, step: Step<Arc<Queue>>) -> StepResult {
    step.call((), |queue, _, ()| queue.count())?.returns(model.items.len())
}

fn dequeue(model: &mut Model, step: Step<Arc<Queue>>) -> StepResult {
    let expected = (!model.items.is_empty()).then(|| model.items.remove(0));
    step.call((), |queue, _, ()| queue.dequeue())?.returns(expected)
}

fn enqueue(model: &mut Model, step: Step<Arc<Queue>>) -> StepResult {
    let item = step.draw(0..=2u8);
    let has_room = model.items.len() < CAPACITY;
    step.call(item, |queue, _, item| queue.enqueue(item))?.returns(has_room)?;
    if has_room {
        model.items.push(item);
    }
    Ok(())
}
