//! Cases `proxy_..`: the faults of the media proxy in the gallery, each alone. The first case to show the
//! fault of seven commands had over 160 in the paper, so its cases are as long.

use lawful_gallery::media_proxy::hunts::{Catch, Hunt, hunts};

use crate::Options;
use crate::quiet::quietly;
use crate::report::Report;

const LONG: &str = "corrupting_subtract";

pub fn run(options: &Options, report: &mut Report) {
    for hunt in hunts() {
        let case = format!("proxy_{}", hunt.name);
        if !options.wants_case(&case) || !options.wants_subject("lawful") {
            continue;
        }
        let hunt = match hunt.name {
            LONG => Hunt { lengths: (170..=200).into(), ..hunt },
            _ => hunt,
        };
        let caught: Vec<Catch> =
            quietly(|| (1..=options.seeds).filter_map(|seed| hunt.run(seed)).collect());
        let found = caught.len() as f64;
        let smallest = caught.iter().filter(|catch| catch.calls == hunt.smallest).count() as f64;
        let most = |value: fn(&Catch) -> f64| caught.iter().map(value).fold(0.0, f64::max);
        let mean = |value: fn(&Catch) -> f64| caught.iter().map(value).sum::<f64>() / found;
        report.add("lawful", "found_percent", 100.0 * found / options.seeds as f64);
        report.add("lawful", "minimal_percent", 100.0 * smallest / options.seeds as f64);
        report.add("lawful", "most_tests", most(|catch| catch.tests as f64));
        report.add("lawful", "first_commands", mean(|catch| catch.commands as f64));
        report.add("lawful", "runs", mean(|catch| catch.runs as f64));
        report.add("lawful", "most_s", most(|catch| catch.time.as_secs_f64()));
        report.end_case(&case);
    }
}
