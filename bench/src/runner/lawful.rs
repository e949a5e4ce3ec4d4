//! lawful, as `#[law]` runs it: a closure that draws and one that judges, behind `dyn Law`.

use lawful::extend::Case;
use lawful::extend::steps;
use lawful::{Runner, any};

use super::addition_commutes;

pub fn two_i32(tests: u64) -> u64 {
    // What `#[law] fn addition(a: i32, b: i32) -> bool` expands to.
    let draw = |case: &mut Case| {
        let a = case.argument("a", &any::<i32>());
        let b = case.argument("b", &any::<i32>());
        (a, b)
    };
    let law = steps(draw, |(a, b)| addition_commutes(a, b));
    Runner::named("two_i32").tests(tests).seed(tests).run(&law).passed
}
