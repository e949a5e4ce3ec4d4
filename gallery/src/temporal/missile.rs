//! The missile simulation of section 3.4.2: a missile, its controller, and a handler who presses buttons.
//!
//! The paper's handler presses ten random buttons, which the report does not show. Here the buttons are the input of the
//! law, so they are shown, and shrink together with the schedule.
//!
//! The controller receives selectively, as the paper's does: a press that it does not expect stays in its mailbox. So
//! `launch_button` is not lost while the controller is off; it launches the missile once the controller is on again.

use lawful::generate::{elements, vec};
use lawful::pulse::process::{Message, Pid, receive, receive_as, self_pid, send, spawn_link};
use lawful::pulse::scheduled;
use lawful::temporal::*;
use lawful::{Law, for_all};

use super::STUDY;
use crate::exhibit::Exhibit;
use crate::finding::arguments;

/// Events of the simulation, those of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The simulation starts.
    SimulationStart,
    /// The controller took notice of `launch_button`.
    LaunchButtonPressed,
    /// The missile flies.
    MissileLaunched,
    /// The controller was turned off.
    TurnedOff,
    /// The controller was turned on.
    TurnedOn,
}
use Event::*;

/// Button of the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Launches the missile if the controller is on.
    Launch,
    /// Turns the controller off.
    TurnOff,
    /// Turns the controller on.
    TurnOn,
}

/// All buttons, the simplest one first.
pub const BUTTONS: [Button; 3] = [Button::Launch, Button::TurnOff, Button::TurnOn];
/// Number of buttons that the paper's handler presses.
const MOST_BUTTONS: usize = 10;

/// Program under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controller {
    /// The paper's program.
    Right,
    /// The paper's program with `Missile ! launch` in the line that is marked with `%%%`.
    LaunchesWhenTurnedOff,
}

#[derive(Debug)]
struct Launch;

/// Request to end, with the process to which the answer goes.
#[derive(Debug)]
struct EndOfSimulation(Pid);

/// Answer to [`EndOfSimulation`].
#[derive(Debug)]
struct Ended;

fn missile() {
    let launched = receive(|message: Message| {
        let message = message.take(|Launch| None);
        message.or_else(|message| message.take(|EndOfSimulation(asker)| Some(asker)))
    });
    let asker = launched.unwrap_or_else(|| {
        event!(MissileLaunched);
        let EndOfSimulation(asker) = receive_as();
        asker
    });
    send(asker, Ended);
}

/// Waits for one of some buttons, or for the end: then returns the process that asks for it.
fn next_button(expected: &[Button]) -> Result<Button, Pid> {
    receive(|message: Message| {
        let message = message.take_if(|button| expected.contains(button), Ok);
        message.or_else(|message| message.take(|EndOfSimulation(asker)| Err(asker)))
    })
}

/// Handles buttons until the simulation ends, and returns the process that asks for the end.
fn control(missile: Pid, version: Controller) -> Result<(), Pid> {
    loop {
        if next_button(&[Button::Launch, Button::TurnOff])? == Button::Launch {
            event!(LaunchButtonPressed);
            send(missile, Launch);
            continue;
        }
        if version == Controller::LaunchesWhenTurnedOff {
            send(missile, Launch);
        }
        event!(TurnedOff);
        next_button(&[Button::TurnOn])?;
        event!(TurnedOn);
    }
}

/// Runs the simulation with these buttons.
pub fn simulation(buttons: &[Button], version: Controller) {
    event!(SimulationStart);
    let missile = spawn_link(missile);
    let controller = spawn_link(move || {
        if let Err(asker) = control(missile, version) {
            send(asker, Ended);
        }
    });
    buttons.iter().for_each(|button| send(controller, *button));
    for process in [controller, missile] {
        send(process, EndOfSimulation(self_pid()));
        let Ended = receive_as();
    }
}

/// The missile is launched only if the button was pressed before, by weak until.
pub fn pressed_before_launched() -> Formula<Event> {
    (!is!(MissileLaunched))
        .unless(is!(LaunchButtonPressed))
        .named("the missile is launched only if the button was pressed before")
}

/// The paper's formula `until(launch_button_pressed, tnot(missile_launched))`, by the paper's definition of `until`.
pub fn pressed_before_launched_by_definition() -> Formula<Event> {
    paper_until(is!(LaunchButtonPressed), !is!(MissileLaunched))
        .named("if the button is ever pressed, the missile was not launched before")
}

/// The law of all simulations with at most ten buttons.
pub fn law(version: Controller, formula: fn() -> Formula<Event>) -> impl Law {
    for_all(vec(elements(BUTTONS), 0..=MOST_BUTTONS), move |buttons: Vec<Button>| {
        scheduled(move || simulation(&buttons, version)).over_time(formula())
    })
}

/// The right controller, and the wrong one under both formulas.
pub fn exhibits() -> Vec<Exhibit> {
    let wrong = Controller::LaunchesWhenTurnedOff;
    vec![
        STUDY.holds(
            "missile",
            "Section 3.4.2: a missile is launched only if the button was pressed before. The buttons are the input of \
             the law; the paper draws them inside of the program.",
            law(Controller::Right, pressed_before_launched),
        )
        .tests(50),
        STUDY.breaks(
            "missile_launched_when_turned_off",
            "The paper's fault, `Missile ! launch` where the controller is turned off. With weak until one press of that \
             button is enough.",
            law(wrong, pressed_before_launched),
        )
        .finds(arguments(["[TurnOff]"]).with_reason([
            "the missile is launched only if the button was pressed before",
            "event 3: MissileLaunched",
            "before any LaunchButtonPressed",
        ])),
        STUDY.breaks(
            "missile_with_the_definition_of_until",
            "The same fault, with the paper's `until` as section 2.2 defines it. The definition says nothing of a run in \
             which the launch button is never pressed, so the missile may fly there. It takes two more presses, so that \
             the controller is on again and the launch button is pressed too late.",
            law(wrong, pressed_before_launched_by_definition),
        )
        .finds(arguments(["[TurnOff, Launch, TurnOn]"]).with_reason([
            "if the button is ever pressed, the missile was not launched before",
            "event 3: MissileLaunched",
            "event 5: LaunchButtonPressed",
        ])),
    ]
}
