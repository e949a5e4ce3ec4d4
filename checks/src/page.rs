//! Pages of Markdown as a reader goes through them: paragraphs and blocks of code.

/// Part of a page.
#[derive(Clone, Debug)]
pub enum Part {
    /// A paragraph.
    Prose(String),
    /// A block of code.
    Block(CodeBlock),
}

/// Block of code in a page.
#[derive(Clone, Debug)]
pub struct CodeBlock {
    /// Language that the fence names, such as `rust`, `console` or `text`.
    pub language: String,
    /// Lines between the fences.
    pub text: String,
}

/// File that the first line of a block names: `// tests/laws.rs`, or `# lawful.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Path in the project.
    pub path: String,
    /// Whether the block takes the place of an item of that name: `// src/lib.rs, instead`.
    pub is_instead: bool,
}

/// Parts of a page in their order.
pub fn parts(page: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for (index, text) in page.split("```").enumerate() {
        // Every second piece is between two fences.
        if index % 2 == 1 {
            let (language, text) = text.split_once('\n').expect("a block has lines");
            let (language, text) = (language.to_string(), text.to_string());
            parts.push(Part::Block(CodeBlock { language, text }));
        } else {
            let paragraphs = text.split("\n\n").filter(|text| !text.trim().is_empty());
            parts.extend(paragraphs.map(|text| Part::Prose(text.to_string())));
        }
    }
    parts
}

/// Blocks of code in one language, in their order.
pub fn blocks(page: &str, language: &str) -> Vec<CodeBlock> {
    let block = |part| match part {
        Part::Block(block) if block.language == language => Some(block),
        _ => None,
    };
    parts(page).into_iter().filter_map(block).collect()
}

impl CodeBlock {
    /// Returns the file that the first line names, if it does.
    pub fn file(&self) -> Option<NamedFile> {
        let line = self.text.lines().next()?;
        let comment = line.strip_prefix("// ").or_else(|| line.strip_prefix("# "))?;
        let (path, rest) = comment.split_once(", ").unwrap_or((comment, ""));
        let is_path =
            !path.contains(' ') && [".rs", ".toml", ".py"].iter().any(|end| path.ends_with(end));
        is_path.then(|| NamedFile { path: path.to_string(), is_instead: rest == "instead" })
    }
}

/// Returns the source with the item that `new` begins with replaced by it: all from the line that ends in the same
/// words up to a parenthesis or brace, to the line that closes it.
pub fn with_item_replaced(source: &str, new: &str) -> Option<String> {
    let head = |line: &str| {
        let end = line.find(['(', '{', '<']).unwrap_or(line.len());
        line[..end].to_string()
    };
    let is_item = |line: &&str| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with("//") && !line.starts_with("#[")
    };
    let wanted = head(new.lines().find(is_item)?);
    let indentation = &wanted[..wanted.len() - wanted.trim_start().len()];
    let lines: Vec<&str> = source.lines().collect();
    let first = lines.iter().position(|line| head(line) == wanted)?;
    let closing = format!("{indentation}}}");
    let last = first + lines[first..].iter().position(|line| *line == closing)?;
    // Attributes and comments of the old item go with it.
    let is_before = |line: &&&str| !is_item(line) && !line.trim().is_empty();
    let first = first - lines[..first].iter().rev().take_while(is_before).count();
    let all = [&lines[..first], &new.trim_end().lines().collect::<Vec<_>>(), &lines[last + 1..]];
    Some(all.concat().join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_may_name_its_file() {
        let file = |line: &str| {
            let block =
                CodeBlock { language: "rust".to_string(), text: format!("{line}\nmod a;\n") };
            block.file().map(|file| (file.path, file.is_instead))
        };
        assert_eq!(file("// tests/laws.rs"), Some(("tests/laws.rs".to_string(), false)));
        assert_eq!(file("// src/lib.rs, instead"), Some(("src/lib.rs".to_string(), true)));
        assert_eq!(file("# lawful.toml"), Some(("lawful.toml".to_string(), false)));
        assert_eq!(file("// A comment about lib.rs"), None);
        assert_eq!(file("use shop::lib;"), None);
    }

    #[test]
    fn an_item_takes_the_place_of_the_one_of_its_name() {
        let source = "struct A;\n\nimpl A {\n    /// Old.\n    fn f(&self) -> u8 {\n        if true {\n            1\n        } else {\n            2\n        }\n    }\n\n    fn g() {\n    }\n}\n";
        let new = "    /// New.\n    fn f(&self) -> u16 {\n        3\n    }\n";
        let expected = "struct A;\n\nimpl A {\n    /// New.\n    fn f(&self) -> u16 {\n        3\n    }\n\n    fn g() {\n    }\n}\n";
        assert_eq!(with_item_replaced(source, new).as_deref(), Some(expected));
        assert_eq!(with_item_replaced(source, "fn other() {\n}\n"), None);
    }
}
