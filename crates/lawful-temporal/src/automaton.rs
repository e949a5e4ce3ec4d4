//! Monitor of a formula without data: remembered progression, which is an automaton that is built as it is needed.
//!
//! A state is a residual, the letter is which atoms are true of the event, and the next residual is computed once for each
//! pair. An event then costs its atoms and a look-up.

use std::rc::Rc;

use crate::Stamp;
use crate::arena::{Arena, Bits, FALSE, Id, Node};
use crate::atom::{Atom, Table};
use crate::compile::Locals;
use crate::formula::Formula;
use crate::monitor::{Birth, Debt, Owed, Verdict};

/// Up to this many atoms the letters of a state are a table, and no look-up by hash.
const MOST_DENSE: usize = 4;
/// Most atoms of a formula: those of a letter are the bits of a word.
pub(crate) const MOST_ATOMS: usize = 64;
/// Residuals and transitions are forgotten when there are this many: they can be computed again.
const MOST_REMEMBERED: usize = 20_000;

const UNKNOWN: u32 = u32::MAX;

pub(crate) struct Automaton<E> {
    arena: Arena,
    atoms: Vec<Rc<dyn Atom<E>>>,
    states: Vec<State>,
    by_residual: Table<Vec<Id>, u32>,
    /// Transitions by state and letter: a table where there are few letters.
    dense: Vec<u32>,
    sparse: Table<(u32, u64), u32>,
    transitions: Vec<Transition>,
    current: u32,
    /// Birth of each conjunct of the current state.
    births: Vec<Birth>,
    /// Births of the next state, kept so that a step does not allocate.
    new_births: Vec<Birth>,
    events: u64,
    /// Conjuncts of the formula, for another run.
    start: Vec<Id>,
}

struct State {
    conjuncts: Box<[Id]>,
    verdict: Verdict,
    /// Value if the program ended here.
    ended: bool,
}

struct Transition {
    to: u32,
    /// Nothing changes, births included.
    is_loop: bool,
    /// For each conjunct of the next state: the number of conjuncts that it comes from and is as old as, and these. Empty
    /// where nothing changes.
    from: Box<[u32]>,
}

impl<E> Automaton<E> {
    /// The automaton of a formula, if it has no more atoms than there are bits.
    pub fn new(formula: &Formula<E>) -> Option<Self> {
        let (mut arena, mut locals) = (Arena::new(), Locals::default());
        let start = locals.import(&mut arena, formula, false);
        if locals.atoms.len() > MOST_ATOMS {
            return None;
        }
        let mut automaton = Automaton {
            arena,
            atoms: locals.atoms,
            states: Vec::new(),
            by_residual: Table::default(),
            dense: Vec::new(),
            sparse: Table::default(),
            transitions: Vec::new(),
            current: 0,
            births: Vec::new(),
            new_births: Vec::new(),
            events: 0,
            start: Vec::new(),
        };
        let start = automaton.arena.normal(start);
        automaton.start = match start {
            FALSE => vec![FALSE],
            start => automaton.arena.conjuncts(start),
        };
        automaton.restart();
        Some(automaton)
    }

    /// Forgets all events. States and transitions stay: they do not depend on what has happened.
    pub fn restart(&mut self) {
        self.events = 0;
        self.births.clear();
        self.births.resize(self.start.len(), Birth::default());
        self.current = self.state(self.start.clone());
    }

    fn state(&mut self, conjuncts: Vec<Id>) -> u32 {
        if let Some(state) = self.by_residual.get(&conjuncts) {
            return *state;
        }
        let arena = &self.arena;
        let at_end = |ended| conjuncts.iter().all(|part| arena.at_end(*part, ended));
        let verdict = match &conjuncts[..] {
            [] => Verdict::True,
            [FALSE] => Verdict::False,
            _ if at_end(false) => Verdict::PresumablyTrue,
            _ => Verdict::PresumablyFalse,
        };
        let ended = at_end(true);
        let number = self.states.len() as u32;
        self.states.push(State { conjuncts: conjuncts.clone().into(), verdict, ended });
        self.by_residual.insert(conjuncts, number);
        if self.atoms.len() <= MOST_DENSE {
            self.dense.resize(self.states.len() << self.atoms.len(), UNKNOWN);
        }
        number
    }

    #[inline]
    pub fn step(&mut self, event: &E, at: Stamp) -> Verdict {
        self.events += 1;
        let mut letter = 0;
        for (bit, atom) in self.atoms.iter().enumerate() {
            letter |= u64::from(atom.holds(event)) << bit;
        }
        let known = match self.atoms.len() <= MOST_DENSE {
            true => self.dense[(self.current as usize) << self.atoms.len() | letter as usize],
            false => self.sparse.get(&(self.current, letter)).copied().unwrap_or(UNKNOWN),
        };
        let number = if known == UNKNOWN { self.compute(letter) } else { known };
        let transition = &self.transitions[number as usize];
        if !transition.is_loop {
            let now = Birth::new(self.events, at);
            self.new_births.clear();
            let mut from = &*transition.from;
            while let [count, rest @ ..] = from {
                let (own, others) = rest.split_at(*count as usize);
                let born = own.iter().map(|from| self.births[*from as usize]).min();
                self.new_births.push(born.unwrap_or(now));
                from = others;
            }
            std::mem::swap(&mut self.births, &mut self.new_births);
            self.current = transition.to;
        }
        self.states[self.current as usize].verdict
    }

    /// Computes the transition of the current state for a letter.
    #[cold]
    fn compute(&mut self, letter: u64) -> u32 {
        if self.arena.len().max(self.transitions.len()) > MOST_REMEMBERED {
            self.forget();
        }
        let old = self.states[self.current as usize].conjuncts.clone();
        let (mut parts, mut facts) = (Vec::with_capacity(old.len()), Bits::new(letter));
        for part in &old {
            parts.push(self.arena.progress(*part, &mut facts));
        }
        let next = self.arena.and(parts.iter().copied());
        let next = self.arena.normal(next);
        let conjuncts = match next {
            FALSE => vec![FALSE],
            next => self.arena.conjuncts(next),
        };
        let arena = &self.arena;
        let is_owed = |part: Id| !arena.at_end(part, false);
        let of: Vec<Vec<Id>> = parts.iter().map(|part| arena.conjuncts(*part)).collect();
        let from = |new: &Id| -> Vec<u32> {
            // What comes of something that is owed is the same debt; what an `always` adds is a new one.
            let inherits = |place: &u32| {
                let (old, left) = (old[*place as usize], &of[*place as usize]);
                left.contains(new) && (old == *new || is_owed(old))
            };
            let adds = |place: &u32| !inherits(place) && of[*place as usize].contains(new);
            let all = 0..old.len() as u32;
            let inherited: Vec<u32> = all.clone().filter(inherits).collect();
            if inherited.is_empty() && !all.clone().any(|place| adds(&place)) {
                // A clause of several: as young as the youngest, so that nothing counts as owed for too long.
                return all.filter(|place| is_owed(old[*place as usize])).take(1).collect();
            }
            inherited
        };
        let from: Vec<Vec<u32>> = conjuncts.iter().map(from).collect();
        let to = self.state(conjuncts);
        let same = |(place, from): (u32, &Vec<u32>)| *from == [place];
        let is_loop = to == self.current && (0..).zip(&from).all(same);
        let from = match is_loop {
            true => Box::default(),
            false => from.iter().flat_map(|one| [&[one.len() as u32], &one[..]].concat()).collect(),
        };
        self.transitions.push(Transition { to, is_loop, from });
        self.arena.shrink();
        let number = self.transitions.len() as u32 - 1;
        match self.atoms.len() <= MOST_DENSE {
            true => {
                let place = (self.current as usize) << self.atoms.len() | letter as usize;
                self.dense[place] = number;
            }
            false => {
                self.sparse.insert((self.current, letter), number);
            }
        }
        number
    }

    /// Forgets all states but the current one.
    fn forget(&mut self) {
        let old = std::mem::replace(&mut self.arena, Arena::new());
        let current = self.states[self.current as usize].conjuncts.clone();
        let mut copied = Table::default();
        let mut copies = |parts: &[Id]| -> Vec<Id> {
            let copy = |part: &Id| copy(&old, *part, &mut self.arena, &mut copied);
            parts.iter().map(copy).collect()
        };
        let conjuncts = copies(&current);
        self.start = copies(&self.start);
        self.states.clear();
        self.by_residual.clear();
        self.dense.clear();
        self.sparse.clear();
        self.transitions.clear();
        self.current = self.state(conjuncts);
    }

    pub fn verdict(&self) -> Verdict {
        self.states[self.current as usize].verdict
    }

    /// Verdict if the program ended here.
    pub fn ended(&self) -> bool {
        self.states[self.current as usize].ended
    }

    pub fn owed(&self) -> Vec<Owed> {
        let state = &self.states[self.current as usize];
        let owed = state.conjuncts.iter().zip(&self.births);
        owed.filter(|(part, _)| !self.arena.at_end(**part, false))
            .map(|(_, birth)| birth.owed(Debt::Event))
            .collect()
    }

    /// Bytes that it holds, about.
    pub fn memory(&self) -> usize {
        self.arena.memory()
            + self.states.iter().map(|state| 56 + 8 * state.conjuncts.len()).sum::<usize>()
            + self.dense.len() * 4
            + self.sparse.capacity() * 24
            + self.transitions.iter().map(|one| 24 + one.from.len() * 4).sum::<usize>()
    }
}

/// Copies a node to another arena, without simplifying it: it was simplified where it was made.
pub(crate) fn copy(from: &Arena, id: Id, to: &mut Arena, copied: &mut Table<Id, Id>) -> Id {
    if let Some(known) = copied.get(&id) {
        return *known;
    }
    let node = from.node(id).clone().with_parts(&mut |part| copy(from, part, to, copied));
    let limit = |limit: u32, to: &mut Arena| to.limit(from.limits[limit as usize]);
    let node = match node {
        Node::Within { limit: of, body, end } => Node::Within { limit: limit(of, to), body, end },
        Node::Stays { limit: of, body, end } => Node::Stays { limit: limit(of, to), body, end },
        other => other,
    };
    let new = to.add(node);
    copied.insert(id, new);
    new
}
