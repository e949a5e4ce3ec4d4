//! petgraph's `GraphMap`: a set of nodes, and at most one edge from one to another.
//!
//! #432: `remove_node` of a directed graph leaves the node among the neighbors of those with an edge to it.

use std::collections::{BTreeMap, BTreeSet};

use lawful::machine::symbolic::*;
use lawful::prelude::*;
use petgraph::Direction::{Incoming, Outgoing};
use petgraph::graphmap::DiGraphMap;

use crate::bug::Bug;

/// Published bugs, and the laws that find them.
pub const BUGS: &[Bug] = &[Bug {
    package: "petgraph",
    version: "0.5.1",
    published: "#432",
    defect: "`GraphMap::remove_node` leaves edges that lead to the node",
    fixed: Some("0.6.0"),
    law: "machine: edits of a directed `GraphMap` against a set of nodes and a map of edges",
    minimal: &["add_edge(1, 0, 0); remove_node(0);", "add_edge(0, 1, 0); remove_node(1);"],
    make: || Box::new(edits()),
    ..Bug::COMMON
}];

type Graph = DiGraphMap<u8, u8>;

#[derive(Debug, Default)]
struct Model {
    nodes: BTreeSet<u8>,
    edges: BTreeMap<(u8, u8), u8>,
}

impl Model {
    fn successors(&self, node: u8) -> BTreeSet<u8> {
        self.edges.keys().filter(|edge| edge.0 == node).map(|edge| edge.1).collect()
    }

    fn predecessors(&self, node: u8) -> BTreeSet<u8> {
        self.edges.keys().filter(|edge| edge.1 == node).map(|edge| edge.0).collect()
    }
}

fn add_node(model: &mut Model, step: Step<Graph>) -> StepResult {
    let node = step.draw(any::<u8>());
    step.call(node, |graph, _, node| graph.add_node(node))?.returns(node)?;
    model.nodes.insert(node);
    Ok(())
}

fn remove_node(model: &mut Model, step: Step<Graph>) -> StepResult {
    let node = step.pick(&model.nodes)?;
    step.call(node, |graph, _, node| graph.remove_node(node))?.returns(true)?;
    model.nodes.remove(&node);
    model.edges.retain(|edge, _| edge.0 != node && edge.1 != node);
    Ok(())
}

fn add_edge(model: &mut Model, step: Step<Graph>) -> StepResult {
    let (a, b, weight) = step.draw(any::<(u8, u8, u8)>());
    let result =
        step.call((a, b, weight), |graph, _, (a, b, weight)| graph.add_edge(a, b, weight))?;
    model.nodes.extend([a, b]);
    result.returns(model.edges.insert((a, b), weight))
}

fn remove_edge(model: &mut Model, step: Step<Graph>) -> StepResult {
    let edge = step.pick(model.edges.keys())?;
    let result = step.call(edge, |graph, _, (a, b)| graph.remove_edge(a, b))?;
    result.returns(model.edges.remove(&edge))
}

/// Every edit of a directed `GraphMap` does what it does to a set of nodes and a map of edges.
fn edits() -> impl Law {
    Machine::new(Model::default, Graph::new)
        .command(add_node)
        .command(remove_node)
        .command(add_edge)
        .command(remove_edge)
        .invariant("the nodes of the model", |model, graph, _| {
            graph.nodes().collect::<BTreeSet<_>>() == model.nodes
        })
        .invariant("the edges of the model", |model, graph, _| {
            let edges = graph.all_edges().map(|(a, b, weight)| ((a, b), *weight));
            edges.collect::<BTreeMap<_, _>>() == model.edges
        })
        .invariant("the neighbors of the model", |model, graph, _| {
            let neighbors = |node, to| graph.neighbors_directed(node, to).collect::<BTreeSet<_>>();
            model.nodes.iter().all(|&node| {
                neighbors(node, Outgoing) == model.successors(node)
                    && neighbors(node, Incoming) == model.predecessors(node)
            })
        })
}
