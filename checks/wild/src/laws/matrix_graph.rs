//! petgraph's `MatrixGraph`: nodes with weights, and at most one edge from one to another, in a matrix that grows.
//!
//! #427: a matrix that grows a second time loses its edges, and a question about nodes that it has no room for yet
//! panics. #1017, which no release mends: `remove_node` leaves the number of edges as it was.

use std::collections::{BTreeMap, BTreeSet};

use lawful::machine::symbolic::*;
use lawful::prelude::*;
use petgraph::matrix_graph::{DiMatrix, NodeIndex};

use crate::bug::Bug;

/// What both rows share: one law finds all of #427.
const OF_EDITS: Bug = Bug {
    package: "petgraph",
    version: "0.5.1",
    published: "#427",
    fixed: Some("0.6.0"),
    law: "machine: edits of a directed `MatrixGraph` against maps of nodes and edges",
    make: || Box::new(edits()),
    ..Bug::COMMON
};

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[
    Bug {
        defect: "`MatrixGraph` panics for nodes that it has no room for yet",
        shows: "index out of bounds",
        minimal: &["let v1 = add_node(0); let v2 = add_node(0); let v3 = add_node(0); \
                    let v4 = add_node(0); let v5 = add_node(0); remove_node(*);"],
        ..OF_EDITS
    },
    Bug {
        defect: "`MatrixGraph` loses edges when it grows",
        shows: "the successors of the model",
        tests: 2_000,
        minimal: &["let v1 = add_node(0); let v2 = add_node(0); let v3 = add_node(0); \
                    let v4 = add_node(0); let v5 = add_node(0); \
                    update_edge(*); update_edge(*); successors(*);"],
        ..OF_EDITS
    },
];

type Graph = DiMatrix<u8, u8>;
type Node = Var<NodeIndex>;

#[derive(Debug, Default)]
struct Model {
    nodes: BTreeMap<Node, u8>,
    edges: BTreeMap<(Node, Node), u8>,
}

fn add_node(model: &mut Model, step: Step<Graph>) -> StepResult {
    let weight = step.draw(any::<u8>());
    let node = step.call(weight, |graph, _, weight| graph.add_node(weight))?;
    model.nodes.insert(node.var(), weight);
    Ok(())
}

fn remove_node(model: &mut Model, step: Step<Graph>) -> StepResult {
    let node = step.pick(model.nodes.keys())?;
    let has_edges = model.edges.keys().any(|edge| edge.0 == node || edge.1 == node);
    step.known_bug(has_edges, "#1017: the edges of a node that is removed are counted")?;
    let result = step.call(node, |graph, real, node| graph.remove_node(real[node]))?;
    result.returns(model.nodes.remove(&node).expect("it was picked"))
}

fn update_edge(model: &mut Model, step: Step<Graph>) -> StepResult {
    let (a, b) = (step.pick(model.nodes.keys())?, step.pick(model.nodes.keys())?);
    let weight = step.draw(any::<u8>());
    let result = step.call((a, b, weight), |graph, real, (a, b, weight)| {
        graph.update_edge(real[a], real[b], weight)
    })?;
    result.returns(model.edges.insert((a, b), weight))
}

fn remove_edge(model: &mut Model, step: Step<Graph>) -> StepResult {
    let edge = step.pick(model.edges.keys())?;
    let result = step.call(edge, |graph, real, (a, b)| graph.remove_edge(real[a], real[b]))?;
    result.returns(model.edges.remove(&edge).expect("it was picked"))
}

fn has_edge(model: &mut Model, step: Step<Graph>) -> StepResult {
    let (a, b) = (step.pick(model.nodes.keys())?, step.pick(model.nodes.keys())?);
    let result = step.call((a, b), |graph, real, (a, b)| graph.has_edge(real[a], real[b]))?;
    result.returns(model.edges.contains_key(&(a, b)))
}

fn successors(model: &mut Model, step: Step<Graph>) -> StepResult {
    let node = step.pick(model.nodes.keys())?;
    let result =
        step.call(node, |graph, real, node| graph.neighbors(real[node]).collect::<BTreeSet<_>>())?;
    let expected: Vec<Node> =
        model.edges.keys().filter(|edge| edge.0 == node).map(|edge| edge.1).collect();
    result.ensure("the successors of the model", |found, real| {
        *found == expected.iter().map(|node| real[*node]).collect()
    })
}

/// Every edit of a directed `MatrixGraph` does what it does to a map of nodes and a map of edges.
fn edits() -> impl Law {
    Machine::new(Model::default, || Graph::with_capacity(0))
        .command(add_node)
        .command(remove_node)
        .command(update_edge)
        .command(remove_edge)
        .command(has_edge)
        .command(successors)
        .invariant("the counts of the model", |model, graph, _| {
            graph.node_count() == model.nodes.len() && graph.edge_count() == model.edges.len()
        })
}
