//! Small scope: a candidate is tried on all combinations of the smallest values.

use lawful_core::extend::Random;

use crate::domain::{Pool, complete, smallest};
use crate::search::{Equation, variables_of};
use crate::signature::Signature;
use crate::table::{Id, PANICKED};
use crate::term::{Head, Terms};
use crate::tests::Valuation;
use crate::values::{Batch, Values};

/// Values of a type that are taken from the enumeration of all.
const SMALLEST: usize = 3;
/// Values of a type in all.
const MOST_VALUES: usize = 14;
/// Most combinations that are tried.
const MOST_ROWS: usize = 1_000;
/// Combinations that are tried first, since most false candidates fall to them.
const FIRST_ROWS: usize = 60;

/// Small values of every type.
pub(crate) struct Scope {
    pools: Vec<Vec<Id>>,
    /// Whether the pool of a type has all of its values.
    is_complete: Vec<bool>,
}

impl Scope {
    /// The smallest values of each type, what the functions make of them, and some troublemakers.
    pub fn new(
        signature: &Signature,
        values: &mut Values,
        kinds: &[usize],
        pool: &Pool,
        random: &mut Random,
    ) -> Self {
        let mut pools: Vec<Vec<Id>> = vec![Vec::new(); signature.types.0.len()];
        let mut is_complete = vec![false; pools.len()];
        for kind in kinds {
            if let Some(all) = complete(&mut values.tables, *kind, MOST_VALUES - 4) {
                (pools[*kind], is_complete[*kind]) = (all, true);
                continue;
            }
            pools[*kind] = smallest(&mut values.tables, *kind, SMALLEST);
            if pools[*kind].is_empty() {
                pools[*kind] = pool.values[*kind].iter().take(SMALLEST).copied().collect();
            }
        }
        let mut scope = Scope { pools, is_complete };
        scope.close(signature, values, MOST_VALUES - 4, random);
        // Values of the pool, which have troublemakers among them.
        for kind in kinds {
            let own = &mut scope.pools[*kind];
            for id in pool.values[*kind].iter().rev() {
                if own.len() >= MOST_VALUES {
                    break;
                }
                if !own.contains(id) {
                    own.push(*id);
                }
            }
        }
        scope
    }

    pub fn from_pools(pools: Vec<Vec<Id>>) -> Self {
        Scope { is_complete: vec![false; pools.len()], pools }
    }

    /// Returns whether trying an equation on small values was trying it on all values there are.
    pub fn decides(&self, terms: &Terms, equation: Equation) -> bool {
        let mut leaves = Vec::new();
        collect_leaves(terms, equation.left, &mut leaves);
        collect_leaves(terms, equation.right, &mut leaves);
        let rows = leaves.iter().map(|leaf| self.pools[leaf.2].len());
        let rows = rows.fold(1usize, |product, values| product.saturating_mul(values));
        rows <= MOST_ROWS && leaves.iter().all(|leaf| self.is_complete[leaf.2])
    }

    /// Adds what functions make of the values, until there are `most` of each type.
    fn close(
        &mut self,
        signature: &Signature,
        values: &mut Values,
        most: usize,
        random: &mut Random,
    ) {
        for _ in 0..2 {
            for symbol in 0..signature.symbols.len() {
                let shape = &signature.symbols[symbol].shape;
                let takes = shape.arguments.iter().map(|kind| &self.pools[*kind]);
                let takes: Vec<&Vec<Id>> = takes.collect();
                let has_room = self.pools[shape.result].len() < most
                    && signature.symbols[symbol].makes_terms();
                if !has_room || takes.iter().any(|pool| pool.is_empty()) {
                    continue;
                }
                let rows = 6;
                let columns: Vec<Vec<Id>> = takes
                    .iter()
                    .map(|pool| {
                        let pick = |_| pool[random.below(pool.len() as u64) as usize];
                        (0..rows).map(pick).collect()
                    })
                    .collect();
                let columns: Vec<&[Id]> = columns.iter().map(Vec::as_slice).collect();
                let rows = if columns.is_empty() { 1 } else { rows };
                for id in values.call(signature, symbol, &columns, rows) {
                    let own = &mut self.pools[shape.result];
                    if id != PANICKED && own.len() < most && !own.contains(&id) {
                        own.push(id);
                    }
                }
            }
        }
    }

    /// Looks for values that refute an equation.
    pub fn refute(
        &self,
        signature: &Signature,
        values: &mut Values,
        terms: &Terms,
        equation: Equation,
    ) -> Option<Valuation> {
        self.refute_where(signature, values, terms, equation, &mut |_, _| true)
    }

    /// Looks for values that refute an equation among those that `holds` admits: it is given the row's values of the
    /// variables.
    pub fn refute_where(
        &self,
        signature: &Signature,
        values: &mut Values,
        terms: &Terms,
        equation: Equation,
        holds: &mut dyn FnMut(&mut Values, &Valuation) -> bool,
    ) -> Option<Valuation> {
        let variables = variables_of(terms, equation);
        let leaves: Vec<(u8, u32, usize)> = {
            let mut leaves = Vec::new();
            for side in [equation.left, equation.right] {
                collect_leaves(terms, side, &mut leaves);
            }
            variables
                .iter()
                .filter_map(|one| leaves.iter().find(|leaf| leaf.0 == *one))
                .copied()
                .collect()
        };
        let pools: Vec<&[Id]> = leaves.iter().map(|leaf| self.pools[leaf.2].as_slice()).collect();
        if pools.iter().any(|pool| pool.is_empty()) {
            return None;
        }
        let combinations = Combinations::new(&pools);
        let total = combinations.count().min(MOST_ROWS);
        let mut from = 0;
        while from < total {
            let to = if from == 0 { FIRST_ROWS.min(total) } else { total };
            let mut batch = Batch::new(to - from);
            for (place, leaf) in leaves.iter().enumerate() {
                let column = (from..to).map(|row| combinations.value(row, place)).collect();
                batch.set(leaf.1, column);
            }
            let left = batch.evaluate(values, signature, terms, equation.left).to_vec();
            let right = batch.evaluate(values, signature, terms, equation.right);
            let differing: Vec<usize> =
                (0..to - from).filter(|row| left[*row] != right[*row]).collect();
            for row in differing {
                let of = |leaf: &(u8, u32, usize)| (leaf.0, batch.get(leaf.1)[row]);
                let valuation = Valuation(leaves.iter().map(of).collect());
                if holds(values, &valuation) {
                    return Some(valuation);
                }
            }
            from = to;
        }
        None
    }
}

/// The variables of a term: number, term, type.
pub(crate) fn collect_leaves(terms: &Terms, id: u32, leaves: &mut Vec<(u8, u32, usize)>) {
    let term = terms.get(id);
    if let Head::Variable(variable) = term.head
        && leaves.iter().all(|leaf| leaf.0 != variable)
    {
        leaves.push((variable, id, usize::from(term.kind)));
    }
    for argument in term.arguments() {
        collect_leaves(terms, *argument, leaves);
    }
}

/// All combinations of values, those of the smallest values first: where there are too many, the number of values that
/// take part is the same for all variables.
struct Combinations<'a> {
    pools: &'a [&'a [Id]],
    used: Vec<usize>,
    /// Number of combinations of the values that are used of each pool.
    exhaustive: usize,
}

impl<'a> Combinations<'a> {
    fn new(pools: &'a [&'a [Id]]) -> Self {
        let product = |most: usize| {
            let used = pools.iter().map(|pool| pool.len().min(most));
            used.fold(1usize, |product, used| product.saturating_mul(used))
        };
        let longest = pools.iter().map(|pool| pool.len()).max().unwrap_or(1);
        let most = (1..=longest).take_while(|most| product(*most) <= MOST_ROWS).last().unwrap_or(1);
        let used: Vec<usize> = pools.iter().map(|pool| pool.len().min(most)).collect();
        Combinations { pools, exhaustive: used.iter().product(), used }
    }

    fn count(&self) -> usize {
        let all: usize =
            self.pools.iter().fold(1, |product: usize, pool| product.saturating_mul(pool.len()));
        all.min(MOST_ROWS)
    }

    fn value(&self, row: usize, place: usize) -> Id {
        let exhaustive = self.exhaustive;
        if row < exhaustive {
            // Rows are visited in a scattered order, so that the first few are of all kinds.
            // 7,919 is a prime above the most rows, so that every row is visited.
            let mut rest = (row * 7_919 + 13) % exhaustive;
            for before in 0..place {
                rest /= self.used[before];
            }
            return self.pools[place][rest % self.used[place]];
        }
        // What is left are combinations that the exhaustive part does not reach.
        let pool = self.pools[place];
        let word = lawful_core::extend::mix(row as u64, place as u64);
        pool[(word % pool.len() as u64) as usize]
    }
}
