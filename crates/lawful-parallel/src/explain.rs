//! Whether some order of the calls explains what they returned.

use std::cell::RefCell;
use std::fmt::Debug;

use lawful_core::data::{Block, HistoryCall, Reason, ShownCall, ShownHistory};
use lawful_core::extend::shown_value;
use lawful_core::generate::Misuse;
use lawful_core::law::Outcome;
use lawful_history::{
    Consistency, History, RecordedCall, Specification, Verdict as Explained, Verifier,
};
use lawful_machine::apart::Caller;
use lawful_machine::{Ahead, AnyKind, Bindings, Broken, Machine};

use crate::case::ParallelCase;
use crate::history::{Call, Look};

/// A case that ran, to be explained by the model.
pub(crate) struct Explaining<'a, M, S, K: AnyKind> {
    pub machine: &'a Machine<M, S, K>,
    pub caller: &'a Caller<'a, M, S, K>,
    pub case: &'a ParallelCase<K>,
    /// The model after the prefix.
    pub start: &'a M,
    /// The system after all calls, which the model must agree with at the end.
    pub system: RefCell<&'a mut S>,
    pub bindings: &'a RefCell<Bindings<K::Kept>>,
    pub calls: &'a [Call],
    pub consistency: Consistency,
    /// Calls of the prefix as they look, where the case is shown: those of branches come when all is over.
    pub look: Option<&'a Look>,
    /// True if the details of a failure may be read.
    pub wants_details: bool,
    /// True if the task of the prefix goes on as the first branch.
    pub goes_on_as_branch: bool,
}

/// What an order is made of.
pub(crate) enum Event {
    /// A call, by its place.
    Call(usize),
    /// What is promised about the end.
    End,
}

/// A state of the model on the way.
#[derive(PartialEq)]
pub(crate) struct State<M> {
    model: M,
    /// How many calls that returned led there. It is counted where the end has no time of its own.
    done: usize,
}

impl<M: Clone + PartialEq + Debug + 'static, S: 'static, K: Ahead> Explaining<'_, M, S, K> {
    /// The outcome, and if all calls are explained the model at the end.
    pub fn judge(&self) -> (Outcome, Option<M>) {
        let history = self.history();
        let search = Verifier::new(self.consistency);
        let key = |event: &Event| match event {
            Event::Call(call) => self.case.steps[self.calls[*call].step].key,
            Event::End => None,
        };
        match search.verify_by_key(self, &history, key) {
            Explained::Consistent { order } => (Outcome::Passed, self.end(&history, &order)),
            Explained::Inconsistent { longest, stuck } => {
                let has_keys = history.calls().iter().all(|call| key(&call.call).is_some());
                if has_keys && search.verify(self, &history).is_consistent() {
                    Misuse::raise(
                        "the keys that commands say they touch are not independent: a case is explained as \
                         a whole and not key by key; leave `touches` out where a call has to do with others",
                    );
                }
                let (code, title) = match self.consistency {
                    Consistency::Linearizable => (
                        "not-linearizable",
                        "not linearizable: no order of the calls explains what they returned",
                    ),
                    Consistency::Sequential => (
                        "not-sequentially-consistent",
                        "not sequentially consistent: no order of the calls explains what they returned",
                    ),
                };
                let mut reason = Reason::new("parallel", code, title);
                if self.wants_details {
                    let why = self.why(&history, &longest, &stuck);
                    reason.document.push(Block::Code(why));
                    let shown = self.shown(&history, &longest, &stuck);
                    reason.document.push(Block::History(Box::new(shown)));
                }
                (Outcome::failed(reason), None)
            }
            Explained::GaveUp { .. } => unreachable!("the search has no limit"),
        }
    }

    /// The model after calls that are explained in this order. What never returned leaves names behind that stand
    /// for nothing, and so no model that anybody could use.
    fn end(&self, history: &History<Event>, order: &[usize]) -> Option<M> {
        let mut state = self.start();
        for place in order {
            let recorded = history.call(*place);
            recorded.returned?;
            if let Event::Call(_) = recorded.call {
                state = self.apply(&state, &recorded.call)?;
            }
        }
        Some(state.model)
    }

    fn history(&self) -> History<Event> {
        let calls = self.calls.iter().enumerate().map(|(place, call)| {
            // Where times do not count there may be none; one after the other agrees with every branch.
            let (invoked, returned) = match self.consistency {
                Consistency::Linearizable => (call.invoked, call.returned),
                Consistency::Sequential => (place as u64, call.returned.map(|_| place as u64)),
            };
            let process = call.branch as u64;
            RecordedCall { process, invoked, returned, call: Event::Call(place) }
        });
        let mut all: Vec<RecordedCall<Event>> = calls.collect();
        if self.machine.promises_an_end() {
            let last = all.iter().map(|call| call.returned.unwrap_or(call.invoked)).max();
            let after = last.unwrap_or(0) + 1;
            all.push(RecordedCall {
                process: self.case.branches.len() as u64,
                invoked: after,
                returned: Some(after + 1),
                call: Event::End,
            });
        }
        History::from_stamps(all).expect("a branch makes one call after the other")
    }

    /// How far an order gets, and why it does not get on.
    fn why(&self, history: &History<Event>, longest: &[usize], stuck: &[usize]) -> String {
        let mut state = self.start();
        let mut lines = Vec::new();
        let mut add = |line: String| lines.push(line);
        if !longest.is_empty() {
            add(String::from("the longest order that explains some of them:"));
        }
        for place in longest {
            let event = &history.call(*place).call;
            state = self.apply(&state, event).expect("the order was found with the same model");
            add(format!("    {}", self.told(event)));
        }
        let model = shown_value("", &state.model).debug;
        add(match (longest.is_empty(), model.as_str()) {
            _ if self.calls.is_empty() => String::from("there are none, and this does not hold:"),
            (true, "()") => String::from("none of them can come first:"),
            (false, "()") => String::from("and then none can come next:"),
            (true, model) => format!("none of them can come first, where the model is {model}:"),
            (false, model) => format!("and then none can come next, where the model is {model}:"),
        });
        for place in stuck {
            let event = &history.call(*place).call;
            add(format!("    {}", self.told(event)));
            if let Some(Broken { promise, message }) = self.broken(&state.model, event) {
                add(format!("        {promise}"));
                message.lines().for_each(|line| add(format!("        {line}")));
            }
        }
        if self.case.branches.len() == 1 {
            let is_sequential = self.goes_on_as_branch || self.case.prefix.is_empty();
            lines.push(String::from(match is_sequential {
                true => "Only one branch is left: this failure is sequential, not a race.",
                // Its task is another than that of the prefix, which a failure without a race may need, too.
                false => {
                    "Only one branch is left: it may race with what the calls before it left under way."
                }
            }));
        }
        lines.join("\n")
    }

    /// The history as data: the prefix as a client of its own, then the branches, and the end where it has a say.
    fn shown(&self, history: &History<Event>, longest: &[usize], stuck: &[usize]) -> ShownHistory {
        let has_end = longest
            .iter()
            .chain(stuck)
            .any(|place| matches!(history.call(*place).call, Event::End));
        let has_prefix = !self.case.prefix.is_empty();
        let branches = self.case.branches.len();
        let mut clients: Vec<String> = Vec::new();
        clients.extend(has_prefix.then(|| String::from("before")));
        clients.extend((0..branches as u32).map(ShownCall::column_name));
        clients.extend(has_end.then(|| String::from("end")));
        let first_branch = usize::from(has_prefix);
        let mut shown = ShownHistory::new(clients);
        shown.in_real_time = self.consistency == Consistency::Linearizable;
        // On threads times are not taken where they do not count.
        let has_times = self.calls.iter().any(|call| call.returned.unwrap_or(call.invoked) > 0);
        let before = self.look.map(Look::so_far).unwrap_or_default();
        let mut model = self.machine.start();
        for (place, step) in self.case.prefix.iter().enumerate() {
            let drawn = &self.case.steps[*step];
            let text = drawn.call(self.machine.name_of(drawn.command));
            let mut call = HistoryCall::new(0, text, 2 * place as u64);
            call.returned = Some(call.invoked + 1);
            call.result = before.get(place).and_then(|call| call.result.clone());
            shown.order.push(shown.calls.len());
            shown.calls.push(call);
            shown.states.push(shown_value("", &model).debug);
            self.caller.can_follow(drawn, &mut model);
        }
        let begun = 2 * self.case.prefix.len() as u64;
        let mut places: Vec<usize> = (0..history.len()).collect();
        let times = |place: usize| {
            let recorded = history.call(place);
            match &recorded.call {
                Event::Call(call) if has_times => {
                    let call = &self.calls[*call];
                    (call.invoked, call.returned)
                }
                Event::End if has_times => {
                    let last = self.calls.iter().map(|call| call.returned.unwrap_or(call.invoked));
                    let after = last.max().unwrap_or(0) + 1;
                    (after, Some(after + 1))
                }
                _ => (recorded.invoked, recorded.returned),
            }
        };
        places.sort_by_key(|place| times(*place).0);
        let mut place_of = vec![0; history.len()];
        for place in places {
            let recorded = history.call(place);
            let (invoked, returned) = times(place);
            let (client, text, result) = match &recorded.call {
                Event::End if !has_end => continue,
                Event::End => (first_branch + branches, String::from("the end"), None),
                Event::Call(call) => {
                    let call = &self.calls[*call];
                    let drawn = &self.case.steps[call.step];
                    let text = drawn.call(self.machine.name_of(drawn.command));
                    (first_branch + call.branch, text, call.result.clone())
                }
            };
            let mut call = HistoryCall::new(client, text, begun + invoked);
            (call.returned, call.result) = (returned.map(|time| begun + time), result);
            place_of[place] = shown.calls.len();
            shown.calls.push(call);
        }
        let mut state = self.start();
        shown.states.push(shown_value("", &state.model).debug);
        for place in longest {
            state = self
                .apply(&state, &history.call(*place).call)
                .expect("the order was found with the same model");
            shown.order.push(place_of[*place]);
            shown.states.push(shown_value("", &state.model).debug);
        }
        if shown.states.iter().all(|state| state == "()") {
            shown.states.clear();
        }
        let why = |place: &usize| {
            let broken = self.broken(&state.model, &history.call(*place).call);
            let why = broken.map(|Broken { promise, message }| match message.is_empty() {
                true => promise,
                false => format!("{promise}\n{message}"),
            });
            (place_of[*place], why.unwrap_or_else(|| String::from("the model refuses it here")))
        };
        shown.stuck = stuck.iter().map(why).collect();
        shown
    }

    /// The promise that an event breaks in a state.
    fn broken(&self, model: &M, event: &Event) -> Option<Broken> {
        match event {
            Event::Call(call) => {
                let (call, told) = (&self.calls[*call], RefCell::default());
                let (drawn, has_returned) = (&self.case.steps[call.step], call.returned.is_some());
                let mut model = model.clone();
                self.caller.explains(drawn, &mut model, self.bindings, has_returned, Some(&told));
                told.into_inner()
            }
            Event::End => {
                let mut system = self.system.borrow_mut();
                self.machine.broken_at_the_end(model, &mut system, &self.bindings.borrow())
            }
        }
    }

    /// `B: register("c", v1)  // Ok(())`
    fn told(&self, event: &Event) -> String {
        let Event::Call(call) = event else { return String::from("the end") };
        let call = &self.calls[*call];
        let drawn = &self.case.steps[call.step];
        let result = match (&call.result, call.returned) {
            (Some(result), _) => format!("  // {result}"),
            (None, None) => String::from("  // did not return"),
            (None, Some(_)) => String::new(),
        };
        let name = self.machine.name_of(drawn.command);
        format!("{}: {}{result}", ShownCall::column_name(call.branch as u32), drawn.call(name))
    }
}

impl<M: Clone + PartialEq + Debug + 'static, S: 'static, K: Ahead> Specification
    for Explaining<'_, M, S, K>
{
    type Call = Event;
    type State = State<M>;

    fn start(&self) -> State<M> {
        State { model: self.start.clone(), done: 0 }
    }

    fn apply(&self, state: &State<M>, event: &Event) -> Option<State<M>> {
        let counts = self.consistency == Consistency::Sequential;
        match event {
            Event::Call(call) => {
                let call = &self.calls[*call];
                let mut model = state.model.clone();
                let (drawn, has_returned) = (&self.case.steps[call.step], call.returned.is_some());
                let can =
                    self.caller.explains(drawn, &mut model, self.bindings, has_returned, None);
                let done = state.done + usize::from(counts && has_returned);
                can.then_some(State { model, done })
            }
            Event::End => {
                let all = self.calls.iter().filter(|call| call.returned.is_some()).count();
                let is_last = !counts || state.done == all;
                let is_right = is_last && self.broken(&state.model, event).is_none();
                is_right.then(|| State { model: state.model.clone(), done: state.done })
            }
        }
    }
}
