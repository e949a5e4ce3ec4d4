//! What people import: the attribute, the reports, and values as Rust.

mod attribute;
mod hostile;
mod literal_arguments;
mod obeys;
mod report;
