//! Laws as a page for a report.

use lawful_core::extend::{Block, Page, Statement, Tone};

use crate::discovery::{Discovery, FoundLaw, NearLaw};
use crate::show::counted;

/// Headings of what is no law of a function.
const CONDITIONAL: &str = "Laws under conditions";
const NEAR: &str = "You might think that";
const DEFINITIONS: &str = "Definitions (functions that others make superfluous)";
const CONSTANTS: &str = "Missing constants";
const PARTIAL: &str = "Partial functions";
const WARNINGS: &str = "Warnings";

impl Discovery {
    /// Makes a page for a report: all laws by function, best first, the near-laws with their counterexamples, and what else
    /// was seen.
    ///
    /// Unlike the text, which ends after some lines, it has everything. `lawful::report::lines::record_page` puts the page
    /// into the results of a run.
    ///
    /// ```
    /// use lawful::discovery::sig;
    ///
    /// let found = sig!["||" = |p: bool, q: bool| p | q, "not" = |p: bool| !p, true, false].discover();
    /// let page = found.page("booleans");
    /// assert!(page.headline.ends_with("laws of ||, not, true, false"), "{}", page.headline);
    /// ```
    pub fn page(&self, name: impl Into<String>) -> Page {
        let mut page = Page::new("discovery", name, self.title());
        if let Some(notation) = self.notation_of_answers() {
            page.document.push(Block::Paragraph(format!("{notation}.")));
        }
        page.document.push(Block::Statements(self.statements()));
        let figures = self.figures;
        page.document.push(Block::Paragraph(format!(
            "{} in all; {} of them were not evaluated, since known laws say what they are equal to. {} told \
             terms apart; further tests refuted {} that had passed these.",
            counted(figures.terms, "term", "terms"),
            figures.pruned,
            counted(figures.tests, "test", "tests"),
            counted(figures.refuted, "law", "laws"),
        )));
        page
    }

    fn statements(&self) -> Vec<Statement> {
        let mut laws: Vec<&FoundLaw> = self.laws.iter().collect();
        // Those of one function stay in their order, which is that of their scores.
        laws.sort_by_key(|law| law.subject_number);
        let mut all: Vec<Statement> =
            laws.into_iter().map(|law| law.statement(law.subject.clone())).collect();
        all.extend(self.conditional.iter().map(|law| law.statement(CONDITIONAL.into())));
        all.extend(self.near.iter().map(NearLaw::statement));
        if self.near_count > self.near.len() {
            let more = format!("and {} more", self.near_count - self.near.len());
            all.push(Statement::new(NEAR, more, Tone::Faint));
        }
        let plain = |group: &str, text: String| Statement::new(group, text, Tone::Plain);
        let definitions = self.definitions.iter();
        all.extend(definitions.map(|(call, body)| plain(DEFINITIONS, format!("{call} := {body}"))));
        all.extend(self.constants.iter().map(|one| {
            let variables = one.variables.join(", ");
            plain(CONSTANTS, one.term.clone()).with_remark(format!(
                "does not depend on {variables}: add a constant or a function for it"
            ))
        }));
        let partial = self.partial_functions.iter();
        all.extend(partial.map(|one| plain(PARTIAL, one.call.clone()).with_remark("panics")));
        let incongruences = self.incongruences.iter().map(ToString::to_string);
        let warnings = incongruences.chain(self.notices.iter().cloned());
        all.extend(warnings.map(|text| Statement::new(WARNINGS, text, Tone::Bad)));
        all
    }
}

impl FoundLaw {
    fn statement(&self, group: String) -> Statement {
        let statement = Statement::new(group, self.text.clone(), Tone::Good);
        match &self.shape {
            Some((name, shape)) => statement.with_remark(format!("{name} {shape}")),
            None => statement,
        }
    }
}

impl NearLaw {
    /// The equation with the values that refute it, and what its sides are there.
    fn statement(&self) -> Statement {
        let statement = Statement::new(NEAR, self.text.clone(), Tone::Bad);
        let remark = if self.is_shrunk { "but not for" } else { "but not for (not minimal)" };
        let mut statement = statement.with_remark(remark);
        for (name, value) in &self.counterexample.values {
            statement = statement.with_value(name.clone(), value.clone());
        }
        let counterexample = &self.counterexample;
        statement
            .with_value("left side", counterexample.left.clone())
            .with_value("right side", counterexample.right.clone())
    }
}
