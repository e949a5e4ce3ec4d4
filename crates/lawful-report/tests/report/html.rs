//! The data of the page, and the lines that it has to copy.

use lawful::data::codec::from_json;
use lawful::data::{About, Summary};
use lawful::extend::Choices;
use lawful::prelude::*;
use lawful::report::html::Report;
use lawful::report::terminal::{kept_option, report};
use serde_json::Value;

/// Data of the only entry of a report.
fn data(summary: &Summary) -> Value {
    let mut report = Report::new("a law");
    report.law(summary);
    let page = report.to_html();
    let (_, rest) = page.split_once("id=\"entry-0\">").expect("the page has the entry");
    let (json, _) = rest.split_once("</script>").expect("the entry ends");
    serde_json::from_str(json).expect("the entry is JSON")
}

/// A summary of a law that fails with a text of any length.
fn failing_with(text: String) -> Summary {
    let texts = any::<bool>().mapped(move |_| text.clone());
    let law = for_all(texts, |text: String| text.is_empty());
    let mut summary = Runner::named("a_law").seed(1).run(&law);
    summary.case_arguments = Some(1);
    assert_eq!(summary.failures().len(), 1, "{}", report(&summary));
    summary
}

#[test]
fn a_kept_case_has_the_text_as_it_is() {
    for text in ["f( x, ))  y", "( , ))"] {
        let text = text.repeat(12);
        let summary = failing_with(text.clone());
        let option = kept_option(&summary, &summary.failures()[0]);
        assert_eq!(option, Some(format!("case(String::from({text:?}))")));
        let keep = format!("#[law({})]", option.unwrap());
        assert_eq!(data(&summary)["failures"][0]["keep"], keep);
    }
}

#[test]
fn a_case_longer_than_twenty_lines_is_kept_by_its_token() {
    let mut summary = failing_with("x".repeat(100_000));
    summary.keeps_tokens = true;
    let option = kept_option(&summary, &summary.failures()[0]).unwrap();
    assert!(option.starts_with("replay = \"a_law:"), "{}", &option[..50]);
}

#[test]
fn a_generator_that_panics_is_named() {
    let law = |source: &mut Source| {
        let number = any::<u8>().mapped(|x| if x > 9 { panic!("no such number") } else { x });
        source.argument("number", &number) < 10
    };
    let summary = Runner::named("a_law").seed(1).run(&law);
    let told = "The generator of `number` panicked:";
    assert!(report(&summary).contains(told), "{}", report(&summary));
    assert_eq!(data(&summary)["failures"][0]["drawing"], told);
}

#[test]
fn an_unstable_failure_has_the_advice_and_the_root_seed() {
    let runs = std::cell::Cell::new(0);
    let law = for_all(any::<u32>(), |_| runs.replace(runs.get() + 1) > 0);
    let mut summary = Runner::named("a_law").seed(7).run(&law);
    let about = r#"{"name": "a_law", "file": "src/lib.rs", "line": 1,
        "test": {"package": "shop", "target": "Lib", "path": "a_law"}}"#;
    summary.about = from_json::<About>(about).expect("it is a law");
    let unstable = &data(&summary)["unstable"][0];
    let command = unstable["seed"].as_str().unwrap();
    assert!(command.starts_with("LAWFUL_SEED=0x7 cargo test"), "{command}");
    let told = report(&summary);
    let found = unstable["found"].as_array().unwrap();
    assert!(found.iter().any(|line| line.as_str().unwrap().contains("repeat = n")), "{found:?}");
    for line in found.iter().chain([&unstable["seed"], &unstable["replay"]]) {
        assert!(told.contains(line.as_str().unwrap()), "{line} is not in {told}");
    }
}
