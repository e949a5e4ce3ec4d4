//! The case studies of the papers that Lawful stands on, rebuilt in Rust.
//!
//! | study | paper | what it is about |
//! |---|---|---|
//! | [`reverse`] | quickcheck-2000, 2.1, 2.2, 2.5 | lists, functions and infinite lists |
//! | [`insertion`] | quickcheck-2000, 2.3, 2.4 | conditions, and what they do to the cases |
//! | [`distribution`] | quickcheck-2000, 3.2 | what generators make: mean lengths, trees without end |
//! | [`skew_heap`] | fun-and-profit-2007, 2 | shape, cost and behaviour of a data structure |
//! | [`mod@array`] | fun-and-profit-2007, 11 | a mistake that only large cases show |
//! | [`unification`] | quickcheck-2000, 5.1 | a wrong specification, and trivial cases |
//! | [`circuit`] | quickcheck-2000, 5.2 | laws for arbitrary circuits; forgotten sizes |
//! | [`proving`] | quickcheck-2000, 5.3 | two methods that check each other |
//! | [`pretty`] | quickcheck-2000, 5.4 | two printers that check each other |
//! | [`registry`] | fun-and-profit-2007, 6 | wrong models of a system that is right |
//! | [`media_proxy`] | telecoms-2006; fun-and-profit-2007, 7 | a protocol, and ten faults behind it |
//! | [`resources`] | telecoms-2006, 4.2.2 | a command that makes an assertion false |
//! | [`natural_numbers`] | using-quickcheck-2008, 3.6 | results that steer a machine |
//! | [`chat`] | using-quickcheck-2008, 4 and C | phases of a server, and messages that are still to come |
//! | [`processes`] | pulse-2009, 2, 5, 6 and 7; fun-and-profit-2007, 8 | races between processes |
//! | [`races`] | ours: SCTBench (2014), and textbooks | threads, and how few switches break a program |
//! | [`atomicity`] | ours: textbooks | systems that are right only one call after the other |
//! | [`discovery`] | quickspec-2011, 1.1 to 1.3, 2.8 and 3 | laws that are found, and those that are missing |
//! | [`ranking`] | ranking-2010 (quickspec-2011, paper III), 2 to 5 | programs for one task, ranked by their bugs |
//! | [`temporal`] | using-quickcheck-2008, 2.2, 3.4, 3.5 and 4; ours | formulas over the events of programs; a crate that was not changed |
//! | `published` | ours: crates.io | models of data structures in wide use; a test only |
//!
//! A study has the code under test, with the mistakes that the paper tells of, and its laws. Each law is an [`Exhibit`] that
//! names what it must show: that all tests pass, with certain shares of labelled cases; or that it fails, with the promise
//! that is broken and the minimal counterexample; or, for a demonstration, what it tells. Tests compare every run with that
//! for the root seeds 1 to 5, and the suite `soak` of the bench for 1 to 20. Where the expectations come from (the paper,
//! or all small cases) is said in the tests of each study. `README.md` has a table of all that the papers claim.

pub mod array;
pub mod atomicity;
pub mod chat;
#[cfg(test)]
mod checking;
pub mod circuit;
pub mod discovery;
pub mod distribution;
mod exhibit;
mod finding;
pub mod insertion;
pub mod media_proxy;
pub mod natural_numbers;
pub mod pretty;
pub mod processes;
pub mod proving;
#[cfg(test)]
mod published;
pub mod races;
pub mod ranking;
pub mod registry;
pub mod resources;
pub mod reverse;
pub mod skew_heap;
pub mod temporal;
pub mod unification;

pub use exhibit::{
    Count, Demonstration, Exhibit, Expected, Origin, Share, Shown, Soak, Study, Subject, Told,
    Visit,
};
pub use finding::Finding;

/// All exhibits, in reading order.
pub fn all() -> Vec<Exhibit> {
    let studies = [
        reverse::exhibits,
        insertion::exhibits,
        distribution::exhibits,
        skew_heap::exhibits,
        array::exhibits,
        unification::exhibits,
        circuit::exhibits,
        proving::exhibits,
        pretty::exhibits,
        registry::exhibits,
        resources::exhibits,
        natural_numbers::exhibits,
        chat::exhibits,
        media_proxy::exhibits,
        processes::exhibits,
        races::exhibits,
        atomicity::exhibits,
        temporal::exhibits,
        discovery::exhibits,
        ranking::exhibits,
    ];
    studies.into_iter().flat_map(|exhibits| exhibits()).collect()
}

/// Serves the cases of an isolated exhibit if this process was started for that, and then does not return. A program that
/// runs exhibits calls it first.
///
/// ```
/// lawful_gallery::serve_if_child();
/// // This process was started by a person.
/// ```
pub fn serve_if_child() {
    if lawful_core::run::is_child() {
        all().iter().for_each(Exhibit::serve_if_child);
    }
}

/// All counts that take too long for a test.
pub fn soak() -> Vec<Soak> {
    skew_heap::soak().into_iter().chain(processes::proc_reg::soak()).collect()
}

/// All findings of a study with root seeds, compared with what its exhibits name. Returns how many were compared, or the
/// first difference.
///
/// ```no_run
/// for study in lawful_gallery::studies() {
///     lawful_gallery::compare(study, 1..=20).unwrap();
/// }
/// ```
pub fn compare(study: &str, seeds: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let mut compared = 0;
    for exhibit in all().iter().filter(|exhibit| exhibit.study.name == study) {
        for seed in seeds.clone() {
            if let Some(difference) = exhibit.visit(seed, &mut |_| {}).difference {
                return Err(format!("{study}::{}, seed {seed}: {difference}", exhibit.name));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// Names of all studies, in reading order.
pub fn studies() -> Vec<&'static str> {
    let mut names: Vec<&str> = all().iter().map(|exhibit| exhibit.study.name).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_exhibit_names_something_to_compare() {
        for exhibit in all() {
            let is_empty = match &exhibit.expected {
                Expected::Fails(finding) => finding.is_empty(),
                // A part without text is in every line.
                Expected::Tells(parts) => parts.is_empty() || parts.iter().any(String::is_empty),
                Expected::Passes(_) | Expected::GivesUp => false,
            };
            assert!(!is_empty, "{}::{}", exhibit.study.name, exhibit.name);
        }
    }

    #[test]
    #[should_panic(expected = "so it should pass")]
    fn shares_of_a_law_that_fails_are_refused() {
        const STUDY: Study = Study::ours("shares", "none");
        const { &STUDY }
            .breaks("none", "", lawful::for_all(0..9_u8, |_| false))
            .share("a", 0.0, 100.0);
    }

    #[test]
    fn studies_have_a_highlight_and_names_of_their_own() {
        let all = all();
        for study in studies() {
            let own: Vec<&Exhibit> =
                all.iter().filter(|exhibit| exhibit.study.name == study).collect();
            let names: BTreeSet<&str> = own.iter().map(|exhibit| exhibit.name).collect();
            assert_eq!(names.len(), own.len(), "{study}");
            assert!(names.contains(own[0].study.highlight), "{study}");
        }
        assert_eq!(studies().iter().collect::<BTreeSet<_>>().len(), studies().len());
    }

    /// Whole words of the README.
    #[test]
    fn every_exhibit_is_in_the_readme() {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let readme = include_str!("../README.md");
        let words: BTreeSet<&str> = readme.split(|c| !is_part(c)).collect();
        let missing = all().into_iter().map(|exhibit| exhibit.name);
        let missing: Vec<&str> = missing.filter(|name| !words.contains(name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn laws_are_discovered_and_programs_ranked_as_expected() {
        checking::assert_as_expected_with(&discovery::exhibits(), 1..=2);
        checking::assert_as_expected_with(&ranking::exhibits(), 1..=2);
    }
}
