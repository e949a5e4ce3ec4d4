//! Atoms: statements about one event, by pattern or by closure.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt::{Debug, Write};
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

use crate::formula::{Formula, Shape};

/// Statement about one event.
pub trait Atom<E> {
    /// Returns whether it is true of an event.
    fn holds(&self, event: &E) -> bool;

    /// Pattern that it is an instance of; none for a closure, which has to be asked at every event.
    fn site(&self) -> Option<TypeId>;

    /// Digest of the values that the pattern is pinned to.
    fn digest(&self) -> u64;

    /// Returns whether the other one is the same statement.
    fn is_same(&self, other: &dyn Atom<E>) -> bool;

    /// Makes an index of those who wait for events of this pattern.
    fn index(&self) -> Box<dyn Index<E>>;

    /// Number of pinned values that an event has which it is not true of; none if the event is not of the pattern.
    fn nearness(&self, event: &E) -> Option<usize>;

    /// Returns the statement in words, with its values.
    fn text(&self) -> String;

    /// Returns itself, for the index of its own type.
    fn as_any(&self) -> &dyn Any;
}

/// Index of those who wait for events of a pattern, by the values they wait for.
pub trait Index<E> {
    /// Returns those who wait for this event.
    fn waiting(&self, event: &E) -> &[Watcher];

    /// Adds one that waits for an atom or a binding of this pattern, which is given as its own type.
    fn add(&mut self, of: &dyn Any, watcher: Watcher);

    /// Removes one that waits in the name of a slot.
    fn remove(&mut self, of: &dyn Any, slot: u32);
}

/// A slot that waits for an event, and the number of the atom that is true then in that slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watcher {
    pub(crate) slot: u32,
    pub(crate) atom: u32,
}

/// Words of a pattern, for reports.
#[derive(Clone, Copy, Debug)]
pub struct PatternText {
    /// Path of the variant or struct, or the whole pattern.
    pub path: &'static str,
    /// Names of the fields that are pinned or bound, in the order of their values.
    pub fields: &'static [&'static str],
    /// Other fields, as they are written.
    pub others: &'static [&'static str],
}

/// Hash function of the tables of this crate: fast, and the same in every run.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fold(u64);

pub(crate) type Table<K, V> = HashMap<K, V, BuildHasherDefault<Fold>>;

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word) ^ (chunk.len() as u64) << 56);
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        // The product of two halves mixes all bits of the word, which the table takes its place from.
        let product = u128::from(self.0 ^ value ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Digest of a value.
pub(crate) fn digest(value: &impl Hash) -> u64 {
    BuildHasherDefault::<Fold>::default().hash_one(value)
}

/// Atom by pattern: events that it matches, with these values.
pub(crate) struct Pattern<K, P> {
    project: P,
    key: K,
    text: &'static PatternText,
}

/// Value of a pattern that has to be equal to that of the event.
#[diagnostic::on_unimplemented(
    message = "the field is a `{K}`, and is compared with a `{Self}`",
    label = "this is not a `{K}` or a reference to one",
    note = "`field: =value` takes a value of the field's own type, or a reference to one"
)]
pub trait Pinned<K> {
    /// Returns the value to compare with.
    fn pinned(self) -> K;
}

impl<K> Pinned<K> for K {
    fn pinned(self) -> K {
        self
    }
}

impl<K: Clone> Pinned<K> for &K {
    fn pinned(self) -> K {
        self.clone()
    }
}

impl Pinned<String> for &str {
    fn pinned(self) -> String {
        String::from(self)
    }
}

/// Values of a pattern, as a tuple.
pub trait Pins<K> {
    /// Returns the values to compare with.
    fn pins(self) -> K;
}

/// Tuples of values that can be printed one by one.
pub trait Shown {
    /// Returns the `Debug` text of each value.
    fn shown(&self) -> Vec<String>;
}

macro_rules! tuples {
    ($(($($value:ident $key:ident),*))+) => {$(
        #[allow(non_snake_case, clippy::unused_unit)]
        impl<$($key, $value: Pinned<$key>),*> Pins<($($key,)*)> for ($($value,)*) {
            fn pins(self) -> ($($key,)*) {
                let ($($value,)*) = self;
                ($($value.pinned(),)*)
            }
        }

        #[allow(non_snake_case)]
        impl<$($key: Debug),*> Shown for ($($key,)*) {
            fn shown(&self) -> Vec<String> {
                let ($($key,)*) = self;
                vec![$(format!("{:?}", $key)),*]
            }
        }
    )+};
}

tuples! {
    ()
    (A K)
    (A K, B L)
    (A K, B L, C M)
    (A K, B L, C M, D N)
    (A K, B L, C M, D N, F O)
    (A K, B L, C M, D N, F O, G P)
    (A K, B L, C M, D N, F O, G P, H Q)
    (A K, B L, C M, D N, F O, G P, H Q, I R)
}

impl PatternText {
    /// The pattern with the names of its fields.
    pub(crate) fn without_values(&self) -> String {
        let blanks = vec![String::from("_"); self.fields.len()];
        self.with(&blanks).replace(": _", "")
    }

    /// The pattern with values for its fields.
    pub(crate) fn with(&self, values: &[String]) -> String {
        let path = self.path.rsplit("::").next().unwrap_or(self.path).trim();
        if values.is_empty() && self.others.is_empty() {
            return String::from(path);
        }
        let is_tuple = self.fields.iter().all(|name| name.starts_with(|c: char| c.is_numeric()));
        let mut text = String::from(path);
        if is_tuple && self.others.is_empty() {
            let place =
                |index: usize| self.fields.iter().position(|name| *name == index.to_string());
            let last = self.fields.iter().filter_map(|name| name.parse::<usize>().ok()).max();
            let shown = (0..=last.unwrap_or(0))
                .map(|index| place(index).map_or("_", |place| values[place].as_str()));
            let _ = write!(text, "({})", shown.collect::<Vec<_>>().join(", "));
            return text;
        }
        let pinned = self.fields.iter().zip(values).map(|(name, value)| format!("{name}: {value}"));
        let others = self.others.iter().map(|other| other.replace(" : ", ": ").trim().to_string());
        let _ = write!(text, " {{ {} }}", pinned.chain(others).collect::<Vec<_>>().join(", "));
        text
    }
}

impl<E, K, P> Atom<E> for Pattern<K, P>
where
    E: 'static,
    K: Hash + Eq + Clone + Shown + 'static,
    P: Fn(&E) -> Option<K> + Copy + 'static,
{
    fn holds(&self, event: &E) -> bool {
        (self.project)(event).is_some_and(|key| key == self.key)
    }

    fn site(&self) -> Option<TypeId> {
        Some(TypeId::of::<P>())
    }

    fn digest(&self) -> u64 {
        digest(&self.key)
    }

    fn is_same(&self, other: &dyn Atom<E>) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| other.key == self.key)
    }

    fn index(&self) -> Box<dyn Index<E>> {
        Box::new(ByKey { project: self.project, waiting: Waiting::<K>::default() })
    }

    fn nearness(&self, event: &E) -> Option<usize> {
        let key = (self.project)(event).filter(|key| *key != self.key)?;
        let (own, other) = (self.key.shown(), key.shown());
        Some(own.iter().zip(&other).filter(|(own, other)| own == other).count())
    }

    fn text(&self) -> String {
        self.text.with(&self.key.shown())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Index by the values that a pattern finds in an event.
struct ByKey<K, P> {
    project: P,
    waiting: Waiting<K>,
}

impl<E, K, P> Index<E> for ByKey<K, P>
where
    E: 'static,
    K: Hash + Eq + Clone + Shown + 'static,
    P: Fn(&E) -> Option<K> + Copy + 'static,
{
    #[inline]
    fn waiting(&self, event: &E) -> &[Watcher] {
        let Some(key) = (self.project)(event) else { return &[] };
        self.waiting.of(&key)
    }

    fn add(&mut self, of: &dyn Any, watcher: Watcher) {
        if let Some(pattern) = of.downcast_ref::<Pattern<K, P>>() {
            self.waiting.add(&pattern.key, watcher);
        }
    }

    fn remove(&mut self, of: &dyn Any, slot: u32) {
        if let Some(pattern) = of.downcast_ref::<Pattern<K, P>>() {
            self.waiting.remove(&pattern.key, slot);
        }
    }
}

/// Watchers by the values they wait for.
pub(crate) struct Waiting<K>(Table<K, Watchers>);

/// Watchers of one value, of which there is mostly one: that needs no allocation.
enum Watchers {
    One(Watcher),
    // In a box, because there is one of these for each value that is waited for.
    #[allow(clippy::box_collection)]
    Many(Box<Vec<Watcher>>),
}

// A derive would ask for `K: Default`.
impl<K> Default for Waiting<K> {
    fn default() -> Self {
        Waiting(Table::default())
    }
}

impl<K: Hash + Eq + Clone> Waiting<K> {
    #[inline]
    pub fn of(&self, key: &K) -> &[Watcher] {
        match self.0.get(key) {
            None => &[],
            Some(Watchers::One(one)) => std::slice::from_ref(one),
            Some(Watchers::Many(many)) => many,
        }
    }

    pub fn add(&mut self, key: &K, watcher: Watcher) {
        match self.0.get_mut(key) {
            Some(Watchers::Many(many)) => many.push(watcher),
            Some(Watchers::One(one)) => {
                let both = Box::new(Vec::from([*one, watcher]));
                self.0.insert(key.clone(), Watchers::Many(both));
            }
            None => {
                self.0.insert(key.clone(), Watchers::One(watcher));
            }
        }
    }

    pub fn remove(&mut self, key: &K, slot: u32) {
        let is_empty = match self.0.get_mut(key) {
            None => return,
            Some(Watchers::One(one)) => one.slot == slot,
            Some(Watchers::Many(many)) => {
                if let Some(place) = many.iter().rposition(|watcher| watcher.slot == slot) {
                    many.swap_remove(place);
                }
                many.is_empty()
            }
        };
        if is_empty {
            self.0.remove(key);
            // What was needed for very many is given back when few are left.
            if self.0.capacity() > 1024 && self.0.len() * 8 < self.0.capacity() {
                self.0.shrink_to_fit();
            }
        }
    }
}

/// Atom by closure.
pub(crate) struct Opaque<E> {
    test: Rc<dyn Fn(&E) -> bool>,
    near: Option<fn(&E) -> bool>,
    text: String,
}

impl<E> Opaque<E> {
    pub fn new(name: &str, test: impl Fn(&E) -> bool + 'static) -> Self {
        Opaque { test: Rc::new(test), near: None, text: String::from(name) }
    }
}

impl<E: 'static> Atom<E> for Opaque<E> {
    fn holds(&self, event: &E) -> bool {
        (self.test)(event)
    }

    fn site(&self) -> Option<TypeId> {
        None
    }

    fn digest(&self) -> u64 {
        digest(&Rc::as_ptr(&self.test).addr())
    }

    /// Closures cannot be compared: only the same one is the same.
    fn is_same(&self, other: &dyn Atom<E>) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| Rc::ptr_eq(&self.test, &other.test))
    }

    fn index(&self) -> Box<dyn Index<E>> {
        unreachable!("closures are asked at every event, and not looked up")
    }

    fn nearness(&self, event: &E) -> Option<usize> {
        let is_near = self.near.is_some_and(|near| near(event)) && !self.holds(event);
        is_near.then_some(0)
    }

    fn text(&self) -> String {
        self.text.clone()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Expansion of [`is!`](crate::is).
pub fn pattern<E, K, P>(project: P, pins: impl Pins<K>, text: &'static PatternText) -> Formula<E>
where
    E: 'static,
    K: Hash + Eq + Clone + Shown + 'static,
    P: Fn(&E) -> Option<K> + Copy + 'static,
{
    const { assert!(size_of::<P>() == 0, "the projection of a pattern captures nothing") };
    Formula::new(Shape::Atom(Rc::new(Pattern { project, key: pins.pins(), text })))
}

/// Expansion of [`is!`](crate::is) with a guard. `near` is the pattern without its guard.
pub fn guarded<E: 'static>(
    near: fn(&E) -> bool,
    test: impl Fn(&E) -> bool + 'static,
    text: &'static str,
) -> Formula<E> {
    let opaque = Opaque { test: Rc::new(test), near: Some(near), text: String::from(text) };
    Formula::new(Shape::Atom(Rc::new(opaque)))
}
