//! What a person reads when a machine's law is broken, to the letter.

use std::cell::Cell;
use std::fmt::{self, Debug};
use std::time::{Duration, UNIX_EPOCH};

use lawful_core::data::Target;
use lawful_core::law::Law;
use lawful_core::run::{About, Config, Stopped, Summary, run};
use lawful_machine::{Dynamic, Kind, Machine, Step, StepResult, Symbolic, Var};
use lawful_report::observe::Observer;
use lawful_report::terminal;

fn about() -> About {
    About::of_test("shop::tests::orders", Some("shop"), Some(Target::Lib), ("src/shop.rs", 12))
}

fn config() -> Config {
    Config::default().with(|config| {
        config.seed = Some(7);
        config.tests = 1_000;
        config.max_failures = 1;
    })
}

fn summary(machine: &dyn Law) -> Summary {
    run(machine, &about(), &config(), &mut |_| {})
}

/// Expects this report, up to how the failure was found, which takes as many runs as it takes.
#[track_caller]
fn assert_report(machine: &dyn Law, expected: &str) {
    let report = terminal::report(&summary(machine));
    let (shown, found) = report.split_once("\n  Found by test ").expect("a test found it");
    assert_eq!(shown, expected);
    assert!(found.contains("; root seed 0x7.\n"), "{found}");
    let replay = "\n  Replay: LAWFUL_REPLAY='orders:";
    assert!(found.contains(replay), "{found}");
    let (_, counts) = found
        .split_once("' cargo test -p shop --lib tests::orders -- --exact\n")
        .expect("it is told");
    assert!(counts.starts_with("  Ran commands in all tests: "), "{counts}");
    assert_eq!(counts.lines().count(), 1, "{counts}");
}

/// Orders by number, the third of which is lost.
#[derive(Default)]
struct Shop {
    orders: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Tea,
    Milk,
}

#[derive(Debug, Default)]
struct Model {
    open: Vec<(Var<u32>, Item)>,
}

fn order<K: Kind>(model: &mut Model, step: Step<'_, Shop, K>) -> StepResult {
    let item = step.pick(&[Item::Tea, Item::Milk])?;
    let number = step.call(item, |shop: &mut Shop, _, _| {
        shop.orders += 1;
        shop.orders
    })?;
    model.open.push((number.var(), item));
    Ok(())
}

fn pay<K: Kind>(model: &mut Model, step: Step<'_, Shop, K>) -> StepResult {
    let (number, _) = step.pick(&model.open)?;
    let amount = step.draw(5..=50u8);
    let paid = step.call((number, amount), |_, real, (number, amount)| match real[number] {
        3 => Err("no such order"),
        _ => Ok(amount),
    })?;
    model.open.retain(|open| open.0 != number);
    paid.succeeds()?.returns(amount)
}

fn shop<K: Kind>() -> Machine<Model, Shop, K> {
    Machine::new(Model::default, Shop::default).command(order).command(pay)
}

const LOST: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // Model { open: [] }
    let v1 = order(Item::Tea);  // 1
    // Model { open: [(v1, Tea)] }
    let v2 = order(Item::Tea);  // 2
    // Model { open: [(v1, Tea), (v2, Tea)] }
    let v3 = order(Item::Tea);  // 3
    // Model { open: [(v1, Tea), (v2, Tea), (v3, Tea)] }
    pay(v3, 5);                 // Err(\"no such order\")  <-- broken here

  `pay` promised to succeed:
    it returned Err(\"no such order\")

  Still broken with pay(v3, _) in step 4, as far as tried.
  It passes with pay(v2, 5) in step 4.
";

#[test]
fn a_promise_that_is_broken() {
    assert_report(&shop::<Symbolic>(), LOST);
    // Other values for a part come from programs that are only made, which a dynamic one cannot be.
    let free = "  Still broken with pay(v3, _) in step 4, as far as tried.\n";
    assert_report(&shop::<Dynamic>(), &LOST.replace(free, ""));
}

const SHOWN_ONCE: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // 7
    knock(7);  // 1
    knock(7);  // 2
    knock(7);  // 3  <-- broken here

  `knock` promised to be heard twice at most:
    it returned 3
";

#[test]
fn a_model_that_stays_the_same_is_shown_once() {
    fn knock<K: Kind>(model: &mut u8, step: Step<'_, u32, K>) -> StepResult {
        let heard = step.call(*model, |system, _, _| {
            *system += 1;
            *system
        })?;
        heard.ensure("to be heard twice at most", |heard, _| *heard < 3)
    }
    assert_report(&Machine::<u8, u32, Symbolic>::new(|| 7, || 0).command(knock), SHOWN_ONCE);
    assert_report(&Machine::<u8, u32, Dynamic>::new(|| 7, || 0).command(knock), SHOWN_ONCE);
}

const TOO_MANY: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // Model { open: [] }
    let v1 = order(Item::Tea);  // 1
    // Model { open: [(v1, Tea)] }
    let v2 = order(Item::Tea);  // 2  <-- broken here

  the machine promised `one order at a time`:
    the model is Model { open: [(v1, Tea), (v2, Tea)] }
";

#[test]
fn an_invariant_that_is_broken() {
    let machine = shop::<Symbolic>();
    let machine = machine.invariant("one order at a time", |model, _, _| model.open.len() < 2);
    assert_report(&machine, TOO_MANY);
    let machine = shop::<Dynamic>();
    let machine = machine.invariant("one order at a time", |model, _, _| model.open.len() < 2);
    assert_report(&machine, TOO_MANY);
}

const LEFT_OVER: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // Model { open: [] }
    let v1 = order(Item::Tea);  // 1

  the machine promised `all orders are paid`:
    the model is Model { open: [(v1, Tea)] }
";

#[test]
fn what_does_not_hold_finally() {
    let machine = shop::<Symbolic>();
    let machine = machine.finally("all orders are paid", |model, _, _| model.open.is_empty());
    assert_report(&machine, LEFT_OVER);
    let machine = shop::<Dynamic>();
    let machine = machine.finally("all orders are paid", |model, _, _| model.open.is_empty());
    assert_report(&machine, LEFT_OVER);
}

/// Prints as much as is in it.
struct Wordy {
    words: u32,
}

impl Debug for Wordy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = out.debug_list();
        (0..self.words).for_each(|number| {
            list.entry(&format_args!("word number {number}"));
        });
        list.finish()
    }
}

fn say<K: Kind>(model: &mut Wordy, step: Step<'_, (), K>) -> StepResult {
    let words = step.draw(1..=20u32);
    model.words += words;
    let said = step.call((words, model.words), |_, _, (_, words)| Wordy { words })?;
    said.ensure("not to say much", |said, _| said.words < 20)
}

const LONG: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // [word number 0, word number 1, word number 2, word number 3, word number 4, word number 5,
    //     word number 6, word number 7, word number 8, word number 9, word number 10, word
    //     number 11]
    say(8, 20);
      // [word number 0, word number 1, word number 2, word number 3, word number 4, word number 5,
      //     word number 6, word number 7, word number 8, word number 9, word number 10, word
      //     number 11, word number 12, word number 13, word number 14, word number 15, word number
      //     16, word number 17, word number 18, word number 19]  <-- broken here

  `say` promised not to say much:
    it returned [";

#[test]
fn a_model_and_a_result_that_do_not_fit_on_a_line() {
    fn check<K: Kind>() {
        let machine = Machine::<_, _, K>::new(|| Wordy { words: 12 }, || ()).command(say);
        let report = terminal::report(&summary(&machine));
        // What it returned is told once more, on one line.
        assert!(report.starts_with(LONG), "{report}");
        assert!(
            report
                .lines()
                .take_while(|line| !line.contains("returned"))
                .all(|line| { line.chars().count() <= 100 })
        );
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

fn divide<K: Kind>(model: &mut u32, step: Step<'_, u32, K>) -> StepResult {
    let by = step.draw(0..=9u32);
    step.call(by, |system, _, by| {
        *system += 1;
        assert!(by != 3, "three is too much\nfor {system}");
        10 / by.max(1)
    })?;
    *model += 1;
    Ok(())
}

#[test]
fn a_command_that_panics() {
    let line = include_str!("reports.rs").lines().position(|line| line.contains("by != 3,"));
    let line = line.expect("it is in this file") + 1;
    let expected = format!(
        "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // 0
    divide(3);  // <-- broken here

  three is too much
  for 1
  at {}:{line}:9

  It passes with divide(2) in step 1.
",
        file!()
    );
    assert_report(&Machine::<u32, u32, Symbolic>::new(|| 0, || 0).command(divide), &expected);
    assert_report(&Machine::<u32, u32, Dynamic>::new(|| 0, || 0).command(divide), &expected);
}

/// A machine that breaks once, and then no more.
fn unsteady<K: Kind>(left: &'static std::thread::LocalKey<Cell<u32>>) -> Machine<(), (), K> {
    Machine::new(|| (), || ()).named_command("try", move |(), step: Step<'_, (), K>| {
        let number = step.draw(0..=200u8);
        left.set(left.get().saturating_sub(1));
        step.call((number, left.get()), |_, _, (_, left)| left != 1)?.returns(true)
    })
}

const UNSTABLE: &str = "\
law unstable: shop::tests::orders  (src/shop.rs:12)

  `try` promised to return what the model says:
    it returned false
    instead of  true

  The same case failed 1 of 12 times. Found by test N.
  Something besides its arguments decides: time, threads, what earlier cases left behind.
  Over code that is not deterministic, `#[law(repeat = n)]` runs every case n times.
  Replay: LAWFUL_REPLAY='orders:~TOKEN' cargo test -p shop --lib tests::orders -- --exact
  Root seed: LAWFUL_SEED=0x7 cargo test -p shop --lib tests::orders -- --exact
";

#[test]
fn a_system_that_does_not_do_the_same_twice() {
    thread_local! {
        static LEFT: Cell<u32> = const { Cell::new(0) };
    }
    fn check<K: Kind>() {
        LEFT.set(500);
        let summary = summary(&unsteady::<K>(&LEFT));
        assert!(matches!(summary.stopped, Stopped::Unstable(_)), "{:?}", summary.stopped);
        let report = terminal::report(&summary);
        assert!(report.contains("\n    try("), "the commands are shown:\n{report}");
        assert!(report.contains("The same case failed 1 of 12 times."), "{report}");
        let lines = |text: &str| -> Vec<String> {
            // Which test it is, is a matter of how many calls there were before, and so is its program.
            let differs =
                ["Found by test ", "    try(", "Replay: ", "  Ran commands in all tests: "];
            let lines = text.lines().filter(|line| !differs.iter().any(|part| line.contains(part)));
            let mut lines: Vec<String> = lines.map(String::from).collect();
            lines.dedup();
            lines
        };
        assert_eq!(lines(&report), lines(UNSTABLE));
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn what_is_observed_of_a_failure_has_its_program() {
    let mut written = Vec::new();
    let start = UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let mut observer = Observer::new(&mut written, &about(), start);
    let config = config().with(|config| {
        config.observe = Some("nowhere".into());
        config.tests = 200;
    });
    let machine = shop::<Symbolic>();
    let summary = run(&machine, &about(), &config, &mut |event| observer.event(event));
    observer.end(&summary).expect("memory can be written");
    let written = String::from_utf8(written).expect("it is a text");
    let failed: Vec<&str> =
        written.lines().filter(|line| line.contains(r#""status": "failed""#)).collect();
    assert!(!failed.is_empty());
    assert!(failed.iter().all(|line| line.contains("`pay` promised to succeed")), "{failed:#?}");
    let last = written.lines().last().expect("something is written");
    assert!(last.contains(r#""title": "law broken""#), "{last}");
    assert!(last.contains(r"let v3 = order(Item::Tea);  // 3\n"), "{last}");
    assert!(last.contains(r"pay(v3, 5);  "), "{last}");
}

/// Prints on two lines.
struct Lines;

impl Debug for Lines {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("one\ntwo")
    }
}

const LINES: &str = "\
law broken: shop::tests::orders  (src/shop.rs:12)

    // one
    // two
    say();
      // one
      // two  <-- broken here

  `say` promised nothing:
    it returned one
    two
";

#[test]
fn a_model_and_a_result_of_several_lines() {
    fn check<K: Kind>() {
        let machine = Machine::<Lines, (), K>::new(|| Lines, || ());
        let machine = machine.named_command("say", |_, step| {
            step.call((), |_, _, ()| Lines)?.ensure("nothing", |_, _| false)
        });
        assert_report(&machine, LINES);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// States and known bugs are counted because the machine asks for them; the rest is told where `statistics` is on.
#[test]
fn what_was_asked_for_is_told_of_a_machine_that_holds() {
    fn turn<K: Kind>(model: &mut u32, step: Step<'_, u32, K>) -> StepResult {
        // So many that they are not gone through one by one.
        let force = step.draw(0..=u32::MAX);
        step.known_bug(*model == 1, "it sticks at the first turn")?;
        step.call(force, |system, _, _| *system += 1)?;
        *model += 1;
        Ok(())
    }
    fn check<K: Kind>() {
        let machine = Machine::<u32, u32, K>::new(|| 0, || 0).command(turn).commands(1);
        let machine = machine.states(|model| format!("turned {model} times"));
        let remark = terminal::remark(&summary(&machine)).expect("there is something to tell");
        assert!(remark.contains("states: 1000 (100% turned 1 times)"), "{remark}");
        let longer = Machine::<u32, u32, K>::new(|| 0, || 0).command(turn).commands(3);
        let remark = terminal::remark(&summary(&longer)).expect("there is something to tell");
        assert!(remark.contains("known bugs avoided: "), "{remark}");
        assert!(remark.contains("(100% it sticks at the first turn)"), "{remark}");
        let config = config().with(|config| config.statistics = true);
        let all = terminal::remark(&run(&longer, &about(), &config, &mut |_| {})).unwrap();
        for table in
            ["commands: ", "commands refused: ", "commands in a case: ", "known bugs avoided: "]
        {
            assert!(all.contains(table), "{table}{all}");
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}
