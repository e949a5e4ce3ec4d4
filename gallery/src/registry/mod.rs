//! The process registry of Erlang: fun-and-profit-2007, section 6.
//!
//! The registry here is a small one in Rust that behaves as the paper says Erlang's does. What is of
//! interest is the specification, and how testing corrects it.

pub mod crashes;
pub mod mistakes;
pub mod specification;
pub mod system;

#[cfg(test)]
mod tests;

use crate::exhibit::{Exhibit, Study};
use crate::finding::calls;

static STUDY: Study =
    Study::of("registry", "fun-and-profit-2007, 6", "the_dead_are_like_the_living");

/// The machines of this study.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "unregister_always_succeeds",
            "The first specification, with nothing said of results. In the paper 41 commands shrink to \
             one: a name that is not in use cannot be unregistered.",
            mistakes::unregister_always_succeeds(),
        )
        .finds(calls(["unregister_anything(Name::A);"])),
        STUDY.breaks(
            "register_always_succeeds",
            "The second. Of course! A process cannot be registered twice.",
            mistakes::register_always_succeeds(),
        )
        .finds(calls([
            "let v1 = spawn();",
            "register_anything(Name::A, v1);",
            "register_anything(Name::A, v1);",
        ])),
        STUDY.breaks(
            "failures_change_the_model",
            "The third. The call that breaks its promise succeeds: the mistake is in the model, which \
             took a call before it, one that failed, for done.",
            mistakes::failures_change_the_model(),
        ),
        STUDY.holds(
            "registry",
            "The specification that is right.",
            specification::registry(),
        ),
        STUDY.breaks(
            "deaths_go_unnoticed",
            "The same when processes die, of which the documentation says nothing. A name that was in \
             use is not any more.",
            crashes::deaths_go_unnoticed(),
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
            crashes::the_dead_are_like_the_living(),
        )
        .finds(
            calls(["let v1 = spawn();", "stop(v1);", "register(Name::A, v1);", "register(Name::A, v1);"])
                .or_calls(["let v1 = spawn();", "stop(v1);", "register(Name::A, v1);", "whereis(Name::A);"])
                .or_calls(["let v1 = spawn();", "stop(v1);", "register(Name::A, v1);", "unregister(Name::A);"]),
        ),
        STUDY.holds(
            "with_deaths",
            "To register a dead process succeeds and does nothing: details that, says the paper, are \
             unknown even to many Erlang experts.",
            crashes::with_deaths(),
        ),
    ]
}
