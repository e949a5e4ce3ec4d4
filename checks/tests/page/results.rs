//! A report with results of all kinds, and hostile texts wherever there is text.

use std::time::Duration;

use checks::HOSTILE;
use lawful::data::{
    About, Block, Document, EventKind, Graph, HistoryCall, Mark, Page, ShownHistory, Statement,
    TaskEnd, Tone, Trace, TracedEvent, TracedTask,
};
use lawful::prelude::*;
use lawful::report::html::{Entry, EntryVerdict, Report};

/// A text that no line has room for, without a place to break it.
const LONG: usize = 3_000;

/// A hostile text, another one for each index.
fn hostile(index: usize) -> &'static str {
    HOSTILE[index % HOSTILE.len()]
}

pub fn report() -> Report {
    let mut report = Report::new(hostile(0));
    report.subtitle(hostile(1));
    for (index, text) in HOSTILE.iter().enumerate() {
        report.fact(*text, hostile(index + 1));
    }
    for (index, text) in HOSTILE.iter().enumerate() {
        let law = for_all(any::<u8>(), move |x| {
            label!("{text}");
            note!("{text}");
            assert!(x < 7, "{text}");
        });
        let summary = Runner::named(&format!("hostile::{index} {text}")).seed(1).run(&law);
        let entry = report.law(&summary);
        entry.story(*text).group(*text).time(Duration::from_nanos(1 << (10 * index)));
        if index % 2 == 0 {
            entry.problem(*text).difference(*text);
        }
    }
    let texts = any::<bool>().mapped(|_| "long".repeat(25_000));
    let law = for_all((texts, any::<u8>()), |(text, x)| assert!(x < 7, "{text} and {x}"));
    report.law(&Runner::named("hostile::long_value").seed(1).run(&law));
    let about = About::new("hostile::unfinished", hostile(0), 3);
    report.add(Entry::unfinished(&about, EntryVerdict::Died, format!("ended by {}", hostile(1))));
    report.add(Entry::unfinished(&about, EntryVerdict::Unknown, hostile(2)));
    report.add(Entry::unfinished(&about, EntryVerdict::NotRun, ""));
    for page in pages() {
        report.page(&page);
    }
    report
}

fn pages() -> Vec<Page> {
    let page = |kind: &str, name: &str, blocks: Vec<Block>| {
        let mut page = Page::new(kind, name, format!("{name}: {}", hostile(0)));
        page.is_success = name.contains("right");
        page.document = Document { blocks };
        page
    };
    let long = "long".repeat(LONG / 4);
    let texts = HOSTILE.iter().map(|text| Block::Paragraph(text.to_string()));
    let code = HOSTILE.iter().map(|text| Block::Code(text.to_string()));
    let table = Block::Table(HOSTILE.iter().map(|text| vec![text.to_string(); 4]).collect());
    let (calls, events) = (history(false), trace());
    vec![
        page("discovery", "laws of a queue", vec![Block::Statements(statements(40))]),
        page("discovery", "right laws of nothing", vec![Block::Statements(Vec::new())]),
        page(
            "ranking",
            "answers to a task",
            vec![table, graph(7), picture(), Block::Statements(statements(3))],
        ),
        page("history", "a history that is wrong", vec![Block::History(Box::new(calls))]),
        page("history", "a history that is right", vec![Block::History(Box::new(history(true)))]),
        page("history", "a right history without calls", vec![Block::History(Box::default())]),
        page(
            "demonstration",
            "events and lines about them",
            vec![Block::Trace(Box::new(events)), Block::Marks(marks())],
        ),
        page(
            "demonstration",
            "a right trace without events",
            vec![Block::Trace(Box::default()), Block::Marks(Vec::new())],
        ),
        page("demonstration", "many states", vec![graph(60), knot()]),
        page("demonstration", "right empty graph", vec![Block::Graph(Box::new(Graph::new("")))]),
        page("demonstration", "texts", texts.chain(code).collect()),
        page("demonstration", "right nothing", Vec::new()),
        page(
            "demonstration",
            "long texts",
            vec![
                Block::Paragraph(long.clone()),
                Block::Code(long.clone()),
                Block::Table(vec![vec![long.clone(), "b".into()], vec!["c".into()]]),
                Block::Statements(vec![
                    Statement::new("long", long.clone(), Tone::Good).with_value("v", long),
                ]),
            ],
        ),
    ]
}

fn statements(count: usize) -> Vec<Statement> {
    let tones = [Tone::Good, Tone::Plain, Tone::Bad, Tone::Faint];
    let statement = |index: usize| {
        let text = format!("push(pop(q), x{index}) = {}", hostile(index));
        Statement::new(format!("group {}", index % 4), text, tones[index % 4])
            .with_remark(hostile(index + 1))
            .with_value("q", hostile(index + 2))
            .with_value(hostile(index + 3), "1")
    };
    (0..count).map(statement).collect()
}

/// States with steps between them, in cycles and back to themselves.
fn graph(count: usize) -> Block {
    let mut graph = Graph::new(format!("{count} states {}", hostile(0)));
    let tones = [Tone::Plain, Tone::Good, Tone::Bad, Tone::Faint];
    for index in 0..count {
        let node = graph.node(format!("{index} {}", hostile(index)), tones[index % 4]);
        graph.nodes[node].detail = hostile(index + 1).to_string();
    }
    for index in 0..count {
        for to in [index, (index + 1) % count, (index * 3 + 2) % count] {
            let edge = graph.edge(index, to, hostile(index + to));
            edge.detail = hostile(index).to_string();
            edge.count = Some((index * to) as u64);
        }
    }
    Block::Graph(Box::new(graph))
}

/// A graph with an edge between any two nodes.
fn knot() -> Block {
    let mut graph = Graph::new("knot");
    for index in 0..12 {
        graph.node(format!("{index} {}", hostile(index)), Tone::Plain);
    }
    for edge in 0..144 {
        graph.edge(edge / 12, edge % 12, hostile(edge));
    }
    Block::Graph(Box::new(graph))
}

fn picture() -> Block {
    // As an image it must not run.
    let script = "<script>window.hacked=1;parent.hacked=1</script>";
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90\" height=\"30\" onload=\"window.hacked=1\">{script}<rect width=\"90\" height=\"30\" fill=\"gray\"/></svg>"
    );
    Block::Picture { name: hostile(0).to_string(), svg }
}

fn history(is_right: bool) -> ShownHistory {
    let mut history = ShownHistory::new(vec!["A".into(), hostile(0).into(), hostile(1).into()]);
    // Nanoseconds since 1970, which a number of JSON cannot hold.
    let start = 1_700_000_000_000_000_000;
    for index in 0..12_u64 {
        let client = index as usize % 3;
        let time = start + 10 * index;
        let text = format!("push({index}) {}", hostile(client));
        let mut call = HistoryCall::new(client, text, time);
        // The last call of a client does not return.
        if index < 11 {
            call.result = Some(hostile(index as usize + 1).to_string());
            call.returned = Some(time + 25);
        }
        history.calls.push(call);
    }
    history.order = if is_right { (0..12).collect() } else { vec![0, 2, 1, 3] };
    history.states = (0..=history.order.len())
        .map(|index| format!("state {index} {}", hostile(index)))
        .collect();
    if !is_right {
        history.stuck = vec![(4, hostile(0).to_string()), (5, hostile(1).to_string())];
    }
    history
}

fn trace() -> Trace {
    let kinds = [
        EventKind::Start,
        EventKind::Spawn,
        EventKind::Operation,
        EventKind::Send,
        EventKind::Wait,
        EventKind::End,
    ];
    let ends = [
        TaskEnd::Finished,
        TaskEnd::Panicked(hostile(0).into()),
        TaskEnd::Waits(hostile(1).into()),
    ];
    let tasks = ends.into_iter().enumerate().map(|(index, end)| TracedTask {
        name: format!("task {index} {}", hostile(index)),
        spawned: (index > 0).then(|| format!("src/{}.rs:{index}", hostile(index))),
        end,
    });
    // Two tasks go on beside each other; what the third does happens after all of it.
    let event = |index: usize| {
        let (task, own) =
            if index < 20 { (index % 2, index as u32 / 2 + 1) } else { (2, index as u32 - 19) };
        let mut clock = vec![0; 3];
        clock[task] = own;
        if task == 2 {
            (clock[0], clock[1]) = (10, 10);
        }
        TracedEvent {
            task,
            kind: kinds[index % kinds.len()],
            text: format!("does {index} {}", hostile(index)),
            place: if index.is_multiple_of(3) {
                String::new()
            } else {
                format!("src/{}.rs:{index}", hostile(index))
            },
            from: (index == 20).then_some(19),
            clock,
            switched: index % 4 == 1,
            label: if index.is_multiple_of(5) { format!("[{index}]") } else { String::new() },
        }
    };
    Trace { tasks: tasks.collect(), events: (0..25).map(event).collect(), switches: 6 }
}

fn marks() -> Vec<Mark> {
    let mark = |index: usize| {
        let mut mark = Mark::new(format!("line {index} {}", hostile(index)), index as u32 % 4);
        mark.from = index.is_multiple_of(2).then(|| format!("[{}]", 5 * (index / 2)));
        mark.to = (index == 2).then(|| "[15]".into());
        mark.is_beside = index == 4;
        mark
    };
    (0..8).map(mark).collect()
}
