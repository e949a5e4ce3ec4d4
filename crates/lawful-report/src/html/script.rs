//! The files of the page, and how data stands among them.

/// The style sheet.
pub(super) const STYLE: &str = include_str!("../../page/style.css");

/// Scripts in the order in which they run, as `page/README.md` lists them.
const SCRIPTS: &[&str] = &[
    include_str!("../../page/text.js"),
    include_str!("../../page/dom.js"),
    include_str!("../../page/data.js"),
    include_str!("../../page/stepper.js"),
    include_str!("../../page/charts.js"),
    include_str!("../../page/graph.js"),
    include_str!("../../page/schedule.js"),
    include_str!("../../page/history.js"),
    include_str!("../../page/documents.js"),
    include_str!("../../page/failure.js"),
    include_str!("../../page/entry.js"),
    include_str!("../../page/overview.js"),
    include_str!("../../page/app.js"),
];

/// The policy of the page: no network, and no script and style but those whose hashes it names. It is a file because the
/// hashes would be computed anew for every page otherwise; a test computes them and writes it.
pub(super) fn policy() -> &'static str {
    include_str!("../../page/policy.txt").trim_end()
}

/// Writes all scripts as one, whose names are its own.
pub(super) fn write(page: &mut String) {
    page.push_str("'use strict';\n(() => {\n");
    SCRIPTS.iter().for_each(|script| page.push_str(script));
    page.push_str("})();\n");
}

/// An element of the page that holds JSON and does not run.
pub(super) fn script_element(id: &str, json: &str) -> String {
    let mut element = format!("<script type=\"application/json\" id=\"{id}\">");
    escaped(&mut element, json);
    element.push_str("</script>\n");
    element
}

/// Writes JSON without characters that mean something to a parser of HTML, or end a line of a script. All of them can
/// only be inside of texts, where JSON has another way to write them.
pub(super) fn escaped(to: &mut String, json: &str) {
    let mut rest = json;
    let special = |letter: char| matches!(letter, '<' | '>' | '&' | '\u{2028}' | '\u{2029}');
    while let Some(at) = rest.find(special) {
        to.push_str(&rest[..at]);
        let letter = rest[at..].chars().next().unwrap_or_default();
        to.push_str(&format!("\\u{:04x}", u32::from(letter)));
        rest = &rest[at + letter.len_utf8()..];
    }
    to.push_str(rest);
}

/// A text as it is written between tags of HTML.
pub(super) fn quoted_in_html(text: &str) -> String {
    let mut quoted = String::new();
    for letter in text.chars() {
        match letter {
            '&' => quoted.push_str("&amp;"),
            '<' => quoted.push_str("&lt;"),
            '>' => quoted.push_str("&gt;"),
            '"' => quoted.push_str("&quot;"),
            // A parser of HTML replaces it.
            '\0' => quoted.push('\u{fffd}'),
            letter => quoted.push(letter),
        }
    }
    quoted
}
