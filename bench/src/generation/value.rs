//! The values that this suite makes, and the two laws that it runs on them.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use lawful::any;
use lawful::generate::{text, vec};

/// Depth of the deepest [`Expression`]; a single literal has depth 0.
///
/// Each node above that depth is one of the four forms with equal chance where a subject lets us say
/// so. A node then has 1.25 children on average, and a tree of this depth 33 nodes.
pub const DEPTH: usize = 9;

#[derive(Clone, Debug, lawful::Arbitrary)]
#[arbitrary(recycle)]
pub enum Expression {
    Lit(i64),
    Neg(Box<Expression>),
    Add(Box<Expression>, Box<Expression>),
    Mul(Box<Expression>, Box<Expression>),
}

/// Eight fields of mixed kinds; the text has 0 to 20 characters, the list 0 to 10 elements.
#[derive(Clone, Debug, lawful::Arbitrary)]
pub struct Mixed {
    pub small: u8,
    pub number: i32,
    pub large: u64,
    pub flag: bool,
    pub real: f64,
    #[from(text(0..=20))]
    pub text: String,
    pub perhaps: Option<i16>,
    #[from(vec(any(), 0..=10))]
    pub list: Vec<u16>,
}

/// How much a value holds.
pub trait Size {
    /// Elements, characters, bytes or nodes; of a struct, the scalars in it.
    fn elements(&self) -> usize;
    /// Bytes of memory that hold the elements.
    fn bytes(&self) -> usize;
}

impl<T> Size for Vec<T> {
    fn elements(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        size_of_val(self.as_slice())
    }
}

impl Size for String {
    fn elements(&self) -> usize {
        self.chars().count()
    }

    fn bytes(&self) -> usize {
        self.len()
    }
}

impl Size for Expression {
    fn elements(&self) -> usize {
        match self {
            Expression::Lit(_) => 1,
            Expression::Neg(inner) => 1 + inner.elements(),
            Expression::Add(left, right) | Expression::Mul(left, right) => {
                1 + left.elements() + right.elements()
            }
        }
    }

    fn bytes(&self) -> usize {
        self.elements() * size_of::<Expression>()
    }
}

impl Size for Mixed {
    fn elements(&self) -> usize {
        6 + self.text.elements() + self.list.elements()
    }

    fn bytes(&self) -> usize {
        size_of::<Mixed>() + self.text.bytes() + self.list.bytes()
    }
}

/// What a law does with its value; always holds.
pub trait Law {
    fn hold<T: Size>(value: &T);
}

/// The law that is timed: the optimiser must assume that the value is read.
pub struct Opaque;

impl Law for Opaque {
    #[inline(always)]
    fn hold<T: Size>(value: &T) {
        black_box(value);
    }
}

/// The law that counts sizes. Its counters are global because a law of quickcheck is a plain function.
pub struct Counted;

static VALUES: AtomicU64 = AtomicU64::new(0);
static ELEMENTS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

impl Law for Counted {
    fn hold<T: Size>(value: &T) {
        VALUES.fetch_add(1, Relaxed);
        ELEMENTS.fetch_add(value.elements() as u64, Relaxed);
        BYTES.fetch_add(value.bytes() as u64, Relaxed);
    }
}

/// Mean sizes of the values of a run.
pub struct Sizes {
    pub elements: f64,
    pub bytes: f64,
}

impl Sizes {
    /// The sizes that [`Counted`] sees while `run` runs.
    pub fn of(run: impl FnOnce() -> u64) -> Sizes {
        for counter in [&VALUES, &ELEMENTS, &BYTES] {
            counter.store(0, Relaxed);
        }
        run();
        let values = VALUES.load(Relaxed) as f64;
        Sizes {
            elements: ELEMENTS.load(Relaxed) as f64 / values,
            bytes: BYTES.load(Relaxed) as f64 / values,
        }
    }
}
