//! Options of a run, and how they become one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cargo_metadata::Metadata;
use clap::Args;
use lawful_data::settings::{self, Factor, Given, Value, whole_number};
use lawful_data::{Results, Shard};

use super::directory::Directory;
use super::schedule::{Budget, Schedule};
use super::{PageFile, Prepared};
use crate::cargo::CargoOptions;
use crate::duration::{read_duration, write_duration};
use crate::error::{CommandError, Exit};
use crate::laws::{FoundLaw, FoundLaws, LawFilter};
use crate::report::PageOption;
use crate::results::ResultsFile;
use crate::shard::{read_shard, shared_seed};
use crate::stored::{Places, StoredFile};
use crate::style::{Tone, count, tell};

/// Maximum time for the search for more failures after the first: the budget bounds it, not the clock.
const SEARCH_TIME: &str = "24h";

/// Options of a run of laws.
#[derive(Args, Clone, Debug, Default)]
pub struct RunOptions {
    #[command(flatten)]
    laws: LawFilter,

    /// Time for all laws together, such as 20s, 10m or 2h. Laws take turns, and continue beyond their own number of tests.
    #[arg(long = "for", value_name = "TIME", value_parser = read_duration, conflicts_with = "tests")]
    time: Option<Duration>,

    /// Number of tests of each law, instead of its own. Discarded cases count.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    tests: Option<u64>,

    /// Factor on each law's own number of tests, such as 10 or 0.5.
    #[arg(long, value_name = "FACTOR", value_parser = read_factor, conflicts_with_all = ["tests", "time"])]
    factor: Option<Factor>,

    /// Root seed, such as 7 or 0x5d1c; random by default.
    #[arg(long, value_name = "SEED", value_parser = read_seed)]
    seed: Option<u64>,

    /// Number of processes that run laws at the same time; the number of cores by default.
    #[arg(long, short = 'j', value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Profile of lawful.toml.
    #[arg(long, short = 'P', value_name = "NAME")]
    profile: Option<String>,

    /// Run one part of all tests: 2/4, or auto for the job number of Slurm, GitLab and others (auto/4 for Kubernetes).
    #[arg(long, value_name = "SHARD")]
    shard: Option<String>,

    /// File for the results as JSON lines, which `cargo lawful merge` reads; or a directory for such a file.
    #[arg(long, value_name = "PATH")]
    results: Option<PathBuf>,

    /// File for the results as JUnit XML.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,

    #[command(flatten)]
    page: PageOption,

    /// End the run at the first broken law.
    #[arg(long)]
    fail_fast: bool,

    /// Print no progress.
    #[arg(long, short = 'q')]
    quiet: bool,

    #[command(flatten)]
    cargo: CargoOptions,
}

impl RunOptions {
    /// Builds the tests of a workspace, runs its laws, and prints the results.
    ///
    /// # Errors
    ///
    /// If the options do not fit, the tests cannot be built, there is no law, or results cannot be written.
    pub fn run(&self) -> Result<Exit, CommandError> {
        let variable = |name: &str| std::env::var(name).ok();
        let shard = self.shard.as_ref().map(|text| read_shard(text, &variable)).transpose()?;
        let metadata = self.cargo.metadata()?;
        let of_workspace = self.workspace_seed(metadata.workspace_root.as_std_path())?;
        let seed = self.root_seed(shard, of_workspace, &variable)?;
        let target = self.cargo.target_directory(&metadata);
        let page = self.page_file(&metadata, &target, shard)?;
        let laws = FoundLaws::of(self.cargo.executables(&metadata)?, &self.laws)?;
        if laws.laws.is_empty() {
            return Err(no_laws(&laws));
        }
        let places = Places::of(&metadata, std::env::var_os(crate::stored::DATABASE).as_deref());
        let mut prepared = self.prepare(laws, places, &target, shard, seed)?;
        prepared.page = page;
        if !self.quiet {
            tell(Tone::Good, "Running", &self.headline(&prepared, shard));
        }
        prepared.run()
    }

    /// Page of the run, if one is asked for.
    fn page_file(
        &self,
        metadata: &Metadata,
        target: &Path,
        shard: Option<Shard>,
    ) -> Result<Option<PageFile>, CommandError> {
        let Some(file) = self.page.file(&self.laws.filters, Some(target))? else { return Ok(None) };
        if shard.is_some() {
            return Err(CommandError::misused(
                "a shard knows its own tests alone: write its --results, and the page with `cargo lawful merge --report`",
            ));
        }
        let root = metadata.workspace_root.clone().into_std_path_buf();
        Ok(Some(PageFile { file, root }))
    }

    /// Root seed of lawful.toml, if it has one. A file that cannot be read, or that lacks the profile, is told here;
    /// otherwise every law would say that it is misused.
    fn workspace_seed(&self, root: &Path) -> Result<Option<u64>, CommandError> {
        let profile = self.profile.clone().or_else(|| std::env::var("LAWFUL_PROFILE").ok());
        let profile = profile.as_deref().filter(|name| !name.is_empty());
        let given = settings::of_package(root, profile)
            .map_err(|error| CommandError::misused(error.to_string()))?;
        let seed = |one: &Given| match (one.key.map(|key| key.name), one.value) {
            (Some("seed"), Value::Number(seed)) => Some(seed),
            _ => None,
        };
        Ok(given.iter().rev().find_map(seed))
    }

    fn prepare(
        &self,
        mut laws: FoundLaws,
        places: Places,
        target: &Path,
        shard: Option<Shard>,
        seed: u64,
    ) -> Result<Prepared, CommandError> {
        let known = places.find().failures;
        let is_known = |law: &FoundLaw| is_known(law, &known) || was_left(law, target);
        laws.laws.sort_by_key(|law| !is_known(law));
        let number = laws.laws.len();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = self.jobs.map_or(cores, usize::from).min(number);
        let directory = Directory::in_target(target)?;
        // Plain tests are none; the laws in them are known when they have run.
        let are_laws = laws.laws.iter().filter(|law| law.is_law);
        let names = are_laws.map(|law| law.about.identity()).collect();
        let mut head = Results::new(seed, names);
        (head.shard, head.tests, head.time) = (shard, self.tests, self.time);
        head.factor = self.factor.unwrap_or_default();
        head.arguments = self.words(seed);
        let results =
            self.results.as_ref().map(|path| ResultsFile::begin(path, &head)).transpose()?;
        let schedule = Schedule::new(number, self.budget(shard), workers, self.fail_fast);
        Ok(Prepared {
            laws,
            schedule,
            workers,
            environment: self.environment(shard, seed),
            seed,
            time: self.time,
            directory,
            results,
            junit: self.junit.clone(),
            page: None,
            words: head.arguments,
            is_quiet: self.quiet,
            is_shard: shard.is_some(),
        })
    }

    fn budget(&self, shard: Option<Shard>) -> Budget {
        match (self.time, self.tests) {
            (Some(time), _) => Budget::of_time(time, shard),
            (None, Some(tests)) => Budget::of_tests(tests, shard),
            (None, None) => Budget::Own,
        }
    }

    /// Variables that every process gets.
    fn environment(&self, shard: Option<Shard>, seed: u64) -> Vec<(String, String)> {
        let is_own = self.time.is_none() && self.tests.is_none();
        let is_set = |name: &str| std::env::var_os(name).is_some();
        let variables = [
            ("LAWFUL_DEFAULT_SEED", Some(seed.to_string())),
            ("LAWFUL_TESTS", self.tests.map(|tests| tests.to_string())),
            ("LAWFUL_FACTOR", self.factor.map(|factor| factor.to_string())),
            ("LAWFUL_PROFILE", self.profile.clone()),
            // An option replaces what the environment says, and which tests are run is decided here alone. An empty variable
            // counts as none.
            ("LAWFUL_SEED", self.seed.map(|_| String::new())),
            ("LAWFUL_FIRST_TEST", Some(String::new())),
            ("LAWFUL_LAST_TEST", Some(String::new())),
            (
                "LAWFUL_SHARD",
                Some(shard.filter(|_| is_own).map_or(String::new(), |shard| shard.to_string())),
            ),
            (
                "LAWFUL_MAX_SEARCH_TIME",
                (!is_set("LAWFUL_MAX_SEARCH_TIME")).then(|| SEARCH_TIME.to_string()),
            ),
            ("LAWFUL_DETAILS", self.page.is_given().then(|| "1".to_string())),
            // The page has every law.
            ("LAWFUL_REPORT", self.page.is_given().then(String::new)),
        ];
        let set =
            variables.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?)));
        set.collect()
    }

    /// Root seed: one that is given, or one that all shards of this run have, or another one every time.
    fn root_seed(
        &self,
        shard: Option<Shard>,
        of_workspace: Option<u64>,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<u64, CommandError> {
        // The laws obey the variable, so nothing else can be told to be their seed.
        let given = variable("LAWFUL_SEED").filter(|text| !text.is_empty());
        let given =
            given.map(|text| read_seed(&text).map_err(CommandError::misused)).transpose()?;
        match (self.seed.or(given).or(of_workspace), shard) {
            (Some(seed), _) => Ok(seed),
            (None, None) => Ok(random_seed()),
            (None, Some(shard)) => shared_seed(variable).ok_or_else(|| {
                CommandError::misused(format!(
                    "shard {shard} needs the root seed that all shards have: give each the same `--seed`, or set \
                     LAWFUL_RUN_ID to something that they share"
                ))
            }),
        }
    }

    /// Words of the command that runs the same laws, without the shard and the files.
    fn words(&self, seed: u64) -> Vec<String> {
        let options = [
            ("--for", self.time.map(write_duration)),
            ("--tests", self.tests.map(|tests| tests.to_string())),
            ("--factor", self.factor.map(|factor| factor.to_string())),
            ("--profile", self.profile.clone()),
            ("--seed", Some(format!("{seed:#x}"))),
        ];
        let set = options.into_iter().filter_map(|(name, value)| Some([name.to_string(), value?]));
        let mut words = self.laws.words();
        words.extend(set.flatten());
        words.extend(self.cargo.words());
        words
    }

    fn headline(&self, prepared: &Prepared, shard: Option<Shard>) -> String {
        let laws = count(prepared.laws.laws.len(), "law", "laws");
        let workers = count(prepared.workers, "process", "processes at a time");
        let time = self.time.map_or(String::new(), |time| format!(" for {}", write_duration(time)));
        let shard = shard.map_or(String::new(), |shard| format!("; shard {shard}"));
        format!("{laws} in {workers}{time}; root seed {:#x}{shard}", prepared.seed)
    }
}

/// Reads a root seed as reports print it.
fn read_seed(text: &str) -> Result<u64, String> {
    whole_number(text)
        .ok_or_else(|| format!("{text:?} is no seed: it is a whole number, such as 7 or 0x5d1c"))
}

fn read_factor(text: &str) -> Result<Factor, String> {
    Factor::parse(text).ok_or_else(|| {
        format!("{text:?} is no factor: it is a number above zero, such as 10 or 0.5")
    })
}

/// A seed that is another every time; short, since people type it.
pub(super) fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mixed = lawful_data::tape::mix(now.as_nanos() as u64, u64::from(std::process::id()));
    mixed & 0xffff_ffff
}

/// Returns whether a failure of the law is stored.
fn is_known(law: &FoundLaw, known: &[StoredFile]) -> bool {
    let identity = law.about.identity();
    known.iter().any(|stored| stored.failure.about.identity() == identity)
}

/// Returns whether a process died while it ran the law, of which the next run tries the test first.
fn was_left(law: &FoundLaw, target: &Path) -> bool {
    let prefix = OsString::from(format!("{}.", law.about.directory_name()));
    let entries = std::fs::read_dir(target.join("lawful").join("running")).into_iter().flatten();
    entries
        .flatten()
        .any(|entry| entry.file_name().as_encoded_bytes().starts_with(prefix.as_encoded_bytes()))
}

fn no_laws(laws: &FoundLaws) -> CommandError {
    let message = match laws.others {
        0 => String::from(
            "there is no law in the tests of the workspace: `cargo lawful init` writes the first. \
             (Laws inside of plain tests are run with --plain-tests.)",
        ),
        others => format!(
            "none of the {} is chosen by the filters; `cargo lawful list` shows them (a command such as `list` comes before \
             its options)",
            count(others, "law", "laws")
        ),
    };
    CommandError::with_exit(message, Exit::NoLaws)
}
