//! Generators of terms (quickcheck-2000, sections 5.1.1 and 5.1.4).

use lawful::generate::FuncKey;
use lawful::generate::KeyDigest;
use lawful::generate::{btree_map, elements, frequency, just, one_of, vec};
use lawful::{Arbitrary, Generator, Source, any};

use super::term::{Name, Substitution, Term, Variable};

/// How many different names and variables there are at a size: few, growing with its logarithm.
fn variety(size: u32) -> u32 {
    f64::from(size.max(1)).ln() as u32 + 1
}

impl Arbitrary for Name {
    fn arbitrary(source: &mut Source) -> Self {
        let number = source.draw(&elements(1..=variety(source.size())));
        Name(format!("v{number}"))
    }
}

impl Arbitrary for Variable {
    fn arbitrary(source: &mut Source) -> Self {
        Variable(source.draw(&elements(0..variety(source.size()))))
    }
}

/// A variable or a constructor, half of each.
impl Arbitrary for Term {
    fn arbitrary(source: &mut Source) -> Self {
        let variable = any::<Variable>().mapped(Term::Var);
        let constructor = |source: &mut Source| constructor(source, any::<Term>());
        source.draw(&one_of((variable, constructor)))
    }
}

/// A constructor whose arguments come from a generator at half the size.
fn constructor(source: &mut Source, argument: impl Generator<Value = Term>) -> Term {
    Term::Constr(source.any(), arguments(source, argument))
}

/// Up to three arguments at half the size; at size 0 none.
fn arguments<T>(source: &mut Source, argument: impl Generator<Value = T>) -> Vec<T> {
    let size = source.size();
    let list = vec(argument.resize(size / 2), 0..=3);
    // A range of lengths is used as far as the size goes, to the full at size 100.
    let length_size = if size == 0 { 0 } else { 100 };
    source.resize(length_size, |source| source.draw(&list))
}

/// Terms are told apart by all that they consist of.
impl FuncKey for Term {
    fn digest(&self, digest: &mut KeyDigest) {
        digest.hash(self);
    }
}

/// The terms are small: substituting multiplies their sizes.
impl Arbitrary for Substitution {
    fn arbitrary(source: &mut Source) -> Self {
        let term = any::<Term>().resize(source.size() / 25);
        Substitution(source.draw(&btree_map(any::<Variable>(), term, 0..=6)))
    }
}

/// Two terms that probably unify: one term, of which parts are replaced by variables in two
/// different ways. They do not unify where the variables are used inconsistently.
pub fn probably_unifiable_pair(source: &mut Source) -> (Term, Term) {
    let size = source.size();
    let term = constructor(source, any::<Term>().resize(size / 2));
    (with_variables(source, &term), with_variables(source, &term))
}

/// The term with some of its parts replaced by variables.
fn with_variables(source: &mut Source, term: &Term) -> Term {
    if source.draw(&frequency([(10, just(false)), (1, just(true))])) {
        return Term::Var(source.any());
    }
    match term {
        Term::Var(_) => term.clone(),
        Term::Constr(name, arguments) => {
            let arguments = arguments.iter().map(|argument| with_variables(source, argument));
            Term::Constr(name.clone(), arguments.collect())
        }
    }
}

/// What an action of the unification monad does, as data, so that a generated function can give
/// one.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Gives a term.
    Give(Term),
    /// Reads a variable.
    Read(Variable),
    /// Writes a variable, and gives the term.
    Write(Variable, Term),
    /// Fails.
    Fail,
}

impl Arbitrary for Deed {
    fn arbitrary(source: &mut Source) -> Self {
        match source.draw(&elements(0..4)) {
            0 => Deed::Give(source.any()),
            1 => Deed::Read(source.any()),
            2 => Deed::Write(source.any(), source.any()),
            _ => Deed::Fail,
        }
    }
}
