//! Commands taken apart: made in one place, called in another, and explained when all have returned.
//!
//! A machine that runs by itself makes a command, calls the system and judges the result at once. Where
//! several branches call the system at the same time, it is only known later in which order the calls took
//! effect, and so what the model was before each of them. This is what a test of that kind is built of.

use lawful_core::extend::{Choices, shown_value};
use std::cell::{Cell, RefCell};
use std::fmt::Debug;

use lawful_core::choice::{Source, mix};
use lawful_core::data::{Reason, ShownCall, ShownValue};
use lawful_core::generate::{Made, Misuse};
use lawful_core::law::Counters;

use crate::called::{Broken, Context, Manner, Whole};
use crate::choose::{Next, Weight};
use crate::counts::{self, Counts};
use crate::drawn::Draws;
use crate::flow::{StepEnd, StepResult, Why};
use crate::kind::{Ahead, AnyKind, BlockOn};
use crate::machine::{Body, Machine, STEP};
use crate::promises::first_broken;
use crate::step::{Apart, Avoided, Mark, Said, Same, Settings, Stage, Step};
use crate::variable::Bindings;

/// A command with all that it drew.
pub struct Drawn<K: AnyKind> {
    /// Which of the machine's commands it is.
    pub command: usize,
    /// Its number: what the variable for its result is called by.
    pub number: u32,
    /// The key that it touches, if it says so.
    pub key: Option<u64>,
    /// The numbers of the commands whose results are in its arguments, and which parts of them.
    pub uses: Vec<(u32, &'static str)>,
    values: Vec<Box<K::Kept>>,
    /// Tells its call and its arguments from others.
    mark: Same,
    arguments: ShownValue,
    is_named: bool,
}

/// What became of a command that was called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The `Debug` text of its result, if somebody asked for it and there is one.
    pub result: Option<String>,
    /// How it ended.
    pub ended: Ended,
}

/// How a command ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It did what it promised, as far as that can be said at once.
    Right,
    /// A promise is broken.
    Broken(Box<Reason>),
    /// Its preconditions do not hold.
    Refused,
}

/// The commands of a machine, as they can be called from any thread that their system can go to.
pub struct Caller<'m, M, S, K: AnyKind> {
    bodies: Vec<&'m Body<M, S, K>>,
    names: &'m [String],
    settings: &'m Settings<K>,
}

/// What a command is called with.
pub struct Calling<'a, S, K: AnyKind> {
    /// The system, or a handle to it.
    pub system: &'a mut S,
    /// The values of variables, to which that of its result is added.
    pub bindings: &'a RefCell<Bindings<K::Kept>>,
    /// Whether the text of the result is wanted.
    pub shows: bool,
    /// What waits for futures instead of what the machine says.
    pub block_on: Option<&'a BlockOn>,
}

/// How a command is performed.
struct Performance<'a, S, K: AnyKind> {
    system: Option<&'a mut S>,
    manner: Manner<'a, K::Kept>,
    bindings: &'a RefCell<Bindings<K::Kept>>,
    said: Option<&'a Said>,
    apart: &'a Apart<'a>,
}

impl<'a, S, K: AnyKind> Performance<'a, S, K> {
    /// Nothing is called, and nothing is shown.
    fn without_system(
        manner: Manner<'a, K::Kept>,
        bindings: &'a RefCell<Bindings<K::Kept>>,
        apart: &'a Apart<'a>,
    ) -> Self {
        Performance { system: None, manner, bindings, said: None, apart }
    }
}

impl<K: AnyKind> Drawn<K> {
    /// The same for commands that look the same.
    pub fn fingerprint(&self) -> u64 {
        mix(self.command as u64, self.mark.sorted)
    }

    /// Its call: `register("c", v1)`.
    pub fn call(&self, name: &str) -> String {
        let arguments = &self.arguments.debug;
        match arguments.starts_with('(') {
            true => format!("{name}{arguments}"),
            false => format!("{name}({arguments})"),
        }
    }

    /// What it looks like. `result` is that of its call.
    pub fn shown(&self, name: &str, result: Option<String>) -> ShownCall {
        ShownCall {
            variable: self.is_named.then(|| format!("v{}", self.number)),
            name: name.to_string(),
            arguments: self.arguments.clone(),
            before: String::new(),
            result,
            failed: false,
            column: None,
        }
    }
}

impl<M: Debug + 'static, S: 'static, K: Ahead> Machine<M, S, K> {
    /// A model as it is before the first command.
    pub fn start(&self) -> M {
        (self.model)()
    }

    /// A fresh system.
    pub fn system(&self) -> S {
        (self.system)()
    }

    /// The names of the commands.
    pub fn command_names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// The name of a command.
    pub fn name_of(&self, command: usize) -> &str {
        &self.names[command]
    }

    /// Returns whether no command makes sense in a state.
    pub fn is_over(&self, model: &M) -> bool {
        self.until.as_ref().is_some_and(|until| until(model))
    }

    /// Returns whether a command is ever chosen in a state: one that weighs nothing there is not.
    pub fn may_choose(&self, command: usize, model: &M) -> bool {
        match &self.commands[command].weight {
            Weight::Fixed(_) => true,
            Weight::ByState(weight) => weight(model) > 0,
        }
    }

    /// Draws a list of commands, `make` one after the other. Their number is sampled by `sample`.
    pub fn draw_commands(
        &self,
        source: &mut Source,
        most: u64,
        sample: impl FnOnce(&mut lawful_core::choice::Random) -> u64,
        make: impl FnMut(&mut Source) -> Made,
    ) {
        // Commands are taken apart to run in several branches at once.
        if !self.watches.is_empty() {
            Misuse::raise(
                "a machine that is watched cannot run in parallel: between the calls of branches there is no moment to \
                 ask the watcher; leave out `watched` here",
            );
        }
        if self.drain.is_some() {
            Misuse::raise(
                "a machine with a drain phase cannot run in parallel: the order of its calls is only known when all is \
                 over; leave out `drain` here",
            );
        }
        source.sequence_of(STEP, most, sample, self.patience(), make);
    }

    /// Draws a command for a state and takes the model to the state after it.
    ///
    /// # Errors
    ///
    /// If there is none: the one that was chosen is refused, or none makes sense.
    pub fn draw_command(
        &self,
        source: &mut Source,
        model: &mut M,
        number: u32,
    ) -> Result<Drawn<K>, Made> {
        let command = match self.choose(source, model) {
            Next::Command(command) => command,
            Next::None(made) => return Err(made),
        };
        let (values, said, mark) = (RefCell::default(), Said::default(), Mark::default());
        let bindings = RefCell::default();
        let apart = Apart { mark: Some(&mark), ..Apart::default() };
        let looks = Performance::without_system(Manner::Judged, &bindings, &apart);
        let performance = Performance { said: Some(&said), ..looks };
        let label = || mix(STEP, self.commands[command].label);
        let caller = self.caller();
        let performed = source.span(label, |source| {
            let draws = Draws::Kept(&values);
            caller.perform(command, number, model, source, &draws, performance)
        });
        match performed {
            (Ok(()), is_named, false) => Ok(Drawn {
                command,
                number,
                key: apart.key.get(),
                uses: mark.uses.into_inner(),
                values: values.into_inner(),
                mark: mark.same.get(),
                arguments: said.arguments.into_inner().unwrap_or_else(|| shown_value("", &())),
                is_named,
            }),
            // What provokes a known bug is for a case that stays on one branch.
            _ => Err(Made::No),
        }
    }

    /// Returns what is needed to call commands.
    pub fn caller(&self) -> Caller<'_, M, S, K> {
        let bodies = self.commands.iter().map(|command| &*command.run).collect();
        Caller { bodies, names: &self.names, settings: &self.settings }
    }

    /// The invariant that does not hold, if one does not.
    pub fn broken_invariant(
        &self,
        model: &M,
        system: &mut S,
        bindings: &Bindings<K::Kept>,
        shows: bool,
    ) -> Option<Box<Reason>> {
        let broken = first_broken(&self.invariants, model, system, bindings)?;
        Some(broken.into_reason(shows))
    }

    /// The promise about the end of a case that is broken in a state, if one is.
    pub fn broken_at_the_end(
        &self,
        model: &M,
        system: &mut S,
        bindings: &Bindings<K::Kept>,
    ) -> Option<Broken> {
        let after = first_broken(&self.invariants, model, system, bindings);
        after.or_else(|| first_broken(&self.finally, model, system, bindings))
    }

    /// Returns whether anything is promised about the end of a case.
    pub fn promises_an_end(&self) -> bool {
        !self.invariants.is_empty() || !self.finally.is_empty()
    }

    /// Says of a case which states it visited, and what was demanded of it: first its prefix, and then each of its
    /// branches, as if there were no others.
    pub fn tell(&self, prefix: &[&Drawn<K>], branches: &[Vec<&Drawn<K>>], counters: &mut Counters)
    where
        M: Clone,
    {
        if self.covers.is_empty() && self.states.is_none() {
            return;
        }
        let (mut tried, mut visited) = (Vec::new(), Vec::new());
        let caller = self.caller();
        let mut go = |model: &mut M, drawn: &Drawn<K>| {
            let before = self.states.as_ref().map(|states| states(model));
            caller.can_follow(drawn, model);
            tried.push(drawn.command as u16);
            if let (Some(states), Some(before)) = (&self.states, before) {
                let state = states(model);
                let key = *self.counted.get_or_init(|| counts::key(&self.names));
                let steps = counts::transitions(counters, key, &self.names);
                let (from, to) = (steps.thing(&before), steps.thing(&state));
                steps.add(from, drawn.command, to);
                visited.push(state);
            }
        };
        let mut model = self.start();
        prefix.iter().for_each(|drawn| go(&mut model, drawn));
        for branch in branches {
            let mut model = model.clone();
            branch.iter().for_each(|drawn| go(&mut model, drawn));
        }
        self.demand(&Counts { names: &self.names, tried: &tried, visited: &visited });
    }
}

impl<M, S, K: AnyKind> Caller<'_, M, S, K> {
    /// Takes the model to the state after a command. Says whether that can be: its preconditions hold, and its
    /// arguments are what they were when it was drawn.
    pub fn can_follow(&self, drawn: &Drawn<K>, model: &mut M) -> bool {
        let (bindings, mark) = (RefCell::default(), Mark::expecting(drawn.mark));
        let apart = Apart { mark: Some(&mark), ..Apart::default() };
        let performance = Performance::without_system(Manner::Judged, &bindings, &apart);
        let (flow, _, is_provoked) = self.perform_again(drawn, model, performance);
        flow.is_ok() && !is_provoked && mark.is_expected.get()
    }

    /// Calls the system where nothing else does, and judges the result.
    pub fn call(&self, drawn: &Drawn<K>, model: &mut M, calling: Calling<'_, S, K>) -> Outcome {
        self.call_and(drawn, model, calling, Manner::Judged)
    }

    /// Calls the system in a branch. The result is kept among the values, where it can be explained later. The
    /// model is what it would be if no other branch did anything.
    pub fn call_in_branch(
        &self,
        drawn: &Drawn<K>,
        model: &mut M,
        calling: Calling<'_, S, K>,
    ) -> Outcome {
        let (whole, bindings) = (Whole::new(), calling.bindings);
        let outcome = self.call_and(drawn, model, calling, Manner::Kept(&whole));
        if let Some(whole) = whole.result.into_inner() {
            bindings.borrow_mut().insert_whole(drawn.number, whole);
        }
        outcome
    }

    fn call_and(
        &self,
        drawn: &Drawn<K>,
        model: &mut M,
        calling: Calling<'_, S, K>,
        manner: Manner<'_, K::Kept>,
    ) -> Outcome {
        let Calling { system, bindings, shows, block_on } = calling;
        let said = Said::default();
        let said = shows.then_some(&said);
        let apart = Apart { block_on, ..Apart::default() };
        let performance =
            Performance { system: Some(system), manner, bindings, said, apart: &apart };
        let (flow, ..) = self.perform_again(drawn, model, performance);
        let result = said.and_then(|said| said.result.take());
        let ended = match flow {
            Ok(()) => Ended::Right,
            Err(StepEnd(Why::Broken(reason))) => Ended::Broken(reason),
            Err(StepEnd(Why::Refused)) => Ended::Refused,
        };
        Outcome { result, ended }
    }

    /// Takes the model to the state after a call that returned what is kept among the values, or that never
    /// returned. Says whether the model allows that, and if asked which promise is broken.
    pub fn explains(
        &self,
        drawn: &Drawn<K>,
        model: &mut M,
        bindings: &RefCell<Bindings<K::Kept>>,
        has_returned: bool,
        broken: Option<&RefCell<Option<Broken>>>,
    ) -> bool {
        let kept = bindings.borrow();
        let result = if has_returned { kept.whole(drawn.number) } else { None };
        let apart = Apart::default();
        let manner = Manner::Known { result, broken };
        let performance = Performance::without_system(manner, bindings, &apart);
        self.perform_again(drawn, model, performance).0.is_ok()
    }

    fn perform_again(
        &self,
        drawn: &Drawn<K>,
        model: &mut M,
        performance: Performance<'_, S, K>,
    ) -> (StepResult, bool, bool) {
        let next = Cell::new(0);
        let draws = Draws::Given { values: &drawn.values, next: &next };
        let mut source = Source::from_seed(0, 0);
        self.perform(drawn.command, drawn.number, model, &mut source, &draws, performance)
    }

    /// Performs a command. Says how it ended, whether the model has a name for its result, and whether it
    /// provokes a known bug.
    fn perform(
        &self,
        command: usize,
        number: u32,
        model: &mut M,
        source: &mut Source,
        draws: &Draws<'_, K::Kept>,
        performance: Performance<'_, S, K>,
    ) -> (StepResult, bool, bool) {
        let Performance { system, manner, bindings, said, apart } = performance;
        let avoided = Avoided::default();
        let stage = Stage {
            context: Context {
                command: &self.names[command],
                number,
                is_named: Cell::new(false),
                bindings,
                manner,
                wants_details: said.is_some(),
            },
            is_plain: source.is_plain(),
            source: RefCell::new(source),
            draws,
            system: RefCell::new(system),
            shown: said,
            is_provoked: Cell::new(false),
            avoided: &avoided,
            settings: self.settings,
            apart: Some(apart),
        };
        let flow = (self.bodies[command])(model, Step::new(&stage));
        (flow, stage.context.is_named.get(), stage.is_provoked.get())
    }
}
