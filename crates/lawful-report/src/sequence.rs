//! Command sequences as text: one call a line, with what was seen around it as comments.

use lawful_data::ShownCall;

use crate::literal::shown_literal;

/// Lines do not get longer than this where that can be helped.
const WIDTH: usize = 100;
/// Results stand below each other, unless a call is longer than this.
const CALL: usize = 44;

/// The calls alone: `register(A, v1);`. The first of a branch says which branch it begins.
pub fn calls(steps: &[ShownCall]) -> Vec<String> {
    let mut before = None;
    let mut lines = Vec::new();
    for step in steps {
        let begins = step.column.filter(|_| step.column != before);
        let mark = begins.map(|branch| format!("/* {} */ ", ShownCall::column_name(branch)));
        lines.push(mark.unwrap_or_default() + &call(step));
        before = step.column;
    }
    lines
}

/// `let v1 = spawn();  // Pid(0)`, with the state of the model where it has changed. Steps of branches stand
/// beside each other, after those that run before them.
pub fn lines(steps: &[ShownCall]) -> Vec<String> {
    let (first, rest): (Vec<_>, Vec<_>) =
        steps.iter().cloned().partition(|step| step.column.is_none());
    let mut lines = one_after_the_other(&first);
    if !rest.is_empty() {
        lines.extend(at_the_same_time(&rest));
    }
    lines
}

fn one_after_the_other(steps: &[ShownCall]) -> Vec<String> {
    let calls: Vec<String> = steps.iter().map(call).collect();
    let longest = calls.iter().map(|call| call.chars().count()).filter(|length| *length <= CALL);
    let column = longest.max().unwrap_or(0);
    let mut lines = Vec::new();
    let mut before = "";
    for (step, call) in steps.iter().zip(calls) {
        if step.before != before && !is_empty(&step.before) {
            lines.extend(comment(&step.before));
        }
        before = &step.before;
        let mark = if step.failed { "  <-- broken here" } else { "" };
        let seen = match &step.result {
            Some(result) => format!("{result}{mark}"),
            None => mark.trim_start().to_string(),
        };
        let padding = column.saturating_sub(call.chars().count());
        let line = format!("{call}{:padding$}  // {seen}", "");
        match seen.is_empty() {
            true => lines.push(call),
            false if !seen.contains('\n') && line.chars().count() <= WIDTH => lines.push(line),
            false => {
                lines.push(call);
                lines.extend(comment(&seen).into_iter().map(|line| format!("  {line}")));
            }
        }
    }
    lines
}

/// A column for each branch; where they are too wide, one branch below the other.
fn at_the_same_time(steps: &[ShownCall]) -> Vec<String> {
    let mut branches: Vec<(u32, Vec<ShownCall>)> = Vec::new();
    for step in steps {
        let branch = step.column.unwrap_or(0);
        match branches.iter_mut().find(|(other, _)| *other == branch) {
            Some((_, steps)) => steps.push(step.clone()),
            None => branches.push((branch, vec![step.clone()])),
        }
    }
    let mut columns: Vec<Vec<String>> = Vec::new();
    for (branch, steps) in &branches {
        let mut column = vec![format!("// {}", ShownCall::column_name(*branch))];
        column.extend(one_after_the_other(steps));
        columns.push(column);
    }
    let mut lines = vec![String::from(match columns.len() {
        1 => "// in a branch",
        _ => "// at the same time",
    })];
    let width = |column: &Vec<String>| column.iter().map(|line| line.chars().count()).max();
    let widths: Vec<usize> = columns.iter().map(|column| width(column).unwrap_or(0)).collect();
    if widths.iter().map(|width| width + 3).sum::<usize>() > WIDTH {
        lines.extend(columns.into_iter().flatten());
        return lines;
    }
    for row in 0..columns.iter().map(Vec::len).max().unwrap_or(0) {
        let cells = columns.iter().zip(&widths).map(|(column, width)| {
            let cell = column.get(row).map_or("", String::as_str);
            format!("{cell}{:padding$}", "", padding = width - cell.chars().count())
        });
        lines.push(cells.collect::<Vec<_>>().join(" | ").trim_end().to_string());
    }
    lines
}

/// `register(A, v1);`
pub(crate) fn call(step: &ShownCall) -> String {
    let name = step.variable.as_ref().map(|name| format!("let {name} = ")).unwrap_or_default();
    format!("{name}{};", call_with(step, &shown_literal(&step.arguments)))
}

/// `register(A, v1)`, with arguments that are written as one value: a tuple, or the only one.
pub(crate) fn call_with(step: &ShownCall, arguments: &str) -> String {
    let arguments = match arguments.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inside) if step.arguments.debug.starts_with('(') => inside,
        _ => arguments,
    };
    let arguments = arguments.strip_suffix(',').unwrap_or(arguments);
    format!("{}({arguments})", step.name)
}

/// Whether there is nothing to see: the model is `()`.
pub(crate) fn is_empty(text: &str) -> bool {
    text.is_empty() || text == "()"
}

/// A text as comments, line by line.
fn comment(text: &str) -> Vec<String> {
    text.lines().flat_map(wrapped).collect()
}

/// A line as comments, broken between words where it is long.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::from("//");
    for word in text.split(' ') {
        if line.chars().count() + word.chars().count() > WIDTH - 8 && line.len() > 4 {
            lines.push(std::mem::replace(&mut line, String::from("//    ")));
        }
        line.push(' ');
        line.push_str(word);
    }
    lines.push(line);
    lines
}
