//! Random small histories of three objects, about half of them explained.

use std::collections::VecDeque;

use lawful_core::choice::Source;
use lawful_history::objects::RegisterCall;
use lawful_history::{History, RecordedCall, Specification};

/// A history of up to so many calls. Processes that give a call up go on under another number.
pub fn history<C>(
    source: &mut Source,
    most_calls: usize,
    mut call: impl FnMut(&mut Source, Option<&mut C>) -> Option<C>,
) -> History<C> {
    let calls = source.branch(most_calls) + 1;
    let processes = source.branch(3) + 2;
    let mut numbers: Vec<u64> = (0..processes as u64).collect();
    let mut open: Vec<Option<usize>> = vec![None; processes];
    let mut history = History::new();
    // Twice as many events as calls, and some more that leave calls open at the end.
    for _ in 0..2 * calls + source.branch(3) {
        let process = source.branch(processes);
        match open[process].take() {
            None if history.len() < calls => {
                let invoked = call(source, None).expect("an invocation makes a call");
                let invoked = history.invoke(numbers[process], invoked);
                open[process] = Some(invoked.expect("the process has no open call"));
            }
            None => {}
            Some(_) if source.branch(5) == 4 => numbers[process] += processes as u64,
            Some(index) => {
                let ended = history.returned_with(index, |open| {
                    call(source, Some(open));
                });
                ended.expect("the call was open");
            }
        }
    }
    history
}

/// Reads, writes and swaps of two values.
pub fn register(source: &mut Source, open: Option<&mut RegisterCall>) -> Option<RegisterCall> {
    let value = |source: &mut Source| source.branch(2) as i64;
    match open {
        None => Some(match source.branch(5) {
            0 | 1 => RegisterCall::Read(None),
            2 | 3 => RegisterCall::Write(value(source)),
            _ => RegisterCall::CompareAndSwap {
                expected: value(source),
                new: value(source),
                swapped: None,
            },
        }),
        Some(call) => {
            match call {
                RegisterCall::Read(read) => *read = source.any::<bool>().then(|| value(source)),
                RegisterCall::Write(_) => {}
                RegisterCall::CompareAndSwap { swapped, .. } => *swapped = Some(source.any()),
            }
            None
        }
    }
}

/// A history of a real register under many processes, of which some die within a call. Once in a while
/// a read returns something else, after which much may still be explained. For seven other calls there are up to
/// `most_swaps` swaps.
pub fn crowded_register(
    source: &mut Source,
    most_events: usize,
    most_swaps: usize,
) -> History<RegisterCall> {
    /// An open call, and whether it has taken effect.
    type Open = Option<(usize, RegisterCall, bool)>;
    let (values, mistakes) = (source.branch(6) + 2, source.branch(8) + 2);
    let (kinds, deaths) = (7 + source.branch(most_swaps + 1), 5 + source.branch(20));
    let mut open: Vec<Open> = vec![None; source.branch(4) + 4];
    let mut numbers: Vec<u64> = (0..open.len() as u64).collect();
    let mut history = History::new();
    let mut state = None;
    let value = |source: &mut Source| source.branch(values) as i64;
    for _ in 0..most_events / 3 + source.branch(most_events * 2 / 3) {
        let process = source.branch(open.len());
        match open[process].take() {
            None => {
                let call = match source.branch(kinds) {
                    0..4 => RegisterCall::Write(value(source)),
                    4..7 => RegisterCall::Read(None),
                    _ => RegisterCall::CompareAndSwap {
                        expected: value(source),
                        new: value(source),
                        swapped: None,
                    },
                };
                let invoked = history.invoke(numbers[process], call.clone());
                let invoked = invoked.expect("the process has no open call");
                open[process] = Some((invoked, call, false));
            }
            Some(_) if source.branch(deaths) == 1 => numbers[process] += 100,
            Some((index, call, false)) => {
                let done = done(call, &mut state);
                open[process] = Some((index, done, true));
            }
            Some((index, mut done, true)) => {
                if let RegisterCall::Read(read) = &mut done
                    && source.branch(mistakes) == 1
                {
                    *read = Some(value(source));
                }
                let ended = history.returned_with(index, |call| *call = done);
                ended.expect("the call was open");
            }
        }
    }
    history
}

/// The call with what it returns from a register, which it changes.
fn done(call: RegisterCall, state: &mut Option<i64>) -> RegisterCall {
    match call {
        RegisterCall::Read(_) => RegisterCall::Read(*state),
        RegisterCall::Write(value) => {
            *state = Some(value);
            call
        }
        RegisterCall::CompareAndSwap { expected, new, .. } => {
            let swapped = *state == Some(expected);
            *state = if swapped { Some(new) } else { *state };
            RegisterCall::CompareAndSwap { expected, new, swapped: Some(swapped) }
        }
    }
}

/// A queue of small numbers. Neither states nor calls can be told apart but by comparing.
pub struct Queue;

#[derive(Clone, Debug)]
pub enum QueueCall {
    Push(usize),
    /// What was popped, if that is known.
    Pop(Option<Option<usize>>),
}

impl Specification for Queue {
    type Call = QueueCall;
    type State = VecDeque<usize>;

    fn start(&self) -> VecDeque<usize> {
        VecDeque::new()
    }

    fn apply(&self, state: &VecDeque<usize>, call: &QueueCall) -> Option<VecDeque<usize>> {
        let mut state = state.clone();
        match call {
            QueueCall::Push(value) => state.push_back(*value),
            QueueCall::Pop(popped) => {
                let front = state.pop_front();
                if popped.is_some_and(|popped| popped != front) {
                    return None;
                }
            }
        }
        Some(state)
    }
}

pub fn queue(source: &mut Source, open: Option<&mut QueueCall>) -> Option<QueueCall> {
    match open {
        None if source.any() => Some(QueueCall::Push(source.branch(2))),
        None => Some(QueueCall::Pop(None)),
        Some(QueueCall::Push(_)) => None,
        Some(QueueCall::Pop(popped)) => {
            *popped = Some([Some(0), Some(1), None][source.branch(3)]);
            None
        }
    }
}

/// A counter whose calls add one and return what it was before, if that is known.
pub struct Counter;

impl Specification for Counter {
    type Call = Option<u64>;
    type State = u64;

    fn start(&self) -> u64 {
        0
    }

    fn apply(&self, state: &u64, call: &Option<u64>) -> Option<u64> {
        call.is_none_or(|before| before == *state).then_some(state + 1)
    }

    fn alike(&self, one: &Option<u64>, other: &Option<u64>) -> bool {
        one == other
    }
}

pub fn counter(source: &mut Source, open: Option<&mut Option<u64>>) -> Option<Option<u64>> {
    match open {
        None => Some(None),
        Some(before) => {
            *before = Some(source.branch(3) as u64);
            None
        }
    }
}

/// The same history with so many reads before it that never return.
pub fn with_idle_reads(history: &History<RegisterCall>, reads: u64) -> History<RegisterCall> {
    let idle = (0..reads).map(|number| RecordedCall {
        process: 1_000 + number,
        invoked: 0,
        returned: None,
        call: RegisterCall::Read(None),
    });
    let later = |stamp| stamp + 1;
    let calls = history.calls().iter().map(|call| RecordedCall {
        invoked: later(call.invoked),
        returned: call.returned.map(later),
        ..call.clone()
    });
    History::from_stamps(calls.chain(idle)).expect("the idle processes are others")
}

/// A specification of which nothing is known but what it allows.
pub struct Plain<S>(pub S);

impl<S: Specification> Specification for Plain<S> {
    type Call = S::Call;
    type State = S::State;

    fn start(&self) -> S::State {
        self.0.start()
    }

    fn apply(&self, state: &S::State, call: &S::Call) -> Option<S::State> {
        self.0.apply(state, call)
    }
}
