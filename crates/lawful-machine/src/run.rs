//! A machine as a law.

use lawful_core::extend::Choices;
use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use lawful_core::choice::{Source, mix};
use lawful_core::data::{Block, CasePart, ShownCall};
use lawful_core::generate::{Misuse, Sequence};
use lawful_core::law::{Case, Component, Counters, Outcome, attempt, in_two_steps, raise};
use lawful_core::shrink::Extension;

use crate::choose::Next;
use crate::counts;
use crate::drawn::Draws;
use crate::for_all_commands::hide_calls;
use crate::kind::AnyKind;
use crate::machine::{Machine, STEP};
use crate::sequence::{CommandSequence, Recorded};
use crate::shrink::EXTENSION;
use crate::trial::{End, Ended, Trial};

impl<M: Debug + 'static, S: 'static, K: AnyKind> Component for Machine<M, S, K> {
    /// The commands of a symbolic machine. A dynamic one is drawn while it runs.
    type Drawn = Option<(CommandSequence<K::Kept>, Sequence)>;

    fn draw(&self, case: &mut Case) -> Self::Drawn {
        if K::IS_DYNAMIC {
            return None;
        }
        let shows = case.shows();
        let made = self.make(&mut case.source, Some(&mut case.counters), shows);
        // Until it runs, the commands are shown as they were made.
        if !made.0.is_empty() {
            case.show(|| Block::Calls(made.0.calls().collect()));
        }
        Some(made)
    }

    fn run(&self, drawn: Self::Drawn, case: &mut Case) -> Outcome {
        let Some((commands, sequence)) = drawn else { return self.run_live(case) };
        hide_calls(case, &commands);
        let (outcome, ran) = self.run_sequence_of(&commands, case);
        // Commands after the one that failed were made and never run.
        if outcome.is_failed() && ran < commands.steps.len() {
            case.source.cut(&sequence, ran);
        }
        outcome
    }

    /// Without a tape, commands run as they are made: the outcome is the same, and cheaper. Where there is a
    /// tape, the commands are drawn first, so that one that was run before need not run again.
    #[inline]
    fn draw_and_run(&self, case: &mut Case) -> Outcome {
        if case.source.is_plain() {
            return self.run_plain(case);
        }
        self.run_in_steps(case)
    }

    fn extensions() -> Vec<&'static Extension> {
        vec![&EXTENSION]
    }

    /// A promise and its command say what is wrong; that another order of commands breaks it too does
    /// not make it another failure.
    fn tells_failures_by_shape(&self) -> bool {
        false
    }

    fn remarks(&self, counters: &Counters) -> Vec<String> {
        counts::remarks(&self.names, counters)
    }
}

impl<M: Debug + 'static, S: 'static, K: AnyKind> Machine<M, S, K> {
    /// Apart from the loop over tests that are not recorded, so that their commands are inlined there.
    #[inline(never)]
    fn run_in_steps(&self, case: &mut Case) -> Outcome {
        in_two_steps(self, case)
    }

    /// Makes commands and runs each at once, in a test that is not recorded. A panic ends the case.
    #[inline]
    fn run_plain(&self, case: &mut Case) -> Outcome {
        let mut trial = Trial::running(self, Some(&mut case.counters), false);
        if self.is_checked && !trial.begins_well() {
            return trial.outcome();
        }
        let (size, (_, most)) = (case.source.size(), self.lengths.bounds());
        let sample = |random: &mut _| self.lengths.sample(random, size);
        case.source.plain_sequence(most, sample, self.patience(), |source| {
            let index = match self.choose(source, &trial.model) {
                Next::Command(index) => index,
                Next::None(made) => return made,
            };
            trial.step(index, source, &Draws::Fresh).end.made()
        });
        let outcome = trial.outcome();
        self.conclude(&mut trial, outcome)
    }

    /// Runs commands as they are made where there is a tape, which must be in order also when a command
    /// panics.
    fn run_live(&self, case: &mut Case) -> Outcome {
        let shows = case.shows();
        let mut trial = Trial::running(self, Some(&mut case.counters), shows);
        trial.wants_details = case.source.wants_details();
        self.run_live_in(&mut trial, &mut case.source, |_| ())
    }

    /// Runs commands as they are made, and hands over the calls as they are shown.
    pub(crate) fn run_live_in(
        &self,
        trial: &mut Trial<'_, '_, M, S, K>,
        source: &mut Source,
        mut called: impl FnMut(ShownCall),
    ) -> Outcome {
        if !trial.begins_well() {
            return trial.outcome();
        }
        let mut outcome = Outcome::Passed;
        source.sequence(STEP, self.lengths, self.patience(), |source| {
            let index = match self.choose(source, &trial.model) {
                Next::Command(index) => index,
                Next::None(made) => return made,
            };
            let label = || mix(STEP, self.commands[index].label);
            let mut ended = Ended { end: End::RanLast, is_named: false };
            outcome = source.attempt(|source| {
                ended = source.span(label, |source| trial.step(index, source, &Draws::Fresh));
                trial.outcome()
            });
            if trial.shows() && ended.end != End::Refused {
                let failed = !outcome.is_passed();
                if let Some(call) = trial.show(source, index, None, ended.is_named, failed) {
                    source.tell(|| CasePart::Called(Box::new(call.clone())));
                    called(call);
                }
            }
            match outcome.is_passed() {
                true => ended.end.made(),
                false => lawful_core::generate::Made::Last,
            }
        });
        self.conclude(trial, outcome)
    }

    /// Makes commands and runs none.
    pub(crate) fn make(
        &self,
        source: &mut Source,
        counters: Option<&mut Counters>,
        shows: bool,
    ) -> (CommandSequence<K::Kept>, Sequence) {
        let mut trial = Trial::making(self, counters, shows);
        let mut steps: Vec<Recorded<K::Kept>> = Vec::new();
        let mut now = None;
        let made = catch_unwind(AssertUnwindSafe(|| {
            source.sequence(STEP, self.lengths, self.patience(), |source| {
                let command = match self.choose(source, &trial.model) {
                    Next::Command(index) => index,
                    Next::None(made) => return made,
                };
                let label = || mix(STEP, self.commands[command].label);
                let values = RefCell::default();
                now = Some(command);
                let ended =
                    source.span(label, |source| trial.step(command, source, &Draws::Kept(&values)));
                if ended.end == End::Refused {
                    return ended.end.made();
                }
                let (values, arguments) = (values.into_inner(), trial.arguments());
                let before = trial.before();
                let is_named = ended.is_named;
                let name = self.names[command].clone();
                steps.push(Recorded { name, values, arguments, before, is_named });
                ended.end.made()
            })
        }));
        let mut commands = CommandSequence { steps, refused: trial.refused() };
        let sequence = made.unwrap_or_else(|payload| {
            // The model panicked, in the command that was being made: the commands up to there are shown.
            commands.steps.extend(now.map(|command| Recorded {
                name: self.names[command].clone(),
                values: Vec::new(),
                arguments: None,
                before: String::new(),
                is_named: false,
            }));
            let last = commands.len();
            for (index, call) in commands.calls().enumerate() {
                source.show_call(ShownCall { failed: index + 1 == last, ..call });
            }
            resume_unwind(payload)
        });
        (commands, sequence)
    }

    /// Runs commands that were made before. Says also how many of them ran.
    pub(crate) fn run_sequence_of(
        &self,
        commands: &CommandSequence<K::Kept>,
        case: &mut Case,
    ) -> (Outcome, usize) {
        let shows = case.shows();
        let mut trial = Trial::running(self, Some(&mut case.counters), shows);
        trial.wants_details = case.source.wants_details();
        self.run_sequence_in(&mut trial, commands, &mut case.source, |_| ())
    }

    /// Runs commands that were made before, and hands over the calls as they are shown. Says also how many ran.
    pub(crate) fn run_sequence_in(
        &self,
        trial: &mut Trial<'_, '_, M, S, K>,
        commands: &CommandSequence<K::Kept>,
        source: &mut Source,
        mut called: impl FnMut(ShownCall),
    ) -> (Outcome, usize) {
        trial.add_refused(&commands.refused);
        if !trial.begins_well() {
            return (trial.outcome(), 0);
        }
        let (mut outcome, mut ran) = (Outcome::Passed, 0);
        let indices: Vec<usize> = commands.commands().map(|name| self.index_of(name)).collect();
        for (number, step) in commands.steps.iter().enumerate() {
            let drawn = Cell::new(0);
            let mut ended = Ended { end: End::RanLast, is_named: false };
            outcome = attempt(|| {
                let draws = Draws::Given { values: &step.values, next: &drawn };
                ended = trial.step(indices[number], source, &draws);
                trial.outcome()
            })
            .unwrap_or_else(raise);
            if ended.end == End::Refused {
                Misuse::raise(format!(
                    "command {} of the sequence, `{}`, is refused: its preconditions do not hold there \
                     (if the sequence was made by the machine, they depend on more than the model and \
                     the arguments)",
                    number + 1,
                    step.name,
                ));
            }
            let failed = !outcome.is_passed();
            if !failed && drawn.get() < step.values.len() {
                Misuse::raise(format!(
                    "the sequence gives `{}` {} values, and it draws {}",
                    step.name,
                    step.values.len(),
                    drawn.get()
                ));
            }
            ran += 1;
            if trial.shows() {
                let (index, arguments) = (indices[number], step.arguments.clone());
                let call = trial.show(source, index, arguments, ended.is_named, failed);
                call.into_iter().for_each(&mut called);
            }
            if failed {
                break;
            }
        }
        (self.conclude(trial, outcome), ran)
    }

    /// The command of a name.
    fn index_of(&self, command: &str) -> usize {
        counts::index(&self.names, command)
    }

    #[inline]
    fn conclude(&self, trial: &mut Trial<'_, '_, M, S, K>, outcome: Outcome) -> Outcome {
        trial.is_broken |= outcome.is_failed();
        // A command may have said `assume!`.
        let outcome = outcome.unless_discarded();
        if !outcome.is_passed() {
            return outcome;
        }
        if !self.covers.is_empty() {
            trial.cover();
        }
        if self.drain.is_some() {
            let drained = trial.drain();
            trial.is_broken |= drained.is_failed();
            if !drained.is_passed() {
                return drained;
            }
        }
        let is_over = self.finally.is_empty() && self.watches.is_empty();
        match is_over || trial.ends_well() {
            true => outcome,
            false => trial.outcome(),
        }
    }
}
