//! What people import: the attribute, the reports, and values as Rust.

mod attribute;
mod derive;
mod hostile;
mod literal_arguments;
mod obeys;
mod report;
mod runner;
mod settings;
