//! `warploom serve`: what the compiler knows, on a page of one's own machine.
//!
//! ```text
//! browser ──GET  /TOKEN/──────────────▶ page       html, script, style: all in this binary
//!         ──POST /TOKEN/api/analyze───▶ analysis ─▶ driver::compile(Goal::Examine)
//!         ──POST /TOKEN/api/translate─▶ translated ▶ driver::compile(Goal::Translate)
//!         ──POST /TOKEN/api/annotate──▶ rewrites ──▶ driver::compile(Goal::Annotate)
//!         ──POST /TOKEN/api/run───────▶ runs ──────▶ our own command, as a process with limits
//! ```
//! Every request passes the [`gate`] first. The compiler works here, on the text that the page
//! sends ([`program`]); a newer question of the same kind makes an older one stale. Programs run
//! elsewhere ([`runs`]): in a process of their own with little time and memory, one at a time.
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
mod program;
mod rewrites;
mod runs;
mod server;
mod translated;

pub use program::Start;
pub use runs::Limits;
pub use server::{Server, Settings};
