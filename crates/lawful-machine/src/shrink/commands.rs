//! The commands of a sequence, as far as the tape tells: what kind each is, which values it has, and which
//! earlier commands it refers to.

use std::ops::Range;

use lawful_core::extend::{At, Edit, Kind, List, Outline, Scalar, Shrinker, SpanAt, Tape, Token};

/// A sequence of the best tape.
pub(super) struct Commands {
    outline: std::rc::Rc<Outline>,
    ordinal: usize,
    pub commands: Vec<Command>,
}

pub(super) struct Command {
    span: SpanAt,
    /// Which of all commands this is.
    pub kind: u64,
    /// The other choices.
    pub values: Vec<(At, Scalar)>,
}

impl Commands {
    /// The sequence with this ordinal, if it is still one.
    pub fn of(shrinker: &Shrinker<'_>, ordinal: usize) -> Option<Commands> {
        let outline = shrinker.outline();
        let list = outline.lists.get(ordinal).filter(|list| outline.is_sequence(list))?;
        let commands =
            list.elements.iter().map(|&element| command(&outline, outline.spans[element]));
        let commands = commands.collect();
        Some(Commands { outline, ordinal, commands })
    }

    fn list(&self) -> &List {
        &self.outline.lists[self.ordinal]
    }

    /// A tape with the places of the best one, without some commands. What refers to others goes on to.
    pub fn without(&self, tape: &Tape, dropped: &[bool]) -> Option<Tape> {
        let mut candidate = tape.clone();
        for (command, _) in self.commands.iter().zip(dropped).filter(|(_, dropped)| !**dropped) {
            for &(at, _) in &command.values {
                let Token::Scalar(scalar) = tape.section(at.section)[at.index] else { continue };
                let lowered = Self::lowered(&scalar, dropped);
                if lowered != scalar.magnitude {
                    candidate.set(at, scalar.with(lowered, scalar.negative));
                }
            }
        }
        self.remove(&mut candidate, dropped)?;
        Some(candidate)
    }

    /// Value of a scalar when some commands are gone: the command it refers to may have another number.
    fn lowered(scalar: &Scalar, dropped: &[bool]) -> u64 {
        match scalar.kind {
            Kind::Reference => {
                let before = dropped.iter().take(scalar.magnitude.saturating_sub(1) as usize);
                scalar.magnitude - before.filter(|dropped| **dropped).count() as u64
            }
            _ => scalar.magnitude,
        }
    }

    fn remove(&self, tape: &mut Tape, dropped: &[bool]) -> Option<()> {
        let count = dropped.iter().filter(|dropped| **dropped).count();
        let length = self.list().length;
        let Token::Scalar(scalar) = tape.section(length.section)[length.index] else { return None };
        let shorter = scalar.magnitude.checked_sub(count as u64)?;
        tape.set(length, scalar.with(shorter, false));
        for (command, _) in self.commands.iter().zip(dropped).rev().filter(|(_, dropped)| **dropped)
        {
            let Range { start, end } = command.range();
            tape.replace(command.span.open.section, start..end, Vec::new());
        }
        Some(())
    }

    /// The best tape with a command at another place; what refers to a command goes on to refer to it.
    pub fn moved(&self, best: &Tape, from: usize, to: usize) -> Tape {
        let mut candidate = best.clone();
        for command in &self.commands {
            for &(at, scalar) in &command.values {
                if scalar.kind == Kind::Reference && !scalar.is_zero() {
                    let place = scalar.magnitude as usize - 1;
                    let place = match place {
                        place if place == from => to,
                        place if (from + 1..=to).contains(&place) => place - 1,
                        place if (to..from).contains(&place) => place + 1,
                        place => place,
                    };
                    let changed = Scalar { up: u64::MAX, ..scalar }.with(place as u64 + 1, false);
                    candidate.set(at, changed);
                }
            }
        }
        let section = self.commands[from].span.open.section;
        let moved = candidate.section(section)[self.commands[from].range()].to_vec();
        let other = self.commands[to].range();
        // The later place first, so that the earlier one stays where it is.
        if from < to {
            candidate.replace(section, other.end..other.end, moved);
            candidate.replace(section, self.commands[from].range(), Vec::new());
        } else {
            candidate.replace(section, self.commands[from].range(), Vec::new());
            candidate.replace(section, other.start..other.start, moved);
        }
        candidate
    }

    /// Tries to do without some commands.
    pub fn try_without(&self, shrinker: &mut Shrinker<'_>, dropped: &[bool]) -> bool {
        let candidate = self.without(shrinker.best(), dropped);
        candidate.is_some_and(|candidate| shrinker.consider(candidate))
    }

    /// The commands that refer to a command, directly or not, and the command itself.
    pub fn with_dependents(&self, number: usize) -> Vec<bool> {
        let mut dropped = vec![false; self.commands.len()];
        dropped[number] = true;
        for later in number + 1..self.commands.len() {
            let mut references = self.commands[later].references();
            dropped[later] = references.any(|command| dropped.get(command - 1) == Some(&true));
        }
        dropped
    }
}

impl Command {
    fn range(&self) -> Range<usize> {
        self.span.open.index..self.span.close + 1
    }

    /// The numbers of the commands that it refers to, from 1.
    pub fn references(&self) -> impl Iterator<Item = usize> {
        let is_reference =
            |(_, scalar): &&(At, Scalar)| scalar.kind == Kind::Reference && !scalar.is_zero();
        self.values.iter().filter(is_reference).map(|(_, scalar)| scalar.magnitude as usize)
    }

    /// The numbers and picks as they can be compared with those of other commands.
    pub fn names(&self) -> impl Iterator<Item = Name> {
        self.values.iter().map(|(_, scalar)| name(scalar))
    }
}

/// A value that several commands may share, with what it is a value of.
pub(super) type Name = (Kind, u64, u64, u64);

pub(super) fn name(scalar: &Scalar) -> Name {
    // Those that can be referred to become more from command to command.
    let is_reference = scalar.kind == Kind::Reference;
    let (up, down) = if is_reference { (0, 0) } else { (scalar.up, scalar.down) };
    (scalar.kind, up, down, scalar.value())
}

fn command(outline: &Outline, span: SpanAt) -> Command {
    let inside = |at: &At| {
        at.section == span.open.section && (span.open.index..span.close).contains(&at.index)
    };
    let mut values: Vec<_> = outline.scalars.iter().filter(|(at, _)| inside(at)).copied().collect();
    let is_kind = |(_, scalar): &(At, Scalar)| scalar.kind == Kind::Step;
    let kind = values.iter().position(is_kind).map(|index| values.remove(index).1.magnitude);
    Command { span, kind: kind.unwrap_or(0), values }
}
