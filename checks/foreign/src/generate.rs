//! Programs in C that make the calls of a case and print the replies.
//!
//! It is Claessen's first way in the paper: "generate random C programs that exercise the API, and compile and run them
//! in each test! C compilers are fast enough to make this practical". GCC 12 without optimisation compiles and links
//! about 35 of them per second on one core, against an object of the library that was compiled before. What is wrong
//! shows without Rust too, so that the program can be sent to the authors of the library.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

use crate::call::{Call, Reply};
use crate::description::Api;

/// A program that makes calls of an API.
pub fn source(api: &Api, calls: &[Call]) -> String {
    let blocks: String =
        calls.iter().map(|call| format!("    /* {call} */\n{}", call.c_block())).collect();
    let variables = calls.iter().filter_map(Call::last_variable).max().map_or(0, |last| last + 1);
    let variables: String =
        (0..variables).map(|number| format!("    void *v{number} = NULL;\n")).collect();
    // A call that ends the process leaves the replies before it.
    let unbuffered = "    setvbuf(stdout, NULL, _IONBF, 0);\n";
    format!(
        "#include {}\n\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n\nint main(void) {{\n{variables}\
         {unbuffered}{blocks}    return 0;\n}}\n",
        api.header
    )
}

/// Writes a program to a file, and compiles it to another beside it.
pub fn compile(source: &str, file: &Path) -> io::Result<()> {
    fs::write(file, source)?;
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-O0", "-w", "-I", concat!(env!("CARGO_MANIFEST_DIR"), "/c")]);
    compiler.arg(file).arg(env!("FOREIGN_OBJECT")).arg("-o").arg(file.with_extension("program"));
    let output = compiler.output()?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(()),
        false => Err(io::Error::other(format!("{source}\n{complaints}"))),
    }
}

/// Runs a compiled program. Gives the replies to the calls that it came to, and how it ended.
pub fn run(file: &Path, calls: &[Call]) -> io::Result<(Vec<Option<Reply>>, ExitStatus)> {
    let output = Command::new(file.with_extension("program")).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let replies = text.lines().zip(calls).map(|(line, call)| call.reply(line)).collect();
    Ok((replies, output.status))
}
