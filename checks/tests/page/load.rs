//! A report of 1,000 laws with 100,000 labels.

use std::time::Duration;

use lawful::prelude::*;
use lawful::report::html::Report;

const LAWS: usize = 1_000;
const LABELS: u8 = 100;
/// One of so many laws has a sibling that fails.
const FAILING: usize = 20;

pub fn report() -> Report {
    let mut report = Report::new("load");
    report.subtitle("cargo lawful --report");
    report.fact("root seed", "0x1");
    let mut labels = 0;
    for index in 0..LAWS {
        let law = for_all(0..LABELS, move |x: u8| {
            label!("label {x} of law {index}");
            collect!(x);
        });
        let name = format!("load::module_{}::law_{index}", index % 25);
        let summary = Runner::named(&name).seed(1).run(&law);
        assert!(summary.is_success(), "{summary:?}");
        labels += summary.tables.labels.len();
        let time = Duration::from_micros(100 + index as u64);
        report.law(&summary).group(format!("load (test module_{})", index % 25)).time(time);
        if index % FAILING == 0 {
            let law = for_all((0..LABELS, any::<String>()), move |(x, text)| {
                label!("label {x} of law {index}");
                assert!(x < 90 || text.len() > 50, "{x} is too large for law {index}");
            });
            let name = format!("load::module_{}::failing_{index}", index % 25);
            let summary = Runner::named(&name).seed(1).tests(1_000).run(&law);
            assert!(!summary.is_success(), "{summary:?}");
            report.law(&summary).time(time);
        }
    }
    assert_eq!(labels, LAWS * usize::from(LABELS));
    report
}
