//! Items that expansions of `#[law]`, the derive and `obeys!` name. Nothing here is public API.

pub use lawful_bundles as bundles;
pub use lawful_core::choice::{KeyDigest, Source};
pub use lawful_core::generate::{
    Arbitrary, Field, FuncKey, Plan, Shape, Shapes, Site, Variant, any, probe,
};
pub use lawful_core::law::{Case, IntoOutcome, Law, Outcome, block_on, steps};
pub use lawful_core::run::{About, Config, Database};

pub use crate::check::{check_built, check_law};
pub use crate::fuzz::fuzz_built;
pub use crate::when_fuzzing;

/// Items that `#[law(scheduled)]` names.
#[cfg(feature = "pulse")]
pub mod pulse {
    pub use lawful_pulse::future::block_on;
    pub use lawful_pulse::{SCHEDULES, scheduled};
}

/// Converts the number of an option of `#[law(..)]`, which may be a constant of any integer type.
#[track_caller]
pub fn number<N, T: TryFrom<N>>(option: &str, number: N) -> T
where
    N: Copy + std::fmt::Display,
{
    T::try_from(number)
        .unwrap_or_else(|_| panic!("`{option}` cannot be {number}: it is too small or too large"))
}
