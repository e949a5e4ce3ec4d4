//! The keywords of JSON Schema that the schema of observations uses.

use serde_json::Value;

/// Returns the first violation of a schema by a value, with its path; none if the value is valid.
///
/// # Panics
///
/// If the schema has a keyword that is not known here.
pub fn violation(schema: &Value, value: &Value, path: &str) -> Option<String> {
    let keywords = schema.as_object().expect("a schema is an object");
    keywords.iter().find_map(|(keyword, content)| {
        let is_met = match keyword.as_str() {
            "$schema" | "$comment" | "title" | "description" => true,
            "type" => match content {
                Value::Array(names) => names.iter().any(|name| has_type(value, name)),
                name => has_type(value, name),
            },
            "const" => value == content,
            "enum" => content.as_array().expect("a list").contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= content.as_f64().unwrap()),
            "required" => value.as_object().is_none_or(|members| {
                content
                    .as_array()
                    .expect("a list")
                    .iter()
                    .all(|name| members.contains_key(name.as_str().unwrap()))
            }),
            "uniqueItems" => value.as_array().is_none_or(|items| {
                items.iter().enumerate().all(|(index, item)| !items[..index].contains(item))
            }),
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                return { items }.find_map(|(index, item)| {
                    violation(content, item, &format!("{path}[{index}]"))
                });
            }
            "properties" => {
                let named = content.as_object().expect("an object").iter();
                return { named }.find_map(|(name, inner)| {
                    violation(inner, value.get(name)?, &format!("{path}.{name}"))
                });
            }
            "additionalProperties" => {
                let known = |name: &str| schema["properties"].get(name).is_some();
                let others =
                    value.as_object().into_iter().flatten().filter(|(name, _)| !known(name));
                return { others }.find_map(|(name, member)| match content {
                    Value::Bool(false) => Some(format!("{path} may not have the member {name}")),
                    inner => violation(inner, member, &format!("{path}.{name}")),
                });
            }
            "oneOf" => {
                let all = content.as_array().expect("a list").iter();
                let violations: Vec<String> =
                    { all.clone() }.filter_map(|inner| violation(inner, value, path)).collect();
                if all.len() - violations.len() != 1 {
                    return Some(violations.join("; "));
                }
                true
            }
            other => panic!("the keyword {other} is not known here"),
        };
        (!is_met).then(|| format!("{path} does not meet {keyword}: {content}"))
    })
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("the name of a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("there is no type {other}"),
    }
}
