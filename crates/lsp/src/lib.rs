//! `warploom lsp`: what the compiler knows, where people write.
//!
//! ```text
//! editor ──messages──▶ server ──▶ queue ──▶ worker ──▶ driver::compile(Goal::Examine)
//!    ▲                (texts)                 │
//!    └──────── answers and diagnostics ───────┘
//! ```
//! The [`server`] keeps the texts of open files and never computes; one [`worker`] takes
//! what waits in the [`queue`], newest text first seen. Every text goes through the pipeline
//! that `warploom check` runs ([`analysis`]); there is no second checker. Answers are read
//! from the typed program and its facts: [`hover`], [`definition`], [`references`],
//! [`inlay_hints`], [`lenses`], [`actions`]; [`completion`] and [`semantic_tokens`] also
//! work where the text is broken.
//!
//! Invariants: a panic of a request is an error answer to that request and nothing else;
//! a text that cannot be parsed leaves what was known of the last one that could.

mod actions;
mod analysis;
mod capabilities;
mod commands;
mod completion;
mod definition;
mod documents;
mod findings;
mod hover;
mod inlay_hints;
mod lenses;
mod lookup;
mod pages;
mod positions;
mod pragma_lines;
mod project;
mod queue;
mod references;
mod semantic_tokens;
mod server;
mod signature;
mod uris;
mod worker;

pub use project::{Configuration, Project};
pub use server::serve;
