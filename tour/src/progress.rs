//! A line that counts while a law runs, and gives way to what came of it.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use lawful::data::Event;

/// How often the line changes.
const PAUSE: Duration = Duration::from_millis(80);

pub struct Progress {
    name: String,
    /// Missing where there is no terminal: a file gets the results alone.
    shown: Option<Instant>,
}

impl Progress {
    /// Shows that a law or a demonstration begins.
    pub fn new(study: &str, name: &str) -> Self {
        let shown = std::io::stderr().is_terminal().then(Instant::now);
        let progress = Progress { name: format!("{study}::{name}"), shown };
        progress.show(" …");
        progress
    }

    /// Takes part in a run.
    pub fn tell(&mut self, event: &Event) {
        let Some(shown) = &mut self.shown else { return };
        let text = match event {
            Event::Progress { passed, tests, discarded } if shown.elapsed() > PAUSE => {
                *shown = Instant::now();
                match discarded {
                    0 => format!(": {passed} of {tests} tests"),
                    _ => format!(": {passed} of {tests} tests, {discarded} discarded"),
                }
            }
            Event::Failed { index } => format!(": broken by test {}, shrinking …", index + 1),
            _ => return,
        };
        self.show(&text);
    }

    fn show(&self, text: &str) {
        if self.shown.is_some() {
            eprint!("\r\x1b[2K  {}{text}", self.name);
            let _ = std::io::stderr().flush();
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.shown.is_some() {
            eprint!("\r\x1b[2K");
        }
    }
}
