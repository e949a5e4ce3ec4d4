//! Writes each run of equal letters as the letter and its length, line by line: `aab` is `a2b1`. The reference.

use std::io::{Write, stdin, stdout};

fn main() {
    for line in stdin().lines() {
        let letters: Vec<char> = line.expect("standard input is text").chars().collect();
        let runs = letters.chunk_by(char::eq).map(|run| format!("{}{}", run[0], run.len()));
        println!("{}", runs.collect::<String>());
        stdout().flush().expect("standard output is open");
    }
}
