//! What is left of a failing case: as few commands as can be, as few of them at once as can be.

use lawful_core::law::Law;
use lawful_core::run::{Config, Runner};
use lawful_machine::symbolic::*;
use lawful_parallel::Parallel;
use lawful_pulse::sync::atomic::{AtomicU32, Ordering::SeqCst};
use lawful_pulse::sync::{Arc, Mutex};
use lawful_report::sequence;

/// Where the smallest case is all that anybody wants to know.
fn check(seed: u64) -> Runner {
    let config = Config::default().with(|config| {
        config.seed = Some(seed);
        config.explain = false;
    });
    Runner::named("smallest").with(config).tests(2_000).first_failure()
}

/// Expects the same case from many seeds.
#[track_caller]
fn assert_smallest(law: &dyn Law, expected: &[&str]) {
    for seed in 0..8 {
        let summary = check(seed).run(law);
        let failure = summary.failure().expect("it breaks");
        let found = sequence::lines(failure.calls()).join("\n");
        assert!(expected.contains(&found.as_str()), "seed {seed}:\n{found}");
        assert!(failure.runs < 2_000, "seed {seed}: {} runs", failure.runs);
    }
}

type Count = Arc<AtomicU32>;

fn next(last: &mut u32, step: Step<Count>) -> StepResult {
    let next = step.call((), |count, _, ()| {
        let next = count.load(SeqCst) + 1;
        count.store(next, SeqCst);
        next
    })?;
    *last += 1;
    next.returns(*last)
}

#[test]
fn a_lost_update_needs_two_calls_at_once_and_nothing_else() {
    let law = Parallel::scheduled(Machine::new(|| 0, Count::default).command(next));
    let expected = "// at the same time\n// A          | // B\nnext();  // 1 | next();  // 1";
    assert_smallest(&law, &[expected]);
}

/// Counts that are lost only if there were two before.
#[test]
fn what_comes_before_the_race_is_in_the_prefix() {
    fn next_later(last: &mut u32, step: Step<Count>) -> StepResult {
        let next = step.call((), |count, _, ()| match count.load(SeqCst) {
            before @ 2.. => {
                count.store(before + 1, SeqCst);
                before + 1
            }
            _ => count.fetch_add(1, SeqCst) + 1,
        })?;
        *last += 1;
        next.returns(*last)
    }
    fn get(last: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |count, _, ()| count.load(SeqCst))?.returns(*last)
    }
    let machine = Machine::new(|| 0, Count::default).command(get).command(next_later);
    assert_smallest(
        &Parallel::scheduled(machine),
        &["\
// 0
next_later();  // 1
// 1
next_later();  // 2
// at the same time
// A                | // B
next_later();  // 3 | next_later();  // 3"],
    );
}

/// Names that are looked for and then taken, in two steps.
#[derive(Default)]
struct Registry {
    names: Mutex<Vec<(u8, u32)>>,
}

impl Registry {
    fn register(&self, name: u8, number: u32) -> Result<(), u32> {
        let is_free = !self.lock().iter().any(|(taken, _)| *taken == name);
        if is_free {
            self.lock().push((name, number));
        }
        if is_free { Ok(()) } else { Err(number) }
    }

    fn lock(&self) -> lawful_pulse::sync::MutexGuard<'_, Vec<(u8, u32)>> {
        self.names.lock().expect("nobody panics")
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Names {
    made: Vec<Var<u32>>,
    taken: Vec<u8>,
}

fn make(model: &mut Names, step: Step<Arc<Registry>>) -> StepResult {
    let made = step.call((), |_, _, ()| 7u32)?;
    step_named(model, made.var());
    Ok(())
}

fn step_named(model: &mut Names, made: Var<u32>) {
    model.made.push(made);
    // In whatever order they were made.
    model.made.sort();
}

fn register(model: &mut Names, step: Step<Arc<Registry>>) -> StepResult {
    let (name, number) = (step.draw(0..=2u8), step.pick(&model.made)?);
    let is_taken = model.taken.contains(&name);
    let result = step.call((name, number), |registry, real, (name, number)| {
        registry.register(name, real[number])
    })?;
    if is_taken {
        return result.returns(Err(7));
    }
    model.taken.push(name);
    model.taken.sort_unstable();
    result.returns(Ok(()))
}

fn unregister(model: &mut Names, step: Step<Arc<Registry>>) -> StepResult {
    let name = step.draw(0..=2u8);
    let result = step.call(name, |registry, _, name| {
        let mut names = registry.lock();
        let before = names.len();
        names.retain(|(taken, _)| *taken != name);
        before > names.len()
    })?;
    let was_taken = model.taken.contains(&name);
    model.taken.retain(|taken| *taken != name);
    result.returns(was_taken)
}

#[test]
fn a_check_before_an_act_needs_something_to_register_and_two_who_do() {
    let machine = Machine::new(Names::default, Arc::<Registry>::default);
    let machine = machine.command(make).command(unregister).command(register);
    let law = Parallel::scheduled(machine).max_states(2_000);
    assert_smallest(
        &law,
        &["\
// Names { made: [], taken: [] }
let v1 = make();  // 7
// at the same time
// A                        | // B
register(0, v1);  // Ok(()) | register(0, v1);  // Ok(())"],
    );
}

/// Three at once are one too many.
#[test]
fn as_many_branches_are_left_as_it_takes() {
    fn enter(_: &mut (), step: Step<Count>) -> StepResult {
        let inside = step.call((), |count, _, ()| {
            let inside = count.fetch_add(1, SeqCst) + 1;
            count.fetch_sub(1, SeqCst);
            inside
        })?;
        inside.ensure("at most two inside", |inside, _| *inside <= 2)
    }
    let law = Parallel::scheduled(Machine::new(|| (), Count::default).command(enter));
    for seed in 0..8 {
        let summary = check(seed).run(&law);
        let failure = summary.failure().expect("three come in");
        let mut branches: Vec<Option<u32>> =
            failure.calls().iter().map(|step| step.column).collect();
        branches.dedup();
        assert_eq!(
            (failure.calls().len(), branches),
            (3, vec![Some(0), Some(1), Some(2)]),
            "seed {seed}"
        );
    }
}

/// What breaks without anybody beside it is not in a branch, and what another branch does is left out.
#[test]
fn what_breaks_in_a_row_breaks_before_the_branches() {
    fn panics(model: &mut u32, step: Step<Count>) -> StepResult {
        step.call((), |count, _, ()| assert!(count.fetch_add(1, SeqCst) < 2, "three"))?;
        *model += 1;
        Ok(())
    }
    let law = Parallel::scheduled(Machine::new(|| 0, Count::default).command(panics));
    let expected =
        "// 0\npanics();  // ()\n// 1\npanics();  // ()\n// 2\npanics();  // <-- broken here";
    assert_smallest(&law, &[expected]);
}
