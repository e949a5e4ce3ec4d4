//! The crate in lawful's words: `Arbitrary` by hand, and `#[law]`.

use super::Template;
use super::model::{LAWS, Law, Shape, TYPES, Type, joined};

pub const TEMPLATE: Template = Template {
    subject: "lawful",
    dependencies: &[("lawful", "{ path = \"{root}/crates/lawful\" }")],
    laws,
};

fn laws() -> String {
    format!(
        "use lawful::prelude::*;\n\nuse crate::types::*;\n\n{}\n{}",
        joined(TYPES, "\n", generator),
        joined(LAWS, "\n", law)
    )
}

fn generator(of: &Type) -> String {
    let arbitrary = match &of.shape {
        Shape::Struct(fields) => {
            let drawn = joined(fields, ", ", |(name, _)| format!("{name}: source.any()"));
            format!("Self {{ {drawn} }}")
        }
        Shape::Enum(variants) => {
            let numbers: Vec<usize> = (0..variants.len()).collect();
            let drawn = joined(&numbers, "", |number| {
                let (name, fields) = variants[*number];
                let drawn = joined(fields, ", ", |_| "source.any()".to_string());
                let fields = if fields.is_empty() { drawn } else { format!("({drawn})") };
                let number = if *number == variants.len() - 1 { "_" } else { &number.to_string() };
                format!("            {number} => Self::{name}{fields},\n")
            });
            format!("match source.branch({}) {{\n{drawn}        }}", variants.len())
        }
    };
    format!(
        "impl Arbitrary for {} {{\n    \
             fn arbitrary(source: &mut Source) -> Self {{\n        {arbitrary}\n    }}\n\
         }}\n",
        of.name
    )
}

fn law(law: &Law) -> String {
    let arguments = joined(law.arguments, ", ", |(name, of)| format!("{name}: {of}"));
    format!("#[law]\nfn {}({arguments}) {{\n    {}\n}}\n", law.name, law.body)
}
