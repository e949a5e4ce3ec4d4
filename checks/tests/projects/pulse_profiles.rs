//! Optimised or not, a tape gives the same trace: nothing of it depends on addresses, on the time or on what the
//! compiler makes of a program.

use checks::{Output, Project};

const TRACES: &str = r#"use std::time::Duration;

use lawful::pulse::sync::atomic::AtomicU64;
use lawful::pulse::sync::atomic::Ordering::SeqCst;
use lawful::pulse::sync::{Arc, Condvar, Mutex, mpsc};
use lawful::pulse::{scheduled, thread};
use lawful::report::trace::{dot, svg};
use lawful::Runner;

fn loses_an_update() {
    let count = Arc::new(AtomicU64::new(0));
    let threads = [(); 3].map(|()| {
        let count = count.clone();
        thread::spawn(move || {
            let seen = count.load(SeqCst);
            thread::sleep(Duration::from_millis(1));
            count.store(seen + 1, SeqCst);
        })
    });
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(count.load(SeqCst), 3);
}

fn waits_for_ever() {
    let gate = Arc::new((Mutex::new(false), Condvar::new()));
    let (sender, receiver) = mpsc::channel();
    let threads = [0, 1].map(|number| {
        let (gate, sender) = (gate.clone(), sender.clone());
        thread::spawn(move || {
            let closed = gate.0.lock().unwrap();
            sender.send(number).unwrap();
            drop(gate.1.wait_while(closed, |open| !*open).unwrap());
        })
    });
    receiver.recv().unwrap();
    *gate.0.lock().unwrap() = true;
    gate.1.notify_one();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn traces() {
    for body in [loses_an_update, waits_for_ever] {
        let summary = Runner::named("traces").seed(1).run(&scheduled(body));
        for failure in summary.failures() {
            let trace = failure.trace().unwrap();
            println!("<trace>{}\n{:?}\n{trace:?}", failure.token, failure.tape);
            println!("{}\n{}</trace>", svg(trace), dot(trace));
        }
    }
}
"#;

/// The traces that a program printed.
fn traces(output: &Output) -> Vec<&str> {
    let parts = output.stdout.split("<trace>").skip(1);
    parts.filter_map(|part| part.split("</trace>").next()).collect()
}

#[test]
fn a_trace_is_the_same_in_both_profiles() {
    let pulse = Project::dependency_on("lawful", &["pulse"]);
    let dependencies = format!("[dependencies]\n{pulse}\n");
    let files = [("src/lib.rs", ""), ("tests/traces.rs", TRACES)];
    let project = Project::depending(env!("CARGO_TARGET_TMPDIR"), "traces", &dependencies, &files);
    let [debug, release] = ["", "--release"].map(|profile| {
        project.cargo(&format!("test --test traces {profile} -- --nocapture")).run()
    });
    let (in_debug, in_release) = (traces(&debug), traces(&release));
    assert_eq!(in_debug.len(), 2, "{}", debug.all());
    assert_eq!(in_debug, in_release);
}
