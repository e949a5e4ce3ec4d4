//! A case: a prefix, and branches that run at once after it.

use lawful_core::extend::Choices;
use std::cell::RefCell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use lawful_core::choice::{Neighbours, Source, mix};
use lawful_core::data::{Block, ShownCall};
use lawful_core::generate::Made;
use lawful_core::law::Counters;
use lawful_machine::apart::{Caller, Drawn};
use lawful_machine::{Ahead, AnyKind, Machine};

use crate::plan::{Plan, Shapes};
use crate::reach::{Follows, Reach};

/// The commands of a case.
pub struct ParallelCase<K: AnyKind> {
    /// All of them, in the order in which they were made; a command's number is its place, from 1.
    pub(crate) steps: Vec<Drawn<K>>,
    /// Those that run before the branches.
    pub(crate) prefix: Vec<usize>,
    /// Those of each branch, at least one.
    pub(crate) branches: Vec<Vec<usize>>,
}

/// A case that is being made.
///
/// Each command says where it goes: 0 is the prefix, whatever was made before it, so that to lower that choice
/// is to make the case less parallel.
struct Making<'m, M: Debug + 'static, S: 'static, K: Ahead> {
    machine: &'m Machine<M, S, K>,
    caller: Caller<'m, M, S, K>,
    steps: Vec<Drawn<K>>,
    prefix: Vec<usize>,
    /// By what their commands say, so that some may be empty.
    branches: Vec<Vec<usize>>,
    reach: Reach<M>,
    /// The most states that the branches may reach.
    most_states: usize,
    /// Commands that have something to do with each other are what races are made of, so they are drawn near
    /// one another.
    near: Neighbours,
}

impl<K: Ahead> ParallelCase<K> {
    /// The same for cases that do the same.
    pub(crate) fn fingerprint(&self) -> u64 {
        let of = |seed: u64, steps: &[usize]| {
            let steps = steps.iter().map(|step| mix(*step as u64, self.steps[*step].fingerprint()));
            steps.fold(seed, mix)
        };
        let prefix = of(0, &self.prefix);
        self.branches.iter().fold(prefix, |seed, branch| of(mix(seed, 1), branch))
    }

    /// Says what the machine wants to be told of all cases.
    pub(crate) fn tell<M: Clone + Debug + 'static, S: 'static>(
        &self,
        machine: &Machine<M, S, K>,
        counters: &mut Counters,
    ) {
        let steps = |places: &[usize]| places.iter().map(|place| &self.steps[*place]).collect();
        let branches: Vec<Vec<&Drawn<K>>> =
            self.branches.iter().map(|branch| steps(branch)).collect();
        machine.tell(&steps(&self.prefix), &branches, counters);
    }

    /// Draws a case.
    pub(crate) fn draw<M, S>(
        machine: &Machine<M, S, K>,
        shapes: &Shapes,
        most_states: usize,
        source: &mut Source,
    ) -> Self
    where
        M: Clone + PartialEq + Debug + 'static,
        S: 'static,
    {
        let most_branches = shapes.most_branches();
        let mut making = Making {
            machine,
            caller: machine.caller(),
            steps: Vec::new(),
            prefix: Vec::new(),
            branches: vec![Vec::new(); most_branches as usize],
            reach: Reach::new(machine.start()),
            most_states,
            near: Neighbours::default(),
        };
        // It says what is drawn, and nothing about what a tape holds.
        let plan: RefCell<Plan> = RefCell::default();
        let size = source.size();
        let sample = |random: &mut _| {
            let mut plan = plan.borrow_mut();
            *plan = shapes.draw(random, size);
            plan.len()
        };
        let drawn = catch_unwind(AssertUnwindSafe(|| {
            machine.draw_commands(source, shapes.most(), sample, |source| {
                let made = making.steps.len();
                let place = source.pick(most_branches + 1, |_| plan.borrow().place(made));
                match place {
                    0 => making.add_to_prefix(source),
                    branch => making.add_to_branch(branch as usize - 1, source),
                }
            });
        }));
        let case = making.made();
        if let Err(payload) = drawn {
            // The model panicked: the commands up to there are shown.
            case.show(machine, source);
            resume_unwind(payload);
        }
        case
    }

    /// Shows the commands without running them, if the case is one that is shown.
    pub(crate) fn show<M, S>(&self, machine: &Machine<M, S, K>, source: &mut Source)
    where
        M: Debug + 'static,
        S: 'static,
    {
        let Some(document) = source.document().filter(|_| !self.steps.is_empty()) else { return };
        let mut calls = Vec::new();
        let mut shown = |step: &usize, branch: Option<usize>| {
            let drawn = &self.steps[*step];
            let call = drawn.shown(machine.name_of(drawn.command), None);
            calls.push(ShownCall { column: branch.map(|branch| branch as u32), ..call });
        };
        self.prefix.iter().for_each(|step| shown(step, None));
        for (branch, steps) in self.branches.iter().enumerate() {
            steps.iter().for_each(|step| shown(step, Some(branch)));
        }
        // A block of its own, which a run of the case takes back.
        document.push(Block::Calls(calls));
    }
}

impl<M: Debug + 'static, S: 'static, K: Ahead> Making<'_, M, S, K> {
    /// The case, of which nothing is left here.
    fn made(&mut self) -> ParallelCase<K> {
        let mut branches = std::mem::take(&mut self.branches);
        branches.retain(|branch| !branch.is_empty());
        let (steps, prefix) = (std::mem::take(&mut self.steps), std::mem::take(&mut self.prefix));
        ParallelCase { steps, prefix, branches }
    }
}

impl<M: Clone + PartialEq + Debug + 'static, S: 'static, K: Ahead> Making<'_, M, S, K> {
    /// Draws a command for a state and takes the model to the state after it.
    fn draw(&mut self, source: &mut Source, model: &mut M) -> Result<Drawn<K>, Made> {
        let number = self.steps.len() as u32 + 1;
        source.near(&mut self.near, |source| self.machine.draw_command(source, model, number))
    }

    fn add_to_branch(&mut self, branch: usize, source: &mut Source) -> Made {
        let mut model = self.reach.alone(branch, self.branches[branch].len()).clone();
        let drawn = match self.draw(source, &mut model) {
            Ok(drawn) => drawn,
            // Other places may still have something to do.
            Err(_) => return Made::No,
        };
        let is_there = |(used, _): &(u32, &str)| {
            let used = *used as usize - 1;
            self.prefix.contains(&used) || self.branches[branch].contains(&used)
        };
        if !drawn.uses.iter().all(is_there) {
            return Made::No;
        }
        self.branches[branch].push(self.steps.len());
        self.steps.push(drawn);
        if self.extend(branch) {
            return Made::Yes;
        }
        self.branches[branch].pop();
        self.steps.pop();
        Made::No
    }

    fn add_to_prefix(&mut self, source: &mut Source) -> Made {
        let before = self.reach.alone(0, 0).clone();
        let mut model = before.clone();
        let drawn = match self.draw(source, &mut model) {
            Ok(drawn) => drawn,
            Err(made) => return made,
        };
        let is_there = |(used, _): &(u32, &str)| self.prefix.contains(&(*used as usize - 1));
        if !drawn.uses.iter().all(is_there) {
            return Made::No;
        }
        self.prefix.push(self.steps.len());
        self.steps.push(drawn);
        if self.begin_again(model) {
            return Made::Yes;
        }
        self.prefix.pop();
        self.steps.pop();
        assert!(self.begin_again(before), "the branches could follow before");
        Made::No
    }

    /// Lets the branches begin in another state. Says whether they can.
    fn begin_again(&mut self, start: M) -> bool {
        self.reach = Reach::new(start);
        let branches: Vec<Vec<usize>> = self.branches.iter_mut().map(std::mem::take).collect();
        let mut can = true;
        for step in 0..self.steps.len() {
            let of_step = branches.iter().position(|branch| branch.contains(&step));
            let Some(branch) = of_step.filter(|_| can) else { continue };
            self.branches[branch].push(step);
            can = self.extend(branch);
        }
        self.branches = branches;
        can
    }

    /// Takes notice of a command at the end of a branch, if it can be there.
    fn extend(&mut self, branch: usize) -> bool {
        let lengths: Vec<usize> = self.branches.iter().map(Vec::len).collect();
        let Making { machine, caller, steps, branches, reach, most_states, .. } = self;
        let follows = Following { machine, caller, steps, branches };
        reach.extend(&lengths, branch, *most_states, &follows)
    }
}

struct Following<'a, 'm, M, S, K: Ahead> {
    machine: &'a Machine<M, S, K>,
    caller: &'a Caller<'m, M, S, K>,
    steps: &'a [Drawn<K>],
    branches: &'a [Vec<usize>],
}

impl<M, S, K> Follows<M> for Following<'_, '_, M, S, K>
where
    M: Clone + Debug + 'static,
    S: 'static,
    K: Ahead,
{
    fn after(&self, model: &M, branch: usize, index: usize) -> Option<M> {
        if self.machine.is_over(model) {
            return None;
        }
        let step = &self.steps[self.branches[branch][index]];
        if !self.machine.may_choose(step.command, model) {
            return None;
        }
        let mut model = model.clone();
        self.caller.can_follow(step, &mut model).then_some(model)
    }
}
