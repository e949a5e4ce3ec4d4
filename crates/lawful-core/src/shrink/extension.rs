//! Contributions of components to shrinking.

use super::shrinker::Shrinker;
use crate::choice::Tape;

/// Passes and measures of a component, declared once as a `static`.
#[derive(Debug, Default)]
pub struct Extension {
    /// Passes, which come before the engine's own of the same stage.
    pub passes: &'static [Pass],
    /// Measures of a case's size that people understand.
    pub measures: &'static [Measure],
    /// True if the passes delete the steps of [sequences](crate::extend::Choices::sequence). The
    /// engine's own pass for elements of lists then leaves them alone.
    pub deletes_steps: bool,
}

/// A way to propose smaller tapes.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name, in a few words.
    pub name: &'static str,
    /// When it runs.
    pub stage: Stage,
    /// Proposes candidates until it has nothing more to gain.
    pub run: fn(&mut Shrinker<'_>),
}

/// Stage of shrinking in which a pass runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Once, before anything else.
    First,
    /// Round after round, until a round gains nothing.
    Structure,
    /// When nothing cheaper gains any more; a gain goes back to [`Stage::Structure`].
    Polish,
    /// As [`Stage::Polish`], after the engine's own passes of that stage.
    Last,
}

/// A size of a case that people understand.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Unit, for one of them and for several: `("edit", "edits")`.
    pub unit: (&'static str, &'static str),
    /// Size of the case that a tape stands for.
    pub of: fn(&Tape) -> u64,
    /// Tries all smaller sizes of the best tape, within a budget of its own, and says whether that is a
    /// proof that the best has the smallest.
    pub prove: Option<fn(&mut Shrinker<'_>) -> bool>,
}
