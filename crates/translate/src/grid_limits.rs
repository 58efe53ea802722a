//! Grids that are larger than a device takes, as the run tells.
//!
//! ```c
//! hicuda_require(rows <= 65535, "a.c:11: kernel fill tblock(rows, 4): …");
//! fill<<<dim3(4, rows), 256>>>(d_a);
//! ```
//! CUDA says "invalid argument" to too many blocks, and takes what is left of a number that an `unsigned int` does not hold: then
//! iterations would be missing.

use hir::{Axis, ExprId, ExprKind};
use kir::Kernel;
use kir::geometry::{SpaceKind, cap};
use lower::Language;

use crate::actions::Host;
use crate::words::factor;

/// What is tested before each launch of a kernel: conditions, and how the message about each goes on.
pub(crate) fn tests(host: &Host<'_>, kernel: &Kernel) -> Vec<(String, String)> {
    let space = &kernel.blocks;
    let mapping = space.mapping(SpaceKind::Blocks);
    let mut printer = host.printer(emit::Dialect::Cuda);
    let mut tests = Vec::new();
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        let all: Vec<usize> = mapping.on(axis).collect();
        // OpenCL has the same limit everywhere, that of the numbers our runtime takes.
        let most = match host.api.0 {
            Language::OpenCl => cap(SpaceKind::Blocks, Axis::X),
            Language::Cuda | Language::Hip => cap(SpaceKind::Blocks, axis),
        };
        let is_constant = all.iter().all(|dim| space.sizes[*dim].is_some());
        let sizes: Vec<ExprId> =
            all.iter().filter(|dim| space.sizes[**dim] != Some(1)).map(|dim| space.dims[*dim]).collect();
        let (Some((first, others)), false) = (sizes.split_first(), is_constant) else { continue };
        if others.is_empty() && fits(host, *first, most) {
            continue;
        }
        // Divided, not multiplied: a product may be more than its type holds. Each size is positive where a kernel is launched.
        let limit = others
            .iter()
            .fold(most.to_string(), |limit, size| format!("{limit} / {}", factor(&printer.expr_text(*size))));
        let first = match host.program.exprs[*first].kind {
            ExprKind::Conditional { .. } => factor(&printer.expr_text(*first)),
            _ => printer.expr_text(*first),
        };
        let outer = if axis == Axis::X { "" } else { " in an outer dimension" };
        let problem = format!("a grid has at most {most} blocks{outer}; write fewer into tblock");
        tests.push((format!("{first} <= {limit}"), problem));
    }
    tests
}

/// Is a size surely small enough, or will the device say what is wrong with it?
fn fits(host: &Host<'_>, size: ExprId, most: u64) -> bool {
    let program = host.program;
    let about = hir::update::About { program, sources: host.sources };
    let is_short = program.size_of(program.exprs[size].ty).is_some_and(|bytes| bytes <= 4);
    if hir::clamp::unclamped(&about, size) != size || is_short && most == cap(SpaceKind::Blocks, Axis::X) {
        return true;
    }
    match program.exprs[size].kind {
        // At least one block: `n > 0 ? n : 1`.
        ExprKind::Conditional { then: Some(then), otherwise, .. } => {
            hir::const_eval::integer(program, otherwise) == Some(1) && fits(host, then, most)
        }
        _ => false,
    }
}
