//! What a run on the simulator cost, ranked and explained.
//!
//! ```text
//! Code, Counters ──gather──▶ Profile ──▶ table, JSON, HTML
//! ```
//! A [`Profile`] is what `warploom profile` knows of a run: per kernel how
//! many threads a multiprocessor holds, what the instructions were and which
//! ceiling is near; per access of the source what memory did for it, and what
//! to write instead.
//!
//! Reading order: [`model`] (the nouns, which are the JSON too), [`gather`]
//! (from counters to nouns), [`remedy`] (from numbers to words), [`table`],
//! [`counts`], [`html`].

pub mod compare;
pub mod counts;
pub mod gather;
pub mod html;
pub mod model;
pub mod registers;
pub mod remedy;
pub mod table;

pub use gather::{Run, gather};
pub use model::Profile;
