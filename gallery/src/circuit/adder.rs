//! Adders. Numbers are columns of wires, the lowest bit first.
//!
//! The paper tells of two kinds of mistake: logical ones, and sizes that were forgotten because
//! circuits are only used at a few sizes (section 5.2.5). There is one of each here.

use super::combinator::column;
use super::signal::{Signal, and2, or2, with_latch, xor2};

/// The sum of two bits, and the carry.
pub fn half_adder((one, two): (Signal, Signal)) -> (Signal, Signal) {
    (xor2(&one, &two), and2(&one, &two))
}

/// The sum of two bits and a carry, and the next carry.
pub fn full_adder(((one, two), carry): ((Signal, Signal), Signal)) -> (Signal, Signal) {
    let (partial, first_carry) = half_adder((one, two));
    let (sum, second_carry) = half_adder((partial, carry));
    (sum, or2(&first_carry, &second_carry))
}

/// A full adder with a logical mistake: the carry that came in is not looked at again.
pub fn forgetful_adder(((one, two), carry): ((Signal, Signal), Signal)) -> (Signal, Signal) {
    let (partial, next_carry) = half_adder((one, two));
    let (sum, _) = half_adder((partial, carry));
    (sum, next_carry)
}

/// A cell that an adder is made of.
pub type Cell = fn(((Signal, Signal), Signal)) -> (Signal, Signal);

/// Adds numbers of any two widths: the shorter one is filled up with wires that stay low.
pub fn adder(cell: Cell, one: &[Signal], two: &[Signal], ticks: usize) -> Vec<Signal> {
    let width = one.len().max(two.len());
    let filled = |number: &[Signal]| {
        let mut wires = number.to_vec();
        wires.resize(width, Signal::steady(false, ticks));
        wires
    };
    let pairs = filled(one).into_iter().zip(filled(two)).collect();
    let (mut sum, carry) = column(cell)((pairs, Signal::steady(false, ticks)));
    sum.push(carry);
    sum
}

/// The same by recursion over both numbers, where one of the cases was forgotten.
pub fn recursive_adder(one: &[Signal], two: &[Signal], carry: Signal) -> Vec<Signal> {
    match (one, two) {
        ([], []) => vec![carry],
        ([bit, rest @ ..], []) => {
            let (sum, carry) = half_adder((bit.clone(), carry));
            following(sum, recursive_adder(rest, &[], carry))
        }
        ([bit, rest @ ..], [other, others @ ..]) => {
            let (sum, carry) = full_adder(((bit.clone(), other.clone()), carry));
            following(sum, recursive_adder(rest, others, carry))
        }
        _ => panic!("no adder is defined for {} by {} bits", one.len(), two.len()),
    }
}

fn following(lowest: Signal, mut higher: Vec<Signal>) -> Vec<Signal> {
    higher.insert(0, lowest);
    higher
}

/// Adds two numbers that arrive bit by bit, the lowest first: the carry waits in a latch.
pub fn serial_adder(one: &Signal, two: &Signal) -> Signal {
    with_latch(false, one.ticks(), |carry| {
        let (sum, next) = full_adder(((one.clone(), two.clone()), carry.clone()));
        (next, sum)
    })
}
