//! Literals, clauses and models (quickcheck-2000, section 5.3).

use std::fmt;

/// A variable, asserted or denied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// Which variable.
    pub variable: u32,
    /// Whether it is denied.
    pub denied: bool,
}

/// The literal that asserts a variable.
pub fn is(variable: u32) -> Literal {
    Literal { variable, denied: false }
}

/// The literal that denies a variable.
pub fn not(variable: u32) -> Literal {
    Literal { variable, denied: true }
}

impl Literal {
    /// The literal that says the opposite.
    pub fn opposite(self) -> Self {
        Literal { denied: !self.denied, ..self }
    }
}

/// Written as the call that makes it.
impl fmt::Debug for Literal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let maker = if self.denied { "not" } else { "is" };
        write!(formatter, "{maker}({})", self.variable)
    }
}

/// A disjunction: one of the literals holds.
pub type Clause = Vec<Literal>;

/// A conjunction: all of the literals hold.
pub type Model = Vec<Literal>;

/// Whether all that one model says is said by another.
pub fn is_submodel(model: &Model, of: &Model) -> bool {
    model.iter().all(|literal| of.contains(literal))
}

/// What the authors took for granted of the clauses they were given, without a reason. Each of
/// the three was found by the law that compares the two methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumptions {
    /// That no clause has the same literal twice.
    pub no_literal_twice: bool,
    /// That no clause is empty. Only Stålmarck's method took this for granted.
    pub no_empty_clause: bool,
}

/// Nothing is taken for granted.
pub const NOTHING_ASSUMED: Assumptions =
    Assumptions { no_literal_twice: false, no_empty_clause: false };
