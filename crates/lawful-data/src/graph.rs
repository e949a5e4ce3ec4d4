//! Graphs: nodes with edges between them, which a reporter lays out.

/// A graph: states and the commands between them, or programs and the tests that tell them apart.
///
/// ```
/// use lawful::data::{Graph, Tone};
///
/// let mut graph = Graph::new("doors");
/// let (open, shut) = (graph.node("open", Tone::Plain), graph.node("shut", Tone::Good));
/// graph.edge(open, shut, "close");
/// assert_eq!(graph.edges[0].to, shut);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Graph {
    /// Title of the graph.
    pub title: String,
    /// The nodes.
    pub nodes: Vec<GraphNode>,
    /// The edges, which lead from one node to another or back to it.
    pub edges: Vec<GraphEdge>,
}

/// Node of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphNode {
    /// Text in the node, on one line or several.
    pub name: String,
    /// Text for a reader who asks for more.
    pub detail: String,
    /// Kind of the node.
    pub tone: Tone,
}

/// Edge of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphEdge {
    /// Node that the edge comes from, by its place in the list.
    pub from: usize,
    /// Node that it leads to.
    pub to: usize,
    /// Text on the edge.
    pub label: String,
    /// Text for a reader who asks for more.
    pub detail: String,
    /// Number of times that the edge was taken, where it was counted.
    pub count: Option<u64>,
}

/// Kind of a node or a statement, by which reporters colour it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tone {
    /// Nothing to say of it.
    #[default]
    Plain,
    /// As it should be: an answer without bugs, a law that holds.
    Good,
    /// Not as it should be: an answer with all bugs, a law that does not hold.
    Bad,
    /// Beside the others: not comparable, not reached.
    Faint,
}

impl Graph {
    /// A graph without nodes.
    pub fn new(title: impl Into<String>) -> Self {
        Graph { title: title.into(), ..Graph::default() }
    }

    /// Adds a node, and returns its place in the list.
    pub fn node(&mut self, name: impl Into<String>, tone: Tone) -> usize {
        self.nodes.push(GraphNode { name: name.into(), tone, ..GraphNode::default() });
        self.nodes.len() - 1
    }

    /// Adds an edge between two nodes, and returns it.
    pub fn edge(&mut self, from: usize, to: usize, label: impl Into<String>) -> &mut GraphEdge {
        self.edges.push(GraphEdge { from, to, label: label.into(), ..GraphEdge::default() });
        let last = self.edges.len() - 1;
        &mut self.edges[last]
    }
}
