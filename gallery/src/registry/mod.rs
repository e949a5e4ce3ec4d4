//! The process registry of Erlang: fun-and-profit-2007, section 6.
//!
//! The registry here is a small one in Rust that behaves as the paper says Erlang's does; that of `lawful::pulse` is
//! tested in [`on_processes`], where processes die under a scheduler. What is of interest is the
//! specification, and how testing corrects it. The [property] is the paper's, with its cleanup.
//!
//! The wrong specifications have all four commands, as the paper's have, so that testing finds other minimal cases besides
//! the paper's: [`exhibits`] names them all, and the tests get them by going through all sequences of up to five commands.
//! Which one a run finds first depends on its seed.
//!
//! The specification has some 75 lines with the model, where the clauses that the paper prints have some 30; it gives no
//! figure of its own.

pub mod crashes;
pub mod mistakes;
pub mod on_processes;
pub mod property;
pub mod specification;
pub mod system;

#[cfg(test)]
mod small_cases;
#[cfg(test)]
mod tests;

use crate::exhibit::{Exhibit, Study};
use crate::finding::calls;
use property::{registration, registration_to_the_end};

static STUDY: Study =
    Study::of("registry", "fun-and-profit-2007, 6", "the_dead_are_like_the_living");

/// The machines of this study.
pub fn exhibits() -> Vec<Exhibit> {
    let mut exhibits = of_the_registry();
    exhibits.extend(on_processes::exhibits());
    exhibits
}

fn of_the_registry() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "unregister_always_succeeds",
            "The first specification, with nothing said of results. In the paper 41 commands shrink to \
             one: a name that is not in use cannot be unregistered. Some seeds find what the paper finds next.",
            registration(mistakes::unregister_always_succeeds()),
        )
        .finds(
            calls(["unregister(Name::A);"]).or_calls([
                "let v1 = spawn();",
                "register(Name::A, v1);",
                "register(Name::A, v1);",
            ]),
        ),
        STUDY.breaks(
            "register_always_succeeds",
            "The second. Of course! A process cannot be registered twice.",
            registration(mistakes::register_always_succeeds()),
        )
        .finds(calls([
            "let v1 = spawn();",
            "register(Name::A, v1);",
            "register(Name::A, v1);",
        ])),
        STUDY.breaks(
            "failures_change_the_model",
            "The third. The call that breaks its promise succeeds: the mistake is in the model, which \
             took a call before it, one that failed, for done. The paper's case has three calls of \
             `register`; `unregister` shows the mistake with four commands instead of five.",
            registration(mistakes::failures_change_the_model()),
        )
        .finds(
            calls([
                "let v1 = spawn();",
                "let v2 = spawn();",
                "register(Name::A, v1);",
                "register(Name::A, v2);",
                "register(Name::B, v2);",
            ])
            .or_calls([
                "let v1 = spawn();",
                "register(Name::A, v1);",
                "register(Name::B, v1);",
                "unregister(Name::B);",
            ])
            .or_calls([
                "let v1 = spawn();",
                "register(Name::A, v1);",
                "register(Name::B, v1);",
                "unregister(Name::A);",
                "register(Name::A, v1);",
            ])
            // Shrinking changes one argument at a time, and these names only change together.
            .or_calls([
                "let v1 = spawn();",
                "register(Name::B, v1);",
                "register(Name::A, v1);",
                "unregister(Name::A);",
            ]),
        ),
        STUDY.holds(
            "registry",
            "The specification that is right.",
            registration(specification::registry()),
        ),
        STUDY.holds(
            "registry_to_the_end",
            "The final state of the model has the names that the registry has: a promise of the law, with the \
             state that `run_commands` returns.",
            registration_to_the_end(specification::registry()),
        ),
        STUDY.breaks(
            "deaths_go_unnoticed",
            "The same when processes die, of which the documentation says nothing. A name that was in \
             use is not any more.",
            registration(crashes::deaths_go_unnoticed()),
        )
        .finds(
            calls([
                "let v1 = spawn();",
                "register(Name::A, v1);",
                "stop(v1);",
                "register(Name::A, v1);",
            ])
            .or_calls([
                "let v1 = spawn();",
                "register(Name::A, v1);",
                "stop(v1);",
                "whereis(Name::A);",
            ])
            .or_calls([
                "let v1 = spawn();",
                "register(Name::A, v1);",
                "stop(v1);",
                "unregister(Name::A);",
            ]),
        ),
        STUDY.breaks(
            "the_dead_are_like_the_living",
            "So the dead lose their names. Look for what the paper found next: one process registered \
             twice under one name, and both calls succeed.",
            registration(crashes::the_dead_are_like_the_living()),
        )
        .finds(
            calls(["let v1 = spawn();", "stop(v1);", "register(Name::A, v1);", "register(Name::A, v1);"])
                .or_calls(["let v1 = spawn();", "stop(v1);", "register(Name::A, v1);", "whereis(Name::A);"])
                .or_calls(["let v1 = spawn();", "stop(v1);", "register(Name::A, v1);", "unregister(Name::A);"])
                // One seed in about a hundred: a local minimum, since no command can be left out.
                .or_calls([
                    "let v1 = spawn();",
                    "let v2 = spawn();",
                    "register(Name::A, v1);",
                    "stop(v2);",
                    "register(Name::A, v2);",
                ]),
        ),
        STUDY.holds(
            "with_deaths",
            "To register a dead process succeeds and does nothing: details that, says the paper, are \
             unknown even to many Erlang experts.",
            registration(crashes::with_deaths()),
        ),
    ]
}
