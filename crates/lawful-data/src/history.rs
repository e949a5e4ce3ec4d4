//! Histories: calls of several clients over time, and an order that explains them as far as it goes.

/// A history of concurrent calls, with the longest order of them that a specification allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShownHistory {
    /// Names of the clients.
    pub clients: Vec<String>,
    /// Calls, in the order of their invocations.
    pub calls: Vec<HistoryCall>,
    /// The longest order that explains calls, by their places in the list of calls.
    pub order: Vec<usize>,
    /// State before the order, and after each of its calls; empty where states are not shown.
    pub states: Vec<String>,
    /// Calls one of which would have to come next, each with the reason for which it cannot. There are none if the order
    /// explains the history.
    pub stuck: Vec<(usize, String)>,
    /// True if a call that returned before another was invoked comes before it in an order (linearizability); false if
    /// only calls of one client keep their order (sequential consistency).
    pub in_real_time: bool,
}

/// A call of a history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct HistoryCall {
    /// The client, by its place in the list of clients.
    pub client: usize,
    /// The call.
    pub call: String,
    /// Result of the call, where there is one.
    pub result: Option<String>,
    /// Time of the invocation, in units of the recorder.
    pub invoked: u64,
    /// Time of the return, if the call returned.
    pub returned: Option<u64>,
}

impl ShownHistory {
    /// A history of clients with these names, without calls.
    ///
    /// ```
    /// use lawful::data::{HistoryCall, ShownHistory};
    ///
    /// let mut history = ShownHistory::new(vec!["A".into(), "B".into()]);
    /// history.calls.push(HistoryCall::new(0, "push(1)", 0));
    /// assert!(history.is_consistent());
    /// ```
    pub fn new(clients: Vec<String>) -> Self {
        ShownHistory { clients, in_real_time: true, ..ShownHistory::default() }
    }

    /// Returns whether the order explains the history.
    pub fn is_consistent(&self) -> bool {
        self.stuck.is_empty()
    }
}

impl HistoryCall {
    /// A call of a client that did not return.
    pub fn new(client: usize, call: impl Into<String>, invoked: u64) -> Self {
        HistoryCall { client, call: call.into(), invoked, ..HistoryCall::default() }
    }
}
