//! lawful, as `#[law]` runs it: a closure from a source to a verdict behind `dyn Law`.

use lawful::law::{Outcome, Verdict};
use lawful::{Check, Source, any};

use super::addition_commutes;

pub fn two_i32(tests: u64) -> u64 {
    // What `#[law] fn addition(a: i32, b: i32) -> bool` expands to.
    let law = |source: &mut Source| -> Verdict {
        let a = source.argument("a", &any::<i32>());
        let b = source.argument("b", &any::<i32>());
        if !source.admit() {
            return Verdict::Refused;
        }
        addition_commutes(a, b).conclude(source)
    };
    Check::new("two_i32").tests(tests).seed(tests).run(&law).held
}
