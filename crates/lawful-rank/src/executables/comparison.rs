//! Equality of outputs.

use serde_json::{Number, Value};

/// Equality of outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "command", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Comparison {
    /// Byte by byte.
    #[default]
    Exact,
    /// Word by word, whatever white space is between and around them.
    Whitespace,
    /// As JSON values: order of members, white space and the way a number is written do not count. Integers beyond 64
    /// bits and fractions are compared as `f64`.
    Json,
}

impl Comparison {
    /// Returns whether two outputs are the same. An output that is no JSON is not the same as any.
    ///
    /// ```
    /// use lawful::rank::Comparison;
    ///
    /// assert!(Comparison::Whitespace.same(b"1  2\n", b" 1 2"));
    /// assert!(Comparison::Json.same(br#"{"a": 1, "b": [2]}"#, br#"{"b":[2.0],"a":1}"#));
    /// assert!(!Comparison::Exact.same(b"1", b"1\n"));
    /// ```
    pub fn same(self, one: &[u8], other: &[u8]) -> bool {
        match self {
            Comparison::Exact => one == other,
            Comparison::Whitespace => words(one).eq(words(other)),
            Comparison::Json => match (parsed(one), parsed(other)) {
                (Some(one), Some(other)) => same_value(&one, &other),
                _ => false,
            },
        }
    }

    /// Returns whether an output can be compared at all.
    pub(crate) fn accepts(self, output: &[u8]) -> bool {
        self != Comparison::Json || parsed(output).is_some()
    }
}

fn words(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    output.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn parsed(output: &[u8]) -> Option<Value> {
    serde_json::from_slice(output).ok()
}

fn same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => same_number(one, other),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| same_value(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| {
                    other.get(name).is_some_and(|other| same_value(value, other))
                })
        }
        _ => one == other,
    }
}

fn same_number(one: &Number, other: &Number) -> bool {
    // Integers beyond 2^53 are told apart, which they would not be as `f64`; so a float is an integer only if it is
    // exactly that one, or equality would not be transitive.
    let exact = |number: &Number| match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < 1e30 => {
            Some(float as i128)
        }
        _ => number.as_i64().map(i128::from).or(number.as_u64().map(i128::from)),
    };
    match (exact(one), exact(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => one.as_f64() == other.as_f64(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Comparison;

    #[test]
    fn json_is_compared_by_value() {
        let same = |one: &str, other: &str| Comparison::Json.same(one.as_bytes(), other.as_bytes());
        assert!(same(" [1, 2] \n", "[1,2]"));
        assert!(same("1e2", "100") && same("0.5", "5e-1"));
        assert!(same("\"\\u0061\"", "\"a\""));
        assert!(!same("9007199254740993", "9007199254740992"));
        assert!(
            !same("9007199254740993", "9007199254740992.0")
                && same("9007199254740992.0", "9007199254740992")
        );
        assert!(!same("[1, 2]", "[2, 1]") && !same("{\"a\": 1}", "{\"a\": 1, \"b\": 2}"));
        assert!(!same("oops", "oops") && !same("1", "\"1\"") && !same("1 2", "1 2"));
    }

    #[test]
    fn white_space_parts_words_and_is_nothing_else() {
        let same = |one: &[u8], other: &[u8]| Comparison::Whitespace.same(one, other);
        assert!(same(b"a b\r\nc\n", b"\ta  b c") && same(b"", b" \n"));
        assert!(!same(b"ab", b"a b"));
        assert!(same(b"\xff \xfe", b"\xff\n\xfe"));
    }
}
