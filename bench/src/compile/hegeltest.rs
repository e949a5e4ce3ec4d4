//! The crate in hegeltest's words: `#[hegel::composite]` and `#[hegel::test]`.

use super::Template;
use super::model::{Kind, LAWS, Law, Shape, TYPES, Type, joined};

pub const TEMPLATE: Template = Template {
    subject: "hegeltest",
    dependencies: &[("hegeltest", "\"0.51\"")],
    derived: "",
    laws,
};

fn laws() -> String {
    format!(
        "use hegel::TestCase;\n\
         use hegel::generators as gs;\n\n\
         use crate::types::*;\n\n{}\n{}",
        joined(TYPES, "\n", generator),
        joined(LAWS, "\n", law)
    )
}

fn generator(of: &Type) -> String {
    let value = match &of.shape {
        Shape::Struct(fields) => {
            let drawn =
                joined(fields, ", ", |(name, kind)| format!("{name}: tc.draw({})", drawn(kind)));
            format!("{} {{ {drawn} }}", of.name)
        }
        Shape::Enum(variants) => {
            let last = variants.len() - 1;
            let numbers: Vec<usize> = (0..variants.len()).collect();
            let forms = joined(&numbers, "", |number| {
                let (name, fields) = variants[*number];
                let drawn = joined(fields, ", ", |kind| format!("tc.draw({})", drawn(kind)));
                let fields = if fields.is_empty() { drawn } else { format!("({drawn})") };
                format!("        {number} => {}::{name}{fields},\n", of.name)
            });
            format!(
                "match tc.draw(gs::integers::<u8>().max_value({last})) {{\n{forms}        _ => unreachable!(),\n    }}"
            )
        }
    };
    format!(
        "#[hegel::composite]\nfn {}(tc: &TestCase) -> {} {{\n    {value}\n}}\n",
        of.name.to_lowercase(),
        of.name
    )
}

fn drawn(kind: &Kind) -> String {
    match kind {
        Kind::U8 | Kind::U64 | Kind::I32 => "gs::integers()".to_string(),
        Kind::Bool => "gs::booleans()".to_string(),
        Kind::Text => "gs::text()".to_string(),
        Kind::Optional(inner) => format!("gs::optional({})", drawn(inner)),
        Kind::List(inner) => format!("gs::vecs({})", drawn(inner)),
        Kind::Own(name) => format!("{}()", name.to_lowercase()),
    }
}

fn law(law: &Law) -> String {
    let drawn = joined(law.arguments, "\n    ", |(name, of)| {
        format!("let {name} = tc.draw({}());", of.to_lowercase())
    });
    format!("#[hegel::test]\nfn {}(tc: TestCase) {{\n    {drawn}\n    {}\n}}\n", law.name, law.body)
}
