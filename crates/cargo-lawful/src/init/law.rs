//! The first law of a function: a round trip where there is a function that undoes it, or else that nothing panics.

use super::argument::{Argument, argument, argument_names};
use super::draw::{Names, Obstacle, Side};
use super::example::{owned, with_examples};
use super::pairs;
use super::text::{LawText, Strength, comment, snake};
use crate::outline::{Availability, Call, Function, Kind, Name};

/// Functions of these names undo themselves, if they have a result like their argument.
const INVOLUTIONS: [&str; 8] =
    ["complement", "flip", "invert", "mirror", "negate", "reverse", "swap", "transpose"];

/// The first law of a function.
pub(super) fn first_law(names: &mut Names<'_>, function: &Function) -> Result<LawText, Obstacle> {
    let called = Called::new(names, function)?;
    let law = match pairs::round_trip(names, function, &called)? {
        Some(law) => law,
        None => does_not_panic(names, &called)?,
    };
    Ok(LawText { body: [names.warnings(), law.body].concat(), ..law })
}

/// A function with types in the places of its parameters.
pub(super) struct Called<'a> {
    pub(super) function: &'a Function,
    pub(super) call: Call,
    /// Types between `::<` and `>`.
    between: Option<Vec<Kind>>,
}

/// Success as a function's result tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Plain,
    Option,
    /// With an error that can be shown, or one that cannot.
    Result {
        is_shown: bool,
    },
}

impl<'a> Called<'a> {
    pub(super) fn new(names: &Names<'_>, function: &'a Function) -> Result<Self, Obstacle> {
        let call = names.outline.call(function);
        let name = &call.name;
        let by_hand =
            |why: &str| Obstacle::new(format!("`{name}` {why}"), "write its test by hand");
        if call.is_unsafe {
            return Err(by_hand("is unsafe: which arguments are allowed is known to you alone"));
        }
        if call.arguments.is_empty() {
            return Err(by_hand("takes no arguments, so there is nothing to vary"));
        }
        if call.output == Kind::Never {
            return Err(by_hand("does not return"));
        }
        let (call, between) = with_examples(names, &call)?;
        Ok(Called { function, call, between })
    }

    /// Arguments of a law that calls the function.
    pub(super) fn arguments(&self, names: &mut Names<'_>) -> Result<Vec<Argument>, Obstacle> {
        let given: Vec<String> = self.call.arguments.iter().map(|(name, _)| name.clone()).collect();
        let own = self.owner_name(names).map_or_else(|| String::from("value"), |name| snake(&name));
        let chosen = argument_names(&given, &[&self.call.name], &own);
        let kinds = self.call.arguments.iter().map(|(_, kind)| kind);
        kinds.zip(&chosen).map(|(kind, name)| argument(names, name, kind)).collect()
    }

    /// Name of the type that the function belongs to.
    pub(super) fn owner_name(&self, names: &Names<'_>) -> Option<String> {
        match self.call.owner.as_ref()? {
            Kind::Named { name: Name::Own(index), .. } => {
                Some(names.outline.types[*index].name.clone())
            }
            _ => None,
        }
    }

    /// Name of the function in names of laws: that of its type comes first.
    pub(super) fn label(&self, names: &Names<'_>) -> String {
        let name = self.call.name.trim_start_matches("r#");
        match self.owner_name(names) {
            Some(owner) => format!("{}_{name}", snake(&owner)),
            None => name.to_string(),
        }
    }

    /// The expression that calls the function.
    pub(super) fn expression(
        &self,
        names: &mut Names<'_>,
        arguments: &[String],
    ) -> Result<String, Obstacle> {
        let call = &self.call;
        let between = match &self.between {
            None => String::new(),
            Some(kinds) => {
                let texts = kinds.iter().map(|kind| match kind {
                    Kind::Traits { .. } => Ok(String::from("_")),
                    kind => names.of_type(kind),
                });
                format!("::<{}>", texts.collect::<Result<Vec<_>, _>>()?.join(", "))
            }
        };
        let text = match &call.owner {
            None => {
                let path = match names.side {
                    Side::Integration => {
                        names.outline.public_path(self.function).unwrap_or_default().join("::")
                    }
                    Side::Unit => format!("super::{}", self.function.name),
                };
                format!("{}{between}({})", names.import(&path), arguments.join(", "))
            }
            Some(owner) if self.is_from_str() => {
                let owner = names.of_type(owner)?;
                format!("{}.parse::<{owner}>()", receiver(&arguments[0]))
            }
            Some(_) if call.is_method => {
                let (first, rest) = arguments.split_first().expect("a method has a receiver");
                format!("{}.{}{between}({})", receiver(first), call.name, rest.join(", "))
            }
            Some(owner) => {
                let owner = names.of_type(owner)?.replacen('<', "::<", 1);
                format!("{owner}::{}{between}({})", call.name, arguments.join(", "))
            }
        };
        Ok(if self.is_async() { format!("{text}.await") } else { text })
    }

    /// Returns whether it is the method of `FromStr`, which is called by `parse`.
    pub(super) fn is_from_str(&self) -> bool {
        self.function.is_of_trait && self.call.name == "from_str"
    }

    pub(super) fn is_async(&self) -> bool {
        let is_future = |kind: &Kind| match kind {
            Kind::Traits { bounds, .. } => bounds.iter().any(|bound| bound.last == "Future"),
            _ => false,
        };
        self.call.is_async || is_future(&self.call.output)
    }

    /// The result, taken out of what says whether there is one.
    pub(super) fn outcome(&self, names: &Names<'_>) -> (Outcome, Kind) {
        let output = &self.call.output;
        let Kind::Named { name, arguments, .. } = output else {
            return (Outcome::Plain, output.clone());
        };
        let last = match name {
            Name::Standard(name) | Name::Unknown(name) => name.as_str(),
            Name::Foreign(path) => path.last().map_or("", String::as_str),
            _ => "",
        };
        match (last.rsplit("::").next().unwrap_or_default(), arguments.as_slice()) {
            ("Option", [some]) => (Outcome::Option, some.clone()),
            ("Result", [ok]) => (Outcome::Result { is_shown: true }, ok.clone()),
            ("Result", [ok, error]) => {
                let is_shown = match error {
                    Kind::Named { name: Name::Own(index), .. } => {
                        let has = names.outline.has_trait(*index, "Debug", &names.lawful);
                        has == Availability::Always
                    }
                    _ => true,
                };
                (Outcome::Result { is_shown }, ok.clone())
            }
            _ => (Outcome::Plain, output.clone()),
        }
    }
}

impl Outcome {
    /// The expression of the value that must be there.
    pub(super) fn unwrapped(self, expression: &str) -> String {
        match self {
            Outcome::Plain => expression.to_string(),
            Outcome::Option | Outcome::Result { is_shown: true } => {
                format!("{expression}.unwrap()")
            }
            Outcome::Result { is_shown: false } => format!("{expression}.ok().unwrap()"),
        }
    }

    /// The statement that binds the value, or ends the law where there is none.
    pub(super) fn bound(self, name: &str, expression: &str) -> String {
        match self {
            Outcome::Plain => format!("let {name} = {expression};"),
            Outcome::Option => format!("let Some({name}) = {expression} else {{ return }};"),
            Outcome::Result { .. } => format!("let Ok({name}) = {expression} else {{ return }};"),
        }
    }
}

/// An expression as the receiver of a method.
pub(super) fn receiver(passed: &str) -> &str {
    passed.trim_start_matches("&mut ").trim_start_matches('&')
}

/// The law that no arguments make a function panic, with what to say of its result instead.
fn does_not_panic(names: &mut Names<'_>, called: &Called<'_>) -> Result<LawText, Obstacle> {
    let arguments = called.arguments(names)?;
    let passed: Vec<String> = arguments.iter().map(|one| one.passed.clone()).collect();
    let expression = called.expression(names, &passed)?;
    let is_iterator = match &called.call.output {
        Kind::Traits { bounds, .. } => bounds
            .iter()
            .any(|bound| ["Iterator", "DoubleEndedIterator"].contains(&bound.last.as_str())),
        _ => false,
    };
    let statement = match &called.call.output {
        output if *output == Kind::unit() => format!("{expression};"),
        // An iterator that is not run does nothing, and some have no end.
        _ if is_iterator => format!("{expression}.take(100).for_each(drop);"),
        _ => format!("let _ = {expression};"),
    };
    let mut body = vec![statement];
    body.extend(instead(names, called, &arguments)?);
    let label = called.label(names);
    Ok(LawText {
        name: format!("{label}_does_not_panic"),
        arguments: arguments.into_iter().filter_map(|argument| argument.declared).collect(),
        body,
        is_async: called.is_async(),
        states: format!("no argument makes `{}` panic", called.call.name),
        strength: Strength::NoPanic,
    })
}

/// Comments that say what else could be stated, by the types of a function.
fn instead(
    names: &mut Names<'_>,
    called: &Called<'_>,
    arguments: &[Argument],
) -> Result<Vec<String>, Obstacle> {
    let name = &called.call.name;
    let code = |lines: &[String]| lines.iter().map(|line| format!("// {line}")).collect::<Vec<_>>();
    let lent: Option<Vec<String>> = arguments.iter().map(|one| one.lent.clone()).collect();
    let (outcome, result) = called.outcome(names);
    let is_plain = outcome == Outcome::Plain && names.is_comparable(&result);
    if let (Some(lent), true) = (&lent, is_plain) {
        let kinds: Vec<Kind> = called.call.arguments.iter().map(|(_, kind)| owned(kind)).collect();
        match kinds.as_slice() {
            [only] if *only == owned(&result) => {
                let lines = twice(names, called, &lent[0])?;
                let is_involution = INVOLUTIONS.iter().any(|word| name.contains(word));
                let asks = match is_involution {
                    true => format!("Does `{name}` undo itself? Then state that instead:"),
                    false => format!(
                        "Does a second `{name}` change nothing more? Then state that instead:"
                    ),
                };
                return Ok([comment(&asks), code(&lines)].concat());
            }
            [first, second] if first == second => {
                let swapped = [lent[1].clone(), lent[0].clone()];
                let one = called.expression(names, lent)?;
                let other = called.expression(names, &swapped)?;
                let asks = "Does the order of the arguments not matter? Then state that instead:";
                let line = format!("assert_eq!({one}, {other});");
                let is_method_of_reference = called.call.is_method && line.contains("&&");
                if !is_method_of_reference {
                    return Ok([comment(asks), code(&[line])].concat());
                }
            }
            _ => {}
        }
    }
    let passed: Vec<String> = arguments.iter().map(|one| one.passed.clone()).collect();
    let expression = called.expression(names, &passed)?;
    let lines = match outcome {
        _ if called.call.output == Kind::unit() => {
            return Ok(comment(&format!(
                "This says that `{name}` does not panic. State more: what is different afterwards, and what is as before?"
            )));
        }
        Outcome::Plain if result.is_primitive("bool") => {
            vec![format!("assert_eq!({expression}, /* the same, told in a simpler way */);")]
        }
        Outcome::Plain => vec![
            format!("let result = {expression};"),
            String::from("assert!(/* what is true of every result */);"),
        ],
        Outcome::Option | Outcome::Result { .. } => vec![
            outcome.bound("result", &expression),
            String::from("assert!(/* what is true of every result */);"),
        ],
    };
    let asks = format!("This says that `{name}` does not panic. State more in its place:");
    Ok([comment(&asks), code(&lines)].concat())
}

/// Lines that call a function on its own result.
fn twice(names: &mut Names<'_>, called: &Called<'_>, lent: &str) -> Result<Vec<String>, Obstacle> {
    let (_, kind) = &called.call.arguments[0];
    let (_, result) = called.outcome(names);
    let once = called.expression(names, &[lent.to_string()])?;
    let is_involution = INVOLUTIONS.iter().any(|word| called.call.name.contains(word));
    let by_reference = matches!(kind, Kind::Reference { .. });
    let is_reference = matches!(result, Kind::Reference { .. });
    let again = match (by_reference, is_reference) {
        (true, false) => String::from("&once"),
        _ if names.is_copy(&result) => String::from("once"),
        _ => String::from("once.clone()"),
    };
    let second = called.expression(names, &[again])?;
    let expected = match is_involution {
        false => String::from("once"),
        true => match kind {
            Kind::Reference { of, .. } if owned(of) == **of && !is_reference => format!("*{lent}"),
            _ => lent.to_string(),
        },
    };
    Ok(vec![format!("let once = {once};"), format!("assert_eq!({second}, {expected});")])
}
