//! Settings of components, given in `#[law(..)]` or by a variable of the environment.

use std::sync::OnceLock;

use crate::data::settings::whole_number;
use crate::generate::Misuse;

/// A setting of a component: a number, or a switch that is 0 or 1.
///
/// A component declares it as a `static`. `#[law(editor::DEPTH = 5)]` sets it for a law, and the variable
/// overrides that; a component reads it with [`Case::setting`](super::Case::setting).
///
/// ```
/// use lawful::extend::{Setting, Settings};
///
/// static DEPTH: Setting = Setting::new("LAWFUL_EDITOR_DEPTH", 20);
/// let mut settings = Settings::default();
/// assert_eq!(settings.get(&DEPTH), 20);
/// settings.set(&DEPTH, 5);
/// assert_eq!(settings.get(&DEPTH), 5);
/// ```
#[derive(Debug)]
pub struct Setting {
    variable: &'static str,
    default: u64,
    /// Value of the variable, which is read once.
    environment: OnceLock<Option<u64>>,
}

/// Values of settings that were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    given: Vec<(&'static str, u64)>,
    /// True if variables of the environment override what is given.
    pub(crate) overridden: bool,
}

impl Setting {
    /// A setting with the variable that overrides it, which also tells it from others, and its default.
    pub const fn new(variable: &'static str, default: u64) -> Self {
        Setting { variable, default, environment: OnceLock::new() }
    }

    fn of_environment(&self) -> Option<u64> {
        let read = || {
            let value = std::env::var(self.variable).ok().filter(|value| !value.is_empty())?;
            let parsed = whole_number(&value);
            parsed.or_else(|| {
                let variable = self.variable;
                Misuse::raise(format!(
                    "{variable}={value:?} cannot be understood; it must be a whole number"
                ))
            })
        };
        *self.environment.get_or_init(read)
    }
}

impl Settings {
    /// Gives a setting its value.
    pub fn set(&mut self, setting: &Setting, value: u64) {
        self.set_variable(setting.variable, value);
    }

    /// Gives the setting that a variable overrides its value.
    pub(crate) fn set_variable(&mut self, variable: &'static str, value: u64) {
        self.given.retain(|(known, _)| *known != variable);
        self.given.push((variable, value));
    }

    /// The value of a setting.
    pub fn get(&self, setting: &Setting) -> u64 {
        self.given(setting).unwrap_or(setting.default)
    }

    /// The value of a setting, if it was given.
    pub fn given(&self, setting: &Setting) -> Option<u64> {
        let given = self.given.iter().find(|(name, _)| *name == setting.variable);
        let overriding = if self.overridden { setting.of_environment() } else { None };
        overriding.or(given.map(|(_, value)| *value))
    }
}
