//! The options of `#[law(..)]`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Ident, LitInt, Token, Type, parenthesized};

/// What stands in the brackets.
#[derive(Default)]
pub struct Options {
    /// Statements that change `config`.
    pub settings: TokenStream,
    /// The types of `for(..)`.
    pub types: Vec<Type>,
    /// Repeats every case.
    pub always: Option<LitInt>,
}

const KNOWN: &str = "tests, max_size, max_discards, seed, max_shrinks, always, for(..), \
                     expect_failure and may_give_up";

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
        let name: Ident = input.parse()?;
        let setting = match name.to_string().as_str() {
            "tests" | "max_size" | "max_shrinks" => {
                let value = number(input, &name)?;
                quote!(config.#name = #value;)
            }
            "max_discards" | "seed" => {
                let value = number(input, &name)?;
                quote!(config.#name = ::core::option::Option::Some(#value);)
            }
            "expect_failure" | "may_give_up" => quote!(config.#name = true;),
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
