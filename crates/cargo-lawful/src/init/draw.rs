//! Drawing of the values of a type in a law: by `Arbitrary`, by a generator that is made of the fields, or not at all.

use std::collections::{BTreeMap, BTreeSet};

use super::setup::shown;
use super::text::comment;
use crate::outline::standard::{feature_for, owned_form, standard_path, standard_type};
use crate::outline::{Availability, Bound, Function, Kind, Name, Outline, Shape, TypeDefinition};
use crate::uncontrolled::scope::ScopeId;

/// Structs in structs are drawn by their fields so far.
const MOST_NESTED: usize = 4;

/// Kind of test that a law is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// In `tests/`, which sees what is public.
    Integration,
    /// In a module beside the function.
    Unit,
}

/// Why no law can be written, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Obstacle {
    /// Reason, as a sentence without its point.
    pub(super) why: String,
    /// Steps to take, line by line.
    pub(super) advice: Vec<String>,
}

impl Obstacle {
    pub(super) fn new(why: impl Into<String>, advice: impl Into<String>) -> Self {
        Obstacle { why: why.into(), advice: vec![advice.into()] }
    }
}

/// Way in which values of a type are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    /// By the type alone.
    ByType,
    /// From a generator.
    From(String),
}

/// Names that a law is written with, and what it imports for them.
pub(super) struct Names<'a> {
    pub(super) outline: &'a Outline,
    pub(super) side: Side,
    /// Module of the function.
    pub(super) scope: ScopeId,
    /// Name of the crate `lawful` in this package.
    pub(super) lawful: String,
    /// Features of Lawful that the package has.
    pub(super) features: &'a [String],
    /// Imports by the name that they bring.
    imports: BTreeMap<String, String>,
    /// Names that are there already, with the paths that they stand for.
    known: BTreeMap<String, String>,
    /// Types with private fields that are drawn by their fields.
    unguarded: BTreeSet<String>,
}

impl<'a> Names<'a> {
    pub(super) fn new(
        outline: &'a Outline,
        side: Side,
        function: &Function,
        lawful: &str,
        features: &'a [String],
    ) -> Self {
        Names {
            outline,
            side,
            scope: function.scope,
            lawful: lawful.to_string(),
            features,
            imports: BTreeMap::new(),
            known: BTreeMap::new(),
            unguarded: BTreeSet::new(),
        }
    }

    /// Tells names that the module of the law has already, with the paths that they stand for.
    pub(super) fn knowing(mut self, known: BTreeMap<String, String>) -> Self {
        self.known = known;
        self
    }

    /// Returns whether the law can name a function.
    pub(super) fn can_name(&self, function: &Function) -> bool {
        self.side == Side::Unit || self.outline.public_path(function).is_some()
    }

    /// Comments about values that a law may draw although nothing else makes such values.
    pub(super) fn warnings(&self) -> Vec<String> {
        let names: Vec<&str> = self.unguarded.iter().map(String::as_str).collect();
        match names.as_slice() {
            [] => Vec::new(),
            names => comment(&format!(
                "`{}` is drawn by its private fields. Where not all values of them can come up, narrow the generators.",
                names.join("`, `")
            )),
        }
    }

    /// Paths that the law imports, and its module does not yet.
    pub(super) fn imports(&self) -> BTreeSet<String> {
        let mut imports: BTreeSet<String> = self.imports.values().cloned().collect();
        if self.side == Side::Unit && self.outline.has_no_prelude {
            imports.insert(String::from("std::prelude::rust_2021::*"));
        }
        imports
    }

    /// Imports a path, and returns what to write for it: its last part, or all of it where another import has that name.
    pub(super) fn import(&mut self, path: &str) -> String {
        let Some((_, last)) = path.rsplit_once("::") else { return path.to_string() };
        let known = match self.known.get(last) {
            Some(known) => known,
            None => self.imports.entry(last.to_string()).or_insert_with(|| path.to_string()),
        };
        if known == path { last.to_string() } else { path.to_string() }
    }

    /// Text of a type.
    pub(super) fn of_type(&mut self, kind: &Kind) -> Result<String, Obstacle> {
        let mut all = |kinds: &[Kind]| -> Result<Vec<String>, Obstacle> {
            kinds.iter().map(|kind| self.of_type(kind)).collect()
        };
        Ok(match kind {
            Kind::Named { name, arguments, written } => {
                let arguments = all(arguments)?;
                let name = match name {
                    Name::Primitive(name) => name.clone(),
                    Name::Standard(name) => {
                        let path = standard_path(name).ok_or_else(|| not_arbitrary(name))?;
                        self.import(&path)
                    }
                    Name::Own(index) => self.own(*index, written)?,
                    Name::Foreign(path) => {
                        let path = [&[path[0].replace('-', "_")], &path[1..]].concat();
                        self.import(&path.join("::"))
                    }
                    Name::Unknown(name) => return Err(unknown(name)),
                };
                match arguments.is_empty() {
                    true => name,
                    false => format!("{name}<{}>", arguments.join(", ")),
                }
            }
            Kind::Reference { of, is_mutable, .. } => {
                let mutable = if *is_mutable { "mut " } else { "" };
                format!("&{mutable}{}", self.of_type(of)?)
            }
            Kind::Slice(of) => format!("[{}]", self.of_type(of)?),
            Kind::Array(of, length) => format!("[{}; {length}]", self.of_type(of)?),
            Kind::Tuple(kinds) => match all(kinds)?.as_slice() {
                [only] => format!("({only},)"),
                kinds => format!("({})", kinds.join(", ")),
            },
            Kind::Parameter(name) => return Err(unknown(name)),
            Kind::Traits { bounds, .. } => return Err(not_arbitrary(&traits(bounds))),
            Kind::Never => return Err(not_arbitrary("!")),
            Kind::Other(text) => text.clone(),
        })
    }

    /// Text of a type of the target, as the law sees it.
    fn own(&mut self, index: usize, written: &crate::outline::Written) -> Result<String, Obstacle> {
        let definition = &self.outline.types[index];
        if self.side == Side::Integration {
            let path = self.outline.public_path_of_type(index).ok_or_else(|| {
                let why = format!("the type `{}` is not public", definition.name);
                Obstacle::new(why, "make it public, or write the law beside the function")
            })?;
            return Ok(self.import(&path.join("::")));
        }
        let names = &written.names;
        // The way in which the function's own signature names the type leads to it, from one module further in.
        let path = match names.first().map(String::as_str) {
            _ if written.scope != self.scope => {
                let mut path = self.outline.module_path(definition.scope);
                path.push(definition.name.clone());
                format!("crate::{}", path.join("::"))
            }
            _ if written.is_global => format!("::{}", names.join("::")),
            Some("crate") => names.join("::"),
            Some("self") => format!("super::{}", names[1..].join("::")),
            Some("super") => format!("super::{}", names.join("::")),
            // `Self` stands for the type that the implementation is of.
            _ if names.len() == 1 => format!("super::{}", names[0]),
            _ => format!("super::{}", names.join("::")),
        };
        Ok(self.import(&path))
    }

    /// Way in which values of a type are drawn.
    pub(super) fn drawn(&mut self, kind: &Kind) -> Result<Drawn, Obstacle> {
        self.drawn_within(kind, 0)
    }

    fn drawn_within(&mut self, kind: &Kind, nested: usize) -> Result<Drawn, Obstacle> {
        match kind {
            Kind::Named { name: Name::Primitive(name), .. } if name != "str" => Ok(Drawn::ByType),
            Kind::Named { name: Name::Standard(name), arguments, .. } => {
                if standard_type(name).is_none() {
                    return Err(not_arbitrary(name));
                }
                self.drawn_container(name, arguments, nested)
            }
            Kind::Named { name: Name::Own(index), arguments, written } => {
                if written.has_lifetime {
                    let name = &self.outline.types[*index].name;
                    return Err(borrowed(name));
                }
                self.drawn_own(*index, arguments, nested)
            }
            Kind::Named { name: Name::Foreign(path), .. } => self.drawn_foreign(path),
            Kind::Named { name: Name::Unknown(name), .. } => Err(unknown(name)),
            Kind::Tuple(kinds) => {
                let drawn: Vec<Drawn> = kinds
                    .iter()
                    .map(|kind| self.drawn_within(kind, nested))
                    .collect::<Result<_, _>>()?;
                if drawn.iter().all(|one| *one == Drawn::ByType) {
                    return Ok(Drawn::ByType);
                }
                let texts: Vec<String> = drawn.iter().map(generator).collect();
                Ok(Drawn::From(format!("({})", texts.join(", "))))
            }
            Kind::Array(of, length) => Ok(match self.drawn_within(of, nested)? {
                Drawn::ByType => Drawn::ByType,
                Drawn::From(_) => {
                    return Err(not_arbitrary(&format!("an array of {length} of them")));
                }
            }),
            Kind::Reference { .. } => Err(borrowed("a reference inside of another type")),
            Kind::Parameter(name) => Err(unknown(name)),
            Kind::Named { .. } | Kind::Slice(_) => Err(not_arbitrary("a type without a size")),
            Kind::Traits { bounds, .. } => Err(not_arbitrary(&traits(bounds))),
            Kind::Never => Err(not_arbitrary("!")),
            Kind::Other(text) if text.parse::<u64>().is_ok() => Ok(Drawn::ByType),
            Kind::Other(text) => Err(not_arbitrary(text)),
        }
    }

    fn drawn_container(
        &mut self,
        name: &str,
        arguments: &[Kind],
        nested: usize,
    ) -> Result<Drawn, Obstacle> {
        let drawn: Vec<Drawn> = arguments
            .iter()
            // `Box<str>`, `Rc<[u8]>` and `Cow<str>` are drawn by what they own.
            .map(|kind| match kind {
                Kind::Slice(of) => self.drawn_within(of, nested),
                Kind::Named { name: Name::Primitive(name) | Name::Standard(name), .. }
                    if owned_form(name).is_some() =>
                {
                    Ok(Drawn::ByType)
                }
                kind => self.drawn_within(kind, nested),
            })
            .collect::<Result<_, _>>()?;
        match (name, drawn.as_slice()) {
            (_, drawn) if drawn.iter().all(|one| *one == Drawn::ByType) => Ok(Drawn::ByType),
            ("Vec", [Drawn::From(element)]) => {
                let vec = self.import(&format!("{}::generate::vec", self.lawful.clone()));
                Ok(Drawn::From(format!("{vec}({element}, 0..9)")))
            }
            ("Option", [Drawn::From(element)]) => {
                let option = self.import(&format!("{}::generate::option_of", self.lawful.clone()));
                Ok(Drawn::From(format!("{option}({element})")))
            }
            ("Box", [Drawn::From(element)]) => {
                Ok(Drawn::From(format!("({element}).mapped(Box::new)")))
            }
            _ => {
                let first = arguments.first().and_then(|kind| match kind {
                    Kind::Named { name: Name::Own(index), .. } => Some(*index),
                    _ => None,
                });
                Err(match first {
                    Some(index) => self.needs_derive(index),
                    None => not_arbitrary(name),
                })
            }
        }
    }

    fn drawn_own(
        &mut self,
        index: usize,
        arguments: &[Kind],
        nested: usize,
    ) -> Result<Drawn, Obstacle> {
        let outline = self.outline;
        let definition = &outline.types[index];
        let arbitrary = outline.has_trait(index, "Arbitrary", &self.lawful);
        let debug = outline.has_trait(index, "Debug", &self.lawful);
        let needed = match self.side {
            Side::Integration => Availability::Always,
            Side::Unit => Availability::Tests,
        };
        if arbitrary >= needed && debug >= needed {
            for kind in arguments {
                if self.drawn_within(kind, nested)? != Drawn::ByType {
                    return Err(self.needs_derive(index));
                }
            }
            return Ok(Drawn::ByType);
        }
        if let Some(drawn) = self.drawn_as_element(index, debug >= needed) {
            return Ok(drawn);
        }
        let Shape::Struct { fields, is_tuple } = &definition.shape else {
            return Err(self.needs_derive(index));
        };
        let is_visible = |is_public: bool| match self.side {
            Side::Integration => is_public && !definition.is_non_exhaustive,
            Side::Unit => is_public || outline.is_inside(self.scope, definition.scope),
        };
        let is_open = fields.iter().all(|field| is_visible(field.is_public));
        let is_plain = definition.generics.params.is_empty() && !fields.is_empty();
        if debug < needed || !is_open || !is_plain || nested >= MOST_NESTED {
            return Err(self.needs_derive(index));
        }
        self.drawn_by_fields(index, definition, *is_tuple, nested)
    }

    /// The generator of an enum whose variants have no fields.
    fn drawn_as_element(&mut self, index: usize, is_shown: bool) -> Option<Drawn> {
        let definition = &self.outline.types[index];
        let Shape::Enum { variants } = &definition.shape else { return None };
        let is_plain = variants.iter().all(|variant| variant.fields.is_empty());
        let is_closed = self.side == Side::Unit || !definition.is_non_exhaustive;
        let is_clone = self.outline.has_trait(index, "Clone", &self.lawful) == Availability::Always;
        if !is_shown || !is_plain || !is_closed || !is_clone || variants.is_empty() {
            return None;
        }
        let name = self.own(index, &definition.own_name()).ok()?;
        let variants: Vec<String> =
            variants.iter().map(|variant| format!("{name}::{}", variant.name)).collect();
        let elements = self.import(&format!("{}::generate::elements", self.lawful.clone()));
        Some(Drawn::From(format!("{elements}([{}])", variants.join(", "))))
    }

    /// The generator of a struct from those of its fields.
    fn drawn_by_fields(
        &mut self,
        index: usize,
        definition: &TypeDefinition,
        is_tuple: bool,
        nested: usize,
    ) -> Result<Drawn, Obstacle> {
        let Shape::Struct { fields, .. } = &definition.shape else {
            return Err(self.needs_derive(index));
        };
        let mut generators = Vec::new();
        for field in fields {
            let kind = self.outline.kind(definition.scope, &field.kind, None);
            let drawn =
                self.drawn_within(&kind, nested + 1).map_err(|_| self.needs_derive(index))?;
            generators.push((&field.name, generator(&drawn)));
        }
        if fields.iter().any(|field| !field.is_public) {
            self.unguarded.insert(definition.name.clone());
        }
        let name = self.own(index, &definition.own_name())?;
        let text = match (is_tuple, generators.as_slice()) {
            (true, [(_, only)]) => format!("{only}.mapped({name})"),
            (true, many) => {
                let fields: Vec<&str> = many.iter().map(|(_, text)| text.as_str()).collect();
                let places: Vec<String> = (0..many.len()).map(|at| format!("drawn.{at}")).collect();
                format!("({}).mapped(|drawn| {name}({}))", fields.join(", "), places.join(", "))
            }
            (false, fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, text)| format!("{name}: {text}")).collect();
                format!("structure!({name} {{ {} }})", fields.join(", "))
            }
        };
        Ok(Drawn::From(text))
    }

    fn drawn_foreign(&self, path: &[String]) -> Result<Drawn, Obstacle> {
        let name = path.join("::");
        let Some(feature) = feature_for(path) else {
            return Err(Obstacle {
                why: format!(
                    "no `{name}` can be drawn: it is a type of another crate, without `Arbitrary`"
                ),
                advice: vec![String::from(
                    "write the law by hand, and name a generator: `#[law] fn law(#[from(generator)] value: Type)`",
                )],
            });
        };
        match self.features.iter().any(|known| known == feature) {
            true => Ok(Drawn::ByType),
            false => Err(Obstacle::new(
                format!("`{name}` is arbitrary with the feature `{feature}` of Lawful alone"),
                format!("add `--features {feature}`"),
            )),
        }
    }

    /// Obstacle that a type of the target is not arbitrary: the line to add, and to which other types in it.
    pub(super) fn needs_derive(&self, index: usize) -> Obstacle {
        let mut missing = Vec::new();
        self.collect_missing(index, &mut missing);
        let name = &self.outline.types[index].name;
        let mut advice = Vec::new();
        for index in missing {
            let definition = &self.outline.types[index];
            let (file, line) = self.outline.place_of(definition);
            let lawful = &self.lawful;
            let has_debug = self.outline.has_trait(index, "Debug", lawful) >= Availability::Tests;
            let derives = match has_debug {
                true => format!("{lawful}::Arbitrary"),
                false => format!("Debug, {lawful}::Arbitrary"),
            };
            advice.push(format!("at {}:{line}, above `{}`, add:", shown(&file), definition.name));
            advice.push(format!("  #[cfg_attr(test, derive({derives}))]"));
        }
        let has_private = self.outline.fields(index).any(|field| !field.is_public);
        let is_struct = matches!(self.outline.types[index].shape, Shape::Struct { .. });
        if has_private && is_struct && !advice.is_empty() {
            advice.push(format!(
                "or, where not all values of the fields are valid, `impl {}::Arbitrary for {name}` by its constructors",
                self.lawful
            ));
        }
        if advice.is_empty() {
            advice
                .push(format!("write `impl {}::Arbitrary for {name}` for its tests", self.lawful));
        }
        Obstacle { why: format!("no `{name}` can be drawn: it is not arbitrary"), advice }
    }

    /// Types of the target that lack the derive, among a type and those in its fields.
    fn collect_missing(&self, index: usize, missing: &mut Vec<usize>) {
        let definition = &self.outline.types[index];
        let lawful = &self.lawful;
        let has = |name: &str| self.outline.has_trait(index, name, lawful) >= Availability::Tests;
        if missing.contains(&index) || has("Arbitrary") && has("Debug") {
            return;
        }
        if !matches!(definition.shape, Shape::Struct { .. } | Shape::Enum { .. }) {
            return;
        }
        missing.push(index);
        for field in self.outline.field_types(index) {
            let mut inside = Vec::new();
            field.each(&mut |kind| {
                if let Kind::Named { name: Name::Own(index), .. } = kind {
                    inside.push(*index);
                }
            });
            inside.into_iter().for_each(|index| self.collect_missing(index, missing));
        }
    }

    /// Returns whether values of a type can be compared, and shown where they differ.
    pub(super) fn is_comparable(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Named { name: Name::Primitive(_), .. } => true,
            Kind::Named { name: Name::Standard(name), arguments, .. } => {
                let known = standard_type(name).is_some_and(|known| known.is_comparable);
                (known || owned_form(name).is_some())
                    && arguments.iter().all(|kind| self.is_comparable(kind))
            }
            Kind::Named { name: Name::Own(index), arguments, .. } => {
                let has = |name: &str| {
                    self.outline.has_trait(*index, name, &self.lawful) == Availability::Always
                };
                has("PartialEq")
                    && has("Debug")
                    && arguments.iter().all(|kind| self.is_comparable(kind))
            }
            Kind::Named { name: Name::Foreign(path), .. } => feature_for(path).is_some(),
            Kind::Tuple(kinds) => kinds.iter().all(|kind| self.is_comparable(kind)),
            Kind::Reference { of, .. } | Kind::Slice(of) | Kind::Array(of, _) => {
                self.is_comparable(of)
            }
            _ => false,
        }
    }

    /// Returns whether a value can be used again after it was passed on.
    pub(super) fn is_copy(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Named { name: Name::Primitive(name), .. } => name != "str",
            Kind::Named { name: Name::Standard(name), arguments, .. } => {
                standard_type(name).is_some_and(|known| known.is_copy)
                    && arguments.iter().all(|kind| self.is_copy(kind))
            }
            Kind::Named { name: Name::Own(index), arguments, .. } => {
                self.outline.has_trait(*index, "Copy", &self.lawful) == Availability::Always
                    && arguments.iter().all(|kind| self.is_copy(kind))
            }
            Kind::Tuple(kinds) => kinds.iter().all(|kind| self.is_copy(kind)),
            Kind::Array(of, _) => self.is_copy(of),
            Kind::Reference { is_mutable, .. } => !is_mutable,
            _ => false,
        }
    }

    /// Returns whether a value can be cloned.
    pub(super) fn is_clone(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Named { name: Name::Standard(name), arguments, .. } => {
                !["Mutex", "RwLock"].contains(&name.as_str())
                    && arguments.iter().all(|kind| self.is_clone(kind))
            }
            Kind::Named { name: Name::Own(index), arguments, .. } => {
                self.outline.has_trait(*index, "Clone", &self.lawful) == Availability::Always
                    && arguments.iter().all(|kind| self.is_clone(kind))
            }
            Kind::Named { name: Name::Foreign(path), .. } => feature_for(path).is_some(),
            Kind::Tuple(kinds) => kinds.iter().all(|kind| self.is_clone(kind)),
            Kind::Array(of, _) => self.is_clone(of),
            kind => self.is_copy(kind),
        }
    }
}

/// Traits as they are written after `impl`.
fn traits(bounds: &[Bound]) -> String {
    let names: Vec<&str> = bounds.iter().map(|bound| bound.last.as_str()).collect();
    format!("impl {}", names.join(" + "))
}

fn generator(drawn: &Drawn) -> String {
    match drawn {
        Drawn::ByType => String::from("any()"),
        Drawn::From(text) => text.clone(),
    }
}

fn not_arbitrary(name: &str) -> Obstacle {
    Obstacle::new(
        format!("no value of `{name}` can be drawn: there is no `Arbitrary` for it"),
        "write the law by hand, and name a generator: `#[law] fn law(#[from(generator)] value: Type)`",
    )
}

fn borrowed(name: &str) -> Obstacle {
    Obstacle::new(
        format!("no `{name}` can be drawn, since it borrows from something that has no owner"),
        "write the law by hand: draw what is borrowed from, and make the value in the body",
    )
}

fn unknown(name: &str) -> Obstacle {
    Obstacle::new(
        format!("it cannot be told what `{name}` stands for"),
        "write the law by hand, with a type in its place",
    )
}
