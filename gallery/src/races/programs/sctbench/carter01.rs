//! Two groups take turns with a resource, and one waits for it while it keeps the lock of the counts.
//!
//! SCTBench `carter01_bad`. Who has the resource needs the counts to give it back.

use super::imports::{
    sync::{Mutex, MutexGuard},
    thread,
};

/// Takes the resource while the counts are locked.
pub fn run() {
    let (counts, resource) = (Mutex::new([0, 0]), Mutex::new(()));
    two_groups(|group| {
        let mut locked = counts.lock().unwrap();
        locked[group] += 1;
        let held = (locked[group] == 1).then(|| resource.lock().unwrap());
        drop(locked);
        leave(&counts, group, held);
    });
}

/// Takes the resource when the counts are free.
pub fn run_right() {
    let (counts, resource) = (Mutex::new([0, 0]), Mutex::new(()));
    two_groups(|group| {
        let mut locked = counts.lock().unwrap();
        locked[group] += 1;
        let is_first = locked[group] == 1;
        drop(locked);
        let held = is_first.then(|| resource.lock().unwrap());
        leave(&counts, group, held);
    });
}

fn leave(counts: &Mutex<[u32; 2]>, group: usize, held: Option<MutexGuard<()>>) {
    let mut locked = counts.lock().unwrap();
    locked[group] -= 1;
    drop(held);
}

fn two_groups(visit: impl Fn(usize) + Sync) {
    thread::scope(|scope| {
        scope.spawn(|| visit(0));
        scope.spawn(|| visit(1));
    });
}
