//! The path by which an expansion names the crate `lawful`, as far as its hidden module for expansions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::ParseStream;
use syn::{LitStr, Path, Token};

/// The path for a crate that depends on `lawful` under its own name.
pub fn default() -> TokenStream {
    quote!(::lawful::__private)
}

/// `= path`, or `= "path"` as serde has it.
pub fn parse(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    input.parse::<Token![=]>()?;
    let path = match input.peek(LitStr) {
        true => input.parse::<LitStr>()?.parse_with(Path::parse_mod_style)?,
        false => Path::parse_mod_style(input)?,
    };
    Ok(quote!(#path::__private))
}
