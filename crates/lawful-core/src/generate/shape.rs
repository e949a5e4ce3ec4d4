//! How the values of a type are built, as far as it decides whether they come to an end.
//!
//! A derived type has to know which of its fields lead back to it, and which of its variants end.
//! That is not in its own tokens: the way back may go through other types, their parameters and
//! std's containers. So every type tells its shape, and a derived one asks those of its fields.

use std::any::type_name;

use super::{Arbitrary, Listed};

/// Structure of the values of a type. See [`Arbitrary::shape`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape(pub(super) Form);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Leaf,
    /// Every one of these.
    All(Vec<Form>),
    /// So many of the same.
    Times(u32, Box<Form>),
    /// One of these.
    Either(Vec<Form>),
    /// Any number, none among them.
    Many(Box<Form>),
    /// A derived type, by its place among those that are known.
    Type(usize),
}

impl Shape {
    /// Something that holds no value of a derived type.
    pub fn leaf() -> Self {
        Shape(Form::Leaf)
    }

    /// Something that holds all of these, like a tuple.
    pub fn all(parts: impl IntoIterator<Item = Shape>) -> Self {
        Shape(Form::All(parts.into_iter().map(|part| part.0).listed()))
    }

    /// Something that holds one of these, like an enum.
    pub fn either(parts: impl IntoIterator<Item = Shape>) -> Self {
        Shape(Form::Either(parts.into_iter().map(|part| part.0).listed()))
    }

    /// Something that holds as many of this as the size allows, like a list. At size 0 it must be
    /// empty.
    pub fn many(element: Shape) -> Self {
        Shape(Form::Many(Box::new(element.0)))
    }

    /// Something that holds exactly `count` of this, like an array.
    pub fn times(count: usize, element: Shape) -> Self {
        match u32::try_from(count).unwrap_or(u32::MAX) {
            0 => Shape::leaf(),
            count => Shape(Form::Times(count, Box::new(element.0))),
        }
    }
}

/// The derived types that were met so far, while shapes are asked for.
///
/// ```
/// use lawful::generate::{Shape, Shapes};
/// use lawful::prelude::*;
///
/// assert_eq!(<Option<u8>>::shape(&mut Shapes::default()), Shape::either([Shape::leaf(), Shape::leaf()]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    pub(super) types: Vec<Known>,
}

/// A derived type. Two types can have one name (in two blocks of one function), but not one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// The line of the derive.
    pub line: u32,
    /// Its column.
    pub column: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Known {
    pub name: &'static str,
    pub site: Site,
    pub is_enum: bool,
    pub variants: Vec<KnownVariant>,
}

#[derive(Clone, Debug)]
pub(super) struct KnownVariant {
    pub name: &'static str,
    pub brackets: &'static str,
    pub weight: u32,
    pub fields: Vec<KnownField>,
}

#[derive(Clone, Debug)]
pub(super) struct KnownField {
    pub name: &'static str,
    pub type_name: &'static str,
    pub form: Form,
}

/// A variant of a derived type; a struct is its own only one.
#[derive(Clone, Copy, Debug)]
pub struct Variant<'a> {
    /// Its name.
    pub name: &'static str,
    /// Text that follows the name where there are no fields: nothing, `()` or ` {}`.
    pub brackets: &'static str,
    /// Weight with which the variant is chosen; 0 is never.
    pub weight: u32,
    /// Its fields, in order.
    pub fields: &'a [Field],
}

impl<'a> Variant<'a> {
    /// A variant.
    pub const fn new(
        name: &'static str,
        brackets: &'static str,
        weight: u32,
        fields: &'a [Field],
    ) -> Self {
        Variant { name, brackets, weight, fields }
    }
}

/// A field of a derived type.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name, or its number.
    pub name: &'static str,
    /// The name of its type.
    pub type_name: fn() -> &'static str,
    /// The shape of its type.
    pub shape: fn(&mut Shapes) -> Shape,
}

impl Field {
    /// A field that is drawn by its type.
    pub const fn any<T: Arbitrary>(name: &'static str) -> Self {
        Field { name, type_name: type_name::<T>, shape: T::shape }
    }

    /// A field that is not generated.
    pub const fn skipped<T>(name: &'static str) -> Self {
        Field { name, type_name: type_name::<T>, shape: |_| Shape::leaf() }
    }
}

impl Shapes {
    /// The shape of a derived type. Its fields are asked for theirs once.
    pub fn derived<T>(&mut self, site: Site, is_enum: bool, variants: &[Variant<'_>]) -> Shape {
        self.add(type_name::<T>(), site, is_enum, variants)
    }

    fn add(
        &mut self,
        name: &'static str,
        site: Site,
        is_enum: bool,
        variants: &[Variant<'_>],
    ) -> Shape {
        let known = |known: &Known| known.name == name && known.site == site;
        if let Some(index) = self.types.iter().position(known) {
            return Shape(Form::Type(index));
        }
        let index = self.types.len();
        // Known before its fields are: they may lead back to it.
        self.types.push(Known { name, site, is_enum, variants: Vec::new() });
        let variants = variants.iter().map(|variant| self.variant(variant)).listed();
        self.types[index].variants = variants;
        Shape(Form::Type(index))
    }

    fn variant(&mut self, variant: &Variant<'_>) -> KnownVariant {
        let Variant { name, brackets, weight, fields } = *variant;
        let fields = fields.iter().map(|field| KnownField {
            name: field.name,
            type_name: (field.type_name)(),
            form: (field.shape)(self).0,
        });
        KnownVariant { name, brackets, weight, fields: fields.listed() }
    }
}
