//! Laws over time on machines: the events of a command sequence, judged command by command.
//!
//! ```text
//!   constructor        command 1        command 2   ..   drain phase, if there is one
//!   round 0            round 1          round 2          one more round
//!       └── event! ──► trace ──► monitors, after each of them ──► false: the command failed
//!                                                  at the end ──► drained and presumably false: owed
//! ```

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::rc::{Rc, Weak};

use lawful_core::data::{Block, Reason};
use lawful_core::generate::Misuse;
use lawful_machine::{AnyKind, Machine, Watch, WatchedCommand, WatchedEnd};

use crate::emit::listen;
use crate::explain::{Explanation, shown};
use crate::law::{Broken, Judging, OverTime, TraceLaw, reason};
use crate::{Ending, EventTrace, Monitor, Stamp, Verdict};

/// Most events in the table of a failure.
const MOST_ROWS: usize = 12;

/// Judges the events of each command sequence.
///
/// Events come from [`event!`](crate::event) in the system, in the closures of `step.call`, and in commands after their
/// preconditions; a command that is refused may have emitted what stands before. A formula that can no longer hold fails
/// the law at the command that broke it.
///
/// A command sequence ends anywhere, so something that is owed at its end is no failure, and "every request is answered"
/// never fails. A machine with a [drain phase](Machine::drain) ends by itself: after the drain, what is still owed fails
/// the law, and deadlines are over.
///
/// Machines have no clock, and a command is a round: [`within(rounds(3), ..)`](crate::within) means "in this command or
/// one of the next three". The constructor of the system comes before the first command, and the drain phase counts as
/// one more command. Limits in time never run out before the end. Events that the system emits when it is dropped are not
/// judged.
///
/// A machine may have several such laws. The methods of [`TraceLaw`] that are about scheduled runs are misuse here.
///
/// ```
/// use lawful::machine::symbolic::*;
/// use lawful::prelude::*;
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// enum Mail { Sent { id: u32 }, Received { id: u32 } }
/// use Mail::*;
///
/// /// Post office that delivers letters in bags of three.
/// #[derive(Default)]
/// struct Post { bag: Vec<u32>, last: u32 }
///
/// impl Post {
///     fn send(&mut self) {
///         self.last += 1;
///         event!(Sent { id: self.last });
///         self.bag.push(self.last);
///         if self.bag.len() == 3 {
///             self.deliver();
///         }
///     }
///
///     fn deliver(&mut self) {
///         self.bag.drain(..).for_each(|id| event!(Received { id }));
///     }
/// }
///
/// fn send(_: &mut (), step: Step<Post>) -> StepResult {
///     step.call((), |post, _, ()| post.send())?;
///     Ok(())
/// }
///
/// fn post() -> Machine<(), Post> {
///     Machine::new(|| (), Post::default).command(send)
/// }
///
/// let delivered = always(when!(Sent { id } => eventually(is!(Received { id: =id }))));
/// let in_time = always(when!(Sent { id } => within(rounds(1), is!(Received { id: =id }))));
///
/// // At the end some letters are in the bag, and that is all right.
/// assert!(Runner::named("cut").run(&post().over_time(&delivered)).is_success());
/// // The last bag is never delivered, unless the drain phase does it.
/// let forgets = post().drain(|_, _, _| ()).over_time(&delivered);
/// assert!(!Runner::named("forgets").run(&forgets).is_success());
/// let empties = post().drain(|_, post, _| post.deliver()).over_time(&delivered);
/// assert!(Runner::named("empties").run(&empties).is_success());
///
/// // A letter waits for two more: the second command is the one that is too late.
/// let summary = Runner::named("in time").run(&post().over_time(in_time));
/// assert_eq!(summary.failure().unwrap().calls().len(), 2);
/// ```
#[cfg_attr(docsrs, doc(cfg(feature = "machine")))]
impl<M: Debug + 'static, S: 'static, K: AnyKind> OverTime for Machine<M, S, K> {
    type Judged<E: Debug + 'static> = Self;

    fn over_time<E: Debug + 'static>(self, law: impl Into<TraceLaw<E>>) -> Self {
        let judging = Rc::new(Judging::new(law.into()));
        self.watched(move || {
            #[cfg(feature = "pulse")]
            refuse_options_of_scheduled_runs(&judging.law);
            Judge::new(&judging)
        })
    }
}

#[cfg(feature = "pulse")]
fn refuse_options_of_scheduled_runs<E>(law: &TraceLaw<E>) {
    if let Some(method) = law.scheduled.set_by {
        Misuse::raise(format!(
            "`TraceLaw::{method}` is about runs under the scheduler, and a machine has none: leave it out here"
        ));
    }
}

/// Watcher of a command sequence that hands its events to a monitor for each conjunct.
struct Judge<E: Debug + 'static> {
    judging: Rc<Judging<E>>,
    monitors: Vec<Monitor<E>>,
    recording: Rc<Recording<E>>,
    /// Number of events that the monitors have seen.
    seen: usize,
    /// Listeners of this run, which end with it.
    _listening: Box<dyn Any>,
}

/// Events of a command sequence, which all laws of the machine share.
struct Recording<E> {
    trace: RefCell<EventTrace<E>>,
    /// Number of the command that is running, from 1; 0 while the system is made.
    round: Cell<u64>,
    commands: RefCell<Names>,
    has_source: bool,
}

/// Names of the commands so far, one after the other in one buffer: a string for each would cost an allocation.
#[derive(Default)]
struct Names {
    text: String,
    ends: Vec<usize>,
}

thread_local! {
    /// Recordings of machines on this thread whose systems are not made yet. Only the innermost listener of a type hears
    /// an event, so the second law of a machine has to find the recording of the first.
    static BEGINNING: RefCell<Vec<Weak<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

impl<E: 'static> Recording<E> {
    /// Joins the recording of another law of the same machine, or begins one.
    fn of_this_run(has_source: bool) -> Rc<Self> {
        BEGINNING.with_borrow_mut(|beginning| {
            // A system that panics while it is made leaves one behind that is not in use any more.
            beginning.retain(|one| one.strong_count() > 0);
            let open = beginning.iter().filter_map(Weak::upgrade);
            let mut own = open.filter_map(|one| one.downcast::<Recording<E>>().ok());
            if let Some(recording) = own.next_back() {
                return recording;
            }
            let (trace, round, commands) = Default::default();
            let recording = Rc::new(Recording { trace, round, commands, has_source });
            let open: Rc<dyn Any> = recording.clone();
            beginning.push(Rc::downgrade(&open));
            recording
        })
    }

    /// Notes that the system is made: watchers from here on are those of another machine.
    fn begin(&self) {
        let own: *const Self = self;
        BEGINNING.with_borrow_mut(|beginning| {
            beginning.retain(|one| !std::ptr::addr_eq(one.as_ptr(), own));
        });
        self.round.set(1);
    }

    fn push(&self, event: E) {
        // It is borrowed while a formula is judged. Events that the closures of a formula emit are not of the run.
        if let Ok(mut trace) = self.trace.try_borrow_mut() {
            trace.push(event, self.now(), None);
        }
    }

    fn now(&self) -> Stamp {
        Stamp { round: self.round.get(), ..Stamp::default() }
    }

    /// Notes that a command is over; every law of the machine says so.
    fn end_command(&self, command: &WatchedCommand<'_>) {
        let number = u64::from(command.number);
        if self.round.replace(number + 1) == number {
            self.commands.borrow_mut().push(command.name);
        }
    }

    /// Number and name of the command that emitted an event.
    fn command_of(&self, at: Stamp) -> String {
        let commands = self.commands.borrow();
        match (at.round.checked_sub(1), commands.ends.len() as u64) {
            (None, _) => String::from("constructor"),
            (Some(index), ran) if index < ran => {
                format!("{} {}", at.round, commands.get(index as usize))
            }
            _ => String::from("after the last command"),
        }
    }
}

impl Names {
    fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(self.text.len());
    }

    fn get(&self, index: usize) -> &str {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[index]]
    }
}

impl<E: Debug + 'static> Judge<E> {
    fn new(judging: &Rc<Judging<E>>) -> Self {
        let source = &judging.law.source;
        let recording = Recording::of_this_run(source.is_some());
        if Rc::strong_count(&recording) > 1 && (source.is_some() || recording.has_source) {
            Misuse::raise(format!(
                "a machine has two laws over events of type `{}`, of which one has a source of its own: join the \
                 formulas with `&`, or use two types of events",
                std::any::type_name::<E>()
            ));
        }
        let sink = recording.clone();
        let listening: Box<dyn Any> = match source {
            None => Box::new(listen(move |event, _| sink.push(event))),
            Some(source) => source.install(Rc::new(move |event| sink.push(event)), None),
        };
        let monitors = judging.monitors();
        Judge { judging: judging.clone(), monitors, recording, seen: 0, _listening: listening }
    }

    /// Judges the events since the last time, and the time that passed. Returns the conjunct that can no longer hold.
    fn first_false(&mut self) -> Option<usize> {
        let trace = self.recording.trace.borrow();
        let new = &trace.entries[self.seen..];
        self.seen = trace.len();
        let now = self.recording.now();
        self.monitors.iter_mut().position(|monitor| {
            let is_false = new.iter().any(|one| monitor.step(&one.event, one.at) == Verdict::False);
            is_false || monitor.advance(now) == Verdict::False
        })
    }

    /// Returns the conjunct that does not hold of a trace to which nothing more comes.
    fn first_owed(&mut self) -> Option<usize> {
        self.monitors.iter_mut().position(|monitor| match monitor.advance(Stamp::NEVER) {
            Verdict::True => false,
            Verdict::False => true,
            _ => !monitor.holds_at(Ending::Ended),
        })
    }

    /// Reason of a failure, with its document where the case is shown.
    fn reason(&self, number: usize, broken: Broken, wants_details: bool) -> Reason {
        let formula = &self.judging.conjuncts[number];
        if !wants_details {
            return reason(formula, broken, None);
        }
        let mut trace = self.recording.trace.borrow_mut();
        trace.end = self.recording.now();
        trace.ending = if broken == Broken::Ended { Ending::Ended } else { Ending::Cut };
        let explanation = formula.explain(&trace).unwrap_or_default();
        let table = self.table(&trace, &explanation);
        // The table below has numbers in its first column.
        let marks = explanation.marks_with(|event| (event + 1).to_string());
        let mut reason = reason(formula, broken, Some(marks));
        reason.document.blocks.extend(table);
        reason
    }

    /// Events near those that broke the formula, with the commands that emitted them.
    fn table(&self, trace: &EventTrace<E>, explanation: &Explanation) -> Option<Block> {
        let guilty = explanation.events();
        let distance =
            |at: usize| guilty.iter().map(|event| event.abs_diff(at)).min().unwrap_or(at);
        let mut nearest: Vec<usize> = (0..trace.len()).collect();
        nearest.sort_by_key(|at| distance(*at));
        nearest.truncate(MOST_ROWS);
        nearest.sort_unstable();
        let row = |at: &usize| {
            let entry = &trace.entries[*at];
            let command = self.recording.command_of(entry.at);
            vec![(at + 1).to_string(), command, shown(&entry.event)]
        };
        let heading = ["event", "command", "text"].map(String::from).to_vec();
        let rows = [heading].into_iter().chain(nearest.iter().map(row));
        (!trace.is_empty()).then(|| Block::Table(rows.collect()))
    }
}

impl<E: Debug + 'static> Watch for Judge<E> {
    fn at_start(&mut self, wants_details: bool) -> Option<Reason> {
        self.recording.begin();
        let number = self.first_false()?;
        Some(self.reason(number, Broken::False, wants_details))
    }

    fn after_command(&mut self, command: &WatchedCommand<'_>) -> Option<Reason> {
        // No event comes any more in this round, so deadlines that end with it are over.
        self.recording.end_command(command);
        let number = self.first_false()?;
        Some(self.reason(number, Broken::False, command.wants_details))
    }

    fn at_end(&mut self, end: &WatchedEnd) -> Option<Reason> {
        // The drain phase, and conditions of the end, may have emitted events.
        if let Some(number) = self.first_false() {
            return Some(self.reason(number, Broken::False, end.wants_details));
        }
        if !end.drained {
            return None;
        }
        let number = self.first_owed()?;
        Some(self.reason(number, Broken::Ended, end.wants_details))
    }
}

impl<E: Debug + 'static> Drop for Judge<E> {
    fn drop(&mut self) {
        self.judging.take_back(std::mem::take(&mut self.monitors));
    }
}
