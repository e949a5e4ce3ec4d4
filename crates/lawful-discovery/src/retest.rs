//! Fresh tests for laws that the search found.
//!
//! The search tells terms apart by a few hundred tests, and small values refute most of what is false. What is left is
//! tried on thousands of tests from another, harder pool, half of them derived; a law that falls is a counterexample
//! richer for the next search.

use std::any::TypeId;

use lawful_core::extend::{Random, mix};

use crate::domain::{Hardness, Pool};
use crate::scope::collect_leaves;
use crate::search::{Equation, Search};
use crate::signature::{Signature, Variable};
use crate::table::{Id, PANICKED};
use crate::term::{TermId, Terms};
use crate::tests::{self, Valuation};
use crate::values::{Batch, Values};

/// Fewest and most values of each type in a pool: one for four tests.
const POOL: std::ops::RangeInclusive<usize> = 160..=1_024;
/// Tests of the first block, since most false laws fall to them.
const FIRST_BLOCK: usize = 256;
/// Most tests of every other block: tables only grow, so each block has its own.
const BLOCK: usize = 4_096;
/// Tests for each variable of a relation and each term of it that the variable is given the value of.
const MATCHED_ROWS: usize = 320;
/// Times as many tests that laws between truth values are tried on: two relations differ in the fewest cases.
const FOR_RELATIONS: usize = 8;

/// Tries laws on fresh tests. Returns those that are refuted, with the refuting values in the tables of the search.
pub(crate) fn retest(
    search: &mut Search<'_>,
    laws: &[Equation],
    tests: usize,
    seed: u64,
) -> Vec<(Equation, Valuation)> {
    let mut partial = search.values.is_partial.clone();
    let mut all = Vec::new();
    let Search { signature, variables, terms, .. } = &*search;
    let subject = Subject { signature, variables, terms };
    let undecided = laws.iter().copied().filter(|law| !search.scope.decides(terms, *law));
    let undecided: Vec<Equation> = undecided.collect();
    subject.retest(&undecided, tests, seed, Hardness::Hard, &mut partial, &mut |values, found| {
        all.push((values, found));
    });
    search.values.is_partial = partial;
    all.into_iter().flat_map(|(values, found)| move_values(search, values, found)).collect()
}

/// What laws are about.
pub(crate) struct Subject<'a> {
    pub signature: &'a Signature,
    pub variables: &'a [Variable],
    pub terms: &'a Terms,
}

impl Subject<'_> {
    /// Tries laws on fresh tests, block by block. `see` gets those that a block refutes, with the tables of its values.
    /// `partial` learns which functions panic.
    pub fn retest(
        &self,
        laws: &[Equation],
        tests: usize,
        seed: u64,
        hardness: Hardness,
        partial: &mut Vec<bool>,
        see: &mut dyn FnMut(Values, Vec<(Equation, Valuation)>),
    ) {
        let mut left: Vec<Equation> = laws.to_vec();
        let mut done = 0;
        for block in 0.. {
            if done >= tests {
                left.retain(|law| self.is_relation(*law));
            }
            let all = if done < tests { tests } else { FOR_RELATIONS * tests };
            if done >= all || left.is_empty() {
                break;
            }
            // Every second block is of tiny values.
            let half = (all - done).div_ceil(2).min(BLOCK);
            let (rows, hardness) = match block {
                0 => (FIRST_BLOCK.min(tests), hardness),
                _ if block % 2 == 1 => (half, Hardness::Tiny),
                _ => ((all - done).min(BLOCK), hardness),
            };
            let mut values = Values::forgetful(self.signature, partial);
            let seed = mix(seed, block);
            let fresh =
                Fresh::draw(self.signature, self.variables, &mut values, rows, seed, hardness);
            let found = fresh.refutations(self.signature, &mut values, self.terms, &left);
            partial.clone_from(&values.is_partial);
            left.retain(|law| found.iter().all(|(equation, _)| equation != law));
            if !found.is_empty() {
                see(values, found);
            }
            done += rows;
        }
        for (block, hardness) in [Hardness::Tiny, hardness].into_iter().enumerate() {
            let seed = mix(seed, u64::MAX - block as u64);
            let mut values = Values::forgetful(self.signature, partial);
            let found = self.matched(&left, &mut values, seed, hardness);
            partial.clone_from(&values.is_partial);
            left.retain(|law| found.iter().all(|(equation, _)| equation != law));
            if !found.is_empty() {
                see(values, found);
            }
        }
    }

    /// Tries relations where a variable has the value of a term of the relation itself: for `starts_with(s, t ++ t)`, where
    /// `s` is `t ++ t`. By chance that hardly happens, and it is where relations hold.
    fn matched(
        &self,
        relations: &[Equation],
        values: &mut Values,
        seed: u64,
        hardness: Hardness,
    ) -> Vec<(Equation, Valuation)> {
        let mut found = Vec::new();
        if relations.is_empty() {
            return found;
        }
        let (signature, terms) = (self.signature, self.terms);
        let fresh = Fresh::draw(signature, self.variables, values, MATCHED_ROWS, seed, hardness);
        for law in relations {
            let mut leaves = Vec::new();
            let mut parts: Vec<TermId> = Vec::new();
            for side in [law.left, law.right] {
                collect_leaves(terms, side, &mut leaves);
                collect_parts(terms, side, &mut parts);
            }
            let pairs = leaves.iter().flat_map(|leaf| parts.iter().map(move |part| (leaf, *part)));
            let fits = |(leaf, part): &(&(u8, TermId, usize), TermId)| {
                let part = terms.get(*part);
                usize::from(part.kind) == leaf.2 && part.variables & 1 << leaf.0 == 0
            };
            for (leaf, part) in pairs.filter(fits) {
                let mut batch = fresh.batch(terms, &[*law]);
                let given = batch.evaluate(values, signature, terms, part).to_vec();
                let mut columns = fresh.columns.clone();
                for (id, new) in columns[usize::from(leaf.0)].iter_mut().zip(given) {
                    *id = if new == PANICKED { *id } else { new };
                }
                let matched = Fresh { rows: fresh.rows, columns };
                let refuted = matched.refutations(signature, values, terms, &[*law]);
                if !refuted.is_empty() {
                    found.extend(refuted);
                    break;
                }
            }
        }
        found
    }

    fn is_relation(&self, law: Equation) -> bool {
        let kind = usize::from(self.terms.get(law.left).kind);
        self.signature.types.0[kind].id() == TypeId::of::<bool>()
    }
}

/// The calls inside a term.
fn collect_parts(terms: &Terms, id: TermId, parts: &mut Vec<TermId>) {
    for argument in terms.get(id).arguments() {
        if !terms.get(*argument).arguments().is_empty() && !parts.contains(argument) {
            parts.push(*argument);
        }
        collect_parts(terms, *argument, parts);
    }
}

/// Fresh tests, as a column for each variable.
pub(crate) struct Fresh {
    pub rows: usize,
    pub columns: Vec<Vec<Id>>,
}

impl Fresh {
    pub fn draw(
        signature: &Signature,
        variables: &[Variable],
        values: &mut Values,
        rows: usize,
        seed: u64,
        hardness: Hardness,
    ) -> Self {
        let kinds = tests::drawn_kinds(variables);
        let types = signature.types.0.len();
        let size = (rows / 4).clamp(*POOL.start(), *POOL.end());
        let pool = Pool::draw(&mut values.tables, &kinds, types, seed, size, hardness);
        let mut random = Random::from_seed(mix(seed, 2));
        let kind = tests::Kind::Retest;
        let columns =
            tests::valuations(signature, values, &pool, variables, rows, kind, &mut random);
        Fresh { rows, columns }
    }

    /// The first refutation of each law that has one.
    fn refutations(
        &self,
        signature: &Signature,
        values: &mut Values,
        terms: &Terms,
        laws: &[Equation],
    ) -> Vec<(Equation, Valuation)> {
        let mut batch = self.batch(terms, laws);
        let mut found = Vec::new();
        for law in laws {
            let left = batch.hashes(values, signature, terms, law.left);
            let right = batch.hashes(values, signature, terms, law.right);
            let row = left.iter().zip(&right).position(|(left, right)| left != right);
            found.extend(row.map(|row| (*law, self.valuation(terms, *law, row))));
        }
        found
    }

    /// A batch with the values of all variables of some laws.
    pub fn batch(&self, terms: &Terms, laws: &[Equation]) -> Batch {
        let mut leaves = Vec::new();
        for law in laws {
            collect_leaves(terms, law.left, &mut leaves);
            collect_leaves(terms, law.right, &mut leaves);
        }
        let mut batch = Batch::new(self.rows);
        for (variable, term, _) in leaves {
            batch.set(term, self.columns[usize::from(variable)].clone());
        }
        batch
    }

    /// The values of a law's variables in one test.
    pub fn valuation(&self, terms: &Terms, law: Equation, row: usize) -> Valuation {
        let mut leaves = Vec::new();
        collect_leaves(terms, law.left, &mut leaves);
        collect_leaves(terms, law.right, &mut leaves);
        leaves.sort_unstable();
        let of = |leaf: &(u8, u32, usize)| (leaf.0, self.columns[usize::from(leaf.0)][row]);
        Valuation(leaves.iter().map(of).collect())
    }
}

/// Moves the values of refutations into the tables of the search.
pub(crate) fn move_values(
    search: &mut Search<'_>,
    mut from: Values,
    found: Vec<(Equation, Valuation)>,
) -> Vec<(Equation, Valuation)> {
    let kind_of = |variable: u8| search.variables[usize::from(variable)].kind;
    let mut moved: Vec<Vec<(Id, Id)>> = Vec::new();
    for kind in 0..search.signature.types.0.len() {
        let all = found.iter().flat_map(|(_, valuation)| &valuation.0);
        let mut ids: Vec<Id> =
            all.filter(|(variable, _)| kind_of(*variable) == kind).map(|(_, id)| *id).collect();
        ids.sort_unstable_by(|one, other| other.cmp(one));
        ids.dedup();
        let table = search.values.tables.any_mut(kind);
        moved.push(table.move_from(from.tables.any_mut(kind), &ids));
    }
    let renumbered = |(variable, id): (u8, Id)| {
        let pairs = &moved[search.variables[usize::from(variable)].kind];
        let new = pairs.iter().find(|(old, _)| *old == id).map_or(id, |(_, new)| *new);
        (variable, new)
    };
    found
        .into_iter()
        .map(|(law, valuation)| (law, Valuation(valuation.0.into_iter().map(renumbered).collect())))
        .collect()
}
