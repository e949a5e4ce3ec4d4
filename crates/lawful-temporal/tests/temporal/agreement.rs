//! Monitors agree with the definitions, on every prefix of every trace, for random formulas.
//!
//! The definitions are written down once more here, over a type of formulas of their own and by quantifiers over
//! positions: nothing of the toolkit takes part but the translation.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use lawful::generate;
use lawful::temporal::*;
use lawful::{Arbitrary, Runner, for_all};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub enum Event {
    A { v: Few },
    B { v: Few },
    C { v: Few },
}

/// One of three values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Arbitrary)]
pub struct Few(#[from(0..3)] u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Arbitrary)]
pub enum Kind {
    A,
    B,
    C,
}

#[derive(Clone, Copy, Debug, Arbitrary)]
pub enum Value {
    Any,
    Is(Few),
    /// The value that was bound so many bindings ago.
    Var(#[from(0..3)] usize),
    /// Another value, by a closure.
    Not(#[from(0..3)] usize),
}

#[derive(Clone, Copy, Debug, Arbitrary)]
pub enum Bound {
    Millis(#[from(0..6)] u64),
    Rounds(#[from(0..5)] u64),
}

#[derive(Clone, Debug, Arbitrary)]
pub enum Random {
    Holds,
    NonEmpty,
    Atom(Kind, Value),
    Not(Box<Random>),
    And(Box<Random>, Box<Random>),
    Or(Box<Random>, Box<Random>),
    Implies(Box<Random>, Box<Random>),
    Next(Box<Random>),
    StrongNext(Box<Random>),
    WeakNext(Box<Random>),
    Always(Box<Random>),
    Eventually(Box<Random>),
    Never(Box<Random>),
    Until(Box<Random>, Box<Random>),
    Unless(Box<Random>, Box<Random>),
    Releases(Box<Random>, Box<Random>),
    LeadsTo(Box<Random>, Box<Random>),
    PaperUntil(Box<Random>, Box<Random>),
    AtLeast(#[from(0..4)] usize, Box<Random>),
    AtMost(#[from(0..4)] usize, Box<Random>),
    Exactly(#[from(0..4)] usize, Box<Random>),
    Order(Box<Random>, Box<Random>),
    Within(Bound, Box<Random>),
    Stays(Bound, Box<Random>),
    When(Kind, Box<Random>),
    Some(Kind, Box<Random>),
    Each(Kind, Box<Random>),
    EachOf(Box<Random>),
}

/// An event with the time and the rounds since the one before.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Timed {
    event: Event,
    #[from(0..3)]
    millis: u64,
    #[from(0..2)]
    rounds: u64,
}

/// A trace as it is seen from a position: events before the first that is visible are blank.
#[derive(Clone, Copy)]
struct View<'a> {
    events: &'a [(Event, u64, u64)],
    end: Option<(u64, u64)>,
    at: usize,
    visible: usize,
    begin: (usize, (u64, u64)),
}

impl View<'_> {
    fn to(self, at: usize) -> Self {
        View { at, ..self }
    }

    fn from(self) -> impl Iterator<Item = Self> + Clone {
        (self.at..self.events.len()).map(move |at| self.to(at))
    }

    fn event(self) -> Option<Event> {
        self.events.get(self.at).filter(|_| self.at >= self.visible).map(|one| one.0)
    }

    fn moment(self) -> (u64, u64) {
        let of = |at: usize| (self.events[at].1, self.events[at].2);
        match self.at {
            at if at >= self.visible => of(at),
            at if at == self.begin.0 => self.begin.1,
            _ => of(self.visible - 1),
        }
    }
}

fn of_kind(event: Event, kind: Kind) -> Option<Few> {
    match (event, kind) {
        (Event::A { v }, Kind::A) | (Event::B { v }, Kind::B) | (Event::C { v }, Kind::C) => {
            Some(v)
        }
        _ => None,
    }
}

fn variable(bound: &[Few], back: usize) -> Option<Few> {
    bound.len().checked_sub(back + 1).map(|place| bound[place])
}

/// What is known of the parts of a formula on one trace: part, view and values that can be named.
///
/// Quantifiers over positions inside of each other take exponential time otherwise.
type Known = RefCell<HashMap<(usize, usize, usize, (usize, (u64, u64)), [Option<Few>; 3]), bool>>;

/// Truth of a formula by its definition, which is asked once.
fn known_or_defined(formula: &Random, view: View<'_>, bound: &[Few], known: &Known) -> bool {
    if matches!(formula, Random::Holds | Random::NonEmpty | Random::Atom(..)) {
        return defined(formula, view, bound, known);
    }
    let address = std::ptr::from_ref(formula).addr();
    let values = [0, 1, 2].map(|back| variable(bound, back));
    let key = (address, view.at, view.visible, view.begin, values);
    if let Some(known) = known.borrow().get(&key) {
        return *known;
    }
    let truth = defined(formula, view, bound, known);
    known.borrow_mut().insert(key, truth);
    truth
}

/// Truth of a formula by its definition.
fn defined(formula: &Random, view: View<'_>, bound: &[Few], known: &Known) -> bool {
    let is = |part: &Random, view: View<'_>| known_or_defined(part, view, bound, known);
    let is_over = |limit: Bound, from: (u64, u64), now: (u64, u64)| match limit {
        Bound::Millis(millis) => now.0 > from.0 + millis,
        Bound::Rounds(rounds) => now.1 > from.1 + rounds,
    };
    let there = view.at < view.events.len();
    let count = |part: &Random| view.from().filter(|later| is(part, *later)).count();
    // A part holds, or does not, at every position before `later`.
    let until = |later: View<'_>| view.from().take_while(move |one| one.at < later.at);
    let before = |part: &Random, later: View<'_>| until(later).all(|one| is(part, one));
    let not_before = |part: &Random, later: View<'_>| !until(later).any(|one| is(part, one));
    let with = |value: Few| [bound, &[value]].concat();
    match formula {
        Random::Holds => true,
        Random::NonEmpty => there,
        Random::Atom(kind, value) => {
            let found = view.event().and_then(|event| of_kind(event, *kind));
            found.is_some_and(|found| match value {
                Value::Any => true,
                Value::Is(other) => found == *other,
                Value::Var(back) => variable(bound, *back).is_none_or(|other| found == other),
                Value::Not(back) => variable(bound, *back).is_none_or(|other| found != other),
            })
        }
        Random::Not(part) => !is(part, view),
        Random::And(one, other) => is(one, view) && is(other, view),
        Random::Or(one, other) => is(one, view) || is(other, view),
        Random::Implies(one, other) => !is(one, view) || is(other, view),
        Random::Next(part) => there && is(part, view.to(view.at + 1)),
        Random::StrongNext(part) => {
            view.at + 1 < view.events.len() && is(part, view.to(view.at + 1))
        }
        Random::WeakNext(part) => {
            view.at + 1 >= view.events.len() || is(part, view.to(view.at + 1))
        }
        Random::Always(part) => view.from().all(|later| is(part, later)),
        Random::Eventually(part) => view.from().any(|later| is(part, later)),
        Random::Never(part) => !view.from().any(|later| is(part, later)),
        Random::Until(hold, goal) => {
            view.from().any(|later| is(goal, later) && before(hold, later))
        }
        Random::Unless(hold, goal) => {
            view.from().any(|later| is(goal, later) && before(hold, later))
                || view.from().all(|later| is(hold, later))
        }
        Random::Releases(release, hold) => {
            view.from().all(|later| is(hold, later) || !not_before(release, later))
        }
        Random::LeadsTo(first, then) => {
            view.from().all(|here| !is(first, here) || here.from().any(|later| is(then, later)))
        }
        Random::PaperUntil(a, b) => {
            // For all i: if i is the first position of A, B holds at all before it.
            let first = |later: &View<'_>| is(a, *later) && not_before(a, *later);
            view.from().filter(first).all(|later| before(b, later))
        }
        Random::AtLeast(least, part) => count(part) >= *least,
        Random::AtMost(most, part) => count(part) <= *most,
        Random::Exactly(exact, part) => count(part) == *exact,
        Random::Order(first, second) => {
            view.from().all(|here| !is(second, here) || !here.from().any(|later| is(first, later)))
        }
        Random::Within(limit, part) => {
            let in_time = |later: &View<'_>| !is_over(*limit, view.moment(), later.moment());
            view.from().filter(in_time).any(|later| is(part, later))
        }
        Random::Stays(limit, part) => {
            if !there {
                return view.end.is_none();
            }
            let in_time = |later: &View<'_>| !is_over(*limit, view.moment(), later.moment());
            let is_long = view.end.is_none_or(|end| is_over(*limit, view.moment(), end));
            is_long && view.from().filter(in_time).all(|later| is(part, later))
        }
        Random::When(kind, part) | Random::Some(kind, part) => {
            let found = view.event().and_then(|event| of_kind(event, *kind));
            let unmatched = matches!(formula, Random::When(..));
            found.map_or(unmatched, |value| known_or_defined(part, view, &with(value), known))
        }
        Random::Each(_, part) | Random::EachOf(part) => {
            let value_of = |one: View<'_>| match formula {
                Random::Each(kind, _) => of_kind(one.event()?, *kind),
                _ => of_kind(one.event()?, Kind::A).or(of_kind(one.event()?, Kind::B)),
            };
            [0, 1, 2].map(Few).into_iter().all(|value| {
                let Some(first) = view.from().find(|one| value_of(*one) == Some(value)) else {
                    return true;
                };
                let begin = (view.at, view.moment());
                let view = View { visible: first.at, begin, ..view };
                known_or_defined(part, view, &with(value), known)
            })
        }
    }
}

/// The formula in the words of the toolkit.
pub fn translated(formula: &Random, bound: &[Few]) -> Formula<Event> {
    use Event::{A, B, C};
    let of = |part: &Random| translated(part, bound);
    let limit = |limit: &Bound| match *limit {
        Bound::Millis(millis) => Limit::from(Duration::from_millis(millis)),
        Bound::Rounds(count) => rounds(count),
    };
    let inner = |part: &Random| {
        let (part, bound) = (part.clone(), bound.to_vec());
        move |value: Few| translated(&part, &[&bound[..], &[value]].concat())
    };
    match formula {
        Random::Holds => holds(),
        Random::NonEmpty => nonempty(),
        Random::Atom(kind, value) => {
            let pinned = match value {
                Value::Any => None,
                Value::Is(value) => Some(*value),
                Value::Var(back) => variable(bound, *back),
                Value::Not(back) => match variable(bound, *back) {
                    None => None,
                    Some(other) => {
                        return match kind {
                            Kind::A => is!(A { v } if *v != other),
                            Kind::B => is!(B { v } if *v != other),
                            Kind::C => event_where(
                                "C",
                                move |event| matches!(event, C { v } if *v != other),
                            ),
                        };
                    }
                },
            };
            match (kind, pinned) {
                (Kind::A, None) => is!(A { .. }),
                (Kind::B, None) => is!(B { .. }),
                (Kind::C, None) => is!(C { .. }),
                (Kind::A, Some(value)) => is!(A { v: =value }),
                (Kind::B, Some(value)) => is!(B { v: =value }),
                (Kind::C, Some(value)) => is!(C { v: =value }),
            }
        }
        Random::Not(part) => !of(part),
        Random::And(one, other) => of(one) & of(other),
        Random::Or(one, other) => of(one) | of(other),
        Random::Implies(one, other) => of(one).implies(of(other)),
        Random::Next(part) => next(of(part)),
        Random::StrongNext(part) => strong_next(of(part)),
        Random::WeakNext(part) => weak_next(of(part)),
        Random::Always(part) => always(of(part)),
        Random::Eventually(part) => eventually(of(part)),
        Random::Never(part) => never(of(part)),
        Random::Until(hold, goal) => of(hold).until(of(goal)),
        Random::Unless(hold, goal) => of(hold).unless(of(goal)),
        Random::Releases(release, hold) => of(release).releases(of(hold)),
        Random::LeadsTo(first, then) => of(first).leads_to(of(then)),
        Random::PaperUntil(a, b) => paper_until(of(a), of(b)),
        Random::AtLeast(least, part) => at_least(*least, of(part)),
        Random::AtMost(most, part) => at_most(*most, of(part)),
        Random::Exactly(exact, part) => exactly(*exact, of(part)),
        Random::Order(first, second) => order(of(first), of(second)),
        Random::Within(bound, part) => within(limit(bound), of(part)),
        Random::Stays(bound, part) => stays(limit(bound), of(part)),
        Random::When(kind, part) => {
            let inner = inner(part);
            match kind {
                Kind::A => when!(A { v } => inner(v)),
                Kind::B => when!(B { v } => inner(v)),
                Kind::C => when!(C { v } => inner(v)),
            }
        }
        Random::Some(kind, part) => {
            let inner = inner(part);
            match kind {
                Kind::A => some!(A { v } => inner(v)),
                Kind::B => some!(B { v } => inner(v)),
                Kind::C => some!(C { v } => inner(v)),
            }
        }
        Random::Each(kind, part) => {
            let inner = inner(part);
            match kind {
                Kind::A => each!(A { v } => inner(v)),
                Kind::B => each!(B { v } => inner(v)),
                Kind::C => each!(C { v } => inner(v)),
            }
        }
        Random::EachOf(part) => {
            let inner = inner(part);
            each!(A { v } | B { v }, [v] => inner(v))
        }
    }
}

/// The formula without data and time.
pub fn plain(formula: &Random) -> Random {
    let of = |part: &Random| Box::new(plain(part));
    match formula {
        Random::Atom(kind, Value::Is(value)) => Random::Atom(*kind, Value::Is(*value)),
        Random::Atom(kind, _) => Random::Atom(*kind, Value::Any),
        Random::Holds => Random::Holds,
        Random::NonEmpty => Random::NonEmpty,
        Random::Not(part) => Random::Not(of(part)),
        Random::And(one, other) => Random::And(of(one), of(other)),
        Random::Or(one, other) => Random::Or(of(one), of(other)),
        Random::Implies(one, other) => Random::Implies(of(one), of(other)),
        Random::Next(part) => Random::Next(of(part)),
        Random::StrongNext(part) => Random::StrongNext(of(part)),
        Random::WeakNext(part) => Random::WeakNext(of(part)),
        Random::Always(part) => Random::Always(of(part)),
        Random::Eventually(part) => Random::Eventually(of(part)),
        Random::Never(part) => Random::Never(of(part)),
        Random::Until(one, other) => Random::Until(of(one), of(other)),
        Random::Unless(one, other) => Random::Unless(of(one), of(other)),
        Random::Releases(one, other) => Random::Releases(of(one), of(other)),
        Random::LeadsTo(one, other) => Random::LeadsTo(of(one), of(other)),
        Random::PaperUntil(one, other) => Random::PaperUntil(of(one), of(other)),
        Random::AtLeast(least, part) => Random::AtLeast(*least, of(part)),
        Random::AtMost(most, part) => Random::AtMost(*most, of(part)),
        Random::Exactly(exact, part) => Random::Exactly(*exact, of(part)),
        Random::Order(one, other) => Random::Order(of(one), of(other)),
        Random::Within(_, part) => Random::Eventually(of(part)),
        Random::Stays(_, part) => Random::Always(of(part)),
        Random::When(kind, part) => {
            Random::Implies(Box::new(Random::Atom(*kind, Value::Any)), of(part))
        }
        Random::Some(kind, part) => {
            Random::And(Box::new(Random::Atom(*kind, Value::Any)), of(part))
        }
        Random::Each(_, part) | Random::EachOf(part) => of(part).as_ref().clone(),
    }
}

/// A trace with the moments of its events, in milliseconds and rounds.
type Moments = Vec<(Event, u64, u64)>;

fn moments(timed: &[Timed]) -> Moments {
    let mut now = (0, 0);
    let mut moment = |one: &Timed| {
        now = (now.0 + one.millis, now.1 + one.rounds);
        (one.event, now.0, now.1)
    };
    timed.iter().map(&mut moment).collect()
}

fn stamp(millis: u64, round: u64) -> Stamp {
    Stamp { time: Duration::from_millis(millis), round }
}

/// Trace of a program that ended.
pub fn trace_of(timed: &[Timed]) -> EventTrace<Event> {
    let mut trace = EventTrace::default();
    for (event, millis, round) in moments(timed) {
        trace.push(event, stamp(millis, round), None);
    }
    trace
}

/// All that a monitor answers.
#[derive(Debug, PartialEq)]
struct Answers {
    verdict: Verdict,
    ended: bool,
    owed: Vec<Owed>,
    open: usize,
}

fn answers(monitor: &Monitor<Event>) -> Answers {
    let (verdict, ended) = (monitor.verdict(), monitor.holds_at(Ending::Ended));
    Answers { verdict, ended, owed: monitor.owed(), open: monitor.open() }
}

/// Answers before the first event and after each.
fn run(monitor: &mut Monitor<Event>, events: &Moments) -> Vec<Answers> {
    let mut all = vec![answers(monitor)];
    for (event, millis, round) in events {
        monitor.step(event, stamp(*millis, *round));
        all.push(answers(monitor));
    }
    all
}

/// Answers as [`run`] has them, of a monitor that is told of the time between two events as well.
fn run_in_time(monitor: &mut Monitor<Event>, events: &Moments) -> Vec<Answers> {
    let mut all = vec![answers(monitor)];
    let mut last = (0_u64, 0_u64);
    for (event, millis, round) in events {
        monitor.advance(stamp(last.0.midpoint(*millis), last.1.midpoint(*round)));
        monitor.advance(stamp(*millis, *round));
        monitor.step(event, stamp(*millis, *round));
        all.push(answers(monitor));
        last = (*millis, *round);
    }
    all
}

/// Truth by the definition on a prefix of a trace, if it is cut there and if the program ended.
fn truth(random: &Random, events: &Moments, length: usize) -> (bool, bool) {
    let events = &events[..length];
    let view = |end| View { events, end, at: 0, visible: 0, begin: (0, (0, 0)) };
    let end = events.last().map_or((0, 0), |last| (last.1, last.2));
    let of = |end| known_or_defined(random, view(end), &[], &Known::default());
    (of(Some(end)), of(None))
}

/// Compares a monitor with the definitions on every prefix.
fn compare_engine(name: &str, answers: &[Answers], truths: &[(bool, bool)]) {
    let mut last = None;
    for (length, (Answers { verdict, ended, owed, .. }, truth)) in
        answers.iter().zip(truths).enumerate()
    {
        assert_eq!(verdict.holds(), truth.0, "{name}, cut after {length} events: {verdict:?}");
        assert_eq!(*ended, truth.1, "{name}, ended after {length} events");
        let owes = *verdict == Verdict::PresumablyFalse;
        assert_eq!(!owed.is_empty(), owes, "{name}, owed after {length} events");
        if let Some(last) = last {
            assert_eq!(*verdict, last, "{name}: a final verdict changed after {length} events");
        }
        last = verdict.is_final().then_some(*verdict);
    }
}

/// Compares the evaluation of whole traces with the definitions on a prefix.
fn compare_evaluation(formula: &Formula<Event>, timed: &[Timed], truth: (bool, bool)) {
    let (mut trace, length) = (trace_of(timed), timed.len());
    assert_eq!(formula.satisfied_by(&trace), truth.1, "evaluation, ended after {length}");
    trace.ending = Ending::Cut;
    assert_eq!(formula.satisfied_by(&trace), truth.0, "evaluation, cut after {length}");
}

/// Maker of monitors of one engine.
type NewMonitor = fn(&Formula<Event>) -> Monitor<Event>;

/// Compares every engine with the definitions on every prefix of a trace. Those that are used again have run on another
/// trace before, and answer as new ones do.
fn compare(random: &Random, timed: &[Timed], other: &[Timed]) {
    let formula = translated(random, &[]);
    let (events, other) = (moments(timed), moments(other));
    let truths: Vec<_> = (0..=events.len()).map(|length| truth(random, &events, length)).collect();
    for (length, truth) in truths.iter().enumerate() {
        compare_evaluation(&formula, &timed[..length], *truth);
    }
    let engines: [(&str, NewMonitor); 3] =
        [("remembered", Monitor::new), ("sliced", Monitor::sliced), ("whole", Monitor::whole)];
    for (name, new) in engines {
        let fresh = run(&mut new(&formula), &events);
        compare_engine(name, &fresh, &truths);
        compare_engine(name, &run_in_time(&mut new(&formula), &events), &truths);
        let mut used = new(&formula);
        run(&mut used, &other);
        used.restart();
        assert_eq!(run(&mut used, &events), fresh, "{name}, restarted");
    }
}

/// Checks so many formulas without data and so many with data.
///
/// Most have up to 30 operators or so: counts in counts in counts have residuals of thousands of parts, which take
/// milliseconds. A small share is as large as it comes.
pub fn check(tests: u64, seed: u64) {
    let trace = || generate::vec(lawful::any::<Timed>(), 0..=6);
    let cases = || (lawful::any::<Random>(), trace(), trace());
    let without =
        for_all(cases(), |(random, trace, other)| compare(&plain(&random), &trace, &other));
    let with = for_all(cases(), |(random, trace, other)| compare(&random, &trace, &other));
    // The short count of every `cargo test`, without optimisation, has smaller ones.
    let most = if tests > 10_000 { 12 } else { 8 };
    for (tests, max_size) in [(tests, most), (tests / 200, 40)] {
        let runner = |name| Runner::named(name).tests(tests).max_size(max_size).seed(seed);
        runner("without data").check(&without);
        runner("with data").check(&with);
    }
}

#[test]
fn monitors_agree_with_the_definitions() {
    let count = std::env::var("LAWFUL_TEMPORAL_FORMULAS").ok().and_then(|count| count.parse().ok());
    check(count.unwrap_or(3_000), 1);
}
