//! A machine: a model, its commands, and how they are put to the test.

use std::cell::{OnceCell, RefCell};
use std::fmt::Debug;
use std::panic::Location;
use std::pin::Pin;
use std::time::Duration;

use lawful_core::choice::{Source, mix, mix_bytes};
use lawful_core::generate::{Lengths, Made, Misuse};

use crate::choose::{Chooser, Next, Weight};
use crate::counts::Counts;
use crate::flow::StepResult;
use crate::kind::{AnyKind, Kind, Shared};
use crate::step::{Settings, Step};
use crate::variable::Bindings;
use crate::watch::Watch;

/// A model of a stateful system and the commands that both follow: a law, which says that the system
/// does what the model says, whatever commands are run in whatever order.
///
/// `M` is the model's state, `S` the system under test.
///
/// ```
/// use lawful::machine::symbolic::*;
/// use lawful::prelude::*;
///
/// /// A door: locked only while it is closed.
/// #[derive(Default)]
/// struct Door { open: bool, locked: bool }
///
/// fn open(model: &mut (bool, bool), step: Step<Door>) -> StepResult {
///     step.require(!model.1)?;
///     step.call((), |door, _, ()| door.open = true)?;
///     model.0 = true;
///     Ok(())
/// }
///
/// fn close(model: &mut (bool, bool), step: Step<Door>) -> StepResult {
///     step.call((), |door, _, ()| door.open = false)?;
///     model.0 = false;
///     Ok(())
/// }
///
/// fn turn_key(model: &mut (bool, bool), step: Step<Door>) -> StepResult {
///     step.require(!model.0)?;
///     let locked = step.call((), |door, _, ()| { door.locked = !door.locked; door.locked })?;
///     model.1 = !model.1;
///     locked.returns(model.1)
/// }
///
/// let door = Machine::new(|| (false, false), Door::default)
///     .command(close)
///     .command_with(open, |command| command.weight(2))
///     .command(turn_key)
///     .commands(..=30)
///     .invariant("an open door is not locked", |_, door, _| !(door.open && door.locked))
///     .finally("model and door agree", |model, door, _| *model == (door.open, door.locked))
///     .states(|model| match model {
///         (true, _) => "open",
///         (_, true) => "locked",
///         _ => "closed",
///     })
///     .cover(20.0, "locked", |counts| counts.visited("locked") > 0)
///     .cover(20.0, "locked twice", |counts| counts.of("turn_key") >= 3);
/// let summary = Runner::named("door").tests(1_000).run(&door);
/// assert!(summary.is_success());
/// let locked = |row: &lawful::extend::Counter| row.name == "locked";
/// assert!(summary.counts.iter().any(|(row, count)| locked(row) && *count > 0));
/// ```
#[doc(alias("RuleBasedStateMachine", "ReferenceStateMachine", "StateMachineTest", "stateful"))]
pub struct Machine<M, S, K: AnyKind> {
    pub(crate) model: Box<dyn Fn() -> M>,
    pub(crate) system: Box<dyn Fn() -> S>,
    pub(crate) commands: Vec<Command<M, S, K>>,
    /// The names of the commands.
    pub(crate) names: Vec<String>,
    pub(crate) testing: Testing,
    pub(crate) lengths: Lengths,
    pub(crate) invariants: Vec<Invariant<M, S, K::Kept>>,
    pub(crate) finally: Vec<Invariant<M, S, K::Kept>>,
    /// Makes a watcher for each run.
    pub(crate) watches: Vec<Box<dyn Fn() -> Box<dyn Watch>>>,
    /// True if there is an invariant or a watcher: one question after each command where there is neither.
    pub(crate) is_checked: bool,
    pub(crate) drain: Option<Cleanup<M, S, K::Kept>>,
    pub(crate) cleanup: Option<Cleanup<M, S, K::Kept>>,
    pub(crate) until: Option<Of<M, bool>>,
    pub(crate) states: Option<Of<M, String>>,
    pub(crate) covers: Vec<Cover>,
    pub(crate) settings: Settings<K>,
    /// First misuse of the builder, reported when the law runs.
    pub(crate) misuse: Option<String>,
    pub(crate) chooser: OnceCell<Chooser>,
    /// Key of the tables that cases are counted in.
    pub(crate) counted: OnceCell<u64>,
    pub(crate) spare: RefCell<Spare<K::Kept>>,
}

pub(crate) struct Command<M, S, K: AnyKind> {
    pub weight: Weight<M>,
    pub is_negative: bool,
    pub run: Box<Body<M, S, K>>,
    /// The kind of the span that holds the arguments.
    pub label: u64,
}

pub(crate) type Body<M, S, K> = dyn Fn(&mut M, Step<'_, S, K>) -> StepResult + Send + Sync;
type Of<M, T> = Box<dyn Fn(&M) -> T>;
type Condition<M, S, V> = Box<dyn Fn(&M, &mut S, &Bindings<V>) -> bool>;
type Cleanup<M, S, V> = Box<dyn Fn(&M, &mut S, &Bindings<V>)>;

pub(crate) struct Invariant<M, S, V: ?Sized> {
    pub name: String,
    pub holds: Condition<M, S, V>,
}

pub(crate) struct Cover {
    pub percent: f64,
    pub name: String,
    pub holds: Box<dyn Fn(&Counts<'_>) -> bool>,
}

/// What one case leaves for the next, so that a test that passes allocates nothing.
pub(crate) struct Spare<V: ?Sized> {
    pub tried: Vec<u16>,
    pub bindings: Bindings<V>,
}

// A derive would ask the same of `V`.
impl<V: ?Sized> Default for Spare<V> {
    fn default() -> Self {
        Spare { tried: Vec::new(), bindings: Bindings::default() }
    }
}

/// Options of one command: see [`Machine::command_with`].
#[must_use]
pub struct CommandOptions<M> {
    name: String,
    weight: Weight<M>,
    is_negative: bool,
}

impl<M> CommandOptions<M> {
    fn named(name: &str) -> Self {
        CommandOptions { name: name.to_string(), weight: Weight::Fixed(1), is_negative: false }
    }

    /// Name under which the command is shown and counted; that of its function unless set.
    pub fn name(self, name: &str) -> Self {
        CommandOptions { name: name.to_string(), ..self }
    }

    /// Weight with which the command is chosen among all of the machine; 1 unless set.
    #[doc(alias = "frequency")]
    pub fn weight(self, weight: u32) -> Self {
        CommandOptions { weight: Weight::Fixed(weight), ..self }
    }

    /// Weight that depends on the model. A command of weight 0 is not chosen.
    pub fn weight_by(self, weight: impl Fn(&M) -> u32 + 'static) -> Self {
        CommandOptions { weight: Weight::ByState(Box::new(weight)), ..self }
    }

    /// Makes this a negative command: the system should turn it down. It is used only in [negative
    /// testing](Machine::testing).
    pub fn negative(self) -> Self {
        CommandOptions { is_negative: true, ..self }
    }
}

/// Which commands a machine tests with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Testing {
    /// Only those that the system should accept.
    #[default]
    Positive,
    /// Also those that it should turn down. About a third of all commands are then such, where their
    /// preconditions let them.
    Negative,
}

impl<M: Debug + 'static, S: 'static, K: AnyKind> Machine<M, S, K> {
    /// A machine without commands. Both functions are called for every case: each has a model and a
    /// system of its own.
    pub fn new(model: impl Fn() -> M + 'static, system: impl Fn() -> S + 'static) -> Self {
        Machine {
            model: Box::new(model),
            system: Box::new(system),
            commands: Vec::new(),
            names: Vec::new(),
            testing: Testing::Positive,
            lengths: Lengths::by_size(),
            invariants: Vec::new(),
            finally: Vec::new(),
            watches: Vec::new(),
            is_checked: false,
            drain: None,
            cleanup: None,
            until: None,
            states: None,
            covers: Vec::new(),
            settings: Settings { time_limit: None, block_on: None },
            misuse: None,
            chooser: OnceCell::new(),
            counted: OnceCell::new(),
            spare: RefCell::default(),
        }
    }

    /// Adds a command, under the name of its function. Simpler ones should come first: shrinking goes
    /// to them.
    #[track_caller]
    pub fn command<F>(self, command: F) -> Self
    where
        F: Fn(&mut M, Step<'_, S, K>) -> StepResult + Send + Sync + 'static,
    {
        let name = last_name(std::any::type_name::<F>());
        self.add(Box::new(command), CommandOptions::named(name))
    }

    /// Adds a command under a name of its own, as a closure needs one.
    #[track_caller]
    pub fn named_command<F>(self, name: &str, command: F) -> Self
    where
        F: Fn(&mut M, Step<'_, S, K>) -> StepResult + Send + Sync + 'static,
    {
        self.add(Box::new(command), CommandOptions::named(name))
    }

    /// Adds a command with options: how often it is chosen, and whether it is a negative one.
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
    /// #[law]
    /// fn a_list_is_a_stack() -> impl Law {
    ///     Machine::new(Vec::new, Vec::new)
    ///         .command_with(push, |command| command.weight(3))
    ///         .command_with(pop, |command| command.name("take"))
    /// }
    /// ```
    #[track_caller]
    pub fn command_with<F>(
        self,
        command: F,
        options: impl FnOnce(CommandOptions<M>) -> CommandOptions<M>,
    ) -> Self
    where
        F: Fn(&mut M, Step<'_, S, K>) -> StepResult + Send + Sync + 'static,
    {
        let options = options(CommandOptions::named(last_name(std::any::type_name::<F>())));
        self.add(Box::new(command), options)
    }

    #[track_caller]
    fn add(mut self, run: Box<Body<M, S, K>>, options: CommandOptions<M>) -> Self {
        let CommandOptions { name, weight, is_negative } = options;
        let place = Location::caller();
        if name.starts_with('{') {
            self.misuse.get_or_insert(format!(
                "the command at {place} is a closure, which has no name; add it with \
                 `.named_command(\"..\", ..)`"
            ));
        }
        if self.names.contains(&name) {
            self.misuse.get_or_insert(format!(
                "the command at {place} is the second one of the name `{name}`; add it with \
                 `.named_command(\"..\", ..)` and another name"
            ));
        }
        let label = mix(STEP, mix_bytes(name.as_bytes()));
        self.commands.push(Command { weight, is_negative, run, label });
        self.names.push(name);
        self
    }

    /// Chooses between positive and negative testing; the first unless this is called.
    ///
    /// ```
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// fn take(left: &mut u32, step: Step<u32>) -> StepResult {
    ///     step.require(*left > 0)?;
    ///     step.call((), |stock, _, ()| stock.checked_sub(1).map(|left| *stock = left))?
    ///         .ensure("to take one", |taken, _| taken.is_some())?;
    ///     *left -= 1;
    ///     Ok(())
    /// }
    ///
    /// fn take_too_much(left: &mut u32, step: Step<u32>) -> StepResult {
    ///     step.require(*left == 0)?;
    ///     step.call((), |stock, _, ()| stock.checked_sub(1))?.returns(None)
    /// }
    ///
    /// let machine = || Machine::new(|| 3, || 3).command(take).command_with(take_too_much, |command| command.negative());
    /// let ran = |machine: &Machine<u32, u32>| {
    ///     let counts = Runner::named("stock").run(machine).counts;
    ///     counts.iter().find(|(counted, _)| counted.name == "take_too_much").unwrap().1
    /// };
    /// assert_eq!(ran(&machine()), 0);
    /// assert!(ran(&machine().testing(Testing::Negative)) > 0);
    /// ```
    pub fn testing(self, testing: Testing) -> Self {
        Machine { testing, ..self }
    }

    /// Sets the number of commands of a case; as many as the size unless this is called.
    #[track_caller]
    pub fn commands(self, lengths: impl Into<Lengths>) -> Self {
        Machine { lengths: lengths.into(), ..self }
    }

    /// Something that holds before the first command and after every one.
    pub fn invariant(
        mut self,
        name: &str,
        holds: impl Fn(&M, &mut S, &Bindings<K::Kept>) -> bool + 'static,
    ) -> Self {
        self.invariants.push(Invariant { name: name.to_string(), holds: Box::new(holds) });
        self.is_checked = true;
        self
    }

    /// Something that holds when all commands have run.
    pub fn finally(
        mut self,
        name: &str,
        holds: impl Fn(&M, &mut S, &Bindings<K::Kept>) -> bool + 'static,
    ) -> Self {
        self.finally.push(Invariant { name: name.to_string(), holds: Box::new(holds) });
        self
    }

    /// Adds a watcher of command sequences, a fresh one for each run of a case: see [`Watch`].
    ///
    /// A machine may have several; they are asked in the order in which they were added. Parallel laws refuse a machine
    /// that is watched, since between the calls of branches there is no moment to ask.
    pub fn watched<W: Watch + 'static>(mut self, watch: impl Fn() -> W + 'static) -> Self {
        self.watches.push(Box::new(move || Box::new(watch())));
        self.is_checked = true;
        self
    }

    /// Adds a phase after the last command in which the system finishes what the commands began: it delivers what is
    /// queued, answers what was asked.
    ///
    /// A command sequence ends anywhere, so that something is under way at the end of most. After the drain, promises such
    /// as "every request is answered" can be judged, by [`finally`](Machine::finally) and by
    /// [watchers](Machine::watched). It runs once for each case in which no command failed, and before both. A panic in it
    /// fails the law. An async system is run to its end by [`block_on`](lawful_core::law::block_on) or by a runtime that
    /// the closure owns. Parallel laws refuse a machine that has this phase.
    ///
    /// ```
    /// use std::collections::VecDeque;
    /// use lawful::machine::symbolic::*;
    /// use lawful::prelude::*;
    ///
    /// /// Post office that keeps letters until they are delivered.
    /// #[derive(Default)]
    /// struct Post { queue: VecDeque<u8>, delivered: usize }
    ///
    /// impl Post {
    ///     fn deliver(&mut self) -> bool {
    ///         let letter = self.queue.pop_front();
    ///         self.delivered += usize::from(letter.is_some());
    ///         letter.is_some()
    ///     }
    /// }
    ///
    /// fn send(sent: &mut usize, step: Step<Post>) -> StepResult {
    ///     let letter = step.draw(any());
    ///     step.call(letter, |post, _, letter| post.queue.push_back(letter))?;
    ///     *sent += 1;
    ///     Ok(())
    /// }
    ///
    /// let machine = Machine::new(|| 0, Post::default)
    ///     .command(send)
    ///     .drain(|_, post, _| while post.deliver() {})
    ///     .finally("every letter is delivered", |sent, post, _| *sent == post.delivered);
    /// assert!(Runner::named("post").run(&machine).is_success());
    /// ```
    #[track_caller]
    pub fn drain(mut self, drain: impl Fn(&M, &mut S, &Bindings<K::Kept>) + 'static) -> Self {
        if self.drain.is_some() {
            let place = Location::caller();
            self.misuse.get_or_insert(format!(
                "the drain at {place} is the second one of its machine; make them one closure"
            ));
        }
        Machine { drain: Some(Box::new(drain)), ..self }
    }

    /// Adds an action that is done after every case, also after one in which a command panicked. The system is dropped
    /// after it, which for many is all the cleaning up they need.
    pub fn cleanup(self, cleanup: impl Fn(&M, &mut S, &Bindings<K::Kept>) + 'static) -> Self {
        Machine { cleanup: Some(Box::new(cleanup)), ..self }
    }

    /// Ends a case in a state after which no command makes sense.
    pub fn until(self, is_over: impl Fn(&M) -> bool + 'static) -> Self {
        Machine { until: Some(Box::new(is_over)), ..self }
    }

    /// Names the states, so that the report can tell how often each was visited, and draw the commands between them.
    ///
    /// A name for each kind of state, such as `empty` and `full`, tells more than one for each state.
    pub fn states<T: ToString>(self, name: impl Fn(&M) -> T + 'static) -> Self {
        Machine { states: Some(Box::new(move |model| name(model).to_string())), ..self }
    }

    /// Demands that so many per cent of the cases do something: `cover!` for whole programs.
    pub fn cover(
        mut self,
        percent: f64,
        name: &str,
        holds: impl Fn(&Counts<'_>) -> bool + 'static,
    ) -> Self {
        self.covers.push(Cover { percent, name: name.to_string(), holds: Box::new(holds) });
        self
    }

    /// The longest a command may take. One that takes longer breaks the law; one that never returns
    /// is stopped only if it is [async](Step::call_async), or if the law is isolated.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.settings.time_limit = Some(limit);
        self
    }

    /// How often in a row commands may be refused before a case ends.
    pub(crate) fn patience(&self) -> u32 {
        16 * self.commands.len() as u32
    }

    #[inline(always)]
    pub(crate) fn choose(&self, source: &mut Source, model: &M) -> Next {
        if self.until.as_ref().is_some_and(|until| until(model)) {
            return Next::None(Made::Over);
        }
        let chooser = self.chooser.get().unwrap_or_else(|| self.make_chooser());
        chooser.choose(&self.commands, source, model)
    }

    #[cold]
    #[inline(never)]
    fn make_chooser(&self) -> &Chooser {
        self.chooser.get_or_init(|| match &self.misuse {
            Some(misuse) => Misuse::raise(misuse.as_str()),
            None => Chooser::new(&self.commands, self.testing),
        })
    }
}

impl<M, S, K: Kind> Machine<M, S, K> {
    /// Runs async calls, on a runtime for instance:
    /// `.block_on(move |future| runtime.block_on(future))`. See [`Step::call_async`].
    pub fn block_on(
        mut self,
        block_on: impl Fn(Pin<&mut dyn Future<Output = ()>>) + 'static,
    ) -> Self {
        self.settings.block_on = Some(Box::new(block_on));
        self
    }
}

impl<M, S> Machine<M, S, Shared> {
    /// Runs async calls, on a runtime for instance, from whichever thread.
    pub fn block_on(
        mut self,
        block_on: impl Fn(Pin<&mut dyn Future<Output = ()>>) + Send + Sync + 'static,
    ) -> Self {
        self.settings.block_on = Some(Box::new(block_on));
        self
    }
}

/// The kind of the span that holds a step.
pub(crate) const STEP: u64 = 0x6d61_6368_696e_6501;

/// The last name of a path, without the types in it: `send` for `<chat::Chat<u8> as Sends>::send::<u8>`.
fn last_name(path: &str) -> &str {
    let (mut depth, mut start, mut end) = (0u32, 0, path.len());
    for (at, letter) in path.char_indices() {
        match letter {
            '<' => {
                if depth == 0 && at > start {
                    end = at;
                }
                depth += 1;
            }
            '>' => depth = depth.saturating_sub(1),
            ':' if depth == 0 && !path[at + 1..].starts_with('<') => {
                (start, end) = (at + 1, path.len())
            }
            _ => {}
        }
    }
    path[start..end].trim_end_matches(':')
}
