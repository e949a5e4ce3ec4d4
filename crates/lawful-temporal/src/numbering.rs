//! Numbers of atoms, bindings and deadlines in a node, in the order in which they occur.
//!
//! Obligations of one form have nodes that differ in these numbers only; renumbered, they are one node.

use crate::arena::{Arena, Id, Memo, Node};
use crate::atom::Table;

/// Numbers that occur in a node, in order.
#[derive(Default)]
pub(crate) struct Found {
    pub atoms: Vec<u32>,
    pub binds: Vec<u32>,
    pub deadlines: Vec<u32>,
    /// True if an `each!` is to begin with the next event.
    pub begins: bool,
    seen: Table<Id, ()>,
}

impl Found {
    pub fn look(&mut self, arena: &Arena, id: Id) {
        if self.seen.insert(id, ()).is_some() {
            return;
        }
        let note = |list: &mut Vec<u32>, number: u32| {
            if !list.contains(&number) {
                list.push(number);
            }
        };
        match arena.node(id) {
            Node::Atom(atom) | Node::NotAtom(atom) => note(&mut self.atoms, *atom),
            Node::Bind { number, .. } | Node::Begun { number, .. } => {
                note(&mut self.binds, *number)
            }
            Node::Each { number, .. } => {
                note(&mut self.binds, *number);
                self.begins = true;
            }
            Node::WithinBy { deadline, .. } | Node::StaysBy { deadline, .. } => {
                note(&mut self.deadlines, *deadline);
            }
            _ => {}
        }
        let mut parts = Vec::new();
        arena.node(id).clone().with_parts(&mut |part| {
            parts.push(part);
            part
        });
        parts.into_iter().for_each(|part| self.look(arena, part));
    }

    /// True if the numbers are those of their order already.
    pub fn is_canonical(&self) -> bool {
        let is_in_order = |list: &[u32]| (0..).zip(list).all(|(place, number)| place == *number);
        is_in_order(&self.atoms) && is_in_order(&self.binds) && is_in_order(&self.deadlines)
    }

    /// The node with numbers in the order in which they occur.
    pub fn renumber(&self, arena: &mut Arena, id: Id, memo: &mut Memo) -> Id {
        if let Some(known) = memo.get(id) {
            return known;
        }
        let place = |list: &[u32], number: u32| {
            list.iter().position(|other| *other == number).unwrap_or_default() as u32
        };
        let old = arena.node(id).clone();
        let new = match old.with_parts(&mut |part| self.renumber(arena, part, memo)) {
            // Other numbers, other digests, another order.
            Node::And(mut parts) => {
                arena.sort(&mut parts);
                Node::And(parts)
            }
            Node::Or(mut parts) => {
                arena.sort(&mut parts);
                Node::Or(parts)
            }
            Node::Atom(atom) => Node::Atom(place(&self.atoms, atom)),
            Node::NotAtom(atom) => Node::NotAtom(place(&self.atoms, atom)),
            Node::Bind { number, all } => Node::Bind { number: place(&self.binds, number), all },
            Node::Each { number, all } => Node::Each { number: place(&self.binds, number), all },
            Node::Begun { number, all } => Node::Begun { number: place(&self.binds, number), all },
            Node::WithinBy { deadline, body, end } => {
                Node::WithinBy { deadline: place(&self.deadlines, deadline), body, end }
            }
            Node::StaysBy { deadline, body, end } => {
                Node::StaysBy { deadline: place(&self.deadlines, deadline), body, end }
            }
            other => other,
        };
        let new = arena.add(new);
        memo.insert(id, new);
        new
    }
}
