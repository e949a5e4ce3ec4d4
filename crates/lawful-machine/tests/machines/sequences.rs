//! What machines are made of: sequences of steps, and references from one step to another.

use lawful_core::choice::Recording;
use lawful_core::choice::{Kind, Source, Tape, Token};
use lawful_core::extend::Choices;
use lawful_core::generate::{Lengths, Made, Sequence};

const LABEL: u64 = 0x7e57;

/// What a step has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number(u64);

/// Numbers below 10, of which no two that follow each other are equal.
fn changing(source: &mut Source, lengths: impl Into<Lengths>) -> (Vec<Number>, Sequence) {
    let mut made: Vec<Number> = Vec::new();
    let sequence = source.sequence(LABEL, lengths.into(), 20, |source| {
        let number = Number(source.step(10, |random| random.below(10)));
        if made.last() == Some(&number) {
            return Made::No;
        }
        made.push(number);
        Made::Yes
    });
    (made, sequence)
}

fn scalars(tape: &Tape, kind: Kind) -> Vec<u64> {
    let of_kind = |token: &Token| match token {
        Token::Scalar(scalar) if scalar.kind == kind => Some(scalar.value()),
        _ => None,
    };
    tape.main.iter().filter_map(of_kind).collect()
}

fn numbers(made: &[Number]) -> Vec<u64> {
    made.iter().map(|number| number.0).collect()
}

#[test]
fn what_is_refused_is_not_on_the_tape_and_the_length_is_of_what_is_made() {
    for seed in 0..100 {
        let mut source = Recording::new(seed, 50);
        let (made, _) = changing(&mut source, 0..=30);
        let tape = source.finish().tape;
        assert_eq!(scalars(&tape, Kind::Length), [made.len() as u64], "seed {seed}");
        assert_eq!(scalars(&tape, Kind::Step), numbers(&made), "seed {seed}");
        let (plain, _) = changing(&mut Source::from_seed(seed, 50), 0..=30);
        assert_eq!(plain, made, "seed {seed}");
    }
}

#[test]
fn a_sequence_replays_as_it_was_and_so_does_what_it_left() {
    for seed in 0..100 {
        let mut source = Recording::new(seed, 50);
        let (made, _) = changing(&mut source, ..);
        let after = source.pick(1_000, |random| random.below(1_000));
        let tape = source.finish().tape;
        let mut replayed = Recording::replay(&tape);
        assert_eq!(changing(&mut replayed, ..).0, made, "seed {seed}");
        assert_eq!(replayed.pick(1_000, |_| 0), after, "seed {seed}");
        assert_eq!(replayed.finish().tape, tape, "seed {seed}");
    }
}

#[test]
fn a_fresh_sequence_that_can_go_on_has_the_length_that_was_drawn() {
    for seed in 0..50 {
        let (made, _) = changing(&mut Recording::new(seed, 50), 12);
        assert_eq!(made.len(), 12);
    }
}

/// On a tape, an element that cannot be made is left out; the others stay what they are.
#[test]
fn a_tape_is_not_asked_twice() {
    let mut source = Recording::new(3, 50);
    let (made, _) = changing(&mut source, 12);
    let tape = source.finish().tape;
    for dropped in 0..10 {
        let mut changed = Vec::new();
        let mut replayed = Recording::replay(&tape);
        let mut number = 0;
        replayed.sequence(LABEL, Lengths::from(12), 20, |source| {
            changed.push(Number(source.step(10, |random| random.below(10))));
            number += 1;
            if number == dropped + 1 {
                changed.pop();
                return Made::No;
            }
            Made::Yes
        });
        let mut expected = made.clone();
        expected.remove(dropped);
        assert_eq!(changed, expected);
        let shorter = replayed.finish().tape;
        assert_eq!(scalars(&shorter, Kind::Length), [11]);
        assert_eq!(scalars(&shorter, Kind::Step), numbers(&expected));
    }
}

#[test]
fn a_sequence_ends_with_its_last_element_or_before_one_that_is_over() {
    for (end, length) in [(Made::Last, 4), (Made::Over, 3)] {
        let draw = |source: &mut Source| {
            let mut tried = 0;
            source.sequence(LABEL, Lengths::from(10), 20, |source| {
                source.step(10, |random| random.below(10));
                tried += 1;
                if tried == 4 { end } else { Made::Yes }
            });
            tried
        };
        let mut source = Recording::new(1, 50);
        assert_eq!(draw(&mut source), 4);
        let tape = source.finish().tape;
        assert_eq!(scalars(&tape, Kind::Length), [length]);
        assert_eq!(scalars(&tape, Kind::Step).len() as u64, length);
        let mut replayed = Recording::replay(&tape);
        assert_eq!(draw(&mut replayed) as u64, length);
        assert_eq!(replayed.finish().tape, tape);
    }
}

#[test]
fn patience_has_an_end() {
    let mut tried = 0;
    let mut source = Recording::new(1, 50);
    source.sequence(LABEL, Lengths::from(10), 20, |source| {
        source.step(10, |random| random.below(10));
        tried += 1;
        Made::No
    });
    assert_eq!(tried, 21);
    let tape = source.finish().tape;
    assert_eq!(scalars(&tape, Kind::Length), [0]);
    assert!(scalars(&tape, Kind::Step).is_empty());
}

#[test]
fn what_nobody_looked_at_can_be_cut_off() {
    for left in 1..=12 {
        let mut source = Recording::new(5, 50);
        let (made, sequence) = changing(&mut source, 12);
        source.cut(&sequence, left);
        let tape = source.finish().tape;
        assert_eq!(scalars(&tape, Kind::Length), [left as u64]);
        assert_eq!(scalars(&tape, Kind::Step), numbers(&made[..left]));
        let mut replayed = Recording::replay(&tape);
        assert_eq!(changing(&mut replayed, 12).0, made[..left]);
        assert_eq!(replayed.finish().tape, tape);
    }
}

/// Which of all steps something was made by, and what it refers to.
type Referring = Vec<Option<u64>>;

/// Steps that refer to one before them, but for the first. `is_made` says which of them are made.
fn referring(source: &mut Source, length: usize, is_made: impl Fn(usize) -> bool) -> Referring {
    let (mut all, mut tried) = (Referring::new(), 0);
    source.sequence(LABEL, Lengths::from(length), 20, |source| {
        source.step(1, |_| 0);
        let made: Vec<u64> = (1..=all.len() as u64).collect();
        let to = (!made.is_empty())
            .then(|| made[source.reference(&made, |random| random.below(made.len() as u64))]);
        tried += 1;
        if !is_made(tried) {
            return Made::No;
        }
        all.push(to);
        Made::Yes
    });
    all
}

#[test]
fn a_reference_is_on_the_tape_as_the_step_it_refers_to() {
    for seed in 0..50 {
        let mut source = Recording::new(seed, 50);
        let all = referring(&mut source, 10, |_| true);
        let tape = source.finish().tape;
        let expected: Vec<u64> = all.iter().flatten().copied().collect();
        assert_eq!(scalars(&tape, Kind::Reference), expected);
        let mut replayed = Recording::replay(&tape);
        assert_eq!(referring(&mut replayed, 10, |_| true), all);
        assert_eq!(replayed.finish().tape, tape);
    }
}

/// What refers to a step goes on to refer to it under its new number, and what refers to a step that
/// is gone refers to the last one before it that is left, or else to the first there is.
#[test]
fn when_a_step_drops_out_references_follow_the_others() {
    for seed in 0..50 {
        let mut source = Recording::new(seed, 50);
        let all = referring(&mut source, 10, |_| true);
        let tape = source.finish().tape;
        for gone in 1..=10u64 {
            let found =
                referring(&mut Recording::replay(&tape), 10, |number| number as u64 != gone);
            let mut expected = all.clone();
            expected.remove(gone as usize - 1);
            for (place, to) in expected.iter_mut().enumerate() {
                *to = to.map(|to| if to >= gone { to - 1 } else { to }.max(1));
                // There is nothing before the first.
                *to = to.filter(|_| place > 0);
            }
            // The second one had something to refer to, which is gone.
            if gone == 1 {
                expected[0] = None;
            }
            assert_eq!(found, expected, "seed {seed}, without {gone}");
        }
    }
}

/// Steps that make as many things as their numbers say, and pick one of all that were made before.
fn making_several(source: &mut Source) -> Vec<(u64, usize)> {
    let mut made: Vec<u64> = Vec::new();
    let (mut picked, mut number) = (Vec::new(), 0);
    source.sequence(LABEL, Lengths::from(6), 20, |source| {
        source.step(1, |_| 0);
        if !made.is_empty() {
            let index = source.reference(&made, |random| random.below(made.len() as u64));
            picked.push((made[index], index));
        }
        number += 1;
        made.extend((0..number).map(|_| number));
        Made::Yes
    });
    picked
}

#[test]
fn a_step_that_made_several_things_is_told_apart_by_a_pick() {
    for seed in 0..50 {
        let mut source = Recording::new(seed, 50);
        let picked = making_several(&mut source);
        let tape = source.finish().tape;
        let steps: Vec<u64> = picked.iter().map(|(step, _)| *step).collect();
        assert_eq!(scalars(&tape, Kind::Reference), steps);
        // The first step made one thing, so there is nothing to pick.
        let of_several = steps.iter().filter(|step| **step > 1).count();
        assert_eq!(scalars(&tape, Kind::Pick).len(), of_several);
        let mut replayed = Recording::replay(&tape);
        assert_eq!(making_several(&mut replayed), picked);
        assert_eq!(replayed.finish().tape, tape);
        assert_eq!(making_several(&mut Source::from_seed(seed, 50)), picked, "seed {seed}");
    }
}

/// What is referred to in two sequences, one after the other.
fn referring_twice(source: &mut Source) -> [Referring; 2] {
    [referring(source, 1, |_| true), referring(source, 6, |_| true)]
}

#[test]
fn every_sequence_counts_its_steps_from_its_own_beginning() {
    for seed in 0..10 {
        let mut source = Recording::new(seed, 50);
        let all = referring_twice(&mut source);
        let tape = source.finish().tape;
        let mut replayed = Recording::replay(&tape);
        assert_eq!(referring_twice(&mut replayed), all, "seed {seed}");
        assert_eq!(replayed.finish().tape, tape, "seed {seed}");
    }
}
