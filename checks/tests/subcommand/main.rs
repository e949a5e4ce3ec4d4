//! The command `cargo lawful` in real workspaces.

mod commands;
mod killed;
mod page;
mod parts;
mod shards;
