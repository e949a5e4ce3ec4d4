//! Events as a program emits them, and listeners to which they are handed.
//!
//! A program says `event!(Sent { id })`. Without the feature `laws` that is nothing at all. With it, a thread has a stack
//! of listeners, each for the events of one type:
//!
//! ```text
//! event!(Sent { .. }) ─► is any listener on this thread? ─no─► done, a few instructions
//!                                    │yes
//!                                    ▼
//!                        innermost listener of `Sent`? ─none─► done, the event is not made
//!                                    │
//!                                    ▼
//!                        is its sink running? ─yes─► wait in its queue until it returns
//!                                    │no
//!                                    ▼
//!                              sink(event, place)
//! ```

#[cfg(feature = "laws")]
pub use listening::record;
#[cfg(feature = "laws")]
#[allow(unused_imports, reason = "formulas alone have no source of events")]
pub(crate) use listening::{Listening, Source, listen, listen_on_all};

/// Emits an event: hands it to the innermost law or recording on this thread that listens to events of its type.
///
/// It is for programs, not only for tests. Unless a dependency of tests switches on the feature `laws` of
/// `lawful-temporal`, it is checked by the compiler and compiles to nothing. Where no one listens, the expression is not
/// evaluated, so it must not do anything that the program relies on. The expression is the body of a closure: `?`,
/// `return` and `.await` have to come before it, and what it moves is moved whether or not the event is made.
///
/// Events are handed over on the thread that emits them. A thread that the code under test spawns has no listeners,
/// unless its closure is wrapped by [`inherit`](crate::inherit).
///
/// ```
/// use lawful::temporal::{event, record};
///
/// #[derive(Debug, PartialEq)]
/// enum Door {
///     Opened,
///     Closed { after: u32 },
/// }
///
/// fn walk_through(steps: u32) {
///     event!(Door::Opened);
///     event!(Door::Closed { after: steps });
/// }
///
/// // There is no listener: nothing happens.
/// walk_through(1);
/// let ((), trace) = record::<Door, _>(|| walk_through(3));
/// assert_eq!(trace.events().collect::<Vec<_>>(), [&Door::Opened, &Door::Closed { after: 3 }]);
/// ```
#[macro_export]
macro_rules! event {
    ($event:expr $(,)?) => {
        $crate::emit::emit(|| $event)
    };
}

/// Emits the event that the closure makes, at the place of the caller. See [`event!`](crate::event!).
#[cfg(not(feature = "laws"))]
#[inline(always)]
pub fn emit<E: 'static>(_: impl FnOnce() -> E) {}

/// Returns the closure unchanged. With the feature `laws`, hands events of its thread to the recording of this one.
#[cfg(not(feature = "laws"))]
#[inline(always)]
pub fn inherit<T>(body: impl FnOnce() -> T) -> impl FnOnce() -> T {
    body
}

/// Emits the event that the closure makes, at the place of the caller. See [`event!`](crate::event!).
#[cfg(feature = "laws")]
#[inline(always)]
#[track_caller]
pub fn emit<E: 'static>(make: impl FnOnce() -> E) {
    if listening::is_anyone_there() {
        listening::hand_over(make, std::panic::Location::caller());
    }
}

/// Makes a closure for another thread that takes the recordings of this thread there.
///
/// Listeners belong to a thread, so the events of a thread that the code under test spawns are lost, unless the closure
/// that is spawned is wrapped by this. They then arrive at the recordings that are open on this thread now, in the order
/// in which they happen to arrive. Events that come after a recording is over are dropped. With the feature `tracing`, the
/// current subscriber of `tracing` goes to the other thread as well.
///
/// Tasks of `pulse` share a thread and need no wrapping. Programs may use it: without the feature `laws` it returns the
/// closure as it is.
///
/// ```
/// use lawful::temporal::{event, inherit, record};
/// use std::thread;
///
/// struct Worked(u32);
///
/// let ((), trace) = record::<Worked, _>(|| {
///     thread::spawn(inherit(|| event!(Worked(1)))).join().unwrap();
///     // This one is lost.
///     thread::spawn(|| event!(Worked(2))).join().unwrap();
///     event!(Worked(3));
/// });
/// assert_eq!(trace.events().map(|worked| worked.0).collect::<Vec<_>>(), [1, 3]);
/// ```
#[cfg(feature = "laws")]
pub fn inherit<T>(body: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let heirs = listening::heirs();
    let origin = std::thread::current().id();
    #[cfg(feature = "tracing")]
    let dispatch = tracing_core::dispatcher::get_default(Clone::clone);
    move || {
        // Tasks of a scheduler run on the thread that spawned them, where all is in place.
        if std::thread::current().id() == origin {
            return body();
        }
        let _listening: Vec<Listening> = heirs.iter().map(|heir| heir()).collect();
        #[cfg(feature = "tracing")]
        let _dispatching = (!dispatch.is::<tracing_core::subscriber::NoSubscriber>())
            .then(|| tracing_core::dispatcher::set_default(&dispatch));
        body()
    }
}

#[cfg(feature = "laws")]
mod listening {
    use std::any::{Any, TypeId};
    use std::cell::{Cell, RefCell};
    use std::collections::VecDeque;
    use std::marker::PhantomData;
    use std::panic::Location;
    use std::rc::Rc;
    use std::sync::{Arc, Mutex, PoisonError};
    use std::time::Instant;

    use crate::{EventTrace, Stamp};

    type Place = &'static Location<'static>;

    /// Installs a listener on another thread that has the same sink as one on this thread.
    pub(super) type Heir = Arc<dyn Fn() -> Listening + Send + Sync>;

    /// Listeners of a thread, the innermost one last.
    #[derive(Default)]
    struct Listeners {
        stack: Vec<Installed>,
        last_id: u64,
    }

    /// A listener on the stack of its thread.
    struct Installed {
        id: u64,
        event: TypeId,
        /// A [`Listener`] of that type of event.
        listener: Rc<dyn Any>,
        heir: Option<Heir>,
    }

    /// A sink, and the events that wait for it.
    struct Listener<E> {
        sink: Box<dyn Fn(E, Place)>,
        is_running: Cell<bool>,
        waiting: RefCell<VecDeque<(E, Place)>>,
    }

    thread_local! {
        /// Number of listeners. It is apart from them, since a cell without a destructor is read in one instruction.
        static COUNT: Cell<usize> = const { Cell::new(0) };
        static LISTENERS: RefCell<Listeners> =
            const { RefCell::new(Listeners { stack: Vec::new(), last_id: 0 }) };
    }

    #[inline(always)]
    pub(super) fn is_anyone_there() -> bool {
        COUNT.get() != 0
    }

    /// Makes an event if there is a listener for its type, and hands it to the innermost one.
    // Apart from the check, so that only the check is inlined into the program.
    #[cold]
    #[inline(never)]
    pub(super) fn hand_over<E: 'static>(make: impl FnOnce() -> E, place: Place) {
        let innermost = |listeners: &RefCell<Listeners>| {
            let listeners = listeners.borrow();
            let mut installed = listeners.stack.iter().rev();
            installed.find(|one| one.event == TypeId::of::<E>()).map(|one| Rc::clone(&one.listener))
        };
        // A destructor of a thread-local may emit events when the listeners are gone already.
        let Ok(Some(listener)) = LISTENERS.try_with(innermost) else { return };
        // The stack is no longer borrowed: both the expression and the sink may emit and listen.
        let listener = listener.downcast_ref::<Listener<E>>();
        listener.expect("listeners are found by the type of their events").deliver(make(), place);
    }

    impl<E> Listener<E> {
        /// Calls the sink, or leaves the event to the call that is running: a sink may hold a monitor borrowed, and code
        /// that the monitor calls may emit.
        fn deliver(&self, event: E, place: Place) {
            if self.is_running.replace(true) {
                self.waiting.borrow_mut().push_back((event, place));
                return;
            }
            let _running = Running(self);
            let mut next = Some((event, place));
            while let Some((event, place)) = next {
                (self.sink)(event, place);
                next = self.waiting.borrow_mut().pop_front();
            }
        }
    }

    /// Ends the call of a sink, also where it unwinds.
    struct Running<'a, E>(&'a Listener<E>);

    impl<E> Drop for Running<'_, E> {
        fn drop(&mut self) {
            self.0.is_running.set(false);
            // Only a sink that unwinds leaves events behind. They are dropped when nothing is borrowed.
            if !self.0.waiting.borrow().is_empty() {
                let left = self.0.waiting.take();
                drop(left);
            }
        }
    }

    /// A listener that is installed on this thread until this is dropped.
    #[must_use]
    pub(crate) struct Listening {
        id: u64,
        /// The stack that it is on is that of its thread.
        on_this_thread: PhantomData<*const ()>,
    }

    impl Drop for Listening {
        fn drop(&mut self) {
            let remove = |listeners: &RefCell<Listeners>| {
                let stack = &mut listeners.borrow_mut().stack;
                let at = stack.iter().rposition(|one| one.id == self.id)?;
                COUNT.set(COUNT.get() - 1);
                Some(stack.remove(at))
            };
            // What a sink owns is dropped after the borrow, since its destructor may emit.
            let removed = LISTENERS.try_with(remove);
            drop(removed);
        }
    }

    /// Hands events of a type that are emitted on this thread to a sink, until the guard is dropped.
    ///
    /// Guards may be dropped in any order, also while the thread unwinds. A sink is not called again before it has
    /// returned: events that it emits itself are handed to it afterwards. It may unwind, to end a run, unless the thread is
    /// panicking: destructors emit events too.
    #[allow(
        dead_code,
        reason = "used by laws over runs and by `tracing`, each of which is a feature"
    )]
    pub(crate) fn listen<E: 'static>(sink: impl Fn(E, Place) + 'static) -> Listening {
        install(Box::new(sink), None)
    }

    /// Hands events of a type to a sink as [`listen`] does, those of threads whose closure is wrapped by
    /// [`inherit`](super::inherit) included.
    pub(crate) fn listen_on_all<E: 'static>(
        sink: impl Fn(E, Place) + Send + Sync + 'static,
    ) -> Listening {
        fn share<E: 'static>(sink: Arc<impl Fn(E, Place) + Send + Sync + 'static>) -> Listening {
            let inherited = Arc::clone(&sink);
            let heir: Heir = Arc::new(move || share(Arc::clone(&inherited)));
            install(Box::new(move |event, place| sink(event, place)), Some(heir))
        }
        share(Arc::new(sink))
    }

    fn install<E: 'static>(sink: Box<dyn Fn(E, Place)>, heir: Option<Heir>) -> Listening {
        let waiting = RefCell::default();
        let listener: Rc<dyn Any> =
            Rc::new(Listener { sink, is_running: Cell::new(false), waiting });
        LISTENERS.with_borrow_mut(|listeners| {
            listeners.last_id += 1;
            let (id, event) = (listeners.last_id, TypeId::of::<E>());
            listeners.stack.push(Installed { id, event, listener, heir });
            COUNT.set(COUNT.get() + 1);
            Listening { id, on_this_thread: PhantomData }
        })
    }

    /// The listeners of this thread that other threads can have too, the innermost one last.
    pub(super) fn heirs() -> Vec<Heir> {
        let heirs = |listeners: &RefCell<Listeners>| {
            listeners.borrow().stack.iter().filter_map(|one| one.heir.clone()).collect()
        };
        LISTENERS.try_with(heirs).unwrap_or_default()
    }

    /// Code or a stream from which a law takes its events.
    #[allow(
        dead_code,
        reason = "used by laws over runs and by `tracing`, each of which is a feature"
    )]
    pub(crate) trait Source<E> {
        /// Hands the events of a run to a sink, until the guard is dropped: those of the source, and those that are
        /// emitted on this thread by `event!`. `task` gives the number of the current task, where several share a thread.
        fn install(&self, sink: Rc<dyn Fn(E)>, task: Option<fn() -> u64>) -> Box<dyn Any>;
    }

    /// Runs plain code and records its events of one type: `record::<Event, _>(|| ..)`.
    ///
    /// Time is real time since the call, and every event counts as a round. The trace ends when the body returns.
    /// Events of threads that the body spawns are in it only if their closures are wrapped by [`inherit`](crate::inherit).
    /// A panic of the body goes on to the caller.
    ///
    /// ```
    /// use lawful::temporal::{event, record};
    ///
    /// #[derive(Debug, PartialEq)]
    /// struct Halved(u32);
    ///
    /// fn halvings(mut number: u32) -> u32 {
    ///     let mut count = 0;
    ///     while number % 2 == 0 {
    ///         number /= 2;
    ///         count += 1;
    ///         event!(Halved(number));
    ///     }
    ///     count
    /// }
    ///
    /// let (count, trace) = record::<Halved, _>(|| halvings(12));
    /// assert_eq!(count, 2);
    /// assert_eq!(trace.events().collect::<Vec<_>>(), [&Halved(6), &Halved(3)]);
    /// ```
    pub fn record<E: Send + 'static, T>(body: impl FnOnce() -> T) -> (T, EventTrace<E>) {
        let start = Instant::now();
        // It is taken out at the end: a thread that is still running finds no recording then.
        let recording = Arc::new(Mutex::new(Some(EventTrace::default())));
        let sink = {
            let recording = Arc::clone(&recording);
            move |event: E, _: Place| {
                let mut recording = recording.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(trace) = &mut *recording else { return };
                // Read while the lock is held, so that time is in order.
                let at = Stamp { time: start.elapsed(), round: trace.len() as u64 };
                trace.push(event, at, None);
            }
        };
        let listening = listen_on_all(sink);
        let result = body();
        drop(listening);
        let trace = recording.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut trace = trace.expect("only the end takes the trace");
        trace.end.time = start.elapsed();
        (result, trace)
    }
}

#[cfg(all(test, feature = "laws"))]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::rc::Rc;

    use super::listen;

    /// Events of two types.
    #[derive(Debug, PartialEq)]
    struct Number(u32);
    struct Letter(char);

    type Heard = Rc<RefCell<Vec<u32>>>;

    fn heard_by(sink: &Heard) -> super::Listening {
        let heard = Rc::clone(sink);
        listen(move |Number(number), _| heard.borrow_mut().push(number))
    }

    #[test]
    fn the_innermost_listener_of_the_type_hears_whatever_the_order_of_the_guards() {
        let (outer, inner) = (Heard::default(), Heard::default());
        let first = heard_by(&outer);
        event!(Number(1));
        let second = heard_by(&inner);
        let letters = Rc::new(Cell::new(' '));
        let other = {
            let letters = Rc::clone(&letters);
            listen(move |Letter(letter), _| letters.set(letter))
        };
        event!(Number(2));
        event!(Letter('a'));
        drop(first);
        event!(Number(3));
        drop(second);
        event!(Number(4));
        event!(Letter('b'));
        drop(other);
        event!(Letter('c'));
        assert_eq!((outer.take(), inner.take(), letters.get()), (vec![1], vec![2, 3], 'b'));
    }

    #[test]
    fn an_event_that_no_listener_hears_is_not_made() {
        let made = Cell::new(0);
        let make = || {
            made.set(made.get() + 1);
            Number(made.get())
        };
        event!(make());
        let letters = listen(|_: Letter, _| {});
        event!(make());
        drop(letters);
        assert_eq!(made.get(), 0);
        let heard = Heard::default();
        let _listening = heard_by(&heard);
        event!(make());
        assert_eq!((made.get(), heard.take()), (1, vec![1]));
    }

    #[test]
    fn events_come_with_the_place_of_the_macro() {
        let lines = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&lines);
        let _listening = listen(move |Number(_), place| {
            heard.borrow_mut().push((place.file(), place.line()));
        });
        let first = line!() + 1;
        event!(Number(1));
        event!(Number(2));
        assert_eq!(lines.take(), [(file!(), first), (file!(), first + 1)]);
    }

    #[test]
    fn a_sink_gets_the_events_that_it_emits_after_it_has_returned() {
        let log = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&log);
        let _listening = listen(move |Number(number), _| {
            // Borrowed while it emits, as a monitor is.
            let mut heard = heard.borrow_mut();
            heard.push(number);
            if number < 8 {
                event!(Number(2 * number));
                event!(Number(100));
            }
        });
        event!(Number(2));
        assert_eq!(log.take(), [2, 4, 100, 8, 100]);
    }

    #[test]
    fn a_sink_may_listen_and_end_listeners() {
        let heard = Heard::default();
        let guard = Rc::new(RefCell::new(None));
        let (inner, slot) = (Rc::clone(&heard), Rc::clone(&guard));
        let outer = listen(move |Number(_), _| {
            slot.replace(Some(heard_by(&inner)));
        });
        event!(Number(1));
        event!(Number(2));
        drop(outer);
        event!(Number(3));
        guard.take();
        event!(Number(4));
        assert_eq!(heard.take(), [2, 3]);
        let (own, log) = (Rc::clone(&guard), Rc::clone(&heard));
        guard.replace(Some(listen(move |Number(number), _| {
            log.borrow_mut().push(number);
            own.take();
        })));
        event!(Number(5));
        event!(Number(6));
        assert_eq!(heard.take(), [5]);
    }

    #[test]
    fn a_sink_that_unwinds_leaves_nothing_behind() {
        let heard = Heard::default();
        let log = Rc::clone(&heard);
        let listening = listen(move |Number(number), _| {
            log.borrow_mut().push(number);
            event!(Number(100));
            if number == 1 {
                resume_unwind(Box::new("the run is over"));
            }
        });
        let letters = Rc::new(Cell::new(0));
        let inner = Rc::clone(&letters);
        let unwound = catch_unwind(AssertUnwindSafe(|| {
            let _inner = listen(move |_: Letter, _| inner.set(inner.get() + 1));
            event!(Number(1));
        }));
        assert!(unwound.is_err());
        assert_eq!(heard.take(), [1], "the event that waited is dropped");
        event!(Letter('b'));
        assert_eq!(letters.get(), 0, "the inner listener is gone");
        drop(listening);
        event!(Number(2));
        assert!(heard.take().is_empty());
    }
}
