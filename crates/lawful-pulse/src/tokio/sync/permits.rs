//! Permits that are handed out first come, first served: what locks, semaphores and bounded channels have in
//! common, as in tokio.
//!
//! While somebody waits, no permit is free: what is given back goes to the first who waits, and nobody who
//! comes later overtakes. Whoever waits for several collects them.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::MutexGuard;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::super::shared::Shared;
use crate::run::{NOBODY, Place, Run, TaskId, Verb, current, is_alive, wait_until_over};

/// How long to sleep between two looks at whether code outside of a run gave something back.
const LOOK: Duration = Duration::from_micros(200);

/// Permits, and those who wait for some.
pub(crate) struct Permits {
    shared: Shared<Queue>,
    /// They belong to one run at a time, or to the code outside of runs. A run that fails leaves its tasks as
    /// they are, with what they hold; the next one must find everything given back.
    adopted: bool,
}

struct Queue {
    /// The run that they belong to; 0 outside of runs.
    tenant: u64,
    free: usize,
    /// Those that were handed out, also to those who do not have all that they wait for.
    taken: usize,
    closed: bool,
    waiting: VecDeque<Waiter>,
    /// The number of the next who waits.
    next: u64,
    /// The task that took all of them, for those who read why nobody goes on.
    holder: TaskId,
}

struct Waiter {
    number: u64,
    missing: usize,
    waker: Waker,
    task: TaskId,
}

/// Nobody gives out permits any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Closed;

/// Why there was no permit at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    Closed,
    None,
}

impl Permits {
    pub const fn new(count: usize, made: Place) -> Self {
        Permits { shared: Shared::new(Queue::new(count), made), adopted: true }
    }

    /// Permits that belong to a channel: they go with its messages, and no run gives them back.
    pub const fn of_channel(count: usize, made: Place) -> Self {
        Permits { shared: Shared::new(Queue::new(count), made), adopted: false }
    }

    fn enter(&self) -> MutexGuard<'_, Queue> {
        let own = current().map_or(0, Run::id);
        let queue = self.shared.lock();
        match queue.tenant == own || !self.adopted {
            true => queue,
            false => self.adopt(queue, own),
        }
    }

    /// Makes them those of this run, or of the code outside of runs, once nobody else uses them.
    #[cold]
    fn adopt<'a>(&'a self, mut queue: MutexGuard<'a, Queue>, own: u64) -> MutexGuard<'a, Queue> {
        while queue.tenant != own {
            let tenant = queue.tenant;
            if tenant != 0 && !is_alive(tenant) {
                queue.reclaim();
                queue.tenant = own;
            } else if tenant == 0 && queue.taken == 0 {
                queue.tenant = own;
            } else {
                drop(queue);
                match tenant {
                    0 => std::thread::sleep(LOOK),
                    run => wait_until_over(run),
                }
                queue = self.shared.lock();
            }
        }
        queue
    }

    /// Asks for permits, as the operation that this is for.
    pub fn acquire(&self, count: usize, verb: Verb, place: Place) -> Acquire<'_> {
        Acquire { permits: self, count, verb, place, stage: Stage::Fresh }
    }

    /// Takes permits if they are there.
    pub fn try_acquire(&self, count: usize, verb: Verb, place: Place) -> Result<(), Refused> {
        self.shared.try_point(verb, place);
        let mut queue = self.enter();
        if queue.closed {
            return Err(Refused::Closed);
        }
        if queue.free < count {
            return Err(Refused::None);
        }
        queue.take(count);
        queue.hold(verb);
        drop(queue);
        self.shared.acquired(verb, None, place);
        Ok(())
    }

    /// Gives permits back: to those who wait, first come, first served.
    pub fn release(&self, count: usize, verb: Verb) {
        self.shared.release_point(verb);
        self.shared.released();
        let mut left = count;
        loop {
            let woken = self.enter().give(&mut left);
            match woken {
                Some(waker) => waker.wake(),
                None => return,
            }
        }
    }

    /// Makes permits more.
    pub fn add(&self, count: usize, place: Place) {
        self.shared.point(Verb::Unlock, place);
        self.enter().taken += count;
        self.release(count, Verb::Unlock);
    }

    /// Makes those that were handed out fewer: they are not given back.
    pub fn forget(&self, count: usize) {
        let mut queue = self.enter();
        queue.taken = queue.taken.saturating_sub(count);
    }

    /// Makes those that are free fewer; says by how many.
    pub fn forget_free(&self, count: usize) -> usize {
        let mut queue = self.enter();
        let forgotten = count.min(queue.free);
        queue.free -= forgotten;
        forgotten
    }

    pub fn free(&self) -> usize {
        self.enter().free
    }

    /// Whether all of them are there.
    pub fn is_idle(&self) -> bool {
        self.enter().taken == 0
    }

    pub fn is_closed(&self) -> bool {
        self.enter().closed
    }

    /// Gives none out any more.
    pub fn close(&self) {
        let mut queue = self.enter();
        queue.closed = true;
        let woken: Vec<Waker> = queue.waiting.iter().map(|one| one.waker.clone()).collect();
        drop(queue);
        woken.into_iter().for_each(Waker::wake);
    }
}

impl Queue {
    const fn new(count: usize) -> Self {
        Queue {
            tenant: 0,
            free: count,
            taken: 0,
            closed: false,
            waiting: VecDeque::new(),
            next: 0,
            holder: NOBODY,
        }
    }

    /// Takes everything back from a run that is over.
    fn reclaim(&mut self) {
        self.free += std::mem::take(&mut self.taken);
        self.waiting.clear();
        self.holder = NOBODY;
    }

    fn take(&mut self, count: usize) {
        self.free -= count;
        self.taken += count;
    }

    fn hold(&mut self, verb: Verb) {
        if matches!(verb, Verb::Lock | Verb::TryLock | Verb::WriteLock) {
            self.holder = current().map_or(NOBODY, Run::current);
        }
    }

    /// Gives some of `left` to the first who waits; gives its waker if it has all now.
    fn give(&mut self, left: &mut usize) -> Option<Waker> {
        if *left > 0 {
            self.holder = NOBODY;
        }
        while *left > 0 {
            let Some(first) = self.waiting.front_mut() else {
                // What outlived its run was reclaimed with it.
                let back = self.taken.min(*left);
                self.free += back;
                self.taken -= back;
                *left = 0;
                break;
            };
            let given = first.missing.min(*left);
            first.missing -= given;
            *left -= given;
            if first.missing == 0 {
                return self.waiting.pop_front().map(|first| {
                    self.holder = first.task;
                    first.waker
                });
            }
        }
        None
    }

    fn place_of(&self, number: u64) -> Option<usize> {
        self.waiting.iter().position(|waiter| waiter.number == number)
    }
}

/// Waits for permits. If it is dropped, nobody loses any.
pub(crate) struct Acquire<'a> {
    permits: &'a Permits,
    count: usize,
    verb: Verb,
    place: Place,
    stage: Stage,
}

/// How far a future has come.
#[derive(Clone, Copy)]
pub(super) enum Stage {
    Fresh,
    /// In the queue, or served, under this number.
    Waiting(u64),
    Done,
}

impl Acquire<'_> {
    fn begin(&mut self, waker: &Waker) -> Poll<Result<(), Closed>> {
        self.permits.shared.point(self.verb, self.place);
        let mut queue = self.permits.enter();
        if queue.closed {
            self.stage = Stage::Done;
            return Poll::Ready(Err(Closed));
        }
        let at_once = queue.free.min(self.count);
        queue.take(at_once);
        if at_once == self.count {
            return self.finish(queue, false);
        }
        let number = queue.next;
        queue.next += 1;
        let task = current().map_or(NOBODY, Run::current);
        let missing = self.count - at_once;
        queue.waiting.push_back(Waiter { number, missing, waker: waker.clone(), task });
        self.stage = Stage::Waiting(number);
        self.wait(queue)
    }

    fn look(&mut self, number: u64, waker: &Waker) -> Poll<Result<(), Closed>> {
        let mut queue = self.permits.enter();
        let Some(place) = queue.place_of(number) else { return self.finish(queue, true) };
        if queue.closed {
            drop(queue);
            self.leave(number);
            self.stage = Stage::Done;
            return Poll::Ready(Err(Closed));
        }
        queue.waiting[place].waker.clone_from(waker);
        self.wait(queue)
    }

    fn wait(&self, queue: MutexGuard<'_, Queue>) -> Poll<Result<(), Closed>> {
        let holder = queue.holder;
        drop(queue);
        self.permits.shared.awaits(self.verb, holder, self.place);
        Poll::Pending
    }

    fn finish(
        &mut self,
        mut queue: MutexGuard<'_, Queue>,
        waited: bool,
    ) -> Poll<Result<(), Closed>> {
        queue.hold(self.verb);
        drop(queue);
        self.stage = Stage::Done;
        // That something is sent was an event at the point; after waiting it is one again.
        if waited || self.verb != Verb::Send {
            self.permits.shared.acquired(self.verb, None, self.place);
        }
        Poll::Ready(Ok(()))
    }

    /// Gives up: what it has got so far goes to the others.
    fn leave(&self, number: u64) {
        let mut queue = self.permits.enter();
        let got = match queue.place_of(number) {
            Some(place) => {
                let missing = queue.waiting.remove(place).map_or(0, |waiter| waiter.missing);
                self.count - missing
            }
            None => self.count,
        };
        drop(queue);
        if got > 0 {
            self.permits.release(got, Verb::Unlock);
        }
    }
}

impl Future for Acquire<'_> {
    type Output = Result<(), Closed>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.stage {
            Stage::Fresh => self.begin(context.waker()),
            Stage::Waiting(number) => self.look(number, context.waker()),
            Stage::Done => panic!("polled after it was ready"),
        }
    }
}

impl Drop for Acquire<'_> {
    fn drop(&mut self) {
        if let Stage::Waiting(number) = self.stage {
            self.leave(number);
        }
    }
}

/// The methods of locks over permits, and how they are made. A guard takes so many permits by one operation where
/// it waits, and by another where it tries.
macro_rules! locks {
    ($lock:ident of $all:tt; $(
        $guard:ident takes $count:tt by $verb:ident or $try_verb:ident:
            $take:ident, $try_take:ident, $blocking:ident;
        $owned:ident: $take_owned:ident $(, $try_owned:ident)?;
    )+) => {
        impl<T> $lock<T> {
            /// See tokio's.
            #[track_caller]
            pub const fn new(value: T) -> Self {
                let permits = Permits::new($all, Location::caller());
                $lock { permits, data: UnsafeCell::new(value) }
            }

            /// See tokio's.
            #[track_caller]
            pub const fn const_new(value: T) -> Self {
                $lock::new(value)
            }

            /// See tokio's.
            pub fn into_inner(self) -> T {
                self.data.into_inner()
            }
        }

        impl<T: ?Sized> $lock<T> {
            /// See tokio's.
            pub fn get_mut(&mut self) -> &mut T {
                self.data.get_mut()
            }

            $(
                /// See tokio's. Those who wait get the lock in the order they came in.
                #[track_caller]
                pub fn $take(&self) -> impl Future<Output = $guard<'_, T>> {
                    let place = Location::caller();
                    async move {
                        // It is never closed.
                        let _ = self.permits.acquire($count, Verb::$verb, place).await;
                        $guard(self)
                    }
                }

                /// See tokio's. Those who wait get the lock in the order they came in.
                #[track_caller]
                pub fn $take_owned(self: Arc<Self>) -> impl Future<Output = $owned<T>> {
                    let place = Location::caller();
                    async move {
                        let _ = self.permits.acquire($count, Verb::$verb, place).await;
                        $owned(self)
                    }
                }

                /// See tokio's.
                #[track_caller]
                pub fn $try_take(&self) -> Result<$guard<'_, T>, TryLockError> {
                    match self.permits.try_acquire($count, Verb::$try_verb, Location::caller()) {
                        Ok(()) => Ok($guard(self)),
                        Err(_) => Err(TryLockError::new()),
                    }
                }

                $(
                    /// See tokio's.
                    #[track_caller]
                    pub fn $try_owned(self: Arc<Self>) -> Result<$owned<T>, TryLockError> {
                        match self.permits.try_acquire($count, Verb::$try_verb, Location::caller()) {
                            Ok(()) => Ok($owned(self)),
                            Err(_) => Err(TryLockError::new()),
                        }
                    }
                )?

                /// See tokio's.
                #[track_caller]
                pub fn $blocking(&self) -> $guard<'_, T> {
                    crate::future::block_on(self.$take())
                }
            )+
        }

        made_from_value!($lock);
        opaque!($lock<T: ?Sized>);
    };
}

/// Guards that give so many permits back when they are dropped.
macro_rules! releases {
    ($count:tt: $($guard:ty),+) => {$(
        impl<T: ?Sized> Drop for $guard {
            fn drop(&mut self) {
                self.0.permits.release($count, Verb::Unlock);
            }
        }
    )+};
}

pub(super) use {locks, releases};
