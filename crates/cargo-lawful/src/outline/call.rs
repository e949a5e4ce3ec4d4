//! Functions as they are called: the types of arguments and of the result.

use std::collections::BTreeMap;

use syn::{FnArg, GenericParam, Generics, Pat, ReturnType, WherePredicate};

use super::kind::{Substitution, source};
use super::{Bound, Function, Kind, Outline};
use crate::uncontrolled::declare::plain;
use crate::uncontrolled::scope::ScopeId;

/// A function as it is called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    /// Name of the function.
    pub(crate) name: String,
    /// Type that a method or an associated function belongs to.
    pub(crate) owner: Option<Kind>,
    /// True if the first argument is the receiver.
    pub(crate) is_method: bool,
    /// Arguments with their names, the receiver first.
    pub(crate) arguments: Vec<(String, Kind)>,
    pub(crate) output: Kind,
    /// Type parameters and constants, of the function and of the type that it belongs to.
    pub(crate) parameters: Vec<Parameter>,
    /// Bounds on what is made of parameters, such as `I::Item: Ord`, by its text.
    pub(crate) projections: Vec<(String, Vec<Bound>)>,
    pub(crate) is_async: bool,
    pub(crate) is_unsafe: bool,
}

/// A type parameter, or a constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) bounds: Vec<Bound>,
    pub(crate) is_constant: bool,
    /// True if it belongs to the type around the function.
    pub(crate) is_of_owner: bool,
}

impl Outline {
    /// Reads how a function is called.
    pub(crate) fn call(&self, function: &Function) -> Call {
        let block = function.owner.map(|owner| &self.implementations[owner]);
        let mut reader = Reader {
            outline: self,
            scope: function.scope,
            parameters: Vec::new(),
            projections: Vec::new(),
            known: Substitution::new(),
            own: None,
        };
        for (generics, is_of_owner) in [
            (block.map(|block| &block.generics), true),
            (Some(&function.signature.generics), false),
        ] {
            reader.declare(generics, is_of_owner);
        }
        reader.own = block.map(|block| reader.read(&block.own));
        reader.bind(block.map(|block| &block.generics));
        reader.bind(Some(&function.signature.generics));
        let signature = &function.signature;
        let arguments = signature.inputs.iter().map(|argument| reader.argument(argument)).collect();
        let output = match &signature.output {
            ReturnType::Default => Kind::unit(),
            ReturnType::Type(_, kind) => reader.read(kind),
        };
        Call {
            name: function.name.clone(),
            is_method: matches!(signature.inputs.first(), Some(FnArg::Receiver(_))),
            arguments,
            output,
            owner: reader.own,
            parameters: reader.parameters,
            projections: reader.projections,
            is_async: signature.asyncness.is_some(),
            is_unsafe: signature.unsafety.is_some(),
        }
    }
}

struct Reader<'a> {
    outline: &'a Outline,
    scope: ScopeId,
    parameters: Vec<Parameter>,
    projections: Vec<(String, Vec<Bound>)>,
    known: Substitution,
    own: Option<Kind>,
}

impl Reader<'_> {
    fn declare(&mut self, generics: Option<&Generics>, is_of_owner: bool) {
        for parameter in generics.into_iter().flat_map(|generics| &generics.params) {
            let (name, is_constant) = match parameter {
                GenericParam::Type(parameter) => (plain(&parameter.ident), false),
                GenericParam::Const(parameter) => (plain(&parameter.ident), true),
                GenericParam::Lifetime(_) => continue,
            };
            self.known.insert(name.clone(), Kind::Parameter(name.clone()));
            self.parameters.push(Parameter { name, bounds: Vec::new(), is_constant, is_of_owner });
        }
    }

    /// Reads the bounds of parameters, when all parameters are known.
    fn bind(&mut self, generics: Option<&Generics>) {
        let Some(generics) = generics else { return };
        let mut found: BTreeMap<String, Vec<Bound>> = BTreeMap::new();
        for parameter in generics.type_params() {
            let bounds = self.bounds(&parameter.bounds);
            found.entry(plain(&parameter.ident)).or_default().extend(bounds);
        }
        let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        for predicate in predicates {
            let WherePredicate::Type(predicate) = predicate else { continue };
            let bounds = self.bounds(&predicate.bounds);
            match self.read(&predicate.bounded_ty) {
                Kind::Parameter(name) => found.entry(name).or_default().extend(bounds),
                kind if self.has_parameter(&predicate.bounded_ty, &kind) => {
                    self.projections.push((source(&predicate.bounded_ty), bounds));
                }
                // A type without parameters has the traits, or the function could not be called.
                _ => {}
            }
        }
        for parameter in &mut self.parameters {
            parameter.bounds.extend(found.remove(&parameter.name).unwrap_or_default());
        }
    }

    fn has_parameter(&self, written: &syn::Type, kind: &Kind) -> bool {
        let mut found = false;
        kind.each(&mut |kind| found |= matches!(kind, Kind::Parameter(_)));
        let first = source(written);
        let first = first.split("::").next().unwrap_or_default().trim();
        found || self.known.contains_key(first)
    }

    fn bounds<'b>(&self, written: impl IntoIterator<Item = &'b syn::TypeParamBound>) -> Vec<Bound> {
        self.outline.bounds(self.scope, written, self.own.as_ref(), &self.known)
    }

    fn read(&self, written: &syn::Type) -> Kind {
        self.outline.kind_with(self.scope, written, self.own.as_ref(), &self.known)
    }

    fn argument(&self, argument: &FnArg) -> (String, Kind) {
        match argument {
            FnArg::Typed(argument) => {
                let name = match &*argument.pat {
                    Pat::Ident(pattern) => pattern.ident.to_string(),
                    _ => String::new(),
                };
                (name, self.read(&argument.ty))
            }
            FnArg::Receiver(receiver) => (String::from("self"), self.read(&receiver.ty)),
        }
    }
}

impl Call {
    /// This call with types in the places of parameters.
    pub(crate) fn substituted(&self, with: &dyn Fn(&str) -> Option<Kind>) -> Call {
        let argument = |(name, kind): &(String, Kind)| (name.clone(), kind.substituted(with));
        Call {
            owner: self.owner.as_ref().map(|owner| owner.substituted(with)),
            arguments: self.arguments.iter().map(argument).collect(),
            output: self.output.substituted(with),
            ..self.clone()
        }
    }
}
