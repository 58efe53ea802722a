//! `warploom serve`: what the compiler knows, on a page of one's own machine.
//!
//! ```text
//! browser ──GET  /TOKEN/──────────────▶ page       html, script, style: all in this binary
//!         ──POST /TOKEN/api/analyze───▶ questions ─process─▶ analysis ─▶ driver::compile(Goal::Examine)
//!         ──POST /TOKEN/api/translate─▶ questions ─process─▶ translated ▶ driver::compile(Goal::Translate)
//!         ──POST /TOKEN/api/annotate──▶ questions ─process─▶ rewrites ──▶ driver::compile(Goal::Annotate)
//!         ──POST /TOKEN/api/run───────▶ runs ──────process─▶ `warploom run`
//! ```
//! Every request passes the [`gate`] first. Nothing is computed in the server itself: the compiler
//! answers [`questions`] about the text that the page sends, and programs run ([`runs`]), each in a
//! [`process`] of its own with little time and memory. A newer question of the same kind ends an
//! older one; programs run one at a time.
//!
//! Invariants: nothing is answered without the token; no file of the user's is written; what the
//! page shows of a program is text, never markup.

mod analysis;
mod examples;
mod findings;
mod gate;
mod http;
mod offsets;
mod page;
mod process;
mod program;
mod questions;
mod rewrites;
mod runs;
mod server;
mod translated;

pub use program::Start;
pub use questions::{Question, answer};
pub use runs::Limits;
pub use server::{Server, Settings};
