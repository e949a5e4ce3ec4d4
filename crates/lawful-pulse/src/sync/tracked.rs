//! `Arc` and `Weak` with scheduling points, for programs whose behaviour depends on reference counts.
//!
//! [`sync::Arc`](super::Arc) is std's own: cloning and dropping it is invisible to the scheduler. That is right for
//! programs that only keep a value alive. A program that upgrades a [`Weak`], unwraps an [`Arc`], asks for a count or
//! does something in the value's destructor depends on the order of these operations, and exhaustive search without
//! scheduling points proves nothing about it. Such a program imports its `Arc` from here:
//!
//! ```
//! use lawful::pulse::sync::tracked::Arc;
//! use lawful::pulse::{Search, scheduled, thread};
//!
//! let upgrades = scheduled(|| {
//!     let last = Arc::new(5);
//!     let weak = Arc::downgrade(&last);
//!     let thread = thread::spawn(move || drop(last));
//!     // Wrong: the other thread may drop the last `Arc` first.
//!     assert_eq!(*weak.upgrade().unwrap(), 5);
//!     thread.join().unwrap();
//! });
//! assert!(upgrades.search(Search::Exhaustive).explore(1).broken.is_some());
//! ```
//!
//! Without the scheduler these names are std's.
//!
//! Every operation on the counts is one scheduling point, as each of them takes effect at one moment in std too. For
//! races of a [`RaceCell`](crate::cell::RaceCell) they order what std's orders: all that was done before an `Arc` was
//! dropped comes before the value's destructor, and before a `try_unwrap`, `into_inner`, `get_mut` or `make_mut` that
//! succeeds. A clone and a count order nothing.
//!
//! # Limits
//!
//! Two things need features of the compiler that are reserved to std. A method cannot take `self: Arc<Self>`; it can
//! take `this: Arc<Self>`. An `Arc<T>` does not coerce to `Arc<dyn Trait>`; it is made of std's, which does:
//!
//! ```
//! use lawful::pulse::sync::tracked::Arc;
//! use std::fmt::Display;
//!
//! let shown: Arc<dyn Display> = Arc::from(std::sync::Arc::new(5) as std::sync::Arc<dyn Display>);
//! assert_eq!(shown.to_string(), "5");
//! ```
//!
//! That line compiles without the scheduler too, and so does `Arc::from` of a `Box<dyn Trait>`.

use std::borrow::Borrow;
use std::cmp;
use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::panic::{Location, RefUnwindSafe, UnwindSafe};
use std::pin::Pin;
use std::ptr;
use std::sync;
use std::sync::atomic::Ordering;

use lawful_core::data::EventKind;

use crate::run::{Object, Operation, Place, Run, Verb, current};

/// The counts of one allocation, as the scheduler knows them.
#[derive(Clone, Copy)]
struct Counts {
    /// Address of the value.
    value: usize,
    made: Place,
}

impl Counts {
    /// The object that all operations on the counts depend on, and that orders what is done under the strong count.
    ///
    /// The bytes before the value belong to the counts of std's allocation, so no other object has these addresses.
    fn strong(self) -> Object {
        self.object(1)
    }

    /// The object that orders what is done under the weak count: what is released at one count is not acquired at the
    /// other.
    fn weak(self) -> Object {
        self.object(2)
    }

    fn object(self, before: usize) -> Object {
        Object { address: self.value.wrapping_sub(before), made: Some(self.made) }
    }

    /// Passes the scheduling point before a change of a count. Gives what tells of the change, in a run that has
    /// clocks or a trace.
    #[inline(always)]
    fn change(self, place: Place) -> Option<Change> {
        let run = current()?;
        // This verb leaves clocks and trace to what comes after the scheduling point: the change depends on the
        // counts, and other tasks may come before it.
        run.point(|| Operation::new(Verb::Acquire, self.strong()), place);
        let told = run.is_careful() && !run.is_over();
        told.then_some(Change { run, counts: self, place })
    }

    /// Passes the scheduling point before a look at a count.
    #[inline(always)]
    fn look(self, place: Place) {
        if let Some(run) = current() {
            let order = Some(Ordering::Relaxed);
            run.point(|| Operation { verb: Verb::Load, object: self.strong(), order }, place);
        }
    }
}

/// Adds the outcome of a look at a count to its event.
fn seen(count: usize, of: &str) {
    if let Some(run) = current().filter(|run| run.is_careful() && !run.is_ending()) {
        run.outcome(|| format!(": {count} {of}"));
    }
}

/// A change of a count that comes next: no other task of the run comes between, so it is known what std will do.
#[derive(Clone, Copy)]
struct Change {
    run: &'static Run,
    counts: Counts,
    place: Place,
}

impl Change {
    /// Tells of a change that is not ordered before or after anything, in words about the thing that is counted.
    fn relaxed(self, does: impl FnOnce(&str) -> String) {
        let text = || does(&self.run.thing(&Operation::new(Verb::Load, self.counts.strong())));
        self.run.log(EventKind::Operation, text, Some(self.place));
    }

    /// Tells of a change that comes after all that was released at an object.
    fn acquire(self, from: Object, does: impl FnOnce(&str) -> String) {
        self.run.observed(from);
        self.relaxed(does);
    }

    /// Orders what this task did before all that will acquire an object.
    fn release(self, to: Object) {
        self.run.released(to);
    }

    /// Tells of a strong reference that goes away, of so many.
    fn drop_strong(self, count: usize) {
        self.release(self.counts.strong());
        match count.saturating_sub(1) {
            // Only the last one needs what the others released: it ends the value.
            0 => {
                self.acquire(self.counts.strong(), |thing| format!("drops the last Arc of {thing}"))
            }
            left => self.relaxed(|thing| format!("drops an Arc of {thing}, {left} left")),
        }
    }
}

/// [`std::sync::Arc`] with a scheduling point before every operation on its counts. See [the module](self).
pub struct Arc<T: ?Sized> {
    real: sync::Arc<T>,
    made: Place,
}

/// [`std::sync::Weak`] with a scheduling point before every operation on its counts. See [the module](self).
pub struct Weak<T: ?Sized> {
    real: sync::Weak<T>,
    made: Place,
}

impl<T> Arc<T> {
    /// See [`std::sync::Arc::new`].
    #[track_caller]
    #[inline]
    pub fn new(value: T) -> Self {
        Arc { real: sync::Arc::new(value), made: Location::caller() }
    }

    /// See [`std::sync::Arc::pin`].
    #[track_caller]
    pub fn pin(value: T) -> Pin<Self> {
        // SAFETY: the value stays where it is until it is dropped: what moves it out or gives it exclusively takes
        // an `Arc` that is not pinned.
        unsafe { Pin::new_unchecked(Arc::new(value)) }
    }

    /// See [`std::sync::Arc::new_cyclic`].
    #[track_caller]
    pub fn new_cyclic(value: impl FnOnce(&Weak<T>) -> T) -> Self {
        let made = Location::caller();
        let real = sync::Arc::new_cyclic(|weak| {
            let weak = Weak { real: weak.clone(), made };
            let value = value(&weak);
            // Not an operation of the program, so without a scheduling point.
            drop(weak.into_real());
            value
        });
        Arc { real, made }
    }

    /// See [`std::sync::Arc::try_unwrap`].
    #[track_caller]
    pub fn try_unwrap(this: Self) -> Result<T, Self> {
        if let Some(change) = this.counts().change(Location::caller()) {
            match sync::Arc::strong_count(&this.real) {
                1 => change.acquire(change.counts.strong(), |thing| {
                    format!("unwraps the only Arc of {thing}")
                }),
                count => change
                    .relaxed(|thing| format!("does not unwrap one of {count} Arcs of {thing}")),
            }
        }
        let made = this.made;
        sync::Arc::try_unwrap(this.into_real()).map_err(|real| Arc { real, made })
    }

    /// See [`std::sync::Arc::into_inner`].
    #[track_caller]
    pub fn into_inner(this: Self) -> Option<T> {
        this.will_drop(Location::caller());
        sync::Arc::into_inner(this.into_real())
    }

    /// See [`std::sync::Arc::unwrap_or_clone`].
    #[track_caller]
    pub fn unwrap_or_clone(this: Self) -> T
    where
        T: Clone,
    {
        Arc::try_unwrap(this).unwrap_or_else(|this| (*this).clone())
    }
}

impl<T: Clone> Arc<T> {
    /// See [`std::sync::Arc::make_mut`].
    #[track_caller]
    pub fn make_mut(this: &mut Self) -> &mut T {
        let change = this.counts().change(Location::caller());
        let count = sync::Arc::strong_count(&this.real);
        if count > 1 {
            if let Some(change) = change {
                change.relaxed(|thing| format!("copies {thing}, which has {count} Arcs"));
            }
            // Cloning the value may have scheduling points, so that this may be the last one when it is dropped.
            *this = Arc { real: sync::Arc::new((**this).clone()), made: this.made };
        } else if let Some(change) = change {
            change.acquire(change.counts.strong(), |thing| {
                format!("changes {thing} through its only Arc")
            });
        }
        sync::Arc::make_mut(&mut this.real)
    }
}

impl<T: ?Sized> Arc<T> {
    fn counts(&self) -> Counts {
        Counts { value: sync::Arc::as_ptr(&self.real).cast::<()>().addr(), made: self.made }
    }

    /// Gives std's without a scheduling point.
    fn into_real(self) -> sync::Arc<T> {
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is neither dropped nor used again, so its only field with a destructor is moved once.
        unsafe { ptr::read(&this.real) }
    }

    /// Passes the scheduling point before a strong reference goes away.
    fn will_drop(&self, place: Place) {
        if let Some(change) = self.counts().change(place) {
            change.drop_strong(sync::Arc::strong_count(&self.real));
        }
    }

    /// See [`std::sync::Arc::downgrade`].
    #[track_caller]
    pub fn downgrade(this: &Self) -> Weak<T> {
        if let Some(change) = this.counts().change(Location::caller()) {
            let weak = change.counts.weak();
            change.acquire(weak, |thing| format!("makes a Weak of {thing}"));
        }
        Weak { real: sync::Arc::downgrade(&this.real), made: this.made }
    }

    /// See [`std::sync::Arc::get_mut`].
    #[track_caller]
    pub fn get_mut(this: &mut Self) -> Option<&mut T> {
        let change = this.counts().change(Location::caller());
        let given = sync::Arc::get_mut(&mut this.real);
        match change {
            Some(change) if given.is_some() => {
                change.run.observed(change.counts.weak());
                // As in std, which locks the weak count here and unlocks it with a release.
                change.release(change.counts.weak());
                change.acquire(change.counts.strong(), |thing| {
                    format!("changes {thing} through its only Arc")
                });
            }
            Some(change) => change
                .relaxed(|thing| format!("does not change {thing}, which has other references")),
            None => {}
        }
        given
    }

    /// See [`std::sync::Arc::strong_count`].
    #[track_caller]
    pub fn strong_count(this: &Self) -> usize {
        this.counts().look(Location::caller());
        let count = sync::Arc::strong_count(&this.real);
        seen(count, "strong");
        count
    }

    /// See [`std::sync::Arc::weak_count`].
    #[track_caller]
    pub fn weak_count(this: &Self) -> usize {
        this.counts().look(Location::caller());
        let count = sync::Arc::weak_count(&this.real);
        seen(count, "weak");
        count
    }

    /// See [`std::sync::Arc::ptr_eq`]. This is no scheduling point, since addresses do not change.
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        sync::Arc::ptr_eq(&this.real, &other.real)
    }

    /// See [`std::sync::Arc::as_ptr`]. This is no scheduling point.
    pub fn as_ptr(this: &Self) -> *const T {
        sync::Arc::as_ptr(&this.real)
    }

    /// See [`std::sync::Arc::into_raw`]. This is no scheduling point.
    #[must_use = "losing the pointer will leak memory"]
    pub fn into_raw(this: Self) -> *const T {
        sync::Arc::into_raw(this.into_real())
    }

    /// See [`std::sync::Arc::from_raw`]. This is no scheduling point. Traces name the line of this call, since a
    /// pointer does not know where its `Arc` was made.
    ///
    /// # Safety
    ///
    /// As for [`std::sync::Arc::from_raw`]; a pointer of std's [`std::sync::Arc::into_raw`] is as good as one of
    /// [`Arc::into_raw`].
    #[track_caller]
    pub unsafe fn from_raw(pointer: *const T) -> Self {
        // SAFETY: the caller sees to it, and `into_raw` gives std's pointer.
        let real = unsafe { sync::Arc::from_raw(pointer) };
        Arc { real, made: Location::caller() }
    }

    /// See [`std::sync::Arc::increment_strong_count`].
    ///
    /// # Safety
    ///
    /// As for [`std::sync::Arc::increment_strong_count`].
    #[track_caller]
    pub unsafe fn increment_strong_count(pointer: *const T) {
        // SAFETY: the caller sees to it that there is an `Arc` for the pointer, whose count is not taken here.
        let this = ManuallyDrop::new(unsafe { Arc::from_raw(pointer) });
        let _counted = ManuallyDrop::new(Arc::clone(&this));
    }

    /// See [`std::sync::Arc::decrement_strong_count`].
    ///
    /// # Safety
    ///
    /// As for [`std::sync::Arc::decrement_strong_count`].
    #[track_caller]
    pub unsafe fn decrement_strong_count(pointer: *const T) {
        // SAFETY: the caller gives one count away.
        drop(unsafe { Arc::from_raw(pointer) });
    }
}

impl<T: ?Sized> Clone for Arc<T> {
    #[track_caller]
    #[inline]
    fn clone(&self) -> Self {
        if let Some(change) = self.counts().change(Location::caller()) {
            let count = sync::Arc::strong_count(&self.real) + 1;
            change.relaxed(|thing| format!("clones an Arc of {thing}, {count} now"));
        }
        Arc { real: self.real.clone(), made: self.made }
    }
}

impl<T: ?Sized> Drop for Arc<T> {
    #[inline]
    fn drop(&mut self) {
        // A destructor does not know its caller's line. Std's own comes after this one.
        self.will_drop(self.made);
    }
}

impl<T> Weak<T> {
    /// See [`std::sync::Weak::new`].
    #[track_caller]
    pub const fn new() -> Self {
        Weak { real: sync::Weak::new(), made: Location::caller() }
    }
}

impl<T: ?Sized> Weak<T> {
    /// The counts, unless this is of no allocation.
    fn counts(&self) -> Option<Counts> {
        let value = self.real.as_ptr().cast::<()>().addr();
        // What `Weak::new` gives of no allocation.
        let dangles = value == sync::Weak::<()>::new().as_ptr().addr();
        (!dangles).then_some(Counts { value, made: self.made })
    }

    fn change(&self, place: Place) -> Option<Change> {
        self.counts()?.change(place)
    }

    fn look(&self, place: Place) {
        if let Some(counts) = self.counts() {
            counts.look(place);
        }
    }

    /// Gives std's without a scheduling point.
    fn into_real(self) -> sync::Weak<T> {
        let this = ManuallyDrop::new(self);
        // SAFETY: `this` is neither dropped nor used again, so its only field with a destructor is moved once.
        unsafe { ptr::read(&this.real) }
    }

    /// See [`std::sync::Weak::upgrade`].
    #[track_caller]
    pub fn upgrade(&self) -> Option<Arc<T>> {
        let change = self.change(Location::caller());
        let real = self.real.upgrade();
        match (&change, &real) {
            (Some(change), Some(real)) => {
                let count = sync::Arc::strong_count(real);
                change.acquire(change.counts.strong(), |thing| {
                    format!("upgrades a Weak of {thing}, {count} Arcs now")
                });
            }
            (Some(change), None) => change
                .relaxed(|thing| format!("does not upgrade a Weak of {thing}: no Arc is left")),
            (None, _) => {}
        }
        real.map(|real| Arc { real, made: self.made })
    }

    /// See [`std::sync::Weak::strong_count`].
    #[track_caller]
    pub fn strong_count(&self) -> usize {
        self.look(Location::caller());
        let count = self.real.strong_count();
        self.counts().inspect(|_| seen(count, "strong"));
        count
    }

    /// See [`std::sync::Weak::weak_count`].
    #[track_caller]
    pub fn weak_count(&self) -> usize {
        self.look(Location::caller());
        let count = self.real.weak_count();
        self.counts().inspect(|_| seen(count, "weak"));
        count
    }

    /// See [`std::sync::Weak::ptr_eq`]. This is no scheduling point.
    pub fn ptr_eq(&self, other: &Self) -> bool {
        self.real.ptr_eq(&other.real)
    }

    /// See [`std::sync::Weak::as_ptr`]. This is no scheduling point.
    pub fn as_ptr(&self) -> *const T {
        self.real.as_ptr()
    }

    /// See [`std::sync::Weak::into_raw`]. This is no scheduling point.
    #[must_use = "losing the pointer will leak memory"]
    pub fn into_raw(self) -> *const T {
        self.into_real().into_raw()
    }

    /// See [`std::sync::Weak::from_raw`]. This is no scheduling point.
    ///
    /// # Safety
    ///
    /// As for [`std::sync::Weak::from_raw`].
    #[track_caller]
    pub unsafe fn from_raw(pointer: *const T) -> Self {
        // SAFETY: the caller sees to it, and `into_raw` gives std's pointer.
        let real = unsafe { sync::Weak::from_raw(pointer) };
        Weak { real, made: Location::caller() }
    }
}

impl<T: ?Sized> Clone for Weak<T> {
    #[track_caller]
    fn clone(&self) -> Self {
        if let Some(change) = self.change(Location::caller()) {
            change.relaxed(|thing| format!("clones a Weak of {thing}"));
        }
        Weak { real: self.real.clone(), made: self.made }
    }
}

impl<T: ?Sized> Drop for Weak<T> {
    fn drop(&mut self) {
        if let Some(change) = self.change(self.made) {
            change.release(change.counts.weak());
            change.relaxed(|thing| format!("drops a Weak of {thing}"));
        }
    }
}

impl<T> Default for Weak<T> {
    #[track_caller]
    fn default() -> Self {
        Weak::new()
    }
}

impl<T: ?Sized> fmt::Debug for Weak<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(Weak)")
    }
}

impl<T: ?Sized> Deref for Arc<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.real
    }
}

impl<T: ?Sized> AsRef<T> for Arc<T> {
    fn as_ref(&self) -> &T {
        self
    }
}

impl<T: ?Sized> Borrow<T> for Arc<T> {
    fn borrow(&self) -> &T {
        self
    }
}

impl<T: ?Sized> Unpin for Arc<T> {}
impl<T: ?Sized + RefUnwindSafe> UnwindSafe for Arc<T> {}

/// What an `Arc` says of itself is what its value says.
macro_rules! as_the_value {
    ($($trait:ident),+) => {$(
        impl<T: ?Sized + fmt::$trait> fmt::$trait for Arc<T> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(formatter)
            }
        }
    )+};
}

as_the_value!(Debug, Display);

impl<T: ?Sized> fmt::Pointer for Arc<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.real.fmt(formatter)
    }
}

impl<T: ?Sized + Error> Error for Arc<T> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        (**self).source()
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Arc<T> {
    fn eq(&self, other: &Self) -> bool {
        self.real == other.real
    }
}

impl<T: ?Sized + Eq> Eq for Arc<T> {}

impl<T: ?Sized + PartialOrd> PartialOrd for Arc<T> {
    fn partial_cmp(&self, other: &Self) -> Option<cmp::Ordering> {
        (**self).partial_cmp(&**other)
    }
}

impl<T: ?Sized + Ord> Ord for Arc<T> {
    fn cmp(&self, other: &Self) -> cmp::Ordering {
        (**self).cmp(&**other)
    }
}

impl<T: ?Sized + Hash> Hash for Arc<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: Default> Default for Arc<T> {
    #[track_caller]
    fn default() -> Self {
        Arc::new(T::default())
    }
}

impl<T> From<T> for Arc<T> {
    #[track_caller]
    fn from(value: T) -> Self {
        Arc::new(value)
    }
}

/// Conversions that std's `Arc` has.
macro_rules! from_as_std {
    ($(<$($parameter:ident)?> $from:ty => $value:ty),+ $(,)?) => {$(
        impl $(<$parameter>)? From<$from> for Arc<$value> {
            #[track_caller]
            fn from(value: $from) -> Self {
                Arc { real: sync::Arc::from(value), made: Location::caller() }
            }
        }
    )+};
}

impl<T: ?Sized> From<Box<T>> for Arc<T> {
    #[track_caller]
    fn from(value: Box<T>) -> Self {
        Arc::from(sync::Arc::from(value))
    }
}

impl<T: ?Sized> From<sync::Arc<T>> for Arc<T> {
    /// Tracks std's `Arc` from here on: what others do with clones of it stays invisible.
    #[track_caller]
    fn from(real: sync::Arc<T>) -> Self {
        Arc { real, made: Location::caller() }
    }
}

impl<T: ?Sized> From<Arc<T>> for sync::Arc<T> {
    fn from(tracked: Arc<T>) -> Self {
        tracked.into_real()
    }
}

from_as_std! {
    <> &str => str,
    <> String => str,
    <T> Vec<T> => [T],
}

impl<T> FromIterator<T> for Arc<[T]> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Arc { real: items.into_iter().collect(), made: Location::caller() }
    }
}
