//! The laws of the paper as expectations: what it prints is proved by the laws that are found, and what
//! it reports missing is refuted.
//!
//! Texts that are found may be written in several ways, so the tests ask what is proved instead of
//! comparing texts, and where they must, they compare up to the names of variables.

mod benchmark;
mod containers;
mod expected;
mod fixed_point;
mod heaps;
mod kept;
mod library;
mod lists;
mod oracle;
mod term;
mod traps;

use lawful::discovery::{Discovery, Why};

use term::Law;

/// Asserts that each equation follows from the laws.
#[track_caller]
fn assert_proves(found: &Discovery, equations: &[&str]) {
    let missing: Vec<String> = equations
        .iter()
        .filter(|equation| !found.proves(equation))
        .map(|equation| format!("{equation}: {}", found.why(equation)))
        .collect();
    assert!(missing.is_empty(), "not proved:\n{}\n{found}", missing.concat());
}

/// Asserts that each equation is neither proved nor left undecided, but false.
#[track_caller]
fn assert_refutes(found: &Discovery, equations: &[&str]) {
    for equation in equations {
        let answer = found.why(equation);
        assert!(matches!(answer, Why::Refuted(_)), "{equation}: {answer}\n{found}");
    }
}

/// Asserts that a law with a condition is found, up to the names of variables, which `names` are.
#[track_caller]
fn assert_conditional(found: &Discovery, names: &[&str], expected: &str) {
    let law = Law::parse(expected);
    let is_found =
        found.conditional_laws().iter().any(|other| Law::parse(&other.text).is_same(&law, names));
    assert!(is_found, "not found: {expected}\n{found}");
}

/// Asserts that a constant or function is reported missing, for a term with this part.
#[track_caller]
fn assert_misses_constant(found: &Discovery, part: &str) {
    let is_named = found.missing_constants().iter().any(|one| one.term.contains(part));
    assert!(is_named, "nothing is missing for {part}\n{found}");
}

/// Asserts that exactly these functions are reported to be partial.
#[track_caller]
fn assert_partial(found: &Discovery, functions: &[&str]) {
    let names: Vec<&str> = found.partial_functions().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, functions, "{found}");
}

/// Asserts that a function is reported to be redundant, defined by a term with each of `parts`.
#[track_caller]
fn assert_defines(found: &Discovery, function: &str, parts: &[&str]) {
    let is_defined = found.definitions().iter().any(|(call, body)| {
        call.starts_with(&format!("{function}(")) && parts.iter().all(|part| body.contains(part))
    });
    assert!(is_defined, "{function} is not defined\n{found}");
}
