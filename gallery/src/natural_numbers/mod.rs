//! Servers that generate natural numbers: using-quickcheck-2008, section 3.6.
//!
//! There are three, and each asks more of the machine that tests it. The first is registered under a
//! name. The second is a value that `start` returns, for which the model has only a variable. The third
//! decides itself how far it goes, so that its model needs its answers: that takes a dynamic machine,
//! which the paper builds (section 3.6.3) and has to do without shrinking for. Here the choices of a
//! dynamic machine are on a tape like all others, and its failures shrink and replay.
//!
//! | file | what it has |
//! |---|---|
//! | [`server`] | the server, which is a thread, and ways to count |
//! | [`registered`] | `nat_gen`: there is one server |
//! | [`started`] | `nat_gen_2`: servers are values; a specification for both kinds of machine |
//! | [`deciding`] | `nat_gen_3`: every number is higher than the one before |

pub mod deciding;
pub mod registered;
pub mod server;
pub mod started;

#[cfg(test)]
mod tests;

use lawful::machine::{Dynamic, Symbolic};

use crate::exhibit::{Exhibit, Study};
use crate::finding::calls;

static STUDY: Study =
    Study::of("natural_numbers", "using-quickcheck-2008, 3.6", "deciding_falls_back");

/// Six calls, of which the last shows that a server does not get beyond 4.
const STUCK: [&str; 7] = [
    "let v1 = start();",
    "next(v1);",
    "next(v1);",
    "next(v1);",
    "next(v1);",
    "next(v1);",
    "next(v1);",
];

/// 0, 3, 6, 1: the fourth number is not higher than the third.
const FALL: [&str; 5] = ["let v1 = start();", "next(v1);", "next(v1);", "next(v1);", "next(v1);"];

/// The machines of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.holds(
            "registered",
            "`nat_gen`: the numbers from 0 on, each once.",
            registered::numbers(server::one_by_one),
        ),
        STUDY.breaks(
            "registered_gets_stuck",
            "A server that does not get beyond 4. It takes six calls to see it.",
            registered::numbers(server::getting_stuck),
        )
        .ours()
        .finds(calls(STUCK.map(|call| call.replace("let v1 = ", "").replace("v1", "")))),
        STUDY.holds(
            "started",
            "`nat_gen_2`: the same, but the server is what `start` returned.",
            started::numbers::<Symbolic>(server::one_by_one),
        ),
        STUDY.breaks(
            "started_gets_stuck",
            "The wrong server once more. The calls now say which server they go to.",
            started::numbers::<Symbolic>(server::getting_stuck),
        )
        .ours()
        .finds(calls(STUCK)),
        STUDY.breaks(
            "started_gets_stuck_dynamically",
            "The same commands in a dynamic machine: the same smallest program, which the paper's engine \
             could not find.",
            started::numbers::<Dynamic>(server::getting_stuck),
        )
        .ours()
        .finds(calls(STUCK)),
        STUDY.holds(
            "deciding",
            "`nat_gen_3`: each number is higher than the one before, nobody knows by how much. Only a \
             dynamic machine can say so.",
            deciding::numbers(server::by_leaps),
        ),
        STUDY.breaks(
            "deciding_falls_back",
            "A server that falls back now and then. Whether it has, only its answers tell.",
            deciding::numbers(server::falling_back),
        )
        .ours()
        .finds(calls(FALL)),
    ]
}
