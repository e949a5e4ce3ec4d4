//! Trace laws over the runs of a program under the deterministic scheduler.
//!
//! A run has a watcher, which hands each event to a monitor for each conjunct of the formula:
//!
//! ```text
//!   event!, tracing, scheduler's own trace ──► monitors ──► false: the run ends at once
//!                                                  │
//!   the run ends by itself ────────────────────────┼──► presumably false: broken
//!   the run is cut, after its fair tail ───────────┴──► owed for too long: broken; else passed, pending
//! ```

use std::any::Any;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::panic::Location;
use std::rc::Rc;

use lawful_core::choice::mix_bytes;
use lawful_core::data::{Block, EventKind};
use lawful_core::law::{Case, Counter, Counters, IntoOutcome, Outcome};
use lawful_pulse::{
    EndCause, Happening, Limits, Moment, Observed, RunEnd, Scheduled, Unwatched, Watch, Watched,
    begin_fair_tail, count_rounds, current_task, end_run, is_shown, log_event, mark_event, moment,
    with_watch,
};

use crate::emit::listen;
use crate::explain::shown;
use crate::law::{Broken, Judging, OverTime, TraceLaw, reason};
use crate::{Debt, Ending, EventTrace, Monitor, Stamp, Verdict};

/// Rounds of the fair tail at least, and for each turn for which something may be owed.
const LEAST_TAIL: u64 = 50;
const TAIL_PER_TURN: u64 = 2;
/// Events after the last that a run should have, after which it is cut wherever it is.
const MOST_TAIL_EVENTS: u64 = 50_000;
/// Rounds of the fair tail after which the oldest debt is looked at again.
const ROUNDS_PER_LOOK: u64 = 10;

/// Tables in which runs are counted, with their rows.
const RUNS: &str = "runs";
const ENDS: [&str; 3] = ["ended by themselves", "cut, nothing owed", "cut, something pending"];
const TRACES: &str = "traces";
const WITH_EVENTS: &str = "with events";

type Place = &'static Location<'static>;

/// Kinds of the scheduler's own events, and the events of the law that they stand for.
pub(crate) struct Observing<E> {
    kinds: &'static [EventKind],
    map: Box<Map<E>>,
}

type Map<E> = dyn Fn(&Observed<'_>) -> Option<E>;

/// Makes the watcher of a run.
pub type Judges<E> = Box<dyn Fn() -> Judge<E>>;

/// Watcher of a run that hands its events to monitors.
pub struct Judge<E: Debug + 'static> {
    law: Rc<Judging<E>>,
    monitors: Vec<Monitor<E>>,
    /// Events so far, and in a run that is shown their places in its trace.
    trace: EventTrace<E>,
    traced: Vec<Option<usize>>,
    events: u64,
    /// Conjunct that is broken, and how.
    broken: Option<(usize, Broken)>,
    /// Moment at which the fair tail began.
    tail: Option<Stamp>,
    /// Listeners of this run, which end with it.
    _listening: Box<dyn Any>,
}

impl<E> TraceLaw<E> {
    /// Takes events from the scheduler's own trace as well: messages that are sent and delivered, effects, tasks that wait
    /// and end.
    ///
    /// ```
    /// use lawful::data::EventKind;
    /// use lawful::prelude::*;
    /// use lawful::pulse::process::{receive_as, self_pid, send, spawn};
    /// use lawful::pulse::scheduled;
    /// use lawful::temporal::*;
    ///
    /// #[derive(Debug)]
    /// enum Mail { Sent, Delivered }
    /// use Mail::*;
    ///
    /// let law = TraceLaw::new(is!(Sent).leads_to(is!(Delivered))).observing(
    ///     &[EventKind::Send, EventKind::Deliver],
    ///     |event| Some(if event.kind() == EventKind::Send { Sent } else { Delivered }),
    /// );
    /// let program = scheduled(|| {
    ///     let me = self_pid();
    ///     spawn(move || send(me, 3_u32));
    ///     receive_as::<u32>();
    /// });
    /// assert!(Runner::named("mail").tests(5).run(&program.over_time(law)).is_success());
    /// ```
    pub fn observing(
        mut self,
        kinds: &'static [EventKind],
        map: impl Fn(&Observed<'_>) -> Option<E> + 'static,
    ) -> Self {
        self.scheduled.set_by = Some("observing");
        self.scheduled.observed = Some(Observing { kinds, map: Box::new(map) });
        self
    }
}

impl<T: IntoOutcome, F: Fn() -> T> OverTime for Scheduled<F, Unwatched> {
    type Judged<E: Debug + 'static> = Scheduled<F, Watched<Judges<E>>>;

    fn over_time<E: Debug + 'static>(self, law: impl Into<TraceLaw<E>>) -> Self::Judged<E> {
        let law = Rc::new(Judging::new(law.into()));
        self.watched(Box::new(move || Judge::new(&law)))
    }
}

impl<E: Debug + 'static> Judge<E> {
    fn new(law: &Rc<Judging<E>>) -> Self {
        let listening: Box<dyn Any> = match &law.law.source {
            None => Box::new(listen(|event, place| hand_over::<E>(event, Some(place)))),
            Some(source) => {
                let task = || current_task().map_or(u64::MAX, u64::from);
                source.install(Rc::new(|event| hand_over::<E>(event, None)), Some(task))
            }
        };
        Judge {
            monitors: law.monitors(),
            law: law.clone(),
            trace: EventTrace::default(),
            traced: Vec::new(),
            events: 0,
            broken: None,
            tail: None,
            _listening: listening,
        }
    }

    /// Judges an event. `Break` if the run need not go on.
    fn event(&mut self, event: E, place: Option<Place>) -> ControlFlow<()> {
        let Some(moment) = moment().filter(|_| self.broken.is_none()) else {
            return ControlFlow::Continue(());
        };
        let at = stamp(moment);
        self.events += 1;
        let most = self.law.law.scheduled.max_events;
        if self.events >= most {
            begin_fair_tail();
        }
        if self.events > most.saturating_add(MOST_TAIL_EVENTS) {
            // A task that emits events for ever and comes to no scheduling point never leaves the others a turn.
            return ControlFlow::Break(());
        }
        for (number, monitor) in self.monitors.iter_mut().enumerate() {
            if monitor.step(&event, at) == Verdict::False {
                self.broken = Some((number, Broken::False));
                break;
            }
        }
        if is_shown() {
            self.traced.push(log_event(|| shown(&event), place));
        }
        let counts = || self.monitors.iter().any(Monitor::counts_rounds);
        if self.law.counts_rounds || self.law.has_data && counts() {
            count_rounds();
        }
        // Events are kept in every run, and not only where they are shown: one may own something that matters to the
        // program until it is dropped.
        self.trace.push(event, at, current_task());
        self.goes_on()
    }

    fn goes_on(&self) -> ControlFlow<()> {
        if self.broken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Lets time go on for the monitors: deadlines may be over.
    fn advance(&mut self, now: Stamp) {
        let late = |monitor: &mut Monitor<E>| monitor.advance(now) == Verdict::False;
        if self.broken.is_none() {
            let late = self.monitors.iter_mut().position(late);
            self.broken = late.map(|number| (number, Broken::False));
        }
    }

    /// Conjunct that owes something for too many rounds of the fair tail. Rounds before it do not count: a task may wait
    /// for a timer, and there time may stand still for long. Nor does what has a deadline that is not over, unless it
    /// never will be, since time stands still.
    fn owed_too_long(&self, now: Stamp) -> Option<(usize, Broken)> {
        let (tail, patience) = (self.tail?, self.law.law.scheduled.owed_for);
        let counts = |debt: Debt| match debt {
            Debt::Event => true,
            Debt::InTime => now.time == tail.time,
            Debt::InRounds | Debt::Stay => false,
        };
        self.monitors.iter().enumerate().find_map(|(number, monitor)| {
            let owed = monitor.owed().into_iter().filter(|owed| counts(owed.debt)).min()?;
            let turns = now.round.saturating_sub(owed.at.round.max(tail.round));
            let broken = Broken::Owed { since: owed.event, turns };
            (turns >= patience).then_some((number, broken))
        })
    }

    /// First conjunct that the run breaks, if there is one.
    fn verdict(&mut self, end: &RunEnd) -> Option<(usize, Broken)> {
        if self.broken.is_some() {
            return self.broken;
        }
        if end.cause != EndCause::Quiescent {
            return self.owed_too_long(stamp(end.moment));
        }
        // All time has passed, and nothing happens any more.
        let fails = |monitor: &mut Monitor<E>| {
            monitor.advance(Stamp::NEVER) == Verdict::False || !monitor.holds_at(Ending::Ended)
        };
        self.monitors.iter_mut().position(fails).map(|number| (number, Broken::Ended))
    }

    /// Counts the run by the way it ended.
    fn count(&self, end: &RunEnd, case: &mut Case) {
        let counts = case.counters.of(mix_bytes(b"temporal runs"), || {
            let ends = ENDS.iter().map(|name| Counter::new(RUNS, *name));
            ends.chain([Counter::new(TRACES, WITH_EVENTS)]).collect()
        });
        let pending = self.monitors.iter().any(|monitor| monitor.oldest_owed().is_some());
        let row = match end.cause {
            EndCause::Quiescent => 0,
            _ => 1 + usize::from(pending),
        };
        counts[row] += 1;
        counts[ENDS.len()] += u64::from(self.events > 0);
    }

    /// Reason of a failure; in a run that is shown with its explanation, whose events are labelled in the trace.
    fn reason(&mut self, number: usize, broken: Broken, end: &RunEnd, case: &mut Case) -> Outcome {
        let formula = &self.law.conjuncts[number];
        let Some(document) = case.document() else {
            return Outcome::failed(reason(formula, broken, None));
        };
        self.trace.end = stamp(end.moment);
        self.trace.ending = if broken == Broken::Ended { Ending::Ended } else { Ending::Cut };
        let explanation = formula.explain(&self.trace).unwrap_or_default();
        for block in &mut document.blocks {
            let Block::Trace(trace) = block else { continue };
            for event in explanation.mentioned() {
                let place = self.traced.get(event).copied().flatten();
                if let Some(traced) = place.and_then(|place| trace.events.get_mut(place)) {
                    traced.label = format!("event {}", event + 1);
                }
            }
        }
        Outcome::failed(reason(formula, broken, Some(explanation.marks())))
    }
}

impl<E: Debug + 'static> Drop for Judge<E> {
    fn drop(&mut self) {
        self.law.take_back(std::mem::take(&mut self.monitors));
    }
}

/// Hands an event of the program to the watcher of its run.
fn hand_over<E: Debug + 'static>(event: E, place: Option<Place>) {
    mark_event();
    let answer = with_watch(|judge: &mut Judge<E>| judge.event(event, place));
    if answer.is_some_and(|answer| answer.is_break()) {
        end_run();
    }
}

fn stamp(moment: Moment) -> Stamp {
    Stamp { time: moment.time, round: moment.round }
}

impl<E: Debug + 'static> Watch for Judge<E> {
    fn limits(&self) -> Limits {
        let options = &self.law.law.scheduled;
        let tail = options.owed_for.saturating_mul(TAIL_PER_TURN).max(LEAST_TAIL);
        let mut limits = Limits::new().max_points(options.max_points).tail_rounds(tail);
        if options.unfair_time {
            limits = limits.rounds_per_timer(0);
        }
        // Only data and limits depend on time that passes without an event.
        limits = limits.may_wait(options.may_wait).every_round(self.law.has_data);
        match &options.observed {
            None => limits,
            Some(observing) => limits.observes(observing.kinds),
        }
    }

    fn moment(&mut self, moment: Moment, what: Happening) -> ControlFlow<()> {
        if what == Happening::Time {
            let most = self.law.law.scheduled.max_time;
            if most.is_some_and(|most| moment.time > most) {
                begin_fair_tail();
            }
        }
        if what == Happening::FairTail {
            self.tail = Some(stamp(moment));
        }
        self.advance(stamp(moment));
        let rounds = self.tail.map_or(0, |tail| moment.round - tail.round);
        if what == Happening::Round && rounds > 0 && rounds.is_multiple_of(ROUNDS_PER_LOOK) {
            self.broken = self.broken.or_else(|| self.owed_too_long(stamp(moment)));
        }
        self.goes_on()
    }

    fn observed(&mut self, event: &Observed<'_>) -> ControlFlow<()> {
        let law = self.law.clone();
        let observed = law.law.scheduled.observed.as_ref();
        match observed.and_then(|observing| (observing.map)(event)) {
            Some(own) => self.event(own, event.place()),
            None => ControlFlow::Continue(()),
        }
    }

    fn judge(mut self, end: RunEnd, case: &mut Case) -> Outcome {
        self.count(&end, case);
        match self.verdict(&end) {
            None => Outcome::Passed,
            Some((number, broken)) => self.reason(number, broken, &end, case),
        }
    }

    fn remarks(counters: &Counters) -> Vec<String> {
        let ran = ENDS.iter().any(|row| counters.count(RUNS, row) > 0);
        match counters.count(TRACES, WITH_EVENTS) {
            0 if ran => vec![format!(
                "no run had an event of type `{}`, so the formula was judged on empty traces: emit some by `event!`, or \
                 name a source of the law",
                std::any::type_name::<E>()
            )],
            _ => Vec::new(),
        }
    }
}
