//! What was seen of a case that ran: when each call was made and when it returned.

use std::cell::RefCell;
use std::fmt::Debug;
use std::sync::Arc;

use lawful_core::data::{Reason, ShownCall};
use lawful_core::extend::shown_value;
use lawful_core::generate::Misuse;
use lawful_machine::apart::{Caller, Calling, Drawn, Ended};
use lawful_machine::{Ahead, AnyKind, Bindings, BlockOn, Machine};

use crate::case::ParallelCase;

/// A call of a branch.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// Which command of the case.
    pub step: usize,
    pub branch: usize,
    pub invoked: u64,
    /// Missing if it never returned.
    pub returned: Option<u64>,
    /// What it returned, where the case is shown.
    pub result: Option<String>,
}

/// A system after the prefix.
pub(crate) struct Begun<M, S, K: AnyKind> {
    pub model: M,
    pub system: S,
    pub bindings: RefCell<Bindings<K::Kept>>,
}

/// The steps of a case as they look.
#[derive(Default)]
pub(crate) struct Look(RefCell<Vec<ShownCall>>);

impl Look {
    pub fn add(&self, step: ShownCall) {
        self.0.borrow_mut().push(step);
    }

    pub fn so_far(&self) -> Vec<ShownCall> {
        self.0.borrow().clone()
    }

    pub fn take(&self) -> Vec<ShownCall> {
        self.0.take()
    }
}

impl<M: Debug + 'static, S: 'static, K: Ahead> Begun<M, S, K> {
    /// A fresh system.
    pub fn new(machine: &Machine<M, S, K>) -> Self {
        Begun { model: machine.start(), system: machine.system(), bindings: RefCell::default() }
    }
}

/// What is around calls: what waits for futures, and who hears when a call begins and what it returned.
pub(crate) struct Around<'a, K: AnyKind> {
    pub block_on: Option<&'a BlockOn>,
    pub tell: &'a dyn Fn(&Drawn<K>, Moment<'_>),
    /// True if the details of a failure may be read.
    pub wants_details: bool,
    /// True if the task of the prefix goes on as the first branch.
    pub goes_on_as_branch: bool,
}

/// A moment of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment<'a> {
    Begins,
    /// With its result, where the case is shown.
    Returns(Option<&'a str>),
}

/// Runs the prefix.
///
/// # Errors
///
/// If a promise of it is broken.
pub(crate) fn run_prefix<M, S, K>(
    machine: &Machine<M, S, K>,
    caller: &Caller<'_, M, S, K>,
    case: &ParallelCase<K>,
    begun: &mut Begun<M, S, K>,
    look: Option<&Look>,
    around: &Around<'_, K>,
) -> Result<(), Box<Reason>>
where
    M: Debug + 'static,
    S: 'static,
    K: Ahead,
{
    let Begun { model, system, bindings } = begun;
    let details = around.wants_details;
    let broken = |model: &M, system: &mut S| {
        machine.broken_invariant(model, system, &bindings.borrow(), details)
    };
    if let Some(reason) = broken(model, system) {
        return Err(reason);
    }
    for step in &case.prefix {
        let drawn = &case.steps[*step];
        let before = look.map(|_| shown_value("", model).debug);
        // If it panics it is shown all the same.
        let shown = look.map(|look| {
            let mut showing =
                Showing { look, step: drawn.shown(machine.name_of(drawn.command), None) };
            showing.step.before = before.unwrap_or_default();
            showing
        });
        (around.tell)(drawn, Moment::Begins);
        let (shows, block_on) = (look.is_some(), around.block_on);
        let outcome = caller.call(drawn, model, Calling { system, bindings, shows, block_on });
        (around.tell)(drawn, Moment::Returns(outcome.result.as_deref()));
        refused(&outcome.ended, machine.name_of(drawn.command));
        let failed = match outcome.ended {
            Ended::Broken(reason) => Some(reason),
            _ => broken(model, system),
        };
        if let Some(mut shown) = shown {
            shown.step.result = outcome.result;
            shown.step.failed = failed.is_some();
        }
        if let Some(reason) = failed {
            return Err(reason);
        }
    }
    Ok(())
}

/// A step that is running.
struct Showing<'a> {
    look: &'a Look,
    step: ShownCall,
}

impl Drop for Showing<'_> {
    fn drop(&mut self) {
        self.step.failed |= std::thread::panicking();
        self.look.add(self.step.clone());
    }
}

/// A command that was drawn for a state is refused in it.
fn refused(ended: &Ended, name: &str) {
    if *ended == Ended::Refused {
        Misuse::raise(format!(
            "`{name}` is refused where it was accepted before: its preconditions depend on more than the \
             model and the arguments"
        ));
    }
}

/// What is known of a branch that runs.
pub(crate) struct Seen<V: ?Sized> {
    pub calls: RefCell<Vec<Call>>,
    /// The values of its results.
    pub bindings: RefCell<Bindings<V>>,
}

// A derive would ask the same of `V`.
impl<V: ?Sized> Default for Seen<V> {
    fn default() -> Self {
        Seen { calls: RefCell::default(), bindings: RefCell::default() }
    }
}

/// One branch while it runs.
pub(crate) struct Branch<'a, M, S, K: AnyKind> {
    pub number: usize,
    pub caller: &'a Caller<'a, M, S, K>,
    pub steps: &'a [Drawn<K>],
    /// The names of the commands.
    pub names: &'a [&'a str],
    pub own: &'a [usize],
    pub model: M,
    pub system: S,
    pub shared: Arc<Bindings<K::Kept>>,
    pub shows: bool,
}

impl<M, S, K: AnyKind> Branch<'_, M, S, K> {
    /// Makes the calls. `now` tells the time, and `tell` hears of each call when it begins and when it has
    /// returned. What is known stands in `seen` at any time.
    ///
    /// # Errors
    ///
    /// If a call did not come in time.
    pub fn run(
        mut self,
        block_on: Option<&BlockOn>,
        now: impl Fn() -> u64,
        seen: &Seen<K::Kept>,
        tell: impl Fn(&Drawn<K>, Moment<'_>),
    ) -> Result<(), Box<Reason>> {
        let Seen { calls, bindings } = seen;
        bindings.replace(Bindings::after(&self.shared));
        for step in self.own {
            let drawn = &self.steps[*step];
            if !drawn.uses.iter().all(|(used, part)| bindings.borrow().knows(*used, part)) {
                // A call before it did not return what it should have, as will be found.
                break;
            }
            tell(drawn, Moment::Begins);
            let (step, branch, invoked) = (*step, self.number, now());
            calls.borrow_mut().push(Call { step, branch, invoked, returned: None, result: None });
            let Branch { caller, model, system, shows, .. } = &mut self;
            let calling = Calling { system, bindings, shows: *shows, block_on };
            let outcome = caller.call_in_branch(drawn, model, calling);
            let returned = now();
            tell(drawn, Moment::Returns(outcome.result.as_deref()));
            refused(&outcome.ended, self.names[drawn.command]);
            if let Some(call) = calls.borrow_mut().last_mut() {
                call.returned = Some(returned);
                call.result = outcome.result;
            }
            if let Ended::Broken(reason) = outcome.ended {
                return Err(reason);
            }
        }
        Ok(())
    }
}
