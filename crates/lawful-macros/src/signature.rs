//! The function under `#[law]`. Its body stays as it is, so that what the compiler and the editor
//! say of it is said of the user's own tokens.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Generics, Ident, ReturnType, Token, Type, Visibility, parenthesized};

pub struct LawFunction {
    pub attributes: Vec<Attribute>,
    pub asynchronous: Option<Token![async]>,
    pub name: Ident,
    pub generics: Generics,
    pub arguments: Vec<LawArgument>,
    pub output: ReturnType,
    pub body: TokenTree,
}

pub struct LawArgument {
    /// What the report calls it.
    pub name: String,
    /// The pattern, `mut` and all.
    pub pattern: TokenStream,
    pub kind: Type,
    /// The generator of `#[from(..)]`.
    pub from: Option<TokenStream>,
}

impl Parse for LawFunction {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let _: Visibility = input.parse()?;
        let asynchronous: Option<Token![async]> = input.parse()?;
        if input.peek(Token![unsafe]) || input.peek(Token![extern]) {
            return Err(input.error("a law is a plain function"));
        }
        input.parse::<Token![fn]>()?;
        let name: Ident = input.parse()?;
        let mut generics: Generics = input.parse()?;
        let inside;
        parenthesized!(inside in input);
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
        Ok(LawFunction { attributes, asynchronous, name, generics, arguments, output, body })
    }
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
            let list = attribute.meta.require_list()?;
            from = Some(list.tokens.clone());
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
        // A pattern such as `(x, y)` is shown without a name.
        let plain = pattern.clone().into_iter().all(|t| matches!(t, TokenTree::Ident(_)));
        let name = name.filter(|_| plain).unwrap_or_default();
        Ok(LawArgument { name, pattern, kind, from })
    }
}
