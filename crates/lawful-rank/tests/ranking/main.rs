//! Tests of ranking through its public interface.

mod inference;
mod left_out;
mod misuse;
mod order;
mod printed;
mod searching;
