//! Events as residuals with data see them: which atoms are true, which bindings match, which values are new.

use std::rc::Rc;

use crate::Stamp;
use crate::arena::{Arena, Facts, Id, Memo};
use crate::bind::Instance;
use crate::compile::{Begun, LocalBind, Locals};
use crate::deadlines::{expire, settle};

/// An event, for a node with these locals. None stands for an event that has to do with nothing.
pub(crate) struct Event<'a, E> {
    pub event: Option<&'a E>,
    pub at: Stamp,
    /// Moment of the event before.
    pub before: Stamp,
    pub number: u64,
    pub locals: &'a mut Locals<E>,
    pub instances: &'a mut Vec<Rc<Instance<E>>>,
    pub memo: Memo,
}

impl<E> Facts for Event<'_, E> {
    fn holds(&self, atom: u32) -> bool {
        self.event.is_some_and(|event| self.locals.atoms[atom as usize].holds(event))
    }

    fn memo(&mut self) -> &mut Memo {
        &mut self.memo
    }

    fn bound(&mut self, arena: &mut Arena, number: u32) -> Option<Id> {
        let local = &self.locals.binds[number as usize];
        let negated = local.negated;
        let instance = local.bind.instance(self.event?)?;
        let id = self.locals.import(arena, &instance.formula, negated);
        self.instances.push(instance);
        Some(arena.progress(id, self))
    }

    fn begin(&mut self, number: u32) -> u32 {
        let LocalBind { bind, negated, .. } = self.locals.binds[number as usize].clone();
        let values = Rc::from(bind.no_values());
        let begun = Some(Begun { first: self.number, at: self.at, values });
        self.locals.binds.push(LocalBind { bind, negated, begun });
        self.locals.binds.len() as u32 - 1
    }

    fn appeared(&mut self, arena: &mut Arena, number: u32) -> Option<Id> {
        let event = self.event?;
        let local = &mut self.locals.binds[number as usize];
        let negated = local.negated;
        let begun = local.begun.as_mut()?;
        if !begun.values.is_new(event) {
            return None;
        }
        if Rc::get_mut(&mut begun.values).is_none() {
            begun.values = Rc::from(begun.values.duplicate());
        }
        let instance = Rc::get_mut(&mut begun.values)?.add(event)?;
        let (first, first_at) = (begun.first, begun.at);
        let mut id = self.locals.import(arena, &instance.formula, negated);
        self.instances.push(instance);
        // Events before this one have to do with other values.
        for number in first..self.number {
            let at = if number == first { first_at } else { self.before };
            let (locals, instances) = (&mut *self.locals, &mut *self.instances);
            let memo = Memo::default();
            let mut blank = Event { event: None, at, before: at, number, locals, instances, memo };
            let left = expire(arena, id, at, blank.locals);
            let next = arena.progress(left, &mut blank);
            let next = settle(arena, next, at, self.locals);
            // All blank events after the first are at one moment, so that what one of them leaves as it is stays.
            if next == id && number > first {
                break;
            }
            id = next;
        }
        id = expire(arena, id, self.at, self.locals);
        Some(arena.progress(id, self))
    }
}
