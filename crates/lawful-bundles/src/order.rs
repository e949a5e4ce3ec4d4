//! `PartialOrd` and `Ord`.

use std::cmp::Ordering;
use std::fmt::Debug;

use lawful_core::choice::{Neighbours, Source};
use lawful_core::generate::Generator;
use lawful_core::law::Law;

use crate::bundle::{Judged, bundle, bundle_of, hold, related_to};
use crate::extremes::Extreme;

/// [`PartialOrd`] is antisymmetric (what is less one way is greater the other) and transitive, agrees
/// with `==`, and `<`, `<=`, `>`, `>=` say what `partial_cmp` says.
///
/// ```
/// use lawful::bundles::partial_ord;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("floats").run(&partial_ord(any::<f64>())).is_success());
/// ```
pub fn partial_ord<G>(generator: G) -> impl Law
where
    G: Generator<Value: PartialOrd + Debug>,
{
    bundle(["a", "b", "c"], generator, |[a, b, c]| partial_order(a, b, c))
}

fn partial_order<T: PartialOrd>(a: &T, b: &T, c: &T) -> Judged {
    let (ab, ba) = (a.partial_cmp(b), b.partial_cmp(a));
    hold(ab == ba.map(Ordering::reverse), "PartialOrd is not antisymmetric", || {
        format!("a.partial_cmp(&b) = {ab:?}, b.partial_cmp(&a) = {ba:?}")
    })?;
    hold((a == b) == (ab == Some(Ordering::Equal)), "PartialOrd does not agree with ==", || {
        format!("a == b is {}, a.partial_cmp(&b) = {ab:?}", a == b)
    })?;
    operators(a, b, ab)?;
    let (bc, ac) = (b.partial_cmp(c), a.partial_cmp(c));
    hold(is_transitive(ab, bc, ac), "PartialOrd is not transitive", || {
        format!(
            "a.partial_cmp(&b) = {ab:?}, b.partial_cmp(&c) = {bc:?}, a.partial_cmp(&c) = {ac:?}"
        )
    })
}

/// What holds of a to b and of b to c holds of a to c, an equality giving way to what is strict.
fn is_transitive(ab: Option<Ordering>, bc: Option<Ordering>, ac: Option<Ordering>) -> bool {
    let expected = match (ab, bc) {
        (Some(Ordering::Equal), other) | (other, Some(Ordering::Equal)) => other,
        (Some(first), Some(second)) if first == second => Some(first),
        _ => return true,
    };
    ac == expected
}

fn operators<T: PartialOrd>(a: &T, b: &T, ab: Option<Ordering>) -> Judged {
    use Ordering::{Equal, Greater, Less};
    let seen = |operator: &str, is: bool| {
        let operator = operator.to_string();
        move || format!("a.partial_cmp(&b) = {ab:?}, but a {operator} b is {is}")
    };
    let (lt, le, gt, ge) = (a < b, a <= b, a > b, a >= b);
    let law = "PartialOrd: < does not agree with partial_cmp";
    hold(lt == (ab == Some(Less)), law, seen("<", lt))?;
    let law = "PartialOrd: <= does not agree with partial_cmp";
    hold(le == matches!(ab, Some(Less | Equal)), law, seen("<=", le))?;
    let law = "PartialOrd: > does not agree with partial_cmp";
    hold(gt == (ab == Some(Greater)), law, seen(">", gt))?;
    let law = "PartialOrd: >= does not agree with partial_cmp";
    hold(ge == matches!(ab, Some(Greater | Equal)), law, seen(">=", ge))
}

/// [`Ord`] is a total order: antisymmetric and transitive; it agrees with `==`, with [`PartialOrd`]
/// and its operators, and `max`, `min` and `clamp` agree with it.
///
/// ```
/// use lawful::bundles::ord;
/// use lawful::prelude::*;
///
/// assert!(Runner::named("pairs").run(&ord(any::<(u8, String)>())).is_success());
/// ```
pub fn ord<G>(generator: G) -> impl Law
where
    G: Generator<Value: Ord + Debug>,
{
    let draw = move |source: &mut Source| {
        let mut drawn = Neighbours::default();
        let values = related_to(source, &mut drawn, ["a", "b", "c"], &generator);
        (values, Extreme::draw(source, &mut drawn, &generator))
    };
    bundle_of(draw, |(values, extreme)| {
        let [a, b, c] = &values;
        total_order(a, b, c).and_then(|()| extreme.judge(values))
    })
}

fn total_order<T: Ord>(a: &T, b: &T, c: &T) -> Judged {
    let (ab, ba) = (a.cmp(b), b.cmp(a));
    let aa = a.cmp(a);
    hold(aa == Ordering::Equal, "Ord is not reflexive", || format!("a.cmp(&a) = {aa:?}"))?;
    hold(ab == ba.reverse(), "Ord is not antisymmetric", || {
        format!("a.cmp(&b) = {ab:?}, b.cmp(&a) = {ba:?}")
    })?;
    hold((a == b) == ab.is_eq(), "Ord does not agree with ==", || {
        format!("a == b is {}, a.cmp(&b) = {ab:?}", a == b)
    })?;
    let partial = a.partial_cmp(b);
    hold(partial == Some(ab), "Ord does not agree with PartialOrd", || {
        format!("a.cmp(&b) = {ab:?}, a.partial_cmp(&b) = {partial:?}")
    })?;
    operators(a, b, partial)?;
    let (bc, ac) = (b.cmp(c), a.cmp(c));
    hold(is_transitive(Some(ab), Some(bc), Some(ac)), "Ord is not transitive", || {
        format!("a.cmp(&b) = {ab:?}, b.cmp(&c) = {bc:?}, a.cmp(&c) = {ac:?}")
    })
}
