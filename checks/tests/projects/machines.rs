//! What the compiler says when a machine is misused, and what its law says where the compiler cannot.

use checks::{Output, Project};

use crate::misuse::{Mistake, problem};

const MISTAKES: &[Mistake] = &[
    (
        "a_variable_of_another_type",
        "fn close(model: &mut Vec<Var<u32>>, step: Step<()>) -> StepResult {\n\
         \x20   let file = step.pick(&*model)?;\n\
         \x20   step.call(file, |_, real, file| {\n\
         \x20       let name: &String = &real[file]; // here\n\
         \x20       name.len()\n\
         \x20   })?;\n\
         \x20   Ok(())\n}\n",
        "expected `&String`, found `&u32`",
    ),
    (
        "a_name_for_another_type",
        "fn open(model: &mut Vec<Var<String>>, step: Step<()>) -> StepResult {\n\
         \x20   let file = step.call((), |_, _, ()| 7u32)?;\n\
         \x20   model.push(file.var()); // here\n\
         \x20   Ok(())\n}\n",
        "expected `Var<String>`, found `Var<u32>`",
    ),
    (
        "a_result_that_is_not_there_yet",
        "fn next(model: &mut u32, step: Step<()>) -> StepResult {\n\
         \x20   let number = step.call((), |_, _, ()| 7u32)?;\n\
         \x20   *model = *number.value(); // here\n\
         \x20   Ok(())\n}\n",
        "a symbolic machine has no results to look at while its commands are made",
    ),
    (
        "a_call_that_captures",
        "fn next(model: &mut u32, step: Step<u32>) -> StepResult {\n\
         \x20   let by = *model;\n\
         \x20   step.call((), |system, _, ()| *system += by)?; // here\n\
         \x20   Ok(())\n}\n",
        "closures can only be coerced to `fn` types if they do not capture any variables",
    ),
    (
        "an_argument_after_the_call",
        "fn next(model: &mut u32, step: Step<u32>) -> StepResult {\n\
         \x20   step.call((), |_, _, ()| ())?;\n\
         \x20   *model = step.draw(0..=9u32); // here\n\
         \x20   Ok(())\n}\n",
        "borrow of moved value: `step`",
    ),
    (
        "a_sequence_of_a_dynamic_machine",
        "use lawful::machine::{Dynamic, Machine as Any};\n\
         fn print(machine: &Any<u32, u32, Dynamic>, source: &mut lawful::Source) {\n\
         \x20   machine.sequence(source); // here\n}\n",
        "the commands of a machine of kind `Dynamic` are not made before they run",
    ),
];

const HEAD: &str =
    "#![allow(unused)]\nuse lawful::prelude::*;\nuse lawful::machine::symbolic::*;\n";

/// A call that is async is told not to capture when it is compiled to the end, and by another message.
const CAPTURING_ASYNC: &str = "\
fn next(model: &mut u32, step: Step<u32>) -> StepResult {
    let by = *model;
    step.call_async((), async |system: &mut u32, _, ()| *system += by)?; // here
    Ok(())
}
#[law]
fn capturing() -> impl Law {
    Machine::new(|| 0, || 0).command(next)
}
";

fn project(name: &str, tests: &[(&str, &str)]) -> Project {
    let project = Project::new(env!("CARGO_TARGET_TMPDIR"), name, tests);
    let manifest = std::fs::read_to_string(project.path("Cargo.toml")).expect("it was written");
    let plain = Project::dependency();
    let with_machines = Project::dependency_on("lawful", &["machine"]);
    project.write("Cargo.toml", &manifest.replace(&plain, &with_machines));
    project
}

#[test]
fn each_mistake_is_named_on_the_users_line() {
    let texts: Vec<(&str, String)> =
        MISTAKES.iter().map(|(name, text, _)| (*name, format!("{HEAD}{text}"))).collect();
    let capturing = format!("{HEAD}{CAPTURING_ASYNC}");
    let mut tests: Vec<(&str, &str)> =
        texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    tests.push(("an_async_call_that_captures", &capturing));
    let project = project("misused-machines", &tests);
    let output = project.cargo("build --tests --keep-going --jobs 1").run();
    assert!(!output.success);
    let problems: Vec<String> = texts
        .iter()
        .zip(MISTAKES)
        .filter_map(|((name, text), (_, _, message))| problem(&output.stderr, name, text, message))
        .collect();
    assert!(problems.is_empty(), "{}\n{}", problems.join("\n"), output.stderr);
    assert_captures(&output, &capturing);
}

/// The message stands where the rule is written, and a note after it says whose call it is.
fn assert_captures(output: &Output, text: &str) {
    let message = "the call must not capture; pass it what it needs";
    let (_, rest) = output.stderr.split_once(message).expect("the rule is named");
    let line = text.lines().position(|line| line.contains("// here")).expect("a line is marked");
    let place = format!("--> tests/an_async_call_that_captures.rs:{}:", line + 1);
    assert!(rest.contains(&place), "no {place}\n{}", output.stderr);
}

const MISUSED: &str = r#"
use lawful::machine::symbolic::*;
use lawful::prelude::*;

#[law]
fn a_machine_without_commands() -> impl Law {
    Machine::<(), ()>::new(|| (), || ())
}

fn next(_: &mut (), step: Step<()>) -> StepResult {
    step.call((), |_, _, ()| ())?;
    Ok(())
}

#[law]
fn no_command_has_a_weight() -> impl Law {
    Machine::new(|| (), || ()).command_with(next, |command| command.weight(0))
}

#[law]
fn a_demand_of_a_command_that_there_is_not() -> impl Law {
    let machine = Machine::new(|| (), || ()).command(next);
    machine.cover(10.0, "previous", |counts| counts.of("previous") > 0)
}

#[law]
fn a_command_without_a_name() -> impl Law {
    Machine::<(), ()>::new(|| (), || ()).command(|_, step| step.refuse())
}

#[law]
fn two_commands_of_one_name() -> impl Law {
    Machine::new(|| (), || ()).command(next).command(next)
}
"#;

#[test]
fn what_the_compiler_cannot_see_is_named_when_the_law_runs() {
    let output = project("machines-at-run-time", &[("laws", MISUSED)]).cargo("test").run();
    assert!(!output.success);
    assert_told(
        &output,
        "a_machine_without_commands",
        "a machine without commands tests nothing; add some with `.command(..)`",
    );
    assert_told(
        &output,
        "no_command_has_a_weight",
        "no command of the machine is ever chosen: each has weight 0, or is negative",
    );
    assert_told(
        &output,
        "a_demand_of_a_command_that_there_is_not",
        "the machine has no command `previous`; it has next",
    );
    assert_told(
        &output,
        "a_command_without_a_name",
        "is a closure, which has no name; add it with `.named_command(\"..\", ..)`",
    );
    assert_told(
        &output,
        "two_commands_of_one_name",
        "is the second one of the name `next`; add it with `.named_command(\"..\", ..)` and another name",
    );
}

#[track_caller]
fn assert_told(output: &Output, law: &str, message: &str) {
    let report = output.failure(law);
    assert!(
        report
            .contains(&format!("law misused: machines-at-run-time::laws::{law}  (tests/laws.rs:")),
        "{report}"
    );
    assert!(report.contains(message), "{report}");
}
