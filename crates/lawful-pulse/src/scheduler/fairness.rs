//! Fair schedules, for searches that must end: a task that yields is not run again before the others could
//! (Musuvathi and Qadeer, "Fair Stateless Model Checking", PLDI 2008).
//!
//! A task that yields twice at one line, while another task was enabled all the time between the two and did not run,
//! waits for that one: it is not chosen as long as the other is enabled, until that has run. So loops that wait for
//! others end, and what a task does after it yields somewhere for the first time may still come before all that others
//! do. A wait that ends by its timer counts as a yield, since loops wait in that way too. Unlike in the paper, yields
//! count by line: code that is no loop loses no schedule.

use super::TaskId;
use crate::run::Place;

/// Who must not run before whom.
#[derive(Default)]
pub(super) struct Fairness {
    /// Windows of the lines where tasks have yielded, each since the last time.
    windows: Vec<Window>,
    /// The first of each pair is not run while the second is enabled.
    waits: Vec<(TaskId, TaskId)>,
    /// Tasks that were enabled at the last decision.
    enabled: Vec<TaskId>,
}

struct Window {
    task: TaskId,
    place: Option<Place>,
    /// Tasks that were enabled at its beginning and ever since.
    enabled: Vec<TaskId>,
    /// Tasks that ran in it.
    ran: Vec<TaskId>,
    /// Tasks that a step of this one disabled.
    disabled: Vec<TaskId>,
}

impl Fairness {
    /// A run begins.
    pub fn reset(&mut self) {
        self.windows.clear();
        self.waits.clear();
        self.enabled.clear();
    }

    /// A task found that it has to wait, which is no step of its own: what it waits for may be free whenever it is not
    /// looked at.
    pub fn blocked(&mut self, task: TaskId, now: &[TaskId]) {
        for window in self.windows.iter_mut().filter(|window| window.task != task) {
            if window.enabled.contains(&task) {
                window.disabled.push(task);
            }
        }
        self.stepped(None, now);
    }

    /// A step of `ran` is over, if that was a task, and `now` are those that are enabled after it.
    pub fn stepped(&mut self, ran: Option<TaskId>, now: &[TaskId]) {
        for window in &mut self.windows {
            window.enabled.retain(|task| now.contains(task));
        }
        if let Some(ran) = ran {
            self.waits.retain(|(_, awaited)| *awaited != ran);
            let before = &self.enabled;
            for window in &mut self.windows {
                if !window.ran.contains(&ran) {
                    window.ran.push(ran);
                }
                if window.task == ran {
                    let disabled = before.iter().filter(|task| !now.contains(task));
                    window.disabled.extend(disabled);
                }
            }
        }
        self.enabled.clear();
        self.enabled.extend_from_slice(now);
    }

    /// A task yields, or its wait was ended by a timer.
    pub fn yielded(&mut self, task: TaskId, place: Option<Place>) {
        let enabled = self.enabled.clone();
        let is_here = |window: &&mut Window| window.task == task && window.place == place;
        let Some(window) = self.windows.iter_mut().find(is_here) else {
            let (ran, disabled) = (Vec::new(), Vec::new());
            return self.windows.push(Window { task, place, enabled, ran, disabled });
        };
        let starved = window.enabled.iter().chain(&window.disabled);
        let starved = starved.filter(|other| **other != task && !window.ran.contains(other));
        for other in starved {
            if !self.waits.contains(&(task, *other)) {
                self.waits.push((task, *other));
            }
        }
        window.enabled = enabled;
        window.ran.clear();
        window.disabled.clear();
    }

    /// Whether a task may run now.
    pub fn allows(&self, task: TaskId) -> bool {
        let mut waits = self.waits.iter();
        !waits.any(|(one, other)| *one == task && self.enabled.contains(other))
    }
}
