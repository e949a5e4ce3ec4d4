//! What came of looking for an order.

/// Verdict on a history. Calls are named by their index in the history.
///
/// ```
/// use lawful::history::Verdict;
///
/// let verdict = Verdict::Consistent { order: vec![1, 0] };
/// assert!(verdict.is_consistent());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is an order that explains the history.
    Consistent {
        /// The calls in that order. Calls that never returned are left out as far as the others are
        /// explained by this order without them.
        order: Vec<usize>,
    },
    /// There is no such order.
    Inconsistent {
        /// An order that explains as many of the calls that returned as can be.
        longest: Vec<usize>,
        /// The calls one of which would have to come next; the specification refuses each.
        stuck: Vec<usize>,
    },
    /// The limit of steps was reached before it was known.
    GaveUp {
        /// Number of steps that were made.
        after: u64,
    },
}

impl Verdict {
    /// Returns whether there is an order that explains the history.
    ///
    /// ```
    /// use lawful::history::Verdict;
    ///
    /// assert!(!Verdict::GaveUp { after: 100 }.is_consistent());
    /// ```
    pub fn is_consistent(&self) -> bool {
        matches!(self, Verdict::Consistent { .. })
    }
}
