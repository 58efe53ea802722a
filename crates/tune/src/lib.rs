//! `hir::Program -> directives`: the configurations of kernels that directives can say, in the order that
//! a model of the GPU gives them, and the search for the fastest.
//!
//! ```text
//! #pragma hicuda kernel scale              knobs: thread (32 … 1024), tblock, distribution
//! #pragma hicuda loop_partition …                 jam of `i` (1, 2, 4, 8)
//! for (i = 0; i < n; i++)                  a choice: a value of each knob, which is a text edit
//! ```
//! What a choice means is decided by nobody here: its text goes through `check` like a user's, and
//! one with an error is not a variant. Nothing here runs or writes anything; the driver measures
//! and hands in what it found.
//!
//! Reading order: [`clauses`] (text of a directive), [`space`] with [`knobs`] (what can be chosen),
//! [`sizes`] (how large the run is), [`demand`] and [`model`] (what it may cost), [`explore`] (what to try first), [`halving`] (what to
//! keep), [`survey`] (how good the model is), [`statistics`], [`record`] (the log), [`page`].

pub mod clauses;
pub mod demand;
pub mod explore;
pub mod halving;
mod issue;
mod knobs;
pub mod model;
pub mod page;
pub mod record;
pub mod sizes;
pub mod space;
pub mod statistics;
pub mod survey;

pub use record::{Log, Outcome, Variant};
pub use space::{Choice, Kernel};
