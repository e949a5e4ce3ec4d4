//! Results as one page of HTML: the laws of a workspace, discovered laws, rankings and histories.
//!
//! The page is one file that needs no network. Its data is JSON: what `lawful-data` writes of each summary, beside the texts
//! that the terminal prints of it, so that both say the same. The overview is a small part of its own, and the data of a law
//! is read when its page is opened. `page/README.md` in this package describes the parts.
//!
//! Values are hostile: they may be text of an attacker that a law was tested with. They reach the page as JSON alone, in
//! which no character has a meaning to the parser of HTML, and the page's policy allows no script but its own.

mod entry;
mod progress;
mod reporter;
mod script;
mod shown;
mod sources;

use std::path::{Path, PathBuf};

use lawful_data::{Json, Page, Summary};

pub use entry::{Entry, EntryVerdict};
pub use progress::Course;
pub use reporter::Html;

use script::{STYLE, policy, quoted_in_html, script_element};
use sources::Sources;

/// Results that are collected for a page.
///
/// ```
/// use lawful::prelude::*;
/// use lawful::report::html::Report;
///
/// let law = for_all(any::<String>(), |text| text.len() < 3);
/// let summary = Runner::named("shop::short").seed(1).run(&law);
///
/// let mut report = Report::new("shop");
/// report.fact("root seed", "0x1");
/// report.law(&summary).story("Names are shorter than three bytes.");
/// let page = report.to_html();
/// assert!(page.starts_with("<!doctype html>"));
/// assert!(page.contains("shop::short"));
/// ```
#[derive(Debug, Default)]
pub struct Report {
    title: String,
    subtitle: String,
    facts: Vec<(String, String)>,
    entries: Vec<Entry>,
    root: Option<PathBuf>,
}

impl Report {
    /// A report without results.
    pub fn new(title: impl Into<String>) -> Self {
        Report { title: title.into(), ..Report::default() }
    }

    /// Sets the line below the title: the command that was run.
    pub fn subtitle(&mut self, subtitle: impl Into<String>) {
        self.subtitle = subtitle.into();
    }

    /// Adds a fact about the run, by name.
    pub fn fact(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.facts.push((name.into(), value.into()));
    }

    /// Takes the lines of source that are shown from the files below a directory. Without one, or where a file is not
    /// there, the page has none.
    pub fn sources_below(&mut self, root: &Path) {
        self.root = Some(root.to_path_buf());
    }

    /// Adds what the run of a law came to.
    pub fn law(&mut self, summary: &Summary) -> &mut Entry {
        self.add(Entry::of_law(summary))
    }

    /// Adds a result that is no run of a law.
    pub fn page(&mut self, page: &Page) -> &mut Entry {
        self.add(Entry::of_page(page))
    }

    /// Adds an entry.
    pub fn add(&mut self, entry: Entry) -> &mut Entry {
        self.entries.push(entry);
        let last = self.entries.len() - 1;
        &mut self.entries[last]
    }

    /// Returns whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the page.
    pub fn to_html(&self) -> String {
        let mut sources = Sources::new(self.root.as_deref());
        let entries = self.entries.iter().enumerate();
        let overview =
            Json::object([
                ("title", Json::text(&self.title)),
                ("subtitle", Json::text(&self.subtitle)),
                (
                    "facts",
                    Json::list(self.facts.iter().map(|(name, value)| {
                        Json::List(vec![Json::text(name), Json::text(value)])
                    })),
                ),
                ("entries", Json::list(entries.map(|(id, entry)| entry.line(id)))),
            ]);
        let mut data = script_element("report", &overview.to_string());
        for (id, entry) in self.entries.iter().enumerate() {
            data.push_str(&script_element(&format!("entry-{id}"), &entry.to_json()));
            entry.places(&mut |place| sources.add(place));
        }
        data.push_str(&script_element("sources", &sources.to_json().to_string()));
        let mut page = String::with_capacity(data.len() + 200_000);
        for (text, name) in parts(include_str!("../page/page.html")) {
            page.push_str(text);
            match name {
                "title" => page.push_str(&quoted_in_html(&self.title)),
                "policy" => page.push_str(policy()),
                "style" => page.push_str(STYLE),
                "script" => script::write(&mut page),
                "data" => page.push_str(&data),
                _ => {}
            }
        }
        page
    }

    /// Writes the page to a file, whose directory is made if there is none.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, file: &Path) -> std::io::Result<()> {
        file.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(file, self.to_html())
    }
}

/// The texts of the template, each with the name of the gap that follows it.
fn parts(template: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut rest = Some(template);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let Some((before, after)) = text.split_once("{{") else { return Some((text, "")) };
        let (name, after) = after.split_once("}}").unwrap_or(("", after));
        rest = Some(after);
        Some((before, name))
    })
}

#[cfg(test)]
mod tests;
