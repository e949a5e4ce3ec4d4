//! Histories as data that a report shows, with their verdicts.

use std::fmt::{Debug, Write};

use lawful_data::{Block, HistoryCall, Page, ShownHistory};

use crate::history::Event;
use crate::{Consistency, History, Specification, Verdict};

/// Longest text of a state, in characters.
const LONGEST_STATE: usize = 400;

impl Verdict {
    /// Makes a page for a report: the history drawn over time, with the longest order that explains some of its calls.
    ///
    /// The order and the stuck calls are those of the verdict, which may be of the calls of one key. Calls and states are
    /// shown as their `Debug` text. `lawful::report::lines::record_page` puts the page into the results of a run.
    ///
    /// ```
    /// use lawful::history::objects::{Register, RegisterCall};
    /// use lawful::history::{Consistency, History, verify};
    ///
    /// let mut history = History::new();
    /// for (process, call) in [(0, RegisterCall::Write(1)), (1, RegisterCall::Read(None))] {
    ///     let call = history.invoke(process, call)?;
    ///     history.returned(call)?;
    /// }
    /// let verdict = verify(&Register, &history, Consistency::Linearizable);
    /// let page = verdict.page("register", &Register, &history, Consistency::Linearizable);
    /// assert_eq!(page.headline, "not linearizable: no order of the 2 calls explains what they returned");
    /// assert_eq!(page.document.lines(), [
    ///     "the longest order that explains some of them has 1 call; then none can come next, where the state is Some(1):",
    ///     "  process 1: Read(None)",
    /// ]);
    /// # Ok::<(), lawful::history::Misuse>(())
    /// ```
    ///
    /// A log that was recorded elsewhere, such as one of Jepsen:
    ///
    /// ```
    /// use lawful::history::formats::etcd_log;
    /// use lawful::history::objects::Register;
    /// use lawful::history::{Consistency, verify};
    ///
    /// let history = etcd_log("\
    /// INFO  jepsen.util - 0\t:invoke\t:write\t4
    /// INFO  jepsen.util - 1\t:invoke\t:read\tnil
    /// INFO  jepsen.util - 1\t:ok\t:read\t4
    /// INFO  jepsen.util - 0\t:ok\t:write\t4
    /// ")?;
    /// let verdict = verify(&Register, &history, Consistency::Linearizable);
    /// let page = verdict.page("etcd_000", &Register, &history, Consistency::Linearizable);
    /// assert!(page.is_success);
    /// assert_eq!(page.headline, "linearizable: an order of the 2 calls explains what they returned");
    /// # Ok::<(), lawful::history::formats::ReadError>(())
    /// ```
    pub fn page<S>(
        &self,
        name: &str,
        specification: &S,
        history: &History<S::Call>,
        consistency: Consistency,
    ) -> Page
    where
        S: Specification<Call: Debug, State: Debug>,
    {
        let word = match consistency {
            Consistency::Linearizable => "linearizable",
            Consistency::Sequential => "sequentially consistent",
        };
        let calls = counted(history.len());
        let headline = match self {
            Verdict::Consistent { .. } => {
                format!("{word}: an order of the {calls} explains what they returned")
            }
            Verdict::Inconsistent { .. } => {
                format!("not {word}: no order of the {calls} explains what they returned")
            }
            Verdict::GaveUp { after } => {
                format!("undecided: no order of the {calls} was found in {after} steps")
            }
        };
        let mut page = Page::new("history", name, headline);
        page.is_success = self.is_consistent();
        let Some(shown) = self.shown(specification, history, consistency) else { return page };
        if let Verdict::Inconsistent { longest, stuck } = self {
            let state = shown.states.last().map_or("", |state| state.as_str());
            let place = match longest.len() {
                0 => String::from("none of them can come first"),
                some => format!(
                    "the longest order that explains some of them has {}; then none can come next",
                    counted(some)
                ),
            };
            page.document.push(Block::Paragraph(format!("{place}, where the state is {state}:")));
            let mut text = String::new();
            for call in stuck {
                let recorded = history.call(*call);
                let _ = writeln!(text, "process {}: {:?}", recorded.process, recorded.call);
            }
            page.document.push(Block::Code(text));
        }
        page.document.push(Block::History(Box::new(shown)));
        page
    }

    /// The history with the order and the states along it; none for a search that gave up, which has no order to show.
    fn shown<S>(
        &self,
        specification: &S,
        history: &History<S::Call>,
        consistency: Consistency,
    ) -> Option<ShownHistory>
    where
        S: Specification<Call: Debug, State: Debug>,
    {
        let (order, stuck) = match self {
            Verdict::Consistent { order } => (order.as_slice(), &[][..]),
            Verdict::Inconsistent { longest, stuck } => (longest.as_slice(), stuck.as_slice()),
            Verdict::GaveUp { .. } => return None,
        };
        let mut processes: Vec<u64> = history.calls().iter().map(|call| call.process).collect();
        processes.sort_unstable();
        processes.dedup();
        let client = |process| processes.binary_search(&process).expect("all processes are there");
        let clients = processes.iter().map(|process| format!("process {process}")).collect();
        let mut shown = ShownHistory::new(clients);
        shown.in_real_time = consistency == Consistency::Linearizable;
        // Calls are shown by their invocations, and a history has them in any order.
        let mut place_of = vec![0; history.len()];
        for event in history.events() {
            let Event::Invoked(index) = *event else { continue };
            let recorded = history.call(index);
            let text = format!("{:?}", recorded.call);
            let mut call = HistoryCall::new(client(recorded.process), text, recorded.invoked);
            call.returned = recorded.returned;
            place_of[index] = shown.calls.len();
            shown.calls.push(call);
        }
        let mut state = specification.start();
        shown.states.push(text_of(&state));
        for call in order {
            // The verdict may be of another history, or of another specification.
            let Some(next) = specification.apply(&state, &history.call(*call).call) else { break };
            state = next;
            shown.order.push(place_of[*call]);
            shown.states.push(text_of(&state));
        }
        let why = format!("not allowed where the state is {}", text_of(&state));
        shown.stuck = stuck.iter().map(|call| (place_of[*call], why.clone())).collect();
        Some(shown)
    }
}

fn counted(calls: usize) -> String {
    if calls == 1 { String::from("1 call") } else { format!("{calls} calls") }
}

fn text_of(state: &impl Debug) -> String {
    let text = format!("{state:?}");
    match text.char_indices().nth(LONGEST_STATE) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}
