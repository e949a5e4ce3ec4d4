//! The crate in quickcheck's words: `Arbitrary` with its shrinker, and `#[quickcheck]`.
//!
//! The shrinker is written out, by way of tuples as its documentation does, because without one a value
//! of these types does not shrink at all, and the other subjects' do.

use super::Template;
use super::model::{LAWS, Law, Shape, TYPES, Type, joined, place};

pub const TEMPLATE: Template = Template {
    subject: "quickcheck",
    dependencies: &[("quickcheck", "\"1.1\""), ("quickcheck_macros", "\"1.2\"")],
    derived: "",
    laws,
};

fn laws() -> String {
    format!(
        "use quickcheck::{{Arbitrary, Gen, empty_shrinker}};\n\
         use quickcheck_macros::quickcheck;\n\n\
         use crate::types::*;\n\n{}\n{}",
        joined(TYPES, "\n", generator),
        joined(LAWS, "\n", law)
    )
}

fn generator(of: &Type) -> String {
    let (arbitrary, shrink) = match &of.shape {
        Shape::Struct(fields) => {
            let names = joined(fields, ", ", |(name, _)| name.to_string());
            let drawn =
                joined(fields, ", ", |(name, _)| format!("{name}: Arbitrary::arbitrary(source)"));
            let cloned = joined(fields, ", ", |(name, _)| format!("self.{name}.clone()"));
            (
                format!("Self {{ {drawn} }}"),
                format!("Box::new(({cloned},).shrink().map(|({names},)| Self {{ {names} }}))"),
            )
        }
        Shape::Enum(variants) => {
            let numbers: Vec<usize> = (0..variants.len()).collect();
            let drawn = joined(&numbers, "", |number| {
                let (name, fields) = variants[*number];
                let drawn = joined(fields, ", ", |_| "Arbitrary::arbitrary(source)".to_string());
                format!("            {number} => {},\n", applied(name, &drawn))
            });
            let shrunk = joined(variants, "", |(name, fields)| {
                let names: Vec<String> = (0..fields.len()).map(place).collect();
                let cloned = joined(&names, ", ", |name| format!("{name}.clone()"));
                let pattern = applied(name, &names.join(", "));
                if names.is_empty() {
                    format!("            {pattern} => empty_shrinker(),\n")
                } else {
                    let names = names.join(", ");
                    format!(
                        "            {pattern} => Box::new(({cloned},).shrink().map(|({names},)| {pattern})),\n"
                    )
                }
            });
            (
                format!(
                    "match source.choose(&{numbers:?}).unwrap() {{\n{drawn}            _ => unreachable!(),\n        }}"
                ),
                format!("match self {{\n{shrunk}        }}"),
            )
        }
    };
    format!(
        "impl Arbitrary for {name} {{\n    \
             fn arbitrary(source: &mut Gen) -> Self {{\n        {arbitrary}\n    }}\n\n    \
             fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {{\n        {shrink}\n    }}\n\
         }}\n",
        name = of.name
    )
}

fn applied(variant: &str, fields: &str) -> String {
    if fields.is_empty() {
        format!("Self::{variant}")
    } else {
        format!("Self::{variant}({fields})")
    }
}

fn law(law: &Law) -> String {
    let arguments = joined(law.arguments, ", ", |(name, of)| format!("{name}: {of}"));
    format!("#[quickcheck]\nfn {}({arguments}) {{\n    {}\n}}\n", law.name, law.body)
}
