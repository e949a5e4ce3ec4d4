//! Suite `temporal`: events per second of temporal monitors, and the memory of what they remember.
//!
//! Subject `lawful` is the monitor as users have it. Subject `naive` rewrites the whole formula at every event, which is
//! progression without slices and without memory; it is given up after some time, and its speed is that up to there.

mod child;
mod data;
mod plain;
mod runs;

use std::time::Duration;

use lawful::temporal::{Formula, Monitor, Stamp};

use crate::Options;
use crate::clock;
use crate::measure::median;
use crate::report::Report;

/// Events of a run.
const EVENTS: u64 = 1_000_000;
/// CPU time after which the naive subject is given up.
const GIVEN_UP: Duration = Duration::from_secs(2);
/// Events between two looks at the clock.
const LOOK: u64 = 1_000;

const LAWFUL: &str = "lawful";
const NAIVE: &str = "naive";

/// A law with its name.
type Law<E> = (&'static str, Formula<E>);

/// Laws over a stream of events.
struct Stream<E: 'static> {
    laws: Vec<Law<E>>,
    event: Box<dyn Fn(u64) -> E>,
}

/// Figures of one subject.
struct Measured {
    events_per_s: f64,
    /// Bytes that each monitor says it holds, after half of the events and after all.
    half: Vec<usize>,
    whole: Vec<usize>,
    /// Laws that were false at the end: a mistake in the stream.
    broken: Vec<&'static str>,
}

impl<E: 'static> Stream<E> {
    fn monitors(&self, subject: &str) -> Vec<Monitor<E>> {
        let make = if subject == NAIVE { Monitor::whole } else { Monitor::new };
        self.laws.iter().map(|(_, law)| make(law)).collect()
    }

    fn run(&self, subject: &str) -> Measured {
        let mut monitors = self.monitors(subject);
        let memory = |monitors: &[Monitor<E>]| monitors.iter().map(Monitor::memory).collect();
        let (start, mut half, mut seen) = (clock::process(), Vec::new(), 0);
        for number in 0..EVENTS {
            let event = (self.event)(number);
            let at = Stamp { time: Duration::from_micros(number), round: number };
            for monitor in &mut monitors {
                monitor.step(&event, at);
            }
            seen = number + 1;
            if seen == EVENTS / 2 {
                half = memory(&monitors);
            }
            let is_late = || clock::process() - start > GIVEN_UP;
            if subject == NAIVE && seen % LOOK == 0 && is_late() {
                break;
            }
        }
        let events_per_s = seen as f64 / (clock::process() - start).as_secs_f64();
        let named = self.laws.iter().zip(&monitors);
        let is_false = |monitor: &Monitor<E>| monitor.verdict() == lawful::temporal::Verdict::False;
        let broken = named.filter(|(_, monitor)| is_false(monitor)).map(|((name, _), _)| *name);
        let broken = broken.collect();
        Measured { events_per_s, half, whole: memory(&monitors), broken }
    }
}

/// Prints a bar as met or not.
fn bar(report: &Report, is_met: bool, text: &str) {
    report.note(&format!("{}: {text}", if is_met { "met" } else { "NOT MET" }));
}

pub fn run(options: &Options, report: &mut Report) {
    if let Some(asked) = child::asked() {
        return child::answer(&asked);
    }
    if options.wants_case("without_data") {
        without_data(options, report);
    }
    for case in ["open_10", "open_10000"] {
        if options.wants_case(case) {
            with_data(options, report, case);
        }
    }
    if options.wants_case("open_10000") && options.wants_subject(LAWFUL) {
        let times = slowdown();
        bar(report, times <= 2.0, &format!("10,000 open: {times:.2} times slower (bar 2)"));
    }
    if options.wants_case("runs") {
        runs::run(options, report);
    }
    if options.wants_case("bytes_per_obligation") {
        bytes_per_obligation(options, report);
    }
}

/// Measures the subjects of a case, and returns what was measured of `lawful`.
fn measure<E: 'static>(
    stream: &Stream<E>,
    case: &str,
    options: &Options,
    report: &mut Report,
) -> Option<Measured> {
    let mut lawful = None;
    for subject in [LAWFUL, NAIVE].into_iter().filter(|name| options.wants_subject(name)) {
        let measured = stream.run(subject);
        assert!(measured.broken.is_empty(), "{case}: false laws: {:?}", measured.broken);
        report.add(subject, "events_per_s", measured.events_per_s);
        report.add(subject, "peak_mb", child::ask(case, subject));
        if subject == LAWFUL {
            lawful = Some(measured);
        }
    }
    report.end_case(case);
    lawful
}

/// Ten formulas without data.
fn without_data(options: &Options, report: &mut Report) {
    let stream = plain::stream();
    let Some(measured) = measure(&stream, "without_data", options, report) else { return };
    let speed = measured.events_per_s / 1e6;
    bar(report, speed >= 5.0, &format!("{speed:.2} million events/s for all ten (bar 5)"));
    let most = measured.whole.iter().max().copied().unwrap_or(0);
    bar(report, most <= 4_096, &format!("at most {most} bytes a monitor (bar 4096)"));
    let is_flat = measured.half == measured.whole;
    bar(report, is_flat, "as many bytes after a million events as after half a million");
}

/// Number of times that 10,000 open obligations are slower than 10: the median of rounds in which both take turns.
fn slowdown() -> f64 {
    let speed = |case| data::stream(data::open_of(case)).run(LAWFUL).events_per_s;
    median((0..5).map(|_| speed("open_10") / speed("open_10000")).collect())
}

/// Ten laws with data, of which each has so many obligations open.
fn with_data(options: &Options, report: &mut Report, case: &'static str) {
    let stream = data::stream(data::open_of(case));
    let Some(measured) = measure(&stream, case, options, report) else { return };
    let speed = measured.events_per_s / 1e6;
    if case == "open_10" {
        bar(report, speed >= 0.4, &format!("{speed:.3} million events/s for all ten (bar 0.4)"));
    }
    let (half, whole) = (measured.half.iter().sum::<usize>(), measured.whole.iter().sum::<usize>());
    let is_flat = whole <= half + half / 10;
    bar(report, is_flat, &format!("{half} bytes after half a million events, {whole} after all"));
}

/// Resident memory of each law by itself, by what it has to remember.
fn bytes_per_obligation(options: &Options, report: &mut Report) {
    let mut most = 0.0_f64;
    for (name, _) in data::stream(1).laws {
        if !options.wants_subject(name) || !data::REMEMBERS.contains(&name) {
            continue;
        }
        let bytes = child::ask("bytes_per_obligation", name);
        report.add(name, "bytes", bytes);
        most = most.max(bytes);
    }
    report.end_case("bytes_per_obligation");
    bar(
        report,
        most <= 450.0,
        &format!("at most {most:.0} resident bytes an obligation (bar 450)"),
    );
}
