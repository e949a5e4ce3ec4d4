//! What is the same on threads and under a scheduler: everything before and after the branches.

use std::cell::RefCell;
use std::fmt::Debug;
use std::sync::Arc;

use lawful_core::data::ShownCall;
use lawful_core::law::Outcome;
use lawful_machine::apart::Caller;
use lawful_machine::{Ahead, Bindings};

use crate::case::ParallelCase;
use crate::explain::Explaining;
use crate::history::{Around, Begun, Branch, Call, Look, Seen, run_prefix};
use crate::law::Parallel;
use crate::share::Share;

/// What is known of each branch, and shown whatever becomes of it.
pub(crate) struct Calls<'a, K: Ahead> {
    pub of_branches: Vec<Seen<K::Kept>>,
    case: &'a ParallelCase<K>,
    names: &'a [&'a str],
    look: Option<&'a Look>,
}

impl<M, S, K, R> Parallel<M, S, K, R>
where
    M: Clone + PartialEq + Debug + 'static,
    S: Share + 'static,
    K: Ahead,
{
    /// Runs a case once: the prefix, then `branches` runs all branches, then what they returned is explained.
    pub(crate) fn run_once(
        &self,
        case: &ParallelCase<K>,
        look: Option<&Look>,
        around: &Around<'_, K>,
        branches: impl FnOnce(Vec<Branch<'_, M, S, K>>, &Calls<'_, K>) -> Outcome,
    ) -> Outcome {
        let caller = self.machine.caller();
        let names = self.machine.command_names();
        let mut cleaned = Cleaned { law: self, begun: Begun::new(&self.machine), is_broken: true };
        let begun = &mut cleaned.begun;
        if let Err(reason) = run_prefix(&self.machine, &caller, case, begun, look, around) {
            return Outcome::Failed(reason);
        }
        let Begun { model, system, bindings } = begun;
        let shared = Arc::new(bindings.take());
        // Whatever becomes of the branches, those of the prefix are there.
        *bindings = RefCell::new(Bindings::after(&shared));
        let calls = Calls {
            of_branches: case.branches.iter().map(|_| Seen::default()).collect(),
            case,
            names: &names,
            look,
        };
        let all = case.branches.iter().enumerate().map(|(number, own)| Branch {
            number,
            caller: &caller,
            steps: &case.steps,
            names: &names,
            own,
            model: model.clone(),
            system: system.share(),
            shared: shared.clone(),
            shows: look.is_some(),
        });
        let outcome = branches(all.collect(), &calls);
        let seen = calls.of_branches.iter();
        let all: Vec<Call> = seen.flat_map(|seen| seen.calls.borrow().clone()).collect();
        let mut merged = Bindings::after(&shared);
        calls.of_branches.iter().for_each(|seen| merged.join(seen.bindings.take()));
        for call in all.iter().filter(|call| call.returned.is_none()) {
            merged.never_known(case.steps[call.step].number);
        }
        *bindings = RefCell::new(merged);
        if !outcome.is_passed() {
            return outcome;
        }
        let outcome = self.verify(&caller, case, &mut cleaned.begun, &all, (around, look));
        cleaned.is_broken = outcome.is_failed();
        outcome
    }

    fn verify(
        &self,
        caller: &Caller<'_, M, S, K>,
        case: &ParallelCase<K>,
        begun: &mut Begun<M, S, K>,
        calls: &[Call],
        (around, look): (&Around<'_, K>, Option<&Look>),
    ) -> Outcome {
        let Begun { model, system, bindings } = begun;
        let explaining = Explaining {
            machine: &self.machine,
            caller,
            case,
            start: model,
            system: RefCell::new(system),
            bindings,
            calls,
            consistency: self.consistency,
            look,
            wants_details: around.wants_details,
            goes_on_as_branch: around.goes_on_as_branch,
        };
        let (outcome, end) = explaining.judge();
        if let Some(end) = end {
            *model = end;
        }
        outcome
    }
}

impl<K: Ahead> Drop for Calls<'_, K> {
    fn drop(&mut self) {
        let Some(look) = self.look else { return };
        for (branch, (steps, seen)) in self.case.branches.iter().zip(&self.of_branches).enumerate()
        {
            let calls = seen.calls.borrow();
            for (index, step) in steps.iter().enumerate() {
                let drawn = &self.case.steps[*step];
                let result = match calls.get(index) {
                    None => Some(String::from("is not called")),
                    Some(call) if call.returned.is_none() => Some(String::from("does not return")),
                    Some(call) => call.result.clone(),
                };
                let step = drawn.shown(self.names[drawn.command], result);
                look.add(ShownCall { column: Some(branch as u32), ..step });
            }
        }
    }
}

/// However a case ends, the system is cleaned up.
struct Cleaned<'a, M, S, K: Ahead, R> {
    law: &'a Parallel<M, S, K, R>,
    begun: Begun<M, S, K>,
    is_broken: bool,
}

impl<M, S, K: Ahead, R> Drop for Cleaned<'_, M, S, K, R> {
    fn drop(&mut self) {
        let Begun { model, system, bindings } = &mut self.begun;
        self.law.machine.clean_up(model, system, &bindings.borrow(), self.is_broken);
    }
}
