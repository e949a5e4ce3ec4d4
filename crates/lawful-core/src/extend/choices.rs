//! The part of a source that components and generators of collections need.

use std::fmt::Debug;

use crate::choice::{Keyed, KeyedChoice, Lane, Mark, Neighbours, Random, Source};
use crate::data::{CasePart, Document, ShownCall};
use crate::generate::{Generator, Lengths, Made, Sequence};
use crate::law::Outcome;

/// Choices that a component makes: raw numbers, alternatives, steps, and places on the tape.
///
/// The trait is apart from [`Source`] so that the page of a source shows what a generator needs.
/// Every request takes a function that samples the answer; it is called where the source is random, and not
/// where choices come from a tape, an enumeration or a fuzzer.
///
/// ```
/// use lawful::extend::{Choices, Recording};
///
/// let mut recording = Recording::new(1, 100);
/// let face = recording.pick(6, |random| random.below(6));
/// assert!(face < 6);
/// assert_eq!(recording.finish().tape.main.len(), 1);
/// ```
pub trait Choices: sealed::Sealed {
    /// Returns whether choices are random and nothing is written down, so that a component may make several
    /// draws at once.
    fn is_plain(&self) -> bool;

    /// Returns whether choices are written down.
    fn is_recorded(&self) -> bool;

    /// Returns whether the run is one that is shown.
    fn shows(&self) -> bool;

    /// Returns whether the details of a failure may be read: everywhere but in the runs that a shrinker
    /// compares.
    fn wants_details(&self) -> bool;

    /// Draws a number from `origin - down` to `origin + up`, in two's complement. Shrinking goes to `origin`.
    fn number(
        &mut self,
        origin: u64,
        down: u64,
        up: u64,
        sample: impl FnOnce(&mut Random) -> u64,
    ) -> u64;

    /// Draws the number of elements of a list, from `fewest` to `most`.
    fn length(&mut self, fewest: u64, most: u64, sample: impl FnOnce(&mut Random) -> u64) -> u64;

    /// Draws one of `count` alternatives, the simplest first.
    fn pick(&mut self, count: u64, sample: impl FnOnce(&mut Random) -> u64) -> u64;

    /// Marks the choices that `draw` makes as belonging together, as a thing of the kind `label`. The label is
    /// computed only where there is a record.
    fn span<T>(&mut self, label: impl FnOnce() -> u64, draw: impl FnOnce(&mut Source) -> T) -> T;

    /// Splits off a lane for choices that are made later, or in an order that is not fixed.
    fn lane(&mut self) -> Lane;

    /// Draws a value near one of those drawn before, and adds it to them: where the source is random it is
    /// often made from the same choices, or from the same but for one.
    fn near<T>(&mut self, drawn: &mut Neighbours, draw: impl FnOnce(&mut Source) -> T) -> T;

    /// Returns the current place on the tape, for [`Choices::retract`].
    fn mark(&self) -> Mark;

    /// Takes the choices since `mark` off the tape, inside a span that is still open: they had no influence on
    /// the value.
    fn retract(&mut self, mark: Mark);

    /// Draws the next step of a [sequence](Choices::sequence), one of `count`, the simplest first.
    fn step(&mut self, count: u64, sample: impl FnOnce(&mut Random) -> u64) -> u64;

    /// Draws one of several things that earlier steps made and returns its index. `made` has for each the
    /// number of the step that made it, counted from 1; the tape keeps the step, so that other steps can be
    /// deleted before it.
    fn reference(&mut self, made: &[u64], sample: impl FnOnce(&mut Random) -> u64) -> usize;

    /// Draws a list whose elements depend on those before them, so that some cannot be made. Only those that
    /// were made are on the tape: where one is deleted, those that need it disappear with it.
    ///
    /// In a random run an element that cannot be made is drawn again, `patience` times before the sequence
    /// ends. `label` is the kind of an element.
    fn sequence(
        &mut self,
        label: u64,
        lengths: Lengths,
        patience: u32,
        make: impl FnMut(&mut Source) -> Made,
    ) -> Sequence;

    /// Draws a [sequence](Choices::sequence) whose length is made by `sample`.
    fn sequence_of(
        &mut self,
        label: u64,
        most: u64,
        sample: impl FnOnce(&mut Random) -> u64,
        patience: u32,
        make: impl FnMut(&mut Source) -> Made,
    ) -> Sequence;

    /// Draws a [sequence](Choices::sequence) without a record, from a source that is plain. `make` is called in
    /// one place, and so inlined.
    fn plain_sequence(
        &mut self,
        most: u64,
        sample: impl FnOnce(&mut Random) -> u64,
        patience: u32,
        make: impl FnMut(&mut Source) -> Made,
    );

    /// Takes all but the first `left` elements of a sequence off the tape: they had no influence on the run.
    fn cut(&mut self, sequence: &Sequence, left: usize);

    /// Returns where the next keyed choices come from.
    fn keyed(&mut self) -> Keyed;

    /// Begins a list of keyed choices, which are written from here on; [`Choices::retract`] takes it back.
    fn begin_keyed(&mut self) -> Mark;

    /// Returns the keyed choices of the list that began last, as far as they are written.
    fn written_keyed(&self) -> Vec<KeyedChoice>;

    /// Writes a choice to the list that began last.
    fn write_keyed(&mut self, choice: KeyedChoice);

    /// Runs a part of a law that may panic, and leaves the tape in order if it does.
    fn attempt(&mut self, run: impl FnOnce(&mut Source) -> Outcome) -> Outcome;

    /// Draws an argument of a law, and shows it if the case is one that is shown.
    fn argument<G: Generator<Value: Debug> + ?Sized>(
        &mut self,
        name: &'static str,
        generator: &G,
    ) -> G::Value;

    /// Returns the document of the case, if it is one that is shown.
    fn document(&mut self) -> Option<&mut Document>;

    /// Adds a call to what is shown of the case, if it is one that is shown.
    fn show_call(&mut self, call: ShownCall);

    /// Tells a part of a case that is drawn while it runs, before it runs: a call that is made next, or that returned. What
    /// is drawn beforehand is told by the engine.
    fn tell(&mut self, part: impl FnOnce() -> CasePart);

    /// Returns a box for the value, if possible one that was given back before.
    fn boxed<T: 'static>(&mut self, value: T, give_back: impl FnOnce(T, &mut Source)) -> Box<T>;

    /// Keeps a box for [`Choices::boxed`].
    fn give_back<T: 'static>(&mut self, spare: Box<T>);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Source {}
}

// The methods proper are in the files of what they are about, where the crate calls them without the trait.
impl Choices for Source {
    #[inline]
    fn is_plain(&self) -> bool {
        self.is_plain()
    }

    #[inline]
    fn is_recorded(&self) -> bool {
        self.is_recorded()
    }

    #[inline]
    fn shows(&self) -> bool {
        self.shows()
    }

    fn wants_details(&self) -> bool {
        self.wants_details()
    }

    #[inline]
    fn number(
        &mut self,
        origin: u64,
        down: u64,
        up: u64,
        sample: impl FnOnce(&mut Random) -> u64,
    ) -> u64 {
        self.number(origin, down, up, sample)
    }

    #[inline]
    fn length(&mut self, fewest: u64, most: u64, sample: impl FnOnce(&mut Random) -> u64) -> u64 {
        self.length(fewest, most, sample)
    }

    #[inline]
    fn pick(&mut self, count: u64, sample: impl FnOnce(&mut Random) -> u64) -> u64 {
        self.pick(count, sample)
    }

    #[inline]
    fn span<T>(&mut self, label: impl FnOnce() -> u64, draw: impl FnOnce(&mut Source) -> T) -> T {
        self.span(label, draw)
    }

    fn lane(&mut self) -> Lane {
        self.lane()
    }

    fn near<T>(&mut self, drawn: &mut Neighbours, draw: impl FnOnce(&mut Source) -> T) -> T {
        self.near(drawn, draw)
    }

    #[inline]
    fn mark(&self) -> Mark {
        self.mark()
    }

    #[inline]
    fn retract(&mut self, mark: Mark) {
        self.retract(mark);
    }

    #[inline]
    fn step(&mut self, count: u64, sample: impl FnOnce(&mut Random) -> u64) -> u64 {
        self.step(count, sample)
    }

    #[inline]
    fn reference(&mut self, made: &[u64], sample: impl FnOnce(&mut Random) -> u64) -> usize {
        self.reference(made, sample)
    }

    #[inline]
    fn sequence(
        &mut self,
        label: u64,
        lengths: Lengths,
        patience: u32,
        make: impl FnMut(&mut Source) -> Made,
    ) -> Sequence {
        self.sequence(label, lengths, patience, make)
    }

    #[inline]
    fn sequence_of(
        &mut self,
        label: u64,
        most: u64,
        sample: impl FnOnce(&mut Random) -> u64,
        patience: u32,
        make: impl FnMut(&mut Source) -> Made,
    ) -> Sequence {
        self.sequence_of(label, most, sample, patience, make)
    }

    #[inline(always)]
    fn plain_sequence(
        &mut self,
        most: u64,
        sample: impl FnOnce(&mut Random) -> u64,
        patience: u32,
        make: impl FnMut(&mut Source) -> Made,
    ) {
        self.plain_sequence(most, sample, patience, make);
    }

    fn cut(&mut self, sequence: &Sequence, left: usize) {
        self.cut(sequence, left);
    }

    fn keyed(&mut self) -> Keyed {
        self.keyed()
    }

    fn begin_keyed(&mut self) -> Mark {
        self.begin_keyed()
    }

    fn written_keyed(&self) -> Vec<KeyedChoice> {
        self.written_keyed()
    }

    #[inline]
    fn write_keyed(&mut self, choice: KeyedChoice) {
        self.write_keyed(choice);
    }

    fn attempt(&mut self, run: impl FnOnce(&mut Source) -> Outcome) -> Outcome {
        self.attempt(run)
    }

    #[inline(always)]
    fn argument<G: Generator<Value: Debug> + ?Sized>(
        &mut self,
        name: &'static str,
        generator: &G,
    ) -> G::Value {
        self.argument(name, generator)
    }

    fn document(&mut self) -> Option<&mut Document> {
        self.document()
    }

    fn show_call(&mut self, call: ShownCall) {
        self.show_call(call);
    }

    fn tell(&mut self, part: impl FnOnce() -> CasePart) {
        self.tell(part);
    }

    #[inline(always)]
    fn boxed<T: 'static>(&mut self, value: T, give_back: impl FnOnce(T, &mut Source)) -> Box<T> {
        self.boxed(value, give_back)
    }

    #[inline(always)]
    fn give_back<T: 'static>(&mut self, spare: Box<T>) {
        self.give_back(spare);
    }
}
