//! From a function to a test that runs it as a law.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
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
    if let (None, Some(block_on)) = (&function.asynchronous, &options.block_on) {
        let message = "`block_on` runs the future of an `async fn`, and this law is none";
        return Err(syn::Error::new_spanned(block_on, message));
    }
    if function.arguments.is_empty()
        && let Some(case) = options.cases.first()
    {
        return Err(syn::Error::new_spanned(case, "a law without arguments has no other cases"));
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
        let definition = definition(options, function, &format!("{law}::{name}"), Some(kind));
        let kept = (0..options.cases.len()).map(kept_name);
        let (root, reporters) = (&options.root, &options.reporters);
        quote!(#index => {
            #definition
            #root::check_built(about, config, &build, &[#(&#kept),*], &mut [#(&mut #reporters),*]);
        })
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
    let definition = definition(options, function, &name.to_string(), None);
    let kept = (0..options.cases.len()).map(kept_name);
    let (root, reporters) = (&options.root, &options.reporters);
    quote! {
        #(#attributes)*
        #[test]
        fn #name() {
            #definition
            #root::check_built(about, config, &build, &[#(&#kept),*], &mut [#(&mut #reporters),*]);
        }

        #root::when_fuzzing! {
            /// The law for one input of a fuzzer.
            #[cfg(not(test))]
            pub fn #name(bytes: &[::core::primitive::u8]) {
                #definition
                #root::fuzz_built(about, config, &build, bytes);
            }
        }
    }
}

/// The statements that define a law, for one type if it is generic: `about`, `config`, `build`, and
/// the cases kept in the source.
fn definition(
    options: &Options,
    function: &LawFunction,
    path: &str,
    kind: Option<&Type>,
) -> TokenStream {
    let LawFunction { asynchronous, arguments, output, body, .. } = function;
    let (root, settings) = (&options.root, &options.settings);
    let (patterns, types): (Vec<_>, Vec<_>) =
        arguments.iter().map(|argument| (&argument.pattern, &argument.kind)).unzip();
    let (parameters, bounds) = (&function.generics.params, &function.generics.where_clause);
    let parameter = function.generics.type_params().next().map(|parameter| &parameter.ident);
    let indices: Vec<Ident> =
        (0..arguments.len()).map(|index| format_ident!("argument_{index}")).collect();
    let call = match kind {
        Some(kind) => quote!(law::<#kind>(#(#indices),*)),
        None => quote!(law(#(#indices),*)),
    };
    let call = match (asynchronous, &options.block_on) {
        (None, _) => call,
        (Some(_), Some(block_on)) => quote!((#block_on)(#call)),
        (Some(_), None) if options.scheduled => {
            quote!(#root::pulse::block_on(#call))
        }
        (Some(_), None) => quote!(#root::block_on(#call)),
    };
    let call = match options.scheduled {
        false => call,
        true => scheduled(root, &call, &indices),
    };
    // An alias makes the parameter mean its type in the generators.
    let alias = kind.map(|kind| quote!(#[allow(dead_code)] type #parameter = #kind;));
    let drawn: Vec<TokenStream> = types.iter().map(|kind| drawn_type(kind, parameter)).collect();
    let generators = arguments.iter().zip(&drawn).map(|(argument, kind)| match &argument.from {
        Some(generator) => quote!(#generator),
        None => quote!(#root::any::<#kind>()),
    });
    let generator_names: Vec<Ident> =
        (0..arguments.len()).map(|index| format_ident!("generator_{index}")).collect();
    let names: Vec<&String> = arguments.iter().map(|argument| &argument.name).collect();
    // What is wrong with an argument is said at its generator, or at its type.
    let draws = arguments.iter().enumerate().map(|(index, argument)| {
        let at = argument.from.as_ref().map_or_else(|| argument.kind.span(), Spanned::span);
        // Placed there, but the names mean what they mean here.
        let at = Span::call_site().located_at(at);
        let (variable, case) = (&indices[index], format_ident!("case", span = at));
        let generator = format_ident!("generator_{index}", span = at);
        let (kind, name) = (&drawn[index], &argument.name);
        quote_spanned!(at=> let #variable: #kind = #case.argument(#name, &#generator);)
    });
    let checked = match &options.repeat {
        Some(times) => quote!(&#root::Law::repeat(stated, #times)),
        None => quote!(&stated),
    };
    let made = match (&options.repeat, arguments.is_empty()) {
        // A law without arguments may return a law, which is made once and not for every test.
        (None, true) => quote!(#root::IntoOutcome::stated(|| #call, run);),
        _ => quote! {
            #(let #generator_names = #generators;)*
            let draw = |case: &mut #root::Case| {
                #(#draws)*
                (#(#indices,)*)
            };
            let stated = #root::steps(draw, |(#(#indices,)*): (#(#drawn,)*)| #call);
            run(#checked);
        },
    };
    let keeps_cases = !arguments.is_empty();
    let kept = options.cases.iter().enumerate().map(|(index, case)| {
        let name = kept_name(index);
        let case = without_last_comma(case);
        quote! {
            let #name = #root::steps(
                |case: &mut #root::Case| {
                    let (#(#indices,)*): (#(#drawn,)*) = (#case,);
                    #(case.given(#names, &#indices);)*
                    (#(#indices,)*)
                },
                |(#(#indices,)*): (#(#drawn,)*)| #call,
            );
        }
    });
    quote! {
        #[allow(
            unused_mut,
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref
        )]
        #asynchronous fn law<#parameters>(#(#patterns: #types),*) #output #bounds #body
        #alias
        let build = |run: &mut dyn ::core::ops::FnMut(&dyn #root::Law)| {
            #made
        };
        #(#kept)*
        #[allow(unused_mut)]
        let mut config = #root::Config::for_tests();
        config.keeps_cases = #keeps_cases;
        #settings
        let about = #root::about!(#path);
    }
}

/// The body as a law over all schedules. It runs once for each of them, so every run gets the arguments anew.
fn scheduled(root: &TokenStream, call: &TokenStream, arguments: &[Ident]) -> TokenStream {
    quote! {
        #root::pulse::scheduled(move || {
            #(let #arguments = ::core::clone::Clone::clone(&#arguments);)*
            #call
        })
    }
}

fn kept_name(index: usize) -> Ident {
    format_ident!("kept_{index}")
}

/// `a, b,` without the comma at its end.
fn without_last_comma(tokens: &TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    if matches!(tokens.last(), Some(TokenTree::Punct(last)) if last.as_char() == ',') {
        tokens.pop();
    }
    tokens.into_iter().collect()
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
