//! Why is this law not there? Either it follows from those that are, or it is false.

use std::fmt;

use crate::chain::Chain;
use crate::discovery::Discovery;
use crate::equation::{Condition, Counterexample, EquationLaw};
use crate::prove::Effort;
use crate::search::Equation;
use crate::term::{Head, TermId, Terms};

/// Answer to the question why an equation is not among the laws.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The equation is among the laws.
    Shown,
    /// The equation follows from the laws, by this proof; without lines if it is too long to be printed.
    Follows(Vec<ProofLine>),
    /// The equation is false, with a counterexample.
    Refuted(Counterexample),
    /// No proof and no counterexample was found.
    Unknown,
}

/// A line of a proof: a term, which is equal to the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofLine {
    /// The term.
    pub term: String,
    /// The law that makes it equal to the term before it; none for the first.
    pub law: Option<String>,
}

impl Discovery {
    /// Says why an equation is not among the laws: with a proof from them, or with a counterexample. A condition may stand
    /// before it.
    ///
    /// ```
    /// use lawful::discovery::sig;
    ///
    /// let found = sig!["+" = i32::wrapping_add, "0" = 0i32].discover();
    /// let follows = found.why("0 + x = x").to_string();
    /// assert_eq!(follows, "\
    /// it follows from the laws:
    ///     0 + x
    ///   = x + 0    by x + y = y + x
    ///   = x        by x + 0 = x
    /// ");
    /// assert_eq!(found.why("x + x = x").to_string(), "it is false for x = 1: 2 against 1\n");
    /// ```
    ///
    /// # Panics
    ///
    /// If the text is no equation over the signature.
    #[track_caller]
    pub fn why(&self, text: &str) -> Why {
        let mut terms = self.terms.clone();
        let (condition, goal) = match self.notation().parse_law(&mut terms, text) {
            Ok(law) => law,
            Err(problem) => panic!("{problem}"),
        };
        let is_shown = match condition {
            None => self.laws.iter().any(|law| is_renaming(&terms, law.equation, goal)),
            Some(_) => self.conditional.iter().any(|law| law.text == text.trim()),
        };
        if is_shown {
            return Why::Shown;
        }
        let (rules, laws) = self.rules(condition);
        let rules: Vec<_> = rules.iter().collect();
        let defined = condition.map(Condition::term);
        let chain = self.prover(&terms).with_proof(&rules, goal, defined, |proof| {
            let mut written = terms.clone();
            let lines = Chain::write(proof, &self.signature, &self.variables, &mut written);
            (written, lines)
        });
        if let Some((written, chain)) = chain {
            let line = |(law, term): &(Option<u32>, TermId)| ProofLine {
                term: self.notation().term(&written, *term),
                law: law.map(|law| self.notation().equation(&terms, laws[law as usize])),
            };
            return Why::Follows(chain.iter().map(line).collect());
        }
        let prover = self.prover(&terms);
        if prover.proves_where(&rules, goal, defined, Effort::ASK) {
            return Why::Follows(Vec::new());
        }
        let law = EquationLaw::new(&self.signature, &self.variables, &terms, condition, goal);
        match law.refute(self.signature.settings.seed) {
            Some(counterexample) => Why::Refuted(counterexample),
            None => Why::Unknown,
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Shown => writeln!(formatter, "it is among the laws"),
            Why::Refuted(counterexample) => {
                let Counterexample { left, right, .. } = counterexample;
                writeln!(formatter, "it is false for {counterexample}: {left} against {right}")
            }
            Why::Unknown => writeln!(
                formatter,
                "neither a proof from the laws nor a counterexample was found; it may be deeper than the search went"
            ),
            Why::Follows(lines) if lines.is_empty() => {
                writeln!(
                    formatter,
                    "it follows from the laws, by a proof that is too long to print"
                )
            }
            Why::Follows(lines) => {
                writeln!(formatter, "it follows from the laws:")?;
                let width = lines.iter().map(|line| line.term.chars().count()).max().unwrap_or(0);
                for line in lines {
                    let space = width - line.term.chars().count();
                    match &line.law {
                        None => writeln!(formatter, "    {}", line.term)?,
                        Some(law) => {
                            writeln!(formatter, "  = {}{:space$}    by {law}", line.term, "")?;
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// Returns whether two equations are the same up to the names of variables and the order of the sides.
pub(crate) fn is_renaming(terms: &Terms, one: Equation, other: Equation) -> bool {
    let matches = |left: TermId, right: TermId| {
        let mut names: Vec<(u8, u8)> = Vec::new();
        alike(terms, one.left, left, &mut names) && alike(terms, one.right, right, &mut names)
    };
    matches(other.left, other.right) || matches(other.right, other.left)
}

fn alike(terms: &Terms, one: TermId, other: TermId, names: &mut Vec<(u8, u8)>) -> bool {
    let (one, other) = (*terms.get(one), *terms.get(other));
    match (one.head, other.head) {
        (Head::Variable(one), Head::Variable(other)) => {
            match names.iter().find(|(left, right)| *left == one || *right == other) {
                Some(pair) => *pair == (one, other),
                None => {
                    names.push((one, other));
                    true
                }
            }
        }
        (left, right) => {
            left == right
                && one
                    .arguments()
                    .iter()
                    .zip(other.arguments())
                    .all(|(left, right)| alike(terms, *left, *right, names))
        }
    }
}
