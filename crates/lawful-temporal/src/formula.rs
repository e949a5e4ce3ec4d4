//! Formulas: the temporal logic of a law, as it is written.

use std::ops::{BitAnd, BitOr, Not};
use std::rc::Rc;
use std::time::Duration;

use crate::atom::{Atom, Opaque};
use crate::bind::Bind;

/// Statement about what happens from some event on, over events of type `E`.
///
/// A formula is judged at an event and looks at that event and those after it. Formulas are built from patterns
/// ([`is!`](crate::is)) with the functions of this crate and with `!`, `&` and `|`. Each function takes formulas by value
/// or by reference.
///
/// ```
/// use lawful::temporal::*;
///
/// enum Door { Opened, Closed, Locked }
/// use Door::*;
///
/// let formula = always(is!(Opened).implies(eventually(is!(Closed)))) & never(is!(Locked) & next(is!(Opened)));
/// assert!(formula.satisfied_by(&[Opened, Closed, Locked].into_iter().collect()));
/// assert!(!formula.satisfied_by(&[Opened].into_iter().collect()));
/// ```
pub struct Formula<E>(pub(crate) Rc<Shape<E>>);

/// Operator of a formula, with its parts.
pub(crate) enum Shape<E> {
    /// True of every trace, also of the empty one.
    Holds,
    /// True if there is another event: the paper's `true`.
    NonEmpty,
    Atom(Rc<dyn Atom<E>>),
    Not(Formula<E>),
    And(Vec<Formula<E>>),
    Or(Vec<Formula<E>>),
    Implies(Formula<E>, Formula<E>),
    Next(Step, Formula<E>),
    Always(Formula<E>),
    Eventually(Formula<E>),
    Never(Formula<E>),
    /// `hold` until `goal`; if weak, `goal` need not come.
    Until {
        hold: Formula<E>,
        goal: Formula<E>,
        weak: bool,
    },
    Release {
        release: Formula<E>,
        hold: Formula<E>,
    },
    LeadsTo(Formula<E>, Formula<E>),
    /// The number of events at which a formula holds is in these bounds.
    Count {
        least: usize,
        most: Option<usize>,
        body: Formula<E>,
    },
    /// Every event of the first kind comes before any of the second.
    Order(Formula<E>, Formula<E>),
    Within(Limit, Formula<E>),
    Stays(Limit, Formula<E>),
    /// Values of the event at which it is judged, and what is said of them.
    Bind(Quantifier, Rc<dyn Bind<E>>),
    /// Values of all events from there on, and what is said of each from there on.
    Each(Rc<dyn Bind<E>>),
    /// A name for what the formula says, which explanations use.
    Named(String, Formula<E>),
}

/// Meaning of "next" at the last event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Statement about the rest of the trace, which may be empty: the paper's ○.
    Rest,
    /// There is a next event.
    Strong,
    /// There is no next event, or it is as said.
    Weak,
}

/// Value of a binding where its pattern does not match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quantifier {
    /// True there.
    All,
    /// False there.
    Some,
}

/// Bound of [`within`] and [`stays`]: a time, or a number of rounds of all tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// Time of the run, virtual under the scheduler.
    Time(Duration),
    /// Rounds: each task that is runnable takes a step in each of them. See [`Stamp`](crate::Stamp).
    Rounds(u64),
}

/// Bound of so many rounds of all tasks.
///
/// ```
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// enum Vote { Leader { who: u32 }, Ballot }
/// use Vote::*;
///
/// // At last there is a leader, and no other one for 20 rounds.
/// let elected: Formula<Vote> =
///     eventually(some!(Leader { who } => stays(rounds(20), !is!(Leader { who: w } if *w != who))));
/// # let _ = (elected, Ballot);
/// ```
pub const fn rounds(count: u64) -> Limit {
    Limit::Rounds(count)
}

impl From<Duration> for Limit {
    fn from(time: Duration) -> Self {
        Limit::Time(time)
    }
}

// A derive would ask for `E: Clone`.
impl<E> Clone for Formula<E> {
    fn clone(&self) -> Self {
        Formula(self.0.clone())
    }
}

impl<E> From<&Formula<E>> for Formula<E> {
    fn from(formula: &Formula<E>) -> Self {
        formula.clone()
    }
}

impl<E> Formula<E> {
    pub(crate) fn new(shape: Shape<E>) -> Self {
        Formula(Rc::new(shape))
    }

    pub(crate) fn shape(&self) -> &Shape<E> {
        &self.0
    }

    /// Joins formulas, flat where a part is one of the same kind.
    fn joined(
        parts: [Formula<E>; 2],
        flat: fn(&Shape<E>) -> Option<&Vec<Formula<E>>>,
    ) -> Vec<Formula<E>> {
        let mut all = Vec::new();
        for part in parts {
            match flat(part.shape()) {
                Some(inner) => all.extend(inner.iter().cloned()),
                None => all.push(part),
            }
        }
        all
    }

    /// If this holds here, so does the other.
    pub fn implies(self, then: impl Into<Formula<E>>) -> Formula<E> {
        Formula::new(Shape::Implies(self, then.into()))
    }

    /// This holds until `goal` does, and `goal` comes: the usual strong until.
    #[doc(alias("U", "strong_until"))]
    pub fn until(self, goal: impl Into<Formula<E>>) -> Formula<E> {
        Formula::new(Shape::Until { hold: self, goal: goal.into(), weak: false })
    }

    /// This holds until `goal` does, or for ever: weak until.
    ///
    /// ```
    /// use lawful::temporal::*;
    ///
    /// enum Missile { Pressed, Launched }
    /// use Missile::*;
    ///
    /// // The missile can be launched only if the button was pressed before.
    /// let safe = (!is!(Launched)).unless(is!(Pressed));
    /// assert!(safe.satisfied_by(&[Pressed, Launched].into_iter().collect()));
    /// assert!(!safe.satisfied_by(&[Launched].into_iter().collect()));
    /// ```
    #[doc(alias("W", "weak_until"))]
    pub fn unless(self, goal: impl Into<Formula<E>>) -> Formula<E> {
        Formula::new(Shape::Until { hold: self, goal: goal.into(), weak: true })
    }

    /// The other one holds up to and including the event at which this does, or for ever: release.
    #[doc(alias("R", "release"))]
    pub fn releases(self, hold: impl Into<Formula<E>>) -> Formula<E> {
        Formula::new(Shape::Release { release: self, hold: hold.into() })
    }

    /// Whenever this holds, the other holds then or later.
    pub fn leads_to(self, then: impl Into<Formula<E>>) -> Formula<E> {
        Formula::new(Shape::LeadsTo(self, then.into()))
    }

    /// Names what the formula says; explanations and failures use the name.
    pub fn named(self, name: impl Into<String>) -> Formula<E> {
        Formula::new(Shape::Named(name.into(), self))
    }

    /// The parts of a conjunction, through names.
    pub(crate) fn conjuncts(&self) -> Vec<Formula<E>> {
        match self.shape() {
            Shape::And(parts) => parts.iter().flat_map(Formula::conjuncts).collect(),
            _ => vec![self.clone()],
        }
    }
}

impl<E> Not for Formula<E> {
    type Output = Formula<E>;

    fn not(self) -> Formula<E> {
        Formula::new(Shape::Not(self))
    }
}

impl<E> Not for &Formula<E> {
    type Output = Formula<E>;

    fn not(self) -> Formula<E> {
        !self.clone()
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $shape:ident;)+) => {$(
        impl<E, F: Into<Formula<E>>> $operator<F> for Formula<E> {
            type Output = Formula<E>;

            fn $method(self, other: F) -> Formula<E> {
                Formula::new(Shape::$shape(Formula::joined([self, other.into()], |shape| match shape {
                    Shape::$shape(parts) => Some(parts),
                    _ => None,
                })))
            }
        }

        impl<E, F: Into<Formula<E>>> $operator<F> for &Formula<E> {
            type Output = Formula<E>;

            fn $method(self, other: F) -> Formula<E> {
                $operator::$method(self.clone(), other)
            }
        }
    )+};
}

operators! {
    BitAnd bitand And;
    BitOr bitor Or;
}

/// Holds of every trace.
pub fn holds<E>() -> Formula<E> {
    Formula::new(Shape::Holds)
}

/// Holds of no trace.
pub fn fails<E>() -> Formula<E> {
    !holds()
}

/// There is no event left.
pub fn empty<E>() -> Formula<E> {
    !nonempty()
}

/// There is an event here: the paper's `true`.
pub fn nonempty<E>() -> Formula<E> {
    Formula::new(Shape::NonEmpty)
}

/// The event satisfies a closure.
///
/// An event of a pattern is better written with [`is!`](crate::is): a monitor can look for it by its values, and the
/// report can print them. A closure is asked at every event.
///
/// ```
/// use lawful::temporal::*;
///
/// let small = always(event_where("small", |number: &u32| *number < 10));
/// assert!(small.satisfied_by(&[1, 2, 3].into_iter().collect()));
/// ```
pub fn event_where<E: 'static>(name: &str, test: impl Fn(&E) -> bool + 'static) -> Formula<E> {
    Formula::new(Shape::Atom(Rc::new(Opaque::new(name, test))))
}

/// All of these hold.
pub fn all_of<E, F: Into<Formula<E>>>(formulas: impl IntoIterator<Item = F>) -> Formula<E> {
    Formula::new(Shape::And(formulas.into_iter().map(Into::into).collect()))
}

/// Any of these holds.
pub fn any_of<E, F: Into<Formula<E>>>(formulas: impl IntoIterator<Item = F>) -> Formula<E> {
    Formula::new(Shape::Or(formulas.into_iter().map(Into::into).collect()))
}

/// From the next event on: the paper's ○, which says something of the rest of the trace even where that is empty.
///
/// At the last event `afterwards(eventually(x))` is false and `afterwards(never(x))` is true. It is what to use for "and
/// from then on": with [`weak_next`], a lock that is taken by the last event and never given back would go unnoticed.
#[doc(alias("X", "next", "rest"))]
pub fn afterwards<E>(formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Next(Step::Rest, formula.into()))
}

/// The paper's `next`, which is [`afterwards`].
pub fn next<E>(formula: impl Into<Formula<E>>) -> Formula<E> {
    afterwards(formula)
}

/// There is a next event, at which the formula holds.
pub fn strong_next<E>(formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Next(Step::Strong, formula.into()))
}

/// If there is a next event, the formula holds at it.
pub fn weak_next<E>(formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Next(Step::Weak, formula.into()))
}

/// The formula holds at every event from here on.
#[doc(alias("G", "globally"))]
pub fn always<E>(formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Always(formula.into()))
}

/// The formula holds at some event from here on.
#[doc(alias("F", "finally", "sometimes"))]
pub fn eventually<E>(formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Eventually(formula.into()))
}

/// The formula holds at no event from here on.
pub fn never<E>(formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Never(formula.into()))
}

/// The paper's `until(A, B)` by its definition: if A ever comes, B holds at every event before the first A.
///
/// It says nothing where A never comes: by this formula a missile may fly if the button is never pressed. What the paper
/// wants to say with it is [`unless`](Formula::unless).
pub fn paper_until<E>(a: impl Into<Formula<E>>, b: impl Into<Formula<E>>) -> Formula<E> {
    let a = a.into();
    never(&a) | b.into().until(a)
}

/// The formula holds at exactly one event.
pub fn once<E>(formula: impl Into<Formula<E>>) -> Formula<E> {
    exactly(1, formula)
}

/// The formula holds at `count` events or more.
#[doc(alias("tmin"))]
pub fn at_least<E>(count: usize, formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Count { least: count, most: None, body: formula.into() })
}

/// The formula holds at `count` events or fewer.
#[doc(alias("tmax"))]
pub fn at_most<E>(count: usize, formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Count { least: 0, most: Some(count), body: formula.into() })
}

/// The formula holds at exactly `count` events.
#[doc(alias("tnumber"))]
pub fn exactly<E>(count: usize, formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Count { least: count, most: Some(count), body: formula.into() })
}

/// Every event of the first kind comes before any of the second.
pub fn order<E>(first: impl Into<Formula<E>>, second: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Order(first.into(), second.into()))
}

/// Whenever the first formula holds, the second holds then or later.
pub fn leads_to<E>(first: impl Into<Formula<E>>, then: impl Into<Formula<E>>) -> Formula<E> {
    first.into().leads_to(then)
}

/// The formula holds at some event from here on that is no later than the limit.
///
/// ```
/// use lawful::temporal::*;
/// use std::time::Duration;
///
/// #[derive(Debug)]
/// enum Call { Request { id: u32 }, Response { id: u32 } }
/// use Call::*;
///
/// let in_time = always(when!(Request { id } => within(Duration::from_millis(100), is!(Response { id: =id }))));
/// # assert!(in_time.satisfied_by(&[Request { id: 1 }, Response { id: 1 }].into_iter().collect()));
/// ```
pub fn within<E>(limit: impl Into<Limit>, formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Within(limit.into(), formula.into()))
}

/// The formula holds at every event from here on that is no later than the limit, and the run goes on for that long or
/// ends by itself.
pub fn stays<E>(limit: impl Into<Limit>, formula: impl Into<Formula<E>>) -> Formula<E> {
    Formula::new(Shape::Stays(limit.into(), formula.into()))
}
