//! Compiles the library and the interpreter. Where there is no C compiler there is nothing to check,
//! and nothing fails.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=c");
    let directory = env::var("OUT_DIR").expect("cargo says where to build");
    let directory = Path::new(&directory);
    let object = directory.join("table.o");
    let library = directory.join("libtable.a");
    let interpreter = directory.join("interpreter");

    let mut compile = Command::new("cc");
    compile.args(FLAGS).args(["-fPIC", "-c", "c/table.c", "-o"]).arg(&object);
    let mut archive = Command::new("ar");
    archive.arg("crs").arg(&library).arg(&object);
    let mut link = Command::new("cc");
    link.args(FLAGS).arg("c/interpreter.c").arg(&object).arg("-o").arg(&interpreter);

    // What is compiled here runs here: another target would need another compiler.
    let is_native = env::var("HOST") == env::var("TARGET");
    if is_native && [compile, archive, link].iter_mut().all(succeeds) {
        println!("cargo::rustc-cfg=compiled");
        println!("cargo::rustc-link-search=native={}", directory.display());
        println!("cargo::rustc-link-lib=static=table");
        println!("cargo::rustc-env=FOREIGN_OBJECT={}", object.display());
        println!("cargo::rustc-env=FOREIGN_INTERPRETER={}", interpreter.display());
    }
}

const FLAGS: [&str; 4] = ["-std=c99", "-O1", "-Wall", "-Wextra"];

/// A compiler that is missing is no error, but one that complains is.
fn succeeds(command: &mut Command) -> bool {
    let Ok(output) = command.output() else { return false };
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{complaints}");
    complaints.lines().for_each(|line| println!("cargo::warning={line}"));
    true
}
