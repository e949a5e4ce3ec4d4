//! Ways a generator ends a run other than with a value.

use std::fmt;
use std::panic::Location;

use crate::data::{Place, Starved};

/// The test is misused: a generator cannot do what it was asked for. It is carried by an unwind
/// to the runner, which reports it as such and not as a broken law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misuse {
    message: String,
}

impl Misuse {
    /// A misuse with a text that says what is wrong, where, and the way out.
    pub fn new(message: impl Into<String>) -> Self {
        Misuse { message: message.into() }
    }

    /// Ends the run.
    #[cold]
    pub fn raise(message: impl Into<String>) -> ! {
        std::panic::resume_unwind(Box::new(Misuse::new(message)))
    }
}

impl fmt::Display for Misuse {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl Starved {
    /// Ends the run.
    #[cold]
    pub fn raise(
        filter: &'static Location<'static>,
        tries: u32,
        different: Option<(u64, u64)>,
    ) -> ! {
        let filter = Place { file: filter.file(), line: filter.line(), column: filter.column() };
        std::panic::resume_unwind(Box::new(Starved { filter, tries, different }))
    }
}
