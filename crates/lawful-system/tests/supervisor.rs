//! Programs under a supervisor.

#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use lawful_system::{EndedCase, Ending, ProcessLimits, Supervised, Supervisor};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(300);

/// Directory that is removed in the end.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("lawful-supervisor-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn strings(strings: &[&str]) -> Vec<OsString> {
    strings.iter().map(OsString::from).collect()
}

fn supervised(program: &str, arguments: &[&str], scratch: &Path) -> Supervised {
    Supervised {
        program: program.into(),
        arguments: strings(arguments),
        environment: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
        scratch: scratch.into(),
        hidden: vec![],
        confined: false,
        limits: ProcessLimits {
            memory: 256 << 20,
            output: 1 << 20,
            processes: 32,
            scratch: 16 << 20,
            cpu: Duration::from_secs(10),
        },
    }
}

/// Starts a supervisor; `None` if it is confined and this machine cannot do that.
fn start(of: &Supervised) -> Option<Supervisor> {
    match Supervisor::start(of) {
        Ok(supervisor) => Some(supervisor),
        Err(error) if of.confined => {
            let text = error.to_string();
            println!("not confined on this machine: {text}");
            assert!(text.starts_with("no ") || text.starts_with("cannot "), "no step: {text}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Runs a check with a program that is not confined, and with one that is.
fn both(of: &Supervised, check: impl Fn(&mut Supervisor)) {
    for confined in [false, true] {
        if let Some(mut supervisor) = start(&Supervised { confined, ..of.clone() }) {
            check(&mut supervisor);
        }
    }
}

/// Runs a check with a confined program.
fn confined(of: &Supervised, check: impl Fn(&mut Supervisor)) {
    if let Some(mut supervisor) = start(&Supervised { confined: true, ..of.clone() }) {
        check(&mut supervisor);
    }
}

fn shell(supervisor: &mut Supervisor, script: &str) -> EndedCase {
    shell_for(supervisor, script, LONG)
}

fn shell_for(supervisor: &mut Supervisor, script: &str, time: Duration) -> EndedCase {
    supervisor.run(&strings(&["-c", script]), b"", time).unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn exited(ended: &EndedCase) -> (Ending, String) {
    (ended.ending, text(&ended.output))
}

/// Returns a number of seconds to sleep, by which a process of this test is told from all others.
fn marker(number: u32) -> String {
    format!("{number}{:08}", std::process::id())
}

/// Returns whether a process that is not a zombie has an argument with this text.
fn runs(marker: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        fs::read(entry.path().join("cmdline")).is_ok_and(|line| text(&line).contains(marker))
    })
}

#[test]
fn input_arguments_and_codes() {
    let scratch = Directory::new();
    both(&supervised("/bin/cat", &[], &scratch.0), |supervisor| {
        for input in [&b"one\ntwo"[..], b"", &[7; 1 << 20]] {
            let ended = supervisor.run(&[], input, LONG).unwrap();
            assert_eq!(ended.ending, Ending::Exited(0));
            assert!(ended.output == input);
        }
        let error = supervisor.run(&[], &[0; (1 << 20) + 1], LONG).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    });
    both(&supervised("/bin/echo", &["first"], &scratch.0), |supervisor| {
        let ended = supervisor.run(&strings(&["a b", "", "c"]), b"", LONG).unwrap();
        assert_eq!(exited(&ended), (Ending::Exited(0), "first a b  c\n".into()));
        let ended = supervisor.run(&[], b"", LONG).unwrap();
        assert_eq!(exited(&ended), (Ending::Exited(0), "first\n".into()));
        let long = OsString::from("x".repeat(100_000));
        assert!(supervisor.run(&vec![long.clone(); 2], b"", LONG).is_ok());
        let error = supervisor.run(&vec![long; 3], b"", LONG).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    });
    both(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        assert_eq!(shell(supervisor, "exit 7").ending, Ending::Exited(7));
        let ended = shell(supervisor, "echo out; echo err >&2; exit 255");
        assert_eq!(exited(&ended), (Ending::Exited(255), "out\n".into()));
        assert_eq!(ended.errors, b"err\n");
        // The end of standard error alone.
        let ended = shell(supervisor, "yes 1234567 | head -c 20000 >&2; echo last >&2");
        assert_eq!(ended.errors.len(), 4096);
        assert!(ended.errors.ends_with(b"1234567\nlast\n"));
        let ended = shell(supervisor, "pwd; echo $PATH; env | wc -l");
        let expected = format!("{}\n/usr/local/bin:/usr/bin:/bin\n", scratch.0.display());
        assert!(text(&ended.output).starts_with(&expected), "{}", text(&ended.output));
    });
}

#[test]
fn signals() {
    let scratch = Directory::new();
    both(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        assert_eq!(shell(supervisor, "kill -SEGV $$").ending, Ending::Signalled(11));
        assert_eq!(shell(supervisor, "kill -ABRT $$").ending, Ending::Signalled(6));
        assert_eq!(shell(supervisor, "kill -KILL $$").ending, Ending::Signalled(9));
        assert_eq!(shell(supervisor, "kill -PIPE $$").ending, Ending::Signalled(13));
        assert_eq!(shell(supervisor, "exit 0").ending, Ending::Exited(0));
        // Everything a program can reach, without its supervisor.
        shell(supervisor, "trap '' TERM; kill -TERM 0; kill -KILL 1 2>/dev/null; exit 0");
        assert_eq!(shell(supervisor, "exit 3").ending, Ending::Exited(3));
    });
}

#[test]
fn time() {
    let scratch = Directory::new();
    let mark = &marker(1);
    for (name, script) in [
        ("sleep", "echo before; sleep 987654 & sleep 987654"),
        ("spin", "echo before; while :; do :; done"),
        ("session", "echo before; (setsid sh -c 'sleep 987654' &) ; setsid sleep 987654"),
        ("deaf", "trap '' TERM INT HUP; echo before; while :; do sleep 987654; done"),
    ] {
        both(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
            let began = Instant::now();
            let ended = shell_for(supervisor, &script.replace("987654", mark), SHORT);
            let took = began.elapsed();
            assert_eq!(exited(&ended), (Ending::TimedOut, "before\n".into()), "{name}");
            assert!(took < Duration::from_secs(3), "{name}: {took:?}");
            if name == "spin" {
                assert!(ended.cpu > SHORT / 4, "{:?}", ended.cpu);
            }
            assert!(!runs(mark), "{name}");
            assert_eq!(shell(supervisor, "exit 3").ending, Ending::Exited(3));
        });
    }
    let mut of = supervised("/bin/sh", &[], &scratch.0);
    of.limits.cpu = Duration::from_millis(500);
    both(&of, |supervisor| {
        let ended = shell(supervisor, "while :; do :; done");
        assert_eq!(ended.ending, Ending::TimedOut);
        assert!(ended.cpu < Duration::from_secs(2), "{:?}", ended.cpu);
    });
}

#[test]
fn background_processes_end_with_their_case() {
    let scratch = Directory::new();
    both(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        let script = "sleep 876543 & (setsid sleep 876543 &); (setsid sh -c 'sleep 876543 & sleep \
                      876543' &); sleep 0.1; exit 4";
        let mark = &marker(2);
        let ended = shell(supervisor, &script.replace("876543", mark));
        assert_eq!(ended.ending, Ending::Exited(4));
        assert!(!runs(mark));
    });
}

#[test]
fn output() {
    let scratch = Directory::new();
    both(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        for script in ["yes", "yes | cat", "trap '' XFSZ; yes; exit 0"] {
            let ended = shell(supervisor, script);
            assert_eq!((ended.ending, ended.output.len()), (Ending::TooMuchOutput, 1 << 20));
        }
        let ended = shell(supervisor, "head -c 1048576 /dev/zero");
        assert_eq!((ended.ending, ended.output.len()), (Ending::Exited(0), 1 << 20));
        let ended = shell(supervisor, "head -c 1048577 /dev/zero");
        assert_eq!((ended.ending, ended.output.len()), (Ending::TooMuchOutput, 1 << 20));
    });
}

#[test]
fn memory() {
    let scratch = Directory::new();
    both(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        let ended = shell(supervisor, "exec tail /dev/zero");
        assert!(!matches!(ended.ending, Ending::Exited(0) | Ending::TimedOut), "{ended:?}");
        assert!(ended.cpu < Duration::from_secs(5), "{:?}", ended.cpu);
    });
    // Each of them has less than is allowed.
    confined(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        let one = "(head -c 100M /dev/zero | tail | sleep 20) &";
        let ended = shell(supervisor, &format!("{} wait", one.repeat(6)));
        assert_eq!(ended.ending, Ending::TooMuchMemory);
        // Something happens before every tick.
        let ended = shell(supervisor, &format!("{} while :; do (true &); done", one.repeat(6)));
        assert_eq!(ended.ending, Ending::TooMuchMemory);
        assert_eq!(shell(supervisor, "exit 3").ending, Ending::Exited(3));
    });
}

#[test]
fn fork_bomb() {
    let scratch = Directory::new();
    confined(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        let script = "b() { b 765432 | b 765432 & }; b 765432; sleep 765432";
        let mark = &marker(3);
        let ended = shell_for(supervisor, &script.replace("765432", mark), SHORT);
        assert!(matches!(ended.ending, Ending::TimedOut | Ending::Exited(_)), "{ended:?}");
        assert!(!runs(mark));
        assert_eq!(shell(supervisor, "exit 3").ending, Ending::Exited(3));
        // As many as are allowed.
        let ended = shell(supervisor, "for i in $(seq 20); do sleep 0.1 & done; wait; echo $i");
        assert_eq!(exited(&ended), (Ending::Exited(0), "20\n".into()));
        let ended = shell(supervisor, "for i in $(seq 40); do sleep 0.1 & done; wait; echo $i");
        assert!(ended.ending != Ending::Exited(0), "{ended:?}");
        // Orphans that ended do not count.
        let script = "for i in $(seq 60); do (true &); sleep 0.005; done; echo $i";
        let ended = shell(supervisor, script);
        assert_eq!(exited(&ended), (Ending::Exited(0), "60\n".into()), "{ended:?}");
    });
}

#[test]
fn programs_that_cannot_be_started() {
    let scratch = Directory::new();
    let files = Directory::new();
    both(&supervised("/nowhere/at/all", &[], &scratch.0), |supervisor| {
        for _ in 0..3 {
            let ended = supervisor.run(&[], b"", LONG).unwrap();
            assert_eq!(ended.ending, Ending::NotStarted(2));
            assert_eq!(supervisor.ask(b"", LONG).unwrap().ending, Ending::NotStarted(2));
        }
    });
    let plain = files.0.join("plain");
    fs::write(&plain, "#!/bin/sh\nexit 5\n").unwrap();
    both(&supervised(plain.to_str().unwrap(), &[], &scratch.0), |supervisor| {
        let ended = supervisor.run(&[], b"", LONG).unwrap();
        assert_eq!(ended.ending, Ending::NotStarted(13));
    });
    fs::set_permissions(&plain, fs::Permissions::from_mode(0o755)).unwrap();
    both(&supervised(plain.to_str().unwrap(), &[], &scratch.0), |supervisor| {
        assert_eq!(supervisor.run(&[], b"", LONG).unwrap().ending, Ending::Exited(5));
    });
    let mut of = supervised("sh", &[], &scratch.0);
    assert_eq!(Supervisor::start(&of).unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
    of = supervised("/bin/sh", &[], Path::new("/nowhere/at/all"));
    assert_eq!(Supervisor::start(&of).unwrap_err().kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn files() {
    let scratch = Directory::new();
    let other = Directory::new();
    fs::set_permissions(&other.0, fs::Permissions::from_mode(0o777)).unwrap();
    fs::write(scratch.0.join("mine"), "").unwrap();
    confined(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        for path in ["/etc/new", "/tmp/new", "/dev/new", "/dev/shm/../new", "/new"] {
            let ended = shell(supervisor, &format!("echo 1 > {path}"));
            assert!(ended.ending != Ending::Exited(0), "{path}");
        }
        let ended = shell(supervisor, &format!("echo 1 > {}/new", other.0.display()));
        assert!(ended.ending != Ending::Exited(0));
        let ended = shell(supervisor, "echo 1 > new && mkdir -p a/b && echo 2 > a/b/c && ls");
        assert_eq!(exited(&ended), (Ending::Exited(0), "a\nnew\n".into()));
        assert_eq!(exited(&shell(supervisor, "ls")), (Ending::Exited(0), "".into()));
        shell(supervisor, "chmod 0 . ; touch -d 1999-01-01 .; : > /dev/shm/left");
        assert_eq!(exited(&shell(supervisor, "ls")), (Ending::Exited(0), "".into()));
        // More than the directory has room for, in files that are not too large.
        let script = "for i in $(seq 20); do head -c 1000000 /dev/zero > $i || exit 9; done";
        assert_eq!(shell(supervisor, script).ending, Ending::Exited(9));
        let ended =
            shell(supervisor, "i=0; while : > $i; do i=$((i+1)); done 2>/dev/null; echo $i");
        assert!(matches!(ended.ending, Ending::Exited(_)), "{ended:?}");
        let script = "echo x > /dev/null && head -c 9 /dev/zero | wc -c && head -c 5 /dev/urandom \
                      | wc -c && echo y > /dev/stderr && echo - | cat /dev/stdin";
        let ended = shell(supervisor, script);
        assert_eq!(exited(&ended), (Ending::Exited(0), "9\n5\n-\n".into()), "{ended:?}");
    });
    assert!(scratch.0.join("mine").exists());
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 1);
    assert_eq!(fs::read_dir(&other.0).unwrap().count(), 0);
    // Not confined, it is the directory itself.
    let mut supervisor = start(&supervised("/bin/sh", &[], &scratch.0)).unwrap();
    assert_eq!(exited(&shell(&mut supervisor, "ls")), (Ending::Exited(0), "mine\n".into()));
}

#[test]
fn hidden_paths() {
    let base = Directory::new();
    let path = |name: &str| base.0.join(name);
    fs::create_dir_all(path("secret/inner")).unwrap();
    fs::create_dir_all(path("secret/scratch")).unwrap();
    fs::create_dir(path("scratch")).unwrap();
    fs::write(path("secret/inner/file"), "no").unwrap();
    fs::write(path("lonely"), "no").unwrap();
    fs::write(path("seen"), "yes").unwrap();
    let hidden =
        ["secret", "secret/inner", "secret/inner/file", "lonely", "missing"].map(path).to_vec();
    for scratch in ["scratch", "secret/scratch"] {
        let of =
            Supervised { hidden: hidden.clone(), ..supervised("/bin/sh", &[], &path(scratch)) };
        confined(&of, |supervisor| {
            let base = base.0.display();
            let ended = shell(supervisor, &format!("cat {base}/seen"));
            assert_eq!(exited(&ended), (Ending::Exited(0), "yes".into()));
            let ended = shell(supervisor, &format!("cat {base}/lonely"));
            assert_eq!(ended.output, b"");
            let ended =
                shell(supervisor, &format!("ls {base}/secret; cat {base}/secret/inner/file"));
            let seen = if scratch == "scratch" { "" } else { "scratch\n" };
            assert_eq!(exited(&ended), (Ending::Exited(1), seen.into()));
            let ended = shell(supervisor, "echo 1 > new && ls");
            assert_eq!(exited(&ended), (Ending::Exited(0), "new\n".into()));
        });
    }
}

#[test]
fn other_processes_network_and_privileges() {
    let scratch = Directory::new();
    confined(&supervised("/bin/sh", &[], &scratch.0), |supervisor| {
        let ended = shell(supervisor, "cd /proc; for p in [0-9]*; do echo $p; done | wc -l");
        let seen: u32 = text(&ended.output).trim().parse().unwrap();
        // The shell and two subshells; on some systems the supervisor.
        assert!(seen <= 4, "{seen}");
        let ended = shell(supervisor, "cat /proc/net/dev | tail -n +3 | grep -v '^ *lo:' | wc -l");
        assert_eq!(exited(&ended), (Ending::Exited(0), "0\n".into()));
        for script in [
            "cat /proc/1/environ",
            "cat /proc/1/fd/3",
            "ls /proc/1/root/",
            "ls /proc/1/cwd/",
            "cat /proc/1/mem",
            "mount -t tmpfs none /mnt",
            "umount /dev/null",
            "unshare -U true",
            "echo 1 > /proc/sys/kernel/printk",
            "kill -9 1; kill -9 -1; exit 1",
            "id | grep -q 'uid=0'",
        ] {
            let ended = shell(supervisor, script);
            assert!(ended.ending != Ending::Exited(0), "{script}: {ended:?}");
        }
        let ended = shell(supervisor, "ulimit -c; ulimit -n; grep NoNewPrivs /proc/self/status");
        assert!(text(&ended.output).ends_with("256\nNoNewPrivs:\t1\n"), "{ended:?}");
    });
}

#[test]
fn questions() {
    let scratch = Directory::new();
    let script = r#"while read -r l; do case $l in
        die) exit 6;; kill) kill -SEGV $$;; part) printf part; exit 1;; mute) ;;
        twice) echo 1; echo 2;; pid) echo $$;; err) echo e >&2; echo ok;; sleep) sleep 654321;;
        yes) yes | tr -d '\n';; flood) echo x; yes;; last) echo last; exit 2;;
        file) echo 1 >> file; wc -l < file;; *) echo "<$l>";; esac; done"#;
    let mark = &marker(4);
    let script = &script.replace("654321", mark);
    both(&supervised("/bin/sh", &["-c", script], &scratch.0), |supervisor| {
        let mut ask = |line: &str| {
            let ended = supervisor.ask(line.as_bytes(), LONG).unwrap();
            (ended.ending, text(&ended.output), text(&ended.errors))
        };
        let answer = |text: &str| (Ending::Answered, text.to_string(), String::new());
        assert_eq!(ask("a"), answer("<a>"));
        let first = ask("pid");
        for number in 0..100 {
            assert_eq!(ask(&format!("{number}")), answer(&format!("<{number}>")));
        }
        assert_eq!(ask("pid"), first);
        assert_eq!(ask("err"), (Ending::Answered, "ok".into(), "e\n".into()));
        assert_eq!(ask(""), answer("<>"));
        assert_eq!(ask("twice"), answer("1"));
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(ask("b"), answer("<b>"));

        assert_eq!(ask("die"), (Ending::Exited(6), "".into(), "".into()));
        assert_ne!(ask("pid"), first);
        assert_eq!(ask("kill"), (Ending::Signalled(11), "".into(), "".into()));
        assert_eq!(ask("part"), (Ending::Exited(1), "part".into(), "".into()));
        assert_eq!(ask("c"), answer("<c>"));
        assert_eq!(ask("last"), answer("last"));
        assert_eq!(ask("d").0, Ending::Exited(2));
        assert_eq!(ask("e"), answer("<e>"));

        assert_eq!(ask("yes").0, Ending::TooMuchOutput);
        assert_eq!(ask("f"), answer("<f>"));
        assert_eq!(ask("flood"), answer("x"));
        std::thread::sleep(Duration::from_millis(50));
        // The flood goes on, so that an answer cannot be told from it.
        let flooded = ask("g");
        assert!([Ending::Answered, Ending::TooMuchOutput].contains(&flooded.0), "{flooded:?}");
        assert_eq!(supervisor.run(&[], b"", LONG).unwrap().ending, Ending::Exited(0));

        for line in ["mute", "sleep"] {
            let ended = supervisor.ask(line.as_bytes(), SHORT).unwrap();
            assert_eq!(ended.ending, Ending::TimedOut);
        }
        assert!(!runs(mark));
        assert!(supervisor.ask(b"a\nb", LONG).is_err());
        assert_eq!(supervisor.ask(b"h", LONG).unwrap().output, b"<h>");
        // A case of the other kind ends the process.
        assert_eq!(supervisor.run(&[], b"1\n2\n", LONG).unwrap().output, b"<1>\n<2>\n");
        assert_eq!(supervisor.ask(b"i", LONG).unwrap().output, b"<i>");
    });
    confined(&supervised("/bin/sh", &["-c", script], &scratch.0), |supervisor| {
        for number in ["1", "2"] {
            assert_eq!(supervisor.ask(b"file", LONG).unwrap().output, number.as_bytes());
        }
        assert_eq!(supervisor.ask(b"die", LONG).unwrap().ending, Ending::Exited(6));
        assert_eq!(supervisor.ask(b"file", LONG).unwrap().output, b"1");
    });
    both(&supervised("/bin/sleep", &[mark], &scratch.0), |supervisor| {
        let long = vec![b'x'; 1 << 19];
        assert_eq!(supervisor.ask(&long, SHORT).unwrap().ending, Ending::TimedOut);
        assert_eq!(supervisor.ask(b"short", SHORT).unwrap().ending, Ending::TimedOut);
        assert!(!runs(mark));
    });
    both(&supervised("/bin/cat", &[], &scratch.0), |supervisor| {
        let long = vec![b'x'; 1 << 19];
        assert!(supervisor.ask(&long, LONG).unwrap().output == long);
    });
    // Grows while it waits for the next line.
    let script = "while read -r l; do echo ok; (head -c 200M /dev/zero | tail | sleep 30) & \
                  (head -c 200M /dev/zero | tail | sleep 30) & done";
    confined(&supervised("/bin/sh", &["-c", script], &scratch.0), |supervisor| {
        assert_eq!(supervisor.ask(b"", LONG).unwrap().ending, Ending::Answered);
        std::thread::sleep(Duration::from_millis(1500));
        assert_eq!(supervisor.ask(b"", LONG).unwrap().ending, Ending::TooMuchMemory);
        assert_eq!(supervisor.ask(b"", LONG).unwrap().ending, Ending::Answered);
    });
}

#[test]
fn dropping_ends_everything() {
    let scratch = Directory::new();
    let mark = &marker(5);
    let script = "(setsid sleep 432109 &); sleep 432109 & echo ok; exec sleep 432109";
    let script = &script.replace("432109", mark);
    for confined in [false, true] {
        let of = Supervised { confined, ..supervised("/bin/sh", &["-c", script], &scratch.0) };
        if let Some(mut supervisor) = start(&of) {
            assert_eq!(supervisor.ask(b"", LONG).unwrap().ending, Ending::Answered);
            assert!(runs(mark));
            let began = Instant::now();
            drop(supervisor);
            println!("dropped in {:?}", began.elapsed());
            assert!(!runs(mark));
        }
    }
}

/// Is started by the test after it, in a process of its own that is killed.
#[test]
fn parent_that_is_killed() {
    let Ok(mark) = std::env::var("LAWFUL_SUPERVISOR_MARK") else { return };
    let scratch = Directory::new();
    let script = format!("(setsid sleep {mark} &); exec sleep {mark}");
    let of = supervised("/bin/sh", &["-c", &script], &scratch.0);
    let mut confined = start(&Supervised { confined: true, ..of.clone() });
    let mut supervisor = start(&of).unwrap();
    std::thread::spawn(move || confined.as_mut().map(|confined| confined.run(&[], b"", LONG)));
    let _ = supervisor.run(&[], b"", LONG);
}

#[test]
fn death_of_the_parent_ends_everything() {
    let mark = &marker(6);
    let mut parent = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["parent_that_is_killed", "--exact"])
        .env("LAWFUL_SUPERVISOR_MARK", mark)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let wait_until = |wanted: bool| {
        let began = Instant::now();
        while runs(mark) != wanted {
            assert!(began.elapsed() < LONG);
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    wait_until(true);
    std::thread::sleep(Duration::from_millis(100));
    parent.kill().unwrap();
    parent.wait().unwrap();
    wait_until(false);
    let scratch = format!("lawful-supervisor-{}-0", parent.id());
    let _ = fs::remove_dir_all(std::env::temp_dir().join(scratch));
}

#[test]
fn many_cases() {
    let scratch = Directory::new();
    for confined in [false, true] {
        let of = Supervised { confined, ..supervised("/bin/true", &[], &scratch.0) };
        let began = Instant::now();
        let Some(mut supervisor) = start(&of) else { continue };
        println!("confined {confined}: started in {:?}", began.elapsed());
        let own = own_cpu();
        let began = Instant::now();
        for _ in 0..200 {
            assert_eq!(supervisor.run(&[], b"input", LONG).unwrap().ending, Ending::Exited(0));
        }
        let (time, cpu) = (began.elapsed() / 200, (own_cpu() - own) / 200);
        println!("confined {confined}: {time:?} per case, of which {cpu:?} CPU of this thread");
        assert!(time < Duration::from_millis(50), "{time:?}");

        let of = Supervised { confined, ..supervised("/bin/cat", &[], &scratch.0) };
        let mut supervisor = start(&of).unwrap();
        supervisor.ask(b"warm", LONG).unwrap();
        let began = Instant::now();
        for _ in 0..200 {
            assert_eq!(supervisor.ask(b"input", LONG).unwrap().output, b"input");
        }
        println!("confined {confined}: {:?} per line", began.elapsed() / 200);
    }
}

/// CPU time of this thread.
fn own_cpu() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

#[test]
fn two_threads() {
    let scratch = Directory::new();
    for confined in [false, true] {
        std::thread::scope(|scope| {
            for name in ["a", "b", "c"] {
                let of = Supervised { confined, ..supervised("/bin/echo", &[name], &scratch.0) };
                scope.spawn(move || {
                    let Some(mut supervisor) = start(&of) else { return };
                    for number in 0..50 {
                        let arguments = strings(&[&number.to_string()]);
                        let ended = supervisor.run(&arguments, b"", LONG).unwrap();
                        assert_eq!(text(&ended.output), format!("{name} {number}\n"));
                    }
                });
            }
        });
    }
}
