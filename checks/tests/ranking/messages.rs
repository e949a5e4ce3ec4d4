//! Messages of the command where there is no ranking. Each names the file or the option, and the way out.

use crate::command::rank;
use crate::folder::Folder;

const FEW: &str = "--small-tests 10 --patience 5";

/// Writes programs that are right, wrong in a way of their own, and no programs.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.script("model", "tr a x");
    folder.script("squeezes", "tr -s a x");
    folder.script("crashes", "echo oops >&2; exit 4");
    folder.script("slow", "exec sleep 1000");
    folder.file("not_executable", "#!/bin/sh\ntr a x");
    folder.script("nested/answer", "cat");
    folder
}

/// Runs the command, which must fail, and returns what it says, with `<folder>` for the folder.
#[track_caller]
fn error(folder: &Folder, options: &str, answers: &[&str]) -> String {
    let output = rank(&folder.path(""), &format!("{FEW} {options}"), answers);
    assert!(!output.success, "{}", output.all());
    assert_eq!(output.stdout, "", "{}", output.all());
    let here = folder.path("").display().to_string();
    output.stderr.replace(here.trim_end_matches('/'), "<folder>")
}

#[test]
fn programs_that_cannot_be_run() {
    let folder = folder("cannot-run");
    let input = "--input [ab]{0,3}";
    assert_eq!(
        error(&folder, &format!("{input} --reference ./model"), &["squeezes", "missing"]),
        "error: <folder>/missing does not exist\n\
         Give the path of a program, or a name that is in PATH.\n"
    );
    assert_eq!(
        error(&folder, &format!("{input} --reference ./missing"), &["squeezes"]),
        "error: <folder>/missing does not exist\n\
         Give the path of a program, or a name that is in PATH.\n"
    );
    assert_eq!(
        error(
            &folder,
            &format!("{input} --reference ./model --interpreter missing"),
            &["squeezes"]
        ),
        "error: <folder>/missing does not exist\n\
         Give the path of a program, or a name that is in PATH.\n"
    );
    assert_eq!(
        error(&folder, &format!("{input} --reference ./model"), &["nested"]),
        "error: <folder>/nested is no file\n\
         Name the programs in it.\n"
    );
    for options in ["--reference ./model", "--reference ./model --unconfined"] {
        assert_eq!(
            error(&folder, &format!("{input} {options}"), &["not_executable"]),
            "error: <folder>/not_executable cannot be started: Permission denied (os error 13)\n\
             Make it executable for all users (chmod a+rx), or name an interpreter that runs it.\n"
        );
    }
    folder.script("no_interpreter", "");
    let text = "#!/no/such/interpreter\n";
    std::fs::write(folder.path("no_interpreter"), text).unwrap();
    assert_eq!(
        error(&folder, &format!("{input} --reference ./model"), &["no_interpreter"]),
        "error: <folder>/no_interpreter cannot be started: No such file or directory (os error 2)\n\
         The interpreter that its first line names, or the loader that it needs, does not exist.\n"
    );
    std::fs::write(folder.path("no_interpreter"), "tr a x").unwrap();
    assert_eq!(
        error(&folder, &format!("{input} --reference ./model"), &["no_interpreter"]),
        "error: <folder>/no_interpreter cannot be started: Exec format error (os error 8)\n\
         Name an interpreter in its first line, such as #!/bin/sh, or one that runs all answers.\n"
    );
}

#[test]
fn references_without_an_output() {
    let folder = folder("reference");
    assert_eq!(
        error(&folder, "--input [ab]{0,3} --reference ./crashes", &["squeezes"]),
        "error: the reference failed on \"\": crashed: exit code 4: oops\n\
         The inputs must be such that the reference has an output.\n"
    );
    // A reference has five times as much time.
    assert_eq!(
        error(&folder, "--input [ab]{0,3} --reference ./slow --time-limit 40ms", &["squeezes"]),
        "error: the reference failed on \"\": timed out: more than 200ms\n\
         The inputs must be such that the reference has an output.\n"
    );
}

#[test]
fn options() {
    let folder = folder("options");
    assert_eq!(
        error(&folder, "--input [ab --reference ./model", &["squeezes"]),
        "error: --input \"[ab\": regex parse error:\n    [ab\n    ^\nerror: unclosed character class\n"
    );
    assert_eq!(
        error(&folder, "--reference ./model", &["squeezes"]),
        "error: no input is given\n\
         Say with --input which cases there are, by a regular expression such as '[a-z]{0,8}'.\n"
    );
    assert_eq!(
        error(&folder, "--input a\\nb? --pass lines --reference ./model", &["squeezes"]),
        "error: the input \"a\\n\" has a line feed, and programs that answer line by line get one line a case\n\
         Use inputs without line feeds, or a process for each case.\n"
    );
    let groups = "--input [ab]{0,3} --reference ./model --group squeezes,others --versus squeezes";
    assert_eq!(error(&folder, groups, &["squeezes"]), "error: there is no answer named others\n");
    assert_eq!(
        error(&folder, "--input [ab]{0,3} --reference ./model --json no/file", &["squeezes"]),
        "error: no/file: No such file or directory (os error 2)\n"
    );
    let suites = "--input [ab]{0,3} --reference ./model --suite ./missing";
    assert_eq!(
        error(&folder, suites, &["squeezes"]),
        "error: the test suite ./missing does not exist\n"
    );
    assert!(
        error(&folder, "--input a --reference ./model --time-limit 2", &["squeezes"])
            .contains("a whole number and its unit, such as 500ms, 2s, 10m or 1h")
    );
    assert!(
        error(&folder, "--input a --reference ./model", &[]).contains("Usage: cargo lawful rank")
    );
}
