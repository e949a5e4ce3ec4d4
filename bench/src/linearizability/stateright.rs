//! The subject stateright.

use stateright::semantics::{ConsistencyTester, LinearizabilityTester, SequentialSpec};

use super::recording::{Call, Done};
use super::{Question, events};

/// So many registers as the history has keys for.
#[derive(Clone)]
struct Registers<const KEYS: usize>([u64; KEYS]);

#[derive(Clone, Debug)]
enum Operation {
    Read(usize),
    Write(usize, u64),
}

impl<const KEYS: usize> SequentialSpec for Registers<KEYS> {
    type Op = Operation;
    type Ret = Option<u64>;

    fn invoke(&mut self, operation: &Operation) -> Option<u64> {
        match *operation {
            Operation::Read(key) => Some(self.0[key]),
            Operation::Write(key, value) => {
                self.0[key] = value;
                None
            }
        }
    }
}

pub fn whole(calls: &[Call]) -> Question {
    if calls.iter().all(|call| call.key == 0) { of_keys::<1>(calls) } else { of_keys::<10>(calls) }
}

fn of_keys<const KEYS: usize>(calls: &[Call]) -> Question {
    let mut tester = LinearizabilityTester::new(Registers([0; KEYS]));
    for (index, returns) in events(calls) {
        let Call { client, key, done, .. } = calls[index];
        let (operation, value) = match done {
            Done::Read(value) => (Operation::Read(key), Some(value)),
            Done::Wrote(value) => (Operation::Write(key, value), None),
        };
        let recorded = if returns {
            tester.on_return(client, value).map(|_| ())
        } else {
            tester.on_invoke(client, operation).map(|_| ())
        };
        recorded.expect("clients make one call after the other");
    }
    Box::new(move || tester.is_consistent())
}
