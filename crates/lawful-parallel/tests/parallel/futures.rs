//! Calls that are futures.

use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::task::Poll;

use lawful_core::law;
use lawful_core::run::Runner;
use lawful_machine::{shared, symbolic};
use lawful_parallel::Parallel;
use lawful_pulse::future;
use lawful_pulse::sync::Arc as PulseArc;
use lawful_pulse::sync::atomic::AtomicU32 as PulseU32;
use lawful_pulse::tokio::sync::{Mutex, mpsc, oneshot};

type Losing = PulseArc<PulseU32>;

/// Each half of it in a task of its own.
fn next_losing(last: &mut u32, step: symbolic::Step<Losing>) -> symbolic::StepResult {
    let next = step.call_async((), async |count: &mut Losing, _, ()| {
        let other = count.clone();
        let before =
            future::spawn(async move { other.load(SeqCst) }).await.expect("it does not panic");
        count.store(before + 1, SeqCst);
        before + 1
    })?;
    *last += 1;
    next.returns(*last)
}

type Locked = PulseArc<Mutex<u32>>;

fn next_locked(last: &mut u32, step: symbolic::Step<Locked>) -> symbolic::StepResult {
    let next = step.call_async((), async |count: &mut Locked, _, ()| {
        let mut count = count.lock().await;
        let next = *count + 1;
        future::spawn(async {}).await.expect("it does not panic");
        *count = next;
        next
    })?;
    *last += 1;
    next.returns(*last)
}

#[test]
fn futures_are_interrupted_where_they_wait() {
    let machine = symbolic::Machine::new(|| 0, Losing::default).command(next_losing);
    let summary = Runner::named("losing").seed(1).run(&Parallel::scheduled(machine));
    let failure = summary.failure().expect("an update is lost");
    assert_eq!(failure.calls().len(), 2);
    let machine = symbolic::Machine::new(|| 0, Locked::default).command(next_locked);
    let summary =
        Runner::named("locked").seed(1).tests(30).run(&Parallel::scheduled(machine).schedules(30));
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

/// A server that answers what it is asked.
#[derive(Clone)]
struct Server(mpsc::Sender<oneshot::Sender<u32>>);

impl Server {
    fn start() -> Self {
        let (sender, mut receiver) = mpsc::channel::<oneshot::Sender<u32>>(2);
        future::spawn(async move {
            let mut count = 0;
            while let Some(reply) = receiver.recv().await {
                count += 1;
                let _ = reply.send(count);
            }
        });
        Server(sender)
    }
}

impl lawful_parallel::Share for Server {
    fn share(&self) -> Self {
        self.clone()
    }
}

#[test]
fn what_waits_for_a_server_is_explained() {
    fn next(last: &mut u32, step: symbolic::Step<Server>) -> symbolic::StepResult {
        let next = step.call_async((), async |server: &mut Server, _, ()| {
            let (reply, answer) = oneshot::channel();
            server.0.send(reply).await.expect("the server is there");
            answer.await.expect("the server answers")
        })?;
        *last += 1;
        next.returns(*last)
    }
    let machine = symbolic::Machine::new(|| 0, Server::start).command(next);
    let law = Parallel::scheduled(machine).prefix(0..=1).commands(1..=2);
    let summary = Runner::named("server").seed(1).tests(40).run(&law);
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

/// A future that nobody ever wakes is waited for where the law is stated, not somewhere inside of the tool.
#[test]
fn a_future_that_waits_for_ever_is_told_with_a_place_of_the_test() {
    fn hang(_: &mut (), step: symbolic::Step<Losing>) -> symbolic::StepResult {
        step.call_async((), async |count: &mut Losing, _, ()| {
            let before = count.load(SeqCst);
            if count.fetch_add(1, SeqCst) != before {
                std::future::pending::<()>().await;
            }
        })?;
        Ok(())
    }
    let machine = || symbolic::Machine::new(|| (), Losing::default).command(hang);
    // A limit in time does not change who waits.
    for machine in [machine(), machine().time_limit(std::time::Duration::from_secs(3_600))] {
        let summary = Runner::named("hanging").seed(1).run(&Parallel::scheduled(machine));
        let failure = summary.failure().expect("it waits for ever");
        let told = format!("{:?}", failure.reason);
        assert!(told.contains("tasks wait for each other for ever"), "{told}");
        assert!(told.contains(file!()) && !told.contains("scheduled.rs"), "{told}");
    }
}

/// Ready when it is polled for the third time.
fn third_time() -> impl Future<Output = ()> {
    let mut polls = 0;
    poll_fn(move |context| {
        polls += 1;
        context.waker().wake_by_ref();
        if polls == 3 { Poll::Ready(()) } else { Poll::Pending }
    })
}

#[test]
fn on_threads_a_runtime_runs_the_futures_of_every_branch() {
    fn next(last: &mut u32, step: shared::Step<Arc<AtomicU32>>) -> shared::StepResult {
        let next = step.call_async((), async |count: &mut Arc<AtomicU32>, _, ()| {
            third_time().await;
            count.fetch_add(1, SeqCst) + 1
        })?;
        *last += 1;
        next.returns(*last)
    }
    let calls = Arc::new(AtomicU32::new(0));
    let counted = calls.clone();
    let machine = shared::Machine::new(|| 0, Arc::<AtomicU32>::default).command(next);
    let machine = machine.block_on(move |task| {
        counted.fetch_add(1, SeqCst);
        law::block_on(task);
    });
    let law = Parallel::threads(machine).repeat(1);
    let summary = Runner::named("futures").seed(1).tests(60).run(&law);
    assert!(summary.is_success(), "{:?}", summary.stopped);
    assert!(calls.load(SeqCst) > 200);
}
