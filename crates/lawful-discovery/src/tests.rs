//! Tests: values for all variables of a signature.
//!
//! A test picks its values from pools. In half of the tests some variables are *derived*: they take the value of another
//! variable, or of a small term of the same test (`ys := xs ++ zs`, `xs := sort(ys)`). That gives sorted lists,
//! beginnings of lists and contained elements without knowing any type.

use lawful_core::extend::Random;

use crate::domain::Pool;
use crate::equation::Counterexample;
use crate::scope::collect_leaves;
use crate::search::Equation;
use crate::signature::{Signature, Variable};
use crate::table::{Id, PANICKED};
use crate::term::Terms;
use crate::values::{Batch, Values};

/// What tests are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// They tell terms apart: the first ones are varied, and not derived.
    Search,
    /// They try laws.
    Retest,
}

/// Values of some variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Valuation(pub Vec<(u8, Id)>);

/// Most renamings of one valuation.
const MOST_RENAMINGS: usize = 48;

impl Valuation {
    pub fn get(&self, variable: u8) -> Option<Id> {
        self.0.iter().find(|(one, _)| *one == variable).map(|(_, id)| *id)
    }

    /// The values as text, with those of an equation's sides.
    pub fn show(
        &self,
        signature: &Signature,
        variables: &[Variable],
        values: &mut Values,
        terms: &Terms,
        equation: Equation,
    ) -> Counterexample {
        let mut batch = Batch::new(1);
        let mut leaves = Vec::new();
        collect_leaves(terms, equation.left, &mut leaves);
        collect_leaves(terms, equation.right, &mut leaves);
        for (variable, term, _) in leaves {
            batch.set(term, vec![self.get(variable).unwrap_or(PANICKED)]);
        }
        let [left, right] = [equation.left, equation.right].map(|side| {
            let id = batch.evaluate(values, signature, terms, side)[0];
            values.tables.any(usize::from(terms.get(side).kind)).show(id)
        });
        let show = |(variable, id): &(u8, Id)| {
            let about = &variables[usize::from(*variable)];
            (about.name.to_string(), values.tables.any(about.kind).show(*id))
        };
        Counterexample { values: self.0.iter().map(show).collect(), left, right }
    }

    /// The valuation under all names that its variables could have, each of the same type. Without them the next search
    /// would find the same false law in other variables.
    pub fn renamings(&self, variables: &[Variable]) -> Vec<Valuation> {
        let mut all = Vec::new();
        self.rename(variables, &mut Vec::new(), &mut all);
        all
    }

    fn rename(&self, variables: &[Variable], chosen: &mut Vec<(u8, Id)>, all: &mut Vec<Valuation>) {
        if all.len() >= MOST_RENAMINGS {
            return;
        }
        let Some((variable, id)) = self.0.get(chosen.len()) else {
            all.push(Valuation(chosen.clone()));
            return;
        };
        let kind = variables[usize::from(*variable)].kind;
        for (other, about) in variables.iter().enumerate() {
            let other = other as u8;
            if about.kind == kind && chosen.iter().all(|(taken, _)| *taken != other) {
                chosen.push((other, *id));
                self.rename(variables, chosen, all);
                chosen.pop();
            }
        }
    }
}

/// Types that have variables.
pub(crate) fn drawn_kinds(variables: &[Variable]) -> Vec<usize> {
    let mut kinds: Vec<usize> = variables.iter().map(|variable| variable.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Ends of chunks for so many tests: the first has three, and each is four times as long as all before it.
pub(crate) fn chunks(tests: usize) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut end = 3;
    while end < tests {
        ends.push(end);
        end *= 4;
    }
    ends.push(tests);
    ends
}

/// Tests, as a column for each variable.
pub(crate) fn valuations(
    signature: &Signature,
    values: &mut Values,
    pool: &Pool,
    variables: &[Variable],
    count: usize,
    kind: Kind,
    random: &mut Random,
) -> Vec<Vec<Id>> {
    let mut rows: Vec<Vec<Id>> = Vec::with_capacity(variables.len());
    for (number, variable) in variables.iter().enumerate() {
        let all = &pool.values[variable.kind];
        let mut column = Vec::with_capacity(count);
        for test in 0..count {
            // The first values of a pool are varied; in the first tests all variables differ.
            let varied = kind == Kind::Search && test < 3 && !all.is_empty();
            let value = match varied {
                true => Some(all[(test + 3 * number) % all.len().min(8)]),
                false => pool.pick(variable.kind, random),
            };
            column.push(value.unwrap_or(PANICKED));
        }
        rows.push(column);
    }
    let first = if kind == Kind::Search { count / 2 } else { 0 };
    derive(signature, values, variables, &mut rows, first, random);
    derive(signature, values, variables, &mut rows, first + (count - first) / 2, random);
    rows
}

/// Gives one variable of each test from `first` on the value of a small term of the test.
fn derive(
    signature: &Signature,
    values: &mut Values,
    variables: &[Variable],
    rows: &mut [Vec<Id>],
    first: usize,
    random: &mut Random,
) {
    let count = rows.first().map_or(0, Vec::len);
    if variables.is_empty() {
        return;
    }
    let of_kind: Vec<Vec<usize>> = (0..signature.types.0.len())
        .map(|kind| {
            let all = variables.iter().enumerate();
            all.filter(|(_, variable)| variable.kind == kind).map(|(number, _)| number).collect()
        })
        .collect();
    let makers: Vec<Vec<usize>> = (0..signature.types.0.len())
        .map(|kind| {
            let usable = |symbol: &usize| {
                let shape = &signature.symbols[*symbol].shape;
                signature.symbols[*symbol].makes_terms()
                    && shape.result == kind
                    && shape.arguments.iter().all(|kind| !of_kind[*kind].is_empty())
            };
            (0..signature.symbols.len()).filter(usable).collect()
        })
        .collect();
    // Calls are made function by function.
    let mut calls: Vec<Vec<(usize, usize, Vec<Id>)>> = vec![Vec::new(); signature.symbols.len()];
    let mut derive_one = |test: usize| {
        let variable = random.below(variables.len() as u64) as usize;
        let kind = variables[variable].kind;
        let (alike, makers) = (&of_kind[kind], &makers[kind]);
        // Half as often as each function, a variable is a copy of another one.
        let choice = random.below(makers.len() as u64 * 2 + 1) as usize;
        let Some(choice) = choice.checked_sub(1) else {
            let other = alike[random.below(alike.len() as u64) as usize];
            rows[variable][test] = rows[other][test];
            return;
        };
        let symbol = makers[choice / 2];
        let arguments = signature.symbols[symbol].shape.arguments.iter().map(|kind| {
            let alike = &of_kind[*kind];
            rows[alike[random.below(alike.len() as u64) as usize]][test]
        });
        calls[symbol].push((variable, test, arguments.collect()));
    };
    (first..count).for_each(&mut derive_one);
    for (symbol, calls) in calls.into_iter().enumerate() {
        let arity = signature.symbols[symbol].arity();
        let columns: Vec<Vec<Id>> = (0..arity)
            .map(|place| calls.iter().map(|(_, _, arguments)| arguments[place]).collect())
            .collect();
        let columns: Vec<&[Id]> = columns.iter().map(Vec::as_slice).collect();
        let results = values.call(signature, symbol, &columns, calls.len());
        for ((variable, test, _), result) in calls.into_iter().zip(results) {
            if result != PANICKED {
                rows[variable][test] = result;
            }
        }
    }
}
