//! The laws that are kept: none that the others prove.

use crate::prove::{Effort, Proof, Rule};
use crate::search::Equation;
use crate::signature::Signature;
use crate::signature::Variable;
use crate::term::{Head, TermId, Terms};

/// Proves equations from laws.
pub(crate) struct Prover<'a> {
    pub signature: &'a Signature,
    pub variables: &'a [Variable],
    pub terms: &'a Terms,
    /// Which functions may panic.
    pub partial: &'a [bool],
}

impl Prover<'_> {
    /// Drops the laws that others prove: first those that the laws before them prove, then, from the last to the first,
    /// those that all others prove that are not harder to read. A law that is dropped proves nothing any more.
    pub fn prune(&self, laws: &[Equation]) -> Vec<Equation> {
        let rules: Vec<Rule> = laws.iter().map(|law| Rule::new(self.terms, *law)).collect();
        let mut kept: Vec<usize> = Vec::new();
        for (number, law) in laws.iter().enumerate() {
            let before: Vec<&Rule> = kept.iter().map(|one| &rules[*one]).collect();
            if !self.proves(&before, *law) {
                kept.push(number);
            }
        }
        for law in kept.clone().into_iter().rev() {
            let simplicity = self.simplicity(laws[law]);
            let others = kept.iter().filter(|one| **one != law);
            let others = others.filter(|one| self.simplicity(laws[**one]) <= simplicity);
            let others: Vec<&Rule> = others.map(|one| &rules[*one]).collect();
            if self.proves(&others, laws[law]) {
                kept.retain(|one| *one != law);
            }
        }
        kept.into_iter().map(|law| laws[law]).collect()
    }

    fn simplicity(&self, law: Equation) -> ((u8, u8, u8), (u8, u8, u8)) {
        (self.terms.get(law.left).simplicity(), self.terms.get(law.right).simplicity())
    }

    pub fn proves(&self, rules: &[&Rule], goal: Equation) -> bool {
        self.proves_where(rules, goal, None, Effort::PRUNE)
    }

    /// Returns whether an equation is proved where a term is known to be defined.
    pub fn proves_where(
        &self,
        rules: &[&Rule],
        goal: Equation,
        defined: Option<TermId>,
        effort: Effort,
    ) -> bool {
        self.search(rules, goal, defined, effort, |_| ()).is_some()
    }

    /// Searches for a proof that can be printed, and looks at it.
    pub fn with_proof<R>(
        &self,
        rules: &[&Rule],
        goal: Equation,
        defined: Option<TermId>,
        look: impl FnOnce(&Proof<'_>) -> R + Copy,
    ) -> Option<R> {
        // A short proof is the better one to read.
        let short = self.search(rules, goal, defined, Effort::PRUNE.explaining(), look);
        short.or_else(|| self.search(rules, goal, defined, Effort::ASK.explaining(), look))
    }

    fn search<R>(
        &self,
        rules: &[&Rule],
        goal: Equation,
        defined: Option<TermId>,
        effort: Effort,
        look: impl FnOnce(&Proof<'_>) -> R,
    ) -> Option<R> {
        let kinds = |head: Head| match head {
            Head::Variable(variable) => self.variables[usize::from(variable)].kind as u8,
            Head::Function(symbol) => {
                self.signature.symbols[usize::from(symbol)].shape.result as u8
            }
            Head::Undefined(kind) => kind,
        };
        let proof = Proof::search(self.terms, self.partial, &kinds, rules, goal, defined, effort)?;
        Some(look(&proof))
    }
}
