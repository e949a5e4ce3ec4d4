//! Models: laws whose schedules are all tried.

use std::time::Duration;

use lawful_pulse::{Search, scheduled};

/// Maximum number of schedules of one search. Loops that wait by yielding have no end of schedules.
const SCHEDULES: u64 = 5_000;
/// Context switches of the second search, where the first one came to no end.
const SWITCHES: u32 = 3;

/// Checks all schedules of a body. Panics if one breaks it.
pub fn model<F: Fn() + Send + Sync + 'static>(body: F) {
    Builder::new().check(body);
}

/// Settings of a model.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Builder {
    /// Maximum number of preemptions.
    pub preemption_bound: Option<usize>,
    /// Maximum number of schedules.
    pub max_permutations: Option<usize>,
    /// Maximum time, which is not looked at.
    pub max_duration: Option<Duration>,
    /// Maximum number of scheduling points; 0 for the default.
    pub max_branches: usize,
    /// Maximum number of threads, which is not looked at.
    pub max_threads: usize,
}

impl Builder {
    /// Returns the default settings.
    pub fn new() -> Self {
        Builder::default()
    }

    /// Checks all schedules of a body within the settings. Panics if one breaks it.
    pub fn check<F: Fn() + Send + Sync + 'static>(&self, body: F) {
        let schedules = self.max_permutations.map_or(SCHEDULES, |most| most as u64);
        // A switch to one of several tasks where the running one waits counts too, unlike for loom.
        let bound = self.preemption_bound.map(|most| most as u32 + SWITCHES);
        let all = bound.map_or(Search::Exhaustive, |switches| Search::ContextBound { switches });
        let few = Search::ContextBound { switches: SWITCHES };
        let body = || {
            crate::lazy::begin();
            body();
        };
        for search in [all, few] {
            let law = scheduled(&body).search(search).schedules(schedules).ignore_arc_counts();
            let explored = match self.max_branches {
                0 => law.explore(1),
                most => law.max_scheduling_points(most as u64).explore(1),
            };
            if let Some(reason) = explored.broken {
                let message = reason.message();
                let (told, place) = reason.panic().unwrap_or((&message, ""));
                panic!("{}: {told} {place}", reason.code);
            }
            if explored.complete {
                return;
            }
            eprintln!("{search:?} did not end within {} schedules", explored.schedules);
        }
    }
}
