//! Durations: `"500ms"`, `"30s"`, `"2m"`, `"1h"`, or an expression of type `Duration`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Ident, Lit, LitStr};

/// `= "30s"`, or an expression of type `Duration`.
pub fn parse(input: ParseStream<'_>, name: &Ident, least: u64) -> syn::Result<TokenStream> {
    let value = super::value(input, name, "\"30s\"")?;
    let literal = match syn::parse2(value.clone()) {
        Ok(Lit::Str(literal)) => literal,
        Ok(literal @ (Lit::Int(_) | Lit::Float(_))) => {
            let message = format!("`{name}` needs a unit: `{name} = \"30s\"`, or ms, m or h");
            return Err(syn::Error::new(literal.span(), message));
        }
        _ => {
            let at = Span::call_site().located_at(value.span());
            return Ok(quote_spanned!(at=> { let time: ::core::time::Duration = #value; time }));
        }
    };
    let milliseconds = of_literal(&literal)?;
    if milliseconds < least {
        let message = format!("`{name}` is longer than nothing");
        return Err(syn::Error::new(literal.span(), message));
    }
    Ok(quote!(::core::time::Duration::from_millis(#milliseconds)))
}

fn of_literal(literal: &LitStr) -> syn::Result<u64> {
    let text = literal.value();
    milliseconds(&text).ok_or_else(|| {
        let message = format!(
            "`{text}` is not a duration: write a whole number and its unit, such as \"500ms\", \
             \"30s\", \"2m\" or \"1h\""
        );
        syn::Error::new(literal.span(), message)
    })
}

/// Number of milliseconds of `30s`. `lawful_core` reads variables of the environment in the same way.
fn milliseconds(text: &str) -> Option<u64> {
    let unit = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit);
    let number: u64 = number.trim_end().replace('_', "").parse().ok()?;
    number.checked_mul(match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn units() {
        let of = ["500ms", "30s", "1_0s", "2m", "1h", "3 s", "0s"].map(milliseconds);
        assert_eq!(of, [500, 30_000, 10_000, 120_000, 3_600_000, 3_000, 0].map(Some));
    }

    #[test]
    fn other_texts() {
        for text in ["", "30", "s", "1.5s", "-1s", "3 days", "1s 5ms", "99999999999999999h"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }
}
