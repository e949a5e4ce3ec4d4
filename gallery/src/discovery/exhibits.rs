//! Discovery live: the laws that are found for the paper's examples, and which of the laws that it prints they prove.

use lawful::data::Page;
use lawful::discovery::{Discovery, Signature, Why};

use super::signatures;
use crate::exhibit::{Exhibit, Study};

static STUDY: Study =
    Study::of("discovery", "quickspec-2011, 1.1 to 1.3, 3.1 and 3.2", "lists_usort");

/// Statements of the paper about a signature: laws that it prints, and equations that it reports to be false.
struct Printed {
    laws: &'static [&'static str],
    false_equations: &'static [&'static str],
}

/// Finds the laws of a signature, and tells which of those that the paper prints they prove.
fn discover(signature: fn() -> Signature, seed: u64, printed: &Printed) -> (Vec<String>, Page) {
    let found = signature().seed(seed).discover();
    let proved = printed.laws.iter().filter(|law| found.proves(law)).count();
    let refuted = |equation: &&&str| matches!(found.why(equation), Why::Refuted(_));
    let refuted = printed.false_equations.iter().filter(refuted).count();
    let mut lines = vec![format!(
        "{} laws found; {proved} of {} in the paper proved, {refuted} of {} false ones refuted",
        found.laws().len(),
        printed.laws.len(),
        printed.false_equations.len(),
    )];
    lines.extend(missing(&found, printed));
    lines.extend(found.to_string().lines().map(String::from));
    let page = found.page("");
    (lines, page)
}

fn missing<'a>(found: &'a Discovery, printed: &'a Printed) -> impl Iterator<Item = String> + 'a {
    let laws = printed.laws.iter().filter(|law| !found.proves(law));
    laws.map(|law| format!("not proved: {law}: {}", found.why(law)))
}

/// An exhibit in which all laws of the paper are proved and all its false equations refuted.
#[track_caller]
fn exhibit(
    name: &'static str,
    story: &'static str,
    signature: fn() -> Signature,
    printed: Printed,
) -> Exhibit {
    let (laws, wrong) = (printed.laws.len(), printed.false_equations.len());
    let told =
        format!("; {laws} of {laws} in the paper proved, {wrong} of {wrong} false ones refuted");
    STUDY.tells(name, story, move |seed| discover(signature, seed, &printed), [told])
}

/// Signatures of the paper whose laws are found in seconds. The tests have all of them, with the laws that must not be
/// found as well.
pub fn exhibits() -> Vec<Exhibit> {
    vec![
        exhibit(
            "lists_usort",
            "Section 1.1: reverse, append, sort and usort, which also removes duplicates.",
            signatures::lists_usort,
            Printed {
                laws: &[
                    "reverse(reverse(xs)) = xs",
                    "reverse(xs) ++ reverse(ys) = reverse(ys ++ xs)",
                    "sort(sort(xs)) = sort(xs)",
                    "sort(ys ++ xs) = sort(xs ++ ys)",
                    "usort(usort(xs)) = usort(xs)",
                    "usort(xs ++ xs) = usort(xs)",
                ],
                false_equations: &["usort(xs) = sort(xs)", "xs ++ ys = ys ++ xs"],
            },
        ),
        exhibit(
            "queues",
            "Section 1.2: Erlang's queues. Two queues with the same elements may be represented differently, so putting \
             an element in front and taking it away is not undone; the law that says so is missing.",
            signatures::queues,
            Printed {
                laws: &[
                    "join(new, q) = q",
                    "join(join(q, q2), q3) = join(q, join(q2, q3))",
                    "to_list(q) ++ to_list(q2) = to_list(join(q, q2))",
                    "reverse(push_rear(x, q)) = push_front(x, reverse(q))",
                    "tail(push_front(y, q)) = tail(push_front(x, q))",
                ],
                false_equations: &["tail(push_front(x, q)) = q"],
            },
        ),
        exhibit(
            "queues_by_contents",
            "The same with queues compared by their elements: now the law is there.",
            signatures::queues_by_contents,
            Printed {
                laws: &["tail(push_front(x, q)) = q", "join(new, q) = q"],
                false_equations: &[],
            },
        ),
        exhibit(
            "arrays_without_default",
            "Section 1.3: functional arrays. A law with two indices where one would do says that a constant is missing \
             from the signature: the default value.",
            signatures::arrays_without_default,
            Printed { laws: &["get(i, new) = get(j, new)"], false_equations: &[] },
        ),
        exhibit(
            "heaps_merge",
            "Section 3.1: leftist heaps, in the step in which merge is added.",
            signatures::heaps_merge,
            Printed {
                laws: &[
                    "insert(y, insert(x, h)) = insert(x, insert(y, h))",
                    "merge(h1, h) = merge(h, h1)",
                    "merge(h, insert(x, h1)) = insert(x, merge(h, h1))",
                    "find_min(merge(h, h)) = find_min(h)",
                ],
                false_equations: &["merge(h, h) = h"],
            },
        ),
        exhibit(
            "fixed_point_negate",
            "Section 3.2: fixed-point arithmetic, in which adding a number and its negation is not zero: there are zeros \
             of several precisions.",
            signatures::fixed_point_negate,
            Printed {
                laws: &[
                    "add(negate(a), add(a, a)) = a",
                    "add(negate(a), negate(b)) = negate(add(a, b))",
                    "negate(negate(a)) = a",
                ],
                false_equations: &["add(a, negate(a)) = zero"],
            },
        ),
    ]
}
