//! Watchers of scheduled runs: code beside the program that sees rounds, time and events, and judges the run at its end.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::Location;
use std::rc::Rc;
use std::time::Duration;

use lawful_core::data::EventKind;
use lawful_core::law::{Case, Counters, Outcome};

use crate::run::{Object, Run, TaskId, current};

/// Watcher of one run of a scheduled law. See [`Scheduled::watched`](crate::Scheduled::watched).
///
/// A watched run need not come to an end. Its schedule is searched for [`Limits::max_points`] scheduling points. If the
/// run goes on after them, a *fair tail* follows: the runnable tasks take turns, in the order of their numbers, until
/// [`Limits::tail_rounds`] rounds are over. What has not happened by then is not for want of a turn. The tail is a
/// function of the prefix and is not on the tape.
///
/// A *round* is over when every task that was runnable at its beginning has taken a step or is not runnable any more.
///
/// ```
/// use std::ops::ControlFlow;
/// use lawful::data::Reason;
/// use lawful::extend::{Case, Outcome};
/// use lawful::prelude::*;
/// use lawful::pulse::sync::Arc;
/// use lawful::pulse::sync::atomic::{AtomicBool, Ordering::SeqCst};
/// use lawful::pulse::{RunEnd, Watch, scheduled, thread, with_watch};
///
/// /// Whether the server has answered.
/// #[derive(Default)]
/// struct Answered(bool);
///
/// impl Watch for Answered {
///     fn judge(self, end: RunEnd, _: &mut Case) -> Outcome {
///         match self.0 {
///             true => Outcome::Passed,
///             false => Outcome::failed(Reason::new("example", "no-answer", "the server answers")),
///         }
///     }
/// }
///
/// let server = |answers: bool| {
///     scheduled(move || {
///         let asked = Arc::new(AtomicBool::new(false));
///         let own = asked.clone();
///         thread::spawn(move || {
///             // A server has no end.
///             loop {
///                 if own.load(SeqCst) && answers {
///                     with_watch(|watch: &mut Answered| watch.0 = true);
///                 }
///             }
///         });
///         asked.store(true, SeqCst);
///     })
///     .schedules(4)
///     .watched(Answered::default)
/// };
/// assert!(Runner::named("answers").tests(4).run(&server(true)).is_success());
/// assert!(!Runner::named("is silent").tests(4).run(&server(false)).is_success());
/// ```
///
/// The methods are called between two steps of the program. A watcher must be deterministic, must not wait for anything
/// of the program, and must not panic in [`moment`](Watch::moment), in [`observed`](Watch::observed) and in
/// [`with_watch`], which stops the test as misuse. Some runs are repeated to see whether they are deterministic; their watchers are dropped without
/// being asked to judge.
pub trait Watch: 'static {
    /// Returns the limits of the run; called once, at its beginning.
    fn limits(&self) -> Limits {
        Limits::default()
    }

    /// Notes that a round ended, that time went on, or that the fair tail began. `Break` ends the run.
    fn moment(&mut self, _moment: Moment, _what: Happening) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Notes an event of one of the kinds in [`Limits::observes`]. `Break` ends the run at the next scheduling point.
    fn observed(&mut self, _event: &Observed<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Returns the verdict on a run that is over.
    ///
    /// Panics, races and other failures that the scheduler finds come first, and so does a body that ended and failed.
    /// A deadlock or a leaked thread is reported after this, if this passes; see [`Limits::may_wait`].
    fn judge(self, end: RunEnd, case: &mut Case) -> Outcome
    where
        Self: Sized;

    /// Returns remarks on the law when it is over, from what its runs were counted as.
    fn remarks(_counters: &Counters) -> Vec<String>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// Moment of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moment {
    /// Virtual time since the run began.
    pub time: Duration,
    /// Number of rounds that are over; 0 in a run that is not watched.
    pub round: u64,
    /// Number of scheduling points so far.
    pub points: u64,
}

/// Reason why [`Watch::moment`] is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Happening {
    /// A round ended.
    Round,
    /// The virtual clock went on to the next timer.
    Time,
    /// The fair tail begins.
    FairTail,
}

/// Limits of a watched run.
///
/// ```
/// use lawful::data::EventKind;
/// use lawful::pulse::Limits;
///
/// let limits = Limits::new().max_points(5_000).tail_rounds(100).observes(&[EventKind::Send]);
/// # let _ = limits;
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Limits {
    pub(crate) max_points: u64,
    pub(crate) tail_rounds: u64,
    pub(crate) rounds_per_timer: u64,
    pub(crate) every_round: bool,
    pub(crate) may_wait: bool,
    pub(crate) observes: &'static [EventKind],
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}

impl Limits {
    /// Returns the limits that hold unless others are set.
    pub const fn new() -> Self {
        Limits {
            max_points: 20_000,
            tail_rounds: 300,
            rounds_per_timer: 20,
            every_round: true,
            may_wait: false,
            observes: &[],
        }
    }

    /// Sets the number of scheduling points after which the fair tail begins: 20,000 unless set, and never more than
    /// [`Scheduled::max_scheduling_points`](crate::Scheduled::max_scheduling_points).
    pub const fn max_points(self, points: u64) -> Self {
        Limits { max_points: points, ..self }
    }

    /// Sets the number of rounds after which the fair tail ends, and the run with it: 300 unless set.
    pub const fn tail_rounds(self, rounds: u64) -> Self {
        Limits { tail_rounds: rounds, ..self }
    }

    /// Sets the number of rounds for which time stands still before a timer may fire while tasks are runnable: 20 unless
    /// set. In the fair tail it does fire then. With 0 a timer may fire at once, as in runs that are not watched.
    pub const fn rounds_per_timer(self, rounds: u64) -> Self {
        Limits { rounds_per_timer: rounds, ..self }
    }

    /// Sets whether [`Watch::moment`] is called after every round, or only after those of the fair tail, which is quicker:
    /// every one unless set.
    pub const fn every_round(self, every: bool) -> Self {
        Limits { every_round: every, ..self }
    }

    /// Sets whether tasks may be left waiting at the end of the run: if so, a deadlock or a leaked thread is no failure
    /// by itself.
    pub const fn may_wait(self, may: bool) -> Self {
        Limits { may_wait: may, ..self }
    }

    /// Sets the kinds of events that [`Watch::observed`] is called with: none unless set. Runs take several times as long
    /// with any. A task has no event of the kind `Start`: observe `Spawn`.
    pub const fn observes(self, kinds: &'static [EventKind]) -> Self {
        Limits { observes: kinds, ..self }
    }

    pub(crate) fn observes_any(&self) -> bool {
        !self.observes.is_empty()
    }
}

/// Event of the scheduler's own trace: a message is sent, a task ends.
///
/// ```
/// use std::ops::ControlFlow;
/// use lawful::data::EventKind;
/// use lawful::extend::{Case, Outcome};
/// use lawful::prelude::*;
/// use lawful::pulse::process::{receive_as, self_pid, send};
/// use lawful::pulse::{Limits, Observed, RunEnd, Watch, scheduled};
///
/// #[derive(Default)]
/// struct Sends(Vec<String>);
///
/// impl Watch for Sends {
///     fn limits(&self) -> Limits {
///         Limits::new().observes(&[EventKind::Send])
///     }
///
///     fn observed(&mut self, event: &Observed<'_>) -> ControlFlow<()> {
///         self.0.push(format!("{} {}", event.task_name(), event.text()));
///         ControlFlow::Continue(())
///     }
///
///     fn judge(self, _: RunEnd, _: &mut Case) -> Outcome {
///         assert_eq!(self.0, ["main sends 3 to main"]);
///         Outcome::Passed
///     }
/// }
///
/// let law = scheduled(|| {
///     send(self_pid(), 3_u32);
///     receive_as::<u32>();
/// });
/// assert!(Runner::named("sends").run(&law.watched(Sends::default)).is_success());
/// ```
pub struct Observed<'a> {
    pub(crate) run: &'a Run,
    pub(crate) task: TaskId,
    pub(crate) kind: EventKind,
    pub(crate) text: String,
    pub(crate) place: Option<&'static Location<'static>>,
    pub(crate) moment: Moment,
}

impl Observed<'_> {
    /// Returns the task of the event.
    pub fn task(&self) -> TaskId {
        self.task
    }

    /// Returns the name of the task, as far as it is known: see [`task_name`].
    pub fn task_name(&self) -> String {
        self.run.name_so_far(self.task)
    }

    /// Returns the kind of the event.
    pub fn kind(&self) -> EventKind {
        self.kind
    }

    /// Returns the event in words, as traces have it, with its outcome: `sends 3 to server`, `read_file: "a"`.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the line of the program, where one is known.
    pub fn place(&self) -> Option<&'static Location<'static>> {
        self.place
    }

    /// Returns the moment at which it happened.
    pub fn moment(&self) -> Moment {
        self.moment
    }
}

impl fmt::Debug for Observed<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} of task {}: {}", self.kind, self.task, self.text)
    }
}

/// End of a watched run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunEnd {
    /// Reason why the run ended.
    pub cause: EndCause,
    /// Moment of the end.
    pub moment: Moment,
    /// Moment at which the fair tail began, if it did.
    pub fair_tail: Option<Moment>,
    /// Tasks that wait for ever, where the run is [quiescent](EndCause::Quiescent).
    pub stuck: Option<Stuck>,
    /// Names of the tasks as the report has them, by [`TaskId`]; empty if the run is not shown.
    pub tasks: Vec<String>,
}

/// Reason why a watched run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EndCause {
    /// The run ended by itself: every task is at its end, or waits for ever.
    Quiescent,
    /// The program called [`end_run`], or the watcher answered `Break`.
    Stopped,
    /// The fair tail is over, and tasks could still go on.
    Cut,
}

/// Tasks that wait for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stuck {
    /// Code of the reason for which the law would fail: `deadlock`, or `leaked-thread`.
    pub code: &'static str,
    /// A line for each task, with what it waits for.
    pub text: String,
}

/// Ends the current run: every task is unwound where it stands, and the watcher is asked for its verdict, with
/// [`EndCause::Stopped`].
///
/// Returns only where it does nothing: outside of a watched run, in a task that unwinds already, and in a destructor of a
/// thread-local. In the methods of a watcher and in [`with_watch`] it returns as well, and the run ends at the next
/// scheduling point.
///
/// ```
/// use lawful::extend::{Case, Outcome};
/// use lawful::prelude::*;
/// use lawful::pulse::{EndCause, RunEnd, Watch, end_run, scheduled, thread};
///
/// struct Stops;
///
/// impl Watch for Stops {
///     fn judge(self, end: RunEnd, _: &mut Case) -> Outcome {
///         assert_eq!(end.cause, EndCause::Stopped);
///         Outcome::Passed
///     }
/// }
///
/// let law = scheduled(|| {
///     thread::spawn(|| loop {
///         thread::yield_now();
///     });
///     end_run();
///     assert_eq!(1, 2, "this is not reached");
/// });
/// assert!(Runner::named("stops").run(&law.watched(|| Stops)).is_success());
/// ```
pub fn end_run() {
    if let Some(run) = current() {
        run.stop();
    }
}

/// Asks for the fair tail of the run, which then begins at the next scheduling point. Outside of a watched run, and in
/// the tail, this does nothing.
///
/// ```
/// use lawful::extend::{Case, Outcome};
/// use lawful::prelude::*;
/// use lawful::pulse::{EndCause, RunEnd, Watch, begin_fair_tail, scheduled, thread};
///
/// struct Tail;
///
/// impl Watch for Tail {
///     fn judge(self, end: RunEnd, _: &mut Case) -> Outcome {
///         assert_eq!(end.cause, EndCause::Cut);
///         assert_eq!(end.fair_tail.unwrap().points, 2);
///         Outcome::Passed
///     }
/// }
///
/// fn goes_on() {
///     thread::yield_now();
///     begin_fair_tail();
///     loop {
///         thread::yield_now();
///     }
/// }
/// let law = scheduled(goes_on).watched(|| Tail);
/// assert!(Runner::named("tail").tests(1).run(&law).is_success());
/// ```
pub fn begin_fair_tail() {
    if let Some(run) = current() {
        run.want_tail();
    }
}

/// Returns the current moment of the run that this code is part of; none outside of a run.
///
/// ```
/// use std::time::Duration;
/// use lawful::prelude::*;
/// use lawful::pulse::{moment, scheduled, thread};
///
/// let law = scheduled(|| {
///     thread::sleep(Duration::from_secs(3600));
///     assert_eq!(moment().unwrap().time, Duration::from_secs(3600));
/// });
/// assert!(Runner::named("an hour").run(&law).is_success());
/// assert_eq!(moment(), None);
/// ```
pub fn moment() -> Option<Moment> {
    current().map(Run::moment)
}

/// Returns the task that is running; none outside of a run.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::{current_task, scheduled, thread};
///
/// let law = scheduled(|| {
///     assert_eq!(current_task(), Some(0));
///     thread::spawn(|| assert_eq!(current_task(), Some(1))).join().unwrap();
/// });
/// assert!(Runner::named("numbers").run(&law).is_success());
/// assert_eq!(current_task(), None);
/// ```
pub fn current_task() -> Option<TaskId> {
    current().map(Run::current)
}

/// Returns the name of a task of the current run, as far as it is known; none outside of a run, and if there is no such
/// task.
///
/// A task without a name of its own is called by the line that spawned it, and numbered if that line spawned several.
/// The line may yet spawn more: the names of the report are those of [`RunEnd::tasks`].
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::{scheduled, task_name, thread};
///
/// let law = scheduled(|| {
///     let thread = thread::Builder::new().name("server".into()).spawn(|| ()).unwrap();
///     assert_eq!(task_name(0).as_deref(), Some("main"));
///     assert_eq!(task_name(1).as_deref(), Some("server"));
///     thread.join().unwrap();
/// });
/// assert!(Runner::named("names").run(&law).is_success());
/// ```
pub fn task_name(task: TaskId) -> Option<String> {
    current().filter(|run| run.has_task(task)).map(|run| run.name_so_far(task))
}

/// Calls a function with the watcher of the current run. Returns none if the run is not watched by a `W`, outside of a run,
/// when the run is over, and inside of another such call.
///
/// The call is part of the current step: scheduling points in it pass without a context switch. Events that were
/// [observed](Watch::observed) before are handed to the watcher first.
///
/// ```
/// use lawful::extend::{Case, Outcome};
/// use lawful::prelude::*;
/// use lawful::pulse::{RunEnd, Watch, mark_event, scheduled, with_watch};
///
/// #[derive(Default)]
/// struct Events(Vec<&'static str>);
///
/// impl Watch for Events {
///     fn judge(self, _: RunEnd, _: &mut Case) -> Outcome {
///         assert_eq!(self.0, ["begin", "end"]);
///         Outcome::Passed
///     }
/// }
///
/// fn event(name: &'static str) {
///     mark_event();
///     with_watch(|events: &mut Events| events.0.push(name));
/// }
///
/// let law = scheduled(|| {
///     event("begin");
///     event("end");
/// });
/// assert!(Runner::named("events").run(&law.watched(Events::default)).is_success());
/// ```
pub fn with_watch<W: Watch, T>(call: impl FnOnce(&mut W) -> T) -> Option<T> {
    current()?.with_watcher(|watcher| {
        let watch: &RefCell<W> = watcher.downcast_ref()?;
        let mut watch = watch.try_borrow_mut().ok()?;
        Some(call(&mut watch))
    })?
}

/// Marks the current step as one with an event in it that the watcher sees.
///
/// An exhaustive search tries only one order of two steps that share nothing. Steps that are marked share the trace of
/// events, so both orders are tried. This is no scheduling point, and outside of a run it does nothing.
///
/// See [`with_watch`] for an example.
#[inline]
pub fn mark_event() {
    if let Some(run) = current() {
        run.touch(Object::TRACE.address, true);
        run.note_ordered();
    }
}

/// Declares that the number of rounds from here on matters to the watcher. Outside of a watched run this does nothing.
///
/// An exhaustive search tries only one order of two steps that share nothing. The number of rounds depends on the order of
/// all steps, so that all are tried from here on.
pub fn count_rounds() {
    if let Some(run) = current() {
        run.count_rounds();
    }
}

/// Returns whether the current run is shown, so that it has a trace.
///
/// ```
/// assert!(!lawful::pulse::is_shown());
/// ```
pub fn is_shown() -> bool {
    current().is_some_and(Run::is_traced)
}

/// Adds an event to the trace of a run that is shown, in the column of the current task, with its line in the program
/// if that is known. Returns its index among the events
/// of the trace; none if the run is not shown. [`Watch::observed`] is not called with it.
///
/// ```
/// use std::panic::Location;
/// use lawful::prelude::*;
/// use lawful::pulse::{log_event, scheduled};
///
/// let law = scheduled(|| {
///     log_event(|| String::from("the door opens"), Some(Location::caller()));
///     assert_eq!(1, 2);
/// });
/// let summary = Runner::named("door").run(&law);
/// let trace = summary.failure().unwrap().trace().unwrap();
/// assert!(trace.events.iter().any(|event| event.text == "the door opens"));
/// ```
pub fn log_event(
    text: impl FnOnce() -> String,
    place: Option<&'static Location<'static>>,
) -> Option<usize> {
    let run = current().filter(|run| !run.is_ending())?;
    run.log_untold(run.current(), EventKind::Effect, text, place)
}

/// Watching of a law that is not watched.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

/// Watching of a law by the watchers of a factory. See [`Scheduled::watched`](crate::Scheduled::watched).
#[derive(Clone, Copy)]
pub struct Watched<G>(pub(crate) G);

impl<G> fmt::Debug for Watched<G> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Watched(..)")
    }
}

/// Second parameter of [`Scheduled`](crate::Scheduled): [`Unwatched`] or [`Watched`].
pub trait Watching: sealed::Watching {}

impl<W: sealed::Watching> Watching for W {}

pub(crate) mod sealed {
    use super::*;

    pub trait Watching {
        type Watch: Watch;

        /// Makes the watcher of a run.
        fn watch(&self) -> Option<Self::Watch>;
    }

    impl Watching for Unwatched {
        type Watch = Unwatched;

        #[inline]
        fn watch(&self) -> Option<Unwatched> {
            None
        }
    }

    impl<W: Watch, G: Fn() -> W> Watching for Watched<G> {
        type Watch = W;

        fn watch(&self) -> Option<W> {
            Some((self.0)())
        }
    }
}

impl Watch for Unwatched {
    fn judge(self, _: RunEnd, _: &mut Case) -> Outcome {
        Outcome::Passed
    }
}

/// Watcher of any type, as a run has it.
pub(crate) trait AnyWatch {
    fn moment(&self, moment: Moment, what: Happening) -> ControlFlow<()>;
    fn observed(&self, event: &Observed<'_>) -> ControlFlow<()>;
    fn as_any(&self) -> &dyn Any;
}

impl<W: Watch> AnyWatch for RefCell<W> {
    fn moment(&self, moment: Moment, what: Happening) -> ControlFlow<()> {
        self.borrow_mut().moment(moment, what)
    }

    fn observed(&self, event: &Observed<'_>) -> ControlFlow<()> {
        self.borrow_mut().observed(event)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Watcher of one run on the side of the law, which gets it back when the run is over.
pub(crate) struct Held<W> {
    watch: Rc<RefCell<W>>,
    pub limits: Limits,
}

impl<W: Watch> Held<W> {
    pub fn new(watch: W) -> Self {
        let limits = watch.limits();
        Held { watch: Rc::new(RefCell::new(watch)), limits }
    }

    /// The watcher as the run has it.
    pub fn lend(&self) -> crate::run::Watcher {
        (self.watch.clone(), self.limits)
    }

    /// The watcher, when the run has given it back.
    pub fn into_watch(self) -> Option<W> {
        Rc::into_inner(self.watch).map(RefCell::into_inner)
    }
}
