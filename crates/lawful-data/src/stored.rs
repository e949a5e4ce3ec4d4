//! A failure as the database keeps it.

use crate::codec::coded;
use crate::file::{self, Kind};
use crate::tape::{Detail, Tape, encode, mix_bytes};
use crate::{About, Failure, Found, Problem, Rate, Reason, Stopped, Summary, Unstable};

/// A failure of a law, in a file of its own: its tape, and what it looked like when it was found.
///
/// The tape is what the next run tries. The rest is for people and tools, who read the case without running anything.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StoredFailure {
    /// The law.
    pub about: About,
    /// Path of the program that stored it; none in a folder that is committed.
    pub writer: Option<String>,
    /// The failure at its minimal case.
    pub failure: Box<Failure>,
    /// Number of runs that failed, if not all of them did.
    pub unstable: Option<Rate>,
    /// Root seed of the run that found it.
    pub seed: u64,
    /// Number of tests of that run.
    pub tests: u64,
    /// True if the law is expected to be broken.
    pub expect_failure: bool,
    /// Number of arguments of a case that is kept in the source of the law; `None` where none can be.
    pub case_arguments: Option<usize>,
    /// True if replay tokens can be kept in the source of the law.
    pub keeps_tokens: bool,
}

coded! {
    struct StoredFailure { about, writer, failure, unstable, seed, tests, expect_failure, case_arguments, keeps_tokens }
}

impl StoredFailure {
    /// A failure that comes every time.
    pub fn new(about: &About, failure: &Failure) -> Self {
        StoredFailure {
            about: about.clone(),
            writer: None,
            failure: Box::new(failure.clone()),
            unstable: None,
            seed: 0,
            tests: 0,
            expect_failure: false,
            case_arguments: None,
            keeps_tokens: false,
        }
    }

    /// A failure that did not come again.
    pub fn of_unstable(about: &About, unstable: &Unstable) -> Self {
        let Unstable { arguments, token, tape, reason, document, found, rate, .. } =
            unstable.clone();
        let mut failure = Failure::new(reason, found, tape);
        (failure.arguments, failure.document, failure.token) = (arguments, document, token);
        let mut stored = StoredFailure::new(about, &failure);
        stored.unstable = Some(rate);
        stored
    }

    /// A failure of which only the tape is known.
    pub fn of_tape(about: &About, tape: Tape) -> Self {
        let reason = Reason::new(Reason::ENGINE, "unknown", "the reason was not stored");
        StoredFailure::new(about, &Failure::new(reason, Found::Database, tape))
    }

    /// Sixteen hexadecimal digits that stand for the law and the tape: the same for the same case, in any program. Its
    /// file begins with them; people write the first few.
    pub fn id(&self) -> String {
        let tape = encode(&self.failure.tape, Detail::Spans);
        let bytes = [self.about.identity().as_bytes(), b"\n", &tape].concat();
        format!("{:016x}", mix_bytes(&bytes))
    }

    /// Name of its file, in the [directory of its law](About::directory_name). Each program that stores failures has files
    /// of its own, so that none removes another's.
    pub fn file_name(&self) -> String {
        let digest = |writer: &String| format!("-{:08x}", mix_bytes(writer.as_bytes()) as u32);
        let writer = self.writer.as_ref().map(digest).unwrap_or_default();
        format!("{}{writer}.json", self.id())
    }

    /// The failure as the summary of a run that found nothing else, which reporters print.
    pub fn summary(&self) -> Summary {
        let failure = (*self.failure).clone();
        let stopped = match self.unstable {
            None => Stopped::Failed(vec![failure]),
            Some(rate) => {
                let Failure { arguments, document, token, reason, found, tape, .. } = failure;
                let mut unstable = Unstable::new(reason, found, rate, tape);
                (unstable.arguments, unstable.document, unstable.token) =
                    (arguments, document, token);
                Stopped::Unstable(Box::new(unstable))
            }
        };
        let mut summary = Summary::new(self.about.clone(), self.seed, self.tests, stopped);
        (summary.case_arguments, summary.keeps_tokens) = (self.case_arguments, self.keeps_tokens);
        summary.expect_failure = self.expect_failure;
        summary.tells_original = true;
        summary
    }

    /// Content of the file.
    pub fn to_file(&self) -> String {
        file::write(Kind::Failure, std::slice::from_ref(self))
    }

    /// Reads the content of a file.
    ///
    /// # Errors
    ///
    /// If it is not such a file, of another version, or damaged.
    pub fn from_file(bytes: &[u8]) -> Result<Self, Problem> {
        let mut stored = file::read(Kind::Failure, bytes)?;
        match stored.pop() {
            Some(only) if stored.is_empty() => Ok(only),
            _ => Err(Problem::Damaged),
        }
    }
}
