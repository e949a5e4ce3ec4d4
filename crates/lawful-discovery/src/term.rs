//! Terms, each of which is stored once.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use crate::equality::Mixer;
use crate::lift::MOST_ARGUMENTS;
use crate::signature::{Signature, Variable};

/// A map whose order nothing depends on, and whose hash is quick.
pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Number of a term.
pub(crate) type TermId = u32;

/// Stands for no term.
pub(crate) const NO_TERM: TermId = u32::MAX;

/// The outermost part of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Head {
    /// A variable, by its number in the signature.
    Variable(u8),
    /// A function or constant, by its number in the signature.
    Function(u16),
    /// The constant that panics, of this type.
    Undefined(u8),
}

/// A variable, or a function with arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub head: Head,
    pub arity: u8,
    pub depth: u8,
    /// Number of functions and constants.
    pub symbols: u8,
    /// Number of functions, constants and variables.
    pub nodes: u8,
    pub kind: u8,
    arguments: [TermId; MOST_ARGUMENTS],
    /// Set of the variables.
    pub variables: u64,
}

impl Term {
    pub fn arguments(&self) -> &[TermId] {
        &self.arguments[..usize::from(self.arity)]
    }

    /// Sort key that stands for how simple a term is by itself: depth, functions, and then the more general first.
    pub fn simplicity(&self) -> (u8, u8, u8) {
        (self.depth, self.symbols, 64 - self.variables.count_ones() as u8)
    }
}

/// All terms that have occurred.
#[derive(Clone, Default)]
pub(crate) struct Terms {
    all: Vec<Term>,
    index: Map<(Head, [TermId; MOST_ARGUMENTS]), TermId>,
}

impl Terms {
    pub fn get(&self, id: TermId) -> &Term {
        &self.all[id as usize]
    }

    pub fn variable(&mut self, number: usize, variables: &[Variable]) -> TermId {
        let kind = variables[number].kind as u8;
        self.leaf(Head::Variable(number as u8), kind, 0, 1 << number)
    }

    pub fn undefined(&mut self, kind: usize) -> TermId {
        self.leaf(Head::Undefined(kind as u8), kind as u8, 1, 0)
    }

    fn leaf(&mut self, head: Head, kind: u8, symbols: u8, variables: u64) -> TermId {
        let arguments = [NO_TERM; MOST_ARGUMENTS];
        self.insert(Term {
            head,
            arity: 0,
            depth: 1,
            symbols,
            nodes: 1,
            kind,
            arguments,
            variables,
        })
    }

    pub fn function(&mut self, symbol: usize, signature: &Signature, given: &[TermId]) -> TermId {
        let kind = signature.symbols[symbol].shape.result as u8;
        let mut arguments = [NO_TERM; MOST_ARGUMENTS];
        arguments[..given.len()].copy_from_slice(given);
        let mut term = Term {
            head: Head::Function(symbol as u16),
            arity: given.len() as u8,
            depth: 1,
            symbols: 1,
            nodes: 1,
            kind,
            arguments,
            variables: 0,
        };
        for argument in given {
            let argument = &self.all[*argument as usize];
            term.depth = term.depth.max(argument.depth.saturating_add(1));
            term.symbols = term.symbols.saturating_add(argument.symbols);
            term.nodes = term.nodes.saturating_add(argument.nodes);
            term.variables |= argument.variables;
        }
        self.insert(term)
    }

    /// The term with this outermost part.
    pub fn make(
        &mut self,
        head: Head,
        signature: &Signature,
        variables: &[Variable],
        arguments: &[TermId],
    ) -> TermId {
        match head {
            Head::Variable(variable) => self.variable(usize::from(variable), variables),
            Head::Undefined(kind) => self.undefined(usize::from(kind)),
            Head::Function(symbol) => self.function(usize::from(symbol), signature, arguments),
        }
    }

    fn insert(&mut self, term: Term) -> TermId {
        let next = self.all.len() as TermId;
        let id = *self.index.entry((term.head, term.arguments)).or_insert(next);
        if id == next {
            self.all.push(term);
        }
        id
    }

    /// Calls a function for a term and everything in it, outermost first.
    pub fn visit(&self, id: TermId, see: &mut dyn FnMut(&Term)) {
        let term = self.get(id);
        see(term);
        for argument in term.arguments() {
            self.visit(*argument, see);
        }
    }

    /// How deep a variable occurs in a term at most; the term itself is at depth 0.
    pub fn deepest(&self, id: TermId, variable: u8) -> Option<u8> {
        let term = self.get(id);
        if term.head == Head::Variable(variable) {
            return Some(0);
        }
        if term.variables & 1 << variable == 0 {
            return None;
        }
        term.arguments()
            .iter()
            .filter_map(|one| self.deepest(*one, variable))
            .max()
            .map(|at| at + 1)
    }

    /// How often a variable occurs in a term.
    pub fn occurrences(&self, id: TermId, variable: u8) -> usize {
        let mut count = 0;
        self.visit(id, &mut |term| count += usize::from(term.head == Head::Variable(variable)));
        count
    }

    /// The term with other terms in the place of its variables.
    pub fn substitute(
        &mut self,
        id: TermId,
        signature: &Signature,
        replace: &dyn Fn(u8) -> TermId,
    ) -> TermId {
        let term = *self.get(id);
        match term.head {
            Head::Variable(variable) => replace(variable),
            Head::Undefined(_) => id,
            Head::Function(symbol) => {
                let arguments: Vec<TermId> = term
                    .arguments()
                    .iter()
                    .map(|one| self.substitute(*one, signature, replace))
                    .collect();
                self.function(usize::from(symbol), signature, &arguments)
            }
        }
    }
}

/// The numbers in a set of variables.
pub(crate) fn members(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |variable| set & 1 << variable != 0)
}
