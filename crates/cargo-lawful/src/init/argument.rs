//! Arguments of a law: how each is declared, and what is passed on to the function.

use super::draw::{Drawn, Names, Obstacle};
use super::example::{example_with, owned};
use crate::outline::standard::owned_form;
use crate::outline::{Bound, Kind, Name};

/// An argument of the function, as the law has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Argument {
    /// Argument of the law; none where the law makes the value by itself.
    pub(super) declared: Option<Declared>,
    /// Expression that is passed on.
    pub(super) passed: String,
    /// Expression that is passed on where the value is needed afterwards; none if it cannot be.
    pub(super) lent: Option<String>,
}

/// Argument of a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) is_mutable: bool,
    pub(super) kind: String,
    pub(super) generator: Option<String>,
}

impl Argument {
    fn of(declared: Declared) -> Self {
        Argument { passed: declared.name.clone(), declared: Some(declared), lent: None }
    }

    fn made(passed: impl Into<String>) -> Self {
        let passed = passed.into();
        Argument { declared: None, lent: Some(passed.clone()), passed }
    }

    fn mutable(mut self) -> Self {
        if let Some(declared) = &mut self.declared {
            declared.is_mutable = true;
        }
        self.lent = None;
        self
    }

    /// Passes on another expression of the drawn value, which borrows it.
    fn passing(mut self, passed: impl Into<String>) -> Self {
        self.passed = passed.into();
        self.lent = Some(self.passed.clone());
        self
    }

    /// Passes on another expression of the drawn value, which uses it up.
    fn moving(mut self, passed: impl Into<String>) -> Self {
        self.passed = passed.into();
        self.lent = None;
        self
    }
}

/// The law's argument for a value of a type.
pub(super) fn argument(
    names: &mut Names<'_>,
    name: &str,
    kind: &Kind,
) -> Result<Argument, Obstacle> {
    match kind {
        Kind::Reference { of, is_static: true, .. } if of.is_primitive("str") => {
            let elements = names.import(&format!("{}::generate::elements", names.lawful.clone()));
            let declared = Declared {
                name: name.into(),
                is_mutable: false,
                kind: String::from("&'static str"),
                generator: Some(format!("{elements}([\"\", \"a\", \"a text\"])")),
            };
            let lent = Some(name.to_string());
            Ok(Argument { declared: Some(declared), passed: name.into(), lent })
        }
        Kind::Reference { is_static: true, .. } => Err(Obstacle::new(
            format!("`{name}` lives for ever, and what a law draws lives for one run"),
            "write the law by hand: `#[from(elements([..]))]` draws one of several references",
        )),
        Kind::Reference { of, is_mutable, .. } => reference(names, name, of, *is_mutable),
        Kind::Traits { bounds, .. } => made_in_place(names, name, bounds, By::Value),
        _ => value(names, name, kind),
    }
}

/// A value that the function takes as it is.
fn value(names: &mut Names<'_>, name: &str, kind: &Kind) -> Result<Argument, Obstacle> {
    let inside = |kind: &Kind, of: &str| kind.standard(of).and_then(|one| one.first().cloned());
    if let Some(Kind::Reference { of, is_mutable, .. }) = inside(kind, "Option") {
        let owned = owned(&of);
        let is_text = owned != *of;
        let option = Kind::plain("Option", vec![owned]);
        let drawn = drawn(names, name, &option)?;
        return Ok(match (is_mutable, is_text) {
            (true, false) => drawn.passing(format!("{name}.as_mut()")).mutable(),
            (true, true) => drawn.passing(format!("{name}.as_deref_mut()")).mutable(),
            (false, true) => drawn.passing(format!("{name}.as_deref()")),
            (false, false) => drawn.passing(format!("{name}.as_ref()")),
        });
    }
    if let Some(element @ Kind::Reference { is_mutable: false, .. }) = inside(kind, "Vec") {
        let (drawn, lent) = list_of_references(names, name, &element)?;
        return Ok(drawn.passing(lent));
    }
    if let Some(Kind::Traits { bounds, .. }) = inside(kind, "Box") {
        return made_in_place(names, name, &bounds, By::Box);
    }
    let drawn = drawn(names, name, kind)?;
    let lent = match () {
        () if names.is_copy(kind) => Some(name.to_string()),
        () if names.is_clone(kind) => Some(format!("{name}.clone()")),
        () => None,
    };
    Ok(Argument { lent, ..drawn })
}

/// A value that is drawn and named.
fn drawn(names: &mut Names<'_>, name: &str, kind: &Kind) -> Result<Argument, Obstacle> {
    let generator = generator_of(names, kind)?;
    let kind = names.of_type(kind)?;
    Ok(Argument::of(Declared { name: name.into(), is_mutable: false, kind, generator }))
}

/// The generator that `#[from(..)]` names, if values are not drawn by their type.
fn generator_of(names: &mut Names<'_>, kind: &Kind) -> Result<Option<String>, Obstacle> {
    Ok(match names.drawn(kind)? {
        Drawn::ByType => None,
        Drawn::From(text) => Some(text),
    })
}

fn reference(
    names: &mut Names<'_>,
    name: &str,
    of: &Kind,
    is_mutable: bool,
) -> Result<Argument, Obstacle> {
    let borrow = if is_mutable { "&mut " } else { "&" };
    let lent = |argument: Argument| match is_mutable {
        true => argument.moving(name),
        false => argument.passing(name),
    };
    if let Kind::Traits { bounds, .. } = of {
        let by = if is_mutable { By::MutableReference } else { By::Reference };
        return made_in_place(names, name, bounds, by);
    }
    if let Kind::Slice(element) = of
        && let Kind::Reference { is_mutable: false, .. } = **element
    {
        let (drawn, passed) = list_of_references(names, name, element)?;
        return Ok(drawn.passing(format!("{borrow}{passed}")));
    }
    let is_unsized = match of {
        Kind::Slice(_) => true,
        Kind::Named { name: Name::Primitive(kind) | Name::Standard(kind), .. } => {
            owned_form(kind).is_some()
        }
        _ => false,
    };
    if is_unsized {
        // `&[T]` and `&str`: the law draws what owns it and lends it.
        let generator = generator_of(names, &owned(of))?;
        let kind = match of {
            Kind::Slice(element) => format!("{borrow}[{}]", names.of_type(element)?),
            of => format!("{borrow}{}", names.of_type(of)?),
        };
        let declared = Declared { name: name.into(), is_mutable: false, kind, generator };
        return Ok(lent(Argument::of(declared)));
    }
    // Of a reference to something that owns a slice, clippy says to take the slice.
    let owns =
        ["String", "Vec", "PathBuf", "Box", "Cow"].iter().any(|kind| of.standard(kind).is_some());
    let mut drawn = drawn(names, name, of)?;
    if owns || matches!(of, Kind::Reference { .. }) {
        let argument = drawn.passing(format!("{borrow}{name}"));
        return Ok(if is_mutable { argument.mutable() } else { argument });
    }
    if let Some(declared) = &mut drawn.declared {
        declared.kind = format!("{borrow}{}", declared.kind);
    }
    Ok(lent(drawn))
}

/// A list of references to the elements of a list that is drawn.
fn list_of_references(
    names: &mut Names<'_>,
    name: &str,
    element: &Kind,
) -> Result<(Argument, String), Obstacle> {
    let Kind::Reference { of, .. } = element else { return Err(Obstacle::new("", "")) };
    let list = Kind::plain("Vec", vec![owned(of)]);
    let lent = match of.as_ref() {
        of if of.is_primitive("str") => ".map(String::as_str)",
        Kind::Slice(_) => ".map(Vec::as_slice)",
        _ => "",
    };
    Ok((drawn(names, name, &list)?, format!("{name}.iter(){lent}.collect::<Vec<_>>()")))
}

/// Way in which a function takes a value of a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Value,
    Box,
    Reference,
    MutableReference,
}

impl By {
    /// The expression that is passed for one of the value.
    fn passed(self, value: &str) -> String {
        match self {
            By::Value => value.to_string(),
            By::Box => format!("Box::new({value})"),
            By::Reference => format!("&{value}"),
            By::MutableReference => format!("&mut {value}"),
        }
    }
}

/// A closure, an iterator, a reader, a writer, or a value of some type with the traits.
fn made_in_place(
    names: &mut Names<'_>,
    name: &str,
    bounds: &[Bound],
    by: By,
) -> Result<Argument, Obstacle> {
    if let Some((inputs, output)) = bounds.iter().find_map(|bound| bound.call.as_ref()) {
        let is_owned = by == By::Box || bounds.iter().any(Bound::is_owned);
        let argument = function(names, name, inputs, output, is_owned)?;
        let passed = match by {
            By::Reference if argument.passed.starts_with('&') => argument.passed.clone(),
            by => by.passed(&argument.passed),
        };
        return Ok(if by == By::Reference {
            argument.passing(passed)
        } else {
            argument.moving(passed)
        });
    }
    let any = |asked: &[&str]| bounds.iter().any(|bound| asked.iter().any(|name| bound.is(name)));
    let item = || {
        let mut items = bounds.iter().flat_map(|bound| &bound.items);
        let found = items.find(|(name, _)| name == "Item").map(|(_, kind)| kind.clone());
        found.unwrap_or_else(|| Kind::plain("i32", Vec::new()))
    };
    if any(&["Iterator", "DoubleEndedIterator", "ExactSizeIterator", "IntoIterator"]) {
        let is_iterator = !any(&["IntoIterator"]);
        let item = match item() {
            Kind::Traits { bounds, .. } => {
                example_with(names, &bounds).ok_or_else(|| no_example(&bounds))?
            }
            item => item,
        };
        return iterator(names, name, &item, is_iterator, by);
    }
    if any(&["Write"]) {
        let is_text = bounds.iter().any(|bound| bound.module.as_deref() == Some("fmt"));
        let made = if is_text { "String::new()" } else { "Vec::new()" };
        return Ok(Argument::made(by.passed(made)));
    }
    if any(&["Read", "BufRead"]) {
        let list = Kind::plain("Vec", vec![Kind::plain("u8", Vec::new())]);
        let passed = by.passed(&format!("{name}.as_slice()"));
        return Ok(drawn(names, name, &list)?.passing(passed));
    }
    let kind = example_with(names, bounds).ok_or_else(|| no_example(bounds))?;
    let argument = value(names, name, &kind)?;
    let passed = by.passed(name);
    Ok(match by {
        By::Value => argument,
        By::Box => argument.moving(passed),
        By::Reference => argument.passing(passed),
        By::MutableReference => argument.passing(passed).mutable(),
    })
}

fn no_example(bounds: &[Bound]) -> Obstacle {
    let bounds: Vec<&str> = bounds.iter().map(|bound| bound.last.as_str()).collect();
    Obstacle::new(
        format!("no type is known that can stand for `{}`", bounds.join(" + ")),
        "write the law by hand, with a type of yours in its place",
    )
}

fn iterator(
    names: &mut Names<'_>,
    name: &str,
    item: &Kind,
    is_iterator: bool,
    by: By,
) -> Result<Argument, Obstacle> {
    if let Kind::Reference { of, is_mutable: false, .. } = item {
        let (drawn, _) = list_of_references(names, name, item)?;
        let mapped = match of.as_ref() {
            of if of.is_primitive("str") => format!("{name}.iter().map(String::as_str)"),
            Kind::Slice(_) => format!("{name}.iter().map(Vec::as_slice)"),
            _ if is_iterator => format!("{name}.iter()"),
            _ => format!("&{name}"),
        };
        return Ok(drawn.passing(by.passed(&mapped)));
    }
    let argument = value(names, name, &Kind::plain("Vec", vec![item.clone()]))?;
    let passed = if is_iterator { format!("{name}.into_iter()") } else { name.to_string() };
    let lent = argument.lent.as_ref().map(|cloned| match is_iterator {
        true => by.passed(&format!("{cloned}.into_iter()")),
        false => by.passed(cloned),
    });
    Ok(Argument { passed: by.passed(&passed), lent, ..argument })
}

/// A generated function, and a closure that calls it.
fn function(
    names: &mut Names<'_>,
    name: &str,
    inputs: &[Kind],
    output: &Kind,
    is_owned: bool,
) -> Result<Argument, Obstacle> {
    let result = owned(output);
    let is_lent = result != *output || matches!(output, Kind::Reference { .. });
    if is_lent {
        return Err(Obstacle::new(
            format!("`{name}` must return a reference, and a generated function returns values"),
            "write the law by hand, with a closure of yours",
        ));
    }
    let by_move = if is_owned { "move " } else { "" };
    if inputs.is_empty() {
        let argument = value(names, name, &result)?;
        let body = argument.lent.clone().unwrap_or_else(|| name.to_string());
        return Ok(argument.moving(format!("{by_move}|| {body}")));
    }
    let kinds: Vec<Kind> = inputs.iter().map(owned).collect();
    for kind in kinds.iter().chain([&result]) {
        if names.drawn(kind)? != Drawn::ByType {
            return Err(Obstacle::new(
                format!("`{name}` is a function of a type without `Arbitrary`"),
                "derive it, or write the law by hand, with a closure of yours",
            ));
        }
    }
    let maker = match inputs.len() {
        1 => String::from("Func"),
        many @ (2 | 3) => names.import(&format!("{}::generate::Func{many}", names.lawful.clone())),
        many => {
            return Err(Obstacle::new(
                format!(
                    "`{name}` is a function of {many} arguments, and functions of up to 3 can be drawn"
                ),
                "write the law by hand, with a closure of yours",
            ));
        }
    };
    let mut texts = Vec::new();
    for kind in kinds.iter().chain([&result]) {
        texts.push(names.of_type(kind)?);
    }
    let variables: Vec<String> = ["x", "y", "z"][..inputs.len()]
        .iter()
        .map(|variable| match *variable == name {
            true => format!("{variable}_value"),
            false => (*variable).to_string(),
        })
        .collect();
    let passed: Vec<String> = inputs
        .iter()
        .zip(&variables)
        .map(|(kind, variable)| match kind {
            Kind::Reference { of, .. } if names.is_copy(of) => format!("*{variable}"),
            Kind::Reference { .. } => format!("{variable}.to_owned()"),
            _ => variable.clone(),
        })
        .collect();
    let closure = match passed == variables && !is_owned {
        // A reference to a function is one, and clippy says to leave out a closure around it.
        true => format!("&*{name}"),
        false => format!("{by_move}|{}| {name}({})", variables.join(", "), passed.join(", ")),
    };
    let declared = Declared {
        name: name.into(),
        is_mutable: false,
        kind: format!("{maker}<{}>", texts.join(", ")),
        generator: None,
    };
    let argument = Argument { declared: Some(declared), passed: String::new(), lent: None };
    Ok(argument.passing(closure))
}

/// Names for arguments that no pattern names, and for those whose names mean something else in the law.
pub(super) fn argument_names(given: &[String], taken: &[&str], own: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (at, given) in given.iter().enumerate() {
        let plain = match given.as_str() {
            "self" => own.to_string(),
            "" => ["first", "second", "third", "fourth"]
                .get(at)
                .map_or("more", |name| name)
                .to_string(),
            other => other.trim_start_matches('_').to_string(),
        };
        let is_number = plain.is_empty() || plain.starts_with(|c: char| c.is_ascii_digit());
        let mut name = if is_number { format!("value{plain}") } else { plain };
        while taken.contains(&name.as_str()) || names.contains(&name) {
            name.push_str("_value");
        }
        names.push(name);
    }
    names
}
