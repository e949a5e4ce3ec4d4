//! A law as source.

use super::argument::Declared;

/// Width of a line.
const WIDTH: usize = 100;

/// A law that is about to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LawText {
    /// Name of its function.
    pub(super) name: String,
    pub(super) arguments: Vec<Declared>,
    /// Lines of the body.
    pub(super) body: Vec<String>,
    pub(super) is_async: bool,
    /// Statement of the law, for the person who asked for it.
    pub(super) states: String,
    pub(super) strength: Strength,
}

/// Claim of a law about its function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// The function does not panic.
    NoPanic,
    /// The function is undone, for the few values that are found among texts.
    RareRoundTrip,
    /// The function is undone.
    RoundTrip,
}

impl LawText {
    /// The lines of the law, which stand so far to the right. `lawful` is the name of the crate `lawful`.
    pub(super) fn lines(&self, lawful: &str, indent: usize) -> Vec<String> {
        let attribute = match lawful {
            "lawful" => String::from("#[law]"),
            other => format!("#[law(crate = {other})]"),
        };
        let mut lines = vec![attribute];
        let keyword = if self.is_async { "async fn" } else { "fn" };
        let arguments: Vec<String> = self.arguments.iter().map(Declared::text).collect();
        let line = format!("{keyword} {}({}) {{", self.name, arguments.join(", "));
        if indent + line.chars().count() <= WIDTH {
            lines.push(line);
        } else {
            lines.push(format!("{keyword} {}(", self.name));
            for (declared, text) in self.arguments.iter().zip(arguments) {
                match indent + text.chars().count() + 5 <= WIDTH {
                    true => lines.push(format!("    {text},")),
                    false => {
                        lines.extend(declared.attribute().map(|text| format!("    {text}")));
                        lines.push(format!("    {},", declared.plain()));
                    }
                }
            }
            lines.push(String::from(") {"));
        }
        lines.extend(self.body.iter().map(|line| format!("    {line}")));
        lines.push(String::from("}"));
        lines
    }
}

impl Declared {
    fn text(&self) -> String {
        match self.attribute() {
            Some(attribute) => format!("{attribute} {}", self.plain()),
            None => self.plain(),
        }
    }

    fn attribute(&self) -> Option<String> {
        self.generator.as_ref().map(|text| format!("#[from({text})]"))
    }

    fn plain(&self) -> String {
        let mutable = if self.is_mutable { "mut " } else { "" };
        format!("{mutable}{}: {}", self.name, self.kind)
    }
}

/// A sentence as comments, broken between words.
pub(super) fn comment(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::from("//");
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() + 6 > WIDTH {
            lines.push(std::mem::replace(&mut line, String::from("//")));
        }
        line.push(' ');
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// `BasketItem` as the name of a value: `basket_item`.
pub(super) fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut before = '_';
    for letter in name.chars() {
        if letter.is_uppercase() && before != '_' && !before.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
        before = letter;
    }
    // A type may be called like a keyword, in capitals.
    match syn::parse_str::<syn::Ident>(&snake) {
        Ok(_) => snake,
        Err(_) => format!("{snake}_value"),
    }
}
