//! A run of a command sequence as a value: history, final state and result, for the code of a law.
//!
//! This is `run_commands` of "QuickCheck Testing for Fun and Profit" (2007), section 6. There the states of the
//! history have real values for variables; here model and history have names, and the [bindings](Bindings) have
//! the values.

use std::fmt::{self, Debug};

use lawful_core::choice::Source;
use lawful_core::data::{Block, ShownCall};
use lawful_core::extend::Choices;
use lawful_core::law::{Counters, Outcome};

use crate::called::{Broken, text};
use crate::kind::{Ahead, AnyKind};
use crate::machine::Machine;
use crate::sequence::CommandSequence;
use crate::trial::Trial;
use crate::variable::Bindings;

/// A run of a command sequence that is over: its history, the final state and the result.
///
/// It comes from [`Machine::run_commands`] or [`Machine::for_all_commands`], and becomes the outcome of a law with
/// [`outcome`](CommandsRun::outcome). The [cleanup](Machine::cleanup) of the machine is done when it is dropped.
#[must_use = "a run that failed fails the law only if its `outcome()` is returned"]
pub struct CommandsRun<'a, M: Debug + 'static, S: 'static, K: AnyKind> {
    trial: Trial<'a, 'a, M, S, K>,
    history: Vec<ShownCall>,
    result: Outcome,
    /// True if the calls are shown by the law that the run is in.
    is_shown: bool,
}

impl<M: Debug + 'static, S: 'static, K: AnyKind> Machine<M, S, K> {
    /// Runs a command sequence, and returns its history, the final state and the result: to look at them, to clean
    /// up, to add labels and promises.
    ///
    /// Nothing is judged until the [outcome](CommandsRun::outcome) is returned. The calls up to the failure are part
    /// of its reason. [`for_all_commands`](Machine::for_all_commands) is the law that runs all command
    /// sequences of a machine in this way.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// fn push(model: &mut Vec<u8>, step: Step<Vec<u8>>) -> StepResult {
    ///     let item = step.draw(any());
    ///     step.call(item, |list, _, item| list.push(item))?;
    ///     model.push(item);
    ///     Ok(())
    /// }
    ///
    /// fn pop(model: &mut Vec<u8>, step: Step<Vec<u8>>) -> StepResult {
    ///     step.call((), |list, _, ()| list.pop())?.returns(model.pop())
    /// }
    ///
    /// let machine = Machine::new(Vec::new, Vec::new).command(push).command(pop);
    /// let commands = machine.build_sequence().command("push", (7u8,)).command("pop", ()).build();
    /// let mut run = machine.run_commands(&commands);
    /// let history: Vec<_> = run.history().iter().map(|call| (&*call.before, call.result.as_deref())).collect();
    /// assert_eq!(history, [("[]", Some("()")), ("[7]", Some("Some(7)"))]);
    /// assert!(run.model().is_empty() && run.system().is_empty());
    /// assert!(run.outcome().is_passed());
    /// ```
    pub fn run_commands<'a>(
        &'a self,
        commands: &CommandSequence<K::Kept>,
    ) -> CommandsRun<'a, M, S, K>
    where
        K: Ahead,
    {
        // All that the commands drew is in the sequence.
        let mut source = Source::from_seed(0, 0);
        self.run_commands_in(commands, &mut source, None).0
    }

    /// Runs commands that were made before. Says also how many of them ran.
    pub(crate) fn run_commands_in<'a>(
        &'a self,
        commands: &CommandSequence<K::Kept>,
        source: &mut Source,
        counters: Option<&'a mut Counters>,
    ) -> (CommandsRun<'a, M, S, K>, usize) {
        let mut ran = 0;
        let run = self.history_of(counters, source, |trial, source, history| {
            let called = |call| history.push(call);
            let (outcome, count) = self.run_sequence_in(trial, commands, source, called);
            ran = count;
            outcome
        });
        (run, ran)
    }

    /// Runs commands as they are made.
    pub(crate) fn run_commands_live<'a>(
        &'a self,
        source: &mut Source,
        counters: Option<&'a mut Counters>,
    ) -> CommandsRun<'a, M, S, K> {
        self.history_of(counters, source, |trial, source, history| {
            self.run_live_in(trial, source, |call| history.push(call))
        })
    }

    fn history_of<'a>(
        &'a self,
        counters: Option<&'a mut Counters>,
        source: &mut Source,
        run: impl FnOnce(&mut Trial<'a, 'a, M, S, K>, &mut Source, &mut Vec<ShownCall>) -> Outcome,
    ) -> CommandsRun<'a, M, S, K> {
        let is_shown = counters.is_some();
        // Calls are looked at in every case, not only in one that is shown: the history is there for the law.
        let mut trial = Trial::running(self, counters, true);
        // Without a case it is not known whether the reason will be read.
        trial.wants_details = !is_shown || source.wants_details();
        let mut history = Vec::new();
        let result = run(&mut trial, source, &mut history);
        trial.is_broken |= result.is_failed();
        CommandsRun { trial, history, result, is_shown }
    }
}

impl<M: Debug + 'static, S: 'static, K: AnyKind> CommandsRun<'_, M, S, K> {
    /// Returns the calls that were made, each with the model before it and the result.
    pub fn history(&self) -> &[ShownCall] {
        &self.history
    }

    /// Returns the model after the last command that ran.
    ///
    /// A command that breaks its promise ends there, with what it had changed in the model by then.
    pub fn model(&self) -> &M {
        &self.trial.model
    }

    /// Returns the system after the last command that ran.
    pub fn system(&mut self) -> &mut S {
        self.parts().1
    }

    /// Returns the model, the system and the values that variables stand for: all that is needed to clean up.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// fn open(handles: &mut Vec<Var<usize>>, step: Step<Vec<bool>>) -> StepResult {
    ///     let handle = step.call((), |files, _, ()| { files.push(true); files.len() - 1 })?;
    ///     handles.push(handle.var());
    ///     Ok(())
    /// }
    ///
    /// let files = Machine::new(Vec::new, Vec::new).command(open);
    /// let law = files.for_all_commands(|mut run| {
    ///     let (handles, files, real) = run.parts();
    ///     handles.iter().for_each(|handle| files[real[*handle]] = false);
    ///     assert!(run.system().iter().all(|is_open| !is_open));
    ///     run.outcome()
    /// });
    /// assert!(Runner::named("files").run(&law).is_success());
    /// ```
    pub fn parts(&mut self) -> (&M, &mut S, &Bindings<K::Kept>) {
        self.trial.parts()
    }

    /// Returns whether all commands kept their promises, or an assumption was not met, or which promise failed.
    /// [Invariants](Machine::invariant), the [drain](Machine::drain) phase and [what holds at the
    /// end](Machine::finally) are part of it.
    pub fn result(&self) -> &Outcome {
        &self.result
    }

    /// Promises something of the end of the run. It is judged if all that was promised before holds, so that the
    /// first promise that fails is the one that is reported.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// fn add(count: &mut usize, step: Step<Vec<u8>>) -> StepResult {
    ///     let item = step.draw(0..4_u8);
    ///     step.call(item, |set, _, item| if !set.contains(&item) { set.push(item) })?;
    ///     *count += 1;
    ///     Ok(())
    /// }
    ///
    /// let set = Machine::new(|| 0, Vec::new).command(add);
    /// let law = set.for_all_commands(|run| {
    ///     run.ensure("the set has all items", |count, set, _| set.len() == *count).outcome()
    /// });
    /// let summary = Runner::named("set").run(&law);
    /// let failure = summary.failure().unwrap();
    /// assert_eq!(failure.reason.title, "the law promised `the set has all items`");
    /// assert_eq!(failure.calls().len(), 2);
    /// ```
    pub fn ensure(
        mut self,
        promise: &str,
        holds: impl FnOnce(&M, &mut S, &Bindings<K::Kept>) -> bool,
    ) -> Self {
        if self.result.is_passed() {
            let (model, system, real) = self.trial.parts();
            if !holds(model, system, real) {
                let broken = Broken {
                    promise: format!("the law promised `{promise}`"),
                    message: format!("the model is {}", text(model)),
                };
                self.result = Outcome::Failed(broken.into_reason(self.trial.wants_details));
                self.trial.is_broken = true;
            }
        }
        self
    }

    /// Returns the outcome for the law to return: the [result](CommandsRun::result), with the history as a part of
    /// its reason unless the law shows the calls by itself.
    pub fn outcome(mut self) -> Outcome {
        let history = std::mem::take(&mut self.history);
        if let (Outcome::Failed(reason), false) = (&mut self.result, self.is_shown)
            && !history.is_empty()
        {
            reason.document.push(Block::Calls(history));
        }
        std::mem::replace(&mut self.result, Outcome::Passed)
    }
}

/// A line for each call, with the model before it and the result, then the result of the run.
impl<M: Debug + 'static, S: 'static, K: AnyKind> fmt::Display for CommandsRun<'_, M, S, K> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for call in &self.history {
            let variable = call.variable.as_ref().map(|name| format!("{name} = "));
            let arguments = call.arguments.debug.as_str();
            let inner = arguments.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            let result = call.result.as_deref().unwrap_or("no result");
            let (variable, name) = (variable.unwrap_or_default(), &call.name);
            let arguments = inner.unwrap_or(arguments);
            writeln!(out, "{}: {variable}{name}({arguments}) -> {result}", call.before)?;
        }
        match &self.result {
            Outcome::Passed => write!(out, "ok"),
            Outcome::Failed(reason) => write!(out, "{}", reason.lines().join("\n")),
            other => write!(out, "{other:?}"),
        }
    }
}

impl<M: Debug + 'static, S: 'static, K: AnyKind> Debug for CommandsRun<'_, M, S, K> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (history, model, result) = (&self.history, &self.trial.model, &self.result);
        let mut run = out.debug_struct("CommandsRun");
        run.field("history", history).field("model", model).field("result", result).finish()
    }
}
