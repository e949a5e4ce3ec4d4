use arbitrary::{Arbitrary, Error, Result, Unstructured};
use lawful::generate::from_unstructured;
use lawful::prelude::{Runner, Source, for_all};
use lawful::run::Stopped;

use super::{check_all, smallest};

#[test]
fn values_of_every_kind_come() {
    let drawn: Vec<Vec<u16>> =
        (0..500).map(|seed| Source::from_seed(seed, 100).draw(&from_unstructured())).collect();
    assert!(drawn.iter().any(Vec::is_empty));
    assert!(drawn.iter().any(|list| list.len() > 40));
    check_all(from_unstructured::<(String, Option<char>)>(), |(text, _)| text.len() < 10_000);
}

#[test]
fn they_shrink() {
    let long = |list: &Vec<u8>| list.len() < 3;
    assert_eq!(smallest(from_unstructured(), long), "vec![0, 0, 0]");
    let small = |list: &Vec<u32>| list.iter().all(|number| *number < 1_000);
    // Bytes go down one by one, so a number ends where its first byte cannot be less.
    assert_eq!(smallest(from_unstructured(), small), "vec![1024]");
    assert_eq!(smallest(from_unstructured::<(u8, bool)>(), |pair| !pair.1), "(0, true)");
}

/// A type that refuses half of all bytes.
#[derive(Debug)]
struct Even(u8);

impl<'a> Arbitrary<'a> for Even {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        match bytes.arbitrary::<u8>()? {
            number if number % 2 == 0 => Ok(Even(number)),
            _ => Err(Error::IncorrectFormat),
        }
    }
}

/// A type that refuses all.
#[derive(Debug)]
struct Never;

impl<'a> Arbitrary<'a> for Never {
    fn arbitrary(_: &mut Unstructured<'a>) -> Result<Self> {
        Err(Error::IncorrectFormat)
    }
}

#[test]
fn what_is_refused_is_drawn_again() {
    check_all(from_unstructured::<Even>(), |even| even.0 % 2 == 0);
    assert_eq!(smallest(from_unstructured::<Even>(), |_| false), "Even(0)");
    let line = line!() + 1;
    let law = for_all(from_unstructured::<Never>(), |_| true);
    let Stopped::GaveUp { starved: Some(starved) } =
        Runner::named("never").seed(1).run(&law).stopped
    else {
        panic!("something was drawn")
    };
    assert_eq!(starved.filter.line, line);
}
