//! Terms over `x`, `y`, `z`, `c`, `f` and `g`, each of which is stored once.

use std::collections::HashMap;

use super::theory::{MOST_ELEMENTS, Theory};

pub type TermId = u32;

/// Number of variables.
pub const VARIABLES: usize = 3;

const NAMES: [&str; VARIABLES] = ["x", "y", "z"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    Variable(u8),
    C,
    F(TermId),
    G(TermId, TermId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equation {
    pub left: TermId,
    pub right: TermId,
}

/// All terms so far. Arguments come before what is made of them.
#[derive(Clone, Default)]
pub struct Terms {
    all: Vec<Term>,
    sizes: Vec<u8>,
    ids: HashMap<Term, TermId>,
}

impl Terms {
    /// The variables and the constant, with the numbers 0 to 3.
    pub const LEAVES: [TermId; VARIABLES + 1] = [0, 1, 2, 3];

    pub fn new() -> Self {
        let mut terms = Terms::default();
        for variable in 0..VARIABLES as u8 {
            terms.add(Term::Variable(variable));
        }
        terms.add(Term::C);
        terms
    }

    /// The terms up to a depth, by size. A leaf has depth 1.
    pub fn universe(&mut self, depth: usize) -> Vec<TermId> {
        let mut universe = Terms::LEAVES.to_vec();
        for _ in 1..depth {
            let arguments = universe.clone();
            let mut next = Terms::LEAVES.to_vec();
            next.extend(arguments.iter().map(|one| self.add(Term::F(*one))));
            for one in &arguments {
                next.extend(arguments.iter().map(|other| self.add(Term::G(*one, *other))));
            }
            universe = next;
        }
        universe.sort_by_key(|id| self.size(*id));
        universe
    }

    pub fn add(&mut self, term: Term) -> TermId {
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        let id = self.all.len() as TermId;
        let size = match term {
            Term::Variable(_) | Term::C => 1,
            Term::F(one) => 1 + self.sizes[one as usize],
            Term::G(one, other) => 1 + self.sizes[one as usize] + self.sizes[other as usize],
        };
        self.all.push(term);
        self.sizes.push(size);
        self.ids.insert(term, id);
        id
    }

    pub fn get(&self, id: TermId) -> Term {
        self.all[id as usize]
    }

    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Returns whether a variable occurs in a term.
    pub fn has(&self, id: TermId, variable: usize) -> bool {
        match self.get(id) {
            Term::Variable(one) => usize::from(one) == variable,
            Term::C => false,
            Term::F(one) => self.has(one, variable),
            Term::G(one, other) => self.has(one, variable) || self.has(other, variable),
        }
    }

    /// Depth of a term. A leaf has depth 1.
    pub fn depth(&self, id: TermId) -> usize {
        match self.get(id) {
            Term::Variable(_) | Term::C => 1,
            Term::F(one) => 1 + self.depth(one),
            Term::G(one, other) => 1 + self.depth(one).max(self.depth(other)),
        }
    }

    /// Number of constants and functions of a term.
    pub fn symbols(&self, id: TermId) -> usize {
        match self.get(id) {
            Term::Variable(_) => 0,
            Term::C => 1,
            Term::F(one) => 1 + self.symbols(one),
            Term::G(one, other) => 1 + self.symbols(one) + self.symbols(other),
        }
    }

    /// Number of variables, constants and functions of a term.
    pub fn size(&self, id: TermId) -> usize {
        usize::from(self.sizes[id as usize])
    }

    /// Evaluates all terms for all values of the variables. Two terms are equal in the theory if their words are: a word
    /// has two bits for each of at most 27 valuations.
    pub fn evaluate(&self, theory: &Theory) -> Vec<u64> {
        let size = theory.size;
        let valuations = size.pow(VARIABLES as u32);
        let of_each = |value: &dyn Fn(usize) -> u8| {
            (0..valuations).fold(0, |word, row| word | u64::from(value(row)) << (2 * row))
        };
        let at = |word: u64, row: usize| (word >> (2 * row) & 3) as usize;
        let mut words: Vec<u64> = Vec::with_capacity(self.all.len());
        for term in &self.all {
            let word = match *term {
                Term::Variable(variable) => {
                    of_each(&|row| (row / size.pow(u32::from(variable)) % size) as u8)
                }
                Term::C => of_each(&|_| theory.c),
                Term::F(one) => {
                    let one = words[one as usize];
                    of_each(&|row| theory.f[at(one, row)])
                }
                Term::G(one, other) => {
                    let (one, other) = (words[one as usize], words[other as usize]);
                    of_each(&|row| theory.g[at(one, row)][at(other, row)])
                }
            };
            words.push(word);
        }
        words
    }

    pub fn text(&self, id: TermId) -> String {
        match self.get(id) {
            Term::Variable(variable) => NAMES[usize::from(variable)].to_string(),
            Term::C => "c".to_string(),
            Term::F(one) => format!("f({})", self.text(one)),
            Term::G(one, other) => format!("g({}, {})", self.text(one), self.text(other)),
        }
    }

    pub fn equation(&self, equation: Equation) -> String {
        format!("{} = {}", self.text(equation.left), self.text(equation.right))
    }

    /// Reads a term as discovery prints it.
    pub fn parse(&mut self, text: &str) -> TermId {
        let mut rest = text;
        let id = self.parse_start(&mut rest);
        assert_eq!(rest, "", "`{text}` has more than a term");
        id
    }

    fn parse_start(&mut self, rest: &mut &str) -> TermId {
        let end = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        *rest = after;
        let pass = |rest: &mut &str, token: &str| {
            *rest = rest.strip_prefix(token).unwrap_or_else(|| panic!("no `{token}` in `{rest}`"));
        };
        match name {
            "c" => self.add(Term::C),
            "f" => {
                pass(rest, "(");
                let one = self.parse_start(rest);
                pass(rest, ")");
                self.add(Term::F(one))
            }
            "g" => {
                pass(rest, "(");
                let one = self.parse_start(rest);
                pass(rest, ", ");
                let other = self.parse_start(rest);
                pass(rest, ")");
                self.add(Term::G(one, other))
            }
            name => {
                let variable = NAMES.iter().position(|one| *one == name);
                let variable = variable.unwrap_or_else(|| panic!("`{name}` is no name"));
                self.add(Term::Variable(variable as u8))
            }
        }
    }
}

// Two bits of a word must be enough for an element, and 64 for all valuations.
const _: () = assert!(MOST_ELEMENTS < 4 && 2 * MOST_ELEMENTS.pow(VARIABLES as u32) <= 64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_universe_has_all_terms() {
        let mut terms = Terms::new();
        assert_eq!(terms.universe(2).len(), 4 + 4 + 16);
        assert_eq!(terms.universe(3).len(), 4 + 24 + 24 * 24);
    }

    #[test]
    fn terms_are_read_as_they_are_written() {
        let mut terms = Terms::new();
        for id in terms.universe(3) {
            let text = terms.text(id);
            assert_eq!(terms.parse(&text), id, "{text}");
        }
    }

    #[test]
    fn words_are_equal_for_equal_terms() {
        let g = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
        let theory = Theory { size: 3, c: 0, f: [0, 2, 1], g };
        let mut terms = Terms::new();
        let mut ids = |one: &str, other: &str| [terms.parse(one), terms.parse(other)];
        let equal =
            [ids("g(x, f(x))", "c"), ids("g(g(x, y), z)", "g(x, g(y, z))"), ids("g(x, c)", "x")];
        let different = [ids("x", "y"), ids("g(x, x)", "f(z)"), ids("f(x)", "x")];
        let words = terms.evaluate(&theory);
        let is_equal = |pair: &[TermId; 2]| words[pair[0] as usize] == words[pair[1] as usize];
        assert!(equal.iter().all(is_equal));
        assert!(!different.iter().any(is_equal));
    }
}
