//! A sequence: the commands of one case, with all that they drew.

use lawful_core::extend::{Choices, shown_value};
use std::any::Any;
use std::fmt;

use lawful_core::choice::Source;
use lawful_core::data::{ShownCall, ShownValue};
use lawful_core::law::{Case, Component, Law, Outcome};

use crate::drawn::{CommandValues, KeptValues};
use crate::kind::{Ahead, AnyKind, Symbolic};
use crate::machine::Machine;
use crate::variable::Var;

/// The commands of one case of a symbolic machine: it can be printed, looked at, and run again
/// whatever becomes of the generators.
pub struct CommandSequence<V: ?Sized = dyn Any> {
    pub(crate) steps: Vec<Recorded<V>>,
    /// The commands that were refused while it was made, for the counts.
    pub(crate) refused: Vec<u16>,
}

pub(crate) struct Recorded<V: ?Sized> {
    pub name: String,
    /// Values that the command drew and picked.
    pub values: Vec<Box<V>>,
    /// The arguments of its call, where they were looked at.
    pub arguments: Option<ShownValue>,
    /// `Debug` text of the model before the command.
    pub before: String,
    pub is_named: bool,
}

impl<V: ?Sized> CommandSequence<V> {
    /// Returns the number of commands.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether there is no command.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The names of its commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().map(|step| step.name.as_str())
    }

    /// The calls as they look before they are made.
    pub fn calls(&self) -> impl Iterator<Item = ShownCall> {
        self.steps.iter().enumerate().map(|(index, step)| ShownCall {
            variable: step.is_named.then(|| format!("v{}", index + 1)),
            name: step.name.clone(),
            arguments: step.arguments.clone().unwrap_or_else(|| shown_value("", &())),
            before: step.before.clone(),
            result: None,
            failed: false,
            column: None,
        })
    }
}

/// A command a line, with the `Debug` text of its arguments. `lawful::report::sequence` prints
/// [`CommandSequence::calls`] as Rust that can be pasted.
impl<V: ?Sized> fmt::Display for CommandSequence<V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for call in self.calls() {
            let variable = call.variable.map(|name| format!("let {name} = ")).unwrap_or_default();
            let text = &call.arguments.debug;
            let arguments = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            writeln!(out, "{variable}{}({});", call.name, arguments.unwrap_or(text))?;
        }
        Ok(())
    }
}

impl<V: ?Sized> fmt::Debug for CommandSequence<V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.commands()).finish()
    }
}

/// The result of step number `step` of a sequence written by hand, counted from 1.
pub fn var<T>(step: u32) -> Var<T> {
    Var::new(step, "")
}

/// A part of the result of a step, of the name that the command gives it.
pub fn var_of<T>(step: u32, part: &'static str) -> Var<T> {
    Var::new(step, part)
}

// `Ahead` is asked of each method, not of the impl: the compiler then says why a machine has no sequences.
impl<M: fmt::Debug + 'static, S: 'static, K: AnyKind> Machine<M, S, K> {
    /// Makes a sequence and runs nothing: a fresh one from `Source::from_seed(seed, size)`, that of a failure
    /// from `Recording::replay(&failure.tape)`.
    pub fn sequence(&self, source: &mut Source) -> CommandSequence<K::Kept>
    where
        K: Ahead,
    {
        self.make(source, None, true).0
    }

    /// A sequence written by hand, one step after the other; see [`SequenceBuilder::command`].
    pub fn build_sequence(&self) -> SequenceBuilder<'_, M, S, K>
    where
        K: Ahead,
    {
        SequenceBuilder {
            machine: self,
            sequence: CommandSequence { steps: Vec::new(), refused: Vec::new() },
        }
    }

    /// Makes the law that the system follows its model through one command sequence, which is kept in the source:
    /// for a failure that must not come back.
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
    /// fn stack() -> Machine<Vec<u8>, Vec<u8>> {
    ///     Machine::new(Vec::new, Vec::new).command(push).command(pop)
    /// }
    ///
    /// #[law]
    /// fn the_second_pop_finds_nothing() -> impl Law {
    ///     stack().kept_sequence(|sequence| {
    ///         sequence.command("push", (7u8,)).command("pop", ()).command("pop", ())
    ///     })
    /// }
    /// # Runner::new().check(&stack().kept_sequence(|sequence| sequence.command("pop", ())));
    /// ```
    pub fn kept_sequence<F>(self, build: F) -> impl Law
    where
        K: Ahead,
        F: for<'a> Fn(SequenceBuilder<'a, M, S, K>) -> SequenceBuilder<'a, M, S, K>,
    {
        Kept { machine: self, build }
    }

    /// The law that the system follows its model through this sequence.
    pub fn run_sequence<'a>(&'a self, sequence: &'a CommandSequence<K::Kept>) -> impl Law + 'a
    where
        K: Ahead,
    {
        Runs { machine: self, sequence }
    }
}

/// A sequence that is being written by hand.
pub struct SequenceBuilder<'a, M, S, K: AnyKind = Symbolic> {
    machine: &'a Machine<M, S, K>,
    sequence: CommandSequence<K::Kept>,
}

impl<M, S, K: AnyKind> SequenceBuilder<'_, M, S, K> {
    /// Adds a command with the values that it draws and picks, in a tuple, in their order.
    #[track_caller]
    pub fn command(mut self, command: &str, values: impl CommandValues<K::Kept>) -> Self {
        let names = &self.machine.names;
        // No law is running that could tell of a misuse.
        assert!(
            names.iter().any(|name| name == command),
            "the machine has no command `{command}`; it has {}",
            names.join(", ")
        );
        let mut keep = KeptValues(Vec::new());
        values.kept(&mut keep);
        self.sequence.steps.push(Recorded {
            name: command.to_string(),
            values: keep.0,
            arguments: None,
            before: String::new(),
            is_named: false,
        });
        self
    }

    /// The sequence.
    pub fn build(self) -> CommandSequence<K::Kept> {
        self.sequence
    }
}

/// The law of a machine for one sequence, which is built when the law runs.
struct Kept<M, S, K: AnyKind, F> {
    machine: Machine<M, S, K>,
    build: F,
}

impl<M, S, K, F> Component for Kept<M, S, K, F>
where
    M: fmt::Debug + 'static,
    S: 'static,
    K: Ahead,
    F: for<'a> Fn(SequenceBuilder<'a, M, S, K>) -> SequenceBuilder<'a, M, S, K>,
{
    type Drawn = ();

    fn draw(&self, case: &mut Case) {
        draw_nothing(case);
    }

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        let sequence = (self.build)(self.machine.build_sequence()).build();
        self.machine.run_sequence_of(&sequence, case).0
    }
}

/// Makes the only choice there is: a law that chooses nothing at all is taken for a mistake.
fn draw_nothing(case: &mut Case) {
    case.source.pick(1, |_| 0);
}

struct Runs<'a, M, S, K: AnyKind> {
    machine: &'a Machine<M, S, K>,
    sequence: &'a CommandSequence<K::Kept>,
}

impl<M: fmt::Debug + 'static, S: 'static, K: Ahead> Component for Runs<'_, M, S, K> {
    type Drawn = ();

    fn draw(&self, case: &mut Case) {
        draw_nothing(case);
    }

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        self.machine.run_sequence_of(self.sequence, case).0
    }
}
