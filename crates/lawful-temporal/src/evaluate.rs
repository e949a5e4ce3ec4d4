//! Truth of a formula on a finite trace, by the definitions of using-quickcheck-2008, section 2.2, extended to data.
//!
//! Temporal operators are computed for all positions at once, from the last to the first, and kept. It needs the
//! whole trace, and is for explanations and for traces that were recorded.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::atom::Table;
use crate::bind::Instance;
use crate::compile::Until;
use crate::formula::{Formula, Quantifier, Shape, Step};
use crate::{Ending, EventTrace, Stamp};

/// A trace, with what is known of formulas on it.
pub(crate) struct Evaluation<'a, E> {
    pub trace: &'a EventTrace<E>,
    /// Values of formulas by the address of their shape and the view, but for its position.
    known: RefCell<Table<Key, Rc<Vec<bool>>>>,
    /// Formulas of bindings, which have to stay where they are while their values are known.
    instances: RefCell<Vec<Rc<Instance<E>>>>,
    /// Number of positions that may still be computed.
    budget: Cell<usize>,
}

/// Address of a formula, and a view without its position.
type Key = (usize, usize, usize, Stamp);

/// A position in a trace in which events before the first one with some value count as events of which nothing is true.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub at: usize,
    /// The first event that is visible.
    pub visible: usize,
    /// The event at which the view begins, and its moment.
    from: usize,
    begin: Stamp,
}

impl View {
    pub fn start() -> Self {
        View { at: 0, visible: 0, from: 0, begin: Stamp::default() }
    }

    pub fn to(self, at: usize) -> Self {
        View { at, ..self }
    }
}

impl<'a, E: 'static> Evaluation<'a, E> {
    pub fn new(trace: &'a EventTrace<E>) -> Self {
        Evaluation::with_budget(trace, usize::MAX)
    }

    /// An evaluation that gives up after so many positions: each event of a long trace may bind values of its own, of
    /// which each needs a table as long as the trace.
    pub fn with_budget(trace: &'a EventTrace<E>, budget: usize) -> Self {
        let (known, instances) = (RefCell::default(), RefCell::default());
        Evaluation { trace, known, instances, budget: Cell::new(budget) }
    }

    /// Returns whether the budget is used up, so that answers mean nothing.
    pub fn is_exhausted(&self) -> bool {
        self.budget.get() == 0
    }

    pub fn len(&self) -> usize {
        self.trace.len()
    }

    /// Keeps what was said of some values where it is: its tables are known by its address.
    pub fn keep(&self, instance: Rc<Instance<E>>) {
        self.instances.borrow_mut().push(instance);
    }

    /// The event at a position, if there is one that is visible.
    pub fn event(&self, view: View) -> Option<&'a E> {
        let entry = self.trace.entries.get(view.at)?;
        (view.at >= view.visible).then_some(&entry.event)
    }

    /// Moment of an event. Blank ones after the first have that of the last of them.
    pub fn stamp(&self, view: View) -> Stamp {
        let entries = &self.trace.entries;
        match view.at {
            at if at >= view.visible => entries[at].at,
            at if at == view.from => view.begin,
            _ => entries[view.visible - 1].at,
        }
    }

    /// Moment at which the trace ends: after all others if the program did.
    pub fn end(&self) -> Stamp {
        match self.trace.ending {
            Ending::Ended => Stamp::NEVER,
            Ending::Cut => self.trace.end,
        }
    }

    /// Truth of a formula at a position; at the end of the trace, of the empty rest.
    pub fn holds(&self, formula: &Formula<E>, view: View) -> bool {
        let is_end = view.at >= self.len();
        match formula.shape() {
            Shape::Holds => true,
            Shape::NonEmpty => !is_end,
            Shape::Atom(atom) => self.event(view).is_some_and(|event| atom.holds(event)),
            Shape::Not(body) => !self.holds(body, view),
            Shape::Named(_, body) => self.holds(body, view),
            Shape::And(parts) => parts.iter().all(|part| self.holds(part, view)),
            Shape::Or(parts) => parts.iter().any(|part| self.holds(part, view)),
            Shape::Implies(first, then) => !self.holds(first, view) || self.holds(then, view),
            Shape::Next(step, body) => match (step, view.at + 1 >= self.len()) {
                _ if is_end => *step == Step::Weak,
                (Step::Strong, true) => false,
                (Step::Weak, true) => true,
                _ => self.holds(body, view.to(view.at + 1)),
            },
            Shape::Bind(quantifier, bind) => {
                let instance = self.event(view).and_then(|event| bind.instance(event));
                instance.map_or(*quantifier == Quantifier::All, |instance| {
                    self.instances.borrow_mut().push(instance.clone());
                    self.holds(&instance.formula, view)
                })
            }
            Shape::Each(_) => self
                .appearances(formula, view)
                .into_iter()
                .all(|(instance, view)| self.holds(&instance.formula, view)),
            _ => self.table(formula, view)[view.at],
        }
    }

    /// Values of an `each!` at a position: what is said of each, and the trace as it is seen for it.
    pub fn appearances(&self, formula: &Formula<E>, view: View) -> Vec<(Rc<Instance<E>>, View)> {
        let Shape::Each(bind) = formula.shape() else { return Vec::new() };
        let (mut values, mut all) = (bind.no_values(), Vec::new());
        for at in view.at..self.len() {
            let Some(event) = self.event(view.to(at)) else { continue };
            if let Some(instance) = values.add(event) {
                self.instances.borrow_mut().push(instance.clone());
                let begin = self.stamp(view);
                all.push((instance, View { at: view.at, visible: at, from: view.at, begin }));
            }
        }
        all
    }

    /// Values of a temporal operator at all positions, and on the empty rest.
    fn table(&self, formula: &Formula<E>, view: View) -> Rc<Vec<bool>> {
        let key = (Rc::as_ptr(&formula.0).addr(), view.visible, view.from, view.begin);
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        self.budget.set(self.budget.get().saturating_sub(self.len() + 1));
        if self.is_exhausted() {
            return Rc::new(vec![false; self.len() + 1]);
        }
        let table = Rc::new(self.compute(formula, view));
        self.known.borrow_mut().insert(key, table.clone());
        table
    }

    fn compute(&self, formula: &Formula<E>, view: View) -> Vec<bool> {
        let length = self.len();
        let at = |part: &Formula<E>, position: usize| self.holds(part, view.to(position));
        let back = |end: bool, step: &dyn Fn(usize, bool) -> bool| {
            let mut table = vec![end; length + 1];
            for position in (view.from..length).rev() {
                table[position] = step(position, table[position + 1]);
            }
            table
        };
        match formula.shape() {
            Shape::Always(body) => back(true, &|here, later| later && at(body, here)),
            Shape::Never(body) => back(true, &|here, later| later && !at(body, here)),
            Shape::Eventually(body) => back(false, &|here, later| later || at(body, here)),
            Shape::Until { hold, goal, weak } => {
                back(*weak, &|here, later| at(goal, here) || later && at(hold, here))
            }
            Shape::Release { release, hold } => {
                back(true, &|here, later| at(hold, here) && (later || at(release, here)))
            }
            Shape::LeadsTo(first, then) => {
                let comes = back(false, &|here, later| later || at(then, here));
                back(true, &|here, later| later && (comes[here] || !at(first, here)))
            }
            Shape::Count { least, most, body } => {
                let mut count = 0;
                let mut table = vec![false; length + 1];
                for position in (view.from..=length).rev() {
                    count += usize::from(position < length && at(body, position));
                    table[position] = count >= *least && most.is_none_or(|most| count <= most);
                }
                table
            }
            Shape::Order(first, second) => {
                let to_come = back(false, &|here, later| later || at(first, here));
                back(true, &|here, later| later && !(to_come[here] && at(second, here)))
            }
            Shape::Within(limit, body) | Shape::Stays(limit, body) => {
                let is_within = matches!(formula.shape(), Shape::Within(..));
                // Events that end it, at each position: the first from there on.
                let mut first = vec![length; length + 1];
                for position in (view.from..length).rev() {
                    let ends = at(body, position) == is_within;
                    first[position] = if ends { position } else { first[position + 1] };
                }
                let judge = |position: usize| {
                    let until = Until::new(*limit, self.stamp(view.to(position)));
                    let ends_in_time = first[position] < length
                        && !until.is_over(self.stamp(view.to(first[position])));
                    match is_within {
                        true => ends_in_time,
                        false => !ends_in_time && until.is_over(self.end()),
                    }
                };
                let mut table: Vec<bool> =
                    (0..length).map(|position| position >= view.from && judge(position)).collect();
                table.push(!is_within && self.trace.ending == Ending::Ended);
                table
            }
            _ => unreachable!("not a temporal operator"),
        }
    }
}

impl<E: 'static> Formula<E> {
    /// Returns whether a trace satisfies the formula, by the exact semantics of finite traces.
    ///
    /// The trace is taken as all there is: what is owed at its end is not done. See [`Monitor`](crate::Monitor) for
    /// judgements on traces that may go on.
    pub fn satisfied_by(&self, trace: &EventTrace<E>) -> bool {
        Evaluation::new(trace).holds(self, View::start())
    }
}
