//! A pattern as a tree of what writes a match of it.

use std::ops::{RangeFrom, RangeInclusive};

use regex_syntax::hir::{self, Hir, HirKind, Look};

use super::super::collection::list_label;
use super::super::{Lengths, label_of};
use super::class::Class;
use super::looks::Looks;
use crate::choice::Source;

#[derive(Clone, Debug)]
pub(super) enum Node {
    Literal(Box<[u8]>),
    Class(Class),
    /// A class so many times: one block on the tape.
    Block(Class, Lengths),
    /// Anything else so many times.
    List(Box<Node>, Lengths),
    All(Vec<Node>),
    /// One of these; the first is the simplest.
    Either(Vec<Node>),
    Look(Look),
}

impl Node {
    /// What writes a match, or nothing if there is none: a class may be empty.
    pub(super) fn new(parsed: &Hir) -> Option<Self> {
        match parsed.kind() {
            HirKind::Empty => Some(Node::All(Vec::new())),
            HirKind::Literal(literal) => Some(Node::Literal(literal.0.clone())),
            HirKind::Class(hir::Class::Unicode(class)) => Node::of_class(Class::unicode(class)),
            HirKind::Class(hir::Class::Bytes(class)) => Node::of_class(Class::bytes(class)),
            HirKind::Look(look) => Some(Node::Look(*look)),
            HirKind::Repetition(repetition) => Node::repeated(repetition),
            HirKind::Capture(capture) => Node::new(&capture.sub),
            HirKind::Concat(parts) => {
                parts.iter().map(Node::new).collect::<Option<_>>().map(Node::All)
            }
            HirKind::Alternation(parts) => {
                Node::either(parts.iter().filter_map(Node::new).collect())
            }
        }
    }

    fn of_class(class: Class) -> Option<Self> {
        (class.count() > 0).then_some(Node::Class(class))
    }

    fn either(mut nodes: Vec<Node>) -> Option<Self> {
        match nodes.len() {
            0 | 1 => nodes.pop(),
            _ => Some(Node::Either(nodes)),
        }
    }

    fn repeated(repetition: &hir::Repetition) -> Option<Self> {
        let fewest = repetition.min as usize;
        let lengths = match repetition.max {
            None => Lengths::from(RangeFrom { start: fewest }),
            Some(most) => Lengths::from(RangeInclusive::new(fewest, most as usize)),
        };
        match Node::new(&repetition.sub) {
            None => (fewest == 0).then(|| Node::All(Vec::new())),
            Some(Node::Class(class)) => Some(Node::Block(class, lengths)),
            Some(node) => Some(Node::List(Box::new(node), lengths)),
        }
    }

    /// The anchors around a pattern say what is true anyway: a string is a match from end to end.
    pub(super) fn without_outer_anchors(mut self) -> Self {
        if let Node::All(parts) = &mut self {
            while let Some(Node::Look(Look::Start | Look::StartLF | Look::StartCRLF)) =
                parts.first()
            {
                parts.remove(0);
            }
            while let Some(Node::Look(Look::End | Look::EndLF | Look::EndCRLF)) = parts.last() {
                parts.pop();
            }
        }
        self
    }

    pub(super) fn has_looks(&self) -> bool {
        match self {
            Node::Look(_) => true,
            Node::List(node, _) => node.has_looks(),
            Node::All(nodes) | Node::Either(nodes) => nodes.iter().any(Node::has_looks),
            Node::Literal(_) | Node::Class(_) | Node::Block(..) => false,
        }
    }

    /// Writes a match.
    pub(super) fn write(&self, source: &mut Source, written: &mut Vec<u8>, looks: &mut Looks) {
        match self {
            Node::Literal(bytes) => written.extend_from_slice(bytes),
            Node::Class(class) => write_class(class, source, written),
            Node::Block(class, lengths) => write_block(class, *lengths, source, written),
            Node::List(node, lengths) => node.write_list(*lengths, source, written, looks),
            Node::All(nodes) => nodes.iter().for_each(|node| node.write(source, written, looks)),
            Node::Either(nodes) => nodes[source.branch(nodes.len())].write(source, written, looks),
            Node::Look(look) => looks.add(written.len(), *look),
        }
    }

    fn write_list(
        &self,
        lengths: Lengths,
        source: &mut Source,
        written: &mut Vec<u8>,
        looks: &mut Looks,
    ) {
        source.span(list_label::<Node>, |source| {
            let length = lengths.draw(source);
            // Repetitions within repetitions multiply, so what is inside is drawn at the square root.
            source.resize(source.size().isqrt(), |source| {
                for _ in 0..length {
                    source.span(label_of::<Node>, |source| self.write(source, written, looks));
                }
            });
        });
    }
}

fn write_class(class: &Class, source: &mut Source, written: &mut Vec<u8>) {
    let place = source.number(0, 0, u64::from(class.count() - 1), |random| {
        let mut drawn = 0;
        class.sample(random, 1, |place| drawn = place);
        drawn.into()
    });
    class.write(place as u32, written);
}

fn write_block(class: &Class, lengths: Lengths, source: &mut Source, written: &mut Vec<u8>) {
    if source.is_plain() {
        let length = lengths.draw_text(source);
        written.reserve(length.min(1 << 16));
        return class.sample(source.random(), length as u64, |place| class.write(place, written));
    }
    let places = lengths.draw_block(source, class.count(), |random, length| {
        let mut places = Vec::new();
        class.sample(random, length, |place| places.push(place));
        places
    });
    places.into_iter().for_each(|place| class.write(place, written));
}
