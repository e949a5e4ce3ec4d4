//! The attribute `#[law]`. Use it through the crate `lawful`, which documents it.

mod expand;
mod options;
mod signature;

use proc_macro::TokenStream;

/// Makes a function a law that `cargo test` runs. See `lawful::law`.
#[proc_macro_attribute]
pub fn law(options: TokenStream, item: TokenStream) -> TokenStream {
    let expanded = expand::law(options.into(), item.into());
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}
