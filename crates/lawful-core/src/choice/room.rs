//! Room for nested collections: the size, shared out over the collections inside a collection.

use super::random::Random;

/// Cost of an element of a list, set or map, in units.
pub(crate) const ELEMENT: u32 = 8;
/// Cost of a character of a text, or of a byte, in units: they are made a block at a time.
pub(crate) const CHARACTER: u32 = 1;
/// Elements in all, per unit of size, that the collections inside the outermost one may have.
const ELEMENTS_PER_SIZE: u32 = 24;
/// A list's own elements take one part in so many of its share, before chance doubles that.
const LIST_PART: u32 = 6;
/// One value in so many goes on where its share is used up, so that a filter finds what it asks for.
pub(crate) const ONE_GOES_ON: u64 = 8;

/// Room that is left for collections inside the value that is being drawn.
///
/// The outermost collection is as long as the size allows, and has a multiple of the size for all that its
/// elements hold. An element's share is the part of what is left that falls to it, whatever the elements before it
/// used. A collection in the element is longer than its share by chance, half as often for each doubling, so that there
/// are long ones at every depth, and what it takes is taken from those after it.
///
/// Room only bounds what a random source samples. The bounds of a choice are the same with room and
/// without, so a tape reads the same whatever room its generation had, and shrinking never sees it.
/// That is why it is no part of the size, which a generator may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// Units for the value that is being drawn.
    share: u32,
    /// Units for all that is still to be drawn inside the outermost collection.
    left: u32,
}

impl Room {
    /// Room outside of all collections.
    pub const UNLIMITED: Room = Room { share: u32::MAX, left: u32::MAX };

    /// Returns whether the value that is being drawn is inside a collection.
    #[inline]
    pub fn is_limited(self) -> bool {
        self.share != u32::MAX
    }

    /// Returns whether a recursive value inside a collection has had its share.
    #[inline]
    pub fn is_used_up(self) -> bool {
        self.share == 0
    }

    /// Takes units off.
    #[inline]
    pub fn spend(&mut self, units: u64) {
        if self.is_limited() {
            let units = u32::try_from(units).unwrap_or(u32::MAX);
            self.share = self.share.saturating_sub(units);
            self.left = self.left.saturating_sub(units);
        }
    }

    /// The length that a collection may have, at most `size`, if an element costs `cost` units.
    pub fn reach(self, random: &mut Random, size: u32, cost: u32) -> u32 {
        // No word is drawn where there is room enough.
        if self.share / cost / LIST_PART >= size {
            return size;
        }
        let doublings = random.next_word().trailing_zeros().min(20);
        // A list leaves most of its share to its elements. Those of a text are nothing but themselves.
        let own = if cost == CHARACTER { self.share } else { self.share / LIST_PART };
        let share = u64::from(own.min(self.left).max(1)) << doublings;
        // Never nothing at all: a filter for lists that are not empty would find none.
        let units = share.min(u64::from(self.left).max(1 << doublings));
        let least = if cost == CHARACTER { size.isqrt() } else { 0 };
        ((units / u64::from(cost)) as u32).max(least).min(size)
    }

    /// Begins a collection of `length` elements, and makes this the room of the first.
    #[inline]
    pub fn share_out(&mut self, size: u32, length: usize) -> Shares {
        let outer = *self;
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        if !self.is_limited() {
            // A list that is longer than the size was asked for, and so are its elements.
            let all = size.max(length).saturating_mul(ELEMENTS_PER_SIZE * ELEMENT);
            self.left = all.min(u32::MAX - 1);
            self.share = self.left;
        }
        let shares = Shares { outer, all: self.share, left: self.left };
        self.share = shares.all / length.max(1);
        shares
    }

    /// Begins a collection whose elements share no room.
    #[inline]
    pub fn keep(self) -> Shares {
        Shares { outer: self, all: self.share, left: self.left }
    }
}

/// Room of the elements of one collection.
#[derive(Debug)]
pub(crate) struct Shares {
    outer: Room,
    /// Units for the elements that are not drawn yet.
    all: u32,
    /// Units that were left when the last element began.
    left: u32,
}

impl Shares {
    /// Room of the next element, after `room` of the one before it, while `elements` are not drawn yet.
    #[inline]
    pub fn next(&mut self, room: &mut Room, elements: usize) {
        // Elements that used nothing leave the share as it is, without a division for each.
        if room.left != self.left {
            self.renew(room, elements);
        }
    }

    #[inline(never)]
    fn renew(&mut self, room: &mut Room, elements: usize) {
        self.all = self.all.saturating_sub(self.left.saturating_sub(room.left));
        self.left = room.left;
        let elements = u32::try_from(elements).unwrap_or(u32::MAX);
        room.share = self.all / elements.max(1);
    }

    /// Room after the collection.
    #[inline]
    pub fn end(self, room: &mut Room) {
        let mut after = self.outer;
        after.spend(u64::from(after.left.saturating_sub(room.left)));
        *room = after;
    }
}
