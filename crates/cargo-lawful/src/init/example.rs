//! Types in the places of a function's parameters, which a law needs to call it.

use super::draw::{Names, Obstacle};
use crate::outline::{Bound, Call, Kind, Name, Parameter};

/// Length in the place of a constant.
const LENGTH: &str = "4";

/// Traits that whole numbers have.
const OF_NUMBERS: [&str; 40] = [
    "Add",
    "AddAssign",
    "Any",
    "Binary",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Div",
    "DivAssign",
    "Eq",
    "FromStr",
    "Hash",
    "LowerExp",
    "LowerHex",
    "Mul",
    "MulAssign",
    "Neg",
    "Octal",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Product",
    "RefUnwindSafe",
    "Rem",
    "RemAssign",
    "Send",
    "Sized",
    "Sub",
    "SubAssign",
    "Sum",
    "Sync",
    "ToOwned",
    "ToString",
    "Unpin",
    "UnwindSafe",
    "UpperExp",
    "UpperHex",
    "Freeze",
];

/// Traits that texts and lists have.
const OF_VALUES: [&str; 15] = [
    "Any",
    "Clone",
    "Debug",
    "Default",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sized",
    "Sync",
    "ToOwned",
    "Unpin",
    "UnwindSafe",
];

/// Traits of which a law makes a value where one is passed, without an example of a type.
pub(super) const MADE_IN_PLACE: [&str; 10] = [
    "BufRead",
    "DoubleEndedIterator",
    "ExactSizeIterator",
    "Fn",
    "FnMut",
    "FnOnce",
    "IntoIterator",
    "Iterator",
    "Read",
    "Write",
];

/// The call with an example in the place of each parameter, and what to write between `::<` and `>` where the compiler
/// cannot infer them.
pub(super) fn with_examples(
    names: &Names<'_>,
    call: &Call,
) -> Result<(Call, Option<Vec<Kind>>), Obstacle> {
    let mut examples: Vec<(String, Kind)> = Vec::new();
    for parameter in &call.parameters {
        let known = |name: &str| {
            examples.iter().find(|(other, _)| other == name).map(|(_, kind)| kind.clone())
        };
        let bounds: Vec<Bound> =
            parameter.bounds.iter().map(|bound| bound.substituted(&known)).collect();
        let kind = example(names, parameter, bounds)?;
        let (item, kind) = with_item(names, call, &parameter.name, kind);
        examples.push((parameter.name.clone(), kind));
        examples.extend(item);
    }
    let unmet =
        call.projections.iter().find(|(text, _)| !examples.iter().any(|(name, _)| name == text));
    if let Some((text, bounds)) = unmet {
        return Err(unknown_example(text, bounds));
    }
    // A bound may name a parameter that comes later.
    let known =
        |name: &str| examples.iter().find(|(other, _)| other == name).map(|(_, kind)| kind.clone());
    let complete: Vec<(String, Kind)> =
        examples.iter().map(|(name, kind)| (name.clone(), kind.substituted(&known))).collect();
    let known =
        |name: &str| complete.iter().find(|(other, _)| other == name).map(|(_, kind)| kind.clone());
    let own = call.parameters.iter().filter(|parameter| !parameter.is_of_owner);
    let is_inferred = own.clone().all(|parameter| is_mentioned(call, &parameter.name));
    let between = (!is_inferred).then(|| own.filter_map(|one| known(&one.name)).collect());
    Ok((call.substituted(&known), between))
}

/// Returns whether an argument has a type with a parameter in it.
fn is_mentioned(call: &Call, name: &str) -> bool {
    let mut found = false;
    for (_, kind) in &call.arguments {
        kind.each(&mut |kind| {
            found |= match kind {
                Kind::Parameter(other) | Kind::Array(_, other) | Kind::Other(other) => {
                    other == name
                }
                _ => false,
            }
        });
    }
    found
}

fn example(names: &Names<'_>, parameter: &Parameter, bounds: Vec<Bound>) -> Result<Kind, Obstacle> {
    if parameter.is_constant {
        return Ok(Kind::Other(String::from(LENGTH)));
    }
    if bounds.iter().any(|bound| bound.is_made_in_place()) {
        return Ok(Kind::Traits { bounds, is_dyn: false });
    }
    example_with(names, &bounds).ok_or_else(|| unknown_example(&parameter.name, &bounds))
}

fn unknown_example(name: &str, bounds: &[Bound]) -> Obstacle {
    let bounds: Vec<&str> = bounds.iter().map(|bound| bound.last.as_str()).collect();
    Obstacle::new(
        format!("no type is known that can stand for `{name}: {}`", bounds.join(" + ")),
        "write the law by hand, with types of yours in the places of its parameters",
    )
}

/// The type of the items of an iterator, by the name that bounds and arguments use for it, and the iterator with it.
fn with_item(
    names: &Names<'_>,
    call: &Call,
    parameter: &str,
    kind: Kind,
) -> (Option<(String, Kind)>, Kind) {
    let Kind::Traits { mut bounds, is_dyn } = kind else { return (None, kind) };
    let is_iterator = |bound: &&mut Bound| bound.last.ends_with("Iterator");
    let Some(iterator) = bounds.iter_mut().find(is_iterator) else {
        return (None, Kind::Traits { bounds, is_dyn });
    };
    let projection = format!("{parameter}::Item");
    let given =
        iterator.items.iter().find(|(name, _)| name == "Item").map(|(_, kind)| kind.clone());
    let asked = call.projections.iter().filter(|(text, _)| *text == projection);
    let asked: Vec<Bound> = asked.flat_map(|(_, bounds)| bounds.clone()).collect();
    let item = given.or_else(|| example_with(names, &asked));
    if let Some(item) = &item {
        iterator.items = vec![(String::from("Item"), item.clone())];
    }
    (item.map(|item| (projection, item)), Kind::Traits { bounds, is_dyn })
}

/// A type with all of these traits.
pub(super) fn example_with(names: &Names<'_>, bounds: &[Bound]) -> Option<Kind> {
    let mut candidates = vec![Kind::plain("i32", Vec::new())];
    candidates.extend(bounds.iter().flat_map(|bound| asked_for(names, bound)));
    candidates.push(Kind::plain("String", Vec::new()));
    candidates.push(Kind::plain("f64", Vec::new()));
    candidates.into_iter().find(|kind| bounds.iter().all(|bound| has(names, kind, bound)))
}

/// Types that a bound asks for by its arguments, or that are known to have the trait.
fn asked_for(names: &Names<'_>, bound: &Bound) -> Vec<Kind> {
    let owned = bound.arguments.first().map(owned);
    match (bound.last.as_str(), &bound.name) {
        ("AsRef" | "Borrow" | "Into" | "From" | "TryInto" | "TryFrom" | "AsMut", _) => {
            owned.into_iter().collect()
        }
        ("RangeBounds", _) => vec![Kind::plain("Range", owned.into_iter().collect())],
        (_, Name::Own(index)) => names.outline.implementors(*index).collect(),
        _ => Vec::new(),
    }
}

/// The type of values that own what one of this type has.
pub(super) fn owned(kind: &Kind) -> Kind {
    match kind {
        Kind::Reference { of, .. } => owned(of),
        Kind::Slice(of) => Kind::plain("Vec", vec![(**of).clone()]),
        Kind::Named { name: Name::Primitive(name) | Name::Standard(name), .. } => {
            match crate::outline::standard::owned_form(name) {
                Some(owned) => Kind::plain(owned, Vec::new()),
                None => kind.clone(),
            }
        }
        kind => kind.clone(),
    }
}

/// Returns whether a type has a trait, as far as the table knows.
fn has(names: &Names<'_>, kind: &Kind, bound: &Bound) -> bool {
    if bound.is_owned() {
        return true;
    }
    let is_number = kind.is_primitive("i32");
    let of_values = OF_VALUES.contains(&bound.last.as_str());
    match &bound.name {
        Name::Own(index) => names.outline.implementors(*index).any(|one| one == *kind),
        Name::Foreign(path) => match path[0].as_str() {
            "num-traits" | "num"
                if ["Float", "FloatCore", "Real"].contains(&bound.last.as_str()) =>
            {
                kind.is_primitive("f64")
            }
            "num-traits" | "num" => is_number,
            "serde" => {
                ["Serialize", "Deserialize", "DeserializeOwned"].contains(&bound.last.as_str())
            }
            _ => false,
        },
        _ => match bound.last.as_str() {
            "AsRef" | "Borrow" | "Into" | "From" | "TryInto" | "TryFrom" | "AsMut" => {
                bound.arguments.first().is_some_and(|asked| owned(asked) == *kind)
            }
            "RangeBounds" => kind.standard("Range").is_some(),
            _ if bound.call.is_some() => false,
            last if is_number => OF_NUMBERS.contains(&last),
            "Display" | "ToString" | "FromStr" => kind.standard("String").is_some(),
            // Floats are here for those that ask for them.
            "Eq" | "Ord" | "Hash" if kind.is_primitive("f64") => false,
            _ if matches!(kind, Kind::Named { name: Name::Own(index), .. } if {
                let lawful = &names.lawful;
                names.outline.has_trait(*index, &bound.last, lawful) == crate::outline::Availability::Always
            }) =>
            {
                true
            }
            "Send" | "Sync" | "Sized" | "Unpin" => true,
            "Copy" => names.is_copy(kind),
            _ => of_values && !matches!(kind, Kind::Named { name: Name::Own(_), .. }),
        },
    }
}

impl Bound {
    /// Returns whether a law makes a value of the trait where one is passed: a closure, an iterator, a reader.
    pub(super) fn is_made_in_place(&self) -> bool {
        MADE_IN_PLACE.iter().any(|name| self.is(name))
    }
}
