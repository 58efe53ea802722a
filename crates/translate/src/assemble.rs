//! Where kernels and the opening lines go in the user's file: before the
//! first function that has directives, and before each function that kernels
//! came from. There, everything the kernels mention is declared already.

use hir::{FunctionId, Program, Span};
use kir::HostUnit;

use crate::host_text::HostText;
use crate::place_text;
use source::Sources;

/// The functions of the unit that have directives, in source order, with the
/// place their definition starts.
pub(crate) fn functions_with_sites(program: &Program, unit: &HostUnit) -> Vec<(FunctionId, Span)> {
    let mut functions: Vec<(FunctionId, Span)> = program
        .functions
        .iter()
        .filter_map(|(id, f)| f.def_span.map(|span| (id, span)))
        .filter(|(_, span)| unit.sites.iter().any(|s| span.lo <= s.place.lo && s.place.hi <= span.hi))
        .collect();
    functions.sort_by_key(|(_, span)| span.lo);
    functions
}

/// Inserts, before each function with directives, the opening (once) and what
/// `parts` says for it.
pub(crate) fn insert(
    functions: &[(FunctionId, Span)],
    opening: &str,
    parts: &mut dyn FnMut(FunctionId) -> Vec<String>,
    text: &mut HostText<'_>,
) {
    for (i, (function, span)) in functions.iter().enumerate() {
        let mut inserted = String::new();
        if i == 0 {
            inserted.push_str(opening);
        }
        for part in parts(*function) {
            inserted.push_str(part.trim());
            inserted.push_str("\n\n");
        }
        if !inserted.is_empty() {
            text.insert_before(*span, &inserted);
        }
    }
}

/// The comment above a kernel.
pub(crate) fn kernel_comment(sources: &Sources, kernel: &kir::Kernel) -> String {
    format!("{}: kernel {}", place_text(sources, kernel.span), sources.text(kernel.name))
}
