//! The fewest switches that break a program, by trying all schedules with fewer.
//!
//! A schedule is a row of choices, as in Lawful: which of the tasks that can go on does so, the current one
//! first if it is among them, then those that were spawned after it, then those before. Where only one can
//! there is no choice.
//! Choices that are not 0 are switches. Points are shuttle's; it has more of them than it needs, which adds
//! schedules but does not change the fewest.

use std::sync::{Arc, Mutex};

use ::shuttle::scheduler::{Schedule, Scheduler, Task, TaskId};

use super::shuttle::search;
use super::subject::Ended;

/// A choice that is not 0, and its place among the choices of a run.
type Switch = (usize, usize);

/// What trying came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fewest {
    /// So many switches break the program, and no fewer do.
    Are(u32),
    /// So many switches or fewer do not break it; more were not all tried.
    MoreThan(u32),
}

/// Tries all schedules of no switch, of one, of two and so on, in at most about so many runs.
pub fn fewest_switches(run: fn(), most_runs: usize) -> Fewest {
    let mut runs = 0;
    let mut level: Vec<Vec<Switch>> = vec![Vec::new()];
    for switches in 0.. {
        let mut next = Vec::new();
        for schedule in &level {
            runs += 1;
            if runs > most_runs {
                return Fewest::MoreThan(switches.max(1) - 1);
            }
            let (widths, ended) = follow(run, schedule);
            if ended != Ended::Passed {
                return Fewest::Are(switches);
            }
            let first_free = schedule.last().map_or(0, |(place, _)| place + 1);
            for (place, width) in widths.iter().enumerate().skip(first_free) {
                for choice in 1..*width {
                    // A level that cannot be finished need not be remembered.
                    if runs + next.len() <= most_runs {
                        next.push([&schedule[..], &[(place, choice)]].concat());
                    }
                }
            }
        }
        level = next;
    }
    unreachable!("the limit of runs ends it")
}

/// Runs one schedule, and returns how many tasks there were to choose from at each choice.
fn follow(run: fn(), schedule: &[Switch]) -> (Vec<usize>, Ended) {
    let widths = Arc::new(Mutex::new(Vec::new()));
    let scheduler =
        Following { schedule: schedule.to_vec(), widths: Arc::clone(&widths), has_begun: false };
    let ended = search(scheduler, run).ended;
    let widths = std::mem::take(&mut *widths.lock().unwrap());
    (widths, ended)
}

/// Follows one schedule once.
struct Following {
    schedule: Vec<Switch>,
    widths: Arc<Mutex<Vec<usize>>>,
    has_begun: bool,
}

impl Scheduler for Following {
    fn new_execution(&mut self) -> Option<Schedule> {
        if std::mem::replace(&mut self.has_begun, true) { None } else { Some(Schedule::new(0)) }
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        _is_yielding: bool,
    ) -> Option<TaskId> {
        let mut tasks: Vec<TaskId> = runnable.iter().map(|task| task.id()).collect();
        tasks.sort_by_key(|task| (Some(*task) != current, Some(*task) < current, *task));
        if tasks.len() == 1 {
            return Some(tasks[0]);
        }
        let mut widths = self.widths.lock().unwrap();
        let place = widths.len();
        widths.push(tasks.len());
        let switch = self.schedule.iter().find(|(at, _)| *at == place);
        Some(tasks[switch.map_or(0, |(_, choice)| *choice)])
    }

    fn next_u64(&mut self) -> u64 {
        0
    }
}
