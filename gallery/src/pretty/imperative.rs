//! The imperative printer: a stack of what is still to be printed, a column, and an output.
//!
//! Three mistakes can be switched on, one at a time. Gill found three too, by comparing his two
//! printers, the third of which showed "that I had merged two concepts in my implementation that
//! I should not have". What they were the paper does not say; these are ours.

use super::document::Document;

/// What is wrong with the printer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// Nothing.
    None,
    /// A line that fills the width to the last column is taken to be too long.
    ExactFit,
    /// After a new line the column is 0, whatever the indentation.
    IndentForgotten,
    /// What follows a group is measured as the group is: flat. Two concepts are merged there: how
    /// the group would be printed, and how the text after it would be.
    ModesMerged,
}

/// How the lines of a part are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Flat,
    Broken,
}

#[derive(Clone, Copy)]
struct Item<'a> {
    indent: usize,
    mode: Mode,
    document: &'a Document,
}

/// Prints a document on lines of a width, where that can be done.
pub fn print(width: usize, document: &Document, mistake: Mistake) -> String {
    let first = Item { indent: 0, mode: Mode::Broken, document };
    let mut printer =
        Printer { width, mistake, column: 0, output: String::new(), stack: vec![first] };
    while let Some(item) = printer.stack.pop() {
        printer.step(item);
    }
    printer.output
}

struct Printer<'a> {
    width: usize,
    mistake: Mistake,
    column: usize,
    output: String,
    /// The next item is the last.
    stack: Vec<Item<'a>>,
}

impl<'a> Printer<'a> {
    fn step(&mut self, item: Item<'a>) {
        match item.document {
            Document::Empty => {}
            Document::Text(text) => self.write(text),
            Document::Line if item.mode == Mode::Flat => self.write(" "),
            Document::Line => self.new_line(item.indent),
            Document::Nest(more, document) => {
                self.stack.push(Item { indent: item.indent + more, document, ..item });
            }
            Document::Beside(left, right) => {
                self.stack.push(Item { document: right, ..item });
                self.stack.push(Item { document: left, ..item });
            }
            Document::Group(document) => {
                let flat = Item { mode: Mode::Flat, document, ..item };
                let fits = item.mode == Mode::Flat || self.fits(flat);
                self.stack.push(if fits { flat } else { Item { document, ..item } });
            }
        }
    }

    fn write(&mut self, text: &str) {
        self.output.push_str(text);
        self.column += text.chars().count();
    }

    fn new_line(&mut self, indent: usize) {
        self.output.push('\n');
        self.output.push_str(&" ".repeat(indent));
        self.column = match self.mistake {
            Mistake::IndentForgotten => 0,
            _ => indent,
        };
    }

    /// Whether the line ends within the width if `first` is printed next.
    fn fits(&self, first: Item<'a>) -> bool {
        let most = match self.mistake {
            Mistake::ExactFit => self.width.saturating_sub(1),
            _ => self.width,
        };
        let mut column = self.column;
        let mut waiting = self.stack.iter().rev();
        let mut stack = vec![first];
        while column <= most {
            let Some(item) = stack.pop().or_else(|| waiting.next().copied()) else { return true };
            match item.document {
                Document::Empty => {}
                Document::Text(text) => column += text.chars().count(),
                Document::Line if item.mode == Mode::Flat => column += 1,
                Document::Line => return true,
                Document::Nest(_, document) => stack.push(Item { document, ..item }),
                Document::Beside(left, right) => {
                    stack.push(Item { document: right, ..item });
                    stack.push(Item { document: left, ..item });
                }
                // A group that comes later may still be broken, so it keeps the mode around it.
                Document::Group(document) => {
                    let mode = match self.mistake {
                        Mistake::ModesMerged => Mode::Flat,
                        _ => item.mode,
                    };
                    stack.push(Item { mode, document, ..item });
                }
            }
        }
        false
    }
}
