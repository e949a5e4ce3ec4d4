//! Words that are not options, and which option was meant.

const OPTIONS: &[&str] = &[
    "tests",
    "max_size",
    "max_discards",
    "seed",
    "max_shrink_runs",
    "max_shrink_time",
    "max_failures",
    "max_time",
    "max_case_time",
    "jobs",
    "exhaustive",
    "isolated",
    "database",
    "statistics",
    "original",
    "report",
    "repeat",
    "for(..)",
    "case(..)",
    "replay",
    "block_on",
    "scheduled",
    "schedules",
    "reporter",
    "expect_failure",
    "may_give_up",
    "crate",
];

/// Words of proptest, Hypothesis, quickcheck and their like, with the option that does the same.
const ELSEWHERE: &[(&str, &str)] = &[
    ("cases", "tests"),
    ("max_examples", "tests"),
    ("num_tests", "tests"),
    ("max_shrink_iters", "max_shrink_runs"),
    ("timeout", "max_case_time"),
    ("deadline", "max_case_time"),
    ("fork", "isolated"),
    ("max_global_rejects", "max_discards"),
    ("max_local_rejects", "max_discards"),
    ("max_discard_ratio", "max_discards"),
    ("example", "case(..)"),
    ("examples", "case(..)"),
    ("derandomize", "seed"),
    ("rng_seed", "seed"),
    ("should_fail", "expect_failure"),
];

/// Error for a word that is not an option.
pub fn message(word: &str) -> String {
    let meant = ELSEWHERE
        .iter()
        .find(|(other, _)| *other == word)
        .map(|(_, option)| format!(": other tools' `{word}` is `{option}` here"));
    let nearest = || {
        let distances = OPTIONS.iter().map(|option| (distance(word, name(option)), option));
        let (distance, option) = distances.min()?;
        (distance <= name(option).len() / 3).then(|| format!("; did you mean `{option}`?"))
    };
    let hint = meant.or_else(nearest).unwrap_or_default();
    let all = OPTIONS.join(", ");
    let there_are = if hint.ends_with('?') { " There are" } else { "; there are" };
    format!(
        "`{word}` is not an option of a law{hint}{there_are} {all}, and settings of components by their \
         path"
    )
}

/// `case` of `case(..)`.
fn name(option: &str) -> &str {
    option.trim_end_matches("(..)")
}

/// Number of letters to insert, remove or change (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (place, other) in other.bytes().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[place + 1];
            row[place + 1] = changed.min(diagonal + 1).min(row[place] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::{ELSEWHERE, OPTIONS, message};

    fn check(word: &str, beginning: &str) {
        let message = message(word);
        assert!(message.starts_with(beginning), "{message}");
        assert!(OPTIONS.iter().all(|option| message.contains(option)), "all options are named");
    }

    #[test]
    fn misspelled() {
        check("test", "`test` is not an option of a law; did you mean `tests`? There are tests, ");
        check(
            "max_shrink_run",
            "`max_shrink_run` is not an option of a law; did you mean `max_shrink_runs`?",
        );
        check("isolate", "`isolate` is not an option of a law; did you mean `isolated`?");
        check("cse", "`cse` is not an option of a law; did you mean `case(..)`?");
    }

    #[test]
    fn of_other_tools() {
        check(
            "fork",
            "`fork` is not an option of a law: other tools' `fork` is `isolated` here; there are ",
        );
        assert!(ELSEWHERE.iter().all(|(_, option)| OPTIONS.contains(option)), "they are options");
    }

    /// Former names are unknown like any other word.
    #[test]
    fn unlike_any() {
        for word in ["colour", "always", "distribution", "seconds", "case_milliseconds"] {
            check(word, &format!("`{word}` is not an option of a law; there are tests, "));
        }
    }
}
