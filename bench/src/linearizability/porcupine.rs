//! The subject porcupine-rs, which partitions histories of its model.

use porcupine_rs::{Model, Operation, check_operations};

use super::Question;
use super::recording::{Call, Done};

#[derive(Clone)]
struct Register;

impl Model for Register {
    type State = u64;
    type Op = (usize, Done);
    type Metadata = ();

    fn partition_operations(history: &[Operation<Self>]) -> Vec<Vec<Operation<Self>>> {
        let mut parts: Vec<Vec<Operation<Self>>> = Vec::new();
        for operation in history {
            let key = operation.op.0;
            if parts.len() <= key {
                parts.resize(key + 1, Vec::new());
            }
            parts[key].push(operation.clone());
        }
        parts
    }

    fn init() -> u64 {
        0
    }

    fn step(state: &u64, (_, done): &(usize, Done)) -> (bool, u64) {
        match done {
            Done::Read(value) => (value == state, *state),
            Done::Wrote(value) => (true, *value),
        }
    }
}

pub fn by_key(calls: &[Call]) -> Question {
    let operations: Vec<Operation<Register>> = calls
        .iter()
        .map(|call| Operation {
            client_id: Some(call.client as u32),
            call_time: call.invoked as i64,
            return_time: call.returned as i64,
            op: (call.key, call.done),
            metadata: None,
        })
        .collect();
    Box::new(move || check_operations(&operations))
}
