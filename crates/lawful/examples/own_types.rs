//! Your own types as arguments, and statistics of the cases.
//!
//! ```console
//! cargo run -p lawful --example own_types
//! ```

use std::collections::BTreeMap;

use lawful::prelude::*;
use lawful::report::terminal::report;

#[derive(Clone, Debug, Arbitrary)]
struct Order {
    lines: Vec<Line>,
    voucher: Option<Voucher>,
}

#[derive(Clone, Debug, Arbitrary)]
struct Line {
    article: Article,
    #[from(1..=20)]
    count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Arbitrary)]
enum Article {
    Pen,
    Paper,
    Desk,
}

#[derive(Clone, Debug, Arbitrary)]
enum Voucher {
    /// Cents off the price.
    Amount(#[from(1..=5_000)] u32),
    Percent(#[from(1..=50)] u32),
}

fn price(order: &Order) -> u32 {
    let of = |article| match article {
        Article::Pen => 150,
        Article::Paper => 499,
        Article::Desk => 19_900,
    };
    let sum: u32 = order.lines.iter().map(|line| of(line.article) * line.count).sum();
    match order.voucher {
        None => sum,
        // The bug: a voucher may be worth more than the order.
        Some(Voucher::Amount(cents)) => sum.wrapping_sub(cents),
        Some(Voucher::Percent(percent)) => sum - sum * percent / 100,
    }
}

/// Runs the law, prints its report, and asserts what it found.
pub fn main() {
    let law = for_all(any::<Order>(), |order| {
        let articles: BTreeMap<_, _> = order.lines.iter().map(|line| (line.article, ())).collect();
        collect!(articles.len());
        classify!(order.voucher.is_some(), "with a voucher");
        let without = Order { voucher: None, ..order.clone() };
        assert!(price(&order) <= price(&without), "a voucher made the order dearer");
    });
    let summary =
        Runner::named("vouchers make nothing dearer").seed(1).statistics().run(&law.named("order"));
    print!("{}", report(&summary));

    let failure = summary.failure().expect("the law is broken");
    let minimal = Order { lines: Vec::new(), voucher: Some(Voucher::Amount(1)) };
    assert_eq!(failure.arguments[0].debug, format!("{minimal:?}"));
}
