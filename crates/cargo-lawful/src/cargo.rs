//! The workspace as cargo has it: its packages, and the executables of its tests.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cargo_metadata::{
    Artifact, BuildScript, Message, Metadata, MetadataCommand, Package, PackageId,
};
use clap::Args;
use lawful_data::Target;

use crate::error::CommandError;

/// Options that cargo gets, as `cargo test` has them.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Cargo options")]
pub struct CargoOptions {
    /// Package to test; can be given more than once. All packages of the workspace by default.
    #[arg(long = "package", short = 'p', value_name = "SPEC")]
    pub packages: Vec<String>,

    /// Package to leave out; can be given more than once.
    #[arg(long, value_name = "SPEC", conflicts_with = "packages")]
    pub exclude: Vec<String>,

    /// Test the whole workspace, which is the default.
    #[arg(long, conflicts_with = "packages")]
    pub workspace: bool,

    /// Test the libraries only.
    #[arg(long)]
    pub lib: bool,

    /// Test all binaries.
    #[arg(long)]
    pub bins: bool,

    /// Test one binary; can be given more than once.
    #[arg(long = "bin", value_name = "NAME")]
    pub bin: Vec<String>,

    /// Test one integration test; can be given more than once.
    #[arg(long = "test", value_name = "NAME")]
    pub test: Vec<String>,

    /// Features to activate; can be given more than once.
    #[arg(long, short = 'F', value_name = "FEATURES")]
    pub features: Vec<String>,

    /// Activate all features.
    #[arg(long)]
    pub all_features: bool,

    /// Do not activate the default features.
    #[arg(long)]
    pub no_default_features: bool,

    /// Build with the release profile.
    #[arg(long, short = 'r')]
    pub release: bool,

    /// Build with a profile of cargo.
    #[arg(long, value_name = "NAME", conflicts_with = "release")]
    pub cargo_profile: Option<String>,

    /// Directory for build artifacts.
    #[arg(long, value_name = "PATH")]
    pub target_dir: Option<PathBuf>,

    /// Manifest of the workspace or of a package in it.
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,

    /// Require that Cargo.lock is up to date.
    #[arg(long)]
    pub locked: bool,

    /// Do not access the network.
    #[arg(long)]
    pub offline: bool,
}

impl CargoOptions {
    /// Words of the options that say what is built.
    fn selection(&self) -> Vec<OsString> {
        let mut words = Words::default();
        match self.packages.as_slice() {
            [] => words.flag("--workspace", true),
            packages => words.each("--package", packages),
        }
        words.each("--exclude", &self.exclude);
        words.flag("--lib", self.lib);
        words.flag("--bins", self.bins);
        words.each("--bin", &self.bin);
        words.each("--test", &self.test);
        words.0
    }

    /// Words of the options that say how it is built.
    fn build(&self) -> Vec<OsString> {
        let mut words = Words::default();
        words.each("--features", &self.features);
        words.flag("--all-features", self.all_features);
        words.flag("--no-default-features", self.no_default_features);
        words.flag("--release", self.release);
        words.each("--profile", self.cargo_profile.as_slice());
        words.each("--target-dir", self.target_dir.as_slice());
        words.0.extend(self.resolution());
        words.0
    }

    /// Words of the options that every command of cargo has.
    fn resolution(&self) -> Vec<OsString> {
        let mut words = Words::default();
        words.each("--manifest-path", self.manifest_path.as_slice());
        words.flag("--locked", self.locked);
        words.flag("--offline", self.offline);
        words.0
    }

    /// The options as they would be written after `cargo lawful`.
    pub fn words(&self) -> Vec<String> {
        let words = self.selection().into_iter().chain(self.build());
        let words = words.filter(|word| word != "--workspace");
        let own = |word: OsString| match word.to_string_lossy() {
            word if word == "--profile" => String::from("--cargo-profile"),
            word => word.into_owned(),
        };
        words.map(own).collect()
    }

    /// Reads what cargo says of the workspace.
    pub fn metadata(&self) -> Result<Metadata, CommandError> {
        let mut command = MetadataCommand::new();
        let words = self.resolution().into_iter();
        command.other_options(
            words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>(),
        );
        command.exec().map_err(|error| match error {
            cargo_metadata::Error::CargoMetadata { stderr } => {
                let text = stderr.trim();
                CommandError::tool_failed(text.strip_prefix("error: ").unwrap_or(text))
            }
            other => CommandError::tool_failed(other.to_string()),
        })
    }

    /// Directory for build artifacts.
    pub fn target_directory(&self, metadata: &Metadata) -> PathBuf {
        match &self.target_dir {
            Some(directory) => std::path::absolute(directory).unwrap_or_else(|_| directory.clone()),
            None => metadata.target_directory.clone().into_std_path_buf(),
        }
    }

    /// Builds the tests, with the progress and the messages of cargo, and returns their executables.
    pub fn executables(&self, metadata: &Metadata) -> Result<Vec<Executable>, CommandError> {
        let mut command = Command::new(cargo());
        command.args(["test", "--no-run", "--message-format=json-render-diagnostics"]);
        command.args(self.selection()).args(self.build());
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            CommandError::tool_failed(format!("cargo cannot be started: {error}"))
        })?;
        let mut built = Built::default();
        for message in Message::parse_stream(BufReader::new(child.stdout.take().expect("a pipe"))) {
            built.add(message?);
        }
        match child.wait()?.success() {
            true => Ok(built.executables(metadata)),
            // Cargo has said why.
            false => Err(CommandError::tool_failed("the tests could not be built")),
        }
    }
}

/// Program to call for cargo: the one that called this command.
pub fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

/// Words of a command line.
#[derive(Default)]
struct Words(Vec<OsString>);

impl Words {
    fn flag(&mut self, name: &str, is_set: bool) {
        self.0.extend(is_set.then(|| OsString::from(name)));
    }

    fn each<W: Clone + Into<OsString>>(&mut self, name: &str, values: &[W]) {
        for value in values {
            self.0.extend([OsString::from(name), value.clone().into()]);
        }
    }
}

/// Messages of a build.
#[derive(Default)]
struct Built {
    tests: Vec<Artifact>,
    /// Programs of the packages, which integration tests may start.
    programs: BTreeMap<PackageId, Vec<(String, PathBuf)>>,
    scripts: BTreeMap<PackageId, BuildScript>,
}

impl Built {
    fn add(&mut self, message: Message) {
        match message {
            Message::CompilerArtifact(artifact) if artifact.profile.test => {
                self.tests.extend(artifact.executable.is_some().then_some(artifact));
            }
            Message::CompilerArtifact(artifact) if artifact.target.is_bin() => {
                let program = artifact.executable.map(PathBuf::from);
                let named = program.map(|path| (artifact.target.name.clone(), path));
                self.programs.entry(artifact.package_id).or_default().extend(named);
            }
            Message::BuildScriptExecuted(script) => {
                self.scripts.insert(script.package_id.clone(), script);
            }
            _ => {}
        }
    }

    fn executables(self, metadata: &Metadata) -> Vec<Executable> {
        let library = library_path(metadata);
        let mut executables: Vec<Executable> = { self.tests.iter() }
            .filter_map(|artifact| {
                let package = metadata.packages.iter().find(|one| one.id == artifact.package_id)?;
                let path = PathBuf::from(artifact.executable.as_ref()?);
                let mut environment = environment(package, &path, library.as_ref());
                let programs = self.programs.get(&package.id).into_iter().flatten();
                environment.extend(programs.map(|(name, path)| {
                    (format!("CARGO_BIN_EXE_{name}"), path.clone().into_os_string())
                }));
                if let Some(script) = self.scripts.get(&package.id) {
                    let out = ("OUT_DIR".to_string(), script.out_dir.clone().into());
                    let own = script.env.iter().map(|(name, value)| (name.clone(), value.into()));
                    environment.extend(own.chain([out]));
                }
                let directory = PathBuf::from(package.manifest_path.parent()?);
                Some(Executable {
                    path,
                    package: package.name.to_string(),
                    crate_name: artifact.target.name.replace('-', "_"),
                    target: target_of(artifact, &directory)?,
                    directory,
                    environment,
                })
            })
            .collect();
        executables.sort_by_key(Executable::title);
        executables
    }
}

/// Target of an executable, as laws in it name it; examples and benchmarks are none that a law can be named after.
fn target_of(artifact: &Artifact, package: &Path) -> Option<Target> {
    let target = &artifact.target;
    match () {
        () if target.is_bin() => Some(Target::Bin(target.name.clone())),
        () if target.is_test() => Some(Target::of_test(&target.name.replace('-', "_"), package)),
        () if target.is_example() || target.is_bench() => None,
        () => Some(Target::Lib),
    }
}

/// Variables that cargo sets for a test when it runs it.
fn environment(
    package: &Package,
    program: &Path,
    library: Option<&PathBuf>,
) -> Vec<(String, OsString)> {
    let version = &package.version;
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    let directory = package.manifest_path.parent().map(|path| path.to_string());
    let texts = [
        ("CARGO_MANIFEST_DIR", directory.unwrap_or_default()),
        ("CARGO_MANIFEST_PATH", package.manifest_path.to_string()),
        ("CARGO_PKG_NAME", package.name.to_string()),
        ("CARGO_PKG_VERSION", version.to_string()),
        ("CARGO_PKG_VERSION_MAJOR", version.major.to_string()),
        ("CARGO_PKG_VERSION_MINOR", version.minor.to_string()),
        ("CARGO_PKG_VERSION_PATCH", version.patch.to_string()),
        ("CARGO_PKG_VERSION_PRE", version.pre.to_string()),
        ("CARGO_PKG_AUTHORS", package.authors.join(":")),
        ("CARGO_PKG_DESCRIPTION", optional(&package.description)),
        ("CARGO_PKG_HOMEPAGE", optional(&package.homepage)),
        ("CARGO_PKG_REPOSITORY", optional(&package.repository)),
        ("CARGO_PKG_LICENSE", optional(&package.license)),
    ];
    let mut all: Vec<(String, OsString)> =
        texts.into_iter().map(|(name, text)| (name.to_string(), text.into())).collect();
    all.push(("CARGO".to_string(), cargo()));
    // Tests of crates with procedural macros are linked with the compiler's own libraries.
    let name =
        if cfg!(target_os = "macos") { "DYLD_FALLBACK_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };
    let known = std::env::var_os(name).unwrap_or_default();
    let own = program.parent().map(Path::to_path_buf);
    let paths = own.into_iter().chain(library.cloned()).chain(std::env::split_paths(&known));
    if let Ok(paths) = std::env::join_paths(paths.filter(|path| !path.as_os_str().is_empty())) {
        all.push((name.to_string(), paths));
    }
    all
}

/// Directory of the compiler's libraries.
fn library_path(metadata: &Metadata) -> Option<PathBuf> {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let mut command = Command::new(compiler);
    command.args(["--print", "target-libdir"]).current_dir(&metadata.workspace_root);
    let output = command.stderr(Stdio::null()).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    (!path.trim().is_empty()).then(|| PathBuf::from(path.trim()))
}

/// Executable of the tests of one target.
#[derive(Clone, Debug)]
pub struct Executable {
    /// The file.
    pub path: PathBuf,
    /// Name of the package.
    pub package: String,
    /// Name of the crate, with which paths of modules begin.
    pub crate_name: String,
    /// Target of the package.
    pub target: Target,
    /// Directory of the package, in which tests run.
    pub directory: PathBuf,
    /// Variables that tests find in their environment.
    pub environment: Vec<(String, OsString)>,
}

impl Executable {
    /// Name for people: `shop (lib)`, `shop (test laws)`.
    pub fn title(&self) -> String {
        let Executable { package, target, .. } = self;
        match target {
            Target::Bin(name) => format!("{package} (bin {name})"),
            Target::Test(name) => format!("{package} (test {name})"),
            _ => format!("{package} (lib)"),
        }
    }

    /// A command that runs it as cargo would.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.current_dir(&self.directory).stdin(Stdio::null());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}
