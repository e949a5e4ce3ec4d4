//! Residuals: what a formula still asks for, in negation normal form, and how one event changes it.
//!
//! A node says nothing of values. Atoms, bindings and deadlines are numbers, which stand for those of the slot that
//! the node belongs to, so that all obligations of one form share their nodes and what is known of their progress. Nodes
//! are kept once (hash-consed): equal nodes have equal numbers.
//!
//! Progress by one event is that of Bacchus and Kabanza (2000): the new node holds of the rest of the trace just if the
//! old one holds of the trace with the event. `Arena::at_end` is the value on the empty rest, by the definitions of
//! Szili's and Tóth's `E` (using-quickcheck-2008, section 2.2), where ○ is false and its dual true.

use std::collections::BTreeSet;

use crate::atom::digest;
use crate::formula::Limit;

/// Number of a node.
pub(crate) type Id = u32;

pub(crate) const FALSE: Id = 0;
pub(crate) const TRUE: Id = 1;

/// Number of a deadline of the slot; one that was set by the last event, and has no number yet, is marked and has the
/// number of its limit.
pub(crate) type Deadline = u32;
pub(crate) const FRESH: u32 = 1 << 31;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    False,
    True,
    Empty,
    NonEmpty,
    Atom(u32),
    NotAtom(u32),
    And(Box<[Id]>),
    Or(Box<[Id]>),
    /// The rest of the trace; `end` is the value where there is no event.
    Next(Id, bool),
    Always(Id),
    Eventually(Id),
    /// `hold` until `goal`; `end` is the value where the trace ends first.
    Until {
        hold: Id,
        goal: Id,
        end: bool,
    },
    Release {
        release: Id,
        hold: Id,
        end: bool,
    },
    /// At some event within a limit; `end` is the value where the run is cut first.
    Within {
        limit: u32,
        body: Id,
        end: bool,
    },
    WithinBy {
        deadline: Deadline,
        body: Id,
        end: bool,
    },
    /// At every event within a limit.
    Stays {
        limit: u32,
        body: Id,
        end: bool,
    },
    StaysBy {
        deadline: Deadline,
        body: Id,
        end: bool,
    },
    /// A binding of the slot; `all` is the value where it does not match.
    Bind {
        number: u32,
        all: bool,
    },
    /// Values that will appear from the next event on: for all of them, or for any.
    Each {
        number: u32,
        all: bool,
    },
    /// The same since an event in the past.
    Begun {
        number: u32,
        all: bool,
    },
}

impl Node {
    /// The same with other parts. Those of a conjunction are sorted again, since their numbers are others.
    pub fn with_parts(self, part: &mut dyn FnMut(Id) -> Id) -> Node {
        let list = |parts: Box<[Id]>, part: &mut dyn FnMut(Id) -> Id| {
            let mut parts: Vec<Id> = parts.iter().map(|one| part(*one)).collect();
            parts.sort_unstable();
            parts.into_boxed_slice()
        };
        match self {
            Node::And(parts) => Node::And(list(parts, part)),
            Node::Or(parts) => Node::Or(list(parts, part)),
            Node::Next(body, end) => Node::Next(part(body), end),
            Node::Always(body) => Node::Always(part(body)),
            Node::Eventually(body) => Node::Eventually(part(body)),
            Node::Until { hold, goal, end } => {
                Node::Until { hold: part(hold), goal: part(goal), end }
            }
            Node::Release { release, hold, end } => {
                Node::Release { release: part(release), hold: part(hold), end }
            }
            Node::Within { limit, body, end } => Node::Within { limit, body: part(body), end },
            Node::WithinBy { deadline, body, end } => {
                Node::WithinBy { deadline, body: part(body), end }
            }
            Node::Stays { limit, body, end } => Node::Stays { limit, body: part(body), end },
            Node::StaysBy { deadline, body, end } => {
                Node::StaysBy { deadline, body: part(body), end }
            }
            other => other,
        }
    }
}

/// What an event does to the things that a node has numbers for.
pub(crate) trait Facts {
    /// Whether an atom is true of the event.
    fn holds(&self, atom: u32) -> bool;

    /// Progress of a binding of the slot, if the event matches: what is left of its instance.
    fn bound(&mut self, _arena: &mut Arena, _number: u32) -> Option<Id> {
        None
    }

    /// Begins an `each!` at the event. Returns the number of what has begun.
    fn begin(&mut self, _number: u32) -> u32 {
        unreachable!("only obligations with data have an `each!`")
    }

    /// Progress of the instance of a value that is new, if the event has one.
    fn appeared(&mut self, _arena: &mut Arena, _number: u32) -> Option<Id> {
        None
    }
}

/// Atoms that are true, as bits. No binding matches.
pub(crate) struct Bits(pub u64);

impl Facts for Bits {
    fn holds(&self, atom: u32) -> bool {
        self.0 >> atom & 1 != 0
    }
}

#[derive(Default)]
pub(crate) struct Arena {
    nodes: Vec<Node>,
    /// Numbers of nodes by their digest, with open addressing; 0 is empty, others are one more.
    table: Vec<u32>,
    pub limits: Vec<Limit>,
}

/// Above this many parts a combination of and and or is brought to a normal form, in which equal ones look the same.
/// Without it, one random formula in some thousands grows with every event.
const MOST_PARTS: usize = 48;
/// A normal form with more clauses than this is not made.
const MOST_CLAUSES: usize = 160;

impl Arena {
    pub fn new() -> Self {
        let mut arena = Arena::default();
        arena.add(Node::False);
        arena.add(Node::True);
        arena
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes that it holds, about.
    pub fn memory(&self) -> usize {
        let lists = self.nodes.iter().map(|node| match node {
            Node::And(parts) | Node::Or(parts) => 4 * parts.len(),
            _ => 0,
        });
        size_of::<Node>() * self.nodes.capacity() + 4 * self.table.len() + lists.sum::<usize>()
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// Number of a limit.
    pub fn limit(&mut self, limit: Limit) -> u32 {
        let found = self.limits.iter().position(|other| *other == limit);
        found.unwrap_or_else(|| {
            self.limits.push(limit);
            self.limits.len() - 1
        }) as u32
    }

    /// Number of a node, which is kept once.
    pub fn add(&mut self, node: Node) -> Id {
        if (self.nodes.len() + 1) * 4 > self.table.len() * 3 {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let mut place = digest(&node) as usize & mask;
        loop {
            match self.table[place] {
                0 => break,
                found if self.nodes[found as usize - 1] == node => return found - 1,
                _ => place = (place + 1) & mask,
            }
        }
        self.nodes.push(node);
        self.table[place] = self.nodes.len() as u32;
        self.nodes.len() as u32 - 1
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(16);
        self.table = vec![0; size];
        for (number, node) in (1..).zip(&self.nodes) {
            let mut place = digest(node) as usize & (size - 1);
            while self.table[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = number;
        }
    }

    /// The node that holds just where this one does not, for nodes without parts.
    fn opposite(&self, id: Id) -> Option<Node> {
        Some(match self.node(id) {
            Node::Atom(atom) => Node::NotAtom(*atom),
            Node::NotAtom(atom) => Node::Atom(*atom),
            Node::Empty => Node::NonEmpty,
            Node::NonEmpty => Node::Empty,
            _ => return None,
        })
    }

    pub fn and(&mut self, parts: impl IntoIterator<Item = Id>) -> Id {
        self.join(parts, true)
    }

    pub fn or(&mut self, parts: impl IntoIterator<Item = Id>) -> Id {
        self.join(parts, false)
    }

    /// A conjunction or disjunction: flat, sorted, without doubles, contradictions and what another part implies.
    fn join(&mut self, parts: impl IntoIterator<Item = Id>, and: bool) -> Id {
        let (neutral, zero) = if and { (TRUE, FALSE) } else { (FALSE, TRUE) };
        let mut all = Vec::new();
        for part in parts {
            match self.node(part) {
                _ if part == zero => return zero,
                _ if part == neutral => {}
                Node::And(inner) if and => all.extend_from_slice(inner),
                Node::Or(inner) if !and => all.extend_from_slice(inner),
                _ => all.push(part),
            }
        }
        all.sort_unstable();
        all.dedup();
        for part in &all {
            let opposite = self.opposite(*part).map(|node| self.add(node));
            if opposite.is_some_and(|opposite| all.binary_search(&opposite).is_ok()) {
                return zero;
            }
        }
        // x & (x | y) is x, and x | (x & y) is x.
        let absorbed = |part: &Id| {
            let inner = match self.node(*part) {
                Node::Or(inner) if and => inner,
                Node::And(inner) if !and => inner,
                _ => return false,
            };
            inner.iter().any(|one| all.binary_search(one).is_ok())
                || all.iter().any(|other| {
                    let smaller = match self.node(*other) {
                        Node::Or(smaller) if and => smaller,
                        Node::And(smaller) if !and => smaller,
                        _ => return false,
                    };
                    smaller.len() < inner.len()
                        && smaller.iter().all(|one| inner.binary_search(one).is_ok())
                })
        };
        if all.len() > 1 {
            let kept: Vec<Id> = all.iter().copied().filter(|part| !absorbed(part)).collect();
            all = kept;
        }
        match all[..] {
            [] => neutral,
            [one] => one,
            _ if and => self.add(Node::And(all.into())),
            _ => self.add(Node::Or(all.into())),
        }
    }

    pub fn next(&mut self, body: Id, end: bool) -> Id {
        self.add(Node::Next(body, end))
    }

    pub fn always(&mut self, body: Id) -> Id {
        match self.node(body) {
            Node::True | Node::Always(_) => body,
            _ => self.add(Node::Always(body)),
        }
    }

    pub fn eventually(&mut self, body: Id) -> Id {
        match self.node(body) {
            Node::False | Node::Eventually(_) => body,
            _ => self.add(Node::Eventually(body)),
        }
    }

    /// The parts of a conjunction.
    pub fn conjuncts(&self, id: Id) -> Vec<Id> {
        match self.node(id) {
            Node::True => Vec::new(),
            Node::And(parts) => parts.to_vec(),
            _ => vec![id],
        }
    }

    /// Value where the trace ends here. `ended` says that the program did, so that all time has passed.
    pub fn at_end(&self, id: Id, ended: bool) -> bool {
        match self.node(id) {
            Node::False | Node::NonEmpty | Node::Atom(_) | Node::Eventually(_) => false,
            Node::True | Node::Empty | Node::NotAtom(_) | Node::Always(_) => true,
            Node::And(parts) => parts.iter().all(|part| self.at_end(*part, ended)),
            Node::Or(parts) => parts.iter().any(|part| self.at_end(*part, ended)),
            Node::Next(_, end) | Node::Until { end, .. } | Node::Release { end, .. } => *end,
            Node::Within { end, .. } | Node::WithinBy { end, .. } => *end && !ended,
            Node::Stays { end, .. } | Node::StaysBy { end, .. } => *end || ended,
            Node::Bind { all, .. } | Node::Each { all, .. } | Node::Begun { all, .. } => *all,
        }
    }

    /// What is left after an event.
    pub fn progress(&mut self, id: Id, facts: &mut dyn Facts) -> Id {
        match self.node(id).clone() {
            Node::False | Node::True => id,
            Node::Empty => FALSE,
            Node::NonEmpty => TRUE,
            Node::Atom(atom) => Id::from(facts.holds(atom)),
            Node::NotAtom(atom) => Id::from(!facts.holds(atom)),
            Node::And(parts) => {
                let mut left = Vec::with_capacity(parts.len());
                for part in &parts {
                    match self.progress(*part, facts) {
                        FALSE => return FALSE,
                        part => left.push(part),
                    }
                }
                self.and(left)
            }
            Node::Or(parts) => {
                let mut left = Vec::with_capacity(parts.len());
                for part in &parts {
                    match self.progress(*part, facts) {
                        TRUE => return TRUE,
                        part => left.push(part),
                    }
                }
                self.or(left)
            }
            Node::Next(body, _) => body,
            Node::Always(body) => {
                let now = self.progress(body, facts);
                self.and([now, id])
            }
            Node::Eventually(body) => {
                let now = self.progress(body, facts);
                self.or([now, id])
            }
            Node::Until { hold, goal, .. } => {
                let goal = self.progress(goal, facts);
                if goal == TRUE {
                    return TRUE;
                }
                let hold = self.progress(hold, facts);
                let waits = self.and([hold, id]);
                self.or([goal, waits])
            }
            Node::Release { release, hold, .. } => {
                let hold = self.progress(hold, facts);
                if hold == FALSE {
                    return FALSE;
                }
                let release = self.progress(release, facts);
                let waits = self.or([release, id]);
                self.and([hold, waits])
            }
            Node::Within { limit, body, end } => {
                let now = self.progress(body, facts);
                let later = self.add(Node::WithinBy { deadline: FRESH | limit, body, end });
                self.or([now, later])
            }
            Node::WithinBy { body, .. } => {
                let now = self.progress(body, facts);
                self.or([now, id])
            }
            Node::Stays { limit, body, end } => {
                let now = self.progress(body, facts);
                let later = self.add(Node::StaysBy { deadline: FRESH | limit, body, end });
                self.and([now, later])
            }
            Node::StaysBy { body, .. } => {
                let now = self.progress(body, facts);
                self.and([now, id])
            }
            Node::Bind { number, all } => facts.bound(self, number).unwrap_or(Id::from(all)),
            Node::Each { number, all } => {
                let number = facts.begin(number);
                let begun = self.add(Node::Begun { number, all });
                self.progress(begun, facts)
            }
            Node::Begun { number, all } => match facts.appeared(self, number) {
                None => id,
                Some(instance) if all => self.and([instance, id]),
                Some(instance) => self.or([instance, id]),
            },
        }
    }

    /// What is left when some deadlines are over.
    pub fn expire(&mut self, id: Id, is_over: &dyn Fn(Deadline) -> bool) -> Id {
        match self.node(id).clone() {
            Node::WithinBy { deadline, .. } if is_over(deadline) => FALSE,
            Node::StaysBy { deadline, .. } if is_over(deadline) => TRUE,
            Node::And(parts) => {
                let parts: Vec<Id> = parts.iter().map(|part| self.expire(*part, is_over)).collect();
                self.and(parts)
            }
            Node::Or(parts) => {
                let parts: Vec<Id> = parts.iter().map(|part| self.expire(*part, is_over)).collect();
                self.or(parts)
            }
            // Inside of other operators nothing has begun, so that there is no deadline.
            _ => id,
        }
    }

    /// The same in a form in which equal combinations look the same, if it is large.
    ///
    /// Residuals have no negation but in front of atoms, so a combination is a monotone function of its temporal parts,
    /// of which the clauses without absorbed ones are a canonical form: there are finitely many of them for a formula
    /// without data. Conjunctive first, since conjuncts are what obligations are kept by.
    pub fn normal(&mut self, id: Id) -> Id {
        if self.parts(id, MOST_PARTS) <= MOST_PARTS {
            return id;
        }
        for and in [true, false] {
            if let Some(clauses) = self.clauses(id, and) {
                let clauses: Vec<Id> =
                    clauses.into_iter().map(|clause| self.join(clause, !and)).collect();
                return self.join(clauses, and);
            }
        }
        id
    }

    /// Number of parts of a combination, up to a little more than `most`.
    fn parts(&self, id: Id, most: usize) -> usize {
        let (Node::And(parts) | Node::Or(parts)) = self.node(id) else { return 1 };
        let mut count = 1;
        for part in parts {
            if count > most {
                return count;
            }
            count += self.parts(*part, most - count);
        }
        count
    }

    /// Clauses whose conjunction (or disjunction) it is, without those that another one implies.
    fn clauses(&self, id: Id, and: bool) -> Option<BTreeSet<Vec<Id>>> {
        let (parts, together) = match self.node(id) {
            Node::And(parts) => (parts, and),
            Node::Or(parts) => (parts, !and),
            _ => return Some([vec![id]].into()),
        };
        let mut all: BTreeSet<Vec<Id>> = match together {
            true => BTreeSet::new(),
            false => [Vec::new()].into(),
        };
        for part in parts {
            let clauses = self.clauses(*part, and)?;
            if together {
                all.extend(clauses);
            } else {
                let mut product = BTreeSet::new();
                for (one, other) in
                    all.iter().flat_map(|one| clauses.iter().map(move |other| (one, other)))
                {
                    let mut joined: Vec<Id> = one.iter().chain(other).copied().collect();
                    joined.sort_unstable();
                    joined.dedup();
                    product.insert(joined);
                }
                all = product;
            }
            if all.len() > MOST_CLAUSES {
                all = without_absorbed(all);
            }
            if all.len() > MOST_CLAUSES {
                return None;
            }
        }
        Some(without_absorbed(all))
    }
}

/// Drops clauses that contain another one.
fn without_absorbed(clauses: BTreeSet<Vec<Id>>) -> BTreeSet<Vec<Id>> {
    let mut by_length: Vec<Vec<Id>> = clauses.into_iter().collect();
    by_length.sort_by_key(Vec::len);
    let mut kept: Vec<Vec<Id>> = Vec::new();
    for clause in by_length {
        let contains = |small: &Vec<Id>| small.iter().all(|one| clause.binary_search(one).is_ok());
        if !kept.iter().any(contains) {
            kept.push(clause);
        }
    }
    kept.into_iter().collect()
}
