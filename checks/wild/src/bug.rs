//! A published bug, and the law that finds it.

use lawful::Law;

/// A published bug of a published crate, with the law that finds it and the case that it should end at.
pub struct Bug {
    /// Name of the package.
    pub package: &'static str,
    /// Version that has the bug.
    pub version: &'static str,
    /// Number of the issue or pull request in the package's repository, or the advisory.
    pub published: &'static str,
    /// What is wrong, in a line.
    pub defect: &'static str,
    /// Version on which the law must pass; `None` while no release mends the bug.
    pub fixed: Option<&'static str>,
    /// The law in a line.
    pub law: &'static str,
    /// Number of tests.
    pub tests: u64,
    /// True if the bug may end the process, so that cases run in one of their own.
    pub isolated: bool,
    /// Text in the reason of the failures that are this bug; empty where one law has one bug.
    pub shows: &'static str,
    /// Minimal cases, all of one size. A `*` stands for text without quotes, brackets and semicolons, which differs
    /// between seeds or is too long for a table.
    pub minimal: &'static [&'static str],
    /// Number of seeds whose search ends at a minimal case.
    pub reached: usize,
    /// Makes the law.
    pub make: fn() -> Box<dyn Law>,
}

impl Bug {
    /// What most bugs have in common.
    pub const COMMON: Bug = Bug {
        package: "",
        version: "",
        published: "",
        defect: "",
        fixed: None,
        law: "",
        tests: 256,
        isolated: false,
        shows: "",
        minimal: &[],
        reached: 5,
        make: || unreachable!("each bug has a law"),
    };

    /// The name that the law has in a run. Cases depend on it.
    pub fn name(&self) -> String {
        format!("{} {}", self.package, self.published)
    }
}
