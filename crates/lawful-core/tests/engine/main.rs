//! The engine from outside: what it promises, each promise in a file of its own.

mod adequacy;
mod awkward;
mod climb;
mod database;
mod determinism;
mod distribution;
mod enumeration;
mod explain;
mod functions;
mod golden;
mod misuse;
mod own_laws;
mod replay;
mod running;
mod several;
mod shrinking;
mod tidy;
mod walk;
