//! Who leads at every moment: what no node knows, and the test does.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lawful::pulse::effect::effect;
use lawful::pulse::process::{Pid, is_alive};

/// A record of those who lead.
#[derive(Clone, Debug, Default)]
pub struct Ledger(Arc<Mutex<Entries>>);

#[derive(Debug, Default)]
struct Entries {
    leading: BTreeSet<Pid>,
    ever: BTreeSet<Pid>,
    /// Those who led at the same time.
    conflict: Vec<Pid>,
}

impl Ledger {
    /// Somebody leads from now on; nobody else who is alive may.
    pub fn leads(&self, node: Pid) {
        effect("leads", || {
            let mut entries = self.entries();
            let others = entries.leading.iter().filter(|other| **other != node);
            let others: Vec<Pid> = others.copied().filter(|other| is_alive(*other)).collect();
            if !others.is_empty() {
                entries.conflict = [vec![node], others].concat();
            }
            entries.leading.insert(node);
            entries.ever.insert(node);
        });
        self.assert_no_conflict();
    }

    /// Nobody led while another one did.
    pub fn assert_no_conflict(&self) {
        let conflict = &self.entries().conflict;
        assert!(conflict.is_empty(), "there are two leaders: {conflict:?}");
    }

    /// Somebody does not lead any more.
    pub fn steps_down(&self, node: Pid) {
        let leads = self.entries().leading.contains(&node);
        if leads {
            effect("steps down", || {
                self.entries().leading.remove(&node);
            });
        }
    }

    /// Whether somebody ever led.
    pub fn led(&self, node: Pid) -> bool {
        self.entries().ever.contains(&node)
    }

    /// The lock is not held where a schedule could switch. A panic about a conflict leaves the entries whole.
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
