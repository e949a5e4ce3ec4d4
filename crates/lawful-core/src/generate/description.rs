//! What derived types look like, for whoever prints their values.
//!
//! The `Debug` text of a value does not say what type its fields have, and neither does the name of
//! its own type. A derived type knows. In a run that is shown, it leaves a description behind when a
//! value of it is drawn, however deep in other generators that happens.

use std::cell::RefCell;

use super::shape::{Known, Shapes};
use super::{Arbitrary, Listed, sort_by};
use crate::choice::Source;
use crate::data::{DescribedVariant, Description};

thread_local! {
    static DESCRIBED: RefCell<Vec<Description>> = const { RefCell::new(Vec::new()) };
}

impl Source {
    /// Describes a derived type of which a value is drawn, if the run is one that is shown.
    // For what the derive expands to.
    #[doc(hidden)]
    #[inline]
    pub fn describe<T: Arbitrary>(&self) {
        if self.shows() {
            describe(std::any::type_name::<T>(), T::shape);
        }
    }
}

#[cold]
fn describe(type_name: &'static str, shape: fn(&mut Shapes) -> super::Shape) {
    let is_known = |all: &Vec<Description>| all.iter().any(|one| one.type_name == type_name);
    if DESCRIBED.with_borrow(is_known) {
        return;
    }
    let mut shapes = Shapes::default();
    shape(&mut shapes);
    DESCRIBED.with_borrow_mut(|described| {
        for known in &shapes.types {
            if !described.iter().any(|one| one.type_name == known.name) {
                described.push(known.description());
            }
        }
    });
}

/// The types that were described since this was last asked for, by name.
pub(crate) fn take_described() -> Vec<Description> {
    let mut described = DESCRIBED.take();
    sort_by(&mut described, &|one, other| one.type_name.cmp(other.type_name));
    described
}

impl Known {
    fn description(&self) -> Description {
        let variants = self.variants.iter().map(|variant| DescribedVariant {
            name: variant.name,
            brackets: variant.brackets,
            fields: variant.fields.iter().map(|field| (field.name, field.type_name)).listed(),
        });
        Description { type_name: self.name, is_enum: self.is_enum, variants: variants.listed() }
    }
}
