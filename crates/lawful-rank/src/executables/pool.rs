//! Supervisors of programs, kept from one case to the next.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use lawful_system::{EndedCase, Ending, ProcessLimits, Supervised, Supervisor};

use super::portable::Portable;
use super::{CaseInput, Confinement, Executables, RunLimits};
use crate::panel::{RankingError, Verdict};

/// Bytes of files that a confined program may write.
const SCRATCH: u64 = 64 << 20;
/// Directories of the system's own programs, which are no secret.
const SYSTEM: [&str; 6] = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/nix"];
/// Supervisors that are kept while they have nothing to do, at most: each takes two open files of this process, of
/// which many systems allow 1,024.
const MOST_IDLE: usize = 400;

/// Number of the error of a file that is no program (`ENOEXEC`).
const NO_FORMAT: i32 = 8;

/// A run of a program that came to an output or to a failure.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// [`Verdict::Passed`] if there is an output, until it is judged.
    pub verdict: Verdict,
    pub output: Vec<u8>,
    /// Reason for the end of the run, where it failed.
    pub message: String,
    /// Exit code, if the program exited.
    pub code: Option<i32>,
}

/// A program of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Answer(usize),
    Reference,
    /// Judges files, and is never asked line by line.
    Property,
}

pub(super) struct Pool {
    limits: RunLimits,
    is_by_line: bool,
    answers: Vec<Program>,
    judge: Option<Program>,
    /// Reason why answers are not confined, if they are not.
    pub unconfined: Option<String>,
    scratch: Scratch,
    /// Nanoseconds of CPU time that all programs took.
    cpu: AtomicU64,
    /// Supervisors that have nothing to do.
    idle: AtomicUsize,
}

struct Program {
    name: String,
    of: Supervised,
    idle: Mutex<Vec<Runner>>,
}

/// Supervisor of a program, with a working directory of its own.
struct Runner {
    kind: Kind,
    scratch: PathBuf,
}

enum Kind {
    Supervisor(Supervisor),
    Portable(Portable),
}

impl Pool {
    pub fn new<I>(of: &Executables<I>) -> Result<Self, RankingError> {
        let scratch = Scratch::new().map_err(|error| {
            RankingError::new(format!("no directory for the programs can be made: {error}"))
        })?;
        let absolute = |path: &Path| {
            std::path::absolute(found(path))
                .map_err(|error| RankingError::new(format!("{}: {error}", path.display())))
        };
        let paths: Vec<PathBuf> =
            of.answers.iter().map(|(_, path)| absolute(path)).collect::<Result<_, _>>()?;
        let judge = of.judge.as_deref().map(absolute).transpose()?;
        let interpreter = of.interpreter.as_deref().map(absolute).transpose()?;
        for path in paths.iter().chain(&judge).chain(&interpreter) {
            if !path.is_file() {
                let problem = match path.exists() {
                    true => "is no file\nName the programs in it.",
                    false => {
                        "does not exist\nGive the path of a program, or a name that is in PATH."
                    }
                };
                return Err(RankingError::new(format!("{} {problem}", path.display())));
            }
        }
        let limits = of.limits;
        let program = |name: &str, path: &Path, interpreter: Option<&PathBuf>, hidden| {
            let (program, arguments) = match interpreter {
                Some(interpreter) => (interpreter.clone(), vec![path.as_os_str().to_owned()]),
                None => (path.to_owned(), Vec::new()),
            };
            Program {
                name: name.to_string(),
                of: Supervised {
                    program,
                    arguments,
                    environment: of.environment.clone(),
                    scratch: PathBuf::new(),
                    hidden,
                    confined: of.confinement != Confinement::Off,
                    limits: ProcessLimits {
                        memory: limits.memory,
                        output: limits.output,
                        processes: limits.processes,
                        scratch: SCRATCH,
                        // The time of what judges; an answer's own is looked at by the clock.
                        cpu: 5 * limits.time,
                    },
                },
                idle: Mutex::default(),
            }
        };
        let all: Vec<PathBuf> = paths.iter().chain(&judge).cloned().collect();
        let named = of.answers.iter().zip(&paths);
        let answers = named
            .map(|((name, _), path)| program(name, path, interpreter.as_ref(), hidden(path, &all)));
        let mut pool = Pool {
            limits,
            is_by_line: of.is_by_line,
            answers: answers.collect(),
            judge: judge.as_ref().map(|path| program(of.judge_name(), path, None, Vec::new())),
            unconfined: None,
            scratch,
            cpu: AtomicU64::new(0),
            idle: AtomicUsize::new(0),
        };
        // The reference and the property are trusted, and may need what answers must not have.
        if let Some(judge) = &mut pool.judge {
            judge.of.confined = false;
        }
        pool.try_confinement(of.confinement)?;
        Ok(pool)
    }

    /// Finds out whether programs can be confined here.
    fn try_confinement(&mut self, wanted: Confinement) -> Result<(), RankingError> {
        if wanted == Confinement::Off {
            self.unconfined = Some("that was asked for".into());
            return Ok(());
        }
        let Some(first) = self.answers.first() else { return Ok(()) };
        let Err(error) = self.start(first) else { return Ok(()) };
        if wanted == Confinement::Required {
            return Err(RankingError::new(format!(
                "the answers cannot be confined: {error}\nRun them without confinement only if you trust them."
            )));
        }
        self.unconfined = Some(error.to_string());
        self.answers.iter_mut().for_each(|answer| answer.of.confined = false);
        Ok(())
    }

    fn program(&self, which: Which) -> Option<&Program> {
        match which {
            Which::Answer(number) => self.answers.get(number),
            Which::Reference | Which::Property => self.judge.as_ref(),
        }
    }

    fn start(&self, program: &Program) -> io::Result<Runner> {
        let scratch = self.scratch.directory()?;
        let environment = [("PATH", std::env::var_os("PATH").unwrap_or_default())]
            .into_iter()
            .chain([("HOME", scratch.clone().into()), ("TMPDIR", scratch.clone().into())])
            .chain([("LANG", OsString::from("C.UTF-8"))])
            .map(|(name, value)| (OsString::from(name), value))
            .chain(program.of.environment.iter().cloned())
            .collect();
        let of = Supervised { scratch: scratch.clone(), environment, ..program.of.clone() };
        let kind = match Supervisor::start(&of) {
            Ok(supervisor) => Kind::Supervisor(supervisor),
            Err(error) if error.kind() == io::ErrorKind::Unsupported && !of.confined => {
                Kind::Portable(Portable::new(of))
            }
            Err(error) => return Err(error),
        };
        Ok(Runner { kind, scratch })
    }

    /// Runs a program on a case. A `fresh` run does not use a process that answered other cases.
    pub fn run(&self, which: Which, case: &CaseInput, fresh: bool) -> Result<Run, RankingError> {
        let Some(program) = self.program(which) else {
            return Err(RankingError::new("there is no reference"));
        };
        let cannot = |error: io::Error| {
            RankingError::new(format!("{} cannot be run: {error}", program.name))
        };
        let is_by_line = self.is_by_line && which != Which::Property;
        // One that answered other cases may have learned from them.
        let is_alone = fresh && is_by_line;
        let idle = match is_alone {
            true => None,
            false => program.idle.lock().unwrap_or_else(|held| held.into_inner()).pop(),
        };
        let mut runner = match idle {
            Some(runner) => {
                self.idle.fetch_sub(1, Ordering::Relaxed);
                runner
            }
            None => self.start(program).map_err(cannot)?,
        };
        // What judges has more time: it is to be right, not fast.
        let time = match which {
            Which::Answer(_) => self.limits.time,
            Which::Reference | Which::Property => 5 * self.limits.time,
        };
        let ended = runner.run(case, is_by_line, time).map_err(cannot)?;
        self.cpu.fetch_add(ended.cpu.as_nanos() as u64, Ordering::Relaxed);
        if !program.of.confined && !is_by_line {
            empty(&runner.scratch);
        }
        match is_alone || self.idle.load(Ordering::Relaxed) >= MOST_IDLE {
            true => drop(runner),
            false => {
                self.idle.fetch_add(1, Ordering::Relaxed);
                program.idle.lock().unwrap_or_else(|held| held.into_inner()).push(runner);
            }
        }
        if let Ending::NotStarted(code) = ended.ending {
            let error = io::Error::from_raw_os_error(code);
            let hint = match error.kind() {
                // A confined program may run as another user than the one that started the ranking.
                io::ErrorKind::PermissionDenied => {
                    "\nMake it executable for all users (chmod a+rx), or name an interpreter that runs it."
                }
                io::ErrorKind::NotFound => {
                    "\nThe interpreter that its first line names, or the loader that it needs, does not exist."
                }
                _ if code == NO_FORMAT => {
                    "\nName an interpreter in its first line, such as #!/bin/sh, or one that runs all answers."
                }
                _ => "",
            };
            let path = program.of.program.display();
            return Err(RankingError::new(format!("{path} cannot be started: {error}{hint}")));
        }
        Ok(self.judge_ending(ended, time, is_by_line))
    }

    fn judge_ending(&self, ended: EndedCase, time: Duration, is_by_line: bool) -> Run {
        let EndedCase { ending, output, errors, .. } = ended;
        let RunLimits { memory, output: most, .. } = self.limits;
        let (verdict, message) = match ending {
            Ending::Exited(0) if !is_by_line => (Verdict::Passed, String::new()),
            Ending::Answered => (Verdict::Passed, String::new()),
            Ending::Exited(0) => (Verdict::Crashed, "ended without an answer".into()),
            Ending::Exited(code) => (Verdict::Crashed, format!("exit code {code}")),
            Ending::Signalled(signal) => (Verdict::Crashed, signal_name(signal)),
            Ending::TimedOut => (Verdict::TimedOut, format!("more than {time:?}")),
            Ending::TooMuchOutput => {
                (Verdict::OverLimit, format!("more than {most} bytes of output"))
            }
            Ending::TooMuchMemory => {
                (Verdict::OverLimit, format!("more than {memory} bytes of memory"))
            }
            Ending::NotStarted(code) => (Verdict::Crashed, format!("not started: error {code}")),
        };
        let message = match (verdict, complaint(&String::from_utf8_lossy(&errors))) {
            (Verdict::Crashed, Some(line)) => format!("{message}: {line}"),
            _ => message,
        };
        let code = match ending {
            Ending::Exited(code) => Some(code),
            _ => None,
        };
        Run { verdict, output, message, code }
    }
}

impl Runner {
    fn run(&mut self, case: &CaseInput, is_by_line: bool, time: Duration) -> io::Result<EndedCase> {
        match &mut self.kind {
            Kind::Supervisor(supervisor) if is_by_line => supervisor.ask(&case.stdin, time),
            Kind::Supervisor(supervisor) => supervisor.run(&case.arguments, &case.stdin, time),
            Kind::Portable(_) if is_by_line => Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "programs that answer line by line need Linux; use a process for each case",
            )),
            Kind::Portable(portable) => portable.run(&case.arguments, &case.stdin, time),
        }
    }
}

/// A program by its path, or by its name in `PATH`.
pub(super) fn found(path: &Path) -> PathBuf {
    let is_name = path.components().count() == 1 && !path.exists();
    let folders = std::env::var_os("PATH").filter(|_| is_name).unwrap_or_default();
    let mut candidates = std::env::split_paths(&folders).map(|folder| folder.join(path));
    candidates.find(|candidate| candidate.is_file()).unwrap_or_else(|| path.to_owned())
}

/// The files of other programs, which `own` must not see. Where each program has a folder of its own, it is the folder.
fn hidden(own: &Path, all: &[PathBuf]) -> Vec<PathBuf> {
    let canonical = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let own = canonical(own);
    let others = all.iter().map(|path| canonical(path)).filter(|path| *path != own);
    let is_system = |path: &Path| SYSTEM.iter().any(|folder| path.starts_with(folder));
    let mut hidden: Vec<PathBuf> = others
        .filter(|path| !is_system(path))
        .map(|path| match path.parent() {
            Some(folder) if is_apart(folder, &own) => folder.to_owned(),
            _ => path,
        })
        .collect();
    hidden.sort();
    hidden.dedup();
    hidden
}

/// Returns whether two programs have folders of their own side by side: `a/main` and `b/main`.
fn is_apart(folder: &Path, own: &Path) -> bool {
    let beside = own.parent().filter(|mine| *mine != folder).and_then(Path::parent);
    beside.is_some() && beside == folder.parent() && beside != Some(Path::new("/"))
}

fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "illegal instruction",
        6 => "aborted",
        7 => "bus error",
        8 => "arithmetic error",
        9 => "killed",
        11 => "segmentation fault",
        13 => "broken pipe",
        15 => "terminated",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal}, {name}")
}

/// The line of standard error that says why a program crashed: the last that names an error, or else the last.
fn complaint(errors: &str) -> Option<&str> {
    // Rust ends with a note on backtraces.
    let is_told = |line: &&str| !line.is_empty() && !line.starts_with("note: ");
    let lines: Vec<&str> = errors.lines().map(str::trim).filter(is_told).collect();
    let names_error = |line: &&str| {
        ["rror", "xception", "panicked", "abort"].iter().any(|word| line.contains(word))
    };
    let last = lines.len().checked_sub(1)?;
    let at = lines.iter().rposition(names_error).unwrap_or(last);
    // The message of a panic is in the line after its place, which has the number of the thread: another one in each run.
    let is_place = lines[at].contains("panicked at ") && lines[at].ends_with(':');
    Some(lines[if is_place { last.min(at + 1) } else { at }])
}

/// Removes what a case left in its working directory.
fn empty(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let _ = match is_directory {
            true => fs::remove_dir_all(entry.path()),
            false => fs::remove_file(entry.path()),
        };
    }
}

/// A directory for the working directories, removed with the pool.
pub(super) struct Scratch {
    root: PathBuf,
    next: AtomicU64,
}

impl Scratch {
    fn new() -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let root =
            std::env::temp_dir().join(format!("lawful-rank-{}-{number}", std::process::id()));
        fs::create_dir_all(&root)?;
        Ok(Scratch { root, next: AtomicU64::new(0) })
    }

    /// A new directory.
    pub fn directory(&self) -> io::Result<PathBuf> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.root.join(number.to_string());
        fs::create_dir(&path)?;
        Ok(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

impl Pool {
    pub fn cpu_time(&self) -> Duration {
        Duration::from_nanos(self.cpu.load(Ordering::Relaxed))
    }

    /// A new directory for files that a judge reads.
    pub fn directory(&self) -> Result<PathBuf, RankingError> {
        self.scratch.directory().map_err(|error| {
            RankingError::new(format!("no directory for the property can be made: {error}"))
        })
    }
}
