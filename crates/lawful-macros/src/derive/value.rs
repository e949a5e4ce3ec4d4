//! `Arbitrary::arbitrary`: how a value is made.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::input::{Field, Input, Made, Variant};
use super::table::site;

pub fn method(input: &Input) -> TokenStream {
    let (root, source) = (&input.root, local("source"));
    let body = if input.is_flat() { flat(input, &source) } else { planned(input, &source) };
    quote! {
        fn arbitrary(#source: &mut #root::Source) -> Self {
            #source.describe::<Self>();
            #body
        }
    }
}

/// A name that the user's generators cannot see.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// Nothing leads back: a branch, and the fields one after the other.
fn flat(input: &Input, source: &Ident) -> TokenStream {
    let drawing = Drawing { source, node: None };
    let (mut values, mut weights) = (Vec::new(), Vec::new());
    for (_, variant) in input.generated() {
        values.push((values.len(), drawing.value(input, variant)));
        weights.push(variant.weight);
    }
    let count = values.len();
    let chosen = match weights.iter().all(|weight| *weight == 1) {
        true => quote!(#source.branch(#count)),
        false => quote!(#source.weighted(&[#(#weights),*])),
    };
    matched(&chosen, values)
}

/// Something may lead back: which variant, and at what size its fields are drawn, is for the plan
/// to say.
fn planned(input: &Input, source: &Ident) -> TokenStream {
    let root = &input.root;
    let (plan, node, made) = (local("plan"), local("node"), local("value"));
    let drawing = Drawing { source, node: Some(&node) };
    let mut values = Vec::new();
    for (index, variant) in input.generated() {
        values.push((index, drawing.value(input, variant)));
    }
    let value = matched(&quote!(#node.variant()), values);
    // A static in a generic method is one for all types that it is instantiated with.
    let is_generic = input.generics.type_params().next().is_some()
        || input.generics.const_params().next().is_some();
    let of_type = match is_generic {
        true => {
            let site = site(root);
            quote!(let #plan = #root::Plan::cached::<Self>(#site);)
        }
        false => quote! {
            static PLAN: ::std::sync::OnceLock<#root::Plan> =
                ::std::sync::OnceLock::new();
            let #plan = PLAN.get_or_init(#root::Plan::of::<Self>);
        },
    };
    quote! {
        #of_type
        let #node = #plan.enter(#source);
        let #made = #value;
        #node.leave(#source);
        #made
    }
}

/// `match chosen { 0 => .., _ => .. }`, or the value alone where there is no other.
fn matched(chosen: &TokenStream, mut values: Vec<(usize, TokenStream)>) -> TokenStream {
    let (_, last) = values.pop().unwrap_or_default();
    if values.is_empty() {
        return last;
    }
    let arms = values.iter().map(|(index, value)| quote!(#index => #value,));
    quote!(match #chosen { #(#arms)* _ => #last, })
}

/// Where fields are drawn from: the source itself, or a node of a plan.
struct Drawing<'a> {
    source: &'a Ident,
    node: Option<&'a Ident>,
}

impl Drawing<'_> {
    /// The literal of a variant. Tuples are written with numbers for names, like any other.
    fn value(&self, input: &Input, variant: &Variant) -> TokenStream {
        let path = input.path(variant);
        let fields = variant.fields.iter().enumerate().map(|(place, field)| {
            let (member, made) = (&field.member, self.field(place, field));
            quote!(#member: #made)
        });
        quote!(#path { #(#fields),* })
    }

    /// Errors about a field are shown where the user wrote its generator, or its type. So all of the
    /// expression must stand there, names that the user cannot see included.
    fn field(&self, place: usize, field: &Field) -> TokenStream {
        let kind = &field.kind;
        let span = match &field.made {
            Made::By(generator) => generator.span(),
            Made::ByType | Made::ByDefault => kind.span(),
        };
        let here = |name: &Ident| Ident::new(&name.to_string(), name.span().located_at(span));
        let (source, node) = (here(self.source), self.node.map(here));
        match (&field.made, node) {
            (Made::ByType, None) => quote_spanned!(span=> #source.any::<#kind>()),
            (Made::ByType, Some(node)) => {
                quote_spanned!(span=> #node.any::<#kind>(#source, #place))
            }
            (Made::By(generator), None) => quote_spanned!(span=> #source.draw(&(#generator))),
            (Made::By(generator), Some(node)) => {
                quote_spanned!(span=> #node.draw(#source, #place, &(#generator)))
            }
            (Made::ByDefault, _) => {
                quote_spanned!(span=> <#kind as ::core::default::Default>::default())
            }
        }
    }
}
