//! Shrinking against any predicate on runs, with or without a failing law.

use std::sync::Arc;

use super::judge::Judging;
use super::site::{Here, Judged, Site};
use super::trail::Trail;
use crate::choice::Tape;
use crate::data::CaseRecord;
use crate::law::{Backtraces, Law, Outcome, Plan};
use crate::shrink::{Budget, End, Shrinker, Shrunk};

/// A run of a tape, as a predicate sees it.
#[derive(Clone, Debug)]
pub struct Minimized {
    /// The choices that the run made.
    pub tape: Tape,
    /// The outcome.
    pub outcome: Outcome,
    /// Labels, notes and document of the case.
    pub record: CaseRecord,
}

/// Shrinks a tape while a predicate on its runs holds. The law need not fail: ranking shrinks a test while
/// it stays irredundant, discovery shrinks a case while it refutes an equation.
///
/// The predicate must hold for the tape itself; candidates that the law discards are not asked about.
///
/// ```
/// use std::time::Duration;
///
/// use lawful::data::Label;
/// use lawful::extend::{Budget, Case, Recording, Tape, minimize};
/// use lawful::prelude::*;
///
/// // A law that passes; the predicate looks at what it says of its case.
/// let law = for_all(any::<Vec<u8>>(), |list| {
///     label!("sum {}", list.iter().map(|x| u32::from(*x)).sum::<u32>() > 100);
/// });
/// let tape = |seed| {
///     let mut case = Case::new(Recording::new(seed, 100));
///     law.test(&mut case);
///     Recording::from(case.source).finish().tape
/// };
/// let list = |tape: &Tape| Recording::replay(tape).draw(&any::<Vec<u8>>());
/// let is_large = |tape: &Tape| list(tape).iter().map(|x| u32::from(*x)).sum::<u32>() > 100;
/// let large = (0..).map(tape).find(is_large).unwrap();
///
/// let budget = Budget { runs: 5_000, time: Duration::from_secs(10) };
/// let label = Label::Text("sum true".into());
/// let shrunk = minimize(&law, large, budget, &mut |run| run.record.labels.contains(&label));
/// assert_eq!(list(&shrunk.tape), [101]);
/// ```
pub fn minimize(
    law: &dyn Law,
    tape: Tape,
    budget: Budget,
    holds: &mut dyn FnMut(&Minimized) -> bool,
) -> Shrunk {
    let trail = Trail::none();
    let mut end = |judged: &Judged| {
        let Judged { tape, outcome, record, misuse, .. } = judged;
        let run =
            || Minimized { tape: tape.clone(), outcome: outcome.clone(), record: record.clone() };
        if misuse.is_none() && holds(&run()) { End::Shows } else { End::Misses }
    };
    let mut here = here(law, &trail, tape.size);
    let mut subject = Judging { site: &mut here, end: &mut end };
    Shrinker::new(&mut subject, tape, budget).with(law.own_extensions()).shrink()
}

/// Runs a tape in order to show it: the record has its arguments, with the answers that functions gave, and what
/// components show.
///
/// ```
/// use lawful::extend::{Recording, show};
/// use lawful::prelude::*;
///
/// let law = for_all!(list: Vec<u8>, f: Func<u8, u8> => list.iter().all(|x| f(*x) == f(*x)));
/// let mut case = lawful::extend::Case::new(Recording::new(3, 10));
/// law.test(&mut case);
/// let tape = Recording::from(case.source).finish().tape;
/// let names: Vec<&str> = show(&law, &tape).record.arguments.iter().map(|one| one.name).collect();
/// assert_eq!(names, ["list", "f"]);
/// ```
pub fn show(law: &dyn Law, tape: &Tape) -> Minimized {
    let trail = Trail::none();
    let Judged { tape, outcome, record, .. } = here(law, &trail, tape.size).show(tape, false);
    Minimized { tape, outcome, record }
}

fn here<'a>(law: &'a dyn Law, trail: &'a Trail, size: u32) -> Here<'a> {
    let plan = Plan::new(0, "", size);
    let (running, settings) = (trail.index(), Arc::default());
    Here { law, plan, running, settings, deadline: None, backtraces: Backtraces::Off }
}
