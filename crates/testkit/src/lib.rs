//! The test suites over whole files: UI tests, faithful translation,
//! headers, and the programs and commands that documents show.
//!
//! Each suite is a small program that finds its files itself, makes one named
//! trial of each, and runs them in parallel; the entry points stand in
//! `crates/cli/tests/`, where cargo tells the path of the `warploom` binary.
//! `docs/testing.md` describes the suites for those who write tests.
//!
//! Reading order: [`ui`], then what it uses: [`discover`], [`directives`],
//! [`modes`], [`annotations`], [`compare`], [`sample`]; then [`faithful`], [`headers`],
//! [`random_programs`], [`kernels`], [`cuda`], [`benchmarks`], [`examples`],
//! [`coalesce`], [`annotate`], [`transfers`], [`explain`] and [`documents`]; [`lsp_client`] is an editor,
//! [`page_client`] and [`browser`] are the sides of a page.

pub mod annotate;
pub mod annotations;
pub mod benchmarks;
pub mod browser;
pub mod coalesce;
pub mod command;
pub mod compare;
pub mod cuda;
pub mod directives;
pub mod discover;
pub mod documents;
pub mod examples;
pub mod explain;
pub mod faithful;
pub mod headers;
mod hip_runs;
pub mod kernels;
pub mod lsp_client;
pub mod modes;
pub mod open_cl;
pub mod open_cl_input;
pub mod page_client;
mod ported;
pub mod raise;
mod random_annotated;
pub mod random_programs;
pub mod sample;
pub mod suite;
mod together;
pub mod transfers;
pub mod ui;
