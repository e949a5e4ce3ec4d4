//! The question, and how it may be put.

use crate::parts::{parts, woven};
use crate::search::{Budget, verify_part};
use crate::{History, Specification, Verdict};

/// Which orders of calls count.
///
/// ```
/// use lawful::history::objects::{Register, RegisterCall};
/// use lawful::history::{Consistency, History, verify};
///
/// let mut history = History::new();
/// let write = history.invoke(0, RegisterCall::Write(1))?;
/// history.returned(write)?;
/// let read = history.invoke(1, RegisterCall::Read(None))?;
/// history.returned(read)?;
///
/// // The read came later and missed the write.
/// assert!(!verify(&Register, &history, Consistency::Linearizable).is_consistent());
/// assert!(verify(&Register, &history, Consistency::Sequential).is_consistent());
/// # Ok::<(), lawful::history::Misuse>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consistency {
    /// A call that returned before another was invoked comes before it: linearizability.
    Linearizable,
    /// Calls of one process come one after the other, whenever those of others were: sequential
    /// consistency.
    Sequential,
}

/// Looks for an order of the calls that explains what they returned.
///
/// ```
/// use lawful::history::objects::{Register, RegisterCall};
/// use lawful::history::{Consistency, History, Verdict, verify};
///
/// let mut history = History::new();
/// let write = history.invoke(0, RegisterCall::Write(1))?;
/// let read = history.invoke(1, RegisterCall::Read(Some(1)))?;
/// history.returned(read)?;
///
/// // The write never returned, and yet it took effect.
/// let verdict = verify(&Register, &history, Consistency::Linearizable);
/// assert_eq!(verdict, Verdict::Consistent { order: vec![write, read] });
/// # Ok::<(), lawful::history::Misuse>(())
/// ```
pub fn verify<S: Specification>(
    specification: &S,
    history: &History<S::Call>,
    consistency: Consistency,
) -> Verdict {
    Verifier::new(consistency).verify(specification, history)
}

/// Like [`verify`], where calls of different keys have nothing to do with each other.
///
/// The calls of each key are judged on their own, from the start of the specification. Where one key
/// cannot be explained, the verdict tells of the calls of that key alone. If any call has no key, all
/// are judged together, and so they are by [`Consistency::Sequential`]: histories that are explained key by key
/// need not be explained by one order of all calls that agrees with the processes.
///
/// ```
/// use lawful::history::objects::{KeyValue, KeyValueCall};
/// use lawful::history::{Consistency, History, verify_by_key};
///
/// let mut history = History::new();
/// for (process, key) in [(0, "left"), (1, "right")] {
///     let call = history.invoke(process, KeyValueCall::put(key, "value"))?;
///     history.returned(call)?;
/// }
///
/// let key = |call: &KeyValueCall| Some(call.key.clone());
/// assert!(verify_by_key(&KeyValue, &history, Consistency::Linearizable, key).is_consistent());
/// # Ok::<(), lawful::history::Misuse>(())
/// ```
pub fn verify_by_key<S: Specification, K: Ord>(
    specification: &S,
    history: &History<S::Call>,
    consistency: Consistency,
    key: impl Fn(&S::Call) -> Option<K>,
) -> Verdict {
    Verifier::new(consistency).verify_by_key(specification, history, key)
}

/// [`verify`] and [`verify_by_key`] with a limit.
///
/// ```
/// use lawful::history::objects::{Register, RegisterCall};
/// use lawful::history::{Consistency, History, Verdict, Verifier};
///
/// let mut history = History::new();
/// for process in 0..9 {
///     let write = history.invoke(process, RegisterCall::Write(process as i64))?;
///     history.returned(write)?;
/// }
///
/// let search = Verifier::new(Consistency::Linearizable).max_steps(5);
/// assert_eq!(search.verify(&Register, &history), Verdict::GaveUp { after: 5 });
/// # Ok::<(), lawful::history::Misuse>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Verifier {
    consistency: Consistency,
    max_steps: Option<u64>,
}

impl Verifier {
    /// A search without a limit.
    ///
    /// ```
    /// use lawful::history::objects::Register;
    /// use lawful::history::{Consistency, History, Verifier};
    ///
    /// let search = Verifier::new(Consistency::Linearizable);
    /// assert!(search.verify(&Register, &History::new()).is_consistent());
    /// ```
    pub fn new(consistency: Consistency) -> Verifier {
        Verifier { consistency, max_steps: None }
    }

    /// Gives up after so many steps, each of which puts calls in order or takes some back. What steps
    /// there are depends on the history and the specification alone.
    ///
    /// ```
    /// use lawful::history::objects::Register;
    /// use lawful::history::{Consistency, History, Verifier};
    ///
    /// let search = Verifier::new(Consistency::Linearizable).max_steps(1_000_000);
    /// assert!(search.verify(&Register, &History::new()).is_consistent());
    /// ```
    pub fn max_steps(self, steps: u64) -> Verifier {
        Verifier { max_steps: Some(steps), ..self }
    }

    /// [`verify`](verify()) within the limit.
    ///
    /// ```
    /// use lawful::history::objects::Register;
    /// use lawful::history::{Consistency, History, Verifier};
    ///
    /// assert!(Verifier::new(Consistency::Sequential).verify(&Register, &History::new()).is_consistent());
    /// ```
    pub fn verify<S: Specification>(
        self,
        specification: &S,
        history: &History<S::Call>,
    ) -> Verdict {
        let mut budget = Budget::new(self.max_steps);
        verify_part(specification, history, history.events(), self.consistency, &mut budget)
    }

    /// [`verify_by_key`](verify_by_key()) within the limit, which is for all keys together.
    ///
    /// ```
    /// use lawful::history::objects::{KeyValue, KeyValueCall};
    /// use lawful::history::{Consistency, History, Verifier};
    ///
    /// let key = |call: &KeyValueCall| Some(call.key.clone());
    /// let search = Verifier::new(Consistency::Linearizable);
    /// assert!(search.verify_by_key(&KeyValue, &History::new(), key).is_consistent());
    /// ```
    pub fn verify_by_key<S: Specification, K: Ord>(
        self,
        specification: &S,
        history: &History<S::Call>,
        key: impl Fn(&S::Call) -> Option<K>,
    ) -> Verdict {
        if self.consistency == Consistency::Sequential {
            return self.verify(specification, history);
        }
        let Some(parts) = parts(history, key) else {
            return self.verify(specification, history);
        };
        let mut budget = Budget::new(self.max_steps);
        let mut orders = Vec::with_capacity(parts.len());
        for part in parts {
            match verify_part(specification, history, &part, self.consistency, &mut budget) {
                Verdict::Consistent { order } => orders.push(order),
                other => return other,
            }
        }
        Verdict::Consistent { order: woven(history, &orders) }
    }
}
