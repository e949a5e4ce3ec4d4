//! Expressions as tokens: the parser of expressions is most of what syn costs to build, so there is none.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Token;
use syn::parse::ParseStream;

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
