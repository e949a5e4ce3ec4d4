#![cfg_attr(docsrs, feature(doc_cfg))]
//! Lawful is a toolkit for property-based testing.
//!
//! A *law* is a property that must hold for every input, every order of calls and every schedule. Lawful searches
//! for a counterexample, shrinks it to the minimal one, and shows it as Rust that can be pasted into a test.
//!
//! ```
//! use lawful::prelude::*;
//!
//! #[law]
//! fn reversing_twice_changes_nothing(xs: Vec<i32>) {
//!     let mut twice = xs.clone();
//!     twice.reverse();
//!     twice.reverse();
//!     assert_eq!(twice, xs);
//! }
//! ```
//!
//! Add it with `cargo add --dev lawful`; `cargo test` runs the laws.
//!
//! # Parts
//!
//! | | module | feature |
//! |---|---|---|
//! | laws: [`#[law]`](macro@law), [`check`], [`Runner`], [`Law`] | the crate root, [`prelude`] | |
//! | generators: [`any`], [`#[derive(Arbitrary)]`](derive@Arbitrary), `vec`, `one_of`, .. | [`generate`] | `regex` and crates' names for more |
//! | ready laws of traits and algebra: [`obeys!`] | [`bundles`] | `serde` for one more |
//! | state machines: a system against its model | [`machine`][m] | `machine` |
//! | linearizability: a state machine with concurrent calls | [`parallel`][c] | `parallel` |
//! | recorded histories of concurrent calls | [`history`][h] | `parallel`, `formats` |
//! | concurrent code under a deterministic scheduler | [`pulse`][s] | `pulse` |
//! | properties of what happens over time | [`temporal`][t] | `temporal`, `tracing`, `json-lines` |
//! | laws that functions obey, discovered | [`discovery`][d] | `discovery` |
//! | programs for one task, ranked by their bugs | [`rank`][r] | `rank`, `rank-executables` |
//! | settings, results and reporters of runs | [`run`], [`data`], [`report`] | |
//! | the guide, in chapters with examples | [`guide`] | |
//! | components, shrinking passes and schedulers of your own | [`extend`] | |
//!
//! # Manual
//!
//! - **Laws.** [`#[law]`](macro@law) makes a function a law that `cargo test` runs. It passes if it
//!   returns `()`, `true` or `Ok`, and fails if it panics or returns `false` or `Err`. Arguments may be
//!   references, and a generator in `#[from(..)]` sees the arguments before it. Inside a test,
//!   [`check`] does the same for a closure and [`Runner::check`] for any law, with settings. Laws are values that
//!   can be combined: see [`Law`].
//! - **Generators.** An argument is drawn by its type's [`Arbitrary`](trait@Arbitrary), or from the generator that
//!   `#[from(..)]` names. [`#[derive(Arbitrary)]`](derive@Arbitrary) implements it for structs and enums,
//!   recursive ones too. Ranges, tuples, arrays and closures over a [`Source`] are generators;
//!   [`generate`] has the rest.
//! - **Types of a library** whose dev-dependency is lawful get the derive with
//!   `#[cfg_attr(test, derive(lawful::Arbitrary))]`, for its unit tests. In `tests/*.rs`, [`structure!`] makes a
//!   generator from the public fields of a type.
//! - **Shrinking** needs no code: a smaller case is made by the same generator from fewer and
//!   smaller choices, so it has the generator's invariants.
//! - **Statistics.** [`classify!`], [`collect!`], [`label!`], [`cover!`], and
//!   [`assume!`] for laws with a condition. [`sometimes!`] promises that something happens in some
//!   case. A law that passes warns, with figures, when its cases repeat each other, are mostly empty
//!   or mostly discarded, when an argument hardly varies, or when a promise is not kept;
//!   `#[law(statistics)]` shows how every argument is distributed.
//! - **More than the first bug.** After a failure the search goes on, and each different failure is
//!   reported with its own minimal counterexample. Failures differ in where and how they fail. Those that show
//!   through one assertion differ if their counterexamples take different alternatives (other variants,
//!   other branches) in places where it matters. [`known_bug!`] declares a failure that is known: it is
//!   counted and skipped, and the report says when it no longer occurs.
//! - **The report of a failure** has the minimal counterexample as Rust, the reason, what can be changed without
//!   mending it, the nearest case that passes, a line that replays it (`LAWFUL_REPLAY`) and a line that keeps
//!   it. `#[law(case(..))]` runs cases written in the source before any others, `#[law(replay = "token")]` any case
//!   that cannot be written there (functions, state machines, schedules), and
//!   `#[law(database = "tests/failures")]` keeps failures in a folder that is committed.
//! - **All cases.** `#[law(exhaustive = n)]` runs all cases up to a size, smallest sizes first.
//!   That is also done where there are no more cases than tests; if the law demands shares with [`cover!`], random
//!   tests follow, since a share is about those. [`exists`] is a law about some
//!   value, which only such a search can judge.
//! - **Hostile code.** `#[law(isolated)]` runs the cases in a process of their own. One that overflows
//!   the stack, aborts, exits, is killed, takes too much memory or too long (`max_case_time = "500ms"`)
//!   is found, shrunk and reported like any other, with what ended it, and with the commands of a machine up to
//!   there. The child and what it started end with the test. Without isolation the test that
//!   was running when the process died is run in a process of its own by the next `cargo test`, and a law that calls
//!   `std::process::exit` makes the exit code red. Cases in the source, replays and stored failures are tried in a
//!   process of their own too before they run in this one, so that a deadly one is reported like any other.
//!   `LAWFUL_ISOLATED=0` runs everything in this process, for a debugger or a profiler.
//! - **Failures that come and go.** A case that passes and fails in one run is reported as unstable, with its arguments and
//!   how often it failed (`4 of 12 times`). It is stored, and its replay token runs it several times.
//! - **A case that does not end** can be seen: with `LAWFUL_VERBOSE=1` the arguments of every case are printed before it
//!   runs, and the commands of a dynamic machine one by one.
//! - **Programs for one task** are ranked by the bugs that tests show: see [`rank`][r].
//! - **Scores.** [`target!`] gives a number to climb: after the random tests the cases with the highest
//!   scores are changed step by step upwards.
//! - **Async laws.** `#[law] async fn` runs on [`block_on`], or on the runtime that
//!   `#[law(block_on = tokio_test::block_on)]` names.
//! - **Functions** are generated too: [`Func`], and infinite [streams](generate::Stream).
//! - **Backtraces.** With `RUST_BACKTRACE=1` a failure shows the backtrace of its panic, without the frames
//!   of the engine; `RUST_BACKTRACE=full` shows all frames. That works for replays, for cases in the source and for
//!   isolated laws too.
//! - **Threads.** A law may spawn some. A panic breaks the law only where it is joined. It is not
//!   printed; the report of a failure has its place and message, and a law that passes warns of it. (Threads with a name
//!   print their panics, as do all but one law's at a time on systems other than Linux.)
//!   [`label!`] and [`discard`] work in the law's own thread. Where the outcome is left to the
//!   system's scheduler, say `#[law(repeat = n)]`.
//! - **Types of other crates** are arbitrary with a feature of the crate's name: `bytes`, `chrono`, `jiff`,
//!   `num-bigint`, `rust_decimal`, `serde_json`, `url`, `uuid`. With the feature `regex`,
//!   `generate::matching` makes strings by regular expression.
//!
//! # Guide
//!
//! The [`guide`] has a chapter for each question: [thinking up laws](guide::laws), [generators](guide::generators) and a
//! [cookbook](guide::cookbook) of them, [whether the testing is adequate](guide::adequacy), each component, [CI and many
//! machines](guide::many_machines), [hostile code](guide::hostile_code) and [fuzzing](guide::fuzzing). Those who come from
//! [proptest or quickcheck](guide::from_proptest), [Hypothesis](guide::from_hypothesis), or
//! [shuttle or loom](guide::from_shuttle_and_loom) find the words of their tool there, and the same test in both.
//!
//! # Settings
//!
//! | option of `#[law(..)]` | variable | default |
//! |---|---|---|
//! | `tests = n` | `LAWFUL_TESTS` | 256 |
//! | | `LAWFUL_FACTOR=0.5` | 1; multiplies the number of tests that a law has, unless `LAWFUL_TESTS` gives it |
//! | | `LAWFUL_FIRST_TEST`, `LAWFUL_LAST_TEST` | all tests; a part of them, from one index and before another |
//! | `max_size = n` | `LAWFUL_MAX_SIZE` | 100 |
//! | `max_discards = n` | `LAWFUL_MAX_DISCARDS` | ten times the tests |
//! | `seed = n` | `LAWFUL_SEED` | another every time |
//! | `max_shrink_runs = n` | `LAWFUL_MAX_SHRINK_RUNS` | 5000 |
//! | `max_shrink_time = "30s"` | `LAWFUL_MAX_SHRINK_TIME=30s` | 30 seconds |
//! | `repeat = n` | | every case runs once |
//! | `case(..)` | | cases to run before all others |
//! | `replay = "token"` | | cases to run before all others, by the replay tokens of reports |
//! | `max_failures = n` | `LAWFUL_MAX_FAILURES` | 8 different failures |
//! | | `LAWFUL_MAX_SEARCH_TIME=5s` | 5 seconds for failures after the first |
//! | | `LAWFUL_EXPLAIN` | on |
//! | `jobs = n` | `LAWFUL_JOBS` | one thread; the outcome is the same on any number; isolated cases take turns |
//! | `exhaustive = n` | `LAWFUL_EXHAUSTIVE` | random tests |
//! | `isolated` | `LAWFUL_ISOLATED` | off; `LAWFUL_ISOLATED=0` starts no process at all |
//! | `max_case_time = "500ms"` | `LAWFUL_MAX_CASE_TIME=500ms` | no limit; 10 seconds if isolated |
//! | `max_time = "30s"` | `LAWFUL_MAX_TIME=30s` | no limit for the law |
//! | `statistics` | `LAWFUL_STATISTICS` | off |
//! | `original` | `LAWFUL_ORIGINAL` | off; on, a failure also shows its case as it was found |
//! | `report` | `LAWFUL_REPORT` | off; on, or set to a directory, a law that is not as it should be writes its report as a page of HTML |
//! | `scheduled`, `schedules = n` | `LAWFUL_SCHEDULES` | the body runs as it is; 64 schedules a case |
//! | `reporter = r` | | reporters beside the terminal's: see [`run::Reporter`] |
//! | `path::SETTING = n` | its own | settings of components: see [`extend`] |
//! | `block_on = f` | | [`block_on`], for async laws |
//! | `expect_failure`, `may_give_up` | | off |
//! | | `LAWFUL_VERBOSE` | off; on, every case is printed before it runs |
//! | | `LAWFUL_OBSERVE` | `off`; a directory for every case as a line of JSON, for [Tyche] |
//! | | `LAWFUL_RESULTS` | `off`; a file that events and summaries are appended to, as lines of JSON: see [`data::file`] |
//! | | `LAWFUL_SHARD=2/4` | all tests; the second of four parts of them, for several machines: see `cargo lawful` |
//! | | `LAWFUL_DETAILS` | off; on, results have what a page shows beside the text of a report |
//! | | `LAWFUL_DEFAULT_SEED` | the root seed of laws that have none |
//! | | `LAWFUL_PROFILE` | none; a profile of `lawful.toml` |
//! | `database = "folder"` | `LAWFUL_DATABASE` | `lawful/` beside the profile's directory, such as `target/lawful`; `off` |
//! | | `LAWFUL_REPLAY` | a case to run, from a report; `bytes:file` for a fuzzer's input |
//! | | `LAWFUL_UPDATE_LAWS` | off; on, law files are written anew: see `discovery::keep_laws!` |
//! | `crate = path` | | `::lawful`; for a crate that has Lawful under another name, or re-exported |
//!
//! A number is any expression, such as a constant. A duration is a string with its unit (`ms`, `s`, `m`, `h`) or an
//! expression of type `Duration`; in a variable it has its unit too. A switch such as `isolated` may be written
//! `isolated = true`.
//!
//! A file `lawful.toml` has settings for all laws of a workspace, and more for those of a profile, which
//! `LAWFUL_PROFILE=ci` chooses:
//!
//! ```toml
//! max_time = "20s"
//!
//! [profile.ci]
//! factor = 10
//! seed = 7
//! ```
//!
//! It stands beside the `Cargo.toml` of the workspace or of a package; the nearest one counts. Its keys are `tests`, `factor`,
//! `max_size`, `max_discards`, `seed`, `max_failures`, `max_time`, `max_case_time`, `max_shrink_runs`, `max_shrink_time`,
//! `max_search_time`, `jobs`, `isolated`, `explain`, `statistics`, `original`, `report`, `schedules` and `early_timers`; settings of
//! other components are written as their variables. The defaults count least; then come the file, its profile, the options
//! of the law, and the variables. Only the factor multiplies whatever number of tests the law has, and `max_discards` if
//! it is above 1. The file is for tests that cargo or nextest starts, and for [`check`] and [`Runner::check`] as for
//! `#[law]`. What it says wrong makes every law misused, with the line and the way out.
//!
//! What `LAWFUL_OBSERVE` writes are the observations of Hypothesis, one file for each law and process:
//! see [`report::observe`].
//!
//! [Tyche]: https://tyche-pbt.github.io/tyche-extension/
//!
// Modules of components are there with their features; without one the link leads to docs.rs.
#![cfg_attr(feature = "machine", doc = "[m]: crate::machine")]
#![cfg_attr(
    not(feature = "machine"),
    doc = "[m]: https://docs.rs/lawful/latest/lawful/machine/index.html"
)]
#![cfg_attr(feature = "temporal", doc = "[t]: crate::temporal")]
#![cfg_attr(
    not(feature = "temporal"),
    doc = "[t]: https://docs.rs/lawful/latest/lawful/temporal/index.html"
)]
#![cfg_attr(feature = "discovery", doc = "[d]: crate::discovery")]
#![cfg_attr(
    not(feature = "discovery"),
    doc = "[d]: https://docs.rs/lawful/latest/lawful/discovery/index.html"
)]
#![cfg_attr(feature = "rank", doc = "[r]: crate::rank")]
#![cfg_attr(
    not(feature = "rank"),
    doc = "[r]: https://docs.rs/lawful/latest/lawful/rank/index.html"
)]
#![cfg_attr(feature = "parallel", doc = "[c]: crate::parallel")]
#![cfg_attr(
    not(feature = "parallel"),
    doc = "[c]: https://docs.rs/lawful/latest/lawful/parallel/index.html"
)]
#![cfg_attr(feature = "parallel", doc = "[h]: crate::history")]
#![cfg_attr(
    not(feature = "parallel"),
    doc = "[h]: https://docs.rs/lawful/latest/lawful/history/index.html"
)]
#![cfg_attr(feature = "pulse", doc = "[s]: crate::pulse")]
#![cfg_attr(
    not(feature = "pulse"),
    doc = "[s]: https://docs.rs/lawful/latest/lawful/pulse/index.html"
)]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod arguments;
mod check;
mod fuzz;
pub mod guide;
#[cfg(feature = "discovery")]
#[cfg_attr(docsrs, doc(cfg(feature = "discovery")))]
pub use lawful_discovery as discovery;
#[cfg(feature = "machine")]
#[cfg_attr(docsrs, doc(cfg(feature = "machine")))]
pub mod machine;
mod obeys;
#[cfg(feature = "parallel")]
#[cfg_attr(docsrs, doc(cfg(feature = "parallel")))]
pub mod parallel;
mod runner;

/// The examples of the README are tests too, where the scheduler and the formulas that some of them need are there.
#[cfg(all(doctest, feature = "pulse", feature = "temporal"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

pub use check::check;
pub use lawful_bundles as bundles;
pub use lawful_core::choice::Source;
pub use lawful_core::extend;
pub use lawful_core::generate::{Arbitrary, Func, Generator, any};
pub use lawful_core::law::{
    IntoOutcome, Law, Outcome, block_on, discard, exists, for_all, for_all_ref,
};
pub use lawful_core::{
    assume, classify, collect, cover, for_all, known_bug, label, note, sometimes, structure, target,
};
#[cfg(feature = "parallel")]
#[cfg_attr(docsrs, doc(cfg(feature = "parallel")))]
pub use lawful_history as history;
/// Makes the values of a struct or an enum arbitrary: implements [`Arbitrary`](trait@Arbitrary) and
/// [`FuncKey`](generate::FuncKey).
///
/// ```
/// use lawful::prelude::*;
///
/// #[derive(Clone, Debug, PartialEq, Arbitrary)]
/// struct Meeting {
///     title: String,
///     #[from((8..18, 0..60))]
///     start: (u8, u8),
///     people: Vec<Person>,
/// }
///
/// #[derive(Clone, Debug, PartialEq, Arbitrary)]
/// enum Person {
///     Guest,
///     #[arbitrary(weight(3))]
///     Member { number: u32 },
/// }
///
/// #[law]
/// fn meetings_start_in_the_day(meeting: Meeting) {
///     assert!((8..18).contains(&meeting.start.0));
/// }
/// ```
///
/// # Recursive types
///
/// They need nothing more, however they lead back to themselves: through boxes, lists, options, maps,
/// parameters, or other derived types. A value has about as many nodes as the size at most, and shrinks
/// to the smallest, as any other.
///
/// ```
/// use lawful::prelude::*;
///
/// #[derive(Debug, Arbitrary)]
/// enum Expression {
///     Number(i32),
///     Sum(Box<Expression>, Box<Expression>),
///     Call { name: String, arguments: Vec<Expression> },
/// }
///
/// fn has_long_call(expression: &Expression) -> bool {
///     match expression {
///         Expression::Number(_) => false,
///         Expression::Sum(left, right) => has_long_call(left) || has_long_call(right),
///         Expression::Call { arguments, .. } => {
///             arguments.len() > 1 || arguments.iter().any(has_long_call)
///         }
///     }
/// }
///
/// let law = for_all(any(), |expression| !has_long_call(&expression));
/// let summary = Runner::named("calls").run(&law);
/// assert_eq!(
///     lawful::report::literal::shown_literal(&summary.failure().unwrap().arguments[0]),
///     "Expression::Call { name: String::from(\"\"), \
///      arguments: vec![Expression::Number(0), Expression::Number(0)] }",
/// );
/// ```
///
/// A simpler variant should come before a more complicated one: shrinking goes to the first. (Of a
/// recursive enum, to the first of those that do not lead back.)
///
/// Where a type in the circle has an `Arbitrary` written by hand, that hides the way back. Its
/// [`Arbitrary::shape`](trait@Arbitrary) can tell it; otherwise it has to end by itself, and a law
/// whose values get too deep is reported as misused.
///
/// # Attributes
///
/// | on | attribute | meaning |
/// |---|---|---|
/// | a field | `#[from(generator)]`, `#[arbitrary(from(generator))]` | drawn from the generator, as an argument of a law |
/// | a field | `#[arbitrary(skip)]` | `Default::default()` |
/// | a variant | `#[arbitrary(weight(3))]` | chosen so often; 1 if nothing is said |
/// | a variant | `#[arbitrary(skip)]` | never generated |
/// | the type | `#[arbitrary(bound(T: Clone + Arbitrary))]` | replaces `T: Arbitrary + 'static`, which is asked of every type parameter |
/// | the type | `#[arbitrary(recycle)]` | implements [`Arbitrary::recycle`](trait@Arbitrary), for laws that borrow; not for types with a `Drop` of their own, which cannot be taken apart |
/// | the type | `#[arbitrary(crate = path)]` | the path of the crate `lawful`, where it is not `::lawful` |
/// | the type | `#[arbitrary(own_func_key)]` | leaves [`FuncKey`](generate::FuncKey) to you |
///
/// Only `#[from(..)]` has a short form, because laws have it. Attributes like `#[skip]` belong to
/// whichever derive knows them, and other crates have such derives. A `#[from]` without brackets
/// (thiserror's), or on a type or a variant (derive_more's), is left alone.
///
/// # Arguments of functions
///
/// A derived type can be the argument of a generated function, such as `Func<Expression, i32>`. Each
/// field counts by its `FuncKey`, or else its `Hash`. A field that has neither does not count: values
/// that differ in nothing else share an answer.
pub use lawful_macros::Arbitrary;
/// Makes a function a law that `cargo test` runs.
///
/// Every argument is drawn by its type's [`Arbitrary`](trait@Arbitrary), or from the generator that
/// `#[from(generator)]` names. The options are those of the table at the crate root:
///
/// ```
/// use lawful::prelude::*;
///
/// #[law(tests = 1_000, max_size = 50)]
/// fn halves_add_up(n: u32, #[from(1..=9)] parts: u32) {
///     assert_eq!(n / parts * parts + n % parts, n);
/// }
/// ```
///
/// A generator sees the arguments before it, by the names and types that the body sees; what is not `Copy` is a
/// reference there. Such a generator is made anew for every case, and shrinks together with what it depends on:
///
/// ```
/// use lawful::generate::vec;
/// use lawful::prelude::*;
///
/// #[law]
/// fn an_element_is_at_most_the_maximum(
///     #[from(vec(any::<u8>(), 1..=20))] list: Vec<u8>,
///     #[from(0..list.len())] index: usize,
/// ) {
///     assert!(list[index] <= *list.iter().max().unwrap());
/// }
/// ```
///
/// An argument may be a reference. The owned value is drawn (a `String` for `&str`, a `Vec<T>` for `&[T]`, a `T` for `&T`
/// and `&mut T`) and lent to the body, a fresh one for every run. `#[from(..)]` has a generator of the owned type.
///
/// ```
/// use lawful::prelude::*;
///
/// #[law(case("a,b"))]
/// fn a_text_is_its_parts_joined(text: &str) {
///     let parts: Vec<&str> = text.split(',').collect();
///     assert_eq!(parts.join(","), text);
/// }
///
/// #[law]
/// fn sorting_keeps_the_length(list: &mut Vec<u8>) {
///     let before = list.len();
///     list.sort();
///     assert_eq!(list.len(), before);
/// }
/// ```
///
/// A law that must fail says `#[law(expect_failure)]`: the test passes when a counterexample is found.
/// `#[should_panic(expected = "..")]` works too: the panic of a broken law says `law broken: NAME: ` and the message of
/// its first counterexample. But then any other failure of the test, such as a misuse, counts as well.
///
/// A generic law runs for several types, one test each:
///
/// ```
/// use lawful::prelude::*;
///
/// trait Shape: Arbitrary + std::fmt::Debug {
///     fn area(&self) -> u64;
/// }
/// # #[derive(Debug)] struct Square(u8);
/// # #[derive(Debug)] struct Line(u8);
/// # impl Arbitrary for Square { fn arbitrary(s: &mut Source) -> Self { Square(s.any()) } }
/// # impl Arbitrary for Line { fn arbitrary(s: &mut Source) -> Self { Line(s.any()) } }
/// # impl Shape for Square { fn area(&self) -> u64 { u64::from(self.0).pow(2) } }
/// # impl Shape for Line { fn area(&self) -> u64 { 0 } }
///
/// #[law(for(Square, Line))]
/// fn areas_are_bounded<S: Shape>(shape: S) -> bool {
///     shape.area() <= 255 * 255
/// }
/// ```
pub use lawful_macros::law;
#[cfg(feature = "pulse")]
#[cfg_attr(docsrs, doc(cfg(feature = "pulse")))]
pub use lawful_pulse as pulse;
#[cfg(feature = "rank")]
#[cfg_attr(docsrs, doc(cfg(feature = "rank")))]
pub use lawful_rank as rank;
pub use lawful_report as report;
#[cfg(feature = "temporal")]
#[cfg_attr(docsrs, doc(cfg(feature = "temporal")))]
pub use lawful_temporal as temporal;
pub use runner::Runner;

/// Generators: functions that make them, their types, and what a type tells about its values.
///
/// A generator is also any range (`0..10`), tuple, array, or closure over a [`Source`]. Methods of
/// [`Generator`] change the values of another generator: [`mapped`](Generator::mapped),
/// [`flat_mapped`](Generator::flat_mapped), [`filtered`](Generator::filtered).
///
/// ```
/// use lawful::generate::{elements, one_of, text, vec};
/// use lawful::prelude::*;
///
/// #[law]
/// fn joining_and_splitting(
///     #[from(vec(text().filtered(|word| !word.contains(',')), 1..=5))] words: Vec<String>,
/// ) {
///     let joined = words.join(",");
///     assert_eq!(joined.split(',').collect::<Vec<_>>(), words);
/// }
/// ```
pub mod generate {
    pub use lawful_core::generate::{
        Alphabet, Alternatives, Any, Boxed, BySize, Elements, Field, Filtered, FlatMapped, Floats,
        Frequency, Func, Func2, Func3, FuncKey, Generator, Just, Lazy, Lengths, ListOf, Mapped,
        OneOf, Resize, Shape, Shapes, Site, Stream, Text, Variant, WeightedAlternatives, any,
        ascii, binary_heap, btree_map, btree_set, chars, distinct_vec, elements, floats, frequency,
        function, hash_map, hash_set, just, lazy, linked_list, one_of, option_of, permutation,
        recursive, result_of, sized, sorted_vec, stream, string_of, subsequence, text, vec,
        vec_deque,
    };
    #[cfg(feature = "proptest")]
    #[cfg_attr(docsrs, doc(cfg(feature = "proptest")))]
    pub use lawful_core::generate::{FromStrategy, from_strategy};
    #[cfg(feature = "arbitrary")]
    #[cfg_attr(docsrs, doc(cfg(feature = "arbitrary")))]
    pub use lawful_core::generate::{FromUnstructured, from_unstructured};
    #[cfg(feature = "regex")]
    #[cfg_attr(docsrs, doc(cfg(feature = "regex")))]
    pub use lawful_core::generate::{Matching, MatchingBytes, matching, matching_bytes};
    #[cfg(not(feature = "regex"))]
    #[doc(hidden)]
    pub use lawful_core::generate::{matching, matching_bytes};

    pub use lawful_core::choice::KeyDigest;
}

/// Runs of laws: settings, reporters, and what a run came to.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::run::Stopped;
///
/// let law = for_all(any::<u8>(), |byte| byte < 200);
/// let summary = Runner::named("small bytes").seed(1).run(&law);
/// assert!(matches!(summary.stopped, Stopped::Failed(_)));
/// ```
pub mod run {
    pub use lawful_core::run::{
        Config, ConfigError, Coverage, Database, Distribution, Exhausted, Explanation, Failure,
        Feature, Found, FreePart, Identity, KnownBug, Limit, NearestPassing, Original, Rate,
        Reporter, Stopped, Summary, Table, Tables, Unstable, Warning, Watcher,
    };
    pub use lawful_core::shrink::{Size, Stop};

    pub use crate::runner::Runner;
}

/// Plain data of a run, which reporters read: names, events, values, documents and traces.
///
/// ```
/// use lawful::data::Reason;
///
/// let reason = Reason::new("mine", "too-slow", "the call took too long");
/// assert_eq!(reason.lines(), ["the call took too long"]);
/// ```
pub mod data {
    pub use lawful_data::{
        About, Assumption, Block, CasePart, CaseRecord, CountedStep, Counter, Coverage, Death,
        DescribedVariant, Description, Distribution, Document, Event, EventKind, Exhausted,
        Explanation, Failure, Feature, Found, FreePart, Graph, GraphEdge, GraphNode, HistoryCall,
        Identity, Json, KnownBug, Label, Limit, Mark, Misuse, NearestPassing, Notice, Ordered,
        Original, Page, Place, Problem, Rate, Reason, Record, RecordedEvent, ReplayToken, Reporter,
        Results, Shape, Shard, ShownCall, ShownHistory, ShownValue, Size, Starved, Statement, Stop,
        Stopped, StoredFailure, Summary, Table, Tables, Target, TaskEnd, Test, TokenError, Tone,
        Trace, TracedEvent, TracedTask, Unstable, Verdict, Warning, Watcher, codec, file, merge,
        settings, tape,
    };
}

/// Names that a test usually needs: `use lawful::prelude::*`.
///
/// None of them but `any` and `Arbitrary` is in the preludes of std, proptest, quickcheck, futures, itertools or
/// rand. Generators such as `vec` and `one_of` are in [`generate`].
pub mod prelude {
    pub use crate::{
        Arbitrary, Func, Generator, Law, Runner, Source, any, assume, check, classify, collect,
        cover, for_all, known_bug, label, law, note, obeys, sometimes, structure, target,
    };
}
