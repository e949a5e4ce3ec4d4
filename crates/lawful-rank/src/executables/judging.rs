//! Verdicts on executables.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Debug;
use std::fs;

use lawful_core::generate::sorted_text;

use super::pool::{Pool, Run, Which};
use super::{CaseInput, Executables, Oracle};
use crate::answer_set::AnswerSet;
use crate::panel::{OracleKind, Panel, RankingError, Replies, Reply, Verdict};
use crate::work::in_parallel;

/// Inputs whose verdicts are kept, at most. Shrinking comes to the same small inputs again and again.
const MOST_KEPT: usize = 1 << 16;

/// What is known of the answers so far.
#[derive(Default)]
pub(super) struct Judged {
    /// For each input the answers that were run, and those that failed.
    known: HashMap<Vec<u8>, (AnswerSet, AnswerSet)>,
    /// Verdicts of the property, by input and output.
    accepted: HashMap<(Vec<u8>, Vec<u8>), bool>,
    /// How many cases of each answer were ended by a limit.
    timeouts: Vec<u64>,
}

/// Outputs of a case: what the reference says, and each answer that was run.
struct Outputs {
    expected: Option<Vec<u8>>,
    runs: Vec<(usize, Run)>,
}

impl<I: Debug + Sync> Executables<I> {
    fn kept<T>(&self, look: impl FnOnce(&mut Judged) -> T) -> T {
        look(&mut self.judged.lock().unwrap_or_else(|held| held.into_inner()))
    }

    fn key(case: &CaseInput) -> Vec<u8> {
        let mut key = case.stdin.clone();
        for argument in &case.arguments {
            key.push(0);
            key.extend_from_slice(argument.as_encoded_bytes());
        }
        key
    }

    /// Runs some answers, and the reference, on some cases. All runs of all cases share the threads.
    fn run_all(
        &self,
        cases: &[(CaseInput, AnswerSet)],
        fresh: bool,
    ) -> Result<Vec<Outputs>, RankingError> {
        let pool = self.pool()?;
        let asks_reference = matches!(self.oracle, Oracle::Reference);
        let mut work: Vec<(usize, Which)> = Vec::new();
        for (at, (_, of)) in cases.iter().enumerate() {
            work.extend(asks_reference.then_some((at, Which::Judge)));
            work.extend(of.iter().map(|answer| (at, Which::Answer(answer))));
        }
        let runs =
            in_parallel(self.jobs, 1, &work, |(at, which)| pool.run(*which, &cases[*at].0, fresh));
        let mut outputs: Vec<Outputs> =
            cases.iter().map(|_| Outputs { expected: None, runs: Vec::new() }).collect();
        for ((at, which), run) in work.into_iter().zip(runs) {
            let run = run?;
            match which {
                Which::Judge => outputs[at].expected = Some(self.expected(&cases[at].0, run)?),
                Which::Answer(answer) => outputs[at].runs.push((answer, run)),
            }
        }
        Ok(outputs)
    }

    /// The output of the reference, which must have one.
    fn expected(&self, case: &CaseInput, run: Run) -> Result<Vec<u8>, RankingError> {
        let shown = show_case(case);
        match run.verdict {
            Verdict::Passed if self.comparison.accepts(&run.output) => Ok(run.output),
            Verdict::Passed => Err(RankingError::new(format!(
                "the output of the reference on {shown} is no JSON: {}",
                show_bytes(&run.output)
            ))),
            verdict => Err(RankingError::new(format!(
                "the reference failed on {shown}: {}: {}\nThe inputs must be such that the reference has an output.",
                verdict.name(),
                run.message
            ))),
        }
    }

    /// The answers that failed, the right output where it is known; nothing without a majority.
    fn judge(
        &self,
        pool: &Pool,
        case: &CaseInput,
        outputs: Outputs,
    ) -> Result<Option<(Option<Vec<u8>>, Vec<(usize, Run)>)>, RankingError> {
        let Outputs { expected, mut runs } = outputs;
        let expected = match self.oracle {
            Oracle::Reference => expected,
            Oracle::Majority => match self.majority(&runs) {
                Some(output) => Some(output),
                None => return Ok(None),
            },
            Oracle::Property => {
                for (_, run) in runs.iter_mut().filter(|(_, run)| run.verdict == Verdict::Passed) {
                    if !self.is_accepted(pool, case, &run.output)? {
                        run.verdict = Verdict::WrongOutput;
                    }
                }
                return Ok(Some((None, runs)));
            }
        };
        if let Some(expected) = &expected {
            for (_, run) in runs.iter_mut().filter(|(_, run)| run.verdict == Verdict::Passed) {
                if !self.comparison.same(expected, &run.output) {
                    run.verdict = Verdict::WrongOutput;
                }
            }
        }
        Ok(Some((expected, runs)))
    }

    /// The output of more than half of the answers that have one.
    fn majority(&self, runs: &[(usize, Run)]) -> Option<Vec<u8>> {
        let given: Vec<&Vec<u8>> = runs
            .iter()
            .filter(|(_, run)| run.verdict == Verdict::Passed)
            .map(|(_, run)| &run.output)
            .collect();
        let votes = |output: &Vec<u8>| {
            given.iter().filter(|other| self.comparison.same(output, other)).count()
        };
        let most = given.iter().max_by_key(|output| votes(output))?;
        (2 * votes(most) > given.len()).then(|| most.to_vec())
    }

    fn is_accepted(
        &self,
        pool: &Pool,
        case: &CaseInput,
        output: &[u8],
    ) -> Result<bool, RankingError> {
        let key = (Self::key(case), output.to_vec());
        if let Some(known) = self.kept(|judged| judged.accepted.get(&key).copied()) {
            return Ok(known);
        }
        let directory = pool.directory()?;
        let (input_file, output_file) = (directory.join("input"), directory.join("output"));
        let mut input = case.stdin.clone();
        for argument in &case.arguments {
            input.extend_from_slice(argument.as_encoded_bytes());
            input.push(b'\n');
        }
        let written = fs::write(&input_file, input).and_then(|()| fs::write(&output_file, output));
        written.map_err(|error| RankingError::new(format!("no file for the property: {error}")))?;
        let arguments: Vec<OsString> = vec![input_file.into(), output_file.into()];
        let run = pool.run(Which::Judge, &CaseInput { arguments, stdin: Vec::new() }, true)?;
        let _ = fs::remove_dir_all(directory);
        let accepted = match run.verdict {
            Verdict::Passed => true,
            Verdict::Crashed if run.message.starts_with("exit code") => false,
            verdict => {
                return Err(RankingError::new(format!(
                    "the property failed on {} with the output {}: {}: {}",
                    show_case(case),
                    show_bytes(output),
                    verdict.name(),
                    run.message
                )));
            }
        };
        self.kept(|judged| judged.accepted.insert(key, accepted));
        Ok(accepted)
    }

    /// Checks that a case can be given to the programs.
    fn encoded(&self, input: &I) -> Result<CaseInput, RankingError> {
        let case = (self.encode)(input);
        if self.is_by_line && case.stdin.contains(&b'\n') {
            return Err(RankingError::new(format!(
                "the input {} has a line feed, and programs that answer line by line get one line a case\nUse inputs \
                 without line feeds, or a process for each case.",
                show_case(&case)
            )));
        }
        Ok(case)
    }
}

impl<I: Debug + Sync> Panel<I> for Executables<I> {
    fn names(&self) -> Vec<String> {
        self.answers.iter().map(|(name, _)| name.clone()).collect()
    }

    fn oracle(&self) -> OracleKind {
        match self.oracle {
            Oracle::Reference => OracleKind::Reference,
            Oracle::Property => OracleKind::Property,
            Oracle::Majority => OracleKind::Majority,
        }
    }

    fn failing(
        &self,
        inputs: &[I],
        of: &AnswerSet,
    ) -> Result<Vec<Option<AnswerSet>>, RankingError> {
        let cases: Vec<CaseInput> =
            inputs.iter().map(|input| self.encoded(input)).collect::<Result<_, _>>()?;
        let keys: Vec<Vec<u8>> = cases.iter().map(Self::key).collect();
        // A majority depends on who votes, so that what is known of other votes is of no use.
        let votes = matches!(self.oracle, Oracle::Majority);
        let missing: Vec<AnswerSet> = self.kept(|judged| {
            let known = |key| judged.known.get(key).map(|(run, _)| run);
            keys.iter()
                .map(|key| match known(key) {
                    Some(run) if !votes || run == of => of.difference(run),
                    _ => of.clone(),
                })
                .collect()
        });
        let mut work: Vec<(CaseInput, AnswerSet)> = Vec::new();
        let mut at: Vec<Option<usize>> = Vec::new();
        for (index, case) in cases.iter().enumerate() {
            let same = (0..index).find(|before| keys[*before] == keys[index]);
            at.push(match same {
                Some(before) => at[before],
                None if missing[index].is_empty() => None,
                None => {
                    work.push((case.clone(), missing[index].clone()));
                    Some(work.len() - 1)
                }
            });
        }
        let pool = self.pool()?;
        let mut judged = Vec::new();
        for (outputs, (case, _)) in self.run_all(&work, false)?.into_iter().zip(&work) {
            judged.push(self.judge(&pool, case, outputs)?);
        }
        self.kept(|kept| {
            kept.timeouts.resize(self.answers.len(), 0);
            for runs in judged.iter().flatten().map(|(_, runs)| runs) {
                for (answer, run) in runs {
                    let is_over = matches!(run.verdict, Verdict::TimedOut | Verdict::OverLimit);
                    kept.timeouts[*answer] += u64::from(is_over);
                }
            }
            if kept.known.len() > MOST_KEPT {
                kept.known.clear();
            }
            let mut sets = Vec::new();
            for (key, at) in keys.iter().zip(at) {
                let new = at.map(|at| judged[at].as_ref());
                let known = kept.known.get(key).filter(|(run, _)| !votes || run == of);
                let (mut run, mut failed) = known.cloned().unwrap_or_default();
                match new {
                    Some(None) => {
                        sets.push(None);
                        continue;
                    }
                    Some(Some((_, runs))) => {
                        for (answer, reply) in runs {
                            run.insert(*answer);
                            if reply.verdict != Verdict::Passed {
                                failed.insert(*answer);
                            }
                        }
                        kept.known.insert(key.clone(), (run, failed.clone()));
                    }
                    None => {}
                }
                sets.push(Some(failed.intersection(of)));
            }
            Ok(sets)
        })
    }

    fn replies(&self, input: &I) -> Result<Replies, RankingError> {
        let case = self.encoded(input)?;
        let pool = self.pool()?;
        let all = AnswerSet::first(self.answers.len());
        let mut outputs = self.run_all(&[(case.clone(), all)], true)?;
        let Some(outputs) = outputs.pop() else { return Err(RankingError::new("nothing was run")) };
        let reply = |(_, run): (usize, Run)| {
            let text = match run.verdict {
                Verdict::Passed | Verdict::WrongOutput => show_bytes(&run.output),
                _ => run.message,
            };
            Reply { verdict: run.verdict, text }
        };
        Ok(match self.judge(&pool, &case, outputs)? {
            None => Replies { expected: None, replies: None },
            Some((expected, runs)) => Replies {
                expected: expected.map(|output| show_bytes(&output)),
                replies: Some(runs.into_iter().map(reply).collect()),
            },
        })
    }

    fn show(&self, input: &I) -> String {
        sorted_text(input)
    }

    fn batch(&self) -> usize {
        4 * self.jobs
    }

    fn exhausted(&self) -> AnswerSet {
        self.kept(|judged| {
            let counts = judged.timeouts.iter().enumerate();
            let over = counts.filter(|(_, count)| **count >= self.limits.max_timeouts);
            AnswerSet::of(over.map(|(answer, _)| answer))
        })
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = Vec::new();
        for answer in self.exhausted().iter() {
            remarks.push(format!(
                "{} went over a limit {} times, so that the search for bugs went on without it; it was judged on the tests \
                 that are shown",
                self.answers[answer].0, self.limits.max_timeouts
            ));
        }
        if let Some(reason) = self.pool().ok().and_then(|pool| pool.unconfined.clone()) {
            remarks.push(format!("the answers were not confined: {reason}"));
        }
        remarks
    }
}

fn show_bytes(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}

fn show_case(case: &CaseInput) -> String {
    match case.arguments.is_empty() {
        true => show_bytes(&case.stdin),
        false => format!("{:?}", case.arguments),
    }
}
