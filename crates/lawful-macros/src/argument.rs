//! Arguments of a law: how each is drawn, seen by the generators of later ones, and passed to the body.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Lifetime, Type, TypeReference};

use crate::signature::{LawArgument, LawFunction};
use crate::tokens::{bound_names, contains, located, mentions, outside};

pub struct Argument<'a> {
    law: &'a LawArgument,
    /// Variable that holds the drawn value.
    pub variable: Ident,
    /// Type of the drawn value.
    pub drawn: TokenStream,
    /// Type of a value that `case(..)` gives.
    pub given: TokenStream,
    /// Way in which the body takes the drawn value.
    taken: Taken,
    /// Type behind the reference that the body takes.
    behind: Option<TokenStream>,
    /// Names that its pattern binds.
    names: Vec<Ident>,
    /// Earlier arguments that its generator mentions, by their indices.
    depends_on: Vec<usize>,
}

/// Way in which the body takes a drawn value.
enum Taken {
    Owned,
    /// `&T`, where `T` is drawn.
    Sized {
        mutable: bool,
    },
    /// `&str` or `&[T]`, where a `String` or a `Vec<T>` is drawn.
    Dereferenced {
        mutable: bool,
    },
    /// `&str` with a generator, which may make anything that lends a `str`.
    Borrowed,
    /// `&T`, where `T` says which type is drawn.
    Lent {
        kind: TokenStream,
        mutable: bool,
    },
}

/// Prepares the arguments of a law.
pub fn arguments<'a>(
    root: &TokenStream,
    function: &'a LawFunction,
) -> syn::Result<Vec<Argument<'a>>> {
    let lifetimes: Vec<&Lifetime> =
        function.generics.lifetimes().map(|parameter| &parameter.lifetime).collect();
    let parameter = function.generics.type_params().next().map(|parameter| &parameter.ident);
    let mut arguments: Vec<Argument<'_>> = Vec::new();
    for (index, law) in function.arguments.iter().enumerate() {
        let outside = |kind: &Type| outside(kind.to_token_stream(), &lifetimes, parameter);
        let (drawn, given, taken) = prepared(root, law, parameter, outside)?;
        let behind = match &law.kind {
            Type::Reference(reference) => Some(outside(inner(&reference.elem))),
            _ => None,
        };
        let depends_on = match &law.from {
            None => Vec::new(),
            Some(generator) => {
                let mentioned = |earlier: &Argument<'_>| mentions(generator, &earlier.names);
                (0..index).filter(|earlier| mentioned(&arguments[*earlier])).collect()
            }
        };
        arguments.push(Argument {
            law,
            variable: format_ident!("argument_{index}"),
            drawn,
            given,
            taken,
            behind,
            names: bound_names(&law.pattern),
            depends_on,
        });
    }
    Ok(arguments)
}

/// The type that is drawn, the type that `case(..)` gives, and how the body takes it.
fn prepared(
    root: &TokenStream,
    law: &LawArgument,
    parameter: Option<&Ident>,
    outside: impl Fn(&Type) -> TokenStream,
) -> syn::Result<(TokenStream, TokenStream, Taken)> {
    let owned = |kind: TokenStream| (kind.clone(), kind);
    let reference = match &law.kind {
        Type::Reference(reference) if !is_static(reference) => reference,
        Type::Reference(_) if law.from.is_none() => {
            let message = "what is drawn lives for one run: leave `'static` away, or name a generator of such \
                           references: `#[from(elements([..]))]`";
            return Err(syn::Error::new_spanned(&law.kind, message));
        }
        kind => {
            let (drawn, given) = owned(outside(kind));
            return Ok((drawn, given, Taken::Owned));
        }
    };
    let (kind, mutable) = (inner(&reference.elem), reference.mutability.is_some());
    let at = Span::call_site().located_at(kind.span());
    let ((drawn, given), taken) = match kind {
        Type::TraitObject(_) => {
            let message = "no value of a `dyn Trait` can be drawn; take a type that implements the trait, \
                           or several with `#[law(for(One, Other))]`";
            return Err(syn::Error::new_spanned(&law.kind, message));
        }
        Type::Slice(slice) => {
            let element = outside(&slice.elem);
            let list = quote_spanned!(at=> ::std::vec::Vec<#element>);
            (owned(list), Taken::Dereferenced { mutable })
        }
        Type::Path(path) if path.path.is_ident("str") => {
            let text = quote_spanned!(at=> ::std::string::String);
            match law.from.is_some() && !mutable {
                true => ((quote!(_), text), Taken::Borrowed),
                false => (owned(text), Taken::Dereferenced { mutable }),
            }
        }
        _ if parameter.is_some_and(|name| contains(kind.to_token_stream(), &name.to_string())) => {
            (owned(outside(kind)), Taken::Sized { mutable })
        }
        _ => {
            let kind = outside(kind);
            let root = located(root.clone(), at);
            let drawn = quote_spanned!(at=> <#kind as #root::Lent>::Owned);
            (owned(drawn), Taken::Lent { kind, mutable })
        }
    };
    Ok((drawn, given, taken))
}

/// Returns whether a reference is `&'static`: its referent cannot be drawn for a run, so a generator makes the
/// reference itself.
fn is_static(reference: &TypeReference) -> bool {
    reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
}

/// A type without the brackets around it.
fn inner(kind: &Type) -> &Type {
    match kind {
        Type::Paren(paren) => inner(&paren.elem),
        Type::Group(group) => inner(&group.elem),
        kind => kind,
    }
}

impl Argument<'_> {
    pub fn name(&self) -> &str {
        &self.law.name
    }

    /// Returns whether the body borrows the drawn value.
    pub fn is_lent(&self) -> bool {
        !matches!(self.taken, Taken::Owned)
    }

    /// Name of the generator that is made once for all cases, with that generator.
    pub fn generator(&self) -> Option<(Ident, &TokenStream)> {
        let generator = self.law.from.as_ref().filter(|_| self.depends_on.is_empty())?;
        Some((self.generator_name(), generator))
    }

    fn generator_name(&self) -> Ident {
        format_ident!("generator_of_{}", self.variable)
    }

    /// The statement that draws the value. What is wrong with an argument is said at its generator, or at its type.
    pub fn draw(&self, root: &TokenStream, earlier: &[Argument<'_>]) -> TokenStream {
        let at = self.law.from.as_ref().map_or_else(|| self.law.kind.span(), Spanned::span);
        // Placed there, but the names mean what they mean here.
        let at = Span::call_site().located_at(at);
        let (root, case) = (&located(root.clone(), at), Ident::new("case", at));
        let Argument { variable, drawn, law, .. } = self;
        let name = &law.name;
        let Some(from) = &law.from else {
            return quote_spanned!(at=> let #variable: #drawn = #root::drawn(#case, #name););
        };
        let generator = Ident::new(&self.generator_name().to_string(), at);
        if self.depends_on.is_empty() {
            return quote_spanned!(at=> let #variable: #drawn = #case.argument(#name, &#generator););
        }
        // Made for every case, where the earlier arguments have the names and types that the body sees.
        let seen = self.depends_on.iter().map(|index| {
            let (pattern, value) = (&earlier[*index].law.pattern, earlier[*index].seen(root));
            quote!(#[allow(unused_variables, unused_mut)] let #pattern = #value;)
        });
        let draw = quote_spanned!(at=> let value: #drawn = #case.argument(#name, &#generator););
        quote! {
            let #variable = {
                #[allow(unused_imports)]
                use #root::{SeenByCopy as _, SeenByReference as _};
                #(#seen)*
                let #generator = #from;
                #draw
                value
            };
        }
    }

    /// The value as the generators of later arguments see it.
    fn seen(&self, root: &TokenStream) -> TokenStream {
        let variable = &self.variable;
        match &self.taken {
            Taken::Owned => quote!((&#root::Seen(&#variable)).seen()),
            Taken::Sized { .. } => quote!(&#variable),
            Taken::Dereferenced { .. } => quote!(&*#variable),
            Taken::Borrowed => {
                quote!(::core::borrow::Borrow::<::core::primitive::str>::borrow(&#variable))
            }
            Taken::Lent { kind, .. } => quote!(<#kind as #root::Lent>::lend(&#variable)),
        }
    }

    /// The value as the body takes it.
    pub fn passed(&self, root: &TokenStream) -> TokenStream {
        let variable = &self.variable;
        match &self.taken {
            Taken::Owned => quote!(#variable),
            Taken::Sized { mutable: true } => quote!(&mut #variable),
            Taken::Dereferenced { mutable: true } => quote!(&mut *#variable),
            Taken::Lent { kind, mutable: true } => {
                let at = Span::call_site().located_at(kind.span());
                let root = located(root.clone(), at);
                quote_spanned!(at=> <#kind as #root::LentMut>::lend_mut(&mut #variable))
            }
            _ => self.seen(root),
        }
    }

    /// The pattern that binds the value where it is passed on.
    pub fn binding(&self) -> TokenStream {
        let variable = &self.variable;
        match &self.taken {
            Taken::Sized { mutable: true }
            | Taken::Dereferenced { mutable: true }
            | Taken::Lent { mutable: true, .. } => quote!(mut #variable),
            _ => quote!(#variable),
        }
    }

    /// A value of `case(..)`: what the argument takes, or what is drawn for it.
    pub fn given_value(&self, value: &TokenStream) -> TokenStream {
        let begins = value.clone().into_iter().next();
        let is_reference = begins.is_some_and(|token| token.to_string() == "&");
        let at = Span::call_site().located_at(value.span());
        match &self.taken {
            Taken::Owned => value.clone(),
            Taken::Borrowed | Taken::Dereferenced { .. }
                if syn::parse2::<syn::LitStr>(value.clone()).is_ok() =>
            {
                quote_spanned!(at=> ::std::string::String::from(#value))
            }
            _ if !is_reference => value.clone(),
            Taken::Borrowed => quote_spanned!(at=> ::std::string::String::from(#value)),
            Taken::Dereferenced { .. } | Taken::Sized { .. } | Taken::Lent { .. } => {
                let kind = &self.behind;
                quote_spanned!(at=> <#kind as ::std::borrow::ToOwned>::to_owned(#value))
            }
        }
    }
}
