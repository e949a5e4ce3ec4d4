#![doc = include_str!("index.md")]
// The snippets are files of tests, of which a doc test compiles no `#[law]`: `checks/tests/guide` compiles and runs them.
#![allow(
    clippy::test_attr_in_doctest,
    reason = "the snippets are files of tests, which a check runs"
)]
// Without the features of the components, links to these lead nowhere.
#![cfg_attr(
    not(all(
        feature = "machine",
        feature = "parallel",
        feature = "pulse",
        feature = "temporal",
        feature = "discovery",
        feature = "rank",
        feature = "regex",
        feature = "proptest",
        feature = "arbitrary"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]

#[cfg_attr(not(doctest), doc = include_str!("laws.md"))]
pub mod laws {}
#[cfg_attr(not(doctest), doc = include_str!("generators.md"))]
pub mod generators {}
#[cfg_attr(not(doctest), doc = include_str!("cookbook.md"))]
pub mod cookbook {}
#[cfg_attr(not(doctest), doc = include_str!("adequacy.md"))]
pub mod adequacy {}
#[cfg_attr(not(doctest), doc = include_str!("machines.md"))]
pub mod machines {}
#[cfg_attr(not(doctest), doc = include_str!("races.md"))]
pub mod races {}
#[cfg_attr(not(doctest), doc = include_str!("linearizability.md"))]
pub mod linearizability {}
#[cfg_attr(not(doctest), doc = include_str!("time.md"))]
pub mod time {}
#[cfg_attr(not(doctest), doc = include_str!("discovery.md"))]
pub mod discovery {}
#[cfg_attr(not(doctest), doc = include_str!("ranking.md"))]
pub mod ranking {}
#[cfg_attr(not(doctest), doc = include_str!("many_machines.md"))]
pub mod many_machines {}
#[cfg_attr(not(doctest), doc = include_str!("hostile_code.md"))]
pub mod hostile_code {}
#[cfg_attr(not(doctest), doc = include_str!("fuzzing.md"))]
pub mod fuzzing {}
#[cfg_attr(not(doctest), doc = include_str!("from_proptest.md"))]
pub mod from_proptest {}
#[cfg_attr(not(doctest), doc = include_str!("from_hypothesis.md"))]
pub mod from_hypothesis {}
#[cfg_attr(not(doctest), doc = include_str!("from_shuttle_and_loom.md"))]
pub mod from_shuttle_and_loom {}
#[cfg_attr(not(doctest), doc = include_str!("errors.md"))]
pub mod errors {}
