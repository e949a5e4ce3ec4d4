//! The function under `#[law]`. Its body stays as it is, so that what the compiler and the editor
//! say of it is said of the user's own tokens.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, Ident, ReturnType, Token, Type, Visibility, parenthesized};

use crate::tokens::{contains, instead_of_literal};

pub struct LawFunction {
    pub attributes: Vec<Attribute>,
    pub asynchronous: Option<Token![async]>,
    pub keyword: Token![fn],
    pub name: Ident,
    pub generics: Generics,
    pub parentheses: Span,
    pub arguments: Vec<LawArgument>,
    pub output: ReturnType,
    pub body: TokenTree,
}

pub struct LawArgument {
    /// Name in the report.
    pub name: String,
    /// The pattern, `mut` and all.
    pub pattern: TokenStream,
    pub kind: Type,
    /// Generator of `#[from(..)]`.
    pub from: Option<TokenStream>,
}

impl Parse for LawFunction {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        attributes.iter().try_for_each(reject_another_test)?;
        let _: Visibility = input.parse()?;
        let asynchronous: Option<Token![async]> = input.parse()?;
        if input.peek(Token![unsafe]) || input.peek(Token![extern]) {
            return Err(input.error("a law is a plain function"));
        }
        let keyword = input.parse::<Token![fn]>()?;
        let name: Ident = input.parse()?;
        let mut generics: Generics = input.parse()?;
        let inside;
        let parentheses = parenthesized!(inside in input).span.join();
        let mut arguments = Vec::new();
        while !inside.is_empty() {
            arguments.push(inside.parse()?);
            if !inside.is_empty() {
                inside.parse::<Token![,]>()?;
            }
        }
        let output = input.parse()?;
        generics.where_clause = input.parse()?;
        let body = input.parse()?;
        Ok(LawFunction {
            attributes,
            asynchronous,
            keyword,
            name,
            generics,
            parentheses,
            arguments,
            output,
            body,
        })
    }
}

/// `#[test]`, `#[tokio::test]` or a second `#[law]` would run the law another time.
fn reject_another_test(attribute: &Attribute) -> syn::Result<()> {
    let message = match attribute.path().segments.last() {
        Some(last) if last.ident == "test" => {
            let name = attribute.path().to_token_stream().to_string().replace(' ', "");
            let block_on = match name.as_str() {
                "test" => "",
                _ => "; a runtime is named with `#[law(block_on = ..)]`",
            };
            format!("`#[law]` makes the test; remove `#[{name}]`{block_on}")
        }
        Some(last) if last.ident == "law" => String::from("`#[law]` is given twice; remove one"),
        _ => return Ok(()),
    };
    Err(syn::Error::new_spanned(attribute, message))
}

impl Parse for LawArgument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let mut from = None;
        for attribute in &attributes {
            if !attribute.path().is_ident("from") {
                let message = "the only attribute of a law's argument is `#[from(generator)]`";
                return Err(syn::Error::new_spanned(attribute, message));
            }
            let generator = attribute.meta.require_list()?.tokens.clone();
            if generator.is_empty() {
                let message = "`from` needs a generator: `#[from(0..10)]`";
                return Err(syn::Error::new_spanned(attribute, message));
            }
            if let Some(message) = instead_of_literal(&generator) {
                return Err(syn::Error::new_spanned(generator, message));
            }
            if from.replace(generator).is_some() {
                let message = "an argument has one generator; remove one `#[from(..)]`";
                return Err(syn::Error::new_spanned(attribute, message));
            }
        }
        let mut pattern = TokenStream::new();
        let mut name = None;
        while !input.peek(Token![:]) || input.peek(Token![::]) {
            if input.is_empty() || input.peek(Token![,]) {
                let message = "an argument of a law needs a type: `name: Type`";
                return Err(syn::Error::new_spanned(&pattern, message));
            }
            if input.peek(Token![::]) {
                input.parse::<Token![::]>()?.to_tokens(&mut pattern);
                continue;
            }
            let token: TokenTree = input.parse()?;
            if let TokenTree::Ident(ident) = &token {
                if ident == "self" && !input.peek(Token![::]) {
                    return Err(syn::Error::new(ident.span(), "a law is a function, not a method"));
                }
                if ident != "mut" && ident != "ref" {
                    name.get_or_insert(ident.to_string());
                }
            }
            token.to_tokens(&mut pattern);
        }
        input.parse::<Token![:]>()?;
        let kind: Type = input.parse()?;
        if contains(kind.to_token_stream(), "impl") {
            let message = "`impl Trait` makes the law generic, and a generic law needs its types: \
                           `#[law(for(One, Other))] fn law<T: Trait>(x: T)`";
            return Err(syn::Error::new_spanned(kind, message));
        }
        // A pattern such as `(x, y)` is shown without a name.
        let plain = pattern.clone().into_iter().all(|t| matches!(t, TokenTree::Ident(_)));
        let name = name.filter(|_| plain).unwrap_or_default();
        Ok(LawArgument { name, pattern, kind, from })
    }
}
