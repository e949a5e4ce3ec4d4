//! The functional printer, after Wadler: a document stands for a set of layouts, and the best is
//! picked lazily.
//!
//! Laziness matters: a choice is made by looking at the first line of each alternative only, and
//! what is looked at must not be made twice. So a layout's rest is a cell that is filled at most
//! once.

use std::cell::LazyCell;
use std::rc::Rc;

use super::document::Document;

/// Prints a document on lines of a width, where that can be done.
pub fn print(width: usize, document: &Document) -> String {
    let all = Rc::new(List::More { indent: 0, part: expand(document), rest: Rc::new(List::End) });
    let mut text = String::new();
    let mut layout = best(width, 0, &all);
    loop {
        layout = match &*layout {
            Layout::End => return text,
            Layout::Text(part, rest) => {
                text.push_str(part);
                force(rest)
            }
            Layout::Line(indent, rest) => {
                text.push('\n');
                text.push_str(&" ".repeat(*indent));
                force(rest)
            }
        };
    }
}

/// A document in which a group is what it means: a choice between two.
#[derive(Clone)]
enum Choices {
    Empty,
    Line,
    Text(Rc<str>),
    Nest(usize, Rc<Choices>),
    Beside(Rc<Choices>, Rc<Choices>),
    /// The first lines of the one are no shorter than those of the other.
    Either(Rc<Choices>, Rc<Choices>),
}

fn expand(document: &Document) -> Rc<Choices> {
    Rc::new(match document {
        Document::Empty => Choices::Empty,
        Document::Line => Choices::Line,
        Document::Text(text) => Choices::Text(text.as_str().into()),
        Document::Nest(indent, inner) => Choices::Nest(*indent, expand(inner)),
        Document::Beside(left, right) => Choices::Beside(expand(left), expand(right)),
        Document::Group(inner) => {
            let inner = expand(inner);
            Choices::Either(flatten(&inner), inner)
        }
    })
}

/// The document on one line.
fn flatten(choices: &Rc<Choices>) -> Rc<Choices> {
    match &**choices {
        Choices::Empty | Choices::Text(_) => choices.clone(),
        Choices::Line => Rc::new(Choices::Text(" ".into())),
        Choices::Nest(_, inner) => flatten(inner),
        Choices::Beside(left, right) => Rc::new(Choices::Beside(flatten(left), flatten(right))),
        // The first alternative is flat already.
        Choices::Either(flat, _) => flat.clone(),
    }
}

/// Parts of a document still to be laid out, each with its indentation.
enum List {
    End,
    More { indent: usize, part: Rc<Choices>, rest: Rc<List> },
}

enum Layout {
    End,
    Text(Rc<str>, Rest),
    Line(usize, Rest),
}

type Rest = Rc<LazyCell<Rc<Layout>, Box<dyn FnOnce() -> Rc<Layout>>>>;

fn later(make: impl FnOnce() -> Rc<Layout> + 'static) -> Rest {
    Rc::new(LazyCell::new(Box::new(make)))
}

fn force(rest: &Rest) -> Rc<Layout> {
    Rc::clone(LazyCell::force(rest))
}

/// The best layout of the parts, if `column` characters of the line are used up.
fn best(width: usize, column: usize, parts: &Rc<List>) -> Rc<Layout> {
    let List::More { indent, part, rest } = &**parts else { return Rc::new(Layout::End) };
    let before = |indent: usize, part: &Rc<Choices>, rest: &Rc<List>| {
        Rc::new(List::More { indent, part: part.clone(), rest: rest.clone() })
    };
    match &**part {
        Choices::Empty => best(width, column, rest),
        Choices::Nest(more, inner) => best(width, column, &before(indent + more, inner, rest)),
        Choices::Beside(left, right) => {
            let rest = before(*indent, right, rest);
            best(width, column, &before(*indent, left, &rest))
        }
        Choices::Text(text) => {
            let (rest, column) = (rest.clone(), column + text.chars().count());
            Rc::new(Layout::Text(text.clone(), later(move || best(width, column, &rest))))
        }
        Choices::Line => {
            let (rest, indent) = (rest.clone(), *indent);
            Rc::new(Layout::Line(indent, later(move || best(width, indent, &rest))))
        }
        Choices::Either(flat, broken) => {
            let layout = best(width, column, &before(*indent, flat, rest));
            match fits(width, column, &layout) {
                true => layout,
                false => best(width, column, &before(*indent, broken, rest)),
            }
        }
    }
}

/// Whether the first line of a layout ends within the width. No more of it is made than that takes.
fn fits(width: usize, column: usize, layout: &Rc<Layout>) -> bool {
    match &**layout {
        _ if column > width => false,
        Layout::End | Layout::Line(..) => true,
        Layout::Text(text, rest) => {
            let column = column + text.chars().count();
            column <= width && fits(width, column, &force(rest))
        }
    }
}
