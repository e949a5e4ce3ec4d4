//! Dining philosophers as the paper's program has them (section 3.5.4): forks are servers, a philosopher who does not get a
//! fork tries again, and a clock ticks beside them. Nothing of it ends.

use std::time::Duration;

use lawful::pulse::process::{Pid, receive_as, self_pid, send, spawn};
use lawful::pulse::{scheduled, thread};
use lawful::temporal::*;

/// Events of the program. The paper has more of them: that a fork is tried, that one is grabbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The clock ticks.
    Tick,
    /// A philosopher is hungry.
    Hungry(usize),
    /// A philosopher has the first of the two forks.
    FirstFork(usize),
    /// A philosopher eats.
    Eats(usize),
    /// A philosopher has put both forks back.
    Thinks(usize),
}
use Event::*;

/// Side of the fork that each philosopher takes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// The left one, as the paper's program has it.
    Left,
    /// The right one for the last philosopher, the left one for the others.
    LastReversed,
}

#[derive(Debug)]
enum ToFork {
    Grab(Pid),
    Release,
}

/// Answer of a fork: it is the asker's now, or it is engaged.
#[derive(Debug)]
struct Grabbed(bool);

fn fork() {
    let mut is_free = true;
    loop {
        match receive_as() {
            ToFork::Grab(philosopher) => {
                send(philosopher, Grabbed(is_free));
                is_free = false;
            }
            ToFork::Release => is_free = true,
        }
    }
}

fn grab(fork: Pid) {
    loop {
        send(fork, ToFork::Grab(self_pid()));
        let Grabbed(is_mine) = receive_as();
        if is_mine {
            return;
        }
    }
}

fn philosopher(index: usize, first: Pid, second: Pid) {
    loop {
        event!(Hungry(index));
        grab(first);
        event!(FirstFork(index));
        grab(second);
        event!(Eats(index));
        send(first, ToFork::Release);
        send(second, ToFork::Release);
        event!(Thinks(index));
    }
}

/// Philosophers, forks and the clock.
pub fn dinner(seats: usize, order: First) {
    spawn(|| {
        loop {
            event!(Tick);
            thread::sleep(Duration::from_millis(100));
        }
    });
    let forks: Vec<Pid> = (0..seats).map(|_| spawn(fork)).collect();
    for index in 0..seats {
        let (left, right) = (forks[(index + seats - 1) % seats], forks[index]);
        let reversed = order == First::LastReversed && index + 1 == seats;
        let (first, second) = if reversed { (right, left) } else { (left, right) };
        spawn(move || philosopher(index, first, second));
    }
}

/// Somebody is hungry now, nobody will eat in the future, and the clock will tick twice in the future: that never is.
pub fn no_deadlock() -> Formula<Event> {
    let deadlock = is!(Hungry(_)) & never(is!(Eats(_))) & at_least(2, is!(Tick));
    never(deadlock).named("hungry philosophers eat")
}

/// The law over time with its limits: a dinner has no end, and forks wait for ever.
fn limits() -> TraceLaw<Event> {
    TraceLaw::new(no_deadlock()).max_points(1_000).may_wait()
}

/// The law of a dinner.
pub fn law(seats: usize, order: First) -> impl lawful::Law {
    scheduled(move || dinner(seats, order)).over_time(limits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawful::Runner;
    use lawful::pulse::Search;

    const SEATS: usize = 5;

    /// Number of schedules until the law is broken; none if it passes.
    fn schedules_to_failure(order: First, search: Search, seed: u64, most: u64) -> Option<u64> {
        let program = scheduled(move || dinner(SEATS, order)).search(search).schedules(most);
        let explored = program.over_time(limits()).explore(seed);
        explored.broken.map(|_| explored.schedules)
    }

    fn mean(seeds: u64, search: Search) -> f64 {
        let found = |seed| schedules_to_failure(First::Left, search, seed, 1_000);
        let found: Vec<u64> = (0..seeds).map(|seed| found(seed).expect("a deadlock")).collect();
        found.iter().sum::<u64>() as f64 / found.len() as f64
    }

    fn count(variable: &str, default: u64) -> u64 {
        std::env::var(variable).ok().and_then(|count| count.parse().ok()).unwrap_or(default)
    }

    /// The paper needed 329 to 448 tests, and told of no other program.
    #[test]
    fn the_deadlock_is_found_in_a_few_schedules() {
        let seeds = count("LAWFUL_TEMPORAL_SEEDS", 10);
        for (search, name) in [
            (Search::Portfolio, "portfolio"),
            (Search::Random, "random walk"),
            (Search::Pct { depth: 3 }, "PCT"),
        ] {
            let mean = mean(seeds, search);
            println!("{name}: found in {mean:.1} schedules in the mean over {seeds} seeds");
            assert!(mean < 20.0, "{name}: {mean}");
        }
    }

    /// Philosophers who hold their first fork at the end of a trace.
    fn holding(events: impl Iterator<Item = String>) -> Vec<bool> {
        let mut holding = vec![false; SEATS];
        for event in events {
            let index = |name: &str| {
                let index = event.strip_prefix(name)?.strip_suffix(')')?;
                index.parse::<usize>().ok()
            };
            if let Some(index) = index("FirstFork(") {
                holding[index] = true;
            } else if let Some(index) = index("Eats(") {
                holding[index] = false;
            }
        }
        holding
    }

    #[test]
    fn the_shown_case_is_a_deadlock_with_all_forks_of_one_side_taken() {
        for seed in 0..3 {
            let runner = Runner::named("dinner").seed(seed).first_failure().tests(20);
            let summary = runner.run(&law(SEATS, First::Left));
            let failure = summary.failure().expect("a deadlock");
            assert_eq!(failure.reason.title, "hungry philosophers eat");
            assert!(failure.reason.lines().len() <= 15, "{:?}", failure.reason.lines());
            let trace = failure.trace().unwrap();
            let holding = holding(trace.events.iter().map(|event| event.text.clone()));
            assert!(holding.iter().all(|holds| *holds), "{holding:?}");
        }
    }

    #[test]
    fn the_right_program_passes_with_the_same_settings() {
        let tests = count("LAWFUL_TEMPORAL_TESTS", 2);
        let passes = |seed| schedules_to_failure(First::LastReversed, Search::Portfolio, seed, 64);
        assert!((0..tests).all(|seed| passes(seed).is_none()));
        println!("{tests} tests of 64 schedules passed");
    }
}
