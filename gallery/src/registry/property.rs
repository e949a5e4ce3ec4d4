//! The paper's `prop_registration`: run the commands, clean up, print the history and the result of a failure.
//!
//! ```erlang
//! prop_registration() ->
//!   ?FORALL(Cmds, commands(?MODULE),
//!     begin {H,S,Res} = run_commands(?MODULE,Cmds),
//!           [catch unregister(N) || {N,_} <- S#state.regs],
//!           [exit(P,kill) || P <- S#state.pids],
//!           ?WHENFAIL(io:format("~p\n~p\n", [H,Res]), Res==ok)
//!     end).
//! ```

use std::fmt::Debug;

use lawful::machine::symbolic::Machine;
use lawful::{Law, note};

use super::specification::Model;
use super::system::Registry;

/// The law that a registry follows its specification, with the paper's cleanup. The history is a note of the report.
pub fn registration<M>(specification: Machine<M, Registry>) -> impl Law
where
    M: AsRef<Model> + Debug + 'static,
{
    specification.for_all_commands(|mut run| {
        if run.result().is_failed() {
            run.to_string().lines().for_each(|line| note!("{line}"));
        }
        let (model, registry, real) = run.parts();
        let model = model.as_ref();
        for (name, _) in &model.registered {
            // The paper's `catch`: a wrong model may know names that the registry does not.
            let _ = registry.unregister(*name);
        }
        model.pids.iter().for_each(|pid| registry.stop(real[*pid]));
        run.ensure("the cleanup leaves no name", |_, registry, _| registry.is_empty()).outcome()
    })
}

/// The law that in addition the names of the final state are those of the registry.
pub fn registration_to_the_end(specification: Machine<Model, Registry>) -> impl Law {
    specification.for_all_commands(|run| {
        run.ensure("the final state has the names of the registry", |model, registry, real| {
            let is_known = |(name, pid): &(_, _)| registry.whereis(*name) == Some(real[*pid]);
            registry.len() == model.registered.len() && model.registered.iter().all(is_known)
        })
        .outcome()
    })
}
