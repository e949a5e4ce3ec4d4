//! Do the tests say what their number seems to say?
//!
//! quickcheck-2000, section 6.6, names the false sense of security as the tool's major limitation. So
//! when a law holds, the arguments of some of its tests are drawn once more, with a record and without
//! running the law, and looked at.

use std::time::{Duration, Instant};

use super::runner::Running;
use super::site::Feed;
use crate::choice::{Tape, Token, digest_of};
use crate::data::Limit;
use crate::data::{Distribution, Feature, ShownValue, Warning};
use crate::generate::{Listed, sort_by};
use crate::law::{Outcome, threads};
use crate::shrink::Outline;

/// How many tests are looked at.
const SAMPLE: u64 = 100;
/// Fewer than this say nothing.
const FEWEST: u64 = 20;
/// How many tests are shown for a distribution.
const SHOWN: u64 = 500;
/// Generation is slow if it is so large a share of a law that takes at least so long.
const SLOW: Duration = Duration::from_secs(1);
const SLOW_SHARE: f64 = 0.9;
/// How many tests are timed to know that.
const TIMED: u64 = 20;
/// A law that was stopped at its limit in time has one part in so many of it for looking at its tests, twice.
const MORE_TIME: u32 = 20;

/// Looks at the tests of a law that holds.
pub(super) fn look(runner: &mut Running<'_>) -> (Vec<Warning>, Vec<Distribution>) {
    let (passed, discarded) = (runner.passed, runner.discarded);
    let mut warnings = runner.tables.warnings(passed, discarded, runner.config.may_give_up);
    let tests = runner.passed + runner.discarded;
    if runner.exhausted.is_some() || tests == 0 {
        return (warnings, Vec::new());
    }
    let elapsed = runner.started.elapsed();
    // Where the time for the law is over, little more is spent on looking at its tests.
    let until = match runner.limits.last() {
        Some(Limit::Generation(_)) => return (warnings, Vec::new()),
        Some(Limit::Law(limit)) => Some(Instant::now() + *limit / MORE_TIME),
        _ => None,
    };
    let sample = draw_sample(runner, tests, until);
    warnings.extend(about_sample(runner, &sample));
    if !sample.is_empty() && elapsed >= SLOW {
        warnings.extend(slow_generation(runner, tests, elapsed, until));
    }
    let distribution =
        match (runner.config.statistics || runner.config.wants_details()) && !is_over(until) {
            true => distribution(runner, tests),
            false => Vec::new(),
        };
    (warnings, distribution)
}

/// Distributions of the arguments of a law that failed, where a report of the whole workspace shows them.
pub(super) fn distribution_of_failed(runner: &mut Running<'_>) -> Vec<Distribution> {
    // Drawing again must neither run the law nor end a process again.
    let may_draw = !runner.draws_while_running && !runner.is_isolated && runner.limits.is_empty();
    let is_random = runner.exhausted.is_none() && runner.next_test > 0;
    match runner.config.wants_details() && may_draw && is_random {
        true => distribution(runner, runner.next_test),
        false => Vec::new(),
    }
}

/// Panics of spawned threads that no failure tells of. They were kept from printing, so they are told here.
pub(super) fn unnoticed_panics() -> Option<Warning> {
    let threads::Unnoticed { count, first } = threads::take_unnoticed();
    let (location, message) = first?;
    Some(Warning::ThreadPanics { count, location, message })
}

/// Some tests are drawn, and drawn and run, both with a record: the shares are those of all tests.
fn slow_generation(
    runner: &mut Running<'_>,
    tests: u64,
    all: Duration,
    until: Option<Instant>,
) -> Option<Warning> {
    let (mut drawing, mut both) = (Duration::ZERO, Duration::ZERO);
    let until = until.map(|until| until.max(Instant::now()) + (all / MORE_TIME));
    for index in spread(tests, TIMED).take_while(|_| !is_over(until)) {
        let feed = Feed::Seed { seed: runner.plan.seed(index), size: runner.plan.size(index) };
        let started = Instant::now();
        runner.site.draw(feed.clone());
        drawing += started.elapsed();
        let started = Instant::now();
        runner.site.judge(feed);
        both += started.elapsed();
    }
    let share = drawing.as_secs_f64() / both.as_secs_f64().max(f64::MIN_POSITIVE);
    let generation = all.mul_f64(share.min(1.0));
    (share >= SLOW_SHARE).then_some(Warning::SlowGeneration { generation, all })
}

/// The tapes of tests spread over all that were run.
fn draw_sample(runner: &mut Running<'_>, tests: u64, until: Option<Instant>) -> Vec<Tape> {
    let mut tapes = Vec::new();
    // Nothing is run that is not one of the tests.
    if runner.draws_while_running {
        return tapes;
    }
    for index in spread(tests, SAMPLE) {
        if is_over(until) {
            break;
        }
        if let Some(place) = runner.looked.iter().position(|(looked, _)| *looked == index) {
            tapes.push(runner.looked.swap_remove(place).1);
            continue;
        }
        let feed = Feed::Seed { seed: runner.plan.seed(index), size: runner.plan.size(index) };
        let drawn = runner.site.draw(feed);
        // Of a law whose body draws everything there is nothing to see.
        if drawn.outcome != Outcome::Skipped || drawn.tape.main.is_empty() {
            break;
        }
        tapes.push(drawn.tape);
    }
    tapes
}

fn is_over(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

/// Number of tests of the sample that are drawn before any test, in search of misuse.
const FIRST_LOOKS: usize = 8;

/// Indices of the tests that are drawn before any test.
pub(super) fn first_looks(tests: u64) -> impl Iterator<Item = u64> {
    spread(tests, SAMPLE).step_by(SAMPLE as usize / FIRST_LOOKS).take(FIRST_LOOKS)
}

/// `most` indices spread over `tests`.
fn spread(tests: u64, most: u64) -> impl Iterator<Item = u64> {
    let most = most.min(tests);
    (0..most).map(move |place| (u128::from(place) * u128::from(tests) / u128::from(most)) as u64)
}

fn about_sample(runner: &mut Running<'_>, sample: &[Tape]) -> Vec<Warning> {
    let of = sample.len() as u64;
    let mut warnings = Vec::new();
    if of < FEWEST {
        return warnings;
    }
    let mut digests: Vec<u64> = sample.iter().map(|tape| digest_of(&tape.main)).listed();
    sort_by(&mut digests, &Ord::cmp);
    digests.dedup();
    let different = digests.len() as u64;
    let trivial = sample.iter().filter(|tape| is_trivial(&tape.main)).count() as u64;
    if trivial * 2 > of {
        warnings.push(Warning::Trivial { trivial, of });
    } else if different * 2 < of {
        warnings.push(Warning::Duplicates { different, of });
    }
    let names = argument_names(runner, &sample[sample.len() / 2]);
    for (argument, name) in names.into_iter().enumerate() {
        let same = most_common(sample.iter().filter_map(|tape| argument_digest(tape, argument)));
        if same * 10 > of * 9 && different * 2 >= of {
            warnings.push(Warning::Constant { argument: name, same, of });
        }
    }
    warnings
}

fn is_trivial(tokens: &[Token]) -> bool {
    tokens.iter().all(|token| match token {
        Token::Scalar(scalar) => scalar.is_zero(),
        Token::Block(block) => block.units.is_empty(),
        Token::Lane(_) => false,
        Token::Keyed(choices) => choices.is_empty(),
        Token::Open(_) | Token::Close => true,
    })
}

fn argument_names(runner: &mut Running<'_>, tape: &Tape) -> Vec<&'static str> {
    let shown = runner.site.show_arguments(tape);
    shown.record.arguments.iter().map(|argument| argument.name).collect()
}

/// A digest of the choices of an argument, if it has any that could be others.
fn argument_digest(tape: &Tape, argument: usize) -> Option<u64> {
    let tokens = argument_tokens(tape, argument)?;
    let free = tokens.iter().any(|token| match token {
        Token::Scalar(scalar) => !scalar.is_forced(),
        Token::Block(_) | Token::Lane(_) | Token::Keyed(_) => true,
        Token::Open(_) | Token::Close => false,
    });
    free.then(|| digest_of(tokens))
}

fn argument_tokens(tape: &Tape, argument: usize) -> Option<&[Token]> {
    let outline = Outline::new(tape);
    let mut outer =
        outline.spans.iter().filter(|span| span.parent.is_none() && span.open.section == 0);
    let span = outer.nth(argument)?;
    tape.main.get(span.open.index..span.close)
}

fn most_common(digests: impl Iterator<Item = u64>) -> u64 {
    let mut digests: Vec<u64> = digests.listed();
    sort_by(&mut digests, &Ord::cmp);
    digests.chunk_by(|one, other| one == other).map(|same| same.len() as u64).max().unwrap_or(0)
}

fn distribution(runner: &mut Running<'_>, tests: u64) -> Vec<Distribution> {
    let mut distributions: Vec<Distribution> = Vec::new();
    for index in spread(tests, SHOWN) {
        let feed = Feed::Seed { seed: runner.plan.seed(index), size: runner.plan.size(index) };
        let drawn = runner.site.draw(feed);
        let shown = runner.site.show_arguments(&drawn.tape);
        for (argument, text) in shown.record.arguments.iter().enumerate() {
            if distributions.len() <= argument {
                distributions.push(Distribution::new(text.name));
            }
            let feature = feature(text, argument_tokens(&drawn.tape, argument));
            *distributions[argument].counts.entry(feature) += 1;
        }
    }
    distributions
}

fn feature(shown: &ShownValue, tokens: Option<&[Token]>) -> Feature {
    let text = shown.debug.as_str();
    if let Ok(number) = text.parse::<f64>() {
        if !number.is_finite() {
            return Feature::Variant(text.to_string());
        }
        let whole = number.abs().trunc();
        let digits = if whole == 0.0 { 0 } else { 1 + whole.log10() as u32 };
        return Feature::Digits { negative: number < 0.0, digits };
    }
    let name: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if name.starts_with(char::is_alphabetic) {
        return Feature::Variant(name);
    }
    let length = tokens.into_iter().flatten().find_map(|token| match token {
        Token::Scalar(scalar) if scalar.kind == crate::choice::Kind::Length => Some(scalar.value()),
        Token::Block(block) => Some(block.units.len() as u64),
        _ => None,
    });
    length.map_or(Feature::Other, Feature::Length)
}
