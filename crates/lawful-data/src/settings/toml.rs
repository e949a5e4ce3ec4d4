//! The part of TOML that `lawful.toml` needs: tables, bare keys, and single values.

use std::fmt;

/// Meaning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A table begins; its name without the brackets.
    Table(String),
    /// A key and its value.
    Pair(String, Scalar),
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// A number as it is written.
    Number(String),
    Boolean(bool),
    Text(String),
}

impl fmt::Display for Scalar {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Number(text) => formatter.write_str(text),
            Scalar::Boolean(switch) => write!(formatter, "{switch}"),
            Scalar::Text(text) => write!(formatter, "{text:?}"),
        }
    }
}

/// Number of a line from 1, with an item or what is wrong.
pub(super) type Line<T> = (usize, T);

/// The items of a text, line by line.
pub(super) fn items(text: &str) -> impl Iterator<Item = Result<Line<Item>, Line<String>>> {
    // Some editors write a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().enumerate().filter_map(|(index, line)| {
        let item = item(line.trim_matches([' ', '\t'])).transpose()?;
        Some(item.map(|item| (index + 1, item)).map_err(|message| (index + 1, message)))
    })
}

fn item(line: &str) -> Result<Option<Item>, String> {
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    if let Some(rest) = line.strip_prefix('[') {
        let (name, rest) = rest
            .split_once(']')
            .filter(|(name, _)| !name.starts_with('['))
            .ok_or_else(|| format!("{line:?} is not a table; write [profile.NAME]"))?;
        ends(rest)?;
        let name: Vec<&str> = name.split('.').map(str::trim).collect();
        return Ok(Some(Item::Table(name.join("."))));
    }
    let (key, rest) = line
        .split_once('=')
        .ok_or_else(|| format!("{line:?} is neither a table nor a setting; write KEY = VALUE"))?;
    let key = key.trim();
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if key.is_empty() || !key.chars().all(is_letter) {
        return Err(format!(
            "the key {key:?} cannot be read; write it without quotes and points, and the settings of a profile below \
             [profile.NAME]"
        ));
    }
    let (value, rest) = scalar(rest.trim_start())
        .ok_or_else(|| format!("the value of `{key}` cannot be read; {VALUES}"))?;
    ends(rest)?;
    Ok(Some(Item::Pair(key.to_string(), value)))
}

const VALUES: &str = "it must be a number, true, false, or a text in quotes, on the same line";

/// Checks that nothing but a comment follows.
fn ends(rest: &str) -> Result<(), String> {
    let rest = rest.trim_start();
    match rest.is_empty() || rest.starts_with('#') {
        true => Ok(()),
        false => Err(format!("{rest:?} cannot stand here; write one setting on each line")),
    }
}

/// A value and what follows it.
fn scalar(text: &str) -> Option<(Scalar, &str)> {
    if let Some(quote @ ('"' | '\'')) = text.chars().next() {
        let (value, rest) = text[1..].split_once(quote)?;
        // Three quotes begin a text of many lines, and a time has no use for escapes.
        let is_plain = !rest.starts_with(quote) && !value.contains('\\');
        return is_plain.then(|| (Scalar::Text(value.to_string()), rest));
    }
    let end = text.find([' ', '\t', '#']).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let value = match word {
        "true" => Scalar::Boolean(true),
        "false" => Scalar::Boolean(false),
        number if is_number(number) => Scalar::Number(number.to_string()),
        _ => return None,
    };
    Some((value, rest))
}

/// Returns whether a word is a number in TOML, without exponents: what others would refuse must not be read here.
fn is_number(word: &str) -> bool {
    let word = word.strip_prefix(['-', '+']).unwrap_or(word);
    let has_digits = |digits: &str, is_digit: fn(&u8) -> bool| {
        let mut parts = digits.split('_');
        parts.all(|part| !part.is_empty() && part.bytes().all(|digit| is_digit(&digit)))
    };
    if let Some(digits) = word.strip_prefix("0x") {
        return has_digits(digits, u8::is_ascii_hexdigit);
    }
    let (whole, fraction) = word.split_once('.').unwrap_or((word, "0"));
    let leads_with_zero = whole.len() > 1 && whole.starts_with('0');
    !leads_with_zero
        && has_digits(whole, u8::is_ascii_digit)
        && has_digits(fraction, u8::is_ascii_digit)
}
