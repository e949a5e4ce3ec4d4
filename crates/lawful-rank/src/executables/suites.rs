//! Test suites that are executables.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lawful_system::{Ending, ProcessLimits, Supervised};

use super::Executables;
use super::pool::found;
use super::portable::Portable;
use crate::answer_set::AnswerSet;
use crate::panel::RankingError;
use crate::ranking::Ranking;
use crate::suites::{SuiteGrades, SuiteRun};
use crate::work::in_parallel;

impl<I> Executables<I> {
    /// Grades test suites by the answers that they catch. A suite is a program that gets the path of an answer as its
    /// argument, and exits with another code than 0 if it finds a bug; one that takes longer than [`RunLimits::suite`] has
    /// found one. Suites are trusted and run as they are, and so are the answers that they start.
    ///
    /// [`RunLimits::suite`]: super::RunLimits::suite
    ///
    /// # Errors
    ///
    /// If a suite cannot be started, or if answers need an interpreter: a suite could not run them.
    pub fn grade_suites(
        &self,
        ranking: &Ranking,
        suites: &[PathBuf],
    ) -> Result<SuiteGrades, RankingError> {
        let path = |name: &str| {
            let answer = self.answers.iter().find(|(other, _)| other == name);
            answer.map(|(_, path)| path.clone())
        };
        if self.interpreter.is_some() {
            return Err(RankingError::new(
                "test suites start answers by themselves, so answers must not need an interpreter",
            ));
        }
        let pool = self.pool()?;
        let mut runs = Vec::new();
        for suite in suites {
            let mut of: Vec<Option<PathBuf>> = vec![self.reference_path()];
            of.extend(ranking.answers().iter().map(|answer| path(&answer.name)));
            let verdicts = in_parallel(self.jobs, 1, &of, |answer| match answer {
                Some(answer) => run(suite, answer, pool.directory()?, self.limits.suite),
                None => Ok(Ok(())),
            });
            let mut verdicts = verdicts.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter();
            let reference = verdicts.next().unwrap_or(Ok(()));
            let caught = verdicts.enumerate().filter(|(_, verdict)| verdict.is_err());
            let name = suite.file_name().unwrap_or(suite.as_os_str());
            runs.push(SuiteRun {
                name: name.to_string_lossy().into_owned(),
                reference,
                catches: AnswerSet::of(caught.map(|(place, _)| place)),
            });
        }
        Ok(SuiteGrades::new(ranking, runs))
    }

    fn reference_path(&self) -> Option<PathBuf> {
        matches!(self.oracle, super::Oracle::Reference).then(|| self.judge.clone()).flatten()
    }
}

/// Runs a suite on an answer; gives the last line that it printed if it found a bug.
fn run(
    suite: &Path,
    answer: &Path,
    scratch: PathBuf,
    time: Duration,
) -> Result<Result<(), String>, RankingError> {
    let absolute = |path: &Path| {
        let path = found(path);
        std::path::absolute(&path).unwrap_or(path)
    };
    let mut portable = Portable::new(Supervised {
        program: absolute(suite),
        arguments: vec![absolute(answer).into()],
        environment: std::env::vars_os().collect(),
        scratch,
        hidden: Vec::new(),
        confined: false,
        limits: ProcessLimits {
            memory: u64::MAX,
            output: u64::MAX,
            processes: u64::MAX,
            scratch: u64::MAX,
            cpu: time,
        },
    });
    let cannot = |error: std::io::Error| {
        RankingError::new(format!("the test suite {} cannot be run: {error}", suite.display()))
    };
    let ended = portable.run(&[], b"", time).map_err(cannot)?;
    match ended.ending {
        Ending::Exited(0) => return Ok(Ok(())),
        Ending::NotStarted(code) => return Err(cannot(std::io::Error::from_raw_os_error(code))),
        Ending::TimedOut => return Ok(Err(format!("more than {time:?}"))),
        _ => {}
    }
    let text = [ended.output, ended.errors].concat();
    let text = String::from_utf8_lossy(&text);
    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it failed");
    Ok(Err(last.trim().to_string()))
}
