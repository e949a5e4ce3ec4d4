//! The question, and how it may be put.

use crate::parts::{parts, woven};
use crate::search::{Budget, explain_part};
use crate::{History, Specification, Verdict};

/// Which orders of calls count.
///
/// ```
/// use lawful_history::objects::{Register, RegisterCall};
/// use lawful_history::{History, Order, explain};
///
/// let mut history = History::new();
/// let write = history.invoke(0, RegisterCall::Write(1))?;
/// history.returned(write)?;
/// let read = history.invoke(1, RegisterCall::Read(None))?;
/// history.returned(read)?;
///
/// // The read came later and missed the write.
/// assert!(!explain(&Register, &history, Order::RealTime).is_explained());
/// assert!(explain(&Register, &history, Order::Processes).is_explained());
/// # Ok::<(), lawful_history::Misuse>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// A call that returned before another was invoked comes before it: linearizability.
    RealTime,
    /// Calls of one process come one after the other, whenever those of others were: sequential
    /// consistency.
    Processes,
}

/// Looks for an order of the calls that explains what they returned.
///
/// ```
/// use lawful_history::objects::{Register, RegisterCall};
/// use lawful_history::{History, Order, Verdict, explain};
///
/// let mut history = History::new();
/// let write = history.invoke(0, RegisterCall::Write(1))?;
/// let read = history.invoke(1, RegisterCall::Read(Some(1)))?;
/// history.returned(read)?;
///
/// // The write never returned, and yet it took effect.
/// let verdict = explain(&Register, &history, Order::RealTime);
/// assert_eq!(verdict, Verdict::Explained { order: vec![write, read] });
/// # Ok::<(), lawful_history::Misuse>(())
/// ```
pub fn explain<S: Specification>(
    specification: &S,
    history: &History<S::Call>,
    order: Order,
) -> Verdict {
    Search::new(order).explain(specification, history)
}

/// Like [`explain`], where calls of different keys have nothing to do with each other.
///
/// The calls of each key are judged on their own, from the start of the specification. Where one key
/// cannot be explained, the verdict tells of the calls of that key alone. If any call has no key, all
/// are judged together, and so they are by [`Order::Processes`]: histories that are explained key by key
/// need not be explained by one order of all calls that agrees with the processes.
///
/// ```
/// use lawful_history::objects::{KeyValue, KeyValueCall};
/// use lawful_history::{History, Order, explain_by_key};
///
/// let mut history = History::new();
/// for (process, key) in [(0, "left"), (1, "right")] {
///     let call = history.invoke(process, KeyValueCall::put(key, "value"))?;
///     history.returned(call)?;
/// }
///
/// let key = |call: &KeyValueCall| Some(call.key.clone());
/// assert!(explain_by_key(&KeyValue, &history, Order::RealTime, key).is_explained());
/// # Ok::<(), lawful_history::Misuse>(())
/// ```
pub fn explain_by_key<S: Specification, K: Ord>(
    specification: &S,
    history: &History<S::Call>,
    order: Order,
    key: impl Fn(&S::Call) -> Option<K>,
) -> Verdict {
    Search::new(order).explain_by_key(specification, history, key)
}

/// [`explain`] and [`explain_by_key`] with a limit.
///
/// ```
/// use lawful_history::objects::{Register, RegisterCall};
/// use lawful_history::{History, Order, Search, Verdict};
///
/// let mut history = History::new();
/// for process in 0..9 {
///     let write = history.invoke(process, RegisterCall::Write(process as i64))?;
///     history.returned(write)?;
/// }
///
/// let search = Search::new(Order::RealTime).most_steps(5);
/// assert_eq!(search.explain(&Register, &history), Verdict::GaveUp { after: 5 });
/// # Ok::<(), lawful_history::Misuse>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Search {
    order: Order,
    most_steps: Option<u64>,
}

impl Search {
    /// A search without a limit.
    ///
    /// ```
    /// use lawful_history::objects::Register;
    /// use lawful_history::{History, Order, Search};
    ///
    /// let search = Search::new(Order::RealTime);
    /// assert!(search.explain(&Register, &History::new()).is_explained());
    /// ```
    pub fn new(order: Order) -> Search {
        Search { order, most_steps: None }
    }

    /// Gives up after so many steps, each of which puts calls in order or takes some back. What steps
    /// there are depends on the history and the specification alone.
    ///
    /// ```
    /// use lawful_history::objects::Register;
    /// use lawful_history::{History, Order, Search};
    ///
    /// let search = Search::new(Order::RealTime).most_steps(1_000_000);
    /// assert!(search.explain(&Register, &History::new()).is_explained());
    /// ```
    pub fn most_steps(self, steps: u64) -> Search {
        Search { most_steps: Some(steps), ..self }
    }

    /// [`explain`](explain()) within the limit.
    ///
    /// ```
    /// use lawful_history::objects::Register;
    /// use lawful_history::{History, Order, Search};
    ///
    /// assert!(Search::new(Order::Processes).explain(&Register, &History::new()).is_explained());
    /// ```
    pub fn explain<S: Specification>(
        self,
        specification: &S,
        history: &History<S::Call>,
    ) -> Verdict {
        let mut budget = Budget::new(self.most_steps);
        explain_part(specification, history, history.events(), self.order, &mut budget)
    }

    /// [`explain_by_key`](explain_by_key()) within the limit, which is for all keys together.
    ///
    /// ```
    /// use lawful_history::objects::{KeyValue, KeyValueCall};
    /// use lawful_history::{History, Order, Search};
    ///
    /// let key = |call: &KeyValueCall| Some(call.key.clone());
    /// let search = Search::new(Order::RealTime);
    /// assert!(search.explain_by_key(&KeyValue, &History::new(), key).is_explained());
    /// ```
    pub fn explain_by_key<S: Specification, K: Ord>(
        self,
        specification: &S,
        history: &History<S::Call>,
        key: impl Fn(&S::Call) -> Option<K>,
    ) -> Verdict {
        if self.order == Order::Processes {
            return self.explain(specification, history);
        }
        let Some(parts) = parts(history, key) else {
            return self.explain(specification, history);
        };
        let mut budget = Budget::new(self.most_steps);
        let mut orders = Vec::with_capacity(parts.len());
        for part in parts {
            match explain_part(specification, history, &part, self.order, &mut budget) {
                Verdict::Explained { order } => orders.push(order),
                other => return other,
            }
        }
        Verdict::Explained { order: woven(history, &orders) }
    }
}
