//! From a function to a test that runs it as a law.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Type, TypePath};

use crate::options::Options;
use crate::signature::LawFunction;

pub fn law(options: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let options: Options = syn::parse2(options)?;
    let function: LawFunction = syn::parse2(item)?;
    let parameters = function.generics.type_params().count();
    if parameters > 1 || function.generics.params.len() != parameters {
        let message = "a generic law has one type parameter, and `#[law(for(..))]` names its types";
        return Err(syn::Error::new_spanned(&function.generics, message));
    }
    match (parameters, options.types.is_empty()) {
        (0, true) => Ok(one_test(&options, &function)),
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

/// A generic law becomes a module with one test for each type. The tests only call the law, which
/// stays outside, where `super` and every name mean what they mean to whoever wrote it.
fn test_for_each_type(options: &Options, function: &LawFunction) -> TokenStream {
    let law = &function.name;
    let mut names: Vec<String> = Vec::new();
    for kind in &options.types {
        let mut name = type_name(kind);
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    let checks = options.types.iter().zip(&names).enumerate().map(|(index, (kind, name))| {
        let check = check(options, function, &format!("{law}::{name}"), Some(kind));
        quote!(#index => { #check })
    });
    let (conditions, others): (Vec<&Attribute>, Vec<&Attribute>) =
        function.attributes.iter().partition(|attribute| attribute.path().is_ident("cfg"));
    let (lints, of_tests): (Vec<&Attribute>, Vec<&Attribute>) =
        others.into_iter().partition(|attribute| is_lint(attribute));
    let tests = names.iter().enumerate().map(|(index, name)| {
        let name = format_ident!("{name}");
        quote! {
            #(#of_tests)*
            #[test]
            fn #name() {
                super::#law(#index);
            }
        }
    });
    quote! {
        #[cfg(test)]
        #(#conditions)*
        #(#lints)*
        fn #law(index: ::core::primitive::usize) {
            match index {
                #(#checks)*
                _ => ::core::unreachable!(),
            }
        }

        #[cfg(test)]
        #(#conditions)*
        mod #law {
            #(#tests)*
        }
    }
}

/// Lints are about the body of a law, not about the test that calls it.
fn is_lint(attribute: &Attribute) -> bool {
    ["allow", "expect", "warn", "deny", "forbid"]
        .iter()
        .any(|level| attribute.path().is_ident(level))
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
    // A number cannot begin a name, and `Match` would give a keyword.
    match syn::parse_str::<Ident>(name) {
        Ok(_) => name.to_string(),
        Err(_) => format!("for_{name}"),
    }
}

fn one_test(options: &Options, function: &LawFunction) -> TokenStream {
    let LawFunction { attributes, name, .. } = function;
    let check = check(options, function, &name.to_string(), None);
    quote! {
        #(#attributes)*
        #[test]
        fn #name() {
            #check
        }
    }
}

/// The statements that check a law, for one type if it is generic.
fn check(
    options: &Options,
    function: &LawFunction,
    path: &str,
    kind: Option<&Type>,
) -> TokenStream {
    let LawFunction { arguments, output, body, .. } = function;
    let settings = &options.settings;
    let (patterns, types): (Vec<_>, Vec<_>) =
        arguments.iter().map(|argument| (&argument.pattern, &argument.kind)).unzip();
    let (parameters, bounds) = (&function.generics.params, &function.generics.where_clause);
    let parameter = function.generics.type_params().next().map(|parameter| &parameter.ident);
    let call = match kind {
        Some(kind) => quote!(law::<#kind>),
        None => quote!(law),
    };
    // An alias makes the parameter mean its type in the generators.
    let alias = kind.map(|kind| quote!(#[allow(dead_code)] type #parameter = #kind;));
    let drawn: Vec<TokenStream> = types.iter().map(|kind| drawn_type(kind, parameter)).collect();
    let generators = arguments.iter().zip(&drawn).map(|(argument, kind)| match &argument.from {
        Some(generator) => quote!(#generator),
        None => quote!(::lawful::any::<#kind>()),
    });
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
        #[allow(
            unused_mut,
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref
        )]
        fn law<#parameters>(#(#patterns: #types),*) #output #bounds #body
        #alias
        #(let #generator_names = #generators;)*
        let case = |source: &mut ::lawful::Source| -> ::lawful::law::Verdict {
            #(let #indices: #drawn = source.argument(#names, &#generator_names);)*
            #admit
            ::lawful::law::Outcome::conclude(#call(#(#indices),*), source)
        };
        #[allow(unused_mut)]
        let mut config = ::lawful::run::Config::for_tests();
        #settings
        ::lawful::check_law(
            ::core::concat!(::core::module_path!(), "::", #path),
            ::core::file!(),
            ::core::line!(),
            config,
            #checked,
        );
    }
}

/// The type of an argument where the parameter is an alias. `Parameter::Item` would be ambiguous
/// there, so a type that mentions the parameter is left to be inferred from the law.
fn drawn_type(kind: &Type, parameter: Option<&Ident>) -> TokenStream {
    match parameter {
        Some(parameter) if mentions(kind.to_token_stream(), parameter) => quote!(_),
        _ => kind.to_token_stream(),
    }
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
