//! The names that a scheduler cannot see, and what `lawful_pulse` has in their place.
//!
//! Names of std and tokio are listed one by one: a glob import brings these and no others, and each is known to exist
//! in `lawful_pulse` (`tests/names.rs` imports them). Crates whose whole purpose is synchronisation are listed by their
//! names.

/// Advice for one use of a name that the scheduler does not control.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Advice {
    /// Path of the item that takes its place.
    Replace(String),
    /// Path of an item that does the same with another interface, and the difference.
    Resembles(String, &'static str),
    /// Nothing takes its place: what happens in a scheduled run, and what can be done.
    Nothing(&'static str),
}

/// Target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// An uncontrolled item, whose path has this many segments.
    Item(usize, Advice),
    /// A module or crate with uncontrolled items.
    Module(Advice),
}

/// Items of a module that are in the module of the same path in `lawful_pulse`.
struct Replaced {
    module: &'static str,
    items: &'static [&'static str],
}

/// Modules of std. Items that are left out are controlled or need no control: `Arc`, `PoisonError`, `Ordering`,
/// `Duration`, `panicking`.
const STD: &[Replaced] = &[
    Replaced {
        module: "sync",
        items: &[
            "Barrier",
            "BarrierWaitResult",
            "Condvar",
            "LazyLock",
            "Mutex",
            "MutexGuard",
            "Once",
            "OnceLock",
            "RwLock",
            "RwLockReadGuard",
            "RwLockWriteGuard",
            "WaitTimeoutResult",
            "mpsc",
        ],
    },
    Replaced {
        module: "sync::atomic",
        items: &[
            "AtomicBool",
            "AtomicI16",
            "AtomicI32",
            "AtomicI64",
            "AtomicI8",
            "AtomicIsize",
            "AtomicPtr",
            "AtomicU16",
            "AtomicU32",
            "AtomicU64",
            "AtomicU8",
            "AtomicUsize",
            "fence",
        ],
    },
    Replaced {
        module: "thread",
        items: &[
            "Builder",
            "JoinHandle",
            "LocalKey",
            "Scope",
            "ScopedJoinHandle",
            "Thread",
            "ThreadId",
            "current",
            "park",
            "park_timeout",
            "scope",
            "sleep",
            "spawn",
            "yield_now",
        ],
    },
    Replaced { module: "time", items: &["Instant"] },
    Replaced { module: "hint", items: &["spin_loop"] },
    Replaced { module: "", items: &["thread_local"] },
];

/// Modules of tokio. Errors and guards are listed too, since they belong to the types beside them.
const TOKIO: &[Replaced] = &[
    Replaced { module: "", items: &["join", "pin", "select", "spawn", "try_join"] },
    Replaced {
        module: "runtime",
        items: &["Builder", "EnterGuard", "Handle", "Runtime", "TryCurrentError"],
    },
    Replaced {
        module: "sync",
        items: &[
            "AcquireError",
            "Barrier",
            "BarrierWaitResult",
            "Mutex",
            "MutexGuard",
            "Notify",
            "OwnedMutexGuard",
            "OwnedRwLockReadGuard",
            "OwnedRwLockWriteGuard",
            "OwnedSemaphorePermit",
            "RwLock",
            "RwLockReadGuard",
            "RwLockWriteGuard",
            "Semaphore",
            "SemaphorePermit",
            "TryAcquireError",
            "TryLockError",
            "broadcast",
            "mpsc",
            "oneshot",
            "watch",
        ],
    },
    Replaced {
        module: "task",
        items: &[
            "AbortHandle",
            "JoinError",
            "JoinHandle",
            "JoinSet",
            "block_in_place",
            "spawn",
            "spawn_blocking",
            "spawn_local",
            "yield_now",
        ],
    },
    Replaced {
        module: "time",
        items: &[
            "Instant",
            "Interval",
            "MissedTickBehavior",
            "Sleep",
            "Timeout",
            "error",
            "interval",
            "interval_at",
            "sleep",
            "sleep_until",
            "timeout",
            "timeout_at",
        ],
    },
];

/// Items of the tables that are modules.
const CHANNELS: &[&str] = &["broadcast", "error", "mpsc", "oneshot", "watch"];

/// A lock of the system blocks the one thread that all tasks of a run are on.
const BLOCKS: &str = "lawful_pulse has none: no scheduling point, and if it is held across a context switch the run \
                      stops; call what uses it inside of `effect`";

const REAL_THREADS: &str = "lawful_pulse has none: its threads run beside the scheduler, and no schedule orders them; \
                            call what uses it inside of `effect`, or spawn tasks with lawful_pulse::thread";

const REAL_CLOCK: &str = "reads the real clock, so the same schedule may behave differently; use \
                          lawful_pulse::time::Instant, or take the time as an argument";

const REAL_RUNTIME: &str = "lawful_pulse has none: its tasks run beside the scheduler, and no schedule orders them; use \
                            lawful_pulse::tokio or lawful_pulse::future";

const OUTSIDE: &str = "lawful_pulse has none: what is outside of the program is not under the scheduler; call it inside \
                       of `effect`, or replace it in tests";

const NO_ATTRIBUTE: &str = "writes the name of the real runtime into the program; call \
                            lawful_pulse::tokio::runtime::Runtime::block_on";

const NOT_POISONED: &str = "`lock` returns a `Result` there";

/// Paths with an advice of their own. The longest that is a prefix of a path counts, before the tables above.
const OTHERS: &[(&str, Other)] = &[
    ("async_channel", Other::Resembles("tokio::sync::mpsc", "one receiver, and `send` of a bound")),
    ("async_executor", Other::Nothing(REAL_RUNTIME)),
    ("async_lock", Other::Resembles("tokio::sync", "the names of tokio")),
    ("async_std", Other::Nothing(REAL_RUNTIME)),
    ("arc_swap", Other::Nothing(BLOCKS)),
    ("crossbeam", Other::Nothing(BLOCKS)),
    ("crossbeam::channel", Other::Resembles("sync::mpsc", "one receiver, and no `select!`")),
    ("crossbeam::scope", Other::Resembles("thread::scope", "`spawn` takes no scope")),
    ("crossbeam::thread", Other::Resembles("thread::scope", "`spawn` takes no scope")),
    ("crossbeam::utils::CachePadded", Other::Fine),
    ("crossbeam_channel", Other::Resembles("sync::mpsc", "one receiver, and no `select!`")),
    ("crossbeam_deque", Other::Nothing(BLOCKS)),
    ("crossbeam_epoch", Other::Nothing(BLOCKS)),
    ("crossbeam_queue", Other::Nothing(BLOCKS)),
    ("crossbeam_skiplist", Other::Nothing(BLOCKS)),
    ("crossbeam_utils", Other::Nothing(BLOCKS)),
    ("crossbeam_utils::CachePadded", Other::Fine),
    ("crossbeam_utils::thread", Other::Resembles("thread::scope", "`spawn` takes no scope")),
    ("dashmap", Other::Nothing(BLOCKS)),
    ("event_listener", Other::Resembles("tokio::sync::Notify", "the names of tokio")),
    ("flume", Other::Resembles("sync::mpsc", "one receiver")),
    ("futures::executor", Other::Nothing(REAL_RUNTIME)),
    ("futures::executor::block_on", Other::Resembles("future::block_on", "the same call")),
    ("futures::lock", Other::Resembles("tokio::sync", "the names of tokio")),
    ("futures_executor", Other::Nothing(REAL_RUNTIME)),
    ("futures_executor::block_on", Other::Resembles("future::block_on", "the same call")),
    ("futures_util::lock", Other::Resembles("tokio::sync", "the names of tokio")),
    ("lawful_pulse::time::SystemTime::now", Other::Nothing(REAL_CLOCK)),
    ("lazy_static", Other::Resembles("sync::LazyLock", "a static without a macro")),
    ("once_cell::race", Other::Nothing(BLOCKS)),
    ("once_cell::sync", Other::Nothing(BLOCKS)),
    ("once_cell::sync::Lazy", Other::Resembles("sync::LazyLock", "a name of std")),
    ("once_cell::sync::OnceCell", Other::Resembles("sync::OnceLock", "a name of std")),
    ("parking_lot", Other::Nothing(BLOCKS)),
    ("parking_lot::Condvar", Other::Resembles("sync::Condvar", "`wait` takes the guard by value")),
    ("parking_lot::Mutex", Other::Resembles("sync::Mutex", NOT_POISONED)),
    ("parking_lot::MutexGuard", Other::Resembles("sync::MutexGuard", NOT_POISONED)),
    ("parking_lot::Once", Other::Resembles("sync::Once", "a name of std")),
    ("parking_lot::RwLock", Other::Resembles("sync::RwLock", "`read` returns a `Result` there")),
    ("pollster", Other::Resembles("future::block_on", "the same call")),
    ("portable_atomic", Other::Resembles("sync::atomic", "the atomics of std alone")),
    ("rayon", Other::Nothing(REAL_THREADS)),
    ("rayon_core", Other::Nothing(REAL_THREADS)),
    ("smol", Other::Nothing(REAL_RUNTIME)),
    ("spin", Other::Resembles("sync", "`lock` returns a `Result` there")),
    ("std::sync::OnceState", Other::Nothing(BLOCKS)),
    ("std::thread::sleep_ms", Other::Resembles("thread::sleep", "it takes a `Duration`")),
    ("std::thread::sleep_until", Other::Resembles("thread::sleep", "it takes a `Duration`")),
    ("std::time::SystemTime::now", Other::Nothing(REAL_CLOCK)),
    ("threadpool", Other::Nothing(REAL_THREADS)),
    ("tokio::fs", Other::Nothing(OUTSIDE)),
    ("tokio::main", Other::Nothing(NO_ATTRIBUTE)),
    ("tokio::net", Other::Nothing(OUTSIDE)),
    ("tokio::process", Other::Nothing(OUTSIDE)),
    ("tokio::runtime", Other::Nothing(REAL_RUNTIME)),
    ("tokio::signal", Other::Nothing(OUTSIDE)),
    ("tokio::sync", Other::Nothing(BLOCKS)),
    ("tokio::task", Other::Nothing(REAL_RUNTIME)),
    ("tokio::task_local", Other::Nothing(REAL_RUNTIME)),
    ("tokio::test", Other::Nothing(NO_ATTRIBUTE)),
    ("tokio::time", Other::Nothing(REAL_RUNTIME)),
    ("tokio::time::Duration", Other::Fine),
];

#[derive(Clone, Copy)]
enum Other {
    Resembles(&'static str, &'static str),
    Nothing(&'static str),
    /// An exception from a shorter row.
    Fine,
}

impl Other {
    fn advice(self) -> Option<Advice> {
        match self {
            Other::Resembles(path, how) => Some(Advice::Resembles(ours(path), how)),
            Other::Nothing(why) => Some(Advice::Nothing(why)),
            Other::Fine => None,
        }
    }
}

fn ours(path: &str) -> String {
    format!("lawful_pulse::{path}")
}

/// Returns the target of a path that begins with the name of a crate.
pub(super) fn meaning(path: &[String]) -> Option<Meaning> {
    let short = canonical(path);
    // The name of an item is shown as it is written.
    let longer = path.len() - short.len();
    Some(match canonical_meaning(&short)? {
        Meaning::Item(length, advice) => Meaning::Item(length + longer, advice),
        module => module,
    })
}

fn canonical_meaning(path: &[&str]) -> Option<Meaning> {
    if let Some(found) = replaced(path) {
        return Some(found);
    }
    let is_module =
        tables().any(|(of, table)| of == path[0] && starts_with(table.module, &path[1..]));
    // All of std is no re-export of its locks.
    if is_module && path != ["std"] {
        let rest = &path[usize::from(path[0] == "std")..];
        return Some(Meaning::Module(Advice::Replace(ours(&rest.join("::")))));
    }
    let rows = OTHERS.iter().map(|(row, other)| (row.split("::").collect::<Vec<_>>(), *other));
    let longest = rows.filter(|(row, _)| path.starts_with(row)).max_by_key(|(row, _)| row.len());
    let (row, other) = longest?;
    let advice = other.advice()?;
    // A crate or a module is imported to name its items.
    Some(match has_items(&row) {
        true if row.len() == path.len() => Meaning::Module(advice),
        true => Meaning::Item(row.len() + 1, advice),
        false => Meaning::Item(row.len(), advice),
    })
}

/// Returns whether a glob import of that module brings that name, among others that are not known.
pub(super) fn glob_brings(module: &[String], name: &str) -> bool {
    let path = canonical(module);
    let mut tables = tables().filter(|(of, _)| *of == path[0]);
    tables.any(|(_, table)| {
        let is_item = is_at(table.module, &path[1..]) && table.items.contains(&name);
        is_item || starts_with(table.module, &[&path[1..], &[name]].concat())
    })
}

/// Returns whether all that a glob import of that module brings is uncontrolled: no name says which items it brought.
pub(super) fn glob_is_item(module: &[String]) -> bool {
    let path = canonical(module);
    !["std", "tokio", "lawful_pulse"].contains(&path[0]) && meaning(module).is_some()
}

/// The advice for a dependency that synchronises by itself.
pub(super) fn dependency(name: &str) -> Option<Advice> {
    let name = name.replace('-', "_");
    match name.as_str() {
        "tokio" => Some(Advice::Replace(ours("tokio"))),
        "once_cell" => Some(Advice::Resembles(ours("sync"), "`OnceLock` and `LazyLock`")),
        _ => OTHERS.iter().find(|(row, _)| *row == name).and_then(|(_, other)| other.advice()),
    }
}

/// Names of the crates in the catalogue.
pub(super) fn crates() -> impl Iterator<Item = &'static str> {
    let others = OTHERS.iter().map(|(row, _)| row.split("::").next().expect("a path has a crate"));
    others.chain(["tokio", "lawful", "lawful_pulse"])
}

/// Returns every path in `lawful_pulse` that the listing tells to use, in order.
///
/// ```
/// let names = cargo_lawful::uncontrolled::replacements();
/// assert!(names.contains(&"lawful_pulse::sync::Mutex".to_string()));
/// ```
pub fn replacements() -> Vec<String> {
    let tables = tables().flat_map(|(of, table)| {
        let parts = [if of == "tokio" { "tokio" } else { "" }, table.module];
        let before: String =
            parts.iter().filter(|part| !part.is_empty()).map(|part| format!("{part}::")).collect();
        table.items.iter().map(move |item| ours(&format!("{before}{item}"))).collect::<Vec<_>>()
    });
    let others = OTHERS.iter().filter_map(|(_, other)| match other {
        Other::Resembles(path, _) => Some(ours(path)),
        _ => None,
    });
    let mut names: Vec<String> = tables.chain(others).collect();
    names.sort();
    names.dedup();
    names
}

fn tables() -> impl Iterator<Item = (&'static str, &'static Replaced)> {
    let std = STD.iter().map(|table| ("std", table));
    std.chain(TOKIO.iter().map(|table| ("tokio", table)))
}

/// An item of the tables, or something inside of one, such as `Mutex::new`.
fn replaced(path: &[&str]) -> Option<Meaning> {
    // The longest module first: `sync::atomic` before `sync`.
    let mut found: Vec<_> = tables()
        .filter(|(of, table)| *of == path[0] && prefix(table.module, &path[1..]))
        .filter_map(|(of, table)| {
            let at = 1 + length(table.module);
            let item = path.get(at)?;
            table.items.contains(item).then_some((of, at + 1))
        })
        .collect();
    found.sort_by_key(|(_, length)| *length);
    let (of, length) = found.pop()?;
    let skipped = usize::from(of == "std");
    // A channel is a module, whose items are in the module that takes its place.
    let is_module = CHANNELS.contains(&path[length - 1]);
    let length = if is_module { path.len().min(length + 1) } else { length };
    Some(Meaning::Item(length, Advice::Replace(ours(&path[skipped..length].join("::")))))
}

/// `core` has what std has, and `lawful::pulse` is the crate `lawful_pulse`.
fn canonical(path: &[String]) -> Vec<&str> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path[..] {
        ["core" | "alloc", ref rest @ ..] => [&["std"], rest].concat(),
        ["lawful", "pulse", ref rest @ ..] => [&["lawful_pulse"], rest].concat(),
        _ => path,
    }
}

/// Returns whether a row of `OTHERS` is a crate or a module, as opposed to a type or a function.
fn has_items(row: &[&str]) -> bool {
    let last = row.last().expect("a path has a segment");
    let is_function = ["block_on", "scope", "now", "sleep_ms", "sleep_until", "main", "test"];
    !is_function.contains(last)
        && *last != "task_local"
        && last.starts_with(|letter: char| letter.is_ascii_lowercase())
}

fn length(module: &str) -> usize {
    if module.is_empty() { 0 } else { module.split("::").count() }
}

/// Returns whether the path begins with the module.
fn prefix(module: &str, path: &[&str]) -> bool {
    let parts: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    path.starts_with(&parts)
}

/// Returns whether the module is at the path or below it.
fn starts_with(module: &str, path: &[&str]) -> bool {
    let parts: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    parts.starts_with(path)
}

fn is_at(module: &str, path: &[&str]) -> bool {
    prefix(module, path) && starts_with(module, path)
}
