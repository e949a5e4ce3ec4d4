//! Eight specifications over time, each with a right and a wrong program. They are ours, not the paper's: its logic could
//! not bind values, which six of them do.
//!
//! | specification | program | fault |
//! |---|---|---|
//! | nobody is hungry for ever | [`philosophers`](super::philosophers) | everyone takes the left fork first |
//! | all others get each message exactly once | `chat` | messages to those who just joined |
//! | each request is answered or timed out in 100 ms | [`deadlines`] | requests in the queue have no time-out |
//! | locks are taken and given back in pairs | [`locks`] | an early return keeps the lock |
//! | what is opened is closed, and not used afterwards | [`handles`] | a user beside the one that closes |
//! | one at a time is inside | [`exclusion`] | Peterson's algorithm with its two stores exchanged |
//! | nothing is delivered twice | [`deliveries`] | two workers look before either of them writes |
//! | there is a leader at last | [`leader`] | a station that has retired still lets the other one win |

pub mod deadlines;
pub mod deliveries;
pub mod exclusion;
pub mod handles;
pub mod leader;
pub mod locks;

#[cfg(test)]
mod tests {
    use super::*;
    use lawful::{Law, Runner};

    #[test]
    fn right_and_wrong() {
        let laws: [(&str, fn(bool) -> Box<dyn Law>); 6] = [
            ("deadlines", |is_right| Box::new(deadlines::law(is_right))),
            ("locks", |is_right| Box::new(locks::law(is_right))),
            ("handles", |is_right| Box::new(handles::law(is_right))),
            ("exclusion", |is_right| Box::new(exclusion::law(is_right))),
            ("deliveries", |is_right| Box::new(deliveries::law(is_right))),
            ("leader", |is_right| Box::new(leader::law(is_right))),
        ];
        for (name, law) in laws {
            let summary = Runner::named(name).seed(1).tests(100).run(&*law(true));
            println!(
                "{name}: {:?} {:?}",
                summary.failure().map(|f| f.reason.lines()),
                summary.warnings
            );
            let summary = Runner::named(name).seed(1).tests(100).run(&*law(false));
            let failure = summary.failure();
            println!("{name}: {:#?}", failure.map(|f| (f.reason.code, f.reason.lines())));
        }
    }
}
