//! Test suites that are executables.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::Executables;
use crate::answer_set::AnswerSet;
use crate::panel::RankingError;
use crate::ranking::Ranking;
use crate::suites::{SuiteGrades, SuiteRun};
use crate::work::in_parallel;

impl<I> Executables<I> {
    /// Grades test suites by the answers that they catch. A suite is a program that gets the path of an answer as its
    /// argument, and exits with another code than 0 if it finds a bug. Suites are trusted and run as they are, and so are
    /// the answers that they start.
    ///
    /// # Errors
    ///
    /// If a suite cannot be started.
    pub fn grade_suites(
        &self,
        ranking: &Ranking,
        suites: &[PathBuf],
    ) -> Result<SuiteGrades, RankingError> {
        let path = |name: &str| {
            let answer = self.answers.iter().find(|(other, _)| other == name);
            answer.map(|(_, path)| path.clone())
        };
        let mut runs = Vec::new();
        for suite in suites {
            let mut of: Vec<Option<PathBuf>> = vec![self.reference_path()];
            of.extend(ranking.answers().iter().map(|answer| path(&answer.name)));
            let verdicts = in_parallel(self.jobs, 1, &of, |answer| match answer {
                Some(answer) => run(suite, answer),
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
fn run(suite: &PathBuf, answer: &PathBuf) -> Result<Result<(), String>, RankingError> {
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let argument: OsString = absolute(answer).into();
    let output = Command::new(absolute(suite)).arg(argument).stdin(Stdio::null()).output();
    let output = output.map_err(|error| {
        RankingError::new(format!("the test suite {} cannot be started: {error}", suite.display()))
    })?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it failed");
    Ok(Err(last.trim().to_string()))
}
