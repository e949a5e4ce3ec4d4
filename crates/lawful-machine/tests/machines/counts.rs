//! What is counted, against counts that the systems keep themselves.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use lawful_core::label;
use lawful_core::law::Law;
use lawful_core::run::{About, Config, Event, Runner, Stopped, Summary, Warning, run_built};
use lawful_machine::{Counts, Dynamic, Kind, Machine, Step, StepResult, Symbolic};

type Table = BTreeMap<(String, String), u64>;
type Shared = Arc<Mutex<Table>>;

fn count(table: &Shared, name: &str, entry: impl ToString) {
    let key = (String::from(name), entry.to_string());
    *table.lock().unwrap().entry(key).or_default() += 1;
}

/// A door that counts what is done to it.
struct Door {
    is_open: bool,
    commands: Vec<&'static str>,
    /// What is counted in all cases.
    counted: Shared,
    /// From how many commands on it is stuck, if it ever is.
    stuck: usize,
}

impl Door {
    fn set(&mut self, command: &'static str, is_open: bool) -> bool {
        let before = self.state();
        self.is_open = is_open;
        self.note_from(before, command);
        self.commands.len() < self.stuck
    }

    fn note(&mut self, command: &'static str) {
        self.note_from(self.state(), command);
    }

    fn note_from(&mut self, before: &str, command: &'static str) {
        self.commands.push(command);
        count(&self.counted, "states", self.state());
        count(&self.counted, "transitions", format!("{before}, {command}, {}", self.state()));
    }

    fn state(&self) -> &'static str {
        if self.is_open { "open" } else { "shut" }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let commands = &self.commands;
        commands.iter().for_each(|command| count(&self.counted, "commands", command));
        for pair in commands.windows(2) {
            count(&self.counted, "pairs of commands", format!("{}, {}", pair[0], pair[1]));
        }
        count(&self.counted, "commands in a case", length(commands.len()));
    }
}

/// The line that a length is counted in.
fn length(length: usize) -> String {
    match length {
        0 | 1 => length.to_string(),
        _ => {
            let low = 1 << length.ilog2();
            format!("{low} to {}", 2 * low - 1)
        }
    }
}

fn open<K: Kind>(model: &mut bool, step: Step<'_, Door, K>) -> StepResult {
    step.require(!*model)?;
    step.call((), |door: &mut Door, _, ()| door.set("open", true))?.returns(true)?;
    *model = true;
    Ok(())
}

fn shut<K: Kind>(model: &mut bool, step: Step<'_, Door, K>) -> StepResult {
    step.require(*model)?;
    step.call((), |door: &mut Door, _, ()| door.set("shut", false))?.returns(true)?;
    *model = false;
    Ok(())
}

fn knock<K: Kind>(_: &mut bool, step: Step<'_, Door, K>) -> StepResult {
    step.call((), |door: &mut Door, _, ()| door.note("knock"))?;
    Ok(())
}

/// Commands that count how often they are refused. A symbolic machine makes programs that do not run,
/// so only of a dynamic one is that known from outside.
fn doors<K: Kind>(counted: &Shared, stuck: usize) -> Machine<bool, Door, K> {
    let (for_doors, for_open, for_shut) = (counted.clone(), counted.clone(), counted.clone());
    let door = move || {
        let counted = for_doors.clone();
        Door { is_open: false, commands: Vec::new(), counted, stuck }
    };
    Machine::new(|| false, door)
        .named_command("open", move |model, step| {
            if *model {
                count(&for_open, "commands refused", "open");
            }
            open(model, step)
        })
        .named_command("shut", move |model, step| {
            if !*model {
                count(&for_shut, "commands refused", "shut");
            }
            shut(model, step)
        })
        .command(knock)
        .states(|is_open| if *is_open { "open" } else { "shut" })
}

/// What a summary says, without what is 0.
fn told(summary: &Summary) -> Table {
    let counts = summary.counts.iter().filter(|(_, count)| *count > 0);
    let entry = |(counted, count): &(lawful_core::law::Counter, u64)| {
        ((String::from(counted.table), counted.name.clone()), *count)
    };
    counts.map(entry).collect()
}

fn without_refused(table: &Table) -> Table {
    let kept = table.iter().filter(|((table, _), _)| table != "commands refused");
    kept.map(|(key, count)| (key.clone(), *count)).collect()
}

#[test]
fn commands_pairs_lengths_and_states_are_counted_as_the_systems_count_them() {
    let counted = Shared::default();
    let machine = doors::<Symbolic>(&counted, usize::MAX);
    let summary = Runner::named("doors").tests(500).seed(1).run(&machine);
    assert!(summary.is_success(), "{:?}", summary.stopped);
    let counted = counted.lock().unwrap().clone();
    assert_eq!(without_refused(&told(&summary)), without_refused(&counted));
    let tables = ["commands", "pairs of commands", "commands in a case", "states", "transitions"];
    assert!(tables.iter().all(|wanted| counted.keys().any(|(table, _)| table == wanted)));
    // Both tables of steps are drawn as graphs; the rest is not.
    let is_of_steps = |table: &str| ["transitions", "pairs of commands"].contains(&table);
    assert!(summary.counts.iter().all(|(row, _)| row.step.is_some() == is_of_steps(row.table)));
    let opened = summary.counts.iter().find(|(row, _)| row.name == "shut, open, open").unwrap();
    let step = opened.0.step.as_ref().unwrap();
    assert_eq!((&*step.from, &*step.label, &*step.to), ("shut", "open", "open"));
    // A passing law says in few words what was asked for, and all of it with statistics.
    let in_few_words = lawful_report::terminal::remark(&summary).unwrap();
    assert!(in_few_words.contains("states: ") && !in_few_words.contains("transitions"));
    let mut statistics = summary;
    statistics.tells_counts = true;
    let in_full = lawful_report::terminal::remark(&statistics).unwrap();
    assert!(in_full.contains("% shut, open, open"), "{in_full}");
}

#[test]
fn what_is_refused_is_counted_and_both_kinds_count_the_same() {
    let counted = Shared::default();
    let machine = doors::<Dynamic>(&counted, usize::MAX);
    let dynamic = Runner::named("doors").tests(500).seed(1).run(&machine);
    let refused = |table: &Table| -> Vec<(String, u64)> {
        let refused = table.iter().filter(|((table, _), _)| table == "commands refused");
        refused.map(|((_, name), count)| (name.clone(), *count)).collect()
    };
    let expected = refused(&counted.lock().unwrap());
    assert_eq!(expected.len(), 2);
    assert_eq!(refused(&told(&dynamic)), expected);
    let machine = doors::<Symbolic>(&Shared::default(), usize::MAX);
    let symbolic = Runner::named("doors").tests(500).seed(1).run(&machine);
    assert_eq!(symbolic.counts, dynamic.counts);
}

#[test]
fn the_number_of_jobs_changes_nothing_about_what_is_counted() {
    fn check<K: Kind>(stuck: usize, demands: bool) -> Summary {
        let run = |jobs: usize| {
            let counted = Shared::default();
            let about = About::new("jobs", "", 0);
            let config = Config::default().with(|config| {
                config.seed = Some(3);
                config.tests = 1_000;
                config.max_failures = 1;
                config.jobs = jobs;
            });
            let build = |run: &mut dyn FnMut(&dyn Law)| {
                let machine = doors::<K>(&counted, stuck);
                // With a demand every case has something to say, and without one few have.
                run(&match demands {
                    true => machine.cover(20.0, "knocks", |counts| counts.of("knock") > 0),
                    false => machine,
                });
            };
            let mut told = Vec::new();
            let mut summary = run_built(&build, &[], &about, &config, &mut |event| {
                // How many tests there are between two looks is a matter of time.
                if !matches!(event, Event::Progress { .. }) {
                    told.push(event.clone());
                }
            });
            // So is whether making the arguments was slow.
            summary.warnings.retain(|one| !matches!(one, Warning::SlowGeneration { .. }));
            let counted = counted.lock().unwrap().clone();
            (format!("{told:?}\n{summary:?}"), summary, counted)
        };
        let (one, summary, _) = run(1);
        for jobs in [2, 3] {
            let (other, summary, counted) = run(jobs);
            assert_eq!(one, other, "{jobs} jobs");
            if summary.is_success() && !K::IS_DYNAMIC {
                assert_eq!(without_refused(&self::told(&summary)), without_refused(&counted));
            }
        }
        summary
    }
    for demands in [false, true] {
        assert!(check::<Symbolic>(usize::MAX, demands).is_success());
        assert!(check::<Dynamic>(usize::MAX, demands).is_success());
    }
    assert!(check::<Symbolic>(30, false).failure().is_some());
    assert!(check::<Dynamic>(30, false).failure().is_some());
}

/// How many cases in a hundred meet a condition, as the machine is told.
fn covered(percent: f64, holds: fn(&Counts<'_>) -> bool) -> Summary {
    let machine = doors::<Symbolic>(&Shared::default(), usize::MAX).cover(percent, "such", holds);
    Runner::named("covered").seed(1).run(&machine)
}

#[test]
fn demands_of_coverage_are_judged_by_what_ran() {
    let summary = covered(99.0, |counts| {
        let sum = counts.of("open") + counts.of("shut") + counts.of("knock");
        // A door is opened before it is shut.
        sum == counts.commands() && counts.of("open") >= counts.of("shut")
    });
    assert!(summary.is_success(), "{:?}", summary.stopped);
    let summary = covered(50.0, |counts| counts.pair("open", "open") > 0);
    let Stopped::NotCovered(missed) = &summary.stopped else { panic!("{:?}", summary.stopped) };
    assert_eq!(missed[0].name, "such");
    let summary = covered(60.0, |counts| counts.pair("open", "shut") > 0);
    assert!(summary.is_success(), "{:?}", summary.stopped);
}

#[test]
fn a_command_that_there_is_not_cannot_be_covered() {
    let summary = covered(1.0, |counts| counts.of("kick") > 0);
    let Stopped::Misused(misuse) = &summary.stopped else { panic!("{:?}", summary.stopped) };
    let expected = "the machine has no command `kick`; it has open, shut, knock";
    assert_eq!(misuse.to_string(), expected);
}

fn kick<K: Kind>(_: &mut bool, step: Step<'_, Door, K>) -> StepResult {
    step.refuse()
}

#[test]
fn a_command_that_never_runs_is_remarked_upon() {
    fn check<K: Kind>() {
        let machine = doors::<K>(&Shared::default(), usize::MAX).command(kick);
        let summary = Runner::named("starved").seed(1).run(&machine);
        assert!(summary.is_success(), "{:?}", summary.stopped);
        let key = (String::from("commands refused"), String::from("kick"));
        let refused = told(&summary)[&key];
        let remark = format!(
            "the command `kick` never ran: its preconditions refused it all {refused} times"
        );
        assert!(refused > 1_000 && summary.warnings.contains(&Warning::Remark(remark)));
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn showing_every_case_changes_nothing_about_what_is_counted() {
    fn check<K: Kind>() {
        let run = |verbose: bool| {
            let machine = doors::<K>(&Shared::default(), usize::MAX).command(kick);
            let config = Config::default().with(|config| {
                config.verbose = verbose;
                config.seed = Some(1);
            });
            Runner::named("shown").with(config).run(&machine)
        };
        let remarks = |summary: &Summary| -> Vec<Warning> {
            let warnings = summary.warnings.iter();
            warnings.filter(|one| matches!(one, Warning::Remark(_))).cloned().collect()
        };
        let (shown, silent) = (run(true), run(false));
        assert_eq!(shown.counts, silent.counts);
        assert_eq!(remarks(&shown), remarks(&silent));
        assert_eq!(remarks(&shown).len(), 1);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn whoever_names_a_state_may_label_the_case() {
    fn check<K: Kind>() {
        let machine = doors::<K>(&Shared::default(), usize::MAX).states(|is_open| {
            label!("named");
            if *is_open { "wide open" } else { "shut" }
        });
        let summary = Runner::named("labelled").seed(1).run(&machine);
        assert!(summary.is_success(), "{:?}", summary.stopped);
        let key = (String::from("states"), String::from("wide open"));
        assert!(told(&summary)[&key] > 100);
    }
    check::<Symbolic>();
    check::<Dynamic>();
}

#[test]
fn a_command_that_panics_is_counted_like_any_other() {
    fn check<K: Kind>() {
        let machine = Machine::<(), (), K>::new(|| (), || ()).named_command("burst", |(), step| {
            step.call((), |_, _, ()| panic!("burst"))?;
            Ok(())
        });
        let summary = Runner::named("burst").seed(1).run(&machine);
        let told = told(&summary);
        let count = |table: &str, name: &str| {
            told.get(&(String::from(table), String::from(name))).copied().unwrap_or(0)
        };
        let ran = count("commands", "burst");
        assert!(ran > 100, "{told:?}");
        assert_eq!(count("commands in a case", "1"), ran, "none comes after it: {told:?}");
    }
    check::<Symbolic>();
    check::<Dynamic>();
}
