//! Types that hold no derived type, by their names alone.
//!
//! A type whose fields are all of such types needs no plan: it is drawn field by field, at no cost.
//! A type of the user's own that has one of these names is taken for std's; should it lead back,
//! that is found where a value gets too deep.

use syn::{GenericArgument, PathArguments, Type};

const LEAVES: &[&str] = &[
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize", "String", "Duration",
];

const CONTAINERS: &[&str] = &[
    "Vec",
    "Option",
    "Result",
    "Box",
    "Rc",
    "Arc",
    "Cell",
    "RefCell",
    "VecDeque",
    "LinkedList",
    "BinaryHeap",
    "BTreeSet",
    "BTreeMap",
    "HashSet",
    "HashMap",
    "Wrapping",
];

pub fn is_flat(kind: &Type) -> bool {
    match kind {
        Type::Tuple(tuple) => tuple.elems.iter().all(is_flat),
        Type::Array(array) => is_flat(&array.elem),
        Type::Paren(inner) => is_flat(&inner.elem),
        Type::Group(inner) => is_flat(&inner.elem),
        Type::Path(path) if path.qself.is_none() => match path.path.segments.last() {
            Some(last) if path.path.segments.len() == 1 => is_flat_name(last),
            _ => false,
        },
        _ => false,
    }
}

fn is_flat_name(segment: &syn::PathSegment) -> bool {
    let is_one_of = |names: &[&str]| names.iter().any(|name| segment.ident == name);
    match &segment.arguments {
        PathArguments::None => is_one_of(LEAVES),
        PathArguments::AngleBracketed(list) => {
            let is_flat_argument = |argument: &GenericArgument| match argument {
                GenericArgument::Type(kind) => is_flat(kind),
                _ => false,
            };
            is_one_of(CONTAINERS) && list.args.iter().all(is_flat_argument)
        }
        PathArguments::Parenthesized(_) => false,
    }
}
