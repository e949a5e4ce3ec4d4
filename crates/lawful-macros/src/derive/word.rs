//! The words of `#[arbitrary(..)]`, and `#[from(..)]`, which laws have too.
//!
//! Only `#[from(generator)]` has a short form, and only on fields. Helper attributes have no owner:
//! a bare `#[skip]`, `#[weight(..)]` or `#[bound(..)]` is as likely another derive's. So is `#[from]`
//! without brackets (thiserror), or on a type or a variant (derive_more), and those are left alone.

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, LitInt, Meta, Token, WherePredicate, parenthesized};

use crate::root;
use crate::tokens::instead_of_literal;

/// What an attribute stands on.
#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    Type,
    Variant,
    Field,
}

/// What the attributes of one place say.
#[derive(Default)]
pub struct Words {
    /// Path of the hidden module of `lawful`.
    pub root: Option<TokenStream>,
    pub from: Option<TokenStream>,
    pub weight: Option<u32>,
    pub skip: Option<Span>,
    pub bound: Option<Punctuated<WherePredicate, Token![,]>>,
    pub recycle: Option<Span>,
    pub own_func_key: Option<Span>,
}

const WORDS: &[(&str, Place)] = &[
    ("crate", Place::Type),
    ("bound", Place::Type),
    ("recycle", Place::Type),
    ("own_func_key", Place::Type),
    ("weight", Place::Variant),
    ("skip", Place::Variant),
    ("from", Place::Field),
    ("skip", Place::Field),
];

impl Words {
    pub fn read(attributes: &[Attribute], place: Place) -> syn::Result<Self> {
        let mut words = Words::default();
        for attribute in attributes {
            let is = |name: &str| attribute.path().is_ident(name);
            match &attribute.meta {
                Meta::List(list) if is("arbitrary") => {
                    let parser = |input: ParseStream<'_>| words.parse_all(input, place);
                    parser.parse2(list.tokens.clone())?;
                }
                Meta::List(list) if is("from") && place == Place::Field => {
                    words.set_from(attribute.path().require_ident()?, list.tokens.clone())?;
                }
                _ if is("arbitrary") => {
                    let known = known(place);
                    let message = format!("`#[arbitrary(..)]` says what in brackets: {known}");
                    return Err(syn::Error::new_spanned(attribute, message));
                }
                _ => {}
            }
        }
        if let (Some(span), true) = (words.skip, words.from.is_some() || words.weight.is_some()) {
            let message = "what is skipped is not generated; take away `skip` or the other";
            return Err(syn::Error::new(span, message));
        }
        Ok(words)
    }

    fn parse_all(&mut self, input: ParseStream<'_>, place: Place) -> syn::Result<()> {
        if input.is_empty() {
            return Err(input.error(format!("nothing is said here; there are {}", known(place))));
        }
        while !input.is_empty() {
            self.parse_one(input, place)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }

    fn parse_one(&mut self, input: ParseStream<'_>, place: Place) -> syn::Result<()> {
        let name = input.call(Ident::parse_any)?;
        let word = name.to_string();
        if !WORDS.contains(&(word.as_str(), place)) {
            let first = WORDS.iter().find(|(known, _)| *known == word);
            let elsewhere = first.map(|(_, place)| *place);
            return Err(syn::Error::new(name.span(), misplaced(&word, elsewhere, place)));
        }
        match word.as_str() {
            "crate" => once(&mut self.root, &name, root::parse(input)?),
            "skip" => once(&mut self.skip, &name, name.span()),
            "recycle" => once(&mut self.recycle, &name, name.span()),
            "own_func_key" => once(&mut self.own_func_key, &name, name.span()),
            "weight" => {
                let weight = weight(bracketed(input, &name, "3")?, &name)?;
                once(&mut self.weight, &name, weight)
            }
            "bound" => {
                let tokens = bracketed(input, &name, "T: Clone + Arbitrary")?;
                let predicates = Punctuated::parse_terminated.parse2(tokens)?;
                once(&mut self.bound, &name, predicates)
            }
            _ => {
                let tokens = bracketed(input, &name, "generator")?;
                self.set_from(&name, tokens)
            }
        }
    }

    fn set_from(&mut self, name: &Ident, generator: TokenStream) -> syn::Result<()> {
        if generator.is_empty() {
            let message = "`from` needs a generator: `#[from(0..10)]`";
            return Err(syn::Error::new(name.span(), message));
        }
        if let Some(message) = instead_of_literal(&generator) {
            return Err(syn::Error::new_spanned(generator, message));
        }
        once(&mut self.from, name, generator)
    }
}

fn once<T>(place: &mut Option<T>, name: &Ident, value: T) -> syn::Result<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => {
            let message = format!("`{name}` is said twice; take one away");
            Err(syn::Error::new(name.span(), message))
        }
    }
}

/// `(tokens)`
fn bracketed(input: ParseStream<'_>, name: &Ident, example: &str) -> syn::Result<TokenStream> {
    if !input.peek(syn::token::Paren) {
        let message = format!("`{name}` is followed by brackets: `{name}({example})`");
        return Err(syn::Error::new(name.span(), message));
    }
    let inside;
    parenthesized!(inside in input);
    inside.parse()
}

fn weight(tokens: TokenStream, name: &Ident) -> syn::Result<u32> {
    let number: LitInt = syn::parse2(tokens).map_err(|error| {
        let message = "a weight is a number: `#[arbitrary(weight(3))]`";
        // Empty brackets have no token to point at.
        let span =
            if error.to_string().contains("unexpected end") { name.span() } else { error.span() };
        syn::Error::new(span, message)
    })?;
    match number.base10_parse() {
        Ok(0) => {
            let message = "a weight is at least 1; `#[arbitrary(skip)]` leaves a variant out";
            Err(syn::Error::new(number.span(), message))
        }
        // So that no sum of weights overflows.
        Ok(weight) if weight <= 1_000_000 => Ok(weight),
        _ => Err(syn::Error::new(number.span(), "a weight is a number up to 1_000_000")),
    }
}

fn misplaced(word: &str, elsewhere: Option<Place>, place: Place) -> String {
    match elsewhere {
        None => format!("`{word}` means nothing to `Arbitrary` here; there are {}", known(place)),
        Some(elsewhere) => {
            let where_to = match elsewhere {
                Place::Type => "on the type",
                Place::Variant if word == "skip" => "on a variant or a field",
                Place::Variant => "on a variant",
                Place::Field => "on a field",
            };
            format!("`{word}` belongs {where_to}; here there are {}", known(place))
        }
    }
}

fn known(place: Place) -> &'static str {
    match place {
        Place::Type => "bound(..), recycle, own_func_key and crate = ..",
        Place::Variant => "weight(..) and skip",
        Place::Field => "from(..) and skip",
    }
}
