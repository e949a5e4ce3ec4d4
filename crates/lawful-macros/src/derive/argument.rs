//! `FuncKey`: a value as the argument of a generated function.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::bounds_on_all;
use super::input::{Input, Made, Variant};

pub fn implementation(input: &Input) -> TokenStream {
    let Input { root, name, .. } = input;
    let bounds = bounds_on_all(&input.generics, &quote!(#root::FuncKey));
    let (parameters, arguments, _) = input.generics.split_for_impl();
    let arms = input.variants.iter().enumerate().map(|(index, variant)| arm(input, index, variant));
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #parameters #root::FuncKey for #name #arguments #bounds {
            fn digest(&self, digest: &mut #root::KeyDigest) {
                #[allow(unused_imports)]
                use #root::probe::{
                    ByArgument as _, ByHash as _, ByNothing as _, Part as __Part,
                };
                match self { #(#arms)* }
            }
        }
    }
}

/// The number of the variant, then each field.
fn arm(input: &Input, index: usize, variant: &Variant) -> TokenStream {
    let path = input.path(variant);
    let generated = |made: &Made| !matches!(made, Made::ByDefault);
    let (mut members, mut names) = (Vec::new(), Vec::new());
    for field in variant.fields.iter().filter(|field| generated(&field.made)) {
        names.push(format_ident!("field_{}", names.len()));
        members.push(&field.member);
    }
    let number = input.is_enum.then(|| {
        let index = index as u64;
        quote!(digest.word(#index);)
    });
    quote! {
        #path { #(#members: #names,)* .. } => {
            #number
            #((&&&__Part(#names)).digest_into(digest);)*
        }
    }
}
