//! `Arbitrary::recycle`: a value gives back its boxes.
//!
//! Only where it is asked for. A type that implements `Drop` cannot be taken apart, a derive cannot
//! see whether one does, and a box cannot be taken out of a value that stays whole. So nothing
//! automatic could be sure to compile.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::input::{Input, Made, Variant};

pub fn method(input: &Input, asked: Span) -> TokenStream {
    let root = &input.root;
    let arms = input.variants.iter().map(|variant| arm(input, variant));
    // A `Drop` that is in the way is shown at the word that asks for this.
    let taken_apart = quote_spanned!(asked=> match self { #(#arms)* });
    quote! {
        fn recycle(self, source: &mut #root::Source) {
            #taken_apart
        }
    }
}

fn arm(input: &Input, variant: &Variant) -> TokenStream {
    let (root, path) = (&input.root, input.path(variant));
    let by_type = |made: &Made| variant.weight > 0 && matches!(made, Made::ByType);
    let (mut members, mut names) = (Vec::new(), Vec::new());
    for field in variant.fields.iter().filter(|field| by_type(&field.made)) {
        names.push(format_ident!("field_{}", names.len()));
        members.push(&field.member);
    }
    quote! {
        #path { #(#members: #names,)* .. } => {
            #(#root::Arbitrary::recycle(#names, source);)*
        }
    }
}
