//! Results of a ranking.

use crate::answer_set::AnswerSet;
use crate::bugs::Bugs;
use crate::order::Diagram;
use crate::panel::{OracleKind, Panel, RankingError, Replies, Reply, Verdict};
use crate::search::{Found, SearchEnd};

/// Answers in order, the bugs that each has, and the smallest test for each bug.
///
/// Printed with `Display` it is a table; [`Ranking::to_json`] and [`Ranking::to_svg`] are for programs and for looking at.
#[derive(Clone, Debug)]
pub struct Ranking {
    pub(crate) answers: Vec<RankedAnswer>,
    pub(crate) bugs: Vec<Bug>,
    pub(crate) diagram: Diagram,
    /// Places of the answers that the search went on without.
    pub(crate) left_out: AnswerSet,
    pub(crate) oracle: OracleKind,
    pub(crate) seed: u64,
    pub(crate) end: SearchEnd,
    pub(crate) tests: u64,
    pub(crate) undecided: u64,
    pub(crate) remarks: Vec<String>,
}

/// An answer with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RankedAnswer {
    /// Name of the answer.
    pub name: String,
    /// Place among the answers, from 1 on; answers with as many bugs share a place, and the next ones come after all
    /// of them.
    pub place: usize,
    /// Numbers of the bugs that the answer has, as in [`Ranking::bugs`]. How many they are is the paper's rank.
    pub bugs: AnswerSet,
    /// Number of the tests, one for each bug, that the answer passes: the paper's score.
    pub score: usize,
}

/// A bug that was inferred, with the smallest test that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bug {
    /// Input of the smallest test.
    pub test: String,
    /// Output that is right, where the oracle knows one.
    pub expected: Option<String>,
    /// Numbers of the answers that have the bug, as in [`Ranking::answers`].
    pub answers: AnswerSet,
    /// Outcome of each answer for the test, in the order of [`Ranking::answers`].
    pub replies: Vec<Reply>,
}

/// A test with the answers that fail on it.
struct Judged {
    test: String,
    replies: Replies,
}

impl Ranking {
    /// Judges all answers on the tests that were found, and puts them in order.
    pub(crate) fn new<I>(
        panel: &impl Panel<I>,
        of: &AnswerSet,
        seed: u64,
        found: Found<I>,
    ) -> Result<Self, RankingError> {
        let names = panel.names();
        let mut remarks = Vec::new();
        let mut bugs = Bugs::default();
        for test in &found.tests {
            let replies = panel.replies(&test.input, of, &test.of)?;
            // Voters that have no majority any more are told below as not deterministic.
            let now = replies.failing().unwrap_or_default();
            // Answers that used up their time took no part when the test was found.
            let joined = now.difference(&test.of);
            let mut failing = test.failing.clone();
            failing.extend(&joined);
            let shown = panel.show(&test.input);
            for answer in now.difference(&failing).iter().chain(failing.difference(&now).iter()) {
                remarks.push(format!(
                    "{} passes and fails on {shown}: it is not deterministic, and counts as failing",
                    names[answer]
                ));
            }
            failing.extend(&now);
            bugs.add(failing, Judged { test: shown, replies });
        }
        let mut judged = bugs.into_tests();
        // Tests come the smallest first, and removals keep the order.
        remarks.sort();
        remarks.dedup();
        remarks.extend(panel.remarks());

        let count = judged.len();
        let mut order: Vec<usize> = of.iter().collect();
        let bugs_of =
            |answer: usize| AnswerSet::of((0..count).filter(|bug| judged[*bug].0.contains(answer)));
        let sets: Vec<AnswerSet> = (0..names.len()).map(bugs_of).collect();
        order.sort_by_key(|answer| (sets[*answer].len(), *answer));
        let mut answers: Vec<RankedAnswer> = Vec::new();
        for answer in &order {
            let bugs = sets[*answer].clone();
            let place = match answers.last() {
                Some(last) if last.bugs.len() == bugs.len() => last.place,
                _ => answers.len() + 1,
            };
            let score = count - bugs.len();
            answers.push(RankedAnswer { name: names[*answer].clone(), place, bugs, score });
        }
        let bugs = judged.drain(..).map(|(failing, Judged { test, replies })| {
            let has = |place: &usize| failing.contains(order[*place]);
            let mut all = replies.replies.unwrap_or_default();
            let mut reply = |answer: &usize| {
                let unseen = || Reply { verdict: Verdict::Passed, text: "not seen again".into() };
                all.remove(answer).unwrap_or_else(unseen)
            };
            Bug {
                test,
                expected: replies.expected,
                answers: AnswerSet::of((0..order.len()).filter(has)),
                replies: order.iter().map(&mut reply).collect(),
            }
        });
        let bugs = bugs.collect();
        let sets: Vec<AnswerSet> = answers.iter().map(|answer| answer.bugs.clone()).collect();
        let is_left_out = |place: &usize| found.left_out.contains(order[*place]);
        let left_out = AnswerSet::of((0..order.len()).filter(is_left_out));
        let diagram = Diagram::new(&sets, &left_out);
        let Found { end, run: tests, undecided, .. } = found;
        let oracle = panel.oracle();
        Ok(Ranking {
            answers,
            bugs,
            diagram,
            left_out,
            oracle,
            seed,
            end,
            tests,
            undecided,
            remarks,
        })
    }

    /// The answers, the best first.
    pub fn answers(&self) -> &[RankedAnswer] {
        &self.answers
    }

    /// The bugs that were inferred, those with the smallest tests first.
    pub fn bugs(&self) -> &[Bug] {
        &self.bugs
    }

    /// Hasse diagram of the answers.
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// The answer of a name, if there is one.
    pub fn answer(&self, name: &str) -> Option<&RankedAnswer> {
        self.answers.iter().find(|answer| answer.name == name)
    }

    pub(crate) fn named(&self, name: &str) -> &RankedAnswer {
        self.answer(name).unwrap_or_else(|| panic!("there is no answer named {name}"))
    }

    /// Returns whether the search went on without an answer, because it went over its limits too often. It is judged on the
    /// tests that are shown, and its order is not known.
    pub fn is_left_out(&self, name: &str) -> bool {
        let place = self.answers.iter().position(|answer| answer.name == name);
        place.is_some_and(|place| self.left_out.contains(place))
    }

    /// The oracle that judged the answers.
    pub fn oracle(&self) -> OracleKind {
        self.oracle
    }

    /// Seed of the random tests.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Reason why the search ended.
    pub fn end(&self) -> SearchEnd {
        self.end
    }

    /// Number of tests that were run, those of shrinking included.
    pub fn tests(&self) -> u64 {
        self.tests
    }

    /// Number of tests on which the oracle had no opinion.
    pub fn undecided(&self) -> u64 {
        self.undecided
    }

    /// Remarks: answers that are not deterministic, that used up their time, or that were not confined.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }
}
