//! What can be changed about a case without mending it, and what mends it.

use lawful_core::generate::any;
use lawful_core::law::{Law, for_all};
use lawful_core::run::{Explanation, Runner};
use lawful_core::{assume, for_all};

fn explanation(law: &dyn Law) -> Explanation {
    let summary = Runner::named("explained").tests(2_000).seed(1).run(law);
    summary.failure().expect("the law is broken").explanation.clone()
}

/// The arguments that are free as a whole, and the others that mend the law.
fn told(law: &dyn Law) -> (Vec<usize>, Vec<(usize, String)>) {
    let Explanation { free, nearest_passing, .. } = explanation(law);
    let whole = free.iter().filter(|free| free.whole).map(|free| free.argument).collect();
    let mended =
        nearest_passing.into_iter().map(|mended| (mended.argument, mended.shown.debug)).collect();
    (whole, mended)
}

#[test]
fn an_argument_that_does_not_matter() {
    let law = for_all!(x: u32, name: String, y: u32 => { let _ = (name, y); x < 100 });
    assert_eq!(told(&law), (vec![1, 2], vec![(0, "99".into())]));
}

#[test]
fn arguments_that_matter_together() {
    // Each alone may be anything that keeps the sum; together they may not.
    let law = for_all!(x: u8, y: u8 => u32::from(x) + u32::from(y) < 256);
    let (whole, mended) = told(&law);
    assert_eq!(whole, [] as [usize; 0]);
    assert_eq!(mended.len(), 2);
}

#[test]
fn what_is_free_only_because_it_is_elsewhere_is_not() {
    // Any x that is not y: the one value that mends it stands elsewhere in the case.
    let law = for_all!(x: u64, y: u64 => x == y);
    assert_eq!(told(&law), (vec![], vec![(0, "1".into()), (1, "0".into())]));
}

#[test]
fn parts_of_arguments() {
    // The second element decides, the first may be anything.
    let law = for_all(any::<(u32, u32)>(), |(_, y)| y < 7);
    let free = explanation(&law).free;
    assert_eq!(free.len(), 1);
    assert!(!free[0].whole && free[0].others.iter().all(|other| other.ends_with(", 7)")));
}

#[test]
fn assumptions_are_no_evidence() {
    let law = for_all!(x: u32, y: u32 => {
        assume!(y > 10);
        x < 100
    });
    // Smaller values of y are discarded: they neither break the law nor hold.
    assert_eq!(told(&law), (vec![1], vec![(0, "99".into())]));
}
