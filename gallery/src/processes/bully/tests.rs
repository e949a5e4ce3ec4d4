//! The bully algorithm under its own assumptions, and under others.

use lawful::pulse::scheduled;

use super::{Delivery, election};
use crate::processes::election::{Claim, Crash};
use crate::processes::exploring::{holds_everywhere, holds_in_many};

/// Everything that can happen to three nodes with two crashes.
#[test]
fn where_messages_are_in_time_there_is_one_leader_whatever_crashes() {
    let crash = |code: u32| Crash { number: code % 3 + 1, recovers: code >= 3 };
    for first in 0..6 {
        for second in 0..6 {
            let crashes = [crash(first), crash(second)];
            let law = scheduled(move || election(3, &crashes, Claim::All, Delivery::InTime));
            let law = law.early_timers(false).schedules(100);
            assert!(holds_in_many(&law, 2), "{crashes:?}");
        }
    }
}

#[test]
fn where_messages_are_in_time_two_nodes_have_one_leader_in_every_schedule_tried() {
    let law = scheduled(|| election(2, &[], Claim::All, Delivery::InTime)).early_timers(false);
    assert!(holds_everywhere(&law, 10_000).is_some());
}

/// Two nodes are enough, and one is not.
#[test]
fn where_messages_are_late_two_nodes_lead() {
    let late =
        |count: u32| scheduled(move || election(count, &[], Claim::NeverTwo, Delivery::AnyTime));
    assert!(!holds_in_many(&late(2), 5));
    assert!(holds_in_many(&late(1), 5));
}

#[test]
fn every_exhibit_is_as_expected() {
    crate::checking::assert_as_expected(&super::exhibits());
}
