//! The picture as XML, from the back to the front: boxes, arrows, and what they lead to.

use std::fmt::Write;

use lawful_data::Listed;

use super::{BORDER, Drawn, LINE, Node, PADDING, Picture, Shape, TRIANGLE, header, header_height};
use crate::trace::life::colour;

/// A part of the picture, by its edges.
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

pub(super) fn paint(picture: &Picture<'_>) -> String {
    let (width, height) = (picture.width, picture.height);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"11\">\n"
    );
    text += "<defs>\n";
    for (name, colour) in [("message", "#888888"), ("race", "#000000")] {
        let _ = writeln!(
            text,
            "<marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" fill=\"{colour}\"/>\
             </marker>"
        );
    }
    text += "</defs>\n";
    let _ = writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    for (task, column) in picture.columns.iter().enumerate() {
        task_box(&mut text, picture, column, &colour(task));
    }
    for arrow in &picture.arrows {
        let (from, to) = (picture.places[arrow.from], picture.places[arrow.to]);
        let area_of = |(column, node): (usize, usize)| {
            let column = &picture.columns[column];
            area(picture, column, &column.nodes[node])
        };
        let style = match arrow.race {
            false => "class=\"message\" stroke=\"#888888\" marker-end=\"url(#message)\"",
            true => {
                "class=\"race\" stroke=\"#000000\" stroke-dasharray=\"2 4\" marker-end=\"url(#race)\""
            }
        };
        let path = path(&area_of(from), &area_of(to), from.0 == to.0);
        let _ = writeln!(text, "<path {style} fill=\"none\" stroke-width=\"1.5\" d=\"{path}\"/>");
    }
    for (task, column) in picture.columns.iter().enumerate() {
        for node in &column.nodes {
            draw(&mut text, node, &area(picture, column, node), &colour(task));
        }
    }
    text += "</svg>\n";
    text
}

/// The box of a task, with its name, where it was spawned, and the line its events are on.
fn task_box(text: &mut String, picture: &Picture<'_>, column: &Drawn<'_>, colour: &str) {
    let middle = column.left + column.width / 2;
    let nodes: Vec<Area> = column.nodes.iter().map(|node| area(picture, column, node)).listed();
    let bottom = nodes.last().map_or(header_height(), |area| area.top + area.height) + PADDING;
    let (left, width, height) = (column.left, column.width, bottom - BORDER);
    let _ = writeln!(
        text,
        "<rect x=\"{left}\" y=\"{BORDER}\" width=\"{width}\" height=\"{height}\" rx=\"6\" \
         fill=\"{colour}\" fill-opacity=\"0.06\" stroke=\"{colour}\"/>"
    );
    let [name, spawned] = header(column.life);
    let whole = format!("{}\n{}", column.life.name, column.life.spawned);
    let _ =
        writeln!(text, "<g text-anchor=\"middle\"><title>{}</title>", escaped(whole.trim_end()));
    let top = BORDER + PADDING + LINE - 4;
    line(text, middle, top, &format!("fill=\"{colour}\" font-weight=\"bold\""), &name);
    line(text, middle, top + LINE, "fill=\"#555555\"", &spawned);
    text.push_str("</g>\n");
    if let [first, .., last] = &nodes[..] {
        let (from, to) = (first.top + TRIANGLE / 2, last.top + TRIANGLE / 2);
        let _ = writeln!(
            text,
            "<line x1=\"{middle}\" y1=\"{from}\" x2=\"{middle}\" y2=\"{to}\" stroke=\"{colour}\"/>"
        );
    }
}

fn area(picture: &Picture<'_>, column: &Drawn<'_>, node: &Node) -> Area {
    let (width, height) = node.size();
    let top = picture.rows[node.row].0;
    Area { left: column.left + (column.width - width) / 2, top, width, height }
}

/// From the side of one area to the near side of the other; within a column around the side.
fn path(from: &Area, to: &Area, same_column: bool) -> String {
    // At the first line or the triangle, however much is below it.
    let height = |area: &Area| area.top + area.height.min(2 * TRIANGLE) / 2;
    let right = |area: &Area| area.left + area.width;
    let (above, below) = (height(from), height(to));
    if same_column {
        let (out, back) = (right(from), right(to));
        let side = out.max(back) + 4 * PADDING;
        return format!("M{out} {above} C{side} {above} {side} {below} {back} {below}");
    }
    let (out, back) = match from.left < to.left {
        true => (right(from), to.left),
        false => (from.left, right(to)),
    };
    format!("M{out} {above} L{back} {below}")
}

fn draw(text: &mut String, node: &Node, area: &Area, colour: &str) {
    let _ = writeln!(text, "<g text-anchor=\"middle\"><title>{}</title>", escaped(&node.tip));
    let Area { left, top, width, height } = *area;
    let middle = left + width / 2;
    let (side, point) = (TRIANGLE / 2, top + TRIANGLE);
    let (west, east) = (middle.saturating_sub(side), middle + side);
    let triangle = match node.shape {
        Shape::Start => Some(format!("{middle},{top} {west},{point} {east},{point}")),
        Shape::End => Some(format!("{west},{top} {east},{top} {middle},{point}")),
        Shape::Text | Shape::Effect | Shape::Stuck => None,
    };
    if let Some(points) = &triangle {
        let _ = writeln!(text, "<polygon points=\"{points}\" fill=\"{colour}\"/>");
    } else {
        let stroke = match node.shape {
            Shape::Effect => "stroke=\"#222222\"",
            Shape::Stuck => "stroke=\"#c00000\" stroke-dasharray=\"4 3\"",
            _ => "stroke=\"none\"",
        };
        let _ = writeln!(
            text,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"2\" \
             fill=\"#ffffff\" {stroke}/>"
        );
    }
    let first = if triangle.is_some() { point } else { top };
    let mut base = first + PADDING + LINE - 4;
    for part in &node.lines {
        line(text, middle, base, "fill=\"#111111\"", part);
        base += LINE;
    }
    line(text, middle, base, "fill=\"#777777\" font-size=\"10\"", &node.place);
    if node.switched {
        let at = top + height.min(2 * TRIANGLE) / 2;
        let _ = writeln!(
            text,
            "<circle class=\"switch\" cx=\"{left}\" cy=\"{at}\" r=\"3\" fill=\"#ffffff\" \
             stroke=\"#888888\"><title>the scheduler switched here</title></circle>"
        );
    }
    text.push_str("</g>\n");
}

fn line(text: &mut String, middle: usize, base: usize, style: &str, line: &str) {
    if !line.is_empty() {
        let line = escaped(line);
        let _ = writeln!(text, "<text x=\"{middle}\" y=\"{base}\" {style}>{line}</text>");
    }
}

/// A text for XML, without the letters that XML cannot hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&apos;",
            '\n' | '\t' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if letter.is_control() => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}
