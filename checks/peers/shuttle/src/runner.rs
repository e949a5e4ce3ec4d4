//! Runners: a body, a scheduler and settings.

use std::cell::Cell;
use std::time::Instant;

use lawful_pulse::{Explored, Search, scheduled};

use crate::scheduler::{Plan, Scheduler};
use crate::{Config, MaxSteps, lazy, rand};

/// Runs a body under a scheduler.
#[derive(Debug)]
pub struct Runner<S> {
    scheduler: S,
    config: Config,
}

impl<S: Scheduler + 'static> Runner<S> {
    /// Returns a runner of a scheduler.
    pub fn new(scheduler: S, config: Config) -> Self {
        Runner { scheduler, config }
    }

    /// Runs a body under the schedules of the scheduler. Panics if one breaks it, and returns their number.
    pub fn run<F: Fn() + Send + Sync + 'static>(self, body: F) -> usize {
        let plan = self.scheduler.plan().expect("the shim has no schedulers but its own");
        run(&plan, &self.config, &body)
    }
}

fn run(plan: &Plan, config: &Config, body: &dyn Fn()) -> usize {
    let (points, goes_on) = match config.max_steps {
        MaxSteps::None => (u64::MAX, false),
        MaxSteps::FailAfter(points) => (points as u64, false),
        MaxSteps::ContinueAfter(points) => (points as u64, true),
    };
    let is_all = matches!(plan.search, Search::Exhaustive);
    let seed = Cell::new(plan.seed);
    let body = || {
        // Data is no choice of a search through all schedules: it is the same in each.
        seed.set(seed.get() + u64::from(!is_all));
        rand::begin(plan.data.then_some(seed.get()));
        lazy::begin();
        body();
    };
    let (begun, mut done) = (Instant::now(), 0);
    while done < plan.iterations && config.max_time.is_none_or(|most| begun.elapsed() < most) {
        // A search of a body without choices ends early, and one with a time limit looks at the time.
        let most = if config.max_time.is_some() { 10 } else { plan.iterations - done };
        // shuttle does not see counts of std's `Arc` either.
        let law = scheduled(body).search(plan.search).ignore_arc_counts();
        let law = law.max_scheduling_points(points);
        let Explored { schedules, complete, broken, .. } =
            law.schedules(most as u64).explore(plan.seed + done as u64);
        done += schedules.max(1) as usize;
        let Some(reason) = broken else {
            if is_all || complete {
                break;
            }
            continue;
        };
        let message = reason.message();
        match (reason.code, reason.panic()) {
            // A search through all schedules does not go on after one that is left.
            ("livelock", _) if goes_on && is_all => break,
            ("livelock", _) if goes_on => {}
            ("livelock", _) => panic!("exceeded max_steps bound {points}: {message}"),
            (_, Some((text, _))) => panic!("{text}"),
            ("deadlock" | "leaked-thread", _) if waits_for_itself(&message) => {
                panic!(
                    "deadlock! tried to acquire a Mutex it already holds, or: \
                 tried to acquire a RwLock it already holds: {message}"
                )
            }
            ("deadlock" | "leaked-thread", _) => panic!("deadlock! {message}"),
            (code, _) => panic!("{code}: {message}"),
        }
    }
    done
}

/// Whether a task waits for a lock that it holds: directly, or to read once more behind a task that waits to write.
fn waits_for_itself(message: &str) -> bool {
    let behind_writer = |line: &str| {
        let reader = line.split('`').nth(1).filter(|_| line.contains("waits before it"));
        reader.is_some_and(|reader| message.contains(&format!("which `{reader}` holds")))
    };
    message.contains("which it holds itself") || message.lines().any(behind_writer)
}

/// Runs a body under several schedulers, one after the other.
#[derive(Debug)]
pub struct PortfolioRunner {
    plans: Vec<Plan>,
    config: Config,
}

impl PortfolioRunner {
    /// Returns a runner without schedulers.
    pub fn new(_stop_on_first_failure: bool, config: Config) -> Self {
        PortfolioRunner { plans: Vec::new(), config }
    }

    /// Adds a scheduler.
    pub fn add(&mut self, scheduler: impl Scheduler + Send + 'static) {
        self.plans.push(scheduler.plan().expect("the shim has no schedulers but its own"));
    }

    /// Runs a body under all of them. Panics if a schedule breaks it.
    pub fn run<F: Fn() + Send + Sync + 'static>(self, body: F) {
        for plan in &self.plans {
            run(plan, &self.config, &body);
        }
    }
}
