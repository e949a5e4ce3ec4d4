//! Bars of discovery: the CPU time of QuickSpec 1 on this kind of machine divided by a number, and a number of laws.

use super::{LAWFUL, SEARCH};

/// What a case may come to.
pub struct Bars {
    /// CPU time that QuickSpec 1 takes.
    quickspec_ms: f64,
    search: Bar,
    lawful: Bar,
    most_laws: usize,
    most_mb: Option<f64>,
}

/// Most CPU time.
#[derive(Clone, Copy)]
enum Bar {
    /// QuickSpec's, divided by this number.
    Ratio(f64),
    Milliseconds(f64),
    /// Counted by callgrind, because the time is too short: see the README.
    MillionInstructions(u32),
}

/// Figures of one subject.
pub struct Measured {
    pub laws: usize,
    pub cpu_ms: f64,
    pub peak_mb: Option<f64>,
}

const HUNDREDTH: Bar = Bar::Ratio(100.0);
const FIFTIETH: Bar = Bar::Ratio(50.0);
/// Default settings over a signature that QuickSpec is done with in less than half a second.
const SMALL: Bar = Bar::Milliseconds(15.0);

pub const LISTS: Bars = Bars {
    quickspec_ms: 90.0,
    search: Bar::MillionInstructions(10),
    lawful: SMALL,
    most_laws: 6,
    most_mb: None,
};
pub const LISTS_SORT: Bars = Bars {
    quickspec_ms: 250.0,
    search: Bar::MillionInstructions(25),
    lawful: SMALL,
    most_laws: 15,
    most_mb: None,
};
pub const BOOLEANS: Bars =
    Bars { quickspec_ms: 190.0, search: HUNDREDTH, lawful: SMALL, most_laws: 20, most_mb: None };
pub const ARITHMETIC: Bars =
    Bars { quickspec_ms: 410.0, search: HUNDREDTH, lawful: SMALL, most_laws: 9, most_mb: None };
pub const SETS: Bars =
    Bars { quickspec_ms: 990.0, search: HUNDREDTH, lawful: FIFTIETH, most_laws: 15, most_mb: None };
pub const HEAPS: Bars = Bars {
    quickspec_ms: 16_300.0,
    search: HUNDREDTH,
    lawful: FIFTIETH,
    most_laws: 29,
    most_mb: None,
};
pub const PRETTY: Bars = Bars {
    quickspec_ms: 2_800.0,
    search: HUNDREDTH,
    lawful: FIFTIETH,
    most_laws: 10,
    most_mb: None,
};
pub const LISTS_DEPTH4: Bars = Bars {
    quickspec_ms: 32_000.0,
    search: HUNDREDTH,
    lawful: FIFTIETH,
    most_laws: 6,
    most_mb: Some(40.0),
};

impl Bars {
    /// Says whether the figures of a case are within its bars, with both.
    pub fn verdict(&self, case: &str, subjects: &[(&str, Measured)]) -> String {
        let mut holds = true;
        let mut parts = Vec::new();
        for (name, measured) in subjects {
            let bar = match *name {
                SEARCH => self.search,
                LAWFUL => self.lawful,
                other => unreachable!("{other} has no bar"),
            };
            let (time, is_within) = bar.compare(measured.cpu_ms, self.quickspec_ms);
            holds &= is_within && measured.laws <= self.most_laws;
            let mut part = format!("{name} {time}, {} of {} laws", measured.laws, self.most_laws);
            if let (Some(most), Some(peak)) = (self.most_mb, measured.peak_mb) {
                holds &= peak <= most;
                part += &format!(", {peak:.1} of {most} MB");
            }
            parts.push(part);
        }
        let word = if holds { "holds" } else { "MISSED" };
        format!("{case}: {word}: {}", parts.join("; "))
    }
}

impl Bar {
    /// Compares a time with the bar: as text, and whether it is within.
    fn compare(self, cpu_ms: f64, quickspec_ms: f64) -> (String, bool) {
        let times = quickspec_ms / cpu_ms;
        let most_ms = match self {
            Bar::Ratio(ratio) => quickspec_ms / ratio,
            Bar::Milliseconds(most_ms) => most_ms,
            Bar::MillionInstructions(most) => {
                let text = format!(
                    "{cpu_ms:.2} ms (QuickSpec / {times:.0}; the bar is {most} million instructions, by callgrind)"
                );
                return (text, true);
            }
        };
        let text = format!("{cpu_ms:.2} of {most_ms:.1} ms (QuickSpec / {times:.0})");
        (text, cpu_ms <= most_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(cpu_ms: f64, laws: usize) -> Measured {
        Measured { laws, cpu_ms, peak_mb: Some(50.0) }
    }

    #[test]
    fn a_verdict_names_figures_and_bars() {
        let verdict = BOOLEANS.verdict("booleans", &[(SEARCH, measured(1.9, 20))]);
        assert_eq!(
            verdict,
            "booleans: holds: search 1.90 of 1.9 ms (QuickSpec / 100), 20 of 20 laws"
        );
    }

    #[test]
    fn time_laws_and_memory_can_miss_a_bar() {
        let misses =
            |bars: &Bars, measured| bars.verdict("", &[(LAWFUL, measured)]).contains("MISSED");
        assert!(!misses(&SETS, measured(19.8, 15)));
        assert!(misses(&SETS, measured(19.9, 15)));
        assert!(misses(&SETS, measured(19.8, 16)));
        assert!(misses(&LISTS_DEPTH4, measured(1.0, 6)));
    }
}
