//! The options of `#[law(..)]`.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, LitInt, LitStr, Path, Token, Type, parenthesized};

/// What stands in the brackets.
#[derive(Default)]
pub struct Options {
    /// Statements that change `config`.
    pub settings: TokenStream,
    /// The types of `for(..)`.
    pub types: Vec<Type>,
    /// Repeats every case.
    pub always: Option<LitInt>,
    /// The arguments of each `case(..)`.
    pub cases: Vec<TokenStream>,
    /// What runs the future of an async law.
    pub block_on: Option<TokenStream>,
    /// Runs the body under the scheduler.
    pub scheduled: Option<Ident>,
    /// Expressions that make reporters.
    pub reporters: Vec<TokenStream>,
}

const KNOWN: &str = "tests, max_size, max_discards, seed, max_shrinks, failures, jobs, exhaustive, \
                     seconds, case_milliseconds, isolated, database, distribution, original, \
                     always, for(..), case(..), block_on, scheduled, schedules, reporter, \
                     expect_failure and may_give_up, and settings of components by their path";

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut options = Options::default();
        while !input.is_empty() {
            options.parse_one(input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

impl Options {
    fn parse_one(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        if input.peek(Token![for]) {
            input.parse::<Token![for]>()?;
            let inside;
            parenthesized!(inside in input);
            let types = Punctuated::<Type, Token![,]>::parse_terminated(&inside)?;
            self.types.extend(types);
            return Ok(());
        }
        if input.peek2(Token![::]) {
            return self.parse_component_setting(input);
        }
        let name: Ident = input.parse()?;
        let setting = match name.to_string().as_str() {
            "tests" | "max_size" | "max_shrinks" | "failures" | "jobs" => {
                let value = number(input, &name)?;
                quote!(config.#name = #value;)
            }
            "max_discards" | "seed" | "exhaustive" => {
                let value = number(input, &name)?;
                quote!(config.#name = ::core::option::Option::Some(#value);)
            }
            "seconds" => {
                let value = number(input, &name)?;
                let time = quote!(::core::time::Duration::from_secs(#value));
                quote!(config.max_time = ::core::option::Option::Some(#time);)
            }
            "case_milliseconds" => {
                let value = number(input, &name)?;
                let time = quote!(::core::time::Duration::from_millis(#value));
                quote!(config.max_case_time = ::core::option::Option::Some(#time);)
            }
            "database" => {
                input.parse::<Token![=]>()?;
                let directory: LitStr = input.parse()?;
                quote! {
                    config.database = ::lawful::run::Database::committed(
                        ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join(#directory)
                    );
                }
            }
            "case" => {
                let inside;
                parenthesized!(inside in input);
                self.cases.push(inside.parse()?);
                TokenStream::new()
            }
            "block_on" => {
                input.parse::<Token![=]>()?;
                self.block_on = Some(until_comma(input)?);
                TokenStream::new()
            }
            "expect_failure" | "may_give_up" | "isolated" | "distribution" | "original" => {
                quote!(config.#name = true;)
            }
            "scheduled" => {
                self.scheduled = Some(name);
                TokenStream::new()
            }
            "schedules" => {
                let value = number(input, &name)?;
                self.scheduled.get_or_insert(name);
                quote!(config.settings.set(&::lawful::pulse::SCHEDULES, #value);)
            }
            "reporter" => {
                input.parse::<Token![=]>()?;
                self.reporters.push(until_comma(input)?);
                TokenStream::new()
            }
            "always" => {
                input.parse::<Token![=]>()?;
                self.always = Some(input.parse()?);
                TokenStream::new()
            }
            _ => {
                let message = format!("`{name}` is not an option of a law; there are {KNOWN}");
                return Err(syn::Error::new(name.span(), message));
            }
        };
        self.settings.extend(setting);
        Ok(())
    }

    /// `editor::DEPTH = 5`: a setting of a component, by the path of its static.
    fn parse_component_setting(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let setting: Path = input.parse()?;
        input.parse::<Token![=]>()?;
        let value = until_comma(input)?;
        let value = quote_spanned!(setting.span()=> config.settings.set(&#setting, #value););
        self.settings.extend(value);
        Ok(())
    }
}

/// An expression, as far as the next comma.
fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?.to_tokens(&mut tokens);
    }
    Ok(tokens)
}

/// `= 1_000`
fn number(input: ParseStream<'_>, name: &Ident) -> syn::Result<TokenStream> {
    if !input.peek(Token![=]) {
        let message = format!("`{name}` needs a number: `{name} = 1_000`");
        return Err(syn::Error::new(name.span(), message));
    }
    input.parse::<Token![=]>()?;
    let value: LitInt = input.parse()?;
    Ok(value.to_token_stream())
}
