//! What Warploom says: the one diagnostic type, the list of codes, the renderers.
//!
//! A phase receives `&mut Sink`, pushes what it finds and returns its best
//! tree; the driver decides between phases whether to go on. Nothing here
//! prints: renderers return text.

pub mod codes;
pub mod diagnostic;
pub mod sink;

pub mod excerpt;
pub mod explain;
pub mod located;
mod nearest;
pub mod render_json;
pub mod render_sarif;
pub mod render_text;
pub mod report;

pub use codes::{Code, Severity};
pub use diagnostic::{Diagnostic, Fix, FixEdit, Label, Safety};
pub use nearest::nearest;
pub use render_json::render_json;
pub use render_sarif::render_sarif;
pub use render_text::{TextStyle, render_text};
pub use report::Report;
pub use sink::Sink;

#[cfg(test)]
mod render_tests;
