//! The table in programs that are generated and compiled, one for every case.

use std::path::{Path, PathBuf};

use foreign::{Mistake, Program, Store, compilations, compiled_machine};
use lawful::prelude::*;
use lawful::report::sequence;
use lawful::run::Config;

use super::all_programs::{Call, wrong_at};
use super::direct::SMALLEST;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[law(tests = 60)]
fn a_compiled_program_follows_the_model() -> impl Law {
    compiled_machine(Mistake::None, file("right.c"))
}

/// Shrinking compiles too, and comes to what it comes to where the table is called directly.
#[test]
fn a_missing_tombstone_is_shrunk_by_compiling() {
    let before = compilations();
    for seed in 1..=2 {
        let config = Config::default().with(|config| {
            config.seed = Some(seed);
            config.max_failures = 1;
            config.explain = false;
        });
        let machine = compiled_machine(Mistake::LeavesNoTombstone, file("tombstone.c"));
        let summary = Runner::named("compiled").with(config).run(&machine);
        let calls = sequence::calls(summary.failure().expect("the law is broken").calls());
        assert!(SMALLEST.iter().any(|smallest| calls == *smallest), "{calls:?}");
    }
    println!("{} programs were compiled", compilations() - before);
}

#[test]
fn a_program_that_ends_early_is_wrong_where_it_ends() {
    let mut program = Program::new(Mistake::WrapsLate);
    assert!(program.put(3, 0).is_ok() && program.put(8, 0).is_ok() && program.count().is_ok());
    assert_eq!(program.first_wrong(&file("late.c")), Some(1));
}

#[test]
fn the_smallest_program_fails_in_c_too() {
    let program = |mistake| {
        let mut program = Program::new(mistake);
        let calls = [Call::Put(0, 0), Call::Put(2, 0), Call::Delete(0), Call::Get(2)];
        // Its own answers are those of the model.
        assert_eq!(wrong_at(&calls, &mut program), None);
        program
    };
    let wrong = program(Mistake::LeavesNoTombstone);
    let block = "    /* table_delete $0 0 */\n    {\n        void *a0 = v0;\n        int32_t a1 = 0;\n        \
                 int32_t a2 = 0;\n        int result = table_delete(a0, a1, &a2);\n";
    assert!(wrong.source().contains(block), "{}", wrong.source());
    assert_eq!(wrong.first_wrong(&file("smallest.c")), Some(3));
    assert_eq!(program(Mistake::None).first_wrong(&file("smallest_right.c")), None);
}
