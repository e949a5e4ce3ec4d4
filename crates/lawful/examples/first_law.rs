//! A first law, and its minimal counterexample.
//!
//! ```console
//! cargo run -p lawful --example first_law
//! ```

use lawful::prelude::*;
use lawful::report::terminal::report;

/// File name of a page.
fn file(page: u32) -> String {
    format!("page-{page}.png")
}

/// Runs the law, prints its report, and asserts what it found.
pub fn main() {
    // In a test: #[law] fn files_are_in_the_order_of_pages(one: u32, other: u32) { .. }
    let law = for_all((any::<u32>(), any::<u32>()), |(one, other)| {
        assert_eq!(file(one).cmp(&file(other)), one.cmp(&other));
    });
    let law = law.named("pages");
    let summary = Runner::named("files are in the order of pages").seed(1).run(&law);
    print!("{}", report(&summary));

    // As text, 10 comes before 2.
    let failure = summary.failure().expect("the law is broken");
    assert_eq!(failure.arguments[0].debug, "(2, 10)");
}
