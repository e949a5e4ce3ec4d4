//! Expressions, patterns and types as tokens: the parser of expressions is most of what syn costs to build, so there
//! is none.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Lifetime, Lit, Token};

/// Parses an expression, as far as the next comma outside of brackets and of `::<..>`.
pub fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    let mut depth = 0u32;
    while !input.is_empty() && (depth > 0 || !input.peek(Token![,])) {
        if input.peek(Token![::]) && input.peek3(Token![<]) {
            input.parse::<Token![::]>()?.to_tokens(&mut tokens);
            input.parse::<Token![<]>()?.to_tokens(&mut tokens);
            depth += 1;
            continue;
        }
        if depth > 0 && input.peek(Token![->]) {
            input.parse::<Token![->]>()?.to_tokens(&mut tokens);
            continue;
        }
        match input.parse::<TokenTree>()? {
            TokenTree::Punct(sign) if depth > 0 => {
                match sign.as_char() {
                    '<' => depth += 1,
                    '>' => depth -= 1,
                    _ => {}
                }
                sign.to_tokens(&mut tokens);
            }
            token => token.to_tokens(&mut tokens),
        }
    }
    Ok(tokens)
}

/// Expressions between commas. A comma between the parameters of a closure counts too.
pub fn split_at_commas(tokens: &TokenStream) -> Vec<TokenStream> {
    let parser = |input: ParseStream<'_>| {
        let mut parts = Vec::new();
        while !input.is_empty() {
            parts.push(until_comma(input)?);
            let _: Option<Token![,]> = input.parse()?;
        }
        Ok(parts)
    };
    parser.parse2(tokens.clone()).unwrap_or_default()
}

/// Moves tokens to another place for the messages of the compiler. Names mean what they meant.
pub fn located(tokens: TokenStream, at: Span) -> TokenStream {
    let located = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let mut copy = Group::new(group.delimiter(), located(group.stream(), at));
            copy.set_span(group.span().located_at(at));
            TokenTree::Group(copy)
        }
        mut token => {
            token.set_span(token.span().located_at(at));
            token
        }
    };
    tokens.into_iter().map(located).collect()
}

/// Returns whether a name is among the tokens, at any depth.
pub fn contains(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => contains(group.stream(), name),
        _ => false,
    })
}

/// Returns what to write instead of a literal, or a list of literals, where a generator is needed.
pub fn instead_of_literal(generator: &TokenStream) -> Option<String> {
    let is_literal = |tokens: &TokenStream| syn::parse2::<Lit>(tokens.clone()).is_ok();
    let mut tokens = generator.clone().into_iter();
    let instead = match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(group), None) if group.delimiter() == Delimiter::Bracket => {
            let values = split_at_commas(&group.stream());
            let are_literals = !values.is_empty() && values.iter().all(is_literal);
            are_literals.then(|| format!("one of some values is `elements({generator})`"))?
        }
        (TokenTree::Literal(_), None) => match syn::parse2(generator.clone()) {
            Ok(Lit::Str(_)) => format!(
                "a text that matches a regular expression is `matching({generator})`, with the feature \
                 `regex`, and a single value is `just({generator})`"
            ),
            _ => format!("a single value is `just({generator})`"),
        },
        _ => return None,
    };
    Some(format!("`{generator}` is not a generator: {instead}"))
}

/// Names that a pattern binds.
pub fn bound_names(pattern: &TokenStream) -> Vec<Ident> {
    let tokens: Vec<TokenTree> = pattern.clone().into_iter().collect();
    let mut names = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => names.extend(bound_names(&group.stream())),
            TokenTree::Ident(name) if name != "mut" && name != "ref" && name != "_" => {
                // The name of a type, or of a field whose pattern follows.
                let is_path = ends_with(&tokens[..index], "::");
                let next = tokens.get(index + 1);
                let is_type = matches!(next, Some(TokenTree::Group(_))) || is_punct(next, ':');
                if !is_path && !is_type {
                    names.push(name.clone());
                }
            }
            _ => {}
        }
    }
    names
}

/// Returns whether an expression mentions one of some variables.
///
/// A call, a path, a macro, a field and a method of the same name are something else: `text` is an argument in
/// `0..text.len()` and a function in `text(..)`. So is a closure's parameter of that name.
pub fn mentions(expression: &TokenStream, variables: &[Ident]) -> bool {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    let before = |index: usize| index.checked_sub(1).and_then(|index| tokens.get(index));
    let mut hidden: Vec<Ident> = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let next = tokens.get(index + 1);
        match token {
            TokenTree::Group(group) => {
                let visible: Vec<Ident> =
                    variables.iter().filter(|name| !hidden.contains(name)).cloned().collect();
                if mentions(&group.stream(), &visible) {
                    return true;
                }
            }
            // The parameters of a closure hide variables as far as the closure goes.
            TokenTree::Punct(bar) if bar.as_char() == '|' && begins_closure(before(index)) => {
                let end = tokens[index + 1..].iter().position(|token| is_punct(Some(token), '|'));
                let end = end.map_or(tokens.len(), |length| index + 1 + length);
                hidden.extend(bound_names(&tokens[index + 1..end].iter().cloned().collect()));
                index = end;
            }
            TokenTree::Punct(comma) if comma.as_char() == ',' => hidden.clear(),
            TokenTree::Ident(name) if variables.contains(name) && !hidden.contains(name) => {
                let before = &tokens[..index];
                let is_member = ends_with(before, ".") && !ends_with(before, "..");
                let is_path = ends_with(before, "::") || is_punct(next, ':');
                let is_call = matches!(next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
                let is_macro = is_punct(next, '!') && !is_punct(tokens.get(index + 2), '=');
                if !is_member && !is_path && !is_call && !is_macro {
                    return true;
                }
            }
            _ => {}
        }
        index += 1;
    }
    false
}

/// Returns whether the tokens end with these signs.
fn ends_with(tokens: &[TokenTree], signs: &str) -> bool {
    let mut tokens = tokens.iter().rev();
    signs.chars().rev().all(|sign| is_punct(tokens.next(), sign))
}

/// Returns whether `|` after this token begins a closure, and is not an operator.
fn begins_closure(before: Option<&TokenTree>) -> bool {
    match before {
        None => true,
        Some(TokenTree::Ident(word)) => word == "move" || word == "return" || word == "async",
        Some(TokenTree::Punct(sign)) => sign.as_char() != '|',
        Some(_) => false,
    }
}

fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// A type as it is written outside of its function: lifetimes of the function are left to be inferred, and so is
/// `Parameter::Item`, which would be ambiguous where the parameter is an alias.
pub fn outside(
    kind: TokenStream,
    lifetimes: &[&Lifetime],
    parameter: Option<&Ident>,
) -> TokenStream {
    let tokens: Vec<TokenTree> = kind.into_iter().collect();
    let mut outside = TokenStream::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let next = tokens.get(index + 1);
        match (token, next) {
            (TokenTree::Punct(quote), Some(TokenTree::Ident(name)))
                if quote.as_char() == '\'' && lifetimes.iter().any(|one| one.ident == *name) =>
            {
                let mut quote = Punct::new('\'', Spacing::Joint);
                quote.set_span(name.span());
                quote.to_tokens(&mut outside);
                Ident::new("_", name.span()).to_tokens(&mut outside);
                index += 1;
            }
            (TokenTree::Ident(name), Some(_))
                if parameter == Some(name)
                    && is_punct(next, ':')
                    && is_punct(tokens.get(index + 2), ':') =>
            {
                Ident::new("_", name.span()).to_tokens(&mut outside);
                index += 3;
            }
            (TokenTree::Group(group), _) => {
                let inside = self::outside(group.stream(), lifetimes, parameter);
                let mut copy = Group::new(group.delimiter(), inside);
                copy.set_span(group.span());
                copy.to_tokens(&mut outside);
            }
            _ => token.to_tokens(&mut outside),
        }
        index += 1;
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_mentions(expected: bool, expression: &str) {
        let variables = [quote::format_ident!("v"), quote::format_ident!("text")];
        let tokens = expression.parse().unwrap();
        assert_eq!(mentions(&tokens, &variables), expected, "{expression}");
    }

    #[test]
    fn variables_are_told_from_other_uses_of_their_names() {
        for expression in [
            "v",
            "0..v",
            "0..v.len()",
            "..=v",
            "elements(v.clone())",
            "vec(any::<u8>(), 0..=v[0])",
            "any::<u8>().mapped(move |x| x + v)",
            "text(..text.len())",
            "if v != 3 { 1..2 } else { 3..4 }",
            "a | v",
            "any().mapped(|v| v + 1), v",
        ] {
            check_mentions(true, expression);
        }
        for expression in [
            "",
            "text(..3)",
            "text(0..3).mapped(|v| v.len())",
            "any().mapped(move |(v, w): (u8, u8)| v + w)",
            "any().mapped(|Pair { one: v, .. }| { v + 1 })",
            "config.v",
            "Config { v: 3 }",
            "v::generator()",
            "self::v()",
            "v!(3)",
            "vec(0..3, 1..=2)",
        ] {
            check_mentions(false, expression);
        }
    }

    #[test]
    fn patterns_bind_names() {
        let names = |pattern: &str| {
            let names = bound_names(&pattern.parse().unwrap());
            names.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(names("mut x"), ["x"]);
        assert_eq!(names("(low, [first, .., _])"), ["low", "first"]);
        assert_eq!(names("shapes::Point { across, down: d }"), ["across", "d"]);
        assert_eq!(names("self::Wrapped(inside)"), ["inside"]);
        assert_eq!(names("all @ Some(one)"), ["all", "one"]);
    }

    #[test]
    fn commas_split_expressions() {
        let parts = |tokens: &str| split_at_commas(&tokens.parse().unwrap()).len();
        assert_eq!(parts("1, 2"), 2);
        assert_eq!(parts("f::<A, B>(), [1, 2], a < b, c > d,"), 4);
        assert_eq!(parts("f::<Box<dyn Fn(u8) -> u8>, B>(), 2"), 2);
        assert_eq!(parts(""), 0);
    }
}
