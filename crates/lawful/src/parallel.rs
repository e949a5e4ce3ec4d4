//! Linearizability tests: state machines with concurrent calls.
//!
//! A [machine](crate::machine) says what calls do one after the other. [`Parallel`] runs the same machine with
//! concurrent calls: a few commands run first, to put the system into some state, and then several branches in
//! parallel. The calls are linearizable if some order of them explains, by the model, what they returned. No
//! specification of the concurrent behaviour is needed.
//!
//! It takes the feature `parallel`, and for the scheduler `pulse` too.
//!
#![cfg_attr(feature = "pulse", doc = "```")]
#![cfg_attr(not(feature = "pulse"), doc = "```ignore")]
//! use std::collections::BTreeMap;
//! use lawful::machine::symbolic::*;
//! use lawful::parallel::Parallel;
//! use lawful::prelude::*;
//! use lawful::pulse::sync::{Arc, Mutex};
//!
//! /// What is tested: the lock is right, and is taken twice.
//! #[derive(Default)]
//! struct Users(Mutex<BTreeMap<u8, u32>>);
//!
//! impl Users {
//!     fn sign_up(&self, name: u8, number: u32) -> bool {
//!         if self.0.lock().unwrap().contains_key(&name) {
//!             return false;
//!         }
//!         self.0.lock().unwrap().insert(name, number);
//!         true
//!     }
//! }
//!
//! type Model = BTreeMap<u8, u32>;
//!
//! fn sign_up(model: &mut Model, step: Step<Arc<Users>>) -> StepResult {
//!     let (name, number) = (step.draw(0..=3u8), step.draw(0..=9u32));
//!     let done = step.call((name, number), |users, _, (name, number)| users.sign_up(name, number))?;
//!     done.returns(!model.contains_key(&name))?;
//!     model.entry(name).or_insert(number);
//!     Ok(())
//! }
//!
//! fn users() -> Machine<Model, Arc<Users>> {
//!     Machine::new(Model::new, Arc::default).command(sign_up)
//! }
//!
//! // In a test: #[law] fn signing_up_is_atomic() -> impl Law { Parallel::scheduled(users()) }
//! assert!(Runner::named("one after the other").run(&users()).is_success());
//! let summary = Runner::named("concurrent calls").run(&Parallel::scheduled(users()));
//! let failure = summary.failure().unwrap();
//! assert_eq!(
//!     lawful::report::sequence::lines(failure.calls()).join("\n"),
//!     "\
//! // at the same time
//! // A                    | // B
//! sign_up(0, 0);  // true | sign_up(0, 0);  // true"
//! );
//! // The report has the trace and its context switch, as a table and as a picture.
//! assert_eq!(failure.trace().unwrap().switches, 1);
//! ```
//!
//! The report ends with how far an order gets, and why it does not get on:
//!
//! ```text
//!   not linearizable: no order of the calls explains what they returned:
//!     the longest order that explains some of them:
//!         A: sign_up(0, 0)  // true
//!     and then none can come next, where the model is {0: 0}:
//!         B: sign_up(0, 0)  // true
//!             `sign_up` promised to return what the model says
//!             it returned true
//!             instead of  false
//! ```
//!
//! In its table of what was done, the task `main` runs the prefix and goes on as branch A.
//!
//! # On threads or under a scheduler
//!
//! The constructor chooses:
//!
//! | | what races | when it fails | asks for |
//! |---|---|---|---|
//! | `Parallel::scheduled(machine)`, with the feature `pulse` | what the system imports from `lawful::pulse`, which is the crate `lawful_pulse`: locks, atomics, channels, processes, effects | always again: the schedule is on the tape, and shrinks to the fewest context switches | a machine of `symbolic` or `shared` |
//! | [`Parallel::threads(machine)`](Parallel::threads) | whatever it is made of | with luck; each case runs [ten times](Parallel::repeat), and ten times as often while it is shrunk | a machine of [`shared`](crate::machine::shared), and a model and a system that can go to other threads |
//!
//! `lawful::machine::shared` is `symbolic` with one more demand, which only threads make: arguments and results
//! are `Send` and `Sync`. The commands are the same; it is another import.
//!
//! Under the scheduler each case is tried with up to 64 schedules, or as many as `.schedules(n)` says. A system
//! that imports its locks and atomics from `std` cannot be interrupted at them, so that its races are not found: the
//! law passes, and a warning says so.
//!
//! What was seen on threads is told as it was seen, also if it did not happen again. So the line that replays it runs
//! the case a hundred times and may still pass. `#[law(repeat = n)]` is not for these laws: it makes them anew for
//! every case, and what was seen is forgotten. Say [`.repeat(n)`](Parallel::repeat) instead.
//!
//! The system is shared by the branches: it is in an `Arc`, or implements [`Share`]. Whatever can be cloned is
//! not enough, since a clone is as a rule another system. The model is cloned and compared, so it is `Clone` and
//! `PartialEq`.
//!
//! # What a case is
//!
//! - The thread or task that runs the prefix goes on with branch A; each other branch has one of its own. On threads a
//!   barrier lets them begin together.
//! - No command depends on the result of another branch, and its preconditions hold wherever it may come: that is
//!   looked at for all states the branches can reach, each of them once, and not for all interleavings.
//! - How many branches there are, and how long they are, is drawn: [`branches`](Parallel::branches),
//!   [`commands`](Parallel::commands), [`prefix`](Parallel::prefix), with a bound on
//!   [interleavings](Parallel::max_interleavings) and one on [states](Parallel::max_states). What the machine says of
//!   its own length is for command sequences that run alone.
//! - Commands are often like earlier ones, or like them but for one argument: calls that have nothing to do with
//!   each other do not race.
//! - Shrinking drops commands and branches, makes arguments smaller, and moves commands from the branches into the
//!   prefix. What is still in a branch at the end has to be there.
//!
//! # What is judged
//!
//! - The prefix, call after call, as in any machine: promises and invariants.
//! - What the branches returned, when all have: by real time, which is linearizability, or with
//!   [`.consistency(Consistency::Sequential)`](Parallel::consistency) by the order of each branch alone, which is sequential
//!   consistency.
//! - Invariants and `finally` when all calls have returned, with the model at the end of the order: an order after which
//!   they do not hold explains nothing. They may be asked about several models, so they must leave the system as it is.
//! - A call that panics, and a task that waits for ever, as always. A branch that is killed leaves a call that did not
//!   return: it took effect, or it did not.
//!
//! A command that says which key it [touches](crate::machine::Step::touches) is explained with those of the same
//! key alone, which is quicker where many calls are made.
//!
//! # Histories from elsewhere
//!
//! Histories of services in production, or of tests that exist already, are verified by [`history`](crate::history).

#[cfg(feature = "pulse")]
#[cfg_attr(docsrs, doc(cfg(feature = "pulse")))]
pub use lawful_parallel::Schedules;
pub use lawful_parallel::{Consistency, Parallel, Share, Threads};
