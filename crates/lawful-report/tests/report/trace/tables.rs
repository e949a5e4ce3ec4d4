//! Tables against what we would want to see, written by hand.

use lawful_core::data::{EventKind, TaskEnd, Trace};
use lawful_report::trace::table;

use super::stories::{
    Story, crowd, deadlock, hostile, linked_in_time, linked_too_late, long_work, lost_update,
    write_race,
};

#[track_caller]
fn check(trace: &Trace, width: usize, expected: &str) {
    let lines = table(trace, width).join("\n");
    assert_eq!(lines, expected.trim_matches('\n'), "\n{lines}\n");
}

#[test]
fn a_lost_update() {
    check(
        &lost_update(),
        96,
        "
        law             a                 b
                        src/counter.rs:8  src/counter.rs:9
        ──────────────  ────────────────  ────────────────
        starts
        spawns a                                            src/counter.rs:8
        spawns b                                            src/counter.rs:9
        waits for a                                         src/counter.rs:10
                        starts
                        reads count: 0                      src/counter.rs:3
switch                                    starts
                                          reads count: 0    src/counter.rs:3
                                          writes count: 1   src/counter.rs:4
                                          ends
                        writes count: 1                     src/counter.rs:4
                        ends
        joins a                                             src/counter.rs:10
        joins b                                             src/counter.rs:10
        reads count: 1                                      src/counter.rs:11
        ──────────────  ────────────────  ────────────────
        `law` panicked: one update is lost
",
    );
}

#[test]
fn events_that_the_reason_refers_to_are_labelled() {
    let mut trace = lost_update();
    trace.events[6].label = String::from("event 1");
    trace.events[8].label = String::from("event 2");
    check(
        &trace,
        96,
        "
                 law             a                 b
                                 src/counter.rs:8  src/counter.rs:9
                 ──────────────  ────────────────  ────────────────
                 starts
                 spawns a                                            src/counter.rs:8
                 spawns b                                            src/counter.rs:9
                 waits for a                                         src/counter.rs:10
                                 starts
                                 reads count: 0                      src/counter.rs:3
event 1, switch                                    starts
                                                   reads count: 0    src/counter.rs:3
event 2                                            writes count: 1   src/counter.rs:4
                                                   ends
                                 writes count: 1                     src/counter.rs:4
                                 ends
                 joins a                                             src/counter.rs:10
                 joins b                                             src/counter.rs:10
                 reads count: 1                                      src/counter.rs:11
                 ──────────────  ────────────────  ────────────────
                 `law` panicked: one update is lost
",
    );
}

#[test]
fn a_deadlock() {
    check(
        &deadlock(),
        96,
        "
        law          a                b
                     src/bank.rs:10   src/bank.rs:14
        ───────────  ───────────────  ──────────────
        starts
        spawns a                                      src/bank.rs:10
        spawns b                                      src/bank.rs:14
        waits for a                                   src/bank.rs:18
                     starts
                     locks left                       src/bank.rs:11
switch                                starts
                                      locks right     src/bank.rs:15
                                      waits for left  src/bank.rs:16
                     waits for right                  src/bank.rs:12
        ───────────  ───────────────  ──────────────
        `law` waits for the end of `a`
        `a` waits for the lock at src/bank.rs:8, which `b` holds
        `b` waits for the lock at src/bank.rs:7, which `a` holds
",
    );
}

#[test]
fn figure_2_1() {
    check(
        &linked_in_time(),
        96,
        "
root                               procA.PidB
                                   proc.erl:2
─────────────────────────────────  ───────────
starts
spawns procA.PidB                               proc.erl:2
sends a to procA.PidB                           proc.erl:3
sets trap_exit                                  proc.erl:4
links to procA.PidB                             proc.erl:5
                                   starts
                                   receives a   proc.erl:12
                                   exits: kill  proc.erl:12
receives {EXIT, procA.PidB, kill}               proc.erl:7
returns kill
─────────────────────────────────  ───────────
`procA.PidB` exited: kill
",
    );
}

#[test]
fn figure_2_2() {
    check(
        &linked_too_late(),
        96,
        "
        root                                 procA.PidB
                                             proc.erl:2
        ───────────────────────────────────  ───────────
        starts
        spawns procA.PidB                                 proc.erl:2
        sends a to procA.PidB                             proc.erl:3
        sets trap_exit                                    proc.erl:4
switch                                       starts
                                             receives a   proc.erl:12
                                             exits: kill  proc.erl:12
        links to procA.PidB                               proc.erl:5
        receives {EXIT, procA.PidB, noproc}               proc.erl:7
        returns noproc
        ───────────────────────────────────  ───────────
        `procA.PidB` exited: kill
",
    );
}

#[test]
fn texts_are_wrapped_inside_of_narrow_columns() {
    check(
        &linked_too_late(),
        54,
        "
        root                  procA.PidB
                              proc.erl:2
        ────────────────────  ───────────
        starts
        spawns procA.PidB                  proc.erl:2
        sends a to                         proc.erl:3
        procA.PidB
        sets trap_exit                     proc.erl:4
switch                        starts
                              receives a   proc.erl:12
                              exits: kill  proc.erl:12
        links to procA.PidB                proc.erl:5
        receives {EXIT,                    proc.erl:7
        procA.PidB, noproc}
        returns noproc
        ────────────────────  ───────────
        `procA.PidB` exited: kill
",
    );
}

#[test]
fn places_go_first_where_there_is_no_room() {
    check(
        &write_race(false),
        40,
        "
root                 write_race.Pid
                     race.erl:2
───────────────────  ───────────────────
starts
spawns
write_race.Pid
write_file(\"a.txt\",
\"b\")
                     starts
                     write_file(\"a.txt\",
                     \"a\")
                     ends
ends
",
    );
}

#[test]
fn where_columns_do_not_fit_every_event_has_the_name_of_its_task() {
    check(
        &crowd(8, 9),
        60,
        "
        worker 0  starts
        worker 3  puts 1 into the queue  src/crowd.rs:1
        worker 6  puts 2 into the queue  src/crowd.rs:2
        worker 1  puts 3 into the queue  src/crowd.rs:3
        worker 4  takes message 4        src/crowd.rs:4
switch  worker 7  puts 5 into the queue  src/crowd.rs:5
        worker 2  puts 6 into the queue  src/crowd.rs:6
        worker 5  puts 7 into the queue  src/crowd.rs:7
        worker 0  takes message 8        src/crowd.rs:8
",
    );
    let seven = table(&crowd(7, 40), 300);
    assert!(seven[0].trim_start().starts_with("worker 0  starts"), "{}", seven[0]);
    let six = table(&crowd(6, 40), 300);
    assert!(six[0].trim_start().starts_with("worker 0 "), "{}", six[0]);
    assert!(six[1].trim_start().starts_with("src/crowd.rs:2 "), "{}", six[1]);
}

#[test]
fn of_a_long_trace_the_switches_are_shown() {
    let lines = table(&long_work(), 96);
    let left: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let left: Vec<&str> = left.into_iter().filter(|line| line.starts_with('…')).collect();
    assert_eq!(left.len(), 3, "{lines:#?}");
    assert!(left.iter().all(|line| line.ends_with(" more of `worker`")), "{left:?}");
    let numbers = left.iter().map(|line| line.split(' ').nth(1)?.parse::<usize>().ok());
    let hidden: usize = numbers.map(|number| number.expect("a number")).sum();
    // The header has three lines, and so many are left out; the last two are the rule and an end.
    assert_eq!(hidden + lines.len() - 3 - 3 - 2, 202);
    assert!((40..=65).contains(&lines.len()), "{}", lines.len());
    for shown in ["takes step 0 ", "takes step 79 ", "takes step 80 ", "takes step 139 "] {
        assert!(lines.iter().any(|line| line.contains(shown)), "{shown} in {lines:#?}");
    }
    assert_eq!(lines.iter().filter(|line| line.starts_with("switch")).count(), 4);
    assert!(lines[lines.len() - 3].contains("takes step 199 "));
    assert_eq!(lines.last().map(|line| line.trim()), Some("the case ended before `clock` did"));
}

#[test]
fn of_very_many_switches_the_last_are_shown() {
    let lines = table(&crowd(20, 500), 96);
    assert!((50..=60).contains(&lines.len()), "{}", lines.len());
    assert!(lines.iter().any(|line| line.contains(" more of 4 tasks")), "{lines:#?}");
    assert!(lines[0].contains("worker 0   starts"), "{}", lines[0]);
    assert!(lines.last().is_some_and(|line| line.contains("puts 499")), "{lines:#?}");
}

#[test]
fn hostile_texts_stay_in_their_cells() {
    let lines = table(&hostile(), 96);
    for line in &lines {
        assert!(line.chars().count() <= 96, "{line}");
        assert!(!line.contains(|letter: char| letter.is_control()), "{line:?}");
    }
    let all = lines.join("\n");
    assert!(all.contains("`task 2` waits for \"</title>&amp;]]>"), "{all}");
    assert!(all.contains("has an effect"), "{all}");
    assert!(all.contains("…"), "{all}");
}

#[test]
fn a_task_that_did_nothing_has_no_column() {
    let mut story = Story::default();
    story.task("law", "", TaskEnd::Finished);
    story.task("idle", "src/idle.rs:1", TaskEnd::Unfinished);
    story.task("lazy", "src/idle.rs:2", TaskEnd::Unfinished);
    story.event(0, EventKind::Start, "", "");
    story.event(0, EventKind::Time, "", "");
    check(
        &story.end(),
        96,
        "
law
────────────
starts
time goes on
────────────
the case ended before `idle` and `lazy` did
",
    );
    assert!(table(&Trace::default(), 96).is_empty());
}
