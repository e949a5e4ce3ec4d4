//! The values that the commands of a program drew, kept so that it can run again.

use std::any::{Any, type_name};
use std::cell::{Cell, RefCell};

use lawful_core::generate::Misuse;

use crate::kind::Keeps;

/// Where the values of a step come from.
pub(crate) enum Draws<'a, V: ?Sized> {
    /// From the source; nothing is kept of them.
    Fresh,
    /// From the source, and kept.
    Kept(&'a RefCell<Vec<Box<V>>>),
    /// From a program.
    Given { values: &'a [Box<V>], next: &'a Cell<usize> },
}

impl<V: Keeps + ?Sized> Draws<'_, V> {
    /// The next value of a program; nothing where values are drawn.
    pub fn given<T: Clone + 'static>(&self, command: &str) -> Option<T> {
        let Draws::Given { values, next } = self else { return None };
        let index = next.replace(next.get() + 1);
        let value = values.get(index).unwrap_or_else(|| {
            Misuse::raise(format!(
                "the sequence gives `{command}` {} values, and it draws more",
                values.len()
            ))
        });
        let value = value.any().downcast_ref::<T>();
        let wrong = || {
            Misuse::raise(format!(
                "value {} that the sequence gives `{command}` is none of type {}",
                index + 1,
                type_name::<T>()
            ))
        };
        Some(value.unwrap_or_else(wrong).clone())
    }
}

/// The values for one step of a program written by hand: a tuple of them, in the order in which the
/// command draws and picks them.
pub trait CommandValues<V: ?Sized = dyn Any> {
    #[doc(hidden)]
    fn kept(self, keep: &mut KeptValues<V>);
}

/// Takes values.
#[doc(hidden)]
pub struct KeptValues<V: ?Sized>(pub(crate) Vec<Box<V>>);

impl<V: ?Sized> CommandValues<V> for () {
    fn kept(self, _: &mut KeptValues<V>) {}
}

macro_rules! values_of_tuples {
    ($($name:ident $place:tt)+) => {
        impl<$($name: Clone + 'static),+> CommandValues<dyn Any> for ($($name,)+) {
            fn kept(self, keep: &mut KeptValues<dyn Any>) {
                $(keep.0.push(Box::new(self.$place));)+
            }
        }

        impl<$($name: Clone + Send + Sync + 'static),+> CommandValues<dyn Any + Send + Sync> for ($($name,)+) {
            fn kept(self, keep: &mut KeptValues<dyn Any + Send + Sync>) {
                $(keep.0.push(Box::new(self.$place));)+
            }
        }
    };
}
values_of_tuples!(A 0);
values_of_tuples!(A 0 B 1);
values_of_tuples!(A 0 B 1 C 2);
values_of_tuples!(A 0 B 1 C 2 D 3);
values_of_tuples!(A 0 B 1 C 2 D 3 E 4);
values_of_tuples!(A 0 B 1 C 2 D 3 E 4 F 5);
values_of_tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
values_of_tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
