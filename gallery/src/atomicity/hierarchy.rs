//! Hierarchical testing: pulse-2009, sections 5.3 and 7.
//!
//! "Once we have established that the proc_reg operations behave atomically, then we can make the same assumption about
//! them when testing code that makes use of them." Here the component is the [queue](super::queue), whose calls the
//! exhibit `queue_right` finds to be atomic, and the code that makes use of it are workers that share its items. Each call
//! of the queue is then one [effect](lawful::pulse::effect), and what happens inside of it is not scheduled again.

use lawful::pulse::effect::effect;
use lawful::pulse::sync::Arc;
use lawful::pulse::{Explored, Scheduled, Search, scheduled, thread};

use super::queue::Queue;
use super::{STUDY, Version};
use crate::exhibit::Exhibit;
use crate::finding::reason;

/// Granularity of the calls of a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// Each call is one step.
    Whole,
    /// The locks and atomics inside of a call are steps.
    InParts,
}

/// Manner in which workers find out that there is an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workers {
    /// They look at the count first: between that and taking the item, another worker may have taken it.
    LookFirst,
    /// They take what is there.
    TakeWhatIsThere,
}

/// A queue whose calls are whole or in parts.
#[derive(Clone)]
struct Shared(Arc<Queue>, Calls);

impl Shared {
    fn call<T: std::fmt::Debug>(&self, name: &str, call: impl FnOnce(&Queue) -> T) -> T {
        match self.1 {
            Calls::Whole => effect(name, || call(&self.0)),
            Calls::InParts => call(&self.0),
        }
    }

    fn work(&self, workers: Workers) -> u32 {
        let mut done = 0;
        match workers {
            Workers::LookFirst => {
                while self.call("count", Queue::count) > 0 {
                    self.call("dequeue", Queue::dequeue).expect("there was an item");
                    done += 1;
                }
            }
            Workers::TakeWhatIsThere => {
                while self.call("dequeue", Queue::dequeue).is_some() {
                    done += 1;
                }
            }
        }
        done
    }
}

/// Two workers share two items, of which each is done once.
pub fn work(calls: Calls, workers: Workers) {
    let queue = Shared(Arc::new(Queue::new(Version::Right)), calls);
    (1..=2).for_each(|item| assert!(queue.0.enqueue(item)));
    let other = queue.clone();
    let other = thread::spawn(move || other.work(workers));
    let done = queue.work(workers);
    assert_eq!(done + other.join().expect("the other worker ends"), 2);
}

fn law(calls: Calls, workers: Workers) -> Scheduled<impl Fn()> {
    scheduled(move || work(calls, workers))
}

/// All schedules of workers that take what is there.
pub fn explore(calls: Calls) -> Explored {
    law(calls, Workers::TakeWhatIsThere).search(Search::Exhaustive).explore(1)
}

/// The workers, with calls of the queue that are whole and in parts.
pub fn exhibits() -> Vec<Exhibit> {
    const SECTIONS: &str = "pulse-2009, 5.3 and 7";
    let hierarchy = |exhibit: Exhibit| exhibit.of(SECTIONS);
    let exhibits = vec![
        STUDY.breaks(
            "workers_who_look_first",
            "Two workers look whether there is an item before they take it. The race is in their own code, and is found with \
             each call of the queue as one step.",
            law(Calls::Whole, Workers::LookFirst),
        )
        .finds(reason(["there was an item"]).with_switches(1)),
        STUDY.tells(
            "workers_who_take_what_is_there",
            "Put right, all schedules are tried. With calls as steps they are few, and so the schedules remain short.",
            |_| {
                let [whole, parts] = [Calls::Whole, Calls::InParts].map(explore);
                let passes = |explored: &Explored| explored.exhausted && explored.broken.is_none();
                let all = if passes(&whole) && passes(&parts) { "all pass" } else { "not all pass" };
                let fewer = whole.schedules < parts.schedules && whole.points < parts.points;
                let than = if fewer { "fewer" } else { "not fewer" };
                vec![format!(
                    "{all}, and are {than}: {} schedules with {} scheduling points where calls are steps, {} with {} \
                     otherwise",
                    whole.schedules, whole.points, parts.schedules, parts.points
                )]
            },
            ["all pass, and are fewer"],
        ),
    ];
    exhibits.into_iter().map(hierarchy).collect()
}
