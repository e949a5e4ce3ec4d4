//! `lawful.toml`: what it may say, where it is found, and what is said of one that is wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lawful::generate::{elements, vec};
use lawful::prelude::*;
use lawful_data::codec::{from_json, to_json};
use lawful_data::settings::{Factor, KEYS, Scope, Value, WorkspaceFile, of_package};

fn parse(text: &str) -> Result<WorkspaceFile, String> {
    WorkspaceFile::parse(Path::new("w/lawful.toml"), text).map_err(|error| error.to_string())
}

/// Variables, values and lines of what is in force.
fn settings(text: &str, profile: Option<&str>) -> Vec<(String, Value, usize)> {
    let file = parse(text).unwrap();
    let given = file.settings(profile).unwrap();
    given.into_iter().map(|given| (given.variable.clone(), given.value, given.line)).collect()
}

fn factor(text: &str) -> Factor {
    Factor::parse(text).unwrap()
}

#[test]
fn every_kind_of_value_is_read() {
    let text = "\u{feff}# Settings of all laws.\r\n\
                tests=1_000 # a thousand\r\n\
                \tseed  =  0xFF\t# as printed\n\
                \n\
                factor = 2.50\n\
                max_time = \"1m\"\n\
                max_case_time = '1_500ms'\n\
                isolated = true#on\n\
                explain = false\n\
                schedules = 7\n\
                early_timers = false\n\
                LAWFUL_EDITOR_DEPTH = 5\n\
                LAWFUL_2 = true";
    let expected = [
        ("LAWFUL_TESTS", Value::Number(1_000), 2),
        ("LAWFUL_SEED", Value::Number(255), 3),
        ("LAWFUL_FACTOR", Value::Factor(factor("2.5")), 5),
        ("LAWFUL_MAX_TIME", Value::Duration(Duration::from_secs(60)), 6),
        ("LAWFUL_MAX_CASE_TIME", Value::Duration(Duration::from_millis(1_500)), 7),
        ("LAWFUL_ISOLATED", Value::Switch(true), 8),
        ("LAWFUL_EXPLAIN", Value::Switch(false), 9),
        ("LAWFUL_SCHEDULES", Value::Number(7), 10),
        ("LAWFUL_EARLY_TIMERS", Value::Number(0), 11),
        ("LAWFUL_EDITOR_DEPTH", Value::Number(5), 12),
        ("LAWFUL_2", Value::Number(1), 13),
    ];
    let expected = expected.map(|(variable, value, line)| (variable.to_string(), value, line));
    assert_eq!(settings(text, None), expected);
    assert_eq!(settings("", None), []);
}

#[test]
fn a_profile_comes_after_what_is_for_all() {
    let text = "tests = 1\n[profile.ci]\ntests = 2\n[ profile . long-run_2 ] # at night\ntests = 3\njobs = 4";
    let file = parse(text).unwrap();
    assert_eq!(file.profiles().collect::<Vec<_>>(), ["ci", "long-run_2"]);
    assert_eq!(file.path(), Path::new("w/lawful.toml"));
    let tests = |number| Value::Number(number);
    let values = |profile| {
        let values = settings(text, profile).into_iter();
        values.map(|(_, value, line)| (value, line)).collect::<Vec<_>>()
    };
    assert_eq!(values(None), [(tests(1), 1)]);
    assert_eq!(values(Some("ci")), [(tests(1), 1), (tests(2), 3)]);
    assert_eq!(values(Some("long-run_2")), [(tests(1), 1), (tests(3), 5), (tests(4), 6)]);
    assert_eq!(
        file.settings(Some("night")).unwrap_err().to_string(),
        "LAWFUL_PROFILE=\"night\" is not a profile of w/lawful.toml; its profiles are ci, long-run_2"
    );
    assert_eq!(
        parse("tests = 1").unwrap().settings(Some("ci")).unwrap_err().to_string(),
        "LAWFUL_PROFILE=\"ci\" is not a profile of w/lawful.toml, which has none; add a table [profile.ci] to it"
    );
}

#[test]
fn what_is_wrong_is_told_with_its_line_and_the_way_out() {
    let number = "it must be a whole number, such as 1_000";
    let time = "it must be a whole number and its unit in quotes, such as \"500ms\", \"30s\", \"2m\" or \"1h\"";
    let positive = "it must be a number above 0, such as 10 or 0.5";
    let switch = "it must be true or false";
    let value = "it must be a number, true, false, or a text in quotes, on the same line";
    let key = "cannot be read; write it without quotes and points, and the settings of a profile below [profile.NAME]";
    let table = "is not a table of lawful.toml; write the settings of a profile below [profile.NAME], and all others \
                 before the first table";
    let alone = "cannot stand here; write one setting on each line";
    for (text, message) in [
        ("tests = -1", format!("`tests` cannot be -1; {number}")),
        ("tests = 1.5", format!("`tests` cannot be 1.5; {number}")),
        ("tests = \"7\"", format!("`tests` cannot be \"7\"; {number}")),
        ("tests = true", format!("`tests` cannot be true; {number}")),
        (
            "tests = 18446744073709551616",
            format!("`tests` cannot be 18446744073709551616; {number}"),
        ),
        ("factor = 0", format!("`factor` cannot be 0; {positive}")),
        ("factor = 0.0", format!("`factor` cannot be 0.0; {positive}")),
        ("factor = -2", format!("`factor` cannot be -2; {positive}")),
        ("factor = 0x10", format!("`factor` cannot be 0x10; {positive}")),
        ("max_time = 30", format!("`max_time` cannot be 30; {time}")),
        ("max_time = \"30\"", format!("`max_time` cannot be \"30\"; {time}")),
        ("max_time = \"1.5s\"", format!("`max_time` cannot be \"1.5s\"; {time}")),
        ("isolated = 1", format!("`isolated` cannot be 1; {switch}")),
        ("isolated = \"on\"", format!("`isolated` cannot be \"on\"; {switch}")),
        (
            "schedules = 1.5",
            "`schedules` cannot be 1.5; it must be a whole number, or true or false".into(),
        ),
        ("max-time = \"1s\"", "write `max_time` for `max-time`".into()),
        ("LAWFUL_TESTS = 1", "write `tests` for LAWFUL_TESTS".into()),
        ("LAWFUL_SCHEDULES = 1", "write `schedules` for LAWFUL_SCHEDULES".into()),
        ("tests = 1\ntests = 2", "`tests` comes twice; remove one of them".into()),
        (
            "[profile.ci]\n[profile.ci]",
            "[profile.ci] comes twice; put the settings into one table".into(),
        ),
        ("[profile]", format!("[profile] {table}")),
        ("[profile.]", format!("[profile.] {table}")),
        ("[profile.\"a b\"]", format!("[profile.\"a b\"] {table}")),
        ("[profile.ci.more]", format!("[profile.ci.more] {table}")),
        ("[settings]", format!("[settings] {table}")),
        ("[[profile.ci]]", "\"[[profile.ci]]\" is not a table; write [profile.NAME]".into()),
        ("[profile.ci", "\"[profile.ci\" is not a table; write [profile.NAME]".into()),
        ("[profile.ci] tests = 1", format!("\"tests = 1\" {alone}")),
        ("tests", "\"tests\" is neither a table nor a setting; write KEY = VALUE".into()),
        ("= 1", format!("the key \"\" {key}")),
        ("\"tests\" = 1", format!("the key \"\\\"tests\\\"\" {key}")),
        ("profile.ci.tests = 1", format!("the key \"profile.ci.tests\" {key}")),
        ("tests = 1 jobs = 2", format!("\"jobs = 2\" {alone}")),
        ("max_time = \"1s\" \"2s\"", format!("\"\\\"2s\\\"\" {alone}")),
        ("tests =", format!("the value of `tests` cannot be read; {value}")),
        ("tests = # none", format!("the value of `tests` cannot be read; {value}")),
        ("tests = [1]", format!("the value of `tests` cannot be read; {value}")),
        ("tests = { a = 1 }", format!("the value of `tests` cannot be read; {value}")),
        ("tests = many", format!("the value of `tests` cannot be read; {value}")),
        ("tests = 010", format!("the value of `tests` cannot be read; {value}")),
        ("tests = 1__0", format!("the value of `tests` cannot be read; {value}")),
        ("tests = 1e3", format!("the value of `tests` cannot be read; {value}")),
        ("factor = .5", format!("the value of `factor` cannot be read; {value}")),
        ("max_time = \"1s", format!("the value of `max_time` cannot be read; {value}")),
        ("max_time = \"\"\"1s\"\"\"", format!("the value of `max_time` cannot be read; {value}")),
        ("max_time = \"1\\u0073\"", format!("the value of `max_time` cannot be read; {value}")),
    ] {
        let lines = text.lines().count() + 2;
        let error = parse(&format!("# first\n\n{text}")).unwrap_err();
        assert_eq!(error, format!("w/lawful.toml:{lines}: {message}"));
    }
}

#[test]
fn a_setting_that_is_not_known_is_told_with_all_that_are() {
    for unknown in ["test", "profile", "for", "lawful_tests", "LAWFUL_", "LAWFUL_a", "TESTS"] {
        let error = parse(&format!("{unknown} = 1")).unwrap_err();
        let start =
            format!("w/lawful.toml:1: `{unknown}` is not a setting; the settings are tests, ");
        assert!(error.starts_with(&start), "{error}");
        assert!(error.ends_with("by their variables, such as LAWFUL_EDITOR_DEPTH"), "{error}");
        assert!(KEYS.iter().all(|key| error.contains(&format!(" {},", key.name))), "{error}");
    }
}

#[test]
fn a_key_is_called_as_its_variable() {
    for key in KEYS {
        assert_eq!(key.variable, format!("LAWFUL_{}", key.name.to_uppercase()));
        let same = KEYS.iter().filter(|other| other.name == key.name).count();
        assert_eq!(same, 1, "{}", key.name);
    }
    assert!(KEYS.iter().any(|key| key.scope == Scope::Component));
}

/// Lines of settings, some right and some wrong.
const PIECES: [&str; 30] = [
    "tests", "max_time", "isolated", "factor", "LAWFUL_X", "=", " ", "\t", "#", "[", "]", ".",
    "profile", "ci", "\"", "'", "\\", "1", "0x", "_", "-", "true", "\"30s\"", "é", "\u{0}", "\n",
    "\r\n", "{", ",", "2.5",
];

#[law(tests = 5_000)]
fn any_text_is_read_or_refused_with_its_line(
    #[from(vec(elements(PIECES), 0..20))] pieces: Vec<&'static str>,
) {
    let text = pieces.concat();
    let lines = text.lines().count();
    match parse(&text) {
        Ok(file) => {
            let given = file.settings(None).unwrap();
            assert!(given.iter().all(|given| (1..=lines).contains(&given.line)));
        }
        Err(message) => {
            let rest = message.strip_prefix("w/lawful.toml:").expect("the path comes first");
            let line: usize = rest.split(':').next().and_then(|line| line.parse().ok()).unwrap();
            assert!((1..=lines).contains(&line), "{message}");
        }
    }
}

#[law]
fn a_factor_is_what_a_decimal_number_is(
    #[from(0..1_000_000u64)] whole: u64,
    #[from(0..1_000u64)] thousandths: u64,
    #[from(0..1_000_000u64)] tests: u64,
) {
    assume!(whole + thousandths > 0);
    let factor = factor(&format!("{whole}.{thousandths:03}"));
    // Half a test and more is a test.
    let exact = (u128::from(tests) * u128::from(whole * 1_000 + thousandths) + 500) / 1_000;
    assert_eq!(u128::from(factor.of(tests)), exact.max(u128::from(tests.min(1))));
    assert_eq!(Factor::parse(&factor.to_string()), Some(factor));
    // A quotient of integers is the nearest float, as what is parsed is.
    let float = (whole * 1_000 + thousandths) as f64 / 1e3;
    assert_eq!(factor.to_string().parse(), Ok(float));
}

#[test]
fn factors_at_their_limits() {
    assert_eq!((factor("0.1").of(1), factor("0.1").of(0), factor("0.1").of(30)), (1, 0, 3));
    assert_eq!(factor("1_000").of(u64::MAX), u64::MAX);
    assert_eq!(
        (factor("2.500").to_string(), factor("10").to_string()),
        ("2.5".into(), "10".into())
    );
    assert_eq!(factor("007.050"), factor("7.05"));
    for wrong in [
        "",
        ".",
        "1.",
        ".5",
        "0",
        "0.000",
        "-1",
        "+1",
        "1e3",
        "0.0000000001",
        "1000000000000000",
        "1 0",
        "x",
    ] {
        assert_eq!(Factor::parse(wrong), None, "{wrong}");
    }
    assert_eq!(to_json(&factor("0.000000001")), "0.000000001");
    for other_writer in ["1e-9", "1E-9", "0.0000000010"] {
        assert_eq!(from_json(other_writer), Ok(factor("0.000000001")), "{other_writer}");
    }
    assert_eq!(from_json("10.0"), Ok(Factor::parse("10").unwrap()));
    for wrong in ["\"1\"", "0", "-1", "1e999", "1e-10", "null"] {
        let fault = from_json::<Factor>(wrong).unwrap_err().to_string();
        assert_eq!(fault, "is not a decimal number above 0", "{wrong}");
    }
}

/// A directory of its own, with files.
struct Tree(PathBuf);

impl Tree {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root =
            std::env::temp_dir().join(format!("lawful-settings-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for (path, text) in files {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Tree(root)
    }

    fn found(&self, package: &str) -> Option<String> {
        let file = WorkspaceFile::find(&self.0.join(package))?;
        Some(file.strip_prefix(&self.0).unwrap().display().to_string().replace('\\', "/"))
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_nearest_file_of_the_workspace_is_found() {
    let (workspace, member) = ("[workspace]\nmembers = [\"*\"]\n", "[package]\nname = \"a\"\n");
    let tree = Tree::new(
        "nearest",
        &[
            ("lawful.toml", ""),
            ("work/Cargo.toml", workspace),
            ("work/lawful.toml", ""),
            ("work/one/Cargo.toml", member),
            ("work/deep/two/Cargo.toml", member),
            ("work/deep/two/lawful.toml", ""),
            ("bare/Cargo.toml", " [ workspace . package ]\n"),
            ("bare/one/Cargo.toml", member),
            ("repository/.git/HEAD", ""),
            ("repository/lawful.toml", ""),
            ("repository/one/Cargo.toml", member),
            ("module/.git", "gitdir: elsewhere"),
            ("module/one/Cargo.toml", member),
            (
                "alone/Cargo.toml",
                "[package]\nworkspace = \"..\"\n[dependencies]\na.workspace = true\n",
            ),
            ("alone/own/Cargo.toml", member),
            ("alone/own/lawful.toml", ""),
        ],
    );
    assert_eq!(tree.found("work/one").as_deref(), Some("work/lawful.toml"));
    assert_eq!(tree.found("work").as_deref(), Some("work/lawful.toml"));
    assert_eq!(tree.found("work/deep/two").as_deref(), Some("work/deep/two/lawful.toml"));
    // Not above the root of the workspace or the repository.
    assert_eq!(tree.found("bare/one"), None);
    assert_eq!(tree.found("module/one"), None);
    assert_eq!(tree.found("repository/one").as_deref(), Some("repository/lawful.toml"));
    // No file above a package that is alone counts.
    assert_eq!(tree.found("alone"), None);
    assert_eq!(tree.found("alone/own").as_deref(), Some("alone/own/lawful.toml"));
}

#[test]
fn a_package_has_the_settings_of_its_file() {
    let tree = Tree::new(
        "package",
        &[
            ("Cargo.toml", "[workspace]"),
            ("lawful.toml", "tests = 1\n[profile.ci]\njobs = 2\n"),
            ("other/Cargo.toml", "[workspace]"),
            ("wrong/Cargo.toml", "[workspace]"),
            ("folder/Cargo.toml", "[workspace]"),
            ("folder/lawful.toml/file", ""),
        ],
    );
    let package = tree.0.join("one");
    let count = |profile| of_package(&package, profile).unwrap().len();
    assert_eq!((count(None), count(Some("ci"))), (1, 2));
    let told = |package: &str, profile| {
        let told = of_package(&tree.0.join(package), profile).unwrap_err().to_string();
        told.replace(&format!("{}{}", tree.0.display(), std::path::MAIN_SEPARATOR), "")
    };
    assert_eq!(
        told("one", Some("night")),
        "LAWFUL_PROFILE=\"night\" is not a profile of lawful.toml; its profiles are ci"
    );
    assert_eq!(
        told("other", Some("ci")),
        "LAWFUL_PROFILE=\"ci\", and there is no lawful.toml in other or above it in its workspace; make one with a \
         table [profile.ci]"
    );
    assert_eq!(of_package(&tree.0.join("other"), None), Ok(Vec::new()));
    assert_eq!(of_package(&tree.0.join("folder"), None), Ok(Vec::new()));
    fs::write(tree.0.join("wrong/lawful.toml"), b"tests = \xff").unwrap();
    assert!(
        told("wrong", None)
            .starts_with(&*Path::new("wrong/lawful.toml cannot be read: ").to_string_lossy())
    );
}
