//! Bugs that subsume or cancel each other, where it is known which faults an answer has.
//!
//! Section 5.3 of the paper. Tests see behaviour alone, so that two faults may show as one bug, and one fault may hide
//! another. For answers with known faults (mutants, say) both can be told: an answer with one more fault either has the
//! same bugs, or passes a test that the answer without it fails.

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use crate::ranking::Ranking;
use crate::show::cut;

/// Faults that subsume or cancel each other, and bugs that imply others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interactions {
    /// Faults that change nothing in answers that have another fault.
    pub subsumed: Vec<Subsumed>,
    /// Faults that mend in part what another fault breaks.
    pub cancelled: Vec<Cancelled>,
    /// Pairs of bugs, by number, of which every answer that has the first has the second too.
    pub implied: Vec<(usize, usize)>,
}

/// A fault that makes no difference beside another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subsumed {
    /// The fault that hides the other one.
    pub by: String,
    /// The fault that is hidden.
    pub fault: String,
    /// Pairs of answers that differ in the hidden fault alone, and have the same bugs.
    pub pairs: Vec<(String, String)>,
}

/// Two faults of which one mends in part what the other breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cancelled {
    /// The fault that an answer has already.
    pub fault: String,
    /// The fault that is added.
    pub by: String,
    /// An answer without the added fault, which fails on the test. It has no more faults than others of that kind.
    pub failing: String,
    /// The answer with the added fault, which passes the test.
    pub passing: String,
    /// Number of the bug whose test shows it, the one with the smallest test.
    pub bug: usize,
}

impl Ranking {
    /// Finds faults that subsume or cancel each other. `faults` has the known faults of answers, by name.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let ranking = Assignment::new(0..100u32)
    ///     .reference(|x| *x)
    ///     .answer("more", |x| x + 1)
    ///     .answer("less", |x| x.saturating_sub(1))
    ///     .answer("both", |x| (x + 1).saturating_sub(1))
    ///     .rank();
    /// let found = ranking.interactions(&[
    ///     ("more", &["add"]),
    ///     ("less", &["subtract"]),
    ///     ("both", &["add", "subtract"]),
    /// ]);
    /// assert_eq!((&*found.cancelled[0].fault, &*found.cancelled[0].by), ("add", "subtract"));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no answer of a name.
    pub fn interactions(&self, faults: &[(&str, &[&str])]) -> Interactions {
        let mut known: Vec<(&str, BTreeSet<&str>)> =
            faults.iter().map(|(name, faults)| (*name, faults.iter().copied().collect())).collect();
        // Answers with few faults come first: where there are others, they may be what is mended.
        known.sort_by_key(|(_, faults)| faults.len());
        let all: BTreeSet<&str> = known.iter().flat_map(|(_, faults)| faults).copied().collect();
        let mut found = Interactions { implied: self.implied_bugs(), ..Default::default() };
        for fault in &all {
            for added in all.iter().filter(|added| *added != fault) {
                // Answers with the one fault, and the same with the other one added.
                let pairs: Vec<(&str, &str)> = known
                    .iter()
                    .filter(|(_, faults)| faults.contains(fault) && !faults.contains(added))
                    .filter_map(|(without, faults)| {
                        let mut more = faults.clone();
                        more.insert(added);
                        let with = known.iter().find(|(_, faults)| *faults == more)?;
                        Some((*without, with.0))
                    })
                    .collect();
                self.look_at_faults(&mut found, fault, added, &pairs);
            }
        }
        found
    }

    fn look_at_faults(
        &self,
        found: &mut Interactions,
        fault: &str,
        added: &str,
        pairs: &[(&str, &str)],
    ) {
        let bugs = |name: &str| &self.named(name).bugs;
        if !pairs.is_empty() && pairs.iter().all(|(one, other)| bugs(one) == bugs(other)) {
            let pairs = pairs.iter().map(|(one, other)| (one.to_string(), other.to_string()));
            found.subsumed.push(Subsumed {
                by: fault.into(),
                fault: added.into(),
                pairs: pairs.collect(),
            });
        }
        let mut mended = pairs.iter().filter_map(|(without, with)| {
            let bug = bugs(without).difference(bugs(with)).iter().next()?;
            Some((bug, *without, *with))
        });
        if let Some((bug, failing, passing)) = mended.next() {
            found.cancelled.push(Cancelled {
                fault: fault.into(),
                by: added.into(),
                failing: failing.into(),
                passing: passing.into(),
                bug,
            });
        }
    }

    fn implied_bugs(&self) -> Vec<(usize, usize)> {
        let all = 0..self.bugs.len();
        let pairs = all.clone().flat_map(|one| all.clone().map(move |other| (one, other)));
        let implies = |(one, other): &(usize, usize)| {
            one != other && self.bugs[*one].answers.is_subset(&self.bugs[*other].answers)
        };
        pairs.filter(implies).collect()
    }

    /// Prints interactions with the tests of their bugs.
    pub fn show_interactions(&self, found: &Interactions) -> String {
        struct Shown<'a>(&'a Ranking, &'a Interactions);
        impl Display for Shown<'_> {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Shown(ranking, found) = self;
                for Subsumed { by, fault, pairs } in &found.subsumed {
                    let pairs: Vec<String> =
                        pairs.iter().map(|(one, other)| format!("{one} = {other}")).collect();
                    writeln!(out, "`{by}` subsumes `{fault}`: {}", pairs.join(", "))?;
                }
                for Cancelled { fault, by, failing, passing, bug } in &found.cancelled {
                    let test = cut(&ranking.bugs[*bug].test);
                    writeln!(
                        out,
                        "`{by}` cancels `{fault}` in part: {failing} fails on {test}, {passing} passes"
                    )?;
                }
                for (one, other) in &found.implied {
                    let (one, other) = (&ranking.bugs[*one].test, &ranking.bugs[*other].test);
                    writeln!(
                        out,
                        "every answer that fails on {} fails on {}",
                        cut(one),
                        cut(other)
                    )?;
                }
                Ok(())
            }
        }
        Shown(self, found).to_string()
    }
}
