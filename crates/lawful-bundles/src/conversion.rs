//! `From`, `TryFrom`, and `FromStr` with `Display`.

use lawful_core::extend::Choices;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use lawful_core::choice::Source;
use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{Judged, both, bundle, bundle_of, hold};

/// [`From`] there and [`From`] back loses nothing: `T -> U -> T` gives the same value.
///
/// ```
/// use lawful::bundles::from;
/// use lawful::{Runner, any};
///
/// assert!(Runner::named("texts").run(&from::<_, Vec<char>>(any::<CharList>())).is_success());
/// # use lawful::{Arbitrary, Source};
/// # #[derive(Clone, Debug, PartialEq)] struct CharList(String);
/// # impl Arbitrary for CharList { fn arbitrary(s: &mut Source) -> Self { CharList(s.any()) } }
/// # impl From<CharList> for Vec<char> { fn from(l: CharList) -> Self { l.0.chars().collect() } }
/// # impl From<Vec<char>> for CharList {
/// #     fn from(l: Vec<char>) -> Self { CharList(l.into_iter().collect()) }
/// # }
/// ```
pub fn from<G, U>(generator: G) -> impl Law
where
    G: Generator<Value: Clone + PartialEq + Debug + From<U>>,
    U: From<G::Value> + Debug,
{
    bundle(["a"], generator, |[a]| {
        let there = U::from(a.clone());
        let shown = format!("{there:?}");
        let back = G::Value::from(there);
        hold(back == *a, "From: there and back is not the same", || {
            format!("a becomes {shown},\nwhich becomes {back:?}")
        })
    })
}

/// [`TryFrom`] agrees with [`From`] the other way: what came from a `T` converts back to the same `T`,
/// and what converts to a `T` comes back as it was.
///
/// `generator` makes values of the narrow type, which always converts; `wide` of the other.
///
/// ```
/// use lawful::bundles::try_from;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("bytes").run(&try_from(any::<u8>(), any::<i64>())).is_success());
/// ```
pub fn try_from<G, W>(generator: G, wide: W) -> impl Law
where
    G: Generator<Value: Clone + PartialEq + Debug + TryFrom<W::Value, Error: Debug>>,
    W: Generator<Value: Clone + PartialEq + Debug + From<G::Value>>,
{
    let draw =
        move |source: &mut Source| (source.argument("a", &generator), source.argument("w", &wide));
    bundle_of(draw, |(a, w)| widened(&a, W::Value::from).and_then(|()| narrowed::<G::Value, _>(&w)))
}

fn widened<T, U>(a: &T, widen: impl Fn(T) -> U) -> Judged
where
    T: Clone + PartialEq + Debug + TryFrom<U, Error: Debug>,
    U: Debug,
{
    let there = widen(a.clone());
    let shown = format!("{there:?}");
    let back = T::try_from(there);
    let same = back.as_ref().is_ok_and(|back| back == a);
    hold(same, "TryFrom does not take back what From gave", || {
        format!("a becomes {shown}, which becomes {back:?}")
    })
}

fn narrowed<T, U>(w: &U) -> Judged
where
    T: Clone + Debug + TryFrom<U>,
    U: Clone + PartialEq + Debug + From<T>,
{
    let Ok(there) = T::try_from(w.clone()) else { return Ok(()) };
    let back = U::from(there.clone());
    hold(back == *w, "TryFrom takes what From does not give back", || {
        format!("w becomes {there:?}, which becomes {back:?}")
    })
}

/// [`FromStr`] reads what [`Display`] writes. Only what equals itself is held to it, so that floats
/// obey it.
///
/// ```
/// use lawful::bundles::from_str;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("numbers").run(&from_str(any::<i32>())).is_success());
/// ```
#[allow(clippy::eq_op, reason = "what does not equal itself does not equal what is read")]
pub fn from_str<G>(generator: G) -> impl Law
where
    G: Generator<Value: FromStr<Err: Debug> + Display + PartialEq + Debug>,
{
    bundle(["a"], generator, |[a]| {
        if a != a {
            return Ok(());
        }
        let text = a.to_string();
        let read = text.parse::<G::Value>();
        hold(read.is_ok(), "FromStr does not read what Display writes", || {
            both("a.to_string()", &text, "parse", &read)
        })?;
        let same = read.as_ref().is_ok_and(|read| read == a);
        hold(same, "FromStr reads something else than Display wrote", || {
            both("a.to_string()", &text, "parse", &read)
        })
    })
}

/// Checks that what [`FromStr`] reads from any text, [`Display`] writes so that it reads the same again.
///
/// The texts are made by a generator, because any text at all is hardly ever one that can be read.
///
/// ```
/// use lawful::bundles::normal_form;
/// use lawful::generate::string_of;
/// use lawful::prelude::*;
///
/// let law = normal_form::<u8, _>(string_of("0123+", 1..=4));
/// assert!(Runner::named("numbers").run(&law).is_success());
/// ```
pub fn normal_form<T, G>(texts: G) -> impl Law
where
    T: FromStr<Err: Debug> + Display + PartialEq + Debug,
    G: Generator<Value: AsRef<str> + Debug>,
{
    bundle(["text"], texts, |[text]| {
        let Ok(value) = text.as_ref().parse::<T>() else { return Ok(()) };
        let written = value.to_string();
        let read = written.parse::<T>();
        let same = read.as_ref().is_ok_and(|read| *read == value);
        hold(same, "FromStr does not read again what it read and Display wrote", || {
            format!("the text reads as {value:?},\nwritten as {written:?}, which reads as {read:?}")
        })
    })
}
