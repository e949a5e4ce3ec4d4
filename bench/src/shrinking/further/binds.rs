//! What is drawn depends on what was drawn before: lengths, bounds and indices.

use lawful::any;
use lawful::generate::vec;
use lawful::{Generator, Source, structure};

use crate::shrinking::case::{Case, exactly, law, law_assuming};

pub const CASES: &[Case] = &[
    Case {
        name: "index_into_list",
        law: || {
            let list_and_index = |source: &mut Source| {
                let list: Vec<i32> = source.draw(&vec(any(), 1..));
                let index = source.draw(&(0..list.len()));
                (list, index)
            };
            law(list_and_index, |(list, index)| index < 2 || list[index] <= 100)
        },
        smallest: || exactly("([0, 0, 101], 2)"),
    },
    Case {
        name: "descending_bounds",
        law: || {
            let descending = |source: &mut Source| {
                let x = source.draw(&(0..=1_000));
                let y = source.draw(&(0..=x));
                (x, y, source.draw(&(0..=y)))
            };
            law(descending, |(x, y, z)| z < 50 || x - y < 7)
        },
        smallest: || exactly("(57, 50, 50)"),
    },
    // Two lists of one length, equal at some place.
    Case {
        name: "parallel_lists",
        law: || {
            let lists =
                (0..=20usize).flat_mapped(|length| (vec(0..=50, length), vec(0..=50, length)));
            law(lists, |(xs, ys)| xs.iter().zip(&ys).all(|(x, y)| *x < 5 || x != y))
        },
        smallest: || exactly("([5], [5])"),
    },
    // The length is not drawn from the list but must be right all the same.
    Case {
        name: "declared_length",
        law: || {
            law_assuming(
                structure!(Packet { declared: 0..=10usize, body: vec(any::<i16>(), ..=10) }),
                |packet| packet.declared == packet.body.len(),
                |packet| packet.body.iter().all(|word| *word < 300),
            )
        },
        smallest: || exactly("Packet { declared: 1, body: [300] }"),
    },
    Case {
        name: "edge_both_ways",
        law: || {
            let graph = (1..=8usize).flat_mapped(|nodes| {
                let edges = vec((0..nodes, 0..nodes), ..=12);
                edges.mapped(move |edges| (nodes, edges))
            });
            law(graph, |(_, edges)| {
                edges.iter().all(|(from, to)| from == to || !edges.contains(&(*to, *from)))
            })
        },
        smallest: || exactly("(2, [(0, 1), (1, 0)])"),
    },
];

#[derive(Debug)]
struct Packet {
    declared: usize,
    body: Vec<i16>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrinking::brute_force::{Within, check};

    #[test]
    fn no_smaller_case_breaks_the_law() {
        let binds = |numbers, lengths, weight| Within { size: 10, numbers, lengths, weight };
        check(
            CASES,
            &[
                ("descending_bounds", binds(60, 0, 3)),
                ("parallel_lists", binds(6, 2, 3)),
                ("edge_both_ways", binds(3, 3, 6)),
            ],
        );
    }
}
