//! Structures of generators are generators.

use super::{Arbitrary, Generator, Shape, Shapes};
use crate::choice::Source;

macro_rules! tuples {
    ($($($letter:ident $index:tt),+;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($letter: Generator),+> Generator for ($($letter,)+) {
            type Value = ($($letter::Value,)+);
            #[inline]
            fn generate(&self, source: &mut Source) -> Self::Value {
                ($(source.draw(&self.$index),)+)
            }
            #[inline]
            fn recycle(&self, value: Self::Value, source: &mut Source) {
                $(self.$index.recycle(value.$index, source);)+
            }
        }
        #[diagnostic::do_not_recommend]
        impl<$($letter: Arbitrary),+> Arbitrary for ($($letter,)+) {
            #[inline]
            fn arbitrary(source: &mut Source) -> Self {
                ($(source.any::<$letter>(),)+)
            }
            #[inline]
            fn recycle(self, source: &mut Source) {
                $(self.$index.recycle(source);)+
            }
            fn shape(shapes: &mut Shapes) -> Shape {
                Shape::all([$($letter::shape(shapes)),+])
            }
        }
    )*};
}
tuples! {
    A 0;
    A 0, B 1;
    A 0, B 1, C 2;
    A 0, B 1, C 2, D 3;
    A 0, B 1, C 2, D 3, E 4;
    A 0, B 1, C 2, D 3, E 4, F 5;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10;
    A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11;
}

impl<G: Generator, const N: usize> Generator for [G; N] {
    type Value = [G::Value; N];
    fn generate(&self, source: &mut Source) -> Self::Value {
        std::array::from_fn(|index| source.draw(&self[index]))
    }
}

impl<G: Generator> Generator for Vec<G> {
    type Value = Vec<G::Value>;
    fn generate(&self, source: &mut Source) -> Self::Value {
        self.iter().map(|generator| source.draw(generator)).collect()
    }
}

impl<G: Generator> Generator for Option<G> {
    type Value = Option<G::Value>;
    fn generate(&self, source: &mut Source) -> Self::Value {
        self.as_ref().map(|generator| source.draw(generator))
    }
}

/// A struct literal with generators in the fields is a generator of the struct.
///
/// ```
/// use lawful::prelude::*;
///
/// #[derive(Debug)]
/// struct Meeting { hour: u8, minute: u8, room: Option<u32> }
///
/// let meeting = structure!(Meeting { hour: 8..18, minute: 0..60, room: any() });
/// check(meeting, |meeting| assert!(meeting.hour >= 8));
/// ```
#[macro_export]
macro_rules! structure {
    ($name:path { $($field:ident : $generator:expr),* $(,)? }) => {{
        // Each generator is made once, in the order of the fields.
        let fields = ($($generator,)*);
        move |source: &mut $crate::choice::Source| {
            let ($(ref $field,)*) = fields;
            $name { $($field: source.draw($field)),* }
        }
    }};
}
