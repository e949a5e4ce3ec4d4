//! Histories of a simulated object, with a mistake in some of them.
//!
//! Clients make one call after the other, with a random pause in between. A call takes a random time, and
//! takes effect at a random moment of it.

use lawful::extend::Random;

/// What one call did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Done {
    /// It read this value.
    Read(u64),
    Wrote(u64),
}

/// One call of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    pub client: usize,
    pub invoked: u64,
    pub returned: u64,
    pub key: usize,
    pub done: Done,
}

/// What is wrong with a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    None,
    /// A late read returns what nobody wrote.
    Altered,
    /// A late read returns what was certainly overwritten before it.
    Stale,
}

/// How large a history is, and what is wrong with it.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub clients: usize,
    pub calls_per_client: usize,
    pub keys: usize,
    pub mistake: Mistake,
    /// The first seed that is tried.
    pub seed: u64,
}

const VALUES: u64 = 100;
const NOBODY_WROTE: u64 = 1_000_000;
const LONGEST_CALL: u64 = 1_000;
const LONGEST_PAUSE: u64 = 200;

/// The history of a shape, in the order of invocations. No two events are at the same moment.
pub fn record(shape: Shape) -> Vec<Call> {
    // Some small histories have no read that could be stale; the next seed may.
    (shape.seed..)
        .find_map(|seed| recorded(shape, seed))
        .expect("some history can have the mistake")
}

fn recorded(shape: Shape, seed: u64) -> Option<Vec<Call>> {
    let mut random = Random::from_seed(seed);
    let mut planned = planned(shape, &mut random);
    planned.sort_unstable_by_key(|(effect, _)| *effect);
    let mut values = vec![0; shape.keys];
    let mut calls: Vec<Call> = Vec::new();
    for (_, mut call) in planned {
        match &mut call.done {
            Done::Read(value) => *value = values[call.key],
            Done::Wrote(value) => values[call.key] = *value,
        }
        calls.push(call);
    }
    calls.sort_unstable_by_key(|call| call.invoked);
    let late = calls.len() * 9 / 10;
    match shape.mistake {
        Mistake::None => {}
        Mistake::Altered => {
            let read = (late..calls.len()).find(|index| is_read(&calls[*index]))?;
            calls[read].done = Done::Read(NOBODY_WROTE);
        }
        Mistake::Stale => {
            let reads = (late..calls.len()).filter(|index| is_read(&calls[*index]));
            let stale = reads.filter_map(|index| Some((index, overwritten(&calls, index)?)));
            let (read, value) = { stale }.next()?;
            calls[read].done = Done::Read(value);
        }
    }
    Some(calls)
}

/// Calls with the moments of their effects. What reads return is not known yet.
fn planned(shape: Shape, random: &mut Random) -> Vec<(u64, Call)> {
    let mut planned = Vec::new();
    for client in 0..shape.clients {
        let mut now = 0;
        for _ in 0..shape.calls_per_client {
            // Each client has its own moments, so that no two events are at the same one.
            let moment = |time: u64| time * shape.clients as u64 + client as u64;
            let invoked = now + 1 + random.below(LONGEST_PAUSE);
            let effect = invoked + 1 + random.below(LONGEST_CALL / 2);
            let returned = effect + 1 + random.below(LONGEST_CALL / 2);
            let key = random.below(shape.keys as u64) as usize;
            let is_read = random.one_in(2);
            let done = if is_read { Done::Read(0) } else { Done::Wrote(1 + random.below(VALUES)) };
            let (invoked, now_returned) = (moment(invoked), moment(returned));
            planned.push((
                moment(effect),
                Call { client, invoked, returned: now_returned, key, done },
            ));
            now = returned;
        }
    }
    planned
}

fn is_read(call: &Call) -> bool {
    matches!(call.done, Done::Read(_))
}

/// The latest value that was there and cannot be there any more when a call is invoked: every write of it
/// had returned before another write was invoked, which had returned before the call.
fn overwritten(calls: &[Call], index: usize) -> Option<u64> {
    let read = calls[index];
    let writes = || {
        calls.iter().filter(|call| call.key == read.key).filter_map(|call| match call.done {
            Done::Wrote(value) if call.invoked < read.returned => Some((call, value)),
            _ => None,
        })
    };
    let is_over = |value: u64| {
        writes().filter(|(_, written)| *written == value).all(|(write, _)| {
            writes().any(|(other, written)| {
                written != value && other.invoked > write.returned && other.returned < read.invoked
            })
        })
    };
    writes().map(|(_, value)| value).rfind(|value| is_over(*value))
}

#[cfg(test)]
mod tests {
    use super::{Mistake, Shape, record};

    #[test]
    fn a_mistake_is_in_one_read() {
        let mistake = Mistake::None;
        let shape = Shape { clients: 4, calls_per_client: 50, keys: 1, mistake, seed: 1 };
        let right = record(shape);
        assert_eq!(right.len(), 200);
        let altered = record(Shape { mistake: Mistake::Altered, ..shape });
        assert_eq!(right.iter().zip(&altered).filter(|(one, other)| one != other).count(), 1);
    }
}
