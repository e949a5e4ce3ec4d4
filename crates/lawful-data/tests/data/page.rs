//! The tables of `FORMAT.md`.

use std::collections::BTreeMap;

/// The page.
pub const PAGE: &str = include_str!("../../FORMAT.md");

/// Members of a struct, or variants of an enum, with their types as the page writes them.
pub type Members = BTreeMap<String, String>;

/// A type of the page.
#[derive(Clone, Debug)]
pub struct Type {
    pub is_enum: bool,
    pub members: Members,
}

/// Tables of the page whose first column is a member or a variant, by the heading above.
pub fn types() -> BTreeMap<String, Type> {
    let mut types = BTreeMap::new();
    for section in PAGE.split("\n### ").skip(1) {
        let (name, text) = section.split_once('\n').expect("a section has a text");
        let heads = ["| member | type | meaning |\n", "| variant | content | meaning |\n"];
        let table = heads.iter().position(|head| text.contains(head));
        let table = table.unwrap_or_else(|| panic!("{name} has no table"));
        let (_, rows) = text.split_once(heads[table]).expect("it contains the head");
        let mut members = Members::new();
        for row in rows.lines().take_while(|line| line.starts_with('|')).skip(1) {
            let mut cells = row.split(" | ");
            let member = cells.next().unwrap_or_default().trim_start_matches("| ");
            let kind = cells.next().unwrap_or_else(|| panic!("{row}"));
            assert!(cells.next().is_some_and(|meaning| meaning.len() > 3), "{row}");
            let member = member.trim_matches('`').to_string();
            let twice = members.insert(member, without_links(kind));
            assert!(twice.is_none(), "{name}: {row}");
        }
        let known = types.insert(name.to_string(), Type { is_enum: table == 1, members });
        assert!(known.is_none(), "{name} twice");
    }
    types
}

/// A type without links: `[About](#about)` is `About`. Each link must lead to the heading of that name.
fn without_links(kind: &str) -> String {
    let mut text = String::new();
    let mut parts = kind.split('[');
    text.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part.split_once("](#").expect("a link has a target");
        let (target, rest) = rest.split_once(')').expect("a target has an end");
        assert_eq!(target, name.to_lowercase());
        text.push_str(name);
        text.push_str(rest);
    }
    text
}

/// Members of a content that the page lists: `` `table`: text; `value`: text ``.
pub fn listed(content: &str) -> Members {
    let members = content.split("; ").map(|member| {
        let (name, kind) = member.split_once(": ").expect("a member has a type");
        (name.trim_matches('`').to_string(), kind.to_string())
    });
    members.collect()
}
