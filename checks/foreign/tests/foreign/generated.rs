//! The smallest program as a program in C.

use std::path::Path;

use foreign::{Mistake, Table, generate, machine};
use lawful::prelude::*;

#[test]
fn the_smallest_program_fails_in_c_too() {
    let machine = machine(|| Table::new(Mistake::LeavesNoTombstone));
    let summary = Runner::named("table").tests(1_000).seed(1).first_failure().run(&machine);
    let steps = summary.failure().expect("the law is broken").calls();
    let source = generate::source(steps);
    let call = "    tell(\"delete(0)\", table_delete(table, 0, &found), &found);\n";
    assert!(source.contains(call), "{source}");

    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("smallest.c");
    generate::compile(&source, &file).expect("it is compiled");
    let run = |mistake| generate::run(&file, mistake).expect("it runs");
    let (wrong, right) = (run(Mistake::LeavesNoTombstone), run(Mistake::None));
    let same = ["put(0, 0) = none", "put(2, 0) = none", "delete(0) = 0"];
    assert!(wrong.len() == 4 && wrong[..3] == same && right[..3] == same, "{wrong:?} {right:?}");
    // Which call looks for the second key is left to chance.
    assert_eq!(right[3].replace("= 0", "= none"), wrong[3]);
    assert_ne!(right[3], wrong[3]);
}
