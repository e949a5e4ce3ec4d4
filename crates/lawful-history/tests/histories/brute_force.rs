//! The verdict by trying all orders of all subsets of the calls, straight from the definitions.

use std::fmt::Debug;

use lawful_history::{Consistency, History, Specification, Verdict, verify};

/// A specification with a history of its calls.
pub struct Trial<'a, S: Specification> {
    pub specification: &'a S,
    pub history: &'a History<S::Call>,
    pub order: Consistency,
}

impl<S: Specification> Trial<'_, S>
where
    S::Call: Debug,
{
    /// Whether the verdict of `explain` is right in everything it says. Tells whether it is explained.
    pub fn judge(&self) -> bool {
        let verdict = verify(self.specification, self.history, self.order);
        let most = self.most_returned(&mut Vec::new());
        assert_eq!(verdict.is_consistent(), most == self.returned(), "{:?}", self.history);
        match &verdict {
            Verdict::Consistent { order } => self.assert_explains(order),
            Verdict::Inconsistent { longest, stuck } => self.assert_longest(longest, stuck, most),
            Verdict::GaveUp { .. } => panic!("there was no limit"),
        }
        verdict.is_consistent()
    }

    /// The order agrees with time or processes, has all calls that returned, and is allowed.
    pub fn assert_explains(&self, order: &[usize]) {
        let about = format!("{order:?} of {:?}", self.history);
        assert!(self.is_order(order) && self.end(order).is_some(), "{about}");
        assert_eq!(self.count_returned(order), self.returned(), "{about}");
        for (position, call) in order.iter().enumerate() {
            let mut rest = order.to_vec();
            rest.remove(position);
            let is_idle = !self.has_returned(*call) && self.end(&rest).is_some();
            assert!(!is_idle, "call {call} is idle in {about}");
        }
    }

    fn assert_longest(&self, longest: &[usize], stuck: &[usize], most: usize) {
        let about = format!("{longest:?} and {stuck:?} of {:?}", self.history);
        assert!(self.is_order(longest), "{about}");
        let end = self.end(longest).unwrap_or_else(|| panic!("refused: {about}"));
        assert_eq!(self.count_returned(longest), most, "{about}");
        assert!(longest.last().is_none_or(|last| self.has_returned(*last)), "{about}");
        let mut stuck = stuck.to_vec();
        stuck.sort_unstable();
        let next = (0..self.history.len()).filter(|call| {
            let with = [longest, &[*call]].concat();
            self.has_returned(*call) && !longest.contains(call) && self.is_order(&with)
        });
        assert_eq!(stuck, next.collect::<Vec<_>>(), "{about}");
        for call in stuck {
            let call = &self.history.call(call).call;
            assert!(self.specification.apply(&end, call).is_none(), "{about}");
        }
    }

    /// How many calls that returned are explained by the best order that begins like this.
    fn most_returned(&self, order: &mut Vec<usize>) -> usize {
        if self.end(order).is_none() {
            return 0;
        }
        let mut most = if self.is_order(order) { self.count_returned(order) } else { 0 };
        for call in 0..self.history.len() {
            if !order.contains(&call) {
                order.push(call);
                most = most.max(self.most_returned(order));
                order.pop();
            }
        }
        most
    }

    /// The state after these calls, if all are allowed.
    fn end(&self, order: &[usize]) -> Option<S::State> {
        let start = self.specification.start();
        order.iter().try_fold(start, |state, call| {
            self.specification.apply(&state, &self.history.call(*call).call)
        })
    }

    /// Whether each call comes after all that must come before it.
    fn is_order(&self, order: &[usize]) -> bool {
        order.iter().enumerate().all(|(position, call)| {
            (0..self.history.len())
                .filter(|earlier| self.comes_before(*earlier, *call))
                .all(|earlier| order[..position].contains(&earlier))
        })
    }

    fn comes_before(&self, one: usize, other: usize) -> bool {
        let (first, second) = (self.history.call(one), self.history.call(other));
        match self.order {
            Consistency::Linearizable => self.history.precedes(one, other),
            Consistency::Sequential => {
                first.process == second.process && first.invoked < second.invoked
            }
        }
    }

    fn returned(&self) -> usize {
        (0..self.history.len()).filter(|call| self.has_returned(*call)).count()
    }

    /// How many calls that returned are explained by a verdict.
    pub fn explained(&self, verdict: &Verdict) -> usize {
        match verdict {
            Verdict::Consistent { order: calls } | Verdict::Inconsistent { longest: calls, .. } => {
                self.count_returned(calls)
            }
            Verdict::GaveUp { .. } => panic!("there was no limit"),
        }
    }

    fn count_returned(&self, order: &[usize]) -> usize {
        order.iter().filter(|call| self.has_returned(**call)).count()
    }

    fn has_returned(&self, call: usize) -> bool {
        self.history.call(call).returned.is_some()
    }
}
