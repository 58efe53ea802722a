//! `kernel … defines(a)`: the user vouches that the kernel writes every element of the device copy of `a`.
//!
//! ```c
//! #pragma hicuda kernel scatter tblock(64) thread(256) defines(b)
//! … b[permutation[i]] = a[i]; …
//! ```
//! The data law takes its word ([`crate::data_law`]), and `run --verify` compares every element after the kernel.
//!
//! Invariant: what is vouched for has a device copy that the kernel writes.

use diagnostics::{Diagnostic, Sink, codes};
use hir::{ExprId, Span};

use crate::{ArrayUse, Input, Place};

/// The arrays that the clause names; those of which it cannot be true are reported.
pub fn find(input: &Input<'_>, names: &[ExprId], arrays: &[ArrayUse], sink: &mut Sink) -> Vec<Place> {
    let mut defined = Vec::new();
    for &name in names {
        let Some(place) = Place::of(input.program, name) else { continue };
        let used = arrays.iter().find(|used| used.place == place);
        match used {
            Some(used) if used.written => defined.push(place),
            _ => sink.push(not_written(input.span(name), &input.place_name(&place), used)),
        }
    }
    defined
}

fn not_written(at: Span, name: &str, used: Option<&ArrayUse>) -> Diagnostic {
    let message = format!("the kernel does not write `{name}`, so it cannot define it");
    let error = Diagnostic::new(&codes::DEFINES_NOTHING, at, message).help("leave it out of `defines`");
    match used {
        Some(used) => error.related(used.span, "it is only read"),
        None => error.label("the kernel does not use it as an array of the device"),
    }
}
