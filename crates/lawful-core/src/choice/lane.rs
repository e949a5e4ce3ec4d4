//! Lanes: tapes beside the main one, whose rows are found by key and not by the order of draws.
//!
//! A generated function draws the answer for an argument when it is first asked for it. Were that
//! on the main tape, one call more or less would shift everything after it. So each row of a lane
//! has a stream and a record of its own, named by what it belongs to.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::replay::Replay;
use super::source::{Feed, Feeder, Source, Witness, Written};
use super::{mix, mix_bytes};
use lawful_data::Ordered;
use lawful_data::tape::{Kind, RowKey, Token};

/// A place for choices that are made later or elsewhere. It may be sent to other threads.
#[derive(Clone)]
pub struct Lane {
    name: u64,
    /// The name this lane has on the tape that is replayed, if it is there.
    given: Option<u64>,
    seed: u64,
    size: u32,
    /// Missing where nothing is recorded.
    rows: Option<Arc<Mutex<Rows>>>,
}

impl Lane {
    pub(super) fn plain(name: u64, seed: u64, size: u32) -> Self {
        Lane { name, given: None, seed, size, rows: None }
    }

    pub(super) fn tracked(
        name: u64,
        given: Option<u64>,
        seed: u64,
        size: u32,
        rows: Arc<Mutex<Rows>>,
    ) -> Self {
        Lane { name, given, seed, size, rows: Some(rows) }
    }

    /// Returns whether notes are wanted: the run is one that will be shown.
    pub fn shows(&self) -> bool {
        self.rows.as_ref().is_some_and(|rows| lock(rows).notes.is_some())
    }

    /// Notes, for the report, what a row stands for and what it gave.
    pub fn note(&self, row: u64, name: String, value: String) {
        let Some(rows) = &self.rows else { return };
        let rows = &mut *lock(rows);
        if let Some(notes) = &mut rows.notes {
            let key = RowKey { lane: self.name, row };
            if let Some(witness) = &rows.witness {
                witness(Written::Note(key, (name.clone(), value.clone())));
            }
            notes.insert(key, (name, value));
        }
    }

    /// Returns the notes of this lane's rows.
    pub fn notes(&self) -> Vec<(u64, (String, String))> {
        let Some(rows) = &self.rows else { return Vec::new() };
        let rows = lock(rows);
        let all = rows.notes.iter().flat_map(Ordered::iter);
        let own = all.filter(|(key, _)| key.lane == self.name);
        own.map(|(key, note)| (key.row, note.clone())).collect()
    }

    /// Draws the row `row`. The same row gives the same choices however often and in whatever
    /// order it is drawn.
    pub fn row<T>(&self, row: u64, draw: impl FnOnce(&mut Source) -> T) -> T {
        let seed = mix(self.seed, row);
        let Some(rows) = &self.rows else {
            return draw(&mut Source::from_seed(seed, self.size));
        };
        let key = RowKey { lane: self.name, row };
        let feed = lock(rows).feed(key, self.given);
        // The lock is free while the row is drawn: it may hold a function of its own.
        let path = mix(self.name, row);
        let source = Source::tracked(feed, rows.clone(), seed, self.size, path);
        let mut recording = Recording { rows, key, source: Some(source) };
        recording.source.as_mut().map(draw).expect("the source is taken when the row is recorded")
    }
}

/// The row that all others may fall back to.
pub const DEFAULT_ROW: u64 = 0;

impl Lane {
    /// Draws a row that may fall back to the default one: its first choice says whether it has
    /// choices of its own. A row that is missing from a tape therefore reads as the default.
    pub fn row_or_default<T>(&self, row: u64, draw: impl Fn(&mut Source) -> T) -> T {
        let own = self.row(row, |source| {
            let own = source.pick(2, |random| u64::from(!random.one_in(8))) == 1;
            own.then(|| draw(source))
        });
        own.unwrap_or_else(|| self.row(DEFAULT_ROW, &draw))
    }
}

/// The choices that a row has of its own, beside the one that says so.
pub(crate) fn own_choices(tokens: &[Token]) -> Option<&[Token]> {
    match tokens.split_first()? {
        (Token::Scalar(own), rest) if own.kind == Kind::Pick && own.magnitude == 1 => Some(rest),
        _ => None,
    }
}

/// Records a row when it is drawn, and also when drawing it unwinds: the choices made until then are
/// what a replay needs in order to fail the same way.
struct Recording<'a> {
    rows: &'a Mutex<Rows>,
    key: RowKey,
    source: Option<Source>,
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        if let Some(source) = self.source.take() {
            lock(self.rows).record(self.key, source.into_tokens());
        }
    }
}

/// The rows of all lanes of a run.
#[derive(Default)]
pub(super) struct Rows {
    given: Option<Ordered<RowKey, Vec<Token>>>,
    feeder: Option<Arc<Mutex<dyn Feeder + Send>>>,
    recorded: Ordered<RowKey, Vec<Token>>,
    /// What the rows stand for, in a run that will be shown.
    pub notes: Option<Notes>,
    /// Whether the run itself is shown.
    pub shows: bool,
    /// Whether it is that of a failure.
    pub reported: bool,
    /// Told which rows are drawn.
    pub witness: Option<Witness>,
}

/// What the rows of lanes stand for, and what they gave.
pub type Notes = Ordered<RowKey, (String, String)>;

impl Rows {
    pub fn given(rows: Ordered<RowKey, Vec<Token>>) -> Self {
        Rows { given: Some(rows), ..Rows::default() }
    }

    pub fn fed(feeder: Arc<Mutex<dyn Feeder + Send>>) -> Self {
        Rows { feeder: Some(feeder), ..Rows::default() }
    }

    fn feed(&self, key: RowKey, given_lane: Option<u64>) -> Feed {
        if let Some(seen) = self.recorded.get(&key) {
            return Feed::Replay(Replay::new(seen.clone()));
        }
        if let Some(feeder) = &self.feeder {
            return Feed::Feeder(feeder.clone());
        }
        let Some(given) = &self.given else { return Feed::Random };
        let row = given_lane.and_then(|lane| given.get(&RowKey { lane, row: key.row }));
        Feed::Replay(Replay::new(row.cloned().unwrap_or_default()))
    }

    fn record(&mut self, key: RowKey, tokens: Vec<Token>) {
        if let Some(witness) = &self.witness {
            witness(Written::Row(key, tokens.clone()));
        }
        self.recorded.entry_or(key, || tokens);
    }

    /// Every row that was drawn.
    pub fn recorded(&self) -> Ordered<RowKey, Vec<Token>> {
        self.recorded.clone()
    }
}

/// Names a row of a lane after a value: a digest that is the same on every platform and in every
/// run. Two values with one digest share a row, which keeps a generated function a function.
#[derive(Clone, Debug)]
pub struct KeyDigest(u64);

impl Default for KeyDigest {
    fn default() -> Self {
        KeyDigest(0x1f83_d9ab_fb41_bd6b)
    }
}

impl KeyDigest {
    /// Adds a word.
    pub fn word(&mut self, word: u64) {
        self.0 = mix(self.0, word);
    }

    /// Adds some bytes, with their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(mix_bytes(bytes));
    }

    /// The row that the value names.
    pub fn row(&self) -> u64 {
        self.0
    }
}

/// Locks, whether or not a panic happened elsewhere: a law may panic at any time, and the rows
/// drawn until then are the record of it.
pub(super) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
