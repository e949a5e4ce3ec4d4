//! Results as JUnit XML.

use std::time::Duration;

use lawful_data::tape::Tape;
use lawful_data::{
    About, Failure, Found, Label, Misuse, Rate, Reason, ShownValue, Stopped, Summary, Tables,
    Target, Unstable, Warning,
};
use lawful_report::junit::junit;

/// A law of the package `shop`.
fn law(path: &str, target: Target, stopped: Stopped) -> Summary {
    let file = if target == Target::Lib { "src/lib.rs" } else { "tests/laws.rs" };
    let about = About::of_test(path, Some("shop"), Some(target), (file, 7));
    let mut summary = Summary::new(about, 1, 256, stopped);
    summary.passed = 256;
    summary
}

fn failure(message: &str) -> Failure {
    let reason = Reason::panicked(message.into(), "tests/laws.rs:9:5".into());
    let mut failure = Failure::new(reason, Found::Test { index: 4 }, Tape::default());
    let (name, type_name, debug, types) = ("name", "&str", "\"<a>\"".to_string(), Vec::new());
    failure.arguments.push(ShownValue { name, type_name, debug, types });
    failure.token = "sorts:AA".into();
    failure
}

const EXPECTED: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="lawful" tests="5" failures="1" errors="1" skipped="1" time="2.900">
<testsuite name="shop" tests="2" failures="0" errors="0" skipped="0" time="1.650">
<testcase name="lists::sorts" classname="shop" file="src/lib.rs" line="7" time="1.250">
<system-out>   25% empty &amp; "small"
warning: 300 cases were discarded for 256 that count; generate cases that meet the assumptions</system-out>
</testcase>
<testcase name="quiet" classname="shop" file="src/lib.rs" line="7" time="0.400">
</testcase>
</testsuite>
<testsuite name="shop::laws" tests="3" failures="1" errors="1" skipped="1" time="1.250">
<testcase name="sorts" classname="shop::laws" file="tests/laws.rs" line="7" time="1.250">
<failure message="a &lt; b &amp;&amp; &quot;c&quot; (and 1 other failure)" type="lawful.panic">law broken in 2 ways: shop::laws::sorts  (tests/laws.rs:7)

  1 of 2

    name = "&lt;a&gt;"

  a &lt; b &amp;&amp; "c"
  [31mred
  at tests/laws.rs:9:5

  Found by test 5 of 256, already minimal; root seed 0x1.
  Replay: LAWFUL_REPLAY='sorts:AA' cargo test -p shop --test laws sorts -- --exact

  2 of 2

    name = "&lt;a&gt;"

  other
  at tests/laws.rs:9:5

  Found by test 5 of 256, already minimal; root seed 0x1.
  Replay: LAWFUL_REPLAY='sorts:AA' cargo test -p shop --test laws sorts -- --exact
</failure>
</testcase>
<testcase name="misused" classname="shop::laws" file="tests/laws.rs" line="7">
<error message="`elements` has no values; give it some" type="misused">law misused: shop::laws::misused  (tests/laws.rs:7)

  `elements` has no values; give it some
  at &lt;unknown&gt;
</error>
</testcase>
<testcase name="skipped" classname="shop::laws" file="tests/laws.rs" line="7">
<skipped message="law shop::laws::skipped: not run, since the replay token is for the law `sorts`"/>
</testcase>
</testsuite>
</testsuites>
"#;

#[test]
fn a_report_of_two_targets() {
    let mut passed = law("shop::lists::sorts", Target::Lib, Stopped::Passed);
    passed.tables.labels.insert("empty & \"small\"".into(), 64);
    passed.warnings.push(Warning::Discards { discarded: 300, passed: 256 });
    let failures = vec![failure("a < b && \"c\"\n\u{1b}[31mred\u{0}\r\n"), failure("other")];
    let summaries = [
        passed,
        law("laws::sorts", Target::Test("laws".into()), Stopped::Failed(failures)),
        law("shop::quiet", Target::Lib, Stopped::Passed),
        law(
            "laws::misused",
            Target::Test("laws".into()),
            Stopped::Misused(Misuse::new("`elements` has no values; give it some\n  at <unknown>")),
        ),
        law(
            "laws::skipped",
            Target::Test("laws".into()),
            Stopped::ReplayOfAnotherLaw { law: "sorts".into() },
        ),
    ];
    let time = |about: &About| match about.short_name() {
        "sorts" => Some(Duration::from_millis(1_250)),
        "quiet" => Some(Duration::from_millis(400)),
        _ => None,
    };
    assert_eq!(junit(&summaries, &time), EXPECTED);
}

/// The message and the type of the only element in a test case.
fn result(summary: Summary) -> String {
    let xml = junit(&[summary], &|_| None);
    let line = xml.lines().find(|line| {
        ["<failure", "<error", "<skipped", "<system-out"]
            .iter()
            .any(|start| line.starts_with(start))
    });
    line.map_or(String::new(), |line| line.split('>').next().unwrap_or_default().to_string())
}

#[test]
fn every_way_to_end_has_a_type() {
    let of = |stopped: Stopped| law("shop::ends", Target::Lib, stopped);
    let expected = |mut summary: Summary| {
        summary.expect_failure = true;
        summary
    };
    let gives_up = |mut summary: Summary| {
        (summary.may_give_up, summary.passed, summary.discarded) = (true, 9, 2_560);
        summary
    };
    let gave_up = || Stopped::GaveUp { starved: None };
    let unstable = || {
        let reason = Reason::new("cache", "stale", "an old value");
        let (found, tape) = (Found::Test { index: 4 }, Tape::default());
        Stopped::Unstable(Box::new(Unstable::new(reason, found, Rate::new(3, 12), tape)))
    };
    let mut tables = Tables::default();
    for name in ["rare", "never"] {
        let (name, percent, hit) = (name.to_string(), 50.0, false);
        (0..200).for_each(|_| {
            tables.add(vec![Label::Covered { name: name.clone(), percent, hit }]);
        });
    }
    for (summary, line) in [
        (of(Stopped::Passed), ""),
        (
            expected(of(Stopped::Passed)),
            "<failure message=\"passed, but was expected to fail\" type=\"expected-failure\"",
        ),
        (expected(of(Stopped::Failed(vec![failure("expected")]))), ""),
        (
            of(Stopped::Failed(vec![failure("one")])),
            "<failure message=\"one\" type=\"lawful.panic\"",
        ),
        (
            of(unstable()),
            "<failure message=\"unstable, failed 3 of 12 times: an old value\" type=\"unstable\"",
        ),
        (
            of(gave_up()),
            "<failure message=\"gave up after 256 of 256 tests, 0 discarded\" type=\"gave-up\"",
        ),
        (gives_up(of(gave_up())), "<system-out"),
        (of(Stopped::ReplayPassed), "<system-out"),
        (
            of(Stopped::NotCovered(tables.missed())),
            "<failure message=\"not enough cases are covered: never, rare\" type=\"not-covered\"",
        ),
        (of(Stopped::Misused(Misuse::new("no"))), "<error message=\"no\" type=\"misused\""),
    ] {
        assert_eq!(result(summary), line);
    }
}

#[test]
fn targets_and_cases_are_called_as_nextest_calls_them() {
    let names = |about: About| {
        let xml = junit(&[Summary::new(about, 1, 1, Stopped::Passed)], &|_| None);
        let value = |start: &str| {
            let (_, rest) = xml.split_once(start).expect("there is one");
            rest.split('"').next().unwrap_or_default().to_string()
        };
        [value("<testsuite name=\""), value("<testcase name=\"")]
    };
    let of = |path: &str, target: Option<Target>| {
        names(About::of_test(path, Some("my-shop"), target, ("src/lib.rs", 1)))
    };
    assert_eq!(of("my_shop::lists::sorts", Some(Target::Lib)), ["my-shop", "lists::sorts"]);
    let (bin, test) = (Target::Bin("tool".into()), Target::Test("all-laws".into()));
    assert_eq!(of("tool::lists::sorts", Some(bin)), ["my-shop::bin/tool", "lists::sorts"]);
    assert_eq!(of("all_laws::sorts", Some(test.clone())), ["my-shop::all-laws", "sorts"]);
    assert_eq!(of("my_shop::sorts", None), ["my-shop", "sorts"]);
    // A law with a name of its own, and one that cargo knows nothing of.
    let mut about = About::of_test("all_laws::runs", Some("my-shop"), Some(test), ("a.rs", 1));
    about.name = "short lists".into();
    assert_eq!(names(about), ["my-shop::all-laws", "short lists"]);
    assert_eq!(names(About::new("program::law", "a.rs", 1)), ["program", "program::law"]);
    assert_eq!(names(About::new("short lists", "a.rs", 1)), ["laws", "short lists"]);
}

#[test]
fn letters_that_xml_has_not_are_left_out() {
    let reason = |text: &str| {
        let summary = law("shop::ends", Target::Lib, Stopped::Failed(vec![failure(text)]));
        result(summary)
    };
    for letter in
        ('\0'..=' ').chain('\u{7f}'..='\u{9f}').chain(['\u{fffe}', '\u{ffff}', '\u{fffd}'])
    {
        // A line ends at a line feed.
        if letter == '\n' {
            continue;
        }
        let written = match letter {
            '\t' => "&#9;".to_string(),
            '\r' => "&#13;".to_string(),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => String::new(),
            letter => letter.to_string(),
        };
        let expected = format!("<failure message=\"a{written}z\" type=\"lawful.panic\"");
        assert_eq!(reason(&format!("a{letter}z")), expected, "{letter:?}");
    }
}
