//! Interpreter of programs that knows nothing of the scheduler: all interleavings of atomic steps.
//!
//! Every operation of a task is compiled to atomic steps (`Atomic`). A state has all that the tasks share, the next
//! step of each task and what each task saw; a depth-first walk visits every state that can be reached, each of them
//! once. The outcomes are what the tasks saw in the states in which all have ended; a state in which no task can go on
//! and no timer is set is a deadlock.
//!
//! Time stands still until a timer fires. The earliest timer may fire at any moment, and the timers of one moment
//! fire in the order in which they were set. The timer of a wait that ended otherwise is there until its task goes on.

use std::collections::{BTreeSet, HashSet};

use super::program::{Program, Step, Step::*, TASKS};

/// Values that one task saw.
pub type Seen = Vec<u16>;

/// Result of a program under one schedule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Deadlock,
    /// What each task saw.
    Ended(Vec<Seen>),
}

/// Seen by a failed `try_*`.
pub const NOTHING: u16 = 1000;
/// Seen by an operation on a channel whose other end is gone.
pub const DISCONNECTED: u16 = 1001;
/// Seen by an operation that timed out.
pub const TIMED_OUT: u16 = 1002;

/// Returns the value that a step of a task writes.
pub fn number(task: usize, index: usize) -> u16 {
    (task * 8 + index + 1) as u16
}

/// Returns the new value of data under a lock. All orders of changes differ in it.
pub fn changed(old: u16, own: u16) -> u16 {
    old.wrapping_mul(29).wrapping_add(own)
}

/// Rules of the interpreter that are not the same in every version of the scheduler.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// No reader enters while a writer waits.
    pub writers_first: bool,
    /// Fairness by Musuvathi and Qadeer, "Fair Stateless Model Checking", PLDI 2008.
    pub fair: bool,
    /// Steps that only the scheduler sees count as steps: the start of a task, and the attempt at which a task blocks.
    /// Both rules above depend on them.
    pub silent_steps: bool,
}

impl Rules {
    pub const PLAIN: Rules = Rules { writers_first: false, fair: false, silent_steps: false };
}

/// Atomic step of a task.
#[derive(Clone, Copy, Debug)]
enum Atomic {
    /// Has no effect.
    Silent,
    Spawn(usize),
    Join(usize),
    Load(usize),
    Store(usize, u16),
    FetchAdd(usize, u16),
    CompareExchange(usize, u16),
    /// Takes a mutex, and changes its data with a value.
    Lock(usize, Option<u16>),
    /// Takes a mutex and changes its data, or skips some steps.
    TryLock(usize, u16, usize),
    Unlock(usize),
    Read,
    Write(u16),
    TryRead(usize),
    TryWrite(u16, usize),
    ReadUnlock,
    WriteUnlock,
    Send(u16),
    TrySend(u16),
    Receive,
    TryReceive,
    /// Receives with a time-out, and begins again after one if that is wanted.
    ReceiveFor(u8, bool),
    DropSender,
    DropReceiver,
    CloneArc,
    DropArc,
    DropAllArcs,
    Upgrade,
    StrongCount,
    GetMut,
    DropWeak,
    Sleep(u8),
    ParkFor(u8),
    Unpark(usize),
    Yield,
    /// Ends a loop of two steps if an atomic is not 0.
    LeaveIfSet(usize),
    /// Yields, and begins the loop again.
    YieldAndRepeat,
}

/// Progress of a task with its current step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Progress {
    /// Not spawned yet.
    #[default]
    Unborn,
    /// At the step.
    At,
    /// Found that the step is not possible, and waits until another task does something about that.
    Blocked,
    /// Waits with a timer.
    Timed,
    /// The timer fired.
    Fired,
    Done,
}

const MAX_SEEN: usize = 16;
const MAX_MESSAGES: usize = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Task {
    at: u8,
    progress: Progress,
    arcs: u8,
    has_weak: bool,
    /// Whether an `unpark` came.
    token: bool,
    seen: [u16; MAX_SEEN],
    count: u8,
    /// Windows of the kinds of operations that yield.
    windows: [Window; KINDS],
    /// Tasks that this task has to let go first: they are enabled, and it yielded twice without them.
    lets_first: u8,
}

/// Number of kinds of operations that yield: under the scheduler each of them has a line of its own.
const KINDS: usize = 6;

/// Returns the kind of an operation that yields.
fn kind(atomic: Atomic) -> Option<usize> {
    match atomic {
        Atomic::Yield => Some(0),
        Atomic::YieldAndRepeat => Some(1),
        Atomic::Sleep(_) => Some(2),
        Atomic::ParkFor(_) => Some(3),
        Atomic::ReceiveFor(_, false) => Some(4),
        Atomic::ReceiveFor(_, true) => Some(5),
        _ => None,
    }
}

/// What happened since the last yield of a task of one kind: sets of tasks as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Window {
    is_open: bool,
    enabled_all_along: u8,
    scheduled: u8,
    disabled_by_it: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    tasks: [Task; TASKS],
    atomics: [u16; 2],
    /// Whether each mutex is held, and its data.
    locks: [(bool, u16); 2],
    readers: u8,
    has_writer: bool,
    readable: u16,
    messages: [u16; MAX_MESSAGES],
    queued: u8,
    senders: u8,
    has_receiver: bool,
    strong: u8,
    weak: u8,
    now: u8,
    /// Timers in the order in which they fire: moment and task.
    timers: [Option<(u8, u8)>; TASKS],
}

/// A program, compiled.
pub struct Interpreter {
    tasks: Vec<Vec<Atomic>>,
    bound: usize,
    shows_time: bool,
    rules: Rules,
    initial: State,
}

impl Interpreter {
    pub fn new(program: &Program, rules: Rules) -> Self {
        let count = program.tasks.len();
        let tasks = (0..count).map(|task| compile(program, task, rules)).collect();
        let handles = program.handles.unwrap_or_default();
        let mut initial = State {
            tasks: [Task::default(); TASKS],
            atomics: [0; 2],
            locks: [(false, 0); 2],
            readers: 0,
            has_writer: false,
            readable: 0,
            messages: [0; MAX_MESSAGES],
            queued: 0,
            senders: program.channel.map_or(0, |_| count as u8 - 1),
            has_receiver: true,
            strong: handles[..count].iter().filter(|(strong, _)| *strong).count() as u8,
            weak: handles[..count].iter().filter(|(_, weak)| *weak).count() as u8,
            now: 0,
            timers: [None; TASKS],
        };
        for (task, (strong, weak)) in initial.tasks.iter_mut().zip(handles) {
            (task.arcs, task.has_weak) = (u8::from(strong), weak);
        }
        initial.tasks[0].progress = Progress::At;
        let bound = program.channel.map_or(1, |(bound, _)| bound);
        Interpreter { tasks, bound, shows_time: program.shows_time(), rules, initial }
    }

    /// Returns all outcomes and the number of states, unless there are more than `most` states.
    pub fn outcomes(&self, most: usize) -> Option<(BTreeSet<Outcome>, usize)> {
        let mut outcomes = BTreeSet::new();
        let mut known = HashSet::from([self.initial]);
        let mut open = vec![self.initial];
        while let Some(state) = open.pop() {
            let next = self.next_states(&state);
            if next.is_empty() {
                outcomes.insert(self.outcome(&state));
            }
            open.extend(next.into_iter().filter(|next| known.insert(*next)));
            if known.len() > most {
                return None;
            }
        }
        Some((outcomes, known.len()))
    }

    fn outcome(&self, state: &State) -> Outcome {
        let tasks = &state.tasks[..self.tasks.len()];
        if tasks.iter().any(|task| task.progress != Progress::Done) {
            return Outcome::Deadlock;
        }
        Outcome::Ended(tasks.iter().map(|task| task.seen[..task.count as usize].to_vec()).collect())
    }

    /// Returns the states after one step of any task, or after the earliest timer fired.
    fn next_states(&self, state: &State) -> Vec<State> {
        let enabled = self.enabled(state);
        let may_go = |task: usize| state.tasks[task].lets_first & can_go(state, enabled) == 0;
        let tasks = (0..self.tasks.len()).filter(|task| enabled & (1 << task) != 0);
        let mut next: Vec<State> = tasks
            .filter(|task| !self.rules.fair || may_go(*task))
            .map(|task| self.after_step(state, task, can_go(state, enabled)))
            .collect();
        if let Some((_, task)) = state.timers[0]
            && (!self.rules.fair || enabled == 0 || may_go(task as usize))
        {
            next.push(self.after_timer(state, can_go(state, enabled)));
        }
        next
    }

    /// Returns the tasks that have a step, as bits.
    fn enabled(&self, state: &State) -> u8 {
        let is_enabled = |task: &usize| match state.tasks[*task].progress {
            Progress::Unborn | Progress::Blocked | Progress::Done => false,
            Progress::At => {
                // A wait with a time-out begins with a step that sets the timer.
                let atomic = self.tasks[*task][state.tasks[*task].at as usize];
                let sets_timer = matches!(
                    atomic,
                    Atomic::ReceiveFor(..) | Atomic::Sleep(_) | Atomic::ParkFor(_)
                );
                self.rules.silent_steps || sets_timer || self.is_possible(state, *task)
            }
            Progress::Timed => self.is_possible(state, *task),
            Progress::Fired => true,
        };
        (0..self.tasks.len()).filter(is_enabled).fold(0, |all, task| all | 1 << task)
    }

    /// Returns whether the current step of a task is possible without waiting.
    fn is_possible(&self, state: &State, task: usize) -> bool {
        let own = &state.tasks[task];
        match self.tasks[task][own.at as usize] {
            Atomic::Join(other) => state.tasks[other].progress == Progress::Done,
            Atomic::Lock(which, _) => !state.locks[which].0,
            Atomic::Read => self.is_readable(state),
            Atomic::Write(_) => !state.has_writer && state.readers == 0,
            Atomic::Send(_) => (state.queued as usize) < self.bound || !state.has_receiver,
            Atomic::Receive | Atomic::ReceiveFor(..) => state.queued > 0 || state.senders == 0,
            Atomic::Sleep(_) => false,
            Atomic::ParkFor(_) => own.token,
            _ => true,
        }
    }

    fn is_readable(&self, state: &State) -> bool {
        let is_waiting_writer = |task: usize| {
            let own = &state.tasks[task];
            own.progress == Progress::Blocked
                && matches!(self.tasks[task][own.at as usize], Atomic::Write(_))
        };
        let lets_readers_wait =
            self.rules.writers_first && (0..self.tasks.len()).any(is_waiting_writer);
        !state.has_writer && !lets_readers_wait
    }

    fn after_timer(&self, state: &State, enabled: u8) -> State {
        let mut next = *state;
        let Some((moment, task)) = next.timers[0] else { return next };
        next.timers.rotate_left(1);
        next.timers[TASKS - 1] = None;
        let task = task as usize;
        if self.shows_time {
            next.now = next.now.max(moment);
        } else {
            // Without a clock that tasks see, moments are counted from now on, so that loops come back to a state.
            next.timers.iter_mut().flatten().for_each(|timer| timer.0 -= moment);
        }
        let ends_wait =
            next.tasks[task].progress == Progress::Timed && !self.is_possible(&next, task);
        if ends_wait {
            next.tasks[task].progress = Progress::Fired;
        }
        if self.rules.fair {
            let atomic = self.tasks[task][next.tasks[task].at as usize];
            let yields = kind(atomic).filter(|_| ends_wait).map(|kind| (task, kind));
            self.note_step(&mut next, task, enabled, yields);
        }
        next
    }

    fn after_step(&self, state: &State, task: usize, enabled: u8) -> State {
        let mut next = *state;
        let atomic = self.tasks[task][state.tasks[task].at as usize];
        self.step(&mut next, task, atomic);
        self.skip(&mut next, task);
        if self.rules.fair {
            let yields = matches!(atomic, Atomic::Yield | Atomic::YieldAndRepeat);
            let yields = kind(atomic).filter(|_| yields).map(|kind| (task, kind));
            self.note_step(&mut next, task, enabled, yields);
        }
        next
    }

    /// Updates the windows of all tasks after a step, or after a timer fired, which may have been a yield.
    fn note_step(
        &self,
        next: &mut State,
        stepped: usize,
        before: u8,
        yields: Option<(usize, usize)>,
    ) {
        let after = can_go(next, self.enabled(next));
        // An attempt at which a task blocks does not count as its turn.
        let blocked = next.tasks[stepped].progress == Progress::Blocked;
        for (index, task) in next.tasks.iter_mut().enumerate() {
            if !blocked {
                task.lets_first &= !(1 << stepped);
            }
            for window in task.windows.iter_mut().filter(|window| window.is_open) {
                match (blocked, stepped == index) {
                    (true, true) => {}
                    (true, false) => {
                        window.disabled_by_it |= window.enabled_all_along & 1 << stepped;
                    }
                    (false, is_own) => {
                        window.scheduled |= 1 << stepped;
                        if is_own {
                            window.disabled_by_it |= before & !after;
                        }
                    }
                }
                window.enabled_all_along &= after;
            }
        }
        let Some((task, kind)) = yields else { return };
        let own = &mut next.tasks[task];
        let window = own.windows[kind];
        if window.is_open {
            let starved = (window.enabled_all_along | window.disabled_by_it) & !window.scheduled;
            own.lets_first |= starved & !(1 << task);
        }
        own.windows[kind] =
            Window { is_open: true, enabled_all_along: after, scheduled: 0, disabled_by_it: 0 };
    }

    /// Skips steps that are none in this state.
    fn skip(&self, next: &mut State, task: usize) {
        let own = &mut next.tasks[task];
        loop {
            if own.progress != Progress::At {
                return;
            }
            let Some(atomic) = self.tasks[task].get(own.at as usize) else {
                own.progress = Progress::Done;
                self.wake(next, |atomic| matches!(atomic, Atomic::Join(of) if *of == task));
                return;
            };
            match atomic {
                Atomic::CloneArc | Atomic::DropArc | Atomic::DropAllArcs | Atomic::GetMut
                    if own.arcs == 0 => {}
                Atomic::Upgrade | Atomic::DropWeak if !own.has_weak => {}
                Atomic::StrongCount if own.arcs == 0 && !own.has_weak => {}
                _ => return,
            }
            own.at += 1;
        }
    }

    /// Lets the tasks that blocked at some steps try again.
    fn wake(&self, next: &mut State, waits: impl Fn(&Atomic) -> bool) {
        for (task, steps) in next.tasks.iter_mut().zip(&self.tasks) {
            if task.progress == Progress::Blocked && waits(&steps[task.at as usize]) {
                task.progress = Progress::At;
            }
        }
    }

    fn see(&self, next: &mut State, task: usize, value: u16) {
        let own = &mut next.tasks[task];
        own.seen[own.count as usize] = value;
        own.count += 1;
    }

    fn see_time(&self, next: &mut State, task: usize) {
        if self.shows_time {
            self.see(next, task, next.now.into());
        }
    }

    /// Takes one step of a task.
    fn step(&self, next: &mut State, task: usize, atomic: Atomic) {
        match atomic {
            Atomic::ReceiveFor(seconds, _) | Atomic::Sleep(seconds) | Atomic::ParkFor(seconds)
                if next.tasks[task].progress == Progress::At && !self.is_possible(next, task) =>
            {
                next.tasks[task].progress = Progress::Timed;
                next.set_timer(task, seconds);
                return;
            }
            _ => {}
        }
        let fired = next.tasks[task].progress == Progress::Fired;
        if !fired && !self.is_possible(next, task) {
            next.tasks[task].progress = Progress::Blocked;
            return;
        }
        next.forget_timer(task);
        next.tasks[task].progress = Progress::At;
        next.tasks[task].at += 1;
        match atomic {
            Atomic::Silent | Atomic::Join(_) | Atomic::Yield => {}
            Atomic::Spawn(other) => {
                next.tasks[other].progress = Progress::At;
                self.skip(next, other);
            }
            Atomic::Load(which) => self.see(next, task, next.atomics[which]),
            Atomic::Store(which, value) => next.atomics[which] = value,
            Atomic::FetchAdd(which, value) => {
                self.see(next, task, next.atomics[which]);
                next.atomics[which] += value;
            }
            Atomic::CompareExchange(which, value) => {
                self.see(next, task, next.atomics[which]);
                if next.atomics[which] == 0 {
                    next.atomics[which] = value;
                }
            }
            Atomic::LeaveIfSet(which) => {
                if next.atomics[which] != 0 {
                    self.see(next, task, next.atomics[which]);
                    next.tasks[task].at += 1;
                }
            }
            Atomic::YieldAndRepeat => next.tasks[task].at -= 2,
            Atomic::Sleep(_) => self.see_time(next, task),
            Atomic::ParkFor(_) => {
                next.tasks[task].token = false;
                self.see_time(next, task);
            }
            Atomic::Unpark(other) => next.tasks[other].token = true,
            Atomic::Lock(which, value) => {
                next.locks[which].0 = true;
                if let Some(value) = value {
                    next.locks[which].1 = changed(next.locks[which].1, value);
                    self.see(next, task, next.locks[which].1);
                }
            }
            Atomic::TryLock(which, value, skipped) => {
                if next.locks[which].0 {
                    self.see(next, task, NOTHING);
                    next.tasks[task].at += skipped as u8;
                } else {
                    next.locks[which] = (true, changed(next.locks[which].1, value));
                    self.see(next, task, next.locks[which].1);
                }
            }
            Atomic::Unlock(which) => {
                next.locks[which].0 = false;
                self.wake(next, |atomic| matches!(atomic, Atomic::Lock(of, _) if *of == which));
            }
            Atomic::Read
            | Atomic::Write(_)
            | Atomic::TryRead(_)
            | Atomic::TryWrite(..)
            | Atomic::ReadUnlock
            | Atomic::WriteUnlock => self.step_of_rw_lock(next, task, atomic),
            Atomic::Send(_)
            | Atomic::TrySend(_)
            | Atomic::Receive
            | Atomic::TryReceive
            | Atomic::ReceiveFor(..)
            | Atomic::DropSender
            | Atomic::DropReceiver => self.step_of_channel(next, task, atomic, fired),
            Atomic::CloneArc
            | Atomic::DropArc
            | Atomic::DropAllArcs
            | Atomic::Upgrade
            | Atomic::StrongCount
            | Atomic::GetMut
            | Atomic::DropWeak => self.step_of_counts(next, task, atomic),
        }
    }

    fn step_of_rw_lock(&self, next: &mut State, task: usize, atomic: Atomic) {
        match atomic {
            Atomic::TryRead(skipped) if !self.is_readable(next) => {
                self.see(next, task, NOTHING);
                next.tasks[task].at += skipped as u8;
            }
            Atomic::TryWrite(_, skipped) if next.has_writer || next.readers > 0 => {
                self.see(next, task, NOTHING);
                next.tasks[task].at += skipped as u8;
            }
            Atomic::Read | Atomic::TryRead(_) => {
                next.readers += 1;
                self.see(next, task, next.readable);
            }
            Atomic::Write(value) | Atomic::TryWrite(value, _) => {
                next.has_writer = true;
                next.readable = changed(next.readable, value);
                self.see(next, task, next.readable);
            }
            _ => {
                match atomic {
                    Atomic::ReadUnlock => next.readers -= 1,
                    _ => next.has_writer = false,
                }
                self.wake(next, |atomic| matches!(atomic, Atomic::Read | Atomic::Write(_)));
            }
        }
    }

    fn step_of_channel(&self, next: &mut State, task: usize, atomic: Atomic, fired: bool) {
        let sends = |atomic: &Atomic| matches!(atomic, Atomic::Send(_));
        let receives = |atomic: &Atomic| matches!(atomic, Atomic::Receive);
        match atomic {
            Atomic::Send(_) if !next.has_receiver => self.see(next, task, 0),
            Atomic::TrySend(_) if !next.has_receiver => self.see(next, task, DISCONNECTED),
            Atomic::TrySend(_) if next.queued as usize == self.bound => {
                self.see(next, task, NOTHING);
            }
            Atomic::Send(value) | Atomic::TrySend(value) => {
                next.messages[next.queued as usize] = value;
                next.queued += 1;
                self.wake(next, receives);
                self.see(next, task, 1);
            }
            Atomic::DropSender => {
                next.senders -= 1;
                if next.senders == 0 {
                    self.wake(next, receives);
                }
            }
            Atomic::DropReceiver => {
                next.has_receiver = false;
                (next.messages, next.queued) = ([0; MAX_MESSAGES], 0);
                self.wake(next, sends);
            }
            _ => {
                let seen = if next.queued > 0 {
                    let message = next.messages[0];
                    next.messages.rotate_left(1);
                    next.messages[MAX_MESSAGES - 1] = 0;
                    next.queued -= 1;
                    self.wake(next, sends);
                    message
                } else if fired {
                    TIMED_OUT
                } else if next.senders == 0 {
                    DISCONNECTED
                } else {
                    NOTHING
                };
                match atomic {
                    Atomic::ReceiveFor(_, true) if seen == TIMED_OUT => next.tasks[task].at -= 1,
                    _ => self.see(next, task, seen),
                }
                if let Atomic::ReceiveFor(_, false) = atomic {
                    self.see_time(next, task);
                }
            }
        }
    }

    fn step_of_counts(&self, next: &mut State, task: usize, atomic: Atomic) {
        match atomic {
            Atomic::CloneArc => {
                next.strong += 1;
                next.tasks[task].arcs += 1;
            }
            Atomic::DropArc | Atomic::DropAllArcs => {
                next.strong -= 1;
                next.tasks[task].arcs -= 1;
                self.see(next, task, u16::from(next.strong == 0));
                if let Atomic::DropAllArcs = atomic {
                    next.tasks[task].at -= 1;
                }
            }
            Atomic::Upgrade => {
                let succeeds = next.strong > 0;
                next.strong += u8::from(succeeds);
                next.tasks[task].arcs += u8::from(succeeds);
                self.see(next, task, u16::from(succeeds));
            }
            Atomic::StrongCount => self.see(next, task, next.strong.into()),
            Atomic::GetMut => {
                self.see(next, task, u16::from(next.strong == 1 && next.weak == 0));
            }
            _ => {
                next.weak -= 1;
                next.tasks[task].has_weak = false;
            }
        }
    }
}

/// Returns the tasks that can go on: those that are enabled, and the one whose timer is the next to fire.
fn can_go(state: &State, enabled: u8) -> u8 {
    state.timers[0].map_or(enabled, |(_, task)| enabled | 1 << task)
}

impl State {
    /// Sets the timer of a task, after those of the same moment.
    fn set_timer(&mut self, task: usize, seconds: u8) {
        let moment = self.now + seconds;
        let is_after = |timer: &Option<(u8, u8)>| timer.is_none_or(|(at, _)| at > moment);
        let place = self.timers.iter().position(is_after).unwrap_or(TASKS - 1);
        self.timers[place..].rotate_right(1);
        self.timers[place] = Some((moment, task as u8));
    }

    fn forget_timer(&mut self, task: usize) {
        let is_own = |timer: &Option<(u8, u8)>| timer.is_some_and(|(_, of)| of as usize == task);
        if let Some(place) = self.timers.iter().position(is_own) {
            self.timers[place..].rotate_left(1);
            self.timers[TASKS - 1] = None;
        }
    }
}

/// Returns the atomic steps of a task.
fn compile(program: &Program, task: usize, rules: Rules) -> Vec<Atomic> {
    let count = program.tasks.len();
    let mut steps = Vec::new();
    if task == 0 {
        steps.extend((1..count).map(Atomic::Spawn));
    }
    if rules.silent_steps {
        steps.push(Atomic::Silent);
    }
    for (index, step) in program.tasks[task].iter().enumerate() {
        add(&mut steps, *step, number(task, index));
    }
    steps.extend([Atomic::DropAllArcs, Atomic::DropWeak]);
    if let Some((_, receives)) = program.channel {
        let receives = receives == task;
        steps.push(if receives { Atomic::DropReceiver } else { Atomic::DropSender });
    }
    if task == 0 {
        steps.extend((1..count).map(Atomic::Join));
    }
    steps
}

fn add(steps: &mut Vec<Atomic>, step: Step, own: u16) {
    let load = |inside: Option<usize>| inside.map(Atomic::Load);
    let skipped = |inside: Option<usize>| 1 + usize::from(inside.is_some());
    match step {
        Load(which) => steps.push(Atomic::Load(which)),
        Store(which) => steps.push(Atomic::Store(which, own)),
        FetchAdd(which) => steps.push(Atomic::FetchAdd(which, own)),
        CompareExchange(which) => steps.push(Atomic::CompareExchange(which, own)),
        Fence => steps.push(Atomic::Silent),
        Lock(which, inside) => {
            steps.push(Atomic::Lock(which, Some(own)));
            steps.extend(load(inside));
            steps.push(Atomic::Unlock(which));
        }
        Nested(which, inside) => {
            steps.extend([Atomic::Lock(which, None), Atomic::Lock(1 - which, Some(own))]);
            steps.extend(load(inside));
            steps.extend([Atomic::Unlock(1 - which), Atomic::Unlock(which)]);
        }
        TryLock(which, inside) => {
            steps.push(Atomic::TryLock(which, own, skipped(inside)));
            steps.extend(load(inside));
            steps.push(Atomic::Unlock(which));
        }
        Read(inside) => {
            steps.push(Atomic::Read);
            steps.extend(load(inside));
            steps.push(Atomic::ReadUnlock);
        }
        NestedRead(inside) => {
            steps.extend([Atomic::Read, Atomic::Read]);
            steps.extend(load(inside));
            steps.extend([Atomic::ReadUnlock, Atomic::ReadUnlock]);
        }
        Write(inside) => {
            steps.push(Atomic::Write(own));
            steps.extend(load(inside));
            steps.push(Atomic::WriteUnlock);
        }
        TryRead(inside) => {
            steps.push(Atomic::TryRead(skipped(inside)));
            steps.extend(load(inside));
            steps.push(Atomic::ReadUnlock);
        }
        TryWrite(inside) => {
            steps.push(Atomic::TryWrite(own, skipped(inside)));
            steps.extend(load(inside));
            steps.push(Atomic::WriteUnlock);
        }
        Send => steps.push(Atomic::Send(own)),
        TrySend => steps.push(Atomic::TrySend(own)),
        Receive => steps.push(Atomic::Receive),
        TryReceive => steps.push(Atomic::TryReceive),
        ReceiveFor(seconds) => steps.push(Atomic::ReceiveFor(seconds, false)),
        ReceiveInLoop(seconds) => steps.push(Atomic::ReceiveFor(seconds, true)),
        CloneArc => steps.push(Atomic::CloneArc),
        DropArc => steps.push(Atomic::DropArc),
        Upgrade => steps.push(Atomic::Upgrade),
        StrongCount => steps.push(Atomic::StrongCount),
        GetMut => steps.push(Atomic::GetMut),
        Yield => steps.push(Atomic::Yield),
        Sleep(seconds) => steps.push(Atomic::Sleep(seconds)),
        ParkFor(seconds) => steps.push(Atomic::ParkFor(seconds)),
        Unpark(other) => steps.push(Atomic::Unpark(other)),
        SpinUntilSet(which) => {
            steps.extend([Atomic::LeaveIfSet(which), Atomic::YieldAndRepeat]);
        }
        WaitFor(_) | NotifyOne | Once | Scope | Await => {
            unreachable!("{step:?} has no model")
        }
    }
}
