//! Random concurrent programs of a few steps.

use lawful_core::choice::Random;

/// Maximum number of tasks of a program.
pub const TASKS: usize = 3;

/// Index of an atomic, read while a lock is held.
pub type Inside = Option<usize>;

/// Operation of a program. Tasks record what the operations return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Load(usize),
    Store(usize),
    FetchAdd(usize),
    CompareExchange(usize),
    Fence,
    /// Critical section of a mutex, with a load of an atomic inside.
    Lock(usize, Inside),
    /// Critical section of both mutexes, this one first.
    Nested(usize, Inside),
    TryLock(usize, Inside),
    Read(Inside),
    /// Second read inside of a read.
    NestedRead(Inside),
    Write(Inside),
    TryRead(Inside),
    TryWrite(Inside),
    Send,
    TrySend,
    Receive,
    TryReceive,
    /// Receives with a time-out in seconds.
    ReceiveFor(u8),
    CloneArc,
    DropArc,
    Upgrade,
    StrongCount,
    GetMut,
    Yield,
    /// Sleeps for some seconds.
    Sleep(u8),
    /// Parks with a time-out in seconds.
    ParkFor(u8),
    Unpark(usize),
    /// Loads an atomic until it is not 0, with a yield after each failed attempt.
    SpinUntilSet(usize),
    /// Receives with a time-out until that returns something else than the time-out.
    ReceiveInLoop(u8),
    // The operations below have no model in the interpreter.
    WaitFor(u8),
    NotifyOne,
    Once,
    Scope,
    Await,
}

use Step::*;

impl Step {
    /// Returns whether the interpreter has a model of the operation.
    pub fn has_model(self) -> bool {
        !matches!(self, WaitFor(_) | NotifyOne | Once | Scope | Await)
    }

    /// Returns whether the operation may repeat without bound.
    pub fn is_loop(self) -> bool {
        matches!(self, SpinUntilSet(_) | ReceiveInLoop(_))
    }

    /// Returns the kind of the operation, if the fairness rule counts it as a yield, at least under some schedules.
    pub fn kind_of_yield(self) -> Option<std::mem::Discriminant<Step>> {
        let waits = matches!(self, Yield | Sleep(_) | ParkFor(_) | ReceiveFor(_) | WaitFor(_));
        (waits || self.is_loop()).then(|| std::mem::discriminant(&self))
    }
}

/// Tasks of a program with the handles they begin with. The first task spawns the others, and joins them at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub tasks: Vec<Vec<Step>>,
    /// Capacity of the channel and the task that receives. Every other task has a sender until its end.
    pub channel: Option<(usize, usize)>,
    /// Whether each task begins with an `Arc`, and whether it has a `Weak` until its end.
    pub handles: Option<[(bool, bool); TASKS]>,
}

impl Program {
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.tasks.iter().flatten().copied()
    }

    /// Returns whether tasks record the time. In a program with a loop they do not: it has no last moment.
    pub fn shows_time(&self) -> bool {
        !self.steps().any(Step::is_loop)
    }

    /// Returns all programs that are smaller by one step, or by one kind of handle.
    pub fn smaller(&self) -> Vec<Program> {
        let mut all = Vec::new();
        for (task, steps) in self.tasks.iter().enumerate() {
            for index in 0..steps.len() {
                let mut smaller = self.clone();
                smaller.tasks[task].remove(index);
                all.push(smaller);
            }
        }
        if self.tasks.last().is_some_and(Vec::is_empty) && self.tasks.len() > 1 {
            let receives = self.channel.is_some_and(|(_, owner)| owner == self.tasks.len() - 1);
            let unparks = self.steps().any(|step| step == Unpark(self.tasks.len() - 1));
            if !receives && !unparks {
                let mut smaller = self.clone();
                smaller.tasks.pop();
                all.push(smaller);
            }
        }
        let sends = |step| {
            matches!(step, Send | TrySend | Receive | TryReceive | ReceiveFor(_) | ReceiveInLoop(_))
        };
        if self.channel.is_some() && !self.steps().any(sends) {
            all.push(Program { channel: None, ..self.clone() });
        }
        let counts = |step| matches!(step, CloneArc | DropArc | Upgrade | StrongCount | GetMut);
        if self.handles.is_some() && !self.steps().any(counts) {
            all.push(Program { handles: None, ..self.clone() });
        }
        all
    }
}

/// Kinds of objects that the tasks of a program share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Theme {
    Atomics,
    Mutexes,
    RwLock,
    Channel,
    Counts,
    Time,
    Unmodelled,
}

/// Selection of programs.
#[derive(Clone, Copy)]
pub struct Selection {
    /// Programs of operations without a model as well.
    pub unmodelled: bool,
    /// Programs with a loop in one task or two.
    pub loops: bool,
    /// Programs with a second read inside of a read.
    pub nested_reads: bool,
}

/// Draws a program.
pub fn program(random: &mut Random, selection: Selection) -> Program {
    const THEMES: [Theme; 6] =
        [Theme::Atomics, Theme::Mutexes, Theme::RwLock, Theme::Channel, Theme::Counts, Theme::Time];
    let theme = |random: &mut Random| THEMES[random.below(THEMES.len() as u64) as usize];
    let mut themes = vec![Theme::Atomics, theme(random), theme(random)];
    if selection.unmodelled {
        themes.push(Theme::Unmodelled);
    }
    // All schedules of a program are many more than its states.
    let tasks = if selection.unmodelled { 2 } else { 2 + random.below(2) as usize };
    // Some have many steps on few kinds of objects.
    let long = !selection.unmodelled && tasks == 2 && random.below(4) == 0;
    if long {
        themes.remove(0);
        themes.dedup();
    }
    let most = match tasks {
        2 if long => 4,
        2 if !selection.unmodelled => 3,
        _ => 2,
    };
    let receives = random.below(tasks as u64) as usize;
    let handles = std::array::from_fn(|_| (random.below(3) > 0, random.below(2) > 0));
    let mut program = Program {
        tasks: Vec::new(),
        channel: themes.contains(&Theme::Channel).then(|| (1 + random.below(2) as usize, receives)),
        handles: themes.contains(&Theme::Counts).then_some(handles),
    };
    for task in 0..tasks {
        let count = 1 + random.below(most);
        let steps = (0..count).map(|_| {
            let theme = themes[random.below(themes.len() as u64) as usize];
            step(random, theme, task, tasks, receives == task, selection)
        });
        program.tasks.push(steps.collect());
    }
    if selection.loops {
        add_loop(random, &mut program);
    }
    program
}

fn step(
    random: &mut Random,
    theme: Theme,
    task: usize,
    tasks: usize,
    receives: bool,
    selection: Selection,
) -> Step {
    let which = random.below(2) as usize;
    let inside = (random.below(3) == 0).then(|| random.below(2) as usize);
    let seconds = 1 + random.below(2) as u8;
    let one_of =
        |random: &mut Random, steps: &[Step]| steps[random.below(steps.len() as u64) as usize];
    match theme {
        Theme::Atomics => one_of(
            random,
            &[Load(which), Store(which), FetchAdd(which), CompareExchange(which), Fence, Yield],
        ),
        Theme::Mutexes => {
            let nested = Nested(which, inside);
            one_of(random, &[Lock(which, inside), nested, nested, TryLock(which, inside)])
        }
        Theme::RwLock if selection.nested_reads && random.below(4) == 0 => NestedRead(inside),
        Theme::RwLock => {
            one_of(random, &[Read(inside), Write(inside), TryRead(inside), TryWrite(inside)])
        }
        Theme::Channel if receives => one_of(random, &[Receive, TryReceive, ReceiveFor(seconds)]),
        Theme::Channel => one_of(random, &[Send, TrySend]),
        Theme::Counts => one_of(random, &[CloneArc, DropArc, Upgrade, StrongCount, GetMut]),
        Theme::Time => {
            // The first task has handles of the others; they have one of the first.
            let other = if task == 0 { 1 + random.below(tasks as u64 - 1) as usize } else { 0 };
            one_of(random, &[Sleep(seconds), ParkFor(seconds), Unpark(other), Unpark(other)])
        }
        Theme::Unmodelled => one_of(random, &[WaitFor(seconds), NotifyOne, Once, Scope, Await]),
    }
}

/// Adds a loop that can end: another task stores to the atomic, or drops its sender at its end.
fn add_loop(random: &mut Random, program: &mut Program) {
    let tasks = program.tasks.len();
    let waits = random.below(tasks as u64) as usize;
    let which = random.below(2) as usize;
    let at = |random: &mut Random, steps: &Vec<Step>| random.below(steps.len() as u64 + 1) as usize;
    match program.channel {
        Some((_, receives)) if random.below(2) == 0 => {
            let place = at(random, &program.tasks[receives]);
            program.tasks[receives].insert(place, ReceiveInLoop(1 + random.below(2) as u8));
        }
        _ => {
            let place = at(random, &program.tasks[waits]);
            program.tasks[waits].insert(place, SpinUntilSet(which));
            let sets = (waits + 1 + random.below(tasks as u64 - 1) as usize) % tasks;
            let place = at(random, &program.tasks[sets]);
            program.tasks[sets].insert(place, Store(which));
        }
    }
}
