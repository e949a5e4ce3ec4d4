//! The type under the derive, with what its attributes say.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Fields, Generics, Ident, Index, Member, Token, WherePredicate,
};

use super::flat;
use super::word::{Place, Words};
use crate::root;

pub struct Input {
    /// Path of the hidden module of `lawful`.
    pub root: TokenStream,
    pub name: Ident,
    pub generics: Generics,
    pub is_enum: bool,
    /// All variants; a struct is its own only one.
    pub variants: Vec<Variant>,
    pub bound: Option<Punctuated<WherePredicate, Token![,]>>,
    pub recycle: Option<Span>,
    pub own_func_key: bool,
}

pub struct Variant {
    pub name: Ident,
    /// What follows the name where there are no fields.
    pub brackets: &'static str,
    /// 0 is never generated.
    pub weight: u32,
    pub fields: Vec<Field>,
}

pub struct Field {
    pub member: Member,
    pub kind: TokenStream,
    /// Whether the name of its type says that it holds no derived type.
    pub is_flat: bool,
    pub made: Made,
}

/// How a field is made.
pub enum Made {
    ByType,
    By(TokenStream),
    ByDefault,
}

impl Input {
    pub fn new(item: DeriveInput) -> syn::Result<Self> {
        let words = Words::read(&item.attrs, Place::Type)?;
        let (is_enum, variants) = variants(&item)?;
        let own_func_key = words.own_func_key.is_some() || is_packed(&item.attrs);
        let root = words.root.unwrap_or_else(root::default);
        let (bound, recycle) = (words.bound, words.recycle);
        let DeriveInput { ident: name, generics, .. } = item;
        Ok(Input { root, name, generics, is_enum, variants, bound, recycle, own_func_key })
    }

    pub fn generated(&self) -> impl Iterator<Item = (usize, &Variant)> {
        self.variants.iter().enumerate().filter(|(_, variant)| variant.weight > 0)
    }

    /// Whether the names of the fields' types already say that none leads back.
    pub fn is_flat(&self) -> bool {
        let is_flat = |field: &Field| field.is_flat || matches!(field.made, Made::ByDefault);
        self.generated().all(|(_, variant)| variant.fields.iter().all(is_flat))
    }

    /// `Self::Variant`, or `Self` for a struct.
    pub fn path(&self, variant: &Variant) -> TokenStream {
        let name = &variant.name;
        if self.is_enum { quote!(Self::#name) } else { quote!(Self) }
    }
}

impl Variant {
    fn new(name: Ident, weight: u32, all: &Fields) -> syn::Result<Self> {
        let brackets = match all {
            Fields::Named(_) => " {}",
            Fields::Unnamed(_) => "()",
            Fields::Unit => "",
        };
        Ok(Variant { name, brackets, weight, fields: fields(all)? })
    }
}

impl Field {
    /// The name as `Debug` writes it.
    pub fn name(&self) -> String {
        match &self.member {
            Member::Named(name) => name.unraw().to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }
}

fn variants(item: &DeriveInput) -> syn::Result<(bool, Vec<Variant>)> {
    let all = match &item.data {
        Data::Struct(data) => {
            let name = item.ident.clone();
            let variant = Variant::new(name, 1, &data.fields)?;
            return Ok((false, vec![variant]));
        }
        Data::Enum(data) => &data.variants,
        Data::Union(data) => {
            let message = "which field of a union is valid cannot be known; implement `Arbitrary` by \
                           hand";
            return Err(syn::Error::new(data.union_token.span, message));
        }
    };
    let mut variants = Vec::new();
    for one in all {
        variants.push(variant(one)?);
    }
    if variants.iter().all(|variant| variant.weight == 0) {
        let message = match variants.is_empty() {
            true => "an enum without variants has no values that could be generated",
            false => "every variant is skipped, so no value can be generated; leave one in",
        };
        return Err(syn::Error::new(item.ident.span(), message));
    }
    Ok((true, variants))
}

fn variant(variant: &syn::Variant) -> syn::Result<Variant> {
    let words = Words::read(&variant.attrs, Place::Variant)?;
    let weight = if words.skip.is_some() { 0 } else { words.weight.unwrap_or(1) };
    Variant::new(variant.ident.clone(), weight, &variant.fields)
}

fn fields(fields: &Fields) -> syn::Result<Vec<Field>> {
    let mut all = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let words = Words::read(&field.attrs, Place::Field)?;
        let made = match (words.from, words.skip) {
            (Some(generator), _) => Made::By(generator),
            (None, Some(_)) => Made::ByDefault,
            (None, None) => Made::ByType,
        };
        let member = match &field.ident {
            Some(name) => Member::Named(name.clone()),
            None => Member::Unnamed(Index::from(index)),
        };
        let is_flat = flat::is_flat(&field.ty);
        all.push(Field { member, kind: field.ty.to_token_stream(), is_flat, made });
    }
    Ok(all)
}

/// A field of a packed struct cannot be borrowed, so it cannot be digested.
fn is_packed(attributes: &[Attribute]) -> bool {
    let mut layouts = attributes.iter().filter(|attribute| attribute.path().is_ident("repr"));
    layouts.any(|layout| {
        let words = layout.meta.require_list().map(|list| list.tokens.to_string());
        words.is_ok_and(|words| words.contains("packed"))
    })
}
