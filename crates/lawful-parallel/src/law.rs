//! A machine whose calls are made in parallel, as a law.

use std::fmt::Debug;

use lawful_core::choice::{mix, mix_bytes};
use lawful_core::generate::Lengths;
use lawful_core::law::{Case, Component, Counter, Counters, Outcome};
use lawful_core::shrink::Extension;
use lawful_history::Consistency;
use lawful_machine::{Ahead, Machine};

use crate::case::ParallelCase;
use crate::plan::{MOST_BRANCHES, Shapes};

/// A machine whose commands run in several branches at once: a law, which says that whatever they return is
/// explained by some order of the calls, as if each had been made at one moment.
///
/// What the machine promises about its end is part of the order: it is asked of the same system for one model after
/// the other, until one agrees. So it may look at the system, and must not take anything out of it. Invariants are
/// looked at in the prefix and at the end, since between calls of branches there is no moment to do so.
///
/// [`Parallel::threads`] runs them on real threads,
#[cfg_attr(
    feature = "scheduled",
    doc = "and [`Parallel::scheduled`] under the scheduler of pulse, where what was found once is found for ever."
)]
#[cfg_attr(
    not(feature = "scheduled"),
    doc = "and with the feature `scheduled` there is one for the scheduler of pulse."
)]
pub struct Parallel<M, S, K: Ahead, R> {
    pub(crate) machine: Machine<M, S, K>,
    pub(crate) shapes: Shapes,
    pub(crate) most_states: usize,
    pub(crate) consistency: Consistency,
    pub(crate) runner: R,
}

/// Runs the branches of a case.
pub(crate) trait Runs<M, S, K: Ahead>: Sized {
    /// Runs a case and judges it.
    fn run(
        &self,
        law: &Parallel<M, S, K, Self>,
        drawn: &ParallelCase<K>,
        case: &mut Case,
    ) -> Outcome;

    /// Contribution to shrinking.
    fn extensions() -> Vec<&'static Extension> {
        Vec::new()
    }

    /// Warnings about tests that passed, from what they counted.
    fn remarks(&self, _: &Counters) -> Vec<String> {
        Vec::new()
    }
}

/// The most states that branches may reach, unless said.
const MOST_STATES: usize = 5_000;
/// The most interleavings that branches may have, unless said.
const INTERLEAVINGS: u64 = 1_000_000;
/// How many cases had so many branches.
const BRANCHES: &str = "branches in a case";
const COMMANDS: &str = "commands";

impl<M: Clone + PartialEq + Debug + 'static, S: 'static, K: Ahead, R> Parallel<M, S, K, R> {
    pub(crate) fn new(machine: Machine<M, S, K>, runner: R) -> Self {
        let shapes = Shapes {
            prefix: (0..=8).into(),
            branches: (2..=4).into(),
            commands: (1..=8).into(),
            interleavings: INTERLEAVINGS,
        };
        let (most_states, consistency) = (MOST_STATES, Consistency::Linearizable);
        Parallel { machine, shapes, most_states, consistency, runner }
    }

    /// Sets the number of commands that run before the branches: 0 to 8 unless said.
    #[track_caller]
    pub fn prefix(mut self, lengths: impl Into<Lengths>) -> Self {
        self.shapes.prefix = lengths.into();
        self
    }

    /// Sets the number of branches: 2 to 4 unless said, and never more than 8. Shrinking goes below that.
    #[track_caller]
    pub fn branches(mut self, lengths: impl Into<Lengths>) -> Self {
        self.shapes.branches = lengths.into();
        self
    }

    /// Sets the number of commands of a branch: 1 to 8 unless said.
    #[track_caller]
    pub fn commands(mut self, lengths: impl Into<Lengths>) -> Self {
        self.shapes.commands = lengths.into();
        self
    }

    /// The most interleavings that the branches of a case may have: a million unless said. Where branches and
    /// their lengths as drawn have more, the longest become shorter. None of them is ever enumerated; what they
    /// cost is bounded by [`max_states`](Parallel::max_states).
    pub fn max_interleavings(mut self, most: u64) -> Self {
        self.shapes.interleavings = most.max(1);
        self
    }

    /// The most states of the model that the branches of a case may reach, in whatever order they run: 5,000
    /// unless said. Each is looked at once, to see that every command can come wherever it may come. A command
    /// that leads beyond is left out.
    pub fn max_states(mut self, most: usize) -> Self {
        self.most_states = most.max(1);
        self
    }

    /// Which orders explain what was returned. Unless said they must agree with real time: a call that returned
    /// before another one was made comes before it. [`Consistency::Sequential`] is weaker: each branch is in its own
    /// order, and that is all.
    pub fn consistency(self, consistency: Consistency) -> Self {
        Parallel { consistency, ..self }
    }

    /// First the commands, then how many branches cases had.
    fn rows(&self) -> Vec<Counter> {
        let row = |table, name: String| Counter::new(table, name);
        let commands = self.machine.command_names().into_iter();
        let commands = commands.map(|name| row(COMMANDS, name.to_string()));
        let branches = (0..=MOST_BRANCHES).map(|many| row(BRANCHES, many.to_string()));
        commands.chain(branches).collect()
    }

    /// Key of the rows.
    fn rows_key(&self) -> u64 {
        let names = self.machine.command_names().into_iter();
        names.fold(mix_bytes(BRANCHES.as_bytes()), |key, name| mix(key, mix_bytes(name.as_bytes())))
    }
}

impl<M, S, K, R> Component for Parallel<M, S, K, R>
where
    M: Clone + PartialEq + Debug + 'static,
    S: 'static,
    K: Ahead,
    R: Runs<M, S, K>,
{
    type Drawn = ParallelCase<K>;

    fn draw(&self, case: &mut Case) -> ParallelCase<K> {
        let Parallel { machine, shapes, most_states, .. } = self;
        let drawn = ParallelCase::draw(machine, shapes, *most_states, &mut case.source);
        // Until it runs, what is shown are its calls without results.
        drawn.show(machine, &mut case.source);
        drawn
    }

    fn run(&self, drawn: ParallelCase<K>, case: &mut Case) -> Outcome {
        if let (Some(document), false) = (case.document(), drawn.steps.is_empty()) {
            document.blocks.pop();
        }
        let counts = case.counters.of(self.rows_key(), || self.rows());
        drawn.steps.iter().for_each(|step| counts[step.command] += 1);
        counts[self.machine.command_names().len() + drawn.branches.len()] += 1;
        // A command may have said `assume!`.
        let outcome = self.runner.run(self, &drawn, case).unless_discarded();
        if outcome.is_passed() {
            drawn.tell(&self.machine, &mut case.counters);
        }
        outcome
    }

    fn extensions() -> Vec<&'static Extension> {
        let mut extensions = R::extensions();
        extensions.extend(<Machine<M, S, K> as Component>::extensions());
        extensions
    }

    fn remarks(&self, counters: &Counters) -> Vec<String> {
        let mut remarks = self.runner.remarks(counters);
        let counted = |branches: u64| counters.count(BRANCHES, &branches.to_string());
        let most = self.shapes.most_branches();
        if (0..=most).any(|branches| counted(branches) > 0)
            && (2..=most).all(|many| counted(many) == 0)
        {
            remarks.push(String::from(match most {
                0 | 1 => "no case had two branches, since no more than one is asked for: there are no concurrent calls",
                _ => {
                    "no case had two branches: beside another branch, the preconditions of every command are \
                     refused in some order"
                }
            }));
        }
        remarks
    }

    /// What is wrong is said in words; which commands show it does not make it another failure.
    fn tells_failures_by_shape(&self) -> bool {
        false
    }
}
