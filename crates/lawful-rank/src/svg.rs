//! The diagram as a picture: layers by the longest way from the top (Sugiyama), with lines that bend around
//! classes of the layers between.

use std::fmt::Write;

use crate::order::{Diagram, Edge};
use crate::ranking::Ranking;
use crate::show::{counted, cut, width};

/// Pixels of a letter in a font of fixed width, and of a line.
const LETTER: f64 = 7.2;
const LINE: f64 = 16.0;
const BORDER: f64 = 24.0;
/// Free room between nodes of a layer, and between layers.
const NODE_GAP: f64 = 28.0;
const LAYER_GAP: f64 = 96.0;
/// Names in a line of a node, and lines of a node.
const NAMES: usize = 4;
const LINES: usize = 6;
/// Sweeps that move nodes towards their neighbours.
const SWEEPS: usize = 24;

/// A class, or the place where a long edge passes a layer.
struct Node {
    class: Option<usize>,
    lines: Vec<String>,
    width: f64,
    /// Room that the node takes in its layer, for the labels of edges that end here.
    room: f64,
    height: f64,
    x: f64,
    above: Vec<usize>,
    below: Vec<usize>,
}

/// Nodes by layer, and each edge as the nodes that it visits.
struct Layout {
    nodes: Vec<Node>,
    layers: Vec<Vec<usize>>,
    ways: Vec<Vec<usize>>,
}

/// A rectangle.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn around(x: f64, y: f64, width: f64, height: f64) -> Self {
        let (left, right) = (x - width / 2.0, x + width / 2.0);
        Area { left, right, top: y - height / 2.0, bottom: y + height / 2.0 }
    }

    /// Size of what two rectangles share.
    fn overlap(&self, other: &Area) -> f64 {
        let across = self.right.min(other.right) - self.left.max(other.left);
        let down = self.bottom.min(other.bottom) - self.top.max(other.top);
        across.max(0.0) * down.max(0.0)
    }
}

impl Ranking {
    /// The diagram as a picture, with a white ground and no need of scripts, fonts or other files. An edge has the
    /// smallest test that tells its ends apart and, in brackets, the number of others.
    ///
    /// ```
    /// use lawful::prelude::*;
    /// use lawful::rank::Assignment;
    ///
    /// let ranking = Assignment::new(0..9u8)
    ///     .reference(|x| *x)
    ///     .answer("right", |x| *x)
    ///     .answer("<zero>", |_| 0)
    ///     .rank();
    /// let picture = ranking.to_svg();
    /// assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    /// assert!(picture.contains("&lt;zero&gt;"));
    /// ```
    pub fn to_svg(&self) -> String {
        let mut layout = Layout::new(self);
        layout.order();
        layout.place();
        layout.paint(self)
    }

    /// The smallest test that tells the ends of an edge apart, and the number of others.
    pub(crate) fn edge_label(&self, edge: &Edge) -> String {
        let test = cut(&self.bugs[edge.smallest].test);
        match edge.others {
            0 => test,
            others => format!("{test} ({others})"),
        }
    }

    pub(crate) fn lines_of(&self, class: usize) -> Vec<String> {
        let class = &self.diagram.classes[class];
        let names: Vec<&str> =
            class.answers.iter().map(|answer| self.answers[*answer].name.as_str()).collect();
        let mut lines: Vec<String> = names.chunks(NAMES).map(|row| row.join(" ")).collect();
        if lines.len() > LINES {
            lines.truncate(LINES - 1);
            lines.push(format!("and {} more", names.len() - NAMES * (LINES - 1)));
        }
        lines.push(counted(class.bugs.len(), "bug", "bugs"));
        lines
    }
}

impl Layout {
    fn new(ranking: &Ranking) -> Self {
        let Diagram { classes, edges } = ranking.diagram();
        // Classes come after all that are better, so one pass over the edges in order is enough.
        let mut level = vec![0; classes.len()];
        for edge in edges {
            level[edge.below] = level[edge.below].max(level[edge.above] + 1);
        }
        // Classes whose order is not known stand apart, below all others.
        let last = level.iter().max().copied().unwrap_or(0);
        for (class, level) in classes.iter().zip(&mut level) {
            if class.answers.iter().any(|answer| ranking.left_out.contains(*answer)) {
                *level = last + 1;
            }
        }
        let mut layers = vec![Vec::new(); level.iter().max().map_or(0, |most| most + 1)];
        let mut nodes = Vec::new();
        for (class, level) in level.iter().enumerate() {
            let lines = ranking.lines_of(class);
            let letters = lines.iter().map(|line| width(line)).max().unwrap_or(0);
            layers[*level].push(nodes.len());
            nodes.push(Node {
                class: Some(class),
                width: letters as f64 * LETTER + 20.0,
                room: letters as f64 * LETTER + 20.0,
                height: lines.len() as f64 * LINE + 12.0,
                lines,
                x: 0.0,
                above: Vec::new(),
                below: Vec::new(),
            });
        }
        let mut ways = Vec::new();
        for edge in edges {
            let mut way = vec![edge.above];
            for layer in &mut layers[level[edge.above] + 1..level[edge.below]] {
                layer.push(nodes.len());
                way.push(nodes.len());
                nodes.push(Node {
                    class: None,
                    lines: Vec::new(),
                    width: 8.0,
                    room: 8.0,
                    height: 0.0,
                    x: 0.0,
                    above: Vec::new(),
                    below: Vec::new(),
                });
            }
            way.push(edge.below);
            let label = width(&ranking.edge_label(edge)) as f64 * LETTER;
            nodes[way[1]].room = nodes[way[1]].room.max(label);
            for pair in way.windows(2) {
                nodes[pair[0]].below.push(pair[1]);
                nodes[pair[1]].above.push(pair[0]);
            }
            ways.push(way);
        }
        Layout { nodes, layers, ways }
    }

    /// Sorts each layer by the mean place of its neighbours, downwards and upwards in turn, so that fewer edges cross.
    fn order(&mut self) {
        for sweep in 0..SWEEPS {
            let count = self.layers.len();
            for step in 0..count {
                let layer = if sweep % 2 == 0 { step } else { count - 1 - step };
                let mut place = vec![0.0; self.nodes.len()];
                for nodes in &self.layers {
                    for (at, node) in nodes.iter().enumerate() {
                        place[*node] = (at as f64 + 0.5) / nodes.len() as f64;
                    }
                }
                let mean = |node: &usize| {
                    let node_data = &self.nodes[*node];
                    let others = if sweep % 2 == 0 { &node_data.above } else { &node_data.below };
                    match others.is_empty() {
                        true => place[*node],
                        false => {
                            others.iter().map(|other| place[*other]).sum::<f64>()
                                / others.len() as f64
                        }
                    }
                };
                let mut sorted: Vec<(f64, usize)> =
                    self.layers[layer].iter().map(|node| (mean(node), *node)).collect();
                sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
                self.layers[layer] = sorted.into_iter().map(|(_, node)| node).collect();
            }
        }
    }

    /// Moves nodes towards the middle of their neighbours as far as those beside them let them.
    fn place(&mut self) {
        for layer in &self.layers {
            let total: f64 = layer.iter().map(|node| self.nodes[*node].room + NODE_GAP).sum();
            let mut left = -total / 2.0;
            for node in layer {
                let node = &mut self.nodes[*node];
                node.x = left + (node.room + NODE_GAP) / 2.0;
                left += node.room + NODE_GAP;
            }
        }
        for sweep in 0..SWEEPS {
            for layer in &self.layers {
                let wish = |node: &usize| {
                    let node = &self.nodes[*node];
                    let others: Vec<f64> = node
                        .above
                        .iter()
                        .chain(&node.below)
                        .map(|other| self.nodes[*other].x)
                        .collect();
                    match others.is_empty() {
                        true => node.x,
                        false => others.iter().sum::<f64>() / others.len() as f64,
                    }
                };
                let mut wishes: Vec<f64> = layer.iter().map(wish).collect();
                // Too close ones are pushed apart from the left in one sweep and from the right in the next.
                let apart = |one: usize, other: usize| {
                    (self.nodes[layer[one]].room + self.nodes[layer[other]].room) / 2.0 + NODE_GAP
                };
                if sweep % 2 == 0 {
                    for at in 1..wishes.len() {
                        wishes[at] = wishes[at].max(wishes[at - 1] + apart(at - 1, at));
                    }
                } else {
                    for at in (1..wishes.len()).rev() {
                        wishes[at - 1] = wishes[at - 1].min(wishes[at] - apart(at - 1, at));
                    }
                }
                for (node, x) in layer.iter().zip(wishes) {
                    self.nodes[*node].x = x;
                }
            }
        }
        let left = self.nodes.iter().map(|node| node.x - node.room / 2.0).fold(0.0, f64::min);
        self.nodes.iter_mut().for_each(|node| node.x += BORDER - left);
    }

    /// Labels of the edges with their middles, each on its edge where it covers the least of what was placed before.
    fn labels(&self, ranking: &Ranking, middle: &[f64]) -> Vec<(f64, f64, String)> {
        let mut taken: Vec<Area> = Vec::new();
        for (node, middle) in self.nodes.iter().zip(middle) {
            taken
                .extend(node.class.map(|_| Area::around(node.x, *middle, node.width, node.height)));
        }
        let mut labels = Vec::new();
        for (way, edge) in self.ways.iter().zip(&ranking.diagram().edges) {
            let text = ranking.edge_label(edge);
            let size = width(&text) as f64 * LETTER;
            let (from, to) = (&self.nodes[way[0]], &self.nodes[way[1]]);
            let start = middle[way[0]] + from.height / 2.0;
            let end = middle[way[1]] - to.height / 2.0;
            let place =
                |share: f64| (from.x + (to.x - from.x) * share, start + (end - start) * share);
            let covered = |share: &f64| {
                let (x, y) = place(*share);
                let area = Area::around(x, y, size, LINE);
                taken.iter().map(|other| area.overlap(other)).sum::<f64>()
            };
            // The middle is best; the further from it, the worse.
            let shares = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
            let best =
                shares.into_iter().min_by(|one, other| covered(one).total_cmp(&covered(other)));
            let (x, y) = place(best.unwrap_or(0.5));
            taken.push(Area::around(x, y, size, LINE));
            labels.push((x, y, text));
        }
        labels
    }

    fn paint(&self, ranking: &Ranking) -> String {
        let height_of = |layer: &Vec<usize>| {
            layer.iter().map(|node| self.nodes[*node].height).fold(0.0, f64::max)
        };
        let mut middle = vec![0.0; self.nodes.len()];
        let mut top = BORDER;
        for layer in &self.layers {
            let height = height_of(layer);
            layer.iter().for_each(|node| middle[*node] = top + height / 2.0);
            top += height + LAYER_GAP;
        }
        let labels = self.labels(ranking, &middle);
        let node_right = self.nodes.iter().map(|node| node.x + node.width / 2.0);
        let label_right =
            labels.iter().map(|(x, _, text)| x + width(text) as f64 * LETTER / 2.0 + 4.0);
        let right = node_right.chain(label_right).fold(0.0, f64::max) + BORDER;
        let bottom = top - LAYER_GAP + BORDER;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {right:.0} {bottom:.0}\" width=\"{right:.0}\" \
             height=\"{bottom:.0}\" font-family=\"monospace\" font-size=\"12\" text-anchor=\"middle\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        for way in &self.ways {
            let mut points = String::new();
            for (at, node) in way.iter().enumerate() {
                let Node { x, height, .. } = &self.nodes[*node];
                let half = height / 2.0;
                let y = match at {
                    0 => middle[*node] + half,
                    _ if at + 1 == way.len() => middle[*node] - half,
                    _ => middle[*node],
                };
                let _ = write!(points, "{x:.1},{y:.1} ");
            }
            let points = points.trim_end();
            let _ = writeln!(
                svg,
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"#8a8f98\" stroke-width=\"1.2\"/>"
            );
        }
        for node in self.nodes.iter().filter(|node| node.class.is_some()) {
            self.paint_node(&mut svg, ranking, node, &middle);
        }
        for (x, y, text) in labels {
            let text = escaped(&text);
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"#24292f\" stroke=\"white\" stroke-width=\"4\" \
                 paint-order=\"stroke\">{text}</text>",
                y + 4.0
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn paint_node(&self, svg: &mut String, ranking: &Ranking, node: &Node, middle: &[f64]) {
        let Some(class) = node.class else { return };
        let bugs = &ranking.diagram().classes[class].bugs;
        let is_left_out = ranking.diagram().classes[class]
            .answers
            .iter()
            .any(|answer| ranking.left_out.contains(*answer));
        let (fill, stroke) = match bugs.len() {
            _ if is_left_out => ("white", "#57606a\" stroke-dasharray=\"4 3"),
            0 => ("#e6f4ea", "#2e7d32"),
            all if all == ranking.bugs().len() => ("#fdeceb", "#b3261e"),
            _ => ("#f3f4f6", "#57606a"),
        };
        let (left, top) = (node.x - node.width / 2.0, middle[class] - node.height / 2.0);
        let tests: Vec<String> = bugs.iter().map(|bug| cut(&ranking.bugs()[bug].test)).collect();
        let tip = match tests.is_empty() {
            _ if is_left_out => {
                "went over its limits too often: its order is not known".to_string()
            }
            true => "passes every test".to_string(),
            false => format!("fails on:\n{}", tests.join("\n")),
        };
        let _ = writeln!(
            svg,
            "<g><title>{}</title><rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\" \
             fill=\"{fill}\" stroke=\"{stroke}\"/>",
            escaped(&tip),
            node.width,
            node.height
        );
        let last = node.lines.len() - 1;
        for (at, line) in node.lines.iter().enumerate() {
            let y = top + 18.0 + at as f64 * LINE;
            let style =
                if at == last { "fill=\"#57606a\" font-size=\"10\"" } else { "fill=\"#24292f\"" };
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{y:.1}\" {style}>{}</text>",
                node.x,
                escaped(line)
            );
        }
        svg.push_str("</g>\n");
    }
}

/// A text that is safe inside of elements and attributes. Control characters are not allowed in XML at all.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' => safe.push('\n'),
            '\0'..' ' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}
