//! All schedules, or all with few switches.
//!
//! Going through all of them, most differ only in the order of steps that have nothing to do with each
//! other. Sleep sets leave those out (Godefroid, "Partial-Order Methods for the Verification of Concurrent
//! Systems", 1996): when all schedules that go on with one task were tried, that task sleeps in the others,
//! until a step touches something that its own step may touch: what it is about to use, and the locks it
//! holds and may give back. Every order that makes a difference is run once to its end; runs that turn out to
//! be the same as an earlier one are left in the middle. What is touched is told by its address, which means
//! something in one run only: so both sides of a comparison are of the run that is going on.
//!
//! With a bound on the switches nothing is left out: an order that is the same as another one may need more
//! switches than it.

use std::cell::RefCell;
use std::rc::Rc;

use super::{CLOCK, Choose, View};
use crate::run::{NOBODY, Run, TaskId};

/// What a step touches: addresses, and whether it changes what is there.
pub(crate) type Footprint = Vec<(usize, bool)>;

/// The walk through all schedules of a case.
#[derive(Default)]
pub(crate) struct Explorer {
    /// How many choices may be other than the simplest, if that is bounded.
    bound: Option<u32>,
    path: Vec<Node>,
    /// How far the run that is going on came on the path.
    depth: usize,
    /// The program does not do the same when the same is decided.
    pub diverged: bool,
    /// The run is the same as an earlier one from here on.
    pub redundant: bool,
}

struct Node {
    /// Those that can go on, the simplest first.
    enabled: Vec<TaskId>,
    /// Which of them goes on; which of several alternatives, where nobody is chosen.
    chosen: usize,
    /// How many alternatives there are, where nobody is chosen.
    alternatives: u64,
    /// Those that need not be tried.
    sleeping: Vec<TaskId>,
}

impl Explorer {
    pub fn new(bound: Option<u32>) -> Self {
        Explorer { bound, ..Explorer::default() }
    }

    /// A run begins.
    pub fn begin(&mut self) {
        (self.depth, self.redundant) = (0, false);
    }

    /// A run is over: goes to the next one. Says false when all were run.
    pub fn advance(&mut self) -> bool {
        self.path.truncate(self.depth);
        while let Some(mut last) = self.path.pop() {
            if last.alternatives > 0 {
                last.chosen += 1;
                if (last.chosen as u64) < last.alternatives && self.has_room(&last) {
                    self.path.push(last);
                    return true;
                }
                continue;
            }
            let tried = last.enabled[last.chosen];
            last.sleeping.push(tried);
            let awake = |index: &usize| !last.is_asleep(last.enabled[*index]);
            let Some(next) = (0..last.enabled.len()).find(awake) else { continue };
            last.chosen = next;
            if self.has_room(&last) {
                self.path.push(last);
                return true;
            }
        }
        false
    }

    /// Whether the bound allows for what was chosen last.
    fn has_room(&self, last: &Node) -> bool {
        let Some(bound) = self.bound else { return true };
        let switches = self.path.iter().filter(|node| node.chosen > 0).count();
        switches + usize::from(last.chosen > 0) <= bound as usize
    }

    /// Follows the path, or makes it longer by a node. Gives what is chosen of it, if the run is to go on.
    fn step(&mut self, run: &Run, fresh: Node) -> Option<usize> {
        let footprint = run.take_footprint();
        let depth = self.depth;
        if let Some(known) = self.path.get(depth) {
            self.depth += 1;
            let same = known.enabled == fresh.enabled && known.alternatives == fresh.alternatives;
            self.diverged |= !same;
            return same.then_some(known.chosen);
        }
        let mut node = fresh;
        if self.bound.is_none() {
            node.sleeping = self.still_asleep(run, &footprint);
        }
        let awake = |index: &usize| !node.is_asleep(node.enabled[*index]);
        if node.alternatives == 0 {
            let Some(first) = (0..node.enabled.len()).find(awake) else {
                self.redundant = true;
                return None;
            };
            node.chosen = first;
        }
        let chosen = node.chosen;
        self.path.push(node);
        self.depth += 1;
        Some(chosen)
    }

    /// Those that slept before the last step and have nothing to do with it.
    fn still_asleep(&self, run: &Run, footprint: &Footprint) -> Vec<TaskId> {
        let Some(last) = self.path.last() else { return Vec::new() };
        let stepped = last.enabled.get(last.chosen).copied();
        let asleep = last.sleeping.iter().copied();
        asleep
            .filter(|task| Some(*task) != stepped)
            .filter(|task| *task != CLOCK && !depend(&run.may_touch(*task), footprint))
            .collect()
    }
}

impl Node {
    fn is_asleep(&self, task: TaskId) -> bool {
        self.sleeping.contains(&task)
    }
}

/// Whether the order of two steps can make a difference.
fn depend(one: &Footprint, other: &Footprint) -> bool {
    let conflict =
        |left: &(usize, bool), right: &(usize, bool)| left.0 == right.0 && (left.1 || right.1);
    one.iter().any(|left| other.iter().any(|right| conflict(left, right)))
}

/// The walk, as the strategy of one run of it.
pub(crate) struct Explore(pub Rc<RefCell<Explorer>>);

impl Choose for Explore {
    fn choose(&mut self, view: &View<'_>) -> (TaskId, u64) {
        let others = (0..view.count()).map(|index| view.nth(index));
        let others = others.filter(|task| *task != view.default);
        let enabled: Vec<TaskId> = std::iter::once(view.default).chain(others).collect();
        let chosen = self.0.borrow_mut().step(view.run, Node::among(enabled.clone()));
        (chosen.map_or(NOBODY, |chosen| enabled[chosen]), 0)
    }

    fn pick(&mut self, view: &View<'_>, count: u64) -> u64 {
        let alternatives = Node { alternatives: count, ..Node::among(Vec::new()) };
        self.0.borrow_mut().step(view.run, alternatives).unwrap_or(0) as u64
    }

    fn minds_others(&self) -> bool {
        // It is asked at every decision, also where there is nothing to choose: somebody may be asleep.
        false
    }
}

impl Node {
    fn among(enabled: Vec<TaskId>) -> Self {
        Node { enabled, chosen: 0, alternatives: 0, sleeping: Vec::new() }
    }
}

impl Run {
    /// What was touched since this was asked last.
    pub fn take_footprint(&self) -> Footprint {
        std::mem::take(&mut *self.footprint.borrow_mut())
    }

    /// What the next step of a task may touch.
    fn may_touch(&self, task: TaskId) -> Footprint {
        let task = self.task(task);
        let (operation, _) = task.pending.get();
        let next = (operation.object.address, !operation.reads());
        let held = task.held.borrow();
        std::iter::once(next).chain(held.iter().map(|address| (*address, true))).collect()
    }

    /// Something is touched by the step that is going on.
    #[inline]
    pub fn touch(&self, address: usize, changes: bool) {
        if self.careful.get() && address != 0 {
            self.footprint.borrow_mut().push((address, changes));
        }
    }
}
