//! A ranking as a page for a report.

use lawful_core::extend::{Block, Graph, Page, Statement, Tone};

use crate::ranking::{Bug, Ranking};
use crate::show::{counted, cut, printable};

/// Answers of a bug that are named beside its test; all of them are with the outcomes.
const NAMES: usize = 3;
/// Tests in the detail of a node or an edge, at most.
const TESTS: usize = 12;

impl Ranking {
    /// Makes a page for a report: the order as a graph whose edges have the smallest tests that tell answers apart, the
    /// table of answers, and each bug with its smallest test and what the answers did there.
    ///
    /// `lawful::report::lines::record_page` puts the page into the results of a run.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let ranking = Assignment::new(0..9u8).reference(|x| *x).answer("same", |x| *x).answer("none", |_| 0).rank();
    /// let page = ranking.page("identity");
    /// assert_eq!(page.headline, "2 answers, 1 bug; best: same; worst: none");
    /// ```
    pub fn page(&self, name: impl Into<String>) -> Page {
        let mut page = Page::new("ranking", name, self.headline());
        let mut add = |block| page.document.push(block);
        add(Block::Paragraph(format!("Judged by {}; {}.", self.oracle(), self.ended())));
        add(Block::Graph(Box::new(self.graph())));
        add(Block::Table(self.rows()));
        add(Block::Statements(self.bugs().iter().map(|bug| self.statement(bug)).collect()));
        self.remarks().iter().for_each(|remark| add(Block::Paragraph(format!("Note: {remark}"))));
        page
    }

    /// Number of answers and bugs, and the answers that no other is better or worse than.
    fn headline(&self) -> String {
        let diagram = self.diagram();
        let known = |class: &usize| {
            let answers = &diagram.classes[*class].answers;
            !answers.iter().any(|answer| self.left_out.contains(*answer))
        };
        let classes: Vec<usize> = (0..diagram.classes.len()).filter(known).collect();
        let counts = format!(
            "{}, {}",
            counted(self.answers().len(), "answer", "answers"),
            counted(self.bugs().len(), "bug", "bugs")
        );
        if classes.len() < 2 {
            return counts;
        }
        let named = |is_end: &dyn Fn(usize) -> bool| {
            let ends = classes.iter().filter(|class| is_end(**class));
            ends.map(|class| self.class_name(*class)).collect::<Vec<_>>().join(", ")
        };
        let best = named(&|class| !diagram.edges.iter().any(|edge| edge.below == class));
        let worst = named(&|class| !diagram.edges.iter().any(|edge| edge.above == class));
        format!("{counts}; best: {best}; worst: {worst}")
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::new("Order");
        for (number, class) in self.diagram().classes.iter().enumerate() {
            let is_left_out = class.answers.iter().any(|answer| self.left_out.contains(*answer));
            let tone = match class.bugs.len() {
                _ if is_left_out => Tone::Faint,
                0 => Tone::Good,
                all if all == self.bugs().len() => Tone::Bad,
                _ => Tone::Plain,
            };
            let node = graph.node(self.lines_of(number).join("\n"), tone);
            graph.nodes[node].detail = match class.bugs.is_empty() {
                _ if is_left_out => {
                    String::from("went over its limits too often: its order is not known")
                }
                true => String::from("passes every test"),
                false => format!("fails on {}", self.tests_of(class.bugs.iter())),
            };
        }
        for edge in &self.diagram().edges {
            let classes = &self.diagram().classes;
            let apart = classes[edge.below].bugs.difference(&classes[edge.above].bugs);
            let detail = format!("only the better one passes {}", self.tests_of(apart.iter()));
            let label = self.edge_label(edge);
            graph.edge(edge.above, edge.below, label).detail = detail;
        }
        graph
    }

    /// Tests of bugs in one line.
    fn tests_of(&self, bugs: impl Iterator<Item = usize>) -> String {
        let mut tests: Vec<String> = bugs.map(|bug| cut(&self.bugs()[bug].test)).collect();
        let more = tests.len().saturating_sub(TESTS);
        tests.truncate(TESTS);
        let tests = tests.join(", ");
        if more == 0 { tests } else { format!("{tests} and {more} more") }
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let head = ["place", "answer", "bugs", "tests passed"].map(String::from).to_vec();
        let answers = self.answers().iter().map(|answer| {
            let passed = format!("{} of {}", answer.score, self.bugs().len());
            let (place, bugs) = (answer.place.to_string(), answer.bugs.len().to_string());
            vec![place, printable(&answer.name), bugs, passed]
        });
        std::iter::once(head).chain(answers).collect()
    }

    fn statement(&self, bug: &Bug) -> Statement {
        let names =
            bug.answers.iter().take(NAMES).map(|answer| printable(&self.answers()[answer].name));
        let names = names.collect::<Vec<_>>().join(", ");
        let more = match bug.answers.len().saturating_sub(NAMES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let statement =
            Statement::new("Bugs, by their smallest tests", bug.test.clone(), Tone::Bad);
        let statement = statement.with_remark(format!("{names}{more}"));
        let outcomes = self.outcomes(bug);
        outcomes
            .into_iter()
            .fold(statement, |statement, (name, text)| statement.with_value(name, text))
    }
}
