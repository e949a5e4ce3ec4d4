//! Law discovery: which equations do these functions obey?

mod chain;
mod closure;
mod conditional;
mod congruence;
mod definition;
mod discovery;
mod domain;
mod equality;
mod equation;
mod instances;
mod keep;
mod lift;
mod names;
mod prove;
mod prune;
mod rank;
mod retest;
mod scope;
mod search;
mod show;
mod signature;
mod table;
mod term;
mod tests;
mod text;
mod values;
mod why;

pub use congruence::Incongruence;
pub use discovery::{
    Discovery, Figures, FoundLaw, MissingConstant, NearLaw, PartialFunction, RefutedLaw,
};
pub use equation::{Counterexample, EquationLaw};
pub use keep::{LawDifference, LostLaw, Refuted};
pub use rank::{LawShape, Side};
pub use show::Line;
pub use signature::Signature;
pub use why::{ProofLine, Why};

/// What [`sig!`] expands to.
#[doc(hidden)]
pub mod __private {
    pub use crate::equality::{
        ByEquality, ByFloat, ByHash, ByIdentity, ByNothing, ByOrder, ByText, Drawn, Hidden,
        NotDrawn, Shown,
    };
    pub use crate::keep::keep;
    pub use crate::lift::lift;
    pub use crate::names::clean_name;
    pub use crate::signature::asked;
}
