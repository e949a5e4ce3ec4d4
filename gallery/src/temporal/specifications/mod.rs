//! Eight specifications over time, each with a right and a wrong program. They are ours, not the paper's: its logic could
//! not bind values, which six of them do.
//!
//! | specification | program | fault |
//! |---|---|---|
//! | nobody is hungry for ever | [`philosophers`](super::philosophers) | everyone takes the left fork first |
//! | all others get each message exactly once | [`chat`](super::chat) | messages go back to their senders too |
//! | each request is answered or timed out in 100 ms | [`deadlines`] | requests in the queue have no time-out |
//! | locks are taken and given back in pairs | [`locks`] | an early return keeps the lock |
//! | what is opened is closed, and not used afterwards | [`handles`] | a user beside the one that closes |
//! | one at a time is inside | [`exclusion`] | Peterson's algorithm with its two stores exchanged |
//! | nothing is delivered twice | [`deliveries`] | two workers look before either of them writes |
//! | there is a leader at last | [`leader`] | stations pass on every number, so that each of them wins |

pub mod deadlines;
pub mod deliveries;
pub mod exclusion;
pub mod handles;
pub mod leader;
pub mod locks;
