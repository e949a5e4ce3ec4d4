//! `join!`, `try_join!` and `pin!`.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A future of a `join!`, and what it came to.
#[doc(hidden)]
pub struct Part<'a, F: Future> {
    future: Pin<&'a mut F>,
    value: Option<F::Output>,
}

/// How far a part came.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Pending,
    Done,
    /// The whole is decided.
    Failed,
}

impl<'a, F: Future> Part<'a, F> {
    #[doc(hidden)]
    pub fn new(future: Pin<&'a mut F>) -> Self {
        Part { future, value: None }
    }

    #[doc(hidden)]
    #[track_caller]
    pub fn poll(&mut self, context: &mut Context<'_>) -> Step {
        if self.value.is_none() {
            match self.future.as_mut().poll(context) {
                Poll::Ready(value) => self.value = Some(value),
                Poll::Pending => return Step::Pending,
            }
        }
        Step::Done
    }

    #[doc(hidden)]
    pub fn take(&mut self) -> F::Output {
        self.value.take().expect("all parts are at their end")
    }
}

impl<T, E, F: Future<Output = Result<T, E>>> Part<'_, F> {
    #[doc(hidden)]
    #[track_caller]
    pub fn try_poll(&mut self, context: &mut Context<'_>) -> Step {
        match (self.poll(context), &self.value) {
            (Step::Done, Some(Err(_))) => Step::Failed,
            (step, _) => step,
        }
    }

    #[doc(hidden)]
    pub fn value(&mut self) -> T {
        match self.take() {
            Ok(value) => value,
            Err(_) => unreachable!("no part failed"),
        }
    }

    #[doc(hidden)]
    pub fn error(&mut self) -> Option<E> {
        self.value.take()?.err()
    }
}

/// Polls all parts, beginning with one of them. Says whether one failed.
#[doc(hidden)]
pub fn poll_all(
    parts: &mut [&mut dyn FnMut(&mut Context<'_>) -> Step],
    start: usize,
    context: &mut Context<'_>,
) -> Poll<bool> {
    let (before, after) = parts.split_at_mut(start);
    let mut pending = false;
    for part in after.iter_mut().chain(before) {
        match part(context) {
            Step::Failed => return Poll::Ready(true),
            step => pending |= step == Step::Pending,
        }
    }
    if pending { Poll::Pending } else { Poll::Ready(false) }
}

/// tokio's `join!`: waits for all of several futures, as one task.
///
/// They are polled in the order as written at first, and each time begin with the next one, as tokio's. With
/// `biased;` they always are in the order as written. There can be 16 of them.
///
/// ```
/// use lawful::pulse::future::block_on;
/// use lawful::pulse::tokio;
///
/// assert_eq!(block_on(async { tokio::join!(async { 1 }, async { 2 }) }), (1, 2));
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __tokio_join {
    (@all $step:tt $poll:ident ($($read:tt)*) ($future:expr, $($futures:tt)*)
        ($name:ident $($names:ident)*) $out:tt
    ) => {
        $crate::__tokio_join!(@all $step $poll ($($read)* ($name $future)) ($($futures)*)
            ($($names)*) $out)
    };
    (@all ($step:expr) $poll:ident ($(($name:ident $future:expr))+) () $names:tt ($out:ident)) => {{
        $(
            #[allow(non_snake_case, reason = "names of branches are made from letters")]
            let mut $name = ::std::pin::pin!(::std::future::IntoFuture::into_future($future));
            #[allow(non_snake_case, reason = "names of branches are made from letters")]
            let mut $name = $crate::tokio::macros::Part::new($name.as_mut());
        )+
        let mut start = 0;
        let failed = ::std::future::poll_fn(|context| {
            let parts: &mut [&mut dyn FnMut(&mut ::std::task::Context<'_>) -> _] =
                &mut [$(&mut |context| $name.$poll(context)),+];
            let first = start;
            start = (start + $step) % parts.len();
            $crate::tokio::macros::poll_all(parts, first, context)
        })
        .await;
        $crate::__tokio_join!(@$out failed $($name)+)
    }};
    (@values $failed:ident $($name:ident)+) => {{
        let _ = $failed;
        ($($name.take(),)+)
    }};
    (@result $failed:ident $($name:ident)+) => {
        if $failed {
            let mut error = None;
            $(
                if error.is_none() {
                    error = $name.error();
                }
            )+
            Err(error.expect("a part failed"))
        } else {
            Ok(($($name.value(),)+))
        }
    };
    (@named $step:tt $poll:ident $out:tt $futures:tt) => {
        $crate::__tokio_join!(@all $step $poll () $futures
            (A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15) $out)
    };
    (biased; $($future:expr),+ $(,)?) => {
        $crate::__tokio_join!(@named (0) poll (values) ($($future,)+))
    };
    ($($future:expr),+ $(,)?) => {
        $crate::__tokio_join!(@named (1) poll (values) ($($future,)+))
    };
    ($(biased;)?) => {
        ()
    };
}

/// tokio's `try_join!`: the same, until one of them fails.
///
/// ```
/// use lawful::pulse::future::block_on;
/// use lawful::pulse::tokio;
///
/// let both = async { tokio::try_join!(async { Ok(1) }, async { Err::<u8, _>("no") }) };
/// assert_eq!(block_on(both), Err::<(u8, u8), _>("no"));
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __tokio_try_join {
    (biased; $($future:expr),+ $(,)?) => {
        $crate::__tokio_join!(@named (0) try_poll (result) ($($future,)+))
    };
    ($($future:expr),+ $(,)?) => {
        $crate::__tokio_join!(@named (1) try_poll (result) ($($future,)+))
    };
    ($(biased;)?) => {
        Ok(())
    };
}

/// tokio's `pin!`: pins values to the stack, under their names.
///
/// ```
/// use lawful::pulse::future::block_on;
/// use lawful::pulse::tokio;
///
/// let future = async { 1 };
/// tokio::pin!(future);
/// assert_eq!(block_on(&mut future), 1);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __tokio_pin {
    ($($name:ident),* $(,)?) => {$(
        let mut $name = ::std::pin::pin!($name);
    )*};
    ($(let $name:ident = $value:expr;)*) => {$(
        let $name = $value;
        let mut $name = ::std::pin::pin!($name);
    )*};
}
