//! Happens-before order of a run: vector clocks, with the release sequences and fences of C++20.
//!
//! Values of atomics are those of one order in which all operations take effect. Which of them make an order for
//! other memory is another matter: a relaxed load acquires nothing until an acquire fence follows it, a relaxed
//! store hands on what came before the last release fence, and a store ends the release sequence of the value that
//! it overwrites.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::Ordering;

use super::TaskId;

/// Number of events of each task that come before something.
pub(crate) type VectorClock = Vec<u32>;

/// Clocks of a task.
#[derive(Default)]
struct TaskClocks {
    /// What happens before its next step.
    now: VectorClock,
    /// What its relaxed loads saw released, which an acquire fence acquires.
    unacquired: VectorClock,
    /// What came before its last release fence, which its relaxed stores hand on.
    fenced: VectorClock,
    /// Its own component when it released something last.
    last_release: u32,
}

/// Clocks of all tasks and objects of a run.
#[derive(Default)]
pub(super) struct Clocks {
    tasks: Vec<TaskClocks>,
    /// What was released at each object, by its address. Never walked, so that the order of the map shows
    /// nowhere.
    objects: HashMap<usize, VectorClock, BuildHasherDefault<AddressHasher>>,
    /// Tasks from this number on have no clocks.
    most: TaskId,
    /// Clock of those.
    none: VectorClock,
}

/// Number of tasks that have clocks where those are only shown: with many more they would fill the memory, and nobody
/// could read the picture.
const MOST_SHOWN: TaskId = 512;

/// Hash of an address, which is a number already.
#[derive(Default)]
struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_usize(usize::from(*byte)));
    }

    fn write_usize(&mut self, number: usize) {
        // The table takes the place from low bits and a tag from high ones.
        let mixed = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

fn acquires(order: Option<Ordering>) -> bool {
    !matches!(order, Some(Ordering::Relaxed | Ordering::Release))
}

fn releases(order: Option<Ordering>) -> bool {
    !matches!(order, Some(Ordering::Relaxed | Ordering::Acquire))
}

impl Clocks {
    /// Makes all clocks those of the beginning of a run, and keeps their memory. Races are told by clocks that are
    /// `exact`; others are only shown.
    pub fn reset(&mut self, exact: bool) {
        self.most = if exact { TaskId::MAX } else { MOST_SHOWN };
        self.objects.clear();
        for task in &mut self.tasks {
            task.now.clear();
            task.unacquired.clear();
            task.fenced.clear();
            task.last_release = 0;
        }
    }

    #[inline]
    fn task(&mut self, task: TaskId) -> &mut TaskClocks {
        entry(&mut self.tasks, task)
    }

    /// What happens before the next step of a task.
    #[inline]
    pub fn now(&mut self, task: TaskId) -> &mut VectorClock {
        if task >= self.most {
            self.none.clear();
            return &mut self.none;
        }
        &mut self.task(task).now
    }

    /// A task does one thing more. Returns how many that are.
    #[inline]
    pub fn tick(&mut self, task: TaskId) -> u32 {
        if task >= self.most {
            return 0;
        }
        let own = entry(self.now(task), task);
        *own += 1;
        *own
    }

    /// Own component of a task when it released something last.
    pub fn last_release(&self, task: TaskId) -> u32 {
        self.tasks.get(task as usize).map_or(0, |task| task.last_release)
    }

    /// A task begins: what its parent did came before.
    pub fn spawn(&mut self, parent: TaskId, child: TaskId) {
        self.ticked_release(parent);
        let clock = self.now(parent).clone();
        self.now(child).clone_from(&clock);
    }

    /// All that one task did came before what the other does next.
    pub fn join_task(&mut self, task: TaskId, ended: TaskId) {
        let clock = self.now(ended).clone();
        join(self.now(task), &clock);
    }

    fn ticked_release(&mut self, task: TaskId) {
        let when = self.tick(task);
        if when > 0 {
            self.task(task).last_release = when;
        }
    }

    /// A task takes what was released at an object: a lock, a message.
    pub fn acquire(&mut self, task: TaskId, object: usize) {
        let Clocks { tasks, objects, most, .. } = self;
        if let Some(released) = objects.get(&object).filter(|_| task < *most) {
            join(&mut entry(tasks, task).now, released);
        }
    }

    /// A task gives an object back to whoever acquires it next.
    pub fn release(&mut self, task: TaskId, object: usize) {
        if task >= self.most {
            return;
        }
        self.ticked_release(task);
        let Clocks { tasks, objects, .. } = self;
        join(objects.entry(object).or_default(), &entry(tasks, task).now);
    }

    /// A task reads an atomic.
    pub fn load(&mut self, task: TaskId, object: usize, order: Option<Ordering>) {
        let Clocks { tasks, objects, most, .. } = self;
        let Some(released) = objects.get(&object).filter(|_| task < *most) else { return };
        let own = entry(tasks, task);
        match acquires(order) {
            true => join(&mut own.now, released),
            false => join(&mut own.unacquired, released),
        }
    }

    /// A task overwrites an atomic: what earlier stores released there is over.
    pub fn store(&mut self, task: TaskId, object: usize, order: Option<Ordering>) {
        if task >= self.most {
            return;
        }
        let handed = self.hands_on(task, order);
        let Clocks { tasks, objects, .. } = self;
        let own = entry(tasks, task);
        let handed = if handed { &own.now } else { &own.fenced };
        match objects.get_mut(&object) {
            Some(released) => released.clone_from(handed),
            None if handed.is_empty() => {}
            None => drop(objects.insert(object, handed.clone())),
        }
    }

    /// A task reads an atomic and changes it in one step, which continues release sequences.
    pub fn update(&mut self, task: TaskId, object: usize, order: Option<Ordering>) {
        self.load(task, object, order);
        if task >= self.most {
            return;
        }
        let handed = self.hands_on(task, order);
        let Clocks { tasks, objects, .. } = self;
        let own = entry(tasks, task);
        let handed = if handed { &own.now } else { &own.fenced };
        if !handed.is_empty() {
            join(objects.entry(object).or_default(), handed);
        }
    }

    /// Whether a write with this order hands on all that came before it.
    fn hands_on(&mut self, task: TaskId, order: Option<Ordering>) -> bool {
        let all = releases(order);
        if all || !self.task(task).fenced.is_empty() {
            self.ticked_release(task);
        }
        all
    }

    /// A task passes a fence.
    pub fn fence(&mut self, task: TaskId, order: Ordering) {
        if task >= self.most {
            return;
        }
        let own = self.task(task);
        if acquires(Some(order)) {
            join(&mut own.now, &own.unacquired);
        }
        if releases(Some(order)) {
            self.ticked_release(task);
            let own = self.task(task);
            own.fenced.clone_from(&own.now);
        }
    }
}

/// What a list has for a number, of a task for instance; the default value where it was too short.
#[inline]
pub(crate) fn entry<T: Default>(list: &mut Vec<T>, number: u32) -> &mut T {
    let place = number as usize;
    if list.len() <= place {
        list.resize_with(place + 1, T::default);
    }
    &mut list[place]
}

/// Adds what another clock knows to have come before.
#[inline]
pub(crate) fn join(clock: &mut VectorClock, other: &[u32]) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    for (own, other) in clock.iter_mut().zip(other) {
        *own = (*own).max(*other);
    }
}
