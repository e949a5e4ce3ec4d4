//! Panics of threads that a law spawned: kept from printing, and told with the case in which they happened.
//!
//! Rust gives a new thread nothing of the thread that spawned it but the capture of its output, which cannot be
//! read. Linux gives it one thing more: the name that the system knows, until the new thread is given another. So the
//! thread of a law carries a name of its own there while the law runs, and a thread without a name in Rust that carries the
//! same was spawned by that law, directly or by a thread that was. Threads with a name, and those of plain tests,
//! print as ever. Where the system has no such names, a nameless thread belongs to the law that is running if there is only
//! one.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::backtrace::Backtraces;
use super::panics::Panic;
use crate::data::Block;

/// File in which Linux keeps the name of the thread that reads or writes it.
const SYSTEM_NAME: &str = "/proc/thread-self/comm";
/// Panics of one case that are kept; more are counted.
const MOST_KEPT: usize = 16;
/// Panics of one case that are shown.
const MOST_SHOWN: usize = 3;

/// Laws that are running in this process.
static LAWS: Mutex<Vec<Arc<Spawned>>> = Mutex::new(Vec::new());

thread_local! {
    /// The law that this thread runs.
    static CURRENT: RefCell<Option<Arc<Spawned>>> = const { RefCell::new(None) };
}

/// Threads that a law spawned, as far as they panicked.
struct Spawned {
    /// Name of the law's thread, as the system knows it.
    mark: String,
    panics: Mutex<Panics>,
    /// Shared by all threads that run the law.
    unnoticed: Arc<Mutex<Unnoticed>>,
}

#[derive(Default)]
struct Panics {
    /// Panics of the case that is running.
    of_case: Vec<Panic>,
    count: u64,
    /// Backtraces that are wanted of them.
    backtraces: Backtraces,
}

/// Panics of threads in cases that passed all the same.
#[derive(Debug, Default)]
pub(crate) struct Unnoticed {
    pub count: u64,
    /// Place and message of the first, in the order of places: threads panic in any order.
    pub first: Option<(String, String)>,
}

/// Marks this thread as that of a law until it is dropped.
pub(crate) struct Running {
    /// Nothing for a law inside another: the outer one's threads are its threads too.
    law: Option<Arc<Spawned>>,
    name_before: Option<String>,
}

/// State that the threads of one law share.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<Unnoticed>>);

/// Shared by the threads that run the law of this one.
pub(crate) fn shared() -> Shared {
    CURRENT.with_borrow(|law| {
        law.as_ref().map(|law| Shared(law.unnoticed.clone())).unwrap_or_default()
    })
}

impl Running {
    /// Marks this thread as that of a law.
    pub fn begin() -> Self {
        Running::beside(Shared::default())
    }

    /// Marks this thread as one more of a law. It has a name of its own: the cases of two threads run at once.
    pub fn beside(Shared(unnoticed): Shared) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        if CURRENT.with_borrow(Option::is_some) {
            return Running { law: None, name_before: None };
        }
        // The system keeps 15 bytes of a name.
        let mark = format!("lawful-{:x}", NEXT.fetch_add(1, Relaxed) & 0xffff_ffff);
        let name_before = system_name();
        // Without the name, threads are attributed as where there are no names.
        let _ = std::fs::write(SYSTEM_NAME, &mark);
        let law = Arc::new(Spawned { mark, panics: Mutex::default(), unnoticed });
        lock(&LAWS).push(law.clone());
        CURRENT.set(Some(law.clone()));
        Running { law: Some(law), name_before }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let Some(law) = &self.law else { return };
        lock(&LAWS).retain(|other| !Arc::ptr_eq(other, law));
        CURRENT.set(None);
        if let Some(name) = &self.name_before {
            let _ = std::fs::write(SYSTEM_NAME, name);
        }
    }
}

fn system_name() -> Option<String> {
    let name = std::fs::read_to_string(SYSTEM_NAME).ok()?;
    Some(name.trim_end_matches('\n').to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The law that spawned this thread, if that can be told.
fn owner() -> Option<Arc<Spawned>> {
    let laws = lock(&LAWS);
    // What a law's own thread does between its cases is no panic of a spawned one.
    if laws.is_empty() || CURRENT.with_borrow(Option::is_some) {
        return None;
    }
    let is_named = std::thread::current().name().is_some();
    let marks = laws.iter().map(|law| law.mark.as_str());
    let owner = owner_of(is_named, system_name().as_deref(), marks)?;
    Some(laws[owner].clone())
}

/// Place, among the laws with these marks, of the one that spawned a thread.
fn owner_of<'a>(
    is_named: bool,
    system_name: Option<&str>,
    mut marks: impl ExactSizeIterator<Item = &'a str>,
) -> Option<usize> {
    match system_name {
        _ if is_named => None,
        Some(name) => marks.position(|mark| mark == name),
        None => (marks.len() == 1).then_some(0),
    }
}

/// Keeps the panic of this thread, if a law spawned it. `panic` is given the backtraces that are wanted.
pub(super) fn keep(panic: impl FnOnce(Backtraces) -> Panic) -> bool {
    let Some(law) = owner() else { return false };
    let backtraces = lock(&law.panics).backtraces;
    let panic = panic(backtraces);
    let mut panics = lock(&law.panics);
    panics.count += 1;
    if panics.of_case.len() < MOST_KEPT {
        panics.of_case.push(panic);
    }
    true
}

/// Places and messages of the panics that were kept of the case that spawned this thread.
pub(super) fn kept_of_case() -> Vec<(String, String)> {
    let Some(law) = owner() else { return Vec::new() };
    let panics = lock(&law.panics);
    panics.of_case.iter().map(|one| (one.location.clone(), one.message.clone())).collect()
}

fn with_panics<T: Default>(change: impl FnOnce(&Spawned, &mut Panics) -> T) -> T {
    CURRENT.with_borrow(|law| match law {
        Some(law) => change(law, &mut lock(&law.panics)),
        None => T::default(),
    })
}

impl Panics {
    /// Takes those of the case, which nothing was told of.
    fn pass_over(&mut self, law: &Spawned) {
        if self.count == 0 {
            return;
        }
        let of_case = std::mem::take(&mut self.of_case);
        let first = of_case.into_iter().map(|one| (one.location, one.message)).min();
        lock(&law.unnoticed).join(Unnoticed { count: std::mem::take(&mut self.count), first });
    }
}

impl Unnoticed {
    fn join(&mut self, more: Unnoticed) {
        self.count += more.count;
        self.first = self.first.take().into_iter().chain(more.first).min();
    }
}

/// Begins a case, or tests of which no backtraces are wanted.
pub(crate) fn begin_case(backtraces: Backtraces) {
    with_panics(|law, panics| {
        panics.backtraces = backtraces;
        panics.pass_over(law);
    });
}

/// Ends a case, and gives what to tell of the threads that panicked in it. A failure tells of them; in a case that did not
/// fail they went unnoticed.
pub(crate) fn end_case(failed: bool) -> Vec<Block> {
    with_panics(|law, panics| {
        panics.backtraces = Backtraces::Off;
        if !failed {
            panics.pass_over(law);
        }
        let count = std::mem::take(&mut panics.count);
        blocks(std::mem::take(&mut panics.of_case), count)
    })
}

/// Takes the panics that went unnoticed so far.
pub(crate) fn take_unnoticed() -> Unnoticed {
    with_panics(|law, panics| {
        panics.pass_over(law);
        std::mem::take(&mut *lock(&law.unnoticed))
    })
}

/// Adds panics that went unnoticed in another process.
pub(crate) fn add_unnoticed(more: Unnoticed) {
    with_panics(|law, _| lock(&law.unnoticed).join(more));
}

/// Threads panic in any order, so they are told in that of their places.
fn blocks(mut panics: Vec<Panic>, count: u64) -> Vec<Block> {
    panics.sort_by(|one, other| {
        (&one.location, &one.message).cmp(&(&other.location, &other.message))
    });
    let mut blocks = Vec::new();
    for panic in panics.iter().take(MOST_SHOWN) {
        let Panic { message, location, .. } = panic;
        match message.contains('\n') {
            false => blocks.push(Block::Paragraph(format!(
                "A spawned thread panicked at {location}: {message}"
            ))),
            true => {
                let head = format!("A spawned thread panicked at {location}:");
                blocks.extend([Block::Paragraph(head), Block::Code(message.clone())]);
            }
        }
        blocks.extend(panic.backtrace_blocks());
    }
    match count.saturating_sub(MOST_SHOWN as u64) {
        0 => {}
        1 => blocks.push(Block::Paragraph(String::from("One more spawned thread panicked."))),
        more => blocks.push(Block::Paragraph(format!("{more} more spawned threads panicked."))),
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_belongs_to_the_law_whose_name_it_carries() {
        let marks = ["lawful-1", "lawful-2"];
        let owner = |is_named, system_name| owner_of(is_named, system_name, marks.into_iter());
        assert_eq!(owner(false, Some("lawful-2")), Some(1));
        // A law that is over, a plain test, and a thread that was given a name.
        assert_eq!(owner(false, Some("lawful-3")), None);
        assert_eq!(owner(false, Some("tests::plain")), None);
        assert_eq!(owner(true, Some("lawful-2")), None);
        // Where the system has no names, only one law leaves no doubt.
        assert_eq!(owner(false, None), None);
        assert_eq!(owner_of(false, None, ["lawful-1"].into_iter()), Some(0));
        assert_eq!(owner_of(true, None, ["lawful-1"].into_iter()), None);
    }

    #[test]
    fn panics_are_told_in_the_order_of_their_places_and_then_counted() {
        let panic = |line: u32, message: &str| Panic {
            message: message.to_string(),
            location: format!("src/lib.rs:{line}"),
            backtrace: None,
        };
        let told =
            blocks(vec![panic(2, "b"), panic(1, "left\nright"), panic(3, "c"), panic(4, "d")], 6);
        let text = |text: &str| Block::Paragraph(text.to_string());
        assert_eq!(
            told,
            [
                text("A spawned thread panicked at src/lib.rs:1:"),
                Block::Code("left\nright".to_string()),
                text("A spawned thread panicked at src/lib.rs:2: b"),
                text("A spawned thread panicked at src/lib.rs:3: c"),
                text("3 more spawned threads panicked."),
            ]
        );
    }
}
