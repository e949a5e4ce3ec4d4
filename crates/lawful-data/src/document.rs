//! Documents: what a component shows of a case or of a reason, in a form that any reporter can render.

use super::case::ShownValue;
use super::graph::Graph;
use super::history::ShownHistory;
use super::statement::{Mark, Statement};
use super::trace::Trace;

/// Blocks in the order in which they are read.
///
/// Reporters render the kinds of block; they do not know which component wrote them.
///
/// ```
/// use lawful::data::{Block, Document};
///
/// let document = Document::from(Block::Paragraph("two clients hold the lease".into()));
/// assert_eq!(document.lines(), ["two clients hold the lease"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The blocks.
    pub blocks: Vec<Block>,
}

/// One block of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Block {
    /// A sentence or several, which may hold line breaks.
    Paragraph(String),
    /// Text that is shown line by line, as it is.
    Code(String),
    /// Cells, of which the first row is the heading.
    Table(Vec<Vec<String>>),
    /// Calls, one after the other or in columns beside each other.
    Calls(Vec<ShownCall>),
    /// Events of several tasks over time.
    Trace(Box<Trace>),
    /// A drawing, which a reporter writes to a file of its own and links to.
    Picture {
        /// Name that tells it from others of the same failure.
        name: String,
        /// Its content, as SVG.
        svg: String,
    },
    /// Concurrent calls over time, with the longest order that explains them.
    History(Box<ShownHistory>),
    /// Nodes and edges, which a reporter lays out.
    Graph(Box<Graph>),
    /// Statements under headings, to be searched.
    Statements(Vec<Statement>),
    /// Lines about events of the case, which have labels in its trace or its table.
    Marks(Vec<Mark>),
}

/// A call as it is shown, with what was seen around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCall {
    /// Name by which later calls refer to the result, if they can.
    pub variable: Option<String>,
    /// Name of what is called.
    pub name: String,
    /// Arguments: a tuple, or the only one.
    pub arguments: ShownValue,
    /// `Debug` text of the state before the call.
    pub before: String,
    /// `Debug` text of the result, where there is one.
    pub result: Option<String>,
    /// True if the law failed here.
    pub failed: bool,
    /// Column of a call that is made beside others; none for a call that comes before all of them.
    pub column: Option<u32>,
}

impl ShownCall {
    /// Letter that heads a column: `A` for the first.
    pub fn column_name(column: u32) -> String {
        char::from_u32('A' as u32 + column).map_or_else(|| column.to_string(), String::from)
    }
}

impl Document {
    /// Returns whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Adds a block.
    pub fn push(&mut self, block: Block) {
        self.blocks.push(block);
    }

    /// Calls of the first block that holds some.
    pub fn calls(&self) -> &[ShownCall] {
        for block in &self.blocks {
            if let Block::Calls(calls) = block {
                return calls;
            }
        }
        &[]
    }

    /// Adds a call to the last block, or to a new one if that holds no calls.
    pub fn push_call(&mut self, call: ShownCall) {
        match self.blocks.last_mut() {
            Some(Block::Calls(calls)) => calls.push(call),
            _ => self.push(Block::Calls(vec![call])),
        }
    }

    /// The first trace.
    pub fn trace(&self) -> Option<&Trace> {
        self.blocks.iter().find_map(|block| match block {
            Block::Trace(trace) => Some(&**trace),
            _ => None,
        })
    }

    /// Text of the paragraphs, code, tables, statements and marks, line by line; all but paragraphs are indented by two.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for block in &self.blocks {
            match block {
                Block::Paragraph(text) => lines.extend(text.lines().map(String::from)),
                Block::Code(text) => lines.extend(text.lines().map(|line| format!("  {line}"))),
                Block::Table(rows) => lines.extend(table(rows)),
                Block::Statements(statements) => lines.extend(statements.iter().map(statement)),
                Block::Marks(marks) => {
                    lines.extend(marks.iter().map(|mark| {
                        format!("{:1$}{2}", "", 2 + 2 * mark.depth as usize, mark.text)
                    }))
                }
                // What a history says is also in the text beside it, and a graph is drawn or told by its component.
                Block::History(_) | Block::Graph(_) => {}
                Block::Calls(_) | Block::Trace(_) | Block::Picture { .. } => {}
            }
        }
        lines
    }
}

/// A statement on one line, with the values that show why.
fn statement(statement: &Statement) -> String {
    let Statement { text, remark, values, .. } = statement;
    let remark = if remark.is_empty() { String::new() } else { format!("   ({remark})") };
    let values: Vec<String> =
        values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let values =
        if values.is_empty() { String::new() } else { format!("   for {}", values.join(", ")) };
    format!("  {text}{remark}{values}")
}

/// Rows with their cells in columns.
fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_string()
    };
    rows.iter().map(line).collect()
}

impl From<Block> for Document {
    fn from(block: Block) -> Self {
        Document { blocks: vec![block] }
    }
}
