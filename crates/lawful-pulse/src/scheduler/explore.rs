//! Exhaustive search: all schedules up to the order of independent steps, with sleep sets (Godefroid,
//! "Partial-Order Methods for the Verification of Concurrent Systems", 1996), or all with few context switches
//! (Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded Programs", PLDI 2007).
//!
//! Once all schedules that continue with one task were tried, that task sleeps in the others, until a step touches
//! something that its own step may touch: the object it is about to use, and the locks that it holds and may
//! release. Of schedules that differ only in the order of independent steps one is run to its end; the others are
//! abandoned where they become redundant. Objects are known by their address, which is valid in one run only, so
//! both sides of a comparison are of the current run.
//!
//! With a bound on context switches nothing is left out: of two equivalent schedules one may need more of them.

use std::cell::RefCell;
use std::rc::Rc;

use super::fairness::Fairness;
use super::{CLOCK, Cause, Next, Scheduler, SchedulingPoint, TaskId};
use crate::run::{NOBODY, Object, Run, State, TaskKind, Verb};

/// Addresses that a step touches, and whether it writes there.
pub(crate) type Footprint = Vec<(usize, bool)>;

/// State of the search through all schedules of a case.
#[derive(Default)]
pub(crate) struct Explorer {
    /// Maximum number of choices other than the default one.
    bound: Option<u32>,
    path: Vec<Node>,
    /// Number of nodes of the path that the current run has passed.
    depth: usize,
    /// Whether the program did something else under the same decisions.
    pub diverged: bool,
    /// Whether the current run is equivalent to an earlier one.
    pub redundant: bool,
    fairness: Fairness,
    /// What the current run chose last.
    last: Option<TaskId>,
}

struct Node {
    /// Possible choices, the default one first.
    enabled: Vec<TaskId>,
    /// Index of the chosen task, or number of the alternative that was picked.
    chosen: usize,
    /// Number of alternatives, where one is picked; 0 where a task is chosen.
    alternatives: u64,
    /// Tasks that need not be tried.
    sleeping: Vec<TaskId>,
    /// Tasks whose step passed scheduling points without a choice, so that what it touches is not known before.
    wild: Vec<TaskId>,
}

impl Explorer {
    pub fn new(bound: Option<u32>) -> Self {
        Explorer { bound, ..Explorer::default() }
    }

    /// Begins anew, since the runs so far had other scheduling points than the next ones.
    pub fn restart(&mut self) {
        self.path.clear();
    }

    /// Begins a run.
    pub fn begin(&mut self) {
        (self.depth, self.redundant, self.last) = (0, false, None);
        self.fairness.reset();
    }

    /// Moves to the next schedule after a run. Returns false after the last one.
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

    /// Whether the bound allows the choice at the last node.
    fn has_room(&self, last: &Node) -> bool {
        let Some(bound) = self.bound else { return true };
        let switches = self.path.iter().filter(|node| node.chosen > 0).count();
        switches + usize::from(last.chosen > 0) <= bound as usize
    }

    /// Possible choices that are fair, the default one first if it is.
    fn allowed(&mut self, point: &SchedulingPoint<'_>) -> Vec<TaskId> {
        let runnable: Vec<TaskId> = point.runnable().collect();
        // A task that waits with a timer can go on, namely when the timer fires.
        let timed = point.run.clock().next_task().filter(|_| point.has_timer);
        let mut enabled = runnable.clone();
        enabled.extend(timed.filter(|task| !runnable.contains(task)));
        if self.last != Some(CLOCK) {
            match self.last.filter(|last| point.run.only_blocked(*last)) {
                Some(last) => self.fairness.blocked(last, &enabled),
                None => self.fairness.stepped(self.last, &enabled),
            }
            if point.cause == Cause::Yield {
                self.yields(point, point.current);
            }
        }
        for task in point.run.clock().take_fired() {
            self.fairness.stepped(Some(task), &enabled);
            self.yields(point, task);
        }
        let clock = point.has_timer.then_some(CLOCK);
        let others = runnable.into_iter().filter(|task| *task != point.default).chain(clock);
        let all = std::iter::once(point.default).chain(others);
        let is_fair = |task: &TaskId| match *task {
            CLOCK => timed.is_none_or(|task| self.fairness.allows(task)),
            task => self.fairness.allows(task),
        };
        let fair: Vec<TaskId> = all.clone().filter(is_fair).collect();
        // Fairness never stops all of them; were it to, no schedule may be lost by it.
        if fair.is_empty() { all.collect() } else { fair }
    }

    /// A task yields where it stands.
    fn yields(&mut self, point: &SchedulingPoint<'_>, task: TaskId) {
        self.fairness.yielded(task, point.run.task(task).pending.get().1);
    }

    /// Follows the path, or extends it by a node. Returns the choice there; none if the run is redundant.
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

    /// Tasks that slept before the last step and are independent of it.
    fn still_asleep(&self, run: &Run, footprint: &Footprint) -> Vec<TaskId> {
        let Some(last) = self.path.last() else { return Vec::new() };
        // Choosing among alternatives is part of a step.
        let chose = self.path.iter().rev().find(|node| node.alternatives == 0);
        let stepped = chose.map(|node| node.enabled[node.chosen]);
        if stepped == Some(CLOCK) {
            // Tasks read the clock without a scheduling point.
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

/// Whether two steps are dependent.
fn depend(one: &Footprint, other: &Footprint) -> bool {
    // Whether a task yields before or after a step of another decides whether it may run again.
    let everything = |(address, _): &(usize, bool)| *address == Object::EVERYTHING.address;
    if one.iter().chain(other).any(everything) {
        return true;
    }
    let conflict =
        |left: &(usize, bool), right: &(usize, bool)| left.0 == right.0 && (left.1 || right.1);
    one.iter().any(|left| other.iter().any(|right| conflict(left, right)))
}

/// Scheduler of one run of the search.
pub(crate) struct Explore(pub Rc<RefCell<Explorer>>);

impl Explore {
    /// Notes that the current step goes on through a scheduling point without a choice.
    pub fn passed(&mut self) {
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
}

impl Scheduler for Explore {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        let mut explorer = self.0.borrow_mut();
        let enabled = explorer.allowed(point);
        let chosen = explorer.step(point.run, Node::among(enabled.clone()));
        // No task is chosen where the run is redundant, which ends it.
        let chosen = chosen.map_or(NOBODY, |chosen| enabled[chosen]);
        explorer.last = Some(chosen);
        Next::task(chosen)
    }

    fn pick(&mut self, point: &SchedulingPoint<'_>, count: u64) -> u64 {
        let alternatives = Node { alternatives: count, ..Node::among(Vec::new()) };
        self.0.borrow_mut().step(point.run, alternatives).unwrap_or(0) as u64
    }
}

impl Node {
    fn among(enabled: Vec<TaskId>) -> Self {
        Node { enabled, chosen: 0, alternatives: 0, sleeping: Vec::new(), wild: Vec::new() }
    }
}

impl Run {
    /// Returns what was touched since the last call.
    pub fn take_footprint(&self) -> Footprint {
        std::mem::take(&mut *self.footprint.borrow_mut())
    }

    /// Returns what the next step of a task may touch. The step may be its last.
    fn may_touch(&self, id: TaskId) -> Footprint {
        let task = self.task(id);
        let (operation, _) = task.pending.get();
        let next = (operation.object.address, !operation.reads());
        let held = task.held.borrow();
        let held = held.iter().map(|address| (*address, true));
        let end = (self.end_of_task(id).address, true);
        // Any step may have an event in it that a watcher sees. That is known only once the step is taken.
        let event = self.is_watched().then_some((Object::TRACE.address, true));
        let shared = self.may_share(id).into_iter().chain(event);
        [next, end].into_iter().chain(held).chain(shared).collect()
    }

    /// Whether a task found that it has to wait, and did nothing else: it neither gave a lock back nor set a timer.
    fn only_blocked(&self, id: TaskId) -> bool {
        let task = self.task(id);
        let waits = task.state.get() == State::Waiting;
        let gives_back = task.pending.get().0.verb == Verb::Wait;
        waits && !gives_back && !self.clock().has_timer(id) && !task.is_future()
    }

    /// Returns the object that stands for everything that futures may share unknown to the scheduler.
    fn may_share(&self, task: TaskId) -> Option<(usize, bool)> {
        (self.task(task).kind.get() == TaskKind::Future).then_some((Object::FUTURES.address, true))
    }

    /// Adds to what the current step touches.
    #[inline]
    pub fn touch(&self, address: usize, changes: bool) {
        if self.careful.get() && address != 0 {
            self.footprint.borrow_mut().push((address, changes));
        }
    }
}
