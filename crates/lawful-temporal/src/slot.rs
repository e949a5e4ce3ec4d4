//! Obligations as a monitor with data keeps them, and what tells them apart.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::arena::Id;
use crate::atom::{Atom, Fold};
use crate::bind::Instance;
use crate::compile::{LocalBind, Locals, Until};
use crate::few_atoms::Atoms;
use crate::monitor::Birth;

/// End of a chain of slots.
pub(crate) const NONE: u32 = u32::MAX;

/// An obligation. There may be very many, most of them with an atom or two and nothing else.
pub(crate) struct Slot<E> {
    pub node: Id,
    /// The next slot of the same chain, or none.
    pub same_chain: u32,
    pub atoms: Atoms<E>,
    pub deadlines: Box<[Until]>,
    pub more: Option<Box<More<E>>>,
    pub born: Birth,
    pub digest: u32,
    pub generation: u32,
    /// Place in the list of woken slots, if that has it there.
    pub woken: u32,
    pub live: bool,
}

/// A slot that an event wakes: the atoms that are true of the event, and whether a binding matches.
#[derive(Clone, Copy)]
pub(crate) struct Woken {
    pub slot: u32,
    pub held: u64,
    pub matched: bool,
}

/// Parts that few slots have.
pub(crate) struct More<E> {
    pub binds: Vec<LocalBind<E>>,
    /// Instances that are known by being alive.
    pub keep: Vec<Rc<Instance<E>>>,
}

impl<E> Slot<E> {
    pub fn binds(&self) -> &[LocalBind<E>] {
        self.more.as_ref().map_or(&[], |more| &more.binds)
    }

    /// Takes the locals out, to be extended.
    pub fn take_locals(&mut self) -> Locals<E> {
        Locals {
            atoms: std::mem::take(&mut self.atoms).into(),
            binds: self
                .more
                .as_mut()
                .map(|more| std::mem::take(&mut more.binds))
                .unwrap_or_default(),
            deadlines: std::mem::take(&mut self.deadlines).into(),
        }
    }

    /// Puts the locals back that were taken out.
    pub fn put_locals(&mut self, locals: Locals<E>) {
        self.atoms = locals.atoms.into();
        self.deadlines = locals.deadlines.into();
        if let Some(more) = &mut self.more {
            more.binds = locals.binds;
        }
    }
}

impl<E> Slot<E> {
    #[inline]
    pub fn wake<'a>(&mut self, number: u32, woken: &'a mut Vec<Woken>) -> &'a mut Woken {
        if woken.get(self.woken as usize).is_none_or(|one| one.slot != number) {
            self.woken = woken.len() as u32;
            woken.push(Woken { slot: number, held: 0, matched: false });
        }
        &mut woken[self.woken as usize]
    }
}

/// Numbers of locals of each kind.
#[derive(Clone, Copy)]
pub(crate) struct Lengths {
    pub atoms: usize,
    pub binds: usize,
    pub deadlines: usize,
}

impl<E> Locals<E> {
    pub fn lengths(&self) -> Lengths {
        let (atoms, binds) = (self.atoms.len(), self.binds.len());
        Lengths { atoms, binds, deadlines: self.deadlines.len() }
    }

    pub fn truncate(&mut self, lengths: Lengths) {
        self.atoms.truncate(lengths.atoms);
        self.binds.truncate(lengths.binds);
        self.deadlines.truncate(lengths.deadlines);
    }

    pub fn says(&self) -> Says<'_, E> {
        Says { atoms: &self.atoms, binds: &self.binds, deadlines: &self.deadlines }
    }
}

impl<E> Slot<E> {
    pub fn says(&self) -> Says<'_, E> {
        Says { atoms: &self.atoms, binds: self.binds(), deadlines: &self.deadlines }
    }
}

/// Locals, of a slot or of an obligation that is to have one.
pub(crate) struct Says<'a, E> {
    pub atoms: &'a [Rc<dyn Atom<E>>],
    pub binds: &'a [LocalBind<E>],
    pub deadlines: &'a [Until],
}

impl<E> Says<'_, E> {
    /// Digest of a node with these locals.
    pub fn digest(&self, node: Id) -> u32 {
        let mut fold = Fold::default();
        fold.write_u32(node);
        for atom in self.atoms {
            fold.write_u64(atom.digest());
            atom.site().hash(&mut fold);
        }
        for local in self.binds {
            fold.write_usize(Rc::as_ptr(&local.bind).addr());
            fold.write_u64(local.begun.as_ref().map_or(0, |begun| begun.first));
        }
        self.deadlines.hash(&mut fold);
        fold.finish() as u32
    }

    pub fn is_same(&self, other: Says<'_, E>) -> bool {
        let atoms = || self.atoms.iter().zip(other.atoms).all(|(one, other)| one.is_same(&**other));
        let bind = |(one, other): (&LocalBind<E>, &LocalBind<E>)| {
            let same = Rc::ptr_eq(&one.bind, &other.bind) && one.negated == other.negated;
            match (&one.begun, &other.begun) {
                (None, None) => same,
                (Some(one), Some(other)) => same && Rc::ptr_eq(&one.values, &other.values),
                _ => false,
            }
        };
        let binds = || self.binds.iter().zip(other.binds).all(bind);
        self.atoms.len() == other.atoms.len()
            && self.binds.len() == other.binds.len()
            && self.deadlines == other.deadlines
            && atoms()
            && binds()
    }
}
