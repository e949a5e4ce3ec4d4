//! Which laws are worth reading first, and what they are called.

use crate::search::{Equation, variables_of};
use crate::signature::{Role, Signature};
use crate::term::{Head, Term, TermId, Terms};

/// Side of an operator on which a constant stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
    /// Both, or the operator is commutative.
    Both,
}

impl std::fmt::Display for Side {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Side::Left => "left ",
            Side::Right => "right ",
            Side::Both => "",
        })
    }
}

/// Property that a law states of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LawShape {
    /// `f(x, y) = f(y, x)`.
    Commutative,
    /// `f(f(x, y), z) = f(x, f(y, z))`; also `f(x, f(y, z)) = f(y, f(x, z))` where `f` is commutative.
    Associative,
    /// `f(x, f(y, z)) = f(y, f(x, z))`.
    LeftCommutative,
    /// `f(x, x) = x`, or `f(f(x)) = f(x)`.
    Idempotent,
    /// `f(x, e) = x`, `f(e, x) = x` or both, with the name of `e`.
    Unit(Side, String),
    /// `f(x, e) = e`, `f(e, x) = e` or both, with the name of `e`.
    Zero(Side, String),
    /// `f(f(x)) = x`.
    Involution,
    /// `g(f(x, ..)) = x`: the function undoes this one.
    Inverse(String),
    /// `h(f(x, y)) = g(h(x), h(y))`: the function turns one operation into another.
    Homomorphism,
    /// `f(x, g(y, z)) = g(f(x, y), f(x, z))`: the function distributes over this one.
    Distributive(String),
    /// `f(x, g(x, y)) = x`: the function absorbs this one.
    Absorption(String),
}

impl LawShape {
    /// Returns whether shapes of this kind are listed together, as properties of one operator.
    pub fn is_property(&self) -> bool {
        use LawShape::{
            Associative, Commutative, Idempotent, Involution, LeftCommutative, Unit, Zero,
        };
        matches!(
            self,
            Commutative
                | Associative
                | LeftCommutative
                | Idempotent
                | Involution
                | Unit(..)
                | Zero(..)
        )
    }
}

impl std::fmt::Display for LawShape {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LawShape::Commutative => formatter.write_str("commutative"),
            LawShape::Associative => formatter.write_str("associative"),
            LawShape::LeftCommutative => formatter.write_str("left-commutative"),
            LawShape::Idempotent => formatter.write_str("idempotent"),
            LawShape::Unit(side, unit) => write!(formatter, "{side}unit {unit}"),
            LawShape::Zero(side, zero) => write!(formatter, "{side}zero {zero}"),
            LawShape::Involution => formatter.write_str("its own inverse"),
            LawShape::Inverse(other) => write!(formatter, "undoes {other}"),
            LawShape::Homomorphism => formatter.write_str("homomorphism"),
            LawShape::Distributive(other) => write!(formatter, "distributes over {other}"),
            LawShape::Absorption(other) => write!(formatter, "absorbs {other}"),
        }
    }
}

/// Looks at laws of a signature.
pub(crate) struct Ranking<'a> {
    pub signature: &'a Signature,
    pub terms: &'a Terms,
}

impl Ranking<'_> {
    fn name(&self, symbol: u16) -> String {
        self.signature.symbols[usize::from(symbol)].name.clone()
    }

    fn term(&self, id: TermId) -> &Term {
        self.terms.get(id)
    }

    /// The function and arguments of a call.
    fn call(&self, id: TermId) -> Option<(u16, &[TermId])> {
        let term = self.term(id);
        match term.head {
            Head::Function(symbol) => Some((symbol, term.arguments())),
            _ => None,
        }
    }

    fn is_variable(&self, id: TermId) -> bool {
        matches!(self.term(id).head, Head::Variable(_))
    }

    fn constant(&self, id: TermId) -> Option<String> {
        match self.call(id) {
            Some((symbol, [])) => Some(self.name(symbol)),
            _ => None,
        }
    }

    /// The function that a law is about, and what it says of it.
    pub fn shape(&self, law: Equation) -> Option<(u16, LawShape)> {
        let Equation { left, right } = law;
        self.shape_of(left, right).or_else(|| self.shape_of(right, left))
    }

    fn shape_of(&self, left: TermId, right: TermId) -> Option<(u16, LawShape)> {
        let (function, arguments) = self.call(left)?;
        match *arguments {
            [inner] => self.unary(function, inner, right),
            [one, other] => self
                .binary(function, one, other, right)
                .or_else(|| self.inverse(function, one, &[other], right)),
            [first, ref others @ ..] => self.inverse(function, first, others, right),
            [] => None,
        }
    }

    fn unary(&self, function: u16, inner: TermId, right: TermId) -> Option<(u16, LawShape)> {
        let (inside, arguments) = self.call(inner)?;
        if inside == function && self.is_variable(arguments[0]) {
            if arguments[0] == right {
                return Some((function, LawShape::Involution));
            }
            if inner == right {
                return Some((function, LawShape::Idempotent));
            }
        }
        if let Some(found) = self.inverse(function, inner, &[], right) {
            return Some(found);
        }
        // h(f(x, y)) = g(h(x), h(y)), the arguments in either order.
        let (_, images) = self.call(right)?;
        let (&[x, y], &[one, other]) = (arguments, images) else { return None };
        let image = |id: TermId| match self.call(id) {
            Some((symbol, [argument])) if symbol == function => Some(*argument),
            _ => None,
        };
        let pair = (image(one)?, image(other)?);
        let is_plain = self.is_variable(x) && self.is_variable(y) && x != y;
        (is_plain && (pair == (x, y) || pair == (y, x)))
            .then_some((function, LawShape::Homomorphism))
    }

    /// `g(f(x, ..), ..) = x`, where `x` is nowhere else.
    fn inverse(
        &self,
        function: u16,
        inner: TermId,
        others: &[TermId],
        right: TermId,
    ) -> Option<(u16, LawShape)> {
        let (inside, arguments) = self.call(inner)?;
        let plain = arguments.iter().chain(others).all(|one| self.is_variable(*one));
        let is_only_there = arguments.contains(&right) && !others.contains(&right);
        (inside != function && plain && self.is_variable(right) && is_only_there)
            .then(|| (function, LawShape::Inverse(self.name(inside))))
    }

    fn binary(
        &self,
        function: u16,
        one: TermId,
        other: TermId,
        right: TermId,
    ) -> Option<(u16, LawShape)> {
        let variables = |ids: &[TermId]| {
            ids.iter().all(|id| self.is_variable(*id))
                && ids.iter().enumerate().all(|(at, id)| !ids[..at].contains(id))
        };
        if one == other && one == right && self.is_variable(one) {
            return Some((function, LawShape::Idempotent));
        }
        let is_closed = self.term(one).kind == self.term(other).kind
            && self.term(one).kind == self.term(right).kind;
        for (side, variable, constant) in [(Side::Right, one, other), (Side::Left, other, one)] {
            let name = self.constant(constant).filter(|_| is_closed && self.is_variable(variable));
            match name {
                Some(name) if right == variable => {
                    return Some((function, LawShape::Unit(side, name)));
                }
                Some(name) if right == constant => {
                    return Some((function, LawShape::Zero(side, name)));
                }
                _ => {}
            }
        }
        if let Some((same, &[first, second])) = self.call(right)
            && same == function
            && variables(&[one, other])
            && (first, second) == (other, one)
        {
            return Some((function, LawShape::Commutative));
        }
        // f(f(x, y), z) = f(x, f(y, z))
        if let (Some((inner, &[x, y])), Some((outer, &[first, second]))) =
            (self.call(one), self.call(right))
            && inner == function
            && outer == function
            && variables(&[x, y, other])
            && first == x
            && self.call(second).is_some_and(|(last, rest)| last == function && rest == [y, other])
        {
            return Some((function, LawShape::Associative));
        }
        // f(x, g(x, y)) = x, the arguments of both in either order.
        for (variable, call) in [(one, other), (other, one)] {
            if let Some((inner, &[x, y])) = self.call(call)
                && inner != function
                && right == variable
                && variables(&[x, y])
                && (x == variable || y == variable)
            {
                return Some((function, LawShape::Absorption(self.name(inner))));
            }
        }
        let (inner, &[x, y]) = self.call(other)? else { return None };
        if inner == function && variables(&[one, x, y]) {
            // f(x, f(y, z)) = f(y, f(x, z))
            let (outer, &[first, second]) = self.call(right)? else { return None };
            let swapped = outer == function
                && first == x
                && self
                    .call(second)
                    .is_some_and(|(last, rest)| last == function && rest == [one, y]);
            return swapped.then_some((function, LawShape::LeftCommutative));
        }
        if inner != function && variables(&[one, x, y]) {
            let (outer, &[first, second]) = self.call(right)? else { return None };
            let is_product = |id: TermId, of: TermId| {
                self.call(id).is_some_and(|(last, rest)| last == function && rest == [one, of])
            };
            let distributes = outer == inner && is_product(first, x) && is_product(second, y);
            return distributes.then(|| (function, LawShape::Distributive(self.name(inner))));
        }
        None
    }

    /// How much there is to read in a law, and how little it says: laws with the least come first.
    ///
    /// Symbols count, and so do variables that occur twice on a side, functions beyond two, and truth values that depend
    /// on both sides. Laws that move each variable once, and nothing else, are the ones that people write down.
    pub fn score(&self, law: Equation) -> i32 {
        let (left, right) = (*self.term(law.left), *self.term(law.right));
        let mut score = i32::from(left.symbols) + i32::from(right.symbols);
        let mut functions: Vec<Head> = Vec::new();
        for side in [law.left, law.right] {
            self.terms.visit(side, &mut |term| {
                if term.arity > 0 && !functions.contains(&term.head) {
                    functions.push(term.head);
                }
            });
        }
        score += 2 * (functions.len() as i32 - 2).max(0);
        let variables = variables_of(self.terms, law);
        let most = |variable: u8| {
            let on = |side: TermId| self.terms.occurrences(side, variable);
            on(law.left).max(on(law.right))
        };
        let repeated = variables.iter().filter(|variable| most(**variable) > 1).count();
        score += 2 * repeated as i32;
        let is_bool = self.signature.types.0[usize::from(left.kind)].name() == "bool";
        if is_bool && right.arity > 0 {
            score += 3;
        }
        if repeated == 0 && left.variables == right.variables && !variables.is_empty() {
            score -= 2;
        }
        // That a term does not depend on a variable is better said by a constant.
        if left.head == right.head && left.variables != right.variables {
            score += 4;
        }
        // What is said of constants alone is the least general.
        if variables.is_empty() {
            score += 3;
        }
        score
    }

    /// The studied function that a law is listed under: the outermost one.
    pub fn subject(&self, law: Equation) -> u16 {
        let mut found = None;
        for side in [law.left, law.right] {
            self.terms.visit(side, &mut |term| {
                if let Head::Function(symbol) = term.head {
                    let about = &self.signature.symbols[usize::from(symbol)];
                    if about.role == Role::Studied && found.is_none() && term.arity > 0 {
                        found = Some(symbol);
                    }
                }
            });
        }
        found.unwrap_or(u16::MAX)
    }

    /// Returns whether a law is about a studied function.
    pub fn is_studied(&self, law: Equation) -> bool {
        let mut studied = false;
        for side in [law.left, law.right] {
            self.terms.visit(side, &mut |term| {
                if let Head::Function(symbol) = term.head {
                    studied |= self.signature.symbols[usize::from(symbol)].role == Role::Studied;
                }
            });
        }
        studied
    }
}
