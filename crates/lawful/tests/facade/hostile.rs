//! Laws that do not come back: each is found, shrunk and reported from a process of its own, and the
//! tests after it still run.

use lawful::extend::Choices;
use lawful::extend::Recording;
use std::time::Duration;

use lawful::data::About;
use lawful::data::{Death, Reason};
use lawful::prelude::*;
use lawful::run::{Config, Summary};
use lawful::{Law, Outcome};
use lawful_core::run::{Isolation, Role, role, run, serve};

/// Runs a law in isolation, from the test of that name.
fn isolated(test: &str, config: Config, law: &dyn Law) -> Summary {
    let name = format!("facade::hostile::{test}");
    let about = About::new(name, file!(), line!());
    if role(&about, 0) == Role::Child {
        serve(law, &[], &config.settings);
    }
    let arguments = [&format!("hostile::{test}"), "--exact", "--test-threads=1", "--nocapture"];
    let isolation = Isolation {
        program: std::env::current_exe().unwrap(),
        arguments: arguments.map(String::from).to_vec(),
        max_memory: 1 << 28,
        is_direct: true,
        ordinal: 0,
    };
    let (isolated, isolation, seed) = (true, Some(isolation), Some(1));
    let config = config.with(|config| {
        config.isolated = isolated;
        config.isolation = isolation;
        config.seed = seed;
        config.max_failures = 1;
        config.explain = false;
    });
    run(law, &about, &config, &mut |_| {})
}

/// Checks what the case of a number died of, and that the smallest such number is found.
#[track_caller]
fn check(summary: &Summary, death: Death, smallest: &str) {
    let [failure] = summary.failures() else { panic!("{:?}", summary.stopped) };
    assert_eq!(failure.reason, Reason::died(&death));
    assert_eq!(failure.arguments[0].debug, smallest);
}

fn law(deadly: impl Fn(u32)) -> impl Law {
    for_all!(x: u32 => deadly(x))
}

#[test]
fn looping_for_ever() {
    let law = law(|x| {
        while std::hint::black_box(x) >= 5_000 {
            std::hint::spin_loop();
        }
    });
    let limit = Duration::from_millis(40);
    let config = Config::default().with(|config| config.max_case_time = Some(limit));
    let summary = isolated("looping_for_ever", config, &law);
    check(&summary, Death::TimeLimit(limit), "5000");
}

#[test]
fn overflowing_the_stack() {
    fn depth(x: u32) -> u32 {
        let frame = std::hint::black_box([x; 64]);
        if x == 0 { 0 } else { 1 + depth(frame[x as usize % 64]) }
    }
    let law = law(|x| assert!(x < 1_000 || depth(x) < x));
    check(
        &isolated("overflowing_the_stack", Config::default(), &law),
        Death::StackOverflow,
        "1000",
    );
}

#[test]
fn aborting() {
    let law = law(|x| {
        if x >= 1_000 {
            std::process::abort()
        }
    });
    check(&isolated("aborting", Config::default(), &law), Death::Signal(6), "1000");
}

#[test]
fn exiting() {
    let law = law(|x| {
        if x >= 1_000 {
            std::process::exit(3)
        }
    });
    check(&isolated("exiting", Config::default(), &law), Death::Exit(3), "1000");
}

/// A process that ends as if all were well is caught as well.
#[test]
fn exiting_in_silence() {
    let law = law(|x| {
        if x >= 1_000 {
            std::process::exit(0)
        }
    });
    check(&isolated("exiting_in_silence", Config::default(), &law), Death::Exit(0), "1000");
}

#[test]
fn exhausting_memory() {
    let law = law(|x| {
        let mut hoard: Vec<Vec<u8>> = Vec::new();
        while std::hint::black_box(x) >= 1_000 {
            hoard.push(vec![1; 1 << 24]);
        }
    });
    check(&isolated("exhausting_memory", Config::default(), &law), Death::OutOfMemory, "1000");
}

#[test]
fn killed_by_a_signal() {
    let law = law(|x| {
        if x >= 1_000 {
            let process = std::process::id().to_string();
            let _ = std::process::Command::new("kill").args(["-9", &process]).status();
            std::thread::sleep(Duration::from_secs(5));
        }
    });
    check(&isolated("killed_by_a_signal", Config::default(), &law), Death::Signal(9), "1000");
}

/// What dies can be anywhere: here in a generator, before there is an argument to show. It is shrunk
/// all the same, as the tape tells.
#[test]
fn dying_in_a_generator() {
    let deadly = |source: &mut Source| match source.any::<u32>() {
        1_000.. => std::process::exit(4),
        x => x,
    };
    let law = for_all(deadly, |_| true);
    let summary = isolated("dying_in_a_generator", Config::default(), &law);
    let [failure] = summary.failures() else { panic!("{:?}", summary.stopped) };
    assert_eq!(failure.reason, Reason::died(&Death::Exit(4)));
    assert_eq!(
        Recording::replay(&failure.tape).draw(&|source: &mut Source| source.any::<u32>()),
        1_000
    );
}

/// Isolation changes nothing for laws that behave.
#[test]
fn behaving() {
    let law = || {
        |source: &mut Source| -> Outcome {
            let list: Vec<u16> = source.argument("list", &any());
            classify!(list.is_empty(), "empty");
            collect!(list.len().min(3));
            assert!(list.iter().all(|x| *x < 1_000), "too large");
            Outcome::Passed
        }
    };
    let isolated = isolated("behaving", Config::default(), &law());
    let about = isolated.about.clone();
    let config = Config::default().with(|config| {
        config.seed = Some(1);
        config.max_failures = 1;
        config.explain = false;
    });
    let here = run(&law(), &about, &config, &mut |_| {});
    let report = lawful::report::terminal::report;
    assert_eq!(report(&isolated), report(&here));
}
