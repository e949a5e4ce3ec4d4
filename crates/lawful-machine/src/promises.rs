//! What a machine promises and demands besides what its commands do, and what is done after every case.

use std::fmt::Debug;

use lawful_core::data::{Block, Reason};
use lawful_core::law::{after_failure, cover};

use crate::called::{Broken, text};
use crate::counts::Counts;
use crate::flow::COMPONENT;
use crate::kind::{AnyKind, Keeps};
use crate::machine::{Invariant, Machine};
use crate::variable::Bindings;

/// The first of several conditions that does not hold.
pub(crate) fn first_broken<M: Debug, S, V: Keeps + ?Sized>(
    invariants: &[Invariant<M, S, V>],
    model: &M,
    system: &mut S,
    bindings: &Bindings<V>,
) -> Option<Broken> {
    let mut holds =
        |one: &Invariant<M, S, V>| bindings.allows(|| (one.holds)(model, system, bindings));
    let failed = invariants.iter().find(|one| !holds(one))?;
    Some(Broken {
        promise: format!("the machine promised `{}`", failed.name),
        message: format!("the model is {}", text(model)),
    })
}

impl Broken {
    /// The reason that an invariant does not hold; what was seen only where the case is shown.
    pub(crate) fn into_reason(self, shows: bool) -> Box<Reason> {
        let mut reason = Reason::new(COMPONENT, "invariant", self.promise);
        if shows {
            reason.document.push(Block::Code(self.message));
        }
        Box::new(reason)
    }
}

impl<M, S, K: AnyKind> Machine<M, S, K> {
    /// Says of a case whether it does what is demanded of some.
    pub(crate) fn demand(&self, counts: &Counts<'_>) {
        for demand in &self.covers {
            cover((demand.holds)(counts), demand.percent, demand.name.clone());
        }
    }

    /// Cleans up after a case, whatever became of it.
    pub fn clean_up(
        &self,
        model: &M,
        system: &mut S,
        bindings: &Bindings<K::Kept>,
        is_broken: bool,
    ) {
        let Some(cleanup) = &self.cleanup else { return };
        let mut clean = || cleanup(model, system, bindings);
        // A second panic would end the process, or take the place of the failure before it.
        match is_broken || std::thread::panicking() {
            true => after_failure(clean),
            false => clean(),
        }
    }
}
