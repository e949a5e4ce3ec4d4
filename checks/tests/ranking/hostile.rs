//! Hostile answers: the results of the others are byte for byte those of a ranking without them, and nothing of them
//! is left running.
//!
//! Programs that would harm the machine run only confined. Where the system cannot do that, the tests see that a report
//! says so, and do not start them.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use lawful::generate::string_of;
use lawful::rank::{Assignment, Confinement, Executables, Ranking, Verdict};

use crate::folder::{Folder, directories_left, hostile_program, running};

/// The task: an x for every a, and a period at the end.
const MODEL: &str = "tr a x; echo .";
/// Answers with their scripts. The first is right, and uses its working directory.
const HONEST: [(&str, &str); 4] = [
    ("right", "cat > case; tr a x < case; echo ."),
    ("squeezes", "tr -s a x; echo ."),
    ("takes_b_too", "tr ab x; echo ."),
    ("crashes_at_c", "case=$(cat); case $case in *c*) exit 3;; esac; echo $case. | tr a x"),
];
const HOSTILE: &str = "hostile";

/// Ranks the honest answers and, if it is given, a hostile one.
fn rank(folder: &Folder, hostile: Option<&Path>, confinement: Confinement) -> Ranking {
    let mut programs = Executables::by_stdin(|text: &String| text.clone().into_bytes())
        .reference(folder.script("model", MODEL))
        .environment("CHECKS_MARK", folder.mark())
        .confinement(confinement)
        .jobs(2)
        .limits(|limits| {
            limits.time = Duration::from_millis(500);
            limits.memory = 128 << 20;
            limits.processes = 24;
            limits.max_timeouts = 4;
        });
    for (name, script) in HONEST {
        programs = programs.answer(name, folder.script(name, script));
    }
    if let Some(hostile) = hostile {
        programs = programs.answer(HOSTILE, hostile);
    }
    let task =
        Assignment::new(string_of("abcd", 0..=3)).panel(programs).small_tests(40).patience(10);
    let ranking = task.rank();
    // Once while everything is there that could run another case, and once when it is gone.
    assert_eq!(running(folder.mark()), Vec::<String>::new(), "left running by a case");
    drop(task);
    assert_eq!(running(folder.mark()), Vec::<String>::new(), "left running");
    assert_eq!(directories_left(), Vec::<String>::new());
    ranking
}

/// Results of the honest answers: of each the number of its bugs, and test, right output, verdict and output for each.
fn results_of_honest(ranking: &Ranking) -> String {
    let mut text = String::new();
    for (name, _) in HONEST {
        let answer = ranking.answer(name).unwrap();
        let place = ranking.answers().iter().position(|other| other.name == name).unwrap();
        writeln!(text, "{name}: {} bugs", answer.bugs.len()).unwrap();
        for bug in answer.bugs.iter().map(|bug| &ranking.bugs()[bug]) {
            let reply = &bug.replies[place];
            let expected = bug.expected.as_deref().unwrap_or_default();
            let verdict = reply.verdict.name();
            writeln!(text, "  {} -> {expected}: {verdict}: {}", bug.test, reply.text).unwrap();
        }
    }
    text
}

/// Results of the honest answers without a hostile one. They are the same with and without confinement.
const RESULTS: &str = r#"right: 0 bugs
squeezes: 1 bugs
  "aa" -> "xx.\n": wrong output: "x.\n"
takes_b_too: 1 bugs
  "b" -> "b.\n": wrong output: "x.\n"
crashes_at_c: 1 bugs
  "c" -> "c.\n": crashed: exit code 3
"#;

/// Returns whether programs can be confined here. If they cannot, the report must say that they were not.
fn can_confine() -> bool {
    static REASON: OnceLock<Option<String>> = OnceLock::new();
    let reason = REASON.get_or_init(|| {
        let ranked = |confinement| {
            let programs = Executables::by_stdin(|text: &String| text.clone().into_bytes());
            let programs = programs.reference("/bin/cat").answer("cat", "/bin/cat");
            let task = Assignment::new(string_of("ab", 0..=1));
            let task = task.panel(programs.confinement(confinement)).small_tests(3).patience(1);
            task.try_rank()
        };
        let remarks = ranked(Confinement::IfPossible).unwrap().remarks().join("\n");
        match ranked(Confinement::Required) {
            Ok(_) => {
                assert_eq!(remarks, "");
                None
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.starts_with("the answers cannot be confined: "), "{error}");
                assert!(remarks.contains("the answers were not confined: "), "{remarks}");
                Some(error)
            }
        }
    });
    if let Some(reason) = reason {
        println!("skipped: {reason}");
    }
    reason.is_none()
}

/// Ranks the honest answers beside a hostile one and checks their results. Returns the verdicts on the hostile one, and
/// the remarks.
fn check(
    folder: &Folder,
    hostile: &Path,
    confinement: Confinement,
) -> (Vec<(Verdict, String)>, String) {
    let ranking = rank(folder, Some(hostile), confinement);
    assert_eq!(results_of_honest(&ranking), RESULTS, "{ranking}");
    let place = ranking.answers().iter().position(|answer| answer.name == HOSTILE).unwrap();
    let of_it = |bug: &lawful::rank::Bug| {
        let reply = &bug.replies[place];
        (reply.verdict, reply.text.clone())
    };
    (ranking.bugs().iter().map(of_it).collect(), ranking.remarks().join("\n"))
}

/// Checks a hostile script that runs confined, and returns the verdicts on it and the remarks.
fn check_script(name: &str, script: &str) -> Option<(Vec<(Verdict, String)>, String)> {
    let folder = Folder::new(name);
    let script = folder.script("hostile", script);
    can_confine().then(|| check(&folder, &script, Confinement::Required))
}

/// Checks a part of the hostile program that runs confined, and returns the verdicts on it and the remarks.
fn check_program(name: &str) -> Option<(Vec<(Verdict, String)>, String)> {
    let folder = Folder::new(name);
    let program = folder.copy(name, hostile_program());
    can_confine().then(|| check(&folder, &program, Confinement::Required))
}

#[test]
fn honest_answers_have_these_results() {
    let folder = Folder::new("honest");
    for confinement in [Confinement::IfPossible, Confinement::Off] {
        let ranking = rank(&folder, None, confinement);
        assert_eq!(results_of_honest(&ranking), RESULTS, "{ranking}");
    }
}

#[test]
fn one_that_sleeps_for_ever() {
    let Some((verdicts, remarks)) = check_script("sleeps", "exec sleep 1000") else { return };
    assert!(verdicts.iter().all(|(verdict, _)| *verdict == Verdict::TimedOut), "{verdicts:?}");
    let remark = "hostile went over a limit 4 times, so that the search for bugs went on without it; it was judged on \
                  the tests that are shown, and its order is not known";
    assert_eq!(remarks, remark);
}

/// Also ignores the signals that can be ignored, such as the one for too much CPU time.
#[test]
fn one_that_spins() {
    let script = "trap '' HUP INT QUIT TERM XCPU; while :; do :; done";
    let Some((verdicts, _)) = check_script("spins", script) else { return };
    assert!(verdicts.iter().all(|(verdict, _)| *verdict == Verdict::TimedOut), "{verdicts:?}");
}

#[test]
fn one_that_forks_without_end() {
    let Some((verdicts, _)) = check_program("fork_bomb") else { return };
    assert!(verdicts.iter().all(|(verdict, _)| *verdict == Verdict::TimedOut), "{verdicts:?}");
}

/// Does the task, and leaves processes that have left its process group and its session.
#[test]
fn one_that_leaves_daemons() {
    let Some((verdicts, remarks)) = check_program("daemons") else { return };
    assert!(verdicts.iter().all(|(verdict, _)| *verdict == Verdict::Passed), "{verdicts:?}");
    assert_eq!(remarks, "");
}

#[test]
fn one_that_leaves_a_daemon_that_forks_and_exits() {
    let Some((verdicts, remarks)) = check_program("moving_daemon") else { return };
    assert!(verdicts.iter().all(|(verdict, _)| *verdict == Verdict::Passed), "{verdicts:?}");
    assert_eq!(remarks, "");
}

#[test]
fn one_that_floods_its_output() {
    let Some((verdicts, _)) = check_script("floods", "exec yes") else { return };
    let flood = (Verdict::OverLimit, "more than 1048576 bytes of output".to_string());
    assert!(verdicts.iter().all(|verdict| *verdict == flood), "{verdicts:?}");
}

#[test]
fn one_that_floods_its_errors() {
    let Some((verdicts, _)) = check_script("floods-errors", "yes >&2; exit 1") else { return };
    let flood = (Verdict::OverLimit, "more than 1048576 bytes of output".to_string());
    assert!(verdicts.iter().all(|verdict| *verdict == flood), "{verdicts:?}");
}

/// Fills its directory, by way of shared memory too, and does the task.
#[test]
fn one_that_floods_its_directory() {
    let script = format!(
        "\
for directory in . /dev/shm; do
    head -c 50000000 /dev/zero | split -b 1000000 - $directory/file
done 2> /dev/null
{MODEL}"
    );
    let Some((verdicts, _)) = check_script("floods-directory", &script) else { return };
    assert!(verdicts.iter().all(|(verdict, _)| *verdict == Verdict::Passed), "{verdicts:?}");
}

#[test]
fn one_that_eats_memory() {
    let Some((verdicts, _)) = check_program("memory_of_one") else { return };
    // It depends on the load of the machine whether the limit is met by an allocation, by the next look at the memory,
    // or not within the time.
    let ended = |(verdict, text): &(Verdict, String)| match verdict {
        Verdict::Crashed => text.contains("memory allocation of"),
        verdict => matches!(verdict, Verdict::OverLimit | Verdict::TimedOut),
    };
    assert!(verdicts.iter().all(ended), "{verdicts:?}");
}

/// None of its processes has much memory; all of them together have too much.
#[test]
fn one_that_eats_memory_in_many_processes() {
    let Some((verdicts, _)) = check_program("memory_of_many") else { return };
    let ate = (Verdict::OverLimit, "more than 134217728 bytes of memory".to_string());
    assert!(verdicts.contains(&ate), "{verdicts:?}");
    let ended = |(verdict, _): &(Verdict, String)| {
        matches!(verdict, Verdict::OverLimit | Verdict::TimedOut)
    };
    assert!(verdicts.iter().all(ended), "{verdicts:?}");
}

#[test]
fn one_that_kills_by_name_and_by_number() {
    let script = "\
for name in model right squeezes takes_b_too crashes_at_c ranking sh tr; do
    pkill -KILL -f $name
    pkill -KILL $name
done
for process in /proc/[0-9]*; do
    [ ${process#/proc/} = $$ ] || kill -KILL ${process#/proc/}
done
kill -KILL -1
exec sleep 1000";
    let Some((verdicts, _)) = check_script("kills", script) else { return };
    assert!(verdicts.iter().all(|(verdict, _)| *verdict != Verdict::Passed), "{verdicts:?}");
}

#[test]
fn one_that_writes_outside_of_its_directory() {
    let folder = Folder::new("writes");
    if !can_confine() {
        return;
    }
    let places = [
        std::env::temp_dir(),
        std::env::home_dir().unwrap_or_else(|| "/root".into()),
        std::env::current_dir().unwrap(),
        PathBuf::from("/dev/shm"),
        PathBuf::from("/var/tmp"),
    ];
    let outside = |place: &PathBuf| place.join(format!("{}-outside", folder.mark()));
    let here = folder.path("");
    let here = here.display();
    let mut script = format!(
        "\
for answer in model right squeezes takes_b_too crashes_at_c; do
    umount {here}/$answer
    chmod 777 {here}/$answer
    cp $0 {here}/$answer
    echo exit 1 > {here}/$answer
    mv $0 {here}/$answer
    rm -f {here}/$answer
done
echo more > {here}/more
mount -o remount,rw /
echo 1 > {here}/$0
"
    );
    for place in &places {
        writeln!(script, "echo text > {}", outside(place).display()).unwrap();
    }
    // It is right on all tests, so that it is run on all of them.
    script.push_str(MODEL);
    let hostile = folder.script("hostile", &format!("{{ :; }} 2>/dev/null\n{script}"));
    let ranking = rank(&folder, Some(&hostile), Confinement::Required);
    assert_eq!(results_of_honest(&ranking), RESULTS, "{ranking}");
    assert_eq!(ranking.answer(HOSTILE).unwrap().bugs.len(), 0, "{ranking}");

    let before: Vec<_> = HONEST.iter().map(|(name, script)| (*name, *script)).collect();
    let mut files: Vec<(PathBuf, String)> = before
        .into_iter()
        .chain([("model", MODEL)])
        .map(|(name, script)| (folder.path(name), format!("#!/bin/sh\n{script}\n")))
        .chain([(hostile.clone(), fs::read_to_string(&hostile).unwrap())])
        .collect();
    files.sort();
    let contents = folder.contents();
    assert_eq!(
        contents.keys().collect::<Vec<_>>(),
        files.iter().map(|(path, _)| path).collect::<Vec<_>>()
    );
    for ((mode, bytes), (path, text)) in contents.values().zip(&files) {
        assert_eq!((*mode & 0o777, bytes.as_slice()), (0o755, text.as_bytes()), "{path:?}");
    }
    let written: Vec<PathBuf> = places.iter().map(outside).filter(|file| file.exists()).collect();
    written.iter().for_each(|file| fs::remove_file(file).unwrap());
    assert_eq!(written, Vec::<PathBuf>::new());
}

/// Prints the source of the reference and of other answers, or lets them do the task.
#[test]
fn one_that_lets_others_do_the_task() {
    let folder = Folder::new("copies");
    if !can_confine() {
        return;
    }
    let here = folder.path("");
    let here = here.display();
    let script = format!(
        "\
cat > case
for answer in model right squeezes takes_b_too crashes_at_c; do
    for file in {here}/$answer /proc/1/root{here}/$answer; do
        $file < case && exit
        sh $file < case && exit
        cat $file && exit
        ln $file link && exit
    done
done
cat {here}/[!h]*"
    );
    let hostile = folder.script("hostile", &script);
    let (verdicts, _) = check(&folder, &hostile, Confinement::Required);
    // The smallest input, and one for each bug of the others.
    assert_eq!(verdicts.len(), 4, "{verdicts:?}");
    assert!(verdicts.iter().all(|(verdict, _)| *verdict != Verdict::Passed), "{verdicts:?}");
    assert!(verdicts.iter().all(|(_, text)| !text.contains("tr a x")), "{verdicts:?}");

    // Without confinement it passes as the reference does, so that the program is as hostile as it seems.
    let (verdicts, remarks) = check(&folder, &hostile, Confinement::Off);
    assert!(verdicts.iter().all(|(verdict, _)| *verdict == Verdict::Passed), "{verdicts:?}");
    assert_eq!(remarks, "the answers were not confined: that was asked for");
}

#[test]
fn ones_that_crash() {
    for (name, told) in
        [("segmentation_fault", "signal 11, segmentation fault"), ("abort", "signal 6, aborted")]
    {
        let Some((verdicts, _)) = check_program(name) else { return };
        let crash = (Verdict::Crashed, told.to_string());
        assert!(verdicts.iter().all(|verdict| *verdict == crash), "{verdicts:?}");
    }
    let script = "echo sorry >&2; exit 1";
    let Some((verdicts, _)) = check_script("exits", script) else { return };
    let crash = (Verdict::Crashed, "exit code 1: sorry".to_string());
    assert!(verdicts.iter().all(|verdict| *verdict == crash), "{verdicts:?}");
}

#[test]
fn unconfined_ones_leave_nothing_either() {
    let folder = Folder::new("unconfined");
    let programs = [
        (folder.script("sleeps", "exec sleep 1000"), Verdict::TimedOut),
        (folder.script("floods", "exec yes"), Verdict::OverLimit),
        (folder.copy("daemons", hostile_program()), Verdict::Passed),
        (folder.copy("moving_daemon", hostile_program()), Verdict::Passed),
        (folder.copy("segmentation_fault", hostile_program()), Verdict::Crashed),
    ];
    for (program, expected) in programs {
        let (verdicts, remarks) = check(&folder, &program, Confinement::Off);
        let told = format!("{program:?}: {verdicts:?}");
        assert!(verdicts.iter().all(|(verdict, _)| *verdict == expected), "{told}");
        let remark = "the answers were not confined: that was asked for";
        assert!(remarks.ends_with(remark), "{remarks}");
    }
}

/// One that hangs on some inputs is judged on the tests that are shown, and a remark names it.
#[test]
fn one_that_hangs_on_some_inputs() {
    let folder = Folder::new("suspended");
    let script = "case=$(cat); case $case in *d*) sleep 1000;; esac; echo $case. | tr a x";
    let hostile = folder.script("hostile", script);
    let ranking = rank(&folder, Some(&hostile), Confinement::IfPossible);
    assert_eq!(results_of_honest(&ranking), RESULTS, "{ranking}");
    let remark =
        "hostile went over a limit 4 times, so that the search for bugs went on without it";
    assert!(ranking.remarks().iter().any(|other| other.starts_with(remark)), "{ranking}");
    let tests: Vec<&str> = ranking.bugs().iter().map(|bug| &*bug.test).collect();
    assert_eq!(tests, ["\"b\"", "\"c\"", "\"d\"", "\"aa\""], "{ranking}");
    let answer = ranking.answer(HOSTILE).unwrap();
    assert_eq!(answer.bugs.iter().collect::<Vec<_>>(), [2], "{ranking}");
}
