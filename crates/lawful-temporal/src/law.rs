//! Trace laws: a formula with the runs that it is judged on.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;
#[cfg(feature = "pulse")]
use std::time::Duration;

use lawful_core::data::{Block, Mark, Reason};

use crate::compile::{has_data, may_count_rounds};
use crate::emit::Source;
use crate::formula::{Formula, Shape};
use crate::monitor::Monitor;

/// Name of the component in the reasons of failures.
pub(crate) const COMPONENT: &str = "temporal";

/// Formula that is to hold of every run, with the source of its events and the limits of the runs.
///
/// A formula is a law by itself, with the defaults; methods of this type change them.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::pulse::{scheduled, thread};
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// struct Beat;
///
/// fn heart() {
///     loop {
///         event!(Beat);
///         thread::yield_now();
///     }
/// }
///
/// let beats = TraceLaw::new(always(eventually(is!(Beat)))).owed_for(50).max_events(200);
/// let law = scheduled(heart).over_time(beats);
/// assert!(Runner::named("heart").tests(5).run(&law).is_success());
/// ```
pub struct TraceLaw<E> {
    pub(crate) formula: Formula<E>,
    pub(crate) source: Option<Rc<dyn Source<E>>>,
    #[cfg(feature = "pulse")]
    pub(crate) scheduled: ScheduledRuns<E>,
}

/// Options of runs under the scheduler.
#[cfg(feature = "pulse")]
pub(crate) struct ScheduledRuns<E> {
    pub owed_for: u64,
    pub max_events: u64,
    pub max_time: Option<Duration>,
    pub max_points: u64,
    pub unfair_time: bool,
    pub may_wait: bool,
    /// Last method that set one of these, which say nothing of machines.
    pub set_by: Option<&'static str>,
    pub observed: Option<crate::pulse::Observing<E>>,
}

/// Laws that can be judged over time: machines, and programs under the scheduler.
///
/// See [`TraceLaw`] for a program, and [the manual](crate) for a machine.
pub trait OverTime {
    /// Law that is judged over time as well.
    type Judged<E: Debug + 'static>;

    /// Demands that a formula holds of the events of every run. Events come from [`event!`](crate::event), and from the
    /// sources of the [`TraceLaw`].
    fn over_time<E: Debug + 'static>(self, law: impl Into<TraceLaw<E>>) -> Self::Judged<E>;
}

impl<E> From<Formula<E>> for TraceLaw<E> {
    fn from(formula: Formula<E>) -> Self {
        TraceLaw::new(formula)
    }
}

impl<E> From<&Formula<E>> for TraceLaw<E> {
    fn from(formula: &Formula<E>) -> Self {
        TraceLaw::new(formula)
    }
}

impl<E> TraceLaw<E> {
    /// Makes a law of a formula, with the default limits.
    pub fn new(formula: impl Into<Formula<E>>) -> Self {
        TraceLaw {
            formula: formula.into(),
            source: None,
            #[cfg(feature = "pulse")]
            scheduled: ScheduledRuns {
                owed_for: 100,
                max_events: 10_000,
                max_time: None,
                max_points: 20_000,
                unfair_time: false,
                may_wait: false,
                set_by: None,
                observed: None,
            },
        }
    }

    /// Takes events from what code says to `tracing` as well.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::pulse::scheduled;
    /// use lawful::temporal::*;
    ///
    /// // Code that knows nothing of laws.
    /// fn serve() {
    ///     tracing::info!(status = 200, "answered");
    /// }
    ///
    /// let statuses = Tracing::new(|record| record.get::<u16>("status"));
    /// let answered = TraceLaw::new(eventually(event_where("200", |status| *status == 200)));
    /// let law = scheduled(serve).over_time(answered.events_from(statuses));
    /// assert!(Runner::named("answered").tests(5).run(&law).is_success());
    /// ```
    #[cfg(feature = "tracing")]
    #[cfg_attr(docsrs, doc(cfg(feature = "tracing")))]
    pub fn events_from(self, tracing: crate::Tracing<E>) -> Self
    where
        E: 'static,
    {
        TraceLaw { source: Some(Rc::new(tracing)), ..self }
    }
}

/// Limits of runs under the scheduler.
#[cfg(feature = "pulse")]
impl<E> TraceLaw<E> {
    /// Sets the number of turns of every task for which something may be owed in a run that is cut: 100 unless set.
    ///
    /// A run that has not come to its end is not broken because something is still owed: tasks may not have had their
    /// turns. It is if it was owed for so many turns of every task that can run. Below what a right program needs
    /// between a promise and its fulfilment, everything is broken.
    pub fn owed_for(mut self, turns: u64) -> Self {
        self.scheduled.set_by = Some("owed_for");
        self.scheduled.owed_for = turns;
        self
    }

    /// Sets the number of events after which a run is cut: 10,000 unless set. The fair tail comes after them.
    pub fn max_events(mut self, events: u64) -> Self {
        self.scheduled.set_by = Some("max_events");
        self.scheduled.max_events = events;
        self
    }

    /// Sets the virtual time after which a run is cut: no limit unless set. The fair tail comes after it.
    pub fn max_time(mut self, time: Duration) -> Self {
        self.scheduled.set_by = Some("max_time");
        self.scheduled.max_time = Some(time);
        self
    }

    /// Sets the number of scheduling points after which a run is cut: 20,000 unless set. The fair tail comes after them.
    pub fn max_points(mut self, points: u64) -> Self {
        self.scheduled.set_by = Some("max_points");
        self.scheduled.max_points = points;
        self
    }

    /// Lets time pass while tasks are starved, as in runs without a law over time.
    ///
    /// Otherwise a timer fires only when no task can run, or after 20 rounds of all tasks, so that "in time" is not broken
    /// by schedules that no real program has.
    pub fn unfair_time(mut self) -> Self {
        self.scheduled.set_by = Some("unfair_time");
        self.scheduled.unfair_time = true;
        self
    }

    /// Lets tasks wait for ever at the end of a run: a deadlock or a leaked thread is no failure by itself.
    pub fn may_wait(mut self) -> Self {
        self.scheduled.set_by = Some("may_wait");
        self.scheduled.may_wait = true;
        self
    }
}

/// Law with its formula taken apart, and monitors of earlier runs, which remember how to progress.
///
/// Each conjunct has a monitor of its own: which one is broken is the identity of the failure.
pub(crate) struct Judging<E> {
    pub law: TraceLaw<E>,
    pub conjuncts: Vec<Formula<E>>,
    /// True if the formula speaks of values or of limits.
    #[cfg_attr(not(feature = "pulse"), allow(dead_code, reason = "machines have no time"))]
    pub has_data: bool,
    /// True if the formula may count rounds from its beginning on.
    #[cfg_attr(not(feature = "pulse"), allow(dead_code, reason = "commands are counted anyway"))]
    pub counts_rounds: bool,
    idle: RefCell<Vec<Vec<Monitor<E>>>>,
}

impl<E: 'static> Judging<E> {
    pub fn new(law: TraceLaw<E>) -> Self {
        let conjuncts = law.formula.conjuncts();
        let (has_data, counts_rounds) = (has_data(&law.formula), may_count_rounds(&law.formula));
        Judging { law, conjuncts, has_data, counts_rounds, idle: RefCell::default() }
    }

    /// Monitors that have seen no event, one for each conjunct.
    pub fn monitors(&self) -> Vec<Monitor<E>> {
        let idle = self.idle.borrow_mut().pop();
        idle.unwrap_or_else(|| self.conjuncts.iter().map(Monitor::new).collect())
    }

    /// Keeps the monitors of a run for the next one.
    pub fn take_back(&self, mut monitors: Vec<Monitor<E>>) {
        monitors.iter_mut().for_each(Monitor::restart);
        self.idle.borrow_mut().push(monitors);
    }
}

/// Manner in which a run broke a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// Nothing that comes could make it true.
    False,
    /// The run is over, and something was still owed.
    Ended,
    /// Something was owed for too long.
    #[cfg(feature = "pulse")]
    Owed {
        /// Number of the event since which it is owed, from 1.
        since: u64,
        /// Turns of every task since then.
        turns: u64,
    },
}

/// Reason for which a law fails whose formula a run does not satisfy; the explanation where the case is shown, as marks
/// on the events of the case.
pub(crate) fn reason<E>(
    formula: &Formula<E>,
    broken: Broken,
    explanation: Option<Vec<Mark>>,
) -> Reason {
    let code = match broken {
        Broken::False => "formula-false",
        Broken::Ended => "owed-at-end",
        #[cfg(feature = "pulse")]
        Broken::Owed { .. } => "owed-too-long",
    };
    let title = match formula.shape() {
        Shape::Named(name, _) => name.clone(),
        _ => format!("the run does not satisfy `{formula}`"),
    };
    let reason = Reason::new(COMPONENT, code, title);
    let Some(explanation) = explanation else { return reason };
    let (mut reason, mut marks) = told(reason, broken);
    marks.extend(explanation);
    if !marks.is_empty() {
        reason.document.push(Block::Marks(marks));
    }
    reason
}

/// Adds for how long something was owed, with a line that says so.
fn told(reason: Reason, broken: Broken) -> (Reason, Vec<Mark>) {
    match broken {
        Broken::False | Broken::Ended => (reason, Vec::new()),
        #[cfg(feature = "pulse")]
        Broken::Owed { since, turns } => {
            let from = (since > 0).then(|| format!("event {since}"));
            let since = from.clone().unwrap_or_else(|| String::from("the beginning"));
            let told =
                format!("owed since {since}, for {turns} turns of every task in a fair schedule");
            let mut mark = Mark::new(told, 0);
            mark.from = from;
            let reason = reason.field("owed since", since).field("turns", turns.to_string());
            (reason, vec![mark])
        }
    }
}
