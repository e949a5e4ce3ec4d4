//! The end of a case: what is promised about it, what is cleaned up, and keys that let parts of it be judged alone.

use std::cell::{Cell, RefCell};
use std::sync::Arc as StdArc;
use std::sync::atomic::AtomicU32 as StdU32;

use lawful_core::data::{Block, Verdict};
use lawful_core::law::Law;
use lawful_core::run::{About, Config, Event, Runner, Stopped, run};
use lawful_machine::{shared, symbolic::*};
use lawful_parallel::{Consistency, Parallel};
use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};

type Count = Arc<AtomicU32>;

fn add(model: &mut u32, step: Step<Count>) -> StepResult {
    step.call((), |count, _, ()| {
        count.fetch_add(1, SeqCst);
    })?;
    *model += 1;
    Ok(())
}

/// Nothing that is returned says that it loses something.
fn add_losing(model: &mut u32, step: Step<Count>) -> StepResult {
    step.call((), |count, _, ()| count.store(count.load(SeqCst) + 1, SeqCst))?;
    *model += 1;
    Ok(())
}

fn counting() -> Machine<u32, Count> {
    Machine::new(|| 0, Count::default)
}

fn check(law: &dyn Law) -> Stopped {
    Runner::named("ends").seed(1).tests(30).run(law).stopped
}

#[test]
fn what_is_promised_about_the_end_is_part_of_the_order() {
    let agrees = |model: &u32, count: &mut Count, _: &Bindings| *model == count.load(SeqCst);
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let machine =
            |losing| if losing { counting().command(add_losing) } else { counting().command(add) };
        let finally = |losing| {
            Parallel::scheduled(machine(losing).finally("agree", agrees)).consistency(order)
        };
        let invariant = |losing| {
            Parallel::scheduled(machine(losing).invariant("agree", agrees)).consistency(order)
        };
        assert!(matches!(check(&finally(false)), Stopped::Passed));
        assert!(matches!(check(&invariant(false)), Stopped::Passed));
        for law in [finally(true), invariant(true)] {
            let Stopped::Failed(failures) = check(&law) else { panic!("one is lost") };
            assert_eq!(failures.len(), 1);
            assert_eq!(failures[0].calls().len(), 2);
            let (law, message) = (&failures[0].reason.title, failures[0].reason.message());
            let told = "no order of the calls explains what they returned";
            assert!(law.ends_with(told), "{law}");
            assert!(
                message.ends_with(
                    "the end\n        the machine promised `agree`\n        the model is 2"
                ),
                "{message}"
            );
            let shown = failures[0].reason.document.blocks.iter().find_map(|block| match block {
                Block::History(history) => Some(history),
                _ => None,
            });
            let shown = shown.expect("the reason has a history");
            assert_eq!(shown.clients, ["A", "B", "end"]);
            let (stuck, why) = &shown.stuck[0];
            let end = &shown.calls[*stuck];
            assert_eq!((end.client, end.call.as_str(), shown.order.len()), (2, "the end", 2));
            assert!(shown.calls[..2].iter().all(|call| call.returned < Some(end.invoked)));
            assert_eq!(why, "the machine promised `agree`\nthe model is 2");
            assert_eq!(shown.in_real_time, order == Consistency::Linearizable);
        }
    }
}

/// Invariants are for the end and the prefix: between calls of branches there is no moment to look.
#[test]
fn an_invariant_holds_before_the_branches_too() {
    let machine = counting().command(add).invariant("few", |model, _, _| *model < 3);
    let Stopped::Failed(failures) = check(&Parallel::scheduled(machine)) else {
        panic!("it breaks")
    };
    let in_prefix =
        failures.iter().find(|failure| failure.calls().iter().all(|step| step.column.is_none()));
    let failure = in_prefix.expect("three in a row");
    assert_eq!(failure.calls().len(), 3);
    let (law, message) = (&failure.reason.title, failure.reason.message());
    assert_eq!((law.as_str(), message.as_str()), ("the machine promised `few`", "the model is 3"));
    let never = counting().command(add).invariant("never", |_, _, _| false);
    let Stopped::Failed(failures) = check(&Parallel::scheduled(never)) else { panic!("it breaks") };
    assert!(failures[0].calls().is_empty());
}

thread_local! {
    /// What happened to all systems of a test, a letter each.
    static LOG: RefCell<String> = const { RefCell::new(String::new()) };
}

fn log(letter: char) {
    LOG.with_borrow_mut(|log| log.push(letter));
}

/// Logs when it is made and dropped.
struct Logged {
    calls: AtomicU32,
}

impl Logged {
    fn make() -> Arc<Logged> {
        log('m');
        Arc::new(Logged { calls: AtomicU32::new(0) })
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        log('d');
    }
}

fn call(model: &mut u32, step: Step<Arc<Logged>>) -> StepResult {
    let calls = step.call((), |logged, _, ()| logged.calls.fetch_add(1, SeqCst) + 1)?;
    *model += 1;
    calls.returns(*model)
}

#[test]
fn however_a_case_ends_its_system_is_cleaned_up_once_and_dropped() {
    fn panics(_: &mut u32, step: Step<Arc<Logged>>) -> StepResult {
        step.call((), |logged, _, ()| {
            assert!(logged.calls.fetch_add(1, SeqCst) < 3, "four calls")
        })?;
        Ok(())
    }
    fn races(model: &mut u32, step: Step<Arc<Logged>>) -> StepResult {
        let calls = step.call((), |logged, _, ()| {
            let before = logged.calls.load(SeqCst);
            logged.calls.store(before + 1, SeqCst);
            before + 1
        })?;
        *model += 1;
        calls.returns(*model)
    }
    fn panics_in_a_race(_: &mut u32, step: Step<Arc<Logged>>) -> StepResult {
        step.call((), |logged, _, ()| {
            let before = logged.calls.load(SeqCst);
            assert_eq!(before, logged.calls.fetch_add(1, SeqCst), "they race");
        })?;
        Ok(())
    }
    let logging = || Machine::new(|| 0, Logged::make).cleanup(|_, _, _| log('c'));
    let few = |_: &u32, logged: &mut Arc<Logged>, _: &Bindings| logged.calls.load(SeqCst) < 3;
    let at_most = |_: &u32, logged: &mut Arc<Logged>, _: &Bindings| {
        assert!(logged.calls.load(SeqCst) < 3);
        true
    };
    let cases = [
        (logging().command(call), false),
        (logging().command(panics), true),
        (logging().command(races), true),
        (logging().command(panics_in_a_race), true),
        (logging().command(call).invariant("few", few), true),
        (logging().command(call).finally("few", few), true),
        (logging().command(call).invariant("few", at_most), true),
        (logging().command(call).finally("few", at_most), true),
        (logging().command(call).invariant("never", |_, _, _| panic!("never")), true),
    ];
    for (place, (machine, breaks)) in cases.into_iter().enumerate() {
        let law = Parallel::scheduled(machine).schedules(20);
        let summary = Runner::named("cleaning").seed(1).tests(60).run(&law);
        assert_eq!(summary.failure().is_some(), breaks, "{place}");
        let log = LOG.take();
        let systems: Vec<&str> = log.split('m').skip(1).collect();
        assert!(systems.len() > 10 || breaks);
        for system in systems {
            assert_eq!(system, "cd", "{place}");
        }
    }
}

/// The names in the model stand for something when it is cleaned up, also after a panic.
#[test]
fn cleaning_up_sees_what_there_is_to_clean_up() {
    #[derive(Clone, Debug, Default, PartialEq)]
    struct Open {
        names: Vec<Var<u32>>,
    }
    fn open(model: &mut Open, step: Step<Count>) -> StepResult {
        let name = step.call((), |count, _, ()| count.fetch_add(1, SeqCst))?;
        model.names.push(name.var());
        Ok(())
    }
    fn look(model: &mut Open, step: Step<Count>) -> StepResult {
        let name = step.pick(&model.names)?;
        step.call(name, |count, real, name| {
            let _ = real[name];
            assert!(count.load(SeqCst) < 4, "four are open");
        })?;
        Ok(())
    }
    thread_local! {
        static MADE: Cell<u32> = const { Cell::new(0) };
        static CLEANED: Cell<u32> = const { Cell::new(0) };
        static LEFT: Cell<u32> = const { Cell::new(0) };
    }
    let machine = || {
        let system = || {
            MADE.set(MADE.get() + 1);
            Count::default()
        };
        Machine::new(Open::default, system).command(open).cleanup(|model, count, real| {
            let known = model.names.iter().filter(|name| real[**name] < 100).count() as u32;
            LEFT.set(LEFT.get() + count.load(SeqCst) - known);
            // A cleanup that panics after a failure is not told; that it comes to its end is what counts.
            CLEANED.set(CLEANED.get() + 1);
        })
    };
    // Where all is explained, the model is that of the end.
    let law = Parallel::scheduled(machine()).max_states(200).schedules(5);
    let summary = Runner::named("cleaning").seed(1).tests(40).run(&law);
    assert!(summary.is_success(), "{:?}", summary.stopped);
    assert_eq!((CLEANED.get(), LEFT.get()), (MADE.get(), 0));
    let law =
        Parallel::scheduled(machine().command(look)).max_states(200).schedules(5).prefix(1..=4);
    let summary = Runner::named("cleaning").seed(1).tests(40).run(&law);
    let (message, _) = summary.failure().expect("it panics").reason.panic().expect("it panics");
    assert_eq!(message, "four are open");
    assert_eq!(CLEANED.get(), MADE.get());
}

/// Numbers by key, each of which loses something now and then.
type Table = Arc<[AtomicU32; 3]>;
type Numbers = [u32; 3];

fn next_of(model: &mut Numbers, step: &Step<Table>) -> usize {
    let key = step.draw(0..=2usize);
    model[key] += 1;
    key
}

fn count_up(table: &Table, key: usize) -> u32 {
    let next = table[key].load(SeqCst) + 1;
    table[key].store(next, SeqCst);
    next
}

fn with_key(model: &mut Numbers, step: Step<Table>) -> StepResult {
    let key = next_of(model, &step);
    step.touches(&key);
    step.call(key, |table, _, key| count_up(table, key))?.returns(model[key])
}

fn without_key(model: &mut Numbers, step: Step<Table>) -> StepResult {
    let key = next_of(model, &step);
    step.call(key, |table, _, key| count_up(table, key))?.returns(model[key])
}

/// The verdict on each of many cases.
fn verdicts(machine: Machine<Numbers, Table>, order: Consistency) -> Vec<Verdict> {
    let law = Parallel::scheduled(machine).schedules(3).consistency(order);
    let about = About::new("keys", file!(), line!());
    let config = Config::default().with(|config| {
        config.seed = Some(1);
        config.tests = 50;
        config.verbose = true;
        config.max_shrink_runs = 0;
        config.explain = false;
    });
    let mut verdicts = Vec::new();
    run(&law, &about, &config, &mut |event| {
        if let Event::Case { verdict, .. } = event {
            verdicts.push(*verdict);
        }
    });
    verdicts
}

#[test]
fn keys_change_no_verdict() {
    let machine = || Machine::new(|| [0; 3], Table::default);
    for order in [Consistency::Linearizable, Consistency::Sequential] {
        let with = verdicts(machine().named_command("next", with_key), order);
        let without = verdicts(machine().named_command("next", without_key), order);
        assert_eq!(with, without);
        assert!(
            with.contains(&Verdict::Passed) && with.contains(&Verdict::Failed),
            "{}",
            with.len()
        );
    }
}

#[test]
fn keys_that_are_not_true_are_told() {
    fn next(model: &mut u32, step: Step<Count>) -> StepResult {
        let key = step.draw(0..=3u8);
        step.touches(&key);
        let next = step.call(key, |count, _, _| count.fetch_add(1, SeqCst) + 1)?;
        *model += 1;
        next.returns(*model)
    }
    match check(&Parallel::scheduled(counting().command(next))) {
        Stopped::Misused(misuse) => assert_eq!(
            misuse.to_string(),
            "the keys that commands say they touch are not independent: a case is explained as a whole and not \
             key by key; leave `touches` out where a call has to do with others"
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_case_in_which_a_command_assumes_too_much_is_discarded() {
    fn few(model: &mut u32, step: Step<Count>) -> StepResult {
        lawful_core::assume!(*model < 6);
        add(model, step)
    }
    fn few_on_threads(model: &mut u32, step: shared::Step<StdArc<StdU32>>) -> shared::StepResult {
        lawful_core::assume!(*model < 6);
        step.call((), |count, _, ()| count.fetch_add(1, SeqCst))?;
        *model += 1;
        Ok(())
    }
    let machine = shared::Machine::new(|| 0, StdArc::<StdU32>::default).command(few_on_threads);
    let laws: [Box<dyn Law>; 2] = [
        Box::new(Parallel::scheduled(counting().command(few)).schedules(1)),
        Box::new(Parallel::threads(machine).repeat(1)),
    ];
    for law in laws {
        let summary = Runner::named("assuming").seed(1).tests(40).run(&*law);
        assert!(
            summary.discarded > 0 && summary.passed > 0,
            "{} {}",
            summary.discarded,
            summary.passed
        );
        assert!(summary.failure().is_none());
    }
}
