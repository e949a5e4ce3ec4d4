//! The registry follows its specification, call after call, whatever the schedule.

use lawful::Source;
use lawful::extend::Case;
use lawful::prelude::for_all;
use lawful::pulse::process::Order;
use lawful::pulse::scheduled;
use lawful::report;
use lawful::{Law, Runner};

use super::specification::{NAMES, machine_under};
use super::{VERSIONS, Version};

/// Programs of the machine, each under some schedules.
fn follows_its_model(version: Version, promised: Order) -> impl Law {
    let programs =
        move |source: &mut Source| machine_under(version, promised, &NAMES).sequence(source);
    for_all(programs, move |program| {
        let machine = machine_under(version, promised, &NAMES);
        scheduled(move || {
            machine.run_sequence(&program).test(&mut Case::new(Source::from_seed(1, 1)))
        })
        .schedules(8)
    })
}

#[test]
fn one_client_sees_what_the_specification_says() {
    for version in VERSIONS {
        for promised in [Order::Pairs, Order::Causal, Order::Mailbox] {
            let law = follows_its_model(version, promised);
            let check = Runner::named("proc_reg").tests(120).max_size(40).seed(1);
            let summary = check.run(&law);
            assert!(summary.is_success(), "{version:?}: {}", report::terminal::report(&summary));
        }
    }
}
