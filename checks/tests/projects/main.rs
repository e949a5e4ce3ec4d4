//! Lawful as its users meet it.

mod arguments;
mod backtraces;
mod database;
mod derive;
mod died;
mod failing;
mod fuzzing;
mod killed;
mod machines;
mod misuse;
mod newcomer;
mod nextest;
mod observed;
mod parallel;
mod passing;
mod pulse;
mod pulse_deadly;
mod pulse_profiles;
mod recipes;
mod renamed;
mod replay;
mod seeds;
mod settings;
mod shop;
mod threads;
