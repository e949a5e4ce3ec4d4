//! Pictures: that they are well formed, and that what the paper draws is in them.

use std::time::Instant;

use lawful_core::data::Trace;
use lawful_report::trace::{dot, svg};

use super::stories::{
    crowd, deadlock, hostile, linked_in_time, linked_too_late, long_work, lost_update, write_race,
};

/// Tags are balanced, and nothing in them or between them is open to another reading. It is not all
/// of XML, but all that is written.
pub fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = rest[start..].find('>').expect("a tag ends") + start;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        assert!(!tag.contains('<'), "a tag in a tag: {tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{tag} closes what was opened last");
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        assert!(!name.is_empty() && name.chars().all(char::is_alphanumeric), "{tag}");
        check_attributes(tag.strip_suffix('/').unwrap_or(tag)[name.len()..].trim_start());
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!((open.len(), rest.trim()), (0, ""), "everything is closed");
}

fn check_attributes(mut rest: &str) {
    let mut seen = Vec::new();
    while !rest.is_empty() {
        let (name, value) = rest.split_once("=\"").expect("an attribute has a value");
        let (value, after) = value.split_once('"').expect("a value ends");
        assert!(name.chars().all(|letter| letter.is_alphanumeric() || letter == '-'), "{name}");
        assert!(!seen.contains(&name), "{name} comes twice");
        seen.push(name);
        check_text(value);
        rest = after.trim_start();
    }
}

fn check_text(text: &str) {
    let allowed = |letter: char| {
        !letter.is_control() && !['\u{fffe}', '\u{ffff}', '>'].contains(&letter)
            || letter == '\n'
            || letter == '\t'
    };
    assert!(text.chars().all(allowed), "{text:?}");
    for entity in text.split('&').skip(1) {
        let (name, _) = entity.split_once(';').expect("an entity ends");
        assert!(["amp", "lt", "gt", "quot", "apos"].contains(&name), "&{name};");
    }
}

/// Quotes and braces are balanced, and outside of quotes is only what we write there.
pub fn check_dot(text: &str) {
    let (mut depth, mut quoted) = (0, false);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quoted, letter) {
            (true, '\\') => assert!(letters.next().is_some_and(|next| "\\\"n".contains(next))),
            (true, '\n') => panic!("a quote goes over a line"),
            (_, '"') => quoted = !quoted,
            (false, '{') => depth += 1,
            (false, '}') => {
                depth -= 1;
                assert!(depth >= 0, "more is closed than was opened");
            }
            (false, letter) => assert!(letter.is_ascii() && letter != '<', "{letter} in {text}"),
            (true, letter) => assert!(!letter.is_control()),
        }
    }
    assert_eq!((depth, quoted), (0, false), "everything is closed");
}

fn stories() -> Vec<Trace> {
    vec![
        lost_update(),
        deadlock(),
        linked_in_time(),
        linked_too_late(),
        write_race(false),
        write_race(true),
        long_work(),
        crowd(20, 500),
        hostile(),
        Trace::default(),
    ]
}

fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn pictures_are_well_formed() {
    for trace in stories() {
        check_xml(&svg(&trace));
        check_dot(&dot(&trace));
    }
}

/// How many tasks, grey arrows and dotted arrows both pictures have.
#[track_caller]
fn check(trace: &Trace, tasks: usize, messages: usize, races: usize) {
    let (svg, dot) = (svg(trace), dot(trace));
    assert_eq!(count(&dot, "subgraph cluster_"), tasks, "{dot}");
    assert_eq!(count(&dot, "[color=gray];"), messages, "{dot}");
    assert_eq!(count(&dot, "[style=dotted, color=black];"), races, "{dot}");
    assert_eq!(count(&dot, "shape=triangle"), tasks, "{dot}");
    assert_eq!(count(&svg, "fill-opacity"), tasks, "{svg}");
    assert_eq!(count(&svg, "<path class=\"message\""), messages, "{svg}");
    assert_eq!(count(&svg, "<path class=\"race\""), races, "{svg}");
}

#[test]
fn figure_2_1() {
    // The message and what comes back, besides the spawning.
    check(&linked_in_time(), 2, 3, 0);
    let dot = dot(&linked_in_time());
    assert!(dot.contains("label=\"procA.PidB\\nproc.erl:2\"; color=\"#2039b0\""), "{dot}");
    assert!(dot.contains("event_2 -> event_6 [color=gray];"), "{dot}");
    assert!(dot.contains("shape=invtriangle, label=\"\", xlabel=\"exited: kill\""), "{dot}");
    assert!(dot.contains("event_5 -> event_6 -> event_7 [color=\"#2039b0\"];"), "{dot}");
}

#[test]
fn figure_2_2() {
    check(&linked_too_late(), 2, 3, 0);
    // The answer comes from the link itself, not from the process.
    assert!(dot(&linked_too_late()).contains("event_7 -> event_8 [color=gray];"));
    assert_eq!(count(&svg(&linked_too_late()), "class=\"switch\""), 1);
}

#[test]
fn figure_2_3() {
    check(&write_race(false), 2, 1, 1);
    assert!(dot(&write_race(false)).contains("event_2 -> event_4 [style=dotted, color=black];"));
    assert!(
        dot(&write_race(false))
            .contains("label=\"write_file(\\\"a.txt\\\", \\\"b\\\")\\nrace.erl:5\"")
    );
    // The clocks order them: no arrow.
    check(&write_race(true), 2, 1, 0);
}

#[test]
fn who_waits_has_no_end() {
    check(&deadlock(), 3, 2, 0);
    let (dot, svg) = (dot(&deadlock()), svg(&deadlock()));
    assert_eq!((count(&dot, "invtriangle"), count(&dot, "style=dashed")), (0, 3), "{dot}");
    assert_eq!(count(&svg, "stroke=\"#c00000\""), 3, "{svg}");
    assert_eq!(count(&svg, "<polygon"), 3, "{svg}");
}

/// How far down the text of each event stands, by the text.
fn height(svg: &str, text: &str) -> usize {
    let line = svg.lines().find(|line| line.ends_with(&format!(">{text}</text>")));
    let line = line.unwrap_or_else(|| panic!("{text} is in {svg}"));
    let (_, y) = line.split_once(" y=\"").expect("it has a place");
    y.split('"').next().and_then(|y| y.parse().ok()).expect("it is a number")
}

#[test]
fn what_nothing_orders_shares_a_row_and_arrows_point_down() {
    let both = svg(&lost_update());
    // The reading of `b` is not below the reading of `a`, but for the later spawning of `b`.
    let a_row = height(&both, "waits for a");
    let b_row = height(&both, "reads count: 0");
    assert_eq!(a_row, b_row, "{both}");
    assert!(height(&both, "joins a") < height(&both, "joins b"));

    let race = svg(&write_race(false));
    let first = height(&race, "write_file(&quot;a.txt&quot;, &quot;b&quot;)");
    let second = height(&race, "write_file(&quot;a.txt&quot;, &quot;a&quot;)");
    assert!(first < second, "{race}");
}

#[test]
fn what_is_cut_off_is_in_the_tips() {
    let picture = svg(&hostile());
    assert!(picture.contains(&"漢".repeat(300)), "{picture}");
    assert!(picture.contains("&quot;&lt;/title&gt;&amp;amp;]]&gt;"), "{picture}");
    assert!(dot(&hostile()).contains("\\\"</title>&amp;amp;]]> \\\\N\\\\\\\" {x|y} <b>"));
}

/// A layout that looks at all pairs of events would take minutes for the larger ones.
#[test]
fn large_traces_are_drawn_at_once() {
    let start = Instant::now();
    let picture = svg(&crowd(20, 500));
    assert!(picture.len() < 600_000, "{}", picture.len());
    svg(&crowd(20, 20_000));
    dot(&crowd(20, 20_000));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
