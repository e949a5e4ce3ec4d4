//! Erlang's double-ended queues: quickspec-2011, section 1.2.
//!
//! A queue is a pair of lists: the front in order, and the rear in reverse. When one list runs out,
//! elements move over from the other: all but two, as in OTP R13B03 (2009), the release of the paper's
//! time. Later releases move half. So equal contents have several representations, and some laws hold
//! for the [`contents`] only.
//!
//! The paper's `in` is [`push_rear`] here, `in` being a keyword, and its `in_r` is [`push_front`]: the
//! laws refute that `r` is for right or rear.

use lawful::{Arbitrary, Source};

/// A double-ended queue, as Erlang's pair `{Rear, Front}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Queue {
    /// Elements from the last one backwards.
    rear: Vec<i32>,
    /// Elements from the first one onwards.
    front: Vec<i32>,
}

/// Returns the empty queue.
pub fn new() -> Queue {
    Queue { rear: Vec::new(), front: Vec::new() }
}

/// Adds an element behind the last: Erlang's `in`.
pub fn push_rear(x: i32, queue: &Queue) -> Queue {
    let (rear, front) = pushed(x, &queue.rear, &queue.front);
    Queue { rear, front }
}

/// Adds an element before the first: Erlang's `in_r`.
pub fn push_front(x: i32, queue: &Queue) -> Queue {
    let (front, rear) = pushed(x, &queue.front, &queue.rear);
    Queue { rear, front }
}

/// Returns the first element.
///
/// # Panics
///
/// If there is none.
pub fn head(queue: &Queue) -> i32 {
    *queue.front.first().or(queue.rear.last()).expect("the head of an empty queue")
}

/// Returns the queue without its first element.
///
/// # Panics
///
/// If there is none.
pub fn tail(queue: &Queue) -> Queue {
    let (front, rear) = dropped(&queue.front, &queue.rear);
    Queue { rear, front }
}

/// Returns the queue without its last element.
///
/// # Panics
///
/// If there is none.
pub fn liat(queue: &Queue) -> Queue {
    let (rear, front) = dropped(&queue.rear, &queue.front);
    Queue { rear, front }
}

/// Returns the elements in the opposite order, in constant time but for the copy.
pub fn reverse(queue: &Queue) -> Queue {
    Queue { rear: queue.front.clone(), front: queue.rear.clone() }
}

/// Returns the elements of `one`, then those of `other`.
pub fn join(one: &Queue, other: &Queue) -> Queue {
    // OTP does not touch the representation of a queue that an empty one is joined to.
    if is_empty(other) {
        return one.clone();
    }
    if is_empty(one) {
        return other.clone();
    }
    Queue { rear: other.rear.clone(), front: [to_list(one), other.front.clone()].concat() }
}

/// Returns the elements from the first to the last.
pub fn to_list(queue: &Queue) -> Vec<i32> {
    queue.front.iter().chain(queue.rear.iter().rev()).copied().collect()
}

/// Returns whether there are no elements.
pub fn is_empty(queue: &Queue) -> bool {
    queue.rear.is_empty() && queue.front.is_empty()
}

/// Returns everything that a user of a queue can observe, for an equality that does not see the
/// representation.
pub fn contents(queue: &Queue) -> Vec<i32> {
    to_list(queue)
}

// Each operation has a mirror image for the other end. Below, `near` is the list of the end at which
// it works, and `far` that of the other.

fn pushed(x: i32, near: &[i32], far: &[i32]) -> (Vec<i32>, Vec<i32>) {
    match (near, far) {
        // An element in each list, if that costs nothing.
        ([only], []) => (vec![x], vec![*only]),
        _ => ([&[x], near].concat(), far.to_vec()),
    }
}

fn dropped(near: &[i32], far: &[i32]) -> (Vec<i32>, Vec<i32>) {
    match (near, far) {
        ([], []) => panic!("no element to drop from an empty queue"),
        ([], [_]) => (Vec::new(), Vec::new()),
        // Pushing and dropping do not lead here, but joining does.
        ([], [outermost, between @ .., _]) => {
            (between.iter().rev().copied().collect(), vec![*outermost])
        }
        ([_], far) => refilled(far),
        ([_, near @ ..], far) => (near.to_vec(), far.to_vec()),
    }
}

/// Moves all elements but two from the far list to the near one, which is empty.
fn refilled(far: &[i32]) -> (Vec<i32>, Vec<i32>) {
    let kept = match far.len() {
        0 | 1 => 0,
        2 => 1,
        _ => 2,
    };
    let (kept, moved) = far.split_at(kept);
    (moved.iter().rev().copied().collect(), kept.to_vec())
}

#[derive(Clone, Debug, Arbitrary)]
enum Operation {
    PushRear(i32),
    PushFront(i32),
    Tail,
    Liat,
    Reverse,
    JoinOne(i32),
}

/// Queues that operations make, so that every representation that users can come to is drawn, and no
/// other.
impl Arbitrary for Queue {
    fn arbitrary(source: &mut Source) -> Self {
        let operations: Vec<Operation> = source.any();
        operations.iter().fold(new(), |queue, operation| match *operation {
            Operation::PushRear(x) => push_rear(x, &queue),
            Operation::PushFront(x) => push_front(x, &queue),
            Operation::Tail | Operation::Liat if is_empty(&queue) => queue,
            Operation::Tail => tail(&queue),
            Operation::Liat => liat(&queue),
            Operation::Reverse => reverse(&queue),
            Operation::JoinOne(x) => join(&queue, &push_front(x, &new())),
        })
    }
}

#[cfg(test)]
mod tests {
    use lawful::prelude::*;

    use super::super::value_of;
    use super::*;

    #[law]
    fn join_is_a_monoid(q: &Queue, q2: &Queue, q3: &Queue) {
        assert_eq!(join(&new(), q), *q);
        assert_eq!(join(q, &new()), *q);
        assert_eq!(join(&join(q, q2), q3), join(q, &join(q2, q3)));
        assert_eq!([to_list(q), to_list(q2)].concat(), to_list(&join(q, q2)));
    }

    #[law(tests = 1_000)]
    fn both_ends_mirror_each_other(x: i32, q: &Queue) {
        assert_eq!(reverse(&reverse(q)), *q);
        assert_eq!(reverse(&push_rear(x, q)), push_front(x, &reverse(q)));
        assert_eq!(value_of(|| tail(&reverse(q))), value_of(|| reverse(&liat(q))));
    }

    #[law]
    fn the_front_is_on_the_left(x: i32, q: &Queue) {
        assert_eq!([to_list(q), vec![x]].concat(), to_list(&push_rear(x, q)));
        assert_eq!([vec![x], to_list(q)].concat(), to_list(&push_front(x, q)));
        assert_eq!(contents(&new()), Vec::<i32>::new());
        assert_eq!(contents(q), to_list(q));
        assert_eq!(is_empty(q), to_list(q).is_empty());
    }

    #[law(tests = 1_000)]
    fn heads_and_tails_are_those_of_the_list(q: &Queue) {
        let list = to_list(q);
        assert_eq!(value_of(|| head(q)), list.first().copied());
        let rest = value_of(|| to_list(&tail(q)));
        assert_eq!(rest.as_deref(), list.split_first().map(|(_, rest)| rest));
        let rest = value_of(|| to_list(&liat(q)));
        assert_eq!(rest.as_deref(), list.split_last().map(|(_, rest)| rest));
    }

    #[law]
    fn a_queue_of_one_element(x: i32, q: &Queue) {
        assert!(is_empty(&new()));
        assert!(!is_empty(&push_rear(x, q)));
        assert_eq!(head(&push_rear(x, &new())), x);
        assert_eq!(tail(&push_rear(x, &new())), new());
    }

    #[law]
    fn what_was_in_front_is_gone_without_trace(x: i32, y: i32, q: &Queue) {
        assert_eq!(tail(&push_front(y, q)), tail(&push_front(x, q)));
        assert_eq!(contents(&tail(&push_front(x, q))), contents(q));
    }

    #[test]
    fn pushing_and_dropping_changes_the_representation() {
        let queue = push_rear(0, &new());
        assert_eq!(queue, Queue { rear: vec![0], front: vec![] });
        let after = tail(&push_front(1, &queue));
        assert_eq!(after, Queue { rear: vec![], front: vec![0] });
        assert_ne!(after, queue);
        assert_eq!(contents(&after), contents(&queue));
    }

    #[test]
    fn a_list_that_runs_out_gets_all_but_two() {
        let queue = (1..=6).fold(new(), |queue, x| push_rear(x, &queue));
        assert_eq!(queue, Queue { rear: vec![6, 5, 4, 3, 2], front: vec![1] });
        assert_eq!(tail(&queue), Queue { rear: vec![6, 5], front: vec![2, 3, 4] });
    }

    #[law(tests = 1_000)]
    fn one_list_can_be_empty_by_joining(q: &Queue) {
        cover!(q.front.is_empty() && q.rear.len() > 1, 0.5, "only a rear");
        cover!(q.rear.is_empty() && q.front.len() > 1, 0.5, "only a front");
    }
}
