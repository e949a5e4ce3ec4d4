//! Compiles the library, and the interpreters that are generated from descriptions. Where there is no C compiler there is
//! nothing to check, and nothing fails.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

#[path = "src/apis.rs"]
mod apis;
#[path = "src/description.rs"]
mod description;
#[path = "src/emit.rs"]
mod emit;

fn main() {
    println!("cargo::rerun-if-changed=c");
    for part in ["apis", "description", "emit"] {
        println!("cargo::rerun-if-changed=src/{part}.rs");
    }
    let directory = env::var("OUT_DIR").expect("cargo says where to build");
    let directory = Path::new(&directory);
    let object = directory.join("table.o");
    let library = directory.join("libtable.a");

    let mut compile = Command::new("cc");
    compile.args(FLAGS).args(["-fPIC", "-c", "c/table.c", "-o"]).arg(&object);
    let mut archive = Command::new("ar");
    archive.arg("crs").arg(&library).arg(&object);
    let mut commands = vec![compile, archive];
    for api in [&apis::TABLE, &apis::FILES] {
        let source = directory.join(format!("{}_interpreter.c", api.name));
        fs::write(&source, emit::interpreter(api)).expect("the directory of the build is writable");
        let mut link = Command::new("cc");
        link.args(FLAGS).args(["-I", "c"]).arg(&source).arg(&object).arg("-o");
        link.arg(source.with_extension(""));
        commands.push(link);
    }

    // What is compiled here runs here: another target would need another compiler.
    let is_native = env::var("HOST") == env::var("TARGET");
    if is_native && commands.iter_mut().all(succeeds) {
        println!("cargo::rustc-cfg=compiled");
        println!("cargo::rustc-link-search=native={}", directory.display());
        println!("cargo::rustc-link-lib=static=table");
        println!("cargo::rustc-env=FOREIGN_OBJECT={}", object.display());
        println!("cargo::rustc-env=FOREIGN_INTERPRETERS={}", directory.display());
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
