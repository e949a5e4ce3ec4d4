//! The grammar of `Debug` text, as std's types and `#[derive(Debug)]` write it.
//!
//! The parser is strict about spaces (`", "`, `": "`, `" { "`), because that is how the formatter
//! writes them and what is written otherwise comes from somebody's own `Debug`, of which nothing is
//! known.

use super::DEPTH_LIMIT;
use super::bare;
use super::cursor::Cursor;
use super::type_name;

#[derive(Debug, PartialEq)]
pub(super) enum Value<'a> {
    Word(Word, &'a str),
    Tuple(Vec<Value<'a>>),
    /// `Name(a, b)`.
    Constructor {
        name: &'a str,
        items: Vec<Value<'a>>,
    },
    /// `Name { field: a, .. }`.
    Struct {
        name: &'a str,
        fields: Vec<(&'a str, Value<'a>)>,
        /// Whether it ends in `..`: there are fields that `Debug` does not show.
        non_exhaustive: bool,
    },
    /// `Name [a, b]` or `Name {a: b}`.
    Tagged {
        name: &'a str,
        content: Box<Value<'a>>,
    },
    List(Vec<Value<'a>>),
    /// `{a, b}`, and `{}`, which may as well be an empty map.
    Set(Vec<Value<'a>>),
    Map(Vec<(Value<'a>, Value<'a>)>),
    Range {
        start: Option<Box<Value<'a>>>,
        operator: &'static str,
        end: Option<Box<Value<'a>>>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Word {
    /// The name of a result, or of a part of one: `v1`, `v1.context`.
    Variable,
    Boolean,
    Character,
    /// A number, `inf` and `NaN` among them, or a number with a unit of time.
    Number,
    /// The name of a unit struct or variant.
    Name,
    Text,
    /// `b"text"`.
    Bytes,
    /// An address, a date, an identifier.
    Bare,
    /// `PhantomData<T>`.
    Phantom,
}

impl<'a> Value<'a> {
    /// The text in quotes, if that is what this is.
    pub(super) fn quoted(&self) -> Option<&'a str> {
        match self {
            Value::Word(Word::Text, text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<&'a str> {
        match self {
            Value::Word(Word::Number, text) => Some(text),
            _ => None,
        }
    }

    /// The name of the struct or variant that this text begins with.
    pub(super) fn name(&self) -> Option<&'a str> {
        match self {
            Value::Word(Word::Name, name)
            | Value::Constructor { name, .. }
            | Value::Struct { name, .. } => Some(name),
            _ => None,
        }
    }
}

/// The whole of `debug` as a value, or nothing if it is not of the grammar or too deep.
pub(super) fn parse(debug: &str) -> Option<Value<'_>> {
    let mut parser = Parser { cursor: Cursor::new(debug), depth: 0 };
    let value = parser.value()?;
    parser.cursor.is_done().then_some(value)
}

/// Whether this is what the variables of machines are called: `v1`.
fn is_variable(name: &str) -> bool {
    let number = name.strip_prefix('v').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn value(&mut self) -> Option<Value<'a>> {
        if self.depth == DEPTH_LIMIT {
            return None;
        }
        self.depth += 1;
        let start = if self.cursor.starts_with("..") { None } else { Some(self.operand()?) };
        let value = match (self.range_operator(), start) {
            (Some(operator), start) => self.range(start, operator)?,
            (None, start) => start?,
        };
        self.depth -= 1;
        Some(value)
    }

    fn range_operator(&mut self) -> Option<&'static str> {
        ["..=", ".."].iter().find(|operator| self.cursor.eat(operator)).copied()
    }

    /// The ends are operands, not ranges: a range of ranges has no brackets in its `Debug` text, so
    /// it cannot be told how it nests.
    fn range(&mut self, start: Option<Value<'a>>, operator: &'static str) -> Option<Value<'a>> {
        let end = match self.cursor.peek() {
            None | Some(',' | ')' | ']' | '}' | ':' | ' ') => None,
            Some(_) => Some(Box::new(self.operand()?)),
        };
        let start = start.map(Box::new);
        Some(Value::Range { start, operator, end })
    }

    fn operand(&mut self) -> Option<Value<'a>> {
        match self.cursor.peek()? {
            '(' => self.tuple(),
            '[' => self.bare().or_else(|| self.list()),
            '{' => self.set_or_map(),
            '"' => self.text(),
            '\'' => self.character(),
            '-' | '0'..='9' => self.word(Parser::number),
            _ => self.word(Parser::named),
        }
    }

    /// A number or a name, unless it goes on in a way that neither does.
    fn word(&mut self, read: impl Fn(&mut Self) -> Option<Value<'a>>) -> Option<Value<'a>> {
        let start = self.cursor;
        let depth = self.depth;
        let value = read(self).filter(|_| bare::is_end(&self.cursor));
        value.or_else(|| {
            (self.cursor, self.depth) = (start, depth);
            self.bare()
        })
    }

    fn bare(&mut self) -> Option<Value<'a>> {
        bare::read(&mut self.cursor).map(|text| Value::Word(Word::Bare, text))
    }

    fn tuple(&mut self) -> Option<Value<'a>> {
        self.cursor.eat("(");
        if self.cursor.eat(")") {
            return Some(Value::Tuple(Vec::new()));
        }
        let first = vec![self.value()?];
        if self.cursor.eat(",)") {
            return Some(Value::Tuple(first));
        }
        self.expect(", ")?;
        self.items(first, ")").map(Value::Tuple)
    }

    fn list(&mut self) -> Option<Value<'a>> {
        self.cursor.eat("[");
        if self.cursor.eat("]") {
            return Some(Value::List(Vec::new()));
        }
        self.items(Vec::new(), "]").map(Value::List)
    }

    fn set_or_map(&mut self) -> Option<Value<'a>> {
        self.cursor.eat("{");
        if self.cursor.eat("}") {
            return Some(Value::Set(Vec::new()));
        }
        let first = self.value()?;
        if self.cursor.eat(": ") {
            return self.entries(first).map(Value::Map);
        }
        if self.cursor.eat("}") {
            return Some(Value::Set(vec![first]));
        }
        self.expect(", ")?;
        self.items(vec![first], "}").map(Value::Set)
    }

    /// At least one item more, up to `close`.
    fn items(&mut self, mut items: Vec<Value<'a>>, close: &str) -> Option<Vec<Value<'a>>> {
        loop {
            items.push(self.value()?);
            if self.cursor.eat(close) {
                return Some(items);
            }
            self.expect(", ")?;
        }
    }

    /// The entries of a map whose first key has been read.
    fn entries(&mut self, first: Value<'a>) -> Option<Vec<(Value<'a>, Value<'a>)>> {
        let mut entries = Vec::new();
        let mut key = first;
        loop {
            entries.push((key, self.value()?));
            if self.cursor.eat("}") {
                return Some(entries);
            }
            self.expect(", ")?;
            key = self.value()?;
            self.expect(": ")?;
        }
    }

    fn named(&mut self) -> Option<Value<'a>> {
        let start = self.cursor;
        let name = self.cursor.identifier()?;
        if self.cursor.eat("(") {
            let items = self.items(Vec::new(), ")")?;
            return Some(Value::Constructor { name, items });
        }
        if self.cursor.eat(" { ") {
            return self.fields(name);
        }
        if name == "PhantomData" && self.cursor.eat("<") {
            type_name::skip(&mut self.cursor);
            self.expect(">")?;
            return Some(Value::Word(Word::Phantom, self.cursor.since(start)));
        }
        if name == "b" && self.cursor.starts_with("\"") {
            self.text()?;
            return Some(Value::Word(Word::Bytes, self.cursor.since(start)));
        }
        if self.cursor.starts_with(" [") || self.cursor.starts_with(" {") {
            self.cursor.eat(" ");
            let content = Box::new(self.value()?);
            return Some(Value::Tagged { name, content });
        }
        if is_variable(name) {
            while self.cursor.starts_with(".") && !self.cursor.starts_with("..") {
                self.cursor.eat(".");
                self.cursor.identifier()?;
            }
            return Some(Value::Word(Word::Variable, self.cursor.since(start)));
        }
        let word = match name {
            "true" | "false" => Word::Boolean,
            "inf" | "NaN" => Word::Number,
            _ => Word::Name,
        };
        Some(Value::Word(word, name))
    }

    fn fields(&mut self, name: &'a str) -> Option<Value<'a>> {
        let mut fields = Vec::new();
        loop {
            let non_exhaustive = self.cursor.eat("..");
            if !non_exhaustive {
                let field = self.cursor.identifier()?;
                self.expect(": ")?;
                fields.push((field, self.value()?));
            }
            if self.cursor.eat(" }") {
                return Some(Value::Struct { name, fields, non_exhaustive });
            }
            self.expect(", ")?;
        }
    }

    fn text(&mut self) -> Option<Value<'a>> {
        let start = self.cursor;
        self.cursor.eat("\"");
        loop {
            self.cursor.take_while(|c| c != '"' && c != '\\');
            match self.cursor.next()? {
                '"' => return Some(Value::Word(Word::Text, self.cursor.since(start))),
                _ => self.cursor.next()?,
            };
        }
    }

    fn character(&mut self) -> Option<Value<'a>> {
        let start = self.cursor;
        self.cursor.quoted_character()?;
        Some(Value::Word(Word::Character, self.cursor.since(start)))
    }

    fn number(&mut self) -> Option<Value<'a>> {
        let start = self.cursor;
        self.cursor.eat("-");
        if self.cursor.eat("0x") {
            self.digits(16)?;
        } else if !self.cursor.eat("inf") {
            self.decimal()?;
        }
        Some(Value::Word(Word::Number, self.cursor.since(start)))
    }

    fn decimal(&mut self) -> Option<()> {
        self.digits(10)?;
        if self.cursor.starts_with(".") && !self.cursor.starts_with("..") {
            self.cursor.eat(".");
            self.digits(10)?;
        }
        if self.cursor.eat("e") {
            self.cursor.eat("-");
            self.digits(10)?;
        } else {
            let units = ["ns", "µs", "ms", "s"];
            units.iter().find(|unit| self.cursor.eat(unit));
        }
        Some(())
    }

    fn digits(&mut self, radix: u32) -> Option<()> {
        let digits = self.cursor.take_while(|c| c.is_digit(radix));
        (!digits.is_empty()).then_some(())
    }

    fn expect(&mut self, text: &str) -> Option<()> {
        self.cursor.eat(text).then_some(())
    }
}
