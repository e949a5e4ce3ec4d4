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
use crate::run::{NOBODY, Object, Run, TaskId, TaskKind};

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
    /// Those whose step was more than what they were about to do, since they passed points on the way: what
    /// it touches cannot be told beforehand.
    wild: Vec<TaskId>,
}

impl Explorer {
    pub fn new(bound: Option<u32>) -> Self {
        Explorer { bound, ..Explorer::default() }
    }

    /// The program needs more than was known: its runs so far had other points.
    pub fn restart(&mut self) {
        self.path.clear();
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
        // Choosing among alternatives is part of a step.
        let chose = self.path.iter().rev().find(|node| node.alternatives == 0);
        let stepped = chose.map(|node| node.enabled[node.chosen]);
        if stepped == Some(CLOCK) {
            // Whoever looks at the clock does so without a point.
            return Vec::new();
        }
        let mut footprint = footprint.clone();
        footprint.extend(stepped.and_then(|task| run.may_share(task)));
        let asleep = last.sleeping.iter().copied();
        asleep
            .filter(|task| Some(*task) != stepped && !last.wild.contains(task))
            .filter(|task| *task != CLOCK && !depend(&run.may_touch(*task), &footprint))
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

    fn passed(&mut self) {
        let mut explorer = self.0.borrow_mut();
        let depth = explorer.depth;
        let before = explorer.path[..depth].iter_mut().rev();
        if let Some(node) = before.into_iter().find(|node| node.alternatives == 0) {
            let stepped = node.enabled[node.chosen];
            if !node.wild.contains(&stepped) {
                node.wild.push(stepped);
            }
        }
    }

    fn minds_others(&self) -> bool {
        // It is asked at every decision, also where there is nothing to choose: somebody may be asleep.
        false
    }
}

impl Node {
    fn among(enabled: Vec<TaskId>) -> Self {
        Node { enabled, chosen: 0, alternatives: 0, sleeping: Vec::new(), wild: Vec::new() }
    }
}

impl Run {
    /// What was touched since this was asked last.
    pub fn take_footprint(&self) -> Footprint {
        std::mem::take(&mut *self.footprint.borrow_mut())
    }

    /// What the next step of a task may touch: it may be its last.
    fn may_touch(&self, id: TaskId) -> Footprint {
        let task = self.task(id);
        let (operation, _) = task.pending.get();
        let next = (operation.object.address, !operation.reads());
        let held = task.held.borrow();
        let held = held.iter().map(|address| (*address, true));
        let end = (self.end_of_task(id).address, true);
        [next, end].into_iter().chain(held).chain(self.may_share(id)).collect()
    }

    /// Futures may use what knows nothing of the scheduler: what they touch is not known, but that they all
    /// may touch the same.
    fn may_share(&self, task: TaskId) -> Option<(usize, bool)> {
        (self.task(task).kind.get() == TaskKind::Future).then_some((Object::FUTURES.address, true))
    }

    /// Something is touched by the step that is going on.
    #[inline]
    pub fn touch(&self, address: usize, changes: bool) {
        if self.careful.get() && address != 0 {
            self.footprint.borrow_mut().push((address, changes));
        }
    }
}
