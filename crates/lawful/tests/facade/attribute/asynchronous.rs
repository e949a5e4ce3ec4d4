//! Laws that are async, with and without a runtime that is named.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use lawful::prelude::*;

use super::{check, check_fails, ran};

/// Gives way to others once before it goes on.
struct Yield(bool);

impl Future for Yield {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.0 {
            return Poll::Ready(());
        }
        self.0 = true;
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

#[law(tests = 20)]
async fn waiting(x: u64) {
    ran(x);
    Yield(false).await;
    assert_eq!(x, async { x }.await);
}

#[law(tests = 100)]
async fn assuming(x: u64) -> bool {
    Yield(false).await;
    assume!(x > 10);
    x > 5
}

#[law(tests = 20)]
async fn with_errors(text: String) -> Result<(), std::num::ParseIntError> {
    let number: i64 = async { text.len().to_string().parse() }.await?;
    assert!(number >= 0);
    Ok(())
}

#[law(max_failures = 1)]
#[should_panic]
async fn broken_after_waiting(x: u64) {
    ran(x);
    Yield(false).await;
    assert!(x < 1_000);
}

thread_local! {
    static BLOCKED: Cell<u32> = const { Cell::new(0) };
}

/// A runtime of the user's own.
fn my_block_on<F: Future>(future: F) -> F::Output {
    BLOCKED.set(BLOCKED.get() + 1);
    lawful::block_on(future)
}

#[law(tests = 30, block_on = my_block_on)]
async fn on_a_runtime_of_ones_own(x: u64) {
    Yield(false).await;
    ran(x);
}

#[law(block_on = (my_block_on), tests = 30)]
async fn on_a_runtime_that_is_an_expression(x: u64) {
    ran(x);
}

#[test]
fn futures_are_run_to_their_end() {
    assert_eq!(check(waiting).len(), 20);
    check(assuming);
    check(with_errors);
    assert_eq!(check_fails(broken_after_waiting).last().unwrap(), "1000");
}

#[test]
fn the_named_runtime_runs_every_case() {
    BLOCKED.set(0);
    assert_eq!(check(on_a_runtime_of_ones_own).len(), 30);
    assert_eq!(check(on_a_runtime_that_is_an_expression).len(), 30);
    assert_eq!(BLOCKED.get(), 60);
}
