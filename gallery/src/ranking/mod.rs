//! Programs to be ranked: quickspec-2011, paper III, "Ranking Programs using Black Box Testing".
//!
//! The paper ranks the students' answers to three programming problems by the bugs that black-box testing infers
//! in them. Its answers were never published, so these are others, made wrong in the ways that the paper tells of:
//!
//! | problem | section | programs |
//! |---|---|---|
//! | [`anonymizer`] | 2.2.1, 5.2 and 5.3 | one program with four mutations, and with 18 mutation points |
//! | [`intervals`] | 2.2.2, 2.7.4 and 4.3 | answers written by hand, and test suites to be graded |
//! | [`cryptarithm`] | 2.2.3 | answers with more than one right result: the oracle is a property |
//!
//! Each problem has a task that ranks its programs. The tests compute the order of the programs by brute force over
//! all small test cases, and compare it with the order that the ranking infers; they also measure how much the ranks
//! differ from run to run, as section 5.1 does. [`show`] prints the ranking of the mutants.

pub mod anonymizer;
pub mod cryptarithm;
mod exhibits;
pub mod intervals;

#[cfg(test)]
mod tests;

pub use exhibits::exhibits;
use lawful::rank::Ranking;

/// Returns the ranking of the anonymiser's mutants as text: classes of equal programs, and faults that interact.
pub fn show() -> String {
    let ranking = anonymizer::mutants_task(0).rank();
    let mut interactions = anonymizer::interactions(&ranking);
    interactions.implied.clear();
    lines_of(&ranking).join("\n") + "\n" + &ranking.show_interactions(&interactions)
}

/// Returns a ranking as lines: first how many bugs were inferred and which programs are best and worst, then each class
/// of equal programs with its number of bugs and those that it is better than.
fn lines_of(ranking: &Ranking) -> Vec<String> {
    let diagram = ranking.diagram();
    let names = |class: usize| {
        let answers = diagram.classes[class].answers.iter();
        let names = answers.map(|answer| ranking.answers()[*answer].name.as_str());
        names.collect::<Vec<_>>().join(" = ")
    };
    let classes = 0..diagram.classes.len();
    let is_above = |class: &usize| diagram.edges.iter().any(|edge| edge.below == *class);
    let is_below = |class: &usize| diagram.edges.iter().any(|edge| edge.above == *class);
    let best = classes.clone().filter(|class| !is_above(class)).map(names);
    let worst = classes.clone().filter(|class| !is_below(class)).map(names);
    let mut lines = vec![format!(
        "{} programs, {} bugs; best: {}; worst: {}",
        ranking.answers().len(),
        ranking.bugs().len(),
        best.collect::<Vec<_>>().join(", "),
        worst.collect::<Vec<_>>().join(", "),
    )];
    for (number, class) in diagram.classes.iter().enumerate() {
        let edges = diagram.edges.iter().filter(|edge| edge.above == number);
        let below: Vec<String> = edges
            .map(|edge| format!("{} by {}", names(edge.below), ranking.bugs()[edge.smallest].test))
            .collect();
        let mut line = format!("{:9} {:2} bugs", names(number), class.bugs.len());
        if !below.is_empty() {
            line += &format!(", better than {}", below.join(", "));
        }
        lines.push(line);
    }
    lines
}
