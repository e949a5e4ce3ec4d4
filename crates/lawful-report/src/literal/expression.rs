//! Rust source as a tree of brackets, before it is decided where lines end.

pub(super) struct Expression {
    /// What stands before it without being part of it: `&`, `field: `.
    pub(super) prefix: String,
    pub(super) open: String,
    pub(super) items: Vec<Expression>,
    pub(super) close: &'static str,
    pub(super) shape: Shape,
    /// The columns it takes on one line; kept here so that laying out a tree is linear in its size.
    width: usize,
    /// True if the text of a part is not what its type prints, so that the source may be wrong.
    pub(super) is_guess: bool,
    /// Name of the derived type whose path `open` begins with.
    derived: Option<String>,
}

/// How the items stand between the brackets.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shape {
    /// No brackets at all: `open` is the whole text.
    Word,
    /// `Name(a, b)`.
    Call,
    /// `(a, b)`, and `(a,)`.
    Tuple,
    /// `[a, b]`: short items share a line.
    List,
    /// `{k: v}`: each on its own line.
    Entries,
    /// `Name { a: b }`, with spaces inside the brackets.
    Fields,
}

impl Expression {
    pub(super) fn word(text: impl Into<String>) -> Self {
        Expression::group(text, Vec::new(), "", Shape::Word)
    }

    /// `function(argument)`.
    pub(super) fn call(function: &str, argument: Expression) -> Self {
        Expression::group(format!("{function}("), vec![argument], ")", Shape::Call)
    }

    pub(super) fn tuple(items: Vec<Expression>) -> Self {
        Expression::group("(", items, ")", Shape::Tuple)
    }

    /// The items between brackets, or one of them and their number if they are many, all the same
    /// word, and `may_repeat`.
    pub(super) fn list(
        open: &str,
        items: Vec<Expression>,
        close: &'static str,
        may_repeat: bool,
    ) -> Self {
        const MANY: usize = 8;
        match repeated_word(&items) {
            Some(word) if may_repeat && items.len() > MANY => {
                Expression::word(format!("{open}{word}; {}{close}", items.len()))
            }
            _ => Expression::group(open, items, close, Shape::List),
        }
    }

    pub(super) fn group(
        open: impl Into<String>,
        items: Vec<Expression>,
        close: &'static str,
        shape: Shape,
    ) -> Self {
        let is_guess = items.iter().any(|item| item.is_guess);
        let (prefix, open, derived) = (String::new(), open.into(), None);
        let mut group =
            Expression { prefix, open, items, close, shape, width: 0, is_guess, derived };
        group.width = group.measured();
        group
    }

    /// The same with `prefix` before it, as in `&x` or `field: x`.
    pub(super) fn prefixed(mut self, prefix: &str) -> Self {
        self.prefix.insert_str(0, prefix);
        self.width += prefix.chars().count();
        self
    }

    /// Marks a text that is only a guess at its type's source.
    pub(super) fn guess(self) -> Self {
        Expression { is_guess: true, ..self }
    }

    /// Marks a value of a derived type.
    pub(super) fn of_derived(self, type_name: &str) -> Self {
        Expression { derived: Some(type_name.to_string()), ..self }
    }

    /// Puts `prefix`, which depends on the type, before the path of every derived type.
    pub(super) fn qualify(&mut self, prefix: &dyn Fn(&str) -> String) {
        self.items.iter_mut().for_each(|item| item.qualify(prefix));
        if let Some(derived) = &self.derived {
            self.open.insert_str(0, &prefix(derived));
        }
        self.width = self.measured() + self.prefix.chars().count();
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The whole on one line.
    pub(super) fn flat(&self) -> String {
        let mut text = String::new();
        self.write_flat(&mut text);
        text
    }

    pub(super) fn write_flat(&self, text: &mut String) {
        text.push_str(&self.prefix);
        text.push_str(&self.open);
        text.push_str(self.opening_space());
        for (index, item) in self.items.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            item.write_flat(text);
        }
        text.push_str(self.closing_mark());
        text.push_str(self.close);
    }

    fn opening_space(&self) -> &'static str {
        match self.shape {
            Shape::Fields => " ",
            _ => "",
        }
    }

    fn closing_mark(&self) -> &'static str {
        match self.shape {
            Shape::Fields => " ",
            Shape::Tuple if self.items.len() == 1 => ",",
            _ => "",
        }
    }

    fn measured(&self) -> usize {
        let brackets = self.open.chars().count() + self.close.len();
        let spaces = self.opening_space().len() + self.closing_mark().len();
        let separators = 2 * self.items.len().saturating_sub(1);
        let mut width = brackets + spaces + separators;
        for item in &self.items {
            width += item.width();
        }
        width
    }
}

/// The word that all the items are.
fn repeated_word(items: &[Expression]) -> Option<&str> {
    let word = &items.first()?.open;
    let is_the_word = |item: &Expression| item.shape == Shape::Word && item.open == *word;
    items.iter().all(is_the_word).then_some(word)
}
