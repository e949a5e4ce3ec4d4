//! What the gallery is made of: laws with their stories, and long counts.

use std::panic::Location;

use lawful::data::{About, Event};
use lawful::run::Stopped;
use lawful::run::{Config, Summary};
use lawful::{Law, Runner};

/// A law of a case study, with what the paper says of it.
pub struct Exhibit {
    /// The case study it belongs to.
    pub study: &'static str,
    /// The name of the law.
    pub name: &'static str,
    /// What the paper claims, and what to look for.
    pub story: &'static str,
    /// The law itself.
    pub law: Box<dyn Law>,
    /// How many tests to run.
    pub tests: u64,
    /// The greatest size.
    pub max_size: u32,
    /// What comes of it.
    pub expected: Expected,
    /// Where it is written.
    pub place: &'static Location<'static>,
}

/// What comes of an exhibit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// All tests hold.
    Holds,
    /// A case breaks the law.
    Broken,
}

/// A case study, which exhibits are made for.
pub(crate) struct Study(pub &'static str);

impl Study {
    /// A law that holds.
    #[track_caller]
    pub fn holds(
        &self,
        name: &'static str,
        story: &'static str,
        law: impl Law + 'static,
    ) -> Exhibit {
        self.exhibit(name, story, law, Expected::Holds)
    }

    /// A law that does not.
    #[track_caller]
    pub fn breaks(
        &self,
        name: &'static str,
        story: &'static str,
        law: impl Law + 'static,
    ) -> Exhibit {
        self.exhibit(name, story, law, Expected::Broken)
    }

    #[track_caller]
    fn exhibit(
        &self,
        name: &'static str,
        story: &'static str,
        law: impl Law + 'static,
        expected: Expected,
    ) -> Exhibit {
        let Config { tests, max_size, .. } = Config::default();
        let (study, law, place) = (self.0, Box::new(law), Location::caller());
        Exhibit { study, name, story, law, tests, max_size, expected, place }
    }
}

impl Exhibit {
    /// With another number of tests.
    pub fn tests(self, tests: u64) -> Self {
        Exhibit { tests, ..self }
    }

    /// With another greatest size.
    pub fn max_size(self, max_size: u32) -> Self {
        Exhibit { max_size, ..self }
    }

    /// Runs the law, silently.
    pub fn run(&self, seed: u64) -> Summary {
        self.run_with(seed, &mut |_| {})
    }

    /// Runs the law and tells what happens while it happens.
    pub fn run_with(&self, seed: u64, listen: &mut dyn FnMut(&Event)) -> Summary {
        let name = format!("{}::{}", self.study, self.name);
        let about = About::new(name, self.place.file(), self.place.line());
        let config = config(self.tests, self.max_size, seed);
        lawful_core::run::run(&*self.law, &about, &config, listen)
    }

    /// Whether a run came to what is expected.
    pub fn is_as_expected(&self, summary: &Summary) -> bool {
        match self.expected {
            Expected::Holds => matches!(summary.stopped, Stopped::Passed),
            Expected::Broken => matches!(summary.stopped, Stopped::Failed(_)),
        }
    }
}

/// A count that takes too long for a test: many tests of a law that holds, of which some may be
/// under a label.
pub struct Soak {
    /// What is counted.
    pub name: &'static str,
    /// The law.
    pub law: Box<dyn Law>,
    /// How many tests to run.
    pub tests: u64,
    /// The greatest size.
    pub max_size: u32,
    /// The label whose share of the tests is the figure, if there is one.
    pub label: Option<&'static str>,
}

/// What a count came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Whether all tests passed.
    pub held: bool,
    /// How many tests passed.
    pub tests: u64,
    /// How many of them were under the label.
    pub labelled: u64,
}

impl Soak {
    /// Counts tests that hold.
    pub(crate) fn held(name: &'static str, law: impl Law + 'static, tests: u64) -> Self {
        let max_size = Config::default().max_size;
        Soak { name, law: Box::new(law), tests, max_size, label: None }
    }

    /// Counts tests under a label.
    pub(crate) fn share(
        name: &'static str,
        law: impl Law + 'static,
        tests: u64,
        label: &'static str,
    ) -> Self {
        Soak { label: Some(label), ..Soak::held(name, law, tests) }
    }

    pub(crate) fn max_size(self, max_size: u32) -> Self {
        Soak { max_size, ..self }
    }

    /// Runs one test in `part` of those that are meant: 1 is all of them.
    pub fn run(&self, seed: u64, part: u64) -> Count {
        let tests = self.tests / part;
        let config = config(tests, self.max_size, seed);
        let summary = Runner::named(self.name).with(config).run(&*self.law);
        let labelled = self.label.and_then(|label| summary.tables.labels.get(label));
        Count {
            held: matches!(summary.stopped, Stopped::Passed),
            tests: summary.passed,
            labelled: labelled.copied().unwrap_or(0),
        }
    }
}

fn config(tests: u64, max_size: u32, seed: u64) -> Config {
    // An exhibit shows one failure.
    Config::default().with(|config| {
        config.tests = tests;
        config.max_size = max_size;
        config.seed = Some(seed);
        config.max_failures = 1;
    })
}
