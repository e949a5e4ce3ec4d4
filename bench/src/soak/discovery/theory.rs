//! Random theories: operation tables over two or three elements.

use std::fmt;

use lawful::discovery::{Signature, sig};
use lawful::extend::{Random, mix};
use lawful::{Arbitrary, Source};

/// Seed of all theories.
const SEED: u64 = 0x7468_656f;

/// Most elements of a carrier.
pub const MOST_ELEMENTS: usize = 3;

/// An element of a carrier with `SIZE` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Element<const SIZE: u8>(u8);

impl<const SIZE: u8> Arbitrary for Element<SIZE> {
    fn arbitrary(source: &mut Source) -> Self {
        Element(source.draw(&(0..SIZE)))
    }
}

/// A constant `c`, a function `f` of one argument and a function `g` of two, as tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theory {
    /// Number of elements.
    pub size: usize,
    pub c: u8,
    pub f: [u8; MOST_ELEMENTS],
    pub g: [[u8; MOST_ELEMENTS]; MOST_ELEMENTS],
}

impl Theory {
    /// The theory with a number. Half of them have tables of random entries. These obey few laws that people would
    /// write down, so a quarter has a commutative `g`, and in another quarter `g` is a known operation, of which one entry
    /// may be changed.
    pub fn random(number: u64) -> Self {
        let mut random = Random::from_seed(mix(SEED, number));
        let size = 2 + random.below(2);
        let mut theory = Theory {
            size: size as usize,
            c: random.below(size) as u8,
            f: [0; MOST_ELEMENTS],
            g: [[0; MOST_ELEMENTS]; MOST_ELEMENTS],
        };
        theory.fill_g(&mut |_, _| random.below(size) as u8);
        let known = random.below(8);
        match number % 4 {
            0 | 1 => {}
            2 => {
                let drawn = theory.g;
                theory.fill_g(&mut |x, y| drawn[x.min(y)][x.max(y)]);
            }
            _ => {
                let c = theory.c;
                theory.fill_g(&mut |x, y| match known {
                    0 => x.min(y) as u8,
                    1 => x.max(y) as u8,
                    2 => ((x + y) % size as usize) as u8,
                    3 => ((x * y) % size as usize) as u8,
                    4 => ((x + size as usize - y) % size as usize) as u8,
                    5 => x as u8,
                    6 => y as u8,
                    _ => c,
                });
                if random.one_in(2) {
                    let (x, y) = (random.below(size) as usize, random.below(size) as usize);
                    theory.g[x][y] = random.below(size) as u8;
                }
            }
        }
        let known = random.below(8);
        for x in 0..theory.size {
            theory.f[x] = match known {
                0 => x as u8,
                1 => theory.c,
                2 => ((x + 1) % theory.size) as u8,
                3 => theory.g[x][x],
                _ => random.below(size) as u8,
            };
        }
        theory
    }

    fn fill_g(&mut self, entry: &mut dyn FnMut(usize, usize) -> u8) {
        for x in 0..self.size {
            for y in 0..self.size {
                self.g[x][y] = entry(x, y);
            }
        }
    }

    /// The tables as functions whose laws can be looked for.
    pub fn signature(self) -> Signature {
        match self.size {
            2 => self.signature_of::<2>(),
            3 => self.signature_of::<3>(),
            size => unreachable!("no theory has {size} elements"),
        }
    }

    fn signature_of<const SIZE: u8>(self) -> Signature {
        let Theory { c, f, g, .. } = self;
        sig![
            "c" = move || Element::<SIZE>(c),
            "f" = move |x: Element<SIZE>| Element::<SIZE>(f[usize::from(x.0)]),
            "g" = move |x: Element<SIZE>, y: Element<SIZE>| {
                Element::<SIZE>(g[usize::from(x.0)][usize::from(y.0)])
            },
        ]
        .variables::<Element<SIZE>>(["x", "y", "z"])
    }
}

impl fmt::Display for Theory {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<&[u8]> = self.g[..self.size].iter().map(|row| &row[..self.size]).collect();
        write!(formatter, "c = {}, f = {:?}, g = {rows:?}", self.c, &self.f[..self.size])
    }
}
