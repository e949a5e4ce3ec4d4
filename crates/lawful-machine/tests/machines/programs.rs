//! Programs: printed, made again from a failure, written by hand, and run again.

use lawful_core::choice::Recording;
use std::sync::{Arc, Mutex};

use lawful_core::choice::{Enumeration, Source};
use lawful_core::data::Reason;
use lawful_core::generate::{Generator, any};
use lawful_core::law::Outcome;
use lawful_core::run::{Config, Exhausted, Runner, Stopped, Summary};
use lawful_machine::symbolic::{Machine, Step, StepResult, Var};
use lawful_machine::{CommandSequence, var, var_of};
use lawful_report::sequence;

/// What a library knows a book by, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    number: u32,
    shelf: char,
}

#[derive(Default)]
struct Library {
    titles: Vec<u16>,
    lent: Vec<u32>,
}

#[derive(Debug, Default)]
struct Model {
    books: Vec<Var<u32>>,
    shelves: Vec<Var<char>>,
    lent: Vec<Var<u32>>,
}

fn add(model: &mut Model, step: Step<Library>) -> StepResult {
    let title = step.draw(0..1_000u16);
    let copies = step.draw(1..=3u8);
    add_copies(model, step, title, copies)
}

/// The same, but from other generators.
fn add_longer(model: &mut Model, step: Step<Library>) -> StepResult {
    let title = step.draw(any::<u16>().mapped(|title| title | 1));
    let copies = step.draw(2..=2u8);
    add_copies(model, step, title, copies)
}

fn add_copies(model: &mut Model, step: Step<Library>, title: u16, copies: u8) -> StepResult {
    let entry = step.call((title, copies), |library: &mut Library, _, (title, _)| {
        library.titles.push(title);
        Entry { number: library.titles.len() as u32, shelf: 'A' }
    })?;
    model.books.push(entry.var_of("number", |entry| entry.number));
    model.shelves.push(entry.var_of("shelf", |entry| entry.shelf));
    Ok(())
}

/// Not twice, and not the third one.
fn lend(model: &mut Model, step: Step<Library>) -> StepResult {
    let book = step.pick(&model.books)?;
    step.require(!model.lent.contains(&book))?;
    let lent = step.call(book, |library: &mut Library, real, book| {
        library.lent.push(real[book]);
        real[book]
    })?;
    model.lent.push(book);
    lent.ensure("not to be the third", |number, _| *number != 3)
}

fn look(model: &mut Model, step: Step<Library>) -> StepResult {
    let shelves = step.pick_several(&model.shelves, 1..=2)?;
    step.call(shelves, |_, real, shelves| {
        shelves.iter().map(|shelf| real[*shelf]).collect::<Vec<char>>()
    })?
    .ensure("to be where it was", |shelves, _| shelves.iter().all(|shelf| *shelf == 'A'))
}

fn library() -> Machine<Model, Library> {
    Machine::new(Model::default, Library::default).command(add).command(lend).command(look)
}

#[track_caller]
fn misuse(summary: &Summary) -> String {
    match &summary.stopped {
        Stopped::Misused(misuse) => misuse.to_string(),
        other => panic!("{other:?}"),
    }
}

fn run(machine: &Machine<Model, Library>, program: &CommandSequence) -> Summary {
    Runner::named("programs").run(&machine.run_sequence(program))
}

#[test]
fn a_fresh_program_prints_as_rust() {
    let machine = library().commands(6);
    let program = machine.sequence(&mut Source::from_seed(3, 20));
    assert_eq!(program.len(), 6);
    assert!(!program.is_empty());
    let calls: Vec<_> = program.calls().collect();
    assert_eq!(sequence::calls(&calls).join("\n") + "\n", FRESH);
    assert_eq!(program.to_string(), FRESH.replace("vec![", "["));
    assert_eq!(format!("{program:?}"), FRESH_COMMANDS);
    let commands: Vec<&str> = program.commands().collect();
    assert_eq!(format!("{commands:?}"), FRESH_COMMANDS);
    assert!(program.calls().all(|step| step.result.is_none()));
    assert_eq!(program.calls().next().unwrap().before, format!("{:?}", Model::default()));
    // It is the one that a test with the same seed runs.
    let recorded = machine.sequence(&mut Recording::new(3, 20));
    assert_eq!(recorded.to_string(), FRESH.replace("vec![", "["));
}

const FRESH: &str = "\
let v1 = add(998, 3);
let v2 = add(999, 2);
lend(v2.number);
look(vec![v2.shelf, v2.shelf]);
look(vec![v2.shelf, v2.shelf]);
look(vec![v1.shelf, v1.shelf]);
";

const FRESH_COMMANDS: &str = r#"["add", "add", "lend", "look", "look", "look"]"#;

#[test]
fn the_program_of_a_failure_can_be_made_again() {
    let machine = library();
    for seed in 0..10 {
        let summary = Runner::named("programs").seed(seed).run(&machine);
        let failure = summary.failure().expect("the third cannot be lent");
        let program = machine.sequence(&mut Recording::replay(&failure.tape));
        let calls: Vec<String> = program.to_string().lines().map(String::from).collect();
        assert_eq!(calls, sequence::calls(failure.calls()));
        let again = run(&machine, &program);
        let again = again.failure().expect("it fails again");
        assert_eq!(again.reason, failure.reason);
        assert_eq!(sequence::lines(again.calls()), sequence::lines(failure.calls()));
        assert!(again.calls().last().is_some_and(|step| step.failed));
    }
}

/// Commands are made before any of them runs, also those that come after the one that breaks the law.
#[test]
fn what_was_made_and_never_ran_is_not_in_the_program_of_a_failure() {
    let machine = library();
    for seed in 0..10 {
        let config = Config::default().with(|config| {
            config.max_shrink_runs = 0;
            config.seed = Some(seed);
        });
        let summary = Runner::named("programs").with(config).run(&machine);
        let failure = summary.failure().expect("the third cannot be lent");
        let program = machine.sequence(&mut Recording::replay(&failure.tape));
        assert_eq!(program.len(), failure.calls().len());
        assert!(failure.calls().last().is_some_and(|step| step.failed));
    }
}

#[test]
fn a_program_can_be_written_by_hand() {
    let machine = library();
    let program = machine
        .build_sequence()
        .command("add", (7u16, 1u8))
        .command("add", (7u16, 3u8))
        .command("lend", (var_of::<u32>(2, "number"),))
        .command("look", (vec![var_of::<char>(1, "shelf"), var_of(2, "shelf")],))
        .build();
    assert_eq!(program.commands().collect::<Vec<_>>(), ["add", "add", "lend", "look"]);
    let summary = run(&machine, &program);
    assert!(summary.is_success(), "{:?}", summary.stopped);
    assert!(matches!(summary.exhausted, Some(Exhausted { size: None, cases: 1, .. })));
    let failing = machine
        .build_sequence()
        .command("add", (7u16, 1u8))
        .command("add", (7u16, 1u8))
        .command("add", (7u16, 1u8))
        .command("lend", (var_of::<u32>(3, "number"),))
        .command("add", (7u16, 1u8))
        .build();
    let summary = run(&machine, &failing);
    let failure = summary.failure().expect("the third cannot be lent");
    let calls = sequence::calls(failure.calls());
    assert_eq!(
        calls[2..],
        ["let v3 = add(7, 1);", "lend(v3.number);"],
        "what comes after the step that breaks the law is not run"
    );
    assert!(failure.calls()[3].failed);
}

type Numbers = Vec<Var<u8>>;

fn make(model: &mut Numbers, step: Step<u8>) -> StepResult {
    let made = step.call((), |system, _, ()| {
        *system += 1;
        *system
    })?;
    model.push(made.var());
    Ok(())
}

fn read(model: &mut Numbers, step: Step<u8>) -> StepResult {
    let number = step.pick(&*model)?;
    let read = step.call(number, |_, real, number| real[number])?;
    read.ensure("not to be 3", |number, _| *number != 3)
}

/// Numbers from 1 on, made by a machine that has no commands yet.
fn no_numbers() -> Machine<Numbers, u8> {
    Machine::new(Vec::new, || 0)
}

fn numbers() -> Machine<Numbers, u8> {
    no_numbers().command(make).command(read)
}

#[test]
fn a_result_as_a_whole_is_known_by_its_step() {
    let machine = numbers();
    let program = |number| {
        let begun =
            machine.build_sequence().command("make", ()).command("make", ()).command("make", ());
        begun.command("read", (var::<u8>(number),)).build()
    };
    assert!(Runner::named("whole").run(&machine.run_sequence(&program(2))).is_success());
    assert!(Runner::named("whole").run(&machine.run_sequence(&program(3))).failure().is_some());
}

#[test]
fn a_step_that_is_refused_is_named() {
    let machine = library();
    let lend = || (var_of::<u32>(1, "number"),);
    let program = machine
        .build_sequence()
        .command("add", (7u16, 1u8))
        .command("lend", lend())
        .command("lend", lend())
        .build();
    let expected = "command 3 of the sequence, `lend`, is refused: its preconditions do not hold there (if \
                    the sequence was made by the machine, they depend on more than the model and the \
                    arguments)";
    assert_eq!(misuse(&run(&machine, &program)), expected);
    // What is picked must be there to be picked.
    let too_early = machine.build_sequence().command("lend", lend()).build();
    let message = misuse(&run(&machine, &too_early));
    assert!(message.starts_with("command 1 of the sequence, `lend`, is refused: "), "{message}");
    let shelf =
        machine.build_sequence().command("look", (vec![var_of::<char>(1, "shelf")],)).build();
    let message = misuse(&run(&machine, &shelf));
    assert!(message.starts_with("command 1 of the sequence, `look`, is refused: "), "{message}");
}

#[test]
fn values_that_are_missing_or_of_another_type_are_named() {
    let machine = library();
    let program = machine.build_sequence().command("add", (7u16,)).build();
    let expected = "the sequence gives `add` 1 values, and it draws more";
    assert_eq!(misuse(&run(&machine, &program)), expected);
    let program = machine.build_sequence().command("add", (7u16, 1i32)).build();
    let expected = "value 2 that the sequence gives `add` is none of type u8";
    assert_eq!(misuse(&run(&machine, &program)), expected);
    let program = machine
        .build_sequence()
        .command("add", (7u16, 1u8))
        .command("lend", (var_of::<i64>(1, "number"),))
        .build();
    let expected = "value 1 that the sequence gives `lend` is none of type \
                    lawful_machine::variable::Var<u32>";
    assert_eq!(misuse(&run(&machine, &program)), expected);
}

#[test]
fn a_command_that_there_is_not_is_named() {
    let machine = library();
    let write = || drop(machine.build_sequence().command("buy", ()));
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(write)).unwrap_err();
    let expected = "the machine has no command `buy`; it has add, lend, look";
    assert_eq!(panic.downcast_ref::<String>().unwrap(), expected);
}

#[test]
fn a_program_runs_again_when_the_generators_have_changed() {
    let machine = library();
    let summary = Runner::named("programs").seed(1).run(&machine);
    let failure = summary.failure().expect("the third cannot be lent");
    let program = machine.sequence(&mut Recording::replay(&failure.tape));
    let changed = Machine::new(Model::default, Library::default)
        .named_command("add", add_longer)
        .command(lend)
        .command(look);
    // The choices make another program now.
    let other = changed.sequence(&mut Recording::replay(&failure.tape));
    assert_ne!(other.to_string(), program.to_string());
    let again = run(&changed, &program);
    let again = again.failure().expect("it fails again");
    assert_eq!(sequence::lines(again.calls()), sequence::lines(failure.calls()));
}

#[test]
fn values_that_are_too_many_are_named() {
    let machine = library();
    let program = machine.build_sequence().command("add", (7u16, 1u8, 1u8)).build();
    let expected = "the sequence gives `add` 3 values, and it draws 2";
    assert_eq!(misuse(&run(&machine, &program)), expected);
}

#[test]
fn a_program_runs_on_a_machine_that_has_its_commands_in_another_order() {
    let machine = numbers();
    let program =
        machine.build_sequence().command("make", ()).command("read", (var::<u8>(1),)).build();
    let other = no_numbers().command(read).command(make);
    let summary = Runner::named("order").run(&other.run_sequence(&program));
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

#[test]
fn a_program_runs_on_a_machine_without_the_commands_that_it_does_not_use() {
    let machine = no_numbers().command(read).command(make);
    let program = machine.build_sequence().command("make", ()).build();
    let other = no_numbers().command(make);
    let summary = Runner::named("fewer").run(&other.run_sequence(&program));
    assert!(summary.is_success(), "{:?}", summary.stopped);
    let other = no_numbers().command(read);
    let message = misuse(&Runner::named("fewer").run(&other.run_sequence(&program)));
    assert_eq!(message, "the machine has no command `make`; it has read");
}

struct Holder<T>(std::marker::PhantomData<T>);

impl<T: 'static> Holder<T> {
    fn open(_: &mut (), step: Step<()>) -> StepResult {
        step.refuse()
    }
}

trait Closes {
    fn close(_: &mut (), step: Step<()>) -> StepResult;
}

impl Closes for u8 {
    fn close(_: &mut (), step: Step<()>) -> StepResult {
        step.refuse()
    }
}

mod elsewhere {
    use super::{Holder, Step, StepResult};

    impl Holder<u8> {
        pub fn turn(_: &mut (), step: Step<()>) -> StepResult {
            step.refuse()
        }
    }
}

#[test]
fn a_command_has_the_last_name_of_its_path_whatever_types_are_in_it() {
    let machine = Machine::new(|| (), || ())
        .command(Holder::<u8>::open)
        .command(u8::close)
        .command(Holder::<u8>::turn);
    let written =
        machine.build_sequence().command("open", ()).command("close", ()).command("turn", ());
    assert_eq!(written.build().to_string(), "open();\nclose();\nturn();\n");
}

#[test]
fn a_walk_goes_through_all_programs_and_ends() {
    let walk = Arc::new(Mutex::new(Enumeration::new(2)));
    let machine = numbers();
    let mut programs = Vec::new();
    loop {
        programs.push(machine.sequence(&mut Recording::fed(walk.clone(), 2)).to_string());
        assert!(programs.len() < 100, "the walk does not end: {programs:#?}");
        if !walk.lock().unwrap().advance() {
            break;
        }
    }
    programs.sort();
    // A program without a command that was refused is there already.
    programs.dedup();
    assert_eq!(
        programs,
        [
            "",
            "let v1 = make();\n",
            "let v1 = make();\nlet v2 = make();\n",
            "let v1 = make();\nread(v1);\n",
        ]
    );
}

#[test]
fn two_programs_of_one_law_shrink_each_on_its_own() {
    let machine = numbers();
    let law = |source: &mut Source| {
        let (first, second) = (machine.sequence(source), machine.sequence(source));
        match !first.is_empty() && second.to_string().contains("read(v3)") {
            true => {
                let reason = Reason::new("test", "programs", "the programs");
                Outcome::failed(reason.with_code_block(|| format!("{first}\n{second}")))
            }
            false => Outcome::Passed,
        }
    };
    let expected = "\
let v1 = make();

let v1 = make();
let v2 = make();
let v3 = make();
read(v3);
";
    for seed in 0..20 {
        let summary = Runner::named("two").seed(seed).first_failure().run(&law);
        let failure = summary.failure().unwrap_or_else(|| panic!("seed {seed} finds nothing"));
        let message = failure.reason.message();
        assert_eq!(message, expected, "seed {seed}");
    }
}
