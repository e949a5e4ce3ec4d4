//! What a search came to.

use lawful_core::extend::{Outcome, attempt, mix, muted};

use crate::conditional::{self, Found};
use crate::congruence::{Incongruence, incongruences};
use crate::definition::{definitions, misses_constant};
use crate::domain::Hardness;
use crate::equation::{Condition, Counterexample, EquationLaw};
use crate::prove::{Effort, Rule};
use crate::prune::Prover;
use crate::rank::{LawShape, Ranking, Side};
use crate::retest::{Subject, retest};
use crate::search::{Equation, NearMiss, Search};
use crate::signature::{Signature, Variable};
use crate::term::{Head, NO_TERM, TermId, Terms, members};
use crate::tests::Valuation;
use crate::text::Notation;

/// Most rounds of searching and testing anew.
const MOST_ROUNDS: usize = 24;
/// Near-laws whose counterexamples are shrunk.
const NEAR_LAWS: usize = 8;

/// A law that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundLaw {
    /// The law as text, which [`Signature::law`] reads.
    pub text: String,
    /// Condition of the law, if it has one.
    pub condition: Option<String>,
    /// Left side.
    pub left: String,
    /// Right side.
    pub right: String,
    /// Name of a function, and the property that the law states of it, where there is a word for it.
    pub shape: Option<(String, LawShape)>,
    /// The function that it is listed under.
    pub subject: String,
    /// Measure of how much there is to read: less is better.
    pub score: i32,
    pub(crate) equation: Equation,
    pub(crate) subject_number: u16,
}

/// An equation that is nearly a law: the search could not refute it, and harder tests did. It is a likely misconception.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearLaw {
    /// The equation as text.
    pub text: String,
    /// Values that refute it.
    pub counterexample: Counterexample,
    /// True if the counterexample was shrunk, and running the law finds it again.
    pub is_shrunk: bool,
}

/// A law that further tests refuted. [`Discovery::retest`] returns it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefutedLaw {
    /// The law as text.
    pub law: String,
    /// Values that refute it, as they were found.
    pub counterexample: Counterexample,
}

/// A function that panics for some arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartialFunction {
    /// Name of the function.
    pub name: String,
    /// A call that panicked.
    pub call: String,
}

/// A term that does not depend on some of its variables: a constant or a function for what it is would say so better
/// (3.1 of the paper).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingConstant {
    /// The term.
    pub term: String,
    /// Names of the variables that it does not depend on.
    pub variables: Vec<String>,
}

/// Figures of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Figures {
    /// Terms of the universe.
    pub terms: usize,
    /// Of these, terms that were pruned before they were evaluated.
    pub pruned: usize,
    /// Tests that told terms apart, counterexamples included.
    pub tests: usize,
    /// Passes over the universe, each with the counterexamples of those before.
    pub passes: usize,
    /// Laws that were refuted by fresh tests.
    pub refuted: usize,
}

/// The laws of a signature, with all that was seen on the way. [`Signature::discover`] finds them.
///
/// Printing it shows the best laws first, grouped by function.
///
/// ```
/// use lawful::discovery::sig;
///
/// let found = sig!["||" = |p: bool, q: bool| p | q, "not" = |p: bool| !p, true, false].discover();
/// let text = found.to_string();
/// assert!(text.contains("||: commutative, associative, idempotent, unit false, zero true"), "{text}");
/// ```
pub struct Discovery {
    pub(crate) signature: Signature,
    pub(crate) variables: Vec<Variable>,
    pub(crate) terms: Terms,
    pub(crate) partial: Vec<bool>,
    /// All laws that others do not prove, those of background functions too.
    pub(crate) kept: Vec<Equation>,
    /// All laws under conditions that others do not prove.
    pub(crate) under_conditions: Vec<(Condition, Equation)>,
    pub(crate) laws: Vec<FoundLaw>,
    pub(crate) conditional: Vec<FoundLaw>,
    pub(crate) near: Vec<NearLaw>,
    pub(crate) near_count: usize,
    pub(crate) definitions: Vec<(String, String)>,
    pub(crate) constants: Vec<MissingConstant>,
    pub(crate) partial_functions: Vec<PartialFunction>,
    pub(crate) incongruences: Vec<Incongruence>,
    pub(crate) notices: Vec<String>,
    pub(crate) figures: Figures,
}

impl Discovery {
    pub(crate) fn of(signature: Signature) -> Self {
        let mut found = None;
        // Panics of functions are values here; nothing that functions say counts for a law around this.
        let ended = muted(|| {
            attempt(|| {
                found = Some(Finder::new(&signature).find());
                Outcome::Passed
            })
        });
        let problem = match ended {
            Ok(Outcome::Failed(reason)) => reason.lines().join("\n"),
            Err(misuse) => misuse.to_string(),
            Ok(_) => String::from("nothing was found"),
        };
        let Some(found) = found else { panic!("{problem}") };
        Discovery { signature, ..found }
    }

    /// The laws, best first.
    pub fn laws(&self) -> &[FoundLaw] {
        &self.laws
    }

    /// Laws that hold under a condition: a given one, or that a partial function is defined.
    pub fn conditional_laws(&self) -> &[FoundLaw] {
        &self.conditional
    }

    /// Equations that are nearly laws, best first, with their counterexamples.
    pub fn near_laws(&self) -> &[NearLaw] {
        &self.near
    }

    /// Functions that others make superfluous: a call, and the term that it is equal to.
    pub fn definitions(&self) -> &[(String, String)] {
        &self.definitions
    }

    /// Terms that do not depend on some of their variables, for which a constant or a function is missing.
    pub fn missing_constants(&self) -> &[MissingConstant] {
        &self.constants
    }

    /// Functions that panic for some arguments.
    pub fn partial_functions(&self) -> &[PartialFunction] {
        &self.partial_functions
    }

    /// Functions that tell equal values apart.
    pub fn incongruences(&self) -> &[Incongruence] {
        &self.incongruences
    }

    /// Figures of the search.
    pub fn figures(&self) -> Figures {
        self.figures
    }

    /// Tries the laws on further tests, from a harder generator than the one that they passed, and returns those that
    /// are refuted.
    ///
    /// ```
    /// use lawful::discovery::sig;
    ///
    /// let found = sig!["+" = i32::wrapping_add, "0" = 0i32].discover();
    /// assert_eq!(found.retest(10_000, 1), []);
    /// ```
    pub fn retest(&self, tests: usize, seed: u64) -> Vec<RefutedLaw> {
        let laws: Vec<Equation> = self.laws.iter().map(|law| law.equation).collect();
        let mut refuted = Vec::new();
        let ended = muted(|| {
            attempt(|| {
                let subject = Subject {
                    signature: &self.signature,
                    variables: &self.variables,
                    terms: &self.terms,
                };
                let (mut partial, hardness) = (self.partial.clone(), Hardness::Harder);
                subject.retest(
                    &laws,
                    tests,
                    seed,
                    hardness,
                    &mut partial,
                    &mut |mut values, found| {
                        for (law, valuation) in found {
                            let counterexample = valuation.show(
                                &self.signature,
                                &self.variables,
                                &mut values,
                                &self.terms,
                                law,
                            );
                            let law = self.notation().equation(&self.terms, law);
                            refuted.push(RefutedLaw { law, counterexample });
                        }
                    },
                );
                Outcome::Passed
            })
        });
        match ended {
            Ok(Outcome::Failed(reason)) => panic!("{}", reason.lines().join("\n")),
            Err(misuse) => panic!("{misuse}"),
            Ok(_) => refuted,
        }
    }

    /// Returns whether an equation follows from the laws, as far as a proof is found. A condition may stand before it.
    ///
    /// # Panics
    ///
    /// If the text is no equation over the signature.
    #[track_caller]
    pub fn proves(&self, text: &str) -> bool {
        let mut terms = self.terms.clone();
        let (condition, goal) = match self.notation().parse_law(&mut terms, text) {
            Ok(law) => law,
            Err(problem) => panic!("{problem}"),
        };
        let (rules, _) = self.rules(condition);
        let rules: Vec<&Rule> = rules.iter().collect();
        let (prover, defined) = (self.prover(&terms), condition.map(Condition::term));
        [Effort::PRUNE, Effort::ASK]
            .into_iter()
            .any(|effort| prover.proves_where(&rules, goal, defined, effort))
    }

    /// The laws that may be used under a condition, ready to be matched, and as equations.
    pub(crate) fn rules(&self, condition: Option<Condition>) -> (Vec<Rule>, Vec<Equation>) {
        let under = self.under_conditions.iter().filter(|(other, _)| Some(*other) == condition);
        let under: Vec<Equation> = under.map(|(_, law)| *law).collect();
        let always = self.kept.iter().map(|law| Rule::new(&self.terms, *law));
        let fixed = condition.map_or(0, |condition| {
            self.under_conditions
                .iter()
                .find(|(other, _)| *other == condition)
                .map_or(0, |_| self.terms.get(condition.term()).variables)
        });
        let sometimes = under.iter().map(|law| Rule::with_fixed(&self.terms, *law, fixed));
        let rules = always.chain(sometimes).collect();
        (rules, self.kept.iter().chain(&under).copied().collect())
    }

    pub(crate) fn notation(&self) -> Notation<'_> {
        Notation { signature: &self.signature, variables: &self.variables }
    }

    pub(crate) fn prover<'a>(&'a self, terms: &'a Terms) -> Prover<'a> {
        Prover {
            signature: &self.signature,
            variables: &self.variables,
            terms,
            partial: &self.partial,
        }
    }
}

/// The steps of a discovery.
struct Finder<'s> {
    signature: &'s Signature,
    variables: Vec<Variable>,
}

impl<'s> Finder<'s> {
    fn new(signature: &'s Signature) -> Self {
        Finder { signature, variables: signature.all_variables() }
    }

    fn find(&self) -> Discovery {
        let seed = self.signature.settings.seed;
        let mut search = Search::new(self.signature, &self.variables);
        let (kept, refuted) = self.surviving_laws(&mut search, seed);
        // What is read has the first names of each type, in the order of occurrence.
        let kept: Vec<Equation> = kept.into_iter().map(|law| renamed(&mut search, law)).collect();
        for at in 0..search.near.len() {
            let equation = search.near[at].equation;
            search.near[at].shown = renamed(&mut search, equation);
        }
        let conditional = self.conditional_laws(&mut search, &kept, seed);
        let definitions = definitions(&mut search);
        let incongruences = match self.signature.settings.hard_tests {
            0 => Vec::new(),
            _ => incongruences(&search, mix(seed, 7)),
        };
        let (near, near_count) = self.near_laws(&mut search, &kept, seed);
        let notation = self.notation();
        let ranking = Ranking { signature: self.signature, terms: &search.terms };
        let mut laws: Vec<FoundLaw> = kept
            .iter()
            .filter(|law| ranking.is_studied(**law))
            .map(|law| self.found(&search.terms, *law, None))
            .collect();
        settle_shapes(&mut laws);
        laws.sort_by_key(|law| law.score);

        let notices = self.notices(&search, &conditional);
        let under_conditions: Vec<(Condition, Equation)> = conditional
            .iter()
            .flat_map(|found| found.laws.iter().map(|law| (found.condition, *law)))
            .collect();
        let conditional = under_conditions
            .iter()
            .copied()
            .filter(|(_, law)| ranking.is_studied(*law))
            .map(|(condition, law)| self.found(&search.terms, law, Some(condition)))
            .collect();
        let texts = |law: &Equation| {
            (notation.term(&search.terms, law.left), notation.term(&search.terms, law.right))
        };
        let definitions = definitions.iter().map(texts).collect();
        let partial_functions = self.partial_functions(&search);
        let figures = Figures {
            terms: search.counts.terms,
            pruned: search.counts.pruned,
            tests: search.columns.tests(),
            passes: search.counts.passes,
            refuted,
        };
        let studied: Vec<Equation> =
            kept.iter().copied().filter(|law| ranking.is_studied(*law)).collect();
        let studied: Vec<Equation> =
            studied.into_iter().filter(|law| misses_constant(&mut search, *law)).collect();
        let constants = studied.iter().map(|law| {
            let others = search.terms.get(law.left).variables;
            let without = members(search.terms.get(law.right).variables & !others);
            let name = |variable: u8| self.variables[usize::from(variable)].name.to_string();
            MissingConstant {
                term: notation.term(&search.terms, law.right),
                variables: without.map(name).collect(),
            }
        });
        let constants = constants.collect();
        Discovery {
            signature: Signature::new(),
            variables: self.variables.clone(),
            partial: search.values.is_partial,
            terms: search.terms,
            kept,
            under_conditions,
            laws,
            conditional,
            near,
            near_count,
            definitions,
            constants,
            partial_functions,
            incongruences,
            notices,
            figures,
        }
    }

    fn notation(&self) -> Notation<'_> {
        Notation { signature: self.signature, variables: &self.variables }
    }

    /// Searches, drops what others prove, and tries what is left on fresh tests, until nothing is refuted.
    fn surviving_laws(&self, search: &mut Search<'_>, seed: u64) -> (Vec<Equation>, usize) {
        let tests = self.signature.settings.hard_tests;
        let mut tested: Vec<Equation> = Vec::new();
        let mut refuted = 0;
        for round in 0..MOST_ROUNDS {
            search.run();
            let prover = Prover {
                signature: self.signature,
                variables: &self.variables,
                terms: &search.terms,
                partial: &search.values.is_partial,
            };
            let mut kept = prover.prune(&search.laws);
            let new: Vec<Equation> =
                kept.iter().filter(|law| !tested.contains(law)).copied().collect();
            let partial = search.values.is_partial.clone();
            let found = retest(search, &new, tests, mix(seed, 11 + round as u64));
            refuted += found.len();
            let is_last = round + 1 == MOST_ROUNDS;
            kept.retain(|law| found.iter().all(|(other, _)| other != law));
            if found.is_empty() && partial == search.values.is_partial || is_last {
                return (kept, refuted);
            }
            tested
                .extend(new.into_iter().filter(|law| found.iter().all(|(other, _)| other != law)));
            let valuations: Vec<Valuation> =
                found.iter().map(|(_, valuation)| valuation.clone()).collect();
            search.near.extend(found.into_iter().map(|(equation, refuted_by)| NearMiss {
                equation,
                shown: equation,
                refuted_by,
            }));
            search.add_tests(valuations);
        }
        (Vec::new(), refuted)
    }

    fn conditional_laws(
        &self,
        search: &mut Search<'_>,
        kept: &[Equation],
        seed: u64,
    ) -> Vec<Found> {
        let mut all = Vec::new();
        for condition in conditional::conditions(search) {
            let found = conditional::laws_under(search, condition, kept, &all, mix(seed, 101));
            all.push(found);
        }
        all
    }

    fn found(&self, terms: &Terms, equation: Equation, condition: Option<Condition>) -> FoundLaw {
        let notation = self.notation();
        let ranking = Ranking { signature: self.signature, terms };
        let name = |symbol: u16| match self.signature.symbols.get(usize::from(symbol)) {
            Some(symbol) => symbol.name.clone(),
            None => String::new(),
        };
        let shape = ranking.shape(equation).map(|(symbol, shape)| (name(symbol), shape));
        let condition = condition.map(|condition| condition.text(&notation, terms));
        let text = notation.equation(terms, equation);
        let subject = ranking.subject(equation);
        FoundLaw {
            text: match &condition {
                Some(condition) => format!("{condition} {} {text}", crate::text::IMPLIES),
                None => text,
            },
            condition,
            left: notation.term(terms, equation.left),
            right: notation.term(terms, equation.right),
            shape,
            subject: name(subject),
            score: ranking.score(equation),
            equation,
            subject_number: subject,
        }
    }

    /// Refuted candidates that are worth reading, with their counterexamples.
    fn near_laws(
        &self,
        search: &mut Search<'_>,
        kept: &[Equation],
        seed: u64,
    ) -> (Vec<NearLaw>, usize) {
        let chosen = self.chosen_near_laws(search, kept);
        let count = chosen.len();
        let mut shown = Vec::new();
        for near in chosen.into_iter().take(NEAR_LAWS) {
            let of = |equation: Equation| {
                EquationLaw::new(self.signature, &self.variables, &search.terms, None, equation)
            };
            let law = of(near.shown);
            let shrunk = law.refute(seed);
            let is_shrunk = shrunk.is_some();
            // As it was found it has other names.
            let law = if is_shrunk { law } else { of(near.equation) };
            let counterexample = match shrunk {
                Some(counterexample) => counterexample,
                None => self.as_found(search, &near),
            };
            shown.push(NearLaw { text: law.text().to_string(), counterexample, is_shrunk });
        }
        (shown, count)
    }

    /// Refuted candidates, best first, and none that together with the laws follows from one before it.
    fn chosen_near_laws(&self, search: &Search<'_>, kept: &[Equation]) -> Vec<NearMiss> {
        let ranking = Ranking { signature: self.signature, terms: &search.terms };
        let prover = Prover {
            signature: self.signature,
            variables: &self.variables,
            terms: &search.terms,
            partial: &search.values.is_partial,
        };
        let mut all: Vec<&NearMiss> =
            search.near.iter().filter(|near| ranking.is_studied(near.equation)).collect();
        all.sort_by_key(|near| ranking.score(near.equation));
        let mut chosen: Vec<&NearMiss> = Vec::new();
        for near in all {
            // Together with the laws, one misconception implies others, which say nothing more.
            let known: Vec<Rule> = kept
                .iter()
                .chain(chosen.iter().map(|near| &near.equation))
                .map(|law| Rule::new(&search.terms, *law))
                .collect();
            if chosen.len() < 2 * NEAR_LAWS
                && !prover.proves(&known.iter().collect::<Vec<_>>(), near.equation)
            {
                chosen.push(near);
            }
        }
        chosen.into_iter().cloned().collect()
    }

    /// The values that refuted an equation, as they were found.
    fn as_found(&self, search: &mut Search<'_>, near: &NearMiss) -> Counterexample {
        let values = &mut search.values;
        near.refuted_by.show(self.signature, &self.variables, values, &search.terms, near.equation)
    }

    fn partial_functions(&self, search: &Search<'_>) -> Vec<PartialFunction> {
        let mut all = Vec::new();
        for (number, symbol) in self.signature.symbols.iter().enumerate() {
            let show = |arguments: Vec<u32>| {
                let shown = arguments.iter().zip(&symbol.shape.arguments);
                let shown: Vec<String> =
                    shown.map(|(id, kind)| search.values.tables.any(*kind).show(*id)).collect();
                crate::text::call(&symbol.name, &shown)
            };
            let calls = search.values.panicking_calls(number, symbol.arity()).into_iter().map(show);
            // The shortest one to read.
            let shortest = calls.min_by_key(|call| (call.chars().count(), call.clone()));
            all.extend(shortest.map(|call| PartialFunction { name: symbol.name.clone(), call }));
        }
        all
    }

    /// What a reader should know beside the laws.
    fn notices(&self, search: &Search<'_>, conditional: &[Found]) -> Vec<String> {
        let mut notices = Vec::new();
        if let Some(depth) = search.left_out {
            notices.push(format!(
                "terms of depth {depth} were left out: there are too many; use fewer functions or variables, or a bound \
                 by size"
            ));
        }
        for found in conditional {
            let met = found.met.len();
            if met * 50 < found.drawn {
                let condition = found.condition.text(&self.notation(), &search.terms);
                notices.push(format!(
                    "the condition `{condition}` was met by {met} of {} tests: laws under it may be missing",
                    found.drawn
                ));
            }
        }
        for (kind, about) in self.signature.types.0.iter().enumerate() {
            let is_drawn = self.variables.iter().any(|variable| variable.kind == kind);
            if is_drawn && search.pool.values[kind].is_empty() {
                notices.push(format!("no value of `{}` could be drawn", about.name()));
            }
        }
        notices
    }
}

/// The equation with its variables renamed: the first names of each type, in the order in which they occur.
fn renamed(search: &mut Search<'_>, law: Equation) -> Equation {
    let mut names: Vec<(u8, TermId)> = Vec::new();
    let mut order: Vec<u8> = Vec::new();
    for side in [law.left, law.right] {
        search.terms.visit(side, &mut |term| {
            if let Head::Variable(variable) = term.head
                && !order.contains(&variable)
            {
                order.push(variable);
            }
        });
    }
    let mut taken: Vec<usize> = Vec::new();
    for variable in order {
        let kind = search.variables[usize::from(variable)].kind;
        let mut free = (0..search.variables.len())
            .filter(|number| search.variables[*number].kind == kind && !taken.contains(number));
        let Some(number) = free.next() else { return law };
        taken.push(number);
        names.push((variable, search.terms.variable(number, search.variables)));
    }
    let new = |variable: u8| {
        names.iter().find(|(old, _)| *old == variable).map_or(NO_TERM, |(_, new)| *new)
    };
    let left = search.terms.substitute(law.left, search.signature, &new);
    let right = search.terms.substitute(law.right, search.signature, &new);
    Equation { left, right }
}

/// Settles the words of shapes that depend on other laws: an operation that is commutative and left-commutative is
/// associative, and a constant that is a unit or a zero on both sides is one without a side.
fn settle_shapes(laws: &mut [FoundLaw]) {
    let all: Vec<(String, LawShape)> = laws.iter().filter_map(|law| law.shape.clone()).collect();
    let has = |name: &str, shape: LawShape| all.iter().any(|one| one.0 == name && one.1 == shape);
    for law in laws {
        let Some((name, shape)) = &mut law.shape else { continue };
        let is_commutative = has(name, LawShape::Commutative);
        match shape {
            LawShape::LeftCommutative if is_commutative => *shape = LawShape::Associative,
            LawShape::Unit(side, unit) => {
                let on = |side| has(name, LawShape::Unit(side, unit.clone()));
                if is_commutative || on(Side::Left) && on(Side::Right) {
                    *side = Side::Both;
                }
            }
            LawShape::Zero(side, zero) => {
                let on = |side| has(name, LawShape::Zero(side, zero.clone()));
                if is_commutative || on(Side::Left) && on(Side::Right) {
                    *side = Side::Both;
                }
            }
            _ => {}
        }
    }
}
