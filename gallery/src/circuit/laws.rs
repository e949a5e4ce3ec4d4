//! What is claimed of circuits and of the ways to combine them.

use lawful::generate::Func3;
use lawful::generate::vec;
use lawful::{Func, Generator, Source, any};

use super::adder::{Cell, adder, recursive_adder, serial_adder};
use super::combinator::{beside, column, parallel, serial};
use super::signal::{Signal, and2, delay, inv};

/// An arbitrary cell with a latch: from what the latch holds, what comes from the left and what
/// comes from below, to what the latch holds next, what goes right and what goes up.
pub type Machine = Func3<bool, bool, bool, (bool, bool, bool)>;

/// The circuit that a machine describes.
fn circuit(machine: &Machine) -> impl Fn((Signal, Signal)) -> (Signal, Signal) {
    move |(left, below)| {
        let mut held = false;
        let (mut right, mut above) = (Signal::default(), Signal::default());
        for (&left, &below) in left.0.iter().zip(&below.0) {
            let (next, to_right, up) = machine(held, left, below);
            held = next;
            right.0.push(to_right);
            above.0.push(up);
        }
        (right, above)
    }
}

/// What goes into a column: wires from the left, and two from below.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// From the left, one for each cell.
    pub left: Vec<Signal>,
    /// From below.
    pub below: (Signal, Signal),
}

/// Up to six cells for up to six ticks.
pub fn inputs(source: &mut Source) -> Inputs {
    let ticks = source.draw(&(0..=6usize));
    let signal = vec(any::<bool>(), ticks).mapped(Signal);
    let below = (source.draw(&signal), source.draw(&signal));
    Inputs { left: source.draw(&vec(signal, 0..=6)), below }
}

/// A column of two cells side by side is two columns side by side.
pub fn column_distributes(one: Machine, two: Machine, inputs: Inputs) {
    let cells = column(beside(circuit(&one), circuit(&two)));
    let columns = beside(column(circuit(&one)), column(circuit(&two)));
    let Inputs { left, below } = inputs;
    assert_eq!(cells((left.clone(), below.clone())), columns((left, below)));
}

/// The same with the plain composition of functions, so that both share a vertical wire.
pub fn column_distributes_over_plain_composition(one: Machine, two: Machine, inputs: Inputs) {
    let cells = column(serial(circuit(&one), circuit(&two)));
    let columns = serial(column(circuit(&one)), column(circuit(&two)));
    let Inputs { left, below: (below, _) } = inputs;
    assert_eq!(cells((left.clone(), below.clone())), columns((left, below)));
}

/// Serial and parallel composition can be exchanged.
pub fn compositions_interchange(circuits: [Func<u8, u8>; 4], input: (u8, u8)) {
    let [one, two, three, four] = circuits.each_ref().map(|circuit| &**circuit);
    let serial_first = parallel(serial(one, two), serial(three, four));
    let parallel_first = serial(parallel(one, three), parallel(two, four));
    assert_eq!(serial_first(input), parallel_first(input));
}

/// Both orders of the inputs give the same outputs.
pub fn commutative<T: PartialEq + std::fmt::Debug>(
    circuit: impl Fn((Signal, Signal)) -> T,
    ticks: &[(bool, bool)],
) {
    let one = Signal(ticks.iter().map(|(one, _)| *one).collect());
    let two = Signal(ticks.iter().map(|(_, two)| *two).collect());
    assert_eq!(circuit((one.clone(), two.clone())), circuit((two, one)));
}

/// High when the first is and the second is not.
pub fn and_not((one, two): (Signal, Signal)) -> Signal {
    and2(&one, &inv(&two))
}

/// A latch after an inverter is an inverter after a latch: not at the first tick.
pub fn latch_moves_over_inverter(signal: Vec<bool>) {
    let signal = Signal(signal);
    assert_eq!(delay(false, &inv(&signal)), inv(&delay(false, &signal)));
}

/// A latch after a gate is a gate after latches, if the latches begin low and the gate keeps that.
pub fn latch_moves_over_gate(ticks: Vec<(bool, bool)>) {
    let one = Signal(ticks.iter().map(|(one, _)| *one).collect());
    let two = Signal(ticks.iter().map(|(_, two)| *two).collect());
    let late = delay(false, &and2(&one, &two));
    assert_eq!(late, and2(&delay(false, &one), &delay(false, &two)));
}

fn wires(number: &[bool]) -> Vec<Signal> {
    number.iter().map(|&bit| Signal::steady(bit, 1)).collect()
}

fn value(bits: impl DoubleEndedIterator<Item = bool>) -> u64 {
    bits.rev().fold(0, |value, bit| 2 * value + u64::from(bit))
}

fn value_of(number: &[bool]) -> u64 {
    value(number.iter().copied())
}

fn value_of_wires(number: &[Signal]) -> u64 {
    value(number.iter().map(|wire| wire.0[0]))
}

/// Up to twenty bits, the lowest first.
pub fn number() -> impl Generator<Value = Vec<bool>> {
    vec(any::<bool>(), 0..=20)
}

/// An adder made of cells adds.
pub fn cells_add(cell: Cell, one: Vec<bool>, two: Vec<bool>) {
    let sum = adder(cell, &wires(&one), &wires(&two), 1);
    assert_eq!(value_of_wires(&sum), value_of(&one) + value_of(&two));
}

/// The recursive adder adds, whatever the widths.
pub fn recursion_adds(one: Vec<bool>, two: Vec<bool>) {
    let sum = recursive_adder(&wires(&one), &wires(&two), Signal::steady(false, 1));
    assert_eq!(value_of_wires(&sum), value_of(&one) + value_of(&two));
}

/// The serial adder adds, given a tick more than the numbers have bits for the last carry.
pub fn serial_adds(one: Vec<bool>, two: Vec<bool>) {
    let ticks = one.len().max(two.len()) + 1;
    let arriving = |number: &[bool]| {
        let mut signal = Signal(number.to_vec());
        signal.0.resize(ticks, false);
        signal
    };
    let sum = serial_adder(&arriving(&one), &arriving(&two));
    assert_eq!(value_of(&sum.0), value_of(&one) + value_of(&two));
}
