//! The names `std::any::type_name` gives.
//!
//! They are documented to be no more than a best effort, so nothing here relies on their form: a
//! name, or an argument in it, that is not understood is [`Type::Unknown`], and a value of unknown
//! type is printed as its `Debug` text has it.

use lawful_data::Description;

use super::DEPTH_LIMIT;
use super::cursor::Cursor;

#[derive(Debug, PartialEq)]
pub(super) enum Type<'a> {
    /// Function pointers, trait objects, raw pointers, values of const parameters, and whatever
    /// else has no literal of its own.
    Unknown,
    Named(Named<'a>),
    Tuple(Vec<Type<'a>>),
    Array(Box<Type<'a>>),
    Slice(Box<Type<'a>>),
    Reference {
        mutable: bool,
        target: Box<Type<'a>>,
    },
}

#[derive(Debug, PartialEq)]
pub(super) struct Named<'a> {
    pub(super) origin: Origin,
    /// The whole of it, as it stands in the text.
    pub(super) text: &'a str,
    /// The last segment of the path.
    pub(super) name: &'a str,
    /// Without the lifetimes, which some compilers print and some do not.
    pub(super) arguments: Vec<Type<'a>>,
    /// The derived types that are known, this one perhaps among them.
    pub(super) types: &'a [Description],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Origin {
    Primitive,
    /// core, alloc or std. The modules between the crate and the type have moved before and will
    /// again, so they are not looked at.
    Standard,
    Foreign,
}

impl<'a> Named<'a> {
    /// The argument at `index`, unknown where there is none.
    pub(super) fn argument(&self, index: usize) -> &Type<'a> {
        self.arguments.get(index).unwrap_or(&Type::Unknown)
    }
}

impl<'a> Type<'a> {
    pub(super) fn is_primitive(&self) -> bool {
        self.primitive_name().is_some()
    }

    pub(super) fn primitive_name(&self) -> Option<&'a str> {
        match self {
            Type::Named(named) if named.origin == Origin::Primitive => Some(named.name),
            _ => None,
        }
    }
}

pub(super) fn parse<'a>(name: &'a str, types: &'a [Description]) -> Type<'a> {
    let mut parser = Parser { cursor: Cursor::new(name), depth: 0, types };
    match parser.type_name() {
        Some(parsed) if parser.cursor.is_done() => parsed,
        _ => Type::Unknown,
    }
}

/// Steps over one type, up to the bracket or comma that is not part of it.
pub(super) fn skip(cursor: &mut Cursor) {
    let mut open = 0;
    while let Some(next) = cursor.peek() {
        if cursor.eat("->") || skip_quoted(cursor) {
            continue;
        }
        match next {
            '<' | '(' | '[' | '{' => open += 1,
            ',' | ';' | '>' | ')' | ']' | '}' if open == 0 => return,
            '>' | ')' | ']' | '}' => open -= 1,
            _ => {}
        }
        cursor.next();
    }
}

/// The value of a const parameter may be any character, brackets included.
fn skip_quoted(cursor: &mut Cursor) -> bool {
    let mut ahead = *cursor;
    let quoted = ahead.quoted_character().is_some();
    if quoted {
        *cursor = ahead;
    }
    quoted
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    depth: usize,
    types: &'a [Description],
}

impl<'a> Parser<'a> {
    /// Nothing means that the brackets do not match.
    fn type_name(&mut self) -> Option<Type<'a>> {
        if self.depth == DEPTH_LIMIT {
            return None;
        }
        self.depth += 1;
        let parsed = self.understood()?;
        self.depth -= 1;
        if matches!(self.cursor.peek(), None | Some(',' | ';' | '>' | ')' | ']')) {
            return Some(parsed);
        }
        skip(&mut self.cursor);
        Some(Type::Unknown)
    }

    fn understood(&mut self) -> Option<Type<'a>> {
        if self.cursor.eat("&") {
            self.reference()
        } else if self.cursor.eat("(") {
            self.list(")").map(Type::Tuple)
        } else if self.cursor.eat("[") {
            self.array_or_slice()
        } else {
            self.path()
        }
    }

    fn reference(&mut self) -> Option<Type<'a>> {
        if self.lifetime() {
            self.cursor.eat(" ");
        }
        let mutable = self.cursor.eat("mut ");
        let target = Box::new(self.type_name()?);
        Some(Type::Reference { mutable, target })
    }

    fn array_or_slice(&mut self) -> Option<Type<'a>> {
        let element = Box::new(self.type_name()?);
        let is_array = self.cursor.eat(";");
        if is_array {
            skip(&mut self.cursor);
        }
        self.cursor.eat("]").then_some(if is_array {
            Type::Array(element)
        } else {
            Type::Slice(element)
        })
    }

    /// A path, whose segments may have arguments before the last one (`outer<u8>::Inner`) and may
    /// be `{{closure}}`.
    fn path(&mut self) -> Option<Type<'a>> {
        let start = self.cursor;
        let mut segments = Vec::new();
        loop {
            let Some(segment) = self.segment() else {
                return Some(Type::Unknown);
            };
            segments.push(segment);
            let arguments = if self.cursor.eat("<") { self.list(">")? } else { Vec::new() };
            if self.cursor.eat("::") {
                continue;
            }
            if segment.starts_with('{') {
                return Some(Type::Unknown);
            }
            return Some(Type::Named(Named {
                origin: origin(&segments),
                text: self.cursor.since(start),
                name: segment,
                arguments,
                types: self.types,
            }));
        }
    }

    fn segment(&mut self) -> Option<&'a str> {
        let start = self.cursor;
        if self.cursor.eat("{") {
            skip(&mut self.cursor);
            return self.cursor.eat("}").then(|| self.cursor.since(start));
        }
        self.cursor.identifier()
    }

    /// Types up to `close`, with or without a comma after the last one.
    fn list(&mut self, close: &str) -> Option<Vec<Type<'a>>> {
        let mut types = Vec::new();
        while !self.cursor.eat(close) {
            if !self.lifetime() {
                types.push(self.type_name()?);
            }
            if !self.cursor.eat(",") {
                return self.cursor.eat(close).then_some(types);
            }
            self.cursor.eat(" ");
        }
        Some(types)
    }

    /// Steps over a lifetime, which begins like a character that is the value of a const parameter.
    fn lifetime(&mut self) -> bool {
        let is_lifetime =
            self.cursor.starts_with("'") && self.cursor.clone().quoted_character().is_none();
        if is_lifetime {
            self.cursor.eat("'");
            self.cursor.identifier();
        }
        is_lifetime
    }
}

fn origin(segments: &[&str]) -> Origin {
    match segments {
        ["bool" | "char" | "str" | "f32" | "f64"] => Origin::Primitive,
        ["i8" | "i16" | "i32" | "i64" | "i128" | "isize"] => Origin::Primitive,
        ["u8" | "u16" | "u32" | "u64" | "u128" | "usize"] => Origin::Primitive,
        ["core" | "alloc" | "std", _, ..] => Origin::Standard,
        _ => Origin::Foreign,
    }
}
