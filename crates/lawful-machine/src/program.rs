//! A program: the commands of one case, with all that they drew.

use std::any::Any;
use std::fmt;

use lawful_core::choice::Source;
use lawful_core::data::{Shown, ShownCall};
use lawful_core::law::{Case, Component, Law, Outcome};

use crate::drawn::{Keep, Values};
use crate::kind::{Ahead, AnyKind, Symbolic};
use crate::machine::Machine;
use crate::variable::Var;

/// The commands of one case of a symbolic machine: it can be printed, looked at, and run again
/// whatever becomes of the generators.
pub struct Program<V: ?Sized = dyn Any> {
    pub(crate) steps: Vec<Recorded<V>>,
    /// The commands that were refused while it was made, for the counts.
    pub(crate) refused: Vec<u16>,
}

pub(crate) struct Recorded<V: ?Sized> {
    pub name: String,
    /// What the command drew and picked.
    pub values: Vec<Box<V>>,
    /// The arguments of its call, where they were looked at.
    pub arguments: Option<Shown>,
    /// What the model looked like before it.
    pub before: String,
    pub is_named: bool,
}

impl<V: ?Sized> Program<V> {
    /// How many commands it has.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether it has none.
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
            arguments: step.arguments.clone().unwrap_or_else(|| Shown::of("", &())),
            before: step.before.clone(),
            result: None,
            failed: false,
            column: None,
        })
    }
}

/// A command a line, with the `Debug` text of its arguments. `lawful::report::program` prints
/// [`Program::calls`] as Rust that can be pasted.
impl<V: ?Sized> fmt::Display for Program<V> {
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

impl<V: ?Sized> fmt::Debug for Program<V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.commands()).finish()
    }
}

/// The result of step number `step` of a program written by hand, counted from 1.
pub fn var<T>(step: u32) -> Var<T> {
    Var::new(step, "")
}

/// A part of the result of a step, of the name that the command gives it.
pub fn var_of<T>(step: u32, part: &'static str) -> Var<T> {
    Var::new(step, part)
}

impl<M: fmt::Debug + 'static, S: 'static, K: Ahead> Machine<M, S, K> {
    /// Makes a program and runs nothing: a fresh one from `Source::fresh(seed, size)`, that of a failure
    /// from `Source::replay(&failure.tape)`.
    pub fn program(&self, source: &mut Source) -> Program<K::Kept> {
        self.make(source, None, true).0
    }

    /// A program written by hand, one step after the other; see [`Writing::step`].
    pub fn write(&self) -> Writing<'_, M, S, K> {
        Writing { machine: self, program: Program { steps: Vec::new(), refused: Vec::new() } }
    }

    /// The law that the system follows its model through this program.
    pub fn runs<'a>(&'a self, program: &'a Program<K::Kept>) -> impl Law + 'a {
        Runs { machine: self, program }
    }
}

/// A program that is being written by hand.
pub struct Writing<'a, M, S, K: AnyKind = Symbolic> {
    machine: &'a Machine<M, S, K>,
    program: Program<K::Kept>,
}

impl<M, S, K: AnyKind> Writing<'_, M, S, K> {
    /// Adds a command with the values that it draws and picks, in a tuple, in their order.
    #[track_caller]
    pub fn step(mut self, command: &str, values: impl Values<K::Kept>) -> Self {
        let names = &self.machine.names;
        // No law is running that could tell of a misuse.
        assert!(
            names.iter().any(|name| name == command),
            "the machine has no command `{command}`; it has {}",
            names.join(", ")
        );
        let mut keep = Keep(Vec::new());
        values.kept(&mut keep);
        self.program.steps.push(Recorded {
            name: command.to_string(),
            values: keep.0,
            arguments: None,
            before: String::new(),
            is_named: false,
        });
        self
    }

    /// The program.
    pub fn done(self) -> Program<K::Kept> {
        self.program
    }
}

struct Runs<'a, M, S, K: AnyKind> {
    machine: &'a Machine<M, S, K>,
    program: &'a Program<K::Kept>,
}

impl<M: fmt::Debug + 'static, S: 'static, K: Ahead> Component for Runs<'_, M, S, K> {
    type Drawn = ();

    fn draw(&self, case: &mut Case) {
        // There is one program, so there is nothing to choose; but a law that chooses nothing at all
        // is taken for a mistake.
        case.source.pick(1, |_| 0);
    }

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        self.machine.run_program(self.program, case).0
    }
}
