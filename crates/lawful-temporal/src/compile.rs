//! From formulas as they are written to residuals.

use std::rc::Rc;

use crate::Stamp;
use crate::arena::{Arena, FALSE, Id, Node, TRUE};
use crate::atom::{Atom, Table};
use crate::bind::{Bind, Values};
use crate::formula::{Formula, Limit, Quantifier, Shape, Step};

/// Things that the numbers in the nodes of a slot stand for.
pub(crate) struct Locals<E> {
    pub atoms: Vec<Rc<dyn Atom<E>>>,
    pub binds: Vec<LocalBind<E>>,
    pub deadlines: Vec<Until>,
}

/// A binding of a slot.
pub(crate) struct LocalBind<E> {
    pub bind: Rc<dyn Bind<E>>,
    /// True if the opposite is said of its values.
    pub negated: bool,
    /// The values so far, of an `each!` that has begun.
    pub begun: Option<Begun<E>>,
}

/// An `each!` that has begun.
pub(crate) struct Begun<E> {
    /// Number of the event at which it began, and its moment.
    pub first: u64,
    pub at: Stamp,
    pub values: Rc<dyn Values<E>>,
}

/// A deadline: the last moment that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Until {
    Time(u64),
    Round(u64),
}

/// A moment of time as a number.
pub(crate) fn nanos(stamp: Stamp) -> u64 {
    u64::try_from(stamp.time.as_nanos()).unwrap_or(u64::MAX)
}

impl Until {
    // The last moment of all is after every deadline: a run that ended is over for all of them.
    pub fn new(limit: Limit, from: Stamp) -> Self {
        match limit {
            Limit::Time(time) => {
                let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
                Until::Time(nanos(from).saturating_add(time).min(u64::MAX - 1))
            }
            Limit::Rounds(rounds) => {
                Until::Round(from.round.saturating_add(rounds).min(u64::MAX - 1))
            }
        }
    }

    pub fn is_over(self, now: Stamp) -> bool {
        match self {
            Until::Time(last) => nanos(now) > last,
            Until::Round(last) => now.round > last,
        }
    }
}

// Derives would ask the same of `E`.
impl<E> Default for Locals<E> {
    fn default() -> Self {
        Locals { atoms: Vec::new(), binds: Vec::new(), deadlines: Vec::new() }
    }
}

impl<E> Clone for LocalBind<E> {
    fn clone(&self) -> Self {
        LocalBind { bind: self.bind.clone(), negated: self.negated, begun: self.begun.clone() }
    }
}

impl<E> Clone for Begun<E> {
    fn clone(&self) -> Self {
        Begun { first: self.first, at: self.at, values: self.values.clone() }
    }
}

/// Nodes of parts of a formula that is being imported.
#[derive(Default)]
struct Imported {
    ids: Table<(usize, bool), Id>,
    /// True if the part is inside of a count, which asks for it twice.
    is_counted: bool,
}

impl<E> Locals<E> {
    fn atom(&mut self, atom: &Rc<dyn Atom<E>>) -> u32 {
        let same = |other: &Rc<dyn Atom<E>>| Rc::ptr_eq(atom, other) || other.is_same(&**atom);
        let found = self.atoms.iter().position(same);
        found.unwrap_or_else(|| {
            self.atoms.push(atom.clone());
            self.atoms.len() - 1
        }) as u32
    }

    fn bind(&mut self, bind: &Rc<dyn Bind<E>>, negated: bool) -> u32 {
        let same = |other: &LocalBind<E>| {
            other.begun.is_none() && other.negated == negated && Rc::ptr_eq(&other.bind, bind)
        };
        let found = self.binds.iter().position(same);
        found.unwrap_or_else(|| {
            self.binds.push(LocalBind { bind: bind.clone(), negated, begun: None });
            self.binds.len() - 1
        }) as u32
    }

    /// The node of a formula or of its negation, with numbers for what is in it.
    pub fn import(&mut self, arena: &mut Arena, formula: &Formula<E>, negated: bool) -> Id {
        self.part(arena, &mut Imported::default(), formula, negated)
    }

    /// The node of a part. One that is reached on several ways is imported once, or nested counts, of which each needs
    /// its body and the opposite of that, would take exponential time.
    fn part(
        &mut self,
        arena: &mut Arena,
        memo: &mut Imported,
        formula: &Formula<E>,
        negated: bool,
    ) -> Id {
        if !memo.is_counted && Rc::strong_count(&formula.0) == 1 {
            return self.operator(arena, memo, formula, negated);
        }
        let key = (Rc::as_ptr(&formula.0).addr(), negated);
        if let Some(known) = memo.ids.get(&key) {
            return *known;
        }
        let id = self.operator(arena, memo, formula, negated);
        memo.ids.insert(key, id);
        id
    }

    fn operator(
        &mut self,
        arena: &mut Arena,
        memo: &mut Imported,
        formula: &Formula<E>,
        negated: bool,
    ) -> Id {
        match formula.shape() {
            Shape::Holds => Id::from(!negated),
            Shape::NonEmpty => arena.add(if negated { Node::Empty } else { Node::NonEmpty }),
            Shape::Atom(atom) => {
                let number = self.atom(atom);
                arena.add(if negated { Node::NotAtom(number) } else { Node::Atom(number) })
            }
            Shape::Not(body) => self.part(arena, memo, body, !negated),
            Shape::Named(_, body) => self.part(arena, memo, body, negated),
            Shape::And(parts) | Shape::Or(parts) => {
                let parts: Vec<Id> =
                    parts.iter().map(|part| self.part(arena, memo, part, negated)).collect();
                match matches!(formula.shape(), Shape::And(_)) != negated {
                    true => arena.and(parts),
                    false => arena.or(parts),
                }
            }
            Shape::Implies(first, then) => {
                let first = self.part(arena, memo, first, !negated);
                let then = self.part(arena, memo, then, negated);
                match negated {
                    false => arena.or([first, then]),
                    true => arena.and([first, then]),
                }
            }
            Shape::Next(step, body) => {
                let body = self.part(arena, memo, body, negated);
                let body = match (step, negated) {
                    (Step::Rest, _) => body,
                    (Step::Strong, false) | (Step::Weak, true) => {
                        let there = arena.add(Node::NonEmpty);
                        arena.and([body, there])
                    }
                    (Step::Strong, true) | (Step::Weak, false) => {
                        let over = arena.add(Node::Empty);
                        arena.or([body, over])
                    }
                };
                // Where there is no event, ○ is false, and its negation true. A weak next of nothing is true.
                let end = if *step == Step::Weak { !negated } else { negated };
                arena.next(body, end)
            }
            Shape::Always(body) => {
                let body = self.part(arena, memo, body, negated);
                if negated { arena.eventually(body) } else { always(arena, body) }
            }
            Shape::Eventually(body) => {
                let body = self.part(arena, memo, body, negated);
                if negated { always(arena, body) } else { arena.eventually(body) }
            }
            Shape::Never(body) => {
                let body = self.part(arena, memo, body, !negated);
                if negated { arena.eventually(body) } else { always(arena, body) }
            }
            Shape::LeadsTo(first, then) => {
                let then = self.part(arena, memo, then, negated);
                let then = if negated { always(arena, then) } else { arena.eventually(then) };
                let first = self.part(arena, memo, first, !negated);
                match negated {
                    false => {
                        let body = arena.or([first, then]);
                        always(arena, body)
                    }
                    true => {
                        let body = arena.and([first, then]);
                        arena.eventually(body)
                    }
                }
            }
            Shape::Until { hold, goal, weak } => {
                let hold = self.part(arena, memo, hold, negated);
                let goal = self.part(arena, memo, goal, negated);
                let end = *weak != negated;
                match negated {
                    false => arena.until(hold, goal, end),
                    true => arena.release(hold, goal, end),
                }
            }
            Shape::Release { release, hold } => {
                let release = self.part(arena, memo, release, negated);
                let hold = self.part(arena, memo, hold, negated);
                match negated {
                    false => arena.release(release, hold, true),
                    true => arena.until(release, hold, false),
                }
            }
            Shape::Count { least, most, body } => {
                let was_counted = std::mem::replace(&mut memo.is_counted, true);
                let id = self.count(arena, memo, (*least, *most), body, negated);
                memo.is_counted = was_counted;
                id
            }
            Shape::Order(first, second) => {
                // No event of the second kind until none of the first is to come.
                let gone = self.part(arena, memo, first, !negated);
                let gone = if negated { arena.eventually(gone) } else { always(arena, gone) };
                let not_yet = self.part(arena, memo, second, !negated);
                match negated {
                    false => arena.until(not_yet, gone, true),
                    true => arena.release(not_yet, gone, false),
                }
            }
            Shape::Within(limit, body) | Shape::Stays(limit, body) => {
                let (limit, body) = (arena.limit(*limit), self.part(arena, memo, body, negated));
                let is_within = matches!(formula.shape(), Shape::Within(..));
                arena.add(match is_within != negated {
                    true => Node::Within { limit, body, end: negated },
                    false => Node::Stays { limit, body, end: negated },
                })
            }
            Shape::Bind(quantifier, bind) => {
                let number = self.bind(bind, negated);
                arena.add(Node::Bind { number, all: (*quantifier == Quantifier::All) != negated })
            }
            Shape::Each(bind) => {
                let number = self.bind(bind, negated);
                arena.add(Node::Each { number, all: !negated })
            }
        }
    }

    /// Imports a count of the events at which something holds, by the paper's `tmin` and `tmax`.
    fn count(
        &mut self,
        arena: &mut Arena,
        memo: &mut Imported,
        (least, most): (usize, Option<usize>),
        body: &Formula<E>,
        negated: bool,
    ) -> Id {
        let holds = self.part(arena, memo, body, false);
        let holds_not = self.part(arena, memo, body, true);
        // At least `count` times, and the opposite of that.
        let mut at_least = |count: usize, opposite: bool| {
            let mut node = if opposite { FALSE } else { TRUE };
            for _ in 0..count {
                node = match opposite {
                    false => {
                        let rest = if node == TRUE { TRUE } else { arena.next(node, false) };
                        let both = arena.and([holds, rest]);
                        arena.eventually(both)
                    }
                    true => {
                        let rest = if node == FALSE { FALSE } else { arena.next(node, true) };
                        let either = arena.or([holds_not, rest]);
                        always(arena, either)
                    }
                };
            }
            node
        };
        let enough = at_least(least, negated);
        let not_too_many = match most {
            Some(most) => at_least(most + 1, !negated),
            None => Id::from(!negated),
        };
        match negated {
            false => arena.and([enough, not_too_many]),
            true => arena.or([enough, not_too_many]),
        }
    }
}

/// Always, of each part by itself: what is owed is then owed part by part.
fn always(arena: &mut Arena, body: Id) -> Id {
    let parts = arena.conjuncts(body);
    if body == TRUE || parts.len() < 2 {
        return arena.always(body);
    }
    let parts: Vec<Id> = parts.into_iter().map(|part| arena.always(part)).collect();
    arena.and(parts)
}

/// Returns whether a formula speaks of values or of time, so that a finite automaton is not enough.
pub(crate) fn has_data<E>(formula: &Formula<E>) -> bool {
    let is_data = |shape: &Shape<E>| {
        matches!(shape, Shape::Within(..) | Shape::Stays(..) | Shape::Bind(..) | Shape::Each(..))
    };
    has_shape(formula, &is_data, &mut Table::default())
}

/// Returns whether a formula may count rounds from its beginning on. Bodies of bindings are seen when they are made; one
/// of an `each!` then looks back.
#[cfg(any(feature = "machine", feature = "pulse"))]
pub(crate) fn may_count_rounds<E>(formula: &Formula<E>) -> bool {
    let counts = |shape: &Shape<E>| {
        let (Shape::Within(limit, _) | Shape::Stays(limit, _)) = shape else {
            return matches!(shape, Shape::Each(_));
        };
        matches!(limit, Limit::Rounds(_))
    };
    has_shape(formula, &counts, &mut Table::default())
}

/// Looks for a part that passes a test. `seen` are shared parts in which there is none.
fn has_shape<E>(
    formula: &Formula<E>,
    test: &dyn Fn(&Shape<E>) -> bool,
    seen: &mut Table<usize, ()>,
) -> bool {
    if Rc::strong_count(&formula.0) > 1 && seen.insert(Rc::as_ptr(&formula.0).addr(), ()).is_some()
    {
        return false;
    }
    let mut has = |part: &Formula<E>| has_shape(part, test, seen);
    test(formula.shape())
        || match formula.shape() {
            Shape::Holds | Shape::NonEmpty | Shape::Atom(_) | Shape::Bind(..) | Shape::Each(_) => {
                false
            }
            Shape::Not(body)
            | Shape::Named(_, body)
            | Shape::Next(_, body)
            | Shape::Always(body)
            | Shape::Eventually(body)
            | Shape::Never(body)
            | Shape::Within(_, body)
            | Shape::Stays(_, body)
            | Shape::Count { body, .. } => has(body),
            Shape::And(parts) | Shape::Or(parts) => parts.iter().any(has),
            Shape::Implies(one, other)
            | Shape::LeadsTo(one, other)
            | Shape::Order(one, other)
            | Shape::Until { hold: one, goal: other, .. }
            | Shape::Release { release: one, hold: other } => has(one) || has(other),
        }
}
