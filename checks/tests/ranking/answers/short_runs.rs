//! Wrong: panics at a run of more than three letters.

use std::io::{Write, stdin, stdout};

fn main() {
    for line in stdin().lines() {
        let letters: Vec<char> = line.expect("standard input is text").chars().collect();
        let lengths = ["0", "1", "2", "3"];
        for run in letters.chunk_by(char::eq) {
            print!("{}{}", run[0], lengths[run.len()]);
        }
        println!();
        stdout().flush().expect("standard output is open");
    }
}
