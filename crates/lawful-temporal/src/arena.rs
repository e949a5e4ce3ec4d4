//! Residuals: what a formula still asks for, in negation normal form, and how one event changes it.
//!
//! A node says nothing of values. Atoms, bindings and deadlines are numbers, which stand for those of the slot that
//! the node belongs to, so that all obligations of one form share their nodes and what is known of their progress. Nodes
//! are kept once (hash-consed): equal nodes have equal numbers. Many parents may share a part, so that a walk over a
//! node has to remember where it was, or it takes exponential time.
//!
//! Parts of a conjunction are in the order of their digests, which depend on what a node says and not on its number. So
//! nothing that is computed here depends on which nodes were there before, and a monitor that is used again answers as a
//! new one does.
//!
//! Progress by one event is that of Bacchus and Kabanza (2000): the new node holds of the rest of the trace just if the
//! old one holds of the trace with the event. `Arena::at_end` is the value on the empty rest, by the definitions of
//! Szili's and Tóth's `E` (using-quickcheck-2008, section 2.2), where ○ is false and its dual true.

use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::atom::{Fold, Table};
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
    /// Values that have appeared since an event in the past, and those that will.
    Begun {
        number: u32,
        all: bool,
    },
}

impl Node {
    /// Returns the operator with other parts, in the same order.
    pub fn with_parts(self, part: &mut dyn FnMut(Id) -> Id) -> Node {
        let list = |parts: Box<[Id]>, part: &mut dyn FnMut(Id) -> Id| {
            parts.iter().map(|one| part(*one)).collect::<Box<[Id]>>()
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

/// Results of a walk over nodes, so that a part that many share is visited once.
///
/// Most walks see a few nodes, for which a list is faster than a table and is not allocated by walks that see leaves.
#[derive(Default)]
pub(crate) struct Memo {
    few: Vec<(Id, Id)>,
    many: Table<Id, Id>,
}

/// Longest list of a [`Memo`].
const MOST_LISTED: usize = 16;

impl Memo {
    pub fn get(&self, id: Id) -> Option<Id> {
        let listed = self.few.iter().find(|(known, _)| *known == id).map(|(_, result)| *result);
        match listed {
            None if !self.many.is_empty() => self.many.get(&id).copied(),
            listed => listed,
        }
    }

    pub fn insert(&mut self, id: Id, result: Id) {
        match self.few.len() < MOST_LISTED {
            true => self.few.push((id, result)),
            false => {
                self.many.insert(id, result);
            }
        }
    }
}

/// Effect of an event on the things that a node has numbers for.
pub(crate) trait Facts {
    /// Returns whether an atom is true of the event.
    fn holds(&self, atom: u32) -> bool;

    /// Returns the nodes whose progress by this event is known.
    ///
    /// Besides being faster, this is what lets a binding have one instance at an event, however many parents share it.
    fn memo(&mut self) -> &mut Memo;

    /// Progress of a binding of the slot, if the event matches: what is left of its instance.
    fn bound(&mut self, _arena: &mut Arena, _number: u32) -> Option<Id> {
        None
    }

    /// Begins an `each!`; returns the number of one that has begun.
    fn begin(&mut self, _number: u32) -> u32 {
        unreachable!("only obligations with data have an `each!`")
    }

    /// Progress of the instance of a value that is new, if the event has one.
    fn appeared(&mut self, _arena: &mut Arena, _number: u32) -> Option<Id> {
        None
    }
}

/// Atoms that are true, as bits. No binding matches.
#[derive(Default)]
pub(crate) struct Bits {
    held: u64,
    memo: Memo,
}

impl Bits {
    pub fn new(held: u64) -> Self {
        Bits { held, memo: Memo::default() }
    }
}

impl Facts for Bits {
    fn holds(&self, atom: u32) -> bool {
        self.held.checked_shr(atom).unwrap_or(0) & 1 != 0
    }

    fn memo(&mut self) -> &mut Memo {
        &mut self.memo
    }
}

#[derive(Default)]
pub(crate) struct Arena {
    nodes: Vec<Node>,
    /// Digest of what each node says, which is the same in every arena.
    digests: Vec<u64>,
    /// Bits of each node, see below.
    marks: Vec<u8>,
    /// Numbers of nodes by their digest, with open addressing; 0 is empty, others are one more.
    table: Vec<u32>,
    pub limits: Vec<Limit>,
    /// Number that no other arena has, which tells whose nodes something was compiled to.
    pub number: u64,
}

static LAST_NUMBER: AtomicU64 = AtomicU64::new(1);

/// Mark of a node that is true where the trace is cut here.
const TRUE_AT_CUT: u8 = 1;
/// Mark of a node that is true where the program ended here, so that all time has passed.
const TRUE_AT_END: u8 = 2;
/// Mark of a combination in which there is a deadline.
const HAS_DEADLINE: u8 = 4;
/// Mark of a combination in which there is a deadline that has no number yet.
const HAS_FRESH: u8 = 8;
/// Mark of a node that is true if what has a deadline that is not over turns out well.
const TRUE_IN_TIME: u8 = 16;

/// Number of nodes up to which memory is given back after every step that is not remembered.
const MOST_SHRUNK: usize = 256;

impl Arena {
    pub fn new() -> Self {
        let mut arena = Arena { number: LAST_NUMBER.fetch_add(1, Relaxed), ..Arena::default() };
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
        (size_of::<Node>() + size_of::<u64>() + 1) * self.nodes.capacity()
            + 4 * self.table.len()
            + lists.sum::<usize>()
    }

    /// Gives back what vectors have left over, where a copy costs little.
    pub fn shrink(&mut self) {
        if self.nodes.len() <= MOST_SHRUNK {
            self.nodes.shrink_to_fit();
            self.digests.shrink_to_fit();
            self.marks.shrink_to_fit();
        }
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
        let digest = self.digest(&node);
        let place = match self.find(&node, digest) {
            Ok(known) => return known,
            Err(place) => place,
        };
        self.marks.push(self.marks_of(&node));
        self.digests.push(digest);
        self.nodes.push(node);
        self.table[place] = self.nodes.len() as u32;
        self.nodes.len() as u32 - 1
    }

    /// Number of a node, or the place in the table where it belongs.
    fn find(&self, node: &Node, digest: u64) -> Result<Id, usize> {
        let mask = self.table.len() - 1;
        let mut place = digest as usize & mask;
        loop {
            match self.table[place] {
                0 => return Err(place),
                found if self.nodes[found as usize - 1] == *node => return Ok(found - 1),
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(16);
        self.table = vec![0; size];
        for (number, digest) in (1..).zip(&self.digests) {
            let mut place = *digest as usize & (size - 1);
            while self.table[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = number;
        }
    }

    /// Digest of what a node says: parts by their own digests, limits by their values.
    fn digest(&self, node: &Node) -> u64 {
        let mut fold = Fold::default();
        std::mem::discriminant(node).hash(&mut fold);
        let of = |id: Id| self.digests[id as usize];
        let by = |deadline: Deadline, fold: &mut Fold| match deadline & FRESH {
            0 => fold.write_u32(deadline),
            _ => self.limits[(deadline & !FRESH) as usize].hash(fold),
        };
        match node {
            Node::False | Node::True | Node::Empty | Node::NonEmpty => {}
            Node::Atom(atom) | Node::NotAtom(atom) => fold.write_u32(*atom),
            Node::And(parts) | Node::Or(parts) => {
                parts.iter().for_each(|part| fold.write_u64(of(*part)));
            }
            Node::Next(body, end) => (of(*body), end).hash(&mut fold),
            Node::Always(body) | Node::Eventually(body) => fold.write_u64(of(*body)),
            Node::Until { hold, goal, end } => (of(*hold), of(*goal), end).hash(&mut fold),
            Node::Release { release, hold, end } => {
                (of(*release), of(*hold), end).hash(&mut fold);
            }
            Node::Within { limit, body, end } | Node::Stays { limit, body, end } => {
                (self.limits[*limit as usize], of(*body), end).hash(&mut fold);
            }
            Node::WithinBy { deadline, body, end } | Node::StaysBy { deadline, body, end } => {
                by(*deadline, &mut fold);
                (of(*body), end).hash(&mut fold);
            }
            Node::Bind { number, all }
            | Node::Each { number, all }
            | Node::Begun { number, all } => (number, all).hash(&mut fold),
        }
        fold.finish()
    }

    /// Marks of a node, from those of its parts: asking a node for them must not walk over all that is in it.
    fn marks_of(&self, node: &Node) -> u8 {
        let values = |at_cut: bool, at_end: bool| {
            (u8::from(at_cut) * TRUE_AT_CUT) | (u8::from(at_end) * TRUE_AT_END)
        };
        let in_time = |at_cut: bool, at_end: bool| values(at_cut, at_end) | TRUE_IN_TIME;
        let both = |value: bool| values(value, value) | (u8::from(value) * TRUE_IN_TIME);
        let deadline = |deadline: Deadline| match deadline & FRESH {
            0 => HAS_DEADLINE,
            _ => HAS_DEADLINE | HAS_FRESH,
        };
        let parts_of = |parts: &[Id]| {
            let marks = parts.iter().map(|part| self.marks[*part as usize]);
            let any = marks.clone().fold(0, |all, one| all | one);
            (marks.fold(u8::MAX, |all, one| all & one), any)
        };
        const VALUES: u8 = TRUE_AT_CUT | TRUE_AT_END | TRUE_IN_TIME;
        match node {
            Node::False | Node::NonEmpty | Node::Atom(_) | Node::Eventually(_) => both(false),
            Node::True | Node::Empty | Node::NotAtom(_) | Node::Always(_) => both(true),
            Node::And(parts) => {
                let (all, any) = parts_of(parts);
                all & VALUES | any & !VALUES
            }
            Node::Or(parts) => parts_of(parts).1,
            Node::Next(_, end) | Node::Until { end, .. } | Node::Release { end, .. } => both(*end),
            Node::Within { end, .. } => in_time(*end, false),
            Node::WithinBy { end, deadline: by, .. } => in_time(*end, false) | deadline(*by),
            Node::Stays { end, .. } => in_time(*end, true),
            Node::StaysBy { end, deadline: by, .. } => in_time(*end, true) | deadline(*by),
            Node::Bind { all, .. } | Node::Each { all, .. } | Node::Begun { all, .. } => both(*all),
        }
    }

    /// Place of a node in the order of parts. Two digests may be equal, so that the number has the last word.
    pub fn rank(&self, id: Id) -> (u64, Id) {
        (self.digests[id as usize], id)
    }

    /// Brings parts in their order.
    pub fn sort(&self, parts: &mut [Id]) {
        parts.sort_unstable_by_key(|part| self.rank(*part));
    }

    /// Returns whether parts in their order contain a node.
    fn contains(&self, parts: &[Id], id: Id) -> bool {
        match parts.len() {
            ..8 => parts.contains(&id),
            _ => parts.binary_search_by_key(&self.rank(id), |part| self.rank(*part)).is_ok(),
        }
    }

    /// The node that holds just where this one does not, for nodes without parts.
    fn opposite(&self, id: Id) -> Option<Id> {
        let opposite = match self.node(id) {
            Node::Atom(atom) => Node::NotAtom(*atom),
            Node::NotAtom(atom) => Node::Atom(*atom),
            Node::Empty => Node::NonEmpty,
            Node::NonEmpty => Node::Empty,
            _ => return None,
        };
        self.find(&opposite, self.digest(&opposite)).ok()
    }

    pub fn and(&mut self, parts: impl IntoIterator<Item = Id>) -> Id {
        self.join(parts, true)
    }

    pub fn or(&mut self, parts: impl IntoIterator<Item = Id>) -> Id {
        self.join(parts, false)
    }

    /// A conjunction or disjunction: flat, in order, without doubles, contradictions and what another part implies.
    pub fn join(&mut self, parts: impl IntoIterator<Item = Id>, and: bool) -> Id {
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
        self.sort(&mut all);
        all.dedup();
        let is_opposed = |part: &Id| self.opposite(*part).is_some_and(|id| self.contains(&all, id));
        if all.iter().any(is_opposed) {
            return zero;
        }
        self.absorb(&mut all, and);
        match all[..] {
            [] => neutral,
            [one] => one,
            _ if and => self.add(Node::And(all.into())),
            _ => self.add(Node::Or(all.into())),
        }
    }

    /// Drops parts that another one implies: x & (x | y) is x, and x | (x & y) is x.
    fn absorb(&self, all: &mut Vec<Id>, and: bool) {
        let inner = |part: Id| match self.node(part) {
            Node::Or(inner) if and => Some(&**inner),
            Node::And(inner) if !and => Some(&**inner),
            _ => None,
        };
        let combined: Vec<Id> = all.iter().copied().filter(|part| inner(*part).is_some()).collect();
        if combined.is_empty() || all.len() < 2 {
            return;
        }
        let is_absorbed = |part: Id| {
            let Some(own) = inner(part) else { return false };
            own.iter().any(|one| self.contains(all, *one))
                || combined.iter().filter_map(|other| inner(*other)).any(|smaller| {
                    smaller.len() < own.len() && smaller.iter().all(|one| self.contains(own, *one))
                })
        };
        let kept: Vec<Id> = all.iter().copied().filter(|part| !is_absorbed(*part)).collect();
        *all = kept;
    }

    // Operators over constants are constants, or say whether there is an event. Without these rules the trivial parts
    // of a formula are variables of its normal form, which doubles with each of them.

    pub fn next(&mut self, body: Id, end: bool) -> Id {
        match (body, end) {
            (TRUE, true) => TRUE,
            (FALSE, false) => FALSE,
            (TRUE, false) => self.add(Node::NonEmpty),
            (FALSE, true) => self.add(Node::Empty),
            _ => self.add(Node::Next(body, end)),
        }
    }

    pub fn always(&mut self, body: Id) -> Id {
        match self.node(body) {
            Node::True | Node::NonEmpty => TRUE,
            Node::False | Node::Empty => self.add(Node::Empty),
            Node::Always(_) => body,
            _ => self.add(Node::Always(body)),
        }
    }

    pub fn eventually(&mut self, body: Id) -> Id {
        match self.node(body) {
            Node::False | Node::Empty => FALSE,
            Node::True | Node::NonEmpty => self.add(Node::NonEmpty),
            Node::Eventually(_) => body,
            _ => self.add(Node::Eventually(body)),
        }
    }

    pub fn until(&mut self, hold: Id, goal: Id, end: bool) -> Id {
        match (hold, goal, end) {
            (TRUE, _, true) | (_, TRUE, true) => TRUE,
            (_, FALSE, false) => FALSE,
            (_, TRUE, false) => self.add(Node::NonEmpty),
            (TRUE, _, false) => self.eventually(goal),
            (_, FALSE, true) => self.always(hold),
            _ => self.add(Node::Until { hold, goal, end }),
        }
    }

    pub fn release(&mut self, release: Id, hold: Id, end: bool) -> Id {
        match (release, hold, end) {
            (FALSE, _, false) | (_, FALSE, false) => FALSE,
            (_, TRUE, true) => TRUE,
            (_, FALSE, true) => self.add(Node::Empty),
            (FALSE, _, true) => self.always(hold),
            (_, TRUE, false) => self.eventually(release),
            _ => self.add(Node::Release { release, hold, end }),
        }
    }

    /// Parts of a conjunction; of another node, itself.
    pub fn conjuncts(&self, id: Id) -> Vec<Id> {
        match self.node(id) {
            Node::True => Vec::new(),
            Node::And(parts) => parts.to_vec(),
            _ => vec![id],
        }
    }

    /// One of the parts of a conjunction; of another node, itself.
    pub fn conjunct(&self, id: Id, place: usize) -> Option<Id> {
        match self.node(id) {
            Node::True => None,
            Node::And(parts) => parts.get(place).copied(),
            _ => (place == 0).then_some(id),
        }
    }

    /// Value where the trace ends here. `ended` says that the program did, so that all time has passed.
    pub fn at_end(&self, id: Id, ended: bool) -> bool {
        self.marks[id as usize] & if ended { TRUE_AT_END } else { TRUE_AT_CUT } != 0
    }

    /// Returns whether a node is true if what has a deadline that is not over turns out well.
    pub fn awaits_deadline(&self, id: Id) -> bool {
        self.marks[id as usize] & TRUE_IN_TIME != 0
    }

    /// Returns whether the last event set a deadline that has no number yet.
    pub fn has_fresh_deadline(&self, id: Id) -> bool {
        self.marks[id as usize] & HAS_FRESH != 0
    }

    /// Progresses a node by an event: returns what is left of it.
    pub fn progress(&mut self, id: Id, facts: &mut dyn Facts) -> Id {
        match self.node(id) {
            Node::False | Node::True => return id,
            Node::Empty => return FALSE,
            Node::NonEmpty => return TRUE,
            Node::Atom(atom) => return Id::from(facts.holds(*atom)),
            Node::NotAtom(atom) => return Id::from(!facts.holds(*atom)),
            Node::Next(body, _) => return *body,
            _ => {}
        }
        if let Some(known) = facts.memo().get(id) {
            return known;
        }
        let next = self.progress_parts(id, facts);
        facts.memo().insert(id, next);
        next
    }

    fn progress_parts(&mut self, id: Id, facts: &mut dyn Facts) -> Id {
        match self.node(id).clone() {
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
            Node::False
            | Node::True
            | Node::Empty
            | Node::NonEmpty
            | Node::Atom(_)
            | Node::NotAtom(_)
            | Node::Next(..) => unreachable!("leaves have no parts"),
        }
    }

    /// Changes the deadlines of a combination, and nothing inside of other operators: nothing has begun there.
    pub fn with_deadlines(
        &mut self,
        id: Id,
        change: &mut dyn FnMut(&mut Arena, Id, Deadline) -> Id,
        memo: &mut Memo,
    ) -> Id {
        if self.marks[id as usize] & HAS_DEADLINE == 0 {
            return id;
        }
        if let Some(known) = memo.get(id) {
            return known;
        }
        let new = match self.node(id).clone() {
            Node::WithinBy { deadline, .. } | Node::StaysBy { deadline, .. } => {
                change(self, id, deadline)
            }
            Node::And(mut parts) => {
                parts.iter_mut().for_each(|part| *part = self.with_deadlines(*part, change, memo));
                self.and(parts)
            }
            Node::Or(mut parts) => {
                parts.iter_mut().for_each(|part| *part = self.with_deadlines(*part, change, memo));
                self.or(parts)
            }
            _ => id,
        };
        memo.insert(id, new);
        new
    }

    /// Ends some deadlines: returns what is left of a node.
    pub fn expire(&mut self, id: Id, is_over: &dyn Fn(Deadline) -> bool) -> Id {
        let mut change = |arena: &mut Arena, id: Id, deadline: Deadline| match is_over(deadline) {
            false => id,
            true => Id::from(matches!(arena.node(id), Node::StaysBy { .. })),
        };
        self.with_deadlines(id, &mut change, &mut Memo::default())
    }
}
