//! Grades of test suites: which answers does each catch, and what do all of them miss?
//!
//! Section 2.7.4 of the paper.

use std::fmt::{self, Debug, Display};

use lawful_core::generate::Generator;

use crate::answer_set::AnswerSet;
use crate::assignment::Assignment;
use crate::functions::{Functions, guarded};
use crate::ranking::Ranking;
use crate::show::{counted, cut, width};

/// Grades of some test suites.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuiteGrades {
    /// Grade of each suite, the best first.
    pub suites: Vec<SuiteGrade>,
    /// Number of answers that have bugs.
    pub faulty: usize,
    /// Answers with bugs that no suite catches, as numbers of [`Ranking::answers`].
    pub missed: AnswerSet,
    /// Bugs of missed answers, as numbers of [`Ranking::bugs`]: had a suite a test for one of them, it would have caught
    /// the answer.
    pub missed_bugs: AnswerSet,
}

/// Grade of a test suite.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SuiteGrade {
    /// Name of the suite or of its author.
    pub name: String,
    /// Answers in which the suite finds a bug, as numbers of [`Ranking::answers`].
    pub catches: AnswerSet,
    /// Message of the suite about the reference, if it fails there: then it tests for something that is not asked, and
    /// scores nothing.
    pub rejects_reference: Option<String>,
    /// Answers that the suite catches although no bug is known in them.
    pub unexplained: AnswerSet,
}

impl SuiteGrade {
    /// Number of answers in which the suite found a bug; 0 if it fails on the reference.
    pub fn score(&self) -> usize {
        match self.rejects_reference {
            Some(_) => 0,
            None => self.catches.difference(&self.unexplained).len(),
        }
    }
}

/// Verdicts of a suite: on the reference, if there is one, and on each answer of the ranking.
pub(crate) struct SuiteRun {
    pub name: String,
    pub reference: Result<(), String>,
    pub catches: AnswerSet,
}

impl SuiteGrades {
    pub(crate) fn new(ranking: &Ranking, runs: Vec<SuiteRun>) -> Self {
        let answers = ranking.answers().iter().enumerate();
        let with_bugs = answers.filter(|(_, answer)| !answer.bugs.is_empty());
        let faulty = AnswerSet::of(with_bugs.map(|(number, _)| number));
        let mut suites: Vec<SuiteGrade> = runs
            .into_iter()
            .map(|SuiteRun { name, reference, catches }| SuiteGrade {
                name,
                unexplained: catches.difference(&faulty),
                catches,
                rejects_reference: reference.err(),
            })
            .collect();
        suites.sort_by_key(|suite| std::cmp::Reverse(suite.score()));
        let mut caught = AnswerSet::new();
        let sound = suites.iter().filter(|suite| suite.rejects_reference.is_none());
        sound.for_each(|suite| caught.extend(&suite.catches));
        let missed = faulty.difference(&caught);
        let mut missed_bugs = AnswerSet::new();
        missed.iter().for_each(|answer| missed_bugs.extend(&ranking.answers()[answer].bugs));
        SuiteGrades { suites, faulty: faulty.len(), missed, missed_bugs }
    }

    /// Prints the grades with the names of answers and the tests that no suite has.
    pub fn show(&self, ranking: &Ranking) -> String {
        struct Shown<'a>(&'a SuiteGrades, &'a Ranking);
        impl Display for Shown<'_> {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(self.1, out)
            }
        }
        Shown(self, ranking).to_string()
    }

    fn write(&self, ranking: &Ranking, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |set: &AnswerSet| {
            let names = set.iter().map(|answer| ranking.answers()[answer].name.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        let suites = counted(self.suites.len(), "test suite", "test suites");
        writeln!(out, "{suites}, {} with bugs", counted(self.faulty, "answer", "answers"))?;
        let left = self.suites.iter().map(|suite| width(&suite.name)).max().unwrap_or(0);
        for suite in &self.suites {
            let pad = left - width(&suite.name);
            write!(out, "  {}{:pad$}  catches {:>3}", suite.name, "", suite.score())?;
            if let Some(message) = &suite.rejects_reference {
                write!(out, "   wrong: it fails on the reference: {}", cut(message))?;
            } else if !suite.unexplained.is_empty() {
                write!(
                    out,
                    "   also fails on {}, in which no bug was found: it asks for more than the oracle, or the \
                     ranking missed something",
                    names(&suite.unexplained)
                )?;
            }
            writeln!(out)?;
        }
        if self.missed.is_empty() {
            return writeln!(out, "every answer with bugs is caught by some suite");
        }
        writeln!(out, "no suite catches {}; tests that none of them has:", names(&self.missed))?;
        for bug in self.missed_bugs.iter() {
            writeln!(out, "  {}", cut(&ranking.bugs()[bug].test))?;
        }
        Ok(())
    }
}

impl<G: Generator<Value: Debug>, O: Debug> Assignment<G, Functions<'_, G::Value, O>> {
    /// Grades test suites by the answers that they catch. A suite calls the answer that it is given, and panics if it finds
    /// a bug.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let task = Assignment::new(any::<Vec<u8>>())
    ///     .reference(|list| list.iter().max().copied())
    ///     .answer("last", |list| list.last().copied())
    ///     .answer("unwrapped", |list| Some(*list.iter().max().unwrap()));
    /// let ranking = task.rank();
    /// let grades = task.grade_suites(&ranking, &[
    ///     ("one", &|max| assert_eq!(max(&vec![]), None)),
    ///     ("two", &|max| assert_eq!(max(&vec![1, 2]), Some(2))),
    /// ]);
    /// assert_eq!((grades.suites[0].score(), grades.suites[1].score()), (1, 0));
    /// assert_eq!(ranking.answers()[grades.missed.iter().next().unwrap()].name, "last");
    /// println!("{}", grades.show(&ranking));
    /// ```
    #[allow(clippy::type_complexity)] // An alias would need the lifetimes of both closures.
    pub fn grade_suites(
        &self,
        ranking: &Ranking,
        suites: &[(&str, &dyn Fn(&dyn Fn(&G::Value) -> O))],
    ) -> SuiteGrades {
        let numbers: Vec<Option<usize>> =
            ranking.answers().iter().map(|answer| self.panel.number(&answer.name)).collect();
        let run = |(name, suite): &(&str, &dyn Fn(&dyn Fn(&G::Value) -> O))| {
            let verdict = |answer: &dyn Fn(&G::Value) -> O| {
                guarded(|| suite(answer)).map_err(|(_, message)| message)
            };
            let catches = numbers.iter().enumerate().filter(|(_, number)| {
                number.is_some_and(|number| verdict(&self.panel.function(number)).is_err())
            });
            SuiteRun {
                name: name.to_string(),
                reference: self.panel.model().map_or(Ok(()), |model| verdict(&model)),
                catches: AnswerSet::of(catches.map(|(place, _)| place)),
            }
        };
        SuiteGrades::new(ranking, suites.iter().map(run).collect())
    }
}
