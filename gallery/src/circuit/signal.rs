//! Signals and gates (quickcheck-2000, section 5.2.1).
//!
//! A signal is what a wire carries at each tick of the clock, so a circuit is a function from
//! signals to signals whether or not it has latches, and testing it on a sequence of inputs is
//! calling it once. Lava has symbolic signals too, for provers; these can only be simulated.

/// What a wire carries, tick after tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signal(pub Vec<bool>);

impl Signal {
    /// The same level for a number of ticks.
    pub fn steady(level: bool, ticks: usize) -> Self {
        Signal(vec![level; ticks])
    }

    /// For how many ticks the signal is known.
    pub fn ticks(&self) -> usize {
        self.0.len()
    }

    fn with(&self, other: &Signal, gate: impl Fn(bool, bool) -> bool) -> Signal {
        Signal(self.0.iter().zip(&other.0).map(|(&one, &two)| gate(one, two)).collect())
    }
}

/// High when both are.
pub fn and2(one: &Signal, two: &Signal) -> Signal {
    one.with(two, |one, two| one & two)
}

/// High when one or both are.
pub fn or2(one: &Signal, two: &Signal) -> Signal {
    one.with(two, |one, two| one | two)
}

/// High when exactly one is.
pub fn xor2(one: &Signal, two: &Signal) -> Signal {
    one.with(two, |one, two| one ^ two)
}

/// High when the other is low.
pub fn inv(signal: &Signal) -> Signal {
    Signal(signal.0.iter().map(|level| !level).collect())
}

/// A latch: one tick late, with the given level at the first.
pub fn delay(first: bool, signal: &Signal) -> Signal {
    let late = std::iter::once(first).chain(signal.0.iter().copied());
    Signal(late.take(signal.ticks()).collect())
}

/// A circuit with a latch from an output back to an input: `circuit` gets the latch's level and
/// gives what the latch shall hold next, with an output.
///
/// Each round makes one more tick of the loop right, so as many rounds as ticks make all of it.
pub fn with_latch<T>(first: bool, ticks: usize, circuit: impl Fn(&Signal) -> (Signal, T)) -> T {
    let mut held = Signal::steady(first, ticks);
    for _ in 0..ticks {
        held = delay(first, &circuit(&held).0);
    }
    circuit(&held).1
}
