//! Laws that are discovered and kept in a file, in a project of its own: written, run, and compared after a change.

use checks::Project;

const SIGNATURE: &str = "\
use lawful::discovery::{Signature, keep_laws, sig};

fn sorted(xs: &[i32]) -> Vec<i32> {
    let mut sorted = xs.to_vec();
    sorted.sort();
    sorted
}

fn lists() -> Signature {
    sig![
        \"[]\" = Vec::<i32>::new,
        \"++\" = |xs: &[i32], ys: &[i32]| [xs, ys].concat(),
        sorted,
    ]
}

#[test]
fn laws_of_lists() {
    keep_laws!(lists, \"tests/lists/laws.rs\");
}
";

#[test]
fn a_law_file_is_written_runs_and_shows_a_change() {
    let dependency = Project::dependency_on("lawful", &["discovery"]);
    let project = Project::depending(
        env!("CARGO_TARGET_TMPDIR"),
        "law_files",
        &format!("[dependencies]\n{dependency}\n"),
        &[("src/lib.rs", ""), ("tests/lists.rs", SIGNATURE)],
    );
    // An earlier run may have left one.
    let _ = std::fs::remove_file(project.path("tests/lists/laws.rs"));

    let missing = project.cargo("test --test lists").run();
    let report = missing.failure("laws_of_lists");
    assert!(report.contains("the law file tests/lists/laws.rs could not be read"), "{report}");
    assert!(report.contains("To write it: LAWFUL_UPDATE_LAWS=1 cargo test"), "{report}");
    assert!(report.contains("sorted: idempotent"), "the laws are shown at once: {report}");

    let written = project.cargo("test --test lists").env("LAWFUL_UPDATE_LAWS", "1").run();
    assert!(written.success, "{}", written.all());
    let module = format!("{SIGNATURE}\n#[path = \"lists/laws.rs\"]\nmod laws;\n");
    project.write("tests/lists.rs", &module);
    let kept = project.cargo("test --test lists").run();
    assert!(kept.success, "{}", kept.all());
    assert!(
        kept.all().contains("test laws::sorted_sorted_xs_is_sorted_xs ... ok"),
        "{}",
        kept.all()
    );

    // A sort that drops what is equal.
    let broken = module.replace("sorted.sort();", "sorted.sort();\n    sorted.dedup();");
    project.write("tests/lists.rs", &broken);
    let changed = project.cargo("test --test lists laws_of_lists").run();
    let report = changed.failure("laws_of_lists");
    assert!(report.contains("the laws of `lists` changed (tests/lists/laws.rs)"), "{report}");
    assert!(report.contains("gained 1 law:\n  sorted(xs ++ xs) = sorted(xs)"), "{report}");
    assert!(report.contains("If that is meant: LAWFUL_UPDATE_LAWS=1 cargo test"), "{report}");

    // One that forgets the last element.
    let broken = module.replace("sorted.sort();", "sorted.sort();\n    sorted.pop();");
    project.write("tests/lists.rs", &broken);
    let changed = project.cargo("test --test lists").run();
    let report = changed.failure("laws_of_lists");
    assert!(report.contains("  sorted(sorted(xs)) = sorted(xs)\n    not for xs = "), "{report}");
    let law = changed.failure("laws::sorted_sorted_xs_is_sorted_xs");
    assert!(law.contains("the two sides are different"), "the law itself fails too: {law}");
}
