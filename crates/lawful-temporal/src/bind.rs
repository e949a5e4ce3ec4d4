//! Bindings: values of an event, and what is said of them.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::hash::Hash;
use std::rc::{Rc, Weak};

use crate::atom::{Index, PatternText, Pins, Shown, Table, Waiting, Watcher};
use crate::formula::{Formula, Quantifier, Shape};
use crate::slots::Compiled;

/// A pattern whose values are bound, and a formula for each of them.
pub trait Bind<E> {
    /// Returns whether an event matches.
    fn is_match(&self, event: &E) -> bool;

    /// Returns what is said of the values of an event, if it matches.
    fn instance(&self, event: &E) -> Option<Rc<Instance<E>>>;

    /// Pattern of the binding.
    fn site(&self) -> TypeId;

    /// Makes an index of those who wait for events of this pattern.
    fn index(&self) -> Box<dyn Index<E>>;

    /// Returns the binding, for the index of its own type.
    fn as_any(&self) -> &dyn Any;

    /// Makes an empty set of values.
    fn no_values(&self) -> Box<dyn Values<E>>;

    /// Returns the pattern in words.
    fn text(&self) -> String;

    /// Returns the values of an event that matches, with their names: `t = 2, l = 1`.
    fn values_at(&self, event: &E) -> String;
}

/// Statement about some values.
pub struct Instance<E> {
    pub(crate) formula: Formula<E>,
    /// The formula as the monitor has it that asked last.
    pub(crate) compiled: RefCell<Option<Rc<Compiled<E>>>>,
}

/// Number of instances that are kept although nothing waits for them: the values of the next run are often those of the
/// last one.
const MOST_RECENT: usize = 64;

/// Set of values that events had.
pub trait Values<E> {
    /// Adds the values of an event; returns what is said of them if they are new.
    fn add(&mut self, event: &E) -> Option<Rc<Instance<E>>>;

    /// Returns whether an event has values that are not in the set.
    fn is_new(&self, event: &E) -> bool;

    /// Returns another set with the same values.
    fn duplicate(&self) -> Box<dyn Values<E>>;
}

/// Instances that are alive, by their values.
///
/// Closures cannot be compared, so two instances with the same values would be two obligations, however often the
/// same message is sent. With this they are one, as long as the first is alive.
struct Alive<E, V> {
    instances: Table<V, Weak<Instance<E>>>,
    /// Number of entries at which dead ones are looked for.
    sweep_at: usize,
    /// Instances that were made last, in a ring.
    recent: Vec<Rc<Instance<E>>>,
    made: usize,
}

impl<E, V> Alive<E, V> {
    /// Keeps an instance among the recent ones, in the place of the oldest.
    fn remember(&mut self, instance: &Rc<Instance<E>>) -> Option<Rc<Instance<E>>> {
        let place = self.made % MOST_RECENT;
        self.made += 1;
        match self.recent.get_mut(place) {
            Some(oldest) => Some(std::mem::replace(oldest, instance.clone())),
            None => {
                self.recent.push(instance.clone());
                None
            }
        }
    }
}

struct Binding<E, V, K, P, B> {
    project: P,
    /// Values that have to be equal to those of the event.
    pins: K,
    body: B,
    text: &'static PatternText,
    alive: RefCell<Alive<E, V>>,
}

/// Binding by reference, so that sets of values can ask it.
struct Shared<T>(Rc<T>);

impl<E, V, K, P, B> Binding<E, V, K, P, B>
where
    V: Hash + Eq + Clone + Shown,
    K: Hash + Eq + Clone + Shown,
    P: Fn(&E) -> Option<(V, K)>,
    B: Fn(V) -> Formula<E>,
{
    fn values(&self, event: &E) -> Option<V> {
        (self.project)(event).filter(|(_, pinned)| *pinned == self.pins).map(|(values, _)| values)
    }

    fn instance_of(&self, values: V) -> Rc<Instance<E>> {
        let known = self.alive.borrow().instances.get(&values).and_then(Weak::upgrade);
        if let Some(instance) = known {
            return instance;
        }
        // The body may bind again, and so come here.
        let formula = (self.body)(values.clone());
        let instance = Rc::new(Instance { formula, compiled: RefCell::default() });
        let mut alive = self.alive.borrow_mut();
        if alive.instances.len() >= alive.sweep_at {
            alive.instances.retain(|_, instance| instance.strong_count() > 0);
            alive.sweep_at = 2 * alive.instances.len() + 16;
            let most = alive.sweep_at;
            alive.instances.shrink_to(most);
        }
        alive.instances.insert(values, Rc::downgrade(&instance));
        let oldest = alive.remember(&instance);
        // What it owns is dropped when nothing is borrowed.
        drop(alive);
        drop(oldest);
        instance
    }
}

impl<E, V, K, P, B> Bind<E> for Shared<Binding<E, V, K, P, B>>
where
    E: 'static,
    V: Hash + Eq + Clone + Shown + 'static,
    K: Hash + Eq + Clone + Shown + 'static,
    P: Fn(&E) -> Option<(V, K)> + 'static,
    B: Fn(V) -> Formula<E> + 'static,
{
    fn is_match(&self, event: &E) -> bool {
        self.0.values(event).is_some()
    }

    fn instance(&self, event: &E) -> Option<Rc<Instance<E>>> {
        self.0.values(event).map(|values| self.0.instance_of(values))
    }

    fn site(&self) -> TypeId {
        TypeId::of::<(V, P)>()
    }

    fn index(&self) -> Box<dyn Index<E>> {
        Box::new(ByPins { binding: self.0.clone(), waiting: Waiting::<K>::default() })
    }

    fn as_any(&self) -> &dyn Any {
        &self.0.pins
    }

    fn no_values(&self) -> Box<dyn Values<E>> {
        Box::new(Seen { binding: self.0.clone(), values: Table::default() })
    }

    fn text(&self) -> String {
        self.0.text.without_values()
    }

    fn values_at(&self, event: &E) -> String {
        let Some(values) = self.0.values(event) else { return self.text() };
        let named = self.0.text.fields.iter().zip(values.shown());
        named.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }
}

/// Index by the values that bindings of one pattern are pinned to.
struct ByPins<T, K> {
    /// Any of the bindings: they have the same projection.
    binding: Rc<T>,
    waiting: Waiting<K>,
}

impl<E, V, K, P, B> Index<E> for ByPins<Binding<E, V, K, P, B>, K>
where
    K: Hash + Eq + Clone + 'static,
    P: Fn(&E) -> Option<(V, K)>,
{
    fn waiting(&self, event: &E) -> &[Watcher] {
        (self.binding.project)(event).map_or(&[], |(_, key)| self.waiting.of(&key))
    }

    fn add(&mut self, of: &dyn Any, watcher: Watcher) {
        if let Some(key) = of.downcast_ref::<K>() {
            self.waiting.add(key, watcher);
        }
    }

    fn remove(&mut self, of: &dyn Any, slot: u32) {
        if let Some(key) = of.downcast_ref::<K>() {
            self.waiting.remove(key, slot);
        }
    }
}

struct Seen<T, V> {
    binding: Rc<T>,
    values: Table<V, ()>,
}

impl<E, V, K, P, B> Values<E> for Seen<Binding<E, V, K, P, B>, V>
where
    E: 'static,
    V: Hash + Eq + Clone + Shown + 'static,
    K: Hash + Eq + Clone + Shown + 'static,
    P: Fn(&E) -> Option<(V, K)> + 'static,
    B: Fn(V) -> Formula<E> + 'static,
{
    fn add(&mut self, event: &E) -> Option<Rc<Instance<E>>> {
        let values = self.binding.values(event)?;
        let is_new = self.values.insert(values.clone(), ()).is_none();
        is_new.then(|| self.binding.instance_of(values))
    }

    fn is_new(&self, event: &E) -> bool {
        self.binding.values(event).is_some_and(|values| !self.values.contains_key(&values))
    }

    fn duplicate(&self) -> Box<dyn Values<E>> {
        Box::new(Seen { binding: self.binding.clone(), values: self.values.clone() })
    }
}

/// Expansions of `when!`, `some!` and `each!`: which of them it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binder {
    /// For all: holds where nothing matches.
    When,
    /// Exists: fails where nothing matches.
    Some,
    /// For every value that ever appears.
    Each,
}

/// Expansion of [`when!`](crate::when), [`some!`](crate::some) and [`each!`](crate::each).
pub fn bind<E, V, K, P, F>(
    binder: Binder,
    project: P,
    pins: impl Pins<K>,
    body: impl Fn(V) -> F + 'static,
    text: &'static PatternText,
) -> Formula<E>
where
    E: 'static,
    V: Hash + Eq + Clone + Shown + 'static,
    K: Hash + Eq + Clone + Shown + 'static,
    P: Fn(&E) -> Option<(V, K)> + 'static,
    F: Into<Formula<E>>,
{
    let instances = Table::default();
    let alive = RefCell::new(Alive { instances, sweep_at: 16, recent: Vec::new(), made: 0 });
    let body = move |values| body(values).into();
    let binding = Binding { project, pins: pins.pins(), body, text, alive };
    let binding: Rc<dyn Bind<E>> = Rc::new(Shared(Rc::new(binding)));
    Formula::new(match binder {
        Binder::When => Shape::Bind(Quantifier::All, binding),
        Binder::Some => Shape::Bind(Quantifier::Some, binding),
        Binder::Each => Shape::Each(binding),
    })
}
