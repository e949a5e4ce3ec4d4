//! Histories that were recorded from real systems, with known verdicts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lawful::history::formats::{etcd_log, key_value_log};
use lawful::history::objects::{KeyValue, KeyValueCall, KeyValueDone, Register, RegisterCall};
use lawful::history::{Consistency, History, verify, verify_by_key};
use porcupine_rs::{Model, Operation, check_operations};

use super::Question;

/// Where the files are, unless the repository has them beside it.
const VARIABLE: &str = "LAWFUL_HISTORIES";

/// A file, and whether it can be explained.
#[derive(Clone)]
pub struct File {
    pub path: PathBuf,
    pub is_consistent: bool,
}

/// The folder of the files, if it is there.
pub fn folder() -> Result<PathBuf, String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/histories");
    let folder = std::env::var_os(VARIABLE).map_or(beside, PathBuf::from);
    if folder.join("README.md").is_file() {
        return Ok(folder);
    }
    Err(format!(
        "recorded histories are left out: there are none in ../shared/histories beside the \
         repository, nor does {VARIABLE} name their folder"
    ))
}

/// Logs of etcd, with the verdicts that are listed beside them by number.
pub fn etcd(folder: &Path) -> Vec<File> {
    let text = std::fs::read_to_string(folder.join("README.md")).expect("the verdicts can be read");
    let mut verdicts = BTreeMap::new();
    for line in text.lines() {
        let (is_consistent, numbers) = match line.split_once("linearizable: ") {
            Some(("", numbers)) => (true, numbers),
            Some(("not ", numbers)) => (false, numbers),
            _ => continue,
        };
        verdicts.extend(numbers.split_whitespace().map(|number| (number, is_consistent)));
    }
    let file = |(number, is_consistent): (&str, bool)| File {
        path: folder.join(format!("etcd/etcd_{number}.log")),
        is_consistent,
    };
    verdicts.into_iter().map(file).collect()
}

/// Logs of a store, with verdicts in their names.
pub fn store(folder: &Path) -> Vec<File> {
    let entries = std::fs::read_dir(folder.join("kv")).expect("the folder can be read");
    let mut files: Vec<File> = entries
        .map(|entry| entry.expect("the folder can be read").path())
        .map(|path| File { is_consistent: path.to_string_lossy().ends_with("-ok.txt"), path })
        .collect();
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

/// Asks about all files. The answer is whether all verdicts are right.
pub fn lawful(etcd_files: &[File], store_files: &[File]) -> Question {
    let registers = read(etcd_files, etcd_log);
    let stores = read(store_files, key_value_log);
    Box::new(move || {
        let key = |call: &KeyValueCall| Some(call.key.clone());
        let is_right = |file: &File, is_consistent: bool| {
            if file.is_consistent != is_consistent {
                eprintln!("{}: wrong verdict", file.path.display());
            }
            file.is_consistent == is_consistent
        };
        registers.iter().all(|(file, history)| {
            is_right(file, verify(&Register, history, Consistency::Linearizable).is_consistent())
        }) && stores.iter().all(|(file, history)| {
            let verdict = verify_by_key(&KeyValue, history, Consistency::Linearizable, key);
            is_right(file, verdict.is_consistent())
        })
    })
}

pub fn porcupine(etcd_files: &[File], store_files: &[File]) -> Question {
    let registers: Vec<_> = read(etcd_files, etcd_log)
        .into_iter()
        .map(|(file, history)| (file, operations::<RegisterModel>(&history)))
        .collect();
    let stores: Vec<_> = read(store_files, key_value_log)
        .into_iter()
        .map(|(file, history)| (file, operations::<StoreModel>(&history)))
        .collect();
    Box::new(move || {
        registers.iter().all(|(file, history)| check_operations(history) == file.is_consistent)
            && stores.iter().all(|(file, history)| check_operations(history) == file.is_consistent)
    })
}

fn read<C>(
    files: &[File],
    reader: impl Fn(&str) -> Result<History<C>, lawful_history::formats::ReadError>,
) -> Vec<(File, History<C>)> {
    let read = |file: &File| {
        let text = std::fs::read_to_string(&file.path).expect("a history can be read");
        let history = reader(&text);
        (file.clone(), history.unwrap_or_else(|error| panic!("{}: {error}", file.path.display())))
    };
    files.iter().map(read).collect()
}

/// Calls that never returned return at the end, with nothing known of what they did.
fn operations<M: Model>(history: &History<M::Op>) -> Vec<Operation<M>> {
    let operation = |call: &lawful_history::RecordedCall<M::Op>| Operation {
        client_id: Some(call.process as u32),
        call_time: call.invoked as i64,
        return_time: call.returned.map_or(i64::MAX, |returned| returned as i64),
        op: call.call.clone(),
        metadata: None,
    };
    history.calls().iter().map(operation).collect()
}

/// A pending write is a call that may be anywhere after all others, where nobody sees it.
#[derive(Clone)]
struct RegisterModel;

impl Model for RegisterModel {
    type State = Option<i64>;
    type Op = RegisterCall;
    type Metadata = ();

    fn init() -> Option<i64> {
        None
    }

    fn step(state: &Option<i64>, call: &RegisterCall) -> (bool, Option<i64>) {
        match *call {
            RegisterCall::Read(value) => (value == *state, *state),
            RegisterCall::Write(value) => (true, Some(value)),
            RegisterCall::CompareAndSwap { expected, new, swapped } => {
                let holds = *state == Some(expected);
                let after = if holds { Some(new) } else { *state };
                (swapped.is_none_or(|swapped| swapped == holds), after)
            }
        }
    }
}

#[derive(Clone)]
struct StoreModel;

impl Model for StoreModel {
    type State = String;
    type Op = KeyValueCall;
    type Metadata = ();

    fn partition_operations(history: &[Operation<Self>]) -> Vec<Vec<Operation<Self>>> {
        let mut parts: BTreeMap<&str, Vec<Operation<Self>>> = BTreeMap::new();
        for operation in history {
            parts.entry(&operation.op.key).or_default().push(operation.clone());
        }
        parts.into_values().collect()
    }

    fn init() -> String {
        String::new()
    }

    fn step(state: &String, call: &KeyValueCall) -> (bool, String) {
        match &call.done {
            KeyValueDone::Get(text) => {
                (text.as_ref().is_none_or(|text| text == state), state.clone())
            }
            KeyValueDone::Put(text) => (true, text.clone()),
            KeyValueDone::Append(text) => (true, state.clone() + text),
        }
    }
}
