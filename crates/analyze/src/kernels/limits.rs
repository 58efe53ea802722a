//! Limits of the hardware that can be checked when compiling.
//!
//! A block has at most 1024 threads (a dimension too large for its axis shares
//! x, so only the product counts); a grid has at most 2,147,483,647 blocks on x, and what is too large for another axis shares it;
//! constant memory is 64 KiB; a block's shared
//! memory is at most 227 KiB.

use diagnostics::{Diagnostic, Sink, codes};
use gpu::{Device, MOST_BLOCKS, MOST_OUTER_BLOCKS, MOST_THREADS};
use hir::{KernelClauses, Span};

use crate::{Input, KernelFacts, SharedFacts, packing};

/// Checks the size of a block, as far as it is a constant.
pub fn check_threads(input: &Input<'_>, clauses: &KernelClauses, sizes: &[Option<u64>], sink: &mut Sink) {
    let Some(dims) = &clauses.thread else { return };
    let (Some(first), Some(last)) = (dims.first(), dims.last()) else { return };
    let span = input.sources.join(input.span(*first), input.span(*last));
    let Some(threads) = sizes.iter().try_fold(1u64, |product, size| product.checked_mul((*size)?)) else {
        return;
    };
    if threads > MOST_THREADS {
        sink.push(too_many_threads(span, threads));
    }
}

/// Checks the size of a grid, as far as it is a constant.
pub fn check_blocks(input: &Input<'_>, clauses: &KernelClauses, sizes: &[Option<u64>], sink: &mut Sink) {
    let Some(dims) = &clauses.tblock else { return };
    let (Some(first), Some(last)) = (dims.first(), dims.last()) else { return };
    let span = input.sources.join(input.span(*first), input.span(*last));
    // The outermost has an axis of its own, or two have.
    let own = if sizes.len() == 3 { 2 } else { sizes.len().min(2) - 1 };
    let is_outer_small = sizes[..own].iter().flatten().all(|size| *size <= MOST_OUTER_BLOCKS);
    let on_x = if is_outer_small { &sizes[own..] } else { sizes };
    let blocks = on_x.iter().flatten().fold(1u64, |product, size| product.saturating_mul(*size));
    if blocks > MOST_BLOCKS {
        sink.push(too_many_blocks(span, blocks));
    }
}

/// Checks the shared arrays of a kernel, each and together.
pub fn check_shared(input: &Input<'_>, kernel: &KernelFacts, sink: &mut Sink) {
    let device = input.program.device;
    let bytes = |shared: &SharedFacts| packing::shared_bytes(input.program, shared);
    let span = |shared: &SharedFacts| input.program.directives[shared.directive].span;
    let name = |shared: &SharedFacts| input.place_name(&shared.place);
    let (large, fitting): (Vec<_>, Vec<_>) =
        kernel.shared.iter().partition(|s| bytes(s) > device.shared_per_block);
    for shared in &large {
        sink.push(too_much_shared(device, span(shared), &name(shared), bytes(shared)));
    }
    let end = |shared: &SharedFacts| shared.offset + bytes(shared);
    let is_beyond = |s: &&&SharedFacts| large.is_empty() && end(s) > device.shared_per_block;
    let Some(beyond) = fitting.iter().find(is_beyond) else { return };
    let mut error = shared_too_much_together(device, span(beyond), &name(beyond), end(beyond));
    for other in fitting.iter().filter(|s| s.directive != beyond.directive && s.offset < beyond.offset) {
        let text = format!("`{}` has {} bytes", name(other), bytes(other));
        error = error.related(span(other), text);
    }
    sink.push(error);
}

fn too_many_threads(span: Span, threads: u64) -> Diagnostic {
    Diagnostic::new(
        &codes::TOO_MANY_THREADS,
        span,
        format!("a block of {threads} threads is more than the device can run"),
    )
    .label(format!("the product is {threads}; the limit is {MOST_THREADS}"))
    .help("make a dimension of `thread` smaller; a thread then runs several iterations, or `tblock` gets larger")
}

fn too_many_blocks(span: Span, blocks: u64) -> Diagnostic {
    Diagnostic::new(
        &codes::TOO_MANY_THREADS,
        span,
        format!("a grid of {blocks} blocks is more than the device can run"),
    )
    .label(format!("the limit is {MOST_BLOCKS}"))
    .help("make a dimension of `tblock` smaller; a block then runs several iterations")
}

/// The bytes that a block has, and on which GPU that is so where it is not the usual one.
fn most(device: Device) -> String {
    let on = match device.gpu {
        gpu::TARGET => String::new(),
        gpu => format!(" on the {}", gpu.name()),
    };
    format!("{}{on}", device.shared_per_block)
}

fn too_much_shared(device: Device, span: Span, name: &str, bytes: u64) -> Diagnostic {
    Diagnostic::new(
        &codes::SHARED_MEMORY_FULL,
        span,
        format!("the shared copy of `{name}` needs {bytes} bytes, but a block has at most {}", most(device)),
    )
    .label("after widening it over all threads of the block")
    .help("give the block fewer threads, or keep a smaller section in shared memory")
}

fn shared_too_much_together(device: Device, span: Span, name: &str, bytes: u64) -> Diagnostic {
    Diagnostic::new(
        &codes::SHARED_MEMORY_FULL,
        span,
        format!(
            "with `{name}` the shared arrays need {bytes} bytes, but a block has at most {}",
            most(device)
        ),
    )
    .label("it is alive together with others")
    .help("write `shared remove` where an array is no longer needed, or keep smaller sections")
}
