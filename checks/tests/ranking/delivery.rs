//! Ways in which a case is given to programs, and in which their outputs are judged.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use lawful::generate::string_of;
use lawful::prelude::*;
use lawful::rank::{
    Assignment, Comparison, Confinement, Executables, OracleKind, Ranking, RankingError,
};

use crate::folder::{Folder, running};

/// Ranks programs with texts of `a`, `b` and `c`.
fn rank(programs: Executables<String>) -> Result<Ranking, RankingError> {
    let programs = programs.jobs(2).limits(|limits| limits.time = Duration::from_secs(5));
    let texts = string_of("abc", 0..=4);
    Assignment::new(texts).panel(programs).small_tests(40).patience(10).try_rank()
}

/// Programs that read a text from standard input.
fn by_stdin() -> Executables<String> {
    Executables::by_stdin(|text: &String| text.clone().into_bytes())
}

/// The bugs of an answer as lines: the test, the output that is right, and what the answer did.
fn bugs(ranking: &Ranking, name: &str) -> Vec<String> {
    let place = ranking.answers().iter().position(|answer| answer.name == name).unwrap();
    let bugs = ranking.answers()[place].bugs.iter().map(|bug| &ranking.bugs()[bug]);
    let told = |bug: &lawful::rank::Bug| {
        let expected = bug.expected.as_deref().unwrap_or("?");
        let reply = &bug.replies[place];
        format!("{} -> {expected}: {}: {}", bug.test, reply.verdict.name(), reply.text)
    };
    bugs.map(told).collect()
}

#[test]
fn standard_input() {
    let folder = Folder::new("stdin");
    let ranking = rank(
        by_stdin()
            .reference(folder.script("model", "tr a x"))
            .answer("right", folder.script("right", "cat > file; tr a x < file"))
            .answer("no_input", folder.script("no_input", "echo aa | tr a x"))
            .answer("squeezes", folder.script("squeezes", "tr -s a x")),
    )
    .unwrap();
    assert_eq!(bugs(&ranking, "right"), Vec::<String>::new(), "{ranking}");
    assert_eq!(bugs(&ranking, "no_input")[0], r#""" -> "": wrong output: "xx\n""#);
    assert_eq!(bugs(&ranking, "squeezes"), [r#""aa" -> "xx": wrong output: "x""#]);
}

#[test]
fn one_argument() {
    let folder = Folder::new("argument");
    let ranking = rank(
        Executables::by_arguments(|text: &String| vec![text.into()])
            .reference(folder.script("model", "printf %s \"$#$1\""))
            .answer("unquoted", folder.script("unquoted", "set -- $1; printf %s \"$#$1\""))
            .answer("right", folder.script("right", "echo \"$#$1\" | tr -d '\\n'")),
    )
    .unwrap();
    assert_eq!(bugs(&ranking, "right"), Vec::<String>::new(), "{ranking}");
    // An empty argument is an argument.
    assert_eq!(bugs(&ranking, "unquoted"), [r#""" -> "1": wrong output: "0""#], "{ranking}");
}

/// Letters are an argument each.
#[test]
fn arguments() {
    let folder = Folder::new("arguments");
    let letters = |text: &String| text.chars().map(|letter| letter.to_string().into()).collect();
    let ranking = rank(
        Executables::by_arguments(letters)
            .reference(folder.script("model", "echo $#; echo \"$*\""))
            .answer("right", folder.script("right", "printf '%s\\n' $# \"$*\""))
            .answer("two", folder.script("two", "echo $#; echo \"$1${2:+ $2}\"")),
    )
    .unwrap();
    assert_eq!(bugs(&ranking, "right"), Vec::<String>::new(), "{ranking}");
    let told = r#""aaa" -> "3\na a a\n": wrong output: "3\na a\n""#;
    assert_eq!(bugs(&ranking, "two"), [told], "{ranking}");
}

/// A process answers many lines. One that dies at a line is started anew for the next one.
#[test]
fn lines() {
    let folder = Folder::new("lines");
    let starts = folder.path("starts");
    let answer = |name: &str, action: &str| {
        let starts = starts.display();
        let each = format!("while IFS= read -r line; do {action}\nprintf '%s.\\n' \"$line\"; done");
        folder.script(name, &format!("echo {name} >> {starts}\n{each}"))
    };
    let task = Assignment::new(string_of("abc", 0..=4)).small_tests(60).patience(10).panel(
        Executables::by_line(|text: &String| text.clone().into_bytes())
            .reference(answer("model", ":"))
            .answer("right", answer("right", ":"))
            .answer("dies_at_b", answer("dies_at_b", "[ \"$line\" = b ] && exit 7"))
            .answer("hangs_at_c", answer("hangs_at_c", "[ \"$line\" = c ] && sleep 1000"))
            .answer("half_a_line", answer("half_a_line", "[ \"$line\" = aa ] && printf half"))
            .environment("CHECKS_MARK", folder.mark())
            // So that the programs can write down that they were started.
            .confinement(Confinement::Off)
            .limits(|limits| limits.time = Duration::from_millis(500))
            .jobs(1),
    );
    let ranking = task.try_rank().unwrap();
    let none: [&str; 0] = [];
    assert_eq!(bugs(&ranking, "right"), none, "{ranking}");
    let told = [r#""b" -> "b.": crashed: exit code 7"#];
    assert_eq!(bugs(&ranking, "dies_at_b"), told, "{ranking}");
    let told = [r#""c" -> "c.": timed out: more than 500ms"#];
    assert_eq!(bugs(&ranking, "hangs_at_c"), told, "{ranking}");
    let told = [r#""aa" -> "aa.": wrong output: "halfaa.""#];
    assert_eq!(bugs(&ranking, "half_a_line"), told, "{ranking}");

    let starts = fs::read_to_string(starts).unwrap();
    let starts_of = |name: &str| starts.lines().filter(|line| *line == name).count();
    // For the search, and for each test that is shown.
    let shown = ranking.bugs().len();
    assert_eq!(starts_of("right"), 1 + shown, "{ranking}");
    assert!(ranking.tests() >= 40, "{ranking}");
    assert!(starts_of("dies_at_b") > 1 + shown && starts_of("dies_at_b") < 15, "{starts}");
    drop(task);
    assert_eq!(running(folder.mark()), none);
}

#[test]
fn line_feed_in_a_line() {
    let folder = Folder::new("line-feed");
    let cat = folder.script("cat", "cat");
    let programs = Executables::by_line(|text: &String| format!("{text}\nmore").into_bytes());
    let error = rank(programs.reference(&cat).answer("cat", cat)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the input \"\\nmore\" has a line feed, and programs that answer line by line get one line a case\n\
         Use inputs without line feeds, or a process for each case."
    );
}

/// Numbers of bugs of three answers by each comparison of outputs.
#[test]
fn comparisons() {
    let folder = Folder::new("comparisons");
    let model = r#"printf '{"length": %s, "text": "%s"}' ${#1} "$1""#;
    let spaced = r#"printf ' {"length": %s,\n "text": "%s"}\n' ${#1} "$1""#;
    let exchanged = r#"printf '{"text":"%s","length":%s.0}' "$1" ${#1}"#;
    let wrong = r#"printf '{"length": %s, "text": "%s"}' ${#1} """#;
    for (comparison, expected) in [
        (Comparison::Exact, [true, true, true]),
        (Comparison::Whitespace, [false, true, true]),
        (Comparison::Json, [false, false, true]),
    ] {
        let ranking = rank(
            Executables::by_arguments(|text: &String| vec![OsString::from(text)])
                .reference(folder.script("model", model))
                .answer("spaced", folder.script("spaced", spaced))
                .answer("exchanged", folder.script("exchanged", exchanged))
                .answer("wrong", folder.script("wrong", wrong))
                .compare(comparison),
        )
        .unwrap();
        let has_bugs =
            ["spaced", "exchanged", "wrong"].map(|name| !bugs(&ranking, name).is_empty());
        assert_eq!(has_bugs, expected, "{comparison:?}: {ranking}");
    }

    let cat = folder.script("cat", "cat");
    let programs = by_stdin().reference(&cat).answer("cat", cat);
    let error = rank(programs.compare(Comparison::Json)).unwrap_err();
    assert_eq!(error.to_string(), "the output of the reference on \"\" is no JSON: \"\"");
}

/// The property: the output has as many bytes as the input, and the letters are sorted.
#[test]
fn property() {
    let folder = Folder::new("property");
    let sorted = "[ $(wc -c < \"$1\") = $(wc -c < \"$2\") ] && ! grep -q 'ba\\|ca\\|cb' \"$2\"";
    let ranking = rank(
        by_stdin()
            .property(folder.script("sorted", sorted))
            .answer("right", folder.script("right", "fold -w 1 | sort | tr -d '\\n'"))
            .answer("other", folder.script("other", "tr abc aaa"))
            .answer("unsorted", folder.script("unsorted", "cat"))
            .answer("unique", folder.script("unique", "fold -w 1 | sort -u | tr -d '\\n'")),
    )
    .unwrap();
    assert_eq!(ranking.oracle(), OracleKind::Property);
    let none: [&str; 0] = [];
    assert_eq!(bugs(&ranking, "right"), none, "{ranking}");
    // More than one output is right.
    assert_eq!(bugs(&ranking, "other"), none, "{ranking}");
    assert_eq!(bugs(&ranking, "unsorted"), [r#""ba" -> ?: wrong output: "ba""#], "{ranking}");
    assert_eq!(bugs(&ranking, "unique"), [r#""aa" -> ?: wrong output: "a""#], "{ranking}");

    let killed = folder.script("killed", "kill -KILL $$");
    let cat = folder.script("cat", "cat");
    let error = rank(by_stdin().property(killed).answer("cat", cat)).unwrap_err();
    let told = "the property failed on \"\" with the output \"\": crashed: signal 9, killed";
    assert_eq!(error.to_string(), told);
}

#[test]
fn majority() {
    let folder = Folder::new("majority");
    let ranking = rank(
        by_stdin()
            .answer("one", folder.script("one", "tr a x"))
            .answer("two", folder.script("two", "sed s/a/x/g"))
            .answer("three", folder.script("three", "sed s/a/x/")),
    )
    .unwrap();
    assert_eq!(ranking.oracle(), OracleKind::Majority);
    assert_eq!(bugs(&ranking, "one"), Vec::<String>::new(), "{ranking}");
    assert_eq!(bugs(&ranking, "three"), [r#""aa" -> "xx": wrong output: "xa""#], "{ranking}");
    let said = "judged by majority vote\n  Nothing but agreement says what is right";
    assert!(ranking.to_string().contains(said), "{ranking}");
}

#[test]
fn interpreter() {
    let folder = Folder::new("interpreter");
    // Neither executable nor with a line that names an interpreter.
    let right = folder.file("right", "tr a x");
    let wrong = folder.file("wrong", "tr -s a x");
    let programs = by_stdin()
        .reference(folder.script("model", "tr a x"))
        .answers([right, wrong])
        .interpreter("sh");
    let ranking = rank(programs).unwrap();
    assert_eq!(bugs(&ranking, "right"), Vec::<String>::new(), "{ranking}");
    assert_eq!(bugs(&ranking, "wrong"), [r#""aa" -> "xx": wrong output: "x""#], "{ranking}");
}

/// The ranking is the same on any number of processes at a time.
#[test]
fn jobs() {
    let folder = Folder::new("jobs");
    let ranked = |jobs: usize| {
        let programs = by_stdin()
            .reference(folder.script("model", "tr a x"))
            .answer("squeezes", folder.script("squeezes", "tr -s a x"))
            .answer("takes_b_too", folder.script("takes_b_too", "tr ab x"))
            .answer(
                "crashes",
                folder.script("crashes", "tee text | grep -q ca && exit 3; tr a x < text"),
            )
            .answer("right", folder.script("right", "sed s/a/x/g"))
            .answer("first", folder.script("first", "sed s/a/x/"))
            .jobs(jobs);
        let task = Assignment::new(string_of("abc", 0..=6).mapped(|text| text + "b"));
        task.panel(programs).small_tests(50).patience(60).seed(5).rank().to_json()
    };
    let one = ranked(1);
    assert_eq!(one, ranked(4));
    let ranking: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert!(ranking["bugs"].as_array().unwrap().len() >= 3, "{one}");
}

/// An answer that uses up its time in one batch of tests has a bug, however many tests a batch has.
#[test]
fn jobs_with_an_answer_that_is_suspended() {
    let folder = Folder::new("jobs-suspended");
    let hangs = "case=$(cat); case $case in *c*) sleep 1000;; esac; printf %s $case | tr a x";
    for jobs in [1, 4] {
        let programs = by_stdin()
            .reference(folder.script("model", "tr a x"))
            .answer("hangs", folder.script("hangs", hangs))
            .answer("squeezes", folder.script("squeezes", "tr -s a x"))
            .limits(|limits| {
                limits.time = Duration::from_millis(300);
                limits.max_timeouts = 4;
            })
            .jobs(jobs);
        let task = Assignment::new(string_of("abc", 0..=4)).panel(programs);
        let ranking = task.small_tests(40).patience(20).rank();
        let told = [r#""c" -> "c": timed out: more than 300ms"#];
        assert_eq!(bugs(&ranking, "hangs"), told, "{jobs} jobs: {ranking}");
    }
}
