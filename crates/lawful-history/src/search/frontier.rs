//! Which calls can come next.

use super::sight::{Known, Sight};
use crate::History;
use crate::history::Event;

/// The calls of a search by number: those that returned in the order of their returns, and then the
/// pending ones in the order of their invocations.
pub(crate) struct Calls {
    /// The index in the history of each call.
    pub(crate) indices: Vec<usize>,
    /// The number of each call, by its index in the history; anything for calls of other searches.
    pub(crate) numbers: Vec<u32>,
    /// How many returned.
    pub(crate) returned: usize,
}

impl Calls {
    /// `numbers` is kept for its memory: it is as long as the history, which may have many short parts.
    pub(crate) fn new<C>(history: &History<C>, events: &[Event], mut numbers: Vec<u32>) -> Calls {
        let mut indices = Vec::with_capacity(events.len() / 2 + 1);
        indices.extend(events.iter().filter_map(|event| match *event {
            Event::Returned(index) => Some(index),
            Event::Invoked(_) => None,
        }));
        let returned = indices.len();
        if 2 * returned < events.len() {
            indices.extend(events.iter().filter_map(|event| match *event {
                Event::Invoked(index) if history.call(index).returned.is_none() => Some(index),
                _ => None,
            }));
        }
        numbers.resize(history.len(), 0);
        for (number, index) in indices.iter().enumerate() {
            numbers[*index] = number as u32;
        }
        Calls { indices, numbers, returned }
    }

    pub(crate) fn pending(&self) -> usize {
        self.indices.len() - self.returned
    }

    pub(crate) fn number(&self, index: usize) -> usize {
        self.numbers[index] as usize
    }
}

/// Which calls can come next after some that were taken.
pub(crate) trait Frontier {
    /// Which returned calls were taken.
    type Place: Clone + PartialEq;

    /// None was taken.
    fn start(&self) -> Self::Place;

    fn hash(&self, place: &Self::Place) -> u64;

    /// How many returned calls were taken.
    fn taken(&self, place: &Self::Place) -> usize;

    /// The returned calls that can come next; with an earlier place, only those that could not come next there.
    fn candidates(
        &self,
        place: &Self::Place,
        earlier: Option<&Self::Place>,
        candidates: &mut Vec<u32>,
    );

    /// The place after one of the candidates.
    fn take(&self, place: &mut Self::Place, call: u32);

    /// Whether a returned call was taken.
    fn is_taken(&self, place: &Self::Place, call: u32) -> bool;

    /// Who can see what a call wrote, where that can be told from the order.
    fn sight<T>(&self, known: &[Known<T>], is_allowed: impl Fn(&T, u32) -> bool) -> Option<Sight>;

    /// The pending calls that can come next, taken or not.
    fn pending(&self, place: &Self::Place, candidates: &mut Vec<u32>);

    /// A number that is equal for calls which can come next at the same place only if taking one of them is
    /// as good as taking the other, once neither was taken.
    fn class(&self, call: u32) -> u32;
}
