//! What Warploom says: the one diagnostic type, the list of codes, the renderers.
//!
//! A phase receives `&mut Sink`, pushes what it finds and returns its best
//! tree; the driver decides between phases whether to go on. Nothing here
//! prints: renderers return text.

pub mod codes;
pub mod diagnostic;
pub mod sink;

pub use codes::{Code, Severity};
pub use diagnostic::{Diagnostic, Fix, FixEdit, Label, Safety};
pub use sink::Sink;
