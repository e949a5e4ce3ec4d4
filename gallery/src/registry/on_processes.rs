//! The registry of [`lawful::pulse::process`], in which processes die under a scheduler: the end of section 6.
//!
//! "We discovered that stopping a process causes it to be removed from the registry—but *only* after other processes have
//! had a chance to run!" After `exit(Pid,kill)` the sequence `register(a,Pid), stop(Pid), unregister(a)` "may or may not
//! succeed, depending on whether or not the scheduler preempts execution after the `stop`". A command sequence is drawn
//! outside of a run and its commands run inside, so that both the sequence and its schedule are shrunk.
//!
//! # Where we differ
//!
//! In the paper `stop` was mended by a `yield()`: on a virtual machine of 2007, with one scheduler, every other process
//! then ran. Under a scheduler that may choose any process a yield is a chance and no promise: [`Stop::Yields`] fails as
//! [`Stop::OnlyKills`] does, and on a machine with several cores it would too. What is certain is to wait for the
//! notice of a monitor, [`Stop::WaitsForNotice`].
//!
//! To register a dead process returns `true` in the paper and changes nothing. Here it fails with
//! [`NotRegistered::NoProcess`], as today's Erlang does with `badarg`: the specification says so, and it holds.

use lawful::Law;
use lawful::machine::symbolic::*;
use lawful::pulse::process::{
    Down, Message, NotRegistered, Pid, kill, monitor, named, receive, receive_as, register,
    unregister, whereis,
};
use lawful::pulse::{scheduled, thread};

use super::STUDY;
use super::system::{NAMES, Name};
use crate::exhibit::Exhibit;
use crate::finding::{Finding, calls};

/// Manner of stopping a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// `exit(Pid,kill)`: the signal is sent, and nothing waits for it.
    OnlyKills,
    /// The paper's: `exit(Pid,kill), erlang:yield()`.
    Yields,
    /// The caller waits until a monitor says that the process is down.
    WaitsForNotice,
}

impl Stop {
    fn stop(self, pid: Pid) {
        match self {
            Stop::OnlyKills => kill(pid),
            Stop::Yields => {
                kill(pid);
                thread::yield_now();
            }
            Stop::WaitsForNotice => {
                let watch = monitor(pid);
                kill(pid);
                receive(|message: Message| {
                    message.take_if(|down: &Down| down.monitor == watch, drop)
                });
            }
        }
    }
}

/// Which processes there are, which are dead, and what the living are registered as.
#[derive(Debug, Default)]
pub struct Model {
    pids: Vec<Var<Pid>>,
    dead: Vec<Var<Pid>>,
    registered: Vec<(Name, Var<Pid>)>,
}

impl Model {
    fn find(&self, name: Name) -> Option<Var<Pid>> {
        self.registered.iter().find(|known| known.0 == name).map(|known| known.1)
    }
}

/// The specification. The system is how processes are stopped: the registry is that of the run.
pub fn specification(stop: Stop) -> Machine<Model, Stop> {
    Machine::new(Model::default, move || stop)
        .named_command("spawn", spawn_process)
        .named_command("register", register_process)
        .named_command("unregister", unregister_name)
        .named_command("whereis", whereis_name)
        .named_command("stop", stop_process)
}

fn text(name: Name) -> &'static str {
    match name {
        Name::A => "a",
        Name::B => "b",
        Name::C => "c",
    }
}

fn spawn_process(model: &mut Model, step: Step<Stop>) -> StepResult {
    let pid = step.call((), |_, _, ()| named("subject").spawn(|| receive_as::<()>()))?;
    model.pids.push(pid.var());
    Ok(())
}

fn register_process(model: &mut Model, step: Step<Stop>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let pid = step.pick(&model.pids)?;
    let expected = match model.registered.iter().any(|known| known.1 == pid) {
        _ if model.find(name).is_some() => Err(NotRegistered::NameInUse),
        _ if model.dead.contains(&pid) => Err(NotRegistered::NoProcess),
        true => Err(NotRegistered::HasName),
        false => Ok(()),
    };
    let result = step.call((name, pid), |_, real, (name, pid)| register(text(name), real[pid]))?;
    result.returns(expected)?;
    if expected.is_ok() {
        model.registered.push((name, pid));
    }
    Ok(())
}

fn unregister_name(model: &mut Model, step: Step<Stop>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let known = model.find(name).is_some();
    step.call(name, |_, _, name| unregister(text(name)))?.returns(known)?;
    model.registered.retain(|known| known.0 != name);
    Ok(())
}

fn whereis_name(model: &mut Model, step: Step<Stop>) -> StepResult {
    let name = step.pick(&NAMES)?;
    let expected = model.find(name);
    let result = step.call(name, |_, _, name| whereis(text(name)))?;
    result.ensure("to find what is registered", |result, real| {
        *result == expected.map(|pid| real[pid])
    })
}

fn stop_process(model: &mut Model, step: Step<Stop>) -> StepResult {
    let pid = step.pick(&model.pids)?;
    step.call(pid, |stop, real, pid| stop.stop(real[pid]))?;
    if !model.dead.contains(&pid) {
        model.dead.push(pid);
    }
    model.registered.retain(|known| known.1 != pid);
    Ok(())
}

/// The law that the registry follows its specification, whatever the commands and the schedule.
pub fn follows_its_specification(stop: Stop) -> impl Law {
    specification(stop).for_all_sequences(move |commands| {
        let machine = specification(stop);
        scheduled(move || machine.run_commands(&commands).outcome()).schedules(8)
    })
}

/// The cases that show a process in the registry although it was stopped: one for each promise that can fail.
fn minimal_cases() -> Finding {
    calls(PAPER)
        .or_calls(["let v1 = spawn();", "register(Name::A, v1);", "stop(v1);", "whereis(Name::A);"])
        .or_calls(["let v1 = spawn();", "stop(v1);", "register(Name::A, v1);"])
}

/// The paper's case.
pub(super) const PAPER: [&str; 4] =
    ["let v1 = spawn();", "register(Name::A, v1);", "stop(v1);", "unregister(Name::A);"];

pub(super) fn exhibits() -> Vec<Exhibit> {
    vec![
        STUDY.breaks(
            "stop_only_kills",
            "The registry of pulse, in scheduled runs. After a `stop` that only sends the signal, \
             `unregister` may or may not succeed: the paper's case. Others find out with `whereis`, or by \
             registering a process that is about to die.",
            follows_its_specification(Stop::OnlyKills),
        )
        .finds(minimal_cases().with_switches(0)),
        STUDY.breaks(
            "stop_yields",
            "With a `yield` after the signal, which was enough on the virtual machine of 2007: the scheduler may \
             choose the same process again, and the same cases fail.",
            follows_its_specification(Stop::Yields),
        )
        .finds(minimal_cases().with_switches(1)),
        STUDY.holds(
            "stop_waits_for_notice",
            "A `stop` that waits for the notice of a monitor. To register a dead process fails here, as in \
             today's Erlang; in the paper it returns true.",
            follows_its_specification(Stop::WaitsForNotice),
        ),
    ]
}
