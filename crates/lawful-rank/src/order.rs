//! The order of answers by what they pass: better means to pass all that another one passes, and more.

use std::cmp::Ordering;

use crate::answer_set::AnswerSet;
use crate::ranking::Ranking;

/// Answers that pass the same tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerClass {
    /// Numbers of the answers, as in [`Ranking::answers`].
    pub answers: Vec<usize>,
    /// Numbers of the bugs that they have, as in [`Ranking::bugs`].
    pub bugs: AnswerSet,
}

/// An edge of the diagram: the answers above pass all tests that those below pass, and no class is in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Number of the class that is better.
    pub above: usize,
    /// Number of the class that is worse.
    pub below: usize,
    /// Number of the bug with the smallest test that tells them apart, among the tests of bugs. (One that shows several bugs
    /// at once may be smaller.)
    pub smallest: usize,
    /// Number of other bugs that tell them apart.
    pub others: usize,
}

/// Hasse diagram of the answers: classes that pass the same tests, and edges to the next worse ones.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::rank::Assignment;
///
/// let ranking = Assignment::new(0..100i32)
///     .reference(|x| x % 10)
///     .answer("right", |x| x % 10)
///     .answer("zero", |x| if *x == 7 { 0 } else { x % 10 })
///     .answer("nothing", |_| -1)
///     .rank();
/// let diagram = ranking.diagram();
/// let edges: Vec<(usize, usize)> = diagram.edges.iter().map(|edge| (edge.above, edge.below)).collect();
/// assert_eq!(edges, [(0, 1), (1, 2)]);
/// assert_eq!(ranking.bugs()[diagram.edges[0].smallest].test, "7");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Classes, those with the fewest bugs first.
    pub classes: Vec<AnswerClass>,
    /// Edges, by the class above and then by the class below.
    pub edges: Vec<Edge>,
}

impl Diagram {
    /// The diagram of answers that have these bugs. Answers that the search went on without come last, each alone: of tests
    /// that were run without them nothing is known.
    pub(crate) fn new(bugs_of: &[AnswerSet], left_out: &AnswerSet) -> Self {
        let mut classes: Vec<AnswerClass> = Vec::new();
        let mut sorted: Vec<usize> =
            (0..bugs_of.len()).filter(|answer| !left_out.contains(*answer)).collect();
        sorted.sort_by_key(|answer| (bugs_of[*answer].len(), &bugs_of[*answer], *answer));
        for answer in sorted {
            match classes.last_mut().filter(|class| class.bugs == bugs_of[answer]) {
                Some(class) => class.answers.push(answer),
                None => {
                    let bugs = bugs_of[answer].clone();
                    classes.push(AnswerClass { answers: vec![answer], bugs });
                }
            }
        }
        // A class comes after all that are better.
        let below = |above: usize| {
            let is_below = |below: &usize| classes[above].bugs.is_subset(&classes[*below].bugs);
            AnswerSet::of((above + 1..classes.len()).filter(is_below))
        };
        let below: Vec<AnswerSet> = (0..classes.len()).map(below).collect();
        let mut edges = Vec::new();
        for (above, all) in below.iter().enumerate() {
            let mut indirect = AnswerSet::new();
            all.iter().for_each(|between| indirect.extend(&below[between]));
            for lower in all.difference(&indirect).iter() {
                let apart = classes[lower].bugs.difference(&classes[above].bugs);
                // Bugs are numbered by the size of their tests.
                let smallest = apart.iter().next().unwrap_or_default();
                edges.push(Edge { above, below: lower, smallest, others: apart.len() - 1 });
            }
        }
        for answer in left_out.iter() {
            classes.push(AnswerClass { answers: vec![answer], bugs: bugs_of[answer].clone() });
        }
        Diagram { classes, edges }
    }
}

impl Ranking {
    /// Compares two answers by the tests that they pass: `Greater` if the first passes all that the second passes, and
    /// more; nothing if each passes a test that the other fails, or if the search went on without one of them.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let ranking = Assignment::new(0..100u8)
    ///     .reference(|x| *x)
    ///     .answer("below 50", |x| (*x).min(50))
    ///     .answer("below 20", |x| (*x).min(20))
    ///     .answer("positive", |x| (*x).max(1))
    ///     .rank();
    /// assert_eq!(ranking.compare("below 50", "below 20"), Some(Ordering::Greater));
    /// assert_eq!(ranking.compare("below 50", "positive"), None);
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no answer of that name.
    pub fn compare(&self, one: &str, other: &str) -> Option<Ordering> {
        if one != other && (self.is_left_out(one) || self.is_left_out(other)) {
            return None;
        }
        let (one, other) = (&self.named(one).bugs, &self.named(other).bugs);
        match (one.is_subset(other), other.is_subset(one)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }
    }
}
