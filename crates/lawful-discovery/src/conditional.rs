//! Laws that hold under a condition.
//!
//! The representatives of a finished search, which tests told apart, go through a trie once more, on tests where the
//! condition holds. Those that meet are equal under the condition. No new terms are made. Instances of such a law leave
//! the variables of the condition alone.
//!
//! A weak law is one whose condition is that a partial function is defined.

use lawful_core::extend::{Random, mix};

use crate::closure::{Closure, Reason};
use crate::domain::Hardness;
use crate::equation::Condition;
use crate::instances::{Compiled, Representative, Representatives};
use crate::prove::{Effort, Rule};
use crate::prune::Prover;
use crate::retest::{Fresh, move_values};
use crate::search::{Equation, Search, Trie};
use crate::table::{Id, PANICKED};
use crate::term::{Head, NO_TERM, TermId, members};
use crate::tests::{self, Valuation};
use crate::values::{Batch, Columns, Values};

/// Tests that are drawn for a condition.
const DRAWN: usize = 2_048;
/// Of these, most that are kept.
const KEPT: usize = 600;
/// Fewest that must hold for anything to be said.
const FEWEST: usize = 24;
/// Rounds of searching and testing anew.
const ROUNDS: usize = 5;

/// Laws under one condition.
pub(crate) struct Found {
    pub condition: Condition,
    pub laws: Vec<Equation>,
    /// Tests that met the condition, of those that were drawn.
    pub met: Vec<usize>,
    pub drawn: usize,
}

/// The conditions of a search: calls of the given predicates, and of partial functions.
pub(crate) fn conditions(search: &mut Search<'_>) -> Vec<Condition> {
    let signature = search.signature;
    let mut all = Vec::new();
    for symbol in signature.conditions.clone() {
        all.extend(general_call(search, symbol).map(Condition::Holds));
    }
    if signature.settings.is_weak {
        for symbol in 0..signature.symbols.len() {
            if search.values.is_partial[symbol] && signature.symbols[symbol].makes_terms() {
                all.extend(general_call(search, symbol).map(Condition::Defined));
            }
        }
    }
    all
}

/// The call of a function with different variables, the first of each type.
pub(crate) fn general_call(search: &mut Search<'_>, symbol: usize) -> Option<TermId> {
    let shape = search.signature.symbols[symbol].shape.clone();
    let mut taken: Vec<usize> = Vec::new();
    for kind in &shape.arguments {
        let mut numbers = (0..search.variables.len())
            .filter(|number| search.variables[*number].kind == *kind && !taken.contains(number));
        taken.push(numbers.next()?);
    }
    let arguments: Vec<TermId> =
        taken.iter().map(|number| search.terms.variable(*number, search.variables)).collect();
    Some(search.terms.function(symbol, search.signature, &arguments))
}

/// Finds the laws under a condition. `known` are the laws without one.
///
/// Tests are drawn from the same seed for all conditions, so that two conditions that are met by the same tests are seen to
/// be the same; `others` are those before.
pub(crate) fn laws_under(
    search: &mut Search<'_>,
    condition: Condition,
    known: &[Equation],
    others: &[Found],
    seed: u64,
) -> Found {
    let fixed = search.terms.get(condition.term()).variables;
    let (mut rows, met) = rows_where(search, condition, seed);
    let mut found = Found { condition, laws: Vec::new(), met, drawn: DRAWN };
    let same = |other: &Found| {
        other.met == found.met && search.terms.get(other.condition.term()).variables == fixed
    };
    if others.iter().any(same) {
        return found;
    }
    if rows.first().map_or(0, Vec::len) < FEWEST {
        return found;
    }
    for round in 0..ROUNDS {
        let laws = meeting_classes(search, condition, fixed, &rows);
        let prover = Prover {
            signature: search.signature,
            variables: search.variables,
            terms: &search.terms,
            partial: &search.values.is_partial,
        };
        let laws = prune(&prover, known, &laws, condition, fixed);
        let tests = search.signature.settings.hard_tests;
        let refuted = retest(search, condition, &laws, tests, mix(seed, round as u64));
        found.laws = laws;
        found.laws.retain(|law| refuted.iter().all(|(other, _)| other != law));
        if refuted.is_empty() {
            break;
        }
        for (_, valuation) in refuted {
            for (number, column) in rows.iter_mut().enumerate() {
                let first = column[0];
                column.push(valuation.get(number as u8).unwrap_or(first));
            }
        }
    }
    found
}

/// Tests where a condition holds, as a column for each variable, and which of those that were drawn they are.
fn rows_where(
    search: &mut Search<'_>,
    condition: Condition,
    seed: u64,
) -> (Vec<Vec<Id>>, Vec<usize>) {
    let mut random = Random::from_seed(mix(seed, 3));
    let drawn = tests::valuations(
        search.signature,
        &mut search.values,
        &search.pool,
        search.variables,
        DRAWN,
        tests::Kind::Retest,
        &mut random,
    );
    // Tests of the search come first: the first of them tell most terms apart.
    let variables = (0..search.variables.len())
        .map(|number| search.terms.variable(number, search.variables))
        .collect::<Vec<TermId>>();
    let own: Vec<Vec<Id>> =
        variables.iter().map(|term| search.columns.get(*term).to_vec()).collect();
    let mut rows: Vec<Vec<Id>> = vec![Vec::new(); variables.len()];
    let mut met = Vec::new();
    for (columns, most) in [(&own, KEPT / 2), (&drawn, KEPT)] {
        let Search { signature, values, terms, .. } = &mut *search;
        let holding = met_rows(signature, values, terms, condition, columns);
        let kept: Vec<usize> = holding.iter().copied().take(most).collect();
        met = holding;
        for (row, column) in rows.iter_mut().zip(columns) {
            row.extend(kept.iter().map(|at| column[*at]));
        }
    }
    (rows, met)
}

fn met_rows(
    signature: &crate::signature::Signature,
    values: &mut Values,
    terms: &crate::term::Terms,
    condition: Condition,
    columns: &[Vec<Id>],
) -> Vec<usize> {
    let term = condition.term();
    let mut leaves = Vec::new();
    crate::scope::collect_leaves(terms, term, &mut leaves);
    let rows = columns.first().map_or(0, Vec::len);
    let mut batch = Batch::new(rows);
    for (variable, leaf, _) in leaves {
        batch.set(leaf, columns[usize::from(variable)].clone());
    }
    let results = batch.evaluate(values, signature, terms, term).to_vec();
    let kind = usize::from(terms.get(term).kind);
    (0..rows).filter(|row| condition.is_met(values, kind, results[*row])).collect()
}

/// Pairs of representatives that are equal on all tests, and on all small values that meet the condition.
fn meeting_classes(
    search: &mut Search<'_>,
    condition: Condition,
    fixed: u64,
    rows: &[Vec<Id>],
) -> Vec<Equation> {
    let mut columns = Columns::default();
    let tests = rows.first().map_or(0, Vec::len);
    columns.chunks = tests::chunks(tests);
    for (number, values) in rows.iter().enumerate() {
        let term = search.terms.variable(number, search.variables);
        columns.extend_variable(term, values);
    }
    let mut closure = search.closure.clone();
    closure.clear_terms();
    let representatives = define_more(search, &mut closure, &mut columns);
    let mut trie = Trie::default();
    let mut all: Vec<Representative> = representatives.of.iter().flatten().copied().collect();
    all.sort_unstable_by_key(|one| one.order);
    let nodes: Vec<(u8, u32)> = members(fixed)
        .filter_map(|variable| Some((variable, closure.lookup(Head::Variable(variable), &[])?)))
        .collect();
    let settings = &search.signature.settings;
    let mut laws = Vec::new();
    for one in all {
        if closure.term(one.node) != NO_TERM {
            continue;
        }
        let same = trie.place(
            search.terms.get(one.term).kind,
            one.term,
            columns.chunks.len() - 1,
            |term, chunk| {
                let depth = usize::from(search.terms.get(term).depth);
                let last = depth == settings.depth;
                columns.chunk_hash(
                    &mut search.values,
                    search.signature,
                    &search.terms,
                    term,
                    chunk,
                    last,
                )
            },
        );
        let equation = Equation { left: one.term, right: same };
        let is_about_condition = same != NO_TERM && {
            let both = search.terms.get(one.term).variables | search.terms.get(same).variables;
            both & fixed == fixed
        };
        if !is_about_condition || is_refuted(search, condition, equation) {
            closure.set_term(one.node, one.term);
            continue;
        }
        let other = search.node_of_known(&mut closure, same);
        closure.unite(one.node, other, Reason::Law(0));
        let compiled = Compiled::new(&search.terms, equation.left, equation.right, &nodes);
        let depth = settings.depth;
        compiled.unite_instances(&mut closure, &representatives, 0, depth, 0, settings.size);
        laws.push(equation);
    }
    laws
}

/// Representatives that no test panics for which meets the condition are defined under it. What laws without a condition
/// say of them is united, so that it is not found again.
fn define_more(
    search: &mut Search<'_>,
    closure: &mut Closure,
    columns: &mut Columns,
) -> Representatives {
    let settings = &search.signature.settings;
    let mut representatives = search.representatives.clone();
    let mut newly: Vec<u32> = Vec::new();
    for one in representatives.of.iter_mut().flatten() {
        if one.is_total || usize::from(one.depth) >= settings.depth {
            continue;
        }
        let tests = columns.tests();
        columns.ensure(&mut search.values, search.signature, &search.terms, one.term, tests);
        one.is_total = !columns.get(one.term).contains(&PANICKED);
        if one.is_total {
            newly.push(one.node);
        }
    }
    newly.sort_unstable();
    if !newly.is_empty() {
        for law in search.compiled.iter().filter(|law| law.is_one_sided()) {
            law.unite_newly_defined(
                closure,
                &representatives,
                &newly,
                settings.depth,
                settings.size,
            );
        }
    }
    representatives
}

/// Tries an equation on small values that meet the condition.
fn is_refuted(search: &mut Search<'_>, condition: Condition, equation: Equation) -> bool {
    let Search { scope, signature, values, terms, .. } = search;
    let term = condition.term();
    let kind = usize::from(terms.get(term).kind);
    let mut leaves = Vec::new();
    crate::scope::collect_leaves(terms, term, &mut leaves);
    let refuted =
        scope.refute_where(signature, values, terms, equation, &mut |values, valuation| {
            let mut batch = Batch::new(1);
            for (variable, leaf, _) in &leaves {
                batch.set(*leaf, vec![valuation.get(*variable).unwrap_or(PANICKED)]);
            }
            let id = batch.evaluate(values, signature, terms, term)[0];
            condition.is_met(values, kind, id)
        });
    refuted.is_some()
}

/// Drops the laws that others prove, with the variables of the condition as constants.
fn prune(
    prover: &Prover<'_>,
    known: &[Equation],
    laws: &[Equation],
    condition: Condition,
    fixed: u64,
) -> Vec<Equation> {
    let always: Vec<Rule> = known.iter().map(|law| Rule::new(prover.terms, *law)).collect();
    let rules: Vec<Rule> =
        laws.iter().map(|law| Rule::with_fixed(prover.terms, *law, fixed)).collect();
    let mut kept: Vec<usize> = Vec::new();
    for (number, law) in laws.iter().enumerate() {
        let usable = kept.iter().map(|one| &rules[*one]);
        let usable: Vec<&Rule> = always.iter().chain(usable).collect();
        if !prover.proves_where(&usable, *law, Some(condition.term()), Effort::PRUNE) {
            kept.push(number);
        }
    }
    kept.into_iter().map(|one| laws[one]).collect()
}

/// Tries laws on fresh tests that meet the condition.
fn retest(
    search: &mut Search<'_>,
    condition: Condition,
    laws: &[Equation],
    tests: usize,
    seed: u64,
) -> Vec<(Equation, Valuation)> {
    if laws.is_empty() || tests == 0 {
        return Vec::new();
    }
    let mut values = Values::forgetful(search.signature, &search.values.is_partial);
    let fresh =
        Fresh::draw(search.signature, search.variables, &mut values, tests, seed, Hardness::Hard);
    let met = met_rows(search.signature, &mut values, &search.terms, condition, &fresh.columns);
    let mut batch = fresh.batch(&search.terms, laws);
    let mut refuted = Vec::new();
    for law in laws {
        let left = batch.hashes(&mut values, search.signature, &search.terms, law.left);
        let right = batch.hashes(&mut values, search.signature, &search.terms, law.right);
        let row = met.iter().find(|row| left[**row] != right[**row]);
        refuted.extend(row.map(|row| (*law, fresh.valuation(&search.terms, *law, *row))));
    }
    move_values(search, values, refuted)
}
