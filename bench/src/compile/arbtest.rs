//! The crate in arbtest's words: `Arbitrary` of the arbitrary crate, and `arbtest` in a test.

use super::Template;
use super::model::{LAWS, Law, Shape, TYPES, Type, joined};

pub const TEMPLATE: Template = Template {
    subject: "arbtest",
    dependencies: &[("arbtest", "\"0.3\""), ("arbitrary", "\"1\"")],
    derived: "",
    laws,
};

fn laws() -> String {
    format!(
        "use arbitrary::{{Arbitrary, Result, Unstructured}};\n\
         use arbtest::arbtest;\n\n\
         use crate::types::*;\n\n{}\n{}",
        joined(TYPES, "\n", generator),
        joined(LAWS, "\n", law)
    )
}

fn generator(of: &Type) -> String {
    let arbitrary = match &of.shape {
        Shape::Struct(fields) => {
            let drawn = joined(fields, ", ", |(name, _)| format!("{name}: source.arbitrary()?"));
            format!("Self {{ {drawn} }}")
        }
        Shape::Enum(variants) => {
            let last = variants.len() - 1;
            let numbers: Vec<usize> = (0..variants.len()).collect();
            let drawn = joined(&numbers, "", |number| {
                let (name, fields) = variants[*number];
                let drawn = joined(fields, ", ", |_| "source.arbitrary()?".to_string());
                let fields = if fields.is_empty() { drawn } else { format!("({drawn})") };
                format!("            {number} => Self::{name}{fields},\n")
            });
            format!(
                "match source.int_in_range(0..={last})? {{\n{drawn}            _ => unreachable!(),\n        }}"
            )
        }
    };
    format!(
        "impl<'a> Arbitrary<'a> for {} {{\n    \
             fn arbitrary(source: &mut Unstructured<'a>) -> Result<Self> {{\n        Ok({arbitrary})\n    }}\n\
         }}\n",
        of.name
    )
}

fn law(law: &Law) -> String {
    let drawn = joined(law.arguments, "\n    ", |(name, of)| {
        format!("let {name}: {of} = source.arbitrary()?;")
    });
    format!(
        "#[test]\nfn {}() {{\n    arbtest(|source| {{\n    {drawn}\n    {}\n    Ok(())\n    }});\n}}\n",
        law.name, law.body
    )
}
