//! A context of the proxy: the terminations of a call, the bridge between them, and the pinholes
//! that close behind one that leaves. The faults of the papers that crash are here.

use super::faults::Faults;
use super::message::*;

/// The most terminations of a context.
pub(super) const MOST_TERMINATIONS: usize = 2;

/// A subscriber in a call.
#[derive(Clone, Debug)]
pub(super) struct Termination {
    pub number: u32,
    /// Never empty.
    pub streams: Vec<StreamDescriptor>,
}

/// A call. It has a termination, or it is deleted (if that is not forgotten).
#[derive(Clone, Debug)]
pub(super) struct Context {
    pub terminations: Vec<Termination>,
    /// There as soon as there has been a second termination, until the last one leaves.
    bridge: Option<Bridge>,
    closing: ClosingPinholes,
}

/// What connects two terminations.
#[derive(Clone, Debug, Default)]
struct Bridge {
    /// The streams that both have, if both are active.
    connected: Vec<StreamId>,
}

/// The pinholes of terminations that have left, until the firewall has closed them. That takes no
/// longer than the Subtract, so that there is nothing between commands.
#[derive(Clone, Debug, Default)]
struct ClosingPinholes {
    /// By the number of the termination. There is room for as many as there can be terminations.
    slots: [Option<u32>; MOST_TERMINATIONS],
    used: usize,
}

impl Context {
    pub fn new(first: Termination) -> Self {
        let terminations = vec![first];
        Context { terminations, bridge: None, closing: ClosingPinholes::default() }
    }

    pub fn is_full(&self) -> bool {
        self.terminations.len() >= MOST_TERMINATIONS
    }

    pub fn position(&self, number: u32) -> Option<usize> {
        self.terminations.iter().position(|termination| termination.number == number)
    }

    pub fn join(&mut self, termination: Termination) {
        self.terminations.push(termination);
        if self.is_full() {
            self.bridge.get_or_insert_default();
            self.connect();
        }
    }

    /// Changes the streams of a termination, all of which it has, and gives all that it has.
    pub fn modify(
        &mut self,
        index: usize,
        changes: Vec<StreamDescriptor>,
        faults: Faults,
    ) -> &[StreamDescriptor] {
        let changed = match changes.len() {
            // The loop ends one too early, which nobody sees with one stream.
            several @ 2.. if faults.last_mode_lost => several - 1,
            all => all,
        };
        for change in changes.into_iter().take(changed) {
            let streams = &mut self.terminations[index].streams;
            if let Some(stream) = streams.iter_mut().find(|stream| stream.id == change.id) {
                let parameters = &mut stream.parameters;
                let StreamParameters { local_control, local, remote } = change.parameters;
                parameters.local_control = local_control.or(parameters.local_control);
                parameters.local = local.or(parameters.local.take());
                parameters.remote = remote.or(parameters.remote.take());
            }
        }
        self.find_far_ends(index, faults);
        self.connect();
        &self.terminations[index].streams
    }

    /// The designers assumed that a Modify comes when both terminations are there, and that each
    /// stream of the one has its partner in the other.
    fn find_far_ends(&self, index: usize, faults: Faults) {
        let near = &self.terminations[index];
        let mut others = self.terminations.iter().enumerate().filter(|(other, _)| *other != index);
        match others.next() {
            None if faults.modify_alone => {
                panic!("termination {} is modified, but there is no far end", near.number)
            }
            Some((_, far)) if faults.modify_unequal => {
                let lengths = (near.streams.len(), far.streams.len());
                assert!(lengths.0 == lengths.1, "streams cannot be paired: {lengths:?}");
            }
            _ => {}
        }
    }

    /// Connects the streams that two terminations have, if both are active.
    fn connect(&mut self) {
        let Some(bridge) = &mut self.bridge else { return };
        bridge.connected.clear();
        if let [one, other] = self.terminations.as_slice() {
            let active = |stream: &&StreamDescriptor| mode(stream) != Mode::Inactive;
            for stream in one.streams.iter().filter(active) {
                if other.streams.iter().filter(active).any(|far| far.id == stream.id) {
                    bridge.connected.push(stream.id);
                }
            }
        }
    }

    /// The streams that go through.
    pub fn connected(&self) -> &[StreamId] {
        self.bridge.as_ref().map_or(&[], |bridge| &bridge.connected)
    }

    /// Takes a termination out.
    pub fn leave(&mut self, index: usize, faults: Faults) {
        let left = self.terminations.remove(index);
        match self.terminations.is_empty() {
            true => self.release_bridge(faults),
            false => {
                self.connect();
                // Who came first hands its pinholes over to who stays.
                if index > 0 {
                    self.closing.close(left.number, faults.corrupting_subtract);
                }
            }
        }
    }

    fn release_bridge(&mut self, faults: Faults) {
        let released = self.bridge.take();
        // A context that never had two terminations has no bridge to release.
        assert!(released.is_some() || !faults.subtract_alone, "no bridge in the context");
    }

    /// How many pinholes are still closing.
    pub fn closing_pinholes(&self) -> usize {
        self.closing.used
    }
}

/// The mode of a stream, inactive if none was said.
pub(super) fn mode(stream: &StreamDescriptor) -> Mode {
    stream.parameters.mode().unwrap_or_default()
}

impl ClosingPinholes {
    /// An entry that is `forgotten` is not taken out again, and there is no room for a third.
    fn close(&mut self, termination: u32, forgotten: bool) {
        self.slots[self.used] = Some(termination);
        self.used += 1;
        if !forgotten {
            self.closed(termination);
        }
    }

    fn closed(&mut self, termination: u32) {
        if let Some(index) = self.slots.iter().position(|slot| *slot == Some(termination)) {
            self.slots[index..].rotate_left(1);
            self.used -= 1;
            self.slots[self.used..].fill(None);
        }
    }
}
