//! Answers that the search goes on without, and votes among some of the answers.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use lawful::prelude::*;
use lawful::rank::{
    AnswerSet, Assignment, OracleKind, Panel, RankingError, Replies, Reply, Verdict,
};

/// Programs over lists, of which the last is exhausted when it has failed so often.
struct Exhaustible {
    failures: AtomicU64,
    most: u64,
}

const NAMES: [&str; 4] = ["A", "B", "C", "hangs"];
const HANGS: usize = 3;

fn failing(list: &[u8]) -> AnswerSet {
    let fails = [
        list.contains(&3),
        list.len() >= 3,
        list.len() >= 2 && list[0] > list[1],
        list.len() == 2 || list.first() == Some(&3),
    ];
    AnswerSet::of((0..4).filter(|answer| fails[*answer]))
}

impl Panel<Vec<u8>> for Exhaustible {
    fn names(&self) -> Vec<String> {
        NAMES.map(String::from).into()
    }

    fn oracle(&self) -> OracleKind {
        OracleKind::Property
    }

    fn failing(
        &self,
        inputs: &[Vec<u8>],
        of: &AnswerSet,
    ) -> Result<Vec<Option<AnswerSet>>, RankingError> {
        let judge = |list: &Vec<u8>| {
            let failing = failing(list).intersection(of);
            self.failures.fetch_add(u64::from(failing.contains(HANGS)), Relaxed);
            Some(failing)
        };
        Ok(inputs.iter().map(judge).collect())
    }

    fn replies(
        &self,
        input: &Vec<u8>,
        of: &AnswerSet,
        _: &AnswerSet,
    ) -> Result<Replies, RankingError> {
        let reply = |answer: usize| {
            let failed = failing(input).contains(answer);
            let verdict = if failed { Verdict::TimedOut } else { Verdict::Passed };
            (answer, Reply { verdict, text: String::new() })
        };
        Ok(Replies { expected: None, replies: Some(of.iter().map(reply).collect()) })
    }

    fn show(&self, list: &Vec<u8>) -> String {
        format!("{list:?}")
    }

    fn batch(&self) -> usize {
        8
    }

    fn begin(&self) {
        self.failures.store(0, Relaxed);
    }

    fn exhausted(&self) -> AnswerSet {
        AnswerSet::of((self.failures.load(Relaxed) >= self.most).then_some(HANGS))
    }
}

fn ranking(most: u64, small_tests: u64) -> lawful::rank::Ranking {
    let panel = Exhaustible { failures: AtomicU64::new(0), most };
    let task = Assignment::new(any::<Vec<u8>>()).panel(panel);
    task.patience(1_000).small_tests(small_tests).rank()
}

#[test]
fn no_order_is_claimed_that_was_not_seen() {
    for small_tests in [0, 50, 500] {
        let (whole, cut) = (ranking(u64::MAX, small_tests), ranking(20, small_tests));
        assert!(cut.is_left_out("hangs") && !whole.is_left_out("hangs"), "{cut}");
        for other in ["A", "B", "C"] {
            assert_eq!(cut.compare("hangs", other), None, "{cut}");
            // What is known of the others is what a search with all of them finds.
            for one in ["A", "B", "C"] {
                assert_eq!(cut.compare(one, other), whole.compare(one, other), "{one} and {other}");
            }
        }
        assert_eq!(cut.compare("hangs", "hangs"), Some(Ordering::Equal));
        let classes = &cut.diagram().classes;
        let place = cut.answers().iter().position(|answer| answer.name == "hangs").unwrap();
        let own = classes.iter().position(|class| class.answers == [place]).unwrap();
        let edges = &cut.diagram().edges;
        assert!(edges.iter().all(|edge| edge.above != own && edge.below != own), "{cut}");
        assert!(cut.to_svg().contains("stroke-dasharray"));
        // It has the bugs of the tests that it failed on before it was left out.
        assert!(!cut.named_bugs("hangs").is_empty(), "{cut}");
    }
}

trait NamedBugs {
    fn named_bugs(&self, name: &str) -> AnswerSet;
}

impl NamedBugs for lawful::rank::Ranking {
    fn named_bugs(&self, name: &str) -> AnswerSet {
        self.answer(name).map(|answer| answer.bugs.clone()).unwrap_or_default()
    }
}

#[test]
fn a_second_ranking_begins_anew() {
    let panel = Exhaustible { failures: AtomicU64::new(0), most: 20 };
    let task = Assignment::new(any::<Vec<u8>>()).panel(&panel).patience(500).small_tests(50);
    assert_eq!(task.rank().to_json(), task.rank().to_json());
}

#[test]
fn only_those_that_take_part_vote() {
    // Four wrong answers outvote three right ones, but not where two right ones and one wrong one are ranked.
    let mut task = Assignment::new(0..10u8).majority::<u8>().patience(50);
    for number in 0..3 {
        task = task.answer(format!("right {number}"), |x| *x);
    }
    for number in 0..4 {
        task = task.answer(format!("wrong {number}"), |x| if *x > 5 { 0 } else { *x });
    }
    let stability = task.relative_stability("right 0", "wrong 0", 1, 20).unwrap();
    assert!(stability.scores.contains(&(1.0, 0.0)) && stability.scores.contains(&(0.0, 1.0)));
    assert!(stability.scores.iter().all(|(one, other)| one != other), "{stability}");
}

#[test]
fn where_everything_crashes_everything_fails() {
    let task = Assignment::new(0..10u8).majority::<u8>().patience(50);
    let ranking = task.answer("A", |_| panic!("never")).answer("B", |_| panic!("nor this")).rank();
    assert_eq!(ranking.bugs().len(), 1, "{ranking}");
    assert_eq!(ranking.bugs()[0].answers.len(), 2);
}
