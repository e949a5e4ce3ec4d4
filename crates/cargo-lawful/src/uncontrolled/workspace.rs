//! Packages of a workspace: which of them matter to scheduled laws, their targets and their dependencies.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{Dependency, DependencyKind, Metadata, Package, PackageId, TargetKind};

use super::catalogue::{self, Advice};
use super::{ScanError, Selection};

/// Packages that are scanned, and why no others are.
pub(super) struct Chosen<'a> {
    pub(super) packages: Vec<&'a Package>,
    /// Members that are left out since they are part of the toolkit.
    pub(super) toolkit: Vec<&'a Package>,
}

/// The packages that a selection stands for, by name.
pub(super) fn choose<'a>(
    metadata: &'a Metadata,
    selection: &Selection,
) -> Result<Chosen<'a>, ScanError> {
    let members = metadata.workspace_packages();
    let toolkit = toolkit(metadata);
    let mut chosen = Chosen { packages: Vec::new(), toolkit: Vec::new() };
    match selection {
        Selection::Workspace => chosen.packages = members,
        Selection::Packages(names) => {
            for name in names {
                let found = members.iter().find(|package| package.name.as_str() == name);
                let why =
                    || ScanError::new(format!("no package of the workspace is named `{name}`"));
                chosen.packages.push(found.ok_or_else(why)?);
            }
        }
        Selection::Scheduled => {
            let is_toolkit = |package: &Package| toolkit.contains(&package.id);
            let schedules = |package: &&Package| has_scheduler(metadata, package);
            let first: Vec<&Package> = members.iter().copied().filter(schedules).collect();
            let own: Vec<&Package> =
                first.iter().copied().filter(|package| !is_toolkit(package)).collect();
            let reached = reached(metadata, &own, |_| true);
            let (left_out, packages) = members
                .into_iter()
                .filter(|package| reached.contains(&package.id))
                .partition(|package| is_toolkit(package));
            chosen = Chosen { packages, toolkit: left_out };
        }
    }
    chosen.packages.sort_by(|one, other| one.name.cmp(&other.name));
    chosen.packages.dedup_by(|one, other| one.id == other.id);
    Ok(chosen)
}

/// Members that Lawful is made of: they run the scheduler, and are not under it.
fn toolkit(metadata: &Metadata) -> BTreeSet<&PackageId> {
    let members = metadata.workspace_packages().into_iter();
    let roots: Vec<&Package> = members
        .filter(|package| ["lawful", "lawful-pulse"].contains(&package.name.as_str()))
        .collect();
    reached(metadata, &roots, |dependency| dependency.kind == DependencyKind::Normal)
}

/// Members that these depend on, and they themselves.
fn reached<'a>(
    metadata: &'a Metadata,
    from: &[&'a Package],
    follows: impl Fn(&Dependency) -> bool,
) -> BTreeSet<&'a PackageId> {
    let members = metadata.workspace_packages();
    let mut reached: BTreeSet<&PackageId> = from.iter().map(|package| &package.id).collect();
    let mut waiting = from.to_vec();
    while let Some(package) = waiting.pop() {
        for dependency in package.dependencies.iter().filter(|dependency| follows(dependency)) {
            let directory = dependency.path.as_ref();
            let found = members.iter().find(|member| {
                member.name.as_str() == dependency.name
                    && directory
                        .is_some_and(|directory| member.manifest_path.parent() == Some(directory))
            });
            if let Some(found) = found
                && reached.insert(&found.id)
            {
                waiting.push(found);
            }
        }
    }
    reached
}

/// Returns whether a package can have scheduled laws, or is made to be under them: it depends on `lawful-pulse`, or on
/// `lawful` with a feature that brings it.
fn has_scheduler(metadata: &Metadata, package: &Package) -> bool {
    package.dependencies.iter().any(|dependency| match dependency.name.as_str() {
        "lawful-pulse" => true,
        "lawful" => {
            let name = dependency.rename.as_ref().unwrap_or(&dependency.name);
            let prefixes = [format!("{name}/"), format!("{name}?/")];
            let forwarded = package.features.values().flatten().filter_map(|feature| {
                prefixes.iter().find_map(|prefix| feature.strip_prefix(prefix.as_str()))
            });
            let asked = dependency.features.iter().map(String::as_str).chain(forwarded);
            let default = dependency.uses_default_features.then_some("default");
            brings_pulse(metadata, asked.chain(default).collect())
        }
        _ => false,
    })
}

/// Returns whether one of these features of `lawful` leads to the scheduler, by the table of features of that package.
fn brings_pulse<'a>(metadata: &'a Metadata, mut waiting: Vec<&'a str>) -> bool {
    let lawful = metadata.packages.iter().find(|package| package.name.as_str() == "lawful");
    let mut known = BTreeSet::new();
    while let Some(feature) = waiting.pop() {
        if feature == "pulse" || feature == "dep:lawful-pulse" {
            return true;
        }
        if known.insert(feature) {
            let more = lawful.and_then(|lawful| lawful.features.get(feature));
            waiting.extend(more.into_iter().flatten().map(String::as_str));
        }
    }
    false
}

/// The roots of a package's targets, without its build script, which no law runs, and without macros, which run in the
/// compiler.
pub(super) fn roots(package: &Package) -> Vec<&std::path::Path> {
    let is_run =
        |kind: &TargetKind| !matches!(kind, TargetKind::CustomBuild | TargetKind::ProcMacro);
    let targets = package.targets.iter().filter(|target| target.kind.iter().all(is_run));
    targets.map(|target| target.src_path.as_std_path()).collect()
}

/// The crates that sources of a package can name: the name that they use, and the name of the package.
pub(crate) fn crates(package: &Package) -> BTreeMap<String, String> {
    let ident = |name: &str| name.replace('-', "_");
    let dependencies = package.dependencies.iter().map(|dependency| {
        let name = dependency.rename.as_ref().unwrap_or(&dependency.name);
        (ident(name), ident(&dependency.name))
    });
    dependencies.chain(languages()).collect()
}

/// The crates that no manifest names.
pub(crate) fn languages() -> impl Iterator<Item = (String, String)> {
    ["std", "core", "alloc"].into_iter().map(|name| (name.to_string(), name.to_string()))
}

/// Dependencies of a package that synchronise by themselves and are not members: the name in the manifest, the name of
/// the package, and the advice.
pub(super) fn synchronising(
    metadata: &Metadata,
    package: &Package,
) -> BTreeMap<String, (String, Advice)> {
    let members = metadata.workspace_packages();
    let is_member = |dependency: &Dependency| {
        members
            .iter()
            .any(|member| member.name.as_str() == dependency.name && dependency.path.is_some())
    };
    let outside = package.dependencies.iter().filter(|dependency| !is_member(dependency));
    outside
        .filter_map(|dependency| {
            let advice = catalogue::dependency(&dependency.name)?;
            let key = dependency.rename.as_ref().unwrap_or(&dependency.name);
            Some((key.clone(), (dependency.name.clone(), advice)))
        })
        .collect()
}

/// The line of a manifest, counted from 1, that declares a dependency, and whether a comment
/// `# uncontrolled: reason` accepts it.
pub(super) fn declared_at(manifest: &str, key: &str) -> Option<(usize, bool)> {
    let lines: Vec<&str> = manifest.lines().map(str::trim).collect();
    let mut is_table = false;
    let line = lines.iter().position(|line| {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.split(']').next().unwrap_or_default();
            is_table = header.ends_with("dependencies");
            let (table, last) = header.rsplit_once('.').unwrap_or_default();
            return table.ends_with("dependencies") && last.trim_matches('"') == key;
        }
        let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
        is_table && name.trim_matches('"') == key
    })?;
    let has_reason = |line: &str| {
        let comment = line.rsplit_once("# uncontrolled:");
        comment.is_some_and(|(_, reason)| !reason.trim().is_empty())
    };
    let before = lines[..line].iter().rev().take_while(|line| line.starts_with('#'));
    let is_accepted = has_reason(lines[line]) || before.into_iter().any(|line| has_reason(line));
    Some((line + 1, is_accepted))
}
