//! Laws of published crates, one file for each structure.

mod csv;
mod graph_map;
mod heapless;
mod imbl;
mod itertools;
mod matrix_graph;
mod num_rational;
mod radix_trie;
mod rangemap;
mod ropey;
mod similar;
mod smallvec;

use crate::bug::Bug;

/// All bugs, in the order of the table.
pub fn bugs() -> Vec<&'static Bug> {
    let files = [
        smallvec::BUGS,
        itertools::BUGS,
        graph_map::BUGS,
        matrix_graph::BUGS,
        radix_trie::BUGS,
        rangemap::BUGS,
        similar::BUGS,
        heapless::BUGS,
        num_rational::BUGS,
        imbl::BUGS,
        ropey::BUGS,
        csv::BUGS,
    ];
    files.into_iter().flatten().collect()
}
