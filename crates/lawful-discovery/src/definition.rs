//! Definitions: functions that others make superfluous (2.8), and constants that are missing (3.1).

use crate::conditional::general_call;
use crate::search::{Equation, Search};
use crate::signature::Role;
use crate::term::{Head, NO_TERM, Term, TermId, Terms, members};

/// Finds for each studied function the simplest term that is equal to its most general call and does not need it.
pub(crate) fn definitions(search: &mut Search<'_>) -> Vec<Equation> {
    let mut found = Vec::new();
    for symbol in 0..search.signature.symbols.len() {
        let about = &search.signature.symbols[symbol];
        if about.role == Role::Studied && about.arity() > 0 {
            found.extend(definition_of(search, symbol));
        }
    }
    without_circles(search, found)
}

/// Drops definitions that lead back to themselves through others. Functions with few arguments and those that come first in
/// the signature are the more likely to be meant as given; answers of functions that change their receiver are the least.
fn without_circles(search: &Search<'_>, mut found: Vec<Equation>) -> Vec<Equation> {
    let symbol = |id: TermId| match search.terms.get(id).head {
        Head::Function(symbol) => symbol,
        _ => u16::MAX,
    };
    let needs = |law: &Equation| {
        let mut needed: Vec<u16> = Vec::new();
        search.terms.visit(law.right, &mut |term| {
            if let Head::Function(other) = term.head
                && other != symbol(law.left)
            {
                needed.push(other);
            }
        });
        needed
    };
    let is_answer = |law: &Equation| {
        search.signature.symbols.get(usize::from(symbol(law.left))).is_some_and(|one| one.is_answer)
    };
    let arity = |law: &Equation| search.terms.get(law.left).arity;
    found.sort_by_key(|law| {
        (!is_answer(law), std::cmp::Reverse(arity(law)), std::cmp::Reverse(symbol(law.left)))
    });
    let mut kept: Vec<Equation> = Vec::new();
    for law in found {
        let mut reached = needs(&law);
        let mut at = 0;
        while at < reached.len() {
            let next = kept.iter().find(|other| symbol(other.left) == reached[at]);
            for one in next.map(&needs).unwrap_or_default() {
                if !reached.contains(&one) {
                    reached.push(one);
                }
            }
            at += 1;
        }
        if !reached.contains(&symbol(law.left)) {
            kept.push(law);
        }
    }
    kept.sort_by_key(|law| symbol(law.left));
    kept
}

fn definition_of(search: &mut Search<'_>, symbol: usize) -> Option<Equation> {
    let call = general_call(search, symbol)?;
    let term = *search.terms.get(call);
    let arguments: Vec<u32> = term
        .arguments()
        .iter()
        .map(|argument| search.closure.lookup(search.terms.get(*argument).head, &[]))
        .collect::<Option<_>>()?;
    let node = search.closure.lookup(term.head, &arguments)?;
    let mut best: Option<((u8, u8, u8), TermId)> = None;
    let root = search.closure.find(node);
    let class: Vec<u32> = (0..search.closure.len() as u32)
        .filter(|other| search.closure.find(*other) == root && *other != node)
        .collect();
    for other in class {
        let Head::Function(head) = search.closure.head(other) else { continue };
        // Arguments are written by what stands for their classes.
        let arguments: Vec<TermId> = search
            .closure
            .arguments(other)
            .iter()
            .map(|argument| search.closure.term(*argument))
            .collect();
        if arguments.contains(&NO_TERM) {
            continue;
        }
        let candidate = search.terms.function(usize::from(head), search.signature, &arguments);
        let simplicity = search.terms.get(candidate).simplicity();
        let is_better = best.is_none_or(|(other, _)| simplicity < other);
        if candidate != call && is_better && defines(&search.terms, &term, candidate) {
            best = Some((simplicity, candidate));
        }
    }
    best.map(|(_, right)| Equation { left: call, right })
}

/// Returns whether a term can define a function: it has no other variables, and calls the function, if at all, without
/// some variable of the definition: then the call is a special case.
fn defines(terms: &Terms, call: &Term, body: TermId) -> bool {
    let mut fits = terms.get(body).variables & !call.variables == 0;
    terms.visit(body, &mut |term| {
        if term.head == call.head && term.variables & call.variables == call.variables {
            fits = false;
        }
    });
    fits
}

/// Returns whether a law says that a term does not depend on its variables: it is equal to a renaming of itself. A
/// constant for its value would say so better.
pub(crate) fn misses_constant(search: &mut Search<'_>, law: Equation) -> bool {
    let (left, right) = (*search.terms.get(law.left), *search.terms.get(law.right));
    let (from, to): (Vec<u8>, Vec<u8>) =
        (members(left.variables).collect(), members(right.variables).collect());
    if from.len() != to.len() || left.variables == right.variables || left.head != right.head {
        return false;
    }
    // Variables are renamed in the order in which they occur.
    let order = |terms: &Terms, id: TermId| {
        let mut seen: Vec<u8> = Vec::new();
        terms.visit(id, &mut |term| {
            if let Head::Variable(variable) = term.head
                && !seen.contains(&variable)
            {
                seen.push(variable);
            }
        });
        seen
    };
    let (from, to) = (order(&search.terms, law.left), order(&search.terms, law.right));
    let kind = |variable: u8| search.variables[usize::from(variable)].kind;
    if from.iter().zip(&to).any(|(from, to)| kind(*from) != kind(*to)) {
        return false;
    }
    let leaves: Vec<TermId> = to
        .iter()
        .map(|variable| search.terms.variable(usize::from(*variable), search.variables))
        .collect();
    let renamed = search.terms.substitute(law.left, search.signature, &|variable| {
        let place = from.iter().position(|other| *other == variable).unwrap_or(0);
        leaves[place]
    });
    renamed == law.right
}
