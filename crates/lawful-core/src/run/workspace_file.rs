//! Settings of the workspace: the file `lawful.toml`, read once for each process.

use std::path::Path;
use std::sync::OnceLock;

use super::config::Config;
use crate::data::settings::{Factor, Given, PROFILE, Value, of_package};

/// Settings in force for the tests of this process, or why there are none. Cargo and nextest tell the package to the tests
/// that they start; a program that is started by hand has no file.
fn given() -> Result<&'static [Given], &'static str> {
    static GIVEN: OnceLock<Result<Vec<Given>, String>> = OnceLock::new();
    let read = || {
        let profile = std::env::var(PROFILE).ok().filter(|profile| !profile.is_empty());
        let package = std::env::var_os("CARGO_MANIFEST_DIR").filter(|package| !package.is_empty());
        match (package, profile) {
            (Some(package), profile) => of_package(Path::new(&package), profile.as_deref())
                .map_err(|error| error.to_string()),
            (None, None) => Ok(Vec::new()),
            (None, Some(name)) => Err(format!(
                "{PROFILE}={name:?}, and no lawful.toml is read, since cargo did not start the test \
                 (CARGO_MANIFEST_DIR is not set); run `cargo test`, or unset {PROFILE}"
            )),
        }
    };
    GIVEN.get_or_init(read).as_deref().map_err(|error| error.as_str())
}

/// Sets what the file says. A file that cannot be understood sets nothing, and [`factor`] tells of it.
pub(super) fn apply(config: &mut Config) {
    given().unwrap_or_default().iter().for_each(|given| set(config, given));
}

/// The factor on each law's own number of tests.
pub(super) fn factor() -> Result<Factor, String> {
    let factor = |given: &Given| match given.value {
        Value::Factor(factor) => Some(factor),
        _ => None,
    };
    Ok(given()?.iter().rev().find_map(factor).unwrap_or_default())
}

fn set(config: &mut Config, given: &'static Given) {
    let name = given.key.map_or("", |key| key.name);
    match (name, given.value) {
        ("tests", Value::Number(tests)) => config.tests = tests,
        ("max_size", Value::Number(size)) => {
            config.max_size = u32::try_from(size).unwrap_or(u32::MAX - 1);
        }
        ("max_discards", Value::Number(discards)) => config.max_discards = Some(discards),
        // A command that runs all laws knows the file, and says which seed counts.
        ("seed", Value::Number(_)) if std::env::var_os("LAWFUL_DEFAULT_SEED").is_some() => {}
        ("seed", Value::Number(seed)) => config.seed = Some(seed),
        ("max_failures", Value::Number(failures)) => {
            config.max_failures = usize::try_from(failures).unwrap_or(usize::MAX);
        }
        ("max_time", Value::Duration(time)) => config.max_time = Some(time),
        ("max_case_time", Value::Duration(time)) => config.max_case_time = Some(time),
        ("max_shrink_runs", Value::Number(runs)) => config.max_shrink_runs = runs,
        ("max_shrink_time", Value::Duration(time)) => config.max_shrink_time = time,
        ("max_search_time", Value::Duration(time)) => config.max_search_time = time,
        ("jobs", Value::Number(jobs)) => config.jobs = usize::try_from(jobs).unwrap_or(usize::MAX),
        ("isolated", Value::Switch(isolated)) => config.isolated = isolated,
        ("explain", Value::Switch(explain)) => config.explain = explain,
        ("statistics", Value::Switch(statistics)) => config.statistics = statistics,
        ("original", Value::Switch(original)) => config.original = original,
        ("report", Value::Switch(report)) => config.report = report,
        // The only one that is not a setting of its own: it changes the number that a law has in the end.
        ("factor", _) => {}
        // Settings of components go by their variables.
        (_, Value::Number(value)) => config.settings.set_variable(&given.variable, value),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::settings::{KEYS, Scope, WorkspaceFile};

    /// Settings with what a line says.
    fn with(line: &str) -> Config {
        let file = WorkspaceFile::parse(Path::new("lawful.toml"), line).expect(line);
        let given: Vec<Given> =
            file.settings(None).expect("no profile").into_iter().cloned().collect();
        let mut config = Config::default();
        given.leak().iter().for_each(|given| set(&mut config, given));
        config
    }

    #[test]
    fn every_key_changes_a_setting() {
        for key in KEYS {
            let values = ["77", "\"77s\"", "true", "false"];
            let lines = values.map(|value| format!("{} = {value}", key.name));
            let understood = lines
                .iter()
                .filter(|line| WorkspaceFile::parse(Path::new("lawful.toml"), line).is_ok());
            let changes = |line: &&String| with(line) != Config::default();
            let changing = understood.filter(changes).count();
            // The factor is no setting of its own.
            assert_eq!(changing > 0, key.name != "factor", "{}", key.name);
        }
    }

    #[test]
    fn every_key_changes_what_its_variable_changes() {
        for key in KEYS.iter().filter(|key| key.scope == Scope::Law && key.name != "factor") {
            for (value, variable) in
                [("77", "77"), ("\"77s\"", "77s"), ("true", "1"), ("false", "0")]
            {
                let line = format!("{} = {value}", key.name);
                if WorkspaceFile::parse(Path::new("lawful.toml"), &line).is_err() {
                    continue;
                }
                let mut overridden = Config::default();
                let read = |name: &str| (name == key.variable).then(|| variable.to_string());
                overridden.override_from(&read).expect("it is understood");
                overridden.settings = Default::default();
                assert_eq!(with(&line), overridden, "{line}");
            }
        }
    }

    #[test]
    fn settings_of_components_go_by_their_variables() {
        use crate::law::Setting;
        static DEPTH: Setting = Setting::new("LAWFUL_EDITOR_DEPTH", 20);
        let mut config = with("LAWFUL_EDITOR_DEPTH = 5");
        assert_eq!(config.settings.get(&DEPTH), 5);
        config.settings.set(&DEPTH, 7);
        assert_eq!(config.settings.get(&DEPTH), 7);
    }
}
