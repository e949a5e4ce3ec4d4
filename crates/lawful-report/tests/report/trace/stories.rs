//! Traces to look at, told step by step: the clocks follow from what is told.

use lawful_core::data::{EventKind, TaskEnd, Trace, TracedEvent, TracedTask};

use EventKind::{Deliver, Effect, End, Operation, Send, Spawn, Start, Wait};

/// A trace that is being told.
#[derive(Default)]
pub struct Story {
    trace: Trace,
    /// What each task knows of all tasks.
    clocks: Vec<Vec<u32>>,
    switches: bool,
}

impl Story {
    pub fn task(&mut self, name: &str, spawned: &str, end: TaskEnd) {
        let spawned = Some(spawned.to_string()).filter(|place| !place.is_empty());
        self.trace.tasks.push(TracedTask { name: name.into(), spawned, end });
        self.clocks.push(Vec::new());
    }

    /// The next event is one that the scheduler switches to.
    pub fn switch(&mut self) {
        self.switches = true;
        self.trace.switches += 1;
    }

    pub fn event(&mut self, task: usize, kind: EventKind, text: &str, place: &str) -> usize {
        let clock = &mut self.clocks[task];
        clock.resize(clock.len().max(task + 1), 0);
        clock[task] += 1;
        self.trace.events.push(TracedEvent {
            task,
            kind,
            text: text.into(),
            place: place.into(),
            from: None,
            clock: clock.clone(),
            switched: std::mem::take(&mut self.switches),
            label: String::new(),
        });
        self.trace.events.len() - 1
    }

    /// An event that comes from another one, and knows what that one knew.
    pub fn follow(
        &mut self,
        from: usize,
        task: usize,
        kind: EventKind,
        text: &str,
        place: &str,
    ) -> usize {
        let known = self.trace.events[from].clock.clone();
        let clock = &mut self.clocks[task];
        clock.resize(clock.len().max(known.len()), 0);
        clock.iter_mut().zip(known).for_each(|(own, known)| *own = known.max(*own));
        let event = self.event(task, kind, text, place);
        self.trace.events[event].from = Some(from);
        event
    }

    pub fn end(self) -> Trace {
        self.trace
    }
}

/// Two tasks each read a counter and write it back, one in the middle of the other.
pub fn lost_update() -> Trace {
    let mut story = Story::default();
    story.task("law", "", TaskEnd::Panicked("one update is lost".into()));
    story.task("a", "src/counter.rs:8", TaskEnd::Finished);
    story.task("b", "src/counter.rs:9", TaskEnd::Finished);
    story.event(0, Start, "starts", "");
    let spawn_a = story.event(0, Spawn, "spawns a", "src/counter.rs:8");
    let spawn_b = story.event(0, Spawn, "spawns b", "src/counter.rs:9");
    story.event(0, Wait, "waits for a", "src/counter.rs:10");
    story.follow(spawn_a, 1, Start, "starts", "");
    story.event(1, Operation, "reads count: 0", "src/counter.rs:3");
    story.switch();
    story.follow(spawn_b, 2, Start, "starts", "");
    story.event(2, Operation, "reads count: 0", "src/counter.rs:3");
    story.event(2, Operation, "writes count: 1", "src/counter.rs:4");
    let end_b = story.event(2, End, "ends", "");
    story.event(1, Operation, "writes count: 1", "src/counter.rs:4");
    let end_a = story.event(1, End, "ends", "");
    story.follow(end_a, 0, Operation, "joins a", "src/counter.rs:10");
    story.follow(end_b, 0, Operation, "joins b", "src/counter.rs:10");
    story.event(0, Operation, "reads count: 1", "src/counter.rs:11");
    story.end()
}

/// Two tasks lock two locks, each in its own order.
pub fn deadlock() -> Trace {
    let mut story = Story::default();
    let waits = |what: &str| TaskEnd::Waits(what.into());
    story.task("law", "", waits("the end of `a`"));
    story.task("a", "src/bank.rs:10", waits("the lock at src/bank.rs:8, which `b` holds"));
    story.task("b", "src/bank.rs:14", waits("the lock at src/bank.rs:7, which `a` holds"));
    story.event(0, Start, "starts", "");
    let spawn_a = story.event(0, Spawn, "spawns a", "src/bank.rs:10");
    let spawn_b = story.event(0, Spawn, "spawns b", "src/bank.rs:14");
    story.event(0, Wait, "waits for a", "src/bank.rs:18");
    story.follow(spawn_a, 1, Start, "starts", "");
    story.event(1, Operation, "locks left", "src/bank.rs:11");
    story.switch();
    story.follow(spawn_b, 2, Start, "starts", "");
    story.event(2, Operation, "locks right", "src/bank.rs:15");
    story.event(2, Wait, "waits for left", "src/bank.rs:16");
    story.event(1, Wait, "waits for right", "src/bank.rs:12");
    story.end()
}

/// Figure 2.1 of paper II: the process dies after `root` has linked to it.
pub fn linked_in_time() -> Trace {
    exit_and_link(true)
}

/// Figure 2.2: it dies before.
pub fn linked_too_late() -> Trace {
    exit_and_link(false)
}

fn exit_and_link(in_time: bool) -> Trace {
    let mut story = Story::default();
    story.task("root", "", TaskEnd::Finished);
    story.task("procA.PidB", "proc.erl:2", TaskEnd::Exited("kill".into()));
    story.event(0, Start, "starts", "");
    let spawn = story.event(0, Spawn, "spawns procA.PidB", "proc.erl:2");
    let send = story.event(0, Send, "sends a to procA.PidB", "proc.erl:3");
    story.event(0, Effect, "sets trap_exit", "proc.erl:4");
    let link = |story: &mut Story| story.event(0, Effect, "links to procA.PidB", "proc.erl:5");
    match in_time {
        true => _ = link(&mut story),
        false => story.switch(),
    }
    story.follow(spawn, 1, Start, "starts", "");
    story.follow(send, 1, Deliver, "receives a", "proc.erl:12");
    let exit = story.event(1, End, "exits: kill", "proc.erl:12");
    let (from, why) = match in_time {
        true => (exit, "kill"),
        false => (link(&mut story), "noproc"),
    };
    let received = format!("receives {{EXIT, procA.PidB, {why}}}");
    story.follow(from, 0, Deliver, &received, "proc.erl:7");
    story.event(0, End, &format!("returns {why}"), "");
    story.end()
}

/// Figure 2.3: two processes write to one file. `ordered` has the second wait for the first.
pub fn write_race(ordered: bool) -> Trace {
    let mut story = Story::default();
    story.task("root", "", TaskEnd::Finished);
    story.task("write_race.Pid", "race.erl:2", TaskEnd::Finished);
    story.event(0, Start, "starts", "");
    let spawn = story.event(0, Spawn, "spawns write_race.Pid", "race.erl:2");
    let first = story.event(0, Effect, "write_file(\"a.txt\", \"b\")", "race.erl:5");
    story.follow(if ordered { first } else { spawn }, 1, Start, "starts", "");
    story.event(1, Effect, "write_file(\"a.txt\", \"a\")", "race.erl:3");
    story.event(1, End, "ends", "");
    story.event(0, End, "ends", "");
    story.end()
}

/// One task works for long, and is interrupted twice.
pub fn long_work() -> Trace {
    let mut story = Story::default();
    story.task("worker", "src/work.rs:3", TaskEnd::Finished);
    story.task("clock", "src/work.rs:9", TaskEnd::Unfinished);
    for step in 0..200 {
        if step == 80 || step == 140 {
            story.switch();
            story.event(1, Operation, "ticks", "src/work.rs:10");
            story.switch();
        }
        story.event(0, Operation, &format!("takes step {step}"), "src/work.rs:4");
    }
    story.end()
}

/// More tasks than there is room for columns.
pub fn crowd(tasks: usize, events: usize) -> Trace {
    let mut story = Story::default();
    for task in 0..tasks {
        story.task(&format!("worker {task}"), "src/crowd.rs:2", TaskEnd::Finished);
    }
    let mut last = story.event(0, Start, "starts", "");
    for event in 1..events {
        let (task, place) = (event * 11 % tasks, format!("src/crowd.rs:{event}"));
        let kind = if event % 3 == 0 { Effect } else { Operation };
        if event % 5 == 0 {
            story.switch();
        }
        last = match event % 4 {
            0 => story.follow(last, task, kind, &format!("takes message {event}"), &place),
            _ => story.event(task, kind, &format!("puts {event} into the queue"), &place),
        };
    }
    story.end()
}

/// Texts that mean something to terminals, to XML and to Graphviz.
pub fn hostile() -> Trace {
    let mut story = Story::default();
    let awful = "\"</title>&amp;]]> \\N\\\" {x|y} <b>\n\t\u{1b}[31m\0\u{202e}\u{ffff}😀漢字";
    story.task(awful, awful, TaskEnd::Panicked(awful.into()));
    story.task("", "", TaskEnd::Waits(awful.into()));
    story.task("\n", awful, TaskEnd::Exited(awful.repeat(30)));
    let first = story.event(0, Send, awful, awful);
    story.follow(first, 1, Deliver, &awful.repeat(50), &awful.repeat(9));
    story.event(2, Effect, "", "");
    story.switch();
    story.event(1, Effect, &"漢".repeat(300), "src/漢字.rs:1");
    story.end()
}
