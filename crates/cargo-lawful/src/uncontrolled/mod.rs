//! Listing of what a scheduled law does not control.
//!
//! PULSE instruments the code under test by itself ("Finding Race Conditions in Erlang with QuickCheck and PULSE", section
//! 5.4). A Rust program imports from `lawful_pulse` instead of std, and what it still takes from std, from tokio or from a
//! crate with locks of its own runs without scheduling points. This module finds such uses in the sources of a workspace:
//! [`Listing::of`] reads the packages that `cargo metadata` names, [`uses_in_source`] one source.
//!
//! ```
//! use cargo_lawful::uncontrolled::uses_in_source;
//!
//! let source = "use std::sync::{Arc, Mutex};\nfn main() { std::thread::yield_now() }\n";
//! let uses = uses_in_source(source).unwrap();
//! let lines: Vec<String> = uses.iter().map(ToString::to_string).collect();
//! assert_eq!(lines, [
//!     "1:22  std::sync::Mutex  use lawful_pulse::sync::Mutex",
//!     "2:13  std::thread::yield_now  use lawful_pulse::thread::yield_now",
//! ]);
//! ```
//!
//! # What is listed
//!
//! - The import of an uncontrolled item, once, as the place to change; uses by the imported name follow it.
//! - A use by a path through a module, such as `thread::spawn` after `use std::thread`, and by a name that a glob brings.
//! - A re-export of a module, such as `pub use std::sync`, in place of the uses that it leads to.
//! - Conditions of `#[cfg(..)]`, with the use. All of them are looked at, whatever the build.
//!
//! `Arc`, `Weak`, `Ordering`, `Duration` and the errors of locks are std's in `lawful_pulse` too and are not listed
//! (`lawful_pulse::sync::tracked::Arc` has counts that the scheduler sees). Nor are comments, strings and the examples in
//! documentation.
//!
//! # Limits
//!
//! Names are resolved without types: a method is not seen, only the path that made its receiver. Macros are not expanded;
//! paths among the tokens of a call or of `macro_rules!` are found as far as they are written there. Files of `include!`
//! are not read. What a member re-exports is listed in that member alone.

mod accept;
mod catalogue;
mod command;
pub(crate) mod declare;
mod listing;
mod scan;
pub(crate) mod scope;
#[cfg(test)]
mod tests;
pub(crate) mod workspace;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

pub use catalogue::{Advice, replacements};
pub use command::{UncontrolledOptions, exit_code};
pub use listing::{FileUses, Listing};

use declare::Crate;

/// Packages whose sources are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Selection {
    /// Packages that depend on `lawful-pulse`, or on `lawful` with its feature `pulse`, and the members that these depend
    /// on. Lawful's own packages are left out.
    #[default]
    Scheduled,
    /// Members of these names.
    Packages(Vec<String>),
    /// All members.
    Workspace,
}

/// One use of a name that the scheduler does not control.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Use {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Path of the item, from the name of its crate.
    pub name: String,
    /// Replacement, with its name in `lawful_pulse` where there is one.
    pub advice: Advice,
    /// Predicates of the `#[cfg(..)]` attributes that it depends on.
    pub conditions: Vec<String>,
}

/// A file or a module that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Problem {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Description of the problem.
    pub message: String,
}

impl Problem {
    fn new(file: &Path, line: usize, column: usize, message: String) -> Self {
        Problem { file: file.to_path_buf(), line, column, message }
    }
}

/// Reason why no listing could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScanError(String);

impl ScanError {
    fn new(message: String) -> Self {
        ScanError(message)
    }
}

impl fmt::Display for ScanError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for ScanError {}

/// Lists the uses in one source, without the modules of other files. All crates of the catalogue can be named.
///
/// Uses that a comment accepts are left out. The example is that of the [module](self).
pub fn uses_in_source(source: &str) -> Result<Vec<Use>, Problem> {
    let root = Path::new("lib.rs");
    let read = |path: &Path| match path == root {
        true => Ok(source.to_string()),
        false => Err(std::io::Error::from(std::io::ErrorKind::NotFound)),
    };
    let names = catalogue::crates().map(|name| (name.to_string(), name.to_string()));
    let crates: BTreeMap<String, String> = names.chain(workspace::languages()).collect();
    let mut of = Crate::read(root, crates, &read);
    if of.files.is_empty() {
        return Err(of.problems.remove(0));
    }
    let comments = accept::Comments::of(source);
    Ok(scan::uses(&mut of, 0).into_iter().filter(|found| !comments.accept(found.line)).collect())
}
