//! Barriers.

use std::cell::Cell;
use std::panic::Location;
use std::sync;

use crate::run::{Fresh, Home, NOBODY, Object, Operation, Place, TaskSet, Verb, current};

struct State {
    /// How many have come since it opened last.
    come: Cell<usize>,
    /// How often it opened.
    opened: Cell<u64>,
    waiting: TaskSet,
}

impl Fresh for State {
    const FRESH: Self = State { come: Cell::new(0), opened: Cell::new(0), waiting: TaskSet::new() };
}

/// [`std::sync::Barrier`], under the scheduler where a run is going on.
pub struct Barrier {
    home: Home<sync::Mutex<()>, State>,
    real: sync::Barrier,
    count: usize,
    made: Place,
}

/// [`std::sync::BarrierWaitResult`].
#[derive(Debug)]
pub struct BarrierWaitResult(bool);

impl BarrierWaitResult {
    /// See [`std::sync::BarrierWaitResult::is_leader`].
    pub fn is_leader(&self) -> bool {
        self.0
    }
}

impl Barrier {
    /// See [`std::sync::Barrier::new`].
    #[track_caller]
    pub const fn new(count: usize) -> Self {
        let (made, real) = (Location::caller(), sync::Barrier::new(count));
        Barrier { home: Home::new(sync::Mutex::new(())), real, count, made }
    }

    /// See [`std::sync::Barrier::wait`].
    #[track_caller]
    pub fn wait(&self) -> BarrierWaitResult {
        let Some(run) = current() else { return BarrierWaitResult(self.real.wait().is_leader()) };
        let place = Location::caller();
        let operation = Operation::new(Verb::Meet, Object::new(self, self.made));
        run.point(|| operation, place);
        let state = self.home.of(run);
        run.released(operation.object);
        state.come.set(state.come.get() + 1);
        if state.come.get() >= self.count {
            state.come.set(0);
            state.opened.set(state.opened.get() + 1);
            run.wake_all(&state.waiting);
            return BarrierWaitResult(true);
        }
        let round = state.opened.get();
        while state.opened.get() == round {
            state.waiting.insert(run.current());
            run.wait(&operation, NOBODY, place);
        }
        run.acquired(&operation, place);
        BarrierWaitResult(false)
    }
}

opaque!(Barrier);
