//! The engine from outside: what it promises, each promise in a file of its own.

mod awkward;
mod database;
mod determinism;
mod distribution;
mod enumeration;
mod functions;
mod golden;
mod misuse;
mod own_laws;
mod replay;
mod running;
mod several;
mod shrinking;
