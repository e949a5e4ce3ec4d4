//! Answers that are executables: a process for each case, or one that answers line by line.

mod comparison;
mod judging;
mod pool;
mod portable;
mod suites;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;
use std::time::Duration;

pub use comparison::Comparison;
use judging::Judged;
use pool::Pool;

use crate::panel::RankingError;

/// Input of one case, as a program gets it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CaseInput {
    /// Arguments of the command line, after those of the program itself.
    pub arguments: Vec<OsString>,
    /// Bytes of standard input.
    pub stdin: Vec<u8>,
}

/// Policy for programs that cannot be confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Confinement {
    /// Programs are confined where the system can do it; the report says if they were not.
    #[default]
    IfPossible,
    /// Programs are confined, or there is no ranking.
    Required,
    /// Programs run as they are.
    Off,
}

/// Limits of one run of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunLimits {
    /// Time of a case.
    pub time: Duration,
    /// Bytes of memory of all processes of a case.
    pub memory: u64,
    /// Bytes of standard output, and of the largest file.
    pub output: u64,
    /// Number of processes and threads at a time.
    pub processes: u64,
    /// Time of a test suite for one answer.
    pub suite: Duration,
    /// Number of cases that an answer may end by a limit, after which the search for bugs goes on without it.
    pub max_timeouts: u64,
}

impl Default for RunLimits {
    /// Two seconds, a gibibyte, a mebibyte of output, 64 processes, a minute for a test suite, and 20 cases over a limit.
    fn default() -> Self {
        RunLimits {
            time: Duration::from_secs(2),
            memory: 1 << 30,
            output: 1 << 20,
            processes: 64,
            suite: Duration::from_secs(60),
            max_timeouts: 20,
        }
    }
}

/// Oracle of executables.
enum Oracle {
    Reference,
    Property,
    Majority,
}

/// Executables as answers, with their oracle: a [`Panel`](crate::Panel) for
/// [`Assignment::panel`](crate::Assignment::panel).
///
/// A program passes if it exits with code 0 within its limits and the oracle accepts its output. Each case has an empty
/// working directory; nothing but `PATH`, `HOME`, `TMPDIR` and `LANG` is in its environment. On Linux programs
/// are confined: no network, files that they can only read, no view of the other answers, of the reference and of other
/// processes. (Programs below `/usr` and `/bin` are the system's own, and are not hidden.)
///
/// ```
/// use lawful::prelude::*;
/// use lawful::generate::string_of;
/// use lawful::rank::{Assignment, Executables};
///
/// # if !cfg!(unix) { return }
/// let programs = Executables::by_stdin(|text: &String| text.clone().into_bytes())
///     .reference("/bin/cat")
///     .answer("right", "/bin/cat")
///     .answer("silent", "/bin/true");
/// let ranking = Assignment::new(string_of("ab", 0..=3))
///     .panel(programs)
///     .small_tests(10)
///     .patience(5)
///     .rank();
/// assert_eq!(ranking.bugs()[0].test, "\"a\"");
/// assert_eq!(ranking.answers()[0].name, "right");
/// ```
pub struct Executables<I> {
    encode: Box<dyn Fn(&I) -> CaseInput + Send + Sync>,
    is_by_line: bool,
    comparison: Comparison,
    limits: RunLimits,
    confinement: Confinement,
    environment: Vec<(OsString, OsString)>,
    interpreter: Option<PathBuf>,
    jobs: usize,
    oracle: Oracle,
    judge: Option<PathBuf>,
    answers: Vec<(String, PathBuf)>,
    /// Supervisors of the programs, from the first case on.
    pool: Mutex<Option<Arc<Pool>>>,
    judged: Mutex<Judged>,
}

impl<I> Executables<I> {
    fn new(is_by_line: bool, encode: impl Fn(&I) -> CaseInput + Send + Sync + 'static) -> Self {
        Executables {
            encode: Box::new(encode),
            is_by_line,
            comparison: Comparison::Exact,
            limits: RunLimits::default(),
            confinement: Confinement::IfPossible,
            environment: Vec::new(),
            interpreter: None,
            jobs: available_parallelism().map_or(1, usize::from),
            oracle: Oracle::Majority,
            judge: None,
            answers: Vec::new(),
            pool: Mutex::default(),
            judged: Mutex::default(),
        }
    }

    /// Programs that read a case from standard input.
    pub fn by_stdin(encode: impl Fn(&I) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Executables::new(false, move |input| CaseInput {
            stdin: encode(input),
            arguments: Vec::new(),
        })
    }

    /// Programs that get a case as arguments of the command line.
    pub fn by_arguments(encode: impl Fn(&I) -> Vec<OsString> + Send + Sync + 'static) -> Self {
        Executables::new(false, move |input| CaseInput {
            arguments: encode(input),
            stdin: Vec::new(),
        })
    }

    /// Programs that get a case in both ways.
    pub fn by_case(encode: impl Fn(&I) -> CaseInput + Send + Sync + 'static) -> Self {
        Executables::new(false, encode)
    }

    /// Programs that run on and answer each line of standard input by a line of output, which they must flush. A case is one
    /// line, given without its line feed. More than one line for a case is not seen for certain; a process for each case sees
    /// all of an output.
    pub fn by_line(encode: impl Fn(&I) -> Vec<u8> + Send + Sync + 'static) -> Self {
        Executables::new(true, move |input| CaseInput {
            stdin: encode(input),
            arguments: Vec::new(),
        })
    }

    /// Adds an answer.
    #[must_use]
    pub fn answer(mut self, name: impl Into<String>, program: impl Into<PathBuf>) -> Self {
        self.answers.push((name.into(), program.into()));
        self
    }

    /// Adds answers that are named after their files: by file name, or by path where two files have the same name.
    #[must_use]
    pub fn answers<P: Into<PathBuf>>(mut self, programs: impl IntoIterator<Item = P>) -> Self {
        let programs: Vec<PathBuf> = programs.into_iter().map(Into::into).collect();
        let file_name =
            |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let mut names: Vec<Option<String>> = programs.iter().map(|path| file_name(path)).collect();
        names.sort_unstable();
        let is_unique = names.windows(2).all(|pair| pair[0] != pair[1]);
        for program in programs {
            let path = program.to_string_lossy().into_owned();
            let name = file_name(&program).filter(|_| is_unique).unwrap_or(path);
            self.answers.push((name, program));
        }
        self
    }

    /// Judges answers by a program that is right. Without a reference and a property, answers are judged by majority
    /// vote.
    #[must_use]
    pub fn reference(mut self, program: impl Into<PathBuf>) -> Self {
        (self.oracle, self.judge) = (Oracle::Reference, Some(program.into()));
        self
    }

    /// Judges answers by a program that looks at input and output: it gets two paths, of a file with the input and of one
    /// with the output, and exits with code 0 if the output is right and with another one if it is wrong; 126 and 127, which
    /// shells give where a program is missing, end the ranking. Where inputs are arguments, the first file has one in
    /// each line.
    #[must_use]
    pub fn property(mut self, program: impl Into<PathBuf>) -> Self {
        (self.oracle, self.judge) = (Oracle::Property, Some(program.into()));
        self
    }

    /// Sets when two outputs are the same; byte by byte unless it is given.
    #[must_use]
    pub fn compare(mut self, comparison: Comparison) -> Self {
        self.comparison = comparison;
        self
    }

    /// Changes the limits of a run.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use lawful::rank::Executables;
    ///
    /// let programs = Executables::by_stdin(|text: &String| text.clone().into_bytes())
    ///     .limits(|limits| limits.time = Duration::from_millis(500));
    /// # drop(programs);
    /// ```
    #[must_use]
    pub fn limits(mut self, change: impl FnOnce(&mut RunLimits)) -> Self {
        change(&mut self.limits);
        self
    }

    /// Sets what happens where programs cannot be confined.
    #[must_use]
    pub fn confinement(mut self, confinement: Confinement) -> Self {
        self.confinement = confinement;
        self
    }

    /// Adds a variable to the environment of the programs.
    #[must_use]
    pub fn environment(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Runs answers by an interpreter, which gets the file as its first argument. The reference and the property are run as
    /// they are.
    #[must_use]
    pub fn interpreter(mut self, program: impl Into<PathBuf>) -> Self {
        self.interpreter = Some(program.into());
        self
    }

    /// Number of programs that run at the same time; as many as cores unless it is given.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    fn judge_name(&self) -> &'static str {
        match self.oracle {
            Oracle::Property => "the property",
            _ => "the reference",
        }
    }

    /// CPU time that all programs took so far, as far as the system tells; to be read of a panel that is lent to an
    /// assignment.
    pub fn cpu_time(&self) -> Duration {
        let pool = self.pool.lock().unwrap_or_else(|held| held.into_inner());
        pool.as_ref().map_or(Duration::ZERO, |pool| pool.cpu_time())
    }

    /// The pool, which is made when it is asked for first.
    fn pool(&self) -> Result<Arc<Pool>, RankingError> {
        let mut pool = self.pool.lock().unwrap_or_else(|held| held.into_inner());
        if let Some(pool) = &*pool {
            return Ok(pool.clone());
        }
        let new = Arc::new(Pool::new(self)?);
        *pool = Some(new.clone());
        Ok(new)
    }
}
