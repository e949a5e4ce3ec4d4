//! Elections with and without mistakes.

use lawful::Law;
use lawful::Runner;
use lawful::prelude::for_all;
use lawful::pulse::scheduled;
use lawful::run::Config;

use super::{Claim, Crash, Mistake, election};
use crate::processes::exploring::{holds_everywhere, holds_in_many};

#[test]
fn two_nodes_elect_a_leader_in_every_schedule_tried() {
    let law = scheduled(|| election(2, &[], Claim::All, None));
    assert!(holds_everywhere(&law, 10_000).is_some());
}

/// Everything that can happen to three nodes with two crashes.
#[test]
fn the_algorithm_elects_a_leader_whatever_crashes() {
    let crash = |code: u32| Crash { number: code % 3 + 1, recovers: code >= 3 };
    for first in 0..6 {
        for second in 0..6 {
            let crashes = [crash(first), crash(second)];
            let law = scheduled(move || election(3, &crashes, Claim::All, None)).schedules(100);
            assert!(holds_in_many(&law, 2), "{crashes:?}");
        }
    }
}

/// The leader crashes and comes back, once or twice.
fn leader_comes_back(claim: Claim, mistake: Option<Mistake>) -> impl Law {
    let crash = Crash { number: 1, recovers: true };
    for_all(1..=2_usize, move |times| {
        scheduled(move || election(2, &vec![crash; times], claim, mistake)).schedules(300)
    })
}

#[test]
fn mistakes_lead_to_two_leaders() {
    for mistake in [Mistake::DoesNotWait, Mistake::LeadsFromTheStart, Mistake::BelievesOldNotices] {
        let law = leader_comes_back(Claim::NeverTwo, Some(mistake));
        let config = Config::default().with(|config| {
            config.seed = Some(1);
            config.max_failures = 1;
            config.explain = false;
        });
        let summary = Runner::named("mistake").with(config).run(&law);
        let failure = summary.failure().expect("some schedule breaks the law");
        let (message, _) = failure.reason.panic().expect("it panics");
        assert!(message.contains("there are two leaders"), "{mistake:?}: {message}");
    }
}

/// The same schedules without a mistake.
#[test]
fn without_a_mistake_there_is_one() {
    assert!(holds_in_many(&leader_comes_back(Claim::All, None), 20));
}

/// An old notice is one of a node that came back: without that, the error does no harm.
#[test]
fn old_notices_need_a_node_that_comes_back() {
    for crashes in [vec![], vec![1], vec![2], vec![1, 2], vec![2, 1]] {
        let crashes: Vec<Crash> =
            crashes.into_iter().map(|number| Crash { number, recovers: false }).collect();
        let mistake = Some(Mistake::BelievesOldNotices);
        let text = format!("{crashes:?}");
        let law = scheduled(move || election(2, &crashes, Claim::All, mistake)).schedules(300);
        assert!(holds_in_many(&law, 5), "{text}");
    }
}

/// Each claim by itself, under crashes that come back.
#[test]
fn the_lemmata_hold() {
    let crashes = [2, 1].map(|number| Crash { number, recovers: true });
    for claim in [Claim::NeverTwo, Claim::Answered, Claim::RightlyInformed, Claim::Agreement] {
        let law = scheduled(move || election(3, &crashes, claim, None)).schedules(300);
        assert!(holds_in_many(&law, 5), "{claim:?}");
    }
}
