//! Lawful as its users meet it.

mod database;
mod derive;
mod failing;
mod misuse;
mod newcomer;
mod nextest;
mod passing;
mod replay;
mod seeds;
mod settings;
mod shop;
