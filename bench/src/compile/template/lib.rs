//! A crate with thirty laws over ten types.

pub mod types;

#[cfg(test)]
mod laws;
