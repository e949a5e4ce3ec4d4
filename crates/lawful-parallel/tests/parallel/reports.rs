//! What a person reads, to the letter.

use lawful_core::data::Block;
use lawful_core::data::Target;
use lawful_core::law::Law;
use lawful_core::run::{About, Config, Runner, Stopped, run};
use lawful_machine::symbolic::*;
use lawful_parallel::Parallel;
use lawful_pulse::sync::Arc;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::{fault, thread};
use lawful_report::terminal;

/// Expects this report, without the trace and up to how the failure was found.
#[track_caller]
fn assert_report(law: &dyn Law, expected: &str) {
    let about =
        About::of_test("shop::tests::orders", Some("shop"), Some(Target::Lib), ("src/shop.rs", 12));
    let config = Config::default().with(|config| {
        config.seed = Some(7);
        config.tests = 2_000;
        config.max_failures = 1;
    });
    let mut summary = run(law, &about, &config, &mut |_| {});
    // It has the lines of this file in it.
    if let Stopped::Failed(failures) = &mut summary.stopped {
        assert!(failures[0].trace().is_some_and(|trace| !trace.events.is_empty()));
        failures[0].document.blocks.retain(|block| !matches!(block, Block::Trace(_)));
    }
    let report = terminal::report(&summary);
    let (shown, found) = report.split_once("\n  Found ").unwrap_or_else(|| panic!("{report}"));
    assert_eq!(shown, expected);
    assert!(found.contains("\n  Replay: LAWFUL_REPLAY='orders:"), "{found}");
}

type Count = Arc<AtomicU32>;

/// A name for the next number, which two may get.
fn next(model: &mut Vec<Var<u32>>, step: Step<Count>) -> StepResult {
    let next = step.call((), |count, _, ()| {
        let next = count.load(SeqCst) + 1;
        count.store(next, SeqCst);
        next
    })?;
    let place = model.len() as u32 + 1;
    next.ensure("the next one", |next, _| *next == place)?;
    model.push(next.var());
    Ok(())
}

#[test]
fn two_branches() {
    let law = Parallel::scheduled(Machine::new(Vec::new, Count::default).command(next));
    assert_report(&law.prefix(0..=1).branches(2).commands(1..=2), TWO);
}

const TWO: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // at the same time
    // A                   | // B
    let v1 = next();  // 1 | let v2 = next();  // 1

  not linearizable: no order of the calls explains what they returned:
    the longest order that explains some of them:
        B: next()  // 1
    and then none can come next, where the model is [v2]:
        A: next()  // 1
            `next` promised the next one
            it returned 1
";

#[test]
fn three_branches_after_a_prefix() {
    fn open(model: &mut u32, step: Step<Count>) -> StepResult {
        step.require(*model == 0)?;
        step.call((), |count, _, ()| count.store(10, SeqCst))?;
        *model = 10;
        Ok(())
    }
    fn pass(model: &mut u32, step: Step<Count>) -> StepResult {
        step.require(*model >= 10)?;
        let who = step.draw(1..=9u8);
        let inside = step.call(who, |count, _, _| {
            let inside = count.fetch_add(1, SeqCst) - 9;
            count.fetch_sub(1, SeqCst);
            inside
        })?;
        inside.ensure("at most two inside", |inside, _| *inside <= 2)
    }
    let machine = Machine::new(|| 0, Count::default).command(open).command(pass);
    assert_report(&Parallel::scheduled(machine).prefix(1..=2), THREE);
}

const THREE: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // 0
    open();  // ()
    // at the same time
    // A           | // B           | // C
    pass(1);  // 1 | pass(1);  // 2 | pass(1);  // 3

  not linearizable: no order of the calls explains what they returned:
    the longest order that explains some of them:
        A: pass(1)  // 1
        B: pass(1)  // 2
    and then none can come next, where the model is 10:
        C: pass(1)  // 3
            `pass` promised at most two inside
            it returned 3
";

/// What is too wide to stand side by side.
#[test]
fn wide_branches_stand_below_each_other() {
    fn say(model: &mut u32, step: Step<Count>) -> StepResult {
        let text = "something that is said at some length, as people do".to_string();
        let said = step.call(text, |count, _, _| {
            let said = count.load(SeqCst) + 1;
            count.store(said, SeqCst);
            said
        })?;
        *model += 1;
        said.returns(*model)
    }
    let machine = Machine::new(|| 0, Count::default).command(say);
    assert_report(&Parallel::scheduled(machine), WIDE);
}

const WIDE: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // at the same time
    // A
    say(String::from(\"something that is said at some length, as people do\"));  // 1
    // B
    say(String::from(\"something that is said at some length, as people do\"));  // 1

  not linearizable: no order of the calls explains what they returned:
    the longest order that explains some of them:
        B: say(\"something that is said at some length, as people do\")  // 1
    and then none can come next, where the model is 1:
        A: say(\"something that is said at some length, as people do\")  // 1
            `say` promised to return what the model says
            it returned 1
            instead of  2
";

/// It adds one instead of two or none.
#[test]
fn a_branch_that_is_killed() {
    fn add_two(model: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |count, _, ()| {
            count.fetch_add(1, SeqCst);
            if thread::current().name() == Some("B") {
                fault::may_die();
            }
            count.fetch_add(1, SeqCst);
        })?;
        *model += 2;
        Ok(())
    }
    let machine = Machine::new(|| 0, Count::default).command(add_two);
    let machine = machine.finally("all is counted", |model, count, _| *model == count.load(SeqCst));
    assert_report(&Parallel::scheduled(machine), KILLED);
}

const KILLED: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // at the same time
    // A              | // B
    add_two();  // () | add_two();  // does not return

  not linearizable: no order of the calls explains what they returned:
    the longest order that explains some of them:
        A: add_two()  // ()
    and then none can come next, where the model is 2:
        the end
            the machine promised `all is counted`
            the model is 2
";

/// Each sees the other one.
#[test]
fn nothing_can_come_first() {
    fn enter(_: &mut (), step: Step<Count>) -> StepResult {
        let is_alone = step.call((), |count, _, ()| {
            // Those inside are the units, those who have left are the tens.
            let before = count.fetch_add(1, SeqCst);
            count.fetch_add(9, SeqCst) == before + 1 && before % 10 == 0
        })?;
        is_alone.ensure("to be alone", |is_alone, _| *is_alone)
    }
    let machine = Machine::new(|| (), Count::default).command(enter);
    assert_report(&Parallel::scheduled(machine).prefix(0).branches(2).commands(1), FIRST);
}

const FIRST: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // at the same time
    // A               | // B
    enter();  // false | enter();  // false

  not linearizable: no order of the calls explains what they returned:
    none of them can come first:
        B: enter()  // false
            `enter` promised to be alone
            it returned false
        A: enter()  // false
            `enter` promised to be alone
            it returned false
";

/// There is nobody whose order it could be.
#[test]
fn an_end_that_is_wrong_by_itself() {
    let machine = Machine::new(Vec::new, Count::default).command(next);
    assert_report(&Parallel::scheduled(machine.finally("never", |_, _, _| false)), END);
}

const END: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

  not linearizable: no order of the calls explains what they returned:
    there are none, and this does not hold:
        the end
            the machine promised `never`
            the model is []
";

/// The history as a report draws it: the prefix as a client of its own, and time in scheduling order.
#[test]
fn a_failure_has_its_history() {
    fn open(model: &mut u32, step: Step<Count>) -> StepResult {
        step.require(*model == 0)?;
        step.call((), |count, _, ()| count.store(10, SeqCst))?;
        *model = 10;
        Ok(())
    }
    fn take(model: &mut u32, step: Step<Count>) -> StepResult {
        step.require(*model >= 10)?;
        let taken = step.call((), |count, _, ()| {
            let taken = count.load(SeqCst) + 1;
            count.store(taken, SeqCst);
            taken
        })?;
        *model += 1;
        taken.returns(*model)
    }
    let history = || {
        let machine = Machine::new(|| 0, Count::default).command(open).command(take);
        let runner = Runner::named("history").seed(1).first_failure();
        let summary = runner.run(&Parallel::scheduled(machine));
        let reason = &summary.failure().expect("two take the same").reason;
        let found = reason.document.blocks.iter().find_map(|block| match block {
            Block::History(history) => Some((**history).clone()),
            _ => None,
        });
        found.expect("the reason has a history")
    };
    let shown = history();
    assert_eq!(shown, history(), "one seed, one history");
    assert_eq!(shown.clients, ["before", "A", "B"]);
    let calls = shown.calls.iter();
    let calls: Vec<_> = calls.map(|call| (&*call.call, call.result.as_deref())).collect();
    assert_eq!(calls, [("open()", Some("()")), ("take()", Some("11")), ("take()", Some("11"))]);
    let [before, first, second] = &shown.calls[..] else { unreachable!() };
    assert_eq!(before.client, 0);
    assert_eq!(first.client + second.client, 3);
    assert!(before.returned < Some(first.invoked) && first.invoked < second.invoked);
    assert!(Some(second.invoked) < first.returned, "they overlap");
    assert_eq!(shown.order[0], 0, "the prefix comes first");
    assert_eq!(shown.states, ["0", "10", "11"]);
    let [(stuck, why)] = &shown.stuck[..] else { panic!("{:?}", shown.stuck) };
    assert_eq!(stuck + shown.order[1], 3, "the other call of a branch");
    assert_eq!(
        why,
        "`take` promised to return what the model says\nit returned 11\ninstead of  12"
    );
    assert!(shown.in_real_time);
}
