//! Types of arguments and results, as far as syntax tells what they are.

use std::collections::BTreeMap;

use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type, TypeParamBound};

use super::{Outline, Shape};
use crate::uncontrolled::declare::plain;
use crate::uncontrolled::scope::ScopeId;

/// Aliases that lead to each other are followed so far.
const MOST_ALIASES: usize = 16;

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Named {
        name: Name,
        arguments: Vec<Kind>,
        written: Written,
    },
    Reference {
        of: Box<Kind>,
        is_mutable: bool,
        is_static: bool,
    },
    Slice(Box<Kind>),
    /// The length is kept as it is written.
    Array(Box<Kind>, String),
    Tuple(Vec<Kind>),
    /// `impl Trait`, or `dyn Trait`.
    Traits {
        bounds: Vec<Bound>,
        is_dyn: bool,
    },
    /// Parameter of the function or of the implementation around it.
    Parameter(String),
    Never,
    /// Any other type, as it is written.
    Other(String),
}

/// Meaning of a type's name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name {
    /// A type that needs no import.
    Primitive(String),
    /// A type of std, by the last part of its path.
    Standard(String),
    /// A type of the target, by its place among them.
    Own(usize),
    /// A type of another crate: its path from the name of the package on.
    Foreign(Vec<String>),
    /// A name that leads nowhere, as far as the sources tell.
    Unknown(String),
}

/// Path of a type as a source has it. Two types are equal however they are written.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) scope: ScopeId,
    pub(crate) is_global: bool,
    pub(crate) names: Vec<String>,
    /// True if it has lifetimes among its arguments.
    pub(crate) has_lifetime: bool,
}

impl PartialEq for Written {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A trait that a type must have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bound {
    pub(crate) name: Name,
    /// Last part of its path.
    pub(crate) last: String,
    /// Part of its path before the last, by which `fmt::Write` and `io::Write` are told apart.
    pub(crate) module: Option<String>,
    pub(crate) arguments: Vec<Kind>,
    /// Associated types, as in `Iterator<Item = u8>`.
    pub(crate) items: Vec<(String, Kind)>,
    /// Arguments and result of `Fn(A) -> B`.
    pub(crate) call: Option<(Vec<Kind>, Box<Kind>)>,
}

const PRIMITIVES: [&str; 17] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16",
    "u32", "u64", "u128", "usize",
];

/// Names of std's prelude that stand for types and traits.
const PRELUDE: [&str; 31] = [
    "Box",
    "Option",
    "Result",
    "String",
    "Vec",
    "AsMut",
    "AsRef",
    "Clone",
    "Copy",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "ExactSizeIterator",
    "Extend",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "FromIterator",
    "Into",
    "IntoIterator",
    "Iterator",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sized",
    "Sync",
    "ToOwned",
    "ToString",
];

/// Parameters of a type, and what they stand for.
pub(super) type Substitution = BTreeMap<String, Kind>;

/// Place in which a type is written.
#[derive(Clone)]
struct Context<'a> {
    scope: ScopeId,
    /// Type that `Self` stands for.
    own: Option<&'a Kind>,
    parameters: &'a Substitution,
    aliases: usize,
}

impl Outline {
    /// The type that is written in a scope, where `Self` stands for another.
    pub(crate) fn kind(&self, scope: ScopeId, written: &Type, own: Option<&Kind>) -> Kind {
        self.kind_with(scope, written, own, &Substitution::new())
    }

    /// The type that is written in a scope with parameters.
    pub(super) fn kind_with(
        &self,
        scope: ScopeId,
        written: &Type,
        own: Option<&Kind>,
        parameters: &Substitution,
    ) -> Kind {
        self.read_type(written, &Context { scope, own, parameters, aliases: 0 })
    }

    /// The bounds that are written in a scope.
    pub(super) fn bounds<'b>(
        &self,
        scope: ScopeId,
        written: impl IntoIterator<Item = &'b TypeParamBound>,
        own: Option<&Kind>,
        parameters: &Substitution,
    ) -> Vec<Bound> {
        let context = Context { scope, own, parameters, aliases: 0 };
        written.into_iter().filter_map(|bound| self.read_bound(bound, &context)).collect()
    }

    fn read_type(&self, written: &Type, context: &Context<'_>) -> Kind {
        let read = |inner: &Type| Box::new(self.read_type(inner, context));
        match written {
            Type::Paren(inner) => *read(&inner.elem),
            Type::Group(inner) => *read(&inner.elem),
            Type::Reference(reference) => Kind::Reference {
                of: read(&reference.elem),
                is_mutable: reference.mutability.is_some(),
                is_static: reference.lifetime.as_ref().is_some_and(|name| name.ident == "static"),
            },
            Type::Slice(slice) => Kind::Slice(read(&slice.elem)),
            Type::Array(array) => Kind::Array(read(&array.elem), source(&array.len)),
            Type::Tuple(tuple) => {
                Kind::Tuple(tuple.elems.iter().map(|inner| *read(inner)).collect())
            }
            Type::ImplTrait(traits) => self.traits(&traits.bounds, false, context),
            Type::TraitObject(traits) => self.traits(&traits.bounds, true, context),
            Type::Never(_) => Kind::Never,
            Type::Path(path) if path.qself.is_none() => self.read_path(&path.path, context),
            other => Kind::Other(source(other)),
        }
    }

    fn traits<'b>(
        &self,
        bounds: impl IntoIterator<Item = &'b TypeParamBound>,
        is_dyn: bool,
        context: &Context<'_>,
    ) -> Kind {
        let bounds = bounds.into_iter().filter_map(|bound| self.read_bound(bound, context));
        Kind::Traits { bounds: bounds.collect(), is_dyn }
    }

    fn read_path(&self, path: &syn::Path, context: &Context<'_>) -> Kind {
        let names: Vec<String> = path.segments.iter().map(|part| plain(&part.ident)).collect();
        let Some(last) = path.segments.last() else { return Kind::Other(String::new()) };
        if let [name] = names.as_slice() {
            if let Some(kind) = context.parameters.get(name) {
                return kind.clone();
            }
            if let (Some(own), "Self") = (context.own, name.as_str()) {
                return own.clone();
            }
        }
        // `T::Item`, `Self::Err`: what it is depends on an implementation.
        let is_projection =
            names.len() > 1 && (names[0] == "Self" || context.parameters.contains_key(&names[0]));
        if is_projection {
            return Kind::Other(source(path));
        }
        let arguments = self.arguments(&last.arguments, context);
        let name = self.name(context.scope, path.leading_colon.is_some(), &names);
        if let Name::Own(index) = name
            && let Shape::Alias(of) = &self.types[index].shape
            && context.aliases < MOST_ALIASES
        {
            return self.alias(index, of, &arguments, context);
        }
        let has_lifetime = match &last.arguments {
            PathArguments::AngleBracketed(list) => {
                list.args.iter().any(|one| matches!(one, GenericArgument::Lifetime(_)))
            }
            _ => false,
        };
        let is_global = path.leading_colon.is_some();
        let written = Written { scope: context.scope, is_global, names, has_lifetime };
        Kind::Named { name, arguments, written }
    }

    fn arguments(&self, arguments: &PathArguments, context: &Context<'_>) -> Vec<Kind> {
        let PathArguments::AngleBracketed(list) = arguments else { return Vec::new() };
        let kinds = list.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(kind) => Some(self.read_type(kind, context)),
            GenericArgument::Const(length) => Some(Kind::Other(source(length))),
            _ => None,
        });
        kinds.collect()
    }

    fn alias(&self, index: usize, of: &Type, arguments: &[Kind], context: &Context<'_>) -> Kind {
        let definition = &self.types[index];
        let parameters: Substitution = definition
            .generics
            .type_params()
            .enumerate()
            .filter_map(|(at, parameter)| {
                let given = arguments.get(at).cloned().or_else(|| {
                    parameter.default.as_ref().map(|kind| self.kind(definition.scope, kind, None))
                });
                given.map(|kind| (plain(&parameter.ident), kind))
            })
            .collect();
        let (scope, aliases) = (definition.scope, context.aliases + 1);
        self.read_type(of, &Context { scope, own: None, parameters: &parameters, aliases })
    }

    fn name(&self, scope: ScopeId, is_global: bool, names: &[String]) -> Name {
        if let Some((module, name)) = self.own_item(scope, is_global, names) {
            let is_it = |one: &super::TypeDefinition| one.scope == module && one.name == name;
            if let Some(index) = self.types.iter().position(is_it) {
                return Name::Own(index);
            }
        }
        if let Some(path) = self.outside(scope, names) {
            let last = path.last().cloned().unwrap_or_default();
            return match ["std", "core", "alloc"].contains(&path[0].as_str()) {
                // `std::primitive::u8`, or the module `std::u8`.
                true if PRIMITIVES.contains(&last.as_str()) => Name::Primitive(last),
                true => Name::Standard(last),
                false => Name::Foreign(path),
            };
        }
        match names {
            [name] if PRIMITIVES.contains(&name.as_str()) => Name::Primitive(name.clone()),
            [name] if PRELUDE.contains(&name.as_str()) => Name::Standard(name.clone()),
            [name] if self.is_in_glob_of_std(scope, name) => Name::Standard(name.clone()),
            names => Name::Unknown(names.join("::")),
        }
    }

    fn read_bound(&self, bound: &TypeParamBound, context: &Context<'_>) -> Option<Bound> {
        let bound = match bound {
            TypeParamBound::Trait(bound) => bound,
            TypeParamBound::Lifetime(name) if name.ident == "static" => return Some(Bound::owned()),
            _ => return None,
        };
        // `?Sized` asks for nothing.
        if matches!(bound.modifier, syn::TraitBoundModifier::Maybe(_)) {
            return None;
        }
        let path = &bound.path;
        let names: Vec<String> = path.segments.iter().map(|part| plain(&part.ident)).collect();
        let last = path.segments.last()?;
        let mut read = Bound {
            name: self.name(context.scope, path.leading_colon.is_some(), &names),
            last: plain(&last.ident),
            module: self
                .outside(context.scope, &names)
                .and_then(|path| path.iter().rev().nth(1).cloned()),
            arguments: self.arguments(&last.arguments, context),
            items: Vec::new(),
            call: None,
        };
        match &last.arguments {
            PathArguments::AngleBracketed(list) => {
                read.items.extend(list.args.iter().filter_map(|argument| match argument {
                    GenericArgument::AssocType(item) => {
                        Some((plain(&item.ident), self.read_type(&item.ty, context)))
                    }
                    _ => None,
                }));
            }
            PathArguments::Parenthesized(call) => {
                let inputs = call.inputs.iter().map(|kind| self.read_type(kind, context));
                let output = match &call.output {
                    syn::ReturnType::Default => Kind::Tuple(Vec::new()),
                    syn::ReturnType::Type(_, kind) => self.read_type(kind, context),
                };
                read.call = Some((inputs.collect(), Box::new(output)));
            }
            PathArguments::None => {}
        }
        Some(read)
    }
}

/// The text of a piece of syntax, on one line.
pub(crate) fn source(of: &impl Spanned) -> String {
    let text = of.span().source_text().unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Kind {
    /// A type of std's prelude or without one, by its name.
    pub(crate) fn plain(name: &str, arguments: Vec<Kind>) -> Self {
        let path = match PRIMITIVES.contains(&name) {
            true => Name::Primitive(name.into()),
            false => Name::Standard(name.into()),
        };
        let names = vec![name.to_string()];
        let written = Written { scope: 0, is_global: false, names, has_lifetime: false };
        Kind::Named { name: path, arguments, written }
    }

    pub(crate) fn unit() -> Self {
        Kind::Tuple(Vec::new())
    }

    /// Arguments of a type of std of this name.
    pub(crate) fn standard(&self, expected: &str) -> Option<&[Kind]> {
        match self {
            Kind::Named { name: Name::Standard(name), arguments, .. } if name == expected => {
                Some(arguments)
            }
            _ => None,
        }
    }

    pub(crate) fn is_primitive(&self, expected: &str) -> bool {
        matches!(self, Kind::Named { name: Name::Primitive(name), .. } if name == expected)
    }

    /// Calls a function with this type and all types in it.
    pub(crate) fn each(&self, visit: &mut dyn FnMut(&Kind)) {
        visit(self);
        match self {
            Kind::Named { arguments, .. } | Kind::Tuple(arguments) => {
                arguments.iter().for_each(|kind| kind.each(visit));
            }
            Kind::Reference { of, .. } | Kind::Slice(of) | Kind::Array(of, _) => of.each(visit),
            Kind::Traits { bounds, .. } => {
                for bound in bounds {
                    bound.arguments.iter().for_each(|kind| kind.each(visit));
                    bound.items.iter().for_each(|(_, kind)| kind.each(visit));
                    if let Some((inputs, output)) = &bound.call {
                        inputs.iter().for_each(|kind| kind.each(visit));
                        output.each(visit);
                    }
                }
            }
            _ => {}
        }
    }

    /// This type with others in the places of parameters, and with texts in the places of constants.
    pub(crate) fn substituted(&self, with: &dyn Fn(&str) -> Option<Kind>) -> Kind {
        let all = |kinds: &[Kind]| kinds.iter().map(|kind| kind.substituted(with)).collect();
        let boxed = |kind: &Kind| Box::new(kind.substituted(with));
        match self {
            Kind::Parameter(name) => with(name).unwrap_or_else(|| self.clone()),
            Kind::Named { name, arguments, written } => Kind::Named {
                name: name.clone(),
                arguments: all(arguments),
                written: written.clone(),
            },
            Kind::Tuple(kinds) => Kind::Tuple(all(kinds)),
            Kind::Slice(of) => Kind::Slice(boxed(of)),
            Kind::Array(of, length) => match with(length) {
                Some(Kind::Other(length)) => Kind::Array(boxed(of), length),
                _ => Kind::Array(boxed(of), length.clone()),
            },
            Kind::Reference { of, is_mutable, is_static } => {
                Kind::Reference { of: boxed(of), is_mutable: *is_mutable, is_static: *is_static }
            }
            Kind::Traits { bounds, is_dyn } => Kind::Traits {
                bounds: bounds.iter().map(|bound| bound.substituted(with)).collect(),
                is_dyn: *is_dyn,
            },
            Kind::Other(text) => with(text).unwrap_or_else(|| self.clone()),
            Kind::Never => Kind::Never,
        }
    }
}

impl Bound {
    /// The bound `'static`: nothing is borrowed.
    fn owned() -> Self {
        Bound {
            name: Name::Standard(String::from("'static")),
            last: String::from("'static"),
            module: None,
            arguments: Vec::new(),
            items: Vec::new(),
            call: None,
        }
    }

    /// Returns whether it is the bound `'static`.
    pub(crate) fn is_owned(&self) -> bool {
        self.last == "'static"
    }

    pub(crate) fn substituted(&self, with: &dyn Fn(&str) -> Option<Kind>) -> Bound {
        let all = |kinds: &[Kind]| kinds.iter().map(|kind| kind.substituted(with)).collect();
        let item = |(name, kind): &(String, Kind)| (name.clone(), kind.substituted(with));
        Bound {
            name: self.name.clone(),
            last: self.last.clone(),
            module: self.module.clone(),
            arguments: all(&self.arguments),
            items: self.items.iter().map(item).collect(),
            call: self
                .call
                .as_ref()
                .map(|(inputs, output)| (all(inputs), Box::new(output.substituted(with)))),
        }
    }

    /// Returns whether it is a trait of std of this name.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.last == name && matches!(self.name, Name::Standard(_) | Name::Unknown(_))
    }
}
