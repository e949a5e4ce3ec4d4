//! Laws made from laws.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::case::Case;
use super::component::{Component, Law};
use super::counters::Counters;
use super::outcome::Outcome;
use super::panics::{attempt, raise};
use super::said;
use crate::generate::Misuse;
use crate::shrink::Extension;

/// Implements [`Component`] for a law that runs other laws, each of which draws for itself. What concerns
/// the run as a whole is asked of the law in `$first`.
macro_rules! of_laws {
    (
        $name:ident<$($law:ident),+ $(; $more:ident: $bound:path)?>,
        $first:tt,
        expects_failure: |$inner:ident| $expected:expr,
        |$one:ident, $case:ident| $run:expr
    ) => {
        impl<$($law: Law),+ $(, $more: $bound)?> Component for $name<$($law),+ $(, $more)?> {
            type Drawn = ();

            fn draw(&self, _: &mut Case) {}

            fn run(&self, (): (), $case: &mut Case) -> Outcome {
                let $one = self;
                $run
            }

            #[inline]
            fn draw_and_run(&self, case: &mut Case) -> Outcome {
                self.run((), case)
            }

            fn extensions() -> Vec<&'static Extension> {
                [$($law::extensions()),+].concat()
            }

            fn remarks(&self, counters: &Counters) -> Vec<String> {
                self.$first.remarks(counters)
            }

            fn tells_failures_by_shape(&self) -> bool {
                self.$first.tells_failures_by_shape()
            }

            fn expects_failure(&self) -> bool {
                let $inner = &self.$first;
                $expected
            }
        }
    };
}

/// See [`Law::and`].
#[derive(Clone, Debug)]
pub struct And<L, M>(pub(super) L, pub(super) M);

of_laws!(And<L, M>, 0, expects_failure: |_law| false, |both, case| match both.0.test(case).unless_discarded() {
    Outcome::Passed => both.1.test(case),
    other => other,
});

/// See [`Law::or`].
#[derive(Clone, Debug)]
pub struct Or<L, M>(pub(super) L, pub(super) M);

of_laws!(Or<L, M>, 0, expects_failure: |_law| false, |either, case| {
    // The first law may fail by a panic, which must not end the case.
    match case.attempt(|case| either.0.test(case)) {
        Outcome::Failed(_) | Outcome::Discarded => {
            said::forget_discard();
            either.1.test(case)
        }
        other => other,
    }
});

/// See [`Law::repeat`].
#[derive(Clone, Debug)]
pub struct Repeat<L> {
    pub(super) law: L,
    pub(super) times: u32,
}

of_laws!(Repeat<L>, law, expects_failure: |law| law.expects_failure(), |all, case| {
    if all.times == 0 {
        Misuse::raise("`repeat(0)` runs no case at all; give it at least 1");
    }
    let shown = case.source.shown.as_deref();
    let before = shown.map(|shown| (shown.arguments.len(), shown.document.blocks.len()));
    let notes = said::notes();
    let lane = case.source.lane();
    for _ in 0..all.times {
        // What is shown is the run that failed, not those before it.
        if let (Some(shown), Some((arguments, blocks))) = (&mut case.source.shown, before) {
            shown.arguments.truncate(arguments);
            shown.document.blocks.truncate(blocks);
            said::keep_notes(notes);
        }
        // The same row of a lane gives the same choices however often it is drawn.
        let outcome = lane.row(1, |source| case.within(source, |case| all.law.test(case)));
        let outcome = outcome.unless_discarded();
        if !outcome.is_passed() {
            return outcome;
        }
    }
    Outcome::Passed
});

/// See [`Law::expect_failure`].
#[derive(Clone, Debug)]
pub struct ExpectFailure<L>(pub(super) L);

of_laws!(ExpectFailure<L>, 0, expects_failure: |_law| true, |expected, case| expected.0.test(case));

/// See [`Law::when_fail`].
#[derive(Clone, Debug)]
pub struct WhenFail<L, F> {
    pub(super) law: L,
    pub(super) action: F,
}

of_laws!(WhenFail<L; F: Fn()>, law, expects_failure: |law| law.expects_failure(), |one, case| {
    if !case.source.is_reported() {
        return one.law.test(case);
    }
    let outcome = attempt(|| one.law.test(case)).unwrap_or_else(raise);
    if outcome.is_failed() {
        // An action that panics must not hide the failure it is an action for.
        let _ = catch_unwind(AssertUnwindSafe(&one.action));
    }
    outcome
});
