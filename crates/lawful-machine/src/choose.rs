//! Which command comes next.

use lawful_core::choice::{Random, Source};
use lawful_core::extend::Choices;
use lawful_core::generate::{Made, Misuse};

use crate::kind::AnyKind;
use crate::machine::{Command, Testing};

/// How often a command is chosen, beside the others.
pub(crate) enum Weight<M> {
    Fixed(u32),
    ByState(Box<dyn Fn(&M) -> u32>),
}

/// The commands that a machine tests with, and their weights.
pub(crate) struct Chooser {
    /// Which they are.
    used: Vec<usize>,
    /// Whether they are all there are.
    uses_all: bool,
    /// Each as often as it weighs: a search in sums of weights would be guessed wrongly by the processor
    /// every other time. Empty where a state has a say in the weights, or where they are large.
    lots: Vec<u16>,
    /// What a negative command's weight is multiplied with, and a positive one's, so that all
    /// negative ones together weigh half as much as all positive ones.
    factors: (u64, u64),
}

/// What comes next in a program.
pub(crate) enum Next {
    /// This command.
    Command(usize),
    /// None: the state forbids the one that the tape wants, or all of them.
    None(Made),
}

impl Chooser {
    pub fn new<M, S, K: AnyKind>(commands: &[Command<M, S, K>], testing: Testing) -> Self {
        let is_used = |index: &usize| {
            let command = &commands[*index];
            let is_wanted = testing == Testing::Negative || !command.is_negative;
            // What is never drawn is not for shrinking to find either.
            is_wanted && !matches!(command.weight, Weight::Fixed(0))
        };
        let used: Vec<usize> = (0..commands.len()).filter(is_used).collect();
        if used.is_empty() && !commands.is_empty() {
            Misuse::raise(
                "no command of the machine is ever chosen: each has weight 0, or is negative where \
                 only positive ones are asked for",
            );
        }
        if used.is_empty() {
            Misuse::raise("a machine without commands tests nothing; add some with `.command(..)`");
        }
        let fixed = |index: &usize| match commands[*index].weight {
            Weight::Fixed(weight) => u64::from(weight),
            // What it is in a state is not known here; this is only for the balance.
            Weight::ByState(_) => 1,
        };
        let (negative, positive): (Vec<usize>, Vec<usize>) =
            used.iter().partition(|index| commands[**index].is_negative);
        let negative: u64 = negative.iter().map(fixed).sum();
        let positive: u64 = positive.iter().map(fixed).sum();
        let factors = match negative == 0 || positive == 0 {
            true => (1, 1),
            false => (positive, 2 * negative),
        };
        let uses_all = used.len() == commands.len();
        let mut chooser = Chooser { used, uses_all, lots: Vec::new(), factors };
        let by_state = |index: &usize| matches!(commands[*index].weight, Weight::ByState(_));
        if !chooser.used.iter().any(by_state) {
            let mut sum = 0;
            let add = |index: &usize| {
                sum += fixed(index) * chooser.factor(&commands[*index]);
                sum
            };
            let sums: Vec<u64> = chooser.used.iter().map(add).collect();
            if sum == 0 {
                Misuse::raise("all commands of the machine have weight 0, so none is ever chosen");
            }
            if sum <= MOST_LOTS {
                let lots = (0..sum).map(|at| place(&sums, at) as u16);
                chooser.lots = lots.collect();
            }
        }
        chooser
    }

    fn factor<M, S, K: AnyKind>(&self, command: &Command<M, S, K>) -> u64 {
        if command.is_negative { self.factors.0 } else { self.factors.1 }
    }

    /// Chooses a command.
    #[inline(always)]
    pub fn choose<M, S, K: AnyKind>(
        &self,
        commands: &[Command<M, S, K>],
        source: &mut Source,
        model: &M,
    ) -> Next {
        let count = self.used.len() as u64;
        if !self.lots.is_empty() {
            let lots = self.lots.len() as u64;
            let lot = |random: &mut Random| u64::from(self.lots[random.below(lots) as usize]);
            let chosen = source.step(count, lot) as usize;
            // A look into another list would be one more that the call has to wait for.
            return Next::Command(if self.uses_all { chosen } else { self.used[chosen] });
        }
        self.choose_by_sums(commands, source, model)
    }

    #[cold]
    #[inline(never)]
    fn choose_by_sums<M, S, K: AnyKind>(
        &self,
        commands: &[Command<M, S, K>],
        source: &mut Source,
        model: &M,
    ) -> Next {
        let mut sum = 0;
        let mut add = |index: &usize| {
            let weight = match &commands[*index].weight {
                Weight::Fixed(weight) => *weight,
                Weight::ByState(weight) => weight(model),
            };
            sum += u64::from(weight) * self.factor(&commands[*index]);
            sum
        };
        let sums: Vec<u64> = self.used.iter().map(&mut add).collect();
        if sum == 0 {
            return Next::None(Made::Over);
        }
        let chosen = source.step(sums.len() as u64, |random| place(&sums, random.below(sum)));
        let chosen = chosen as usize;
        // A tape may choose what is never drawn in this state.
        let before = chosen.checked_sub(1).map_or(0, |before| sums[before]);
        match sums[chosen] > before {
            true => Next::Command(self.used[chosen]),
            false => Next::None(Made::No),
        }
    }
}

/// The longest list of lots.
const MOST_LOTS: u64 = 1 << 10;

/// Where a number falls among sums.
fn place(sums: &[u64], at: u64) -> u64 {
    sums.iter().take_while(|sum| **sum <= at).count() as u64
}
