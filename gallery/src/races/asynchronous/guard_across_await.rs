//! A guard of a lock that blocks its thread is held across an await.
//!
//! The two halves of a `join!` are one task, as the tasks of a runtime on one thread are one thread. The
//! half that holds the guard waits for the other one, which waits for the lock and so keeps the thread that
//! the first half needs. The lint `await_holding_lock` is about this.

use super::imports::{
    sync::Mutex,
    tokio::{self, runtime::Runtime, sync::oneshot},
};

/// Keeps the guard until the answer is there.
pub fn run() {
    ask(async |log, answer| {
        let mut log = log.lock().unwrap();
        log.push("asked");
        let answer = answer.await.unwrap();
        log.push(answer);
    });
}

/// Gives the guard back before it waits.
pub fn run_right() {
    ask(async |log, answer| {
        log.lock().unwrap().push("asked");
        let answer = answer.await.unwrap();
        log.lock().unwrap().push(answer);
    });
}

fn ask(question: impl AsyncFnOnce(&Mutex<Vec<&'static str>>, oneshot::Receiver<&'static str>)) {
    let log = Mutex::new(Vec::new());
    Runtime::new().unwrap().block_on(async {
        let (sender, answer) = oneshot::channel();
        tokio::join!(question(&log, answer), async {
            log.lock().unwrap().push("looked up");
            sender.send("answered").unwrap();
        });
    });
    assert_eq!(log.lock().unwrap().last(), Some(&"answered"));
}
