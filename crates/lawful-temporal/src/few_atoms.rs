//! Lists of atoms, of which most have one.

use std::ops::Deref;
use std::rc::Rc;

use crate::atom::Atom;

/// Atoms of a slot. Most have one, which needs no memory of its own: with very many slots that is one look beyond the
/// caches less.
pub(crate) enum Atoms<E> {
    One([Rc<dyn Atom<E>>; 1]),
    More(Box<[Rc<dyn Atom<E>>]>),
}

// A derive would ask for `E: Default`.
impl<E> Default for Atoms<E> {
    fn default() -> Self {
        Atoms::More(Box::default())
    }
}

impl<E> Deref for Atoms<E> {
    type Target = [Rc<dyn Atom<E>>];

    fn deref(&self) -> &Self::Target {
        match self {
            Atoms::One(atom) => atom,
            Atoms::More(atoms) => atoms,
        }
    }
}

impl<E> From<Vec<Rc<dyn Atom<E>>>> for Atoms<E> {
    fn from(atoms: Vec<Rc<dyn Atom<E>>>) -> Self {
        atoms.try_into().map_or_else(|atoms: Vec<_>| Atoms::More(atoms.into()), Atoms::One)
    }
}

impl<E> From<Atoms<E>> for Vec<Rc<dyn Atom<E>>> {
    fn from(atoms: Atoms<E>) -> Self {
        match atoms {
            Atoms::One(atom) => atom.into(),
            Atoms::More(atoms) => atoms.into(),
        }
    }
}
