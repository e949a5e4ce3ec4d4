//! Who can see what a call wrote.
//!
//! Most of a long search goes into sets of overlapping writes, each of which could come now or later. Two
//! facts of writes that overwrite whatever is there decide most of it:
//!
//! - A write that nobody is left to see is followed by another write, or by nothing. It can as well come just
//!   before the next write that is taken, together with all others of its kind.
//! - A read whose value is gone, with nobody left to write it again, will never be taken. Then nothing will be
//!   that was invoked after it returned, which bounds how many calls the order can still have. If some
//!   order has as many already, there is no use in going on. A plain cut would be wrong: the longest
//!   order of a history that is not explained may well go on while a read can no longer be taken.
//!
//! Finding out costs more than most searches, so it is done when a search turns out to be long.

use crate::Effect;

/// What a call does, and which state it leads to if that does not depend on the one before.
pub(crate) struct Known<T> {
    pub(crate) effect: Effect,
    pub(crate) written: Option<T>,
}

/// Who can see what a call wrote, by the numbers of calls.
pub(crate) struct Sight {
    /// By write, the calls that may come next after it and are allowed then, but for other writes.
    seers: Vec<Vec<u32>>,
    /// By call that observes, the writes that it may come next after. Nothing if it may also see what
    /// some call of unknown effect left.
    writers: Vec<Option<Vec<u32>>>,
    /// By returned call, how many returned calls an order without it can have.
    limits: Vec<usize>,
}

impl Sight {
    /// `may_follow` tells which calls may come after a write with no other write between them, by their times
    /// alone.
    pub(crate) fn new<T>(
        known: &[Known<T>],
        limits: Vec<usize>,
        may_follow: impl Fn(u32, &mut Vec<u32>),
        may_precede: impl Fn(u32, u32) -> bool,
        is_allowed: impl Fn(&T, u32) -> bool,
    ) -> Sight {
        let of_effect = |effect: Effect| {
            (0..known.len() as u32).filter(move |call| known[*call as usize].effect == effect)
        };
        let changing: Vec<u32> = of_effect(Effect::Changes).collect();
        let mut seers = vec![Vec::new(); known.len()];
        let mut writers: Vec<Option<Vec<u32>>> = vec![None; known.len()];
        for call in of_effect(Effect::Observes) {
            if !changing.iter().any(|change| may_precede(*change, call)) {
                writers[call as usize] = Some(Vec::new());
            }
        }
        let mut followers = Vec::new();
        for write in of_effect(Effect::Overwrites) {
            let Some(written) = &known[write as usize].written else { continue };
            followers.clear();
            may_follow(write, &mut followers);
            for call in followers.iter().copied() {
                let overwrites = known[call as usize].effect == Effect::Overwrites;
                if !overwrites && is_allowed(written, call) {
                    seers[write as usize].push(call);
                    writers[call as usize].iter_mut().for_each(|writers| writers.push(write));
                }
            }
        }
        Sight { seers, writers, limits }
    }

    /// Whether nobody is left to see what a write writes.
    pub(crate) fn is_hidden(&self, write: u32, is_taken: impl Fn(u32) -> bool) -> bool {
        self.seers[write as usize].iter().all(|seer| is_taken(*seer))
    }

    /// How many returned calls an order can have in which what a write wrote is overwritten by one that was
    /// not taken yet.
    pub(crate) fn most_after(&self, gone: u32, is_taken: impl Fn(u32) -> bool) -> usize {
        let is_lost = |seer: &&u32| {
            let writers = self.writers[**seer as usize].as_ref();
            (**seer as usize) < self.limits.len()
                && !is_taken(**seer)
                && writers.is_some_and(|writers| writers.iter().all(|writer| is_taken(*writer)))
        };
        let lost = self.seers[gone as usize].iter().filter(is_lost);
        lost.map(|seer| self.limits[*seer as usize]).min().unwrap_or(usize::MAX)
    }
}
