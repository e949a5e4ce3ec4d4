//! The media proxy: telecoms-2006, and fun-and-profit-2007, section 7.
//!
//! Ericsson's Media Proxy lets the media of calls through a firewall, as a controller tells it by
//! the H.248 protocol. This is a small one with the same commands, in the text form and the binary form of the
//! protocol, and with the faults of the papers. The papers could not choose their faults; here
//! each can be switched on: see [`Faults`].
//!
//! | file | what it has |
//! |---|---|
//! | [`message`] | messages between controller and proxy |
//! | [`encode`](mod@encode), [`decode`](mod@decode) | their text form |
//! | [`binary`] | their binary form |
//! | [`form`] | either form |
//! | [`generate`] | generators of messages |
//! | [`nonsense`] | generators of messages from the grammar alone |
//! | [`proxy`] | the proxy, which is a function from bytes to bytes |
//! | [`faults`] | what can be wrong with it |
//! | [`link`] | how a test talks to it, in memory or over TCP |
//! | [`controller`] | the test's end of a link |
//! | [`specification`] | the machine |
//! | [`round_trip`](mod@round_trip) | the laws of the forms |
//! | [`hunts`](mod@hunts) | the faults one by one, with the smallest program for each |
//! | [`old_release`](mod@old_release) | several faults at once, found one after another |
//!
//! # Lines
//!
//! The papers wrote "about 500 lines of QuickCheck code (since reduced to 300 by using our latest state machine
//! library)". That is all of the test: generators of messages, their round trip, the state machine and its glue. The
//! encoders and decoders were there before. The same here has 527 lines that are neither blank nor comments:
//!
//! ```text
//! cd gallery/src/media_proxy
//! cat generate.rs round_trip.rs specification.rs controller.rs | grep -v '^ *//' | grep -vc '^ *$'
//! ```
//!
//! Of these 214 are generators, 185 the state machine with the preconditions of all nine known faults, 101 the
//! controller, more than half of which is how calls are shown, and 27 the round trips, of which one is of both forms.
//! That is more than the papers' 300; an Erlang term needs no type and shows itself, but what their lines had in them
//! is not known.
//!
//! # From 160 commands to seven
//!
//! The paper's case of the corrupting Subtract had "over 160 commands" before it was shrunk to seven. Here all cases
//! shrink to these seven, but at the lengths that the other tests have they are shorter as found. Over root seeds 1
//! to 20:
//!
//! | commands of a case | as found | over 160 |
//! |---|---|---|
//! | as many as the size, the default of machines | 22 to 82 | none |
//! | at most 200, as in all tests here | 20 to 129 | none |
//! | at most 800 | 23 to 150 | none |
//! | at most 1600 | 34 to 223 | 4 |
//! | at most 3200 | 53 to 286 | 7 |
//!
//! The size grows from test to test, and with at most 200 commands the fault is found after 69 tests at the latest,
//! when cases are still short. It makes no difference that the other faults are there and known: the case then had
//! 15 to 89 commands.
//!
//! # What shrinking misses
//!
//! Over root seeds 1 to 20, eight of the nine faults that commands show shrink to the smallest program with every
//! seed. `last_mode_lost` does with 6 of 20; the other 14 have the two commands too, but one to three streams more
//! than two in the Add, as a stream has to leave both the Add and the Modify that names it. Among the nine faults
//! of the old release both terminations need as many streams as each other, and there it has three commands with 19
//! seeds and eight with one. The corrupting Subtract is the last of all to be found with every seed, as in the paper.

pub mod binary;
mod context;
pub mod controller;
pub mod decode;
pub mod encode;
mod error_code;
pub mod faults;
pub mod form;
pub mod generate;
pub mod hunts;
pub mod link;
pub mod message;
pub mod nonsense;
pub mod old_release;
pub mod proxy;
pub mod round_trip;
pub mod specification;
mod tcp;
mod word;

#[cfg(test)]
mod tests;

pub use binary::{decode_binary, encode_binary};
pub use decode::decode;
pub use encode::encode;
pub use error_code::ErrorCode;
pub use faults::Faults;
pub use form::Form;
pub use hunts::hunts;
pub use link::{Link, LinkError};
pub use proxy::Proxy;

use lawful::machine::symbolic::Testing;
use nonsense::nonsense_is_answered;
use old_release::{old_release, told};
use round_trip::{forms_agree, round_trip};
use specification::{media_proxy, media_proxy_in};

use crate::exhibit::{Exhibit, Study};
use crate::finding::{Finding, calls, reason};

static STUDY: Study =
    Study::of("media_proxy", "telecoms-2006; fun-and-profit-2007, 7", "corrupting_subtract");

/// The laws, machines and demonstrations of this study.
pub fn exhibits() -> Vec<Exhibit> {
    let mut all = forms();
    all.extend(random_messages());
    all.extend(faults_of_the_papers());
    all.push(ordinary_lengths());
    all.extend(releases());
    all
}

fn forms() -> Vec<Exhibit> {
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
        STUDY.holds(
            "forms_agree",
            "A message is the same through the text form and through the binary form. Two things are left out, which \
             only one of the grammars has: empty parameters, and contexts of numbers that the other reserves.",
            forms_agree(),
        )
        .ours(),
    ]
}

/// The shares follow from how alternatives are chosen: see [`nonsense`].
fn random_messages() -> Vec<Exhibit> {
    vec![
        STUDY
            .holds(
                "random_by_asn1",
                "Messages of the ASN.1 grammar alone, in binary form. The paper's were all rejected. Here a few ask \
                 for a new context and are accepted, as the number that means so is the last but one, and numbers at \
                 the bounds are drawn more often than others.",
                nonsense_is_answered(Form::Binary),
            )
            .tests(2_000)
            .share("rejected", 98.5, 100.0),
        STUDY
            .holds(
                "random_by_abnf",
                "Messages of the ABNF grammar alone, in text form. The paper's were invariably rejected. Here one in \
                 twelve is an Add that leaves both choices to the proxy, because each alternative is as likely as \
                 the others; it is accepted if its streams are such that the proxy can carry them.",
                nonsense_is_answered(Form::Text),
            )
            .tests(2_000)
            .share("rejected", 93.0, 98.0),
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

fn ordinary_lengths() -> Exhibit {
    STUDY.tells(
        "ordinary_lengths",
        "The paper's case had over 160 commands, and shrank to seven. So do all cases here: those of at most 200 \
         commands, and those of at most 3200, some of which have over 160.",
        hunts::told_lengths,
        ["20 of 20 cases", "some have over 160"],
    )
}

/// Any of the faults that two commands show in the old release. Which one is found first is a matter of chance.
fn of_two_commands() -> Finding {
    let names = ["modify_alone", "subtract_alone", "numeric_termination"];
    let short = hunts().into_iter().filter(|hunt| names.contains(&hunt.name));
    short.fold(Finding::default(), |finding, hunt| finding.or_calls(hunt.smallest.to_vec()))
}

fn releases() -> Vec<Exhibit> {
    let mended = || media_proxy(Faults::default());
    vec![
        STUDY
            .breaks(
                "old_release",
                "A version from some months before, with nine faults. A run finds one of the three that two commands \
                 show.",
                old_release(Faults::default()),
            )
            .finds(of_two_commands()),
        STUDY.tells(
            "old_release_worked_through",
            "So each is declared known when it is found, as a precondition that says when it shows, and the next run \
             finds another. The paper found nine in six hours.",
            |seed| told(Faults::old_release(), seed, 512),
            ["9 faults found one after another, then 512 tests pass", "9. corrupting_subtract: 7 commands"],
        ),
        STUDY.tells(
            "near_release_worked_through",
            "The version that the paper began with has the five faults of valid messages and the two of invalid ones. \
             The first is of messages, the last is the corrupting Subtract, as in the paper.",
            |seed| told(Faults::near_release(), seed, 512),
            [
                "7 faults found one after another, then 512 tests pass",
                "1. empty_parameters_encode",
                "7. corrupting_subtract: 7 commands",
            ],
        ),
        STUDY.holds(
            "old_release_known",
            "With all nine known, the old release passes.",
            old_release(Faults::old_release()),
        ),
        STUDY.holds("mended", "The proxy without its faults, and valid commands.", mended()),
        STUDY.holds(
            "mended_negative",
            "The same with invalid commands among them: each is answered with an error, and changes nothing.",
            mended().testing(Testing::Negative),
        ),
        STUDY.holds(
            "mended_binary",
            "The same in binary form, where the parameters of a stream may all be missing.",
            media_proxy_in(Form::Binary, Faults::default()).testing(Testing::Negative),
        )
        .ours(),
    ]
}
