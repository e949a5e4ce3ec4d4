//! Effects: calls of code that other tasks can notice, each of them one step.
//!
//! A file, a table, a component that was tested before: whatever is no lock, atomic or message of the
//! program, but is shared. Before an effect others may come first; during it nobody does. That makes tests
//! hierarchical (section 7 of "Finding Race Conditions in Erlang with QuickCheck and PULSE"): once the
//! operations of a component are known to be atomic, code that uses it is tested with each of them as one
//! effect, whatever locks are inside, and the schedules stay short.

use std::fmt::{Debug, Display};
use std::panic::Location;

use lawful_core::data::EventKind;

use crate::process::scheduled::take_signals;
use crate::process::threads;
use crate::run::{Object, Operation, Verb, current};

/// Does something as one step, which traces show by this name, with its result.
///
/// Points inside of it pass without a decision, and effects inside of it are part of it. Outside of a run
/// it is just a call, which a process that an exit signal has ended does not come to.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use lawful::prelude::*;
/// use lawful::pulse::effect::effect;
/// use lawful::pulse::process::spawn;
/// use lawful::pulse::scheduled;
///
/// let law = scheduled(|| {
///     let file = Arc::new(Mutex::new(String::new()));
///     let write = |file: &Mutex<String>, text: &str| {
///         effect(format_args!("write_file {text}"), || *file.lock().unwrap() = text.to_string());
///     };
///     let other = file.clone();
///     let _ = spawn(move || write(&other, "b"));
///     write(&file, "a");
///     assert_eq!(effect("read_file", || file.lock().unwrap().clone()), "a");
/// });
/// assert!(Runner::named("a race").run(&law).failure().is_some());
/// ```
///
/// # Panics
///
/// If it would have to wait for another task: for a lock that somebody holds, say.
#[track_caller]
pub fn effect<T: Debug>(name: impl Display, body: impl FnOnce() -> T) -> T {
    let Some(run) = current() else {
        threads::check(Location::caller());
        return body();
    };
    if run.is_atomic() || run.is_ending() {
        return body();
    }
    let place = Location::caller();
    run.point(|| Operation::new(Verb::Effect, Object::WORLD), place);
    take_signals(run, place);
    let event = run.log(EventKind::Effect, || name.to_string(), Some(place));
    let result = run.atomically(&name, body);
    run.outcome_of(event, || match format!("{result:?}") {
        text if text == "()" => String::new(),
        text => format!(": {text}"),
    });
    result
}

/// Declares functions whose calls are [effects](mod@crate::effect), shown with their arguments and results.
///
/// ```
/// use lawful::pulse::effects;
///
/// effects! {
///     /// The next number after the greatest one.
///     pub fn next_number(numbers: &mut Vec<u32>) -> u32 {
///         let next = numbers.iter().max().map_or(0, |most| most + 1);
///         numbers.push(next);
///         next
///     }
/// }
///
/// let mut numbers = vec![3];
/// assert_eq!((next_number(&mut numbers), numbers), (4, vec![3, 4]));
/// ```
#[macro_export]
macro_rules! effects {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block
    )*) => {$(
        $(#[$attribute])*
        #[track_caller]
        $visibility fn $name($($argument: $type),*) $(-> $result)? {
            let name = $crate::effect::call(stringify!($name), &[$(&$argument),*]);
            $crate::effect::effect(name, move || $body)
        }
    )*};
}

/// A call as text. Outside of runs nobody reads it.
#[doc(hidden)]
pub fn call(name: &str, arguments: &[&dyn Debug]) -> String {
    if current().is_none() {
        return String::new();
    }
    let arguments: Vec<String> = arguments.iter().map(|one| format!("{one:?}")).collect();
    format!("{name}({})", arguments.join(", "))
}
