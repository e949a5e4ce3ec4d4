//! Ranking live: the order of the programs for each of the paper's three problems.

use lawful::data::Page;
use lawful::rank::Ranking;

use super::{anonymizer, cryptarithm, intervals, lines_of};
use crate::exhibit::{Exhibit, Study};

static STUDY: Study = Study::of("ranking", "ranking-2010, 2 to 5", "anonymizer_mutants");

fn shown(ranking: &Ranking) -> (Vec<String>, Page) {
    (lines_of(ranking), ranking.page(""))
}

/// The three problems. Which programs are equal and which are better is computed by brute force in the tests.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.tells(
            "anonymizer_mutants",
            "Section 5.3: sixteen mutants of one program with four mutations, and A0, which is undefined. The right \
             one, A1, is alone at the top, and A0 at the bottom.",
            |seed| shown(&anonymizer::mutants_task(seed).rank()),
            ["; best: A1; worst: A0"],
        ),
        STUDY.tells(
            "intervals",
            "Section 2.2.2: sets of intervals. The answers of the paper are not published; these are ours, with mistakes \
             of the kinds that it tells of. A9 is right, and A14 is undefined.",
            |seed| shown(&intervals::task(seed).rank()),
            ["; best: A9; worst: A14"],
        ),
        STUDY.tells(
            "cryptarithm",
            "Section 2.2.3: puzzles with several solutions, so the oracle is a property. A1 and A2 are right, and A10, which \
             always panics, is the worst.",
            |seed| shown(&cryptarithm::task(seed).rank()),
            ["; best: A1 = A2; worst: A10"],
        ),
    ]
}
