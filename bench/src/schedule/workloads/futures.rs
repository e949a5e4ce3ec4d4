//! The program of `threads.rs` that has its like among futures.
//!
//! One source for every scheduler that runs futures: whoever includes the file has a module `imports`
//! beside it with `future::{block_on, spawn}`. The channels are those of futures-channel and know of no
//! scheduler.

use futures_channel::mpsc::unbounded;
use futures_util::StreamExt;

use super::imports::future::{block_on, spawn};

/// Two tasks that send a number to and fro a hundred times, through two channels.
pub fn async_ping_pong_100() {
    block_on(async {
        let (ping, mut pings) = unbounded();
        let (pong, mut pongs) = unbounded();
        let echo = spawn(async move {
            for _ in 0..100 {
                let number: u32 = pings.next().await.unwrap();
                pong.unbounded_send(number + 1).unwrap();
            }
        });
        let mut number = 0;
        for _ in 0..100 {
            ping.unbounded_send(number).unwrap();
            number = pongs.next().await.unwrap();
        }
        echo.await.unwrap();
        assert_eq!(number, 100);
    });
}
