#![cfg_attr(docsrs, feature(doc_cfg))]
//! Lawful is a toolkit for property-based testing.
//!
//! A *law* is a property: a statement about your code that must hold for every input, every sequence of calls and
//! every thread schedule. Lawful searches for a counterexample, shrinks it to a minimal one, and prints it as Rust
//! that you can paste into a test.
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
//! | generators: [`any`], [`#[derive(Arbitrary)]`](derive@Arbitrary), `vec`, `one_of`, .. | [`generate`] | `regex`; for types of other crates, the name of the crate |
//! | ready laws of traits and algebra: [`obeys!`] | [`bundles`] | `serde` for one more |
//! | state machines: a stateful system against its model | [`machine`][m] | `machine` |
//! | linearizability: a state machine with concurrent calls | [`parallel`][c] | `parallel` |
//! | recorded histories of concurrent calls | [`history`][h] | `parallel`, `formats` |
//! | concurrent code under a deterministic scheduler | [`pulse`][s] | `pulse` |
//! | temporal laws: formulas over events | [`temporal`][t] | `temporal`, `tracing`, `json-lines` |
//! | discovery of the laws that functions obey | [`discovery`][d] | `discovery` |
//! | programs for one task, ranked by their bugs | [`rank`][r] | `rank`, `rank-executables` |
//! | settings, results and reporters of runs | [`run`], [`data`], [`report`] | |
//! | the guide: chapters with examples | [`guide`] | |
//! | extension API: your own components, shrinking passes and schedulers | [`extend`] | |
//!
//! # Manual
//!
//! - **Laws.** [`#[law]`](macro@law) makes a function a law that `cargo test` runs. It passes if it
//!   returns `()`, `true` or `Ok`, and fails if it panics or returns `false` or `Err`. Arguments may be
//!   references, and a generator in `#[from(..)]` may use the arguments before it. Inside a test,
//!   [`check`] runs a closure as a law, and [`Runner::check`] runs any law, with settings. Laws are values that
//!   can be combined: see [`Law`].
//! - **Generators.** The [`Arbitrary`](trait@Arbitrary) of its type generates an argument, or the generator in
//!   `#[from(..)]` does. [`#[derive(Arbitrary)]`](derive@Arbitrary) implements the trait for structs and enums,
//!   including recursive ones. Ranges, tuples, arrays and closures over a [`Source`] are generators;
//!   [`generate`] has the rest.
//! - **Types of a library** that has Lawful as a dev-dependency derive the trait for unit tests with
//!   `#[cfg_attr(test, derive(lawful::Arbitrary))]`. In `tests/*.rs`, [`structure!`] makes a
//!   generator from the public fields of a type.
//! - **Shrinking** needs no code: the same generator makes a smaller case from fewer and
//!   smaller choices, so the case keeps the generator's invariants.
//! - **Statistics.** [`classify!`], [`collect!`], [`label!`], [`cover!`], and
//!   [`assume!`] for laws with a condition. [`sometimes!`] promises that something happens in some
//!   case. A law that passes prints a warning with figures if its cases are mostly duplicates, empty or
//!   discarded, if an argument hardly varies, or if a promise is not kept;
//!   `#[law(statistics)]` shows the distribution of each argument.
//! - **More than the first bug.** After a failure the search continues, and each distinct failure is
//!   reported with its own minimal counterexample. Failures are distinct if they fail in another place or in another
//!   way. Failures of one assertion are distinct if their counterexamples differ in alternatives (enum variants,
//!   branches) that matter. [`known_bug!`] declares a known failure: it is
//!   counted and skipped, and the report says when it no longer occurs.
//! - **The report of a failure** shows the minimal counterexample as Rust, the reason, the parts that do not matter,
//!   the nearest case that passes, a line that replays the case (`LAWFUL_REPLAY`) and a line that keeps
//!   it. `#[law(case(..))]` runs cases in the source before all others; `#[law(replay = "token")]` does so for cases
//!   that cannot be written as Rust (functions, state machines, schedules).
//!   `#[law(database = "tests/failures")]` keeps failures in a folder to commit.
//! - **All cases.** `#[law(exhaustive = n)]` runs all cases up to a size, smallest sizes first.
//!   A law with no more cases than tests runs all of them by default; if it demands shares with [`cover!`], random
//!   tests follow, since only random cases have shares. [`exists`] is a law that some
//!   value exists, which only an exhaustive search can judge.
//! - **Hostile code.** `#[law(isolated)]` runs the cases in a child process. A case that overflows
//!   the stack, aborts, exits, is killed, or takes too much memory or time (`max_case_time = "500ms"`)
//!   is found, shrunk and reported like any other, with the cause of death and, for a machine, the commands up to
//!   there. The child and the processes that it started end with the test. Without isolation, the next `cargo test` runs
//!   the test in which the process died in a child process, and a law that calls
//!   `std::process::exit` makes the exit code red. Cases in the source, replays and stored failures are first tried in a
//!   child process too, so a case that kills its process is reported like any other.
//!   `LAWFUL_ISOLATED=0` runs everything in this process, for a debugger or a profiler.
//! - **Unstable failures.** A case that both passes and fails in one run is reported as unstable, with its arguments and
//!   its failure rate (`4 of 12 times`). It is stored, and its replay token runs it several times.
//! - **Endless cases.** `LAWFUL_VERBOSE=1` prints the arguments of every case before it
//!   runs, and the commands of a dynamic machine one by one.
//! - **Programs for one task** can be ranked by their bugs: see [`rank`][r].
//! - **Scores.** [`target!`] names a score to maximise: after the random tests, hill climbing changes the cases with the
//!   highest scores.
//! - **Async laws.** `#[law] async fn` runs on [`block_on`], or on the runtime that
//!   `#[law(block_on = tokio_test::block_on)]` names.
//! - **Functions** can be generated: [`Func`], and infinite [streams](generate::Stream).
//! - **Backtraces.** With `RUST_BACKTRACE=1`, a failure shows the backtrace of its panic, without the frames
//!   of the engine; `RUST_BACKTRACE=full` shows all frames. Replays, cases in the source and
//!   isolated laws have backtraces too.
//! - **Threads.** A law may spawn threads. A panic in one breaks the law only if the thread is joined. The panic is not
//!   printed; the report of a failure has its place and message, and a law that passes gets a warning. (Threads with a
//!   name print their panics; on systems other than Linux, so do the threads of all laws but one at a time.)
//!   [`label!`] and [`discard`] work only in the law's own thread. If the outcome depends on the
//!   operating system's scheduler, use `#[law(repeat = n)]`.
//! - **Types of other crates** are arbitrary with a feature of the crate's name: `bytes`, `chrono`, `jiff`,
//!   `num-bigint`, `rust_decimal`, `serde_json`, `url`, `uuid`. With the feature `regex`,
//!   `generate::matching` generates strings by regular expression.
//!
//! # Guide
//!
//! The [`guide`] has a chapter for each question: [thinking up laws](guide::laws), [generators](guide::generators) and a
//! [cookbook](guide::cookbook) of them, [adequacy of the tests](guide::adequacy), each component, [CI and many
//! machines](guide::many_machines), [hostile code](guide::hostile_code) and [fuzzing](guide::fuzzing). Users of
//! [proptest or quickcheck](guide::from_proptest), [Hypothesis](guide::from_hypothesis), and
//! [shuttle or loom](guide::from_shuttle_and_loom) find the terms of their tool there, and one test written in both.
//!
//! # Settings
//!
//! | option of `#[law(..)]` | variable | default |
//! |---|---|---|
//! | `tests = n` | `LAWFUL_TESTS` | 256 |
//! | | `LAWFUL_FACTOR=0.5` | 1; multiplies each law's number of tests, unless `LAWFUL_TESTS` sets it |
//! | | `LAWFUL_FIRST_TEST`, `LAWFUL_LAST_TEST` | all tests; index of the first test to run, and index after the last |
//! | `max_size = n` | `LAWFUL_MAX_SIZE` | 100 |
//! | `max_discards = n` | `LAWFUL_MAX_DISCARDS` | ten times the tests |
//! | `seed = n` | `LAWFUL_SEED` | random in each run |
//! | `max_shrink_runs = n` | `LAWFUL_MAX_SHRINK_RUNS` | 5000 |
//! | `max_shrink_time = "30s"` | `LAWFUL_MAX_SHRINK_TIME=30s` | 30 seconds |
//! | `repeat = n` | | every case runs once |
//! | `case(..)` | | a case to run before all others |
//! | `replay = "token"` | | a case to run before all others, by its replay token |
//! | `max_failures = n` | `LAWFUL_MAX_FAILURES` | 8 distinct failures |
//! | | `LAWFUL_MAX_SEARCH_TIME=5s` | 5 seconds for failures after the first |
//! | | `LAWFUL_EXPLAIN` | on |
//! | `jobs = n` | `LAWFUL_JOBS` | one thread; the outcome does not depend on the number; isolated cases take turns |
//! | `exhaustive = n` | `LAWFUL_EXHAUSTIVE` | random tests |
//! | `isolated` | `LAWFUL_ISOLATED` | off; `LAWFUL_ISOLATED=0` never starts a child process |
//! | `max_case_time = "500ms"` | `LAWFUL_MAX_CASE_TIME=500ms` | no limit; 10 seconds if isolated |
//! | `max_time = "30s"` | `LAWFUL_MAX_TIME=30s` | no limit for the law |
//! | `statistics` | `LAWFUL_STATISTICS` | off |
//! | `original` | `LAWFUL_ORIGINAL` | off; on, a failure also shows its case before shrinking |
//! | `report` | `LAWFUL_REPORT` | off; on, or set to a directory, a law that does not pass writes its report as an HTML page |
//! | `scheduled`, `schedules = n` | `LAWFUL_SCHEDULES` | no scheduler; 64 schedules per case |
//! | `reporter = r` | | further reporters: see [`run::Reporter`] |
//! | `path::SETTING = n` | its own | settings of components: see [`extend`] |
//! | `block_on = f` | | [`block_on`], for async laws |
//! | `expect_failure`, `may_give_up` | | off |
//! | | `LAWFUL_VERBOSE` | off; on, every case is printed before it runs |
//! | | `LAWFUL_OBSERVE` | `off`; a directory to which every case is written as a JSON line, for [Tyche] |
//! | | `LAWFUL_RESULTS` | `off`; a file to which events and summaries are appended as JSON lines: see [`data::file`] |
//! | | `LAWFUL_SHARD=2/4` | all tests; the second of four parts, for several machines: see `cargo lawful` |
//! | | `LAWFUL_DETAILS` | off; on, results include what the HTML page shows beyond the text report |
//! | | `LAWFUL_DEFAULT_SEED` | the root seed of laws that set none |
//! | | `LAWFUL_PROFILE` | none; a profile of `lawful.toml` |
//! | `database = "folder"` | `LAWFUL_DATABASE` | `lawful/` beside the profile's directory, such as `target/lawful`; `off` |
//! | | `LAWFUL_REPLAY` | a case to run, from a report; `bytes:file` for a fuzzer's input |
//! | | `LAWFUL_UPDATE_LAWS` | off; on, law files are rewritten: see `discovery::keep_laws!` |
//! | `crate = path` | | `::lawful`; for a crate that renames or re-exports Lawful |
//!
//! A number is any expression, such as a constant. A duration is a string with its unit (`ms`, `s`, `m`, `h`) or an
//! expression of type `Duration`; in a variable it has its unit too. A switch such as `isolated` may be written
//! `isolated = true`.
//!
//! A file `lawful.toml` has settings for all laws of a workspace, and further settings for each profile, which
//! `LAWFUL_PROFILE=ci` selects:
//!
//! ```toml
//! max_time = "20s"
//!
//! [profile.ci]
//! factor = 10
//! seed = 7
//! ```
//!
//! Put it beside the `Cargo.toml` of the workspace or of a package; the nearest one applies. Its keys are `tests`, `factor`,
//! `max_size`, `max_discards`, `seed`, `max_failures`, `max_time`, `max_case_time`, `max_shrink_runs`, `max_shrink_time`,
//! `max_search_time`, `jobs`, `isolated`, `explain`, `statistics`, `original`, `report`, `schedules` and `early_timers`; settings of
//! other components have the names of their variables. The file overrides the defaults, its profile overrides the file, the
//! options of a law override the profile, and variables override everything. Only the factor multiplies whatever number of
//! tests the law has, and `max_discards` if it is above 1. The file applies to tests that cargo or nextest starts, and to
//! [`check`] and [`Runner::check`] as well as `#[law]`. An error in the file makes every law misused; the message has the
//! line and the fix.
//!
//! `LAWFUL_OBSERVE` writes observations in the format of Hypothesis, one file for each law and process:
//! see [`report::observe`].
//!
//! [Tyche]: https://tyche-pbt.github.io/tyche-extension/
//!
// The module of a component exists only with its feature; without the feature, the link leads to docs.rs.
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

/// Runs the examples of the README as doc tests, if the features that they need are enabled.
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
/// Implements [`Arbitrary`](trait@Arbitrary) and [`FuncKey`](generate::FuncKey) for a struct or an enum.
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
/// Recursive types need no attribute, whether they recurse through boxes, lists, options, maps,
/// type parameters, or other derived types. A value has about as many nodes as the size at most, and shrinks
/// like any other.
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
/// Put simpler variants first: shrinking prefers the first variant. (In a recursive enum, it prefers the first variant
/// that does not recurse.)
///
/// A hand-written `Arbitrary` of a type in the cycle hides the recursion. Its
/// [`Arbitrary::shape`](trait@Arbitrary) can declare it; otherwise the generator has to end by itself, and a law
/// whose values get too deep is reported as misused.
///
/// # Attributes
///
/// | on | attribute | meaning |
/// |---|---|---|
/// | a field | `#[from(generator)]`, `#[arbitrary(from(generator))]` | generated by the generator, as for an argument of a law |
/// | a field | `#[arbitrary(skip)]` | `Default::default()` |
/// | a variant | `#[arbitrary(weight(3))]` | relative frequency; 1 by default |
/// | a variant | `#[arbitrary(skip)]` | never generated |
/// | the type | `#[arbitrary(bound(T: Clone + Arbitrary))]` | replaces the bound `T: Arbitrary + 'static` on every type parameter |
/// | the type | `#[arbitrary(recycle)]` | implements [`Arbitrary::recycle`](trait@Arbitrary), for laws that borrow; impossible for types that implement `Drop`, since their fields cannot be moved out |
/// | the type | `#[arbitrary(crate = path)]` | path of the crate `lawful`, if it is not `::lawful` |
/// | the type | `#[arbitrary(own_func_key)]` | leaves [`FuncKey`](generate::FuncKey) to you |
///
/// Only `#[from(..)]` has a short form, because laws use it too. Other attributes, such as `#[skip]`, could belong to
/// derives of other crates. The derive ignores a `#[from]` without parentheses
/// (thiserror's), or on a type or a variant (derive_more's).
///
/// # Arguments of functions
///
/// A derived type can be the argument of a generated function, such as `Func<Expression, i32>`. The key of the
/// argument consists of the `FuncKey` of each field, or else its `Hash`. A field with neither is ignored: values
/// that differ only in such fields share an answer.
pub use lawful_macros::Arbitrary;
/// Makes a function a law that `cargo test` runs.
///
/// The [`Arbitrary`](trait@Arbitrary) of its type generates each argument, or the generator in
/// `#[from(generator)]` does. The [table at the crate root](crate#settings) lists the options:
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
/// A generator may use the arguments before it, under the names and types of the body; an argument that is not `Copy` is a
/// reference there. Such a generator is rebuilt for every case, and its value shrinks together with those arguments:
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
/// An argument may be a reference. Lawful generates the owned value (a `String` for `&str`, a `Vec<T>` for `&[T]`, a `T` for
/// `&T` and `&mut T`) and lends it to the body, a fresh one for every run. `#[from(..)]` takes a generator of the owned type.
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
/// Use `#[law(expect_failure)]` for a law that must fail: the test passes if a counterexample is found.
/// `#[should_panic(expected = "..")]` works too: the panic message of a broken law is `law broken: NAME: ` and the message
/// of its first counterexample. But then any other failure of the test, such as a misuse, makes it pass as well.
///
/// A generic law runs for several types, with one test for each:
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

/// Generators: functions that make them, their types, and descriptions of types.
///
/// A range (`0..10`), tuple, array, or closure over a [`Source`] is a generator too. Methods of
/// [`Generator`] transform a generator: [`mapped`](Generator::mapped),
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

/// Runs of laws: settings, reporters and results.
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

/// Plain data of a run, as reporters and tools read it: names, events, values, documents and traces.
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

/// Names for most tests: `use lawful::prelude::*`.
///
/// Only `any` and `Arbitrary` also occur in the preludes of std, proptest, quickcheck, futures, itertools or
/// rand. Generators such as `vec` and `one_of` are in [`generate`].
pub mod prelude {
    pub use crate::{
        Arbitrary, Func, Generator, Law, Runner, Source, any, assume, check, classify, collect,
        cover, for_all, known_bug, label, law, note, obeys, sometimes, structure, target,
    };
}
