//! Round trips: pairs of functions of which one undoes the other.

use super::draw::{Names, Obstacle};
use super::example::owned;
use super::law::Called;
use super::text::{LawText, Strength, comment, snake};
use crate::outline::{Availability, Function, Kind, Name};

/// Words of names, of which the second undoes the first.
const WORDS: [(&str, &str); 22] = [
    ("encode", "decode"),
    ("serialize", "deserialize"),
    ("serialise", "deserialise"),
    ("compress", "decompress"),
    ("compress", "expand"),
    ("encrypt", "decrypt"),
    ("escape", "unescape"),
    ("quote", "unquote"),
    ("pack", "unpack"),
    ("marshal", "unmarshal"),
    ("to", "from"),
    ("into", "from"),
    ("as", "from"),
    ("to", "parse"),
    ("write", "read"),
    ("dump", "load"),
    ("format", "parse"),
    ("print", "parse"),
    ("render", "parse"),
    ("show", "parse"),
    ("show", "read"),
    ("emit", "parse"),
];

/// Two functions, of which the second undoes the first.
struct Pair<'a> {
    encode: &'a Called<'a>,
    decode: &'a Called<'a>,
}

/// The round trip of a function, if something in the sources undoes it.
pub(super) fn round_trip(
    names: &mut Names<'_>,
    function: &Function,
    called: &Called<'_>,
) -> Result<Option<LawText>, Obstacle> {
    let outline = names.outline;
    let owner = outline.owner_type(function);
    for other in &outline.functions {
        let is_beside = match function.owner {
            None => other.owner.is_none() && other.scope == function.scope,
            Some(_) => owner.is_some() && outline.owner_type(other) == owner,
        };
        let Some(is_first) = undoes(&function.name, &other.name).filter(|_| is_beside) else {
            continue;
        };
        if !names.can_name(other) {
            continue;
        }
        let Ok(other) = Called::new(names, other) else { continue };
        let pair = match is_first {
            true => Pair { encode: called, decode: &other },
            false => Pair { encode: &other, decode: called },
        };
        if let Some(law) = pair.law(names)? {
            return Ok(Some(law));
        }
    }
    reads_what_is_printed(names, called)
}

/// Returns whether the first name is of the function that is undone by the other; nothing if they are no pair.
fn undoes(name: &str, other: &str) -> Option<bool> {
    if is_undone_by(name, other) {
        return Some(true);
    }
    is_undone_by(other, name).then_some(false)
}

fn is_undone_by(first: &str, second: &str) -> bool {
    let words = |name: &str| name.split('_').map(String::from).collect::<Vec<_>>();
    // `celsius_to_kelvin` and `kelvin_to_celsius`.
    if let (Some((from, to)), Some((back_from, back_to))) =
        (first.split_once("_to_"), second.split_once("_to_"))
        && (from, to) == (back_to, back_from)
    {
        return first < second;
    }
    WORDS.iter().any(|(one, other)| {
        let replaced: Vec<String> = words(first)
            .into_iter()
            .map(|word| if word == *one { (*other).to_string() } else { word })
            .collect();
        replaced != words(first) && replaced == words(second)
    })
}

impl Pair<'_> {
    /// The law of the pair, if the types are those of a round trip.
    fn law(&self, names: &mut Names<'_>) -> Result<Option<LawText>, Obstacle> {
        let (encode, decode) = (self.encode, self.decode);
        let (Some((_, taken)), Some((_, read))) =
            (encode.call.arguments.first(), decode.call.arguments.first())
        else {
            return Ok(None);
        };
        let ((_, encoded), (_, decoded)) = (encode.outcome(names), decode.outcome(names));
        let kinds = |called: &Called<'_>| {
            called.call.arguments[1..].iter().map(|(_, kind)| kind.clone()).collect::<Vec<_>>()
        };
        let fits = owned(&encoded) == owned(read)
            && owned(&decoded) == owned(taken)
            && kinds(encode) == kinds(decode)
            && names.is_comparable(&decoded)
            && !is_mutable(taken)
            && !is_mutable(read)
            // A number that is not one is not equal to itself.
            && !has_floats(names, &decoded);
        if !fits {
            return Ok(None);
        }
        let Ok(arguments) = encode.arguments(names) else { return Ok(None) };
        let lent: Option<Vec<String>> = arguments.iter().map(|one| one.lent.clone()).collect();
        let Some(lent) = lent else { return Ok(None) };
        let Some(declared) = &arguments[0].declared else { return Ok(None) };
        let value = declared.name.clone();
        let (bound, _) = encode.outcome(names);
        let mut passed = vec![passed_on("encoded", &encoded, read)];
        passed.extend(lent[1..].iter().cloned());
        let first = bound.bound("encoded", &encode.expression(names, &lent)?);
        let (undone, _) = decode.outcome(names);
        let last = undone.unwrapped(&decode.expression(names, &passed)?);
        // `T` and `&T` cannot be compared, but `Vec<T>` and `&[T]` can.
        let is_reference = match taken {
            Kind::Reference { of, .. } => owned(of) == **of && declared.kind.starts_with('&'),
            _ => false,
        };
        let compared = match (is_reference, matches!(decoded, Kind::Reference { .. })) {
            (true, false) => format!("&{last}"),
            _ => last,
        };
        let label = encode.owner_name(names).map(|owner| format!("{}_", snake(&owner)));
        let (one, other) = (&encode.call.name, &decode.call.name);
        Ok(Some(LawText {
            name: format!("{}{other}_inverts_{one}", label.unwrap_or_default()),
            arguments: arguments.into_iter().filter_map(|one| one.declared).collect(),
            body: vec![first, format!("assert_eq!({compared}, {value});")],
            is_async: encode.is_async() || decode.is_async(),
            states: format!("`{other}` gives back what `{one}` was given"),
            strength: Strength::RoundTrip,
        }))
    }
}

/// The expression of a result that is passed on as an argument.
fn passed_on(name: &str, result: &Kind, argument: &Kind) -> String {
    let takes_reference = matches!(argument, Kind::Reference { .. });
    match takes_reference && !matches!(result, Kind::Reference { .. }) {
        true => format!("&{name}"),
        false => name.to_string(),
    }
}

fn is_mutable(kind: &Kind) -> bool {
    matches!(kind, Kind::Reference { is_mutable: true, .. })
}

/// Returns whether a type holds floats, as far as its name and its fields tell.
fn has_floats(names: &Names<'_>, kind: &Kind) -> bool {
    let mut found = false;
    kind.each(&mut |kind| {
        found |= kind.is_primitive("f32") || kind.is_primitive("f64");
        if let Kind::Named { name: Name::Own(index), .. } = kind {
            // `Eq` promises that every value is equal to itself.
            let eq = names.outline.has_trait(*index, "Eq", &names.lawful);
            let fields = names.outline.field_types(*index);
            found |= eq != Availability::Always
                && fields.iter().any(|kind| kind.is_primitive("f32") || kind.is_primitive("f64"));
        }
    });
    found
}

/// The law that a parser reads what `Display` prints of its results.
fn reads_what_is_printed(
    names: &mut Names<'_>,
    called: &Called<'_>,
) -> Result<Option<LawText>, Obstacle> {
    let name = &called.call.name;
    let is_parser = ["parse", "from_str"].iter().any(|word| name.contains(word));
    let [(_, text)] = called.call.arguments.as_slice() else { return Ok(None) };
    let (outcome, result) = called.outcome(names);
    let Kind::Named { name: Name::Own(index), .. } = &result else { return Ok(None) };
    let is_printed =
        names.outline.has_trait(*index, "Display", &names.lawful) == Availability::Always;
    let takes_text = owned(text) == Kind::plain("String", Vec::new());
    let fits = is_parser && is_printed && takes_text && names.is_comparable(&result);
    if !fits || has_floats(names, &result) {
        return Ok(None);
    }
    let value = snake(&names.outline.types[*index].name);
    let printed = match text {
        Kind::Reference { .. } => format!("&{value}.to_string()"),
        _ => format!("{value}.to_string()"),
    };
    let again = outcome.unwrapped(&called.expression(names, &[printed])?);
    let compared = format!("assert_eq!({again}, {value});");
    let drawn = super::argument::argument(names, &value, &result);
    let strength = if drawn.is_ok() { Strength::RoundTrip } else { Strength::RareRoundTrip };
    let (arguments, body) = match drawn {
        Ok(argument) => (vec![argument], vec![compared]),
        Err(obstacle) => {
            let arguments = called.arguments(names)?;
            let lent: Vec<String> = arguments.iter().map(|one| one.passed.clone()).collect();
            let mut body = comment(&format!(
                "Few texts can be read at random. To print first and read then, take `{value}: {}` as the argument: {}:",
                names.of_type(&result)?,
                obstacle.advice[0].trim_end_matches(':'),
            ));
            body.extend(obstacle.advice[1..].iter().map(|line| format!("// {line}")));
            body.push(outcome.bound(&value, &called.expression(names, &lent)?));
            body.push(compared);
            (arguments, body)
        }
    };
    Ok(Some(LawText {
        name: format!("{}_reads_what_display_prints", called.label(names)),
        arguments: arguments.into_iter().filter_map(|one| one.declared).collect(),
        body,
        is_async: called.is_async(),
        states: format!("`{name}` reads what `Display` prints"),
        strength,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, other: &str, expected: Option<bool>) {
        assert_eq!(undoes(name, other), expected, "{name} and {other}");
        assert_eq!(undoes(other, name), expected.map(|is_first| !is_first), "{other} and {name}");
    }

    #[test]
    fn pairs_are_told_by_the_words_of_their_names() {
        check("encode", "decode", Some(true));
        check("base64_encode", "base64_decode", Some(true));
        check("to_bytes", "from_bytes", Some(true));
        check("unescape", "escape", Some(false));
        check("format_date", "parse_date", Some(true));
        check("celsius_to_kelvin", "kelvin_to_celsius", Some(true));
        check("to_bytes", "from_json", None);
        check("encode", "encode_all", None);
        check("total", "parse", None);
        check("decode", "decode", None);
    }
}
