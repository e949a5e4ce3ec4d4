//! Traces as tables, as pictures, and in reports.

mod anything;
mod pictures;
mod reports;
mod stories;
mod tables;
