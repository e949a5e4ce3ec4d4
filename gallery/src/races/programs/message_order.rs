//! One task opens and closes a file by messages, another writes to it, and nothing orders them.
//!
//! A channel keeps the order of one sender and promises nothing about two. Known from actors, where it is
//! the commonest race.

use super::imports::{
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

#[derive(Clone, Copy, PartialEq)]
enum Message {
    Open,
    Write,
    Close,
}

/// Writes whenever it gets to it.
pub fn run() {
    let (to_file, messages) = channel();
    let writer = to_file.clone();
    let tasks = [
        thread::spawn(move || {
            to_file.send(Message::Open).unwrap();
            to_file.send(Message::Close).unwrap();
        }),
        thread::spawn(move || writer.send(Message::Write).unwrap()),
    ];
    serve(messages);
    for task in tasks {
        task.join().unwrap();
    }
}

/// Writes when told that the file is open, and tells when it has written.
pub fn run_right() {
    let (to_file, messages) = channel();
    let writer = to_file.clone();
    let (opened, when_open): (Sender<()>, Receiver<()>) = channel();
    let (written, when_written): (Sender<()>, Receiver<()>) = channel();
    let tasks = [
        thread::spawn(move || {
            to_file.send(Message::Open).unwrap();
            opened.send(()).unwrap();
            when_written.recv().unwrap();
            to_file.send(Message::Close).unwrap();
        }),
        thread::spawn(move || {
            when_open.recv().unwrap();
            writer.send(Message::Write).unwrap();
            written.send(()).unwrap();
        }),
    ];
    serve(messages);
    for task in tasks {
        task.join().unwrap();
    }
}

/// Goes on until all senders are gone.
fn serve(messages: Receiver<Message>) {
    let mut is_open = false;
    while let Ok(message) = messages.recv() {
        match message {
            Message::Open => is_open = true,
            Message::Write => assert!(is_open, "written to a file that is not open"),
            Message::Close => is_open = false,
        }
    }
}
