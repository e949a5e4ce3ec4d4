//! Laws as text, Markdown and JSON.

use std::fmt::{self, Display, Write};

use lawful_core::extend::Json;

use crate::discovery::{Discovery, FoundLaw};
use crate::equation::Counterexample;
use crate::rank::LawShape;

/// One line of the list of laws: a law, or several properties of one operator.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// The line.
    pub text: String,
    /// Property that the law states, where there is a word for it.
    pub remark: Option<String>,
    /// Texts of the laws that it stands for.
    pub laws: Vec<String>,
    /// The function that it is listed under.
    pub subject: String,
    score: i32,
    subject_number: u16,
}

/// Something to say: code, and words about it.
struct Remark {
    code: String,
    text: String,
}

impl Remark {
    fn of(code: &str, text: String) -> Self {
        Remark { code: code.to_string(), text }
    }

    fn text(text: String) -> Self {
        Remark { code: String::new(), text }
    }
}

/// Conditional laws that are printed.
const CONDITIONAL_LINES: usize = 12;

impl Discovery {
    /// The lines of the list of laws, best first: the properties of an operator share one.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut operators: Vec<&str> = Vec::new();
        for law in &self.laws {
            match law.property() {
                None => lines.push(Line::of(law)),
                Some((name, _)) if operators.contains(&name) => {}
                Some((name, _)) => {
                    operators.push(name);
                    lines.push(self.properties(name));
                }
            }
        }
        lines.sort_by_key(|line| line.score);
        lines
    }

    /// The line with all properties of an operator.
    fn properties(&self, name: &str) -> Line {
        let own = |law: &&FoundLaw| law.property().is_some_and(|(other, _)| other == name);
        let laws: Vec<&FoundLaw> = self.laws.iter().filter(own).collect();
        let mut shapes: Vec<&LawShape> =
            laws.iter().filter_map(|law| law.property().map(|(_, shape)| shape)).collect();
        shapes.sort_by_key(|shape| order(shape));
        shapes.dedup();
        let words: Vec<String> = shapes.iter().map(|shape| shape.to_string()).collect();
        Line {
            text: format!("{name}: {}", words.join(", ")),
            remark: None,
            laws: laws.iter().map(|law| law.text.clone()).collect(),
            subject: name.to_string(),
            score: laws.iter().map(|law| law.score).min().unwrap_or(0),
            subject_number: laws.first().map_or(0, |law| law.subject_number),
        }
    }

    /// The lines that are printed, grouped by function, and the number of laws that are not.
    fn shown(&self) -> (Vec<Vec<Line>>, usize) {
        let mut lines = self.lines();
        let rest = lines.split_off(self.signature.settings.shown.min(lines.len()));
        let left = rest.iter().map(|line| line.laws.len()).sum();
        let mut groups: Vec<Vec<Line>> = Vec::new();
        for line in lines {
            match groups.iter_mut().find(|group| group[0].subject == line.subject) {
                Some(group) => group.push(line),
                None => groups.push(vec![line]),
            }
        }
        groups.sort_by_key(|group| group[0].subject_number);
        (groups, left)
    }

    /// Number of laws, and the functions that they are of.
    pub(crate) fn title(&self) -> String {
        let studied: Vec<&str> = self
            .signature
            .symbols
            .iter()
            .filter(|symbol| symbol.role == crate::signature::Role::Studied && !symbol.is_answer)
            .map(|symbol| symbol.name.as_str())
            .collect();
        let laws = counted(self.laws.len(), "law", "laws");
        format!("{laws} of {}", studied.join(", "))
    }

    /// How calls of methods that change their receiver are written, where there are any.
    pub(crate) fn notation_of_answers(&self) -> Option<String> {
        let symbol = self.signature.symbols.iter().find(|symbol| symbol.is_answer)?;
        let name = symbol.name.trim_end_matches('?');
        Some(format!(
            "{name}(..) is the receiver after the call, {name}?(..) what the call returned"
        ))
    }

    /// Other things to say, each a heading and lines.
    fn sections(&self) -> Vec<(&'static str, Vec<Remark>)> {
        let mut sections = Vec::new();
        let mut add = |heading: &'static str, lines: Vec<Remark>| {
            if !lines.is_empty() {
                sections.push((heading, lines));
            }
        };
        add("Notation", self.notation_of_answers().map(Remark::text).into_iter().collect());
        let mut conditional: Vec<Remark> = self
            .conditional
            .iter()
            .take(CONDITIONAL_LINES)
            .map(|law| Remark::of(&law.text, String::new()))
            .collect();
        if self.conditional.len() > CONDITIONAL_LINES {
            let more = self.conditional.len() - CONDITIONAL_LINES;
            conditional.push(Remark::text(format!("and {}", counted(more, "more", "more"))));
        }
        add("Under conditions", conditional);
        let near = self.near.iter().map(|near| {
            let (values, Counterexample { left, right, .. }) =
                (&near.counterexample, &near.counterexample);
            Remark::of(&near.text, format!("   but not for {values}: {left} against {right}"))
        });
        let mut near: Vec<Remark> = near.collect();
        if self.near_count > near.len() {
            near.push(Remark::text(format!("and {} more", self.near_count - near.len())));
        }
        add("You might think that", near);
        let definitions = self.definitions.iter();
        let definitions =
            definitions.map(|(call, body)| Remark::of(&format!("{call} := {body}"), String::new()));
        add("Definitions (functions that others make superfluous)", definitions.collect());
        let constants = self.constants.iter().map(|one| {
            let variables = one.variables.join(", ");
            let hint = "add a constant or a function for it";
            Remark::of(&one.term, format!(" does not depend on {variables}: {hint}"))
        });
        add("Missing constants", constants.collect());
        let partial = self.partial_functions.iter();
        let partial = partial.map(|one| Remark::of(&one.call, String::from(" panics")));
        add("Partial functions", partial.collect());
        let warnings = self.incongruences.iter().map(|one| one.to_string());
        add("Warnings", warnings.chain(self.notices.iter().cloned()).map(Remark::text).collect());
        sections
    }

    /// The laws as Markdown.
    pub fn to_markdown(&self) -> String {
        let (groups, left) = self.shown();
        let mut text = format!("## {}\n", self.title());
        for group in groups {
            let _ = write!(text, "\n### `{}`\n\n", group[0].subject);
            for line in group {
                let _ = match &line.remark {
                    Some(remark) => writeln!(text, "- `{}` ({remark})", line.text),
                    None if line.laws.len() == 1 && line.laws[0] == line.text => {
                        writeln!(text, "- `{}`", line.text)
                    }
                    None => {
                        let laws: Vec<String> =
                            line.laws.iter().map(|law| format!("`{law}`")).collect();
                        let properties = line.text.split_once(": ").map_or("", |(_, after)| after);
                        writeln!(text, "- {properties}: {}", laws.join(", "))
                    }
                };
            }
        }
        if left > 0 {
            let _ = write!(text, "\nand {}\n", counted(left, "more law", "more laws"));
        }
        for (heading, lines) in self.sections() {
            let _ = write!(text, "\n### {heading}\n\n");
            for Remark { code, text: rest } in lines {
                let _ = match code.is_empty() {
                    true => writeln!(text, "- {rest}"),
                    false => writeln!(text, "- `{code}`{}", rest.replace("   ", " ")),
                };
            }
        }
        text
    }

    /// The laws and everything else that was found, as JSON.
    pub fn to_json(&self) -> String {
        let law = |law: &FoundLaw| {
            let shape = law.shape.as_ref().map(|(name, shape)| format!("{name}: {shape}"));
            Json::object([
                ("law", Json::text(&law.text)),
                ("condition", Json::optional(law.condition.as_deref())),
                ("left", Json::text(&law.left)),
                ("right", Json::text(&law.right)),
                ("shape", Json::optional(shape.as_deref())),
                ("function", Json::text(&law.subject)),
                ("score", Json::Number(law.score.to_string())),
            ])
        };
        let near = |near: &crate::discovery::NearLaw| {
            let values = near.counterexample.values.iter();
            let values = values.map(|(name, value)| (name.clone(), Json::text(value)));
            Json::object([
                ("equation", Json::text(&near.text)),
                ("counterexample", Json::Object(values.collect())),
                ("left", Json::text(&near.counterexample.left)),
                ("right", Json::text(&near.counterexample.right)),
            ])
        };
        let definition = |(call, body): &(String, String)| {
            Json::object([("call", Json::text(call)), ("definition", Json::text(body))])
        };
        let figures = self.figures;
        Json::object([
            ("laws", Json::list(self.laws.iter().map(law))),
            ("conditional", Json::list(self.conditional.iter().map(law))),
            ("near", Json::list(self.near.iter().map(near))),
            ("definitions", Json::list(self.definitions.iter().map(definition))),
            (
                "missing_constants",
                Json::list(self.constants.iter().map(|one| Json::text(&one.term))),
            ),
            ("partial", Json::list(self.partial_functions.iter().map(|one| Json::text(&one.call)))),
            (
                "warnings",
                Json::list(self.incongruences.iter().map(|one| Json::text(one.to_string()))),
            ),
            (
                "figures",
                Json::object([
                    ("terms", Json::Number(figures.terms.to_string())),
                    ("pruned", Json::Number(figures.pruned.to_string())),
                    ("tests", Json::Number(figures.tests.to_string())),
                    ("passes", Json::Number(figures.passes.to_string())),
                    ("refuted", Json::Number(figures.refuted.to_string())),
                ]),
            ),
        ])
        .to_string()
    }
}

impl FoundLaw {
    /// The operator that the law says a property of.
    fn property(&self) -> Option<(&str, &LawShape)> {
        let (name, shape) = self.shape.as_ref()?;
        shape.is_property().then_some((name.as_str(), shape))
    }
}

impl Line {
    fn of(law: &FoundLaw) -> Self {
        let remark = law.shape.as_ref().map(|(name, shape)| match shape {
            LawShape::Homomorphism => shape.to_string(),
            _ => format!("{name} {shape}"),
        });
        Line {
            text: law.text.clone(),
            remark,
            laws: vec![law.text.clone()],
            subject: law.subject.clone(),
            score: law.score,
            subject_number: law.subject_number,
        }
    }
}

fn order(shape: &LawShape) -> u8 {
    match shape {
        LawShape::Commutative => 0,
        LawShape::Associative => 1,
        LawShape::LeftCommutative => 2,
        LawShape::Idempotent => 3,
        LawShape::Involution => 4,
        LawShape::Unit(..) => 5,
        _ => 6,
    }
}

pub(crate) fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

impl Display for Discovery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (groups, left) = self.shown();
        writeln!(formatter, "{}", self.title())?;
        for group in &groups {
            writeln!(formatter)?;
            let width = group.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
            for line in group {
                match &line.remark {
                    Some(remark) => {
                        let space = width - line.text.chars().count();
                        writeln!(formatter, "  {}{:space$}   ({remark})", line.text, "")?;
                    }
                    None => writeln!(formatter, "  {}", line.text)?,
                }
            }
        }
        if left > 0 {
            writeln!(formatter, "\n  and {}", counted(left, "more law", "more laws"))?;
        }
        for (heading, lines) in self.sections() {
            writeln!(formatter, "\n{heading}:")?;
            for Remark { code, text } in lines {
                writeln!(formatter, "  {code}{text}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Discovery {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let laws: Vec<&str> = self.laws.iter().map(|law| law.text.as_str()).collect();
        formatter.debug_struct("Discovery").field("laws", &laws).finish_non_exhaustive()
    }
}
