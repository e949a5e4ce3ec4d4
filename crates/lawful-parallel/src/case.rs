//! A case: a prefix, and branches that run at once after it.

use std::cell::RefCell;
use std::fmt::Debug;

use lawful_core::choice::{Neighbours, Source, mix};
use lawful_core::generate::Made;
use lawful_core::law::{ShownStep, is_shown, show_step};
use lawful_machine::apart::{Caller, Drawn};
use lawful_machine::{Ahead, AnyKind, Machine};

use crate::plan::{Plan, Shapes};
use crate::reach::{Follows, Reach};

/// The commands of a case.
pub(crate) struct Case<K: AnyKind> {
    /// All of them, in the order in which they were made; a command's number is its place, from 1.
    pub steps: Vec<Drawn<K>>,
    /// Those that run before the branches.
    pub prefix: Vec<usize>,
    /// Those of each branch, at least one.
    pub branches: Vec<Vec<usize>>,
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

/// If the model panics, the commands up to there are shown.
impl<M: Debug + 'static, S: 'static, K: Ahead> Drop for Making<'_, M, S, K> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.made().show(self.machine);
        }
    }
}

impl<K: Ahead> Case<K> {
    /// The same for cases that do the same.
    pub fn fingerprint(&self) -> u64 {
        let of = |seed: u64, steps: &[usize]| {
            let steps = steps.iter().map(|step| mix(*step as u64, self.steps[*step].fingerprint()));
            steps.fold(seed, mix)
        };
        let prefix = of(0, &self.prefix);
        self.branches.iter().fold(prefix, |seed, branch| of(mix(seed, 1), branch))
    }

    /// Says what the machine wants to be told of all cases.
    pub fn tell<M: Clone + Debug + 'static, S: 'static>(&self, machine: &Machine<M, S, K>) {
        let steps = |places: &[usize]| places.iter().map(|place| &self.steps[*place]).collect();
        let branches: Vec<Vec<&Drawn<K>>> =
            self.branches.iter().map(|branch| steps(branch)).collect();
        machine.tell(&steps(&self.prefix), &branches);
    }

    /// Draws a case.
    pub fn draw<M, S>(
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
        machine.draw_commands(source, shapes.most(), sample, |source| {
            let made = making.steps.len();
            let place = source.pick(most_branches + 1, |_| plan.borrow().place(made));
            match place {
                0 => making.add_to_prefix(source),
                branch => making.add_to_branch(branch as usize - 1, source),
            }
        });
        making.made()
    }

    /// Shows the commands without running them.
    pub fn show<M: Debug + 'static, S: 'static>(&self, machine: &Machine<M, S, K>) {
        if !is_shown() {
            return;
        }
        let shown = |step: &usize, branch: Option<usize>| {
            let drawn = &self.steps[*step];
            let step = drawn.shown(machine.name_of(drawn.command), None);
            show_step(ShownStep { branch: branch.map(|branch| branch as u32), ..step });
        };
        self.prefix.iter().for_each(|step| shown(step, None));
        for (branch, steps) in self.branches.iter().enumerate() {
            steps.iter().for_each(|step| shown(step, Some(branch)));
        }
    }
}

impl<M: Debug + 'static, S: 'static, K: Ahead> Making<'_, M, S, K> {
    /// The case, of which nothing is left here.
    fn made(&mut self) -> Case<K> {
        let mut branches = std::mem::take(&mut self.branches);
        branches.retain(|branch| !branch.is_empty());
        let (steps, prefix) = (std::mem::take(&mut self.steps), std::mem::take(&mut self.prefix));
        Case { steps, prefix, branches }
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
