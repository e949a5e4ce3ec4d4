//! Options of `#[law(..)]`.

mod duration;
mod unknown;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, LitBool, LitInt, LitStr, Path, Token, Type, parenthesized};

use crate::root;
use crate::tokens::until_comma;

/// Options of one law.
pub struct Options {
    /// Path of the hidden module of `lawful`.
    pub root: TokenStream,
    /// Statements that change `config`.
    pub settings: TokenStream,
    /// Types of `for(..)`.
    pub types: Vec<Type>,
    /// Number of runs of every case.
    pub repeat: Option<TokenStream>,
    /// Arguments of each `case(..)`.
    pub cases: Vec<TokenStream>,
    /// Function that runs the future of an async law.
    pub block_on: Option<TokenStream>,
    /// Runs the body under the scheduler.
    pub scheduled: bool,
    /// Expressions that make reporters.
    pub reporters: Vec<TokenStream>,
}

/// Options as they are parsed. Settings are kept until the end, because `crate = ..`, on which their paths depend,
/// may come last.
#[derive(Default)]
struct Parsed {
    names: Vec<String>,
    root: Option<TokenStream>,
    settings: Vec<Setting>,
    types: Vec<Type>,
    repeat: Option<TokenStream>,
    cases: Vec<TokenStream>,
    block_on: Option<TokenStream>,
    scheduled: Option<bool>,
    reporters: Vec<TokenStream>,
}

/// Statement that changes `config`.
enum Setting {
    /// `config.name = value`
    Field(Ident, Value),
    /// `config.name = Some(value)`
    Optional(Ident, Value),
    /// `database = "folder"`
    Database(LitStr),
    /// `replay = "token"`
    Replay(LitStr),
    /// `schedules = n`
    Schedules(Value),
    /// Setting of a component, by the path of its static.
    Component(Path, TokenStream),
}

/// Value of a setting.
enum Value {
    /// Expression of the setting's own type.
    Plain(TokenStream),
    /// Expression of any integer type, with the name of the option.
    Number(String, TokenStream),
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut parsed = Parsed::default();
        while !input.is_empty() {
            parsed.parse_one(input)?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let root = parsed.root.unwrap_or_else(root::default);
        Ok(Options {
            settings: parsed.settings.iter().map(|setting| setting.statement(&root)).collect(),
            types: parsed.types,
            repeat: parsed.repeat.map(|times| Value::number("repeat", times).expression(&root)),
            cases: parsed.cases,
            block_on: parsed.block_on,
            scheduled: parsed.scheduled.unwrap_or(false),
            reporters: parsed.reporters,
            root,
        })
    }
}

impl Parsed {
    fn parse_one(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        if input.peek2(Token![::]) || input.peek(Token![::]) {
            return self.parse_component_setting(input);
        }
        let name = input.call(Ident::parse_any)?;
        let word = name.to_string();
        let may_repeat = matches!(word.as_str(), "for" | "case" | "replay" | "reporter");
        if self.names.contains(&word) && !may_repeat {
            let message = format!("`{name}` is given twice; remove one of them");
            return Err(syn::Error::new(name.span(), message));
        }
        self.names.push(word.clone());
        match word.as_str() {
            "crate" => self.root = Some(root::parse(input)?),
            "for" => {
                let inside;
                parenthesized!(inside in input);
                let types = Punctuated::<Type, Token![,]>::parse_terminated(&inside)?;
                self.types.extend(types);
            }
            "case" => {
                let inside;
                parenthesized!(inside in input);
                self.cases.push(inside.parse()?);
            }
            "tests" | "max_failures" | "jobs" => {
                let value = number(input, &name, 1)?;
                self.settings.push(Setting::Field(name, value));
            }
            "max_size" | "max_shrink_runs" => {
                let value = number(input, &name, 0)?;
                self.settings.push(Setting::Field(name, value));
            }
            "max_discards" | "seed" | "exhaustive" => {
                let value = number(input, &name, 0)?;
                self.settings.push(Setting::Optional(name, value));
            }
            "max_time" | "max_case_time" => {
                let value = duration::parse(input, &name, 1)?;
                self.settings.push(Setting::Optional(name, Value::Plain(value)));
            }
            "max_shrink_time" => {
                let value = duration::parse(input, &name, 0)?;
                self.settings.push(Setting::Field(name, Value::Plain(value)));
            }
            "expect_failure" | "may_give_up" | "isolated" | "statistics" | "original"
            | "report" => {
                let value = match input.peek(Token![=]) {
                    true => value(input, &name, "true")?,
                    false => quote!(true),
                };
                self.settings.push(Setting::Field(name, Value::Plain(value)));
            }
            "scheduled" => self.scheduled = Some(literal_switch(input)?),
            "schedules" => {
                let value = number(input, &name, 1)?;
                self.scheduled.get_or_insert(true);
                self.settings.push(Setting::Schedules(value));
            }
            "repeat" => {
                let (Value::Plain(times) | Value::Number(_, times)) = number(input, &name, 1)?;
                self.repeat = Some(times);
            }
            "database" => {
                input.parse::<Token![=]>()?;
                self.settings.push(Setting::Database(input.parse()?));
            }
            "replay" => {
                input.parse::<Token![=]>()?;
                self.settings.push(Setting::Replay(input.parse()?));
            }
            "block_on" => self.block_on = Some(value(input, &name, "runtime::block_on")?),
            "reporter" => self.reporters.push(value(input, &name, "MyReporter::new()")?),
            _ => return Err(syn::Error::new(name.span(), unknown::message(&word))),
        }
        Ok(())
    }

    /// `editor::DEPTH = 5`: a setting of a component, by the path of its static.
    fn parse_component_setting(&mut self, input: ParseStream<'_>) -> syn::Result<()> {
        let setting: Path = input.parse()?;
        input.parse::<Token![=]>()?;
        let value = until_comma(input)?;
        self.settings.push(Setting::Component(setting, value));
        Ok(())
    }
}

impl Setting {
    fn statement(&self, root: &TokenStream) -> TokenStream {
        match self {
            Setting::Field(name, value) => {
                let value = value.expression(root);
                quote!(config.#name = #value;)
            }
            Setting::Optional(name, value) => {
                let value = value.expression(root);
                quote!(config.#name = ::core::option::Option::Some(#value);)
            }
            Setting::Database(directory) => quote! {
                config.database = #root::Database::committed(
                    ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join(#directory)
                );
            },
            Setting::Replay(token) => quote! {
                config.kept.push(::std::string::String::from(#token));
            },
            Setting::Schedules(value) => {
                let value = value.expression(root);
                quote!(config.settings.set(&#root::pulse::SCHEDULES, #value);)
            }
            Setting::Component(setting, value) => {
                quote_spanned!(setting.span()=> config.settings.set(&#setting, #value);)
            }
        }
    }
}

impl Value {
    /// Value that a literal needs no conversion for, while a constant may have any integer type.
    fn number(name: &str, tokens: TokenStream) -> Self {
        match has_name(tokens.clone()) {
            true => Value::Number(String::from(name), tokens),
            false => Value::Plain(tokens),
        }
    }

    fn expression(&self, root: &TokenStream) -> TokenStream {
        match self {
            Value::Plain(tokens) => tokens.clone(),
            Value::Number(name, tokens) => {
                let at = Span::call_site().located_at(tokens.span());
                quote_spanned!(at=> #root::number(#name, #tokens))
            }
        }
    }
}

fn has_name(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Group(group) => has_name(group.stream()),
        _ => false,
    })
}

/// `= value`, an expression as far as the next comma.
fn value(input: ParseStream<'_>, name: &Ident, example: &str) -> syn::Result<TokenStream> {
    let missing = || {
        let message = format!("`{name}` needs a value: `{name} = {example}`");
        syn::Error::new(name.span(), message)
    };
    input.parse::<Token![=]>().map_err(|_| missing())?;
    let value = until_comma(input)?;
    match value.is_empty() {
        true => Err(missing()),
        false => Ok(value),
    }
}

/// `= 1_000`, or any other expression that is a number.
fn number(input: ParseStream<'_>, name: &Ident, least: u64) -> syn::Result<Value> {
    if !input.peek(Token![=]) {
        let message = format!("`{name}` needs a number: `{name} = 1_000`");
        return Err(syn::Error::new(name.span(), message));
    }
    let value = value(input, name, "1_000")?;
    let mut tokens = value.clone().into_iter().peekable();
    let is_minus =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '-');
    let is_negative = tokens.next_if(is_minus).is_some();
    // What is not a literal is judged when the law runs.
    if let Ok(literal) = syn::parse2::<LitInt>(tokens.collect())
        && let Ok(number) = literal.base10_parse::<u64>()
        && (is_negative || number < least)
    {
        let message = format!("`{name}` is at least {least}");
        return Err(syn::Error::new_spanned(value, message));
    }
    Ok(Value::number(&name.to_string(), value))
}

/// Nothing, `= true` or `= false`.
fn literal_switch(input: ParseStream<'_>) -> syn::Result<bool> {
    if !input.peek(Token![=]) {
        return Ok(true);
    }
    input.parse::<Token![=]>()?;
    Ok(input.parse::<LitBool>()?.value)
}
