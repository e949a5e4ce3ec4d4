//! The functions of a package that can have a first law, and messages about those that are not found.

use std::cmp::Reverse;
use std::fmt;

use cargo_metadata::Package;

use super::setup::shown;
use super::text::LawText;
use super::{InitOptions, Target};
use crate::outline::{Function, source};

/// Number of functions that are listed.
const MOST: usize = 20;
/// Functions that can have a first law, the best first.
pub(super) struct Candidates {
    /// Name of the package.
    package: String,
    /// Options that choose it, as they are typed.
    typed: String,
    found: Vec<Candidate>,
    /// Number of functions that a law cannot be written for.
    others: usize,
    /// True if the listed functions are public.
    are_public: bool,
}

struct Candidate {
    path: String,
    signature: String,
    place: String,
    law: LawText,
}

impl Candidates {
    pub(super) fn of(options: &InitOptions, package: &Package, targets: &[Target]) -> Self {
        let mut candidates = Candidates {
            package: package.name.to_string(),
            typed: options.package.typed(),
            found: Vec::new(),
            others: 0,
            are_public: true,
        };
        candidates.collect(options, package, targets);
        // A program has no public functions.
        if candidates.found.is_empty() {
            candidates.are_public = false;
            candidates.others = 0;
            candidates.collect(options, package, targets);
        }
        // Stable, so that equally good ones stay in the order of their sources.
        candidates.found.sort_by_key(|candidate| Reverse(candidate.law.strength));
        candidates
    }

    fn collect(&mut self, options: &InitOptions, package: &Package, targets: &[Target]) {
        for target in targets {
            let around = options.around(package, target);
            for function in &target.outline.functions {
                let is_public = target.outline.public_path(function).is_some();
                let is_main = function.name == "main" && !target.is_library;
                if is_public != self.are_public || is_main || !function.is_offered {
                    continue;
                }
                match around.law_of(function) {
                    Ok(law) => self.found.push(Candidate {
                        path: target.shown_path(function),
                        signature: source(&function.signature),
                        place: format!(
                            "{}:{}",
                            shown(target.outline.path_of(function)),
                            function.line
                        ),
                        law,
                    }),
                    Err(_) => self.others += 1,
                }
            }
        }
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (package, typed) = (&self.package, &self.typed);
        let public = if self.are_public { "public function" } else { "function" };
        let Some(first) = self.found.first() else {
            return writeln!(
                formatter,
                "`{package}` has no function that a law can be written for. A law takes what it varies as arguments:\n\n  \
                 cargo lawful init{typed} FUNCTION    says for one function what is missing"
            );
        };
        writeln!(
            formatter,
            "{} of `{package}` can have a first law:\n",
            counted(self.found.len(), public)
        )?;
        for Candidate { path, signature, place, law } in self.found.iter().take(MOST) {
            writeln!(
                formatter,
                "  {path}  ({place})\n      {signature}\n      states: {}",
                law.states
            )?;
        }
        if self.found.len() > MOST {
            writeln!(formatter, "  .. and {} more", self.found.len() - MOST)?;
        }
        if self.others > 0 {
            writeln!(
                formatter,
                "\n{} more cannot as they are: `cargo lawful init{typed} FUNCTION` says for one what is missing.",
                self.others
            )?;
        }
        writeln!(
            formatter,
            "\nTo write the law for one of them:\n\n  cargo lawful init{typed} {}",
            first.path
        )
    }
}

/// Message that no function has a name, with those that are like it.
pub(super) fn not_found(targets: &[Target], name: &str) -> String {
    let last = name.rsplit("::").next().unwrap_or(name);
    let mut near: Vec<(usize, String)> = Vec::new();
    for target in targets {
        let found = target.outline.functions_like(last).into_iter();
        near.extend(found.map(|(distance, function)| (distance, target.shown_path(function))));
    }
    near.sort();
    let is_type = targets.iter().any(|target| target.outline.type_names().contains(last));
    let problems: Vec<String> =
        targets.iter().flat_map(|target| target.outline.problems()).collect();
    let mut message = match is_type {
        true => format!("`{name}` is a type; name one of its functions, such as `{name}::new`"),
        false => format!("there is no function `{name}` in the sources"),
    };
    if !near.is_empty() {
        let names: Vec<&str> = near.iter().take(5).map(|(_, path)| path.as_str()).collect();
        message.push_str(&format!("; there is `{}`", names.join("`, `")));
    } else if !is_type {
        message.push_str("; `cargo lawful init` lists those that can have a law");
    }
    for problem in problems {
        message.push_str(&format!("\n  not read: {problem}"));
    }
    message
}

/// Message that several functions have a name.
pub(super) fn ambiguous(found: &[(&Target, &Function)], name: &str) -> String {
    let lines: String = found
        .iter()
        .map(|(target, function)| {
            let place = shown(target.outline.path_of(function));
            format!("\n  {}  ({place}:{})", target.shown_path(function), function.line)
        })
        .collect();
    format!("`{name}` names {} functions; give more of the path:{lines}", found.len())
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
