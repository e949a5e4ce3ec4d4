//! A process that exits while a law runs.
//!
//! `std::process::exit(0)` in a law would end `cargo test` as a success, with no word of the law. A handler of exits turns
//! the exit code red and says which law was running.

use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use super::isolated::is_child;
use crate::data::About;

/// Exit code of a process that ends while a law runs: that of failing tests.
const FAILED: i32 = 101;

/// The process that the handler is for. A law may fork, and what it forks may exit.
static PROCESS: AtomicU32 = AtomicU32::new(0);

static LAWS: Mutex<Vec<Law>> = Mutex::new(Vec::new());

thread_local! {
    /// The law that this thread runs; 0 for none.
    static CURRENT: Cell<u64> = const { Cell::new(0) };
}

struct Law {
    id: u64,
    name: String,
    place: String,
    /// True if the next run will know the case.
    is_found_later: bool,
}

/// Marks a law as running until it is dropped.
pub(super) struct Running {
    id: u64,
    outer: u64,
}

impl Running {
    /// Marks a law as running on this thread. `is_found_later` says whether the next run will know the case.
    pub fn begin(about: &About, is_found_later: bool) -> Self {
        static INSTALLED: Once = Once::new();
        static NEXT: AtomicU64 = AtomicU64::new(1);
        // The exit code of a child is for its parent to read.
        if !is_child() {
            INSTALLED.call_once(|| {
                PROCESS.store(std::process::id(), Relaxed);
                lawful_system::at_exit(exiting);
            });
        }
        let id = NEXT.fetch_add(1, Relaxed);
        let place = format!("{}:{}", about.file, about.line);
        laws().push(Law { id, name: about.name.clone(), place, is_found_later });
        // A law inside another is a part of that one.
        let outer = CURRENT.get();
        CURRENT.set(if outer == 0 { id } else { outer });
        Running { id, outer }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        CURRENT.set(self.outer);
        laws().retain(|law| law.id != self.id);
    }
}

fn laws() -> MutexGuard<'static, Vec<Law>> {
    LAWS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Called when the process exits.
extern "C" fn exiting() {
    if PROCESS.load(Relaxed) != std::process::id() {
        return;
    }
    let Ok(laws) = LAWS.try_lock() else { lawful_system::exit_at_once(FAILED) };
    if laws.is_empty() {
        return;
    }
    let current = CURRENT.try_with(Cell::get).unwrap_or(0);
    let ending = laws.iter().find(|law| law.id == current);
    let text = match ending.or(laws.first().filter(|_| laws.len() == 1)) {
        Some(law) => {
            let then = match law.is_found_later {
                true => "The next run tries the case in a process of its own, and shrinks it.",
                false => "Write `#[law(isolated)]` to have the case found and shrunk.",
            };
            format!(
                "\nlaw broken: {}  ({})\n\n  The process exited while the law was running, so its tests, and \
                 others of this process, did not come to their end.\n  {then}\n",
                law.name, law.place
            )
        }
        None => {
            let names: Vec<&str> = laws.iter().map(|law| law.name.as_str()).collect();
            format!(
                "\nlaw broken: the process exited while these laws were running, so their tests did not come to their \
                 end: {}\n",
                names.join(", ")
            )
        }
    };
    // The process is over, and an error has no reader.
    let _ = std::io::stderr().write_all(text.as_bytes());
    lawful_system::exit_at_once(FAILED);
}
