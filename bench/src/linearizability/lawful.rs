//! The subject `lawful`.

use lawful::history::{
    Consistency, Effect, History, RecordedCall, Specification, fingerprint, verify_by_key,
};

use super::Question;
use super::recording::{Call, Done};

/// Registers under keys. The state has them all, so that it does for whole histories too.
struct Registers {
    keys: usize,
}

impl Specification for Registers {
    type Call = (usize, Done);
    type State = [u64; 10];

    fn start(&self) -> [u64; 10] {
        assert!(self.keys <= 10, "a state has ten registers");
        [0; 10]
    }

    fn apply(&self, state: &[u64; 10], (key, done): &(usize, Done)) -> Option<[u64; 10]> {
        match done {
            Done::Read(value) => (state[*key] == *value).then_some(*state),
            Done::Wrote(value) => {
                let mut state = *state;
                state[*key] = *value;
                Some(state)
            }
        }
    }

    fn fingerprint(&self, state: &[u64; 10]) -> u64 {
        fingerprint(&state)
    }

    /// A write leaves the other registers as they are.
    fn effect(&self, (_, done): &(usize, Done)) -> Effect {
        match done {
            Done::Read(_) => Effect::Observes,
            Done::Wrote(_) => Effect::Changes,
        }
    }

    fn alike(&self, one: &(usize, Done), other: &(usize, Done)) -> bool {
        one == other
    }
}

/// One register.
struct Register;

impl Specification for Register {
    type Call = (usize, Done);
    type State = u64;

    fn start(&self) -> u64 {
        0
    }

    fn apply(&self, state: &u64, (_, done): &(usize, Done)) -> Option<u64> {
        match done {
            Done::Read(value) => (state == value).then_some(*state),
            Done::Wrote(value) => Some(*value),
        }
    }

    fn fingerprint(&self, state: &u64) -> u64 {
        *state
    }

    fn effect(&self, (_, done): &(usize, Done)) -> Effect {
        match done {
            Done::Read(_) => Effect::Observes,
            Done::Wrote(_) => Effect::Overwrites,
        }
    }

    fn alike(&self, one: &(usize, Done), other: &(usize, Done)) -> bool {
        one == other
    }
}

fn history(calls: &[Call]) -> History<(usize, Done)> {
    let calls = calls.iter().map(|call| RecordedCall {
        process: call.client as u64,
        invoked: call.invoked,
        returned: Some(call.returned),
        call: (call.key, call.done),
    });
    History::from_stamps(calls).expect("clients make one call after the other")
}

/// By key, where each part is one register. Sorting the calls by time counts, as it does for porcupine.
pub fn by_key(calls: &[Call]) -> Question {
    let calls = calls.to_vec();
    Box::new(move || {
        let history = history(&calls);
        verify_by_key(&Register, &history, Consistency::Linearizable, |(key, _)| Some(*key))
            .is_consistent()
    })
}

/// All keys together.
pub fn whole(calls: &[Call]) -> Question {
    let calls = calls.to_vec();
    let keys = calls.iter().map(|call| call.key + 1).max().unwrap_or(0);
    let registers = Registers { keys };
    Box::new(move || {
        let history = history(&calls);
        verify_by_key(&registers, &history, Consistency::Linearizable, |_| None::<usize>)
            .is_consistent()
    })
}
