//! `cargo lawful`: runs the laws of a workspace on all cores, by their own numbers of tests or by a budget.

mod directory;
mod options;
mod process;
mod progress;
mod schedule;
mod verdict;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lawful_data::{Record, Summary, Unfinished};
use lawful_report::html::{Entry, EntryVerdict};
use lawful_report::terminal::{self, remark};

use self::directory::Directory;
pub use self::options::RunOptions;
use self::process::Slot;
use self::progress::{Figures, Progress};
use self::schedule::{LawState, Next, PartEnd, Schedule};
pub use self::verdict::{Judged, Totals, Verdict, sum_up};
use crate::duration::shown_duration;
use crate::error::{CommandError, Exit};
use crate::laws::{FoundLaw, FoundLaws};
use crate::report;
use crate::results::{self, ResultsFile};
use crate::style::{Tone, headed, print, status, tell};

/// Time between two looks at processes and the interrupt key.
const TICK: Duration = Duration::from_millis(100);

/// Why nothing is known of a law whose process ended with success.
const WITHOUT_LAW: &str = "its test ended without running it";

/// A run that is prepared: what is run, and how.
pub(crate) struct Prepared {
    pub laws: FoundLaws,
    pub schedule: Schedule,
    pub workers: usize,
    /// Variables that every process gets.
    pub environment: Vec<(String, String)>,
    pub seed: u64,
    pub time: Option<Duration>,
    /// Directory for the files of processes.
    pub directory: Directory,
    pub results: Option<ResultsFile>,
    pub junit: Option<PathBuf>,
    pub page: Option<PageFile>,
    /// Arguments of the command that runs the same laws.
    pub words: Vec<String>,
    pub is_quiet: bool,
    /// True if this is one part of a run on several machines.
    pub is_shard: bool,
}

/// Page of HTML that a run writes.
pub(crate) struct PageFile {
    pub file: PathBuf,
    /// Root of the workspace, where the sources are.
    pub root: PathBuf,
}

/// State that workers and the main thread share.
struct Shared {
    schedule: Mutex<Schedule>,
    changed: Condvar,
    laws: FoundLaws,
    environment: Vec<(String, String)>,
    slots: Vec<Slot>,
}

/// Something that a worker tells.
enum News {
    Begun { worker: usize, law: usize },
    Ended { law: usize, broken: Vec<Summary>, end: Box<PartEnd> },
    Rests { worker: usize },
}

impl Shared {
    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs parts until there are no more.
    fn work(&self, worker: usize, news: &Sender<News>) {
        loop {
            let mut schedule = self.schedule();
            let part = loop {
                match schedule.next(Instant::now()) {
                    Next::Part(part) => break part,
                    Next::Over => return,
                    Next::Wait => {
                        let _ = news.send(News::Rests { worker });
                        // Also time may end the run, so it is not waited for ever.
                        let waited = self.changed.wait_timeout(schedule, TICK);
                        schedule = waited.unwrap_or_else(PoisonError::into_inner).0;
                    }
                }
            };
            drop(schedule);
            // The main thread receives as long as there are workers.
            let _ = news.send(News::Begun { worker, law: part.law });
            let law = &self.laws.laws[part.law];
            let executable = self.laws.executable(law);
            let end = self.slots[worker].run(executable, law, &part, &self.environment);
            let broken = self.schedule().ended(&part, &end);
            self.changed.notify_all();
            let _ = news.send(News::Ended { law: part.law, broken, end: Box::new(end) });
        }
    }
}

/// The main thread of a run: prints, and watches over the processes.
struct Watching<'a> {
    shared: &'a Shared,
    progress: Progress,
    results: Option<ResultsFile>,
    /// Notices that were told; every process tells them anew.
    told: Vec<String>,
    /// True for laws whose summaries are in the file of results.
    is_written: Vec<bool>,
    is_interrupted: bool,
}

impl Prepared {
    /// Runs the laws, prints what they came to, and returns the exit code.
    pub fn run(self) -> Result<Exit, CommandError> {
        let started = Instant::now();
        let interrupted = interrupts()?;
        let Prepared { laws, schedule, workers, environment, directory, .. } = self;
        let number = laws.laws.len();
        let slots = (0..workers).map(|worker| Slot::new(directory.path(), worker)).collect();
        let (schedule, changed) = (Mutex::new(schedule), Condvar::new());
        let shared = Shared { schedule, changed, laws, environment, slots };
        let mut watching = Watching {
            shared: &shared,
            progress: Progress::new(workers, number, self.time, self.is_quiet),
            results: self.results,
            told: Vec::new(),
            is_written: vec![false; number],
            is_interrupted: false,
        };
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for worker in 0..workers {
                let (shared, sender) = (&shared, sender.clone());
                scope.spawn(move || shared.work(worker, &sender));
            }
            drop(sender);
            watching.watch(&receiver, &interrupted)
        })?;
        shared.schedule().decide();
        let is_interrupted = watching.is_interrupted;
        let written = watching.end()?;
        drop(directory);
        let schedule = shared.schedule();
        let laws = &shared.laws;
        let judged: Vec<Judged> = { laws.laws.iter().zip(&schedule.laws) }
            .flat_map(|(law, state)| judged(law, state, is_interrupted))
            .map(|judged| if self.is_shard { judged.of_part() } else { judged })
            .collect();
        if let Some(path) = &self.junit {
            junit(path, laws, &schedule)?;
        }
        let elapsed = started.elapsed();
        if !self.is_shard {
            print_decided(&schedule);
        }
        let totals = Totals {
            time: format!(" in {}", shown_duration(elapsed)),
            tests: schedule.tests(),
            seed: self.seed,
            left_out: laws.others,
        };
        let (lines, exit) = sum_up(&judged, &totals);
        lines.iter().for_each(|line| print(line));
        if let Some(path) = written {
            let text = format!("{}", path.display());
            tell(Tone::Good, "Results", &text);
        }
        if let Some(PageFile { file, root }) = &self.page {
            let mut page = report::of_workspace(Some(root));
            page.subtitle(report::command(&[], &self.words));
            page.fact("time", shown_duration(elapsed));
            page.fact("root seed", format!("{:#x}", self.seed));
            for (law, state) in laws.laws.iter().zip(&schedule.laws) {
                entries(law, state, is_interrupted).into_iter().for_each(|entry| {
                    page.add(entry);
                });
                for one in &state.pages {
                    page.page(one);
                }
            }
            report::write(&page, file)?;
        }
        Ok(if is_interrupted { Exit::Interrupted } else { exit })
    }
}

impl Watching<'_> {
    fn watch(
        &mut self,
        news: &Receiver<News>,
        interrupted: &AtomicBool,
    ) -> Result<(), CommandError> {
        let mut ticked = Instant::now();
        loop {
            let told = match news.recv_timeout(TICK) {
                Ok(news) => self.take(news),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            if let Err(error) = told {
                // The laws that run end first; their failures are stored.
                self.shared.schedule().stop();
                self.results = None;
                self.progress.tell(&status(Tone::Bad, "Error", &error.to_string()));
            }
            if interrupted.load(Relaxed) && !self.is_interrupted {
                self.is_interrupted = true;
                self.shared.schedule().stop();
                self.progress.tell(&status(Tone::Warning, "Interrupted", "stopping"));
            }
            if self.is_interrupted {
                self.shared.slots.iter().for_each(Slot::kill);
            }
            if ticked.elapsed() >= TICK {
                ticked = Instant::now();
                self.shared.slots.iter().for_each(Slot::kill_if_late);
                let figures = figures(&self.shared.schedule());
                self.progress.tick(figures);
            }
        }
    }

    fn take(&mut self, news: News) -> Result<(), CommandError> {
        match news {
            News::Rests { worker } => self.progress.rest(worker),
            News::Begun { worker, law } => {
                let schedule = self.shared.schedule();
                let state = &schedule.laws[law];
                let tests = state.summaries.iter().map(|one| one.passed + one.discarded).sum();
                let name = &self.shared.laws.laws[law].about.name;
                self.progress.begin(worker, name, tests, state.time);
            }
            News::Ended { law, broken, end } => {
                for notice in &end.notices {
                    if !self.told.contains(notice) {
                        self.progress.tell(notice);
                        self.told.push(notice.clone());
                    }
                }
                // Failures are in the database, and in the file of results, before they are printed.
                self.write(law, &end)?;
                for summary in &broken {
                    self.progress.print(&headed(&terminal::report(summary)));
                }
            }
        }
        Ok(())
    }

    /// Writes what a part told to the file of results, and what its law came to if it is done.
    fn write(&mut self, law: usize, end: &PartEnd) -> Result<(), CommandError> {
        let Some(results) = &mut self.results else { return Ok(()) };
        for record in &end.stored {
            results.add(record)?;
        }
        let schedule = self.shared.schedule();
        let state = &schedule.laws[law];
        if state.is_done && !std::mem::replace(&mut self.is_written[law], true) {
            write_law(results, &self.shared.laws.laws[law], state)?;
        }
        Ok(())
    }

    /// Ends the file of results, which is whole unless the run was interrupted.
    fn end(mut self) -> Result<Option<PathBuf>, CommandError> {
        self.progress.end();
        let Some(mut results) = self.results.take() else { return Ok(None) };
        let schedule = self.shared.schedule();
        let laws = self.shared.laws.laws.iter().zip(&schedule.laws).zip(&self.is_written);
        for ((law, state), _) in laws.filter(|(_, is_written)| !**is_written) {
            write_law(&mut results, law, state)?;
        }
        match self.is_interrupted {
            true => Ok(None),
            false => results.end().map(Some),
        }
    }
}

/// Writes what a law came to.
fn write_law(
    results: &mut ResultsFile,
    law: &FoundLaw,
    state: &LawState,
) -> Result<(), CommandError> {
    for summary in &state.summaries {
        results.add(&Record::Summary(Box::new(summary.clone())))?;
    }
    for page in &state.pages {
        results.add(&Record::Page(Box::new(page.clone())))?;
    }
    let has_died = state.problem.is_some() && !state.was_killed;
    let silent = (state.is_without_law && law.is_law).then_some(WITHOUT_LAW);
    if let Some(why) = state.problem.as_deref().or(silent) {
        let unfinished = Unfinished::new(law.about.clone(), has_died, why);
        results.add(&Record::Unfinished(Box::new(unfinished)))?;
    }
    Ok(())
}

/// Writes what laws came to as JUnit's XML, with the time that each took.
fn junit(path: &Path, laws: &FoundLaws, schedule: &Schedule) -> Result<(), CommandError> {
    let (mut summaries, mut times) = (Vec::new(), BTreeMap::new());
    for (law, state) in laws.laws.iter().zip(&schedule.laws) {
        let known = state.summaries.iter().cloned();
        let unknown = state.problem.as_ref().map(|why| results::unknown(&law.about, why));
        for summary in known.chain(unknown) {
            times.insert(summary.about.identity(), state.time);
            summaries.push(summary);
        }
    }
    results::write_junit(path, &summaries, &|about| times.get(&about.identity()).copied())
}

/// Sets a flag when the run is interrupted. A second time ends the program at once.
fn interrupts() -> Result<Arc<AtomicBool>, CommandError> {
    let flag = Arc::new(AtomicBool::new(false));
    let set = flag.clone();
    let handler = move || {
        if set.swap(true, Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
    };
    ctrlc::set_handler(handler).map_err(|error| CommandError::tool_failed(error.to_string()))?;
    Ok(flag)
}

fn figures(schedule: &Schedule) -> Figures {
    // What is decided by the counts of all parts is not known yet.
    let is_broken = |one: &Summary| !one.failures().is_empty() && !one.is_success();
    let is_bad = |law: &&LawState| law.problem.is_some() || law.summaries.iter().any(is_broken);
    Figures {
        laws: schedule.laws.len(),
        done: schedule.laws.iter().filter(|law| law.was_run()).count(),
        tests: schedule.tests(),
        bad: schedule.laws.iter().filter(is_bad).count(),
    }
}

/// What is known of a law.
enum Known<'a> {
    /// What it came to.
    Summary(&'a Summary),
    /// Nothing, or nothing more, for a reason.
    Nothing(Verdict, &'a str),
}

/// What is known of a test: of the law that it is, or of the laws in it.
fn known<'a>(law: &FoundLaw, state: &'a LawState, is_interrupted: bool) -> Vec<Known<'a>> {
    let summaries = || state.summaries.iter().map(Known::Summary).collect();
    match &state.problem {
        // A failure that was found says more than that the law did not end.
        Some(problem) if state.summaries.iter().all(Summary::is_success) => {
            let verdict = if state.was_killed { Verdict::Unknown } else { Verdict::Died };
            vec![Known::Nothing(verdict, problem)]
        }
        None if state.summaries.is_empty() && law.is_law => {
            let why = match () {
                () if state.is_without_law => WITHOUT_LAW,
                () if is_interrupted => "interrupted",
                () => "no time was left",
            };
            vec![Known::Nothing(Verdict::NotRun, why)]
        }
        _ => summaries(),
    }
}

/// Verdicts of a test: of the law that it is, or of the laws in it.
fn judged(law: &FoundLaw, state: &LawState, is_interrupted: bool) -> Vec<Judged> {
    let judged = |known| match known {
        Known::Summary(summary) => Judged::of(summary),
        Known::Nothing(verdict, why) => Judged {
            name: law.about.name.clone(),
            place: String::new(),
            verdict,
            remark: why.to_string(),
        },
    };
    known(law, state, is_interrupted).into_iter().map(judged).collect()
}

/// Entries of a test in a page: of the law that it is, or of the laws in it.
fn entries(law: &FoundLaw, state: &LawState, is_interrupted: bool) -> Vec<Entry> {
    let entry = |known| {
        let mut entry = match known {
            Known::Summary(summary) => {
                let mut entry = Entry::of_law(summary);
                let course = state.courses.get(&summary.about.identity());
                entry.course(course.cloned().unwrap_or_default());
                entry.problem(state.problem.as_deref().unwrap_or_default());
                entry
            }
            Known::Nothing(verdict, why) => {
                let verdict = match verdict {
                    Verdict::NotRun => EntryVerdict::NotRun,
                    Verdict::Unknown => EntryVerdict::Unknown,
                    _ => EntryVerdict::Died,
                };
                Entry::unfinished(&law.about, verdict, why)
            }
        };
        entry.time(state.time);
        entry
    };
    known(law, state, is_interrupted).into_iter().map(entry).collect()
}

/// Prints what is known only from the counts of all parts, and what laws that passed have to tell.
fn print_decided(schedule: &Schedule) {
    for summary in schedule.laws.iter().flat_map(|law| &law.summaries) {
        let was_told = !summary.failures().is_empty();
        match summary.is_success() {
            true => remark(summary).iter().for_each(|text| print(text)),
            false if was_told => {}
            false => print(&headed(&terminal::report(summary))),
        }
    }
}
