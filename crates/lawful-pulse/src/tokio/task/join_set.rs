//! Sets of futures that are awaited together.

use std::fmt;
use std::future::{Future, poll_fn};
use std::panic::Location;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::super::shared::{look_closely, pick, point};
use super::{AbortHandle, JoinError, JoinHandle};
use crate::run::{Place, Verb};

/// tokio's `JoinSet`. Which of several futures that are at their end comes next is a choice, since tokio
/// promises nothing.
pub struct JoinSet<T>(Vec<JoinHandle<T>>);

/// What the next future comes to; nothing if there is none.
type Joined<T> = Option<Result<T, JoinError>>;

impl<T> JoinSet<T> {
    /// See tokio's.
    pub fn new() -> Self {
        JoinSet(Vec::new())
    }

    /// See tokio's.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// See tokio's.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: 'static> JoinSet<T> {
    /// See tokio's.
    #[track_caller]
    pub fn spawn<F>(&mut self, future: F) -> AbortHandle
    where
        F: Future<Output = T> + Send + 'static,
        T: Send,
    {
        self.add(super::spawn(future))
    }

    /// See tokio's.
    #[track_caller]
    pub fn spawn_local<F>(&mut self, future: F) -> AbortHandle
    where
        F: Future<Output = T> + 'static,
    {
        self.add(super::spawn_local(future))
    }

    /// See tokio's.
    #[track_caller]
    pub fn spawn_blocking<F>(&mut self, body: F) -> AbortHandle
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send,
    {
        self.add(super::spawn_blocking(body))
    }

    fn add(&mut self, handle: JoinHandle<T>) -> AbortHandle {
        let abort = handle.abort_handle();
        self.0.push(handle);
        abort
    }

    /// See tokio's. If it is dropped while it waits, nothing is lost.
    #[track_caller]
    pub fn join_next(&mut self) -> impl Future<Output = Option<Result<T, JoinError>>> {
        let place = Location::caller();
        let mut begun = false;
        poll_fn(move |context| {
            if !std::mem::replace(&mut begun, true) {
                point(Verb::Join, place);
            }
            self.look(context, place)
        })
    }

    /// See tokio's.
    #[track_caller]
    pub fn poll_join_next(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<T, JoinError>>> {
        self.look(context, Location::caller())
    }

    /// See tokio's.
    #[track_caller]
    pub fn try_join_next(&mut self) -> Option<Result<T, JoinError>> {
        let place = Location::caller();
        look_closely();
        point(Verb::Join, place);
        let chosen = self.ended(place)?;
        match self.take(chosen, &mut Context::from_waker(std::task::Waker::noop())) {
            Poll::Ready(result) => Some(result),
            Poll::Pending => None,
        }
    }

    /// One of those that are at their end.
    fn ended(&self, place: Place) -> Option<usize> {
        let ended = || (0..self.0.len()).filter(|index| self.0[*index].has_ended());
        match ended().count() {
            0 => None,
            count => ended().nth(pick(count, place)),
        }
    }

    fn take(&mut self, index: usize, context: &mut Context<'_>) -> Poll<Result<T, JoinError>> {
        let result = std::task::ready!(Pin::new(&mut self.0[index]).poll(context));
        self.0.remove(index);
        Poll::Ready(result)
    }

    fn look(&mut self, context: &mut Context<'_>, place: Place) -> Poll<Joined<T>> {
        if self.0.is_empty() {
            return Poll::Ready(None);
        }
        if let Some(chosen) = self.ended(place) {
            return self.take(chosen, context).map(Some);
        }
        // Each leaves the waker; outside of a run one may come to its end on the way.
        for index in 0..self.0.len() {
            if let Poll::Ready(result) = self.take(index, context) {
                return Poll::Ready(Some(result));
            }
        }
        Poll::Pending
    }

    /// See tokio's.
    pub async fn join_all(mut self) -> Vec<T> {
        let mut values = Vec::with_capacity(self.len());
        while let Some(result) = self.join_next().await {
            match result {
                Ok(value) => values.push(value),
                Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
                Err(error) => panic!("{error}"),
            }
        }
        values
    }

    /// See tokio's.
    #[track_caller]
    pub fn abort_all(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }

    /// See tokio's.
    pub async fn shutdown(&mut self) {
        self.abort_all();
        while self.join_next().await.is_some() {}
    }

    /// See tokio's: the futures go on, and nobody awaits them.
    pub fn detach_all(&mut self) {
        self.0.clear();
    }
}

impl<T> Default for JoinSet<T> {
    fn default() -> Self {
        JoinSet::new()
    }
}

/// The futures of a set are aborted with it.
impl<T> Drop for JoinSet<T> {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

impl<T, F> FromIterator<F> for JoinSet<T>
where
    F: Future<Output = T> + Send + 'static,
    T: Send + 'static,
{
    fn from_iter<I: IntoIterator<Item = F>>(futures: I) -> Self {
        let mut set = JoinSet::new();
        for future in futures {
            set.spawn(future);
        }
        set
    }
}

impl<T> fmt::Debug for JoinSet<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("JoinSet").field("len", &self.0.len()).finish()
    }
}
