//! The subject todc-utils.

use todc_utils::linearizability::WGLChecker;
use todc_utils::linearizability::history::{Action, History};
use todc_utils::specifications::Specification;

use super::recording::{Call, Done};
use super::{Question, events};

struct Registers;

impl Specification for Registers {
    type State = [u64; 10];
    type Operation = (usize, Done);

    fn init() -> [u64; 10] {
        [0; 10]
    }

    fn apply((key, done): &(usize, Done), state: &[u64; 10]) -> (bool, [u64; 10]) {
        let mut state = *state;
        match done {
            Done::Read(value) => (state[*key] == *value, state),
            Done::Wrote(value) => {
                state[*key] = *value;
                (true, state)
            }
        }
    }
}

struct Register;

impl Specification for Register {
    type State = u64;
    type Operation = (usize, Done);

    fn init() -> u64 {
        0
    }

    fn apply((_, done): &(usize, Done), state: &u64) -> (bool, u64) {
        match done {
            Done::Read(value) => (state == value, *state),
            Done::Wrote(value) => (true, *value),
        }
    }
}

pub fn whole(calls: &[Call]) -> Question {
    let actions = events(calls).into_iter().map(|(index, returns)| {
        let operation = (calls[index].key, calls[index].done);
        let action = if returns { Action::Response(operation) } else { Action::Call(operation) };
        (calls[index].client, action)
    });
    let history = History::from_actions(actions.collect());
    if calls.iter().all(|call| call.key == 0) {
        Box::new(move || WGLChecker::<Register>::is_linearizable(history.clone()))
    } else {
        Box::new(move || WGLChecker::<Registers>::is_linearizable(history.clone()))
    }
}
