//! `Arbitrary::shape`: the variants and fields of a type, as a table.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::input::{Field, Input, Made, Variant};

pub fn method(input: &Input) -> TokenStream {
    let Input { root, is_enum, .. } = input;
    let variants = input.variants.iter().map(|one| variant(root, one));
    let site = site(root);
    let is_asked = |field: &Field| matches!(field.made, Made::By(_));
    let asks =
        input.variants.iter().any(|variant| variant.fields.iter().any(is_asked)).then(|| {
            quote! {
                #[allow(unused_imports)]
                use #root::probe::{ByArbitrary as _, ByLeaf as _};
            }
        });
    // Short names are fewer tokens, which every build of the user's crate makes again.
    quote! {
        fn shape(shapes: &mut #root::Shapes) -> #root::Shape {
            #asks
            #[allow(unused_imports)]
            use #root::{Field as __Field, Variant as __Variant};
            #[allow(unused_imports)]
            use #root::probe::{ByType as __ByType, NotArbitrary as _};
            shapes.derived::<Self>(#site, #is_enum, &[#(#variants),*])
        }
    }
}

/// Where the derive stands.
pub fn site(root: &TokenStream) -> TokenStream {
    quote!(#root::Site { line: ::core::line!(), column: ::core::column!() })
}

fn variant(root: &TokenStream, variant: &Variant) -> TokenStream {
    let Variant { brackets, weight, .. } = variant;
    let name = variant.name.unraw().to_string();
    let fields = variant.fields.iter().map(|one| field(root, one, *weight > 0));
    quote!(__Variant::new(#name, #brackets, #weight, &[#(#fields),*]))
}

/// The type of a field that is never generated need not be arbitrary.
fn field(root: &TokenStream, field: &Field, is_generated: bool) -> TokenStream {
    let (name, kind) = (field.name(), &field.kind);
    match &field.made {
        Made::ByType if is_generated => {
            quote_spanned!(kind.span()=> __ByType::<#kind>::field(#name))
        }
        Made::By(_) if is_generated => quote! {
            __Field {
                shape: |shapes| (&&#root::probe::Shaped::<#kind>::NEW).shape(shapes),
                ..__Field::skipped::<#kind>(#name)
            }
        },
        _ => quote!(__Field::skipped::<#kind>(#name)),
    }
}
