//! Every fault, with the shortest sequence of commands that shows it.

use super::super::message::*;
use super::super::{Faults, Proxy, decode, encode};
use super::{add, media, termination};
use crate::checking::{lists, panics};

/// A command whose context and termination depend on what there is.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Adds a termination of so many streams to a new context.
    AddNew(u16),
    /// Adds one to the context of the newest termination.
    AddTo(u16),
    /// Adds one to the context of the termination that was subtracted last.
    AddToLeft,
    /// Adds `0/0/0/0` to the context of the newest termination.
    AddNumeric,
    /// Activates all streams of the oldest termination.
    ModifyFirst,
    /// Activates all streams of the newest termination.
    ModifyLast,
    /// Subtracts the oldest termination.
    SubtractFirst,
    /// Subtracts the newest termination.
    SubtractLast,
}

use Step::*;

/// What a controller sees of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Crash,
    NoAnswer,
    Error(u16),
    /// A termination was added, perhaps with the identifier of another that is there.
    Added {
        is_taken: bool,
    },
    Modified(Vec<Option<Mode>>),
    Subtracted,
}

/// A proxy, and what its controller knows.
#[derive(Clone)]
struct World {
    proxy: Proxy,
    /// The terminations, with their contexts and how many streams they have.
    present: Vec<(ContextId, TerminationId, u16)>,
    /// The context of the termination that was subtracted last.
    left: Option<ContextId>,
}

impl World {
    fn new(faults: Faults) -> Self {
        World { proxy: Proxy::new(faults), present: Vec::new(), left: None }
    }

    /// Takes a step, unless there is nothing to take it with.
    fn step(&mut self, step: Step) -> Option<Seen> {
        let (first, last) = (self.present.first().cloned(), self.present.last().cloned());
        match step {
            AddNew(count) => Some(self.add(ContextId::Choose, add(count), count)),
            AddTo(count) => Some(self.add(last?.0, add(count), count)),
            AddToLeft => Some(self.add(self.left?, add(1), 1)),
            AddNumeric => {
                let media = media(1, Mode::Inactive);
                let command = Command::Add { termination: termination("0/0/0/0"), media };
                Some(self.add(last?.0, command, 1))
            }
            ModifyFirst => Some(self.modify(first?)),
            ModifyLast => Some(self.modify(last?)),
            SubtractFirst => Some(self.subtract(first?, 0)),
            SubtractLast => Some(self.subtract(last?, self.present.len() - 1)),
        }
    }

    fn add(&mut self, context: ContextId, command: Command, count: u16) -> Seen {
        self.ask(context, command, |world, context, reply| {
            let is_taken = world.present.iter().any(|(_, taken, _)| *taken == reply.termination);
            world.present.push((context, reply.termination.clone(), count));
            Seen::Added { is_taken }
        })
    }

    fn modify(&mut self, (context, termination, count): (ContextId, TerminationId, u16)) -> Seen {
        let command = Command::Modify { termination, media: media(count, Mode::SendReceive) };
        self.ask(context, command, |_, _, reply| {
            let media = reply.media.as_ref().expect("a Modify tells the modes");
            Seen::Modified(media.streams().iter().map(|(_, stream)| stream.mode()).collect())
        })
    }

    fn subtract(
        &mut self,
        (context, termination, _): (ContextId, TerminationId, u16),
        index: usize,
    ) -> Seen {
        self.ask(context, Command::Subtract { termination }, |world, context, _| {
            world.present.remove(index);
            world.left = Some(context);
            Seen::Subtracted
        })
    }

    fn ask(
        &mut self,
        context: ContextId,
        command: Command,
        success: impl FnOnce(&mut World, ContextId, &CommandReply) -> Seen,
    ) -> Seen {
        let text = encode(&Message::request(1, context, command), Faults::default()).unwrap();
        let mut answer = None;
        if panics(|| answer = self.proxy.handle(&text)) {
            return Seen::Crash;
        }
        let Some(answer) = answer else { return Seen::NoAnswer };
        let reply = decode(&answer).unwrap();
        match reply.success() {
            Some((context, reply)) => success(self, context, reply),
            None => Seen::Error(reply.error().expect("a reply or an error").code),
        }
    }
}

/// What is seen, step by step. All steps can be taken.
fn run(faults: Faults, steps: &[Step]) -> Vec<Seen> {
    let mut world = World::new(faults);
    steps.iter().map(|step| world.step(*step).expect("the step can be taken")).collect()
}

/// A fault that commands can show.
struct Shown {
    name: &'static str,
    set: fn(&mut Faults, bool),
    /// The shortest sequence if it is alone; the fault shows in the last step.
    alone: &'static [Step],
    /// One for the old release, where other faults may be in the way.
    among_others: &'static [Step],
    /// What is seen with the fault, and without.
    seen: (Seen, Seen),
}

fn shown() -> Vec<Shown> {
    let added = Seen::Added { is_taken: false };
    let active = Some(Mode::SendReceive);
    vec![
        Shown {
            name: "modify_alone",
            set: |faults, on| faults.modify_alone = on,
            alone: &[AddNew(1), ModifyLast],
            among_others: &[AddNew(1), ModifyLast],
            seen: (Seen::Crash, Seen::Modified(vec![active])),
        },
        Shown {
            name: "subtract_alone",
            set: |faults, on| faults.subtract_alone = on,
            alone: &[AddNew(1), SubtractLast],
            among_others: &[AddNew(1), SubtractLast],
            seen: (Seen::Crash, Seen::Subtracted),
        },
        Shown {
            name: "modify_unequal",
            set: |faults, on| faults.modify_unequal = on,
            alone: &[AddNew(2), AddTo(1), ModifyLast],
            among_others: &[AddNew(2), AddTo(1), ModifyLast],
            seen: (Seen::Crash, Seen::Modified(vec![active])),
        },
        Shown {
            name: "corrupting_subtract",
            set: |faults, on| faults.corrupting_subtract = on,
            alone: SEVEN,
            among_others: SEVEN,
            seen: (Seen::Crash, Seen::Subtracted),
        },
        Shown {
            name: "numeric_termination",
            set: |faults, on| faults.numeric_termination = on,
            alone: &[AddNew(1), AddNumeric],
            among_others: &[AddNew(1), AddNumeric],
            seen: (Seen::Crash, Seen::Error(430)),
        },
        Shown {
            name: "third_add_unanswered",
            set: |faults, on| faults.third_add_unanswered = on,
            alone: &[AddNew(1), AddTo(1), AddTo(1)],
            among_others: &[AddNew(1), AddTo(1), AddTo(1)],
            seen: (Seen::NoAnswer, Seen::Error(434)),
        },
        Shown {
            name: "forgotten_context",
            set: |faults, on| faults.forgotten_context = on,
            alone: &[AddNew(1), SubtractLast, AddToLeft],
            among_others: &[AddNew(1), AddTo(1), SubtractLast, SubtractLast, AddToLeft],
            seen: (added.clone(), Seen::Error(411)),
        },
        Shown {
            name: "last_mode_lost",
            set: |faults, on| faults.last_mode_lost = on,
            alone: &[AddNew(2), ModifyLast],
            among_others: &[AddNew(2), AddTo(2), ModifyLast],
            seen: (
                Seen::Modified(vec![active, Some(Mode::Inactive)]),
                Seen::Modified(vec![active, active]),
            ),
        },
        Shown {
            name: "identifier_reused",
            set: |faults, on| faults.identifier_reused = on,
            alone: &[AddNew(1), AddTo(1), SubtractFirst, AddTo(1)],
            among_others: &[AddNew(1), AddTo(1), SubtractFirst, AddTo(1)],
            seen: (Seen::Added { is_taken: true }, added),
        },
    ]
}

/// The paper's seven commands.
const SEVEN: &[Step] =
    &[AddNew(1), AddTo(1), SubtractLast, AddTo(1), SubtractLast, AddTo(1), SubtractLast];

#[test]
fn every_fault_shows_in_the_last_step_of_its_sequence() {
    for Shown { name, set, alone, among_others, seen } in shown() {
        let mended = Faults::default();
        let mut fault = mended;
        set(&mut fault, true);
        assert!(Faults::each().contains(&(name, fault)));
        let old = Faults::old_release();
        let mut nearly_old = old;
        set(&mut nearly_old, false);
        assert_ne!(old, nearly_old);
        for (steps, with, without) in [(alone, fault, mended), (among_others, old, nearly_old)] {
            let (with, without) = (run(with, steps), run(without, steps));
            let (last_with, before_with) = with.split_last().unwrap();
            let (last_without, before_without) = without.split_last().unwrap();
            assert_eq!(before_with, before_without, "{name}");
            assert_eq!((last_with, last_without), (&seen.0, &seen.1), "{name}");
            assert_eq!(without, run(mended, steps), "{name}");
        }
    }
}

/// Whether a faulty world and a mended one look the same, along all sequences of a length.
fn look_the_same(faulty: &World, mended: &World, alphabet: &[Step], length: usize) -> bool {
    length == 0
        || alphabet.iter().all(|step| {
            let (mut faulty, mut mended) = (faulty.clone(), mended.clone());
            match (faulty.step(*step), mended.step(*step)) {
                // A step that cannot be taken makes no new sequence.
                (None, None) => true,
                (one, other) if one != other => false,
                _ => look_the_same(&faulty, &mended, alphabet, length - 1),
            }
        })
}

fn is_hidden(faults: Faults, alphabet: &[Step], length: usize) -> bool {
    look_the_same(&World::new(faults), &World::new(Faults::default()), alphabet, length)
}

#[test]
fn no_shorter_sequence_shows_a_fault() {
    let all = [
        AddNew(1),
        AddNew(2),
        AddTo(1),
        AddTo(2),
        AddToLeft,
        AddNumeric,
        ModifyFirst,
        ModifyLast,
        SubtractFirst,
        SubtractLast,
    ];
    for Shown { name, set, alone, .. } in shown() {
        let mut faults = Faults::default();
        set(&mut faults, true);
        // Seven steps of all kinds are too many; equal streams are next.
        let length = alone.len().min(5);
        assert!(is_hidden(faults, &all, length - 1), "{name}");
        assert_eq!(is_hidden(faults, &all, length), length < alone.len(), "{name}");
    }
}

#[test]
fn six_commands_do_not_crash_a_corrupting_subtract() {
    let alphabet = [AddNew(1), AddTo(1), SubtractFirst, SubtractLast, ModifyLast];
    let faults = Faults { corrupting_subtract: true, ..Faults::default() };
    assert!(is_hidden(faults, &alphabet, 6));
    assert!(!is_hidden(faults, &alphabet, 7));
}

#[test]
fn who_looks_inside_sees_the_corruption_at_the_first_subtract() {
    for (on, closing) in [(false, [0, 0]), (true, [1, 2])] {
        let mut world = World::new(Faults { corrupting_subtract: on, ..Faults::default() });
        let mut take = |steps: &[Step]| {
            steps.iter().for_each(|step| assert!(world.step(*step).is_some()));
            world.proxy.closing_pinholes()
        };
        assert_eq!([take(&SEVEN[..3]), take(&SEVEN[3..5])], closing);
    }
}

#[test]
fn the_last_one_leaves_and_the_numbers_of_streams_do_not_matter() {
    // Each time the one or the other is subtracted: the third time that it is the last it crashes.
    let faults = Faults { corrupting_subtract: true, ..Faults::default() };
    for subtracted in lists(&[SubtractFirst, SubtractLast], 3) {
        for count in [1, 5] {
            let rounds = subtracted.iter().flat_map(|subtract| [AddTo(count), *subtract]);
            let steps: Vec<Step> = std::iter::once(AddNew(1)).chain(rounds).collect();
            let seen = run(faults, &steps);
            let crashed = |seen: &Seen| *seen == Seen::Crash;
            let is_last = |step: &Step| matches!(step, SubtractLast);
            let expected = subtracted.iter().all(is_last).then_some(6);
            assert_eq!(seen.iter().position(crashed), expected, "{steps:?}");
        }
    }
}

#[test]
fn modify_compares_the_numbers_of_streams_either_way() {
    let faults = Faults { modify_unequal: true, ..Faults::default() };
    for (one, other) in [(1, 2), (2, 1), (2, 2), (5, 4)] {
        for modify in [ModifyFirst, ModifyLast] {
            let seen = run(faults, &[AddNew(one), AddTo(other), modify]);
            assert_eq!(seen[2] == Seen::Crash, one != other);
        }
    }
}
