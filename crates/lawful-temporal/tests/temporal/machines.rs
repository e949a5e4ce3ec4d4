//! Laws over the events of command sequences.

use std::collections::VecDeque;
use std::fmt::Debug;

use lawful::data::{Block, Reason};
use lawful::machine::{Dynamic, Kind, Machine, Step, StepResult, Symbolic};
use lawful::prelude::*;
use lawful::run::{Config, Summary};
use lawful_temporal::*;

#[derive(Debug)]
enum Mail {
    Opened,
    Sent { id: u32 },
    Received { id: u32 },
    Closed,
}
use Mail::*;

/// Error of a post office.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bug {
    None,
    /// The second letter is delivered twice.
    Twice,
    /// The second letter is lost.
    Loses,
}

/// Post office that delivers letters one by one, when it is asked to.
struct Post {
    queue: VecDeque<u32>,
    last: u32,
    bug: Bug,
}

impl Post {
    fn open(bug: Bug) -> Self {
        event!(Opened);
        Post { queue: VecDeque::new(), last: 0, bug }
    }

    fn send(&mut self) {
        self.last += 1;
        event!(Sent { id: self.last });
        if self.bug != Bug::Loses || self.last != 2 {
            self.queue.push_back(self.last);
        }
    }

    fn deliver(&mut self) -> bool {
        let Some(id) = self.queue.pop_front() else { return false };
        event!(Received { id });
        if self.bug == Bug::Twice && id == 2 {
            event!(Received { id });
        }
        true
    }
}

impl Drop for Post {
    fn drop(&mut self) {
        event!(Closed);
    }
}

fn send<K: Kind>(_: &mut (), step: Step<'_, Post, K>) -> StepResult {
    step.call((), |post, _, ()| post.send())?;
    Ok(())
}

fn deliver<K: Kind>(_: &mut (), step: Step<'_, Post, K>) -> StepResult {
    step.call((), |post, _, ()| post.deliver())?;
    Ok(())
}

/// Does nothing, so that shrinking can leave it out.
fn idle<K: Kind>(_: &mut (), step: Step<'_, Post, K>) -> StepResult {
    step.call((), |_, _, ()| ())?;
    Ok(())
}

fn post<K: Kind>(bug: Bug) -> Machine<(), Post, K> {
    let machine = Machine::new(|| (), move || Post::open(bug));
    machine.command(idle).command(send).command(deliver)
}

fn drained<K: Kind>(bug: Bug) -> Machine<(), Post, K> {
    post(bug).drain(|(), post, _| while post.deliver() {})
}

fn at_most_once() -> Formula<Mail> {
    always(when!(Received { id } => afterwards(never(is!(Received { id: =id })))))
}

fn delivered() -> Formula<Mail> {
    always(when!(Sent { id } => eventually(is!(Received { id: =id }))))
}

fn check(law: &dyn Law, seed: u64) -> Summary {
    Runner::named("post").seed(seed).tests(1_000).first_failure().run(law)
}

/// The reason of the failure of a law, and the names of its commands.
#[track_caller]
fn failure(law: &dyn Law, seed: u64) -> (Reason, Vec<String>) {
    let summary = check(law, seed);
    let failure = summary.failure().unwrap_or_else(|| panic!("it passed: {:?}", summary.stopped));
    let names = failure.calls().iter().map(|call| call.name.clone()).collect();
    (failure.reason.clone(), names)
}

#[track_caller]
fn passes(law: &dyn Law) {
    let summary = check(law, 1);
    assert!(summary.is_success() && summary.passed == 1_000, "{:?}", summary.stopped);
}

#[test]
fn a_formula_that_can_no_longer_hold_fails_at_its_command_and_is_shrunk() {
    fn check<K: Kind>() {
        let machine = || post::<K>(Bug::Twice).over_time(at_most_once());
        for seed in 0..10 {
            let summary = self::check(&machine(), seed);
            let failure = summary.failure().expect("letter 2 comes twice");
            let calls = failure.calls();
            let mut names: Vec<&str> = calls.iter().map(|call| &*call.name).collect();
            assert!(calls[3].failed && calls.iter().filter(|call| call.failed).count() == 1);
            assert_eq!(names.pop(), Some("deliver"));
            names.sort_unstable();
            assert_eq!(names, ["deliver", "send", "send"]);
            assert_eq!(
                (failure.reason.component, failure.reason.code),
                ("temporal", "formula-false")
            );
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// The cells of the table of events.
fn table(reason: &Reason) -> Vec<Vec<&str>> {
    let rows = reason.document.blocks.iter().find_map(|block| match block {
        Block::Table(rows) => Some(rows),
        _ => None,
    });
    rows.into_iter().flatten().map(|row| row.iter().map(String::as_str).collect()).collect()
}

#[test]
fn the_reason_explains_and_names_the_commands() {
    let law = post::<Dynamic>(Bug::Twice).over_time(at_most_once().named("at most once"));
    let (reason, _) = failure(&law, 1);
    assert_eq!(reason.title, "at most once");
    let told = reason.message();
    assert!(told.contains("event 5: Received { id: 2 }"), "{told}");
    let table = table(&reason);
    assert_eq!(table[0], ["event", "command", "text"]);
    assert_eq!(table[1], ["1", "constructor", "Opened"]);
    assert_eq!(table.last().unwrap()[1..], ["4 deliver", "Received { id: 2 }"]);
    assert_eq!(table[table.len() - 2][1], "4 deliver");
    assert_eq!(table.len(), 7);
    let Block::Marks(marks) = &reason.document.blocks[0] else { panic!("{:?}", reason.document) };
    let of_event_5 = marks.iter().find(|mark| mark.text.starts_with("event 5")).unwrap();
    let cell = of_event_5.from.as_deref().expect("the line is about an event");
    assert!(table.iter().any(|row| row[0] == cell && row[2] == "Received { id: 2 }"));
}

#[test]
fn long_traces_are_shown_near_the_guilty_events() {
    let law = post::<Symbolic>(Bug::None).commands(100).over_time(at_most(29, is!(Sent { .. })));
    let (reason, names) = failure(&law, 1);
    assert_eq!(names.iter().filter(|name| *name == "send").count(), 30);
    let table = table(&reason);
    assert_eq!(table.len(), 13);
    assert!(table.iter().any(|row| row[2] == "Sent { id: 30 }"), "{table:?}");
}

#[test]
fn what_is_owed_by_a_sequence_that_was_cut_is_no_failure() {
    passes(&post::<Symbolic>(Bug::None).over_time(delivered()));
    passes(&post::<Dynamic>(Bug::None).over_time(delivered()));
    passes(&post::<Symbolic>(Bug::Loses).over_time(delivered()));
}

#[test]
fn what_is_owed_after_the_drain_phase_is_a_failure() {
    fn check<K: Kind>() {
        for seed in 0..10 {
            let (reason, names) = failure(&drained::<K>(Bug::Loses).over_time(delivered()), seed);
            assert_eq!((reason.component, reason.code), ("temporal", "owed-at-end"));
            assert_eq!(names, ["send", "send"]);
            let told = reason.message();
            assert!(told.contains("never Received { id: 2 }"), "{told}");
            let table = table(&reason);
            assert_eq!(
                table.last().unwrap()[1..],
                ["after the last command", "Received { id: 1 }"]
            );
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_safety_law_is_broken_in_the_drain_phase_too() {
    let law = drained::<Symbolic>(Bug::Twice).over_time(at_most_once());
    let (reason, names) = failure(&law, 1);
    assert_eq!((reason.code, &*names), ("formula-false", &["send", "send"].map(String::from)[..]));
}

#[test]
fn a_right_system_passes() {
    fn check<K: Kind>() {
        passes(&post::<K>(Bug::None).over_time(at_most_once()));
        passes(&drained::<K>(Bug::None).over_time(at_most_once() & delivered()));
        let in_order = order(is!(Opened), is!(Sent { .. } | Received { .. }));
        passes(&drained::<K>(Bug::None).over_time(in_order));
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// The system emits when it is made, which is judged, and when it is dropped, which is not.
#[test]
fn the_constructor_is_part_of_the_run_and_the_destructor_is_not() {
    passes(&drained::<Symbolic>(Bug::None).over_time(once(is!(Opened)) & never(is!(Closed))));
    let (reason, names) = failure(&post::<Symbolic>(Bug::None).over_time(never(is!(Opened))), 1);
    assert_eq!((table(&reason)[1][1], names.len()), ("constructor", 0));
}

#[test]
fn a_command_is_a_round() {
    let within = |commands| {
        always(when!(Sent { id } => within(rounds(commands), is!(Received { id: =id }))))
    };
    /// Delivers a letter in the second command after the one that sent it.
    fn tick<K: Kind>(_: &mut (), step: Step<'_, Vec<Option<u32>>, K>) -> StepResult {
        let sends = step.draw(any::<bool>());
        step.call(sends, |queue, _, sends| {
            let id = queue.len() as u32;
            if sends {
                event!(Sent { id });
            }
            queue.push(sends.then_some(id));
            let due = queue.len().checked_sub(3).and_then(|due| queue[due]);
            if let Some(id) = due {
                event!(Received { id });
            }
        })?;
        Ok(())
    }
    fn machine<K: Kind>() -> Machine<(), Vec<Option<u32>>, K> {
        Machine::new(|| (), Vec::new).command(tick)
    }
    passes(&machine::<Symbolic>().over_time(within(2)));
    passes(&machine::<Dynamic>().over_time(within(2)));
    // The deadline is over with the command after the one that sent, whatever that does.
    let (reason, names) = failure(&machine::<Symbolic>().over_time(within(1)), 1);
    assert_eq!((reason.code, names.len()), ("formula-false", 2));
    // Without a drain phase a sequence may end before the deadline; with one that does nothing it may not.
    let late = machine::<Symbolic>().commands(1).over_time(within(2));
    assert!(check(&late, 1).is_success());
    let (reason, _) = failure(&machine::<Symbolic>().drain(|_, _, _| ()).over_time(within(2)), 1);
    assert_eq!(reason.code, "owed-at-end");
}

#[test]
fn a_formula_is_used_by_reference_for_several_machines() {
    let law = delivered();
    passes(&drained::<Symbolic>(Bug::None).over_time(&law));
    assert_eq!(failure(&drained::<Dynamic>(Bug::Loses).over_time(&law), 1).0.code, "owed-at-end");
    assert_eq!(failure(&drained::<Symbolic>(Bug::Loses).over_time(&law), 1).0.code, "owed-at-end");
}

/// Each hears every event, although they are of one type.
#[test]
fn a_machine_has_several_laws() {
    let (once, all) = (|| at_most_once().named("once"), || delivered().named("all"));
    let both = |bug| drained::<Symbolic>(bug).over_time(once()).over_time(all());
    let turned = |bug| drained::<Dynamic>(bug).over_time(all()).over_time(once());
    passes(&both(Bug::None));
    passes(&turned(Bug::None));
    for (bug, title) in [(Bug::Twice, "once"), (Bug::Loses, "all")] {
        assert_eq!(failure(&both(bug), 1).0.title, title);
        assert_eq!(failure(&turned(bug), 1).0.title, title);
    }
    // Laws over another type of events are apart.
    #[derive(Debug)]
    struct Other;
    let others = both(Bug::None).over_time(never(event_where("other", |_: &Other| true)));
    passes(&others);
}

/// The parts of a conjunction are failures of their own.
#[test]
fn the_broken_part_of_a_conjunction_is_named() {
    let both = at_most_once().named("once") & delivered().named("all");
    assert_eq!(failure(&drained::<Symbolic>(Bug::Twice).over_time(&both), 1).0.title, "once");
    assert_eq!(failure(&drained::<Symbolic>(Bug::Loses).over_time(&both), 1).0.title, "all");
}

#[test]
fn commands_emit_events_too() {
    fn press<K: Kind>(pressed: &mut u32, step: Step<'_, (), K>) -> StepResult {
        step.require(*pressed < 100)?;
        step.call((), |(), _, ()| event!("pressed"))?;
        *pressed += 1;
        event!("noted");
        Ok(())
    }
    fn check<K: Kind>() {
        let pressed = || event_where("pressed", |event: &&str| *event == "pressed");
        let noted = || event_where("noted", |event: &&str| *event == "noted");
        let machine = || Machine::<u32, (), K>::new(|| 0, || ()).command(press);
        let turns = always(pressed().implies(afterwards(noted()))) & (!noted()).unless(pressed());
        passes(&machine().drain(|_, _, _| ()).over_time(turns));
        let (_, names) = failure(&machine().over_time(at_most(2, pressed())), 1);
        assert_eq!(names, ["press"; 3]);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// Code that a formula calls is not part of the run.
#[test]
fn events_that_a_formula_emits_are_not_judged() {
    let emits = always(event_where("emits", |event: &Mail| {
        event!(Closed);
        !matches!(event, Closed)
    }));
    passes(&drained::<Symbolic>(Bug::None).over_time(emits));
}

#[test]
fn a_system_that_panics_while_it_is_made_leaves_nothing_behind() {
    let machine = || {
        let fragile = Machine::<(), Post, Symbolic>::new(
            || (),
            || {
                event!(Opened);
                panic!("no post office");
            },
        );
        fragile.command(send)
    };
    let (reason, _) = failure(&machine().over_time(delivered()).over_time(at_most_once()), 1);
    assert_eq!(reason.code, "panic");
    passes(&drained::<Symbolic>(Bug::None).over_time(once(is!(Opened))));
}

#[test]
fn a_machine_inside_another_has_events_of_its_own() {
    fn nest<K: Kind>(_: &mut (), step: Step<'_, Post, K>) -> StepResult {
        step.call((), |_, _, ()| {
            let inner = drained::<Symbolic>(Bug::None).commands(..=3).over_time(once(is!(Opened)));
            assert!(Runner::named("inner").seed(1).tests(3).run(&inner).is_success());
        })?;
        Ok(())
    }
    let outer = drained::<Symbolic>(Bug::None).command(nest).commands(..=5);
    let outer = outer.over_time(once(is!(Opened)) & delivered());
    assert!(Runner::named("outer").seed(1).tests(20).run(&outer).is_success());
}

#[test]
fn a_failure_is_replayed() {
    let law = drained::<Symbolic>(Bug::Loses).over_time(delivered());
    let found = check(&law, 3);
    let token = found.failure().unwrap().token.clone();
    let config = Config::default().with(|config| config.replay = Some(token));
    let again = Runner::named("post").with(config).run(&law);
    let (found, again) = (found.failure().unwrap(), again.failure().unwrap());
    assert_eq!((&found.reason, found.calls()), (&again.reason, again.calls()));
}

#[law(isolated = true, jobs = 2)]
fn a_right_post_office_in_processes_of_its_own() -> impl Law {
    drained::<Symbolic>(Bug::None).over_time(at_most_once() & delivered())
}

#[cfg(feature = "tracing")]
#[test]
fn events_come_from_tracing_too() {
    fn answer<K: Kind>(_: &mut (), step: Step<'_, (), K>) -> StepResult {
        let status = step.draw(200..=299u16);
        step.call(status, |(), _, status| tracing::info!(status, "answered"))?;
        Ok(())
    }
    let machine = || Machine::<(), (), Symbolic>::new(|| (), || ()).command(answer);
    let law = |most: u16| {
        let statuses = Tracing::new(|record| record.get::<u16>("status"));
        let small = always(event_where("small", move |status: &u16| *status <= most));
        TraceLaw::new(small).events_from(statuses)
    };
    passes(&machine().over_time(law(299)));
    let summary = check(&machine().over_time(law(250)), 1);
    let calls = summary.failure().expect("some are higher").calls();
    assert_eq!((calls.len(), &*calls[0].arguments.debug), (1, "251"));
    // Both would hear the events of both sources.
    let stopped = check(&machine().over_time(law(299)).over_time(law(250)), 1).stopped;
    let lawful::run::Stopped::Misused(misuse) = stopped else { panic!("{stopped:?}") };
    assert_eq!(
        misuse.to_string(),
        "a machine has two laws over events of type `u16`, of which one has a source of its own: join the formulas \
         with `&`, or use two types of events"
    );
}
