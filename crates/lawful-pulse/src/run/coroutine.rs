//! Stacks, and coroutines on them.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::OnceLock;

use corosensei::stack::{DefaultStack, Stack};
use corosensei::{CoroutineResult, Yielder};

/// Size of the stack of a task, unless one is asked for: that of a thread of std, which programs are written for.
/// Only what is touched takes memory.
fn default_size() -> usize {
    static SIZE: OnceLock<usize> = OnceLock::new();
    *SIZE.get_or_init(|| {
        let asked = std::env::var("RUST_MIN_STACK").ok().and_then(|size| size.parse().ok());
        asked.unwrap_or(2 * 1024 * 1024).max(LEAST)
    })
}

/// Size of the smallest stack: a panic with a backtrace needs 24 KiB, unoptimised code a multiple of what optimised
/// code does.
const LEAST: usize = 128 * 1024;
/// Size of the part of a stack that is left for the toolkit.
const RESERVE: usize = PAGE + 32 * 1024;
/// Size of the page at the end of a stack that may not be touched.
const PAGE: usize = 4_096;
/// How many stacks are kept for later tasks.
const MOST_SPARE: usize = 16_384;

/// A coroutine that takes and gives nothing.
pub(crate) struct Coroutine {
    inner: corosensei::Coroutine<(), (), (), DefaultStack>,
    /// Where its stack is.
    stack: Range<usize>,
    floor: usize,
}

impl Coroutine {
    /// A coroutine that runs `body` when it is resumed first.
    ///
    /// # Safety
    ///
    /// What `body` borrows must live until the coroutine is at its end or was [reset](Coroutine::reset),
    /// and `body` must not unwind.
    pub unsafe fn new<F: FnOnce(&Yielder<(), ()>)>(stack: DefaultStack, body: F) -> Self {
        let bounds = stack.limit().get()..stack.base().get();
        // SAFETY: the caller promises that what is borrowed lives long enough.
        let inner = unsafe {
            corosensei::Coroutine::with_stack_unchecked(stack, move |yielder, ()| body(yielder))
        };
        Coroutine { inner, floor: bounds.start + RESERVE, stack: bounds }
    }

    /// Runs until it suspends itself or ends. Says whether it ended.
    #[inline(always)]
    pub fn resume(&mut self) -> bool {
        matches!(self.inner.resume(()), CoroutineResult::Return(()))
    }

    /// The stack of a coroutine, whatever it holds: what was on it is leaked.
    ///
    /// # Safety
    ///
    /// Nothing on the stack may be used any more, by anybody.
    pub unsafe fn reset(mut self) -> DefaultStack {
        if !self.inner.done() {
            // SAFETY: nobody uses what is on the stack; destructors that do not run only leak.
            unsafe { self.inner.force_reset() };
        }
        self.inner.into_stack()
    }

    /// What a signal handler needs in order to end it.
    pub fn trap_handler(&self) -> corosensei::trap::CoroutineTrapHandler<()> {
        self.inner.trap_handler()
    }

    /// Where its stack comes to the reserve that is kept for the toolkit, which must not be left in the middle.
    #[inline(always)]
    pub fn floor(&self) -> usize {
        self.floor
    }

    /// Where its stack is.
    pub fn stack(&self) -> &Range<usize> {
        &self.stack
    }
}

/// Number of bytes of a stack of this size that can be used: the last page cannot. For a task that has none of its own,
/// that of any other.
pub(super) fn usable(size: usize) -> usize {
    if size == 0 { default_size() } else { size - PAGE }
}

/// Number of bytes between the two ends of a stack.
fn size_of(stack: &impl Stack) -> usize {
    stack.base().get() - stack.limit().get()
}

/// Stacks that were used before: making one takes a thousand times as long as taking one from here.
#[derive(Default)]
pub(crate) struct Stacks {
    spare: RefCell<Vec<DefaultStack>>,
    /// Size of each of them. Those that were asked for are of no use to other tasks.
    size: Cell<usize>,
}

impl Stacks {
    #[inline]
    pub fn take(&self, size: Option<usize>) -> DefaultStack {
        if size.is_none()
            && let Some(stack) = self.spare.borrow_mut().pop()
        {
            return stack;
        }
        self.make(size)
    }

    #[cold]
    fn make(&self, size: Option<usize>) -> DefaultStack {
        let asked = size.unwrap_or_else(default_size).max(LEAST);
        let stack =
            DefaultStack::new(asked).expect("there is memory for the stack of one more task");
        if size.is_none() {
            self.size.set(size_of(&stack));
        }
        stack
    }

    #[inline]
    pub fn put(&self, stack: DefaultStack) {
        let mut spare = self.spare.borrow_mut();
        if size_of(&stack) == self.size.get() && spare.len() < MOST_SPARE {
            spare.push(stack);
        }
    }
}
