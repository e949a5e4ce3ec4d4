//! The crate in proptest's words: a function per strategy, and the `proptest!` macro.

use super::Template;
use super::model::{Kind, LAWS, Law, Shape, TYPES, Type, joined, place};

pub const TEMPLATE: Template =
    Template { subject: "proptest", dependencies: &[("proptest", "\"1.12\"")], derived: "", laws };

fn laws() -> String {
    format!(
        "use proptest::collection::vec;\n\
         use proptest::prelude::*;\n\n\
         use crate::types::*;\n\n{}\nproptest! {{\n{}}}\n",
        joined(TYPES, "\n", generator),
        joined(LAWS, "\n", law)
    )
}

fn generator(of: &Type) -> String {
    let strategy = match &of.shape {
        Shape::Struct(fields) => {
            let drawn = joined(fields, ", ", |(_, kind)| strategy(kind));
            let names = joined(fields, ", ", |(name, _)| name.to_string());
            format!("({drawn},).prop_map(|({names},)| {} {{ {names} }})", of.name)
        }
        Shape::Enum(variants) => {
            let forms = joined(variants, ",\n        ", |(name, fields)| {
                let variant = format!("{}::{name}", of.name);
                if fields.is_empty() {
                    return format!("Just({variant})");
                }
                let drawn = joined(fields, ", ", strategy);
                let names: Vec<String> = (0..fields.len()).map(place).collect();
                let names = names.join(", ");
                format!("({drawn},).prop_map(|({names},)| {variant}({names}))")
            });
            format!("prop_oneof![\n        {forms}\n    ]")
        }
    };
    format!(
        "fn {}() -> impl Strategy<Value = {}> {{\n    {strategy}\n}}\n",
        of.name.to_lowercase(),
        of.name
    )
}

fn strategy(kind: &Kind) -> String {
    match kind {
        Kind::U8 => "any::<u8>()".to_string(),
        Kind::U64 => "any::<u64>()".to_string(),
        Kind::I32 => "any::<i32>()".to_string(),
        Kind::Bool => "any::<bool>()".to_string(),
        Kind::Text => "any::<String>()".to_string(),
        Kind::Optional(inner) => format!("proptest::option::of({})", strategy(inner)),
        Kind::List(inner) => format!("vec({}, 0..100)", strategy(inner)),
        Kind::Own(name) => format!("{}()", name.to_lowercase()),
    }
}

fn law(law: &Law) -> String {
    let arguments =
        joined(law.arguments, ", ", |(name, of)| format!("{name} in {}()", of.to_lowercase()));
    format!("    #[test]\n    fn {}({arguments}) {{\n        {}\n    }}\n", law.name, law.body)
}
