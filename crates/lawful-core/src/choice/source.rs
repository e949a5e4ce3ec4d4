//! A source answers a run's requests for choices.

mod keyed;
mod requests;
mod steps;
mod told;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

use super::lane::{Lane, Notes, Rows, lock};
use super::mix;
use super::near::{Near, Neighbours};
use super::random::Random;
use super::replay::Replay;
use super::room::Room;
use super::spare::Spares;
use crate::data::CaseRecord;
use lawful_data::tape::{Block, Scalar, Tape, Token};

pub use keyed::{Asked, Keyed};
pub(crate) use told::{StackGuard, Teller, Witness, Written};

/// Answers a run's requests for choices: fresh from a random stream, from a tape, by enumeration
/// or from a fuzzer's bytes.
///
/// A passing test is drawn from a *plain* source, which keeps no record: every request is then one
/// predictable branch and the sampling itself.
#[doc(alias("Gen", "TestRunner", "data", "Unstructured"))]
pub struct Source {
    random: Random,
    mode: Mode,
    size: u32,
    /// How many lanes were split off so far.
    lanes: u32,
    /// How deep lazy generators are nested now.
    nesting: Nesting,
    /// What is left for the recursive value that is being drawn now.
    growth: Growth,
    /// Room that is left for collections inside the collection that is being drawn now.
    room: Room,
    /// Behind a pointer, since a source that is moved is copied.
    watch: Option<Box<Watched>>,
    /// The seed of this source's own stream; lanes derive theirs from it.
    seed: u64,
    /// Which lane this source draws for; lanes split off from it derive their names from it.
    path: u64,
    tracked: Option<Box<Tracked>>,
    spares: Spares,
    /// Record of the case, in a run that is shown.
    pub(crate) shown: Option<Box<CaseRecord>>,
}

/// How deep lazy generators and derived types are nested.
#[derive(Clone, Copy, Debug, Default)]
struct Nesting {
    /// The size of the level around this one.
    size: u32,
    /// How many levels in a row did not lower the size.
    level: u32,
    /// How many levels there are in all.
    depth: u32,
    /// How many values of derived types are nested.
    derived: u32,
}

/// What is left for a recursive value whose type is derived. It is the business of the layer that
/// makes values; a source carries it, as it carries the size.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Growth {
    /// The types that lead back to each other; 0 where none is being drawn.
    pub group: u64,
    /// How many nodes the next value of the group may have.
    pub budget: u32,
    /// The least size for what is not of the group.
    pub floor: u32,
}

impl Growth {
    /// Whether what is drawn now must end: an `Option` is then `None`.
    #[inline]
    pub fn ends(self) -> bool {
        self.group != 0 && self.budget == 0
    }
}

/// A value that does not get smaller for so many levels does not come to an end.
const MOST_LEVELS: u32 = 300;
/// Tokens that are written between two looks at the stack.
const TOKENS_BETWEEN_LOOKS: usize = 32;
/// Deeper than this a stack of two megabytes may overflow in an unoptimised build.
const MOST_DEPTH: u32 = 1_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Random, without a record.
    Plain,
    /// Random, with a record.
    Recorded,
    /// The choices come from elsewhere.
    Fed,
}

/// Called while a value is being made; gives the number of elements until it is called again, or unwinds.
pub(crate) type Watch = Rc<dyn Fn() -> u32>;

struct Watched {
    watch: Watch,
    /// Elements until the watch is called.
    ticks: u32,
}

impl Watched {
    /// Returns the number of elements, `length` at most and one at least, that are made before the watch is called
    /// again. Counted together, they cost nothing one by one.
    #[inline(never)]
    fn reserve(&mut self, length: usize) -> usize {
        if self.ticks == 0 {
            self.ticks = (self.watch)().max(1);
        }
        let elements = u32::try_from(length).unwrap_or(u32::MAX).min(self.ticks);
        self.ticks -= elements;
        elements as usize
    }
}

struct Tracked {
    feed: Feed,
    tokens: Vec<Token>,
    depth: u32,
    rows: Arc<Mutex<Rows>>,
    shows: bool,
    /// The size the run began with.
    size: u32,
    gate: Option<Rc<RefCell<dyn Gate>>>,
    /// True if the gate was asked whether the body is worth running.
    gate_asked: bool,
    /// True if the run is one of many that are compared and not told: a candidate of the shrinker.
    pub(super) is_candidate: bool,
    /// Told how the main tape is written.
    witness: Option<Witness>,
    teller: Option<Teller>,
    /// True if every argument is told when it is drawn, since nothing tells when the law runs.
    tells_arguments: bool,
    stack_guard: Option<StackGuard>,
    /// The argument that is being drawn.
    drawing: Option<&'static str>,
    /// For each step of the tape that is followed, which step it became; 0 for one that dropped out.
    places: Vec<u64>,
    /// Feeder that answers the next keyed choices instead of the tape.
    decider: Option<Arc<Mutex<dyn Feeder + Send>>>,
    /// Seed from which keyed choices are made anew, although there is a tape.
    resampled: Option<u64>,
}

pub(super) enum Feed {
    Random,
    /// Random, near a value that was drawn before.
    Near(Box<Near>),
    Replay(Replay),
    Feeder(Arc<Mutex<dyn Feeder + Send>>),
}

/// Makes up choices one after the other; what enumeration and a fuzzer's bytes have in common.
pub trait Feeder {
    /// Answers a request, which arrives at its simplest value.
    fn scalar(&mut self, request: Scalar) -> Scalar;
    /// Answers a request for a block, which arrives empty.
    fn block(&mut self, request: Block) -> Block;
}

/// Decides, when the arguments of a law are drawn, whether its body is worth running.
pub trait Gate {
    /// `drawn` is the main tape so far, `rest` what was not read yet of the tape being replayed.
    fn admit(&mut self, drawn: &[Token], rest: &[Token]) -> bool;
}

/// Refuses everything: the arguments are wanted, and no run of the body.
pub(crate) struct Closed;

impl Gate for Closed {
    fn admit(&mut self, _: &[Token], _: &[Token]) -> bool {
        false
    }
}

/// A place on the tape that is being written.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

/// See [`Source::before_unwinding`].
pub(crate) struct BeforeUnwinding {
    size: u32,
    nesting: Nesting,
    growth: Growth,
    room: Room,
    depth: u32,
}

/// What is left of a source after its run.
#[derive(Debug)]
pub struct Finished {
    /// Every choice that was made, as it was made.
    pub tape: Tape,
    /// What was noted of the lanes' rows.
    pub notes: Notes,
}

impl Source {
    /// A plain source: random, without a record.
    #[inline]
    pub fn from_seed(seed: u64, size: u32) -> Self {
        let random = Random::from_seed(seed);
        let (mode, spares) = (Mode::Plain, Spares::default());
        Source {
            random,
            mode,
            size,
            lanes: 0,
            nesting: Nesting::default(),
            growth: Growth::default(),
            room: Room::UNLIMITED,
            watch: None,
            seed,
            path: 0,
            tracked: None,
            spares,
            shown: None,
        }
    }

    /// Makes the choices of [`Source::from_seed`] and writes them down.
    pub(crate) fn recorded(seed: u64, size: u32) -> Self {
        Source::tracked(Feed::Random, Arc::default(), seed, size, 0)
    }

    /// A source that follows a tape.
    pub(crate) fn following(tape: Tape) -> Self {
        let rows = Rows::given(tape.rows);
        let feed = Feed::Replay(Replay::new(tape.main));
        Source::tracked(feed, Arc::new(Mutex::new(rows)), 0, tape.size, 0)
    }

    /// A source that takes its choices from a feeder.
    pub(crate) fn fed(feeder: Arc<Mutex<dyn Feeder + Send>>, size: u32) -> Self {
        let rows = Arc::new(Mutex::new(Rows::fed(feeder.clone())));
        Source::tracked(Feed::Feeder(feeder), rows, 0, size, 0)
    }

    pub(super) fn tracked(
        feed: Feed,
        rows: Arc<Mutex<Rows>>,
        seed: u64,
        size: u32,
        path: u64,
    ) -> Self {
        let mode = if matches!(feed, Feed::Random) { Mode::Recorded } else { Mode::Fed };
        let shows = lock(&rows).shows;
        let tokens = match &feed {
            Feed::Replay(replay) => Vec::with_capacity(replay.len() + 4),
            _ => Vec::new(),
        };
        let tracked = Tracked { tokens, ..Tracked::new(feed, rows, shows, size) };
        Source { mode, path, tracked: Some(Box::new(tracked)), ..Source::from_seed(seed, size) }
    }

    /// Makes this a plain source again, for the next test.
    #[doc(hidden)]
    #[inline]
    pub fn restart(&mut self, seed: u64, size: u32) {
        debug_assert!(self.tracked.is_none(), "only plain sources are used again");
        self.random = Random::from_seed(seed);
        self.seed = seed;
        self.size = size;
        self.lanes = 0;
        self.nesting = Nesting::default();
        self.growth = Growth::default();
        self.room = Room::UNLIMITED;
    }

    /// Puts a gate between drawing the arguments and running the law.
    pub(crate) fn set_gate(&mut self, gate: Rc<RefCell<dyn Gate>>) {
        if let Some(tracked) = &mut self.tracked {
            (tracked.gate, tracked.is_candidate) = (Some(gate), true);
        }
    }

    /// Takes notes of lanes' rows, for a run that will be shown later.
    pub(crate) fn take_notes(&mut self) {
        if let Some(tracked) = &mut self.tracked {
            lock(&tracked.rows).notes = Some(Notes::default());
        }
    }

    /// Makes this a run that will be shown. What a lazily drawn value looks like is known only
    /// after a run, so this one starts with the notes of the one before it. A run that is
    /// `reported` is that of a failure, and not of any case that is told.
    pub(crate) fn show(&mut self, notes: Notes, reported: bool) {
        if let Some(tracked) = &mut self.tracked {
            let mut rows = lock(&tracked.rows);
            rows.notes = Some(notes);
            rows.shows = true;
            rows.reported = reported;
            tracked.shows = true;
            self.shown = Some(Box::default());
        }
    }

    /// Whether this run will be shown.
    #[inline]
    pub(crate) fn shows(&self) -> bool {
        self.tracked.as_ref().is_some_and(|tracked| tracked.shows)
    }

    /// Returns whether the details of a failure may be read: everywhere but in the runs that a shrinker
    /// compares. A test, or a case of a walk, may be the only one to fail if the law is not deterministic.
    pub(crate) fn wants_details(&self) -> bool {
        self.tracked.as_ref().is_none_or(|tracked| tracked.shows || !tracked.is_candidate)
    }

    /// Whether this run is that of a failure that will be reported.
    pub(crate) fn is_reported(&self) -> bool {
        self.tracked.as_ref().is_some_and(|tracked| lock(&tracked.rows).reported)
    }

    /// The arguments are drawn: is the law's body worth running? Only a shrinker ever says no.
    #[inline]
    pub(crate) fn admit(&mut self) -> bool {
        match &self.tracked {
            None => true,
            Some(_) => self.admit_tracked(),
        }
    }

    /// Returns whether it was asked if the law's body is worth running.
    pub(crate) fn gate_asked(&self) -> bool {
        self.tracked.as_ref().is_some_and(|tracked| tracked.gate_asked)
    }

    #[inline(never)]
    fn admit_tracked(&mut self) -> bool {
        let admitted = self.tracked.as_mut().is_none_or(|tracked| tracked.admit());
        if admitted {
            self.tell_drawn();
        }
        admitted
    }

    /// The bound that generators read to decide how large to make things.
    #[inline]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Draws with another size. Inside a collection, a size above the present one also lifts the bound that the
    /// collection puts on those in it.
    #[inline]
    pub fn resize<T>(&mut self, size: u32, draw: impl FnOnce(&mut Source) -> T) -> T {
        let (outer, room) = (self.set_size(size), self.room);
        if size > outer {
            self.room = Room::UNLIMITED;
        }
        let value = draw(self);
        self.size = outer;
        if size > outer {
            self.room = room;
        }
        value
    }

    /// Sets the size and gives the one before it.
    #[inline]
    pub(crate) fn set_size(&mut self, size: u32) -> u32 {
        std::mem::replace(&mut self.size, size)
    }

    /// Draws one level deeper, unless that is too deep for any value that comes to an end.
    pub(crate) fn nested<T>(&mut self, draw: impl FnOnce(&mut Source) -> T) -> Option<T> {
        let outer = self.nesting;
        // Levels that lower the size come to an end by it.
        let level = if self.size < outer.size { 0 } else { outer.level + 1 };
        if level > MOST_LEVELS || outer.depth >= MOST_DEPTH {
            return None;
        }
        self.nesting = Nesting { size: self.size, level, depth: outer.depth + 1, ..outer };
        let value = draw(self);
        self.nesting = outer;
        Some(value)
    }

    /// Whether choices are made at random, and not by a tape, a walk or a fuzzer.
    pub(crate) fn is_random(&self) -> bool {
        self.mode != Mode::Fed
    }

    /// One level deeper in derived types, unless that is too deep for any value that comes to an
    /// end.
    #[inline]
    pub(crate) fn deepen(&mut self) -> bool {
        self.nesting.derived += 1;
        self.nesting.derived <= MOST_LEVELS
    }

    /// Back from [`Source::deepen`].
    #[inline]
    pub(crate) fn rise(&mut self) {
        self.nesting.derived -= 1;
    }

    #[inline]
    pub(crate) fn growth(&self) -> Growth {
        self.growth
    }

    #[inline]
    pub(crate) fn set_growth(&mut self, size: u32, growth: Growth) {
        self.size = size;
        self.growth = growth;
    }

    /// Returns whether the length of a collection depends on more than the size, or the watch counts it.
    #[inline]
    pub(crate) fn is_bounded(&self) -> bool {
        self.room.is_limited() || self.watch.is_some()
    }

    #[inline]
    pub(crate) fn room(&self) -> Room {
        self.room
    }

    #[inline]
    pub(crate) fn set_room(&mut self, room: Room) {
        self.room = room;
    }

    /// Takes so many units of the room that is left for collections in this one.
    #[inline]
    pub(crate) fn spend(&mut self, units: u64) {
        self.room.spend(units);
    }

    /// Calls `watch` while values are being made.
    pub(crate) fn set_watch(&mut self, watch: Watch) {
        self.watch = Some(Box::new(Watched { watch, ticks: 0 }));
    }

    /// Counts a collection whose length was drawn, for the watch.
    #[inline]
    pub(crate) fn tick(&mut self) {
        if let Some(watched) = &mut self.watch {
            watched.reserve(1);
        }
    }

    /// Draws the elements of a collection: `draw` is called for each, with the room that falls to it.
    #[inline]
    pub(crate) fn elements(&mut self, length: usize, mut draw: impl FnMut(&mut Source)) {
        // The parts of a recursive value share its own budget; only inside a collection they share room too.
        let mut shares = match self.growth.group != 0 && !self.room.is_limited() {
            true => self.room.keep(),
            false => self.room.share_out(self.size, length),
        };
        let mut left = length;
        while left > 0 {
            let reserved = self.watch.as_mut().map_or(left, |watched| watched.reserve(left));
            let then = left - reserved;
            while left > then {
                shares.next(&mut self.room, left);
                draw(self);
                left -= 1;
            }
        }
        shares.end(&mut self.room);
    }

    /// Whether choices are random and nothing is written down, so that a generator may make a run
    /// of like draws from the random stream itself.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.mode == Mode::Plain
    }

    /// The random stream of a plain source.
    #[inline]
    pub(crate) fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// A box for the value, if possible one that was given back before.
    #[inline(always)]
    pub(crate) fn boxed<T: 'static>(
        &mut self,
        value: T,
        give_back: impl FnOnce(T, &mut Source),
    ) -> Box<T> {
        match self.spares.take::<T>() {
            None => Box::new(value),
            Some(mut spare) => {
                give_back(std::mem::replace(&mut *spare, value), self);
                spare
            }
        }
    }

    /// Keeps a box for [`Source::boxed`].
    #[inline(always)]
    pub(crate) fn give_back<T: 'static>(&mut self, spare: Box<T>) {
        // Only plain sources are used again.
        if self.is_plain() {
            self.spares.put(spare);
        }
    }

    /// Marks the choices that `draw` makes as belonging together, as a thing of the kind `label`.
    /// Labels are only computed where there is a record.
    #[inline]
    pub(crate) fn span<T>(
        &mut self,
        label: impl FnOnce() -> u64,
        draw: impl FnOnce(&mut Source) -> T,
    ) -> T {
        if self.tracked.is_none() {
            return draw(self);
        }
        self.open(label());
        let value = draw(self);
        self.close();
        value
    }

    /// Opens a span that [`Source::close_span`] closes.
    #[inline]
    pub(crate) fn open_span(&mut self, label: impl FnOnce() -> u64) {
        if self.tracked.is_some() {
            self.open(label());
        }
    }

    /// Closes the span that was opened last.
    #[inline]
    pub(crate) fn close_span(&mut self) {
        if self.tracked.is_some() {
            self.close();
        }
    }

    /// Splits off a lane: a place for choices that are made later, elsewhere, or in an order that
    /// is not this source's business.
    pub(crate) fn lane(&mut self) -> Lane {
        self.lanes += 1;
        // Lanes of the main tape are numbered, so that their rows come in the order of the lanes.
        let name = match self.path {
            0 => u64::from(self.lanes),
            path => mix(path, u64::from(self.lanes)) | 1 << 63,
        };
        let seed = mix(self.seed, u64::from(self.lanes));
        let Some(tracked) = &mut self.tracked else {
            return Lane::plain(name, seed, self.size);
        };
        let given = match &mut tracked.feed {
            Feed::Replay(replay) => replay.lane(),
            // What a lane holds is drawn later, and is not near anything.
            Feed::Near(near) => near.replay.lane().and(None),
            Feed::Random | Feed::Feeder(_) => None,
        };
        tracked.write(Token::Lane(name));
        Lane::tracked(name, given, seed, self.size, tracked.rows.clone())
    }

    /// Draws a value near one of those drawn before, and adds it to them: where the source is
    /// random it is often made from the same choices, or from the same but for one.
    pub(crate) fn near<T>(
        &mut self,
        drawn: &mut Neighbours,
        draw: impl FnOnce(&mut Source) -> T,
    ) -> T {
        if self.mode == Mode::Fed {
            return draw(self);
        }
        let near = drawn.choose(&mut self.random);
        let feed = near.map_or(Feed::Random, |near| Feed::Near(Box::new(near)));
        let was_plain = self.mode == Mode::Plain;
        let (rows, size) = (Arc::default(), self.size);
        let blank = || Tracked::new(Feed::Random, rows, false, size);
        let tracked = self.tracked.get_or_insert_with(|| Box::new(blank()));
        tracked.feed = feed;
        let from = tracked.tokens.len();
        self.mode = Mode::Recorded;
        let recording = Recording { source: self, was_plain };
        let value = draw(recording.source);
        let tokens = recording.source.tracked.as_ref().map(|tracked| &tracked.tokens[from..]);
        drawn.drawn.push(tokens.unwrap_or_default().to_vec());
        value
    }

    /// Remembers this place of the tape, for [`Choices::retract`](crate::extend::Choices::retract).
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.tracked.as_ref().map_or(0, |tracked| tracked.tokens.len()))
    }

    /// Takes what was written since `mark` off the tape, in a span that is still open: it had no
    /// influence on the value.
    #[inline]
    pub(crate) fn retract(&mut self, mark: Mark) {
        if let Some(tracked) = &mut self.tracked {
            tracked.cut(mark.0);
        }
    }

    /// Takes what was written since `mark` off the tape, in a span that was closed last: it stays closed.
    pub(crate) fn retract_closed(&mut self, mark: Mark) {
        if let Some(tracked) = &mut self.tracked {
            tracked.cut(mark.0);
            tracked.write(Token::Close);
        }
    }

    /// Ends the run and gives what it decided; a plain source has nothing to give.
    pub(crate) fn finish(mut self) -> Finished {
        let Some(mut tracked) = self.tracked.take() else {
            return Finished { tape: Tape::default(), notes: Notes::default() };
        };
        tracked.close_all();
        let mut all = lock(&tracked.rows);
        let notes = all.notes.take().unwrap_or_default();
        let size = tracked.size;
        let tape = Tape { size, main: tracked.tokens, rows: all.recorded() };
        Finished { tape, notes }
    }

    pub(super) fn into_tokens(mut self) -> Vec<Token> {
        let Some(mut tracked) = self.tracked.take() else { return Vec::new() };
        tracked.close_all();
        tracked.tokens
    }

    /// Where a part of a run begins that may unwind.
    pub(crate) fn before_unwinding(&self) -> BeforeUnwinding {
        let depth = self.tracked.as_ref().map_or(0, |tracked| tracked.depth);
        let (size, nesting, growth, room) = (self.size, self.nesting, self.growth, self.room);
        BeforeUnwinding { size, nesting, growth, room, depth }
    }

    /// Makes this source usable again after that part unwound.
    pub(crate) fn after_unwinding(&mut self, before: BeforeUnwinding) {
        self.size = before.size;
        self.nesting = before.nesting;
        self.growth = before.growth;
        self.room = before.room;
        while self.tracked.as_ref().is_some_and(|tracked| tracked.depth > before.depth) {
            self.close();
        }
    }

    /// Changes the length that was drawn at `mark`, where fewer elements could be made.
    #[inline]
    pub(crate) fn amend_length(&mut self, mark: Mark, length: u64) {
        let Some(tracked) = &mut self.tracked else { return };
        if let Some(Token::Scalar(scalar)) = tracked.tokens.get_mut(mark.0) {
            *scalar = scalar.with_value(length);
            let amended = Token::Scalar(*scalar);
            tracked.tell_witness(|| Written::Replaced(mark.0, amended));
        }
    }

    #[cold]
    #[inline(never)]
    fn open(&mut self, label: u64) {
        if let Some(tracked) = &mut self.tracked {
            tracked.write(Token::Open(label));
            tracked.depth += 1;
            if let Some(replay) = tracked.feed.followed() {
                replay.open(label);
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn close(&mut self) {
        if let Some(tracked) = &mut self.tracked {
            tracked.write(Token::Close);
            tracked.depth -= 1;
            if let Some(replay) = tracked.feed.followed() {
                replay.close();
            }
        }
    }
}

impl Feed {
    /// The choices that are followed, if any are.
    fn followed(&mut self) -> Option<&mut Replay> {
        match self {
            Feed::Near(near) => Some(&mut near.replay),
            Feed::Replay(replay) => Some(replay),
            Feed::Random | Feed::Feeder(_) => None,
        }
    }

    fn scalar(&mut self, proposed: Scalar) -> Scalar {
        match self {
            Feed::Random => proposed,
            Feed::Near(near) => near.scalar(proposed),
            Feed::Replay(replay) => replay.scalar(proposed),
            Feed::Feeder(feeder) => lock(feeder).scalar(proposed),
        }
    }

    fn block(&mut self, proposed: Block) -> Block {
        match self {
            Feed::Random => proposed,
            Feed::Near(near) => near.block(proposed),
            Feed::Replay(replay) => replay.block(proposed),
            Feed::Feeder(feeder) => lock(feeder).block(proposed),
        }
    }
}

impl Tracked {
    fn new(feed: Feed, rows: Arc<Mutex<Rows>>, shows: bool, size: u32) -> Self {
        let (gate, witness) = (None, None);
        let (tokens, places) = (Vec::new(), Vec::new());
        let (decider, resampled) = (None, None);
        let depth = 0;
        Tracked {
            feed,
            tokens,
            depth,
            rows,
            shows,
            size,
            gate,
            gate_asked: false,
            is_candidate: false,
            witness,
            teller: None,
            tells_arguments: false,
            stack_guard: None,
            drawing: None,
            places,
            decider,
            resampled,
        }
    }

    #[inline]
    fn write(&mut self, token: Token) {
        // A look at the stack costs as much as some tokens do.
        if self.witness.is_some() || self.tokens.len().is_multiple_of(TOKENS_BETWEEN_LOOKS) {
            self.before_writing(&token);
        }
        self.tokens.push(token);
    }

    /// A run that unwound left its spans open.
    fn close_all(&mut self) {
        self.tokens.extend((0..self.depth).map(|_| Token::Close));
        self.depth = 0;
    }

    fn admit(&mut self) -> bool {
        let Some(gate) = self.gate.take() else { return true };
        self.gate_asked = true;
        let rest = match &self.feed {
            Feed::Replay(replay) => replay.rest(),
            _ => &[],
        };
        gate.borrow_mut().admit(&self.tokens, rest)
    }
}

/// A part of a random run that is written down although the run may not be; see [`Source::near`].
/// It ends when it is dropped, because a generator may unwind.
struct Recording<'a> {
    source: &'a mut Source,
    was_plain: bool,
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        if self.was_plain {
            self.source.mode = Mode::Plain;
            self.source.tracked = None;
        } else if let Some(tracked) = &mut self.source.tracked {
            tracked.feed = Feed::Random;
        }
    }
}
