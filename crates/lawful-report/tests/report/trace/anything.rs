//! Whatever a trace holds, it is shown.

use lawful_core::data::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};
use lawful_core::generate::{Generator, any, elements, frequency, just, one_of, option_of, vec};
use lawful_core::law::for_all;
use lawful_core::run::Runner;
use lawful_core::{classify, collect};
use lawful_report::terminal;
use lawful_report::trace::{dot, svg, table};

use super::pictures::{check_dot, check_xml};

const KINDS: [EventKind; 9] = [
    EventKind::Start,
    EventKind::Spawn,
    EventKind::Send,
    EventKind::Deliver,
    EventKind::Effect,
    EventKind::Operation,
    EventKind::Wait,
    EventKind::Time,
    EventKind::End,
];

/// Words, and texts of any letters.
fn texts() -> impl Generator<Value = String> {
    let words = elements([
        "",
        "a",
        "reads count: 3",
        "sends {call, audit} to the server, which is waiting for it",
        "\"<&>'\\\n",
        "src/a/very/long/way/down/to/a/file.rs:1234",
    ]);
    one_of([words.mapped(String::from).boxed(), any::<String>().boxed()])
}

fn tasks() -> impl Generator<Value = TracedTask> {
    let ends = (0..5u8, texts()).mapped(|(kind, text)| match kind {
        0 => TaskEnd::Finished,
        1 => TaskEnd::Panicked(text),
        2 => TaskEnd::Exited(text),
        3 => TaskEnd::Waits(text),
        _ => TaskEnd::Unfinished,
    });
    let parts = (texts(), option_of(texts()), ends);
    parts.mapped(|(name, spawned, end)| TracedTask { name, spawned, end })
}

/// Events of tasks that there are, and now and then of one that there is not.
fn events() -> impl Generator<Value = TracedEvent> {
    let task = frequency([(9, (0..9usize).boxed()), (1, any::<usize>().boxed())]);
    let from = option_of(frequency([(9, (0..90usize).boxed()), (1, any::<usize>().boxed())]));
    let what = (elements(KINDS), texts(), texts());
    let label = frequency([(3, just(String::new()).boxed()), (1, texts().boxed())]);
    let parts = (task, what, from, vec(0..20u32, 0..9), (any::<bool>(), label));
    parts.mapped(|(task, (kind, text, place), from, clock, (switched, label))| TracedEvent {
        task,
        kind,
        text,
        place,
        from,
        clock,
        switched,
        label,
    })
}

fn traces() -> impl Generator<Value = Trace> {
    let parts = (vec(tasks(), 0..9), vec(events(), 0..150), any::<u64>());
    parts.mapped(|(tasks, events, switches)| Trace { tasks, events, switches })
}

#[test]
fn every_trace_is_shown() {
    let law = for_all((traces(), 0..140usize), |(trace, width)| {
        classify!(trace.events.len() > 60, "long");
        let lines = table(&trace, width);
        for line in &lines {
            assert!(line.chars().count() <= width.max(40), "{width} letters: {line}");
            assert!(!line.contains(char::is_control), "{line:?}");
        }
        // Three lines an event and an end, two lines of three and two rules.
        assert!(lines.len() <= 3 * 60 + 3 * (trace.tasks.len() + 1) + 6, "{}", lines.len());
        collect!(lines.len() / 50);
        check_xml(&svg(&trace));
        check_dot(&dot(&trace));
    });
    let summary = Runner::named("every trace is shown").tests(300).run(&law);
    assert!(summary.is_success(), "{}", terminal::report(&summary));
}

/// In a trace that is shown whole, every event is in the table, in its order.
#[test]
fn nothing_is_missing_from_a_short_table() {
    let numbered = vec((0..5usize, any::<bool>()), 0..60).mapped(|events| {
        let task = |task: usize| TracedTask {
            name: format!("task {task}"),
            spawned: None,
            end: TaskEnd::Finished,
        };
        let events = events.into_iter().enumerate().map(|(index, (task, switched))| TracedEvent {
            task,
            kind: EventKind::Operation,
            text: format!("event {index}"),
            place: format!("src/law.rs:{index}"),
            from: None,
            clock: Vec::new(),
            switched,
            label: String::new(),
        });
        Trace { tasks: (0..5).map(task).collect(), events: events.collect(), switches: 0 }
    });
    let law = for_all(numbered, |trace| {
        let lines = table(&trace, 100);
        let rows = &lines[lines.len() - trace.events.len()..];
        for (index, (row, event)) in rows.iter().zip(&trace.events).enumerate() {
            let words = row.trim_start_matches("switch").trim_start();
            let (text, place) = words.split_once("  ").expect("a place is beside the text");
            assert_eq!(text, format!("event {index}"));
            assert_eq!(place.trim(), event.place);
            assert_eq!(row.starts_with("switch"), event.switched);
            let name = format!("task {}", event.task);
            assert_eq!(row.find("event"), lines[0].find(&name), "below {name}");
        }
    });
    let summary = Runner::named("nothing is missing").tests(200).run(&law);
    assert!(summary.is_success(), "{}", terminal::report(&summary));
}
