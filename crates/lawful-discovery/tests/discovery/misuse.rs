//! Misuses of signatures, each with its message.

use lawful::discovery::sig;
use lawful::prelude::*;

/// Nothing that could be compared.
#[derive(Clone, Arbitrary)]
struct Opaque(#[allow(dead_code)] u8);

fn message(run: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(run).expect_err("it panics");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => payload.downcast_ref::<&str>().expect("a text").to_string(),
    }
}

#[test]
fn a_closure_needs_a_name() {
    let text = message(|| drop(sig![|x: i32| x.wrapping_add(1)]));
    assert_eq!(
        text,
        "the closure `|x: i32| x.wrapping_add(1)` has no name; give it one: `\"name\" = |x: i32| x.wrapping_add(1)`"
    );
}

#[test]
fn names_are_used_once() {
    let text = message(|| drop(sig![Vec::<i32>::len, String::len]));
    assert_eq!(
        text,
        "the signature has two functions named `len`; give one of them another name: `\"other\" = len`"
    );
}

#[test]
fn results_must_be_comparable() {
    let text = message(|| drop(sig!["same" = |o: Opaque| o].discover()));
    assert!(text.starts_with("results of `same` cannot be compared: "), "{text}");
    assert!(text.ends_with("Opaque| ..)`"), "{text}");
}

#[test]
fn a_condition_is_a_predicate() {
    let text = message(|| {
        drop(sig!["f" = |x: i32| x].conditions(sig!["g" = |x: i32| x.wrapping_add(1)]));
    });
    assert_eq!(text, "the condition `g` must return a `bool`, and returns a `i32`");
}

#[test]
fn methods_about_a_type_need_the_type() {
    let text = message(|| drop(sig!["f" = |x: i32| x].observe(|text: &String| text.len())));
    assert_eq!(
        text,
        "`observe` is about `alloc::string::String`, and no function of the signature has that type; call it after the \
         functions are there"
    );
}

#[test]
fn equations_that_do_not_parse_say_where() {
    let found = sig!["f" = |x: i32| x.wrapping_add(1), "g" = |x: i32| x > 0].discover();
    let problems = [
        ("f(x) = h(x)", "expected a function, constant or variable of the signature, found `h(x)`"),
        ("f(x", "expected `)`, found `the end`"),
        ("f(x)", "expected `=` and another term, found `the end`"),
        ("f(g(x)) = x", "`f` takes a i32 and is given a bool"),
        ("f(x) = g(x)", "the sides of `f(x) = g(x)` have different types: i32 and bool"),
    ];
    for (text, expected) in problems {
        let problem = message(std::panic::AssertUnwindSafe(|| drop(found.why(text))));
        assert!(problem.contains(expected), "{text}: {problem}");
    }
}
