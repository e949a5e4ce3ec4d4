//! Ten formulas without data, over the events of a machine that starts, works and stops.

use lawful::temporal::*;

use super::{Law, Stream};

#[derive(Clone, Copy, Debug)]
pub enum Event {
    Start,
    Work,
    Tick,
    Stop,
    Reset,
    Fault,
}

use Event::{Fault, Reset, Start, Stop, Tick, Work};

// Each `is!` is a pattern of its own, so that one that is used often is better written once.
fn start() -> Formula<Event> {
    is!(Start)
}

fn work() -> Formula<Event> {
    is!(Work)
}

fn tick() -> Formula<Event> {
    is!(Tick)
}

fn stop() -> Formula<Event> {
    is!(Stop)
}

fn reset() -> Formula<Event> {
    is!(Reset)
}

fn fault() -> Formula<Event> {
    is!(Fault)
}

pub fn stream() -> Stream<Event> {
    Stream { laws: laws(), event: Box::new(event) }
}

/// Event of a cycle of 16, whose middle varies.
fn event(number: u64) -> Event {
    let varied = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    match number % 16 {
        0 => Start,
        1..10 if varied.is_multiple_of(3) => Tick,
        1..10 => Work,
        10 => Stop,
        _ if varied.is_multiple_of(2) => Tick,
        _ if number == u64::MAX => Fault,
        _ => Reset,
    }
}

fn starts_and_stops_alternate() -> Formula<Event> {
    (!stop()).unless(start())
        & always(start().implies(afterwards((!start()).until(stop()))))
        & always(stop().implies(afterwards((!stop()).unless(start()))))
}

fn work_is_in_between() -> Formula<Event> {
    (!work()).unless(start()) & always(stop().implies(afterwards((!work()).unless(start()))))
}

/// From two operators and atoms to 57.
fn laws() -> Vec<Law<Event>> {
    let all_of_it = starts_and_stops_alternate()
        & work_is_in_between()
        & always(reset().implies((!(work() | stop())).unless(start())))
        & never(start() & next(start()))
        & always(stop().implies(next(!stop())))
        & never(fault());
    vec![
        ("no_fault", never(fault())),
        ("stops_again_and_again", always(eventually(stop()))),
        ("a_start_leads_to_a_stop", start().leads_to(stop())),
        ("no_work_before_a_start", (!work()).unless(start())),
        ("no_two_starts_in_a_row", never(start() & next(start()))),
        ("one_of_three_follows", always(start().implies(next(work() | tick() | stop())))),
        ("twice_at_least", at_least(2, start()) | always(!stop())),
        ("starts_and_stops_alternate", starts_and_stops_alternate()),
        ("work_is_in_between", work_is_in_between()),
        ("all_of_it", all_of_it),
    ]
}
