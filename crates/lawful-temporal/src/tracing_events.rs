//! Events from `tracing`, of code that was not modified: a subscriber that turns events and spans into events of a law.
//!
//! ```
//! use lawful::temporal::tracing_events::{Kind, Tracing};
//!
//! #[derive(Debug, PartialEq)]
//! enum Event {
//!     Began { request: u64 },
//!     Sent { request: u64, bytes: usize },
//!     Ended { request: u64 },
//! }
//!
//! let tracing = Tracing::new(|record| {
//!     let request = record.in_span("request")?.get("id")?;
//!     match (record.kind(), record.message()) {
//!         (Kind::Opened, _) => Some(Event::Began { request }),
//!         (Kind::Event, Some("sent")) => Some(Event::Sent { request, bytes: record.get("bytes")? }),
//!         (Kind::Closed, _) => Some(Event::Ended { request }),
//!         _ => None,
//!     }
//! });
//!
//! // Code that knows nothing of laws.
//! fn serve(id: u64) {
//!     let _request = tracing::info_span!("request", id).entered();
//!     tracing::debug!(bytes = 512, "sent");
//! }
//!
//! let ((), trace) = tracing.record(|| serve(7));
//! let sent = Event::Sent { request: 7, bytes: 512 };
//! let expected = [&Event::Began { request: 7 }, &sent, &Event::Ended { request: 7 }];
//! assert_eq!(trace.events().collect::<Vec<_>>(), expected);
//! ```

use std::any::Any;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;

use tracing_core::dispatcher::{DefaultGuard, Dispatch, set_default};
use tracing_core::field::{Field, Visit};
use tracing_core::span::{Attributes, Current, Id};
use tracing_core::subscriber::{Interest, Subscriber};
pub use tracing_core::{Level, Metadata};

use crate::EventTrace;
use crate::emit::{Source, emit, listen};

/// Source of events that are made of what code says to `tracing`.
///
/// A function sees every [`Record`]: an event of `tracing`, or a moment in the life of a span. It returns the event of the
/// law that the record stands for, if any. The subscriber is that of one thread and one run. Threads that the code under
/// test spawns have it only if their closures are wrapped by [`inherit`](crate::inherit); the tasks of `pulse` all have it.
///
/// See [the module](self) for an example.
pub struct Tracing<E> {
    map: Arc<Map<E>>,
    filters: Vec<Arc<Filter>>,
}

type Map<E> = dyn Fn(&Record<'_>) -> Option<E> + Send + Sync;
type Filter = dyn Fn(&Metadata<'_>) -> bool + Send + Sync;

// A derive would ask for `E: Clone`.
impl<E> Clone for Tracing<E> {
    fn clone(&self) -> Self {
        Tracing { map: Arc::clone(&self.map), filters: self.filters.clone() }
    }
}

impl<E> fmt::Debug for Tracing<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Tracing").finish_non_exhaustive()
    }
}

impl<E: 'static> Tracing<E> {
    /// Makes events of records by a function, which returns `None` for those that a law is not about.
    pub fn new(map: impl Fn(&Record<'_>) -> Option<E> + Send + Sync + 'static) -> Self {
        Tracing { map: Arc::new(map), filters: Vec::new() }
    }

    /// Drops the events and spans whose metadata the function refuses.
    ///
    /// It is asked once for each place in the code, not for each record, so that what it refuses costs next to nothing.
    /// A span that is refused does not enclose anything either. Called twice, both functions have to agree.
    ///
    /// ```
    /// use lawful::temporal::Tracing;
    /// use lawful::temporal::tracing_events::Level;
    ///
    /// let messages = Tracing::new(|record| record.message().map(String::from))
    ///     .only(|metadata| *metadata.level() <= Level::INFO);
    /// let ((), trace) = messages.record(|| {
    ///     tracing::info!("seen");
    ///     tracing::debug!("not seen");
    /// });
    /// assert_eq!(trace.events().collect::<Vec<_>>(), ["seen"]);
    /// ```
    pub fn only(mut self, filter: impl Fn(&Metadata<'_>) -> bool + Send + Sync + 'static) -> Self {
        self.filters.push(Arc::new(filter));
        self
    }

    /// Runs plain code and records its events, those of [`event!`](crate::event!) included: see
    /// [`record`](crate::record()).
    ///
    /// ```
    /// use lawful::temporal::Tracing;
    ///
    /// let squares = Tracing::new(|record| record.get::<u32>("square"));
    /// let (sum, trace) = squares.record(|| {
    ///     (1..=3).inspect(|n| tracing::info!(square = n * n)).sum::<u32>()
    /// });
    /// assert_eq!(sum, 6);
    /// assert_eq!(trace.events().collect::<Vec<_>>(), [&1, &4, &9]);
    /// ```
    pub fn record<T>(&self, body: impl FnOnce() -> T) -> (T, EventTrace<E>)
    where
        E: Send,
    {
        crate::record(|| {
            let _subscribed = self.subscribe(None);
            body()
        })
    }

    /// Makes a subscriber that of this thread, with spans numbered from 1.
    fn subscribe(&self, task: Option<fn() -> u64>) -> DefaultGuard {
        let Tracing { map, filters } = self.clone();
        set_default(&Dispatch::new(Collector { map, filters, task, state: Mutex::default() }))
    }
}

impl<E: 'static> Source<E> for Tracing<E> {
    fn install(&self, sink: Rc<dyn Fn(E)>, task: Option<fn() -> u64>) -> Box<dyn Any> {
        let listening = listen(move |event, _| sink(event));
        // In a tuple the first is dropped first: there is a listener for as long as there are events.
        Box::new((self.subscribe(task), listening))
    }
}

/// Something that code said to `tracing`: an event, or a moment in the life of a span.
pub struct Record<'a> {
    kind: Kind,
    metadata: &'static Metadata<'static>,
    /// Fields of an event. Those of a span are in the span.
    fields: Fields,
    /// Spans around it, the innermost one first, as soon as they are known.
    spans: OnceCell<Vec<Span>>,
    finds_spans: &'a dyn Fn() -> Vec<Span>,
}

/// Kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// An event of `tracing`: `info!(..)`.
    Event,
    /// A span was made: `info_span!(..)`.
    Opened,
    /// A span was entered, perhaps not for the first time.
    Entered,
    /// A span was left, perhaps to be entered again.
    Exited,
    /// The last handle to a span was dropped.
    Closed,
}

impl Record<'_> {
    /// Returns the kind of the record.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Name of the span, or `event file:line` of an event without a name of its own.
    pub fn name(&self) -> &'static str {
        self.metadata.name()
    }

    /// Target: the path of the module, unless the code says another one.
    pub fn target(&self) -> &'static str {
        self.metadata.target()
    }

    /// Level of the event or of the span.
    pub fn level(&self) -> Level {
        *self.metadata.level()
    }

    /// Message of the event: its text without the fields.
    pub fn message(&self) -> Option<&str> {
        self.get("message")
    }

    /// Returns a field of the event, or of the span that the record is about, if it has one of that name and type.
    ///
    /// Numbers become numbers of any type that they fit in. Values that were given as `?value` or `%value` are text, and
    /// text is parsed where a number, a truth value or a letter is asked for.
    ///
    /// ```
    /// use lawful::temporal::Tracing;
    /// use std::net::Ipv4Addr;
    ///
    /// let tracing = Tracing::new(|record| {
    ///     let (from, bytes): (String, u16) = (record.get("from")?, record.get("bytes")?);
    ///     Some((from, bytes))
    /// });
    /// let ((), trace) = tracing.record(|| {
    ///     tracing::info!(from = %Ipv4Addr::LOCALHOST, bytes = 20, "received");
    ///     tracing::info!(from = ?"a peer", bytes = 70_000, "too many for its type");
    /// });
    /// assert_eq!(trace.events().collect::<Vec<_>>(), [&("127.0.0.1".to_string(), 20)]);
    /// ```
    pub fn get<'r, T: FromField<'r>>(&'r self, field: &str) -> Option<T> {
        T::from_field(self.fields().get(field)?)
    }

    /// Returns a field as [`get`](Record::get) does, or else that of the innermost enclosing span that has it.
    pub fn find<'r, T: FromField<'r>>(&'r self, field: &str) -> Option<T> {
        let enclosing = || self.spans().iter().find_map(|span| span.data.fields.get(field));
        T::from_field(self.fields().get(field).or_else(enclosing)?)
    }

    /// Returns a field of a type that is parsed from its text, such as one that was given as `%id`.
    pub fn parse<T: FromStr>(&self, field: &str) -> Option<T> {
        self.get::<String>(field)?.parse().ok()
    }

    /// Returns the names and values of the fields of the event, or of the span that the record is about.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &FieldValue)> {
        self.fields().0.iter().map(|(name, value)| (*name, value))
    }

    /// Returns the span that the record is about, or for an event the span that it is in.
    pub fn span(&self) -> Option<&Span> {
        self.spans().first()
    }

    /// Returns the innermost span of a name: the one that the record is about, or one that encloses it.
    pub fn in_span(&self, name: &str) -> Option<&Span> {
        self.spans().iter().find(|span| span.name() == name)
    }

    /// Returns the span of [`span`](Record::span) and those that enclose it, the outermost one last.
    pub fn spans(&self) -> &[Span] {
        self.spans.get_or_init(|| (self.finds_spans)())
    }

    fn fields(&self) -> &Fields {
        match (self.kind, self.span()) {
            (Kind::Event, _) | (_, None) => &self.fields,
            (_, Some(span)) => &span.data.fields,
        }
    }
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Record");
        out.field("kind", &self.kind).field("name", &self.name());
        out.field("fields", self.fields()).field("spans", &self.spans()).finish()
    }
}

/// A span that a record is about or in, with the fields that it has at that moment.
#[derive(Clone)]
pub struct Span {
    data: Arc<SpanData>,
}

impl Span {
    /// Number of the span in its run, from 1, in the order in which spans were made. Numbers are not used again.
    pub fn number(&self) -> u64 {
        self.data.number
    }

    /// Name of the span.
    pub fn name(&self) -> &'static str {
        self.data.metadata.name()
    }

    /// Target of the span: the path of its module, unless the code says another one.
    pub fn target(&self) -> &'static str {
        self.data.metadata.target()
    }

    /// Returns a field of the span: see [`Record::get`].
    pub fn get<'r, T: FromField<'r>>(&'r self, field: &str) -> Option<T> {
        T::from_field(self.data.fields.get(field)?)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("Span");
        out.field("number", &self.number()).field("name", &self.name());
        out.field("fields", &self.data.fields).finish()
    }
}

/// Value of a field, as `tracing` gives it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FieldValue {
    /// A truth value.
    Bool(bool),
    /// An integer of any type.
    Integer(i128),
    /// An integer above the range of `i128`.
    Large(u128),
    /// A number with a fraction.
    Float(f64),
    /// A string, or the text of a value that was given as `?value` or `%value`.
    Text(String),
}

impl fmt::Display for FieldValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldValue::Bool(value) => value.fmt(out),
            FieldValue::Integer(value) => value.fmt(out),
            FieldValue::Large(value) => value.fmt(out),
            FieldValue::Float(value) => value.fmt(out),
            FieldValue::Text(value) => value.fmt(out),
        }
    }
}

/// A type that fields can have: numbers, `bool`, `char`, `String` and `&str`.
#[diagnostic::on_unimplemented(
    message = "a field of `tracing` cannot be read as `{Self}`",
    note = "read it as a number, `bool`, `char`, `String` or `&str`, or parse its text with `Record::parse`"
)]
pub trait FromField<'r>: Sized {
    /// Makes a value of a field, if it has a fitting one.
    fn from_field(value: &'r FieldValue) -> Option<Self>;
}

macro_rules! integers_from_fields {
    ($($integer:ty)*) => {$(
        impl FromField<'_> for $integer {
            fn from_field(value: &FieldValue) -> Option<Self> {
                match value {
                    FieldValue::Integer(value) => (*value).try_into().ok(),
                    FieldValue::Large(value) => (*value).try_into().ok(),
                    FieldValue::Text(text) => text.parse().ok(),
                    _ => None,
                }
            }
        }
    )*};
}

integers_from_fields!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats_from_fields {
    ($($float:ty)*) => {$(
        impl FromField<'_> for $float {
            fn from_field(value: &FieldValue) -> Option<Self> {
                match value {
                    FieldValue::Float(value) => Some(*value as $float),
                    FieldValue::Integer(value) => Some(*value as $float),
                    FieldValue::Large(value) => Some(*value as $float),
                    FieldValue::Text(text) => text.parse().ok(),
                    FieldValue::Bool(_) => None,
                }
            }
        }
    )*};
}

floats_from_fields!(f32 f64);

impl FromField<'_> for bool {
    fn from_field(value: &FieldValue) -> Option<Self> {
        match value {
            FieldValue::Bool(value) => Some(*value),
            FieldValue::Text(text) => text.parse().ok(),
            _ => None,
        }
    }
}

impl FromField<'_> for char {
    fn from_field(value: &FieldValue) -> Option<Self> {
        let FieldValue::Text(text) = value else { return None };
        // `?letter` has quotes.
        let quoted = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
        quoted.unwrap_or(text).parse().ok()
    }
}

impl<'r> FromField<'r> for &'r str {
    fn from_field(value: &'r FieldValue) -> Option<Self> {
        if let FieldValue::Text(text) = value { Some(text) } else { None }
    }
}

impl FromField<'_> for String {
    fn from_field(value: &FieldValue) -> Option<Self> {
        Some(value.to_string())
    }
}

/// Names and values of fields, in their order.
#[derive(Clone, Debug, Default)]
struct Fields(Vec<(&'static str, FieldValue)>);

impl Fields {
    fn get(&self, name: &str) -> Option<&FieldValue> {
        self.0.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Sets a field. One that is recorded a second time has its new value.
    fn set(&mut self, name: &'static str, value: FieldValue) {
        match self.0.iter_mut().find(|(other, _)| *other == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.set(field.name(), FieldValue::Text(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.set(field.name(), FieldValue::Text(value.to_string()));
    }

    fn record_error(&mut self, field: &Field, value: &(dyn std::error::Error + 'static)) {
        self.set(field.name(), FieldValue::Text(value.to_string()));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field.name(), FieldValue::Bool(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set(field.name(), FieldValue::Float(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.record_i128(field, value.into());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.record_i128(field, value.into());
    }

    fn record_i128(&mut self, field: &Field, value: i128) {
        self.set(field.name(), FieldValue::Integer(value));
    }

    fn record_u128(&mut self, field: &Field, value: u128) {
        let value = i128::try_from(value).map_or(FieldValue::Large(value), FieldValue::Integer);
        self.set(field.name(), value);
    }
}

/// Facts about a span.
#[derive(Clone)]
struct SpanData {
    number: u64,
    metadata: &'static Metadata<'static>,
    fields: Fields,
    parent: Option<u64>,
}

/// A span that is open, or that encloses one that is.
struct Open {
    data: Arc<SpanData>,
    /// Number of handles to it; none once it is closed.
    handles: usize,
    /// Number of spans in this table that it encloses directly. Their records show it, so it stays until they are gone.
    children: usize,
}

/// Spans of a run.
#[derive(Default)]
struct State {
    spans: BTreeMap<u64, Open>,
    last_number: u64,
    /// Spans that were entered and not left, by thread and task. The keys are only ever looked up: a thread's id is
    /// another one in each process.
    entered: HashMap<(ThreadId, u64), Vec<u64>>,
}

impl State {
    /// A span and those that enclose it.
    fn chain(&self, innermost: Option<u64>) -> Vec<Span> {
        let open = |number: Option<u64>| self.spans.get(&number?);
        std::iter::successors(open(innermost), |span| open(span.data.parent))
            .map(|span| Span { data: Arc::clone(&span.data) })
            .collect()
    }

    /// Removes a span that is closed and encloses nothing, and those around it of which the same is true then.
    fn remove_closed(&mut self, number: u64) {
        let mut next = Some(number);
        while let Some(number) = next {
            let is_over = |span: &Open| span.handles == 0 && span.children == 0;
            if !self.spans.get(&number).is_some_and(is_over) {
                return;
            }
            next = self.spans.remove(&number).and_then(|span| span.data.parent);
            if let Some(parent) = next.and_then(|parent| self.spans.get_mut(&parent)) {
                parent.children -= 1;
            }
        }
    }
}

/// The subscriber of one run.
///
/// Nothing of the code under test or of the law runs while `state` is locked: neither `Debug` of a field, nor the map, nor
/// the sink, which may unwind to end the run.
struct Collector<E> {
    map: Arc<Map<E>>,
    filters: Vec<Arc<Filter>>,
    task: Option<fn() -> u64>,
    state: Mutex<State>,
}

/// The span that encloses something, as `tracing` gives it.
enum Parent {
    Root,
    Span(u64),
    /// The one that was entered last.
    Current,
}

impl Parent {
    fn new(is_root: bool, parent: Option<&Id>) -> Self {
        match parent {
            _ if is_root => Parent::Root,
            Some(id) => Parent::Span(id.into_u64()),
            None => Parent::Current,
        }
    }
}

impl<E: 'static> Collector<E> {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn admits(&self, metadata: &Metadata<'_>) -> bool {
        self.filters.iter().all(|filter| filter(metadata))
    }

    /// Key of the stack of entered spans. Under a scheduler all tasks share one thread.
    fn stack_key(&self) -> (ThreadId, u64) {
        (std::thread::current().id(), self.task.map_or(0, |task| task()))
    }

    fn number_of(&self, parent: Parent) -> Option<u64> {
        match parent {
            Parent::Root => None,
            Parent::Span(number) => Some(number),
            Parent::Current => {
                let key = self.stack_key();
                self.state().entered.get(&key)?.last().copied()
            }
        }
    }

    /// Hands the event that a record stands for to the listener of this thread, if it stands for one.
    fn tell(&self, record: &Record<'_>) {
        if let Some(event) = (self.map)(record) {
            emit(|| event);
        }
    }

    fn tell_of_span(&self, kind: Kind, spans: Vec<Span>) {
        let Some(span) = spans.first() else { return };
        let metadata = span.data.metadata;
        let (fields, finds_spans) = (Fields::default(), &Vec::new);
        self.tell(&Record { kind, metadata, fields, spans: OnceCell::from(spans), finds_spans });
    }
}

impl<E: 'static> Subscriber for Collector<E> {
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        // `tracing` holds a lock here that a panic would poison for the whole process. `enabled` asks again, and panics
        // where no lock is held.
        match catch_unwind(AssertUnwindSafe(|| self.admits(metadata))) {
            Ok(true) => Interest::always(),
            Ok(false) => Interest::never(),
            Err(_) => Interest::sometimes(),
        }
    }

    /// Asked only where subscribers of several threads disagree.
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.admits(metadata)
    }

    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let parent = Parent::new(attributes.is_root(), attributes.parent());
        let (parent, metadata) = (self.number_of(parent), attributes.metadata());
        let mut state = self.state();
        state.last_number += 1;
        let number = state.last_number;
        // A parent of which no record is known cannot be shown.
        let parent = parent.filter(|parent| state.spans.contains_key(parent));
        if let Some(parent) = parent.and_then(|parent| state.spans.get_mut(&parent)) {
            parent.children += 1;
        }
        let data = Arc::new(SpanData { number, metadata, fields, parent });
        state.spans.insert(number, Open { data, handles: 1, children: 0 });
        let spans = state.chain(Some(number));
        drop(state);
        self.tell_of_span(Kind::Opened, spans);
        Id::from_u64(number)
    }

    fn record(&self, id: &Id, values: &tracing_core::span::Record<'_>) {
        let mut fields = Fields::default();
        values.record(&mut fields);
        if let Some(span) = self.state().spans.get_mut(&id.into_u64()) {
            // Copied only where a record has kept it.
            let data = Arc::make_mut(&mut span.data);
            fields.0.into_iter().for_each(|(name, value)| data.fields.set(name, value));
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing_core::Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        // Most records are judged by their fields: the spans are looked up when the map asks for them.
        let finds_spans = || {
            let innermost = self.number_of(Parent::new(event.is_root(), event.parent()));
            self.state().chain(innermost)
        };
        self.tell(&Record {
            kind: Kind::Event,
            metadata: event.metadata(),
            fields,
            spans: OnceCell::new(),
            finds_spans: &finds_spans,
        });
    }

    fn enter(&self, id: &Id) {
        let (key, number) = (self.stack_key(), id.into_u64());
        let mut state = self.state();
        state.entered.entry(key).or_default().push(number);
        let spans = state.chain(Some(number));
        drop(state);
        self.tell_of_span(Kind::Entered, spans);
    }

    fn exit(&self, id: &Id) {
        let (key, number) = (self.stack_key(), id.into_u64());
        let mut state = self.state();
        if let Some(stack) = state.entered.get_mut(&key) {
            // Spans may be left in another order than they were entered in.
            if let Some(at) = stack.iter().rposition(|entered| *entered == number) {
                stack.remove(at);
            }
            if stack.is_empty() {
                state.entered.remove(&key);
            }
        }
        let spans = state.chain(Some(number));
        drop(state);
        self.tell_of_span(Kind::Exited, spans);
    }

    fn clone_span(&self, id: &Id) -> Id {
        if let Some(span) = self.state().spans.get_mut(&id.into_u64()) {
            span.handles += 1;
        }
        id.clone()
    }

    fn try_close(&self, id: Id) -> bool {
        let number = id.into_u64();
        let mut state = self.state();
        let Some(span) = state.spans.get_mut(&number).filter(|span| span.handles > 0) else {
            return false;
        };
        span.handles -= 1;
        if span.handles > 0 {
            return false;
        }
        let spans = state.chain(Some(number));
        state.remove_closed(number);
        drop(state);
        self.tell_of_span(Kind::Closed, spans);
        true
    }

    fn current_span(&self) -> Current {
        let key = self.stack_key();
        let state = self.state();
        let number = state.entered.get(&key).and_then(|stack| stack.last().copied());
        let span = number.and_then(|number| state.spans.get(&number));
        span.map_or_else(Current::none, |span| {
            Current::new(Id::from_u64(span.data.number), span.data.metadata)
        })
    }
}
