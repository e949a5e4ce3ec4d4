//! Laws over command sequences whose bodies are the user's code.

use std::fmt::Debug;

use lawful_core::data::Block;
use lawful_core::extend::Choices;
use lawful_core::generate::Sequence;
use lawful_core::law::{Case, Component, Counters, IntoOutcome, Law, Outcome};
use lawful_core::shrink::Extension;

use crate::commands_run::CommandsRun;
use crate::counts;
use crate::kind::{Ahead, AnyKind};
use crate::machine::Machine;
use crate::sequence::CommandSequence;
use crate::shrink::EXTENSION;

impl<M: Debug + 'static, S: 'static, K: AnyKind> Machine<M, S, K> {
    /// Makes the law that runs command sequences and hands each run to `body`, which looks at the history, the final
    /// state and the result, cleans up, adds labels and promises, and returns the outcome.
    ///
    /// Cases are drawn, shown, counted and shrunk as by the machine itself. An `assert!` in the body fails the law
    /// too. For every case the model is formatted before each command, for the history: where the body needs no
    /// history, [`finally`](Machine::finally) and [`cleanup`](Machine::cleanup) are faster.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// fn insert(keys: &mut Vec<u8>, step: Step<Vec<u8>>) -> StepResult {
    ///     let key = step.draw(any());
    ///     step.call(key, |list, _, key| list.push(key))?;
    ///     keys.push(key);
    ///     Ok(())
    /// }
    ///
    /// #[law]
    /// fn the_list_has_all_keys() -> impl Law {
    ///     Machine::new(Vec::new, Vec::new).command(insert).for_all_commands(|mut run| {
    ///         label!("{} commands", run.history().len() / 10 * 10);
    ///         if run.result().is_failed() {
    ///             note!("{run}");
    ///         }
    ///         assert_eq!(run.system().len(), run.model().len());
    ///         run.system().clear();
    ///         run.outcome()
    ///     })
    /// }
    /// # assert!(Runner::named("keys").run(&Machine::new(Vec::new, Vec::new).command(insert).for_all_commands(|mut run| {
    /// #     assert_eq!(run.system().len(), run.model().len());
    /// #     run.outcome()
    /// # })).is_success());
    /// ```
    pub fn for_all_commands<F>(self, body: F) -> impl Law
    where
        F: Fn(CommandsRun<'_, M, S, K>) -> Outcome,
    {
        ForAllCommands { machine: self, body }
    }

    /// Makes the law that `body` holds for all command sequences, none of which is run by the law itself: the body
    /// runs it, in a place of its own choice.
    ///
    /// The body returns what laws return, for instance a law that runs the commands under a scheduler. If the outcome
    /// is that of [`run_commands`](Machine::run_commands), the calls are shown with their results.
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
    /// fn stack() -> Machine<Vec<u8>, Vec<u8>> {
    ///     Machine::new(Vec::new, Vec::new).command(push).invariant("few", |_, list, _| list.len() < 3)
    /// }
    ///
    /// // Whatever happens on one thread happens on another one.
    /// let law = stack().for_all_sequences(|commands| {
    ///     let first = stack().run_commands(&commands).outcome();
    ///     assert_eq!(stack().run_commands(&commands).outcome(), first);
    ///     first
    /// });
    /// let summary = Runner::named("twice").run(&law);
    /// assert_eq!(summary.failure().unwrap().calls().len(), 3);
    /// ```
    pub fn for_all_sequences<F, R>(self, body: F) -> impl Law
    where
        K: Ahead,
        F: Fn(CommandSequence<K::Kept>) -> R,
        R: IntoOutcome,
    {
        ForAllSequences { machine: self, body }
    }
}

/// See [`Machine::for_all_commands`].
struct ForAllCommands<M, S, K: AnyKind, F> {
    machine: Machine<M, S, K>,
    body: F,
}

impl<M, S, K, F> Component for ForAllCommands<M, S, K, F>
where
    M: Debug + 'static,
    S: 'static,
    K: AnyKind,
    F: Fn(CommandsRun<'_, M, S, K>) -> Outcome,
{
    type Drawn = Option<(CommandSequence<K::Kept>, Sequence)>;

    fn draw(&self, case: &mut Case) -> Self::Drawn {
        self.machine.draw(case)
    }

    fn run(&self, drawn: Self::Drawn, case: &mut Case) -> Outcome {
        let Some((commands, sequence)) = drawn else {
            let Case { source, counters, .. } = case;
            return (self.body)(self.machine.run_commands_live(source, Some(counters)));
        };
        hide_calls(case, &commands);
        let Case { source, counters, .. } = case;
        let (run, ran) = self.machine.run_commands_in(&commands, source, Some(counters));
        let outcome = (self.body)(run);
        // Commands after the one that failed were made and never run.
        if outcome.is_failed() && ran < commands.len() {
            case.source.cut(&sequence, ran);
        }
        outcome
    }

    fn extensions() -> Vec<&'static Extension> {
        vec![&EXTENSION]
    }

    fn tells_failures_by_shape(&self) -> bool {
        false
    }

    fn remarks(&self, counters: &Counters) -> Vec<String> {
        Component::remarks(&self.machine, counters)
    }
}

/// Removes the calls that were shown when they were made: they are shown again with their results.
pub(crate) fn hide_calls<V: ?Sized>(case: &mut Case, commands: &CommandSequence<V>) {
    if let (Some(document), false) = (case.document(), commands.is_empty()) {
        document.blocks.pop();
    }
}

/// See [`Machine::for_all_sequences`].
struct ForAllSequences<M, S, K: AnyKind, F> {
    machine: Machine<M, S, K>,
    body: F,
}

impl<M, S, K, F, R> Component for ForAllSequences<M, S, K, F>
where
    M: Debug + 'static,
    S: 'static,
    K: Ahead,
    F: Fn(CommandSequence<K::Kept>) -> R,
    R: IntoOutcome,
{
    type Drawn = CommandSequence<K::Kept>;

    fn draw(&self, case: &mut Case) -> Self::Drawn {
        let (commands, _) = self.machine.draw(case).expect("the commands are made before they run");
        commands
    }

    fn run(&self, commands: Self::Drawn, case: &mut Case) -> Outcome {
        self.machine.count(&commands, &mut case.counters);
        let mut outcome = (self.body)(commands).into_outcome(case);
        if let Outcome::Failed(reason) = &mut outcome {
            show_with_results(case, &mut reason.document.blocks);
        }
        outcome
    }

    fn extensions() -> Vec<&'static Extension> {
        let mut extensions = vec![&EXTENSION];
        extensions.extend(R::extensions());
        extensions
    }

    fn tells_failures_by_shape(&self) -> bool {
        false
    }

    fn remarks(&self, counters: &Counters) -> Vec<String> {
        Component::remarks(&self.machine, counters)
    }
}

/// Puts the history that is part of a reason in the place of the calls as they were made.
fn show_with_results(case: &mut Case, reason: &mut Vec<Block>) {
    let Some(history) = reason.iter().position(|block| matches!(block, Block::Calls(_))) else {
        return;
    };
    let history = reason.remove(history);
    let Some(document) = case.document() else { return };
    if let Some(made) = document.blocks.iter_mut().find(|block| matches!(block, Block::Calls(_))) {
        *made = history;
    }
}

impl<M, S, K: AnyKind> Machine<M, S, K> {
    /// Counts the commands of a sequence as those of a case.
    fn count(&self, commands: &CommandSequence<K::Kept>, counters: &mut Counters) {
        let index = |name: &str| counts::index(&self.names, name) as u16;
        let tried: Vec<u16> =
            commands.refused.iter().copied().chain(commands.commands().map(index)).collect();
        let key = *self.counted.get_or_init(|| counts::key(&self.names));
        counts::add(counters.of(key, || counts::rows(&self.names)), self.names.len(), &tried);
    }
}
