//! Equations as laws: what is found can be run, shrunk, replayed and kept like any other law.

use lawful_core::extend::{
    Budget, Case, Choices, Component, Law, Misuse, Outcome, Random, Reason, Recording, Tape,
    minimize, mix, show,
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::domain::{Domain, SIZE, Style};
use crate::scope::collect_leaves;
use crate::search::Equation;
use crate::signature::{Signature, Variable};
use crate::table::{Id, PANICKED};
use crate::term::{TermId, Terms};
use crate::text::Notation;
use crate::values::{Batch, Values};

/// Most values of a case that are derived from others.
const MOST_DERIVED: u64 = 3;

/// Size from which on values are derived.
const FEWEST_SIZE: u32 = 4;

/// When a law is to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// Where this term, a call of a predicate, is true.
    Holds(TermId),
    /// Where this term does not panic.
    Defined(TermId),
}

impl Condition {
    pub fn term(self) -> TermId {
        match self {
            Condition::Holds(term) | Condition::Defined(term) => term,
        }
    }

    /// Returns whether a value of the term meets the condition.
    pub fn is_met(self, values: &Values, kind: usize, id: Id) -> bool {
        match self {
            _ if id == PANICKED => false,
            Condition::Holds(_) => *values.tables.of::<bool>(kind).get(id),
            Condition::Defined(_) => true,
        }
    }

    pub fn text(self, notation: &Notation<'_>, terms: &Terms) -> String {
        match self {
            Condition::Holds(term) => notation.term(terms, term),
            Condition::Defined(term) => format!("{} is defined", notation.term(terms, term)),
        }
    }
}

/// The law that two terms of a signature are equal. [`Signature::law`] makes it.
///
/// Its cases have values of the variables. In some of them values are derived: a variable then takes the value of a
/// function of the others, because laws are often refuted by values that have something to do with each other.
pub struct EquationLaw {
    signature: Signature,
    variables: Vec<Variable>,
    terms: Terms,
    text: String,
    stated: Result<Stated, String>,
}

#[derive(Clone, Debug)]
struct Stated {
    equation: Equation,
    condition: Option<Condition>,
    /// Number, term and type of each variable.
    leaves: Vec<(u8, TermId, usize)>,
}

/// A case of an [`EquationLaw`]: the values of its variables.
pub struct DrawnValues {
    values: Values,
    ids: Vec<Id>,
}

impl EquationLaw {
    pub(crate) fn parse(signature: Signature, text: &str) -> Self {
        let variables = signature.all_variables();
        let mut terms = Terms::default();
        let notation = Notation { signature: &signature, variables: &variables };
        let stated = notation.parse_law(&mut terms, text);
        let stated = stated.map(|(condition, equation)| Stated::new(&terms, condition, equation));
        EquationLaw { signature, variables, terms, text: text.to_string(), stated }
    }

    pub(crate) fn new(
        signature: &Signature,
        variables: &[Variable],
        terms: &Terms,
        condition: Option<Condition>,
        equation: Equation,
    ) -> Self {
        let notation = Notation { signature, variables };
        EquationLaw {
            text: notation.equation(terms, equation),
            stated: Ok(Stated::new(terms, condition, equation)),
            signature: signature.clone(),
            variables: variables.to_vec(),
            terms: terms.clone(),
        }
    }

    /// The law as text.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn stated(&self) -> &Stated {
        match &self.stated {
            Ok(stated) => stated,
            Err(problem) => Misuse::raise(format!(
                "the law `{}` does not fit its signature: {problem}",
                self.text
            )),
        }
    }

    /// Gives a value of the case the value of a function of the others, or of another one.
    fn derive(&self, case: &mut Case, values: &mut Values, drawn: &mut [(usize, Id)]) {
        let source = &mut case.source;
        let mut choose = |count: usize| {
            let count = count as u64;
            source.pick(count, |random| random.below(count)) as usize
        };
        let target = choose(drawn.len());
        let kind = drawn[target].0;
        let of_kind = |kind: usize| -> Vec<Id> {
            drawn.iter().filter(|(other, _)| *other == kind).map(|(_, id)| *id).collect()
        };
        let symbols = self.signature.symbols.iter().enumerate();
        let makers: Vec<usize> = symbols
            .filter(|(_, symbol)| {
                symbol.makes_terms()
                    && symbol.arity() > 0
                    && symbol.shape.result == kind
                    && symbol.shape.arguments.iter().all(|kind| !of_kind(*kind).is_empty())
            })
            .map(|(number, _)| number)
            .collect();
        let id = match choose(makers.len() + 1).checked_sub(1) {
            None => {
                let alike = of_kind(kind);
                alike[choose(alike.len())]
            }
            Some(maker) => {
                let symbol = makers[maker];
                let kinds = &self.signature.symbols[symbol].shape.arguments;
                let mut arguments: Vec<[Id; 1]> = Vec::new();
                for kind in kinds {
                    let alike = of_kind(*kind);
                    arguments.push([alike[choose(alike.len())]]);
                }
                let arguments: Vec<&[Id]> = arguments.iter().map(<[Id; 1]>::as_slice).collect();
                values.call(&self.signature, symbol, &arguments, 1)[0]
            }
        };
        if id != PANICKED {
            drawn[target].1 = id;
        }
    }

    /// Evaluates a term for the values of a case.
    fn evaluate(&self, stated: &Stated, drawn: &mut DrawnValues, term: TermId) -> Id {
        let mut batch = Batch::new(1);
        for (leaf, id) in stated.leaves.iter().zip(&drawn.ids) {
            batch.set(leaf.1, vec![*id]);
        }
        batch.evaluate(&mut drawn.values, &self.signature, &self.terms, term)[0]
    }

    fn judge(&self, drawn: &mut DrawnValues) -> Judgement {
        let stated = self.stated();
        let kind = |term: TermId| usize::from(self.terms.get(term).kind);
        if let Some(condition) = stated.condition {
            let term = condition.term();
            let id = self.evaluate(stated, drawn, term);
            if !condition.is_met(&drawn.values, kind(term), id) {
                return Judgement::Unmet;
            }
        }
        let left = self.evaluate(stated, drawn, stated.equation.left);
        let right = self.evaluate(stated, drawn, stated.equation.right);
        if left == right {
            return Judgement::Equal;
        }
        let table = drawn.values.tables.any(kind(stated.equation.left));
        Judgement::Different(table.show(left), table.show(right))
    }

    fn sides(&self) -> (String, String) {
        let notation = Notation { signature: &self.signature, variables: &self.variables };
        let Equation { left, right } = self.stated().equation;
        (notation.term(&self.terms, left), notation.term(&self.terms, right))
    }
}

enum Judgement {
    Unmet,
    Equal,
    Different(String, String),
}

impl Stated {
    fn new(terms: &Terms, condition: Option<Condition>, equation: Equation) -> Self {
        let mut leaves = Vec::new();
        for term in [equation.left, equation.right] {
            collect_leaves(terms, term, &mut leaves);
        }
        if let Some(condition) = condition {
            collect_leaves(terms, condition.term(), &mut leaves);
        }
        leaves.sort_unstable();
        Stated { equation, condition, leaves }
    }
}

impl Component for EquationLaw {
    type Drawn = DrawnValues;

    fn draw(&self, case: &mut Case) -> DrawnValues {
        let mut values = Values::new(&self.signature);
        let leaves = &self.stated().leaves;
        let mut drawn: Vec<(usize, Id)> = Vec::new();
        for (_, _, kind) in leaves {
            drawn.push((*kind, values.tables.any_mut(*kind).draw(&mut case.source)));
        }
        let sample = |random: &mut Random| match random.one_in(2) {
            true => random.below(MOST_DERIVED + 1),
            false => 0,
        };
        // Small cases, which an exhaustive run goes through, are those of the values themselves.
        let derives = case.source.size() >= FEWEST_SIZE;
        let derived = if derives { case.source.pick(MOST_DERIVED + 1, sample) } else { 0 };
        if derived > 0 && !leaves.is_empty() {
            // One more value of each type: what is put together needs parts.
            let mut kinds: Vec<usize> = leaves.iter().map(|leaf| leaf.2).collect();
            kinds.sort_unstable();
            kinds.dedup();
            for kind in kinds {
                drawn.push((kind, values.tables.any_mut(kind).draw(&mut case.source)));
            }
            for _ in 0..derived {
                self.derive(case, &mut values, &mut drawn);
            }
        }
        let ids: Vec<Id> = drawn.into_iter().take(leaves.len()).map(|(_, id)| id).collect();
        for ((variable, _, kind), id) in leaves.iter().zip(&ids) {
            values.tables.any(*kind).give(case, self.variables[usize::from(*variable)].name, *id);
        }
        DrawnValues { values, ids }
    }

    fn run(&self, mut drawn: DrawnValues, case: &mut Case) -> Outcome {
        match self.judge(&mut drawn) {
            Judgement::Unmet => Outcome::Discarded,
            Judgement::Equal => Outcome::Passed,
            Judgement::Different(left, right) => {
                let reason =
                    Reason::new("discovery", "sides-differ", "the two sides are different")
                        .field("law", &*self.text)
                        .field("left", &*left)
                        .field("right", &*right);
                case.fail(reason, || {
                    let (one, other) = self.sides();
                    format!("{one} is {left}\n{other} is {right}")
                })
            }
        }
    }

    /// A refuted equation is one failure, whatever the values are.
    fn tells_failures_by_shape(&self) -> bool {
        false
    }
}

/// Values that refute a law, with what its sides come to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// Names and `Debug` texts of the variables' values.
    pub values: Vec<(String, String)>,
    /// Value of the left side.
    pub left: String,
    /// Value of the right side.
    pub right: String,
}

impl std::fmt::Display for Counterexample {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pairs: Vec<String> =
            self.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        formatter.write_str(&pairs.join(", "))
    }
}

/// Most cases that are drawn to find one that refutes a law.
const MOST_CASES: u64 = 4_000;
/// Most of these that are shrunk.
const MOST_SHRUNK: usize = 4;

impl EquationLaw {
    /// Looks for values that refute the law, and shrinks them. Several cases are shrunk, because where values are derived
    /// from others the smallest one depends on how; the shortest to read is taken.
    pub(crate) fn refute(&self, seed: u64) -> Option<Counterexample> {
        let mut found: Vec<Counterexample> = Vec::new();
        let mut last = MOST_CASES;
        let mut case = 0;
        while case < last && found.len() < MOST_SHRUNK {
            if let Some(tape) = self.refuting_tape(mix(seed, case), case) {
                if found.is_empty() {
                    last = last.min(4 * case + 40);
                }
                found.extend(self.shrunk(tape));
            }
            case += 1;
        }
        let length = |one: &Counterexample| {
            let text = one.to_string();
            (text.chars().filter(|letter| !letter.is_ascii()).count(), text.chars().count(), text)
        };
        found.into_iter().min_by_key(length)
    }

    /// Returns whether values that refute the law are found.
    pub(crate) fn has_counterexample(&self, seed: u64) -> bool {
        (0..MOST_CASES).any(|case| self.refuting_tape(mix(seed, case), case).is_some())
    }

    /// The minimal counterexample that a tape leads to.
    fn shrunk(&self, tape: Tape) -> Option<Counterexample> {
        let budget = Budget { runs: 1_500, time: Duration::from_secs(600) };
        let shrunk = minimize(self, tape, budget, &mut |run| run.outcome.is_failed());
        let shown = show(self, &shrunk.tape);
        let reason = shown.outcome.reason()?;
        let values = shown.record.arguments.iter();
        Some(Counterexample {
            values: values.map(|one| (one.name.to_string(), one.debug.clone())).collect(),
            left: reason.get("left")?.to_string(),
            right: reason.get("right")?.to_string(),
        })
    }

    /// The tape of a case that fails, if this one does. Cases come from small domains and from the engine's own.
    fn refuting_tape(&self, seed: u64, number: u64) -> Option<Tape> {
        const STYLES: [Style; 4] = [Style::SMALL, Style::TROUBLE, Style::WIDE, Style::VARIED];
        let recording = match STYLES.get(number as usize % 5) {
            Some(style) => Recording::fed(Arc::new(Mutex::new(Domain::new(seed, *style))), SIZE),
            None => Recording::new(seed, SIZE),
        };
        let mut case = Case::new(recording);
        let outcome = lawful_core::extend::attempt(|| self.test(&mut case)).ok()?;
        outcome.is_failed().then(|| Recording::from(case.source).finish().tape)
    }
}
