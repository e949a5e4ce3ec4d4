//! Items that expansions of `#[law]`, the derive and `obeys!` name. Nothing here is public API.

use std::path::Path;

pub use lawful_bundles as bundles;
pub use lawful_core::choice::{KeyDigest, Source};
pub use lawful_core::data::{About, Target};
pub use lawful_core::generate::{
    Arbitrary, Field, FuncKey, Plan, Shape, Shapes, Site, Variant, any, probe,
};
pub use lawful_core::law::{Case, IntoOutcome, Law, Outcome, block_on, steps};
pub use lawful_core::run::{Config, Database};

pub use crate::__about as about;
pub use crate::__config as config;
pub use crate::arguments::{
    Given, GivenArbitrary, GivenOther, Lent, LentMut, Seen, SeenByCopy, SeenByReference, drawn,
    lent_steps, shown_error,
};
pub use crate::check::{check_built, check_law};
pub use crate::fuzz::fuzz_built;
pub use crate::when_fuzzing;

/// Items that `#[law(scheduled)]` names.
#[cfg(feature = "pulse")]
pub mod pulse {
    pub use lawful_pulse::future::block_on;
    pub use lawful_pulse::{SCHEDULES, scheduled};
}

/// Name and place of the law of this path in the current module. A macro, since cargo tells the package and the
/// target to the crate that is compiled.
#[doc(hidden)]
#[macro_export]
macro_rules! __about {
    ($path:expr) => {
        $crate::__private::about_test(
            ::core::concat!("\u{1}lawful law\u{1}", ::core::module_path!(), "::", $path, "\u{2}"),
            (::core::file!(), ::core::line!()),
            ::core::option_env!("CARGO_PKG_NAME"),
            ::core::option_env!("CARGO_BIN_NAME"),
            ::core::option_env!("CARGO_TARGET_TMPDIR")
                .and(::core::option_env!("CARGO_MANIFEST_DIR")),
        )
    };
}

/// Settings of a test. A macro, since cargo tells the target directory to the integration tests that it compiles.
#[doc(hidden)]
#[macro_export]
macro_rules! __config {
    () => {
        $crate::__private::config_for_tests(::core::option_env!("CARGO_TARGET_TMPDIR"))
    };
}

/// Settings of a test. `temporary` is the directory for temporary files under the target directory.
pub fn config_for_tests(temporary: Option<&str>) -> Config {
    Config::for_tests_in(temporary.and_then(|directory| Path::new(directory).parent()?.to_str()))
}

/// Name and place of a law, from what cargo told the compiler. The directory of the package is given in integration
/// tests, which alone have a directory for temporary files.
///
/// The path stands between marks, by which `cargo lawful` finds the laws of an executable: the harness lists all tests and
/// does not say which are laws, and a section of the executable for them would take unsafe code in users' crates.
pub fn about_test(
    path: &str,
    place: (&'static str, u32),
    package: Option<&str>,
    binary: Option<&str>,
    directory_of_tests: Option<&str>,
) -> About {
    let path = path.strip_prefix(lawful_data::LAW_MARK).unwrap_or(path);
    let path = path.strip_suffix(lawful_data::LAW_MARK_END).unwrap_or(path);
    let crate_name = path.split("::").next().unwrap_or_default();
    let target = match (binary, directory_of_tests) {
        _ if package.is_none() => None,
        (Some(binary), _) => Some(Target::Bin(binary.to_string())),
        (None, Some(directory)) => Some(Target::of_test(crate_name, Path::new(directory))),
        (None, None) => Some(Target::Lib),
    };
    About::of_test(path, package, target, place)
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
