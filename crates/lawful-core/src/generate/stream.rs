//! Infinite streams: lazily drawn sequences of which only the part that was used exists.

use std::fmt;
use std::sync::Arc;

use super::{Arbitrary, Generator, any, sorted_debug};
use crate::choice::{Lane, Source};

/// An infinite sequence. The report shows the part that was used (quickcheck-2000, section 2.5).
///
/// ```
/// use lawful::generate::Stream;
/// use lawful::prelude::*;
///
/// check(any::<Stream<u32>>(), |numbers| {
///     let first: Vec<u32> = numbers.iter().take(3).collect();
///     assert_eq!(first[2], numbers.get(2));
/// });
/// ```
pub struct Stream<T> {
    element: Arc<dyn Fn(usize) -> T + Send + Sync>,
    lane: Lane,
}

impl<T> Clone for Stream<T> {
    fn clone(&self) -> Self {
        Stream { element: self.element.clone(), lane: self.lane.clone() }
    }
}

impl<T: fmt::Debug + 'static> Stream<T> {
    /// A stream of a generator's values.
    pub fn draw<G>(source: &mut Source, element: G) -> Self
    where
        G: Generator<Value = T> + Send + Sync + 'static,
    {
        let lane = source.lane();
        let drawing = lane.clone();
        let element = move |index: usize| {
            let value = drawing.row(index as u64, |source| source.draw(&element));
            if drawing.shows() {
                let text = sorted_debug(std::any::type_name::<T>(), &value);
                drawing.note(index as u64, String::new(), text);
            }
            value
        };
        Stream { element: Arc::new(element), lane }
    }
}

impl<T> Stream<T> {
    /// The element at an index.
    pub fn get(&self, index: usize) -> T {
        (self.element)(index)
    }

    /// All elements; there is no last one.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        (0..).map(|index| self.get(index))
    }
}

impl<T> fmt::Debug for Stream<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[")?;
        let mut next = 0;
        for (index, (_, text)) in self.lane.notes() {
            // A short gap is shown element by element, a long one by the index after it.
            match index - next {
                0..=3 => (next..index).try_for_each(|_| formatter.write_str("_, "))?,
                _ => write!(formatter, ".., {index}: ")?,
            }
            write!(formatter, "{text}, ")?;
            next = index.saturating_add(1);
        }
        formatter.write_str("..]")
    }
}

impl<T: Arbitrary + fmt::Debug + 'static> Arbitrary for Stream<T> {
    fn arbitrary(source: &mut Source) -> Self {
        Stream::draw(source, any::<T>())
    }
}

/// Infinite streams of a generator's values.
///
/// ```
/// use lawful::generate::stream;
/// use lawful::prelude::*;
///
/// check(stream(1..=6), |dice| assert!(dice.iter().take(100).all(|eyes| eyes <= 6)));
/// ```
pub fn stream<G>(element: G) -> impl Generator<Value = Stream<G::Value>>
where
    G: Generator<Value: fmt::Debug + 'static> + Clone + Send + Sync + 'static,
{
    move |source: &mut Source| Stream::draw(source, element.clone())
}
