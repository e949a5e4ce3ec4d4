//! A `select!` in a loop drops a future that has taken a part of a message already.
//!
//! A frame is a length and then so many words. Reading it takes several receives, and if the other branch
//! wins in between, what was received so far is gone with the future: reading a frame is not cancel-safe,
//! though each receive is. The manual of `select!` warns of it.

use super::imports::tokio::{
    self,
    runtime::Runtime,
    sync::mpsc::{self, Receiver},
};

/// Begins to read a frame in every round of the loop.
pub fn run() {
    exchange(async |mut words, mut ticks, frames| {
        while frames.len() < 2 {
            tokio::select! {
                Some(frame) = read_frame(&mut words) => frames.push(frame),
                Some(()) = ticks.recv() => {}
                else => break,
            }
        }
    });
}

/// Begins to read a frame once, and goes on with it in every round until it is there.
pub fn run_right() {
    exchange(async |mut words, mut ticks, frames| {
        while frames.len() < 2 {
            let frame = read_frame(&mut words);
            tokio::pin!(frame);
            loop {
                tokio::select! {
                    Some(frame) = &mut frame => {
                        frames.push(frame);
                        break;
                    }
                    Some(()) = ticks.recv() => {}
                    else => return,
                }
            }
        }
    });
}

/// Reads a length and so many words.
async fn read_frame(words: &mut Receiver<u32>) -> Option<Vec<u32>> {
    let length = words.recv().await?;
    let mut frame = Vec::new();
    for _ in 0..length {
        frame.push(words.recv().await?);
    }
    Some(frame)
}

fn exchange(read: impl AsyncFnOnce(Receiver<u32>, Receiver<()>, &mut Vec<Vec<u32>>)) {
    Runtime::new().unwrap().block_on(async {
        let (sender, words) = mpsc::channel(4);
        let (ticker, ticks) = mpsc::channel(1);
        tokio::spawn(async move { ticker.send(()).await });
        tokio::spawn(async move {
            for word in [1, 7, 1, 8] {
                if sender.send(word).await.is_err() {
                    return;
                }
            }
        });
        let mut frames = Vec::new();
        read(words, ticks, &mut frames).await;
        assert_eq!(frames, [[7], [8]], "a message was lost");
    });
}
