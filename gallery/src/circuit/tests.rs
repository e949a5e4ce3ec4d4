//! The exhibits, and the smallest cases by going through all of them.

use super::adder::{forgetful_adder, full_adder, half_adder, recursive_adder};
use super::combinator::{column, serial};
use super::signal::Signal;
use super::{exhibits, laws};
use crate::checking::{assert_as_expected, assert_smallest, lists, panics, smallest};

#[test]
fn every_exhibit_is_as_expected() {
    assert_as_expected(&exhibits());
}

fn wire(level: bool) -> Signal {
    Signal::steady(level, 1)
}

#[test]
fn cells_have_their_truth_tables() {
    for levels in lists(&[false, true], 3) {
        let [one, two, carry] = [levels[0], levels[1], levels[2]];
        let count = [one, two, carry].iter().filter(|level| **level).count();
        let expected = (wire(count % 2 == 1), wire(count >= 2));
        assert_eq!(full_adder(((wire(one), wire(two)), wire(carry))), expected);
        if !carry {
            assert_eq!(half_adder((wire(one), wire(two))), expected);
        }
    }
}

#[test]
fn one_tick_is_enough_to_tell_orders_and_latches_apart() {
    assert_smallest(exhibits(), "and_not_commutes", &["[(false, true)]"]);
    assert_smallest(exhibits(), "latch_moves_over_inverter", &["[false]"]);
}

#[test]
fn nothing_plus_a_bit_was_forgotten() {
    assert_smallest(exhibits(), "recursive_adder", &["[]", "[false]"]);
    // Every size with no more bits in the second number is defined.
    let zeros = |width: usize| vec![wire(false); width];
    for (one, two) in (0..5).flat_map(|one| (0..=one).map(move |two| (one, two))) {
        let sum = recursive_adder(&zeros(one), &zeros(two), wire(false));
        assert_eq!(sum, zeros(one + 1));
    }
}

/// All pairs of numbers with so many bits in both together, the simplest first.
fn pairs_of_numbers(bits: usize) -> impl Iterator<Item = (Vec<bool>, Vec<bool>)> {
    (0..=bits).flat_map(move |width| {
        let split = move |list: Vec<bool>| {
            let (one, two) = list.split_at(width);
            (one.to_vec(), two.to_vec())
        };
        lists(&[false, true], bits).into_iter().map(split)
    })
}

#[test]
fn a_lost_carry_needs_three_bits() {
    let adds = |(one, two): &(Vec<bool>, Vec<bool>)| {
        !panics(|| laws::cells_add(forgetful_adder, one.clone(), two.clone()))
    };
    let mut pairs = (0..=3).flat_map(pairs_of_numbers);
    let (one, two) = pairs.find(|pair| !adds(pair)).expect("three bits are enough");
    assert_eq!((one.len(), two.len()), (1, 2));
    assert_smallest(exhibits(), "forgetful_adder", &[&format!("{one:?}"), &format!("{two:?}")]);
}

/// All functions from two bits to two bits.
fn cells() -> Vec<Vec<(bool, bool)>> {
    lists(&[(false, false), (false, true), (true, false), (true, true)], 4)
}

#[test]
fn sharing_a_vertical_wire_needs_two_cells() {
    let cell = |table: &[(bool, bool)]| {
        let table = table.to_vec();
        move |(left, below): (bool, bool)| table[usize::from(left) * 2 + usize::from(below)]
    };
    // In a column of one cell nothing is shared, whatever the circuits.
    let cells = cells();
    for (one, two) in cells.iter().flat_map(|one| cells.iter().map(move |two| (one, two))) {
        let (one, two) = (cell(one), cell(two));
        for levels in lists(&[false, true], 2) {
            let input = || (vec![levels[0]], levels[1]);
            let together = column(serial(&one, &two))(input());
            assert_eq!(together, serial(column(&one), column(&two))(input()));
        }
    }
    let cases = smallest(exhibits(), "column_distributes_over_plain_composition");
    for arguments in &cases {
        // Two wires from the left and two from below, however many ticks.
        assert_eq!(arguments[2].matches("Signal").count(), 4, "{}", arguments[2]);
    }
    // The simplest circuits: the first does the same whatever comes in, the second has one row.
    let are_simplest = |arguments: &Vec<String>| {
        arguments[0].starts_with("|_, _, _| ") && arguments[1].matches("=>").count() == 2
    };
    assert!(cases.iter().any(are_simplest));
}
