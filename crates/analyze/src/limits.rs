//! Limits of the hardware that can be checked when compiling.
//!
//! A block has at most 1024 threads (a dimension too large for its axis shares
//! x, so only the product counts); constant memory is 64 KiB; a block's shared
//! memory is at most 227 KiB.

use diagnostics::{Diagnostic, Sink, codes};
use hir::{KernelClauses, Span};

use crate::{CopySpace, Facts, Input, SharedFacts};

/// Threads per block.
pub const MAX_THREADS: u64 = 1024;
/// Bytes of constant memory.
pub const MAX_CONSTANT: u64 = 64 * 1024;
/// Bytes of shared memory a block can have, when asked for at launch.
pub const MAX_SHARED: u64 = 227 * 1024;

/// Checks the size of a block, as far as it is a constant.
pub fn check_threads(input: &Input<'_>, clauses: &KernelClauses, sizes: &[Option<u64>], sink: &mut Sink) {
    let Some(dims) = &clauses.thread else { return };
    let (Some(first), Some(last)) = (dims.first(), dims.last()) else { return };
    let span = input.sources.join(input.span(*first), input.span(*last));
    let Some(threads) = sizes.iter().try_fold(1u64, |product, size| product.checked_mul((*size)?)) else {
        return;
    };
    if threads > MAX_THREADS {
        sink.push(too_many_threads(span, threads));
    }
}

/// Checks the constants that are alive together: all of a function's.
pub fn check_constants(input: &Input<'_>, facts: &Facts, sink: &mut Sink) {
    for copy in
        facts.copies.iter().filter(|copy| copy.space == CopySpace::Constant && copy.inherited.is_none())
    {
        let size = input.program.size_of(copy.element).zip(copy.elements);
        let Some(bytes) = size.and_then(|(size, elements)| size.checked_mul(elements)) else { continue };
        if bytes > MAX_CONSTANT {
            let span = input.program.directives[copy.directive].span;
            sink.push(too_much_constant(span, &input.place_name(&copy.place), bytes));
        }
    }
}

/// Checks one shared array; packing checks them together.
pub fn check_shared(input: &Input<'_>, shared: &SharedFacts, sink: &mut Sink) {
    let elements = shared.dims.iter().try_fold(1u64, |product, dim| product.checked_mul(dim.extent));
    let bytes = elements.zip(input.program.size_of(shared.element)).and_then(|(n, size)| n.checked_mul(size));
    if bytes.is_none_or(|bytes| bytes > MAX_SHARED) {
        let span = input.program.directives[shared.directive].span;
        sink.push(too_much_shared(span, &input.place_name(&shared.place), bytes));
    }
}

fn too_many_threads(span: Span, threads: u64) -> Diagnostic {
    Diagnostic::new(
        &codes::TOO_MANY_THREADS,
        span,
        format!("a block of {threads} threads is more than the device can run"),
    )
    .label(format!("the product is {threads}; the limit is {MAX_THREADS}"))
    .help("make a dimension of `thread` smaller; a thread then runs several iterations, or `tblock` gets larger")
}

fn too_much_constant(span: Span, name: &str, bytes: u64) -> Diagnostic {
    Diagnostic::new(
        &codes::CONSTANT_MEMORY_FULL,
        span,
        format!("the constant copy of `{name}` needs {bytes} bytes, but constant memory has {MAX_CONSTANT}"),
    )
    .help("copy a smaller section at a time in a host loop, or use `global alloc … copyin`")
}

fn too_much_shared(span: Span, name: &str, bytes: Option<u64>) -> Diagnostic {
    let size = bytes.map_or_else(|| "more".to_owned(), |bytes| format!("{bytes} bytes"));
    Diagnostic::new(
        &codes::SHARED_MEMORY_FULL,
        span,
        format!("the shared copy of `{name}` needs {size}, but a block has at most {MAX_SHARED}"),
    )
    .label("after widening it over all threads of the block")
    .help("give the block fewer threads, or keep a smaller section in shared memory")
}
