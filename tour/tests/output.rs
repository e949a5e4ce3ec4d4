//! The tour as a program: what it prints, and with which code it ends.

use std::process::{Command, Output, Stdio};

fn tour(arguments: &[&str], stdout: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawful-tour"));
    let child = command.args(arguments).stdout(stdout).stderr(Stdio::piped()).spawn();
    child.unwrap().wait_with_output().unwrap()
}

#[test]
fn a_closed_pipe_ends_the_tour_without_a_panic() {
    for arguments in [["--list", "reverse"], ["--seed", "1"], ["reverse", "unit"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = tour(&arguments, writer.into());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(141), "{arguments:?}");
    }
}

#[test]
fn every_name_must_be_known() {
    for names in [&["no_such_study"][..], &["reverse", "no_such_study"]] {
        let output = tour(&[&["--list"], names].concat(), Stdio::piped());
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &[][..]));
        assert!(String::from_utf8_lossy(&output.stderr).contains("\"no_such_study\""));
    }
    assert!(tour(&["--list", "reverse"], Stdio::piped()).status.success());
}
