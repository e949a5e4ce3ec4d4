//! One case while it runs: the model and the system, side by side.

use lawful_core::extend::{Choices, shown_value};
use std::cell::{Cell, RefCell};
use std::fmt::Debug;

use lawful_core::choice::Source;
use lawful_core::data::{Reason, ShownCall, ShownValue};
use lawful_core::generate::Made;
use lawful_core::law::{Counters, Outcome, attempt, raise};

use crate::called::{Context, Manner, text};
use crate::counts::{self, Counts, REFUSED_MARK};
use crate::drawn::Draws;
use crate::flow::{StepEnd, Why};
use crate::kind::AnyKind;
use crate::machine::{Invariant, Machine};
use crate::promises::first_broken;
use crate::step::{Avoided, Said, Stage, Step};
use crate::variable::Bindings;
use crate::watch::{Watch, WatchedCommand, WatchedEnd, drain_failed};

/// A model and a system, and what became of them so far.
pub(crate) struct Trial<'m, 'c, M: Debug + 'static, S: 'static, K: AnyKind> {
    machine: &'m Machine<M, S, K>,
    pub model: M,
    /// Missing while a symbolic program is made.
    system: Option<S>,
    bindings: RefCell<Bindings<K::Kept>>,
    /// The commands in the order they were tried, with a mark on those that were refused.
    tried: Vec<u16>,
    /// The states that it was in after its commands, where somebody asks.
    visited: Vec<String>,
    /// Number of the state before the next command among those that were counted, where states have names.
    state: u32,
    avoided: Avoided,
    /// Counters of the case.
    counters: Option<&'c mut Counters>,
    /// True if the details of a failure may be read.
    pub wants_details: bool,
    /// Why the law failed. It is kept here, so that the end of a step stays a byte.
    reason: Option<Box<Reason>>,
    /// True if the law failed.
    pub is_broken: bool,
    /// How many steps there were.
    steps: u32,
    /// Set where the case is shown.
    look: Option<Look>,
    /// Watchers of this run. They are the last field: what the system does when it is dropped is still theirs to see.
    watches: Vec<Box<dyn Watch>>,
}

/// What the step that is running looks like.
#[derive(Default)]
struct Look {
    said: Said,
    before: String,
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It ran.
    Ran,
    /// It ran, and nothing may come after it.
    RanLast,
    /// It was refused.
    Refused,
    /// A promise or an invariant is broken; [`Trial::outcome`] says which.
    Broken,
}

impl End {
    /// What that means for the sequence of steps.
    pub fn made(self) -> Made {
        match self {
            End::Ran => Made::Yes,
            End::RanLast | End::Broken => Made::Last,
            End::Refused => Made::No,
        }
    }
}

/// What is known of a step when it is over.
pub(crate) struct Ended {
    pub end: End,
    /// Whether the model has a name for its result.
    pub is_named: bool,
}

impl<'m, 'c, M: Debug + 'static, S: 'static, K: AnyKind> Trial<'m, 'c, M, S, K> {
    /// A case that runs.
    pub fn running(
        machine: &'m Machine<M, S, K>,
        counters: Option<&'c mut Counters>,
        shows: bool,
    ) -> Self {
        let mut trial = Trial::making(machine, counters, shows);
        if !machine.watches.is_empty() {
            trial.begin_to_watch();
        }
        if let (Some(states), Some(counters)) = (&machine.states, &mut trial.counters) {
            let key = *machine.counted.get_or_init(|| counts::key(&machine.names));
            let steps = counts::transitions(counters, key, &machine.names);
            trial.state = steps.thing(&states(&trial.model));
        }
        trial.system = Some((machine.system)());
        trial
    }

    /// Makes the watchers: before the system, so that they see what its constructor does.
    // Apart, so that cases without watchers do not pay for it.
    #[cold]
    #[inline(never)]
    fn begin_to_watch(&mut self) {
        self.watches = self.machine.watches.iter().map(|watch| watch()).collect();
    }

    /// A case whose program is only made.
    pub fn making(
        machine: &'m Machine<M, S, K>,
        counters: Option<&'c mut Counters>,
        shows: bool,
    ) -> Self {
        let spare = std::mem::take(&mut *machine.spare.borrow_mut());
        Trial {
            machine,
            model: (machine.model)(),
            system: None,
            bindings: RefCell::new(spare.bindings),
            tried: spare.tried,
            visited: Vec::new(),
            state: 0,
            avoided: Avoided::default(),
            counters,
            wants_details: true,
            reason: None,
            is_broken: false,
            steps: 0,
            look: shows.then(Look::default),
            watches: Vec::new(),
        }
    }

    /// Tries a command.
    #[inline(always)]
    pub fn step(&mut self, index: usize, source: &mut Source, draws: &Draws<'_, K::Kept>) -> Ended {
        let machine = self.machine;
        if self.look.is_some() {
            self.look_before();
        }
        let stage = Stage {
            context: Context {
                command: &machine.names[index],
                number: self.steps + 1,
                is_named: Cell::new(false),
                bindings: &self.bindings,
                manner: Manner::Judged,
                wants_details: self.wants_details,
            },
            is_plain: source.is_plain(),
            source: RefCell::new(source),
            draws,
            system: RefCell::new(self.system.as_mut()),
            shown: self.look.as_ref().map(|look| &look.said),
            is_provoked: Cell::new(false),
            avoided: &self.avoided,
            settings: &machine.settings,
            apart: None,
        };
        // Before it runs, since it may panic.
        self.tried.push(index as u16);
        let flow = (machine.commands[index].run)(&mut self.model, Step::new(&stage));
        let (is_named, is_provoked) = (stage.context.is_named.get(), stage.is_provoked.get());
        let end = match flow {
            Err(StepEnd(Why::Refused)) => {
                if let Some(last) = self.tried.last_mut() {
                    *last |= REFUSED_MARK;
                }
                return Ended { end: End::Refused, is_named };
            }
            Err(StepEnd(Why::Broken(reason))) => self.fails(reason),
            Ok(()) if is_provoked => End::RanLast,
            Ok(()) => End::Ran,
        };
        self.steps += 1;
        if machine.states.is_some() {
            self.count_state(index);
        }
        let is_checked = machine.is_checked && end != End::Broken;
        let end = match is_checked && !self.is_well_after(index) {
            true => End::Broken,
            false => end,
        };
        Ended { end, is_named }
    }

    /// Returns whether the calls are shown.
    pub fn shows(&self) -> bool {
        self.look.is_some()
    }

    /// The model, the system and the values of variables.
    pub fn parts(&mut self) -> (&M, &mut S, &Bindings<K::Kept>) {
        let system = self.system.as_mut().expect("a case that runs has a system");
        (&self.model, system, self.bindings.get_mut())
    }

    /// Looks at the model before a step that is shown.
    #[cold]
    fn look_before(&mut self) {
        self.look = Some(Look { before: text(&self.model), ..Look::default() });
    }

    /// Counts the state after a step that ran, and the step from the state before.
    #[inline(never)]
    fn count_state(&mut self, index: usize) {
        let (Some(states), Some(_)) = (&self.machine.states, &self.system) else { return };
        let state = states(&self.model);
        if let Some(counters) = &mut self.counters {
            let machine = self.machine;
            let key = *machine.counted.get_or_init(|| counts::key(&machine.names));
            let steps = counts::transitions(counters, key, &machine.names);
            let to = steps.thing(&state);
            steps.add(self.state, index, to);
            self.state = to;
        }
        if !self.machine.covers.is_empty() {
            self.visited.push(state);
        }
    }

    /// Shows the step that was tried last, and gives the call as it is shown.
    pub fn show(
        &mut self,
        source: &mut Source,
        index: usize,
        arguments: Option<ShownValue>,
        is_named: bool,
        is_broken: bool,
    ) -> Option<ShownCall> {
        let look = self.look.take()?;
        let variable = is_named.then(|| format!("v{}", self.steps));
        let arguments = arguments.or(look.said.arguments.into_inner());
        let call = ShownCall {
            variable,
            name: self.machine.names[index].clone(),
            arguments: arguments.unwrap_or_else(|| shown_value("", &())),
            before: look.before,
            result: look.said.result.into_inner(),
            failed: is_broken,
            column: None,
        };
        source.show_call(call.clone());
        self.look = Some(Look::default());
        Some(call)
    }

    /// The arguments of the step that was tried last, as they look.
    pub fn arguments(&mut self) -> Option<ShownValue> {
        self.look.as_mut().and_then(|look| look.said.arguments.take())
    }

    /// The model before that step, as it looked.
    pub fn before(&mut self) -> String {
        self.look.as_mut().map(|look| std::mem::take(&mut look.before)).unwrap_or_default()
    }

    /// The commands that were refused, which a program does not have.
    pub fn refused(&self) -> Vec<u16> {
        self.tried.iter().copied().filter(|tried| tried & REFUSED_MARK != 0).collect()
    }

    /// Counts what was refused while the program was made that runs now.
    pub fn add_refused(&mut self, refused: &[u16]) {
        self.tried.extend(refused);
    }

    /// Returns whether the invariants hold before the first command, and no watcher objects.
    pub fn begins_well(&mut self) -> bool {
        let wants_details = self.wants_details;
        self.all_hold(&self.machine.invariants)
            && self.no_watch_objects(|watch| watch.at_start(wants_details))
    }

    /// Returns whether the invariants hold after a command that just ran, and no watcher objects.
    fn is_well_after(&mut self, index: usize) -> bool {
        // A sequence that is only made has no watchers.
        self.all_hold(&self.machine.invariants)
            && (self.watches.is_empty() || self.no_watch_objects_to(index))
    }

    /// Returns whether no watcher objects to the command that just ran.
    // Apart, so that the checks of a machine with invariants alone stay small.
    #[cold]
    #[inline(never)]
    fn no_watch_objects_to(&mut self, index: usize) -> bool {
        let (number, name, wants_details) =
            (self.steps, &*self.machine.names[index], self.wants_details);
        let command = WatchedCommand { number, name, wants_details };
        self.no_watch_objects(|watch| watch.after_command(&command))
    }

    /// Lets the system finish what the commands began. A panic is a failure of its own, told apart from that of a command
    /// at the same place.
    #[cold]
    pub fn drain(&mut self) -> Outcome {
        let (Some(drain), Some(system)) = (&self.machine.drain, &mut self.system) else {
            return Outcome::Passed;
        };
        let (model, bindings) = (&self.model, self.bindings.borrow());
        let drained = attempt(|| {
            drain(model, system, &bindings);
            Outcome::Passed
        });
        match drained.unwrap_or_else(raise) {
            Outcome::Failed(reason) => Outcome::Failed(Box::new(drain_failed(*reason))),
            outcome => outcome,
        }
    }

    /// Returns whether what is promised of the end holds after the last command, and no watcher objects.
    pub fn ends_well(&mut self) -> bool {
        let (drained, wants_details) = (self.machine.drain.is_some(), self.wants_details);
        let end = WatchedEnd { drained, wants_details };
        self.all_hold(&self.machine.finally) && self.no_watch_objects(|watch| watch.at_end(&end))
    }

    /// Asks the watchers in their order, up to the first one that objects.
    fn no_watch_objects(&mut self, mut ask: impl FnMut(&mut dyn Watch) -> Option<Reason>) -> bool {
        match self.watches.iter_mut().find_map(|watch| ask(&mut **watch)) {
            None => true,
            Some(reason) => {
                self.fails(Box::new(reason));
                false
            }
        }
    }

    fn all_hold(&mut self, invariants: &[Invariant<M, S, K::Kept>]) -> bool {
        let Some(system) = &mut self.system else { return true };
        let broken = first_broken(invariants, &self.model, system, &self.bindings.borrow());
        let Some(broken) = broken else { return true };
        self.fails(broken.into_reason(self.wants_details));
        false
    }

    #[cold]
    fn fails(&mut self, reason: Box<Reason>) -> End {
        (self.is_broken, self.reason) = (true, Some(reason));
        End::Broken
    }

    /// The outcome so far: a failure, if a promise is broken.
    pub fn outcome(&mut self) -> Outcome {
        self.reason.take().map_or(Outcome::Passed, Outcome::Failed)
    }

    /// Says of the case what its commands amount to.
    pub fn cover(&self) {
        let (names, tried, visited) = (&self.machine.names, &self.tried, &self.visited);
        self.machine.demand(&Counts { names, tried, visited });
    }
}

/// However a case ends, the system is cleaned up and what ran is counted.
impl<M: Debug + 'static, S: 'static, K: AnyKind> Drop for Trial<'_, '_, M, S, K> {
    fn drop(&mut self) {
        let machine = self.machine;
        if let Some(system) = &mut self.system {
            machine.clean_up(&self.model, system, &self.bindings.borrow(), self.is_broken);
            if let Some(counters) = &mut self.counters {
                let key = *machine.counted.get_or_init(|| counts::key(&machine.names));
                let counts = counters.of(key, || counts::rows(&machine.names));
                counts::add(counts, machine.names.len(), &self.tried);
            }
        }
        if let Some(counters) = &mut self.counters {
            let avoided = self.avoided.0.take().into_iter();
            avoided.for_each(|bug| counters.add("known bugs avoided", bug, 1));
        }
        let mut spare = machine.spare.borrow_mut();
        spare.tried = std::mem::take(&mut self.tried);
        spare.tried.clear();
        spare.bindings = self.bindings.take();
        spare.bindings.clear();
    }
}
