//! Who leads at every moment: what no node knows, and the test does.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use lawful::pulse::effect::effect;
use lawful::pulse::process::{Pid, is_alive};

/// A record of those who lead.
#[derive(Clone, Debug, Default)]
pub struct Ledger(Rc<RefCell<Entries>>);

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
            let mut entries = self.0.borrow_mut();
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
        let conflict = &self.0.borrow().conflict;
        assert!(conflict.is_empty(), "there are two leaders: {conflict:?}");
    }

    /// Somebody does not lead any more.
    pub fn steps_down(&self, node: Pid) {
        if self.0.borrow().leading.contains(&node) {
            effect("steps down", || {
                self.0.borrow_mut().leading.remove(&node);
            });
        }
    }

    /// Whether somebody ever led.
    pub fn led(&self, node: Pid) -> bool {
        self.0.borrow().ever.contains(&node)
    }
}
