//! The specification of the proxy: telecoms-2006, 4.2; fun-and-profit-2007, section 7.
//!
//! The model is the paper's: the terminations, each with the context that it is in and its streams.
//! Beyond the paper's it knows which contexts were left, which is what some faults depend on.
//!
//! Its list has the newest termination first, as the paper's `[New | S#state.termination]` has, and the
//! contexts that are picked from are in the order of that list.

use std::fmt::{self, Debug};
use std::iter::once;
use std::time::Duration;

use lawful::machine::symbolic::*;

use super::controller::{Answer, Controller, Done, Media, Modes, Name, NotDone};
use super::faults::Faults;
use super::form::Form;
use super::generate::{Grammar, changes, media, numeric_termination_id};
use super::link::Link;
use super::message::*;

/// What the controller knows of the proxy.
#[derive(Default)]
pub struct Model {
    /// The newest first.
    terminations: Vec<Termination>,
    /// The contexts of the terminations that were subtracted.
    left: Vec<Var<ContextId>>,
    /// The faults that need not be found again.
    known: Faults,
    /// The grammar of what is sent.
    grammar: Grammar,
}

#[derive(Clone, PartialEq)]
struct Termination {
    id: Var<TerminationId>,
    context: Var<ContextId>,
    streams: Vec<(StreamId, Mode)>,
    /// How many terminations there were when it was added.
    before: usize,
}

/// The most commands of a case.
pub(super) const MOST_COMMANDS: usize = 200;

/// A proxy with some faults, none of which is known yet, called in memory.
pub fn media_proxy(faults: Faults) -> Machine<Model, Controller> {
    linked(Faults::default(), move || Link::in_memory(faults))
}

/// A proxy that is spoken to in a form. In binary form stream parameters may be empty.
pub fn media_proxy_in(form: Form, faults: Faults) -> Machine<Model, Controller> {
    machine(Faults::default(), form.grammar(), move || Link::in_memory(faults).speaking(form))
}

/// The same over TCP, with a limit for every reply.
///
/// # Panics
///
/// Where the loopback interface cannot be used, its cases do.
pub fn media_proxy_over_tcp(faults: Faults, time_limit: Duration) -> Machine<Model, Controller> {
    let link = move || Link::over_tcp(faults, time_limit).expect("the loopback interface works");
    linked(Faults::default(), link)
}

/// A proxy behind any link, with messages that both forms have. Commands avoid the faults that are known.
pub fn linked(known: Faults, link: impl Fn() -> Link + 'static) -> Machine<Model, Controller> {
    machine(known, Grammar::Text, link)
}

fn machine(
    known: Faults,
    grammar: Grammar,
    link: impl Fn() -> Link + 'static,
) -> Machine<Model, Controller> {
    let model = move || Model { known, grammar, ..Model::default() };
    Machine::new(model, move || Controller::new(link()))
        .command(add)
        .command(subtract)
        .command(modify)
        .command_with(add_third, |command| command.negative())
        .command_with(add_named, |command| command.negative())
        .command_with(add_to_dead_context, |command| command.negative())
        .commands(..=MOST_COMMANDS)
}

fn add(model: &mut Model, step: Step<Controller>) -> StepResult {
    let singletons = model.contexts_of(1).into_iter().map(Some);
    let context = step.pick(&once(None).chain(singletons).collect::<Vec<_>>())?;
    let media = Media(step.draw(media(model.grammar)));
    let before = model.terminations.len();
    let is_reused = model.terminations.iter().any(|other| other.before == before);
    step.known_bug(model.known.identifier_reused && is_reused, "identifier_reused")?;

    let streams = with_modes(&media);
    let reply = step.call((context, media), |controller, real, (context, media)| {
        let context = context.map_or(ContextId::Choose, |context| real[context]);
        controller.ask(context, Command::Add { termination: TerminationId::Choose, media: media.0 })
    })?;
    let reply = reply.succeeds()?;
    reply.ensure("to give an identifier that is not in use", |done, real| {
        model.terminations.iter().all(|other| real[other.id] != done.termination)
    })?;
    let context = match context {
        Some(context) => {
            reply.ensure("to name the context", |done, real| done.context == real[context])?;
            context
        }
        None => {
            reply.ensure("to give a context that is not in use", |done, real| {
                model.terminations.iter().all(|other| real[other.context] != done.context)
            })?;
            reply.var_of("context", |done| done.context)
        }
    };
    let id = reply.var_of("termination", |done| done.termination.clone());
    model.terminations.insert(0, Termination { id, context, streams, before });
    Ok(())
}

fn modify(model: &mut Model, step: Step<Controller>) -> StepResult {
    let Termination { id, context, mut streams, .. } = step.pick(&model.terminations)?;
    let far = model.in_context(context).find(|other| other.id != id);
    let far = far.map(|other| other.streams.len());
    step.known_bug(model.known.modify_alone && far.is_none(), "modify_alone")?;
    let is_unequal = far.is_some_and(|far| far != streams.len());
    step.known_bug(model.known.modify_unequal && is_unequal, "modify_unequal")?;
    let media = Media(step.draw(changes(model.grammar, streams.iter().map(|stream| stream.0))));
    let changed = media.streams();
    step.known_bug(model.known.last_mode_lost && changed.len() > 1, "last_mode_lost")?;

    let reply = step.call((context, id, media), |controller, real, (context, id, media)| {
        let termination = real[id].clone();
        controller.ask(real[context], Command::Modify { termination, media: media.0 })
    })?;
    let reply = reply.succeeds()?;
    for (id, mode) in &mut streams {
        let said = changed.iter().find(|said| said.0 == *id).and_then(|said| said.1);
        *mode = said.unwrap_or(*mode);
    }
    reply.ensure("to name the termination and its context", names(context, id))?;
    reply.ensure("to show all streams with their modes", |done, _| done.modes == streams)?;
    for termination in model.terminations.iter_mut().filter(|termination| termination.id == id) {
        termination.streams.clone_from(&streams);
    }
    Ok(())
}

fn subtract(model: &mut Model, step: Step<Controller>) -> StepResult {
    let Termination { id, context, .. } = step.pick(&model.terminations)?;
    // All that left it before left one behind.
    let left = model.left.iter().filter(|left| **left == context).count();
    let is_alone = model.in_context(context).count() == 1;
    step.known_bug(model.known.subtract_alone && is_alone && left == 0, "subtract_alone")?;
    let is_third = !is_alone && left >= 2;
    step.known_bug(model.known.corrupting_subtract && is_third, "corrupting_subtract")?;

    let reply = step.call((context, id), |controller, real, (context, id)| {
        controller.ask(real[context], Command::Subtract { termination: real[id].clone() })
    })?;
    let reply = reply.succeeds()?;
    reply.ensure("to name the termination and its context", names(context, id))?;
    model.terminations.retain(|termination| termination.id != id);
    model.left.push(context);
    Ok(())
}

/// To a call that two take part in.
fn add_third(model: &mut Model, step: Step<Controller>) -> StepResult {
    let context = step.pick(&model.contexts_of(2))?;
    step.known_bug(model.known.third_add_unanswered, "third_add_unanswered")?;
    add_in_vain(step, model.grammar, context)
}

/// To a context that was deleted when its last termination was subtracted.
fn add_to_dead_context(model: &mut Model, step: Step<Controller>) -> StepResult {
    let is_dead = |context: &&Var<ContextId>| model.in_context(**context).next().is_none();
    let context = step.pick(model.left.iter().filter(is_dead))?;
    step.known_bug(model.known.forgotten_context, "forgotten_context")?;
    add_in_vain(step, model.grammar, context)
}

fn add_in_vain(step: Step<Controller>, grammar: Grammar, context: Var<ContextId>) -> StepResult {
    let media = Media(step.draw(media(grammar)));
    let reply = step.call((context, media), |controller, real, (context, Media(media))| {
        controller.ask(real[context], Command::Add { termination: TerminationId::Choose, media })
    })?;
    reply.ensure(AN_ERROR, is_error)
}

/// Under an identifier that is not for the controller to choose.
fn add_named(model: &mut Model, step: Step<Controller>) -> StepResult {
    let context = step.pick(model.terminations.iter().map(|termination| &termination.context))?;
    step.known_bug(model.known.numeric_termination, "numeric_termination")?;
    let name = Name(step.draw(numeric_termination_id()));
    let media = Media(step.draw(media(model.grammar)));
    let reply = step.call((context, name, media), |controller, real, (context, name, media)| {
        controller.ask(real[context], Command::Add { termination: name.0, media: media.0 })
    })?;
    reply.ensure(AN_ERROR, is_error)
}

const AN_ERROR: &str = "to be answered with an error";

fn is_error(answer: &Answer, _: &Bindings) -> bool {
    matches!(answer, Err(NotDone::Refused(_)))
}

impl Model {
    /// The terminations of a context.
    fn in_context(&self, context: Var<ContextId>) -> impl Iterator<Item = &Termination> {
        self.terminations.iter().filter(move |termination| termination.context == context)
    }

    /// The paper's singleton contexts and pair contexts: those of so many terminations.
    fn contexts_of(&self, terminations: usize) -> Vec<Var<ContextId>> {
        let is_such = |one: &&Termination| self.in_context(one.context).count() == terminations;
        self.terminations.iter().filter(is_such).map(|one| one.context).collect()
    }
}

/// The streams of a new termination: what is not said is inactive.
fn with_modes(media: &Media) -> Vec<(StreamId, Mode)> {
    media.streams().into_iter().map(|(id, mode)| (id, mode.unwrap_or_default())).collect()
}

fn names(context: Var<ContextId>, id: Var<TerminationId>) -> impl FnOnce(&Done, &Bindings) -> bool {
    move |done, real| (done.context, &done.termination) == (real[context], &real[id])
}

impl Debug for Model {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(&self.terminations).finish()
    }
}

impl Debug for Termination {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Termination { id, context, streams, .. } = self;
        write!(out, "{id:?} in {context:?} {:?}", Modes(streams))
    }
}
