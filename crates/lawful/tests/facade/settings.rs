//! The manual's page of settings against the code.

use lawful::data::settings::KEYS;
use lawful::run::Config;

const MANUAL: &str = include_str!("../../src/lib.rs");

#[test]
fn the_manual_has_each_key_of_the_file_and_each_variable() {
    let (_, page) = MANUAL.split_once("//! # Settings\n").expect("there is a section");
    let (table, text) = page.split_once("A file `lawful.toml`").expect("it tells of the file");
    let (_, keys) = text.split_once("Its keys are ").expect("it lists the keys");
    let (keys, _) = keys.split_once(';').expect("the list ends");
    let listed: Vec<&str> = keys.split('`').skip(1).step_by(2).collect();
    let known: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    assert_eq!(listed, known);
    for key in KEYS.iter().filter(|key| key.name != "early_timers") {
        assert!(table.contains(&format!("`{}", key.variable)), "{}", key.variable);
    }
}

#[test]
fn a_factor_multiplies_the_number_of_tests_of_a_law() {
    let with = |variables: &[(&str, &str)]| {
        let mut config = Config::default().with(|config| config.max_discards = Some(100));
        let read = |name: &str| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| value.to_string())
        };
        let overridden = config.override_from(&read);
        overridden.map(|()| (config.tests, config.max_discards.unwrap()))
    };
    assert_eq!(with(&[]), Ok((256, 100)));
    assert_eq!(with(&[("LAWFUL_FACTOR", "")]), Ok((256, 100)));
    assert_eq!(with(&[("LAWFUL_FACTOR", "2.5")]), Ok((640, 250)));
    assert_eq!(with(&[("LAWFUL_FACTOR", "0.001")]), Ok((1, 100)));
    let tests = ("LAWFUL_TESTS", "30");
    assert_eq!(with(&[("LAWFUL_FACTOR", "10"), tests]), Ok((30, 1_000)));
    let discards = ("LAWFUL_MAX_DISCARDS", "7");
    assert_eq!(with(&[("LAWFUL_FACTOR", "10"), discards]), Ok((2_560, 7)));
    for wrong in ["0", "-1", "many", "1e3"] {
        assert_eq!(
            with(&[("LAWFUL_FACTOR", wrong)]).unwrap_err().to_string(),
            format!(
                "LAWFUL_FACTOR={wrong:?} cannot be understood; it must be a number above 0, such as 10 or 0.5"
            )
        );
    }
}
