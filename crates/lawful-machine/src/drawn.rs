//! The values that the commands of a program drew, kept so that it can run again.

use std::any::{Any, type_name};
use std::cell::{Cell, RefCell};

use lawful_core::generate::Misuse;

/// A value that was drawn.
pub(crate) trait Kept {
    fn as_any(&self) -> &dyn Any;
}

impl<T: 'static> Kept for T {
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Where the values of a step come from.
pub(crate) enum Draws<'a> {
    /// From the source; nothing is kept of them.
    Fresh,
    /// From the source, and kept.
    Kept(&'a RefCell<Vec<Box<dyn Kept>>>),
    /// From a program.
    Given { values: &'a [Box<dyn Kept>], next: &'a Cell<usize> },
}

impl Draws<'_> {
    /// The next value of a program; nothing where values are drawn.
    pub fn given<T: Clone + 'static>(&self, command: &str) -> Option<T> {
        let Draws::Given { values, next } = self else { return None };
        let index = next.replace(next.get() + 1);
        let value = values.get(index).unwrap_or_else(|| {
            Misuse::raise(format!(
                "the program gives `{command}` {} values, and it draws more",
                values.len()
            ))
        });
        // Through the box, or the box itself would be asked what it is.
        let value = (**value).as_any().downcast_ref::<T>();
        let wrong = || {
            Misuse::raise(format!(
                "value {} that the program gives `{command}` is none of type {}",
                index + 1,
                type_name::<T>()
            ))
        };
        Some(value.unwrap_or_else(wrong).clone())
    }
}

/// The values for one step of a program written by hand: a tuple of them, in the order in which the
/// command draws and picks them.
pub trait Values {
    #[doc(hidden)]
    fn kept(self, keep: &mut Keep);
}

/// Takes values.
#[doc(hidden)]
#[derive(Default)]
pub struct Keep(pub(crate) Vec<Box<dyn Kept>>);

impl Values for () {
    fn kept(self, _: &mut Keep) {}
}

macro_rules! values_of_tuples {
    ($($name:ident $place:tt)+) => {
        impl<$($name: Clone + 'static),+> Values for ($($name,)+) {
            fn kept(self, keep: &mut Keep) {
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
