//! Sets of tasks: a word for the first 64, more words only where there are more tasks.

use std::cell::{Cell, RefCell};

use super::{TaskId, entry};

/// A set of tasks.
#[derive(Debug, Default)]
pub(crate) struct TaskSet {
    first: Cell<u64>,
    /// Whether there are more words: looked at everywhere, unlike them.
    wide: Cell<bool>,
    more: RefCell<Vec<u64>>,
}

impl TaskSet {
    pub const fn new() -> Self {
        TaskSet { first: Cell::new(0), wide: Cell::new(false), more: RefCell::new(Vec::new()) }
    }

    #[inline(always)]
    pub fn insert(&self, task: TaskId) {
        match task < 64 {
            true => self.first.set(self.first.get() | 1 << task),
            false => self.insert_beyond(task),
        }
    }

    #[inline(always)]
    pub fn remove(&self, task: TaskId) {
        match task < 64 {
            true => self.first.set(self.first.get() & !(1 << task)),
            false => self.remove_beyond(task),
        }
    }

    #[inline]
    pub fn contains(&self, task: TaskId) -> bool {
        match task < 64 {
            true => self.first.get() >> task & 1 == 1,
            false => {
                let word = self.more.borrow().get(task as usize / 64 - 1).copied().unwrap_or(0);
                word >> (task % 64) & 1 == 1
            }
        }
    }

    /// The first word, where there is no other.
    #[inline(always)]
    pub fn only_word(&self) -> Option<u64> {
        (!self.wide.get()).then(|| self.first.get())
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.first.get() == 0
            && (!self.wide.get() || self.more.borrow().iter().all(|word| *word == 0))
    }

    /// The member with `index` smaller ones before it.
    pub fn nth(&self, index: u32) -> Option<TaskId> {
        let mut index = index;
        let word = self.first.get();
        if index < word.count_ones() {
            return Some(nth_of(word, index));
        }
        index -= word.count_ones();
        for (place, word) in self.more.borrow().iter().enumerate() {
            if index < word.count_ones() {
                return Some((place as u32 + 1) * 64 + nth_of(*word, index));
            }
            index -= word.count_ones();
        }
        None
    }

    /// The first member after `task`, or else the first of all.
    pub fn after(&self, task: TaskId) -> Option<TaskId> {
        if !self.wide.get() {
            let word = self.first.get();
            let above = if task < 63 { word & (u64::MAX << (task + 1)) } else { 0 };
            let word = if above != 0 { above } else { word };
            return (word != 0).then(|| word.trailing_zeros());
        }
        let more = self.more.borrow();
        let count = more.len() as u32 + 1;
        let word = |place: u32| match place {
            0 => self.first.get(),
            _ => more[place as usize - 1],
        };
        let start = (task / 64).min(count - 1);
        let above = if task % 64 < 63 { u64::MAX << (task % 64 + 1) } else { 0 };
        let rest = if start == task / 64 { word(start) & above } else { 0 };
        if rest != 0 {
            return Some(start * 64 + rest.trailing_zeros());
        }
        // The other words in turn, and at last the lower part of this one.
        let mut places = (1..=count).map(|step| (start + step) % count);
        let place = places.find(|place| word(*place) != 0)?;
        Some(place * 64 + word(place).trailing_zeros())
    }

    /// All members, in order.
    pub fn to_vec(&self) -> Vec<TaskId> {
        let mut members = Vec::new();
        let more = self.more.borrow();
        let words = std::iter::once(self.first.get()).chain(more.iter().copied());
        for (place, mut word) in words.enumerate() {
            while word != 0 {
                members.push(place as u32 * 64 + word.trailing_zeros());
                word &= word - 1;
            }
        }
        members
    }

    /// Makes this set equal to another.
    pub fn copy(&self, other: &TaskSet) {
        self.first.set(other.first.get());
        self.wide.set(other.wide.get());
        self.more.borrow_mut().clone_from(&other.more.borrow());
    }

    /// Takes all members out that are not in the other set.
    pub fn retain(&self, other: &TaskSet) {
        self.first.set(self.first.get() & other.first.get());
        if self.wide.get() {
            let others = other.more.borrow();
            for (place, word) in self.more.borrow_mut().iter_mut().enumerate() {
                *word &= others.get(place).copied().unwrap_or(0);
            }
        }
    }

    /// Takes all members out.
    #[inline]
    pub fn clear(&self) {
        self.first.set(0);
        if self.wide.replace(false) {
            self.more.borrow_mut().clear();
        }
    }

    #[cold]
    fn insert_beyond(&self, task: TaskId) {
        self.wide.set(true);
        *entry(&mut self.more.borrow_mut(), task / 64 - 1) |= 1 << (task % 64);
    }

    #[cold]
    fn remove_beyond(&self, task: TaskId) {
        if let Some(word) = self.more.borrow_mut().get_mut(task as usize / 64 - 1) {
            *word &= !(1 << (task % 64));
        }
    }
}

/// The bit of a word with `index` lower ones before it.
#[inline(always)]
fn nth_of(mut word: u64, index: u32) -> u32 {
    for _ in 0..index {
        word &= word - 1;
    }
    word.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_in_order_on_both_sides_of_a_word() {
        let set = TaskSet::new();
        for task in [3, 63, 64, 200] {
            set.insert(task);
        }
        assert_eq!(set.to_vec(), [3, 63, 64, 200]);
        assert_eq!(
            (0..5).map(|index| set.nth(index)).collect::<Vec<_>>(),
            [Some(3), Some(63), Some(64), Some(200), None]
        );
        assert_eq!([set.after(3), set.after(63), set.after(200)], [Some(63), Some(64), Some(3)]);
        let copy = TaskSet::new();
        copy.copy(&set);
        set.remove(64);
        set.remove(3);
        copy.retain(&set);
        assert_eq!(copy.to_vec(), [63, 200]);
        assert!(!set.contains(64) && set.contains(200) && !set.is_empty());
        let small = TaskSet::new();
        small.insert(63);
        assert_eq!((small.after(63), small.after(0)), (Some(63), Some(63)));
    }
}
