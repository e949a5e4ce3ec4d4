//! A program in C that makes the calls of a case, and prints what they return.
//!
//! Claessen's first way, in the paper, compiles one for every test. Here it is done for the smallest case
//! alone: what is wrong shows without Rust, and can be sent to whoever wrote the library.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use lawful::data::ShownCall;

use crate::table::Mistake;

/// The calls as a program in C. The mistake of its table is its argument.
pub fn source(steps: &[ShownCall]) -> String {
    let calls: String = steps.iter().map(|step| format!("    {}\n", call(step))).collect();
    format!("{BEFORE}{calls}{AFTER}")
}

/// `tell("get(2)", table_get(table, 2, &found), &found);`
fn call(step: &ShownCall) -> String {
    let name = &step.name;
    let arguments = step.arguments.debug.trim_matches(['(', ')']);
    match name.as_str() {
        "count" => r#"printf("count() = %" PRIu32 "\n", table_count(table));"#.to_string(),
        _ => format!(
            "tell(\"{name}({arguments})\", table_{name}(table, {arguments}, &found), &found);"
        ),
    }
}

const BEFORE: &str = r#"#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void tell(const char *call, int result, const int32_t *found) {
    if (result == 1) {
        printf("%s = %" PRId32 "\n", call, *found);
    } else {
        printf("%s = %s\n", call, result == 0 ? "none" : "no memory");
    }
}

int main(int count, char **arguments) {
    struct table *table = table_new(count > 1 ? atoi(arguments[1]) : TABLE_RIGHT);
    int32_t found = 0;
"#;

const AFTER: &str = "    table_free(table);\n    return 0;\n}\n";

/// Writes a program to a file, and compiles it to another beside it.
pub fn compile(source: &str, file: &Path) -> io::Result<()> {
    fs::write(file, source)?;
    let mut compiler = Command::new("cc");
    compiler.arg("-I").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/c")).arg(file);
    compiler.arg(env!("FOREIGN_OBJECT")).arg("-o").arg(file.with_extension("program"));
    let output = compiler.output()?;
    let complaints = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(()),
        false => Err(io::Error::other(format!("{source}\n{complaints}"))),
    }
}

/// Runs what was compiled, and gives the lines that it printed.
pub fn run(file: &Path, mistake: Mistake) -> io::Result<Vec<String>> {
    let mut program = Command::new(file.with_extension("program"));
    let output = program.arg((mistake as u32).to_string()).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect())
}
