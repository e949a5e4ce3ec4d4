//! What a page shows, compared with what a command printed.

use std::collections::BTreeSet;

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
pub fn laws_reported(text: &str) -> BTreeSet<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: &str = "law broken: shop::laws::sum  (tests/laws.rs:3)\n\n    x = 1\n\n  no\n  at a:1\n\n  Found by";

    #[test]
    fn lines_are_whole_and_in_their_order() {
        assert_eq!(compare_shown("    x = 1\n..\n  no\n", SEEN), Ok(()));
        assert_eq!(compare_shown("..\n  no\n  at a:1\n..", SEEN), Ok(()));
        assert_eq!(
            compare_shown("    x = 1\n  no", SEEN),
            Err("    x = 1\n  no".to_string()),
            "a line between"
        );
        assert_eq!(
            compare_shown("  no\n..\n    x = 1", SEEN),
            Err("    x = 1".to_string()),
            "another order"
        );
        assert_eq!(compare_shown("    x = 10", SEEN), Err("    x = 10".to_string()));
        assert_eq!(compare_shown("x = 1", SEEN), Err("x = 1".to_string()), "a part of a line");
    }

    #[test]
    fn times_and_seeds_are_left_out() {
        let line = |time: &str| format!("test result: ok. 1 passed; finished in {time}");
        assert_eq!(compare_shown(&line("0.01s"), &line("2.50s")), Ok(()));
        let found = |index: u32, seed: &str| {
            format!("  Found by test {index} of 256, already minimal; root seed {seed}.")
        };
        assert_eq!(stable(&found(1, "0x5")), stable(&found(17, "0xabc")));
        let keep = |token: &str| format!("  Keep:   #[law(replay = \"sum:{token}\")]");
        assert_eq!(stable(&keep("ab-c")), stable(&keep("d")));
    }

    #[test]
    fn laws_are_known_by_their_headlines() {
        let text = "law broken in 2 ways: a::b  (x.rs:1)\nlaw gave up: a::c  (x.rs:2)\nlaw a::d: 50% small\nlaw of nature";
        assert_eq!(laws_reported(text).into_iter().collect::<Vec<_>>(), ["a::b", "a::c"]);
    }
}
