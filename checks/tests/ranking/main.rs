//! Ranking of executables: hostile programs, ways in which a case is given, languages, and generators of one's own.

#![cfg(target_os = "linux")]

mod command;
mod delivery;
mod folder;
mod generator;
mod hostile;
mod languages;
mod messages;
