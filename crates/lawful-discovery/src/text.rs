//! Terms and laws as text, and back.
//!
//! Functions are written as in Rust, `reverse(xs)`; a function whose name is no word stands between its arguments,
//! `xs ++ ys`. Operators have no precedence: inside another operator they stand in parentheses.

use crate::equation::Condition;
use crate::names::is_operator;
use crate::search::Equation;
use crate::signature::{Signature, Symbol, Variable};
use crate::term::{Head, TermId, Terms};

/// Stands between a condition and its law.
pub(crate) const IMPLIES: &str = "==>";
/// Stands after a term whose value must be defined.
const DEFINED: &str = "is defined";
/// The constant that panics.
pub(crate) const UNDEFINED: &str = "undefined";

/// Writes and reads terms of a signature.
#[derive(Clone, Copy)]
pub(crate) struct Notation<'a> {
    pub signature: &'a Signature,
    pub variables: &'a [Variable],
}

impl<'a> Notation<'a> {
    pub fn equation(&self, terms: &Terms, equation: Equation) -> String {
        let Equation { left, right } = equation;
        format!("{} = {}", self.term(terms, left), self.term(terms, right))
    }

    pub fn term(&self, terms: &Terms, id: TermId) -> String {
        let term = terms.get(id);
        match term.head {
            Head::Variable(variable) => self.variables[usize::from(variable)].name.to_string(),
            Head::Undefined(_) => UNDEFINED.to_string(),
            Head::Function(symbol) => {
                let name = &self.signature.symbols[usize::from(symbol)].name;
                let arguments = term.arguments().iter();
                let infix = is_infix(name, term.arguments().len());
                let write = |id: &TermId| match (infix, terms.get(*id).head) {
                    (true, Head::Function(inner)) if self.is_infix(inner) => {
                        format!("({})", self.term(terms, *id))
                    }
                    _ => self.term(terms, *id),
                };
                call(name, &arguments.map(write).collect::<Vec<String>>())
            }
        }
    }

    fn is_infix(&self, symbol: u16) -> bool {
        let symbol = &self.signature.symbols[usize::from(symbol)];
        is_infix(&symbol.name, symbol.arity())
    }

    /// Reads a law: an equation, which may have a condition before it.
    pub fn parse_law(
        &self,
        terms: &mut Terms,
        text: &str,
    ) -> Result<(Option<Condition>, Equation), String> {
        let Some((condition, equation)) = text.split_once(IMPLIES) else {
            return Ok((None, self.parse(terms, text)?));
        };
        let (condition, is_defined) = match condition.trim().strip_suffix(DEFINED) {
            Some(term) => (term.trim(), true),
            None => (condition.trim(), false),
        };
        let mut reader = Reader { notation: *self, terms, text: condition, at: 0 };
        let term = reader.expression()?;
        reader.skip_space();
        if reader.at < condition.len() {
            return Err(reader.error("the end of the condition"));
        }
        let is_bool = self.signature.types.0[usize::from(terms.get(term).kind)].id()
            == std::any::TypeId::of::<bool>();
        let condition = match is_defined {
            true => Condition::Defined(term),
            false if is_bool => Condition::Holds(term),
            false => return Err(format!("the condition `{condition}` is not a `bool`")),
        };
        Ok((Some(condition), self.parse(terms, equation.trim())?))
    }

    /// Reads an equation.
    pub fn parse(&self, terms: &mut Terms, text: &str) -> Result<Equation, String> {
        let mut reader = Reader { notation: *self, terms, text, at: 0 };
        let left = reader.expression()?;
        reader.skip_space();
        if !reader.take("=") {
            return Err(reader.error("`=` and another term"));
        }
        let right = match reader.rest() == UNDEFINED {
            true => {
                reader.at = text.len();
                let kind = usize::from(reader.terms.get(left).kind);
                reader.terms.undefined(kind)
            }
            false => reader.expression()?,
        };
        reader.skip_space();
        if reader.at < text.len() {
            return Err(reader.error("the end"));
        }
        let kind = |id: TermId, terms: &Terms| usize::from(terms.get(id).kind);
        let kinds = (kind(left, terms), kind(right, terms));
        if kinds.0 != kinds.1 {
            let name = |kind: usize| self.signature.types.0[kind].name();
            let (left, right) = (name(kinds.0), name(kinds.1));
            return Err(format!("the sides of `{text}` have different types: {left} and {right}"));
        }
        Ok(Equation { left, right })
    }
}

/// A call as text.
pub(crate) fn call(name: &str, arguments: &[String]) -> String {
    match arguments {
        [] => name.to_string(),
        [left, right] if is_infix(name, 2) => format!("{left} {name} {right}"),
        _ => format!("{name}({})", arguments.join(", ")),
    }
}

pub(crate) fn is_infix(name: &str, arity: usize) -> bool {
    arity == 2 && is_operator(name)
}

struct Reader<'a, 't> {
    notation: Notation<'a>,
    terms: &'t mut Terms,
    text: &'t str,
    at: usize,
}

impl Reader<'_, '_> {
    fn rest(&self) -> &str {
        self.text[self.at..].trim()
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn take(&mut self, token: &str) -> bool {
        self.skip_space();
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn error(&self, expected: &str) -> String {
        let rest = self.rest();
        let found = if rest.is_empty() { "the end" } else { rest };
        format!("in `{}`: expected {expected}, found `{found}`", self.text)
    }

    fn expression(&mut self) -> Result<TermId, String> {
        let left = self.operand()?;
        self.skip_space();
        let Some(symbol) = self.operator() else { return Ok(left) };
        let right = self.operand()?;
        self.make(symbol, &[left, right])
    }

    /// The operator that is next, the longest if several begin in the same way.
    fn operator(&mut self) -> Option<usize> {
        let rest = self.text[self.at..].to_string();
        let found = self.longest(|symbol| {
            is_infix(&symbol.name, symbol.arity()) && rest.starts_with(&symbol.name)
        })?;
        self.at += self.notation.signature.symbols[found].name.len();
        Some(found)
    }

    fn longest(&self, fits: impl Fn(&Symbol) -> bool) -> Option<usize> {
        let symbols = self.notation.signature.symbols.iter().enumerate();
        let fitting = symbols.filter(|(_, symbol)| fits(symbol));
        fitting.max_by_key(|(_, symbol)| symbol.name.len()).map(|(number, _)| number)
    }

    fn operand(&mut self) -> Result<TermId, String> {
        self.skip_space();
        let rest = self.text[self.at..].to_string();
        let word: String =
            rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        if !word.is_empty() {
            let asked = format!("{word}?");
            let names = [asked.as_str(), word.as_str()];
            for name in names.into_iter().filter(|name| rest.starts_with(name)) {
                if let Some(symbol) = self.longest(|symbol| symbol.name == name) {
                    self.at += name.len();
                    return self.arguments(symbol);
                }
            }
            let variables = self.notation.variables;
            if let Some(number) = variables.iter().position(|variable| variable.name == word) {
                self.at += word.len();
                return Ok(self.terms.variable(number, variables));
            }
            return Err(self.error("a function, constant or variable of the signature"));
        }
        let named = self.longest(|symbol| {
            !symbol.name.starts_with('(')
                && rest.starts_with(&symbol.name)
                && !is_infix(&symbol.name, symbol.arity())
        });
        if let Some(symbol) = named {
            self.at += self.notation.signature.symbols[symbol].name.len();
            return self.arguments(symbol);
        }
        if self.take("(") {
            let inner = self.expression()?;
            return if self.take(")") { Ok(inner) } else { Err(self.error("`)`")) };
        }
        Err(self.error("a term"))
    }

    fn arguments(&mut self, symbol: usize) -> Result<TermId, String> {
        let arity = self.notation.signature.symbols[symbol].arity();
        let mut given = Vec::new();
        if arity > 0 {
            if !self.take("(") {
                return Err(self.error("`(` and the arguments"));
            }
            while given.len() < arity {
                if !given.is_empty() && !self.take(",") {
                    return Err(self.error("`,` and another argument"));
                }
                given.push(self.expression()?);
            }
            if !self.take(")") {
                return Err(self.error("`)`"));
            }
        }
        self.make(symbol, &given)
    }

    fn make(&mut self, symbol: usize, arguments: &[TermId]) -> Result<TermId, String> {
        let about = &self.notation.signature.symbols[symbol];
        for (given, kind) in arguments.iter().zip(&about.shape.arguments) {
            let found = usize::from(self.terms.get(*given).kind);
            if found != *kind {
                let name = |kind: usize| self.notation.signature.types.0[kind].name();
                return Err(format!(
                    "in `{}`: `{}` takes a {} and is given a {}",
                    self.text,
                    about.name,
                    name(*kind),
                    name(found)
                ));
            }
        }
        Ok(self.terms.function(symbol, self.notation.signature, arguments))
    }
}
