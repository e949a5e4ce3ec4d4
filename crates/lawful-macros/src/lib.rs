//! The attribute `#[law]` and the derive of `Arbitrary`. Use them through the crate `lawful`, which
//! documents them.

mod argument;
mod derive;
mod expand;
mod options;
mod root;
mod signature;
mod tokens;

use proc_macro::TokenStream;

/// Makes a function a law that `cargo test` runs. See `lawful::law`.
#[proc_macro_attribute]
pub fn law(options: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = expand::law(options.into(), item.into());
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes values of a type arbitrary. See `lawful::Arbitrary`.
#[proc_macro_derive(Arbitrary, attributes(arbitrary, from))]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    let expanded = derive::arbitrary(item.into());
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}
