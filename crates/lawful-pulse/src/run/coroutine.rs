//! Stacks, and coroutines on them.

use std::cell::RefCell;

use corosensei::stack::DefaultStack;
use corosensei::{CoroutineResult, Yielder};

/// How large the stack of a task is. Only what is touched takes memory. A panic with a backtrace needs 24
/// KiB, unoptimised code a multiple of what optimised code does.
pub(crate) const STACK: usize = 256 * 1024;
/// How many stacks are kept for later tasks.
const MOST_SPARE: usize = 1_024;

/// A coroutine that takes and gives nothing.
pub(crate) struct Coroutine(corosensei::Coroutine<(), (), (), DefaultStack>);

impl Coroutine {
    /// A coroutine that runs `body` when it is resumed first.
    ///
    /// # Safety
    ///
    /// What `body` borrows must live until the coroutine is at its end or was [reset](Coroutine::reset),
    /// and `body` must not unwind.
    pub unsafe fn new<F: FnOnce(&Yielder<(), ()>)>(stack: DefaultStack, body: F) -> Self {
        // SAFETY: the caller promises that what is borrowed lives long enough.
        let coroutine = unsafe {
            corosensei::Coroutine::with_stack_unchecked(stack, move |yielder, ()| body(yielder))
        };
        Coroutine(coroutine)
    }

    /// Runs until it suspends itself or ends. Says whether it ended.
    #[inline(always)]
    pub fn resume(&mut self) -> bool {
        matches!(self.0.resume(()), CoroutineResult::Return(()))
    }

    /// The stack of a coroutine, whatever it holds: what was on it is leaked.
    ///
    /// # Safety
    ///
    /// Nothing on the stack may be used any more, by anybody.
    pub unsafe fn reset(mut self) -> DefaultStack {
        if !self.0.done() {
            // SAFETY: nobody uses what is on the stack; destructors that do not run only leak.
            unsafe { self.0.force_reset() };
        }
        self.0.into_stack()
    }

    /// What a signal handler needs in order to end it.
    pub fn trap_handler(&self) -> corosensei::trap::CoroutineTrapHandler<()> {
        self.0.trap_handler()
    }
}

/// Stacks that were used before: making one takes a thousand times as long as taking one from here.
#[derive(Default)]
pub(crate) struct Stacks(RefCell<Vec<DefaultStack>>);

impl Stacks {
    #[inline]
    pub fn take(&self) -> DefaultStack {
        if let Some(stack) = self.0.borrow_mut().pop() {
            return stack;
        }
        DefaultStack::new(STACK).expect("there is memory for the stack of one more task")
    }

    #[inline]
    pub fn put(&self, stack: DefaultStack) {
        let mut spare = self.0.borrow_mut();
        if spare.len() < MOST_SPARE {
            spare.push(stack);
        }
    }
}
