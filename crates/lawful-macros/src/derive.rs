//! `#[derive(Arbitrary)]`: from a type to its `Arbitrary` and its `FuncKey`.
//!
//! What is written here is tables and calls. How a recursive value comes to its end is decided by
//! `lawful_core::generate::Plan`, which sees types where this sees names.

mod argument;
mod flat;
mod input;
mod recycle;
mod table;
mod value;
mod word;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Generics;

use input::Input;

pub fn arbitrary(item: TokenStream) -> syn::Result<TokenStream> {
    let input = Input::new(syn::parse2(item)?)?;
    let arbitrary = arbitrary_impl(&input);
    let argument = (!input.own_func_key).then(|| argument::implementation(&input));
    Ok(quote!(#arbitrary #argument))
}

fn arbitrary_impl(input: &Input) -> TokenStream {
    let Input { root, name, .. } = input;
    let bounds = match &input.bound {
        Some(predicates) => bounds(&input.generics, &quote!(#predicates)),
        // Boxes, through which most recursive types go, are used again only if nothing in them is
        // borrowed.
        None => bounds_on_all(&input.generics, &quote!(#root::Arbitrary + 'static)),
    };
    let (parameters, arguments, _) = input.generics.split_for_impl();
    let value = value::method(input);
    let shape = table::method(input);
    let recycle = input.recycle.map(|span| recycle::method(input, span));
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #parameters #root::Arbitrary for #name #arguments #bounds {
            #value
            #shape
            #recycle
        }
    }
}

/// The type's own bounds, and one more for every type parameter.
fn bounds_on_all(generics: &Generics, bound: &TokenStream) -> TokenStream {
    let names = generics.type_params().map(|parameter| &parameter.ident);
    bounds(generics, &quote!(#(#names: #bound),*))
}

/// The type's own bounds, and some more.
fn bounds(generics: &Generics, more: &TokenStream) -> TokenStream {
    let own = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    quote!(where #(#own,)* #more)
}
