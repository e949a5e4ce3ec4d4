//! The search for laws: section 2 of the QuickSpec paper, in another order.
//!
//! The paper evaluates all terms on all tests, reads off all equations and then prunes. Here a term is pruned before it
//! is evaluated, and evaluated on few tests before it is on many:
//!
//! 1. Terms come layer by layer, by depth, and simplest first. A term whose class is known to the congruence closure is
//!    skipped.
//! 2. Others go into a trie by the hashes of their values, chunk of tests by chunk. What ends alone is a new
//!    representative. Arguments of terms are representatives only (2.9).
//! 3. A term that is equal to a representative on all tests is a candidate. It is tried on all small values. If they
//!    refute it, the refuting values become tests, and the search starts again at the end of the layer.
//! 4. Otherwise it is a law: its instances (2.6) are united in the closure.
//!
//! Starting again costs little, because values, columns and calls are kept. A closure that can undo unions was the other
//! way; but a law that is refuted late has usually hidden others, which only a new search can find.

use lawful_core::extend::{Random, mix};

use crate::closure::{Closure, Reason};
use crate::domain::{Hardness, Pool};
use crate::instances::{Compiled, Representative, Representatives};
use crate::lift::MOST_ARGUMENTS;
use crate::scope::Scope;
use crate::signature::{Signature, Variable};
use crate::table::{Id, PANICKED};
use crate::term::{Head, Map, NO_TERM, TermId, Terms, members};
use crate::tests::{self, Valuation};
use crate::values::{Columns, Values};

/// An equation between two terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Equation {
    pub left: TermId,
    pub right: TermId,
}

/// An equation that tests of the search could not refute, and harder ones did.
#[derive(Clone, Debug)]
pub(crate) struct NearMiss {
    pub equation: Equation,
    /// The equation with the names under which it is shown.
    pub shown: Equation,
    pub refuted_by: Valuation,
}

/// Counts of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Terms of the last pass.
    pub terms: usize,
    /// Of these, terms that were pruned and never evaluated.
    pub pruned: usize,
    pub passes: usize,
}

/// Most passes of a search. The last one goes through all layers, and leaves out what is refuted.
const MOST_PASSES: usize = 40;

/// Most terms: the places of representatives are 18 bits of a sort key. A layer with more would also take too long, and is
/// left out with a notice.
const MOST_TERMS: usize = 1 << 18;

/// Most combinations of arguments that are looked at for a layer; with a bound by size most are too large.
const MOST_COMBINATIONS: usize = 30_000_000;

pub(crate) struct Search<'s> {
    pub signature: &'s Signature,
    pub variables: &'s [Variable],
    pub terms: Terms,
    pub values: Values,
    pub columns: Columns,
    pub closure: Closure,
    pub representatives: Representatives,
    pub laws: Vec<Equation>,
    pub near: Vec<NearMiss>,
    pub counts: Counts,
    pub pool: Pool,
    pub scope: Scope,
    variable_terms: Vec<TermId>,
    pub compiled: Vec<Compiled>,
    trie: Trie,
    /// Order of functions among terms that are otherwise alike.
    ranks: Vec<u16>,
    random: Random,
    /// Values that refuted something in this pass.
    refutations: Vec<Valuation>,
    /// Whether terms of the greatest depth may be arguments of others, because size is the bound.
    keeps_last: bool,
    next_order: u32,
    /// Depth of the layer that was left out because it is too large.
    pub left_out: Option<usize>,
    /// Whether some function is the answer of one that changes its receiver.
    has_answers: bool,
}

impl<'s> Search<'s> {
    pub fn new(signature: &'s Signature, variables: &'s [Variable]) -> Self {
        let settings = &signature.settings;
        let mut values = Values::new(signature);
        let mut terms = Terms::default();
        let variable_terms: Vec<TermId> =
            (0..variables.len()).map(|number| terms.variable(number, variables)).collect();
        let kinds = tests::drawn_kinds(variables);
        let types = signature.types.0.len();
        let pool_size = settings.tests.div_ceil(6).clamp(16, 96);
        let pool = Pool::draw(
            &mut values.tables,
            &kinds,
            types,
            settings.seed,
            pool_size,
            Hardness::Plain,
        );
        let mut random = Random::from_seed(mix(settings.seed, 1));
        let scope = Scope::new(signature, &mut values, &kinds, &pool, &mut random);
        let mut columns = Columns::default();
        let rows = tests::valuations(
            signature,
            &mut values,
            &pool,
            variables,
            settings.tests,
            tests::Kind::Search,
            &mut random,
        );
        for (term, values) in variable_terms.iter().zip(&rows) {
            columns.extend_variable(*term, values);
        }
        columns.chunks = tests::chunks(settings.tests);
        Search {
            signature,
            variables,
            terms,
            values,
            columns,
            closure: Closure::default(),
            representatives: Representatives::default(),
            laws: Vec::new(),
            near: Vec::new(),
            counts: Counts::default(),
            pool,
            scope,
            variable_terms,
            compiled: Vec::new(),
            trie: Trie::default(),
            ranks: ranks(signature),
            random,
            refutations: Vec::new(),
            keeps_last: settings.size != usize::MAX,
            next_order: 0,
            left_out: None,
            has_answers: signature.symbols.iter().any(|symbol| symbol.is_answer),
        }
    }

    /// Searches until no candidate of a pass is refuted.
    pub fn run(&mut self) {
        for left in (0..MOST_PASSES).rev() {
            self.counts.passes += 1;
            if self.pass(left == 0) {
                return;
            }
        }
    }

    /// Takes valuations that refuted something into the tests, under all names that the variables could have had.
    pub fn add_tests(&mut self, refutations: Vec<Valuation>) {
        let mut rows: Vec<Vec<Id>> = vec![Vec::new(); self.variables.len()];
        for valuation in &refutations {
            for renamed in valuation.renamings(self.variables) {
                for (number, column) in rows.iter_mut().enumerate() {
                    let kind = self.variables[number].kind;
                    let any = self.pool.pick(kind, &mut self.random).unwrap_or(PANICKED);
                    column.push(renamed.get(number as u8).unwrap_or(any));
                }
            }
        }
        let added = rows.first().map_or(0, Vec::len);
        if added > 0 {
            for (term, values) in self.variable_terms.iter().zip(&rows) {
                self.columns.extend_variable(*term, values);
            }
            self.columns.chunks.push(self.columns.tests() + added);
        }
    }

    /// One pass over all layers, or until something is refuted unless the pass is the last one. Returns whether nothing
    /// was.
    fn pass(&mut self, is_last: bool) -> bool {
        self.closure = Closure::default();
        self.trie = Trie::default();
        self.laws.clear();
        self.compiled.clear();
        self.next_order = 0;
        self.representatives.of = vec![Vec::new(); self.signature.types.0.len()];
        self.counts = Counts { passes: self.counts.passes, ..Counts::default() };
        let partial = self.values.is_partial.clone();
        for depth in 1..=self.signature.settings.depth {
            let before = self.next_order;
            self.unite_for(depth);
            match depth {
                1 => self.first_layer(),
                _ => self.layer(depth),
            }
            self.resolve_conflicts();
            if !self.refutations.is_empty() {
                let refutations = std::mem::take(&mut self.refutations);
                self.add_tests(refutations);
                if !is_last {
                    return false;
                }
            }
            // A bound by size ends where nothing grows.
            if self.next_order == before && depth > 1 {
                break;
            }
        }
        // Instances may have been made while a function still seemed to be total.
        partial == self.values.is_partial
    }

    /// Unites the instances of the laws so far that a deeper universe has.
    fn unite_for(&mut self, depth: usize) {
        let size = self.signature.settings.size;
        for (law, compiled) in self.compiled.iter().enumerate() {
            let known = depth - 1;
            compiled.unite_instances(
                &mut self.closure,
                &self.representatives,
                law as u32,
                depth,
                known,
                size,
            );
        }
    }

    fn first_layer(&mut self) {
        for kind in 0..self.signature.types.0.len() {
            let term = self.terms.undefined(kind);
            let node = self.closure.add(Head::Undefined(kind as u8), &[]);
            self.closure.set_term(node, term);
            self.place(term);
        }
        for at in 0..self.variable_terms.len() {
            let term = self.variable_terms[at];
            self.consider(term, &[]);
        }
        let mut constants: Vec<usize> = (0..self.signature.symbols.len())
            .filter(|symbol| {
                let symbol = &self.signature.symbols[*symbol];
                symbol.arity() == 0 && symbol.makes_terms()
            })
            .collect();
        constants.sort_by_key(|symbol| self.ranks[*symbol]);
        for symbol in constants {
            let term = self.terms.function(symbol, self.signature, &[]);
            self.consider(term, &[]);
        }
    }

    fn layer(&mut self, depth: usize) {
        let mut found: Vec<Candidate> = Vec::new();
        let room = MOST_TERMS - (self.next_order as usize).min(MOST_TERMS);
        let mut combinations = MOST_COMBINATIONS;
        for symbol in 0..self.signature.symbols.len() {
            let about = &self.signature.symbols[symbol];
            if about.arity() > 0 && about.makes_terms() {
                self.collect(symbol, depth, &mut found, room, &mut combinations);
            }
        }
        if found.len() > room || combinations == 0 {
            self.left_out = Some(depth);
            return;
        }
        found.sort_unstable_by_key(|candidate| candidate.key);
        for Candidate { symbol, arguments, .. } in found {
            let arity = self.signature.symbols[usize::from(symbol)].arity();
            self.counts.terms += 1;
            let mut nodes = [0; MOST_ARGUMENTS];
            let mut given = [NO_TERM; MOST_ARGUMENTS];
            let shape = &self.signature.symbols[usize::from(symbol)].shape;
            for place in 0..arity {
                let one =
                    &self.representatives.of[shape.arguments[place]][arguments[place] as usize];
                (nodes[place], given[place]) = (one.node, one.term);
            }
            let known = self.closure.lookup(Head::Function(symbol), &nodes[..arity]);
            if known.is_some_and(|node| self.closure.term(node) != NO_TERM) {
                self.counts.pruned += 1;
                continue;
            }
            let term = self.terms.function(usize::from(symbol), self.signature, &given[..arity]);
            self.consider(term, &nodes[..arity]);
        }
    }

    /// Collects the terms of a function over representatives whose depth is exactly `depth`, as long as there is room.
    fn collect(
        &self,
        symbol: usize,
        depth: usize,
        found: &mut Vec<Candidate>,
        room: usize,
        combinations: &mut usize,
    ) {
        let shape = &self.signature.symbols[symbol].shape;
        let of = &self.representatives.of;
        let size = self.signature.settings.size;
        let mut places = [0; MOST_ARGUMENTS];
        let arity = shape.arguments.len();
        let upto = |place: usize| {
            let all = &of[shape.arguments[place]];
            all.partition_point(|one| usize::from(one.depth) < depth)
        };
        let counts: Vec<usize> = (0..arity).map(upto).collect();
        if counts.contains(&0) {
            return;
        }
        let rank = self.ranks[symbol];
        let own_answers = u8::from(self.signature.symbols[symbol].is_answer);
        while *combinations > 0 && found.len() <= room {
            *combinations -= 1;
            let chosen = |place: usize| &of[shape.arguments[place]][places[place] as usize];
            let mut deepest = 0;
            let (mut nodes, mut symbols, mut variables) = (1, 1, 0);
            let mut answers = own_answers;
            for place in 0..arity {
                let one = chosen(place);
                deepest = deepest.max(usize::from(one.depth));
                nodes += usize::from(one.nodes);
                symbols += u32::from(one.symbols);
                variables |= one.variables;
                answers += one.answers;
            }
            if deepest + 1 == depth && nodes <= size {
                let first = chosen(0);
                let general = |variables: u64| 64 - variables.count_ones();
                // What a call answered is written by a function that only looks, if there is one.
                let mut key = u128::from(symbols.min(255)) << 3 | u128::from(answers.min(7));
                key = key << 7 | u128::from(general(variables));
                key = key << 5 | u128::from(first.depth.min(31));
                key = key << 6 | u128::from(first.symbols.min(63));
                key = key << 7 | u128::from(general(first.variables));
                key = key << 12 | u128::from(rank);
                for place in 0..MOST_ARGUMENTS {
                    let order = if place < arity { chosen(place).order } else { 0 };
                    key = key << 18 | u128::from(order);
                }
                found.push(Candidate { key, symbol: symbol as u16, arguments: places });
            }
            let mut place = arity;
            loop {
                if place == 0 {
                    return;
                }
                place -= 1;
                places[place] += 1;
                if (places[place] as usize) < counts[place] {
                    break;
                }
                places[place] = 0;
            }
        }
    }

    /// Looks where a term belongs that the closure does not know.
    fn consider(&mut self, term: TermId, arguments: &[u32]) {
        let head = self.terms.get(term).head;
        let same = self.place(term);
        let node = self.closure.add(head, arguments);
        if same == NO_TERM {
            self.represent(term, node);
            return;
        }
        let equation = Equation { left: term, right: same };
        let refuted = self.scope.refute(self.signature, &mut self.values, &self.terms, equation);
        if let Some(valuation) = refuted {
            self.refutations.push(valuation.clone());
            self.near.push(NearMiss { equation, shown: equation, refuted_by: valuation });
            self.represent(term, node);
            return;
        }
        self.accept(equation, node);
    }

    fn represent(&mut self, id: TermId, node: u32) {
        self.closure.set_term(node, id);
        let term = *self.terms.get(id);
        let order = self.next_order;
        self.next_order += 1;
        let is_total = self.is_total(id);
        let mut answers = 0;
        if self.has_answers {
            self.terms.visit(id, &mut |term| {
                if let Head::Function(symbol) = term.head {
                    answers += u8::from(self.signature.symbols[usize::from(symbol)].is_answer);
                }
            });
        }
        self.representatives.of[usize::from(term.kind)].push(Representative {
            term: id,
            node,
            depth: term.depth,
            nodes: term.nodes,
            symbols: term.symbols,
            variables: term.variables,
            is_total,
            answers,
            order,
        });
    }

    /// Returns whether no test makes a term panic. Terms of the last layer, which never stand for a variable, are not
    /// looked at.
    fn is_total(&mut self, id: TermId) -> bool {
        if !self.values.is_partial.contains(&true) {
            return true;
        }
        let mut may_panic = false;
        self.terms.visit(id, &mut |term| {
            if let Head::Function(symbol) = term.head {
                may_panic |= self.values.is_partial[usize::from(symbol)];
            }
        });
        if !may_panic {
            return true;
        }
        if usize::from(self.terms.get(id).depth) == self.signature.settings.depth {
            return false;
        }
        let tests = self.columns.tests();
        self.columns.ensure(&mut self.values, self.signature, &self.terms, id, tests);
        !self.columns.get(id).contains(&PANICKED)
    }

    fn accept(&mut self, equation: Equation, node: u32) {
        let law = self.laws.len() as u32;
        let Equation { left, right } = equation;
        let depth = usize::from(self.terms.get(left).depth.max(self.terms.get(right).depth));
        let mut closure = std::mem::take(&mut self.closure);
        let other = self.node_of_known(&mut closure, right);
        self.closure = closure;
        self.closure.unite(node, other, Reason::Law(law));
        let compiled = Compiled::new(&self.terms, left, right, &[]);
        let size = self.signature.settings.size;
        compiled.unite_instances(&mut self.closure, &self.representatives, law, depth, 0, size);
        self.compiled.push(compiled);
        self.laws.push(equation);
    }

    /// The node of a term in a closure.
    pub fn node_of_known(&self, closure: &mut Closure, id: TermId) -> u32 {
        let term = *self.terms.get(id);
        let arguments: Vec<u32> = term
            .arguments()
            .iter()
            .map(|argument| self.node_of_known(closure, *argument))
            .collect();
        closure.add(term.head, &arguments)
    }

    /// Puts a term into the trie. Returns the representative that it is equal to on all tests, or [`NO_TERM`].
    fn place(&mut self, term: TermId) -> TermId {
        let Search { trie, columns, values, signature, terms, .. } = self;
        let deepest = signature.settings.depth;
        let keeps_last = self.keeps_last;
        let last = columns.chunks.len() - 1;
        trie.place(terms.get(term).kind, term, last, |term, chunk| {
            let is_last = !keeps_last && usize::from(terms.get(term).depth) == deepest;
            columns.chunk_hash(values, signature, terms, term, chunk, is_last)
        })
    }

    /// Two terms that tests told apart should be equal by the laws: some law is false, in an instance that the closure
    /// used. Its variables had the values of terms of the test that tells the two apart, so laws are tried on such values.
    fn resolve_conflicts(&mut self) {
        let conflicts = std::mem::take(&mut self.closure.conflicts);
        for (one, other) in conflicts.into_iter().take(20) {
            let Some(test) = self.first_difference(one, other) else { continue };
            let mut pools: Vec<Vec<Id>> = vec![Vec::new(); self.signature.types.0.len()];
            for (kind, pool) in pools.iter_mut().enumerate() {
                let all = &self.representatives.of[kind];
                let terms: Vec<TermId> =
                    all.iter().filter(|one| one.depth < 3).map(|one| one.term).take(60).collect();
                for term in terms {
                    self.columns.ensure(
                        &mut self.values,
                        self.signature,
                        &self.terms,
                        term,
                        test + 1,
                    );
                    let id = self.columns.get(term)[test];
                    if id != PANICKED && !pool.contains(&id) {
                        pool.push(id);
                    }
                }
            }
            let scope = Scope::from_pools(pools);
            for equation in self.laws.clone() {
                let refuted = scope.refute(self.signature, &mut self.values, &self.terms, equation);
                if let Some(valuation) = refuted {
                    self.refutations.push(valuation.clone());
                    self.near.push(NearMiss { equation, shown: equation, refuted_by: valuation });
                }
            }
        }
    }

    fn first_difference(&mut self, one: TermId, other: TermId) -> Option<usize> {
        let tests = self.columns.tests();
        for term in [one, other] {
            self.columns.ensure(&mut self.values, self.signature, &self.terms, term, tests);
        }
        let pairs = self.columns.get(one).iter().zip(self.columns.get(other));
        pairs.into_iter().position(|(one, other)| one != other)
    }
}

struct Candidate {
    key: u128,
    symbol: u16,
    /// Places of the arguments among the representatives of their types.
    arguments: [u32; MOST_ARGUMENTS],
}

/// Operators on one type come before functions that mix types: that leaves fewer laws (2.8).
fn ranks(signature: &Signature) -> Vec<u16> {
    let closed = |symbol: usize| {
        let shape = &signature.symbols[symbol].shape;
        shape.arguments.len() == 2 && shape.arguments.iter().all(|kind| *kind == shape.result)
    };
    let mut order: Vec<usize> = (0..signature.symbols.len()).collect();
    order.sort_by_key(|symbol| (!closed(*symbol), *symbol));
    let mut ranks = vec![0; order.len()];
    for (rank, symbol) in order.into_iter().enumerate() {
        ranks[symbol] = rank as u16;
    }
    ranks
}

/// Terms by the hashes of their values on one chunk of tests after the other. A term goes down only as far as others
/// are like it.
#[derive(Clone, Default)]
pub(crate) struct Trie {
    entries: Map<(u32, u64), Entry>,
    nodes: u32,
}

#[derive(Clone, Copy)]
enum Entry {
    Term(TermId),
    Node(u32),
}

impl Trie {
    /// Returns the term that has the same hashes on all chunks, or [`NO_TERM`] if the term is the first.
    pub fn place(
        &mut self,
        kind: u8,
        term: TermId,
        last: usize,
        mut hash: impl FnMut(TermId, usize) -> u64,
    ) -> TermId {
        // The first nodes are the roots of the types.
        self.nodes = self.nodes.max(256);
        let (mut node, mut chunk) = (u32::from(kind), 0);
        loop {
            let at = (node, hash(term, chunk));
            match self.entries.get(&at) {
                None => {
                    self.entries.insert(at, Entry::Term(term));
                    return NO_TERM;
                }
                Some(Entry::Node(next)) => node = *next,
                Some(Entry::Term(other)) if chunk == last => return *other,
                Some(Entry::Term(other)) => {
                    let other = *other;
                    self.nodes += 1;
                    let next = self.nodes;
                    self.entries.insert((next, hash(other, chunk + 1)), Entry::Term(other));
                    self.entries.insert(at, Entry::Node(next));
                    node = next;
                }
            }
            chunk += 1;
        }
    }
}

/// The variables of an equation.
pub(crate) fn variables_of(terms: &Terms, equation: Equation) -> Vec<u8> {
    let Equation { left, right } = equation;
    members(terms.get(left).variables | terms.get(right).variables).collect()
}
