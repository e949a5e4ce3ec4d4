//! A leader at last: election in a ring by Chang and Roberts (1979).

use lawful::Law;
use lawful::pulse::process::{Pid, receive_as, send, spawn};
use lawful::pulse::scheduled;
use lawful::temporal::*;

/// Event of the election.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Number of the station.
    pub who: u32,
}

/// At some time a station is the leader, and for 20 rounds no other one is. Without the length this would speak of the last
/// event only, and hold of any trace with a leader in it.
pub fn a_leader_at_last() -> Formula<Leader> {
    eventually(some!(Leader { who } => stays(rounds(20), !is!(Leader { who: w } if *w != who))))
        .named("there is a leader at last")
}

/// At most one station ever says that it leads.
pub fn one_leader() -> Formula<Leader> {
    always(when!(Leader { who } => never(is!(Leader { who: w } if *w != who))))
        .named("no two stations lead")
}

/// The next station of the ring.
#[derive(Debug)]
struct Neighbour(Pid);

/// Number of a station that wants to lead.
#[derive(Debug)]
struct Candidate(u32);

/// A station sends its number round. Larger numbers are passed on, smaller ones are swallowed; one that comes back has
/// won. The wrong version passes on every number that is not its own.
fn station(own: u32, is_right: bool) {
    // The number of the station before may come earlier: it waits in the mailbox.
    let Neighbour(next) = receive_as();
    send(next, Candidate(own));
    loop {
        let Candidate(number) = receive_as();
        if number == own {
            event!(Leader { who: own });
        } else if number > own || !is_right {
            send(next, Candidate(number));
        }
    }
}

/// The law of a ring of four stations.
pub fn law(is_right: bool) -> impl Law {
    scheduled(move || {
        let ring: Vec<Pid> = [3, 1, 4, 2].map(|own| spawn(move || station(own, is_right))).into();
        for (index, station) in ring.iter().enumerate() {
            send(*station, Neighbour(ring[(index + 1) % ring.len()]));
        }
    })
    .over_time(TraceLaw::new(a_leader_at_last() & one_leader()).may_wait())
}
