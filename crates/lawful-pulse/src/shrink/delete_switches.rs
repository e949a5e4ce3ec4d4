//! Takes decisions out of schedules: from the end, in blocks, one by one, and two at a time.
//!
//! A decision is found again by its task and by how many that task made before, so the others mean the same
//! when one is gone. Two at a time, because a switch away from a task and the one back are no use alone.

use lawful_core::extend::{KeyedChoice, Shrinker, Tape, Token};

use crate::run::is_needs;

/// With more decisions than this only neighbours are tried together.
const ALL_PAIRS: usize = 16;

pub(super) fn run(shrinker: &mut Shrinker<'_>) {
    for index in 0..schedules(shrinker.best()).len() {
        truncate(shrinker, index);
        delete_blocks(shrinker, index);
        delete_pairs(shrinker, index);
    }
}

/// Where the schedules are on the main tape.
fn schedules(tape: &Tape) -> Vec<usize> {
    let is_schedule = |place: &usize| matches!(tape.main[*place], Token::Keyed(_));
    (0..tape.main.len()).filter(is_schedule).collect()
}

/// The switches of a schedule, without the entry that says which scheduling points there are: places are counted with
/// those, so it stays.
fn decisions(shrinker: &Shrinker<'_>, index: usize) -> Vec<KeyedChoice> {
    let best = shrinker.best();
    match schedules(best).get(index).map(|place| &best.main[*place]) {
        Some(Token::Keyed(decisions)) => {
            decisions.iter().copied().filter(|one| !is_needs(one)).collect()
        }
        _ => Vec::new(),
    }
}

fn consider(shrinker: &mut Shrinker<'_>, index: usize, decisions: Vec<KeyedChoice>) -> bool {
    let mut candidate = shrinker.best().clone();
    let Some(place) = schedules(&candidate).get(index).copied() else { return false };
    let Token::Keyed(schedule) = &mut candidate.main[place] else { return false };
    schedule.retain(is_needs);
    schedule.extend(decisions);
    shrinker.consider_as_it_is(candidate)
}

/// Only the first decisions, as few as suffice.
fn truncate(shrinker: &mut Shrinker<'_>, index: usize) {
    let (mut low, mut high) = (0, decisions(shrinker, index).len());
    while low < high {
        let middle = (low + high) / 2;
        let kept = decisions(shrinker, index);
        if middle < kept.len() && consider(shrinker, index, kept[..middle].to_vec()) {
            high = decisions(shrinker, index).len().min(middle);
        } else {
            low = middle + 1;
        }
    }
}

fn delete_blocks(shrinker: &mut Shrinker<'_>, index: usize) {
    let mut size = decisions(shrinker, index).len() / 2;
    while size > 0 {
        let mut start = 0;
        loop {
            let mut rest = decisions(shrinker, index);
            if start >= rest.len() || shrinker.is_over() {
                break;
            }
            let end = (start + size).min(rest.len());
            rest.drain(start..end);
            if !consider(shrinker, index, rest) {
                start += size;
            }
        }
        size /= 2;
    }
    let single = decisions(shrinker, index);
    if single.len() == 1 {
        consider(shrinker, index, Vec::new());
    }
}

fn delete_pairs(shrinker: &mut Shrinker<'_>, index: usize) {
    let mut first = 0;
    while first < decisions(shrinker, index).len() {
        let all = decisions(shrinker, index);
        let most = if all.len() <= ALL_PAIRS { all.len() } else { (first + 3).min(all.len()) };
        let gained = (first + 1..most).any(|second| {
            let mut rest = all.clone();
            rest.remove(second);
            rest.remove(first);
            consider(shrinker, index, rest)
        });
        if !gained {
            first += 1;
        }
        if shrinker.is_over() {
            return;
        }
    }
}
