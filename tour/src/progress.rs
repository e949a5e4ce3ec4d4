//! A line that counts while a law runs, and gives way to what came of it.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use lawful::data::Event;

/// How often the line changes.
const PAUSE: Duration = Duration::from_millis(80);

pub struct Progress {
    /// Missing where nobody watches: a file gets the results alone.
    shown: Option<Instant>,
}

impl Progress {
    pub fn new() -> Self {
        Progress { shown: std::io::stderr().is_terminal().then(Instant::now) }
    }

    /// Takes part in a run.
    pub fn tell(&mut self, name: &str, event: &Event) {
        let Some(shown) = &mut self.shown else { return };
        let text = match event {
            Event::Started { .. } => format!("{name} …"),
            Event::Progress { passed, tests, discarded } if shown.elapsed() > PAUSE => {
                *shown = Instant::now();
                match discarded {
                    0 => format!("{name}: {passed} of {tests} tests"),
                    _ => format!("{name}: {passed} of {tests} tests, {discarded} discarded"),
                }
            }
            Event::Failed { index } => format!("{name}: broken by test {}, shrinking …", index + 1),
            _ => return,
        };
        eprint!("\r\x1b[2K  {text}");
        let _ = std::io::stderr().flush();
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.shown.is_some() {
            eprint!("\r\x1b[2K");
        }
    }
}
