//! All small programs, in order: an oracle that knows nothing of machines.

use foreign::{Model, Store};

/// A call, as a program prints it. The order is that of the machine's commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    Get(i32),
    Put(i32, i32),
    Delete(i32),
    Count,
}

/// All calls with the keys of the machine. A table does not look at values, so that one of them will do.
pub fn all_calls() -> Vec<Call> {
    let keys = 0..=9;
    let gets = keys.clone().map(Call::Get);
    let puts = keys.clone().map(|key| Call::Put(key, 0));
    gets.chain(puts).chain(keys.map(Call::Delete)).chain([Call::Count]).collect()
}

/// The first program of a length that is wrong in its last call, and there in a call like that.
pub fn first_wrong<S: Store>(
    length: usize,
    store: impl Fn() -> S,
    is_like: impl Fn(Call) -> bool,
) -> Option<Vec<String>> {
    let calls = all_calls();
    let mut indexes = vec![0; length];
    loop {
        let program: Vec<Call> = indexes.iter().map(|index| calls[*index]).collect();
        let is_candidate = program.last().is_some_and(|last| is_like(*last));
        if is_candidate && wrong_at(&program, &mut store()) == Some(length - 1) {
            return Some(program.into_iter().map(text).collect());
        }
        // The next program counts up, from the last call on.
        let counting = indexes.iter().rposition(|index| index + 1 < calls.len())?;
        indexes[counting] += 1;
        indexes[counting + 1..].fill(0);
    }
}

/// Makes the calls, and gives what they returned as text, with failures.
pub fn answers<S: Store>(program: &[Call], store: &mut S) -> Vec<String> {
    let answer = |call: &Call| match *call {
        Call::Get(key) => format!("{:?}", store.get(key)),
        Call::Put(key, value) => format!("{:?}", store.put(key, value)),
        Call::Delete(key) => format!("{:?}", store.delete(key)),
        Call::Count => format!("{:?}", store.count()),
    };
    program.iter().map(answer).collect()
}

/// All programs of a length that are made of these calls.
pub fn programs(calls: &[Call], length: usize) -> Vec<Vec<Call>> {
    let Some(shorter) = length.checked_sub(1) else { return vec![Vec::new()] };
    let shorter = programs(calls, shorter);
    let longer = shorter.iter().flat_map(|program| {
        calls.iter().map(|call| program.iter().copied().chain([*call]).collect())
    });
    longer.collect()
}

/// The first call whose answer is not the model's.
pub fn wrong_at<S: Store>(program: &[Call], store: &mut S) -> Option<usize> {
    let mut model = Model::new();
    program.iter().position(|call| match *call {
        Call::Get(key) => store.get(key).ok() != Some(model.get(&key).copied()),
        Call::Put(key, value) => store.put(key, value).ok() != Some(model.insert(key, value)),
        Call::Delete(key) => store.delete(key).ok() != Some(model.remove(&key)),
        Call::Count => store.count().ok() != Some(model.len() as u32),
    })
}

fn text(call: Call) -> String {
    match call {
        Call::Get(key) => format!("get({key});"),
        Call::Put(key, value) => format!("put({key}, {value});"),
        Call::Delete(key) => format!("delete({key});"),
        Call::Count => "count();".to_string(),
    }
}
