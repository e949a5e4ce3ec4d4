//! Attacks on a run: none may end in a green run over a broken law, a right law that is red, a lost failure or a hang.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use checks::{Cargo, Output, Project};

const LAWS: &str = r##"use std::io::{Read, Write};
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::Duration;

use lawful::prelude::*;

unsafe extern "C" {
    fn close(descriptor: i32) -> i32;
}

fn is(name: &str) -> bool {
    std::env::var_os(name).is_some()
}

fn wait() {
    std::thread::sleep(Duration::from_secs(600));
}

/// Right, and slow while `SLOW` is set.
#[law(tests = 20)]
fn is_slow(_x: u32) {
    if is("SLOW") {
        wait();
    }
}

#[law]
fn is_broken(x: u32) {
    assert!(x < 1_000);
}

#[law]
fn exits(x: u32) {
    if x >= 1_000 {
        std::process::exit(0);
    }
}

#[law]
fn exits_on_a_thread(x: u32) {
    if x >= 1_000 {
        let _ = std::thread::spawn(|| std::process::exit(0)).join();
    }
}

#[law]
fn aborts_on_a_walk(x: u8) {
    if x == 200 {
        std::process::abort();
    }
}

/// Once it panicked, whatever does not panic aborts: also what explains the failure.
#[law(max_failures = 1)]
fn aborts_while_it_is_explained(x: u32) {
    static FAILED: AtomicU32 = AtomicU32::new(0);
    if x >= 1_000 {
        FAILED.fetch_add(1, SeqCst);
        panic!("too many");
    }
    if x == 999 && FAILED.load(SeqCst) > 1 {
        std::process::abort();
    }
}

#[law(jobs = 64, tests = 100_000)]
fn aborts_on_one_of_many(x: u32) {
    // The others are in their cases for a while.
    std::thread::sleep(Duration::from_millis(1));
    if x % 97 == 3 {
        std::process::abort();
    }
}

#[law(isolated, tests = 20)]
fn starts_a_daemon(x: u32) {
    if x >= 1_000 {
        let daemon = std::process::Command::new("setsid").args(["sleep", "30"]).spawn();
        drop(daemon);
        std::process::exit(3);
    }
}

#[law(isolated, tests = 20)]
fn starts_a_process(_x: u32) {
    drop(std::process::Command::new("sleep").arg("600.125").spawn());
}

/// Runs a broken law in a process of its own, as an inner `cargo test` would.
#[law(isolated, tests = 2)]
fn runs_another_program(_x: u32) {
    let program = std::env::current_exe().unwrap();
    let inner = std::process::Command::new(program).args(["--exact", "is_broken"]).output().unwrap();
    assert!(!inner.status.success(), "the inner run is green");
}

#[law(isolated, tests = 20, max_case_time = "5s")]
fn reads_its_input(_x: u32) {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).unwrap();
    assert!(input.is_empty());
}

#[law(isolated, tests = 20)]
fn closes_its_output(_x: u32) {
    // SAFETY: nothing is touched but a descriptor, which nothing else closes.
    unsafe { close(1) };
}

#[law(isolated)]
fn speaks_of_memory(x: u32) {
    if x >= 1_000 {
        // Past the capture of the harness.
        std::io::stderr().write_all(b"memory allocation of 5 pages is not enough\n").unwrap();
        std::process::abort();
    }
}

/// Two megabytes a test.
#[law(isolated, tests = 50)]
fn prints_much(_x: u32) {
    let line = [b'a'; 1 << 20];
    std::io::stdout().write_all(&line).unwrap();
    print!("{}", "b".repeat(1 << 20));
}

#[law(isolated, max_failures = 1)]
fn prints_its_case(x: u32) {
    println!("out {x}");
    eprintln!("err {x}");
    assert!(x < 1_000);
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

#[law(jobs = 2)]
fn panics_with_a_bomb_on_threads(x: u32) {
    if x >= 1_000 {
        std::panic::panic_any(Bomb);
    }
}

#[law]
fn panics_with_a_bomb(x: u32) {
    if x >= 1_000 {
        std::panic::panic_any(Bomb);
    }
}

fn once() -> std::ops::Range<u32> {
    static MADE: AtomicU32 = AtomicU32::new(0);
    assert!(MADE.fetch_add(1, SeqCst) == 0, "there is only one");
    0..10_000
}

#[law(jobs = 2)]
fn is_made_once(#[from(once())] _x: u32) {}

#[law(jobs = 1_000_000_000, tests = 1_000)]
fn wants_too_many_threads(_x: u32) {}

#[derive(Debug)]
enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

impl Arbitrary for Tree {
    fn arbitrary(source: &mut Source) -> Self {
        match source.any::<bool>() && source.any::<bool>() {
            true => Tree::Leaf,
            false => Tree::Node(source.any(), source.any()),
        }
    }
}

fn nodes(tree: &Tree) -> u64 {
    match tree {
        Tree::Leaf => 1,
        Tree::Node(left, right) => 1 + nodes(left) + nodes(right),
    }
}

#[law]
fn has_an_endless_generator(_x: u8, tree: Tree) {
    assert!(nodes(&tree) > 0);
}

/// Generator that overflows the stack without a choice, so that nothing can be seen before.
fn overflows(source: &mut Source) -> u64 {
    fn depth(x: u64) -> u64 {
        let frame = std::hint::black_box([x; 64]);
        1 + depth(frame[x as usize % 64].wrapping_add(1))
    }
    match source.any::<u64>() {
        0..1_000 => 0,
        x => depth(x),
    }
}

#[law]
fn has_a_generator_that_overflows(_x: u32, #[from(overflows)] nest: u64) {
    let _ = nest;
}

/// Fails in one run of three, whatever the case.
#[law]
fn fails_one_time_in_three(x: u32) {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    let run = RUNS.fetch_add(1, SeqCst);
    // No period that the runs of the engine could keep to.
    let chance = run.wrapping_mul(2_654_435_761) >> 16;
    assert!(x < 1_000 || chance % 3 > 0);
}

#[law]
fn changes_directory(x: u32) {
    std::env::set_current_dir(std::env::temp_dir()).unwrap();
    assert!(x < 1_000);
}

/// A law that runs another inside of its cases.
#[law(tests = 20)]
fn runs_a_broken_law_inside(_x: u32) {
    if is("WALKS") {
        wait();
    }
    check(any::<u16>(), |y| assert!(y < 10));
}

#[law(isolated, tests = 20)]
fn runs_a_broken_law_inside_and_is_isolated(_x: u32) {
    check(any::<u16>(), |y| assert!(y < 10));
}

fn bytes_up_to(limit: u8) {
    check(any::<u8>(), move |x| assert!(x <= limit));
}

/// Both laws have one name: the line of the helper.
#[test]
fn two_laws_of_one_line() {
    bytes_up_to(255);
    bytes_up_to(10);
}

/// More memory than an isolated law may have; this one is none.
#[law(tests = 2, case(3u8))]
fn takes_much_memory(_x: u8) {
    let reserved: Vec<u8> = Vec::with_capacity(5 << 30);
    assert!(std::hint::black_box(&reserved).is_empty());
}

/// One process at a time can hold the lock.
#[law(tests = 10, case(3u8), case(4u8))]
fn holds_a_lock(_x: u8) {
    use std::sync::LazyLock;
    static LOCKED: LazyLock<bool> = LazyLock::new(|| {
        let path = std::env::temp_dir().join("lawful-checks-holds-a-lock");
        let file = Box::leak(Box::new(std::fs::File::create(path).unwrap()));
        file.try_lock().is_ok()
    });
    assert!(*LOCKED);
}

/// The test relies on what its law does to this process.
#[test]
fn a_test_counts_the_runs_of_its_law() {
    let runs = AtomicU32::new(0);
    check(any::<u8>(), |_| {
        runs.fetch_add(1, SeqCst);
        if is("WALKS") {
            wait();
        }
    });
    assert!(runs.load(SeqCst) > 0);
}

/// Dies of an answer of the function, which is drawn while the law runs.
#[law(isolated, max_failures = 1)]
fn dies_of_an_answer(x: u32, f: Func<u8, u8>) {
    if x > 1_000 && f(1) > 3 {
        std::process::exit(5);
    }
}

#[law(max_failures = 1)]
fn dies_of_an_answer_here(x: u32, f: Func<u8, u8>) {
    if x > 1_000 && f(1) > 3 {
        std::process::abort();
    }
}

/// Aborts in one run of three, whatever the case.
#[law]
fn aborts_one_time_in_three(x: u32) {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let chance = (now.as_nanos() as u64 / 100).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    if x >= 1_000 && chance % 3 == 0 {
        std::process::abort();
    }
}

unsafe extern "C" {
    fn fork() -> i32;
    fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
}

#[law(tests = 10)]
fn forks(_x: u32) {
    // SAFETY: the new process does nothing but exit.
    let process = unsafe { fork() };
    if process == 0 {
        std::process::exit(0);
    }
    let mut status = 0;
    // SAFETY: the status lives here.
    unsafe { waitpid(process, &mut status, 0) };
    assert_eq!(status, 0);
}

/// Expected to fail, and fails most of the time.
#[law(expect_failure)]
fn is_expected_to_fail(x: u32) {
    static RUNS: AtomicU32 = AtomicU32::new(0);
    assert!(x < 1_000 || RUNS.fetch_add(1, SeqCst) % 10 == 9);
}

/// The commands of a dynamic machine run as they are drawn.
mod dynamic {
    use lawful::machine::dynamic::*;
    use lawful::prelude::*;

    pub struct Stack(Vec<u8>);

    fn push(model: &mut Vec<u8>, step: Step<Stack>) -> StepResult {
        let byte = step.draw(0..=9u8);
        step.call(byte, |stack, _, byte| stack.0.push(byte))?;
        model.push(byte);
        Ok(())
    }

    fn pop(model: &mut Vec<u8>, step: Step<Stack>) -> StepResult {
        let popped = step.call((), |stack, _, ()| {
            if stack.0.len() == 3 {
                std::process::abort();
            }
            stack.0.pop()
        })?;
        popped.returns(model.pop())
    }

    fn machine() -> impl Law {
        Machine::new(Vec::new, || Stack(Vec::new())).command(push).command(pop)
    }

    #[law(isolated, seed = 1)]
    fn a_machine_that_dies() -> impl Law {
        machine()
    }

    #[law(seed = 1)]
    fn a_machine_that_dies_here() -> impl Law {
        machine()
    }
}
"##;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let dependency = Project::dependency_on("lawful", &["machine"]);
        let dependencies = format!("[dependencies]\n{dependency}\n");
        let files = [("src/lib.rs", ""), ("tests/laws.rs", LAWS)];
        Project::depending(env!("CARGO_TARGET_TMPDIR"), "reliability", &dependencies, &files)
    })
}

fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| project().test_program("laws").canonicalize().expect("it was built"))
}

/// One law, with a database of its own that is empty at first.
struct Attack {
    law: &'static str,
    database: PathBuf,
}

impl Attack {
    fn on(law: &'static str) -> Self {
        Attack::named(law, law)
    }

    fn named(law: &'static str, database: &str) -> Self {
        let database = project().path("database").join(database.replace("::", "-"));
        let _ = fs::remove_dir_all(&database);
        Attack { law, database }
    }

    fn laws(&self) -> Cargo {
        let laws = project().program(program(), &format!("--exact {}", self.law));
        laws.env("LAWFUL_DATABASE", &self.database.display().to_string())
    }

    fn run(&self) -> Output {
        self.laws().run()
    }

    /// Runs the law, which must be broken, and checks what the report has in it.
    #[track_caller]
    fn check(&self, parts: &[&str]) -> String {
        check(self.laws(), self.law, parts)
    }

    /// The files that are kept of failures.
    fn stored(&self) -> Vec<PathBuf> {
        let laws = entries(&self.database).into_iter().filter(|path| !path.ends_with("running"));
        laws.flat_map(|law| entries(&law)).collect()
    }

    fn trails(&self) -> Vec<PathBuf> {
        entries(&self.database.join("running"))
    }

    /// Starts the law, and waits until it is in a case.
    fn start_in_a_case(&self, laws: Cargo) -> Child {
        let process = laws.start();
        let started = Instant::now();
        while self.trails().is_empty() {
            assert!(started.elapsed() < Duration::from_secs(60), "the law does not begin");
            thread::sleep(Duration::from_millis(5));
        }
        thread::sleep(Duration::from_millis(300));
        process
    }
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

#[track_caller]
fn check(laws: Cargo, law: &str, parts: &[&str]) -> String {
    let output = laws.run();
    assert!(!output.success, "{}", output.all());
    let report = output.failure(law);
    for part in parts {
        assert!(report.contains(part), "no {part:?} in\n{report}");
    }
    report
}

fn send(signal: &str, process: &mut Child) {
    let sent = Command::new("kill").args([signal, &process.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the signal can be sent");
    process.wait().expect("it has ended");
}

/// Number of running processes whose command line has a word.
fn processes_with(word: &str) -> usize {
    let has_word = |path: &PathBuf| {
        let command = fs::read(path.join("cmdline")).unwrap_or_default();
        command.split(|byte| *byte == 0).any(|other| other == word.as_bytes())
    };
    entries(Path::new("/proc")).iter().filter(|path| has_word(path)).count()
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(5), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A slow law that was interrupted once is right all the same, for ever.
#[test]
fn a_slow_law_that_was_interrupted_is_not_broken() {
    let attack = Attack::on("is_slow");
    let mut process = attack.start_in_a_case(attack.laws().env("SLOW", "1"));
    send("-INT", &mut process);
    assert_eq!(attack.trails().len(), 1, "the trail is there");
    // Slow still, in the case that was left: nothing is known of it, and it is interrupted again in its tests.
    let mut laws = attack.laws().env("SLOW", "1").start();
    let mut said = Vec::new();
    let mut stderr = laws.stderr.take().expect("it is a pipe");
    let started = Instant::now();
    let mut buffer = [0; 1024];
    while !String::from_utf8_lossy(&said).contains("which is no failure") {
        assert!(started.elapsed() < Duration::from_secs(30), "{}", String::from_utf8_lossy(&said));
        let count = stderr.read(&mut buffer).expect("a pipe can be read");
        said.extend_from_slice(&buffer[..count]);
    }
    thread::sleep(Duration::from_millis(300));
    send("-INT", &mut laws);
    assert_eq!(attack.trails().len(), 1, "of the tests; the case that was tried is done with");
    let said = String::from_utf8_lossy(&said).into_owned();
    // It is said at once what takes so long, and later of which case nothing is known.
    let parts = [
        "lawful: an earlier run ended in test ",
        "; it is tried in a process of its own, for up to 10 s a case\n",
        "lawful: the case did not end within 10 s, which is no failure, since the law has no limit for its \
         cases; LAWFUL_MAX_CASE_TIME=10s makes it one: _x = ",
    ];
    for part in parts {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }
    assert_eq!(attack.stored(), [] as [PathBuf; 0]);
    let right = attack.run();
    assert!(right.success && !right.all().contains("law "), "{}", right.all());
    assert_eq!(attack.trails(), [] as [PathBuf; 0]);
}

/// The case that was left is not forgotten if the run that tries it is interrupted as well.
#[test]
fn a_case_that_was_left_stays_until_it_was_tried() {
    let attack = Attack::named("is_slow", "left-twice");
    let mut process = attack.start_in_a_case(attack.laws().env("SLOW", "1"));
    send("-INT", &mut process);
    let [first] = &attack.trails()[..] else { panic!("{:?}", attack.trails()) };
    let mut again = attack.laws().env("SLOW", "1").start();
    // It is in the case for ten seconds.
    thread::sleep(Duration::from_secs(1));
    send("-INT", &mut again);
    assert!(first.exists(), "the case is still to be tried");
    let output = attack.run();
    assert!(output.success, "{}", output.all());
    assert!(output.stderr.contains("lawful: an earlier run ended in test "), "{}", output.all());
    assert_eq!(attack.trails(), [] as [PathBuf; 0]);
}

/// Ctrl-C reaches the processes of the terminal's group; the child of an isolated law, and what it started, are in another.
#[test]
fn nothing_is_left_of_an_isolated_law_that_was_interrupted() {
    let attack = Attack::on("starts_a_process");
    let laws = attack.laws().env("LAWFUL_TESTS", "100000000");
    let mut process = attack.start_in_a_case(laws);
    wait_until("the law starts processes", || processes_with("600.125") > 0);
    send("-INT", &mut process);
    let program = program().display().to_string();
    let marked = |path: &PathBuf| {
        let command = fs::read(path.join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command).into_owned();
        command.starts_with(&program) && command.contains("starts_a_process")
    };
    wait_until("the child ends", || !entries(Path::new("/proc")).iter().any(marked));
    wait_until("what it started ends", || processes_with("600.125") == 0);
}

#[test]
fn a_process_that_a_law_starts_is_not_waited_for() {
    let started = Instant::now();
    let attack = Attack::on("starts_a_daemon");
    attack.check(&["    x = 1000\n", "The law ended the process, with exit code 3."]);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    let output = Attack::on("starts_a_process").run();
    assert!(output.success, "{}", output.all());
}

#[test]
fn an_exit_is_red_and_its_case_is_found() {
    for law in ["exits", "exits_on_a_thread"] {
        let attack = Attack::on(law);
        let first = attack.run();
        assert!(!first.success, "{}", first.all());
        let head = format!("law broken: reliability::laws::{law}  (tests/laws.rs:");
        let parts = [
            head.as_str(),
            "  The process exited while the law was running, so its tests, and others of this process, did not come \
             to their end.\n",
            "  The next run tries the case in a process of its own, and shrinks it.\n",
        ];
        for part in parts {
            assert!(first.stderr.contains(part), "no {part:?} in\n{}", first.all());
        }
        let report =
            attack.check(&["    x = 1000\n", "The law ended the process, with exit code 0."]);
        // The report's own replay line is red as well.
        let token = report.split_once("LAWFUL_REPLAY='").unwrap().1.split_once('\'').unwrap().0;
        let replay = attack.laws().env("LAWFUL_REPLAY", token);
        check(replay, law, &["    x = 1000\n", "The law ended the process, with exit code 0."]);
    }
}

/// Beside tests that pass, the exit code of the whole is red too.
#[test]
fn an_exit_beside_other_tests_is_red() {
    let laws =
        project().program(program(), "--exact exits is_slow speaks_of_memory --test-threads=1");
    let output = laws.env("LAWFUL_DATABASE", "off").run();
    assert!(!output.success, "{}", output.all());
}

#[test]
fn a_case_of_a_walk_that_kills_the_process_is_found_by_the_next_run() {
    let attack = Attack::on("aborts_on_a_walk");
    assert!(!attack.run().success);
    let output = attack.run();
    assert!(output.failure(attack.law).contains("    x = 200\n"), "{}", output.all());
    assert!(output.stderr.contains("this one runs all cases in a process of their own"));
    attack.check(&["    x = 200\n", "Found by a failure kept from an earlier run"]);
}

#[test]
fn a_case_that_kills_the_process_while_a_failure_is_explained_is_no_loss() {
    let attack = Attack::on("aborts_while_it_is_explained");
    let first = attack.run();
    assert!(!first.success && !first.stdout.contains("law broken"), "{}", first.all());
    attack.check(&["    x = 1000\n", "too many"]);
}

/// Every thread has a place of its own in the trail.
#[test]
fn a_deadly_case_is_kept_whichever_of_64_threads_it_is_on() {
    for round in 0..5 {
        let attack = Attack::named("aborts_on_one_of_many", &format!("many-{round}"));
        assert!(!attack.run().success);
        attack.check(&["signal 6 (SIGABRT, an abort)", "in which an earlier run died"]);
    }
}

#[test]
fn a_damaged_trail_is_removed_and_says_nothing() {
    let attack = Attack::on("is_slow");
    let attack = Attack { database: attack.database.with_extension("damaged"), ..attack };
    let _ = fs::remove_dir_all(&attack.database);
    for damage in [Damage::Size, Damage::Cut, Damage::Empty, Damage::Unfinished] {
        let mut process = attack.start_in_a_case(attack.laws().env("SLOW", "1"));
        send("-KILL", &mut process);
        let [trail] = &attack.trails()[..] else { panic!("{:?}", attack.trails()) };
        let mut bytes = fs::read(trail).unwrap();
        match damage {
            // The third word is the maximum size.
            Damage::Size => bytes[2 * 8 + 3] ^= 0x40,
            Damage::Cut => bytes.truncate(30),
            Damage::Empty => bytes.clear(),
            Damage::Unfinished => {
                bytes.truncate(16);
                fs::remove_file(trail).unwrap();
            }
        }
        let trail = match damage {
            Damage::Unfinished => trail.with_extension("0-0.making"),
            _ => trail.clone(),
        };
        fs::write(trail, bytes).unwrap();
        let started = Instant::now();
        let output = attack.run();
        assert!(output.success && output.stderr.is_empty(), "{damage:?}: {}", output.all());
        assert!(started.elapsed() < Duration::from_secs(5), "{damage:?}");
        assert_eq!(attack.trails(), [] as [PathBuf; 0], "{damage:?}");
    }
}

#[derive(Debug)]
enum Damage {
    Size,
    Cut,
    Empty,
    Unfinished,
}

/// No variable makes a law green, and an isolated law gives nothing of the kind to what it starts.
#[test]
fn a_broken_law_is_red_whatever_the_environment_says() {
    let attack = Attack::on("is_broken");
    for value in ["x", "reliability::laws::is_broken in test laws"] {
        let laws = attack.laws().env("LAWFUL_CHILD", value).env("LAWFUL_CHILD_WORD", "word");
        check(laws, attack.law, &["    x = 1000\n"]);
    }
    let output = Attack::on("runs_another_program").run();
    assert!(output.success, "{}", output.all());
    // By hand it is an argument that makes a process a child, and one without a parent says so.
    let words = "--exact is_broken lawful-child-0123456789abcdef";
    let mut orphan = project().program(program(), words).start();
    let mut said = String::new();
    orphan.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(!orphan.wait().unwrap().success());
    assert!(
        said.contains("lawful: this process was started to run cases for another one"),
        "{said}"
    );
}

#[test]
fn the_standard_streams_belong_to_the_law() {
    for law in ["reads_its_input", "closes_its_output"] {
        let output = Attack::on(law).run();
        assert!(output.success, "{law}: {}", output.all());
    }
    // Also where the input of the parent never ends.
    let attack = Attack::named("reads_its_input", "with_input");
    let mut command = Command::new(program());
    command.args(["--exact", attack.law]).env("LAWFUL_DATABASE", "off");
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null());
    let mut process = command.spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    input.write_all(b"a line\n").unwrap();
    assert!(process.wait().unwrap().success());
}

#[test]
fn words_about_memory_are_no_death_by_memory() {
    Attack::on("speaks_of_memory").check(&["    x = 1000\n", "signal 6 (SIGABRT, an abort)"]);
}

#[test]
fn output_is_bounded_and_passed_on() {
    let output = Attack::on("prints_much").run();
    assert!(output.success, "{}", output.all().len());
    let attack = Attack::on("prints_its_case");
    let failing = attack.run();
    let report = failing.failure(attack.law);
    let before = report.split("law broken").next().unwrap();
    // The minimal case is the last that is shown, and what it prints is there as it is for any other law.
    let last = |word: &str| before.lines().rev().find(|line| line.starts_with(word));
    assert_eq!((last("out "), last("err ")), (Some("out 1000"), Some("err 1000")), "{report}");
    assert!(!report.contains("running 1 test") && !report.contains("lawful-mark"), "{report}");
    assert!(report.len() < 1 << 20);
}

#[test]
fn a_worker_that_fails_outside_of_a_case_ends_the_run() {
    for law in ["panics_with_a_bomb_on_threads", "panics_with_a_bomb"] {
        Attack::on(law).check(&["    x = 1000\n", "a panic whose payload is not a text"]);
    }
    let report = Attack::on("is_made_once").check(&["law misused: "]);
    let message = "the law cannot run on several threads (`jobs`), since making it on another one panicked: \
                   there is only one at tests/laws.rs:";
    assert!(report.contains(message), "{report}");
    let attack = Attack::on("wants_too_many_threads");
    let output = attack.run();
    assert!(output.success, "{}", output.all());
    // With less memory than the stacks of all threads take, there are fewer of them.
    let line = format!("ulimit -v 300000 && exec {} --exact {}", program().display(), attack.law);
    let output = project().shell(&line).env("RUST_MIN_STACK", "4000000").run();
    assert!(output.success, "{}", output.all());
}

#[test]
fn an_endless_generator_is_a_misuse_with_a_name() {
    let attack = Attack::on("has_an_endless_generator");
    let message = "the generator of `tree` nests values in one another until the stack is used up; a generator that \
                   calls itself must come to an end: derive `Arbitrary`, use `generate::recursive`, or draw";
    attack.check(&["law misused: reliability::laws::has_an_endless_generator", message]);
    check(attack.laws().env("LAWFUL_ISOLATED", "1"), attack.law, &[message]);
    check(attack.laws().env("LAWFUL_JOBS", "2"), attack.law, &[message]);
}

#[test]
fn a_generator_that_overflows_the_stack_is_named_by_the_next_run() {
    let attack = Attack::on("has_a_generator_that_overflows");
    let first = attack.run();
    assert!(!first.success && !first.stdout.contains("law broken"), "{}", first.all());
    let parts =
        ["The generator of `nest` ended the process:", "The stack overflowed", "earlier run died"];
    attack.check(&parts);
    let isolated = Attack::named(attack.law, "isolated_that_overflows");
    check(isolated.laws().env("LAWFUL_ISOLATED", "1"), attack.law, &parts[..2]);
}

/// A law that fails by chance is never reported as plainly broken if the same run knew better, and its case, rate and token
/// are there.
#[test]
fn a_law_that_fails_by_chance_is_unstable_stored_and_replayed() {
    let (mut unstable, mut reports) = (0, 0);
    for round in 0..20 {
        let law = "fails_one_time_in_three";
        let attack = Attack::named(law, &format!("chance-{round}"));
        let output = attack.run();
        assert!(!output.success, "{}", output.all());
        let report = output.failure(law);
        reports += 1;
        let stored = attack.stored();
        assert!(!stored.is_empty(), "nothing is stored\n{report}");
        let Some(rest) = report.strip_prefix("law unstable: ") else { continue };
        unstable += 1;
        assert!(rest.contains("\n    x = "), "{report}");
        let rate = rest.split_once("The same case failed ").unwrap().1;
        let (failed, rest) = rate.split_once(" of 12 times.").unwrap();
        assert!((1..12).contains(&failed.parse::<u32>().unwrap()), "{report}");
        let token = rest.split_once("LAWFUL_REPLAY='").unwrap().1.split_once('\'').unwrap().0;
        let replay = attack.laws().env("LAWFUL_REPLAY", token).run().failure(law);
        assert!(replay.starts_with("law unstable: "), "{replay}");
        assert!(replay.contains(" of 12 times. Replayed."), "{replay}");
        // It is kept, and one test more is enough to see it again.
        let again = attack.laws().env("LAWFUL_TESTS", "1").run().failure(law);
        assert!(again.contains("Found by a failure kept from an earlier run"), "{again}");
    }
    println!("{unstable} of {reports} reports say that the law is unstable");
    assert!(unstable * 10 >= reports * 9, "{unstable} of {reports}");
}

#[test]
fn a_relative_database_is_where_it_was_when_the_process_began() {
    let database = project().path("relative");
    let _ = fs::remove_dir_all(&database);
    let laws = || {
        let laws = project().program(program(), "--exact changes_directory");
        laws.env("LAWFUL_DATABASE", "relative")
    };
    check(laws(), "changes_directory", &["    x = 1000\n", "Found by test "]);
    assert!(!entries(&database).is_empty());
    let parts = ["    x = 1000\n", "Found by a failure kept from an earlier run"];
    check(laws().env("LAWFUL_TESTS", "1"), "changes_directory", &parts);
}

/// A law inside of a case is not passed over because the process serves another.
#[test]
fn a_law_inside_of_an_isolated_one_is_run() {
    let law = "runs_a_broken_law_inside_and_is_isolated";
    assert!(!Attack::on(law).run().success);
    let attack = Attack::on("runs_a_broken_law_inside");
    assert!(!attack.run().success);
    let mut process = attack.start_in_a_case(attack.laws().env("WALKS", "1"));
    send("-KILL", &mut process);
    assert!(!attack.run().success);
}

#[test]
fn two_laws_of_one_line_are_two_laws_in_a_child_too() {
    let attack = Attack::on("two_laws_of_one_line");
    attack.check(&["law broken: "]);
    check(attack.laws().env("LAWFUL_ISOLATED", "1"), attack.law, &["law broken: "]);
}

#[test]
fn cases_from_before_have_no_other_limits_and_leave_nothing_behind() {
    for law in ["takes_much_memory", "holds_a_lock", "forks"] {
        let output = Attack::on(law).run();
        assert!(output.success, "{law}: {}", output.all());
    }
}

#[test]
fn a_test_that_relies_on_its_law_runs_it_here() {
    let attack = Attack::on("a_test_counts_the_runs_of_its_law");
    let mut process = attack.start_in_a_case(attack.laws().env("WALKS", "1"));
    send("-KILL", &mut process);
    let output = attack.run();
    assert!(output.success, "{}", output.all());
    let told = "LAWFUL_ISOLATED=1 runs all cases in a process of their own, and will find it";
    assert!(output.stderr.contains(told), "{}", output.all());
}

/// Choices that are made while the law runs are a part of its case.
#[test]
fn a_case_that_dies_of_an_answer_has_the_answer() {
    for _ in 0..3 {
        let attack = Attack::on("dies_of_an_answer");
        attack.check(&["    x = 1001\n", "    f = |_| 4\n", "with exit code 5"]);
        attack.check(&["    x = 1001\n", "Found by a failure kept from an earlier run"]);
    }
    let attack = Attack::on("dies_of_an_answer_here");
    assert!(!attack.run().success);
    attack.check(&["    x = 1001\n", "    f = |_| 4\n", "signal 6 (SIGABRT, an abort)"]);
}

#[test]
fn a_law_that_kills_its_process_by_chance_is_unstable() {
    let (mut unstable, mut reports) = (0, 0);
    for round in 0..20 {
        let law = "aborts_one_time_in_three";
        let attack = Attack::named(law, &format!("abort-{round}"));
        assert!(!attack.run().success);
        let output = attack.run();
        // The case that was left may pass this time, and the process may die again.
        let Some(report) = output.failures().remove(law) else { continue };
        reports += 1;
        unstable += u32::from(report.starts_with("law unstable: "));
    }
    println!("{unstable} of {reports} reports say that the law is unstable");
    // By chance a case dies four times in a row, once in 81 times.
    assert!(unstable * 2 > reports, "{unstable} of {reports}");
}

#[test]
fn a_failure_that_is_expected_need_not_come_every_time() {
    for _ in 0..10 {
        let output = Attack::on("is_expected_to_fail").run();
        assert!(output.success, "{}", output.all());
    }
}

#[test]
fn a_case_that_could_not_be_tried_stays() {
    let attack = Attack::named("exits", "not-tried");
    assert!(!attack.run().success);
    let here = attack.laws().env("LAWFUL_ISOLATED", "0").env("LAWFUL_TESTS", "1").run();
    assert!(here.stderr.contains("lawful: an earlier run ended in test "), "{}", here.all());
    attack.check(&["    x = 1000\n", "Found by the test in which an earlier run died"]);
}

/// Commands are drawn while they run, so a process that dies takes all that is known of them with it, but for what it told
/// before.
#[test]
fn the_commands_of_a_dynamic_machine_are_seen_before_they_run() {
    let attack = Attack::on("dynamic::a_machine_that_dies");
    let report = attack.check(&["signal 6 (SIGABRT, an abort)"]);
    let calls: Vec<&str> = report.lines().filter(|line| line.contains("push(")).collect();
    assert_eq!(calls.len(), 3, "{report}");
    assert!(report.contains("pop()"), "{report}");
    // In this process, the last line that is printed is the call that does not return.
    let here = Attack::on("dynamic::a_machine_that_dies_here");
    let output = here.laws().env("LAWFUL_VERBOSE", "1").run();
    let told = output.stderr.lines().rfind(|line| line.starts_with("test ")).unwrap_or_default();
    let (_, call) = told.split_once(": ").unwrap_or_else(|| panic!("{}", output.all()));
    assert!(call.starts_with("pop()"), "{}", output.all());
}
