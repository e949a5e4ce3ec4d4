//! The crate in lawful's words: `Arbitrary` derived, and `#[law]`.

use super::Template;
use super::model::{LAWS, Law, joined};

pub const TEMPLATE: Template = Template {
    subject: "lawful",
    dependencies: &[("lawful", "{ path = \"{root}/crates/lawful\" }")],
    derived: ", lawful::Arbitrary",
    laws,
};

fn laws() -> String {
    format!("use lawful::prelude::*;\n\nuse crate::types::*;\n\n{}", joined(LAWS, "\n", law))
}

fn law(law: &Law) -> String {
    let arguments = joined(law.arguments, ", ", |(name, of)| format!("{name}: {of}"));
    format!("#[law]\nfn {}({arguments}) {{\n    {}\n}}\n", law.name, law.body)
}
