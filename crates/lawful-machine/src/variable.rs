//! Variables: names for results that do not exist yet.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Index;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use lawful_core::generate::Misuse;

use crate::kind::Keeps;

/// A name for the result of a command, or for a part of it: what the model knows of a value that
/// only the system can make. It prints as `v3`, and as `v3.context` where it names a part.
///
/// Variables are equal if they name the same part of the same result. Two that differ may have
/// equal values all the same, which is the system's business.
pub struct Var<T> {
    step: u32,
    part: &'static str,
    kind: PhantomData<fn() -> T>,
}

impl<T> Var<T> {
    pub(crate) fn new(step: u32, part: &'static str) -> Self {
        Var { step, part, kind: PhantomData }
    }

    fn key(&self) -> (u32, &'static str) {
        (self.step, self.part)
    }
}

// Derives would ask the same of `T`, which a name does not hold.
impl<T> Clone for Var<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Var<T> {}

impl<T> PartialEq for Var<T> {
    fn eq(&self, other: &Self) -> bool {
        self.step == other.step && same(self.part, other.part)
    }
}

impl<T> Eq for Var<T> {}

impl<T> PartialOrd for Var<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Var<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl<T> Hash for Var<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl<T> fmt::Debug for Var<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Seen::see(self.key());
        match self.part {
            "" => write!(out, "v{}", self.step),
            part => write!(out, "v{}.{part}", self.step),
        }
    }
}

thread_local! {
    /// The steps and parts of the variables that were formatted since somebody began to look.
    static STEPS: RefCell<Vec<(u32, &'static str)>> = const { RefCell::new(Vec::new()) };
    static LOOKS: Cell<bool> = const { Cell::new(false) };
}

/// Sees which variables are formatted, and so which are in a value of whatever type.
pub(crate) struct Seen;

impl Seen {
    pub fn begin() -> Self {
        STEPS.with_borrow_mut(Vec::clear);
        LOOKS.set(true);
        Seen
    }

    /// The step of the first variable.
    pub fn first(&self) -> Option<u32> {
        STEPS.with_borrow(|steps| steps.first().map(|(step, _)| *step))
    }

    /// The steps and parts of all of them.
    pub fn all(&self) -> Vec<(u32, &'static str)> {
        STEPS.with_borrow(Vec::clone)
    }

    fn see(named: (u32, &'static str)) {
        if LOOKS.get() {
            STEPS.with_borrow_mut(|steps| steps.push(named));
        }
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        LOOKS.set(false);
    }
}

/// Most parts are empty, and to compare empty texts is a call all the same.
#[inline]
fn same(part: &str, other: &str) -> bool {
    part.len() == other.len() && (part.is_empty() || part == other)
}

/// The values that variables stand for, while a program runs: `real[pid]` is the value of `pid`.
pub struct Bindings<V: ?Sized = dyn Any> {
    /// In the order of their steps.
    values: Vec<Real<V>>,
    /// Those of the steps that ran before several branches did, which share them.
    before: Option<Arc<Bindings<V>>>,
    /// The steps whose calls never returned.
    never_known: Vec<u32>,
}

/// What a promise ends with that asks for a value which nobody will ever know.
struct NeverKnown;

struct Real<V: ?Sized> {
    step: u32,
    part: &'static str,
    value: Value<V>,
}

enum Value<V: ?Sized> {
    Own(Box<V>),
    /// It is inside of the result of its step, which is kept as a whole.
    Within(Vec<Within>),
}

/// From a value to one inside of it.
pub(crate) type Within = fn(&dyn Any) -> Option<&dyn Any>;

/// The part that is the result as a whole, where it is kept to be explained later. No variable has its name.
const WHOLE: &str = "(the result)";

// A derive would ask the same of `V`.
impl<V: ?Sized> Default for Bindings<V> {
    fn default() -> Self {
        Bindings { values: Vec::new(), before: None, never_known: Vec::new() }
    }
}

impl<V: Keeps + ?Sized> Bindings<V> {
    pub(crate) fn insert(&mut self, step: u32, part: &'static str, value: Box<V>) {
        self.values.push(Real { step, part, value: Value::Own(value) });
    }

    /// Says where in the result of its step a variable's value is.
    pub(crate) fn insert_within(&mut self, step: u32, path: Vec<Within>) {
        self.values.push(Real { step, part: "", value: Value::Within(path) });
    }

    /// Keeps the result of a step as a whole.
    pub(crate) fn insert_whole(&mut self, step: u32, value: Box<V>) {
        self.insert(step, WHOLE, value);
    }

    /// The result of a step, if it was kept as a whole.
    pub(crate) fn whole(&self, step: u32) -> Option<&V> {
        match &self.entry(step, WHOLE)?.value {
            Value::Own(value) => Some(value),
            Value::Within(_) => None,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.values.clear();
        self.before = None;
        self.never_known.clear();
    }

    /// Bindings of a branch, which begins with what there is before it.
    pub fn after(before: &Arc<Bindings<V>>) -> Self {
        Bindings { before: Some(before.clone()), ..Bindings::default() }
    }

    /// Says that the call of a step never returned: names for its result stand for nothing.
    pub fn never_known(&mut self, step: u32) {
        self.never_known.push(step);
    }

    /// Whether a promise holds, as far as anybody can know: one about the result of a call that never returned
    /// is not broken.
    pub(crate) fn allows(&self, holds: impl FnOnce() -> bool) -> bool {
        if self.never_known.is_empty() {
            return holds();
        }
        catch_unwind(AssertUnwindSafe(holds)).unwrap_or_else(|payload| {
            if payload.is::<NeverKnown>() { true } else { resume_unwind(payload) }
        })
    }

    /// Takes those of a branch, too.
    pub fn join(&mut self, branch: Bindings<V>) {
        self.values.extend(branch.values);
        self.values.sort_by_key(|real| real.step);
    }

    /// Returns whether there is a value for a part of the result of a step.
    pub fn knows(&self, step: u32, part: &str) -> bool {
        let before = self.before.as_ref();
        self.entry(step, part).is_some() || before.is_some_and(|before| before.knows(step, part))
    }

    fn entry(&self, step: u32, part: &str) -> Option<&Real<V>> {
        let from = self.values.partition_point(|real| real.step < step);
        let mut of_step = self.values[from..].iter().take_while(|real| real.step == step);
        of_step.find(|real| same(real.part, part))
    }

    fn find<T: 'static>(&self, var: Var<T>) -> Option<&T> {
        let Some(real) = self.entry(var.step, var.part) else {
            return self.before.as_ref()?.find(var);
        };
        let value = match &real.value {
            Value::Own(value) => value.any(),
            Value::Within(path) => {
                let whole = self.whole(var.step)?.any();
                path.iter().try_fold(whole, |value, within| within(value))?
            }
        };
        value.downcast_ref()
    }
}

impl<T: 'static, V: Keeps + ?Sized> Index<Var<T>> for Bindings<V> {
    type Output = T;

    fn index(&self, var: Var<T>) -> &T {
        let missing = || {
            if self.never_known.contains(&var.step) {
                resume_unwind(Box::new(NeverKnown));
            }
            Misuse::raise(format!(
                "{var:?} has no value in this program: a variable is of use only in the case that it \
                 was made in"
            ))
        };
        self.find(var).unwrap_or_else(missing)
    }
}

impl<V: ?Sized> fmt::Debug for Bindings<V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.before.iter().flat_map(|before| &before.values);
        let named = before.chain(&self.values).filter(|real| real.part != WHOLE);
        let names = named.map(|real| Var::<()>::new(real.step, real.part));
        out.debug_list().entries(names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_stands_for_its_own_part_of_its_own_result() {
        let mut real: Bindings = Bindings::default();
        real.insert(1, "", Box::new("one"));
        real.insert(3, "left", Box::new(30));
        real.insert(3, "right", Box::new(31));
        real.insert(3, "", Box::new("three"));
        assert_eq!(real[Var::<&str>::new(1, "")], "one");
        assert_eq!(real[Var::<&str>::new(3, "")], "three");
        assert_eq!(real[Var::<i32>::new(3, "right")], 31);
        assert_eq!(format!("{real:?}"), "[v1, v3.left, v3.right, v3]");
        assert!(Var::<i32>::new(2, "") < Var::new(3, ""));
        assert!(Var::<i32>::new(2, "a") != Var::new(2, "b"));
    }
}
