//! Lawful beside shuttle, in one figure a case.

use crate::measure::median;
use crate::report::Report;

/// What a subject did in a second.
pub struct Rates {
    pub subject: &'static str,
    pub points: Option<f64>,
    pub runs: Option<f64>,
}

/// Subjects with their mean runs to the first failure.
pub type Means = Vec<(&'static str, f64)>;

/// The strategies that both have, with the names of their subjects.
const STRATEGIES: [Strategy; 3] = [
    Strategy {
        name: "random",
        ours: "lawful-random",
        theirs: "shuttle-random",
        points: "random_points",
        runs: "random_runs",
    },
    Strategy {
        name: "pct",
        ours: "lawful-pct",
        theirs: "shuttle-pct",
        points: "pct_points",
        runs: "pct_runs",
    },
    Strategy {
        name: "urw",
        ours: "lawful-urw",
        theirs: "shuttle-urw",
        points: "urw_points",
        runs: "urw_runs",
    },
];

/// From how many times the runs of the best of shuttle's strategies on a program is pointed out.
const TOO_MANY: f64 = 3.0;

struct Strategy {
    name: &'static str,
    ours: &'static str,
    theirs: &'static str,
    /// What the ratios of the strategy are called.
    points: &'static str,
    runs: &'static str,
}

/// Times as many points and runs a second as shuttle, for each workload, and the medians.
pub fn of_speed(measured: &[(&'static str, Vec<Rates>)], report: &mut Report) {
    let mut medians = Vec::new();
    let (mut all_points, mut all_runs) = (Vec::new(), Vec::new());
    for strategy in STRATEGIES {
        let (mut points, mut runs) = (Vec::new(), Vec::new());
        for (workload, rates) in measured {
            let Some(ours) = rates.iter().find(|one| one.subject == strategy.ours) else {
                continue;
            };
            let Some(theirs) = rates.iter().find(|one| one.subject == strategy.theirs) else {
                continue;
            };
            if let (Some(ours), Some(theirs)) = (ours.points, theirs.points) {
                report.add(workload, strategy.points, ours / theirs);
                points.push(ours / theirs);
            }
            if let (Some(ours), Some(theirs)) = (ours.runs, theirs.runs) {
                report.add(workload, strategy.runs, ours / theirs);
                runs.push(ours / theirs);
            }
        }
        all_points.extend_from_slice(&points);
        all_runs.extend_from_slice(&runs);
        medians.push((strategy.name, points, runs));
    }
    report.end_case("speed_by_shuttle");
    medians.push(("all", all_points, all_runs));
    for (name, points, runs) in medians {
        if !points.is_empty() && !runs.is_empty() {
            report.add(name, "points", median(points));
            report.add(name, "runs", median(runs));
        }
    }
    report.end_case("speed_by_shuttle_median");
}

/// The mean runs of `lawful` by those of the best of shuttle's strategies that found the mistake from every
/// seed.
pub fn of_runs_to_bug(hunted: &[(&'static str, Means)], report: &mut Report) {
    for (program, means) in hunted {
        let ours = means.iter().find(|(subject, _)| *subject == "lawful");
        let theirs = means.iter().filter(|(subject, _)| subject.starts_with("shuttle-"));
        let best = theirs.min_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((_, ours)) = ours {
            report.add(program, "lawful", *ours);
        }
        if let Some((_, best)) = best {
            report.add(program, "best_shuttle", *best);
        }
        if let (Some((_, ours)), Some((strategy, best))) = (ours, best) {
            report.add(program, "ratio", ours / best);
            if ours / best > TOO_MANY {
                let times = ours / best;
                report.note(&format!("{program}: {times:.1} times the runs of {strategy}"));
            }
        }
    }
    report.end_case("runs_to_bug_by_shuttle");
}
