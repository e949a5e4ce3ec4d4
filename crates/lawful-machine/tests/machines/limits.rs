//! Calls that take their time, and calls that are futures.

use std::cell::Cell;
use std::future::{Future, pending, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use lawful_core::law;
use lawful_core::run::Runner;
use lawful_machine::symbolic::{Machine, Step, StepResult, Var};

const LIMIT: Duration = Duration::from_millis(5);

/// Runs a few tests of a machine whose commands take too long, and gives the reason.
#[track_caller]
fn reason(machine: &Machine<(), ()>) -> (String, String) {
    let summary = Runner::named("limits").tests(5).seed(1).first_failure().run(machine);
    let failure = summary.failure().expect("it takes too long");
    assert!(failure.calls().len() == 1 && failure.calls()[0].failed);
    (failure.reason.title.clone(), failure.reason.message())
}

fn expected(command: &str) -> (String, String) {
    let promise = format!("`{command}` promised to return within 5 ms");
    (promise, String::from("it took longer"))
}

fn dawdle(_: &mut (), step: Step<()>) -> StepResult {
    step.call((), |_, _, ()| thread::sleep(2 * LIMIT))?;
    Ok(())
}

fn hang(_: &mut (), step: Step<()>) -> StepResult {
    step.call_async((), async |_, _, ()| pending::<u8>().await)?;
    Ok(())
}

fn machine() -> Machine<(), ()> {
    Machine::new(|| (), || ()).commands(1..=2)
}

#[test]
fn a_call_that_takes_too_long_breaks_a_promise() {
    let machine = machine().command(dawdle).time_limit(LIMIT);
    assert_eq!(reason(&machine), expected("dawdle"));
}

#[test]
fn a_call_has_all_the_time_it_wants_where_there_is_no_limit() {
    let summary = Runner::named("limits").tests(3).seed(1).run(&machine().command(dawdle));
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

#[test]
fn an_async_call_that_never_returns_is_given_up() {
    let started = Instant::now();
    assert_eq!(reason(&machine().command(hang).time_limit(LIMIT)), expected("hang"));
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_async_call_that_never_returns_is_given_up_in_any_runtime() {
    let started = Instant::now();
    let machine =
        machine().command(hang).time_limit(LIMIT).block_on(|future| law::block_on(future));
    assert_eq!(reason(&machine), expected("hang"));
    assert!(started.elapsed() < Duration::from_secs(20));
}

/// Ready when it is polled for the third time.
fn third_time() -> impl Future<Output = u32> {
    let mut polls = 0;
    poll_fn(move |context| {
        polls += 1;
        context.waker().wake_by_ref();
        if polls == 3 { Poll::Ready(polls) } else { Poll::Pending }
    })
}

type Numbers = Vec<Var<u32>>;

/// What a system is that makes its numbers in its own time.
struct Later {
    made: u32,
}

fn make(model: &mut Numbers, step: Step<Later>) -> StepResult {
    let number = step.call_async((), async |later: &mut Later, _, ()| {
        later.made += third_time().await;
        later.made
    })?;
    model.push(number.var());
    Ok(())
}

fn compare(model: &mut Numbers, step: Step<Later>) -> StepResult {
    let number = step.pick(&*model)?;
    let place = model.iter().position(|one| *one == number).map_or(0, |place| place as u32 + 1);
    let result = step.call_async((number, place), async |_, real, (number, place)| {
        (third_time().await, real[number] == 3 * place)
    })?;
    result.returns((3, true))
}

fn later() -> Machine<Numbers, Later> {
    Machine::new(Vec::new, || Later { made: 0 }).command(make).command(compare)
}

#[test]
fn async_calls_are_waited_for() {
    let limited = later().time_limit(Duration::from_secs(60));
    for machine in [later(), limited] {
        let summary = Runner::named("later").seed(1).run(&machine);
        assert!(summary.is_success(), "{:?}", summary.stopped);
    }
}

#[test]
fn a_runtime_of_ones_own_runs_every_async_call() {
    let calls = Rc::new(Cell::new(0));
    let counted = calls.clone();
    let machine = later().block_on(move |future: Pin<&mut dyn Future<Output = ()>>| {
        counted.set(counted.get() + 1);
        law::block_on(future);
    });
    let summary = Runner::named("later").seed(1).run(&machine);
    assert!(summary.is_success(), "{:?}", summary.stopped);
    let ran = summary.counts.iter().filter(|(counted, _)| counted.table == "commands");
    assert_eq!(calls.get(), ran.map(|(_, count)| *count).sum::<u64>());
}

#[test]
fn an_async_call_that_panics_is_told_like_any_other() {
    fn burst(_: &mut (), step: Step<()>) -> StepResult {
        step.call_async((), async |_, _, ()| {
            third_time().await;
            panic!("burst")
        })?;
        Ok(())
    }
    for machine in [
        machine().command(burst),
        machine().command(burst).block_on(|future| law::block_on(future)),
    ] {
        let summary = Runner::named("limits").seed(1).run(&machine);
        let failure = summary.failure().expect("it panics");
        let (message, _) = failure.reason.panic().expect("it panics");
        assert_eq!(message, "burst");
        assert!(failure.calls().len() == 1 && failure.calls()[0].failed);
    }
}

/// Its thread cannot be taken from it, but when it returns it is too late.
#[test]
fn an_async_call_that_blocks_its_thread_takes_too_long_as_well() {
    fn block(_: &mut (), step: Step<()>) -> StepResult {
        step.call_async((), async |_, _, ()| thread::sleep(2 * LIMIT))?;
        Ok(())
    }
    let limited = || machine().command(block).time_limit(LIMIT);
    assert_eq!(reason(&limited()), expected("block"));
    assert_eq!(reason(&limited().block_on(|future| law::block_on(future))), expected("block"));
}

#[test]
fn a_limit_is_told_as_it_was_given() {
    // In seconds and back it would be 0.009000000000000001.
    let machine = machine().command(dawdle).time_limit(Duration::from_micros(9));
    assert_eq!(reason(&machine).0, "`dawdle` promised to return within 0.009 ms");
}

/// A thread that is parked until it is woken up.
struct Parked(Thread);

impl Wake for Parked {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Whoever would give a call up holds a waker of it until it is over.
#[test]
fn a_call_that_returns_in_time_leaves_nobody_who_would_give_it_up() {
    let wakers = Arc::new(Parked(thread::current()));
    let waker = Waker::from(wakers.clone());
    let machine = later().time_limit(Duration::from_secs(3_600)).block_on(move |mut future| {
        let mut context = Context::from_waker(&waker);
        while future.as_mut().poll(&mut context).is_pending() {
            thread::park();
        }
    });
    let summary = Runner::named("later").tests(20).seed(1).run(&machine);
    assert!(summary.is_success(), "{:?}", summary.stopped);
    drop(machine);
    let started = Instant::now();
    while Arc::strong_count(&wakers) > 1 {
        let left = Arc::strong_count(&wakers) - 1;
        assert!(started.elapsed() < Duration::from_secs(20), "{left} are left");
        thread::sleep(Duration::from_millis(1));
    }
}
