//! Existential laws. They only make sense where all cases are gone through: that random tests meet no
//! witness says nothing.

use std::sync::{Arc, Mutex, PoisonError};

use super::case::Case;
use super::component::Component;
use super::outcome::Outcome;
use crate::choice::{Enumeration, Source};
use crate::data::{Reason, Starved};
use crate::generate::{Generator, Misuse};

/// The law that some value of a generator satisfies a condition. All values up to a size are tried,
/// smallest first: the size of the case in an exhaustive run, or the one that
/// [`up_to`](Exists::up_to) names.
///
/// ```
/// use lawful::exists;
/// use lawful::prelude::*;
///
/// // Every number has a greater one, but not within its own bounds.
/// let law = for_all(0..100u8, |x| exists(any::<u16>(), move |y| y > u16::from(x)).up_to(100));
/// assert!(Runner::named("greater").run(&law).is_success());
/// let law = for_all(any::<u8>(), |x| exists(any::<u8>(), move |y| y > x));
/// let summary = Runner::named("none greater").exhaustive(3).run(&law);
/// assert_eq!(summary.failure().unwrap().arguments[0].debug, "0");
/// ```
#[doc(alias = "find")]
pub fn exists<G, F>(generator: G, condition: F) -> Exists<G, F>
where
    G: Generator,
    F: Fn(G::Value) -> bool,
{
    Exists { generator, condition, size: None }
}

/// See [`exists`].
#[derive(Clone, Debug)]
pub struct Exists<G, F> {
    generator: G,
    condition: F,
    size: Option<u32>,
}

impl<G, F> Exists<G, F> {
    /// Looks among all values up to this size, whatever the size of the case.
    pub fn up_to(self, size: u32) -> Self {
        Exists { size: Some(size), ..self }
    }
}

impl<G: Generator, F: Fn(G::Value) -> bool> Component for Exists<G, F> {
    /// The size up to which values are tried.
    type Drawn = u32;

    fn draw(&self, case: &mut Case) -> u32 {
        match self.size {
            Some(size) => size,
            None if case.source.is_random() => Misuse::raise(
                "an existential law can only be judged where all values are gone through; say \
                 `#[law(exhaustive = n)]`, or `exists(..).up_to(size)`",
            ),
            None => case.source.size(),
        }
    }

    fn run(&self, size: u32, case: &mut Case) -> Outcome {
        let walk = Arc::new(Mutex::new(Enumeration::new(size)));
        loop {
            let drawn = draw(&self.generator, Source::fed(walk.clone(), size));
            if drawn.is_some_and(&self.condition) {
                return Outcome::Passed;
            }
            if !walk.lock().unwrap_or_else(PoisonError::into_inner).advance() {
                let title = "No value satisfies the condition";
                let reason = Reason::new(Reason::ENGINE, "no-witness", title);
                return case.fail(reason, || format!("among all up to size {size}"));
            }
        }
    }
}

/// A value, or none where a filter refuses all that a walk offers it.
fn draw<G: Generator>(generator: &G, mut source: Source) -> Option<G::Value> {
    let drawn = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| source.draw(generator)));
    match drawn {
        Ok(value) => Some(value),
        Err(payload) if payload.is::<Starved>() => None,
        Err(payload) => std::panic::resume_unwind(payload),
    }
}
