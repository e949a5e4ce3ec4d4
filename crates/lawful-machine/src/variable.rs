//! Variables: names for results that do not exist yet.

use std::any::Any;
use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Index;

use lawful_core::generate::Misuse;

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
        Seen::see(self.step);
        match self.part {
            "" => write!(out, "v{}", self.step),
            part => write!(out, "v{}.{part}", self.step),
        }
    }
}

thread_local! {
    /// The step of the first variable that was formatted since somebody began to look.
    static FIRST: Cell<Option<u32>> = const { Cell::new(None) };
    static LOOKS: Cell<bool> = const { Cell::new(false) };
}

/// Sees which variables are formatted, and so which are in a value of whatever type.
pub(crate) struct Seen;

impl Seen {
    pub fn begin() -> Self {
        FIRST.set(None);
        LOOKS.set(true);
        Seen
    }

    /// The step of the first variable.
    pub fn first(&self) -> Option<u32> {
        FIRST.get()
    }

    fn see(step: u32) {
        if LOOKS.get() && FIRST.get().is_none() {
            FIRST.set(Some(step));
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
#[derive(Default)]
pub struct Reals {
    /// In the order of their steps.
    values: Vec<Real>,
}

struct Real {
    step: u32,
    part: &'static str,
    value: Box<dyn Any>,
}

impl Reals {
    pub(crate) fn insert(&mut self, step: u32, part: &'static str, value: Box<dyn Any>) {
        self.values.push(Real { step, part, value });
    }

    pub(crate) fn clear(&mut self) {
        self.values.clear();
    }

    fn find<T: 'static>(&self, var: Var<T>) -> Option<&T> {
        let from = self.values.partition_point(|real| real.step < var.step);
        let mut of_step = self.values[from..].iter().take_while(|real| real.step == var.step);
        of_step.find(|real| same(real.part, var.part))?.value.downcast_ref()
    }
}

impl<T: 'static> Index<Var<T>> for Reals {
    type Output = T;

    fn index(&self, var: Var<T>) -> &T {
        let missing = || {
            Misuse::raise(format!(
                "{var:?} has no value in this program: a variable is of use only in the case that it \
                 was made in"
            ))
        };
        self.find(var).unwrap_or_else(missing)
    }
}

impl fmt::Debug for Reals {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.values.iter().map(|real| Var::<()>::new(real.step, real.part));
        out.debug_list().entries(names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_stands_for_its_own_part_of_its_own_result() {
        let mut real = Reals::default();
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
