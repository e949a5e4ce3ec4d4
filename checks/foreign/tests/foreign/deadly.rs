//! The table where it ends its process, which is then one of its own.

use foreign::{Mistake, Model, Table, machine};
use lawful::data::About;
use lawful::data::{Death, Reason};
use lawful::extend::{Recording, Settings};
use lawful::machine::symbolic::Machine;
use lawful::prelude::*;
use lawful::report::sequence;
use lawful::run::{Config, Failure};
use lawful_core::run::{Isolation, Role, role, run, serve};

use super::piped::LATE;

fn wraps_late() -> Machine<Model, Table> {
    machine(|| Table::new(Mistake::WrapsLate))
}

/// As one would write it, if the table were right.
#[law(isolated, expect_failure)]
fn a_table_does_not_write_past_its_end() -> impl Law {
    wraps_late()
}

#[test]
fn the_program_that_ends_the_process_is_found() {
    let name = "foreign::deadly::the_program_that_ends_the_process_is_found";
    let about = About::new(name, file!(), line!());
    if role(&about, 0) == Role::Child {
        serve(&wraps_late(), &[], &Settings::default());
    }
    for seed in 1..=3 {
        let failure = failure(&about, seed);
        assert_eq!(failure.reason, Reason::died(&Death::Signal(6)));
        let calls = sequence::calls(failure.calls());
        assert!(LATE.iter().any(|late| calls == *late), "{calls:?}");
        let program = wraps_late().sequence(&mut Recording::replay(&failure.tape));
        assert_eq!(calls, sequence::calls(&program.calls().collect::<Vec<_>>()));
    }
}

/// Runs the law in isolation, and gives the smallest case that it does not survive.
fn failure(about: &About, seed: u64) -> Failure {
    let arguments = ["deadly::the_program_that_ends_the_process_is_found", "--exact"];
    let isolation = Isolation {
        program: std::env::current_exe().expect("a test is a program"),
        arguments: arguments.map(String::from).to_vec(),
        max_memory: 1 << 28,
        is_direct: true,
        ordinal: 0,
    };
    let config = Config::default().with(|config| {
        config.seed = Some(seed);
        config.max_failures = 1;
        config.explain = false;
        config.isolated = true;
        config.isolation = Some(isolation);
    });
    let summary = run(&wraps_late(), about, &config, &mut |_| {});
    summary.failure().expect("it is broken").clone()
}
