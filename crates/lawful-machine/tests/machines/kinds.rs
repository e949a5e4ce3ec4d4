//! The same commands make a symbolic machine and a dynamic one, and both come to the same.

use std::fs;
use std::path::PathBuf;

use lawful_core::law::Law;
use lawful_core::run::{Config, Database, Found, Runner, Summary};
use lawful_machine::{Dynamic, Kind, Machine, Step, StepResult, Symbolic, Var};
use lawful_report::sequence;

/// Accounts, by number. To move money between accounts that were opened two apart loses some of it.
#[derive(Default)]
struct Bank {
    balances: Vec<i64>,
    is_right: bool,
}

#[derive(Debug, Default)]
struct Model {
    accounts: Vec<(Var<usize>, i64)>,
}

fn open<K: Kind>(model: &mut Model, step: Step<'_, Bank, K>) -> StepResult {
    let account = step.call((), |bank: &mut Bank, _, ()| {
        bank.balances.push(0);
        bank.balances.len() - 1
    })?;
    model.accounts.push((account.var(), 0));
    Ok(())
}

fn pay<K: Kind>(model: &mut Model, step: Step<'_, Bank, K>) -> StepResult {
    let (account, _) = step.pick(&model.accounts)?;
    let amount = step.draw(1..=500i64);
    step.call((account, amount), |bank, real, (account, amount)| {
        bank.balances[real[account]] += amount;
    })?;
    let entry = model.accounts.iter_mut().find(|entry| entry.0 == account);
    entry.expect("it was picked").1 += amount;
    Ok(())
}

fn transfer<K: Kind>(model: &mut Model, step: Step<'_, Bank, K>) -> StepResult {
    let (from, funds) = step.pick(&model.accounts)?;
    let (to, _) = step.pick(&model.accounts)?;
    step.require(funds > 0)?;
    let amount = step.draw(1..=funds);
    step.call((from, to, amount), |bank, real, (from, to, amount)| {
        let loses = !bank.is_right && real[from].abs_diff(real[to]) == 2 && amount > 20;
        bank.balances[real[from]] -= amount;
        bank.balances[real[to]] += if loses { amount - 1 } else { amount };
    })?;
    for (account, balance) in &mut model.accounts {
        *balance += if *account == to { amount } else { 0 };
        *balance -= if *account == from { amount } else { 0 };
    }
    Ok(())
}

fn balance<K: Kind>(model: &mut Model, step: Step<'_, Bank, K>) -> StepResult {
    let (account, balance) = step.pick(&model.accounts)?;
    step.call(account, |bank, real, account| bank.balances[real[account]])?.returns(balance)
}

fn bank<K: Kind>(is_right: bool) -> Machine<Model, Bank, K> {
    Machine::new(Model::default, move || Bank { is_right, ..Bank::default() })
        .command(open)
        .command(pay)
        .command(transfer)
        .command(balance)
}

const SMALLEST: [&str; 6] = [
    "let v1 = open();",
    "let v2 = open();",
    "let v3 = open();",
    "pay(v1, 21);",
    "transfer(v1, v3, 21);",
    "balance(v3);",
];

#[track_caller]
fn calls(summary: &Summary) -> Vec<String> {
    sequence::calls(summary.failure().expect("the bank loses money").calls())
}

#[test]
fn both_kinds_come_to_the_same_smallest_program() {
    for seed in 0..20 {
        let check = Runner::named("bank").tests(2_000).seed(seed).first_failure();
        let symbolic = calls(&check.run(&bank::<Symbolic>(false)));
        assert_eq!(symbolic, calls(&check.run(&bank::<Dynamic>(false))), "seed {seed}");
        assert_eq!(symbolic, SMALLEST, "seed {seed}");
    }
}

#[test]
fn both_kinds_run_the_same_tests() {
    for seed in 0..5 {
        let check = Runner::named("bank").seed(seed);
        let symbolic = check.run(&bank::<Symbolic>(true));
        let dynamic = check.run(&bank::<Dynamic>(true));
        assert!(symbolic.is_success() && dynamic.is_success());
        assert_eq!(symbolic.counts, dynamic.counts, "seed {seed}");
    }
}

#[test]
fn a_failure_replays_from_its_token() {
    fn check<K: Kind>() {
        let found = Runner::named("bank").tests(2_000).seed(1).run(&bank::<K>(false));
        let token = found.failure().expect("the bank loses money").token.clone();
        let config = Config::default().with(|config| config.replay = Some(token));
        let replay = Runner::named("bank").with(config);
        let summary = replay.run(&bank::<K>(false));
        assert_eq!(calls(&summary), calls(&found));
        let failure = summary.failure().expect("it is broken again");
        assert_eq!(failure.found, Found::Replay);
        assert_eq!(Some(&failure.reason), found.failure().map(|failure| &failure.reason));
        // A bank that is right makes something of the same choices, too, and it holds.
        assert!(replay.run(&bank::<K>(true)).is_success());
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

/// What one kind found the other can replay: the choices are the same.
#[test]
fn a_token_of_one_kind_replays_with_the_other() {
    fn check<One: Kind, Other: Kind>() {
        let found = Runner::named("bank").tests(2_000).seed(1).run(&bank::<One>(false));
        let token = found.failure().expect("the bank loses money").token.clone();
        let config = Config::default().with(|config| config.replay = Some(token));
        let summary = Runner::named("bank").with(config).run(&bank::<Other>(false));
        assert_eq!(calls(&summary), calls(&found));
    }
    check::<Symbolic, Dynamic>();
    check::<Dynamic, Symbolic>();
}

#[test]
fn a_failure_is_kept_and_tried_first() {
    fn check<K: Kind>(name: &str) {
        let directory = Directory::new(name);
        let database = Database::at(directory.0.clone());
        let config = Config::default().with(|config| {
            config.database = database;
            config.seed = Some(1);
            config.tests = 2_000;
        });
        let check = Runner::named("bank").with(config);
        let run = |is_right: bool| check.run(&bank::<K>(is_right) as &dyn Law);
        let first = run(false);
        assert!(matches!(first.failure().unwrap().found, Found::Test { .. }));
        let again = run(false);
        assert_eq!(calls(&again), calls(&first));
        assert_eq!(again.failure().map(|failure| failure.found), Some(Found::Database));
        assert!(run(true).is_success());
    }
    check::<Symbolic>("symbolic");
    check::<Dynamic>("dynamic");
}

/// A directory of a test's own, gone when the test is.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let name = format!("lawful-machines-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
