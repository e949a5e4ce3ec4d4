//! Signs of life of a run: bars on a terminal, and a line now and then in a log.

use std::io::Write;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::duration::shown_duration;
use crate::style::{Tone, grouped, status};

/// Time between two lines in a log.
const LOG_TIME: Duration = Duration::from_secs(30);

/// Figures of a run that goes on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// Number of laws.
    pub laws: usize,
    /// Number of laws that were run, or are done where they have an end.
    pub done: usize,
    /// Number of tests.
    pub tests: u64,
    /// Number of laws with something wrong.
    pub bad: usize,
}

/// The progress of a run, on standard error.
pub struct Progress {
    bars: MultiProgress,
    main: ProgressBar,
    workers: Vec<ProgressBar>,
    started: Instant,
    time: Option<Duration>,
    logged: Instant,
    is_quiet: bool,
}

impl Progress {
    /// Progress of a run with so many workers, which takes some time if it has a limit.
    pub fn new(workers: usize, laws: usize, time: Option<Duration>, is_quiet: bool) -> Self {
        let target = match is_quiet {
            true => ProgressDrawTarget::hidden(),
            // Without a terminal nothing is drawn.
            false => ProgressDrawTarget::stderr_with_hz(8),
        };
        let bars = MultiProgress::with_draw_target(target);
        let length = time.map_or(laws as u64, |time| time.as_millis() as u64);
        let main = bars.add(ProgressBar::new(length));
        main.set_style(style("{prefix:>12.green.bold} [{bar:24}] {msg}"));
        main.set_prefix("Running");
        let workers = (0..workers).map(|_| {
            let bar = bars.add(ProgressBar::new_spinner());
            bar.set_style(style("             {spinner} {wide_msg}"));
            bar
        });
        let workers = workers.collect();
        let now = Instant::now();
        Progress { bars, main, workers, started: now, time, logged: now, is_quiet }
    }

    /// A worker begins with a law that made so many tests and was run for a time.
    pub fn begin(&self, worker: usize, law: &str, tests: u64, time: Duration) {
        let so_far = match tests {
            0 => String::new(),
            tests => format!("  {} tests, {}", grouped(tests), shown_duration(time)),
        };
        self.workers[worker].set_message(format!("{law}{so_far}"));
    }

    /// A worker has nothing to do.
    pub fn rest(&self, worker: usize) {
        self.workers[worker].set_message("");
    }

    /// Time goes on.
    pub fn tick(&mut self, figures: Figures) {
        let elapsed = self.started.elapsed();
        let time = match self.time {
            Some(time) => {
                let all = time.as_millis() as u64;
                self.main.set_position((elapsed.as_millis() as u64).min(all));
                format!("{} of {}", shown_duration(elapsed), shown_duration(time))
            }
            None => {
                self.main.set_position(figures.done as u64);
                shown_duration(elapsed)
            }
        };
        let Figures { laws, done, tests, bad } = figures;
        let tests = grouped(tests);
        let text =
            format!("{time}: {done} of {laws} laws run, {tests} tests, {bad} did not succeed");
        self.workers.iter().for_each(ProgressBar::tick);
        if self.bars.is_hidden() && !self.is_quiet && self.logged.elapsed() >= LOG_TIME {
            self.logged = Instant::now();
            // A closed stream is no reason to stop.
            let _ = writeln!(anstream::stderr(), "{}", status(Tone::Good, "Running", &text));
        }
        self.main.set_message(text);
    }

    /// Prints what belongs to the output, above the bars.
    pub fn print(&self, text: &str) {
        self.bars.suspend(|| {
            let _ = writeln!(anstream::stdout(), "{text}");
        });
    }

    /// Prints what is about the run, above the bars.
    pub fn tell(&self, text: &str) {
        self.bars.suspend(|| {
            let _ = writeln!(anstream::stderr(), "{text}");
        });
    }

    /// Takes the bars away.
    pub fn end(&self) {
        self.workers.iter().for_each(ProgressBar::finish_and_clear);
        self.main.finish_and_clear();
    }
}

fn style(template: &str) -> ProgressStyle {
    // A template that indicatif does not understand is a mistake of ours; it has a default.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
