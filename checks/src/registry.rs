//! Lawful's packages as crates.io would have them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{Cargo, Project};

/// Replacement of crates.io: the packages that the workspace would publish, and the crates of the root's `Cargo.lock`.
///
/// Cargo has two formats for this. The one here, a directory source, is a folder of unpacked packages: `cargo vendor`
/// writes those of other crates, and `cargo package` and `tar` give those of Lawful. The other, a local registry, also
/// needs an index with a line for every crate, which no command of cargo writes. `cargo add`, `cargo test` and
/// `cargo install`, with `--locked` too, work with a directory source as with crates.io.
///
/// Cargo takes a package for unchanged as long as its version is, so a target directory must not be used again with
/// the registry of a later state of the workspace.
#[derive(Debug)]
pub struct Registry {
    directory: PathBuf,
}

impl Registry {
    /// Returns the registry of the workspace as it is now, which the first call in a process makes.
    pub fn of_workspace() -> &'static Self {
        static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::new);
        &REGISTRY
    }

    /// Gives a command, and every cargo that it starts, this registry in the place of crates.io. Projects and command
    /// lines stay as they are: the setting is in a home directory of cargo of its own, where `cargo install` puts
    /// programs too.
    pub fn serves(&self, command: Cargo) -> Cargo {
        let home = self.home().display().to_string();
        command.env("CARGO_HOME", &home).env("CARGO_NET_OFFLINE", "true")
    }

    fn new() -> Self {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("target").join("registry");
        let registry = Registry { directory };
        // In this order, since `cargo vendor` deletes every package that it did not write: Lawful's, of the run before.
        registry.vendor();
        registry.package().iter().for_each(|package| registry.unpack(package));
        let setting = format!(
            "[source.crates-io]\nreplace-with = \"packages\"\n\n[source.packages]\ndirectory = {:?}\n",
            registry.packages()
        );
        fs::create_dir_all(registry.home()).expect("the directory can be made");
        fs::write(registry.home().join("config.toml"), setting).expect("the file can be written");
        registry
    }

    fn home(&self) -> PathBuf {
        self.directory.join("home")
    }

    fn packages(&self) -> PathBuf {
        self.directory.join("packages")
    }

    /// Writes the crates that the root's lock file names, of all platforms: the resolver asks for those too.
    fn vendor(&self) {
        let root = Project::repository();
        // Touches the network only where a crate is missing from cargo's cache.
        root.fetch("").expect_success();
        let words = "vendor --locked --versioned-dirs --quiet";
        root.cargo(words).args([self.packages()]).run().expect_success();
    }

    /// Packages the members of the workspace that can be published, and returns the `.crate` files.
    fn package(&self) -> Vec<PathBuf> {
        let root = Project::repository();
        let metadata = root.cargo("metadata --no-deps --format-version 1").run().expect_success();
        let metadata: Value = serde_json::from_str(&metadata.stdout).expect("metadata is JSON");
        let members = metadata["packages"].as_array().expect("a workspace has packages");
        let text = |member: &Value, key: &str| {
            let text = member[key].as_str();
            text.unwrap_or_else(|| panic!("no {key} in {member}")).to_string()
        };
        // `publish = false` is an empty list of registries.
        let is_private = |member: &&Value| member["publish"] == json!([]);
        let (private, public): (Vec<&Value>, Vec<&Value>) = members.iter().partition(is_private);
        let excluded =
            private.iter().flat_map(|member| [String::from("--exclude"), text(member, "name")]);
        let target = self.directory.join("target");
        root.cargo("package --workspace --no-verify --allow-dirty --quiet")
            .args(excluded)
            .env("CARGO_TARGET_DIR", &target.display().to_string())
            .run()
            .expect_success();
        let file =
            |member: &&Value| format!("{}-{}.crate", text(member, "name"), text(member, "version"));
        public.iter().map(|member| target.join("package").join(file(member))).collect()
    }

    /// Adds a `.crate` file.
    fn unpack(&self, package: &Path) {
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(package).arg("-C").arg(self.packages());
        let status = tar.status().expect("tar is installed");
        assert!(status.success(), "{package:?} cannot be unpacked");
        let bytes = fs::read(package).expect("cargo packaged it");
        let digest = Sha256::digest(bytes);
        let checksum: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        // The package's checksum is what lock files have. Those of its files may be left out.
        let checksums = json!({ "files": {}, "package": checksum });
        let name = package.file_stem().expect("a package has a name");
        let path = self.packages().join(name).join(".cargo-checksum.json");
        fs::write(path, checksums.to_string()).expect("the file can be written");
    }
}
