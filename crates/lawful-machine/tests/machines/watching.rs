//! Watchers of command sequences, and the drain phase after the last command.

use std::cell::RefCell;
use std::fmt::Debug;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use lawful::parallel::Parallel;
use lawful::prelude::law;
use lawful_core::data::Reason;
use lawful_core::law::{self, Law};
use lawful_core::run::{
    About, Config, Database, Found, Isolation, Role, Runner, Stopped, Summary, role, run,
    run_built, serve,
};
use lawful_machine::{
    Dynamic, Kind, Machine, Shared, Step, StepResult, Symbolic, Watch, WatchedCommand, WatchedEnd,
    shared,
};
use lawful_report::terminal;

thread_local! {
    /// Letters of what happened in all runs of a test.
    static LOG: RefCell<String> = const { RefCell::new(String::new()) };
}

fn log(letter: char) {
    LOG.with_borrow_mut(|log| log.push(letter));
}

/// Counts calls, and logs when it is made, called and dropped.
struct Logged(u32);

impl Logged {
    fn new() -> Self {
        log('m');
        Logged(0)
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        log('d');
    }
}

fn next<K: Kind>(model: &mut u32, step: Step<'_, Logged, K>) -> StepResult {
    let number = step.call((), |system, _, ()| {
        log('n');
        system.0 += 1;
        system.0
    })?;
    *model += 1;
    number.returns(*model)
}

/// Does nothing, so that shrinking can leave it out.
fn idle<K: Kind>(_: &mut u32, step: Step<'_, Logged, K>) -> StepResult {
    step.call((), |_, _, ()| log('n'))?;
    Ok(())
}

/// Watcher that logs what it is asked: its own letter where it is made and dropped, `s`, `a` and `e` for the questions.
struct Logs {
    letter: char,
    asked: u32,
}

impl Logs {
    fn new(letter: char) -> Self {
        log(letter);
        Logs { letter, asked: 0 }
    }
}

impl Drop for Logs {
    fn drop(&mut self) {
        log(self.letter);
    }
}

impl Watch for Logs {
    fn at_start(&mut self, _: bool) -> Option<Reason> {
        log('s');
        None
    }

    fn after_command(&mut self, command: &WatchedCommand<'_>) -> Option<Reason> {
        log('a');
        self.asked += 1;
        assert_eq!(command.number, self.asked, "a watcher is made for each run");
        assert!(matches!(command.name, "next" | "idle"));
        None
    }

    fn at_end(&mut self, _: &WatchedEnd) -> Option<Reason> {
        log('e');
        None
    }
}

fn logging<K: Kind>() -> Machine<u32, Logged, K> {
    Machine::new(|| 0, Logged::new).command(next).cleanup(|_, _, _| log('c'))
}

fn summary(law: &dyn Law) -> Summary {
    Runner::named("watching").seed(1).run(law)
}

/// Splits the log into runs, each of which begins when the watcher `w` is made and ends when it is dropped.
fn logged() -> Vec<String> {
    let log = LOG.take();
    let parts: Vec<&str> = log.split('w').collect();
    // A second watcher is dropped after the first.
    assert!(parts.iter().step_by(2).all(|between| matches!(*between, "" | "v")));
    parts.iter().skip(1).step_by(2).map(|run| run.to_string()).collect()
}

#[test]
fn watchers_see_a_run_from_before_the_constructor_to_after_the_destructor() {
    fn check<K: Kind>() {
        let machine = logging::<K>()
            .command(idle)
            .watched(|| Logs::new('w'))
            .watched(|| Logs::new('v'))
            .invariant("looked at", |_, _, _| {
                log('i');
                true
            })
            .finally("looked at", |_, _, _| {
                log('f');
                true
            });
        let drained = |is_drained: bool| {
            let runs = logged();
            assert!(runs.iter().any(|run| run.len() > 50));
            for run in runs {
                let commands = "niaa".repeat(run.matches('n').count());
                let drain = if is_drained { "r" } else { "" };
                assert_eq!(run, format!("vmiss{commands}{drain}feecd"));
            }
        };
        assert!(summary(&machine).is_success());
        drained(false);
        assert!(summary(&machine.drain(|_, _, _| log('r'))).is_success());
        drained(true);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_sequence_that_was_built_is_watched_and_drained() {
    let machine = logging::<Symbolic>().watched(|| Logs::new('w')).drain(|_, _, _| log('r'));
    let sequence = machine.build_sequence().command("next", ()).command("next", ()).build();
    assert!(summary(&machine.run_sequence(&sequence)).is_success());
    let runs = logged();
    assert!(!runs.is_empty() && runs.iter().all(|run| run == "msnanarecd"), "{runs:?}");
}

/// Place at which a watcher objects.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Objection {
    Start,
    /// After so many commands of the name `next`.
    Next(u32),
    /// At the end of a run with so many of them.
    End(u32),
}

/// Watcher with an objection.
struct Objects {
    to: Objection,
    nexts: u32,
}

fn objects(to: Objection) -> impl Fn() -> Objects {
    move || Objects { to, nexts: 0 }
}

impl Objects {
    fn object(&self, now: Objection, wants_details: bool) -> Option<Reason> {
        let reason = || Reason::new("test", "objection", "the watcher is content");
        let detailed = |reason: Reason| match wants_details {
            true => reason.with_code_block(|| format!("{now:?}")),
            false => reason,
        };
        (now == self.to).then(reason).map(detailed)
    }
}

impl Watch for Objects {
    fn at_start(&mut self, wants_details: bool) -> Option<Reason> {
        self.object(Objection::Start, wants_details)
    }

    fn after_command(&mut self, command: &WatchedCommand<'_>) -> Option<Reason> {
        self.nexts += u32::from(command.name == "next");
        self.object(Objection::Next(self.nexts), command.wants_details)
    }

    fn at_end(&mut self, end: &WatchedEnd) -> Option<Reason> {
        self.object(Objection::End(self.nexts), end.wants_details)
    }
}

#[test]
fn a_failure_is_that_of_the_very_command_and_shrunk_to_the_fewest() {
    fn check<K: Kind>(to: Objection, calls: usize, seed: u64) {
        let machine = logging::<K>().command(idle).watched(objects(to));
        let summary = Runner::named("watching").seed(seed).first_failure().run(&machine);
        let failure = summary.failure().expect("the watcher objects");
        assert_eq!(failure.reason.title, "the watcher is content");
        assert_eq!(failure.reason.message(), format!("{to:?}"));
        let shown = failure.calls();
        assert!(shown.len() == calls && shown.iter().all(|call| call.name == "next"), "{shown:?}");
        // At the end, no single command is to blame.
        let fails = |to: Objection| matches!(to, Objection::Next(_));
        assert_eq!(shown.last().is_some_and(|call| call.failed), fails(to));
        assert_eq!(shown.iter().filter(|call| call.failed).count(), usize::from(fails(to)));
        assert!(LOG.take().ends_with("cd"));
    }
    for seed in 0..10 {
        for (to, calls) in [(Objection::Start, 0), (Objection::Next(3), 3), (Objection::End(2), 2)]
        {
            check::<Symbolic>(to, calls, seed);
            check::<Dynamic>(to, calls, seed);
        }
    }
}

#[test]
fn the_first_watcher_that_objects_gives_the_reason() {
    let first = || Objects { to: Objection::Next(2), nexts: 0 };
    let machine = logging::<Symbolic>().watched(first).watched(objects(Objection::Next(1)));
    assert_eq!(summary(&machine).failure().unwrap().reason.message(), "Next(1)");
    let machine = logging::<Symbolic>().watched(|| Logs::new('w')).watched(first).watched(first);
    assert_eq!(summary(&machine).failure().unwrap().calls().len(), 2);
    LOG.take();
}

/// A promise, an invariant, `finally` and a panic are known before a watcher is asked.
#[test]
fn a_watcher_is_asked_last() {
    fn title(machine: Machine<u32, Logged, Symbolic>, to: Objection) -> String {
        let title = summary(&machine.watched(objects(to))).failure().unwrap().reason.title.clone();
        LOG.take();
        title
    }
    let invariant = logging().invariant("few", |model, _, _| *model < 2);
    assert_eq!(title(invariant, Objection::Next(2)), "the machine promised `few`");
    let finally = logging().finally("few", |model, _, _| *model < 2);
    assert_eq!(title(finally, Objection::End(2)), "the machine promised `few`");
    let promise =
        logging().named_command("promise", |_, step| step.call((), |_, _, ()| 1)?.returns(2));
    assert_eq!(
        title(promise, Objection::Next(100)),
        "`promise` promised to return what the model says"
    );
}

/// Letters that are delivered later; some are lost.
#[derive(Default)]
struct Post {
    queue: Vec<u8>,
    delivered: usize,
    loses: Option<u8>,
}

impl Post {
    fn deliver(&mut self) {
        let loses = self.loses;
        let arrive = |letter: &u8| Some(*letter) != loses;
        self.delivered += std::mem::take(&mut self.queue).iter().filter(|one| arrive(one)).count();
    }
}

fn send<K: Kind>(sent: &mut usize, step: Step<'_, Post, K>) -> StepResult {
    let letter = step.draw(0..=9u8);
    step.call(letter, |post, _, letter| post.queue.push(letter))?;
    *sent += 1;
    Ok(())
}

fn post<K: Kind>(loses: Option<u8>) -> Machine<usize, Post, K> {
    let new = move || Post { loses, ..Post::default() };
    Machine::new(|| 0, new).command(send).drain(|_, post, _| post.deliver())
}

/// Watcher that remembers whether runs were drained.
struct Drained(Rc<RefCell<Vec<bool>>>);

impl Watch for Drained {
    fn after_command(&mut self, _: &WatchedCommand<'_>) -> Option<Reason> {
        None
    }

    fn at_end(&mut self, end: &WatchedEnd) -> Option<Reason> {
        self.0.borrow_mut().push(end.drained);
        None
    }
}

#[test]
fn what_was_begun_is_finished_before_the_end_is_judged() {
    fn check<K: Kind>() {
        let delivered = |sent: &usize, post: &mut Post| *sent == post.delivered;
        let right = post::<K>(None).finally("all", move |sent, post, _| delivered(sent, post));
        assert!(summary(&right).is_success());
        let wrong = post::<K>(Some(7)).finally("all", move |sent, post, _| delivered(sent, post));
        let summary = summary(&wrong);
        let failure = summary.failure().expect("letter 7 is lost");
        assert_eq!(failure.calls().len(), 1);
        assert_eq!(failure.calls()[0].arguments.debug, "7");
        for is_drained in [false, true] {
            let seen: Rc<RefCell<Vec<bool>>> = Rc::default();
            let own = Rc::clone(&seen);
            let machine = Machine::<usize, Post, K>::new(|| 0, Post::default).command(send);
            let machine = machine.watched(move || Drained(own.clone()));
            let machine = if is_drained { machine.drain(|_, _, _| ()) } else { machine };
            assert!(self::summary(&machine).is_success());
            assert!(seen.borrow().len() >= 100);
            assert!(seen.borrow().iter().all(|drained| *drained == is_drained));
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// Panics at one place, in commands and in the drain phase alike.
fn explode() {
    panic!("it explodes");
}

#[test]
fn a_panic_of_the_drain_phase_is_a_failure_of_its_own() {
    fn check<K: Kind>() {
        let drains = logging::<K>().drain(|_, system, _| {
            if system.0 >= 2 {
                explode();
            }
        });
        let drained = summary(&drains);
        let drained = drained.failure().expect("it panics");
        let reason = &drained.reason;
        assert_eq!((reason.component, reason.code), ("machine", "drain"));
        assert_eq!(reason.title, "the drain phase failed");
        assert_eq!(reason.get("message"), Some("it explodes"));
        let place = reason.get("location").unwrap();
        assert!(place.starts_with(file!()), "{place}");
        assert_eq!(reason.message(), format!("it explodes\nat {place}"));
        assert_eq!(drained.calls().len(), 2);
        assert!(drained.calls().iter().all(|call| !call.failed));

        let commands = logging::<K>().named_command("explode", |_, step| {
            step.call((), |_, _, ()| explode())?;
            Ok(())
        });
        let called = summary(&commands);
        let called = &called.failure().expect("it panics").reason;
        assert_eq!(called.panic().map(|(_, location)| location), Some(place));
        assert!(!called.is_same_failure(reason));
        LOG.take();
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn panics_of_the_drain_phase_at_two_places_are_two_failures() {
    let reason = |drain: fn(&u32, &mut Logged)| {
        let machine = logging::<Symbolic>().drain(move |model, system, _| drain(model, system));
        summary(&machine).failure().expect("it panics").reason.clone()
    };
    let one = reason(|_, _| panic!("at one place"));
    let other = reason(|_, _| panic!("at another"));
    assert!(one.is_same_failure(&one) && !one.is_same_failure(&other));
    LOG.take();
}

#[test]
fn the_report_says_that_the_drain_phase_failed() {
    let machine = logging::<Symbolic>().drain(|_, system, _| assert!(system.0 < 2, "too many"));
    let report = terminal::report(&summary(&machine));
    assert!(report.contains("  the drain phase failed:\n    too many\n    at "), "{report}");
    LOG.take();
}

#[test]
fn a_failed_command_is_not_followed_by_the_drain_phase() {
    fn check<K: Kind>() {
        let third = |_: &u32, system: &mut Logged| system.0 < 3;
        let invariant =
            logging::<K>().invariant("few", move |model, system, _| third(model, system));
        let objected = logging::<K>().watched(objects(Objection::Next(3)));
        let panics = logging::<K>().command_with(
            |_, step| {
                step.call((), |system: &mut Logged, _, ()| {
                    log(if system.0 < 3 { 'p' } else { 'x' });
                    assert!(system.0 < 3);
                })?;
                Ok(())
            },
            |command| command.name("panics"),
        );
        for (machine, failed) in [(invariant, "nnn"), (objected, "nnn"), (panics, "x")] {
            let machine = machine.drain(|_, system, _| {
                assert!(system.0 < 10_000);
                log('r');
            });
            assert!(summary(&machine).failure().is_some());
            let log = LOG.take();
            // Each run ends with the cleanup and the destructor, drained or not.
            let runs: Vec<&str> = log.split('m').skip(1).collect();
            assert!(runs.iter().all(|run| run.ends_with("cd")), "{runs:?}");
            assert!(runs.iter().any(|run| run.ends_with("rcd")));
            assert!(runs.iter().any(|run| !run.contains('r')));
            let failing: Vec<_> = runs.iter().filter(|run| run.contains(failed)).collect();
            assert!(!failing.is_empty() && failing.iter().all(|run| !run.contains('r')));
        }
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_drain_phase_that_panics_is_cleaned_up_after() {
    fn check<K: Kind>() {
        let machine = logging::<K>().watched(|| Logs::new('w')).drain(|_, _, _| {
            log('r');
            panic!("it always does");
        });
        assert!(summary(&machine).failure().is_some());
        let runs = logged();
        assert!(runs.iter().all(|run| run.ends_with("rcd") && !run.contains('e')), "{runs:?}");
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// The first failure is the one that counts.
#[test]
fn a_cleanup_that_panics_does_not_take_the_place_of_the_drain_phase() {
    fn check<K: Kind>() {
        let machine = Machine::<u32, Logged, K>::new(|| 0, Logged::new).command(next);
        let machine = machine.drain(|_, _, _| panic!("first")).cleanup(|_, _, _| panic!("second"));
        let summary = summary(&machine);
        let reason = &summary.failure().expect("both panic").reason;
        assert_eq!((reason.code, reason.get("message")), ("drain", Some("first")));
        LOG.take();
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn an_assumption_in_the_drain_phase_discards_the_case() {
    let machine = logging::<Symbolic>().drain(|_, system, _| lawful_core::assume!(system.0 < 5));
    let machine = machine.finally("few", |model, _, _| *model < 5);
    let summary = summary(&machine);
    assert!(summary.failure().is_none() && summary.discarded > 0);
    LOG.take();
}

/// An async system is drained by whatever runs its calls.
#[test]
fn an_async_system_is_drained() {
    fn send(sent: &mut usize, step: Step<'_, Post, Symbolic>) -> StepResult {
        let letter = step.draw(0..=9u8);
        step.call_async(letter, async |post: &mut Post, _, letter| post.queue.push(letter))?;
        *sent += 1;
        Ok(())
    }
    async fn deliver_later(post: &mut Post) {
        std::future::ready(()).await;
        post.deliver();
    }
    let machine = Machine::new(|| 0, Post::default)
        .command(send)
        .block_on(|future| law::block_on(future))
        .drain(|_, post: &mut Post, _| law::block_on(deliver_later(post)))
        .finally("all", |sent, post, _| *sent == post.delivered);
    assert!(summary(&machine).is_success());
}

#[test]
fn a_second_drain_phase_is_a_misuse() {
    let (first, second) = (|_: &u32, _: &mut Logged| (), |_: &u32, _: &mut Logged| ());
    let machine = logging::<Symbolic>().drain(move |model, system, _| first(model, system));
    let line = line!() + 1;
    let machine = machine.drain(move |model, system, _| second(model, system));
    let Stopped::Misused(misuse) = summary(&machine).stopped else { panic!("two drain phases") };
    let misuse = misuse.to_string();
    assert!(misuse.starts_with(&format!("the drain at {}:{line}:", file!())), "{misuse}");
    assert!(
        misuse.ends_with(" is the second one of its machine; make them one closure"),
        "{misuse}"
    );
    LOG.take();
}

#[test]
fn parallel_laws_refuse_watchers_and_the_drain_phase() {
    fn touch(_: &mut (), step: shared::Step<Arc<()>>) -> StepResult {
        step.call((), |_, _, ()| ())?;
        Ok(())
    }
    fn misuse(machine: Machine<(), Arc<()>, Shared>) -> String {
        match summary(&Parallel::threads(machine)).stopped {
            Stopped::Misused(misuse) => misuse.to_string(),
            other => panic!("{other:?}"),
        }
    }
    let machine = || Machine::<(), Arc<()>, Shared>::new(|| (), Arc::default).command(touch);
    assert_eq!(
        misuse(machine().watched(objects(Objection::Start))),
        "a machine that is watched cannot run in parallel: between the calls of branches there is no moment to ask the \
         watcher; leave out `watched` here"
    );
    assert_eq!(
        misuse(machine().drain(|_, _, _| ())),
        "a machine with a drain phase cannot run in parallel: the order of its calls is only known when all is over; \
         leave out `drain` here"
    );
}

/// Laws that fail in a watcher, at the end and in the drain phase.
fn failing<K: Kind>() -> [Machine<u32, Logged, K>; 3] {
    let machine = || logging::<K>().command(idle);
    [
        machine().watched(objects(Objection::Next(3))),
        machine().watched(objects(Objection::End(3))),
        machine().drain(|_, system, _| assert!(system.0 < 3)),
    ]
}

/// Text of a failure as it is shown.
fn told(summary: &Summary) -> impl PartialEq + Debug + use<> {
    let failure = summary.failure().expect("it fails");
    (failure.reason.clone(), failure.calls().to_vec(), failure.token.clone())
}

#[test]
fn a_token_and_a_stored_failure_bring_the_case_back() {
    fn check<K: Kind>(kind: &str) {
        for (number, machine) in failing::<K>().into_iter().enumerate() {
            let found = summary(&machine);
            let token = found.failure().expect("it fails").token.clone();
            let config = Config::default().with(|config| config.replay = Some(token));
            let again = Runner::named("watching").with(config).run(&machine);
            assert_eq!(told(&again), told(&found));

            let directory = Directory::new(&format!("{kind}-{number}"));
            let database = Database::at(directory.0.clone());
            let config = Config::default().with(|config| {
                config.database = database;
                config.seed = Some(1);
            });
            let runner = Runner::named("watching").with(config);
            let first = runner.run(&machine);
            let stored = runner.run(&machine);
            assert_eq!(stored.failure().map(|failure| failure.found), Some(Found::Database));
            assert_eq!(told(&stored), told(&first));
        }
        LOG.take();
    }
    check::<Symbolic>("symbolic");
    check::<Dynamic>("dynamic");
}

/// A directory of a test's own, gone when the test is.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let name = format!("lawful-watching-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_number_of_jobs_changes_nothing() {
    fn check<K: Kind>() {
        for number in 0..3 {
            let found = |jobs: usize| {
                let config = Config::default().with(|config| {
                    config.seed = Some(5);
                    config.max_failures = 1;
                    config.jobs = jobs;
                });
                // Each thread builds a machine, and so watchers, of its own.
                let build = |run: &mut dyn FnMut(&dyn Law)| run(&failing::<K>()[number]);
                let about = About::new("jobs", "", 0);
                run_built(&build, &[], &about, &config, &mut |_| {})
            };
            assert_eq!(told(&found(1)), told(&found(2)));
        }
        LOG.take();
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// Runs a law in a process of its own, from the test of that name.
fn isolated(test: &str, law: &dyn Law) -> Summary {
    let about = About::new(format!("machines::watching::{test}"), file!(), line!());
    if role(&about, 0) == Role::Child {
        serve(law, &[], &Config::default().settings);
    }
    let arguments = [&format!("watching::{test}"), "--exact", "--test-threads=1", "--nocapture"];
    let isolation = Isolation {
        program: std::env::current_exe().unwrap(),
        arguments: arguments.map(String::from).to_vec(),
        max_memory: 1 << 28,
        is_direct: true,
        ordinal: 0,
    };
    let config = Config::default().with(|config| {
        config.isolated = true;
        config.isolation = Some(isolation);
        config.seed = Some(1);
        config.max_failures = 1;
    });
    run(law, &about, &config, &mut |_| {})
}

#[test]
fn a_watcher_objects_in_a_process_of_its_own() {
    let machine = logging::<Symbolic>().command(idle).watched(objects(Objection::Next(3)));
    let summary = isolated("a_watcher_objects_in_a_process_of_its_own", &machine);
    let failure = summary.failure().expect("the watcher objects");
    assert_eq!((failure.calls().len(), failure.reason.message()), (3, String::from("Next(3)")));
}

#[test]
fn a_drain_phase_panics_in_a_process_of_its_own() {
    let machine = logging::<Dynamic>().drain(|_, system, _| assert!(system.0 < 3));
    let summary = isolated("a_drain_phase_panics_in_a_process_of_its_own", &machine);
    let failure = summary.failure().expect("it panics");
    assert_eq!((failure.calls().len(), failure.reason.code), (3, "drain"));
}

#[law(isolated = true, jobs = 2)]
fn letters_are_delivered_in_processes_of_their_own() -> impl Law {
    let machine = post::<Symbolic>(None).watched(|| Drained(Rc::default()));
    machine.finally("all", |sent, post, _| *sent == post.delivered)
}
