//! Names.

use lawful_pulse::process::{
    Down, NotRegistered, exit_self, kill, receive_as, register, registered, self_pid, spawn,
    spawn_monitor, unregister, whereis,
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
