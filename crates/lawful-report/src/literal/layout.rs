//! An expression on as many lines as it needs.
//!
//! What fits stays on one line. Otherwise the outermost brackets are broken, as rustfmt would do
//! it, and each item has the choice again. Unlike rustfmt there are no narrower limits for some
//! kinds of brackets: a report has few lines to spare.

use super::expression::{Expression, Shape};

const STEP: usize = 4;

/// The widest item of a list that shares lines with others; rustfmt's
/// `short_array_element_width_threshold`.
const SHORT: usize = 10;

pub(super) fn wrapped(expression: &Expression, indent: usize, width: usize) -> String {
    let mut page = Page { text: String::new(), width };
    if indent + expression.width() <= width {
        expression.write_flat(&mut page.text);
    } else {
        page.write_broken(expression, indent);
    }
    page.text
}

struct Page {
    text: String,
    width: usize,
}

impl Page {
    fn write_broken(&mut self, expression: &Expression, indent: usize) {
        self.text.push_str(&expression.prefix);
        self.text.push_str(&expression.open);
        match &expression.items[..] {
            [] => {}
            [only] if holds_tight(expression.shape, only) => self.write_broken(only, indent),
            items if expression.shape == Shape::List && items.iter().all(is_short) => {
                self.fill(items, indent + STEP);
                self.start_line(indent);
            }
            items => {
                for item in items {
                    self.write_line(item, expression.shape, indent + STEP);
                }
                self.start_line(indent);
            }
        }
        self.text.push_str(expression.close);
    }

    fn write_line(&mut self, item: &Expression, within: Shape, indent: usize) {
        self.start_line(indent);
        let with_comma = item.width() + 1;
        if indent + with_comma <= self.width {
            item.write_flat(&mut self.text);
        } else {
            self.write_broken(item, indent);
        }
        let is_rest = within == Shape::Fields && item.prefix.is_empty();
        if !is_rest {
            self.text.push(',');
        }
    }

    fn fill(&mut self, items: &[Expression], indent: usize) {
        let mut column = self.width;
        for item in items {
            let with_comma = item.width() + 1;
            if column + 1 + with_comma > self.width {
                self.start_line(indent);
                column = indent;
            } else {
                self.text.push(' ');
                column += 1;
            }
            item.write_flat(&mut self.text);
            self.text.push(',');
            column += with_comma;
        }
    }

    fn start_line(&mut self, indent: usize) {
        self.text.push('\n');
        self.text += &" ".repeat(indent);
    }
}

/// Whether brackets around a single item leave the breaking to the item's own. A call does so even
/// for a word, which would gain little from a line of its own.
fn holds_tight(shape: Shape, only: &Expression) -> bool {
    match shape {
        Shape::Call => true,
        Shape::List => only.shape != Shape::Word,
        _ => false,
    }
}

fn is_short(item: &Expression) -> bool {
    item.shape == Shape::Word && item.width() <= SHORT
}
