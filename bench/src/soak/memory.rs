//! Ten million tests of a trivial law, in constant memory.

use lawful::{Runner, any, for_all};

use super::Count;

/// What the process may grow by; a byte a test would be ten times as much.
const MOST_GROWTH: u64 = 1 << 20;

pub fn ten_million_tests() -> Count {
    let times = 10_000_000;
    let run = move || {
        let law = for_all(any::<(Vec<u8>, i32)>(), |(list, number)| {
            list.len() <= 100 && number.wrapping_sub(number) == 0
        });
        let check = |tests| Runner::named("ten million").tests(tests).seed(1).run(&law);
        check(10_000);
        let before = resident();
        let summary = check(times);
        assert_eq!(summary.passed, times);
        let growth = resident().saturating_sub(before);
        assert!(growth <= MOST_GROWTH, "ten million tests grew the process by {growth} bytes");
    };
    Count { name: "ten_million_tests", times, run: Box::new(run) }
}

/// The memory of this process, where the system tells; elsewhere the growth is not checked.
pub fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}
