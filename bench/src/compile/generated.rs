//! A crate that was written for one subject, and the builds that are timed on it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::Template;
use crate::clock;

pub struct Generated {
    pub subject: &'static str,
    dependencies: Vec<&'static str>,
    folder: PathBuf,
    changes: usize,
}

/// The text in one of the laws that [`Generated::change_one_line`] counts up.
const CHANGING: &str = "change 0";

impl Generated {
    /// Writes the crate and fetches what it needs, so that no build waits for the network.
    pub fn write(parent: &Path, template: &Template) -> Generated {
        let generated = Generated {
            subject: template.subject,
            dependencies: template.dependencies.iter().map(|(name, _)| *name).collect(),
            folder: parent.join(template.subject),
            changes: 0,
        };
        let source = generated.folder.join("src");
        fs::create_dir_all(&source).expect("the temporary folder can be made");
        let laws = (template.laws)();
        assert!(laws.contains(CHANGING), "no law has a line to change");
        write(&generated.folder.join("Cargo.toml"), &manifest(template));
        write(&source.join("lib.rs"), include_str!("template/lib.rs"));
        let derives = format!("Hash{})]", template.derived);
        let types = include_str!("template/types.rs").replace("Hash)]", &derives);
        write(&source.join("types.rs"), &types);
        write(&source.join("laws.rs"), &laws);
        generated.cargo(&["fetch"]);
        generated
    }

    /// CPU seconds to build all dependencies from nothing.
    pub fn build_dependencies(&self) -> f64 {
        let mut arguments = vec!["build"];
        for dependency in &self.dependencies {
            arguments.extend(["--package", dependency]);
        }
        self.timed(&arguments)
    }

    /// CPU seconds to build what has changed of the test target.
    pub fn build_tests(&self) -> f64 {
        self.timed(&["test", "--lib", "--no-run"])
    }

    /// Changes one line in one law.
    pub fn change_one_line(&mut self) {
        let path = self.folder.join("src/laws.rs");
        let text = fs::read_to_string(&path).expect("the laws can be read");
        let before = CHANGING.replace('0', &self.changes.to_string());
        self.changes += 1;
        let after = CHANGING.replace('0', &self.changes.to_string());
        write(&path, &text.replacen(&before, &after, 1));
    }

    /// Crates that are built for the subject. What a build script builds with a cargo of its own counts
    /// too, and is known by the manifest that the script wrote.
    pub fn dependency_crates(&self) -> usize {
        let mut crates = tree(self, &self.folder.join("Cargo.toml"));
        for manifest in manifests_of_build_scripts(&self.folder.join("target/debug/build")) {
            crates.extend(tree(self, &manifest));
        }
        crates.len()
    }

    fn timed(&self, arguments: &[&str]) -> f64 {
        let start = clock::children();
        self.cargo(arguments);
        (clock::children() - start).as_secs_f64()
    }

    fn cargo(&self, arguments: &[&str]) -> Output {
        let cargo = std::env::var("CARGO").unwrap_or("cargo".to_string());
        let output = Command::new(cargo)
            .current_dir(&self.folder)
            .args(arguments)
            // Whatever the bench itself was built with must not change these builds.
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env_remove("CARGO_INCREMENTAL")
            .env_remove("RUSTC_WRAPPER")
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo can be run");
        assert!(
            output.status.success(),
            "cargo {arguments:?} fails for {}:\n{}",
            self.subject,
            String::from_utf8_lossy(&output.stderr)
        );
        output
    }
}

fn manifest(template: &Template) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the bench lies in the repository")
        .display()
        .to_string();
    let mut text = include_str!("template/Cargo.toml").to_string();
    for (name, requirement) in template.dependencies {
        text += &format!("{name} = {}\n", requirement.replace("{root}", &root));
    }
    text
}

/// Names and versions of the dependencies, without the package of the manifest itself.
fn tree(generated: &Generated, manifest: &Path) -> BTreeSet<String> {
    let path = manifest.display().to_string();
    let output = generated.cargo(&["tree", "--manifest-path", &path, "--prefix", "none"]);
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some(format!("{} {}", words.next()?, words.next()?))
        })
        .collect()
}

fn manifests_of_build_scripts(build: &Path) -> Vec<PathBuf> {
    folders(build)
        .into_iter()
        .flat_map(|script| folders(&script.join("out")))
        .map(|folder| folder.join("Cargo.toml"))
        .filter(|manifest| manifest.exists())
        .collect()
}

fn folders(parent: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("the temporary folder can be written");
}
