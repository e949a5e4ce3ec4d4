//! The command `cargo lawful` in real workspaces.

mod commands;
mod killed;
mod parts;
mod shards;
