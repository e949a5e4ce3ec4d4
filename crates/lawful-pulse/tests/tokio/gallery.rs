//! The programs of the gallery: each mistake is found, with its smallest schedule, and what was put right holds.

use lawful_core::run::{About, Config, Runner, run};
use lawful_pulse::scheduled;

use crate::outcomes::failure;

#[allow(unused_imports, dead_code)]
mod imports {
    pub use lawful_pulse::{sync, tokio};
}
#[path = "../../../../gallery/src/races/asynchronous/mod.rs"]
mod asynchronous;

use asynchronous::PROGRAMS;

#[test]
fn each_mistake_is_found_within_two_thousand_runs() {
    for program in PROGRAMS {
        for seed in 0..10 {
            let law = scheduled(program.run).schedules(2_000);
            let summary = Runner::named(program.name).tests(1).seed(seed).run(&law);
            let failure = summary.failure().unwrap_or_else(|| panic!("{}, {seed}", program.name));
            let reason = format!("{:?}", failure.reason);
            assert!(reason.contains(program.told), "{}: {reason}", program.name);
        }
    }
}

#[test]
fn each_smallest_schedule_is_known() {
    for program in PROGRAMS {
        let failure = failure(program.run);
        let switches = failure.trace().unwrap().switches;
        let expected = (program.fewest_switches, true);
        assert_eq!((switches, failure.is_proven()), expected, "{}", program.name);
    }
}

#[test]
fn what_was_put_right_holds() {
    for program in PROGRAMS {
        let law = scheduled(program.right).schedules(500);
        let summary = Runner::named(program.name).tests(10).seed(1).run(&law);
        assert!(summary.is_success(), "{}: {:?}", program.name, summary.stopped);
    }
}

#[test]
fn the_same_tape_gives_the_same_trace() {
    for program in PROGRAMS {
        let first = failure(program.run);
        for _ in 0..3 {
            let config = Config::default().with(|config| config.replay = Some(first.token.clone()));
            let about = About::new("failure", "", 0);
            let again = run(&scheduled(program.run), &about, &config, &mut |_| {});
            let again = again.failure().expect("it breaks again");
            assert_eq!(
                (&again.trace(), &again.tape),
                (&first.trace(), &first.tape),
                "{}",
                program.name
            );
        }
    }
}
