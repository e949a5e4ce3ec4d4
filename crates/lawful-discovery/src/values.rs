//! Values of terms: columns over tests, evaluated as far as they are asked for.

use crate::lift::MOST_ARGUMENTS;
use crate::signature::Signature;
use crate::table::{Id, PANICKED, PANICKED_HASH, Tables};
use crate::term::{Head, Map, TermId, Terms};

/// The values of all types, and the calls that were made already.
pub(crate) struct Values {
    pub tables: Tables,
    memo: Vec<Map<[Id; MOST_ARGUMENTS], Id>>,
    /// Whether some call of the function panicked.
    pub is_partial: Vec<bool>,
    /// Calls that were made.
    pub calls: u64,
    /// Whether calls are remembered.
    remembers: bool,
}

impl Values {
    pub fn new(signature: &Signature) -> Self {
        let functions = signature.symbols.len();
        Values {
            tables: Tables::new(&signature.types.0),
            memo: vec![Map::default(); functions],
            is_partial: vec![false; functions],
            calls: 0,
            remembers: true,
        }
    }

    /// Values of tests that are all different: calls are not remembered.
    pub fn forgetful(signature: &Signature, is_partial: &[bool]) -> Self {
        let is_partial = is_partial.to_vec();
        Values { remembers: false, is_partial, ..Values::new(signature) }
    }

    /// Calls a function for every row of its arguments, unless it was called for them before.
    pub fn call(
        &mut self,
        signature: &Signature,
        symbol: usize,
        arguments: &[&[Id]],
        rows: usize,
    ) -> Vec<Id> {
        let mut out = vec![PANICKED; rows];
        let function = &signature.symbols[symbol];
        // A caught panic costs as much as hundreds of calls: panics are always remembered.
        if !self.remembers && !self.is_partial[symbol] {
            self.calls += rows as u64;
            function.call.intern(&mut self.tables, &function.shape, arguments, &mut out);
            return out;
        }
        let mut missing: Vec<usize> = Vec::new();
        let memo = &self.memo[symbol];
        for (row, result) in out.iter_mut().enumerate() {
            match memo.get(&key(arguments, row)) {
                Some(known) => *result = *known,
                None => missing.push(row),
            }
        }
        if missing.is_empty() {
            return out;
        }
        self.calls += missing.len() as u64;
        let taken: Vec<Vec<Id>> = arguments
            .iter()
            .map(|column| missing.iter().map(|row| column[*row]).collect())
            .collect();
        let taken: Vec<&[Id]> = taken.iter().map(Vec::as_slice).collect();
        let mut results = vec![PANICKED; missing.len()];
        function.call.intern(&mut self.tables, &function.shape, &taken, &mut results);
        self.memo[symbol].reserve(missing.len());
        for (at, row) in missing.into_iter().enumerate() {
            out[row] = results[at];
            let key = key(arguments, row);
            if results[at] == PANICKED && key[..arguments.len()].iter().all(|id| *id != PANICKED) {
                self.is_partial[symbol] = true;
            }
            self.memo[symbol].insert(key, results[at]);
        }
        out
    }

    /// Some arguments for which a function panicked.
    pub fn panicking_calls(&self, symbol: usize, arity: usize) -> Vec<Vec<Id>> {
        let calls = self.memo[symbol].iter();
        let panicked = calls.filter(|(arguments, result)| {
            **result == PANICKED && !arguments[..arity].contains(&PANICKED)
        });
        let mut found: Vec<Vec<Id>> =
            panicked.map(|(arguments, _)| arguments[..arity].to_vec()).collect();
        // The order of the map must not be seen; values that occurred first come first.
        found.sort_unstable_by_key(|one| (one.iter().max().copied(), one.clone()));
        found.truncate(100);
        found
    }

    /// Calls a function for every row and gives the hashes of its results; nothing is kept.
    pub fn hashes(
        &mut self,
        signature: &Signature,
        symbol: usize,
        arguments: &[&[Id]],
        rows: usize,
    ) -> Vec<u64> {
        let function = &signature.symbols[symbol];
        let mut out = vec![PANICKED_HASH; rows];
        if !self.is_partial[symbol] {
            self.calls += rows as u64;
            function.call.hash(&mut self.tables, &function.shape, arguments, &mut out);
            self.is_partial[symbol] = self.note_panics(symbol, arguments, &out, |row| row);
            return out;
        }
        // Calls that are known to panic are left out.
        let memo = &self.memo[symbol];
        let panics = |row: &usize| memo.get(&key(arguments, *row)) == Some(&PANICKED);
        let left: Vec<usize> = (0..rows).filter(|row| !panics(row)).collect();
        let taken: Vec<Vec<Id>> =
            arguments.iter().map(|column| left.iter().map(|row| column[*row]).collect()).collect();
        let taken: Vec<&[Id]> = taken.iter().map(Vec::as_slice).collect();
        let mut results = vec![PANICKED_HASH; left.len()];
        self.calls += left.len() as u64;
        function.call.hash(&mut self.tables, &function.shape, &taken, &mut results);
        self.note_panics(symbol, arguments, &results, |at| left[at]);
        for (row, result) in left.into_iter().zip(results) {
            out[row] = result;
        }
        out
    }

    /// Remembers the calls that panicked. Returns whether there was one whose arguments were defined.
    fn note_panics(
        &mut self,
        symbol: usize,
        arguments: &[&[Id]],
        results: &[u64],
        row: impl Fn(usize) -> usize,
    ) -> bool {
        let mut is_partial = false;
        for (at, result) in results.iter().enumerate() {
            if *result == PANICKED_HASH {
                let key = key(arguments, row(at));
                is_partial |= !key[..arguments.len()].contains(&PANICKED);
                self.memo[symbol].insert(key, PANICKED);
            }
        }
        is_partial
    }
}

#[inline]
fn key(arguments: &[&[Id]], row: usize) -> [Id; MOST_ARGUMENTS] {
    let mut key = [0; MOST_ARGUMENTS];
    for (part, column) in key.iter_mut().zip(arguments) {
        *part = column[row];
    }
    key
}

/// Columns of terms over some tests. Tests come in chunks: a term is evaluated on the next chunk only if it looked like
/// another one on those before.
#[derive(Clone, Default)]
pub(crate) struct Columns {
    columns: Vec<Vec<Id>>,
    hashes: Vec<Vec<u64>>,
    /// Where each chunk ends.
    pub chunks: Vec<usize>,
}

impl Columns {
    /// Number of tests.
    pub fn tests(&self) -> usize {
        self.chunks.last().copied().unwrap_or(0)
    }

    /// Sets the values of a variable from the tests that have no value yet.
    pub fn extend_variable(&mut self, variable: TermId, values: &[Id]) {
        self.make_room(variable);
        self.columns[variable as usize].extend_from_slice(values);
    }

    fn make_room(&mut self, term: TermId) {
        if self.columns.len() <= term as usize {
            self.columns.resize_with(term as usize + 1, Vec::new);
            self.hashes.resize_with(term as usize + 1, Vec::new);
        }
    }

    /// The values of a term, as far as they were [evaluated](Columns::ensure).
    pub fn get(&self, term: TermId) -> &[Id] {
        self.columns.get(term as usize).map_or(&[], Vec::as_slice)
    }

    /// Evaluates a term on the first `tests` tests.
    pub fn ensure(
        &mut self,
        values: &mut Values,
        signature: &Signature,
        terms: &Terms,
        id: TermId,
        tests: usize,
    ) {
        self.make_room(id);
        let known = self.columns[id as usize].len();
        if known >= tests {
            return;
        }
        let term = *terms.get(id);
        let new = match term.head {
            Head::Variable(_) | Head::Undefined(_) => vec![PANICKED; tests - known],
            Head::Function(symbol) => {
                for argument in term.arguments() {
                    self.ensure(values, signature, terms, *argument, tests);
                }
                let arguments = self.slices(term.arguments(), known, tests);
                let arguments = &arguments[..term.arguments().len()];
                values.call(signature, usize::from(symbol), arguments, tests - known)
            }
        };
        self.columns[id as usize].extend(new);
    }

    fn slices(&self, terms: &[TermId], from: usize, to: usize) -> [&[Id]; MOST_ARGUMENTS] {
        let mut slices: [&[Id]; MOST_ARGUMENTS] = [&[]; MOST_ARGUMENTS];
        for (slice, term) in slices.iter_mut().zip(terms) {
            *slice = &self.columns[*term as usize][from..to];
        }
        slices
    }

    /// The hash of a term's values on a chunk. The values of a term that is `last`, which will not be an argument, are not
    /// kept.
    pub fn chunk_hash(
        &mut self,
        values: &mut Values,
        signature: &Signature,
        terms: &Terms,
        id: TermId,
        chunk: usize,
        last: bool,
    ) -> u64 {
        self.make_room(id);
        while self.hashes[id as usize].len() <= chunk {
            let next = self.hashes[id as usize].len();
            let from = if next == 0 { 0 } else { self.chunks[next - 1] };
            let to = self.chunks[next];
            let term = *terms.get(id);
            let hash = match term.head {
                Head::Function(symbol) if last && self.columns[id as usize].len() < to => {
                    for argument in term.arguments() {
                        self.ensure(values, signature, terms, *argument, to);
                    }
                    let arguments = self.slices(term.arguments(), from, to);
                    let arguments = &arguments[..term.arguments().len()];
                    let hashes =
                        values.hashes(signature, usize::from(symbol), arguments, to - from);
                    hashes.into_iter().fold(0, fold)
                }
                _ => {
                    self.ensure(values, signature, terms, id, to);
                    let kind = usize::from(term.kind);
                    let hashes = values.tables.any(kind).hashes();
                    let hash = |id: &Id| match *id {
                        PANICKED => PANICKED_HASH,
                        id => hashes[id as usize],
                    };
                    self.columns[id as usize][from..to].iter().map(hash).fold(0, fold)
                }
            };
            self.hashes[id as usize].push(hash);
        }
        self.hashes[id as usize][chunk]
    }
}

#[inline]
fn fold(hash: u64, value: u64) -> u64 {
    let product =
        u128::from(hash ^ value ^ 0x9e37_79b9_7f4a_7c15) * u128::from(0xa076_1d64_78bd_642f_u64);
    (product >> 64) as u64 ^ product as u64
}

/// Values of terms over rows of values of the variables: a batch that is evaluated at once and forgotten.
#[derive(Default)]
pub(crate) struct Batch {
    columns: Map<TermId, Vec<Id>>,
    pub rows: usize,
}

impl Batch {
    pub fn new(rows: usize) -> Self {
        Batch { columns: Map::default(), rows }
    }

    pub fn set(&mut self, variable: TermId, values: Vec<Id>) {
        self.columns.insert(variable, values);
    }

    pub fn get(&self, term: TermId) -> &[Id] {
        self.columns.get(&term).map_or(&[], Vec::as_slice)
    }

    /// Evaluates a term on all rows.
    pub fn evaluate(
        &mut self,
        values: &mut Values,
        signature: &Signature,
        terms: &Terms,
        id: TermId,
    ) -> &[Id] {
        if !self.columns.contains_key(&id) {
            let term = *terms.get(id);
            let column = match term.head {
                Head::Variable(_) | Head::Undefined(_) => vec![PANICKED; self.rows],
                Head::Function(symbol) => {
                    for argument in term.arguments() {
                        self.evaluate(values, signature, terms, *argument);
                    }
                    let arguments: Vec<&[Id]> =
                        term.arguments().iter().map(|one| self.get(*one)).collect();
                    values.call(signature, usize::from(symbol), &arguments, self.rows)
                }
            };
            self.columns.insert(id, column);
        }
        self.get(id)
    }
    /// Evaluates a term on all rows and gives the hashes of its values.
    pub fn hashes(
        &mut self,
        values: &mut Values,
        signature: &Signature,
        terms: &Terms,
        id: TermId,
    ) -> Vec<u64> {
        let term = *terms.get(id);
        let kind = usize::from(term.kind);
        if let (Head::Function(symbol), false) = (term.head, self.columns.contains_key(&id)) {
            for argument in term.arguments() {
                self.evaluate(values, signature, terms, *argument);
            }
            let arguments: Vec<&[Id]> = term.arguments().iter().map(|one| self.get(*one)).collect();
            return values.hashes(signature, usize::from(symbol), &arguments, self.rows);
        }
        self.evaluate(values, signature, terms, id);
        self.get(id).iter().map(|id| values.tables.hash(kind, *id)).collect()
    }
}
