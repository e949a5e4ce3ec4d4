//! Names.

use lawful_pulse::process::{
    Down, NotRegistered, Pid, exit_self, kill, monitor, named, receive_as, register, registered,
    self_pid, spawn, spawn_monitor, unregister, whereis,
};

use crate::exploring::{outcomes, set};

fn waiting() {
    receive_as::<()>();
}

#[test]
fn a_name_is_of_one_process_and_a_process_has_one_name() {
    let results = outcomes(|| {
        let (one, other) = (spawn(waiting), spawn(waiting));
        let results = vec![
            register("a", one),
            register("a", other),
            register("a", one),
            register("b", one),
            register("b", other),
        ];
        assert_eq!((whereis("a"), whereis("b"), whereis("c")), (Some(one), Some(other), None));
        assert_eq!(registered(), ["a", "b"]);
        assert!(unregister("a"));
        assert_eq!(register("c", one), Ok(()));
        results.into_iter().map(Result::err).map(|error| format!("{error:?}")).collect::<Vec<_>>()
    });
    let in_use = "Some(NameInUse)";
    let expected = ["None", in_use, in_use, "Some(HasName)", "None"];
    assert_eq!(results, set([expected.map(String::from).to_vec()]));
}

#[test]
fn names_vanish_with_their_process() {
    let seen = outcomes(|| {
        let (child, _) = spawn_monitor(|| {
            register("child", self_pid()).expect("the name is free");
            exit_self("done".into());
        });
        receive_as::<Down>();
        assert_eq!(register("child", child), Err(NotRegistered::NoProcess));
        (whereis("child"), registered())
    });
    assert_eq!(seen, set([(None, vec![])]));
}

/// Whoever looks for a name may come before the process that takes it, or after its end.
#[test]
fn looking_for_a_name_is_a_race() {
    let found = outcomes(|| {
        spawn(|| {
            register("child", self_pid()).expect("the name is free");
            waiting();
        });
        whereis("child").is_some()
    });
    assert_eq!(found, set([false, true]));
}

#[test]
fn a_killed_process_has_no_name() {
    let found = outcomes(|| {
        let child = spawn(waiting);
        register("child", child).expect("the name is free");
        kill(child);
        assert!(!lawful_pulse::process::is_alive(child));
        whereis("child")
    });
    assert_eq!(found, set([None]));
}

/// A type whose methods spawn.
struct Desk;

impl Desk {
    fn open() -> Pid {
        spawn(|| {
            let () = receive_as();
        })
    }
}

fn open_two() -> [Pid; 2] {
    [spawn(|| drop(receive_as::<String>())), spawn(|| drop(receive_as::<Box<u8>>()))]
}

/// Names without the line.
fn without_lines(names: &str) -> String {
    let digits = |text: &str| text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(0);
    let parts = names.split(':').enumerate();
    parts.fold(String::new(), |names, (index, part)| match digits(part) {
        0 if index > 0 => names + ":" + part,
        0 => names + part,
        number => names + ":_" + &part[number..],
    })
}

/// Names so far: at the end of the run all of the same name are numbered.
#[test]
fn processes_are_called_after_their_bodies() {
    let names = outcomes(|| {
        let boxed: Box<dyn FnOnce() + Send> = Box::new(waiting);
        let pids = [spawn(waiting), spawn(receive_as::<()>), Desk::open(), spawn(boxed)];
        let two = open_two();
        let named = named("waiting").spawn(waiting);
        let again = spawn(waiting);
        without_lines(&format!("{pids:?} {two:?} {named:?} {again:?}"))
    });
    let expected = "[<waiting #1>, <receive_as>, <Desk::open:_>, <names.rs:_>] \
                    [<open_two:_ #1>, <open_two:_ #2>] <waiting> <waiting #2>";
    assert_eq!(names, set([expected.to_string()]));
}

#[test]
fn names_are_in_traces_and_reasons() {
    let failure = crate::exploring::failure(|| {
        let child = spawn(waiting);
        monitor(child);
        receive_as::<Down>();
    });
    let message = failure.reason.message();
    assert!(message.contains("`waiting` waits for a message"), "{message}");
    let trace = failure.trace().expect("it ran under a scheduler");
    assert_eq!(trace.tasks[1].name, "waiting");
    assert!(trace.events.iter().any(|event| event.text == "monitors waiting"), "{trace:?}");
}
