//! Nothing: `cargo metadata` tells where the dependencies are.
