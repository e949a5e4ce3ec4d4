//! What happened in a case under a scheduler, member by member.

use lawful_data::{EventKind, Json, TaskEnd, Trace, TracedEvent, TracedTask};

/// A trace. Tasks and events refer to others by their places in the lists.
pub(super) fn json(trace: &Trace) -> Json {
    Json::object([
        ("tasks", Json::List(trace.tasks.iter().map(task).collect())),
        ("events", Json::List(trace.events.iter().map(event).collect())),
        ("switches", integer(trace.switches)),
    ])
}

fn task(task: &TracedTask) -> Json {
    let (end, why) = match &task.end {
        TaskEnd::Finished => ("finished", None),
        TaskEnd::Panicked(message) => ("panicked", Some(message)),
        TaskEnd::Exited(reason) => ("exited", Some(reason)),
        TaskEnd::Waits(what) => ("waits", Some(what)),
        _ => ("unfinished", None),
    };
    Json::object([
        ("name", Json::text(&task.name)),
        ("spawned", task.spawned.as_ref().map_or(Json::Null, Json::text)),
        ("end", Json::text(end)),
        ("why", why.map_or(Json::Null, Json::text)),
    ])
}

fn event(event: &TracedEvent) -> Json {
    let kind = match event.kind {
        EventKind::Start => "start",
        EventKind::Spawn => "spawn",
        EventKind::Send => "send",
        EventKind::Deliver => "deliver",
        EventKind::Effect => "effect",
        EventKind::Call => "call",
        EventKind::Wait => "wait",
        EventKind::Time => "time",
        EventKind::End => "end",
        _ => "operation",
    };
    let clock = event.clock.iter().map(|count| integer(u64::from(*count)));
    Json::object([
        ("task", integer(event.task as u64)),
        ("kind", Json::text(kind)),
        ("text", Json::text(&event.text)),
        ("place", Json::text(&event.place)),
        ("from", event.from.map_or(Json::Null, |from| integer(from as u64))),
        ("clock", Json::List(clock.collect())),
        ("switched", Json::Bool(event.switched)),
        ("label", Json::text(&event.label)),
    ])
}

fn integer(number: u64) -> Json {
    Json::Number(number.to_string())
}
