//! How often commands ran: in one case, for demands of coverage, and in all, for the report.

use lawful_core::choice::{mix, mix_bytes};
use lawful_core::generate::Misuse;
use lawful_core::law::{Counter, Counters, StepCounts};

/// Numbers of runs of the commands of one case.
#[derive(Clone, Copy, Debug)]
pub struct Counts<'a> {
    pub(crate) names: &'a [String],
    /// The commands in the order they were tried, with a mark on those that were refused.
    pub(crate) tried: &'a [u16],
    /// The state after each command, where states have names.
    pub(crate) visited: &'a [String],
}

/// The mark on a command that was refused.
pub(crate) const REFUSED_MARK: u16 = 1 << 15;

impl Counts<'_> {
    fn ran(&self) -> impl Iterator<Item = u16> {
        self.tried.iter().copied().filter(|tried| tried & REFUSED_MARK == 0)
    }

    fn index(&self, command: &str) -> u16 {
        index(self.names, command) as u16
    }

    /// Returns the number of commands that ran.
    pub fn commands(&self) -> usize {
        self.ran().count()
    }

    /// Returns how often a command ran.
    pub fn of(&self, command: &str) -> usize {
        let wanted = self.index(command);
        self.ran().filter(|ran| *ran == wanted).count()
    }

    /// Returns how often a command was tried and refused by its preconditions.
    pub fn refused(&self, command: &str) -> usize {
        let wanted = self.index(command) | REFUSED_MARK;
        self.tried.iter().filter(|tried| **tried == wanted).count()
    }

    /// Returns how often a command led to a state, or left it as it was, by the name that
    /// [`Machine::states`](crate::Machine::states) gives it.
    pub fn visited(&self, state: &str) -> usize {
        self.visited.iter().filter(|visited| *visited == state).count()
    }

    /// Returns how often one command ran directly after another.
    pub fn pair(&self, first: &str, second: &str) -> usize {
        let (first, second) = (self.index(first), self.index(second));
        self.ran().zip(self.ran().skip(1)).filter(|pair| *pair == (first, second)).count()
    }
}

/// Which command has a name.
pub(crate) fn index(names: &[String], command: &str) -> usize {
    names.iter().position(|name| name == command).unwrap_or_else(|| {
        let names = names.join(", ");
        Misuse::raise(format!("the machine has no command `{command}`; it has {names}"))
    })
}

/// The table of how often each command ran, and the others.
pub(crate) const RAN: &str = "commands";
pub(crate) const REFUSED: &str = "commands refused";
pub(crate) const PAIRS: &str = "pairs of commands";
pub(crate) const LENGTHS: &str = "commands in a case";
const STATES: &str = "states";
/// Commands between named states.
const TRANSITIONS: &str = "transitions";

/// The longest case that has a line of its own among the lengths is `2^LAST - 1`.
const LAST: u32 = 16;

/// Adds a case to the counts of all. The numbers are those of [`rows`].
pub(crate) fn add(counts: &mut [u64], commands: usize, tried: &[u16]) {
    let numbers = 2 * commands + commands * commands + LAST as usize + 1;
    let counts = &mut counts[..numbers];
    let (mut length, mut last) = (0u32, usize::MAX);
    for tried in tried {
        let index = usize::from(tried & !REFUSED_MARK);
        if tried & REFUSED_MARK != 0 {
            counts[commands + index] += 1;
            continue;
        }
        counts[index] += 1;
        if last != usize::MAX {
            counts[2 * commands + last * commands + index] += 1;
        }
        last = index;
        length += 1;
    }
    let of_length = (u32::BITS - length.leading_zeros()).min(LAST) as usize;
    counts[numbers - 1 - LAST as usize + of_length] += 1;
}

/// Key of the rows: a digest of the names.
pub(crate) fn key(names: &[String]) -> u64 {
    names.iter().fold(mix_bytes(RAN.as_bytes()), |key, name| mix(key, mix_bytes(name.as_bytes())))
}

/// Counts of the commands between named states, and of the states that they lead to. `key` is that of [`key`].
pub(crate) fn transitions<'c>(
    counters: &'c mut Counters,
    key: u64,
    names: &[String],
) -> &'c mut StepCounts {
    counters.steps(key, (TRANSITIONS, STATES), || names.to_vec())
}

/// Rows of the tables that are known beforehand.
pub(crate) fn rows(names: &[String]) -> Vec<Counter> {
    let entry = |table, name: &dyn ToString| Counter::new(table, name.to_string());
    let ran = names.iter().map(|name| entry(RAN, name));
    let refused = names.iter().map(|name| entry(REFUSED, name));
    let pairs = names.iter().flat_map(|first| {
        names.iter().map(move |second| Counter::of_step(PAIRS, first, "", second))
    });
    let lengths = (0..=LAST).map(|bits| entry(LENGTHS, &length_name(bits)));
    ran.chain(refused).chain(pairs).chain(lengths).collect()
}

/// The lengths that need so many bits: `0`, `1`, `2 to 3`, `4 to 7`.
fn length_name(bits: u32) -> String {
    let (low, high) = ((1u32 << bits) / 2, (1u32 << bits) - 1);
    match bits {
        0 | 1 => high.to_string(),
        LAST => format!("{low} and more"),
        _ => format!("{low} to {high}"),
    }
}

/// Warnings about commands that never ran.
pub(crate) fn remarks(names: &[String], counters: &Counters) -> Vec<String> {
    let starved = |name: &String| {
        let refused = counters.count(REFUSED, name);
        (counters.count(RAN, name) == 0 && refused > 0).then(|| {
            format!(
                "the command `{name}` never ran: its preconditions refused it all {refused} times"
            )
        })
    };
    names.iter().filter_map(starved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> [String; 2] {
        ["open", "close"].map(String::from)
    }

    #[test]
    fn a_case_is_counted_by_command_pair_and_length() {
        let mut counters = Counters::default();
        add(counters.of(1, || rows(&names())), 2, &[0, 1 | REFUSED_MARK, 1, 1]);
        let count = |table: &str, name: &str| counters.count(table, name);
        assert_eq!(count(RAN, "close"), 2);
        assert_eq!(count(REFUSED, "close"), 1);
        assert_eq!(count(PAIRS, "open, close"), 1);
        assert_eq!(count(PAIRS, "close, close"), 1);
        assert_eq!(count(PAIRS, "close, open"), 0);
        let all = counters.all();
        let pairs = all.iter().filter(|(row, _)| row.table == PAIRS);
        let step =
            |row: &Counter| row.step.as_ref().map(|step| (step.from.clone(), step.to.clone()));
        let pairs: Vec<_> = pairs.filter_map(|(row, _)| step(row)).collect();
        let both = |first: &str, second: &str| (first.to_string(), second.to_string());
        let expected = [("open", "open"), ("open", "close"), ("close", "open"), ("close", "close")];
        assert_eq!(pairs, expected.map(|(first, second)| both(first, second)));
        assert_eq!(count(LENGTHS, "2 to 3"), 1);
        let names = names();
        let visited = ["opened", "closed", "closed"].map(String::from);
        let tried = &[0, 1 | REFUSED_MARK, 1, 1];
        let counts = Counts { names: &names, tried, visited: &visited };
        assert_eq!((counts.commands(), counts.of("close")), (3, 2));
        assert_eq!((counts.refused("close"), counts.refused("open")), (1, 0));
        assert_eq!((counts.visited("closed"), counts.visited("ajar")), (2, 0));
        assert_eq!(counts.pair("close", "close"), 1);
    }

    #[test]
    fn a_command_that_never_ran_is_remarked_upon() {
        let mut counters = Counters::default();
        add(counters.of(1, || rows(&names())), 2, &[0, 1 | REFUSED_MARK]);
        let told = remarks(&names(), &counters);
        assert_eq!(
            told,
            ["the command `close` never ran: its preconditions refused it all 1 times"]
        );
    }
}
