//! Tapes: what is replayed is what was run, and a tape from elsewhere does no harm.

use lawful_core::choice::Recording;
use std::sync::{Arc, Mutex};

use lawful_core::choice::{Bytes, Random, Scalar, Source, Tape, Token};
use lawful_core::generate::{Arbitrary, Func, Stream, any};

#[derive(Debug, PartialEq)]
struct Everything {
    numbers: Vec<(i64, u8, i128)>,
    text: String,
    bytes: Vec<u8>,
    float: String,
    nested: Option<Vec<Option<char>>>,
    answers: Vec<u8>,
}

impl Arbitrary for Everything {
    fn arbitrary(source: &mut Source) -> Self {
        let numbers: Vec<(i64, u8, i128)> = source.any();
        let function: Func<i64, u8> = source.any();
        let stream: Stream<u8> = source.any();
        let mut answers: Vec<u8> = numbers.iter().map(|(number, ..)| function(*number)).collect();
        answers.extend(stream.iter().take(3));
        Everything {
            text: source.any(),
            bytes: source.any(),
            float: format!("{:?}", source.any::<f64>()),
            nested: source.any(),
            numbers,
            answers,
        }
    }
}

fn recorded(seed: u64) -> (Everything, Tape) {
    let mut source = Recording::new(seed, (seed % 40) as u32);
    let value = source.any();
    (value, source.finish().tape)
}

#[test]
fn a_replay_makes_the_same_value_and_the_same_tape() {
    for seed in 0..300 {
        let (value, tape) = recorded(seed);
        let mut source = Recording::replay(&tape);
        assert_eq!(source.any::<Everything>(), value);
        assert_eq!(source.finish().tape, tape);
    }
}

#[test]
fn an_empty_tape_is_the_simplest_value() {
    let simplest: Everything = Recording::replay(&Tape::default()).any();
    let float = "0.0".to_string();
    let answers = vec![0, 0, 0];
    let empty = Everything {
        numbers: vec![],
        text: String::new(),
        bytes: vec![],
        float,
        nested: None,
        answers,
    };
    assert_eq!(simplest, empty);
}

/// Whatever is done to a tape, replaying it gives a value, and what it realised replays the same.
#[test]
fn damaged_tapes_still_replay() {
    let mut random = Random::from_seed(8);
    for seed in 0..60 {
        let (_, mut tape) = recorded(seed);
        for _ in 0..1 + random.below(5) {
            damage(&mut tape.main, &mut random);
        }
        let mut source = Recording::replay(&tape);
        let value: Everything = source.any();
        let realised = source.finish().tape;
        let mut again = Recording::replay(&realised);
        assert_eq!(again.any::<Everything>(), value);
        assert_eq!(again.finish().tape, realised);
    }
}

fn damage(tokens: &mut Vec<Token>, random: &mut Random) {
    if tokens.is_empty() {
        return;
    }
    let at = random.below(tokens.len() as u64) as usize;
    match (random.below(4), tokens[at].clone()) {
        (0, _) => drop(tokens.remove(at)),
        (1, token) => tokens.insert(at, token),
        (2, Token::Scalar(scalar)) => {
            let wild = Scalar { magnitude: random.next_word(), up: u64::MAX, ..scalar };
            tokens[at] = Token::Scalar(wild);
        }
        _ => {
            let other = random.below(tokens.len() as u64) as usize;
            tokens.swap(at, other);
        }
    }
}

#[test]
fn any_bytes_are_a_case() {
    let mut random = Random::from_seed(2);
    for length in 0..200 {
        let bytes: Vec<u8> = (0..length).map(|_| random.next_word() as u8).collect();
        let draw = || Recording::fed(Arc::new(Mutex::new(Bytes::new(&bytes))), 50).any();
        let (one, other): (Everything, Everything) = (draw(), draw());
        assert_eq!(one, other);
    }
}

#[test]
fn bounds_hold_on_every_replay() {
    let mut random = Random::from_seed(5);
    for _ in 0..2_000 {
        let wild = Scalar {
            magnitude: random.next_word() >> random.below(64),
            negative: random.one_in(2),
            ..Scalar::simplest(lawful_core::choice::Kind::Number, 0, u64::MAX, u64::MAX)
        };
        let tape = Tape { main: vec![Token::Scalar(wild)], ..Tape::default() };
        let draw = |low: i64, high: i64| Recording::replay(&tape).draw(&(low..=high));
        for (low, high) in [(-5, 9), (3, 4), (-8, -2), (i64::MIN, i64::MAX), (0, 0)] {
            assert!((low..=high).contains(&draw(low, high)));
        }
        let float = Recording::replay(&tape).draw(&(-0.5..=0.25f64));
        assert!((-0.5..=0.25).contains(&float));
        Recording::replay(&tape).draw(&any::<(char, u8, bool, f32)>());
    }
}
