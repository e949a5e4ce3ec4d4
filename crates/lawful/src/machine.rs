//! State-machine tests: a stateful system against its model, call after call.
//!
//! A [`Machine`] has a model, which is a simple picture of the system's state, and commands. A case is a
//! command sequence, generated with the model's help and run on a fresh system; after every call the
//! system must have done what the model says. A sequence that shows a difference is shrunk to the
//! shortest, and printed.
//!
//! ```
//! use lawful::machine::symbolic::*;
//! use lawful::prelude::*;
//!
//! /// What is tested: a stack that forgets its bottom when it grows.
//! #[derive(Default)]
//! struct Stack(Vec<u8>);
//!
//! impl Stack {
//!     fn push(&mut self, x: u8) {
//!         if self.0.len() == 3 {
//!             self.0.remove(0);
//!         }
//!         self.0.push(x);
//!     }
//!
//!     fn pop(&mut self) -> Option<u8> {
//!         self.0.pop()
//!     }
//! }
//!
//! fn push(model: &mut Vec<u8>, step: Step<Stack>) -> StepResult {
//!     let x = step.draw(any::<u8>());
//!     step.call(x, |stack, _, x| stack.push(x))?;
//!     model.push(x);
//!     Ok(())
//! }
//!
//! fn pop(model: &mut Vec<u8>, step: Step<Stack>) -> StepResult {
//!     let result = step.call((), |stack, _, ()| stack.pop())?;
//!     result.returns(model.pop())
//! }
//!
//! fn stack() -> Machine<Vec<u8>, Stack> {
//!     Machine::new(Vec::new, Stack::default).command(push).command(pop)
//! }
//!
//! // In a test: #[law] fn a_stack_gives_back_what_it_got() -> impl Law { stack() }
//! let summary = Runner::named("stack").run(&stack());
//! assert_eq!(
//!     lawful::report::sequence::lines(summary.failure().unwrap().calls()).join("\n"),
//!     "\
//! // []
//! push(0);  // ()
//! // [0]
//! push(0);  // ()
//! // [0, 0]
//! push(0);  // ()
//! // [0, 0, 0]
//! push(0);  // ()
//! // [0, 0, 0, 0]
//! pop();    // Some(0)
//! // [0, 0, 0]
//! pop();    // Some(0)
//! // [0, 0]
//! pop();    // Some(0)
//! // [0]
//! pop();    // None  <-- broken here"
//! );
//! ```
//!
//! # A command is a function
//!
//! Everything about a command is in one place, in the order in which it happens:
//!
//! 1. Its arguments: [`step.draw(generator)`](Step::draw), and [`step.pick(&list)`](Step::pick) for
//!    what the model has. Nothing to pick from means that the command is not for this state.
//! 2. Its precondition: [`step.require(condition)?`](Step::require). It is written once, and holds
//!    for sequences that are generated as for those that are shrunk.
//! 3. The call: [`step.call(arguments, |system, real, arguments| ..)?`](Step::call). What is passed is
//!    what is printed. The closure cannot capture anything: the compiler refuses it.
//! 4. Its promises: [`result.ensure("..", ..)?`](Response::ensure), [`returns`](Response::returns),
//!    [`succeeds`](Response::succeeds), [`fails`](Response::fails).
//! 5. What it does to the model.
//!
//! A command runs several times for one case, so it must be a function of the model and of what the step
//! gives it: no clock, no random numbers, no statics. The call is made once.
//!
//! # Results that do not exist yet
//!
//! A symbolic command sequence is made before any of it runs, so the model cannot know what a call returns. It
//! keeps a name for it, a [`Var<T>`](Var), which may be anywhere in the model and in arguments, and
//! prints as `v3`. When the sequence runs, `real[v]` is its value.
//!
//! ```
//! use lawful::machine::symbolic::*;
//! # use lawful::prelude::*;
//! # #[derive(Default)] struct Shop(u32);
//! # #[derive(Debug)] struct Receipt { number: u32 }
//! # impl Shop {
//! #     fn order(&mut self) -> Receipt { self.0 += 1; Receipt { number: self.0 } }
//! #     fn cancel(&mut self, number: u32) -> bool { number <= self.0 }
//! # }
//!
//! #[derive(Debug, Default)]
//! struct Model { open: Vec<Var<u32>> }
//!
//! fn order(model: &mut Model, step: Step<Shop>) -> StepResult {
//!     let receipt = step.call((), |shop, _, ()| shop.order())?;
//!     // A name for a part of the result: it prints as `v1.number`.
//!     model.open.push(receipt.var_of("number", |receipt| receipt.number));
//!     Ok(())
//! }
//!
//! fn cancel(model: &mut Model, step: Step<Shop>) -> StepResult {
//!     let number = step.pick(&model.open)?;
//!     let result = step.call(number, |shop, real, number| shop.cancel(real[number]))?;
//!     result.returns(true)?;
//!     model.open.retain(|other| *other != number);
//!     Ok(())
//! }
//!
//! let machine = Machine::new(Model::default, Shop::default).command(order).command(cancel);
//! assert!(Runner::named("shop").run(&machine).is_success());
//! ```
//!
//! A variable of the wrong type is an error of the compiler, and so is a look at a result that does not
//! exist.
//!
//! # Dynamic machines
//!
//! Where the system decides something that the model has to know, write
//! `use lawful::machine::dynamic::*` instead. Each command is then made after the one before it has run,
//! and [`result.value()`](Response::value) may be used for whatever comes next. A failure is replayed,
//! printed and shrunk all the same, because every decision of the test is on the tape; the system has
//! to make the same ones again, of course.
//!
//! ```
//! use lawful::machine::dynamic::*;
//! # use lawful::prelude::*;
//! # #[derive(Default)] struct Numbers(u64);
//! # impl Numbers { fn next(&mut self) -> u64 { self.0 = self.0 * 3 + 1; self.0 } }
//!
//! /// The next number is higher than the one before; how much higher is not said.
//! fn next(least: &mut u64, step: Step<Numbers>) -> StepResult {
//!     let result = step.call((), |numbers, _, ()| numbers.next())?;
//!     result.ensure("a higher number", |number, _| *number >= *least)?;
//!     *least = result.value() + 1;
//!     Ok(())
//! }
//!
//! let machine = Machine::new(|| 0, Numbers::default).command(next).commands(..=20);
//! assert!(Runner::named("numbers").run(&machine).is_success());
//! ```
//!
//! # What a machine can say
//!
//! | | |
//! |---|---|
//! | [`.command(f)`](Machine::command), [`.named_command("..", f)`](Machine::named_command) | a command; simpler ones first |
//! | [`.command_with(f, \|command\| command.weight(3))`](Machine::command_with) | a command with [options](CommandOptions): how often it is chosen, and whether the system should turn it down |
//! | [`.testing(Testing::Negative)`](Machine::testing) | also uses the commands that the system should turn down |
//! | [`.commands(..=200)`](Machine::commands), [`.until(\|model\| ..)`](Machine::until) | how long a command sequence is, and when it ends before |
//! | [`.invariant("..", ..)`](Machine::invariant), [`.finally("..", ..)`](Machine::finally) | what holds after every command, and at the end |
//! | [`.drain(..)`](Machine::drain) | what lets the system finish what the commands began, before what holds at the end is judged |
//! | [`.watched(..)`](Machine::watched) | code beside the machine that judges it command by command; `over_time` of temporal laws is one |
//! | [`.cleanup(..)`](Machine::cleanup) | what is done after every case, whatever became of it |
//! | [`.time_limit(..)`](Machine::time_limit), [`.block_on(..)`](Machine::block_on) | for commands that take time, and for [async ones](Step::call_async) |
//! | [`.for_all_commands(\|run\| ..)`](Machine::for_all_commands) | a law that looks at the history, final state and result of each run |
//! | [`.states(\|model\| ..)`](Machine::states), [`.cover(20.0, "..", \|counts\| ..)`](Machine::cover) | statistics of all command sequences, and demands on them |
//!
//! The settings of `#[law]` hold for machines too. `statistics` tells how often each command and each
//! pair of commands ran, which were refused, and how long command sequences were. States and known bugs are
//! told in any case. [`Counts`] has all of it for one sequence, for `cover`.
//!
//! # Concurrent calls
//!
//! The same machine tells whether concurrent calls are linearizable: `lawful::parallel` (feature `parallel`)
//! has a manual of its own. Where that is to be on real threads, arguments and results have to go from thread to
//! thread, and the machine is one of [`shared`]: another import, and the same commands.
//!
//! # Runs in the hands of a law
//!
//! [`machine.for_all_commands(|run| ..)`](Machine::for_all_commands) is `run_commands` of the paper: the command sequence
//! has run, and the body gets its [history, final state and result](CommandsRun), to clean up, to add labels, notes
//! and promises, and to return the outcome. Symbolic and dynamic machines have it.
//!
//! ```
//! use lawful::machine::symbolic::*;
//! use lawful::prelude::*;
//!
//! fn push(model: &mut Vec<u8>, step: Step<Vec<u8>>) -> StepResult {
//!     let item = step.draw(any());
//!     step.call(item, |list, _, item| list.push(item))?;
//!     model.push(item);
//!     Ok(())
//! }
//!
//! let law = Machine::new(Vec::new, Vec::new).command(push).for_all_commands(|mut run| {
//!     if run.result().is_failed() {
//!         note!("{run}");
//!     }
//!     run.system().clear();
//!     run.ensure("few commands", |model, _, _| model.len() < 3).outcome()
//! });
//! let summary = Runner::named("few").run(&law);
//! let failure = summary.failure().unwrap();
//! assert_eq!(failure.reason.title, "the law promised `few commands`");
//! assert_eq!(failure.calls()[2].before, "[0, 0]");
//! ```
//!
//! [`run_commands`](Machine::run_commands) does the same with one command sequence, and
//! [`for_all_sequences`](Machine::for_all_sequences) hands over sequences that have not run yet, for a body that runs them
//! in a place of its own: under a scheduler, say.
//!
//! # Known bugs
//!
//! A bug that is found is found again in every run, and hides others. [`step.known_bug(condition,
//! "..")?`](Step::known_bug) declares where a command meets it. Such commands are left out and counted; in
//! one case in sixteen the first of them runs after all, and the report tells when the bug is gone.
//!
//! # Command sequences as values
//!
//! [`machine.sequence(&mut source)`](Machine::sequence) makes a command sequence without running it: to print it,
//! to see what it consists of, or to [run it again](Machine::run_sequence) later. One can also be
//! [built](Machine::build_sequence) by hand, with the values that its commands draw and pick. A sequence that
//! once failed is kept as a law of its own with [`kept_sequence`](Machine::kept_sequence).
//!
//! ```
//! # use lawful::machine::symbolic::*;
//! # use lawful::machine::var;
//! # use lawful::prelude::*;
//! # fn spawn(pids: &mut Vec<Var<u32>>, step: Step<u32>) -> StepResult {
//! #     let pid = step.call((), |last, _, ()| { *last += 1; *last })?;
//! #     pids.push(pid.var());
//! #     Ok(())
//! # }
//! # fn kill(pids: &mut Vec<Var<u32>>, step: Step<u32>) -> StepResult {
//! #     let pid = step.pick(&*pids)?;
//! #     step.call((pid, 9), |_, real, (pid, _)| { real[pid]; })?;
//! #     pids.retain(|other| *other != pid);
//! #     Ok(())
//! # }
//! let machine = Machine::new(Vec::new, || 0).command(spawn).command(kill);
//! let sequence = machine.sequence(&mut Source::from_seed(4, 5));
//! assert!(sequence.commands().filter(|command| *command == "spawn").count() > 0);
//!
//! let written = machine.build_sequence().command("spawn", ()).command("kill", (var::<u32>(1),)).build();
//! assert!(Runner::named("by hand").run(&machine.run_sequence(&written)).is_success());
//! ```

pub use lawful_machine::{
    Ahead, AnyKind, Bindings, BlockOn, Broken, CommandOptions, CommandSequence, CommandValues,
    CommandsRun, Counts, Dynamic, HasResults, Holds, Keeps, KeptValues, Kind, Machine, OnThreads,
    Response, SequenceBuilder, Shared, Step, StepEnd, StepResult, Symbolic, Testing, Travels, Var,
    Watch, WatchedCommand, WatchedEnd, dynamic, shared, symbolic, var, var_of,
};
