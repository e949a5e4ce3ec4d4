//! A library whose server is a process: on threads in what it ships, under the scheduler in its tests.

use std::sync::OnceLock;

use checks::Project;

const LIBRARY: &str = r#"//! Tickets.
use std::time::Duration;

use lawful_pulse::process::{
    Down, Message, Pid, kill, monitor, receive, receive_as, receive_as_within, self_pid, send,
    spawn, spawn_link,
};

/// Asks for a ticket.
#[derive(Debug)]
struct Ask(Pid);

/// A ticket.
#[derive(Debug)]
struct Ticket(u64);

/// Tells a desk that a ticket was used.
#[derive(Debug)]
struct Used(u64);

/// A process that gives tickets away.
#[derive(Clone, Copy, Debug)]
pub struct Desk(Pid);

impl Desk {
    /// Opens a desk that counts for itself.
    pub fn open() -> Self {
        Desk(spawn(|| {
            for number in 1.. {
                let Ask(client) = receive_as();
                send(client, Ticket(number));
            }
        }))
    }

    /// Opens a desk that waits to hear that a ticket was used before it goes on counting, but not for long.
    pub fn open_hasty() -> Self {
        Desk(spawn(|| {
            let mut next = 1;
            loop {
                let Ask(client) = receive_as();
                send(client, Ticket(next));
                if let Some(Used(number)) = receive_as_within(Duration::from_secs(9)) {
                    next = number + 1;
                }
            }
        }))
    }

    /// Closes it, whatever it does.
    pub fn close(self) {
        kill(self.0);
    }

    /// The next ticket; none if the desk is closed.
    pub fn ticket(self) -> Option<u64> {
        let watch = monitor(self.0);
        send(self.0, Ask(self_pid()));
        let ticket = receive(|message: Message| {
            let ticket = message.take(|Ticket(number)| Some(number));
            ticket.or_else(|message| message.take_if(|down: &Down| down.monitor == watch, |_| None))
        });
        lawful_pulse::process::demonitor(watch);
        if let Some(number) = ticket {
            send(self.0, Used(number));
        }
        ticket
    }
}

/// The tickets of so many clients, each of which takes some at once with the others, in order.
pub fn draw(desk: Desk, clients: u64, each: u64) -> Vec<u64> {
    let own = self_pid();
    for _ in 0..clients {
        spawn_link(move || (0..each).for_each(|_| send(own, desk.ticket())));
    }
    let mut all: Vec<u64> =
        (0..clients * each).filter_map(|_| receive_as::<Option<u64>>()).collect();
    all.sort_unstable();
    all
}
"#;

/// As a program that is shipped: its processes are threads.
const PROGRAM: &str = r#"use lawful_pulse::process::{
    Down, Reason, exit_self, named, receive_as, self_pid, spawn, spawn_monitor,
};
use lawful_pulse::{effects, fault};
use tickets::{Desk, draw};

effects! {
    /// Twice a number.
    fn twice(number: u64) -> u64 {
        2 * number
    }
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("linked") => {
            named("tired").spawn_link(|| exit_self("tired".into()));
            receive_as::<()>();
        }
        Some("panics") => {
            let (pid, _) = named("alone").spawn_monitor(|| {
                // Another one that no process is tied to.
                named("lonely").spawn(|| panic!("nobody is told"));
                panic!("one is told");
            });
            let down: Down = receive_as();
            assert_eq!((down.pid, down.reason), (pid, Reason::Panicked("one is told".into())));
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        _ => serve(),
    }
}

fn serve() {
    fault::may_lose_messages(9);
    let desk = Desk::open();
    let tickets = draw(desk, 4, 500);
    assert_eq!(tickets, (1..=2_000).collect::<Vec<u64>>());
    desk.close();
    assert_eq!(desk.ticket(), None);
    let (_, watch) = spawn_monitor(|| {
        spawn(|| receive_as::<()>());
        exit_self("done".into());
    });
    assert_eq!(receive_as::<Down>().monitor, watch);
    // Waits for ever, and ends with the program.
    spawn(|| receive_as::<()>());
    println!("{} tickets, {:?}", twice(tickets.len() as u64), self_pid());
}
"#;

const LAWS: &str = r#"use lawful::prelude::*;
use tickets::{Desk, draw};

#[law(scheduled, seed = 1)]
fn tickets_differ(#[from(1..4u64)] clients: u64) {
    assert_eq!(draw(Desk::open(), clients, 1), (1..=clients).collect::<Vec<u64>>());
}

#[law(scheduled, seed = 1)]
fn hasty_tickets_differ(#[from(1..4u64)] clients: u64) {
    assert_eq!(draw(Desk::open_hasty(), clients, 1), (1..=clients).collect::<Vec<u64>>());
}

#[test]
fn outside_of_a_law_processes_are_threads() {
    assert_eq!(draw(Desk::open(), 3, 50), (1..=150).collect::<Vec<u64>>());
}
"#;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let dependencies = format!(
            "[dependencies]\n{}\n\n[dev-dependencies]\n{}\n",
            Project::dependency_on("lawful-pulse", &[]),
            Project::dependency_on("lawful", &["pulse"])
        );
        let files = [("src/lib.rs", LIBRARY), ("src/main.rs", PROGRAM), ("tests/laws.rs", LAWS)];
        Project::depending(env!("CARGO_TARGET_TMPDIR"), "tickets", &dependencies, &files)
    })
}

#[test]
fn a_process_server_is_an_ordinary_program() {
    let tree = project().cargo("tree --edges normal --prefix none").run();
    let names: Vec<&str> = tree.stdout.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["tickets", "lawful-pulse"], "{}", tree.all());
    for profile in ["run --quiet", "run --quiet --release"] {
        let ran = project().cargo(profile).run();
        assert!(ran.success && ran.stdout == "4000 tickets, <main #1>\n", "{}", ran.all());
        assert_eq!(ran.stderr, "");
    }
}

/// `main` is linked to a process that exits: it ends too, and says why.
#[test]
fn a_program_that_an_exit_ends_says_so() {
    let ran = project().cargo("run --quiet linked").run();
    assert!(!ran.success && ran.stdout.is_empty(), "{}", ran.all());
    let told = "thread 'main' exits with its process at src/main.rs:";
    assert!(ran.stderr.contains(told) && ran.stderr.contains(": tired\n"), "{}", ran.all());
    assert!(!ran.stderr.contains("panicked"), "{}", ran.all());
}

#[test]
fn panics_of_processes_are_printed_as_those_of_threads() {
    let ran = project().cargo("run --quiet panics").run();
    assert!(ran.success, "{}", ran.all());
    for (name, text) in [("alone", "one is told"), ("lonely", "nobody is told")] {
        let told = ran.stderr.contains(&format!("thread '{name}'")) && ran.stderr.contains(text);
        assert!(told, "{}", ran.all());
    }
}

#[test]
fn its_tests_run_under_the_scheduler() {
    let output = project().cargo("test --test laws").run();
    assert!(!output.success);
    for (test, result) in [
        ("tickets_differ", "ok"),
        ("hasty_tickets_differ", "FAILED"),
        ("outside_of_a_law_processes_are_threads", "ok"),
    ] {
        assert!(output.stdout.contains(&format!("test {test} ... {result}")), "{}", output.all());
    }
    // Without a time limit that is over, or a schedule that says so, no thread would find this.
    assert!(output.all().contains("context switch"), "{}", output.all());
}
