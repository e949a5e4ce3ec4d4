//! Formulas in words, for reports.

use std::fmt;

use crate::formula::{Formula, Limit, Quantifier, Shape, Step};

/// Text of a formula, as it would be written. Bodies of bindings are closures and are left out.
///
/// ```
/// use lawful::temporal::*;
///
/// #[derive(Debug)]
/// enum Door { Opened { by: u32 }, Closed }
/// use Door::*;
///
/// let formula: Formula<Door> = always(is!(Opened { by: =3 }).implies(afterwards(eventually(is!(Closed)))));
/// assert_eq!(formula.to_string(), "always(Opened { by: 3 } implies afterwards(eventually(Closed)))");
/// ```
impl<E> fmt::Display for Formula<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            Shape::Holds => out.write_str("holds()"),
            Shape::NonEmpty => out.write_str("nonempty()"),
            Shape::Atom(atom) => out.write_str(&atom.text()),
            Shape::Not(body) => match body.shape() {
                Shape::Holds => out.write_str("fails()"),
                Shape::NonEmpty => out.write_str("empty()"),
                _ => write!(out, "!{}", Operand(body)),
            },
            Shape::And(parts) => join(out, parts, " & "),
            Shape::Or(parts) => join(out, parts, " | "),
            Shape::Implies(first, then) => {
                write!(out, "{} implies {}", Operand(first), Operand(then))
            }
            Shape::Next(Step::Rest, body) => write!(out, "afterwards({body})"),
            Shape::Next(Step::Strong, body) => write!(out, "strong_next({body})"),
            Shape::Next(Step::Weak, body) => write!(out, "weak_next({body})"),
            Shape::Always(body) => write!(out, "always({body})"),
            Shape::Eventually(body) => write!(out, "eventually({body})"),
            Shape::Never(body) => write!(out, "never({body})"),
            Shape::Until { hold, goal, weak } => {
                let word = if *weak { "unless" } else { "until" };
                write!(out, "{} {word} {}", Operand(hold), Operand(goal))
            }
            Shape::Release { release, hold } => {
                write!(out, "{} releases {}", Operand(release), Operand(hold))
            }
            Shape::LeadsTo(first, then) => {
                write!(out, "{} leads to {}", Operand(first), Operand(then))
            }
            Shape::Count { least, most, body } => match (*least, *most) {
                (least, Some(most)) if least == most => write!(out, "exactly({least}, {body})"),
                (0, Some(most)) => write!(out, "at_most({most}, {body})"),
                (least, None) => write!(out, "at_least({least}, {body})"),
                (least, Some(most)) => write!(out, "{least} to {most} times ({body})"),
            },
            Shape::Order(first, second) => write!(out, "order({first}, {second})"),
            Shape::Within(limit, body) => write!(out, "within({limit}, {body})"),
            Shape::Stays(limit, body) => write!(out, "stays({limit}, {body})"),
            Shape::Bind(Quantifier::All, bind) => write!(out, "when {} ..", bind.text()),
            Shape::Bind(Quantifier::Some, bind) => write!(out, "some {} ..", bind.text()),
            Shape::Each(bind) => write!(out, "each {} ..", bind.text()),
            Shape::Named(name, _) => write!(out, "\"{name}\""),
        }
    }
}

impl<E> fmt::Debug for Formula<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time(time) => write!(out, "{time:?}"),
            Limit::Rounds(1) => out.write_str("1 round"),
            Limit::Rounds(rounds) => write!(out, "{rounds} rounds"),
        }
    }
}

/// Part of an infix formula, in parentheses where it is infix itself.
struct Operand<'a, E>(&'a Formula<E>);

impl<E> fmt::Display for Operand<'_, E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let infix = match self.0.shape() {
            Shape::And(parts) | Shape::Or(parts) => parts.len() != 1,
            Shape::Implies(..)
            | Shape::Until { .. }
            | Shape::Release { .. }
            | Shape::LeadsTo(..)
            | Shape::Bind(..)
            | Shape::Each(_) => true,
            _ => false,
        };
        if infix { write!(out, "({})", self.0) } else { self.0.fmt(out) }
    }
}

fn join<E>(out: &mut fmt::Formatter<'_>, parts: &[Formula<E>], operator: &str) -> fmt::Result {
    match parts {
        [] => out.write_str(if operator == " & " { "holds()" } else { "fails()" }),
        [only] => fmt::Display::fmt(only, out),
        [first, rest @ ..] => {
            write!(out, "{}", Operand(first))?;
            rest.iter().try_for_each(|part| write!(out, "{operator}{}", Operand(part)))
        }
    }
}
