//! Deadlines in residuals: their numbers, their ends, and those that others imply.

use crate::Stamp;
use crate::arena::{Arena, FRESH, Id, Memo, Node};
use crate::compile::{Locals, Until};
use crate::formula::Limit;

/// Returns the residual of a node when it is `now`.
pub(crate) fn expire<E>(arena: &mut Arena, id: Id, now: Stamp, locals: &Locals<E>) -> Id {
    let deadlines = &locals.deadlines;
    let is_over =
        |deadline: u32| deadline & FRESH == 0 && deadlines[deadline as usize].is_over(now);
    arena.expire(id, &is_over)
}

/// Gives deadlines that an event set their numbers in the slot.
pub(crate) fn settle<E>(arena: &mut Arena, id: Id, at: Stamp, locals: &mut Locals<E>) -> Id {
    if !arena.has_fresh_deadline(id) {
        return id;
    }
    let mut number = |limit: Limit| {
        let until = Until::new(limit, at);
        let found = locals.deadlines.iter().position(|other| *other == until);
        found.unwrap_or_else(|| {
            locals.deadlines.push(until);
            locals.deadlines.len() - 1
        }) as u32
    };
    let mut change = |arena: &mut Arena, id: Id, deadline: u32| {
        if deadline & FRESH == 0 {
            return id;
        }
        let deadline = number(arena.limits[(deadline & !FRESH) as usize]);
        let node = match *arena.node(id) {
            Node::WithinBy { body, end, .. } => Node::WithinBy { deadline, body, end },
            Node::StaysBy { body, end, .. } => Node::StaysBy { deadline, body, end },
            _ => return id,
        };
        arena.add(node)
    };
    let settled = arena.with_deadlines(id, &mut change, &mut Memo::default());
    without_implied(arena, settled, &locals.deadlines)
}

/// Drops parts of a combination that differ from another part in their deadline alone and are implied by it, or imply it:
/// what stays until the later of two deadlines stays until the earlier one. Otherwise "at last it stays so" would be a
/// part longer with every event that begins it.
fn without_implied(arena: &mut Arena, id: Id, deadlines: &[Until]) -> Id {
    match arena.node(id).clone() {
        Node::And(parts) => {
            let parts = parts.iter().map(|part| match arena.node(*part) {
                Node::Or(_) => without_implied(arena, *part, deadlines),
                _ => *part,
            });
            let parts: Vec<Id> = parts.collect();
            let parts = strongest(arena, &parts, deadlines, true);
            arena.and(parts)
        }
        Node::Or(parts) => {
            let parts = strongest(arena, &parts, deadlines, false);
            arena.or(parts)
        }
        _ => id,
    }
}

/// Parts of a conjunction without those that another one implies, or of a disjunction without those that imply another.
fn strongest(arena: &Arena, parts: &[Id], deadlines: &[Until], and: bool) -> Vec<Id> {
    // What is said by a deadline, without it, and the deadline as a number that is larger the more is said.
    let said = |id: Id| match *arena.node(id) {
        Node::StaysBy { deadline, body, end } => {
            Some((true, body, end, deadlines[deadline as usize]))
        }
        Node::WithinBy { deadline, body, end } => {
            Some((false, body, end, deadlines[deadline as usize]))
        }
        _ => None,
    };
    let says_less = |one: Until, other: Until, stays: bool| {
        let (one, other) = match (one, other) {
            (Until::Time(one), Until::Time(other)) | (Until::Round(one), Until::Round(other)) => {
                (one, other)
            }
            _ => return false,
        };
        // To stay for longer, and to come earlier, is more.
        if stays { one < other } else { one > other }
    };
    let is_needless = |part: &Id| {
        let Some((stays, body, end, until)) = said(*part) else { return false };
        parts.iter().filter_map(|other| said(*other)).any(
            |(other_stays, other_body, other_end, other)| {
                (other_stays, other_body, other_end) == (stays, body, end)
                    && if and {
                        says_less(until, other, stays)
                    } else {
                        says_less(other, until, stays)
                    }
            },
        )
    };
    parts.iter().copied().filter(|part| !is_needless(part)).collect()
}
