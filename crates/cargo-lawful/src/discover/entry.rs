//! Entries of a signature, as they are typed: `shop::append`, `'"++" = shop::append'`, `'"[]" = Vec::<i32>::new'`.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, LitStr, Token};

use crate::error::CommandError;

/// A function, a method, a closure or a constant, with its name in laws if one is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) name: Option<String>,
    /// The expression, on one line.
    pub(super) expression: String,
    /// Names of the path, if it is nothing but a path.
    pub(super) path: Option<Vec<String>>,
    /// First names of paths in it, which may be those of crates.
    pub(super) firsts: Vec<String>,
}

/// An entry as it is parsed.
struct Typed {
    name: Option<LitStr>,
    expression: Expr,
}

impl Parse for Typed {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let is_named = input.peek(LitStr) && input.peek2(Token![=]) && !input.peek2(Token![==]);
        let name = if is_named { Some(input.parse()?) } else { None };
        if is_named {
            input.parse::<Token![=]>()?;
        }
        Ok(Typed { name, expression: input.parse()? })
    }
}

/// Reads the entries of an argument; several are parted by commas.
pub(super) fn read(argument: &str) -> Result<Vec<Entry>, CommandError> {
    // The shell takes the quotes of `"++" = f`, which then is `++ = f`.
    let parsed =
        syn::parse::Parser::parse_str(Punctuated::<Typed, Token![,]>::parse_terminated, argument);
    let parsed = parsed.map_err(|error| {
        CommandError::misused(format!(
            "`{argument}` is no entry of a signature: {error}{}",
            quoted(argument)
                .map(|entry| format!("\n  with a name it is typed {entry}"))
                .unwrap_or_default()
        ))
    })?;
    if parsed.is_empty() {
        return Err(CommandError::misused("a function is empty; name one, such as `shop::append`"));
    }
    parsed.into_iter().map(Entry::new).collect()
}

/// The entry in quotes that a shell leaves alone, if it has a name without quotes.
fn quoted(argument: &str) -> Option<String> {
    let (name, rest) = argument.split_once(" = ")?;
    let is_quoted = name.trim().starts_with('"');
    (!is_quoted).then(|| format!("'\"{}\" = {}'", name.trim(), rest.trim()))
}

impl Entry {
    fn new(typed: Typed) -> Result<Self, CommandError> {
        let Typed { name, expression } = typed;
        let text = expression.span().source_text().unwrap_or_default();
        let text = text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        if name.is_none() && matches!(expression, Expr::Closure(_)) {
            return Err(CommandError::misused(format!(
                "the closure `{text}` has no name; give it one: '\"name\" = {text}'"
            )));
        }
        let path = match &expression {
            Expr::Path(path) if path.qself.is_none() && path.path.leading_colon.is_none() => {
                let segments = path.path.segments.iter();
                Some(segments.map(|segment| segment.ident.to_string()).collect())
            }
            _ => None,
        };
        let mut firsts = Firsts::default();
        firsts.read(&text);
        let name = name.map(|name| name.value());
        Ok(Entry { name, expression: text, path, firsts: firsts.0 })
    }

    /// The entry as `sig!` takes it.
    pub(super) fn source(&self) -> String {
        match &self.name {
            Some(name) => format!("{name:?} = {}", self.expression),
            None => self.expression.clone(),
        }
    }

    /// The entry with another path in the place of the beginning of its own.
    pub(super) fn with_path(&self, from: &[String], to: &[String]) -> Self {
        let (from, to) = (from.join("::"), to.join("::"));
        let rest = self.expression.strip_prefix(&from).unwrap_or_default();
        Entry { expression: format!("{to}{rest}"), ..self.clone() }
    }
}

/// First names of paths, among tokens.
#[derive(Default)]
struct Firsts(Vec<String>);

impl Firsts {
    fn read(&mut self, text: &str) {
        let Ok(tokens) = text.parse::<TokenStream>() else { return };
        self.tokens(tokens);
    }

    fn tokens(&mut self, tokens: TokenStream) {
        // What stands before a name: a path goes on after `::`, and a field or a method follows a `.`.
        let mut before = String::new();
        for token in tokens {
            match token {
                TokenTree::Ident(name) if !before.ends_with("::") && !before.ends_with('.') => {
                    self.0.push(name.to_string());
                    before.clear();
                }
                TokenTree::Punct(sign) => before.push(sign.as_char()),
                TokenTree::Group(group) => {
                    self.tokens(group.stream());
                    before.clear();
                }
                _ => before.clear(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(argument: &str, expected: &[&str], firsts: &[&str]) {
        let entries = read(argument).expect("it is read");
        let sources: Vec<String> = entries.iter().map(Entry::source).collect();
        assert_eq!(sources, expected);
        let found: Vec<&String> = entries.iter().flat_map(|entry| &entry.firsts).collect();
        assert_eq!(found, firsts, "{argument}");
    }

    #[test]
    fn entries_are_read_as_they_are_typed() {
        check("shop::append", &["shop::append"], &["shop"]);
        check("reverse::<i32>", &["reverse::<i32>"], &["reverse", "i32"]);
        check("\"++\" = shop::append", &["\"++\" = shop::append"], &["shop"]);
        check("a::f, \"0\" = 0i32", &["a::f", "\"0\" = 0i32"], &["a"]);
        check(
            "\"both\" = |p: &b::Price,\n   q: u8| c::f(p.x, vec![d::new()])",
            &["\"both\" = |p: &b::Price, q: u8| c::f(p.x, vec![d::new()])"],
            &["p", "b", "q", "u8", "c", "p", "vec", "d"],
        );
    }

    #[test]
    fn what_is_no_entry_is_told() {
        let told = |argument: &str| read(argument).expect_err("it is refused").to_string();
        assert!(told("++ = append").ends_with("with a name it is typed '\"++\" = append'"));
        assert!(told("shop::").starts_with("`shop::` is no entry of a signature: "));
        assert_eq!(
            told("|x: u8| x"),
            "the closure `|x: u8| x` has no name; give it one: '\"name\" = |x: u8| x'"
        );
        assert!(told("").starts_with("a function is empty"));
    }

    #[test]
    fn a_path_is_replaced_at_its_beginning() {
        let entry = read("\"r\" = reverse::<reverse>").expect("it is read").remove(0);
        let path = |text: &str| text.split("::").map(String::from).collect::<Vec<_>>();
        let longer = entry.with_path(&path("reverse"), &path("shop::lists::reverse"));
        assert_eq!(longer.source(), "\"r\" = shop::lists::reverse::<reverse>");
    }
}
