//! The types of core, alloc and std whose `Debug` text is not how they are written.

use lawful_data::Listed;

use super::bare;
use super::duration;
use super::expression::{Expression, Shape};
use super::order;
use super::parsed;
use super::type_name::{Named, Type};
use super::typed;
use super::untyped;
use super::value::{Value, Word};

/// The value as Rust, or nothing if its text is not what a type of that name prints.
pub(super) fn expression(named: &Named, value: &Value) -> Option<Expression> {
    // Every arm is a call and no more, because this is a part of each step down: in a build that is
    // not optimized, what an arm keeps on the stack is kept for all of them.
    match named.name {
        "Vec" => typed::list("vec![", named.argument(0), value, "]"),
        "VecDeque" | "LinkedList" | "BinaryHeap" => sequence(named, value),
        "BTreeSet" | "HashSet" => set(named, value),
        "BTreeMap" | "HashMap" => map(named, value),
        "String" | "PathBuf" | "OsString" | "CString" => owned_text(named, value),
        "Box" | "Rc" | "Arc" | "Pin" => pointer(named, value),
        "Cow" => clone_on_write(named.argument(0), value),
        "Cell" | "RefCell" | "Mutex" | "RwLock" => cell(named, value),
        "OnceCell" | "OnceLock" => once(named, value),
        "Wrapping" | "Saturating" => arithmetic(named, value),
        "Duration" => duration::expression(value.number()?),
        "SystemTime" => parsed::system_time(value),
        "Ipv4Addr" => parsed::address(named, value),
        "Ipv6Addr" | "IpAddr" | "SocketAddr" | "SocketAddrV4" | "SocketAddrV6" => {
            parsed::expression(named.name, value)
        }
        "Range" | "RangeFrom" | "RangeTo" | "RangeInclusive" | "RangeToInclusive" => {
            range(named.argument(0), value)
        }
        name if name.starts_with("NonZero") => non_zero(named, value),
        name if name.starts_with("Atomic") => atomic(named, value),
        _ => variant(named, value),
    }
}

fn sequence(named: &Named, value: &Value) -> Option<Expression> {
    let open = format!("{}::from([", named.name);
    match value {
        Value::List(items) if items.is_empty() => Some(empty(named.name, "new")),
        _ => typed::list(&open, named.argument(0), value, "])"),
    }
}

fn set(named: &Named, value: &Value) -> Option<Expression> {
    let Value::Set(items) = value else {
        return None;
    };
    let items = items.iter().map(|item| typed::expression(named.argument(0), item)).listed();
    let items = match named.name {
        "HashSet" => order::sorted(items),
        _ => items,
    };
    Some(collected(named, items, named.arguments.get(1)))
}

fn map(named: &Named, value: &Value) -> Option<Expression> {
    let entries = match value {
        Value::Map(entries) => &entries[..],
        Value::Set(items) if items.is_empty() => &[],
        _ => return None,
    };
    let entry = |(key, value): &(Value, Value)| {
        (typed::expression(named.argument(0), key), typed::expression(named.argument(1), value))
    };
    let entries = entries.iter().map(entry).listed();
    let entries = match named.name {
        "HashMap" => order::sorted_entries(entries),
        _ => entries,
    };
    let pairs =
        entries.into_iter().map(|(key, value)| Expression::tuple(vec![key, value])).listed();
    Some(collected(named, pairs, named.arguments.get(2)))
}

/// `From` an array and `new` exist for std's own hasher only, others need the longer way.
fn collected(named: &Named, items: Vec<Expression>, hasher: Option<&Type>) -> Expression {
    let is_plain = match hasher {
        None => true,
        Some(Type::Named(hasher)) => hasher.name == "RandomState",
        Some(_) => false,
    };
    let (function, constructor) = if is_plain { ("from", "new") } else { ("from_iter", "default") };
    if items.is_empty() {
        return empty(named.name, constructor);
    }
    let open = format!("{}::{function}([", named.name);
    Expression::group(open, items, "])", Shape::List)
}

fn empty(name: &str, constructor: &str) -> Expression {
    Expression::word(format!("{name}::{constructor}()"))
}

fn owned_text(named: &Named, value: &Value) -> Option<Expression> {
    let prefix = if named.name == "CString" { "c" } else { "" };
    let text = Expression::word(value.quoted()?).prefixed(prefix);
    Some(made(named, "from", text))
}

/// `Name::constructor(content)`.
fn made(named: &Named, constructor: &str, content: Expression) -> Expression {
    Expression::call(&format!("{}::{constructor}", named.name), content)
}

/// A pointer to something without a size is made from a reference to it or from an array.
fn pointer(named: &Named, value: &Value) -> Option<Expression> {
    let target = named.argument(0);
    if let Some(literal) = typed::borrowed_literal(target, value) {
        return Some(made(named, "from", literal));
    }
    let constructor = match target {
        Type::Slice(_) => "from",
        _ => "new",
    };
    Some(made(named, constructor, typed::expression(target, value)))
}

/// `Debug` does not tell the two variants apart, and neither does `==`. A slice is not borrowed,
/// because its elements may have to be built first.
fn clone_on_write(target: &Type, value: &Value) -> Option<Expression> {
    if let Some(literal) = typed::borrowed_literal(target, value) {
        return Some(Expression::call("Cow::Borrowed", literal));
    }
    let owned = match target {
        Type::Slice(element) => typed::list("vec![", element, value, "]")?,
        _ => typed::expression(target, value),
    };
    Some(Expression::call("Cow::Owned", owned))
}

/// A lock that is poisoned cannot be written down.
fn cell(named: &Named, value: &Value) -> Option<Expression> {
    let Value::Struct { fields, .. } = value else {
        return None;
    };
    let content = match &fields[..] {
        [("value", content)] => content,
        [("data", content), ("poisoned", Value::Word(_, "false"))] => content,
        _ => return None,
    };
    let content = typed::expression(named.argument(0), content);
    Some(made(named, "new", content))
}

fn once(named: &Named, value: &Value) -> Option<Expression> {
    let content = only_item(named.name, value)?;
    if let Value::Word(Word::Bare, bare::UNSET) = content {
        return Some(empty(named.name, "new"));
    }
    let content = typed::expression(named.argument(0), content);
    Some(made(named, "from", content))
}

/// Their `Debug` text is that of the number alone.
fn arithmetic(named: &Named, value: &Value) -> Option<Expression> {
    let number = only_item(named.name, value).unwrap_or(value);
    let number = typed::expression(named.argument(0), number);
    Some(Expression::call(named.name, number))
}

fn range(operand: &Type, value: &Value) -> Option<Expression> {
    let Value::Range { start, operator, end } = value else {
        return None;
    };
    let operand = |value: &Value| typed::expression(operand, value);
    Some(untyped::range(start.as_deref(), operator, end.as_deref(), operand))
}

/// `NonZero<u8>` by the name it has had for longer, which also says the type of the number.
fn non_zero(named: &Named, value: &Value) -> Option<Expression> {
    let number = Expression::word(value.number()?);
    let open = format!("{}::new(", alias(named));
    Some(Expression::group(open, vec![number], ").unwrap()", Shape::Call))
}

/// `NonZero<u8>` is written as `NonZeroU8`, and `Atomic<u8>`, which newer compilers name, as
/// `AtomicU8`, which all have.
fn alias(named: &Named) -> String {
    let suffix = named.argument(0).primitive_name().map(capitalized).unwrap_or_default();
    format!("{}{suffix}", named.name)
}

fn capitalized(name: &str) -> String {
    let mut characters = name.chars();
    match characters.next() {
        Some(first) => format!("{}{}", first.to_ascii_uppercase(), characters.as_str()),
        None => String::new(),
    }
}

/// The address in an `AtomicPtr` means nothing in another run.
fn atomic(named: &Named, value: &Value) -> Option<Expression> {
    match value {
        Value::Word(Word::Number | Word::Boolean, text) if named.name != "AtomicPtr" => {
            let open = format!("{}::new", alias(named));
            Some(Expression::call(&open, Expression::word(*text)))
        }
        _ => None,
    }
}

/// A variant, or a tuple struct, whose only item is of the type of one of the parameters.
fn variant(named: &Named, value: &Value) -> Option<Expression> {
    let Value::Constructor { name, items } = value else {
        return prelude_name(named, value);
    };
    let parameter = match (named.name, *name) {
        ("Option", "Some") | ("Result", "Ok") | ("Reverse", "Reverse") => 0,
        ("Bound", "Included" | "Excluded") | ("Poll", "Ready") => 0,
        ("ControlFlow", "Break") => 0,
        ("ControlFlow", "Continue") | ("Result", "Err") => 1,
        _ => return None,
    };
    let [item] = &items[..] else {
        return None;
    };
    let item = typed::expression(named.argument(parameter), item);
    let function = match named.name {
        "Option" | "Result" | "Reverse" => name.to_string(),
        enumeration => format!("{enumeration}::{name}"),
    };
    Some(Expression::call(&function, item))
}

fn prelude_name(named: &Named, value: &Value) -> Option<Expression> {
    match (named.name, value.name()) {
        ("Option", Some("None")) => Some(Expression::word("None")),
        _ => None,
    }
}

fn only_item<'v, 'a>(name: &str, value: &'v Value<'a>) -> Option<&'v Value<'a>> {
    match value {
        Value::Constructor { name: head, items } if *head == name && items.len() == 1 => {
            items.first()
        }
        _ => None,
    }
}
