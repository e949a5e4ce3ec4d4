//! The media proxy: telecoms-2006, and fun-and-profit-2007, section 7.
//!
//! Ericsson's Media Proxy lets the media of calls through a firewall, as a controller tells it by
//! the H.248 protocol. This is a small one with the same commands, in the text form of the
//! protocol, and with the faults of the papers. The papers could not choose their faults; here
//! each can be switched on: see [`Faults`].
//!
//! | file | what it has |
//! |---|---|
//! | [`message`] | what controller and proxy say to each other |
//! | [`encode`](mod@encode), [`decode`](mod@decode) | its text form |
//! | [`generate`] | generators of it |
//! | [`proxy`] | the proxy, which is a function from text to text |
//! | [`faults`] | what can be wrong with it |
//! | [`link`] | how a test talks to it, in memory or over TCP |
//! | [`controller`] | the test's end of a link |
//! | [`specification`] | the machine |
//! | [`round_trip`](mod@round_trip) | the law of the text form |
//! | [`hunts`](mod@hunts) | the faults one by one, with the smallest program for each |
//! | [`old_release`](mod@old_release) | nine faults at once |

mod context;
pub mod controller;
pub mod decode;
pub mod encode;
mod error_code;
pub mod faults;
pub mod generate;
pub mod hunts;
pub mod link;
pub mod message;
pub mod old_release;
pub mod proxy;
pub mod round_trip;
pub mod specification;
mod tcp;
mod word;

#[cfg(test)]
mod tests;

pub use decode::decode;
pub use encode::encode;
pub use error_code::ErrorCode;
pub use faults::Faults;
pub use hunts::hunts;
pub use link::{Link, LinkError};
pub use proxy::Proxy;

use lawful::machine::symbolic::Testing;
use old_release::old_release;
use round_trip::round_trip;
use specification::media_proxy;

use crate::exhibit::{Exhibit, Study};
use crate::finding::{Finding, calls, reason};

static STUDY: Study =
    Study::of("media_proxy", "telecoms-2006; fun-and-profit-2007, 7", "corrupting_subtract");

/// The law and the machines of this study.
pub fn exhibits() -> Vec<Exhibit> {
    let mut all = text_form();
    all.extend(faults_of_the_papers());
    all.extend(releases());
    all
}

fn text_form() -> Vec<Exhibit> {
    let faults = Faults { empty_parameters_encode: true, ..Faults::default() };
    vec![
        STUDY
            .breaks(
                "empty_parameters",
                "The first fault is in the standard, which describes one thing twice: by its ASN.1 \
             grammar all parameters of a stream may be missing, by its ABNF grammar one must be \
             there. The encoder follows the one, the decoder the other.",
                round_trip(faults),
            )
            .finds(reason(["`LocalControl`, `Local` or `Remote`"]).such_that(
                "a stream without parameters",
                |failure| {
                    let empty =
                        "StreamParameters { local_control: None, local: None, remote: None }";
                    failure.arguments[0].debug.contains(&format!("OneStream({empty})"))
                },
            )),
        STUDY.holds(
            "round_trip",
            "Mended, the encoder refuses what the decoder does not understand.",
            round_trip(Faults::default()),
        ),
    ]
}

/// Each alone in its proxy.
fn faults_of_the_papers() -> Vec<Exhibit> {
    let stories = [
        "Add one, modify it. The designers had assumed that both ends of a call are there when \
         streams are activated.",
        "Add one, subtract it. The paper found it one day, and on the next it was gone: the \
         developers had just mended it.",
        "Two in a call, with different numbers of streams. Nobody had thought of audio and video \
         here and only audio there.",
        "The seven commands that no human tester would try; the paper's case had over 160 at first. \
         The data are corrupt after the first Subtract, and the third one crashes.",
        "Four arbitrary numbers as the identifier of a termination shrink to 0/0/0/0: it is not the \
         numbers that matter, but that there are numbers.",
        "A third termination must be refused, but no answer ever comes.",
    ];
    let exhibit = |(hunt, story): (hunts::Hunt, &'static str)| {
        STUDY
            .breaks(hunt.name, story, hunt.machine())
            .tests(2_000)
            .finds(calls(hunt.smallest.to_vec()))
    };
    hunts().into_iter().zip(stories).map(exhibit).collect()
}

/// Any of the faults that two commands show. Which one is found first is a matter of chance.
fn of_two_commands() -> Finding {
    let short = hunts().into_iter().filter(|hunt| hunt.smallest.len() == 2);
    short.fold(Finding::default(), |finding, hunt| finding.or_calls(hunt.smallest.to_vec()))
}

fn releases() -> Vec<Exhibit> {
    let mended = || media_proxy(Faults::default());
    vec![
        STUDY.breaks(
            "old_release",
            "A version from some months before, with nine faults. Every run finds those that are most \
             likely, and shrinking turns others into these.",
            old_release(Faults::default()),
        )
        .finds(of_two_commands()),
        STUDY.holds(
            "old_release_known",
            "So each is declared when it is found, as a precondition that says when it shows. Now the \
             old release passes. Once in a while a command is run all the same, to see whether its \
             fault is still there.",
            old_release(Faults::old_release()),
        ),
        STUDY.holds("mended", "The proxy without its faults, and valid commands.", mended()),
        STUDY.holds(
            "mended_negative",
            "The same when every third command is invalid: each is answered with an error, and \
             changes nothing.",
            mended().testing(Testing::Negative),
        ),
    ]
}
