//! Law discovery: the equations that functions without a specification obey.
//!
//! ```console
//! cargo run -p lawful --example discovery --features discovery
//! ```

use lawful::discovery::sig;

/// Number of seconds in some hours.
fn hours(count: u32) -> u32 {
    count.wrapping_mul(3_600)
}

fn minutes(count: u32) -> u32 {
    count.wrapping_mul(60)
}

fn plus(one: u32, other: u32) -> u32 {
    one.wrapping_add(other)
}

/// The longer of two durations.
fn longer(one: u32, other: u32) -> u32 {
    one.max(other)
}

const NONE: u32 = 0;

/// Discovers the laws, prints them, and asserts that some of them are found.
pub fn main() {
    let found = sig![NONE, hours, minutes, plus, longer].discover();
    println!("{found}");

    for law in ["plus(m, n) = plus(n, m)", "longer(m, m) = m", "hours(m) = minutes(minutes(m))"] {
        assert!(found.proves(law), "{law} does not follow from the laws that were found");
    }
}
