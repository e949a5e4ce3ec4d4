//! From a function to a test that runs it as a law.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Attribute, GenericArgument, PathArguments, ReturnType, Type, TypePath};

use crate::argument::{Argument, arguments};
use crate::options::Options;
use crate::signature::LawFunction;
use crate::tokens::{located, split_at_commas};

/// A law, as it is written.
struct Law<'a> {
    options: &'a Options,
    function: &'a LawFunction,
    arguments: Vec<Argument<'a>>,
}

pub fn law(options: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let options: Options = syn::parse2(options)?;
    let function: LawFunction = syn::parse2(item)?;
    let parameters = function.generics.type_params().count();
    if parameters > 1 || function.generics.const_params().next().is_some() {
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
    let arguments = arguments(&options.root, &function)?;
    let law = Law { options: &options, function: &function, arguments };
    match (parameters, options.types.is_empty()) {
        (0, true) => Ok(one_test(&law)),
        (1, false) => Ok(test_for_each_type(&law)),
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
fn test_for_each_type(law: &Law<'_>) -> TokenStream {
    let Law { options, function, .. } = law;
    let name_of_law = &function.name;
    let mut names: Vec<String> = Vec::new();
    for kind in &options.types {
        let mut name = type_name(kind);
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    let checks = options.types.iter().zip(&names).enumerate().map(|(index, (kind, name))| {
        let definition = definition(law, &format!("{name_of_law}::{name}"), Some(kind));
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
                super::#name_of_law(#index);
            }
        }
    });
    quote! {
        #[cfg(test)]
        #(#conditions)*
        #(#lints)*
        fn #name_of_law(index: ::core::primitive::usize) {
            match index {
                #(#checks)*
                _ => ::core::unreachable!(),
            }
        }

        #[cfg(test)]
        #(#conditions)*
        mod #name_of_law {
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

fn one_test(law: &Law<'_>) -> TokenStream {
    let Law { options, function, .. } = law;
    let LawFunction { attributes, name, .. } = function;
    let definition = definition(law, &name.to_string(), None);
    let kept = (0..options.cases.len()).map(kept_name);
    let (root, reporters) = (&options.root, &options.reporters);
    let only_outside_of_impls = only_outside_of_impls();
    quote! {
        #only_outside_of_impls

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
fn definition(law: &Law<'_>, path: &str, kind: Option<&Type>) -> TokenStream {
    let Law { options, function, arguments } = law;
    let LawFunction { asynchronous, keyword, output, body, .. } = function;
    let (root, settings) = (&options.root, &options.settings);
    let (parameters, bounds) = (&function.generics.params, &function.generics.where_clause);
    let parameter = function.generics.type_params().next().map(|parameter| &parameter.ident);
    // An alias makes the parameter mean its type in the generators.
    let alias = kind.map(|kind| quote!(#[allow(dead_code)] type #parameter = #kind;));
    let (patterns, types): (Vec<_>, Vec<_>) =
        function.arguments.iter().map(|argument| (&argument.pattern, &argument.kind)).unzip();
    // The signature is the user's, so that an error about it is shown there, and a fix is put there.
    let mut signature = Group::new(Delimiter::Parenthesis, quote!(#(#patterns: #types),*));
    signature.set_span(function.parentheses);
    let variables: Vec<&Ident> = arguments.iter().map(|argument| &argument.variable).collect();
    let drawn: Vec<&TokenStream> = arguments.iter().map(|argument| &argument.drawn).collect();
    let call = call(law, kind);
    let stated = |draw: &TokenStream, types: &[&TokenStream]| {
        let bindings = arguments.iter().map(Argument::binding);
        // The outcome may borrow what the body borrows, so it is judged while the arguments are there. The
        // scheduler clones the arguments for every run, so that nothing is borrowed from outside.
        match arguments.iter().any(Argument::is_lent) && !options.scheduled {
            false => quote!(#root::steps(#draw, |(#(#variables,)*): (#(#types,)*)| #call)),
            true => quote! {
                #root::lent_steps(
                    #draw,
                    |(#(#bindings,)*): (#(#types,)*), case: &mut #root::Case| {
                        #root::IntoOutcome::into_outcome(#call, case)
                    },
                )
            },
        }
    };
    let checked = match &options.repeat {
        Some(times) => quote!(&#root::Law::repeat(stated, #times)),
        None => quote!(&stated),
    };
    let made = match (&options.repeat, arguments.is_empty()) {
        // A law without arguments may return a law, which is made once and not for every test.
        (None, true) => quote!(#root::IntoOutcome::stated(|| #call, run);),
        _ => {
            let (names, generators): (Vec<Ident>, Vec<&TokenStream>) =
                arguments.iter().filter_map(Argument::generator).unzip();
            let draws = arguments.iter().map(|argument| argument.draw(root, arguments));
            let stated = stated(&quote!(draw), &drawn);
            quote! {
                #(let #names = #generators;)*
                let draw = |case: &mut #root::Case| {
                    #(#draws)*
                    (#(#variables,)*)
                };
                let stated = #stated;
                run(#checked);
            }
        }
    };
    // A case that is kept must fit every type of a generic law, and a value fits one.
    let count = arguments.len();
    let case_arguments = match function.generics.type_params().next() {
        None if count > 0 => quote!(::core::option::Option::Some(#count)),
        _ => quote!(::core::option::Option::None),
    };
    let given: Vec<&TokenStream> = arguments.iter().map(|argument| &argument.given).collect();
    let names: Vec<&str> = arguments.iter().map(Argument::name).collect();
    let kept = options.cases.iter().enumerate().map(|(index, case)| {
        let name = kept_name(index);
        let case = values(case, arguments);
        let draw = quote! {
            |case: &mut #root::Case| {
                #[allow(unused_imports)]
                use #root::{GivenArbitrary as _, GivenOther as _};
                let (#(#variables,)*): (#(#given,)*) = (#case,);
                #(
                    (&#root::Given(&#variables)).describe(case);
                    case.given(#names, &#variables);
                )*
                (#(#variables,)*)
            }
        };
        let stated = stated(&draw, &given);
        quote!(let #name = #stated;)
    });
    let name = Ident::new("law", Span::call_site().located_at(function.name.span()));
    quote! {
        #[allow(
            unused_mut,
            clippy::elidable_lifetime_names,
            clippy::extra_unused_type_parameters,
            clippy::fn_params_excessive_bools,
            clippy::needless_lifetimes,
            clippy::needless_pass_by_ref_mut,
            clippy::needless_pass_by_value,
            clippy::ptr_arg,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref,
            clippy::unnecessary_wraps,
            clippy::unused_async
        )]
        #asynchronous #keyword #name<#parameters> #signature #output #bounds #body
        #alias
        let build = |run: &mut dyn ::core::ops::FnMut(&dyn #root::Law)| {
            #made
        };
        #(#kept)*
        #[allow(unused_mut)]
        let mut config = #root::config!();
        (config.case_arguments, config.keeps_tokens) = (#case_arguments, true);
        #settings
        let about = #root::about!(#path);
    }
}

/// The call of the body with the arguments that were drawn, as something that is an outcome.
fn call(law: &Law<'_>, kind: Option<&Type>) -> TokenStream {
    let Law { options, function, arguments } = law;
    let root = &options.root;
    let passed = arguments.iter().map(|argument| argument.passed(root));
    let call = match kind {
        Some(kind) => quote!(law::<#kind>(#(#passed),*)),
        None => quote!(law(#(#passed),*)),
    };
    let call = match (&function.asynchronous, &options.block_on) {
        (None, _) => call,
        (Some(_), Some(block_on)) => quote!((#block_on)(#call)),
        (Some(_), None) if options.scheduled => quote!(#root::pulse::block_on(#call)),
        (Some(_), None) => quote!(#root::block_on(#call)),
    };
    let call = match error_type(&function.output) {
        Some(error) => located(quote!(#root::shown_error(#call)), error.span()),
        None => call,
    };
    if !options.scheduled {
        return call;
    }
    // The body runs once for each schedule, so every run gets the arguments anew.
    let variables = arguments.iter().map(|argument| &argument.variable);
    let bindings = arguments.iter().map(Argument::binding);
    quote! {
        #root::pulse::scheduled(move || {
            #(let #bindings = ::core::clone::Clone::clone(&#variables);)*
            #call
        })
    }
}

/// `E` of `-> Result<T, E>`.
fn error_type(output: &ReturnType) -> Option<&Type> {
    let ReturnType::Type(_, kind) = output else { return None };
    let Type::Path(TypePath { qself: None, path }) = &**kind else { return None };
    let last = path.segments.last().filter(|last| last.ident == "Result")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.iter().collect::<Vec<_>>()[..] {
        [_, GenericArgument::Type(error)] => Some(error),
        _ => None,
    }
}

/// The values of `case(..)`. Where their number is not that of the arguments, the compiler says so.
fn values(case: &TokenStream, arguments: &[Argument<'_>]) -> TokenStream {
    let values = split_at_commas(case);
    if values.len() != arguments.len() {
        return without_last_comma(case);
    }
    let values = values.iter().zip(arguments).map(|(value, argument)| argument.given_value(value));
    quote!(#(#values),*)
}

/// An item that the compiler rejects in an `impl`, before it complains of the test: "macro definition is not supported in
/// `trait`s or `impl`s .. consider moving the macro definition out to a nearby module scope". A macro cannot see what
/// is around it, and of all items that are rejected this one has the least misleading name.
fn only_outside_of_impls() -> TokenStream {
    quote! {
        #[allow(unused_macros)]
        macro_rules! __law { () => {}; }
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
