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
pub mod intervals;

#[cfg(test)]
mod tests;

/// Returns the ranking of the anonymiser's mutants as text: classes of equal programs, and faults that interact.
pub fn show() -> String {
    let ranking = anonymizer::mutants_task(0).rank();
    let diagram = ranking.diagram();
    let names = |class: usize| {
        let answers = diagram.classes[class].answers.iter();
        answers
            .map(|answer| ranking.answers()[*answer].name.as_str())
            .collect::<Vec<_>>()
            .join(" = ")
    };
    let mut text = String::new();
    for (number, class) in diagram.classes.iter().enumerate() {
        let edges = diagram.edges.iter().filter(|edge| edge.above == number);
        let below: Vec<String> = edges
            .map(|edge| format!("{} by {}", names(edge.below), ranking.bugs()[edge.smallest].test))
            .collect();
        text += &format!("{:9} {:2} bugs", names(number), class.bugs.len());
        if !below.is_empty() {
            text += &format!(", better than {}", below.join(", "));
        }
        text += "\n";
    }
    let mut interactions = anonymizer::interactions(&ranking);
    interactions.implied.clear();
    text + &ranking.show_interactions(&interactions)
}
