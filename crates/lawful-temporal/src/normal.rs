//! Normal forms of large combinations, in which equal ones look the same.

use std::rc::Rc;

use crate::arena::{Arena, FALSE, Id, Memo, Node, TRUE};
use crate::atom::Table;

/// Above this many parts a combination of and and or is brought to a normal form, in which equal ones look the same.
/// Without it, one random formula in some thousands grows with every event.
const MOST_PARTS: usize = 48;
/// A normal form of clauses with more than this many is not made.
///
/// Each clause is an obligation of its own, which may come to as many again with every event; so there must be few.
const MOST_CLAUSES: usize = 12;
/// Clauses of a product before absorption, which compares all pairs of them.
const MOST_PRODUCT: usize = 64;

impl Arena {
    /// Brings a large combination in a form in which equal ones look the same.
    ///
    /// Residuals have no negation but in front of atoms, so a combination is a monotone function of its temporal parts,
    /// of which the clauses without absorbed ones are a canonical form: there are finitely many of them for a formula
    /// without data. Conjunctive first, since conjuncts are what obligations are kept by. Where both have too many
    /// clauses it is a decision diagram, which is canonical too.
    pub fn normal(&mut self, id: Id) -> Id {
        if self.parts(id, MOST_PARTS) <= MOST_PARTS {
            return id;
        }
        for and in [true, false] {
            if let Some(clauses) = self.clauses(id, and, &mut Table::default()) {
                let clauses: Vec<Id> =
                    clauses.iter().map(|clause| self.join(clause.iter().copied(), !and)).collect();
                return self.join(clauses, and);
            }
        }
        Diagram::of(self, id).map_or(id, |(diagram, root)| diagram.nodes_of(self, root))
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

    /// Clauses whose conjunction (or disjunction) it is, without those that another one implies; none if they are many.
    fn clauses(&self, id: Id, and: bool, memo: &mut Table<Id, Clauses>) -> Option<Clauses> {
        let (parts, together) = match self.node(id) {
            Node::And(parts) => (parts, and),
            Node::Or(parts) => (parts, !and),
            _ => return Some(Rc::new(vec![vec![id]])),
        };
        if let Some(known) = memo.get(&id) {
            return Some(known.clone());
        }
        let mut all = if together { Vec::new() } else { vec![Vec::new()] };
        for part in parts {
            let clauses = self.clauses(*part, and, memo)?;
            if together {
                all.extend_from_slice(&clauses);
            } else if all.len() * clauses.len() > MOST_PRODUCT {
                return None;
            } else {
                let with = |one: &Vec<Id>| -> Vec<Vec<Id>> {
                    clauses.iter().map(|other| union(one, other)).collect()
                };
                all = all.iter().flat_map(with).collect();
            }
            if all.len() > MOST_CLAUSES {
                all = without_absorbed(all);
            }
            if all.len() > MOST_CLAUSES {
                return None;
            }
        }
        let all = Rc::new(without_absorbed(all));
        memo.insert(id, all.clone());
        Some(all)
    }
}

/// Clauses, each in the order of numbers.
type Clauses = Rc<Vec<Vec<Id>>>;

fn union(one: &[Id], other: &[Id]) -> Vec<Id> {
    let mut all = [one, other].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// Drops clauses that contain another one.
fn without_absorbed(mut clauses: Vec<Vec<Id>>) -> Vec<Vec<Id>> {
    clauses.sort_by_key(Vec::len);
    let mut kept: Vec<Vec<Id>> = Vec::new();
    for clause in clauses {
        let contains = |small: &Vec<Id>| small.iter().all(|one| clause.binary_search(one).is_ok());
        if !kept.iter().any(contains) {
            kept.push(clause);
        }
    }
    kept
}

/// Ordered binary decision diagram of a monotone function (Bryant 1986), over the temporal parts of a combination.
///
/// The order of variables is that of their digests: one order for all functions of the same parts, or equal functions
/// would not look the same.
#[derive(Default)]
struct Diagram {
    /// Variables in their order.
    leaves: Vec<Id>,
    /// Variable, result where it is false, result where it is true. The first two are the constants.
    nodes: Vec<(u32, u32, u32)>,
    unique: Table<(u32, u32, u32), u32>,
    joined: Table<(bool, u32, u32), u32>,
}

/// Size of a diagram above which it is given up; such a combination stays as it is.
const MOST_DECISIONS: usize = 10_000;

impl Diagram {
    /// The diagram of a combination, unless it is too large.
    fn of(arena: &Arena, id: Id) -> Option<(Diagram, u32)> {
        let constant = (u32::MAX, 0, 0);
        let mut diagram = Diagram { nodes: vec![constant, constant], ..Diagram::default() };
        diagram.collect(arena, id, &mut Table::default());
        arena.sort(&mut diagram.leaves);
        let root = diagram.build(arena, id, &mut Memo::default())?;
        Some((diagram, root))
    }

    fn collect(&mut self, arena: &Arena, id: Id, seen: &mut Table<Id, ()>) {
        if seen.insert(id, ()).is_some() {
            return;
        }
        match arena.node(id) {
            Node::And(parts) | Node::Or(parts) => {
                parts.iter().for_each(|part| self.collect(arena, *part, seen));
            }
            _ => self.leaves.push(id),
        }
    }

    fn build(&mut self, arena: &Arena, id: Id, memo: &mut Memo) -> Option<u32> {
        if let Some(known) = memo.get(id) {
            return Some(known);
        }
        let (parts, and) = match arena.node(id) {
            Node::And(parts) => (parts, true),
            Node::Or(parts) => (parts, false),
            _ => {
                let rank = |leaf: &Id| arena.rank(*leaf);
                let place = self.leaves.binary_search_by_key(&arena.rank(id), rank).ok()?;
                return Some(self.decide(place as u32, FALSE, TRUE));
            }
        };
        let mut all = u32::from(and);
        for part in parts {
            let part = self.build(arena, *part, memo)?;
            all = self.join(and, all, part)?;
        }
        memo.insert(id, all);
        Some(all)
    }

    fn decide(&mut self, variable: u32, low: u32, high: u32) -> u32 {
        if low == high {
            return low;
        }
        let (next, nodes) = (self.nodes.len() as u32, &mut self.nodes);
        *self.unique.entry((variable, low, high)).or_insert_with(|| {
            nodes.push((variable, low, high));
            next
        })
    }

    fn join(&mut self, and: bool, one: u32, other: u32) -> Option<u32> {
        let (neutral, zero) = if and { (TRUE, FALSE) } else { (FALSE, TRUE) };
        match (one, other) {
            _ if one == zero || other == zero => return Some(zero),
            _ if one == neutral || one == other => return Some(other),
            _ if other == neutral => return Some(one),
            _ if self.nodes.len() > MOST_DECISIONS => return None,
            _ => {}
        }
        let key = (and, one.min(other), one.max(other));
        if let Some(known) = self.joined.get(&key) {
            return Some(*known);
        }
        let (a, b) = (self.nodes[one as usize], self.nodes[other as usize]);
        let variable = a.0.min(b.0);
        let sides = |node: (u32, u32, u32), of: u32| match node.0 == variable {
            true => (node.1, node.2),
            false => (of, of),
        };
        let ((a_low, a_high), (b_low, b_high)) = (sides(a, one), sides(b, other));
        let low = self.join(and, a_low, b_low)?;
        let high = self.join(and, a_high, b_high)?;
        let joined = self.decide(variable, low, high);
        self.joined.insert(key, joined);
        Some(joined)
    }

    /// The function as nodes. It is monotone, so that what holds where a variable is false holds where it is true.
    fn nodes_of(&self, arena: &mut Arena, root: u32) -> Id {
        // Parts of a decision were made before it.
        let mut is_used = vec![false; self.nodes.len()];
        is_used[root as usize] = true;
        for place in (2..self.nodes.len()).rev().filter(|place| *place <= root as usize) {
            let (_, low, high) = self.nodes[place];
            is_used[low as usize] |= is_used[place];
            is_used[high as usize] |= is_used[place];
        }
        let mut ids = vec![FALSE; self.nodes.len()];
        ids[TRUE as usize] = TRUE;
        for place in (2..self.nodes.len()).filter(|place| is_used[*place]) {
            let (variable, low, high) = self.nodes[place];
            let both = arena.and([self.leaves[variable as usize], ids[high as usize]]);
            ids[place] = arena.or([ids[low as usize], both]);
        }
        ids[root as usize]
    }
}
