//! What a page shows, compared with what a command printed.

/// Compares lines that a page shows with those that were seen, where `..` alone on a line stands for any lines.
///
/// # Errors
///
/// Returns the lines that were not seen.
pub fn compare_shown(shown: &str, seen: &str) -> Result<(), String> {
    let shown: Vec<&str> = shown.trim_end().lines().collect();
    let shown: Vec<&str> = shown.into_iter().map(timeless).collect();
    let seen: Vec<&str> = seen.lines().map(timeless).collect();
    let mut rest = seen.as_slice();
    for piece in shown.split(|line| *line == "..").filter(|piece| !piece.is_empty()) {
        let place = rest.windows(piece.len()).position(|lines| lines == piece);
        let place = place.ok_or_else(|| piece.join("\n"))?;
        rest = &rest[place + piece.len()..];
    }
    Ok(())
}

/// Line without the time that it took.
fn timeless(line: &str) -> &str {
    let (line, _) = line.split_once("; finished in ").unwrap_or((line, ""));
    line.trim_end()
}

/// The text with what depends on the seed, which is another one in each run, left out of every line.
pub fn stable(text: &str) -> String {
    text.lines().map(stable_part).collect::<Vec<_>>().join("\n")
}

/// Part of a report's line that does not depend on the seed.
fn stable_part(line: &str) -> String {
    for token in ["LAWFUL_REPLAY='", "replay = \""] {
        if let Some((before, rest)) = line.split_once(token) {
            let quote = token.chars().last().expect("a token is quoted");
            let (law, rest) = rest.split_once(':').unwrap_or(("", rest));
            let (_, after) = rest.split_once(quote).expect("a token ends");
            return format!("{before}{token}{law}:_{quote}{after}");
        }
    }
    // The way to the minimal case is told in values, or in times where the first case had as few values.
    if let Some((_, rest)) = line.split_once("  Found by test ") {
        let tests = rest.split([' ', ',']).nth(2).expect("a test is one of many");
        return format!("  Found by test _ of {tests}, _; root seed _.");
    }
    match line.split_once(" more cases broke the law") {
        Some((_, rest)) => format!("  _ more cases broke the law{rest}"),
        None => line.to_string(),
    }
}

/// Names of laws in the headlines of reports: `law broken: NAME  (FILE:LINE)`, and those of laws that are misused, gave
/// up, are unstable, or are not covered.
pub fn laws_reported(text: &str) -> std::collections::BTreeSet<String> {
    const HEADLINES: [&str; 6] = [
        "law broken",
        "law misused",
        "law gave up",
        "law unstable",
        "law passed, but not enough cases are covered",
        "law passed, but was expected to fail",
    ];
    let name = |line: &str| {
        let (headline, rest) = line.split_once(": ")?;
        // A law is broken "in 2 ways".
        let is_one = HEADLINES.iter().any(|known| headline.starts_with(known));
        let (name, _) = rest.split_once("  (")?;
        is_one.then(|| name.to_string())
    };
    text.lines().filter_map(name).collect()
}
