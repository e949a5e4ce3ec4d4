//! Verdicts on executables.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsString;
use std::fmt::Debug;
use std::fs;

use lawful_core::generate::sorted_text;

use super::pool::{Pool, Run, Which};
use super::{CaseInput, Executables, Oracle};
use crate::answer_set::AnswerSet;
use crate::panel::{OracleKind, Panel, RankingError, Replies, Reply, Verdict, majority};
use crate::work::in_parallel;

/// Inputs whose verdicts are kept, at most. Shrinking comes to the same small inputs again and again.
const MOST_KEPT: usize = 1 << 16;

/// Verdicts on the answers so far.
#[derive(Default)]
pub(super) struct Judged {
    /// Verdicts by input and, where answers vote, by who voted.
    known: HashMap<(CaseInput, AnswerSet), Known>,
    /// True if answers are judged by majority vote: a verdict then depends on who votes.
    votes: bool,
    /// Verdicts of the property, by input and output.
    accepted: HashMap<(CaseInput, Vec<u8>), bool>,
    /// Number of cases of each answer that were ended by a limit.
    timeouts: BTreeMap<usize, u64>,
}

/// The answers that were run on an input, and those that failed.
#[derive(Clone, Default)]
struct Known {
    run: AnswerSet,
    failed: AnswerSet,
}

impl Judged {
    fn place(&self, case: &CaseInput, of: &AnswerSet) -> (CaseInput, AnswerSet) {
        (case.clone(), if self.votes { of.clone() } else { AnswerSet::new() })
    }

    fn known(&self, case: &CaseInput, of: &AnswerSet) -> Known {
        self.known.get(&self.place(case, of)).cloned().unwrap_or_default()
    }

    fn keep(&mut self, case: &CaseInput, of: &AnswerSet, runs: &[(usize, Run)]) {
        let place = self.place(case, of);
        let known = self.known.entry(place).or_default();
        for (answer, run) in runs {
            known.run.insert(*answer);
            if run.verdict != Verdict::Passed {
                known.failed.insert(*answer);
            }
            if matches!(run.verdict, Verdict::TimedOut | Verdict::OverLimit) {
                *self.timeouts.entry(*answer).or_default() += 1;
            }
        }
    }

    /// Makes room, before a batch of which everything has to be known.
    fn forget_if_full(&mut self) {
        if self.known.len() > MOST_KEPT {
            self.known.clear();
        }
        if self.accepted.len() > MOST_KEPT {
            self.accepted.clear();
        }
    }
}

/// Outputs of a case: the right one where it is known, and those of the answers that were run.
struct Outputs {
    expected: Option<Vec<u8>>,
    runs: Vec<(usize, Run)>,
}

impl<I: Debug + Sync> Executables<I> {
    fn kept<T>(&self, look: impl FnOnce(&mut Judged) -> T) -> T {
        look(&mut self.judged.lock().unwrap_or_else(|held| held.into_inner()))
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
            work.extend(asks_reference.then_some((at, Which::Reference)));
            work.extend(of.iter().map(|answer| (at, Which::Answer(answer))));
        }
        let runs =
            in_parallel(self.jobs, 1, &work, |(at, which)| pool.run(*which, &cases[*at].0, fresh));
        let mut outputs: Vec<Outputs> =
            cases.iter().map(|_| Outputs { expected: None, runs: Vec::new() }).collect();
        for ((at, which), run) in work.into_iter().zip(runs) {
            let run = run?;
            match which {
                Which::Reference | Which::Property => {
                    outputs[at].expected = Some(self.expected(&cases[at].0, run)?)
                }
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

    /// Judges the outputs of a case; nothing is known without a majority.
    fn judge(
        &self,
        pool: &Pool,
        case: &CaseInput,
        outputs: Outputs,
        voters: &AnswerSet,
    ) -> Result<Option<Outputs>, RankingError> {
        let Outputs { mut expected, mut runs } = outputs;
        if matches!(self.oracle, Oracle::Majority) {
            let voted = runs.iter().filter(|(answer, _)| voters.contains(*answer));
            let given: Vec<&Vec<u8>> = voted
                .filter(|(_, run)| run.verdict == Verdict::Passed)
                .map(|(_, run)| &run.output)
                .collect();
            let most = majority(&given, |one, other| self.comparison.same(one, other));
            expected = most.map(|most| given[most].clone());
            // Where nothing has an output, everything failed, which is never right.
            if expected.is_none() {
                return Ok(given.is_empty().then_some(Outputs { expected, runs }));
            }
        }
        for (_, run) in runs.iter_mut().filter(|(_, run)| run.verdict == Verdict::Passed) {
            let is_right = match &expected {
                Some(expected) => self.comparison.same(expected, &run.output),
                None => self.is_accepted(pool, case, &run.output)?,
            };
            if !is_right {
                run.verdict = Verdict::WrongOutput;
            }
        }
        Ok(Some(Outputs { expected, runs }))
    }

    /// Asks the property about all outputs of some cases at once, if there is one.
    fn ask_property(
        &self,
        pool: &Pool,
        work: &[(CaseInput, AnswerSet)],
        outputs: &[Outputs],
    ) -> Result<(), RankingError> {
        if !matches!(self.oracle, Oracle::Property) {
            return Ok(());
        }
        let mut asked: Vec<(&CaseInput, &[u8])> = Vec::new();
        for ((case, _), outputs) in work.iter().zip(outputs) {
            for (_, run) in outputs.runs.iter().filter(|(_, run)| run.verdict == Verdict::Passed) {
                if !asked.contains(&(case, &run.output)) {
                    asked.push((case, &run.output));
                }
            }
        }
        let verdicts = in_parallel(self.jobs, 1, &asked, |(case, output)| {
            self.is_accepted(pool, case, output)
        });
        verdicts.into_iter().try_for_each(|verdict| verdict.map(drop))
    }

    fn is_accepted(
        &self,
        pool: &Pool,
        case: &CaseInput,
        output: &[u8],
    ) -> Result<bool, RankingError> {
        let key = (case.clone(), output.to_vec());
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
        let run = pool.run(Which::Property, &CaseInput { arguments, stdin: Vec::new() }, true)?;
        let _ = fs::remove_dir_all(directory);
        let accepted = match run.verdict {
            Verdict::Passed => true,
            // What a shell says of a program that is missing or cannot be run is no verdict.
            _ if run.code.is_some_and(|code| code != 126 && code != 127) => false,
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
        self.kept(|judged| {
            judged.votes = matches!(self.oracle, Oracle::Majority);
            judged.forget_if_full();
        });
        // What is run: of each different input the answers of which nothing is known.
        let mut work: Vec<(CaseInput, AnswerSet)> = Vec::new();
        for case in &cases {
            let missing = of.difference(&self.kept(|judged| judged.known(case, of).run));
            if !missing.is_empty() && work.iter().all(|(other, _)| other != case) {
                work.push((case.clone(), missing));
            }
        }
        let pool = self.pool()?;
        let outputs = self.run_all(&work, false)?;
        self.ask_property(&pool, &work, &outputs)?;
        let mut undecided = HashSet::new();
        for (outputs, (case, _)) in outputs.into_iter().zip(&work) {
            match self.judge(&pool, case, outputs, of)? {
                Some(outputs) => self.kept(|judged| judged.keep(case, of, &outputs.runs)),
                None => drop(undecided.insert(case)),
            }
        }
        self.kept(|judged| {
            let failing = |case| judged.known(case, of).failed.intersection(of);
            let sets = cases.iter().map(|case| (!undecided.contains(case)).then(|| failing(case)));
            Ok(sets.collect())
        })
    }

    fn replies(
        &self,
        input: &I,
        of: &AnswerSet,
        voters: &AnswerSet,
    ) -> Result<Replies, RankingError> {
        let case = self.encoded(input)?;
        let pool = self.pool()?;
        let mut outputs = self.run_all(&[(case.clone(), of.clone())], true)?;
        let Some(outputs) = outputs.pop() else { return Err(RankingError::new("nothing was run")) };
        let reply = |(answer, run): (usize, Run)| {
            let text = match run.verdict {
                Verdict::Passed | Verdict::WrongOutput => show_bytes(&run.output),
                _ => run.message,
            };
            (answer, Reply { verdict: run.verdict, text })
        };
        Ok(match self.judge(&pool, &case, outputs, voters)? {
            None => Replies { expected: None, replies: None },
            Some(Outputs { expected, runs }) => Replies {
                expected: expected.map(|output| show_bytes(&output)),
                replies: Some(runs.into_iter().map(reply).collect()),
            },
        })
    }

    fn show(&self, input: &I) -> String {
        sorted_text(input)
    }

    // The same for any number of jobs: an answer is left out between batches.
    fn batch(&self) -> usize {
        16
    }

    fn begin(&self) {
        self.kept(|judged| *judged = Judged::default());
    }

    fn exhausted(&self) -> AnswerSet {
        self.kept(|judged| {
            let over =
                judged.timeouts.iter().filter(|(_, count)| **count >= self.limits.max_timeouts);
            AnswerSet::of(over.map(|(answer, _)| *answer))
        })
    }

    fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = Vec::new();
        for answer in self.exhausted().iter() {
            remarks.push(format!(
                "{} went over a limit {} times, so that the search for bugs went on without it; it was judged on the tests \
                 that are shown, and its order is not known",
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
    match std::str::from_utf8(bytes) {
        Ok(text) => format!("{text:?}"),
        Err(_) => format!("b\"{}\"", bytes.escape_ascii()),
    }
}

fn show_case(case: &CaseInput) -> String {
    match case.arguments.is_empty() {
        true => show_bytes(&case.stdin),
        false => format!("{:?}", case.arguments),
    }
}
