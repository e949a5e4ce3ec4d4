//! A machine as a law.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::panic::resume_unwind;

use lawful_core::choice::{Source, mix};
use lawful_core::generate::{Misuse, Sequence};
use lawful_core::law::{
    self, Counted, Law, Outcome, ShownStep, Tally, Verdict, attempt, show_step,
};

use crate::choose::Next;
use crate::counts;
use crate::drawn::Draws;
use crate::kind::AnyKind;
use crate::machine::{Machine, STEP};
use crate::program::{Program, Recorded};
use crate::trial::{End, Ended, Trial};

impl<M: Debug + 'static, S: 'static, K: AnyKind> Law for Machine<M, S, K> {
    /// The commands of a test that nobody looks at run as they are made, which is the same for a
    /// symbolic machine and cheaper. Where there is a tape, its program is made first, so that one that
    /// was run before need not run again.
    #[inline]
    fn test(&self, source: &mut Source) -> Verdict {
        if source.is_plain() {
            return self.run_plain(source);
        }
        if K::IS_DYNAMIC {
            return match source.admit() {
                true => self.run_live(source),
                false => Verdict::Refused,
            };
        }
        let shows = source.shows();
        let (program, sequence) = self.make(source, shows);
        if !source.admit() {
            program.show();
            return Verdict::Refused;
        }
        let (verdict, ran) = self.run_program(&program, source, shows);
        // Commands after the one that broke the law were made and never run.
        if verdict == Verdict::Broken && ran < program.steps.len() {
            source.cut(&sequence, ran);
        }
        verdict
    }

    fn counted(&self) -> Vec<Counted> {
        counts::counted(&self.names)
    }

    /// A promise and its command say what is wrong; that another order of commands breaks it too does
    /// not make it another failure.
    fn tells_failures_by_shape(&self) -> bool {
        false
    }

    fn remarks(&self, tally: &Tally) -> Vec<String> {
        counts::remarks(&self.names, tally)
    }
}

impl<M: Debug + 'static, S: 'static, K: AnyKind> Machine<M, S, K> {
    /// Makes commands and runs each at once. Nobody looks, and a panic ends the case.
    #[inline]
    fn run_plain(&self, source: &mut Source) -> Verdict {
        let mut trial = Trial::running(self, false);
        if !self.invariants.is_empty() && !trial.begins_well() {
            return Verdict::Broken;
        }
        let mut verdict = Verdict::Held;
        source.sequence(STEP, self.lengths, self.patience(), |source| {
            let index = match self.choose(source, &trial.model) {
                Next::Command(index) => index,
                Next::None(made) => return made,
            };
            let end = trial.step(index, source, &Draws::Fresh).end;
            if end == End::Broken {
                verdict = Verdict::Broken;
            }
            end.made()
        });
        self.conclude(trial, source, verdict)
    }

    /// The same where there is a tape, which must be in order also when a command panics.
    fn run_live(&self, source: &mut Source) -> Verdict {
        let shows = source.shows();
        let mut trial = Trial::running(self, shows);
        if !self.invariants.is_empty() && !trial.begins_well() {
            return Verdict::Broken;
        }
        let mut verdict = Verdict::Held;
        source.sequence(STEP, self.lengths, self.patience(), |source| {
            let index = match self.choose(source, &trial.model) {
                Next::Command(index) => index,
                Next::None(made) => return made,
            };
            let label = || mix(STEP, self.commands[index].label);
            let mut ended = Ended { end: End::Broken, is_named: false };
            verdict = verdict_of(source.attempt(|source| {
                ended = source.span(label, |source| trial.step(index, source, &Draws::Fresh));
                Verdict::Held
            }));
            if shows && ended.end != End::Refused {
                trial.show(index, None, ended.is_named, ended.end == End::Broken);
            }
            if ended.end == End::Broken && verdict == Verdict::Held {
                verdict = Verdict::Broken;
            }
            ended.end.made()
        });
        self.conclude(trial, source, verdict)
    }

    /// Makes commands and runs none.
    pub(crate) fn make(&self, source: &mut Source, shows: bool) -> (Program<K::Kept>, Sequence) {
        let mut trial = Trial::making(self, shows);
        let mut making: Making<K::Kept> = Making { steps: Vec::new(), now: None };
        let sequence = source.sequence(STEP, self.lengths, self.patience(), |source| {
            let command = match self.choose(source, &trial.model) {
                Next::Command(index) => index,
                Next::None(made) => return made,
            };
            let label = || mix(STEP, self.commands[command].label);
            let values = RefCell::default();
            making.now = Some(self.names[command].clone());
            let ended =
                source.span(label, |source| trial.step(command, source, &Draws::Kept(&values)));
            if ended.end == End::Refused {
                return ended.end.made();
            }
            let (values, arguments) = (values.into_inner(), trial.arguments());
            let before = trial.before();
            let is_named = ended.is_named;
            let name = self.names[command].clone();
            making.steps.push(Recorded { name, values, arguments, before, is_named });
            ended.end.made()
        });
        let steps = std::mem::take(&mut making.steps);
        (Program { steps, refused: trial.refused() }, sequence)
    }

    /// Runs commands that were made before. Says also how many of them ran.
    pub(crate) fn run_program(
        &self,
        program: &Program<K::Kept>,
        source: &mut Source,
        shows: bool,
    ) -> (Verdict, usize) {
        let mut trial = Trial::running(self, shows);
        trial.add_refused(&program.refused);
        if !self.invariants.is_empty() && !trial.begins_well() {
            return (Verdict::Broken, 0);
        }
        let (mut verdict, mut ran) = (Verdict::Held, 0);
        let indices: Vec<usize> = program.commands().map(|name| self.index_of(name)).collect();
        for (number, step) in program.steps.iter().enumerate() {
            let mut ended = Ended { end: End::Broken, is_named: false };
            let drawn = Cell::new(0);
            verdict = verdict_of(attempt(|| {
                let draws = Draws::Given { values: &step.values, next: &drawn };
                ended = trial.step(indices[number], source, &draws);
                Verdict::Held
            }));
            if ended.end == End::Refused {
                Misuse::raise(format!(
                    "step {} of the program, `{}`, is refused: its preconditions do not hold there \
                     (if the program was made by the machine, they depend on more than the model and \
                     the arguments)",
                    number + 1,
                    step.name,
                ));
            }
            if ended.end != End::Broken && drawn.get() < step.values.len() {
                Misuse::raise(format!(
                    "the program gives `{}` {} values, and it draws {}",
                    step.name,
                    step.values.len(),
                    drawn.get()
                ));
            }
            ran += 1;
            let is_broken = ended.end == End::Broken;
            if shows {
                trial.show(indices[number], step.arguments.clone(), ended.is_named, is_broken);
            }
            if is_broken {
                if verdict == Verdict::Held {
                    verdict = Verdict::Broken;
                }
                break;
            }
        }
        (self.conclude(trial, source, verdict), ran)
    }

    /// The command of a name.
    fn index_of(&self, command: &str) -> usize {
        counts::index(&self.names, command)
    }

    #[inline]
    fn conclude(
        &self,
        mut trial: Trial<'_, M, S, K>,
        source: &mut Source,
        verdict: Verdict,
    ) -> Verdict {
        trial.is_broken |= verdict == Verdict::Broken;
        // A command may have said `assume!`.
        let verdict = if verdict == Verdict::Held { ().conclude(source) } else { verdict };
        if !self.covers.is_empty() && verdict == Verdict::Held {
            trial.cover();
        }
        match verdict == Verdict::Held && !self.finally.is_empty() && !trial.ends_well() {
            true => Verdict::Broken,
            false => verdict,
        }
    }
}

/// What a step's way to end means for its case.
fn verdict_of(way: law::Ended) -> Verdict {
    match way {
        law::Ended::Verdict(verdict) => verdict,
        law::Ended::Panicked => Verdict::Broken,
        law::Ended::Misused(misuse) => resume_unwind(Box::new(misuse)),
    }
}

/// A program that is being made. If that panics it is the model that does, in the step that is being
/// made, and the program up to there is shown.
struct Making<V: ?Sized> {
    steps: Vec<Recorded<V>>,
    now: Option<String>,
}

impl<V: ?Sized> Drop for Making<V> {
    fn drop(&mut self) {
        let Some(name) = self.now.take().filter(|_| std::thread::panicking()) else { return };
        let mut steps = std::mem::take(&mut self.steps);
        steps.push(Recorded {
            name,
            values: Vec::new(),
            arguments: None,
            before: String::new(),
            is_named: false,
        });
        let program = Program { steps, refused: Vec::new() };
        let last = program.len() - 1;
        let mark = |(index, step)| ShownStep { broken: index == last, ..step };
        program.steps().enumerate().map(mark).for_each(show_step);
    }
}
