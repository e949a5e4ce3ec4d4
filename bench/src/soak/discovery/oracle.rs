//! An oracle of pruning: every true equation that is not shown has to follow from those that are.
//!
//! The universe of discovery, all terms up to depth 3 over three variables, has 604 terms. Their values for all values of
//! the variables tell which equations are true. One that is not shown must be proved from the laws by rewriting, or at
//! least hold in all models of the laws with up to three elements. A model in which it does not hold is proof that pruning
//! went wrong. Proofs of discovery's own are checked line by line.

use std::collections::HashMap;
use std::fmt;

use lawful::discovery::{Discovery, Why};
use lawful::extend::{Random, mix};

use super::models::countermodel;
use super::rewriting::{Limits, Rewriting, is_step};
use super::term::{Equation, TermId, Terms, VARIABLES};
use super::theory::Theory;

/// Depth of the universe.
const DEPTH: usize = 3;

/// Limits of the search for proofs of all equations of a theory. Terms of the universe have up to 7 functions, constants
/// and variables.
const ALL_EQUATIONS: Limits = Limits { terms: 4_000, size: 9 };
/// Limits of the search for a proof of one kept law from the others.
const ONE_LAW: Limits = Limits { terms: 1_000, size: 9 };

/// Random equations of a theory, true or false, that discovery is asked to prove.
const ASKED: usize = 4;

/// Counts over all theories.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    theories: usize,
    laws: usize,
    /// True equations that are not shown, and that rewriting proves.
    proved: usize,
    /// Those that it does not prove, but that hold in all small models.
    unproved: usize,
    /// Of these, equations that discovery was asked to prove, and those that it did prove.
    hard: usize,
    hard_answered: usize,
    /// Random true equations that discovery was asked to prove, and those that it did prove.
    asked: usize,
    answered: usize,
    /// Kept laws that rewriting tried to prove from the other laws.
    tried: usize,
    /// Of these, laws that it proved.
    redundant: usize,
    /// Of these, laws that it proved from laws that are not harder, which are those that pruning looks at.
    prunable: usize,
    /// Laws that are false in a small model of the others: if pruning left one out, that would be noticed.
    independent: usize,
}

impl fmt::Display for Statistics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        writeln!(formatter, "{} theories with {} laws", self.theories, self.laws)?;
        writeln!(
            formatter,
            "true equations that are not shown: rewriting proves {}; {} others hold in all models with up to 3 elements",
            self.proved, self.unproved
        )?;
        writeln!(
            formatter,
            "discovery has right proofs of {} of {} such others, and of {} of {} random true equations",
            self.hard_answered, self.hard, self.answered, self.asked
        )?;
        write!(
            formatter,
            "of {} laws, rewriting proves {:.2} % from all others, {:.2} % from those that are not harder; {:.2} % are false in a \
             model of the others with up to 3 elements",
            self.tried,
            percent(self.redundant, self.tried),
            percent(self.prunable, self.tried),
            percent(self.independent, self.tried)
        )
    }
}

/// Laws of a theory, and what is known about its universe.
struct Trial<'a> {
    theory: &'a Theory,
    found: &'a Discovery,
    terms: Terms,
    universe: Vec<TermId>,
    laws: Vec<Equation>,
    /// Values of the terms.
    words: Vec<u64>,
}

/// Discovers the laws of a theory and returns what is wrong with them.
///
/// A thorough check also asks discovery for proofs, and tries to prove each law from the others, which takes up to some
/// seconds.
pub fn check(theory: &Theory, is_thorough: bool, statistics: &mut Statistics) -> Vec<String> {
    let found = theory.signature().hard_tests(0).without_weak_laws().discover();
    let mut trial = Trial::new(theory, &found);
    statistics.theories += 1;
    statistics.laws += trial.laws.len();
    let mut faults = trial.false_laws();
    if is_thorough {
        faults.extend(trial.wrong_proofs(statistics));
        trial.count_redundant(statistics);
    }
    // From a false law anything may follow.
    if faults.is_empty() {
        faults.extend(trial.missing_law(is_thorough, statistics));
    }
    faults
}

impl<'a> Trial<'a> {
    fn new(theory: &'a Theory, found: &'a Discovery) -> Self {
        let mut terms = Terms::new();
        let universe = terms.universe(DEPTH);
        let laws = found.laws().iter();
        let laws = laws
            .map(|law| Equation { left: terms.parse(&law.left), right: terms.parse(&law.right) })
            .collect();
        let words = terms.evaluate(theory);
        Trial { theory, found, terms, universe, laws, words }
    }

    fn is_true(&self, equation: Equation) -> bool {
        self.words[equation.left as usize] == self.words[equation.right as usize]
    }

    fn false_laws(&self) -> Vec<String> {
        let laws = self.laws.iter().filter(|law| !self.is_true(**law));
        laws.map(|law| format!("the law {} is false", self.terms.equation(*law))).collect()
    }

    /// Asks discovery to prove random equations, and checks the proofs.
    fn wrong_proofs(&mut self, statistics: &mut Statistics) -> Vec<String> {
        let seed = self.words.iter().fold(self.theory.size as u64, |seed, word| mix(seed, *word));
        let mut random = Random::from_seed(seed);
        let mut faults = Vec::new();
        for _ in 0..ASKED {
            let mut pick = || self.universe[random.below(self.universe.len() as u64) as usize];
            let equation = Equation { left: pick(), right: pick() };
            let is_true = self.is_true(equation);
            let text = self.terms.equation(equation);
            statistics.asked += usize::from(is_true);
            match self.check_proof(equation) {
                Ok(true) if is_true => statistics.answered += 1,
                Ok(true) => faults.push(format!("{text} is false, and proved")),
                Ok(false) => {}
                Err(fault) => faults.push(fault),
            }
        }
        faults
    }

    /// Checks the proof that discovery prints for an equation. Returns whether there is one.
    fn check_proof(&mut self, equation: Equation) -> Result<bool, String> {
        let text = self.terms.equation(equation);
        // Without a proof the answer would look for a counterexample, which takes far longer.
        if !self.found.proves(&text) {
            return Ok(false);
        }
        let why = self.found.why(&text);
        let Why::Follows(lines) = &why else { return Ok(matches!(why, Why::Shown)) };
        let wrong = |what: &str| Err(format!("{text} has a proof in which {what}: {why}"));
        let mut last = None;
        for line in lines {
            let term = self.terms.parse(&line.term);
            match (last, &line.law) {
                (None, None) if term == equation.left => {}
                (Some(last), Some(law)) => {
                    let Some((left, right)) = law.split_once(" = ") else {
                        return wrong("a law is no equation");
                    };
                    let (left, right) = (self.terms.parse(left), self.terms.parse(right));
                    let law = Equation { left, right };
                    if !self.laws.contains(&law) {
                        return wrong("a law is used that is not among the laws");
                    }
                    if !is_step(&self.terms, law, last, term) {
                        return wrong("a line does not follow from the one before it");
                    }
                }
                _ => return wrong("the first line is not the left side"),
            }
            last = Some(term);
        }
        if last != Some(equation.right) {
            return wrong("the last line is not the right side");
        }
        Ok(true)
    }

    /// Looks for a true equation that does not follow from the laws.
    fn missing_law(&mut self, is_thorough: bool, statistics: &mut Statistics) -> Option<String> {
        let equations = self.true_equations();
        let mut rewriting = Rewriting::new(&mut self.terms, &self.laws, ALL_EQUATIONS);
        rewriting.connect(&self.universe, self.universe.len() - equations.len());
        let mut unproved = equations.clone();
        unproved.retain(|equation| !rewriting.proves(*equation));
        statistics.proved += equations.len() - unproved.len();
        statistics.unproved += unproved.len();
        if unproved.is_empty() {
            return None;
        }
        if let Some((model, equation)) = countermodel(&self.terms, &self.laws, &unproved) {
            let laws: Vec<String> = self.laws.iter().map(|law| self.terms.equation(*law)).collect();
            return Some(format!(
                "{} is true, and does not follow from the laws, as this model of them shows: {model}\n  laws: {}",
                self.terms.equation(equation),
                laws.join("; ")
            ));
        }
        if is_thorough {
            for equation in unproved {
                statistics.hard += 1;
                match self.check_proof(equation) {
                    Ok(is_proved) => statistics.hard_answered += usize::from(is_proved),
                    Err(fault) => return Some(fault),
                }
            }
        }
        None
    }

    /// All true equations of the universe, as one for each term that is not the simplest of its class.
    fn true_equations(&self) -> Vec<Equation> {
        let mut simplest: HashMap<u64, TermId> = HashMap::new();
        let mut equations = Vec::new();
        for term in &self.universe {
            let first = *simplest.entry(self.words[*term as usize]).or_insert(*term);
            if first != *term {
                equations.push(Equation { left: *term, right: first });
            }
        }
        equations
    }

    /// Counts the laws that rewriting proves from others, and those that small models show not to follow from them.
    fn count_redundant(&self, statistics: &mut Statistics) {
        for law in &self.laws {
            let difficulty = |law: &Equation| difficulty(&self.terms, *law);
            let others = self.laws.iter().filter(|other| *other != law).copied();
            let others: Vec<Equation> = others.collect();
            let mut easier = others.clone();
            easier.retain(|other| difficulty(other) <= difficulty(law));
            statistics.tried += 1;
            statistics.redundant += usize::from(self.is_proved(*law, &others));
            statistics.prunable += usize::from(self.is_proved(*law, &easier));
            let countermodel = countermodel(&self.terms, &others, &[*law]);
            statistics.independent += usize::from(countermodel.is_some());
        }
    }

    fn is_proved(&self, goal: Equation, laws: &[Equation]) -> bool {
        let mut terms = self.terms.clone();
        let mut rewriting = Rewriting::new(&mut terms, laws, ONE_LAW);
        rewriting.connect(&[goal.left, goal.right], 1);
        rewriting.proves(goal)
    }
}

/// Order of laws in pruning: depth and functions of the sides, and of those that are alike the more general first.
fn difficulty(terms: &Terms, law: Equation) -> [(usize, usize, usize); 2] {
    [law.left, law.right].map(|side| {
        let variables = (0..VARIABLES).filter(|variable| terms.has(side, *variable)).count();
        (terms.depth(side), terms.symbols(side), VARIABLES - variables)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_models_show_that_laws_are_needed() {
        let mut statistics = Statistics::default();
        for number in 0..40 {
            check(&Theory::random(number), true, &mut statistics);
        }
        // What one oracle proves, the other cannot refute.
        let Statistics { tried, redundant, independent, .. } = statistics;
        assert!(redundant + independent <= tried, "{statistics}");
        assert!(independent > tried / 4, "{statistics}");
    }
}
