//! Scheduler of a user, whose mistakes stop the test as misuse.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use lawful_core::law::panicked;

use super::{CLOCK, Next, Scheduler, SchedulingPoint, TaskId};
use crate::run::{NOBODY, Trouble, current};

pub(crate) struct Custom(pub Box<dyn Scheduler>);

impl Custom {
    /// Asks the scheduler. A panic stops the test: it must not unwind the task of the law whose stack this is.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut dyn Scheduler) -> T) -> Option<T> {
        let answer = catch_unwind(AssertUnwindSafe(|| ask(&mut *self.0)));
        let told = |payload: Box<dyn Any + Send>| {
            let (message, place) = panicked(&*payload).unwrap_or_default();
            self.refuse(&format!("panicked at {place}: {message}"));
        };
        answer.map_err(told).ok()
    }

    /// Stops the test as misuse, once the run is over.
    #[cold]
    fn refuse(&self, told: &str) {
        if let Some(run) = current() {
            run.trouble(Trouble::Misuse(format!("the scheduler `{}` {told}", self.0.name())));
        }
    }
}

impl Scheduler for Custom {
    fn choose(&mut self, point: &SchedulingPoint<'_>) -> Next {
        // The run ends where no task is chosen.
        let end = Next::task(NOBODY);
        let Some(next) = self.ask(|scheduler| scheduler.choose(point)) else { return end };
        let what = match next.task {
            CLOCK if point.has_timer => return next,
            CLOCK => String::from("the clock, but no timer is set"),
            task if point.is_runnable(task) => return next,
            task => format!("task {task}, which is not runnable"),
        };
        let tasks: Vec<TaskId> = point.runnable().collect();
        self.refuse(&format!(
            "chose {what}; the runnable tasks are {tasks:?}. Choose one of `SchedulingPoint::runnable()`, or the \
             clock where `SchedulingPoint::has_timer` is true"
        ));
        end
    }

    fn pick(&mut self, point: &SchedulingPoint<'_>, count: u64) -> u64 {
        self.ask(|scheduler| scheduler.pick(point, count)).unwrap_or(0)
    }

    fn spawned(&mut self, parent: TaskId, task: TaskId) {
        self.ask(|scheduler| scheduler.spawned(parent, task));
    }
}
