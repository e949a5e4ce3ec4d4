//! Settings of a whole workspace: the file `lawful.toml`.
//!
//! ```toml
//! # Settings of all laws.
//! max_time = "20s"
//!
//! # With LAWFUL_PROFILE=ci, these too.
//! [profile.ci]
//! factor = 10
//! seed = 7
//! isolated = true
//! ```
//!
//! The engine reads it for `cargo test`, and a command reads it for itself; both know the same keys, which are [`KEYS`].
//! The name of a key is that of the variable without `LAWFUL_`, in lower case. Settings of components that are not in the
//! list are written as their variables are: `LAWFUL_EDITOR_DEPTH = 5`.

mod factor;
mod toml;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use factor::Factor;

/// Name of the file.
pub const FILE_NAME: &str = "lawful.toml";
/// Variable that names the profile.
pub const PROFILE: &str = "LAWFUL_PROFILE";

/// A key of the file.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Key {
    /// Name in the file.
    pub name: &'static str,
    /// Variable of the environment that overrides the file.
    pub variable: &'static str,
    /// Part of Lawful that it is a setting of.
    pub scope: Scope,
    kind: Kind,
}

/// Part of Lawful that a key is a setting of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// The runs of laws, by the engine.
    Law,
    /// A component, which asks for it by the variable.
    Component,
}

/// Kind of value that a key has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Factor,
    Duration,
    Switch,
    /// A setting of a component is a number, or a switch that is 0 or 1.
    NumberOrSwitch,
}

macro_rules! keys {
    ($($name:literal $variable:literal $scope:ident $kind:ident)+) => {
        /// All keys that the file may have.
        pub static KEYS: &[Key] = &[$(Key {
            name: $name,
            variable: $variable,
            scope: Scope::$scope,
            kind: Kind::$kind,
        }),+];
    };
}

keys! {
    "tests" "LAWFUL_TESTS" Law Number
    "factor" "LAWFUL_FACTOR" Law Factor
    "max_size" "LAWFUL_MAX_SIZE" Law Number
    "max_discards" "LAWFUL_MAX_DISCARDS" Law Number
    "seed" "LAWFUL_SEED" Law Number
    "max_failures" "LAWFUL_MAX_FAILURES" Law Number
    "max_time" "LAWFUL_MAX_TIME" Law Duration
    "max_case_time" "LAWFUL_MAX_CASE_TIME" Law Duration
    "max_shrink_runs" "LAWFUL_MAX_SHRINK_RUNS" Law Number
    "max_shrink_time" "LAWFUL_MAX_SHRINK_TIME" Law Duration
    "max_search_time" "LAWFUL_MAX_SEARCH_TIME" Law Duration
    "jobs" "LAWFUL_JOBS" Law Number
    "isolated" "LAWFUL_ISOLATED" Law Switch
    "explain" "LAWFUL_EXPLAIN" Law Switch
    "statistics" "LAWFUL_STATISTICS" Law Switch
    "original" "LAWFUL_ORIGINAL" Law Switch
    "report" "LAWFUL_REPORT" Law Switch
    "schedules" "LAWFUL_SCHEDULES" Component NumberOrSwitch
    "early_timers" "LAWFUL_EARLY_TIMERS" Component NumberOrSwitch
}

/// Value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A whole number.
    Number(u64),
    /// A factor on a number of tests.
    Factor(Factor),
    /// A time.
    Duration(Duration),
    /// On or off.
    Switch(bool),
}

/// A setting that the file gives.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Given {
    /// Key, unless it is the variable of a component that [`KEYS`] has not.
    pub key: Option<&'static Key>,
    /// Variable of the environment that overrides it.
    pub variable: String,
    /// Value.
    pub value: Value,
    /// Line in the file, from 1.
    pub line: usize,
}

/// The file `lawful.toml` of a workspace.
///
/// ```
/// use std::path::Path;
///
/// use lawful::data::settings::{Factor, Value, WorkspaceFile};
///
/// let text = "tests = 1_000\n\n[profile.ci]\nfactor = 2.5\nmax_time = \"1m\"\n";
/// let file = WorkspaceFile::parse(Path::new("lawful.toml"), text).unwrap();
/// assert_eq!(file.profiles().collect::<Vec<_>>(), ["ci"]);
/// let given = file.settings(Some("ci")).unwrap();
/// assert_eq!(given[0].value, Value::Number(1_000));
/// assert_eq!(given[1].value, Value::Factor(Factor::parse("2.5").unwrap()));
///
/// let wrong = WorkspaceFile::parse(Path::new("lawful.toml"), "\ntest = 9").unwrap_err();
/// assert!(wrong.to_string().starts_with("lawful.toml:2: `test` is not a setting; "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceFile {
    path: PathBuf,
    flat: Vec<Given>,
    profiles: Vec<(String, Vec<Given>)>,
}

/// A file of settings that cannot be understood, or a profile that is in none. The text says where, and the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsError {
    message: String,
}

impl SettingsError {
    fn new(message: impl Into<String>) -> Self {
        SettingsError { message: message.into() }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for SettingsError {}

impl WorkspaceFile {
    /// Finds the file for a package: the nearest one, from the directory of the package up to the root of its workspace or
    /// of its repository, whichever comes first.
    pub fn find(package: &Path) -> Option<PathBuf> {
        let file_in = |directory: &Path| {
            let file = directory.join(FILE_NAME);
            file.is_file().then_some(file)
        };
        let mut found = None;
        for directory in package.ancestors() {
            found = found.or_else(|| file_in(directory));
            if is_root(directory) {
                return found;
            }
        }
        // A package that is in no workspace and no repository stands alone: what is above it is not its own.
        file_in(package)
    }

    /// Finds and reads the file for a package, if there is one.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or understood.
    pub fn of_package(package: &Path) -> Result<Option<Self>, SettingsError> {
        let Some(path) = WorkspaceFile::find(package) else { return Ok(None) };
        let text = fs::read_to_string(&path).map_err(|error| {
            SettingsError::new(format!("{} cannot be read: {error}", path.display()))
        })?;
        WorkspaceFile::parse(&path, &text).map(Some)
    }

    /// Reads the text of a file. Messages begin with the path.
    ///
    /// # Errors
    ///
    /// If it has a key that is not known, a value of another kind, or syntax beyond tables, keys and single values.
    pub fn parse(path: &Path, text: &str) -> Result<Self, SettingsError> {
        let mut file =
            WorkspaceFile { path: path.to_path_buf(), flat: Vec::new(), profiles: Vec::new() };
        let fault = |(line, message): (usize, String)| {
            SettingsError::new(format!("{}:{line}: {message}", path.display()))
        };
        for item in toml::items(text) {
            let (line, item) = item.map_err(fault)?;
            let added = match item {
                toml::Item::Table(name) => file.add_profile(&name),
                toml::Item::Pair(name, scalar) => file.add_setting(line, &name, &scalar),
            };
            added.map_err(|message| fault((line, message)))?;
        }
        Ok(file)
    }

    fn add_profile(&mut self, table: &str) -> Result<(), String> {
        let name = table.strip_prefix("profile.").filter(|name| is_bare(name)).ok_or_else(|| {
            format!(
                "[{table}] is not a table of {FILE_NAME}; write the settings of a profile below [profile.NAME], and all \
                 others before the first table"
            )
        })?;
        if self.profiles.iter().any(|(known, _)| known == name) {
            return Err(format!("[profile.{name}] comes twice; put the settings into one table"));
        }
        self.profiles.push((name.to_string(), Vec::new()));
        Ok(())
    }

    fn add_setting(
        &mut self,
        line: usize,
        name: &str,
        scalar: &toml::Scalar,
    ) -> Result<(), String> {
        let key = KEYS.iter().find(|key| key.name == name);
        let (variable, kind) = match key {
            Some(key) => (key.variable, key.kind),
            None => (component(name)?, Kind::NumberOrSwitch),
        };
        let value = kind
            .value(scalar)
            .ok_or_else(|| format!("`{name}` cannot be {scalar}; it must be {}", kind.wanted()))?;
        let table = match self.profiles.last_mut() {
            Some((_, settings)) => settings,
            None => &mut self.flat,
        };
        if table.iter().any(|given| given.variable == variable) {
            return Err(format!("`{name}` comes twice; remove one of them"));
        }
        table.push(Given { key, variable: variable.to_string(), value, line });
        Ok(())
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Names of the profiles, as they stand in the file.
    pub fn profiles(&self) -> impl Iterator<Item = &str> {
        self.profiles.iter().map(|(name, _)| name.as_str())
    }

    /// Settings that are in force: those of all laws, then those of a profile. A later one overrides an earlier one of the
    /// same variable.
    ///
    /// # Errors
    ///
    /// If the file has no such profile.
    pub fn settings(&self, profile: Option<&str>) -> Result<Vec<&Given>, SettingsError> {
        let of_profile = match profile {
            None => &[][..],
            Some(name) => {
                let found = self.profiles.iter().find(|(known, _)| known == name);
                &found.ok_or_else(|| self.no_profile(name))?.1
            }
        };
        Ok(self.flat.iter().chain(of_profile).collect())
    }

    fn no_profile(&self, name: &str) -> SettingsError {
        let path = self.path.display();
        let known: Vec<&str> = self.profiles().collect();
        SettingsError::new(match known.is_empty() {
            true => format!(
                "{PROFILE}={name:?} is not a profile of {path}, which has none; add a table [profile.{name}] to it"
            ),
            false => format!(
                "{PROFILE}={name:?} is not a profile of {path}; its profiles are {}",
                known.join(", ")
            ),
        })
    }
}

/// The settings of a package in force: those of its file, if it has one, with a profile, if there is to be one.
///
/// # Errors
///
/// If the file cannot be read or understood, or the profile is not in it.
pub fn of_package(package: &Path, profile: Option<&str>) -> Result<Vec<Given>, SettingsError> {
    match (WorkspaceFile::of_package(package)?, profile) {
        (Some(file), profile) => Ok(file.settings(profile)?.into_iter().cloned().collect()),
        (None, None) => Ok(Vec::new()),
        (None, Some(name)) => Err(SettingsError::new(format!(
            "{PROFILE}={name:?}, and there is no {FILE_NAME} in {} or above it in its workspace; make one with a table \
             [profile.{name}]",
            package.display()
        ))),
    }
}

/// Variable of a component's setting that is written by it.
fn component(name: &str) -> Result<&str, String> {
    if let Some(key) = KEYS.iter().find(|key| key.variable == name) {
        return Err(format!("write `{}` for {name}", key.name));
    }
    let is_variable = |letter: char| letter.is_ascii_uppercase() || "_0123456789".contains(letter);
    let rest = name.strip_prefix("LAWFUL_").filter(|rest| !rest.is_empty());
    if rest.is_some_and(|rest| rest.chars().all(is_variable)) {
        return Ok(name);
    }
    let meant = name.replace('-', "_");
    if KEYS.iter().any(|key| key.name == meant) {
        return Err(format!("write `{meant}` for `{name}`"));
    }
    let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
    Err(format!(
        "`{name}` is not a setting; the settings are {}, and those of other components by their variables, such as \
         LAWFUL_EDITOR_DEPTH",
        names.join(", ")
    ))
}

impl Kind {
    fn value(self, scalar: &toml::Scalar) -> Option<Value> {
        use toml::Scalar;
        Some(match (self, scalar) {
            (Kind::Number | Kind::NumberOrSwitch, Scalar::Number(text)) => {
                Value::Number(whole_number(text)?)
            }
            (Kind::Factor, Scalar::Number(text)) => Value::Factor(Factor::parse(text)?),
            (Kind::Duration, Scalar::Text(text)) => Value::Duration(duration(text)?),
            (Kind::Switch, Scalar::Boolean(switch)) => Value::Switch(*switch),
            (Kind::NumberOrSwitch, Scalar::Boolean(switch)) => Value::Number(u64::from(*switch)),
            _ => return None,
        })
    }

    fn wanted(self) -> &'static str {
        match self {
            Kind::Number => "a whole number, such as 1_000",
            Kind::Factor => FACTOR,
            Kind::Duration => {
                "a whole number and its unit in quotes, such as \"500ms\", \"30s\", \"2m\" or \"1h\""
            }
            Kind::Switch => "true or false",
            Kind::NumberOrSwitch => "a whole number, or true or false",
        }
    }
}

/// Description of a factor, for messages.
pub const FACTOR: &str = "a number above 0, such as 10 or 0.5";

/// Returns whether a directory is the root of a workspace or of a repository.
fn is_root(directory: &Path) -> bool {
    let is_header = |line: &str| {
        let table = line.trim_start().strip_prefix('[').map(str::trim_start);
        let rest = table.and_then(|table| table.strip_prefix("workspace"));
        rest.is_some_and(|rest| rest.trim_start().starts_with([']', '.']))
    };
    let manifest = || fs::read_to_string(directory.join("Cargo.toml"));
    directory.join(".git").exists() || manifest().is_ok_and(|text| text.lines().any(is_header))
}

/// Returns whether a name can stand in a table of TOML without quotes.
fn is_bare(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    !name.is_empty() && name.chars().all(is_letter)
}

/// Reads a number, decimal or with `0x`, with `_` wherever it helps.
///
/// ```
/// use lawful::data::settings::whole_number;
///
/// assert_eq!(whole_number("1_000"), Some(1_000));
/// assert_eq!(whole_number("0xff"), Some(255));
/// assert_eq!(whole_number("1.5"), None);
/// ```
pub fn whole_number(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    match digits.strip_prefix("0x") {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// Reads a time with its unit, as options of `#[law(..)]` and variables have it.
///
/// ```
/// use std::time::Duration;
///
/// use lawful::data::settings::duration;
///
/// assert_eq!(duration("2m"), Some(Duration::from_secs(120)));
/// assert_eq!(duration("500ms"), Some(Duration::from_millis(500)));
/// assert_eq!(duration("30"), None);
/// ```
pub fn duration(text: &str) -> Option<Duration> {
    let unit = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit);
    let number: u64 = number.trim_end().replace('_', "").parse().ok()?;
    let milliseconds = number.checked_mul(match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    })?;
    Some(Duration::from_millis(milliseconds))
}
