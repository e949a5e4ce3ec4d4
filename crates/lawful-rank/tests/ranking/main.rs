//! Tests of ranking through its public interface.

mod inference;
mod misuse;
mod order;
mod printed;
mod searching;
