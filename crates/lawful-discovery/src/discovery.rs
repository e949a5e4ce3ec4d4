//! What a search came to.

use lawful_core::extend::{Outcome, attempt, mix, muted};

use crate::conditional::{self, Found};
use crate::congruence::{Incongruence, incongruences};
use crate::definition::{definitions, misses_constant};
use crate::equation::{Condition, Counterexample, EquationLaw};
use crate::prove::Rule;
use crate::prune::Prover;
use crate::rank::{LawShape, Ranking};
use crate::retest::retest;
use crate::search::{Equation, NearMiss, Search};
use crate::signature::{Signature, Variable};
use crate::term::Terms;
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
    /// What it says, where there is a word for it, and of which function.
    pub shape: Option<(String, LawShape)>,
    /// The function that it is listed under.
    pub subject: String,
    /// How much there is to read in it: less is better.
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

/// A function that panics for some arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartialFunction {
    /// Name of the function.
    pub name: String,
    /// A call that panicked.
    pub call: String,
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
/// assert!(text.contains("|| is commutative, associative, idempotent, with unit false, with zero true"), "{text}");
/// ```
pub struct Discovery {
    pub(crate) signature: Signature,
    pub(crate) variables: Vec<Variable>,
    pub(crate) terms: Terms,
    pub(crate) partial: Vec<bool>,
    /// All laws that others do not prove, those of background functions too.
    pub(crate) kept: Vec<Equation>,
    pub(crate) laws: Vec<FoundLaw>,
    pub(crate) conditional: Vec<FoundLaw>,
    pub(crate) near: Vec<NearLaw>,
    pub(crate) near_count: usize,
    pub(crate) definitions: Vec<(String, String)>,
    pub(crate) constants: Vec<String>,
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

    /// Terms that do not depend on their variables, for which a constant is missing.
    pub fn missing_constants(&self) -> &[String] {
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

    /// Returns whether an equation follows from the laws, as far as a short proof is found.
    ///
    /// # Panics
    ///
    /// If the text is no equation over the signature.
    #[track_caller]
    pub fn proves(&self, text: &str) -> bool {
        let mut terms = self.terms.clone();
        let notation = self.notation();
        match notation.parse(&mut terms, text) {
            Ok(goal) => self.prover(&terms).proves(&self.rules().iter().collect::<Vec<_>>(), goal),
            Err(problem) => panic!("{problem}"),
        }
    }

    pub(crate) fn rules(&self) -> Vec<Rule> {
        self.kept.iter().map(|law| Rule::new(&self.terms, *law)).collect()
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
        let conditional = self.conditional_laws(&mut search, &kept, seed);
        let definitions = definitions(&mut search);
        let incongruences = match self.signature.settings.hard_tests {
            0 => Vec::new(),
            _ => incongruences(&search, mix(seed, 7)),
        };
        let notation = self.notation();
        let ranking = Ranking { signature: self.signature, terms: &search.terms };
        let mut laws: Vec<FoundLaw> = kept
            .iter()
            .filter(|law| ranking.is_studied(**law))
            .map(|law| self.found(&search.terms, *law, None))
            .collect();
        settle_shapes(&mut laws);
        laws.sort_by_key(|law| law.score);
        let (near, near_count) = self.near_laws(&search, &kept, seed);
        let notices = self.notices(&search, &conditional);
        let conditional = conditional
            .iter()
            .flat_map(|found| found.laws.iter().map(|law| (found.condition, *law)))
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
        let constants: Vec<Equation> =
            studied.into_iter().filter(|law| misses_constant(&mut search, *law)).collect();
        let constants =
            constants.iter().map(|law| notation.term(&search.terms, law.right)).collect();
        Discovery {
            signature: Signature::new(),
            variables: self.variables.clone(),
            partial: search.values.is_partial,
            terms: search.terms,
            kept,
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
            search.near.extend(
                found.into_iter().map(|(equation, refuted_by)| NearMiss { equation, refuted_by }),
            );
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
        for (number, condition) in conditional::conditions(search).into_iter().enumerate() {
            let seed = mix(seed, 101 + number as u64);
            all.push(conditional::laws_under(search, condition, kept, seed));
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

    /// Refuted candidates that are worth reading: one for each equation up to renaming, best first, and none that is an
    /// instance of another.
    fn near_laws(
        &self,
        search: &Search<'_>,
        kept: &[Equation],
        seed: u64,
    ) -> (Vec<NearLaw>, usize) {
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
        let count = chosen.len();
        let shown = chosen.into_iter().take(NEAR_LAWS).map(|near| {
            let law = EquationLaw::new(
                self.signature,
                &self.variables,
                &search.terms,
                None,
                near.equation,
            );
            let shrunk = law.refute(seed);
            let is_shrunk = shrunk.is_some();
            let counterexample = shrunk.unwrap_or_else(|| self.as_found(search, near));
            NearLaw { text: law.text().to_string(), counterexample, is_shrunk }
        });
        (shown.collect(), count)
    }

    /// The values that refuted an equation, as they were found.
    fn as_found(&self, search: &Search<'_>, near: &NearMiss) -> Counterexample {
        let show = |(variable, id): &(u8, u32)| {
            let about = &self.variables[usize::from(*variable)];
            (about.name.to_string(), search.values.tables.any(about.kind).show(*id))
        };
        let values = near.refuted_by.0.iter().map(show).collect();
        Counterexample { values, left: String::new(), right: String::new() }
    }

    fn partial_functions(&self, search: &Search<'_>) -> Vec<PartialFunction> {
        let mut all = Vec::new();
        for (number, symbol) in self.signature.symbols.iter().enumerate() {
            if let Some(arguments) = search.values.panicking_call(number, symbol.arity()) {
                let shown: Vec<String> = arguments
                    .iter()
                    .zip(&symbol.shape.arguments)
                    .map(|(id, kind)| search.values.tables.any(*kind).show(*id))
                    .collect();
                let call = crate::text::call(&symbol.name, &shown);
                all.push(PartialFunction { name: symbol.name.clone(), call });
            }
        }
        all
    }

    /// What a reader should know beside the laws.
    fn notices(&self, search: &Search<'_>, conditional: &[Found]) -> Vec<String> {
        let mut notices = Vec::new();
        for found in conditional {
            if found.met * 50 < found.drawn {
                let condition = found.condition.text(&self.notation(), &search.terms);
                notices.push(format!(
                    "the condition `{condition}` was met by {} of {} tests: laws under it may be missing",
                    found.met, found.drawn
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

/// An operation that is commutative and left-commutative is associative, which is the better word.
fn settle_shapes(laws: &mut [FoundLaw]) {
    let commutative: Vec<String> = laws
        .iter()
        .filter_map(|law| match &law.shape {
            Some((name, LawShape::Commutative)) => Some(name.clone()),
            _ => None,
        })
        .collect();
    for law in laws {
        if let Some((name, shape)) = &mut law.shape
            && *shape == LawShape::LeftCommutative
            && commutative.contains(name)
        {
            *shape = LawShape::Associative;
        }
    }
}
