//! From a function to a test that runs it as a law.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Type, TypePath};

use crate::options::Options;
use crate::signature::{LawArgument, LawFunction};

pub fn law(options: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let options: Options = syn::parse2(options)?;
    let function: LawFunction = syn::parse2(item)?;
    let parameters = function.generics.type_params().count();
    if parameters > 1 || function.generics.params.len() != parameters {
        let message = "a generic law has one type parameter, and `#[law(for(..))]` names its types";
        return Err(syn::Error::new_spanned(&function.generics, message));
    }
    match (parameters, options.types.is_empty()) {
        (0, true) => Ok(one_test(&options, &function, &function.name, None)),
        (1, false) => Ok(test_for_each_type(&options, &function)),
        (0, false) => {
            let message = "the law has no type parameter that `for(..)` could set";
            Err(syn::Error::new(function.name.span(), message))
        }
        _ => {
            let message = "a generic law needs its types: `#[law(for(One, Other))]`";
            Err(syn::Error::new_spanned(&function.generics, message))
        }
    }
}

/// A generic law becomes a module with one test for each type.
fn test_for_each_type(options: &Options, function: &LawFunction) -> TokenStream {
    let module = &function.name;
    let mut names: Vec<String> = Vec::new();
    let tests = options.types.iter().map(|kind| {
        let mut name = type_name(kind);
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name.clone());
        one_test(options, function, &format_ident!("{name}"), Some(kind))
    });
    quote! {
        mod #module {
            use super::*;
            #(#tests)*
        }
    }
}

/// `SkewHeap<i64>` becomes `skew_heap_i64`.
fn type_name(kind: &Type) -> String {
    let text = match kind {
        Type::Path(TypePath { path, .. }) => quote!(#path).to_string(),
        other => quote!(#other).to_string(),
    };
    let mut name = String::new();
    let mut after_lower = false;
    for letter in text.chars() {
        if letter.is_alphanumeric() {
            if letter.is_uppercase() && after_lower {
                name.push('_');
            }
            name.extend(letter.to_lowercase());
            after_lower = letter.is_lowercase() || letter.is_numeric();
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
            after_lower = false;
        }
    }
    let name = name.trim_matches('_');
    match name.chars().next() {
        Some(first) if !first.is_numeric() => name.to_string(),
        _ => format!("for_{name}"),
    }
}

fn one_test(
    options: &Options,
    function: &LawFunction,
    name: &Ident,
    kind: Option<&Type>,
) -> TokenStream {
    let LawFunction { attributes, arguments, output, body, .. } = function;
    let settings = &options.settings;
    let (patterns, types): (Vec<_>, Vec<_>) =
        arguments.iter().map(|argument| (&argument.pattern, &argument.kind)).unzip();
    let (parameters, bounds) = (&function.generics.params, &function.generics.where_clause);
    let call = match kind {
        Some(kind) => quote!(law::<#kind>),
        None => quote!(law),
    };
    // With a type parameter the types of the arguments are the generic ones; an alias in scope
    // makes them concrete for the generators.
    let alias = kind.map(|kind| {
        let parameter = function.generics.type_params().next().map(|p| &p.ident);
        quote!(type #parameter = #kind;)
    });
    let generators = arguments.iter().map(generator);
    let indices: Vec<Ident> =
        (0..arguments.len()).map(|index| format_ident!("argument_{index}")).collect();
    let generator_names: Vec<Ident> =
        (0..arguments.len()).map(|index| format_ident!("generator_{index}")).collect();
    let names = arguments.iter().map(|argument| &argument.name);
    let admit = (!arguments.is_empty()).then(|| {
        quote! {
            if !source.admit() {
                return ::lawful::law::Verdict::Refused;
            }
        }
    });
    let checked = match &options.always {
        Some(times) => quote!(&::lawful::law::Law::always(case, #times)),
        None => quote!(&case),
    };
    quote! {
        #(#attributes)*
        #[test]
        fn #name() {
            #[allow(unused_mut, clippy::needless_pass_by_value, clippy::trivially_copy_pass_by_ref)]
            fn law<#parameters>(#(#patterns: #types),*) #output #bounds #body
            #alias
            #(let #generator_names = #generators;)*
            let case = |source: &mut ::lawful::Source| -> ::lawful::law::Verdict {
                #(let #indices: #types = source.argument(#names, &#generator_names);)*
                #admit
                ::lawful::law::Outcome::conclude(#call(#(#indices),*), source)
            };
            #[allow(unused_mut)]
            let mut config = ::lawful::run::Config::for_tests();
            #settings
            ::lawful::check_law(
                ::core::concat!(::core::module_path!(), "::", ::core::stringify!(#name)),
                ::core::file!(),
                ::core::line!(),
                config,
                #checked,
            );
        }
    }
}

fn generator(argument: &LawArgument) -> TokenStream {
    let kind = &argument.kind;
    match &argument.from {
        Some(generator) => quote!(#generator),
        None => quote!(::lawful::any::<#kind>()),
    }
}
