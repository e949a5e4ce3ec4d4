//! `select!`: the first of several futures that is ready.

use std::panic::Location;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::shared::{look_closely, point};
use crate::run::{Verb, current};

/// A select begins. Which branch is ready depends on what others did, so they may come first.
#[doc(hidden)]
#[track_caller]
pub fn begin() {
    look_closely();
    point(Verb::Poll, Location::caller());
}

/// Which of the branches that are left is polled first: a choice in a run, each in turn outside of one.
#[doc(hidden)]
#[track_caller]
pub fn first(disabled: u64, branches: u32) -> u32 {
    static TURN: AtomicUsize = AtomicUsize::new(0);
    let is_left = |branch: &u32| disabled & (1 << branch) == 0;
    let left = (0..branches).filter(is_left).count();
    let index = match current() {
        Some(run) => run.pick(left as u64, Location::caller()) as usize,
        None if left == 0 => 0,
        None => TURN.fetch_add(1, Ordering::Relaxed) % left,
    };
    (0..branches).filter(is_left).nth(index).unwrap_or(0)
}

/// tokio's `select!`: waits for the first of several branches, and drops the others.
///
/// Which branch is polled first is a choice of the schedule; 0 is the first as written. With `biased;` it
/// is always that one. There can be 32 branches.
///
/// ```
/// use lawful::pulse::future::block_on;
/// use lawful::pulse::tokio;
///
/// let chosen = block_on(async {
///     tokio::select! {
///         biased;
///         Some(number) = async { None::<u32> } => number,
///         number = async { 2 }, if true => number,
///         else => 0,
///     }
/// });
/// assert_eq!(chosen, 2);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __tokio_select {
    // All branches are read: what is left is to put them together. A branch is its number, its name, its
    // bit, its pattern, its future, its condition and what is to be done.
    (@build ($start:expr) ($count:expr) ($else:expr)
        $(($number:literal $name:ident $bit:expr) $pattern:pat, $future:expr, ($($condition:expr)?), $handler:expr;)+
    ) => {{
        #[allow(non_camel_case_types, reason = "names of branches are made from letters")]
        enum Out<$($name,)+> {
            $($name($name),)+
            Disabled,
        }
        let out = {
            let mut disabled: u64 = 0;
            $($(
                if !$condition {
                    disabled |= $bit;
                }
            )?)+
            $(
                #[allow(non_snake_case, reason = "names of branches are made from letters")]
                let mut $name = ::std::pin::pin!(::std::future::IntoFuture::into_future($future));
            )+
            $crate::tokio::macros::begin();
            ::std::future::poll_fn(|context| {
                let branches: u32 = $count;
                let start: u32 = $start(disabled, branches);
                let mut pending = false;
                for step in 0..branches {
                    match (start + step) % branches {
                        $(
                            $number => {
                                if disabled & $bit != 0 {
                                    continue;
                                }
                                let polled = ::std::future::Future::poll($name.as_mut(), context);
                                let value = match polled {
                                    ::std::task::Poll::Ready(value) => value,
                                    ::std::task::Poll::Pending => {
                                        pending = true;
                                        continue;
                                    }
                                };
                                // It is polled no more, whether its value matches or not.
                                disabled |= $bit;
                                let mut matched = false;
                                // The guard sees the value without taking it.
                                #[allow(unused_variables, unused_mut, unreachable_patterns, reason = "the pattern is tried here and used below")]
                                let value = match value {
                                    $pattern if { matched = true; false } => unreachable!(),
                                    value => value,
                                };
                                if matched {
                                    return ::std::task::Poll::Ready(Out::$name(value));
                                }
                            }
                        )+
                        _ => unreachable!(),
                    }
                }
                match pending {
                    true => ::std::task::Poll::Pending,
                    false => ::std::task::Poll::Ready(Out::Disabled),
                }
            })
            .await
        };
        match out {
            $(Out::$name($pattern) => $handler,)+
            Out::Disabled => $else,
            _ => unreachable!("the pattern was found to match"),
        }
    }};

    // Reading branches: each takes the next number and name.
    (@read ($start:expr) $numbers:tt ($($read:tt)*) else => $else:expr $(,)?) => {
        $crate::__tokio_select!(@count ($start) $numbers ($else) $($read)*)
    };
    (@read ($start:expr) $numbers:tt ($($read:tt)*)) => {
        $crate::__tokio_select!(@count ($start) $numbers
            (::std::panic!("all branches are disabled and there is no else branch")) $($read)*)
    };
    (@read $start:tt ($number:tt $($numbers:tt)*) ($($read:tt)*)
        $pattern:pat = $future:expr $(, if $condition:expr)? => $handler:block, $($rest:tt)*
    ) => {
        $crate::__tokio_select!(@read $start ($($numbers)*)
            ($($read)* $number $pattern, $future, ($($condition)?), $handler;) $($rest)*)
    };
    (@read $start:tt ($number:tt $($numbers:tt)*) ($($read:tt)*)
        $pattern:pat = $future:expr $(, if $condition:expr)? => $handler:block $($rest:tt)*
    ) => {
        $crate::__tokio_select!(@read $start ($($numbers)*)
            ($($read)* $number $pattern, $future, ($($condition)?), $handler;) $($rest)*)
    };
    (@read $start:tt ($number:tt $($numbers:tt)*) ($($read:tt)*)
        $pattern:pat = $future:expr $(, if $condition:expr)? => $handler:expr $(, $($rest:tt)*)?
    ) => {
        $crate::__tokio_select!(@read $start ($($numbers)*)
            ($($read)* $number $pattern, $future, ($($condition)?), $handler;) $($($rest)*)?)
    };

    // How many there are is the number that comes next.
    (@count ($start:expr) (($count:literal $($of:tt)*) $($numbers:tt)*) ($else:expr) $($read:tt)+) => {
        $crate::__tokio_select!(@build ($start) ($count) ($else) $($read)+)
    };

    (@numbered $start:tt $($branches:tt)+) => {
        $crate::__tokio_select!(@read $start (
            (0 A0 1) (1 A1 1 << 1) (2 A2 1 << 2) (3 A3 1 << 3) (4 A4 1 << 4) (5 A5 1 << 5)
            (6 A6 1 << 6) (7 A7 1 << 7) (8 A8 1 << 8) (9 A9 1 << 9) (10 A10 1 << 10)
            (11 A11 1 << 11) (12 A12 1 << 12) (13 A13 1 << 13) (14 A14 1 << 14) (15 A15 1 << 15)
            (16 A16 1 << 16) (17 A17 1 << 17) (18 A18 1 << 18) (19 A19 1 << 19) (20 A20 1 << 20)
            (21 A21 1 << 21) (22 A22 1 << 22) (23 A23 1 << 23) (24 A24 1 << 24) (25 A25 1 << 25)
            (26 A26 1 << 26) (27 A27 1 << 27) (28 A28 1 << 28) (29 A29 1 << 29) (30 A30 1 << 30)
            (31 A31 1 << 31) (32 A32 1 << 32)
        ) () $($branches)+)
    };

    (biased; $($branches:tt)+) => {
        $crate::__tokio_select!(@numbered ((|_, _| 0)) $($branches)+)
    };
    ($($branches:tt)+) => {
        $crate::__tokio_select!(@numbered ($crate::tokio::macros::first) $($branches)+)
    };
}
