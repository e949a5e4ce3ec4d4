//! All small models of some laws.
//!
//! An equation that follows from laws holds in all of their models. So a model in which it does not hold proves that it
//! does not follow. Tables are filled entry by entry; a law that is false for entries that are there already ends a
//! branch.

use super::term::{Equation, Term, TermId, Terms, VARIABLES};
use super::theory::{MOST_ELEMENTS, Theory};

/// An entry that is not there yet, and the value of all that depends on it.
const UNKNOWN: u8 = MOST_ELEMENTS as u8;
const ENTRIES: usize = MOST_ELEMENTS + 1;

/// A place of the tables.
#[derive(Clone, Copy)]
enum Place {
    F(usize),
    G(usize, usize),
}

/// Tables of which some entries are not there yet. Their last row and column are for arguments that are unknown.
struct Tables {
    size: usize,
    f: [u8; ENTRIES],
    g: [[u8; ENTRIES]; ENTRIES],
}

/// The constant: every model is isomorphic to one in which it is the first element.
const C: u8 = 0;

/// Looks for a model of `laws` with two or three elements in which one of `goals` is false. With one element every
/// equation holds.
pub fn countermodel(
    terms: &Terms,
    laws: &[Equation],
    goals: &[Equation],
) -> Option<(Theory, Equation)> {
    let mut laws: Vec<Law> = laws.iter().map(|law| Law::new(terms, *law)).collect();
    laws.sort_by_key(|law| law.left.len() + law.right.len());
    let goals: Vec<Law> = goals.iter().map(|goal| Law::new(terms, *goal)).collect();
    (2..=MOST_ELEMENTS).find_map(|size| {
        let places = places(size);
        let tables = Tables { size, f: [UNKNOWN; ENTRIES], g: [[UNKNOWN; ENTRIES]; ENTRIES] };
        let mut search = Search { laws: &laws, goals: &goals, tables, places };
        search.fill(0)
    })
}

/// The entries of the tables, those of the first elements first.
fn places(size: usize) -> Vec<Place> {
    let mut places = Vec::new();
    for x in 0..size {
        places.push(Place::F(x));
        for y in 0..x {
            places.extend([Place::G(x, y), Place::G(y, x)]);
        }
        places.push(Place::G(x, x));
    }
    places
}

struct Search<'a> {
    laws: &'a [Law],
    goals: &'a [Law],
    tables: Tables,
    places: Vec<Place>,
}

impl Search<'_> {
    /// Fills the tables from a place on in all ways, until a goal is false.
    fn fill(&mut self, at: usize) -> Option<(Theory, Equation)> {
        if self.laws.iter().any(|law| law.is_false(&self.tables)) {
            return None;
        }
        let Some(place) = self.places.get(at).copied() else {
            let goal = self.goals.iter().find(|goal| goal.is_false(&self.tables))?;
            return Some((self.tables.theory(), goal.equation));
        };
        let found = (0..self.tables.size as u8).find_map(|value| {
            *self.tables.entry(place) = value;
            self.fill(at + 1)
        });
        *self.tables.entry(place) = UNKNOWN;
        found
    }
}

impl Tables {
    fn entry(&mut self, place: Place) -> &mut u8 {
        match place {
            Place::F(x) => &mut self.f[x],
            Place::G(x, y) => &mut self.g[x][y],
        }
    }

    fn theory(&self) -> Theory {
        let mut theory = Theory {
            size: self.size,
            c: C,
            f: [0; MOST_ELEMENTS],
            g: [[0; MOST_ELEMENTS]; MOST_ELEMENTS],
        };
        for x in 0..self.size {
            theory.f[x] = self.f[x];
            theory.g[x][..self.size].copy_from_slice(&self.g[x][..self.size]);
        }
        theory
    }
}

/// An equation as programs for its sides.
struct Law {
    equation: Equation,
    left: Vec<Step>,
    right: Vec<Step>,
    has: [bool; VARIABLES],
}

#[derive(Clone, Copy)]
enum Step {
    Variable(u8),
    C,
    F,
    G,
}

impl Law {
    fn new(terms: &Terms, equation: Equation) -> Self {
        let Equation { left, right } = equation;
        let has = std::array::from_fn(|one| terms.has(left, one) || terms.has(right, one));
        let mut programs = [Vec::new(), Vec::new()];
        compile(terms, left, &mut programs[0]);
        compile(terms, right, &mut programs[1]);
        let [left, right] = programs;
        Law { equation, left, right, has }
    }

    /// Returns whether the equation is false for some values of its variables, whatever the unknown entries are.
    fn is_false(&self, tables: &Tables) -> bool {
        let size = tables.size as u8;
        let upto = |variable: usize| if self.has[variable] { size } else { 1 };
        for x in 0..upto(0) {
            for y in 0..upto(1) {
                for z in 0..upto(2) {
                    let left = run(&self.left, tables, [x, y, z]);
                    if left != UNKNOWN {
                        let right = run(&self.right, tables, [x, y, z]);
                        if right != UNKNOWN && left != right {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

fn compile(terms: &Terms, id: TermId, steps: &mut Vec<Step>) {
    let step = match terms.get(id) {
        Term::Variable(variable) => Step::Variable(variable),
        Term::C => Step::C,
        Term::F(one) => {
            compile(terms, one, steps);
            Step::F
        }
        Term::G(one, other) => {
            compile(terms, one, steps);
            compile(terms, other, steps);
            Step::G
        }
    };
    steps.push(step);
}

fn run(steps: &[Step], tables: &Tables, values: [u8; VARIABLES]) -> u8 {
    let mut stack = [0; 16];
    let mut top = 0;
    for step in steps {
        match *step {
            Step::Variable(variable) => {
                stack[top] = values[usize::from(variable)];
                top += 1;
            }
            Step::C => {
                stack[top] = C;
                top += 1;
            }
            Step::F => stack[top - 1] = tables.f[usize::from(stack[top - 1])],
            Step::G => {
                top -= 1;
                stack[top - 1] = tables.g[usize::from(stack[top - 1])][usize::from(stack[top])];
            }
        }
    }
    stack[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counterexample(laws: &[&str], goal: &str) -> Option<Theory> {
        let mut terms = Terms::new();
        let mut equation = |text: &str| {
            let (left, right) = text.split_once(" = ").expect("an equation has two sides");
            Equation { left: terms.parse(left), right: terms.parse(right) }
        };
        let laws: Vec<Equation> = laws.iter().map(|law| equation(law)).collect();
        let goal = equation(goal);
        let (theory, _) = countermodel(&terms, &laws, &[goal])?;
        // What was found is looked at by other code.
        let words = terms.evaluate(&theory);
        let holds = |law: &Equation| words[law.left as usize] == words[law.right as usize];
        assert!(laws.iter().all(holds) && !holds(&goal), "{theory}");
        Some(theory)
    }

    #[test]
    fn what_follows_has_no_countermodel() {
        let group = ["g(g(x, y), z) = g(x, g(y, z))", "g(x, c) = x", "g(x, f(x)) = c"];
        assert_eq!(counterexample(&group, "g(f(x), x) = c"), None);
        assert_eq!(counterexample(&group, "f(f(x)) = x"), None);
        // All groups of at most three elements are commutative.
        assert_eq!(counterexample(&group, "g(x, y) = g(y, x)"), None);
    }

    #[test]
    fn what_does_not_follow_has_one() {
        let group = ["g(g(x, y), z) = g(x, g(y, z))", "g(x, c) = x", "g(x, f(x)) = c"];
        assert_eq!(counterexample(&group, "g(x, x) = c").map(|theory| theory.size), Some(3));
        assert_eq!(counterexample(&group, "x = c").map(|theory| theory.size), Some(2));
        assert!(counterexample(&group[..2], "g(c, x) = x").is_some());
        assert!(counterexample(&[], "f(x) = x").is_some());
    }
}
