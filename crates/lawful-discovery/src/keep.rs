//! Laws that are kept in a file, and what a change of the code did to them.
//!
//! A law file is Rust: a `#[law]` for each law, which names the signature and the law's text. So it compiles whatever the
//! signature is made of, observes what the signature observes, and runs like any other law.

use std::fmt::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use lawful_core::extend::{Case, Component, Outcome, Reason};

use crate::discovery::Discovery;
use crate::equation::{Counterexample, EquationLaw};
use crate::prove::Rule;
use crate::search::Equation;
use crate::show::counted;
use crate::signature::Signature;
use crate::term::Terms;

/// Variable that makes [`keep_laws!`](crate::keep_laws) write its file.
pub const UPDATE: &str = "LAWFUL_UPDATE_LAWS";

/// Difference between the laws of a file and those that hold now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LawDifference {
    /// Laws of the file that no longer hold.
    pub lost: Vec<LostLaw>,
    /// Laws that do not follow from those of the file.
    pub gained: Vec<String>,
}

/// A law that no longer holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LostLaw {
    /// The law.
    pub text: String,
    /// Values that refute it; none if the signature has no such functions any more.
    pub counterexample: Option<Counterexample>,
    /// Why it is lost, where there is no counterexample.
    pub problem: Option<String>,
}

impl LawDifference {
    /// Returns whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.lost.is_empty() && self.gained.is_empty()
    }
}

impl fmt::Display for LawDifference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.lost.is_empty() {
            writeln!(formatter, "lost {}:", counted(self.lost.len(), "law", "laws"))?;
        }
        for lost in &self.lost {
            writeln!(formatter, "  {}", lost.text)?;
            if let Some(counterexample) = &lost.counterexample {
                let Counterexample { left, right, .. } = counterexample;
                writeln!(formatter, "    not for {counterexample}: {left} against {right}")?;
            }
            if let Some(problem) = &lost.problem {
                writeln!(formatter, "    {problem}")?;
            }
        }
        if !self.gained.is_empty() {
            writeln!(formatter, "gained {}:", counted(self.gained.len(), "law", "laws"))?;
        }
        for gained in &self.gained {
            writeln!(formatter, "  {gained}")?;
        }
        Ok(())
    }
}

impl Discovery {
    /// The laws as a Rust file of `#[law]` tests. `signature` is the path of a function without arguments that returns the
    /// signature; the file is a module beside that function.
    pub fn to_rust(&self, signature: &str) -> String {
        let name = signature.rsplit("::").next().unwrap_or(signature);
        let import = if signature.contains("::") {
            signature.to_string()
        } else {
            format!("super::{signature}")
        };
        let mut text = format!(
            "//! Laws of `{name}`, found and kept by law discovery. `{UPDATE}=1 cargo test` writes this file anew.\n\n\
             use {import};\nuse lawful::prelude::*;\n"
        );
        let mut names: Vec<String> = Vec::new();
        for law in self.laws.iter().chain(&self.conditional) {
            let test = unique(test_name(&law.text), &mut names);
            let _ = write!(
                text,
                "\n#[law]\nfn {test}() -> impl Law {{\n    {name}().law({})\n}}\n",
                literal(&law.text)
            );
        }
        for near in self.near.iter().filter(|near| near.is_shrunk) {
            let test = unique(format!("not_{}", test_name(&near.text)), &mut names);
            // A counterexample may be of several lines only if a value is.
            let counterexample = near.counterexample.to_string().replace(['\n', '\r'], " ");
            let _ = write!(
                text,
                "\n/// Nearly a law: false for {counterexample}.\n#[law]\nfn {test}() -> impl Law {{\n    \
                 {name}().law({}).is_refuted()\n}}\n",
                literal(&near.text)
            );
        }
        text
    }

    /// Compares the laws with those of a law file, by what they mean: a law that is not among those that are found but
    /// follows from them, or still cannot be refuted, is not lost.
    pub fn difference(&self, law_file: &str) -> LawDifference {
        let mut terms = self.terms.clone();
        let mut difference = LawDifference::default();
        let mut kept: Vec<Equation> = Vec::new();
        for text in kept_laws(law_file) {
            match self.notation().parse_law(&mut terms, &text) {
                Err(problem) => difference.lost.push(LostLaw {
                    text,
                    counterexample: None,
                    problem: Some(problem),
                }),
                Ok((None, equation)) if self.holds(&terms, equation) => kept.push(equation),
                Ok((Some(_), _)) if self.conditional.iter().any(|law| law.text == text) => {}
                Ok((condition, equation)) => {
                    let law = EquationLaw::new(
                        &self.signature,
                        &self.variables,
                        &terms,
                        condition,
                        equation,
                    );
                    match law.refute(self.signature.settings.seed) {
                        Some(counterexample) => difference.lost.push(LostLaw {
                            text,
                            counterexample: Some(counterexample),
                            problem: None,
                        }),
                        None if condition.is_none() => kept.push(equation),
                        None => {}
                    }
                }
            }
        }
        // Laws of background functions are known.
        let background =
            self.kept.iter().filter(|law| self.laws.iter().all(|shown| shown.equation != **law));
        let rules: Vec<Rule> =
            kept.iter().chain(background).map(|law| Rule::new(&terms, *law)).collect();
        let rules: Vec<&Rule> = rules.iter().collect();
        for law in &self.laws {
            let is_known =
                kept.iter().any(|known| crate::why::is_renaming(&terms, *known, law.equation));
            if !is_known && !self.prover(&terms).proves(&rules, law.equation) {
                difference.gained.push(law.text.clone());
            }
        }
        difference
    }
}

impl Discovery {
    /// Returns whether an equation is among the laws or follows from them.
    fn holds(&self, terms: &Terms, equation: Equation) -> bool {
        let is_found = self.kept.iter().any(|law| crate::why::is_renaming(terms, *law, equation));
        is_found || {
            let (rules, _) = self.rules(None);
            self.prover(terms).proves(&rules.iter().collect::<Vec<_>>(), equation)
        }
    }
}

/// Texts of the laws in a law file, without those that are expected to be refuted.
fn kept_laws(law_file: &str) -> Vec<String> {
    let mut laws = Vec::new();
    let mut rest = law_file;
    while let Some(at) = rest.find("().law(") {
        rest = &rest[at + "().law(".len()..];
        let Some((text, after)) = read_literal(rest) else { continue };
        if !after.trim_start_matches(')').starts_with(".is_refuted") {
            laws.push(text);
        }
        rest = after;
    }
    laws
}

/// A text as a Rust literal: raw, so that the law reads as it is printed.
fn literal(text: &str) -> String {
    if !text.contains(['"', '\\']) {
        return format!("\"{text}\"");
    }
    let mut hashes = String::from("#");
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    format!("r{hashes}\"{text}\"{hashes}")
}

/// Reads what [`literal`] wrote.
fn read_literal(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    let raw = text.strip_prefix('r').unwrap_or(text);
    let hashes = raw.len() - raw.trim_start_matches('#').len();
    let inside = raw[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let at = inside.find(&end)?;
    Some((inside[..at].to_string(), &inside[at + end.len()..]))
}

/// The name of a law's test: the words of the law.
fn test_name(text: &str) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("==>", " implies "),
        ("<=", " at_most "),
        (">=", " at_least "),
        ("==", " equals "),
        ("!=", " differs_from "),
        (" = ", " is "),
    ];
    let mut spelled = text.to_string();
    for (sign, word) in WORDS {
        spelled = spelled.replace(sign, word);
    }
    let mut name = String::new();
    for letter in spelled.chars() {
        let word = match letter {
            letter if letter.is_ascii_alphanumeric() || letter == '_' => {
                name.push(letter.to_ascii_lowercase());
                continue;
            }
            '?' => "_answer_",
            '+' => "_plus_",
            '-' => "_minus_",
            '*' => "_times_",
            '/' => "_by_",
            '&' => "_and_",
            '|' => "_or_",
            '!' => "_not_",
            '<' => "_less_",
            '>' => "_greater_",
            '[' => "_empty_",
            ':' => "_cons_",
            _ => "_",
        };
        if !name.ends_with(word.trim_start_matches('_')) || word == "_" {
            name.push_str(word);
        }
    }
    let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
    let name = words.join("_");
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("law_{name}"),
        None => String::from("law"),
        // A name of one word may be a keyword.
        Some(_) if !name.contains('_') => format!("{name}_law"),
        Some(_) => name,
    }
}

fn unique(name: String, taken: &mut Vec<String>) -> String {
    let mut chosen = name.clone();
    let mut number = 2;
    while taken.contains(&chosen) {
        chosen = format!("{name}_{number}");
        number += 1;
    }
    taken.push(chosen.clone());
    chosen
}

/// The law that an equation is refuted: a misconception that should stay one. [`EquationLaw::is_refuted`] makes it.
pub struct Refuted {
    law: EquationLaw,
    seed: u64,
    /// The search is the same in every run, so it is made once.
    found: OnceLock<bool>,
}

impl EquationLaw {
    /// Returns the law that there is a counterexample. Its search is the same in every run.
    pub fn is_refuted(self) -> Refuted {
        let seed = Signature::new().settings.seed;
        Refuted { law: self, seed, found: OnceLock::new() }
    }
}

impl Component for Refuted {
    type Drawn = ();

    fn draw(&self, _: &mut Case) {}

    fn run(&self, (): (), case: &mut Case) -> Outcome {
        if *self.found.get_or_init(|| self.law.has_counterexample(self.seed)) {
            return Outcome::Passed;
        }
        let text = self.law.text();
        let reason = Reason::new("discovery", "not-refuted", "no counterexample was found");
        case.fail(reason.field("law", text), || format!("{text} may be a law now"))
    }
}

/// Compares the laws of a signature with a law file, and panics with the difference if there is one.
#[doc(hidden)]
#[track_caller]
pub fn keep(signature: Signature, name: &str, path: &str, package: &str) {
    let found = signature.discover();
    let full = Path::new(package).join(path);
    let updates = std::env::var_os(UPDATE).is_some_and(|value| !value.is_empty() && value != "0");
    if updates {
        let folder = full.parent().map_or(Ok(()), std::fs::create_dir_all);
        if let Err(problem) = folder.and_then(|()| std::fs::write(&full, found.to_rust(name))) {
            panic!("the law file {path} could not be written: {problem}");
        }
        return;
    }
    let file = match std::fs::read_to_string(&full) {
        Ok(file) => file,
        Err(problem) => panic!(
            "the law file {path} could not be read: {problem}\nTo write it: {UPDATE}=1 cargo test, and then declare \
             it as a module beside `{name}`\n\n{found}"
        ),
    };
    let difference = found.difference(&file);
    if !difference.is_empty() {
        panic!(
            "the laws of `{name}` changed ({path})\n\n{difference}\nIf that is meant: {UPDATE}=1 cargo test writes the \
             file anew."
        );
    }
}

/// Keeps the laws of a signature in a file: a test that calls it fails when laws are lost or gained.
///
/// The first argument is the path of a function that returns the [`Signature`], the second one the path of the file within
/// the package. `LAWFUL_UPDATE_LAWS=1 cargo test` writes the file. It is a module beside the function, and its
/// laws run in `cargo test` too.
///
/// ```no_run
/// use lawful::discovery::{Signature, keep_laws, sig};
///
/// fn numbers() -> Signature {
///     sig!["+" = i32::wrapping_add, "0" = 0i32]
/// }
///
/// # /*
/// mod numbers_laws;
/// # */
///
/// #[test]
/// fn laws_of_numbers() {
///     keep_laws!(numbers, "tests/numbers_laws.rs");
/// }
/// ```
#[macro_export]
macro_rules! keep_laws {
    ($signature:path, $file:literal $(,)?) => {
        $crate::__private::keep(
            $signature(),
            stringify!($signature),
            $file,
            env!("CARGO_MANIFEST_DIR"),
        )
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_read_as_they_were_written() {
        for text in ["xs ++ [] = xs", "d <> text(\"\") = d", "f(\"#) = x", "\\ = \\"] {
            let written = format!("{}) }}", literal(text));
            assert_eq!(read_literal(&written), Some((text.to_string(), ") }")), "{written}");
        }
    }

    #[test]
    fn laws_are_found_in_a_file() {
        let file = "lists().law(\"a = b\")\n lists().law(r#\"\"\" = c\"#)\n lists().law(\"d = e\").is_refuted()";
        assert_eq!(kept_laws(file), ["a = b", "\"\" = c"]);
    }

    #[test]
    fn tests_are_named_after_the_words_of_a_law() {
        let cases = [
            ("reverse(reverse(xs)) = xs", "reverse_reverse_xs_is_xs"),
            ("xs ++ [] = xs", "xs_plus_empty_is_xs"),
            ("0 = 0", "law_0_is_0"),
            ("pop_front?(q) = front(q)", "pop_front_answer_q_is_front_q"),
            ("x <= y ==> min(x, y) = x", "x_at_most_y_implies_min_x_y_is_x"),
        ];
        for (text, name) in cases {
            assert_eq!(test_name(text), name);
        }
    }
}
