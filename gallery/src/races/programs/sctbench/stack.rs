//! A stack that is popped whenever something was ever pushed.
//!
//! SCTBench `stack_bad`. The flag says that there was an item, not that there is one.

use super::imports::{sync::Mutex, thread};

const ITEMS: usize = 10;

/// Pops by the flag.
pub fn run() {
    push_and_pop(|stack| stack.was_pushed);
}

/// Pops when there is something.
pub fn run_right() {
    push_and_pop(|stack| !stack.items.is_empty());
}

#[derive(Default)]
struct Stack {
    items: Vec<usize>,
    was_pushed: bool,
}

fn push_and_pop(may_pop: fn(&Stack) -> bool) {
    let stack = Mutex::new(Stack::default());
    thread::scope(|scope| {
        scope.spawn(|| {
            for item in 0..ITEMS {
                let mut stack = stack.lock().unwrap();
                stack.items.push(item);
                stack.was_pushed = true;
            }
        });
        scope.spawn(|| {
            for _ in 0..ITEMS {
                let mut stack = stack.lock().unwrap();
                if may_pop(&stack) {
                    assert!(stack.items.pop().is_some(), "popped from an empty stack");
                }
            }
        });
    });
}
