//! Cases beyond the public challenge, for subject `lawful` alone: their minimum is the smallest in
//! Lawful's own order, the fewest data choices and then the smallest values from the left.

use std::collections::BTreeMap;
use std::fmt::Debug;

use lawful::data::Reason;
use lawful::extend::Tape;
use lawful::{Generator, Law, Outcome as Said, for_all};

use super::Start;
use super::lawful::run;
use super::witness::{self, Outcome};

/// A law over one argument that does not hold, and the smallest case that breaks it.
pub struct Case {
    pub name: &'static str,
    pub law: fn() -> Box<dyn Law>,
    /// The `Debug` text of the argument; several where none of them is smaller than the others.
    pub smallest: fn() -> Vec<String>,
}

/// What became of a case under several seeds.
#[derive(Default)]
pub struct Results {
    pub outcomes: Vec<Outcome>,
    /// How often each argument was the one reported.
    pub reached: BTreeMap<String, u64>,
}

impl Case {
    /// Looks for a failure with each seed and shrinks it.
    ///
    /// Panics if shrinking shows that the case which is said to be the smallest is not.
    pub fn run(&self, starts: impl Iterator<Item = Start>) -> Results {
        let (law, smallest) = ((self.law)(), (self.smallest)());
        let mut results = Results::default();
        let mut least: Option<(Tape, String)> = None;
        for start in starts {
            let mut reached = None;
            let outcome = witness::watch(|| reached = reported(&*law, start));
            let (Some(outcome), Some((tape, text))) = (outcome, reached) else { continue };
            let outcome = Outcome { smallest: smallest.contains(&text), ..outcome };
            results.outcomes.push(outcome);
            *results.reached.entry(text.clone()).or_default() += 1;
            if least.as_ref().is_none_or(|(least, _)| tape.order(least).is_lt()) {
                least = Some((tape, text));
            }
        }
        let expected = smallest.iter().any(|text| results.reached.contains_key(text));
        if let Some((_, text)) = least.filter(|(_, text)| expected && !smallest.contains(text)) {
            panic!("{}: {text} is smaller than {smallest:?}", self.name);
        }
        results
    }
}

/// The tape and the argument of the failure that is reported.
fn reported(law: &dyn Law, start: Start) -> Option<(Tape, String)> {
    let summary = run(law, start);
    let failure = summary.failure()?;
    Some((failure.tape.clone(), failure.arguments[0].debug.clone()))
}

/// The law that `holds` is true of all values.
pub fn law<G>(generator: G, holds: impl Fn(G::Value) -> bool + 'static) -> Box<dyn Law>
where
    G: Generator<Value: Debug> + 'static,
{
    Box::new(for_all(generator, move |case| {
        witness::count();
        holds(case)
    }))
}

/// The law that `holds` is true of all values that meet the assumption.
pub fn law_assuming<G>(
    generator: G,
    assumed: impl Fn(&G::Value) -> bool + 'static,
    holds: impl Fn(G::Value) -> bool + 'static,
) -> Box<dyn Law>
where
    G: Generator<Value: Debug> + 'static,
{
    Box::new(for_all(generator, move |case| {
        witness::count();
        match assumed(&case) {
            false => Said::Discarded,
            true if holds(case) => Said::Passed,
            true => Said::failed(Reason::returned_false()),
        }
    }))
}

/// One smallest case.
pub fn exactly(text: impl Into<String>) -> Vec<String> {
    vec![text.into()]
}

/// Several smallest cases.
pub fn one_of<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(String::from).to_vec()
}
