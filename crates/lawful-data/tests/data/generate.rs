//! Generators of what a run tells: every type, with every variant and every member.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use lawful::generate::Generator;
use lawful::prelude::*;
use lawful_data::settings::Factor;
use lawful_data::tape::{Block as Units, KeyedChoice, Kind, RowKey, Scalar, Tape, Token};
use lawful_data::*;

/// The source of a value, and whether tapes have the bounds of their choices, which files have not.
pub struct Draw<'a> {
    pub source: &'a mut Source,
    pub has_bounds: bool,
}

/// A type whose values can be made.
pub trait Made: Sized {
    fn made(draw: &mut Draw<'_>) -> Self;
}

/// Values as a file has them.
pub fn in_file<T: Made>() -> impl Generator<Value = T> {
    |source: &mut Source| T::made(&mut Draw { source, has_bounds: false })
}

/// Values as one process hands them to another.
pub fn in_memory<T: Made>() -> impl Generator<Value = T> {
    |source: &mut Source| T::made(&mut Draw { source, has_bounds: true })
}

impl Draw<'_> {
    /// A number below another, the simplest first.
    fn below(&mut self, count: u64) -> u64 {
        self.source.draw(&(0..count))
    }
}

macro_rules! drawn {
    ($($kind:ty),+) => {
        $(impl Made for $kind {
            fn made(draw: &mut Draw<'_>) -> Self {
                draw.source.any()
            }
        })+
    };
}

drawn!(bool, u32, u64, usize);

impl Made for String {
    fn made(draw: &mut Draw<'_>) -> Self {
        draw.source.resize(9, |source| source.any())
    }
}

/// Names are constants in the program that ran the law.
const NAMES: [&str; 8] = [
    "",
    "a",
    "lawful",
    "n.len()",
    "é \"quoted\"\\",
    "two\nlines\r\n",
    "\u{2028}\u{0}\u{7f}",
    "𝕃😀",
];

impl Made for &'static str {
    fn made(draw: &mut Draw<'_>) -> Self {
        NAMES[draw.below(NAMES.len() as u64) as usize]
    }
}

/// NaN is not equal to itself.
impl Made for f64 {
    fn made(draw: &mut Draw<'_>) -> Self {
        let number: f64 = draw.source.any();
        if number.is_nan() { 0.1 } else { number }
    }
}

impl Made for Factor {
    fn made(draw: &mut Draw<'_>) -> Self {
        let (whole, fraction) = (draw.below(1_000_000), draw.below(1_000_000_000));
        Factor::parse(&format!("{whole}.{fraction:09}")).unwrap_or(Factor::ONE)
    }
}

impl Made for Duration {
    fn made(draw: &mut Draw<'_>) -> Self {
        Duration::from_nanos(u64::made(draw))
    }
}

impl Made for PathBuf {
    fn made(draw: &mut Draw<'_>) -> Self {
        PathBuf::from(String::made(draw))
    }
}

impl Made for Misuse {
    fn made(draw: &mut Draw<'_>) -> Self {
        Misuse::new(String::made(draw))
    }
}

impl<T: Made> Made for Option<T> {
    fn made(draw: &mut Draw<'_>) -> Self {
        bool::made(draw).then(|| T::made(draw))
    }
}

impl<T: Made> Made for Box<T> {
    fn made(draw: &mut Draw<'_>) -> Self {
        Box::new(T::made(draw))
    }
}

impl<T: Made> Made for Vec<T> {
    fn made(draw: &mut Draw<'_>) -> Self {
        let length = draw.below(3);
        (0..length).map(|_| T::made(draw)).collect()
    }
}

impl<A: Made, B: Made> Made for (A, B) {
    fn made(draw: &mut Draw<'_>) -> Self {
        (A::made(draw), B::made(draw))
    }
}

impl<V: Made> Made for BTreeMap<String, V> {
    fn made(draw: &mut Draw<'_>) -> Self {
        Vec::made(draw).into_iter().collect()
    }
}

impl<K: Made + Ord, V: Made> Made for Ordered<K, V> {
    fn made(draw: &mut Draw<'_>) -> Self {
        let mut map = Ordered::default();
        Vec::made(draw).into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }
}

/// Variants of enums, the fields of structs, and those of structs that only their crate can put together.
macro_rules! made {
    ($(enum $name:ident {
        $($variant:ident $(($item:ident))? $({ $($field:ident),+ })?),+ $(,)?
    })+) => {
        $(impl Made for $name {
            fn made(draw: &mut Draw<'_>) -> Self {
                let makes: &[fn(&mut Draw<'_>) -> Self] = &[$(|_draw| {
                    $(let $item = Made::made(_draw);)?
                    $($(let $field = Made::made(_draw);)+)?
                    $name::$variant $(($item))? $({ $($field),+ })?
                }),+];
                makes[draw.below(makes.len() as u64) as usize](draw)
            }
        })+
    };
    ($(struct $name:ident { $($field:ident),+ $(,)? } $(from |$draw:ident| $base:expr;)?)+) => {
        $(impl Made for $name {
            fn made(draw: &mut Draw<'_>) -> Self {
                made!(@ $name draw { $($field),+ } $($draw $base)?)
            }
        })+
    };
    (@ $name:ident $draw:ident { $($field:ident),+ }) => {
        $name { $($field: Made::made($draw)),+ }
    };
    (@ $name:ident $draw:ident { $($field:ident),+ } $base_draw:ident $base:expr) => {{
        let $base_draw = $draw;
        let mut made: $name = $base;
        $(made.$field = Made::made($base_draw);)+
        made
    }};
}

made! {
    enum Verdict { Passed, Failed, Discarded, Skipped }
    enum Label {
        Text(text),
        Collected { table, value },
        KnownBug(name),
        Target { name, score },
        Sometimes { name, hit },
        Covered { name, percent, hit },
    }
    enum Block {
        Paragraph(text),
        Code(text),
        Table(rows),
        Calls(calls),
        Trace(trace),
        Picture { name, svg },
        History(history),
        Graph(graph),
        Statements(statements),
        Marks(marks),
    }
    enum TaskEnd { Finished, Panicked(message), Exited(reason), Waits(what), Unfinished }
    enum EventKind { Start, Spawn, Send, Deliver, Effect, Call, Operation, Wait, Time, End }
    enum Target { Lib, Bin(name), Test(name) }
    enum Event {
        Started { about, seed },
        Database(notice),
        Case { index, case, verdict, reason, time },
        Left { seed, index },
        TryingLeft { index, time },
        DiedElsewhere { is_guarded },
        Unknown { case, time },
        StillRunning { case, time },
        Progress { passed, tests, discarded },
        Failed { index },
        Stored { file, is_committed, stored },
    }
    enum Notice {
        SetAside { file, moved_to, problem },
        Unusable { path, error },
        NoTarget { program },
        NoTrail { path, error },
    }
    enum Problem { NotOurs, AnotherVersion { found, read }, AnotherLaw, Damaged }
    enum Found {
        Test { index },
        Database,
        Kept { index },
        KeptToken,
        Walk { size, index },
        Climb { target, score },
        Shrinking,
        Left,
        Fuzzer,
        Replay,
    }
    enum Stop { Smallest, Runs, Time }
    enum Limit { Law(time), Generation(time), Search(time), Explaining(time) }
    enum Stopped {
        Passed,
        Failed(failures),
        Unstable(unstable),
        GaveUp { starved },
        NotCovered(coverage),
        Misused(misuse),
        ReplayPassed,
        ReplayOfAnotherLaw { law },
    }
    enum Warning {
        Duplicates { different, of },
        Trivial { trivial, of },
        Constant { argument, same, of },
        Discards { discarded, passed },
        Remark(text),
        Never { promise, cases },
        KnownBugFixed { known, cases },
        ThreadPanics { count, location, message },
        SlowGeneration { generation, all },
    }
    enum Feature { Digits { negative, digits }, Length(length), Variant(name), Other }
    enum Record {
        Results(results),
        Event(event),
        Summary(summary),
        Unfinished(unfinished),
        Page(page),
    }
    enum Tone { Plain, Good, Bad, Faint }
}

made! {
    struct ShownValue { name, type_name, debug, types }
    struct Description { type_name, is_enum, variants }
    struct DescribedVariant { name, brackets, fields }
    struct Place { file, line, column }
    struct Document { blocks }
    struct ShownCall { variable, name, arguments, before, result, failed, column }
    struct Trace { tasks, events, switches }
    struct TracedTask { name, spawned, end }
    struct TracedEvent { task, kind, text, place, from, clock, switched, label }
    struct Reason { component, code, title, fields, document, identity }
    struct Counter { table, name, step }
    struct CountedStep { from, to, label }
    struct Size { unit, found, shrunk, proven }
    struct Shard { index, count }
    struct RowKey { lane, row }
    struct KeyedChoice { owner, at, choice }
    struct CaseRecord { starved, unmet, drawing, labels, arguments, document, notes, found_by }
        from |draw| CaseRecord::default();
    struct Starved { filter, tries, different } from |draw| Starved::new(Made::made(draw), 0, None);
    struct Assumption { place, text } from |draw| Assumption::new(Made::made(draw), String::new());
    struct About { name, file, line, test } from |draw| About::new("", "", 0);
    struct Test { package, target, path }
        from |draw| About::of_test("a::b", None, None, ("", 0)).test.expect("it is of a test");
    struct Failure {
        arguments, drawing, document, found_by, sizes, original, reason, notes, identity, found, shrinks, runs, stop,
        tape, token, again, explanation,
    }
        from |draw| Failure::new(Reason::returned_false(), Found::Replay, Tape::default());
    struct Original { arguments, document }
        from |draw| Original::new(Vec::new(), Document::default());
    struct Rate { failed, runs } from |draw| Rate::default();
    struct Unstable { arguments, rate, token, tape, reason, found, then, choices_differ, document }
        from |draw| {
            let (rate, tape) = (Rate::default(), Tape::default());
            Unstable::new(Reason::returned_false(), Found::Replay, rate, tape)
        };
    struct Explanation { free, nearest_passing } from |draw| Explanation::default();
    struct FreePart { argument, whole, others } from |draw| FreePart::new(0, false, Vec::new());
    struct NearestPassing { argument, shown }
        from |draw| NearestPassing::new(0, Made::made(draw));
    struct Identity { component, code, text }
        from |draw| Identity::of(&Reason::returned_false());
    struct Summary {
        about, seed, passed, tests, first_test, next_test, discarded, tables, counts, counted_always, tells_counts, tells_original,
        stopped, expect_failure, may_give_up, max_discards, max_failures, tells_failures_by_shape, case_arguments, keeps_tokens, exhausted, warnings,
        distribution, limits, unstable,
    }
        from |draw| Summary::new(About::new("", "", 0), 0, 0, Stopped::Passed);
    struct Exhausted { size, cases } from |draw| Exhausted::new(None, 0);
    struct Distribution { argument, counts } from |draw| Distribution::new("");
    struct Tables { labels, collected, coverage, known_bugs, sometimes, unmet }
        from |draw| Tables::default();
    struct KnownBug { failed, passed } from |draw| KnownBug::default();
    struct Table { counts } from |draw| Table::default();
    struct Coverage { name, percent, hits, cases, all } from |draw| coverage();
    struct Results { shard, seed, tests, factor, time, laws, arguments }
        from |draw| Results::new(0, Vec::new());
    struct RecordedEvent { about, event, time }
        from |draw| RecordedEvent::new(About::new("", "", 0), Event::Failed { index: 0 });
    struct ShownHistory { clients, calls, order, states, stuck, in_real_time }
        from |draw| ShownHistory::default();
    struct HistoryCall { client, call, result, invoked, returned }
        from |draw| HistoryCall::default();
    struct Graph { title, nodes, edges } from |draw| Graph::default();
    struct GraphNode { name, detail, tone } from |draw| GraphNode::default();
    struct GraphEdge { from, to, label, detail, count } from |draw| GraphEdge::default();
    struct Statement { group, text, remark, tone, values } from |draw| Statement::default();
    struct Mark { text, depth, from, to, is_beside } from |draw| Mark::default();
    struct Page { kind, name, headline, is_success, document } from |draw| Page::new("", "", "");
    struct Unfinished { about, has_died, why }
        from |draw| Unfinished::new(About::new("", "", 0), false, "");
    struct StoredFailure {
        about, writer, failure, unstable, seed, tests, expect_failure, case_arguments, keeps_tokens,
    }
        from |draw| StoredFailure::of_tape(&About::new("", "", 0), Tape::default());
}

/// A demand, which only a case can make.
fn coverage() -> Coverage {
    let mut tables = Tables::default();
    let (name, percent, hit) = (String::new(), 0.0, false);
    tables.add(vec![Label::Covered { name, percent, hit }]);
    tables.coverage[""].clone()
}

impl Made for Tape {
    fn made(draw: &mut Draw<'_>) -> Self {
        Tape { size: Made::made(draw), main: Made::made(draw), rows: Made::made(draw) }
    }
}

impl Made for Token {
    fn made(draw: &mut Draw<'_>) -> Self {
        match draw.below(6) {
            0 => Token::Close,
            1 => Token::Open(Made::made(draw)),
            2 => Token::Lane(Made::made(draw)),
            3 => Token::Keyed(Made::made(draw)),
            4 => Token::Block(units(draw)),
            _ => Token::Scalar(scalar(draw)),
        }
    }
}

fn units(draw: &mut Draw<'_>) -> Units {
    let units: Vec<u32> = Made::made(draw);
    let most = units.len() as u64;
    let mut units = Units { units, bound: u32::MAX, fewest: 0, most };
    if draw.has_bounds {
        (units.bound, units.fewest, units.most) =
            (Made::made(draw), Made::made(draw), Made::made(draw));
    }
    units
}

fn scalar(draw: &mut Draw<'_>) -> Scalar {
    const KINDS: [Kind; 6] =
        [Kind::Number, Kind::Length, Kind::Pick, Kind::Float, Kind::Step, Kind::Reference];
    let kind = KINDS[draw.below(6) as usize];
    let (origin, down, up) = match draw.has_bounds {
        true => (Made::made(draw), Made::made(draw), Made::made(draw)),
        false => (0, u64::MAX, u64::MAX),
    };
    Scalar::simplest(kind, origin, down, up).with(Made::made(draw), Made::made(draw))
}
